// Input that meets a bound: nothing is lost without a diagnostic that names the place, what stands
// in a long literal or chain is found, and the grammar never sees what it cannot take.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/c/compiler/clang_census.h"
#include "analyzer/c/tokens.h"
#include "analyzer/link/census.h"
#include "analyzer/project/walk_tree.h"
#include "analyzer/python/tree.h"
#include "analyzer/python/uses.h"
#include "analyzer/tree/tree.h"
#include "tests/census_of.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

std::string Numbered(size_t count, const std::string& before, const std::string& after,
                     const std::string& between) {
  std::string out;
  for (size_t i = 0; i < count; ++i) {
    out += (i > 0 ? between : "") + before + std::to_string(i) + after;
  }
  return out;
}

bool Finds(const Census& census, const std::string& name) {
  return std::any_of(census.accesses.begin(), census.accesses.end(),
                     [&](const Access& access) { return access.name == name; });
}

// "kind file:line" of each diagnostic.
std::vector<std::string> Places(const Census& census) {
  std::vector<std::string> out;
  for (const Diagnostic& one : census.diagnostics) {
    out.push_back(one.kind + " " + one.place.file + ":" + std::to_string(one.place.line));
  }
  return out;
}

// `depth` ifs, one in the other, with a string that stays open in the last.
std::string Indented(size_t depth) {
  std::string out = "import os\nos.getenv('APP_FIRST')\n";
  for (size_t i = 0; i < depth; ++i) out += std::string(i, ' ') + "if x:\n";
  return out + std::string(depth, ' ') + "os.environ.get('APP_DEEP\n";
}

TEST(Limits, IndentsThatTheScannerCannotKeepAreLeftOut) {
  for (const size_t depth : {300, 511, 512}) {
    const Census census = CensusOf("m.py", Indented(depth));
    EXPECT_NE(census.diagnostics.size(), 0u) << depth;
    const PythonTree tree = ParsePythonTree(Indented(depth));
    EXPECT_EQ(tree.unparsed_from.has_value(), depth > 380) << depth;
  }
  EXPECT_EQ(ParsePythonTree(Indented(511)).unparsed_from, 2u + 380u);
  EXPECT_FALSE(FindUses(Indented(511) + "\n'''\n", {"x"}).has_value());
}

TEST(Limits, ContinuationLinesOfEveryIndentAreNoBlocks) {
  std::string text = "import os\nx = (\n";
  for (size_t i = 0; i < 300; ++i) text += std::string(i, ' ') + "1,\n";
  const Census census = CensusOf("m.py", text + ")\nos.getenv('APP_X')\n");
  EXPECT_TRUE(Finds(census, "APP_X"));
  EXPECT_TRUE(census.diagnostics.empty());
}

TEST(Limits, CommentLinesAreNotLookedAtAgainAndAgain) {
  std::string comments;
  for (int i = 0; i < 20000; ++i) comments += "# os.environ X\n";
  const Census census = CensusOf("m.py", "import os\n" + comments + "os.getenv('APP_X')\n");
  EXPECT_TRUE(Finds(census, "APP_X"));
  EXPECT_TRUE(census.diagnostics.empty());
  const auto uses = FindUses("X = 1\n" + comments + "print(X)\n", {"X"});
  ASSERT_TRUE(uses.has_value());
  EXPECT_EQ(uses->size(), 2u);
}

TEST(Limits, CommentsInStringsStayText) {
  std::string text = "import os\nx = '''\n";
  for (int i = 0; i < 100; ++i) text += "# line\n";
  const Census census = CensusOf("m.py", text + "# '''; os.getenv('APP_X')\nos.getenv('APP_Y')\n");
  EXPECT_TRUE(Finds(census, "APP_X"));
  EXPECT_TRUE(Finds(census, "APP_Y"));
}

struct Long {
  const char* what;
  size_t count;
  const char* before;
  const char* head;
  const char* after;
  const char* between;
  const char* tail;
  bool cut;
  friend void PrintTo(const Long& one, std::ostream* out) { *out << one.what; }
};

class LongCode : public testing::TestWithParam<Long> {};

TEST_P(LongCode, EveryAccessInItIsFound) {
  const Long& one = GetParam();
  const Census census =
      CensusOf("m.py", std::string("import os\n") + one.before +
                           Numbered(one.count, one.head, one.after, one.between) + one.tail + "\n");
  size_t named = 0;
  for (const Access& access : census.accesses) named += access.name ? 1 : 0;
  EXPECT_EQ(named, one.count);
  if (one.cut) {
    EXPECT_EQ(Places(census), std::vector<std::string>{"limit m.py:2"});
  } else {
    EXPECT_TRUE(census.diagnostics.empty());
  }
}

const Long kLong[] = {
    {"sum", 500, "x = ", "os.getenv('A", "')", " + ", "", false},
    {"either", 3000, "x = ", "os.getenv('A", "')", " or ", "", false},
    {"both", 3000, "x = ", "os.getenv('A", "')", " and ", "", false},
    {"difference", 500, "x = ", "os.getenv('A", "')", " - ", "", true},
    {"calls", 500, "x = y", ".f(os.getenv('A", "'))", "", "", true},
    {"elements", 500, "x = y", "[os.getenv('A", "')]", "", "", true},
    {"list", 5000, "x = [", "os.getenv('A", "')", ", ", "]", false},
    {"longer list", 5001, "x = [", "os.getenv('A", "')", ", ", "]", true},
    {"dictionary", 5001, "x = {", "1: os.getenv('A", "')", ", ", "}", true},
    {"rows", 5001, "x = [", "(1, os.getenv('A", "'))", ", ", "]", true},
    {"texts", 5001, "x = (", "f'{os.getenv(\"A", "\")}'", " ", ")", true},
    {"arms", 11000, "if y: pass\n", "elif os.getenv('A", "'): pass", "\n", "", false},
};

INSTANTIATE_TEST_SUITE_P(Python, LongCode, testing::ValuesIn(kLong),
                         [](const testing::TestParamInfo<Long>& one) {
                           std::string name = one.param.what;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

TEST(Limits, ATextIsRepeatedUpToFourThousandBytes) {
  const auto kind = [](const std::string& count) {
    return CensusOf("m.py", "import os\nos.getenv('APP_X', 'AB' * " + count + ")\n")
        .accesses.at(0)
        .default_kind;
  };
  EXPECT_EQ(kind("2048"), DefaultKind::kLiteral);
  EXPECT_EQ(kind("2049"), DefaultKind::kDynamic);
}

// "env=" matters beside what starts a process, and "__getitem__" beside an access: alone they are
// in half of all files.
TEST(Limits, FilesWithoutAWordThatMattersAreNotParsed) {
  EXPECT_EQ(CensusOf("m.py", "import os\nos.getenv('APP_X')\n").files_parsed, 1u);
  EXPECT_EQ(CensusOf("m.py", "f(env=1)\n").files_parsed, 0u);
  EXPECT_EQ(CensusOf("m.py", "class A:\n  def __getitem__(self, key): pass\n").files_parsed, 0u);
}

TEST(Limits, WhatIsNestedTooDeepIsTold) {
  std::string text = "import os\nx = ";
  for (int i = 0; i < 300; ++i) text += "[";
  text += "os.getenv('APP_DEEP')";
  for (int i = 0; i < 300; ++i) text += "]";
  const Census census = CensusOf("m.py", text + "\nos.getenv('APP_X')\n");
  EXPECT_TRUE(Finds(census, "APP_X"));
  EXPECT_EQ(Places(census), std::vector<std::string>{"limit m.py:2"});
}

// Wrappers of wrappers, and loops: bounded by what they become, never without a word.
std::string TwiceTheOneBefore(size_t count) {
  std::string text = "import os\ndef wrap_0(n): return os.getenv(n)\n";
  for (size_t i = 1; i < count; ++i) {
    const std::string before = "wrap_" + std::to_string(i - 1);
    text += "def wrap_" + std::to_string(i) + "(n): return " + before + "(n + 'A') or " + before +
            "(n + 'B')\n";
  }
  return text + "wrap_" + std::to_string(count - 1) + "('APP_')\n";
}

TEST(Limits, WrappersThatDoubleAreToldWhereTheyBecomeTooDeep) {
  const Census few = CensusOf("m.py", TwiceTheOneBefore(7));
  EXPECT_TRUE(Finds(few, "APP_ABABAB"));
  EXPECT_TRUE(few.diagnostics.empty());
  for (const size_t count : {12, 200}) {
    const Census many = CensusOf("m.py", TwiceTheOneBefore(count));
    EXPECT_LT(many.accesses.size(), 1000u);
    EXPECT_EQ(Places(many), std::vector<std::string>{"limit m.py:9"});
  }
}

// Functions that call the one before for each of so many names.
std::string Fan(size_t names, size_t depth) {
  std::string text = "import os\ndef wrap_0(n): return os.getenv(n)\n";
  for (size_t i = 1; i < depth; ++i) {
    const std::string before = "    wrap_" + std::to_string(i - 1) + "(n + '_";
    text += "def wrap_" + std::to_string(i) + "(n):\n" + Numbered(names, before, "')", "\n") + "\n";
  }
  return text + "def run():\n    os.getenv('OTHER')\n    wrap_" + std::to_string(depth - 1) +
         "('APP')\n";
}

TEST(Limits, CallsThatTakeTooManyStepsAreTold) {
  const Census few = CensusOf("m.py", Fan(20, 3));
  EXPECT_TRUE(Finds(few, "APP_19_19"));
  EXPECT_TRUE(few.diagnostics.empty());
  const Census many = CensusOf("m.py", Fan(20, 4));
  EXPECT_TRUE(Finds(many, "APP_0_0_19"));
  EXPECT_FALSE(Finds(many, "APP_19_19_19"));
  const std::vector<std::string> places = Places(many);
  EXPECT_EQ(std::count(places.begin(), places.end(), "limit m.py:68"), 1);  // the call of them all
}

// A file has some places; that there are more is told once.
TEST(Limits, OfAFileSomePlacesAreTold) {
  std::string text = "import os\nN = [" + Numbered(401, "'APP_", "'", ", ") + "]\n";
  text += Numbered(30, "x", " = [os.getenv(n) for n in N]", "\n") + "\n";
  const Census census = CensusOf("m.py", text);
  ASSERT_EQ(census.diagnostics.size(), 5u);
  EXPECT_EQ(census.diagnostics[4].message, "the same applies to further places in this file");
  EXPECT_NE(census.diagnostics[3].message, "the same applies to further places in this file");
}

TEST(Limits, WrappersThatCallEachOtherReadOnce) {
  std::string text = "import os\n";
  for (size_t i = 0; i < 300; ++i) {
    text += "def w" + std::to_string(i) + "(n): return w" + std::to_string((i * 7 + 1) % 300) +
            "(n) or w" + std::to_string((i * 11 + 5) % 300) + "(n) or os.getenv(n)\n";
  }
  const Census census = CensusOf("m.py", text + "w0('APP_X')\n");
  EXPECT_TRUE(Finds(census, "APP_X"));
  EXPECT_LT(census.accesses.size(), 1000u);
}

TEST(Limits, CallsThatWaitForEachOtherAreToldWhereOneIsNotFollowed) {
  std::string text = "import os\n";
  for (size_t i = 0; i < 60; ++i) {
    text += "def pass_" + std::to_string(i) + "(n): return pass_" + std::to_string(i + 1) + "(n)\n";
  }
  text += "def pass_60(n): return os.getenv(n)\n";
  const Census census = CensusOf("m.py", text + "pass_0('APP_X')\npass_59('APP_Y')\n");
  EXPECT_TRUE(Finds(census, "APP_Y"));
  EXPECT_FALSE(Finds(census, "APP_X"));
  ASSERT_EQ(census.diagnostics.size(), 1u);
  EXPECT_NE(census.diagnostics[0].message.find("calls of this one are not"), std::string::npos);
  // One that reads nothing is no loss.
  const size_t end = text.rfind("os.getenv(n)");
  EXPECT_TRUE(
      CensusOf("m.py", text.substr(0, end) + "n\nos.getenv(pass_0('A'))\n").diagnostics.empty());
}

TEST(Limits, ReadsThatStandInForOneAnotherAreAllFound) {
  const auto chain = [](int count) {
    std::string text = "import os\nclass C:\n @property\n def p0(self):\n  return os.getenv('P')\n";
    for (int i = 0; i < count; ++i) {
      const std::string next = std::to_string(i + 1);
      text += " @property\n def p" + next + "(self):\n  return self.p" + std::to_string(i) +
              " or os.getenv('P" + next + "')\n";
    }
    return text;
  };
  const Census census = CensusOf("m.py", chain(2300));
  EXPECT_EQ(census.accesses.size(), 2301u);
  EXPECT_TRUE(Finds(census, "P") && Finds(census, "P2300"));
  EXPECT_TRUE(census.diagnostics.empty());
}

TEST(Limits, FunctionsWithinADeepCallAreRead) {
  std::string text = "import os\n";
  for (size_t i = 0; i < 40; ++i) {
    text += "def f" + std::to_string(i) + "(n): return f" + std::to_string(i + 1) + "(n)\n";
  }
  text +=
      "def f40(n):\n    def g():\n        return os.getenv('APP_DEEP')\n    return g\nf0('x')\n";
  EXPECT_TRUE(Finds(CensusOf("m.py", text), "APP_DEEP"));
}

TEST(Limits, ALoopThatIsTakenOnceIsToldWhereNamesComeOfIt) {
  const auto loop = [](size_t count, const std::string& body) {
    return CensusOf("m.py",
                    "import os\nN = [" + Numbered(count, "'APP_", "'", ", ") + "]\n" + body);
  };
  const std::string reads = "for n in N:\n    os.getenv(n)\n";
  EXPECT_TRUE(Finds(loop(400, reads), "APP_399"));
  EXPECT_TRUE(loop(400, reads).diagnostics.empty());
  EXPECT_EQ(Places(loop(401, reads)), std::vector<std::string>{"limit m.py:3"});
  EXPECT_EQ(Places(loop(401, "x = [os.getenv(n) for n in N]\n")),
            std::vector<std::string>{"limit m.py:3"});
  EXPECT_TRUE(loop(401, "for n in N:\n    print(n, os.getenv('APP_X'))\n").diagnostics.empty());
  EXPECT_TRUE(loop(401, "for n in N:\n    print(n)\n").diagnostics.empty());
}

TEST(Limits, LoopsThatTakeTooManyStepsAreTold) {
  std::string text = "import os\nN = [" + Numbered(50, "'APP_", "'", ", ") + "]\ndef f():\n";
  text += "    for a in N:\n        for b in N:\n            x = ";
  text += Numbered(100, "(a, b, ", ")", ", ") + "\n    os.getenv(a)\n";
  const Census census = CensusOf("m.py", text);
  EXPECT_EQ(Places(census), std::vector<std::string>{"limit m.py:6"});
}

TEST(Limits, WrappersInCAreFollowedThroughSomeFilesAndTheLastIsTold) {
  std::vector<std::pair<std::string, std::string>> files = {
      {"w0.c", "char* getenv(const char*);\nchar* w0(const char* n) { return getenv(n); }\n"}};
  for (int i = 1; i < 10; ++i) {
    const std::string before = "w" + std::to_string(i - 1);
    const std::string own = "w" + std::to_string(i);
    files.emplace_back(own + ".c", "char* " + before + "(const char*);\nchar* " + own +
                                       "(const char* n) { return " + before + "(n); }\n");
  }
  files.emplace_back("z.c", "char* w3(const char*);\nvoid f(void) { w3(\"APP_NEAR\"); }\n");
  const Census census = CensusOf(files);
  EXPECT_TRUE(Finds(census, "APP_NEAR"));
  EXPECT_EQ(Places(census), std::vector<std::string>{"limit w5.c:2"});
}

TEST(Limits, FunctionsOfOneNameThatReadDifferentNamesAreTold) {
  for (const bool same : {true, false}) {
    std::vector<std::pair<std::string, std::string>> files;
    for (int i = 10; i < 52; ++i) {
      const std::string number = std::to_string(i);
      files.emplace_back("f" + number + ".c",
                         "char* getenv(const char*);\n#define GET(n) getenv(\"" +
                             (same ? "A" : "A" + number) + "_\" #n)\nvoid f(void) { GET(X); }\n");
    }
    const std::vector<std::string> places = Places(CensusOf(files));
    EXPECT_EQ(places.size(), same ? 0u : 2u);
    for (const std::string& place : places) EXPECT_TRUE(place.ends_with(".c:2")) << place;
  }
}

TEST(Limits, AListMacroMayBeLong) {
  const Census census = CensusOf(
      "m.c", "char* getenv(const char*);\n#define READ(NAME) getenv(#NAME);\n#define LIST(F) " +
                 Numbered(3000, "F(APP_", ")", " ") + "\nvoid f(void) { LIST(READ) }\n");
  EXPECT_TRUE(Finds(census, "APP_0"));
  EXPECT_TRUE(Finds(census, "APP_2999"));
}

TEST(Limits, AMacroThatHidesANameIsExpandedWithinBounds) {
  const std::string head =
      "char* getenv(const char*);\n#define TEXT_OF(x) #x\n"
      "#define READ(n) getenv(TEXT_OF(APP_##n));\n";
  const Census list = CensusOf("m.c", head + "#define LIST(F) " + Numbered(3000, "F(A", ")", " ") +
                                          "\nvoid f(void) { LIST(READ) }\n");
  EXPECT_TRUE(Finds(list, "APP_A0"));
  EXPECT_TRUE(Finds(list, "APP_A2999"));
  for (const auto& [count, cut] : std::vector<std::pair<int, bool>>{{4, false}, {40, true}}) {
    std::string text = head;
    for (int i = 0; i < count; ++i) {
      const std::string number = std::to_string(i);
      text += "#ifdef SYSTEM" + number + "\n#undef READ\n#define READ(n) getenv(TEXT_OF(B" +
              number + "_##n));\n#endif\n";
    }
    const Census census = CensusOf("m.c", text + "void f(void) { READ(X) }\n");
    EXPECT_TRUE(Finds(census, "APP_X"));
    EXPECT_EQ(Finds(census, "B3_X"), true);
    EXPECT_EQ(Places(census),
              cut ? std::vector<std::string>{"limit m.c:1"} : std::vector<std::string>{});
  }
}

TEST(Limits, ATableOfRecordsIsToldWithItsFile) {
  const Census census = CensusOf("m.c",
                                 "char* getenv(const char*);\nstruct row { const char* name; };\n"
                                 "static struct row rows[] = {" +
                                     Numbered(21000, "{\"APP_", "\"}", ", ") +
                                     "};\nvoid f(int i) { getenv(rows[i].name); }\n");
  EXPECT_TRUE(Finds(census, "APP_19999"));
  EXPECT_EQ(Places(census), std::vector<std::string>{"limit m.c:0"});
}

TEST(Limits, ANameThatJoinedLinesPartIsOne) {
  for (const std::string join : {"\\\n", "\\\r\n", "\\\n\\\n"}) {
    const CTokens tokens = TokenizeC("get" + join + "env(\"A\") x");
    EXPECT_EQ(tokens.tokens[0].text, "getenv");
    EXPECT_EQ(tokens.tokens[4].line, join.size() > 3 ? 3u : 2u);
    EXPECT_TRUE(
        Finds(CensusOf("m.c", "void f(void) { get" + join + "env(\"APP_C\"); }\n"), "APP_C"));
  }
  EXPECT_EQ(TokenizeC("get\\\n env").tokens[0].text, "get");
}

TEST(Limits, ConditionsOfManyLevelsTakeLittle) {
  std::string text;
  for (int i = 0; i < 190; ++i) text += "#if " + std::string(900, 'a') + "\n";
  for (int i = 0; i < 5000; ++i) text += "#if B" + std::to_string(i) + "\nx\n#endif\n";
  size_t bytes = 0;
  for (const std::string& one : TokenizeC(text).conditions) bytes += one.size();
  EXPECT_LT(bytes, size_t{10} << 20);
}

// Sources that cannot be read.
TEST(Unread, IsADiagnosticAndFailsStrictRuns) {
  const std::pair<const char*, std::string> files[] = {
      {"nul.py", std::string("\0import os\n", 11)},
      {"nul.c", std::string("int\0x;\n", 7)},
      {"wide.py", std::string("i\0m\0p\0o\0r\0t\0", 12)},
      {"broken.ipynb", R"json({"cells":[{"cell_type":"code","source":["os.getenv('A')"]})json"},
      {"large.py", std::string(3000, '#')},
  };
  for (const auto& [name, text] : files) {
    const ScratchFolder folder;
    folder.Write("ok.py", "import os\nos.getenv('APP_OK')\n");
    folder.Write(name, text);
    const std::string options = "scan . --no-clang --format jsonl --max-file-size 2000 ";
    const Outcome plain = RunProgram(folder.path(), options);
    EXPECT_EQ(plain.status, 0) << name;
    EXPECT_NE(plain.out.find("APP_OK"), std::string::npos) << name;
    EXPECT_NE(plain.err.find(std::string(name) + ": skipped"), std::string::npos) << plain.err;
    EXPECT_EQ(RunProgram(folder.path(), options + "--strict").status, 2) << name;
    const Outcome checked =
        RunProgram(folder.path(), "check . --no-clang --max-file-size 2000 --strict");
    EXPECT_EQ(checked.status, 2) << name;
    EXPECT_NE(checked.out.find(": note: skipped"), std::string::npos) << checked.out;
  }
}

TEST(Unread, WideTextWithItsMarkIsRead) {
  const std::string text = "import os\nos.getenv('APP_\xc3\xa4\xf0\x9f\x9a\xa9')\n";
  const std::u16string units = u"import os\nos.getenv('APP_\u00e4\U0001f6a9')\n";
  for (const bool big : {false, true}) {
    std::string bytes = big ? "\xfe\xff" : "\xff\xfe";
    for (const char16_t unit : units) {
      const char high = static_cast<char>(unit >> 8);
      const char low = static_cast<char>(unit & 0xff);
      bytes += big ? high : low;
      bytes += big ? low : high;
    }
    const Census census = CensusOf("m.py", bytes);
    EXPECT_TRUE(Finds(census, "APP_\xc3\xa4\xf0\x9f\x9a\xa9")) << big;
    EXPECT_TRUE(census.diagnostics.empty());
    const ScratchFolder folder;
    std::string read;
    EXPECT_EQ(ReadSource(folder.Write("m.py", bytes), &read), "");
    EXPECT_EQ(read, text);
  }
  const ScratchFolder folder;
  std::string read;
  EXPECT_EQ(ReadSource(folder.Write("half", std::string("\xff\xfe\x00\xd8x", 5)), &read), "");
  EXPECT_EQ(read, "\xef\xbf\xbd");
}

// What one run may take.
TEST(Budget, TimeThatIsOverLeavesFilesOutByName) {
  const ScratchFolder folder;
  folder.Write("m.py", "import os\nos.getenv('APP_X')\n");
  folder.Write("m.c", "void f(void) { getenv(\"APP_C\"); }\n");
  const Outcome out =
      RunProgram(folder.path(), "scan . --no-clang --max-seconds 0 --strict --format jsonl");
  EXPECT_EQ(out.status, 2);
  EXPECT_EQ(out.out, "");
  EXPECT_NE(out.err.find("m.py: skipped: the run has reached the limit"), std::string::npos)
      << out.err;
  EXPECT_NE(out.err.find("m.c: skipped: the run has reached the limit"), std::string::npos)
      << out.err;
}

TEST(Budget, PagesAndTheCompilerAskForItToo) {
  const ScratchFolder folder;
  folder.Write("m.c",
               "char* getenv(const char*);\nint f(void) { return getenv(\"APP_C\") != 0; }\n");
  const std::string page = "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n";
  folder.Write("environment.md", page + "| `APP_C` | 1 |\n");
  const Outcome found = RunProgram(folder.path(), "check . --no-clang --max-seconds 0 --strict");
  EXPECT_EQ(found.status, 2);
  EXPECT_NE(found.out.find("environment.md: note: skipped: the run has reached the limit"),
            std::string::npos)
      << found.out;
  const Outcome named =
      RunProgram(folder.path(), "check . --catalog environment.md --no-clang --max-seconds 0");
  EXPECT_EQ(named.status, 2);
  EXPECT_NE(named.err.find("environment.md: the page cannot be read: skipped: the run"),
            std::string::npos)
      << named.err;

  WalkOptions walk;
  walk.root = folder.path();
  const Tree tree = WalkTree({folder.path()}, walk);
  Census census = CollectAccesses(tree, {});
  folder.Write("compile_commands.json", "[{\"directory\": \"" + folder.path() +
                                            "\", \"file\": \"m.c\", \"command\": \"cc -c m.c\"}]");
  const RunBudget over(0);
  ClangOptions clang;
  clang.root = folder.path();
  clang.databases = {folder / "compile_commands.json"};
  clang.budget = &over;
  AddSemantics(tree, clang, &census);
  ASSERT_EQ(census.diagnostics.size(), 1u);
  EXPECT_EQ(census.diagnostics[0].kind, "compiler-failed");
  EXPECT_NE(census.diagnostics[0].message.find("--max-seconds"), std::string::npos);
  EXPECT_TRUE(Finds(census, "APP_C"));
}

TEST(Budget, AFileThatMayTakeTooMuchIsLeftOut) {
  const ScratchFolder folder;
  folder.Write("ok.py", "import os\nos.getenv('APP_OK')\n");
  folder.Write("m.py", "import os\nos.getenv('APP_X')\nx = '" + std::string(3000000, 'a') + "'\n");
  const Outcome out =
      RunProgram(folder.path(), "scan . --no-clang --max-memory 1GiB --format jsonl");
  EXPECT_EQ(out.status, 0);
  EXPECT_NE(out.out.find("APP_OK"), std::string::npos);
  EXPECT_NE(out.err.find("m.py: skipped: parsing it may take 630 MiB"), std::string::npos)
      << out.err;
}

TEST(Budget, SharesWaitForRoom) {
  RunBudget budget(100, 2000);
  EXPECT_EQ(budget.ParseRefusalReason(1000 / RunBudget::ParseBytes(1)), "");
  EXPECT_NE(budget.ParseRefusalReason(1001 / RunBudget::ParseBytes(1) + 1), "");
  const RunBudget::Share one(budget, 600);
  const RunBudget::Share other(budget, 400);
}

}  // namespace
}  // namespace flagcensus
