// The parser of C and C++ behind the abstract machine: what it makes of expanded tokens.
#include <gtest/gtest.h>

#include "analyzer/machine/c/syntax.h"

namespace flagcensus {
namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

// The first of the files, expanded and parsed; keeps what it consists of.
class Parsed {
 public:
  explicit Parsed(const Files& files)
      : sources_([&](int file) { return std::optional(files[static_cast<size_t>(file)].second); },
                 [&](const std::string& name, int) {
                   for (size_t i = 0; i < files.size(); ++i) {
                     if (files[i].first == name) return static_cast<int>(i);
                   }
                   return -1;
                 }),
        unit_(0, 0, ExpandUnit(0, &sources_, {"getenv"}, false), symbols_) {}
  explicit Parsed(const std::string& text) : Parsed(Files(1, {"main.cc", text})) {}

  // "name(formal,formal) body" of each function that has a name, a line each.
  std::string Functions() {
    std::string out;
    for (size_t i = 0; i < unit_.routines().size(); ++i) {
      CRoutine* one = unit_.routines()[i].get();
      if (one->name == 0) continue;
      std::string formals;
      for (const CFormal& formal : one->formals)
        formals += (formals.empty() ? "" : ",") + Text(formal.name);
      const std::string owner = one->class_name == 0 ? "" : Text(one->class_name) + "::";
      out += (out.empty() ? "" : "\n") + owner + Text(one->name) + "(" + formals + ") " +
             Shown(unit_.Body(one));
    }
    return out;
  }

  // "name=initialiser" of each variable at the level of a file or class.
  std::string Globals() {
    std::string out;
    for (const CGlobal& one : unit_.globals()) {
      const std::string owner = one.class_name == 0 ? "" : Text(one.class_name) + "::";
      out += (out.empty() ? "" : " ") + owner + Text(one.name);
      if (!one.initial.empty()) out += "=" + Shown(unit_.Initial(one.initial));
    }
    return out;
  }

  CUnit& unit() { return unit_; }

 private:
  std::string Text(Symbol symbol) { return symbols_.TextOf(symbol); }
  static std::string WordOf(CNodeKind kind);
  std::string Shown(CNodeId id);

  SymbolTable symbols_;
  PpSources sources_;
  CUnit unit_;
};

std::string Parsed::WordOf(CNodeKind kind) {
  switch (kind) {
    case CNodeKind::kCall:
      return "call";
    case CNodeKind::kMember:
      return "member";
    case CNodeKind::kIndex:
      return "index";
    case CNodeKind::kConditional:
      return "?";
    case CNodeKind::kCast:
      return "cast";
    case CNodeKind::kList:
      return "list";
    case CNodeKind::kDesignated:
      return "at";
    case CNodeKind::kLambda:
      return "lambda";
    case CNodeKind::kConstruct:
      return "make";
    case CNodeKind::kComma:
      return ",";
    case CNodeKind::kBlock:
      return "block";
    case CNodeKind::kDeclare:
      return "declare";
    case CNodeKind::kVariable:
      return "var";
    case CNodeKind::kIf:
      return "if";
    case CNodeKind::kLoop:
      return "loop";
    case CNodeKind::kRangeFor:
      return "each";
    case CNodeKind::kSwitch:
      return "switch";
    case CNodeKind::kCase:
      return "case";
    case CNodeKind::kReturn:
      return "return";
    case CNodeKind::kBreak:
      return "break";
    case CNodeKind::kContinue:
      return "continue";
    case CNodeKind::kGoto:
      return "goto";
    case CNodeKind::kLabel:
      return "label";
    case CNodeKind::kThrow:
      return "throw";
    case CNodeKind::kTry:
      return "try";
    case CNodeKind::kEither:
      return "either";
    default:
      return "";
  }
}

// (if (> a 1) (return b) -): a node's word or operator, its text, its parts; - for none.
std::string Parsed::Shown(CNodeId id) {
  if (id == kNoCNode) return "-";
  const CNode node = unit_.node(id);
  switch (node.kind) {
    case CNodeKind::kUnknown:
      return "unknown";
    case CNodeKind::kNull:
      return "null";
    case CNodeKind::kThis:
      return "this";
    case CNodeKind::kName:
      return Text(node.text);
    case CNodeKind::kText:
      return "\"" + Text(node.text) + "\"";
    case CNodeKind::kCharacter:
      return "'" + std::string(1, static_cast<char>(node.number)) + "'";
    case CNodeKind::kNumber:
      return node.text != 0 ? Text(node.text) : std::to_string(node.number);
    case CNodeKind::kExpression:
      return Shown(node.parts[0]);
    default:
      break;
  }
  std::string out = WordOf(node.kind);
  const bool typed = node.kind == CNodeKind::kCast || node.kind == CNodeKind::kConstruct;
  if (typed) out += ":" + Text(node.type);
  if (node.text != 0) out += (out.empty() ? "" : " ") + Text(node.text);
  if (node.kind == CNodeKind::kLambda) {
    out += " " + Shown(unit_.Body(unit_.routines()[static_cast<size_t>(node.number)].get()));
  }
  for (const CNodeId part : node.parts) out += " " + Shown(part);
  return "(" + out + ")";
}

std::string Functions(const std::string& text) { return Parsed(text).Functions(); }

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
  Parsed plain(
      "struct row { const char* name; int value; };\n"
      "static const struct row rows[] = {{\"A\", 1}, {.name = \"B\", .value = 2}, [4] = "
      "{\"C\"},};\n"
      "int first = 1, *second = &first;\n");
  EXPECT_EQ(plain.Globals(),
            "row::name row::value rows=(list (list \"A\" 1) (list (at name \"B\") (at value 2))"
            " (at (list \"C\") 4)) first=1 second=(& first)");
  Parsed classes(
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
  Parsed unit(Files{{"main.c", "#include \"names.h\"\nint f() { return READ(LEVEL); }\n"},
                    {"names.h", "#pragma once\n#define READ(n) get(\"APP_\" #n)\n"}});
  EXPECT_EQ(unit.Functions(), "f() (block (return (call get \"APP_LEVEL\")))");
}

TEST(MachineC, WhatIsBrokenCostsNothingBehindIt) {
  EXPECT_EQ(Functions("int @ ) ; } }\nint f() { return 1; }\n"), "f() (block (return 1))");
  EXPECT_EQ(Functions("int f() { x = (a + ; return 1; }\nint g() { return 2; }\n"),
            "f() (block (= x (+ a unknown)) (return 1))\ng() (block (return 2))");
  EXPECT_EQ(Functions("int g() { return 2; }\nint f() { if (\n"), "g() (block (return 2))");
  EXPECT_EQ(Parsed("enum { A, B = , C };\nstruct { int = 3; };\nint last = 7;\n").Globals(),
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
  Parsed unit("int f() { return " + open + "1" + close + "; }\nint g() { return 2; }\n");
  const std::string functions = unit.Functions();
  EXPECT_EQ(functions.substr(functions.find('\n') + 1), "g() (block (return 2))");
  std::string blocks;
  for (size_t i = 0; i < kDeep; ++i) blocks += "{";
  Parsed nested("int f() " + blocks + std::string(kDeep, '}') + "\nint g() { return 2; }\n");
  EXPECT_NE(nested.Functions().find("g() (block (return 2))"), std::string::npos);
  EXPECT_GT(nested.unit().skipped(), 0U);
}

}  // namespace
}  // namespace flagcensus
