// The preprocessor held to the examples of the C standard (ISO/IEC 9899:2011, 6.10.3.5, and 2024,
// 6.10.5.2), to what its alternatives and places promise, and to its limits.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/c/preprocessor/evaluate.h"
#include "analyzer/c/preprocessor/preprocess.h"

namespace flagcensus {
namespace {

using TextsByPath = std::vector<std::pair<std::string, std::string>>;

PpSources SourcesOf(const TextsByPath& files) {
  return {[&files](int file) { return std::optional(files[static_cast<size_t>(file)].second); },
          [&files](const std::string& name, int) {
            for (size_t i = 0; i < files.size(); ++i) {
              if (files[i].first == name) return static_cast<int>(i);
            }
            return -1;
          }};
}

// Each token's spelling behind a blank, which makes spacing no matter.
std::string Spelled(const PpTokens& tokens) {
  std::string out;
  for (const PpToken& token : tokens) out += (out.empty() ? "" : " ") + std::string(token.text);
  return out;
}

std::string Lexed(const std::string& text) {
  const auto file = LexPp(text, 0, true);
  return Spelled(file->tokens);
}

// The first file as a compiler sees it, each text's tokens expanded.
std::string Closed(const TextsByPath& files) {
  PpSources sources = SourcesOf(files);
  PpOptions options;
  options.closed = true;
  Preprocessor preprocessor(&sources, options);
  std::string out;
  preprocessor.Run(0, [&](const Preprocessor::Text& text) {
    bool cut = false;
    const auto made = ExpandAll(text.tokens, text.environment, text.condition, 1, {},
                                preprocessor.spellings(), &cut);
    EXPECT_FALSE(cut);
    out += (out.empty() ? "" : " ") + Spelled(made.at(0).tokens);
  });
  return out;
}

std::string Closed(const std::string& text) { return Closed(TextsByPath{{"main.c", text}}); }

// What the name stands for at the end of the first file: one expansion for each alternative.
std::vector<std::string> Open(const TextsByPath& files, const std::string& use) {
  TextsByPath all = files;
  all[0].second += "\n" + use + "\n";
  PpSources sources = SourcesOf(all);
  Preprocessor preprocessor(&sources, {});
  std::vector<std::string> out;
  preprocessor.Run(0, [&](const Preprocessor::Text& text) {
    bool cut = false;
    out.clear();
    for (const PpExpansion& one : ExpandAll(text.tokens, text.environment, text.condition, 24, {},
                                            preprocessor.spellings(), &cut)) {
      const std::string condition = preprocessor.atoms().Text(one.condition);
      out.push_back(Spelled(one.tokens) + (condition.empty() ? "" : " | " + condition));
    }
  });
  return out;
}

using Texts = std::vector<std::string>;

TEST(PpStandard, ArgumentsAreEvaluatedTwice) {  // example 2
  EXPECT_EQ(Closed("#define max(a, b) ((a) > (b) ? (a) : (b))\nmax(x++, y)\n"),
            "( ( x ++ ) > ( y ) ? ( x ++ ) : ( y ) )");
}

TEST(PpStandard, Rescanning) {  // example 3
  const std::string macros =
      "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n"
      "#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n"
      "#define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n";
  EXPECT_EQ(Closed(macros + "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);"),
            Lexed("f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);"));
  EXPECT_EQ(Closed(macros + "g(x+(3,4)-w) | h 5) & m\n(f)^m(m);"),
            Lexed("f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);"));
  EXPECT_EQ(Closed(macros + "p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };"),
            Lexed("int i[] = { 1, 23, 4, 5, };"));
  EXPECT_EQ(Closed(macros + "char c[2][6] = { str(hello), str() };"),
            Lexed("char c[2][6] = { \"hello\", \"\" };"));
}

TEST(PpStandard, Stringizing) {  // example 4
  const std::string macros =
      "#define str(s) # s\n#define xstr(s) str(s)\n"
      "#define debug(s, t) printf(\"x\" # s \"= %d, x\" # t \"= %s\", \\\n x ## s, x ## t)\n"
      "#define INCFILE(n) vers ## n\n#define glue(a, b) a ## b\n#define xglue(a, b) glue(a, b)\n"
      "#define HIGHLOW \"hello\"\n#define LOW LOW \", world\"\n";
  EXPECT_EQ(Closed(macros + "debug(1, 2);"),
            Lexed("printf(\"x\" \"1\" \"= %d, x\" \"2\" \"= %s\", x1, x2);"));
  EXPECT_EQ(Closed(macros + "fputs(str(strncmp(\"abc\\0d\", \"abc\", '\\4') // this\n== 0) "
                            "str(: @\\n), s);"),
            Lexed("fputs(\"strncmp(\\\"abc\\\\0d\\\", \\\"abc\\\", '\\\\4') == 0\" \": @\\n\", "
                  "s);"));
  EXPECT_EQ(Closed(macros + "xstr(INCFILE(2).h) glue(HIGH, LOW); xglue(HIGH, LOW)"),
            Lexed("\"vers2.h\" \"hello\"; \"hello\" \", world\""));
}

TEST(PpStandard, Placemarkers) {  // example 5
  EXPECT_EQ(Closed("#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), "
                   "t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };"),
            Lexed("int j[] = { 123, 45, 67, 89, 10, 11, 12, };"));
}

TEST(PpStandard, SameDefinitions) {  // example 6
  const auto same = [](const std::string& a, const std::string& b) {
    const auto x = LexPp(a, 0, true);
    const auto y = LexPp(b, 0, true);
    return SamePpMacro(*ReadPpMacro(x->tokens, 0, x->tokens.size()),
                       *ReadPpMacro(y->tokens, 0, y->tokens.size()));
  };
  EXPECT_TRUE(same("OBJ_LIKE (1-1)", "OBJ_LIKE /* white */ (1-1) /* space */"));
  EXPECT_TRUE(same("FUNC_LIKE(a) ( a )", "FUNC_LIKE( a )( /* the */ \\\n a /* other */ \\\n )"));
  EXPECT_FALSE(same("OBJ_LIKE (1-1)", "OBJ_LIKE (0)"));
  EXPECT_FALSE(same("OBJ_LIKE (1-1)", "OBJ_LIKE (1 - 1)"));
  EXPECT_FALSE(same("FUNC_LIKE(a) ( a )", "FUNC_LIKE(b) ( b )"));
}

TEST(PpStandard, VariableArguments) {  // example 7, and those of __VA_OPT__
  const std::string macros =
      "#define debug(...) fprintf(stderr, __VA_ARGS__)\n#define showlist(...) puts(#__VA_ARGS__)\n"
      "#define report(test, ...) ((test)?puts(#test):\\\n printf(__VA_ARGS__))\n";
  EXPECT_EQ(Closed(macros + "debug(\"Flag\"); debug(\"X = %d\\n\", x);\n"
                            "showlist(The first, second, and third items.);\n"
                            "report(x>y, \"x is %d but y is %d\", x, y);"),
            Lexed("fprintf(stderr, \"Flag\"); fprintf(stderr, \"X = %d\\n\", x);"
                  "puts(\"The first, second, and third items.\");"
                  "((x>y)?puts(\"x>y\"): printf(\"x is %d but y is %d\", x, y));"));
  const std::string optional =
      "#define F(...) f(0 __VA_OPT__(,) __VA_ARGS__)\n"
      "#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)\n"
      "#define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })\n#define EMP\n"
      "#define H3(X, ...) #__VA_OPT__(X##X X##X)\n#define H5A(...) __VA_OPT__()/**/__VA_OPT__()\n"
      "#define H5B(X) a ## X ## b\n#define H5C(X) H5B(X)\n";
  EXPECT_EQ(Closed(optional + "F(a, b, c) F() F(EMP) G(a, b, c) G(a, ) G(a)\n"
                              "SDEF(foo); SDEF(bar, 1, 2); H3(, 0) H5C(H5A())"),
            Lexed("f(0, a, b, c) f(0) f(0) f(0, a, b, c) f(0, a) f(0, a)"
                  "S foo; S bar = { 1, 2 }; \"\" ab"));
}

TEST(PpStandard, GnuVariableArguments) {
  EXPECT_EQ(Closed("#define E(f, args...) p(f, ## args)\n#define D(f, ...) p(f, ##__VA_ARGS__)\n"
                   "E(a) E(a, b, c) D(a) D(a, b)"),
            Lexed("p(a) p(a, b, c) p(a) p(a, b)"));
}

TEST(PpLexer, PhasesKeepPlaces) {
  const auto file =
      LexPp("ab\\\nc /* \n */ \"x\\\ny\" @\"s\" R\"(a\\\n\")\" u8'c' 1'000e+5 <::b\n", 7, true);
  const PpTokens& t = file->tokens;
  EXPECT_EQ(Spelled(t), "abc \"xy\" @ \"s\" R\"(a\\\n\")\" u8'c' 1'000e+5 < :: b");
  EXPECT_EQ(t[0].spelt, (PpPlace{7, 1, 1}));
  EXPECT_EQ(t[1].spelt, (PpPlace{7, 3, 5}));
  EXPECT_EQ(t[2].spelt, (PpPlace{7, 4, 4}));
  EXPECT_EQ(t[4].spelt, (PpPlace{7, 4, 9}));
  EXPECT_EQ(t[5].spelt, (PpPlace{7, 5, 5}));
  EXPECT_TRUE(t[1].space);
  EXPECT_FALSE(t[3].space);
}

TEST(PpLexer, LongestPunctuators) {
  EXPECT_EQ(Lexed("a<<=b<=>c->*d->e...f..g"), "a <<= b <=> c ->* d -> e ... f . . g");
  EXPECT_EQ(Lexed("x%:%:%:%<:::>=@`"), "x %:%: %: % <: :: >= @ `");
  EXPECT_EQ(Lexed("v<::T> v<:::> v<::>"), "v < :: T > v <: :: > v <: :>");
  EXPECT_EQ(Lexed("+++=-|.*^%"), "++ += - | .* ^ %");
}

TEST(PpLexer, UnclosedEndsWithItsLine) {
  EXPECT_EQ(Lexed("a \"b c\nd 'e\nf"), "a \"b c d 'e f");
  EXPECT_EQ(Lexed("a /* b\nc"), "a");
  EXPECT_EQ(Lexed("x R\"(never"), "x R\"(never");
  EXPECT_EQ(Lexed("x R\"morethansixteenletters(a)\" y").substr(0, 3), "x R");
}

TEST(PpPlaces, UseAndItem) {
  const TextsByPath files = {{"main.c",
                              "#define READ(n) getenv(#n)\n#define LIST(F) \\\n  F(A) \\\n  F(B)\n"
                              "LIST(READ)\n  READ(C)\n#include \"list.def\"\n"},
                             {"list.def", "READ(D)\n"}};
  PpSources sources = SourcesOf(files);
  Preprocessor preprocessor(&sources, {});
  std::map<std::string, PpPlace> used;
  std::map<std::string, PpPlace> spelt;
  preprocessor.Run(0, [&](const Preprocessor::Text& text) {
    bool cut = false;
    const auto made = ExpandAll(text.tokens, text.environment, text.condition, 1, {},
                                preprocessor.spellings(), &cut);
    for (size_t i = 2; i < made[0].tokens.size(); ++i) {
      const PpTokens& t = made[0].tokens;
      if (t[i].kind != PpToken::Kind::kString) continue;
      used[std::string(t[i].text)] = t[i - 2].used;
      spelt[std::string(t[i].text)] = t[i - 2].spelt;
    }
  });
  EXPECT_EQ(used["\"A\""], (PpPlace{0, 3, 3}));
  EXPECT_EQ(used["\"B\""], (PpPlace{0, 4, 3}));
  EXPECT_EQ(used["\"C\""], (PpPlace{0, 6, 3}));
  EXPECT_EQ(used["\"D\""], (PpPlace{1, 1, 1}));
  for (const auto& [name, place] : spelt) EXPECT_EQ(place, (PpPlace{0, 1, 17})) << name;
}

TEST(PpAlternatives, BothBranchesAreKept) {
  EXPECT_EQ(Open({{"a.c", "#ifdef W\n#define E(n) Get(n)\n#else\n#define E(n) getenv(n)\n#endif"}},
                 "E(x)"),
            (Texts{"Get ( x ) | defined(W)", "getenv ( x ) | !defined(W)"}));
  // The same #if twice is chosen once.
  EXPECT_EQ(Open({{"a.c",
                   "#if W > 1 && V\n#define A 1\n#define B 1\n#else\n#define A 2\n#endif\n"
                   "#if W > 1 && V\n#else\n#define B 2\n#endif\n"}},
                 "A B")
                .size(),
            2U);
}

TEST(PpAlternatives, WhatIsDecidedHasOne) {
  EXPECT_EQ(
      Open({{"a.c", "#if 0\n#define A 1\n#elif 1\n#define A 2\n#else\n#define A 3\n#endif"}}, "A"),
      Texts{"2"});
  EXPECT_EQ(Open({{"a.c", "#define A 1\n#ifndef A\n#define A 2\n#endif"}}, "A"), Texts{"1"});
  EXPECT_EQ(Open({{"a.c", "#define V 3\n#if V * 2 >= 6\n#define A yes\n#endif"}}, "A"),
            Texts{"yes"});
  EXPECT_EQ(Open({{"a.c",
                   "#define A 1\n#undef A\n#ifdef A\n#define B 1\n#else\n#define B 2\n"
                   "#endif"}},
                 "A B"),
            Texts{"A 2"});
}

TEST(PpAlternatives, WhatMayBeUndefinedStaysAName) {
  EXPECT_EQ(Open({{"a.c", "#ifdef X\n#define A 1\n#endif"}}, "A"),
            (Texts{"A | !defined(X)", "1 | defined(X)"}));
  EXPECT_EQ(Open({{"a.c", "#ifndef A\n#define A 1\n#endif"}}, "A"),
            (Texts{"A | defined(A)", "1 | !defined(A)"}));
}

TEST(PpAlternatives, BranchesAroundExcludeSome) {
  EXPECT_EQ(Open({{"a.c", "#ifdef X\n#define A 1\n#else\n#define A 2\n#endif\n#ifdef X"}}, "A"),
            Texts{"1"});
}

TEST(PpIncludes, GuardedOnceListsAgain) {
  EXPECT_EQ(Closed({{"a.c",
                     "#include \"g.h\"\n#include \"g.h\"\n#define X(a) a;\n"
                     "#include <l.def>\n#undef X\n#define X(a) #a\n#include \"l.def\"\n"},
                    {"g.h", "#ifndef G\n#define G\nint g;\n#endif\n"},
                    {"l.def", "X(one)\n"}}),
            "int g ; one ; \"one\"");
}

TEST(PpIncludes, HeadersAroundOthersOfTheirName) {
  // One that is not in the tree: another's, not itself again.
  const std::string around = "before\n#include_next <stdio.h>\n#include <stdio.h>\nbehind\n";
  EXPECT_EQ(Closed(TextsByPath{{"main.c", "#include <stdio.h>\n"}, {"stdio.h", around}}),
            "before behind");
  // good: in quotes it is itself, as long as it says so
  EXPECT_EQ(Closed(TextsByPath{{"main.c", "#include \"a.h\"\n"},
                               {"a.h", "a\n#ifndef N\n#define N\n#include \"a.h\"\n#endif\n"}}),
            "a a");
}

TEST(PpIncludes, ImportsAreMadeOnce) {
  const std::pair<std::string, std::string> header = {"a.h", "a\n"};
  EXPECT_EQ(Closed(TextsByPath{{"main.m", "#import \"a.h\"\n#import \"a.h\"\n"}, header}), "a");
  EXPECT_EQ(Closed(TextsByPath{{"main.m", "#include \"a.h\"\n#include \"a.h\"\n"}, header}),
            "a a");  // good
}

TEST(PpIncludes, ByAMacroAndAskedFor) {
  EXPECT_EQ(Closed({{"a.c",
                     "#define H \"b.h\"\n#include H\n#if __has_include(\"b.h\") && "
                     "!__has_include(<none.h>)\nyes\n#endif\n"},
                    {"b.h", "b\n"}}),
            "b yes");
}

TEST(PpCondition, ThreeValues) {
  const auto value = [](const std::string& text, bool closed) {
    const auto file = LexPp(text, 0, true);
    return EvaluatePpCondition(file->tokens, closed);
  };
  EXPECT_EQ(value("1 + 2 * 3 == 7 ? 0x10 : 0", true), 16);
  EXPECT_EQ(value("(1 << 3 | 1) - 010", true), 1);
  EXPECT_EQ(value("'a' == 97 && !defined_not", true), 1);
  EXPECT_EQ(value("x && 0", false), 0);
  EXPECT_EQ(value("x || 1", false), 1);
  EXPECT_EQ(value("x && 1", false), std::nullopt);
  EXPECT_EQ(value("__has_feature(y) || 1", false), 1);
  EXPECT_EQ(value("-1 > 0u", true), 1);
  EXPECT_EQ(value("0ULL | 0", true), 0);
  EXPECT_EQ(value("1 / 0", true), std::nullopt);
  EXPECT_EQ(value("-9223372036854775807 - 1", true), INT64_MIN);
  EXPECT_EQ(value("1 +", true), std::nullopt);
  EXPECT_EQ(value("(1", true), std::nullopt);
  EXPECT_EQ(value(std::string(100'000, '('), true), std::nullopt);
}

TEST(PpLimits, LaddersAreCut) {
  std::string text = "#define M0 x x\n";
  for (int i = 1; i < 60; ++i) {
    const std::string below = " M" + std::to_string(i - 1);
    text += "#define M" + std::to_string(i) + below + below + "\n";
  }
  const TextsByPath files = {{"a.c", text + "M59\n"}};
  PpSources sources = SourcesOf(files);
  Preprocessor preprocessor(&sources, {});
  bool cut = false;
  size_t tokens = 0;
  preprocessor.Run(0, [&](const Preprocessor::Text& run) {
    for (const PpExpansion& one : ExpandAll(run.tokens, run.environment, run.condition, 4, {},
                                            preprocessor.spellings(), &cut)) {
      tokens += one.tokens.size();
    }
  });
  EXPECT_TRUE(cut);
  EXPECT_LE(tokens, 2 * PpLimits().tokens);
}

TEST(PpLimits, IncludesInCirclesEnd) {
  const TextsByPath files = {{"a.c", "#include \"a.c\"\n#include \"b.h\"\nx\n"},
                             {"b.h", "#include \"b.h\"\n#include \"a.c\"\n"}};
  PpSources sources = SourcesOf(files);
  Preprocessor preprocessor(&sources, {});
  EXPECT_TRUE(preprocessor.Run(0, [](const Preprocessor::Text&) {}));
  EXPECT_GT(preprocessor.cut(), 0U);
}

TEST(PpLimits, DeepAndManyDirectives) {
  std::string deep;
  for (int i = 0; i < 20'000; ++i) deep += "#ifdef A" + std::to_string(i) + "\n";
  std::string many;
  for (int i = 0; i < 2'000; ++i) {
    many += "#ifdef A" + std::to_string(i) + "\n#define M " + std::to_string(i) + "\n#endif\n";
  }
  for (const std::string& text : {deep + "x\n", many + "M\n"}) {
    const TextsByPath files = {{"a.c", text}};
    PpSources sources = SourcesOf(files);
    Preprocessor preprocessor(&sources, {});
    EXPECT_TRUE(preprocessor.Run(0, [](const Preprocessor::Text&) {}));
    EXPECT_GT(preprocessor.cut(), 0U);
  }
}

}  // namespace
}  // namespace flagcensus
