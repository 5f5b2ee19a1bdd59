// check --fix: a default is corrected only where the code surely works with it, and everywhere on
// the page or nowhere.
#include <gtest/gtest.h>

#include <string>

#include "analyzer/base/text.h"
#include "tests/run_program.h"

namespace flagcensus {
namespace {

constexpr const char* kPage =
    "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n| `APP_N` | `30` |\n";

struct Case {
  const char* why;
  const char* file;
  const char* code;
};

// The page after --fix.
std::string Fixed(const Case& one, const std::string& arguments, std::string* stated = nullptr) {
  const ScratchFolder project;
  project.Write(".git/HEAD", "ref: refs/heads/main\n");
  project.Write("environment.md", kPage);
  project.Write(one.file, one.code);
  const Outcome before = RunProgram(project.path(), "check --no-clang");
  EXPECT_NE(before.out.find("default-mismatch"), std::string::npos)
      << one.why << " is no case: nothing is found\n"
      << before.out << one.code;
  const Outcome run = RunProgram(project.path(), "check --no-clang " + arguments);
  EXPECT_LE(run.status, 1) << run.err;
  if (stated != nullptr) *stated = run.err;
  return ReadText(project / "environment.md");
}

// The code may work with another value than the one at the read.
constexpr Case kUncertain[] = {
    {"a range check behind the conversion", "a.c",
     "char *getenv(const char *);\nint atoi(const char *);\nint size(void) {\n  int n = 0;\n"
     "  char *s = getenv(\"APP_N\");\n  if (s) n = atoi(s);\n  if (n <= 0) n = 100;\n"
     "  return n;\n}\n"},
    {"a static that is replaced", "a.c",
     "char *getenv(const char *);\nint atoi(const char *);\nstatic int n = 4000;\n"
     "void size(void) {\n  char *s;\n  if ((s = getenv(\"APP_N\"))) n = atoi(s);\n}\n"},
    {"a static that is only replaced when positive", "a.c",
     "char *getenv(const char *);\nint atoi(const char *);\nstatic int n = 4000;\n"
     "void size(void) {\n  const char *s = getenv(\"APP_N\");\n  int v = s ? atoi(s) : 0;\n"
     "  if (v > 0) n = v;\n}\n"},
    {"a wrapper's sentinel", "a.c",
     "char *getenv(const char *);\nint atoi(const char *);\n"
     "static int env_int(const char *k, int d) {\n  char *s = getenv(k);\n"
     "  return s ? atoi(s) : d;\n}\nstatic int n = 4000;\nvoid size(void) {\n"
     "  int v = env_int(\"APP_N\", 0);\n  if (v > 0) n = v;\n}\n"},
    {"a local of which the test decides", "a.c",
     "char *getenv(const char *);\nint atoi(const char *);\nint size(void) {\n  int n = 100;\n"
     "  char *s = getenv(\"APP_N\");\n  if (s) n = atoi(s);\n  return n;\n}\n"},
    {"a conditional whose result is bounded", "a.c",
     "char *getenv(const char *);\nint atoi(const char *);\nint size(void) {\n"
     "  char *s = getenv(\"APP_N\");\n  int n = s ? atoi(s) : 60;\n  if (n < 100) n = 100;\n"
     "  return n;\n}\n"},
    {"a wrapper's result that is bounded", "a.c",
     "char *getenv(const char *);\nint atoi(const char *);\n"
     "static int env_int(const char *k, int d) {\n  char *s = getenv(k);\n"
     "  return s ? atoi(s) : d;\n}\nint size(void) {\n  int n = env_int(\"APP_N\", 60);\n"
     "  if (n < 100) n = 100;\n  return n;\n}\n"},
    {"a range check in Python", "a.py",
     "import os\nN = int(os.getenv('APP_N', '60'))\nif N < 100:\n    N = 100\nprint(N)\n"},
    {"or another value", "a.py", "import os\nN = int(os.getenv('APP_N', '60')) or 4\nprint(N)\n"},
    {"a bound", "a.py", "import os\nN = max(100, int(os.getenv('APP_N', '60')))\nprint(N)\n"},
    {"a wrapper that bounds", "a.py",
     "import os\ndef env_int(name, default):\n    n = int(os.getenv(name, default))\n"
     "    if n < 100:\n        n = 100\n    return n\nN = env_int('APP_N', 60)\nprint(N)\n"},
    {"a sentinel in another name", "a.py",
     "import os\nN = int(os.getenv('APP_N', '0'))\ndef size():\n"
     "    return N if N > 0 else 4000\nprint(size())\n"},
    {"or another value later", "a.py",
     "import os\nN = int(os.getenv('APP_N', '0'))\ndef size():\n    return N or 4000\n"
     "print(size())\n"},
    {"two ways", "a.py",
     "import os, sys\nif sys.argv:\n    N = int(os.getenv('APP_N', '60'))\nelse:\n    N = 4\n"
     "print(N)\n"},
};

constexpr Case kCertain[] = {
    {"a literal in the call", "a.py", "import os\nN = int(os.getenv('APP_N', '60'))\nprint(N)\n"},
    {"a conversion of its own name", "a.py",
     "import os\ndef size():\n    n = os.getenv('APP_N', '60')\n    n = int(n)\n    return n\n"
     "print(size())\n"},
    {"a comparison that takes no other value", "a.py",
     "import os\nN = os.getenv('APP_N', '60')\nif N == 'all':\n    print('all')\nprint(N)\n"},
    {"a wrapper's argument", "a.py",
     "import os\ndef env_int(name, default):\n    return int(os.getenv(name, default))\n"
     "N = env_int('APP_N', 60)\nprint(N)\n"},
    {"a conditional that is given back", "a.c",
     "char *getenv(const char *);\nint atoi(const char *);\nint size(void) {\n"
     "  char *s = getenv(\"APP_N\");\n  return s ? atoi(s) : 60;\n}\n"},
    {"a wrapper's argument in C", "a.c",
     "char *getenv(const char *);\nint atoi(const char *);\n"
     "static int env_int(const char *k, int d) {\n  char *s = getenv(k);\n"
     "  return s ? atoi(s) : d;\n}\nint size(void) {\n  int n = env_int(\"APP_N\", 60);\n"
     "  return n;\n}\n"},
};

TEST(FixCertain, ADefaultThatCodeMayReplaceStays) {
  for (const Case& one : kUncertain) {
    std::string stated;
    EXPECT_EQ(Fixed(one, "--fix", &stated), kPage) << one.why;
    EXPECT_NE(stated.find("the documented default was not changed for APP_N: " + std::string(one.file)),
              std::string::npos)
        << one.why << "\n"
        << stated;
    EXPECT_NE(Fixed(one, "--fix --unsafe-fixes"), kPage) << one.why;
  }
}

TEST(FixCertain, OneThatReachesItsUseIsCorrected) {
  for (const Case& one : kCertain) {
    EXPECT_EQ(Fixed(one, "--fix"), ReplaceAll(kPage, "30", "60")) << one.why;
  }
}

// The page after --fix where the code has 60.
std::string PageFixedBy(const std::string& page, const std::string& arguments = "--fix",
                        std::string* stated = nullptr) {
  const ScratchFolder project;
  project.Write(".git/HEAD", "ref: refs/heads/main\n");
  project.Write("app.py", "import os\nN = int(os.getenv('APP_N', '60'))\nprint(N)\n");
  project.Write("environment.md", "# Environment variables\n\n" + page);
  const Outcome run = RunProgram(project.path(), "check --no-clang " + arguments);
  EXPECT_LE(run.status, 1) << run.err;
  if (stated != nullptr) *stated = run.err;
  return ReadText(project / "environment.md").substr(25);
}

TEST(FixCertain, EveryStatementOnThePageIsChanged) {
  const std::string item =
      "- `APP_N` (default: `30`): how long it waits.\n\n  It is a number of seconds.\n\n"
      "  If it is not set, it defaults to 30 seconds.\n";
  EXPECT_EQ(PageFixedBy(item), ReplaceAll(item, "30", "60"));
  const std::string row =
      "| Variable | Default | Description |\n| --- | --- | --- |\n"
      "| `APP_N` | `30` | Waits so long. Defaults to 30 seconds. At most 30 times. |\n"
      "\nMuch depends on `APP_N`, which defaults to 30.\n";
  std::string after = ReplaceAll(row, "30", "60");
  after.replace(after.find("most 60"), 7, "most 30");
  EXPECT_EQ(PageFixedBy(row), after);
}

TEST(FixCertain, OrNone) {
  const std::string page =
      "- `APP_N` (default: `30`): how long it waits.\n\n  Defaults to half a minute (30s): see "
      "below.\n\n  By default, it is 45 seconds.\n";
  std::string stated;
  EXPECT_EQ(PageFixedBy(page, "--fix", &stated), page);
  EXPECT_NE(stated.find("the documented default was not changed for APP_N: environment.md:"), std::string::npos)
      << stated;
}

}  // namespace
}  // namespace flagcensus
