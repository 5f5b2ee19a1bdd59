// What the parser of C and C++ behind the abstract machine finds at the level of files and classes.
#include <gtest/gtest.h>

#include "tests/parsed_c.h"

namespace flagcensus {
namespace {

std::string FunctionsOf(const std::string& text) { return ParsedC(text).Functions(); }
std::string GlobalsOf(const std::string& text) { return ParsedC(text).Globals(); }

TEST(MachineC, ANameBehindATypeIsAVariables) {
  EXPECT_EQ(GlobalsOf("static std::map<std::string,int> table = {{\"A\",1}};\n"
                      "std::vector<int> v;\nconst std::string S{\"x\"};\n"),
            "table=(list (list \"A\" 1)) v S=(list \"x\")");
  EXPECT_EQ(GlobalsOf("const std::map<std::string, int> A::table = {{\"a\", 1}};\n"
                      "template <> int Box<int>::v = 3;\nint a::B::c = 4;\n"),
            "A::table=(list (list \"a\" 1)) Box::v=3 B::c=4");
  EXPECT_EQ(GlobalsOf("EXPORT_API std::string name = \"a\";\nunsigned __int64 n = 2;\n"
                      "int x __attribute__((section(\"a\"))) = 3, y [[maybe_unused]] = 4;\n"),
            "name=\"a\" n=2 x=3 y=4");
  EXPECT_EQ(FunctionsOf("void f() { std::vector<int> v(3); std::map<int, std::vector<int>> m; }\n"),
            "f() (block (declare (var v (make:std::vector<int> 3))) (declare (var m -)))");
}

TEST(MachineC, PointersToFunctionsAreVariables) {
  EXPECT_EQ(GlobalsOf("int (*fp)(int) = &foo;\nvoid (*table[])(void) = {a, b};\n"
                      "static int (*const gp)(const char*) = get;\nint (*only)(void);\n"
                      "struct S { int (*cb)(int) = nullptr; int z; };\n"),
            "fp=(& foo) table=(list a b) gp=get only S::cb=null S::z");
  EXPECT_EQ(FunctionsOf("void f() { int (*g)(int) = &foo; int (*row)[3] = q; g(1); }\n"),
            "f() (block (declare (var g (& foo))) (declare (var row q)) (call g 1))");
  EXPECT_EQ(FunctionsOf("void (*pick(int n, void (*old)(int)))(int) { return old; }\n"),
            "pick(n,old) (block (return old))");
  // Good: a call is given what a pointer points to.
  EXPECT_EQ(
      FunctionsOf("void f() { release(*it); free (*p); use(*a)->b(); }\n"),
      "f() (block (call release (* it)) (call free (* p)) (call (member b (call use (* a)))))");
}

TEST(MachineC, OldStyleParametersAreThoseThatAreNamed) {
  EXPECT_EQ(FunctionsOf("old(name, count) char *name; int count; { return name; }\n"
                        "static char* older(a, b, c)\n  char *a, *c;\n  unsigned long b;\n"
                        "{ return a; }\n"),
            "old(name,count) (block (return name))\nolder(a,b,c) (block (return a))");
  // Good: what stands behind a mere declaration declares none of its parameters.
  EXPECT_EQ(FunctionsOf("int f(int) QUIET;\nint g(int x) { return x; }\n"),
            "g(x) (block (return x))");
  EXPECT_EQ(FunctionsOf("struct S { bool has(Key) const; int g(int x) { return x; } };\n"),
            "S::g(x) (block (return x))");
  EXPECT_EQ(FunctionsOf("int m(void) __attribute__((noreturn));\nvoid n(int x) { use(x); }\n"),
            "n(x) (block (call use x))");
}

TEST(MachineC, AMacroMayStandBeforeANamespace) {
  EXPECT_EQ(FunctionsOf("BEGIN_NAMESPACE\nnamespace a {\nint f() { return 1; }\n}\n"
                        "END_NAMESPACE\n"),
            "f() (block (return 1))");
  EXPECT_EQ(FunctionsOf("inline namespace b { int g() { return 1; } }\n"
                        "OPEN template <class T> int h() { return 1; }\n"),
            "g() (block (return 1))\nh() (block (return 1))");
}

TEST(MachineC, TemplatesHeadsMayHaveDefaultsAndConstraints) {
  EXPECT_EQ(FunctionsOf("template <class T, class U = int> T g(T x) { return x; }\n"),
            "g(x) (block (return x))");
  EXPECT_EQ(FunctionsOf("template <class T, class = std::enable_if_t<A<T>::value && !x>>\n"
                        "T h(T x) { return x; }\n"
                        "template <template <class> class C, int N = (3 > 2), class... A>\n"
                        "void k(A&&... a) { use(a...); }\n"),
            "h(x) (block (return x))\nk() (block (call use a))");
  EXPECT_EQ(FunctionsOf("template <class T> requires std::integral<T> && (sizeof(T) > 2)\n"
                        "T m(T x) { return x; }\n"
                        "template <class T> T n(T x) requires requires(T t) { t.x(); } "
                        "{ return x; }\n"
                        "template <> int g<int>(int x) { return 7; }\n"),
            "m(x) (block (return x))\nn(x) (block (return x))\ng(x) (block (return 7))");
  ParsedC buffer(
      "template <int N, class T = char> struct Buffer { int size = N; };\n"
      "template <> struct hash<Key> { int z; };\n"
      "template <class T> concept Big = sizeof(T) > 4;\n");
  EXPECT_EQ(buffer.Structures(), "Buffer{size} hash{z}");
}

TEST(MachineC, DestructorsAndOperatorsAreNotCalledByTheirClass) {
  EXPECT_EQ(FunctionsOf("struct A { A() { x(); } ~A() { y(); } virtual ~A(); };\n"
                        "B::~B() { z(); }\n"),
            "A::A() (block (call x))\nA::~A() (block (call y))\nB::~B() (block (call z))");
  EXPECT_EQ(FunctionsOf("void f() { p->~A(); p->Base::run(); }\n"),
            "f() (block (call (member ~A p)) (call (member run p)))");
  EXPECT_EQ(FunctionsOf("struct P { operator bool() const { return m; }\n"
                        "  operator std::string() const { return \"x\"; }\n"
                        "  friend bool operator==(const P& a, const P& b) { return true; }\n"
                        "  int last() { return 1; } };\n"
                        "int P::operator()(int a) { return a; }\n"),
            "P::operator() (block (return m))\nP::operator() (block (return \"x\"))\n"
            "operator(a,b) (block (return true))\nP::last() (block (return 1))\n"
            "P::operator(a) (block (return a))");
}

TEST(MachineC, AFunctionsTryKeepsItsHandlers) {
  EXPECT_EQ(FunctionsOf("int f() try { return g(); } catch (const E& e) { a(); } catch (...) {\n"
                        "  return h(); }\nA::A() try : x(1) { g(); } catch (...) { h(); }\n"
                        "int g() { return 1; }\n"),
            "f() (block (try (block (return (call g))) (block (call a)) "
            "(block (return (call h)))))\n"
            "A::A() (block (try (block (call g)) (block (call h))))\ng() (block (return 1))");
}

TEST(MachineC, HeadsOfFunctionsGoOnBehindTheirParameters) {
  EXPECT_EQ(FunctionsOf("auto f() const -> std::map<int, int> { return {}; }\n"
                        "struct Q { bool ok() const& noexcept(true) { return true; }\n"
                        "  template <class... A> explicit Q(A&&... a) : x{a}, y(1) { go(); } };\n"),
            "f() (block (return (list)))\nQ::ok() (block (return true))\n"
            "Q::Q() (block (call go))");
  EXPECT_EQ(FunctionsOf("[[deprecated(\"x\")]] int f(int a) { return a; }\n"
                        "__attribute__((noinline)) static int h(void) { return 1; }\n"
                        "int __attribute__((unused)) k(int x [[maybe_unused]]) { return x; }\n"),
            "f(a) (block (return a))\nh() (block (return 1))\nk(x) (block (return x))");
}

TEST(MachineC, LabelsOfClassesNeedNothingBeforeThem) {
  ParsedC unit(
      "class W : public B { OBJECT public: int a; NO_COPY(W) private: int b; signals: void x();\n"
      "  public slots: void y() { z(); } };\n");
  EXPECT_EQ(unit.Structures(), "W{a,b}");
  EXPECT_EQ(unit.Functions(), "W::y() (block (call z))");
}

TEST(MachineC, StructuresAndTheirOtherNames) {
  ParsedC plain(
      "typedef struct { int a; } one, *two;\ntypedef struct tag { int b; } three;\n"
      "struct out { union { int u; float f; }; struct { int in; } t; };\n"
      "class vtk_EXPORT Foo : public Bar { int q; };\n");
  EXPECT_EQ(plain.Structures().substr(0, 29), "one{a} tag{b} out{u,f,t} stru");
  EXPECT_NE(plain.Structures().find("Foo{q}"), std::string::npos);
  EXPECT_EQ(plain.unit().aliases().size(), 2U);  // two, three
  // Good: a variable of a structure that is defined elsewhere.
  ParsedC variable("struct action sa{};\nstruct limits tv{1, 0};\n");
  EXPECT_EQ(variable.Structures(), "");
  EXPECT_EQ(variable.Globals(), "sa=(list) tv=(list 1 0)");
}

TEST(MachineC, ObjectiveCHasMethodsAndMessages) {
  EXPECT_EQ(FunctionsOf("@interface Foo : NSObject <Bar> { int iv; }\n- (void)go;\n@end\n"
                        "@implementation Foo\n"
                        "- (int)read:(int)x or:(int)y { return [self get:@\"A\" or:nil]; }\n@end\n"
                        "int after() { [[maybe_unused]] int z = 1; return [[Foo alloc] init]; }\n"),
            "-read:or:(x,y) (block (return (call unknown self \"A\" null)))\n"
            "after() (block (declare (var z 1)) (return (call unknown (call unknown Foo))))");
  EXPECT_EQ(FunctionsOf("void f() { @try { h(); } @catch (E *e) { k(); } }\n"),
            "f() (block (try (block (call h)) (block (call k))))");
}

}  // namespace
}  // namespace flagcensus
