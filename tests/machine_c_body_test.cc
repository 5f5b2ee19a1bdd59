// What the parser of C and C++ behind the abstract machine finds in bodies.
#include <gtest/gtest.h>

#include "tests/parsed_c.h"

namespace flagcensus {
namespace {

// The statements of a function with that body.
std::string Body(const std::string& text) {
  const std::string all = ParsedC("void f() { " + text + " }\n").Functions();
  const size_t end = all.find('\n');
  const std::string first = all.substr(0, end);
  return first.size() > 12 ? first.substr(11, first.size() - 12) : first;
}

TEST(MachineC, AMacrosUseEndsBeforeTheNextStatement) {
  EXPECT_EQ(Body("CHECK(x)\n y = 2; CHECK2(a, b) return 3;"),
            "(call CHECK x) (= y 2) (call CHECK2 a b) (return 3)");
  EXPECT_EQ(Body("forever { l(); break; }"), "(block (call l) (break))");
  // Good: operators that are words, types that are functions.
  EXPECT_EQ(Body("a(x) and b(y); decltype(x) z = 3; __typeof__(z) w = z;"),
            "(&& (call a x) (call b y)) (declare (var z 3)) (declare (var w z))");
}

TEST(MachineC, ConditionsDeclareOnlyWhatTheyInitialise) {
  EXPECT_EQ(Body("if (a && b) c(); if (a & b) d(); while (x * y) z();"),
            "(if (&& a b) (call c) -) (if (& a b) (call d) -) (loop - (* x y) - (call z))");
  EXPECT_EQ(Body("debug && log(\"x\"); if (T *p = g()) h(p);"),
            "(&& debug (call log \"x\")) (if (declare (var p (call g))) (call h p) -)");
}

TEST(MachineC, LocalStructuresAndEnumerations) {
  ParsedC unit(
      "void f() { enum { A, B = 3 }; enum E { C } e = C; struct S { int a; const char* b; } s = "
      "{1, "
      "\"x\"};\n  class L { public: int get() { return getenv(\"A\"); } int m = 2; }; L l;\n"
      "  typedef struct { int w; } loc; auto x = [](struct S* p) { struct In { int z; } i = {1}; "
      "};\n"
      "  struct stat st; struct fwd; class K; }\n");
  EXPECT_EQ(unit.Functions(),
            "f() (block (declare (var e C)) (declare (var s (list 1 \"x\"))) (declare (var l -)) "
            "(declare (var x (lambda (block (declare (var i (list 1))))))) (declare (var st -)))\n"
            "L::get() (block (return (call getenv \"A\")))");
  EXPECT_EQ(unit.Structures(), "S{a,b} L{m} loc{w} In{z}");
  EXPECT_EQ(unit.unit().enumerators().size(), 3U);
  // Good: a literal of a structure defines none.
  EXPECT_EQ(ParsedC("void f() { use((struct S){1}); g(sizeof(struct S)); }\n").Structures(), "");
}

TEST(MachineC, DeclaredFunctionsAreNoVariables) {
  EXPECT_EQ(Body("extern char *getenv(); char *g(const char *); int h(void), z = 3; T x();"),
            "(declare) (declare) (declare (var z 3)) (declare)");
  // Good: what is given there are values.
  EXPECT_EQ(Body("std::string s(p); std::string t(\"a\"); T u(int(3));"),
            "(declare (var s (make:std::string p))) (declare (var t (make:std::string \"a\"))) "
            "(declare (var u (make:T (make:int 3))))");
}

TEST(MachineC, StatementsOfNewerStandards) {
  EXPECT_EQ(Body("for (int i = 0; auto x : xs) use(x);"),
            "(block (declare (var i 0)) (each (declare (var x -)) xs (call use x)))");
  EXPECT_EQ(Body("if constexpr (x) b(); else if consteval { c(); } y();"),
            "(if x (call b) (if unknown (block (call c)) -)) (call y)");
  EXPECT_EQ(
      Body("switch (int q = h(); q) { case 1: a(); [[fallthrough]]; default: d(); }"),
      "(switch (, (declare (var q (call h))) q) (block (case 1) (call a) (case -) (call d)))");
  EXPECT_EQ(Body("[[maybe_unused]] int x = 3; alignas(8) char b[3]; asm volatile(\"nop\"); "
                 "static_assert(x > 1, \"y\"); for co_await (auto x : g()) u(x); co_await h();"),
            "(declare (var x 3)) (declare (var b -)) "
            "(each (declare (var x -)) (call g) (call u x)) (call h)");
}

TEST(MachineC, LambdasMayGiveTemplates) {
  EXPECT_EQ(Body("auto l = [](int a) mutable noexcept(true) -> std::pair<int, int> { return a; };"),
            "(declare (var l (lambda (block (return a)))))");
  EXPECT_EQ(Body("auto t = []<typename T>(T x) { return x; };"),
            "(declare (var t (lambda (block (return x)))))");
}

TEST(MachineC, LiteralsOfStructures) {
  EXPECT_EQ(Body("draw((struct P){ .x = 1, 2 }); int *q = (int[]){1, 2}; P r{.x = 1}; "
                 "return g(P{.a = 3});"),
            "(call draw (cast:P (list (at x 1) 2))) (declare (var q (cast:int[] (list 1 2)))) "
            "(declare (var r (list (at x 1)))) (return (call g (cast:P (list (at a 3)))))");
  EXPECT_EQ(ParsedC("struct P p = {.y.z = 2, .a[2] = 3, [1].b = 4};\n").Globals(),
            "p=(list (at y (list (at z 2))) (at a (list (at 3 2))) (at (list (at b 4)) 1))");
}

TEST(MachineC, ABlockInBracketsHasAValue) {
  EXPECT_EQ(Body("int m = ({ int a = 1; a + 2; });"),
            "(declare (var m (call (lambda (block (declare (var a 1)) (return (+ a 2)))))))");
  // Good: one that may leave the function is not known.
  EXPECT_EQ(Body("int m = ({ if (x) return 1; 2; });"), "(declare (var m unknown))");
}

TEST(MachineC, CastsToPointersOfFunctions) {
  EXPECT_EQ(Body("h = (void (*)(int)) dlsym(l, \"x\"); k = (size_t)-1; "
                 "x = (Fn)(void (*)(void))g; (a)(b);"),
            "(= h (cast:void* (call dlsym l \"x\"))) (= k (cast:size_t (- 1))) "
            "(= x (cast:Fn (cast:void* g))) (call a b)");
}

TEST(MachineC, TextsWithWhatStandsBesideThem) {
  EXPECT_EQ(Body("a = \"x\"s + b; c = \"%\" PRIu64 \"\\n\"; d = \"a\" \"b\";"),
            "(= a (+ \"x\" b)) (= c unknown) (= d \"ab\")");
  EXPECT_EQ(Body("y = _Generic(x, int: fi, default: fd)(x) + 1;"), "(= y (+ (call unknown x) 1))");
}

}  // namespace
}  // namespace flagcensus
