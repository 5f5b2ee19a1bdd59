// Limits of the readers of C, of the rounds over Python and of the light reader: what they leave
// out is told with its place, one less is told of nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/link/census.h"
#include "analyzer/project/walk_tree.h"
#include "tests/census_of.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

const std::string kGetenv = "char* getenv(const char*);\n";

// `before`, a number and `after`, for each number below `count`.
std::string Each(int count, const std::string& before, const std::string& after) {
  std::string out;
  for (int i = 0; i < count; ++i) out += before + std::to_string(i) + after;
  return out;
}

size_t Named(const Census& census) {
  return static_cast<size_t>(
      std::count_if(census.accesses.begin(), census.accesses.end(),
                    [](const Access& access) { return access.name.has_value(); }));
}

// "file:line message" of each limit that is told.
std::vector<std::string> Told(const Census& census) {
  std::vector<std::string> out;
  for (const Diagnostic& one : census.diagnostics) {
    EXPECT_EQ(one.kind, "limit");
    out.push_back(one.place.file + ":" + std::to_string(one.place.line) + " " + one.message);
  }
  return out;
}

// A limit with the input that stays below it and the input that does not.
struct Limit {
  const char* what;
  std::string (*code)(int count);
  int fits;
  size_t named;  // accesses of the input that fits
  int too_many;
  std::string stated;  // of the other: "m.c:line message" up to the message's beginning
  friend void PrintTo(const Limit& one, std::ostream* out) { *out << one.what; }
};

std::string List(int count) {
  return kGetenv + "static const char* const kNames[] = {" + Each(count, "\"APP_", "\", ") +
         "};\nvoid f(int i) { getenv(kNames[i]); }\n";
}

std::string Product(int count) {
  return kGetenv + "static const char* const kA[] = {" + Each(count, "\"A", "\", ") +
         "};\nstatic const char* const kB[] = {" + Each(count, "\"_B", "\", ") +
         "};\nvoid f(int i) { char x[99]; strcpy(x, kA[i]); strcat(x, kB[i]); getenv(x); }\n";
}

std::string Branches(int count) {
  return kGetenv + "void f(void) { getenv(\n#if defined(NONE)\n\"APP_NONE\"\n" +
         Each(count, "#elif X == ", "\n\"APP_X\"\n") + "#endif\n); }\n";
}

std::string Tables(int count) {
  std::string out = kGetenv;
  for (int i = 0; i < count; ++i) {
    out += "#define AS_" + std::to_string(i) + "(n) {\"A" + std::to_string(i) + "_\" #n, 0},\n";
  }
  return out +
         "#define LIST(F) F(X)\nstruct row { const char* name; int v; };\nstruct row rows[] = {" +
         Each(count, "LIST(AS_", ") ") + "};\nvoid f(int i) { getenv(rows[i].name); }\n";
}

std::string Pointers(int count) {
  std::string out = kGetenv + "void f(void) {\n";
  for (int i = 0; i < count; ++i) {
    const std::string g = "g" + std::to_string(i);
    out += "char* (*" + g + ")(const char*) = getenv; " + g + "(\"APP_" + g + "\");\n";
  }
  return out + "}\n";
}

std::string Fields(int count) {
  return kGetenv + "struct row { " + Each(count, "int f", "; ") +
         "const char* name; };\nstatic struct row rows[] = {{.name = \"APP_X\"}};\n"
         "void f(int i) { getenv(rows[i].name); }\n";
}

std::string Takers(int count) {
  std::string out = kGetenv + Each(count, "int take_", "(const char* x) { return atoi(x); }\n");
  out += "void f(void) {\n";
  for (int i = 0; i < count; ++i) {
    out += "take_" + std::to_string(i) + "(getenv(\"APP_" + std::to_string(i) + "\"));\n";
  }
  return out + "}\n";
}

const Limit kLimits[] = {
    {"names of a list", List, 200, 200, 201, "m.c:3 too many names reach this call"},
    {"names that are put together", Product, 14, 196, 18, "m.c:4 too many names reach this call"},
    {"branches of an argument", Branches, 12, 2, 20, "m.c:2 too many names reach this call"},
    {"macros of tables", Tables, 100, 100, 101, "m.c:106 too many macros fill arrays"},
    {"pointers to accessors", Pointers, 50, 50, 51, "m.c:53 too many variables point to accessors"},
    {"fields of a record", Fields, 255, 1, 256, "m.c:0 its tables of records are too long"},
    {"takers", Takers, 200, 200, 201, "m.c:404 what is read goes to more than 200 functions"},
};

class CLimit : public testing::TestWithParam<Limit> {};

TEST_P(CLimit, IsToldWithItsPlace) {
  const Limit& one = GetParam();
  const Census fits = CensusOf({{"m.c", one.code(one.fits)}});
  EXPECT_EQ(Named(fits), one.named);
  EXPECT_EQ(Told(fits), std::vector<std::string>{});
  const std::vector<std::string> stated = Told(CensusOf({{"m.c", one.code(one.too_many)}}));
  ASSERT_EQ(stated.size(), 1u);
  EXPECT_TRUE(stated[0].starts_with(one.stated)) << stated[0];
}

INSTANTIATE_TEST_SUITE_P(Limits, CLimit, testing::ValuesIn(kLimits),
                         [](const testing::TestParamInfo<Limit>& one) {
                           std::string name = one.param.what;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

// Brackets that cross: the block around the second `v` ends before it begins.
TEST(LimitsTold, ABlockThatEndsBeforeItBeginsIsPassed) {
  std::string text = kGetenv + "int main(void) {\n";
  for (int i = 0; i < 30; ++i) {
    text += "int main(void) {\n if (f{ v() != 'b') {\n return 1;\n f(v); getenv(v);\n";
  }
  EXPECT_GT(CensusOf({{"m.c", text}}).accesses.size(), 0u);
  const std::string crossed =
      kGetenv +
      "void f(void) { for (x } int v = 1; char* v = \"A\"; getenv(v); for ({ v) ; v = 1; }\n";
  CensusOf({{"m.c", crossed}});
}

// n calls in a function, each with n uses of a local around it.
TEST(LimitsTold, LocalsAreFollowedAsFarAsTheTextAllows) {
  std::string text = kGetenv + "void f(char* v) {\n";
  for (int i = 0; i < 1500; ++i) text += "v[0] = v[1]; if (!v) getenv(v);\n";
  const Census census = CensusOf({{"m.c", text + "}\n"}});
  ASSERT_FALSE(census.diagnostics.empty());
  for (const std::string& stated : Told(census)) EXPECT_TRUE(stated.starts_with("m.c:")) << stated;
  EXPECT_LE(census.diagnostics.size(), 10u);
}

TEST(LimitsTold, WrappersInPythonAreFollowedThroughSomeFilesAndTheLastIsTold) {
  std::vector<std::pair<std::string, std::string>> files = {
      {"wrap_0.py", "import os\ndef wrap_0(n):\n    return os.getenv(n)\n"}};
  for (int i = 1; i < 14; ++i) {
    const std::string before = "wrap_" + std::to_string(i - 1);
    const std::string own = "wrap_" + std::to_string(i);
    files.emplace_back(own + ".py", "from " + before + " import " + before + "\ndef " + own +
                                        "(n):\n    return " + before + "(n)\n");
  }
  files.emplace_back("z.py", "from wrap_5 import wrap_5\nwrap_5('APP_NEAR')\n");
  const Census census = CensusOf(files);
  EXPECT_EQ(Named(census), 1u);
  const std::vector<std::string> stated = Told(census);
  ASSERT_EQ(stated.size(), 1u);
  EXPECT_TRUE(stated[0].starts_with("wrap_7.py:2 wrappers of wrappers are followed 8 deep")) << stated[0];
  files.resize(5);
  EXPECT_EQ(Told(CensusOf(files)), std::vector<std::string>{});
}

// A name that is handed on from module to module is found through all of them.
TEST(LimitsTold, AWrapperThatManyModulesHandOn) {
  for (const int count : {5, 20}) {
    std::vector<std::pair<std::string, std::string>> files = {
        {"m0.py", "import os\ndef wrap(n):\n    return os.getenv(n)\n"}};
    for (int i = 1; i < count; ++i) {
      const std::string number = std::to_string(i);
      files.emplace_back("m" + number + ".py",
                         "from m" + std::to_string(i - 1) + " import wrap\nwrap('APP_" + number + "')\n");
    }
    const Census census = CensusOf(files);
    EXPECT_EQ(Named(census), files.size() - 1);
    EXPECT_EQ(Told(census), std::vector<std::string>{});
  }
}

const std::string kLimitsPage =
    "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n";

TEST(LimitsTold, ADefaultInAScriptThatIsTooLong) {
  for (const size_t length : {300, 500}) {
    const ScratchFolder folder;
    folder.Write("environment.md", kLimitsPage + "| `APP_LONG` | x |\n");
    folder.Write("m.py", "import os\nos.getenv('APP_OTHER')\n");
    folder.Write("run.sh", "#!/bin/sh\necho \"${APP_LONG:-" + std::string(length, 'a') + "}\"\n");
    const std::string options = "check . --catalog environment.md --no-clang --fail-on error ";
    const Outcome out = RunProgram(folder.path(), options);
    EXPECT_EQ(out.out.find("run.sh:2:9: note: the value of this variable is unknown") !=
                  std::string::npos,
              length > 400)
        << out.out;
    EXPECT_EQ(RunProgram(folder.path(), options + "--strict").status, length > 400 ? 2 : 0);
  }
}

TEST(LimitsTold, ADefaultInAScriptThatLeadsThroughManyVariables) {
  for (const int count : {40, 60}) {
    const ScratchFolder folder;
    std::string page = kLimitsPage;
    std::string script = "#!/bin/sh\n";
    for (int i = 0; i < count; ++i) {
      const std::string number = std::to_string(i);
      page += "| `APP_V" + number + "` | x |\n";
      script += "v" + number + "=x\n";
      script += "echo ${APP_V" + number + ":-$v" + number + "}\n";
    }
    folder.Write("environment.md", page);
    folder.Write("m.py", "import os\nos.getenv('APP_OTHER')\n");
    folder.Write("run.sh", script);
    const Outcome out =
        RunProgram(folder.path(), "check . --catalog environment.md --no-clang --fail-on error");
    EXPECT_EQ(out.out.find("the value of this variable is unknown") != std::string::npos,
              count > 50)
        << out.out;
  }
}

TEST(LimitsTold, APageThatIncludesTooMuch) {
  for (const int count : {500, 501}) {
    const ScratchFolder folder;
    folder.Write("part.md", "| `APP_X` | 1 |\n");
    std::string page = kLimitsPage;
    for (int i = 0; i < count; ++i) page += "--8<-- \"part.md\"\n";
    folder.Write("environment.md", page);
    const Outcome out = RunProgram(folder.path(), "catalog environment.md");
    EXPECT_EQ(
        out.err.find("environment.md:505: the page includes more than 500") != std::string::npos,
        count > 500)
        << out.err.substr(0, 500);
  }
}

}  // namespace
}  // namespace flagcensus
