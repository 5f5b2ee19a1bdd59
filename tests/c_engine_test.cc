// The C engine at its door: files from literals ─→ the accesses that CEngine::Collect adds. Each
// test shows one thing that it follows, and what is like it and is not followed.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/c/link/engine.h"
#include "analyzer/link/census.h"
#include "analyzer/model/unset.h"

namespace flagcensus {
namespace {

using Files = std::map<std::string, std::string>;

Tree TreeOf(const Files& files) {
  Tree tree;
  tree.in_memory = true;
  for (const auto& [path, text] : files) {
    SourceFile file;
    file.path = path;
    file.absolute = path;
    file.kind = FileKindOf(path);
    file.size = text.size();
    file.text = std::make_shared<const std::string>(text);
    tree.files.push_back(std::move(file));
  }
  return tree;
}

// "APP_PORT 80 via opt" of an access; `?` for a name that is not known; only a default that is
// a literal is shown.
std::string Shown(const Access& access) {
  std::string out = access.name.value_or("?");
  const Unset unset = UnsetOf(access);
  if (unset.kind == DefaultKind::kLiteral) out += " " + std::string(unset.text);
  return out + " via " + access.via;
}

// What it finds in the files, sorted. Reads whose name is a parameter of the function around them
// are those of wrappers: their calls are what counts.
std::vector<std::string> FoundIn(const Files& files) {
  const Tree tree = TreeOf(files);
  RunBudget budget;
  ResolveOptions options;
  options.jobs = 1;
  options.budget = &budget;
  Census census;
  CEngine().Collect(tree, options, &census);
  std::vector<std::string> out;
  for (const Access& access : census.accesses) {
    if (!access.evidence.by_parameter) out.push_back(Shown(access));
  }
  std::sort(out.begin(), out.end());
  return out;
}

using Lines = std::vector<std::string>;

constexpr char kGetenv[] = "char *getenv(const char *);\n";

TEST(CEngine, AReadIsACallWithTheName) {
  EXPECT_EQ(FoundIn({{"a.c", std::string(kGetenv) +
                                 "char *home(void) { return getenv(\"APP_HOME\"); }\n"}}),
            Lines{"APP_HOME via getenv"});
  // A comment, a text and a function that is only called alike read nothing.
  EXPECT_EQ(FoundIn({{"a.c",
                      "// getenv(\"APP_HOME\")\nconst char *t = \"getenv(\\\"APP_HOME\\\")\";\n"
                      "char *f(void) { return my_getenv_of(\"APP_HOME\"); }\n"}}),
            Lines{});
}

TEST(CEngine, TheDefaultIsWhatIsUsedIfItIsUnset) {
  EXPECT_EQ(
      FoundIn({{"a.c", std::string(kGetenv) +
                           "const char *mode(void) {\n  const char *v = getenv(\"APP_MODE\");\n"
                           "  return v ? v : \"slow\";\n}\n"}}),
      Lines{"APP_MODE slow via getenv"});
}

TEST(CEngine, AWrapperReadsAtItsCallsInAnyFile) {
  const std::string wrapper =
      std::string(kGetenv) +
      "int atoi(const char *);\nint opt(const char *name, int otherwise) {\n"
      "  const char *v = getenv(name);\n  return v ? atoi(v) : otherwise;\n}\n";
  EXPECT_EQ(
      FoundIn(
          {{"a.c", wrapper},
           {"b.c",
            "int opt(const char *, int);\nint port(void) { return opt(\"APP_PORT\", 80); }\n"}}),
      Lines{"APP_PORT 80 via opt"});
  // A static function of that name is another one: what is left is the wrapper, which no call gives
  // a name.
  EXPECT_EQ(FoundIn({{"a.c", wrapper},
                     {"b.c",
                      "static int opt(const char *n, int o) { return o; }\n"
                      "int port(void) { return opt(\"APP_PORT\", 80); }\n"}}),
            Lines{"? via getenv"});
}

TEST(CEngine, AMacroMakesTheName) {
  EXPECT_EQ(FoundIn({{"a.h", std::string(kGetenv) + "#define READ(x) getenv(\"APP_\" #x)\n"},
                     {"b.c", "#include \"a.h\"\nchar *f(void) { return READ(DEPTH); }\n"}}),
            Lines{"APP_DEPTH via READ"});
}

TEST(CEngine, ATableOfRecordsIsReadRowByRow) {
  EXPECT_EQ(FoundIn({{"a.c", std::string(kGetenv) +
                                 "struct row { const char *name; int value; };\n"
                                 "struct row rows[] = {{\"APP_ONE\", 1}, {\"APP_TWO\", 2}};\n"
                                 "void all(void) {\n  for (int i = 0; i < 2; i++) "
                                 "use(getenv(rows[i].name));\n}\n"}}),
            (Lines{"APP_ONE 1 via getenv", "APP_TWO 2 via getenv"}));
}

TEST(CEngine, BothBranchesOfAConditionAreRead) {
  EXPECT_EQ(
      FoundIn(
          {{"a.c", std::string(kGetenv) +
                       "#ifdef _WIN32\nchar *f(void) { return getenv(\"APP_WINDOWS\"); }\n#else\n"
                       "char *f(void) { return getenv(\"APP_OTHER\"); }\n#endif\n"}}),
      (Lines{"APP_OTHER via getenv", "APP_WINDOWS via getenv"}));
}

TEST(CEngine, WhatIsNotKnownIsReportedAsSuch) {
  EXPECT_EQ(FoundIn({{"a.c", std::string(kGetenv) +
                                 "char *f(char **argv) { return getenv(argv[1]); }\n"}}),
            Lines{"? via getenv"});
}

}  // namespace
}  // namespace flagcensus
