// C and C++ below the census: tokens in every branch, folding, and sources made to hurt.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "analyzer/c/syntax.h"
#include "analyzer/c/tokens.h"
#include "analyzer/link/census.h"
#include "analyzer/project/walk_tree.h"
#include "analyzer/tree/tree.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

std::vector<std::string> TextsOf(std::string_view text) {
  std::vector<std::string> out;
  for (const CToken& token : TokenizeC(text).tokens) {
    if (token.kind != CToken::Kind::kEnd) out.push_back(token.text);
  }
  return out;
}

TEST(CTokens, StringsAreDecoded) {
  const std::string_view kinds =
      "a \"b\\x41\\n\" L\"w\" R\"x(raw \")\" )x\" 'c' /* \"no\" */ // \"no";
  EXPECT_EQ(TextsOf(kinds), (std::vector<std::string>{"a", "bA\n", "w", "raw \")\" ", "c"}));
  EXPECT_EQ(TextsOf("a\\\nb \"x\\\ny\" 1'000 0x1fU 1.5e-3f a->b::c"),
            (std::vector<std::string>{"ab", "xy", "1000", "0x1fU", "1.5e-3f", "a", "->", "b",
                                      "::", "c"}));
}

TEST(CTokens, ConditionsSayWhatAllBranchesAroundSay) {
  const CTokens tokens = TokenizeC(
      "#ifndef GUARD\n#define GUARD\na\n#ifdef X\nb\n#if Y > 1 // why\nc\n#else\nd\n#endif\n#elif "
      "Z\n"
      "e\n#else\nf\n#endif\ng\n#endif\n");
  std::vector<std::string> seen;
  for (const CToken& token : tokens.tokens) {
    if (token.kind != CToken::Kind::kName) continue;
    seen.push_back(
        token.text + ":" +
        (token.condition < 0 ? "" : tokens.conditions[static_cast<size_t>(token.condition)]));
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"a:", "b:defined(X)", "c:defined(X) && Y > 1",
                                            "d:defined(X) && !(Y > 1)", "e:!defined(X) && Z",
                                            "f:!defined(X) && !(Z)", "g:"}));
}

TEST(CTokens, MacrosKeepParametersAndBody) {
  const CTokens tokens = TokenizeC("#define F(a, b...) g(#a, \\\n  b) /* c */ + 1\n#define E\nx");
  ASSERT_EQ(tokens.macros.size(), 2u);
  EXPECT_EQ(tokens.macros[0].parameters, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(tokens.macros[0].body.size(), 9u);
  EXPECT_FALSE(tokens.macros[1].function);
  ASSERT_EQ(tokens.tokens.size(), 1 + kCTokenPadding);
  EXPECT_EQ(tokens.tokens[0].line, 4u);
}

TEST(FoldIntegers, FoldsWhatIsConstantAndNothingElse) {
  const auto fold = [](std::string_view text) {
    const CTokens tokens = TokenizeC(text);
    return FoldIntegers(tokens.tokens, 0, tokens.tokens.size() - kCTokenPadding).value_or("-");
  };
  EXPECT_EQ(fold("128 * 1024"), "131072");
  EXPECT_EQ(fold("(1 << 20) - 1"), "1048575");
  EXPECT_EQ(fold("2 + 3 * 4"), "14");
  EXPECT_EQ(fold("0x10 + 010"), "24");
  EXPECT_EQ(fold("1 / 0"), "-");
  EXPECT_EQ(fold("a * 2"), "-");
  EXPECT_EQ(fold("9223372036854775807 + 1"), "-");
  EXPECT_EQ(fold("1 << 63"), "-");
  EXPECT_EQ(fold("1.5 * 2"), "-");
  EXPECT_EQ(fold("(1 + 2"), "-");
}

struct HostileC {
  const char* what;
  std::string (*make)();
  friend void PrintTo(const HostileC& one, std::ostream* out) { *out << one.what; }
};

class CHostile : public testing::TestWithParam<HostileC> {};

bool FindsPlain(const ScratchFolder& folder) {
  WalkOptions options;
  options.root = folder.path();
  const Census census = CollectAccesses(WalkTree({folder.path()}, options), {});
  return std::any_of(census.accesses.begin(), census.accesses.end(),
                     [](const Access& access) { return access.name == "C_PLAIN"; });
}

TEST_P(CHostile, ThePlainAccessIsFound) {
  const ScratchFolder folder;
  folder.Write("app.cc", GetParam().make());
  folder.Write("plain.cc", "const char* plain() { return getenv(\"C_PLAIN\"); }\n");
  EXPECT_TRUE(FindsPlain(folder));
}

const HostileC kHostileC[] = {
    {"parentheses", [] { return "void f() { getenv" + Repeat("(", 50000); }},
    {"closed parentheses",
     [] {
       return "void f() { getenv(" + Repeat("(", 3000) + "\"A\"" + Repeat(")", 3000) + "); }";
     }},
    {"braces", [] { return Repeat("{", 50000) + "getenv(\"A\")"; }},
    {"calls", [] { return "void f() { " + Repeat("getenv(", 3000) + Repeat(")", 3000) + "; }"; }},
    {"conditions", [] { return Repeat("#if A\n", 5000) + "int x = getenv(\"A\");\n"; }},
    {"branches", [] { return "#if A\n" + Repeat("#elif B\nint x = getenv(\"A\");\n", 3000); }},
    {"a macro of itself",
     [] { return std::string("#define F(x) F(x) getenv(x)\nint y = F(\"A\");\n"); }},
    {"macros of each other",
     [] {
       return std::string("#define F(x) G(x)\n#define G(x) F(x) getenv(x)\nint y = F(\"A\");\n");
     }},
    {"a fan of macros",
     [] {
       std::string out = "#define F0(x) getenv(x)\n";
       for (int i = 1; i < 40; ++i) {
         const std::string before = "F" + std::to_string(i - 1);
         out += "#define F" + std::to_string(i) + "(x) " + before + "(x \"a\") " + before +
                "(x \"b\")\n";
       }
       return out + "int y = F39(\"A\");\n";
     }},
    {"calls in one function",
     [] {
       return "void f() {\n" +
              Repeat("if (!getenv(\"A\")) { g(); } else setenv(\"A\", \"1\", 1);\n", 20000) + "}\n";
     }},
    {"calls by a pointer",
     [] { return "void f() { auto p = getenv;\n" + Repeat("p(\"A\");\n", 20000) + "}\n"; }},
    {"calls in one list",
     [] { return "const char* x[] = {" + Repeat("getenv(\"A\"), ", 30000) + "};\n"; }},
    {"itself", [] { return std::string("char* f(char* n) { getenv(n); return f(n); }\n"); }},
    {"locals of each other",
     [] {
       return std::string(
           "void f() { char* a = b; char* b = a; getenv(a); char* c = c + c; "
           "getenv(c); }\n");
     }},
    {"buffers of each other",
     [] {
       std::string out = "void f() { char a[9]; char b[9];\n";
       for (int i = 0; i < 60; ++i) {
         out += "snprintf(a, 9, \"%s%s\", b, a); snprintf(b, 9, \"%s%s\", a, b);\n";
       }
       return out + "getenv(a); }\n";
     }},
    {"doubling locals",
     [] {
       std::string out = "void f(char* p) { std::string v0 = p;\n";
       for (int i = 1; i < 60; ++i) {
         const std::string before = "v" + std::to_string(i - 1);
         out += "std::string v" + std::to_string(i) + " = " + before + " + " + before + ";\n";
       }
       return out + "getenv(v59); }\n";
     }},
    {"doubling constants",
     [] {
       std::string out = "#define V0 \"A\"\n";
       for (int i = 1; i < 60; ++i) {
         const std::string before = " V" + std::to_string(i - 1);
         out += "#define V" + std::to_string(i) + before + before + "\n";
       }
       return out + "void f() { getenv(V59); }\n";
     }},
    {"choices",
     [] { return "void f(int a) { getenv(" + Repeat("a ? \"A\" : ", 3000) + "\"B\"); }\n"; }},
    {"an open string", [] { return std::string("void f() { getenv(\"A\n); }\n"); }},
    {"an open comment", [] { return std::string("void f() { getenv(\"A\"); /* \n"); }},
    {"an open raw string", [] { return std::string("auto x = R\"abc( getenv(\"A\")"); }},
    {"a string of megabytes",
     [] { return "void f() { getenv(\"" + std::string(3000000, 'A') + "\"); }\n"; }},
    {"a table of many names",
     [] {
       return "static const char* kNames[] = {" + Repeat("\"A_B\", ", 300000) +
              "};\nvoid f() { for (auto n : kNames) getenv(n); }\n";
     }},
    {"angles", [] { return "void f() { getenv" + Repeat("<", 20000) + "int>(\"A\"); }\n"; }},
    {"a backslash at the end", [] { return std::string("void f() { getenv(\"A\\"); }},
};

INSTANTIATE_TEST_SUITE_P(Sources, CHostile, testing::ValuesIn(kHostileC),
                         [](const testing::TestParamInfo<HostileC>& one) {
                           std::string name = one.param.what;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

TEST(CHostileTree, RandomTokensDoNoHarm) {
  const ScratchFolder folder;
  std::mt19937 random(11);
  const std::string pieces[] = {"getenv",
                                "(",
                                ")",
                                "{",
                                "}",
                                "\"A\"",
                                ";",
                                "=",
                                "const char* v",
                                ",",
                                "#if X\n",
                                "\n#else\n",
                                "\n#endif\n",
                                "\n#define F(x) ",
                                "#x",
                                "##",
                                "<",
                                ">",
                                "class C",
                                ":",
                                "::",
                                "?",
                                "return ",
                                "if ",
                                "v",
                                "\\\n",
                                "R\"(",
                                "'",
                                "/*",
                                "*/",
                                "[",
                                "]",
                                "setenv",
                                "environ",
                                "snprintf"};
  for (int i = 0; i < 200; ++i) {
    std::string text;
    for (int n = 0; n < 300; ++n) text += pieces[random() % std::size(pieces)] + " ";
    folder.Write("m" + std::to_string(i) + ".cc", text);
  }
  folder.Write("plain.cc", "const char* plain() { return getenv(\"C_PLAIN\"); }\n");
  EXPECT_TRUE(FindsPlain(folder));
}

}  // namespace
}  // namespace flagcensus
