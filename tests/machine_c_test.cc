// The parser of C and C++ behind the abstract machine: what it makes of expanded tokens.
#include <gtest/gtest.h>

#include "tests/parsed_c.h"

namespace flagcensus {
namespace {

std::string Functions(const std::string& text) { return ParsedC(text).Functions(); }

TEST(MachineC, FunctionsHaveTheirClassParametersAndBody) {
  EXPECT_EQ(
      Functions("static const char* get(const char *name, int, size_t n = 4) { return name; }\n"
                "std::string Box::Text(const std::string& key) const { return key; }\n"),
      "get(name,,n) (block (return name))\nBox::Text(key) (block (return key))");
  EXPECT_EQ(Functions("struct Box {\n  explicit Box(int n) : n_(n), m_{0} { run(); }\n"
                      "  int Get() const noexcept { return n_; }\n  int n_, m_;\n};\n"),
            "Box::Box(n) (block (call run))\nBox::Get() (block (return n_))");
  EXPECT_EQ(Functions("namespace a::b {\nextern \"C\" {\nint f(void) { return 1; }\n}\n}\n"),
            "f() (block (return 1))");
  // Good: what is only declared has no body.
  EXPECT_EQ(Functions("int f(int a);\nextern \"C\" int g(const char* name, ...);\n"), "");
}

TEST(MachineC, UsesOfMacrosNeedNoSemicolon) {
  EXPECT_EQ(Functions("REGISTER(one)\nREGISTER(two, 2)\nint f(int a) { return a; }\n"),
            "f(a) (block (return a))");
  EXPECT_EQ(Functions("int f(int a) {\n  for_each(x, a) { use(x); }\n  return a;\n}\n"),
            "f(a) (block (call for_each x a) (block (call use x)) (return a))");
  EXPECT_EQ(Functions("#define BEGIN(n) int n(void) {\n#define END }\n"
                      "BEGIN(f)\n  return 3;\nEND\n"),
            "f() (block (return 3))");
}

TEST(MachineC, StatementsKeepTheirParts) {
  EXPECT_EQ(Functions("void f(int a) { if (a > 1) g(); else if (a) h(); else { a = 2; } }\n"),
            "f(a) (block (if (> a 1) (call g) (if a (call h) (block (= a 2)))))");
  EXPECT_EQ(Functions("void f() { for (int i = 0; i < 3; ++i) use(i); while (x) x--;\n"
                      "  do y(); while (0); }\n"),
            "f() (block (loop (declare (var i 0)) (< i 3) (++ i) (call use i)) (loop - x - (-- x))"
            " (loop - 0 - (call y)))");
  EXPECT_EQ(Functions("int f(int a) { switch (a) { case 1: return 2; default: break; } goto end;\n"
                      "  end: return a; }\n"),
            "f(a) (block (switch a (block (case 1) (return 2) (case -) (break))) (goto end)"
            " (label end) (return a))");
  EXPECT_EQ(Functions("void f() { if (const char* e = getenv(\"A\")) use(e);\n"
                      "  if (auto v = g(); v > 1) use(v); }\n"),
            "f() (block (if (declare (var e (call getenv \"A\"))) (call use e) -)"
            " (if (, (declare (var v (call g))) (> v 1)) (call use v) -))");
  EXPECT_EQ(
      Functions(
          "void f() { try { g(); } catch (const E& e) { h(); } for (auto& r : rows) u(r); }\n"),
      "f() (block (try (block (call g)) (block (call h))) (each (declare (var r -)) rows"
      " (call u r)))");
}

TEST(MachineC, ExpressionsBindByPrecedence) {
  EXPECT_EQ(Functions("int f() { return a ? b : c ? d + 1 * 2 : !e && -1 < g; }\n"),
            "f() (block (return (? a b (? c (+ d (* 1 2)) (&& (! e) (< (- 1) g))))))");
  EXPECT_EQ(
      Functions("void f() { x = y = (int)strtol(t, &end, 10); p->q.r[2](\"A\" \"B\", 'c'); }\n"),
      "f() (block (= x (= y (cast:int (call strtol t (& end) 10))))"
      " (call (index (member r (member q p)) 2) \"AB\" 'c'))");
  EXPECT_EQ(
      Functions("void f() { a = t ?: \"none\"; b = static_cast<long>(c); d = std::string(e); }\n"),
      "f() (block (= a (? t - \"none\")) (= b (cast:long c)) (= d (call string e)))");
}

TEST(MachineC, InitialisersKeepTheirDesignators) {
  ParsedC plain(
      "struct row { const char* name; int value; };\n"
      "static const struct row rows[] = {{\"A\", 1}, {.name = \"B\", .value = 2}, [4] = "
      "{\"C\"},};\n"
      "int first = 1, *second = &first;\n");
  EXPECT_EQ(plain.Globals(),
            "row::name row::value rows=(list (list \"A\" 1) (list (at name \"B\") (at value 2))"
            " (at (list \"C\") 4)) first=1 second=(& first)");
  ParsedC classes(
      "struct Options { int depth = 3; std::string mode{\"plain\"}; };\n"
      "int Options::count = 5;\nstd::string table[] = {\"A\", \"B\"};\n");
  EXPECT_EQ(classes.Globals(),
            "Options::depth=3 Options::mode=(list \"plain\") Options::count=5"
            " table=(list \"A\" \"B\")");
}

TEST(MachineC, BranchesOfAnIfAreBesideEachOther) {
  EXPECT_EQ(
      Functions("int f() {\n#ifdef A\n  g(1);\n#elif defined(B)\n  g(2);\n#else\n  g(3);\n#endif\n"
                "  return 0;\n}\n"),
      "f() (block (either (block (call g 1)) (block (call g 2)) (block (call g 3))) (return 0))");
  // Where a branch is no statement, the one that reads the environment stays.
  EXPECT_EQ(Functions("int f() {\n#ifdef A\n  if (x) {\n#else\n  if (getenv(\"N\")) {\n#endif\n"
                      "    g();\n  }\n}\n"),
            "f() (block (if (call getenv \"N\") (block (call g)) -))");
  EXPECT_EQ(
      Functions(
          "const char* f() {\n  return\n#ifdef A\n    \"a\"\n#else\n    \"b\"\n#endif\n  ;\n}\n"),
      "f() (block (return (call __either \"a\" \"b\")))");
}

TEST(MachineC, TemplatesAndLambdasAreFunctions) {
  EXPECT_EQ(
      Functions("template <class T, int N>\nT get(const char* name, const std::map<T, int>& m) {\n"
                "  return convert<T>(getenv(name));\n}\n"),
      "get(name,m) (block (return (call convert (call getenv name))))");
  EXPECT_EQ(
      Functions(
          "void f() { auto read = [&](const char* n) { return getenv(n); }; read(\"A\"); }\n"),
      "f() (block (declare (var read (lambda (block (return (call getenv n)))))) (call read "
      "\"A\"))");
}

TEST(MachineC, NamesComeFromHeadersAndTheirMacros) {
  ParsedC unit(CFiles{{"main.c", "#include \"names.h\"\nint f() { return READ(LEVEL); }\n"},
                      {"names.h", "#pragma once\n#define READ(n) get(\"APP_\" #n)\n"}});
  EXPECT_EQ(unit.Functions(), "f() (block (return (call get \"APP_LEVEL\")))");
}

TEST(MachineC, WhatIsBrokenCostsNothingBehindIt) {
  EXPECT_EQ(Functions("int @ ) ; } }\nint f() { return 1; }\n"), "f() (block (return 1))");
  EXPECT_EQ(Functions("int f() { x = (a + ; return 1; }\nint g() { return 2; }\n"),
            "f() (block (= x (+ a unknown)) (return 1))\ng() (block (return 2))");
  EXPECT_EQ(Functions("int g() { return 2; }\nint f() { if (\n"), "g() (block (return 2))");
  EXPECT_EQ(ParsedC("enum { A, B = , C };\nstruct { int = 3; };\nint last = 7;\n").Globals(),
            "last=7");
}

TEST(MachineC, WhatIsTooDeepIsPassedOver) {
  constexpr size_t kDeep = 5000;
  std::string open;
  std::string close;
  for (size_t i = 0; i < kDeep; ++i) {
    open += "(";
    close += ")";
  }
  ParsedC unit("int f() { return " + open + "1" + close + "; }\nint g() { return 2; }\n");
  const std::string functions = unit.Functions();
  EXPECT_EQ(functions.substr(functions.find('\n') + 1), "g() (block (return 2))");
  std::string blocks;
  for (size_t i = 0; i < kDeep; ++i) blocks += "{";
  ParsedC nested("int f() " + blocks + std::string(kDeep, '}') + "\nint g() { return 2; }\n");
  EXPECT_NE(nested.Functions().find("g() (block (return 2))"), std::string::npos);
  EXPECT_GT(nested.unit().skipped(), 0U);
}

TEST(MachineC, AnElseIfIsNoDeeperThanTheOneBefore) {
  constexpr size_t kMany = 5000;
  std::string chain;
  for (size_t i = 0; i < kMany; ++i) chain += "if (a == " + std::to_string(i) + ") f(); else ";
  ParsedC unit("int g(int a) { " + chain + "h(); return 1; }\n");
  const std::string functions = unit.Functions();
  EXPECT_NE(functions.find("(if (== a 4999) (call f) (call h)"), std::string::npos);
  EXPECT_EQ(functions.substr(functions.size() - 12), " (return 1))");
  EXPECT_EQ(unit.unit().skipped(), 0U);
}

TEST(MachineC, WhatIsCutOffIsCounted) {
  std::string sum = "1";
  for (size_t i = 0; i < 400; ++i) sum = "f(" + sum + ")";
  ParsedC deep("int g() { return " + sum + "; }\n");
  deep.Functions();
  EXPECT_GT(deep.unit().skipped(), 0U);
  std::string list = "1";
  for (size_t i = 0; i < 400; ++i) list = "{" + list + "}";
  ParsedC lists("int a[] = " + list + ";\n");
  lists.Globals();
  EXPECT_GT(lists.unit().skipped(), 0U);
  std::string spaces;
  for (size_t i = 0; i < 400; ++i) spaces += "namespace a {\n";
  EXPECT_GT(ParsedC(spaces + "int b;\n" + std::string(400, '}')).unit().skipped(), 0U);
  // Good: a long sum is not deep.
  std::string wide = "1";
  for (size_t i = 0; i < 4000; ++i) wide += " + 1";
  ParsedC flat("int g() { return " + wide + "; }\n");
  flat.Functions();
  EXPECT_EQ(flat.unit().skipped(), 0U);
}

}  // namespace
}  // namespace flagcensus
