// `flagcensus audit --compare`: what an update changes, in each of its forms.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/run_program.h"
#include "tests/schema_check.h"

namespace flagcensus {
namespace {

using nlohmann::json;

const std::string kOld =
    "import os\n"
    "os.getenv('SAME', '1')\n"
    "os.getenv('GONE')\n"
    "os.getenv('OTHER', '1')\n"
    "os.getenv('NEEDED')\n"
    "os.getenv('SET')\n"
    "int(os.getenv('TYPED', '1'))\n"
    "os.getenv('MOVED')\n"
    "os.getenv('LOADED')\n";
const std::string kNew =
    "import ctypes\n"
    "import os\n"
    "os.getenv('NEW')\n"
    "os.getenv('SAME', '1')\n"
    "os.getenv('OTHER', '2')\n"
    "os.environ['NEEDED']\n"
    "os.getenv('SET')\n"
    "os.environ['SET'] = '1'\n"
    "os.path.exists(os.getenv('TYPED', '1'))\n"
    "ctypes.CDLL(os.getenv('LOADED'))\n";

void WriteVersions(const ScratchFolder& folder) {
  folder.Write("old/app/a.py", kOld);
  folder.Write("old/tests/a_test.py", "import os\nos.getenv('ONLY_OF_TESTS')\n");
  folder.Write("new/app/a.py", kNew);
  folder.Write("new/app/b.py", "import os\nos.getenv('MOVED')\n");
}

json Compare(const ScratchFolder& folder, const std::string& inputs) {
  const Outcome outcome = RunProgram(folder.path(), "audit --compare " + inputs + " --format json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::string path = kRoot + "/docs/schema/audit.schema.json";
  const json out = json::parse(outcome.out, nullptr, false);
  EXPECT_EQ(Violations(json::parse(ReadText(path)), out), "");
  return out["compare"];
}

std::string Text(const ScratchFolder& folder, const std::string& arguments) {
  return RunProgram(folder.path(), "audit --compare " + arguments).out;
}

TEST(AuditCompare, HasARowForEachVariableThatChanges) {
  const ScratchFolder folder;
  WriteVersions(folder);
  const json compare = Compare(folder, "old new");
  std::vector<std::string> rows;
  for (const json& one : compare["changes"]) {
    rows.push_back(std::string(one["group"]) + " " + std::string(one["change"]) + " " +
                   std::string(one["name"]));
  }
  // The gravest first: a new risk, what fails if it is unset, another default, ...
  EXPECT_EQ(rows, (std::vector<std::string>{"new-risk changed LOADED", "default changed NEEDED",
                                            "default changed OTHER", "removed removed GONE",
                                            "added added NEW", "other changed SET",
                                            "other changed TYPED"}));
  EXPECT_EQ(compare["unchanged"], 2);
  EXPECT_EQ(compare["moved"], json({"MOVED"}));  // good: the variable is as it was

  const json& loaded = compare["changes"][0];
  EXPECT_EQ(loaded["fields"], json({"risks"}));
  EXPECT_EQ(loaded["new_risks"][0]["id"], "library-loaded");
  EXPECT_EQ(loaded["new_risks"][0]["file"], "app/a.py");
  EXPECT_EQ(loaded["new_risks"][0]["line"], 10);
  const json& other = compare["changes"][2];
  EXPECT_EQ(other["fields"], json({"default"}));
  EXPECT_EQ(other["old"]["defaults"], json::parse(R"([{"kind":"literal","value":"1"}])"));
  EXPECT_EQ(other["new"]["defaults"], json::parse(R"([{"kind":"literal","value":"2"}])"));
  EXPECT_EQ(other["new"]["files"], json({"app/a.py"}));
  EXPECT_TRUE(compare["changes"][3]["new"].is_null());
  EXPECT_TRUE(compare["changes"][4]["old"].is_null());
  EXPECT_EQ(compare["changes"][5]["new"]["access"], json({"read", "set"}));
  EXPECT_EQ(compare["changes"][6]["old"]["types"], json({"int"}));
  EXPECT_EQ(compare["changes"][6]["new"]["types"], json({"path"}));
}

TEST(AuditCompare, KeepsTheListsOfNames) {
  const ScratchFolder folder;
  WriteVersions(folder);
  json compare = Compare(folder, "old new");
  EXPECT_EQ(compare["old"], "old");
  EXPECT_EQ(compare["new"], "new");
  EXPECT_EQ(compare["added"], json({"NEW"}));
  EXPECT_EQ(compare["removed"], json({"GONE"}));
  EXPECT_EQ(compare["written"], json({"SET"}));
  EXPECT_EQ(compare["required"], json({"NEEDED"}));
  EXPECT_EQ(compare["default_changed"],
            json::parse(R"([{"name":"NEEDED","old":"no default","new":"required"},
                            {"name":"OTHER","old":"1","new":"2"}])"));
  EXPECT_EQ(RunProgram(folder.path(), "audit --compare old").status, 2);
}

TEST(AuditCompare, SaysValuesInTextAndMarkdown) {
  const ScratchFolder folder;
  WriteVersions(folder);
  const std::string text = Text(folder, "old new");
  for (const char* const line :
       {"old  folder old\n", "     read: 2 Python files\n",
        "7 variables change: 1 with a new risk, 2 with a changed default, 1 removed, 1 new, 2 "
        "changed "
        "otherwise; 2 are unchanged, 1 of them in other files\n",
        "\nnew risks\n  ~ LOADED", "      new risk high: Names a library that is loaded",
        "  ~ NEEDED  default: no default -> required; in app/a.py\n",
        "  ~ OTHER   default: 1 -> 2; in app/a.py\n", "access: read -> read, set",
        "  - GONE    default: no default;", "  + NEW     default: no default;",
        "  ~ TYPED   type: int -> path; in app/a.py\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << " in\n" << text;
  }
  const std::string markdown = Text(folder, "old new --format markdown");
  for (const char* const line :
       {"- old: folder `old`", "  - `read: 2 Python files`", "**7 variables change: ",
        "| changed defaults | `OTHER` | `1` → `2` |", "| removed variables | `GONE` |",
        "new: **high** Names a library that is loaded (library-loaded) `app/a.py:10`"}) {
    EXPECT_NE(markdown.find(line), std::string::npos) << line << " in\n" << markdown;
  }
  EXPECT_EQ(RunProgram(folder.path(), "audit old --format markdown").status, 2);
}

TEST(AuditCompare, SaysInOneLineThatNothingChanges) {
  const ScratchFolder folder;
  WriteVersions(folder);
  const std::string text = Text(folder, "old old");
  EXPECT_TRUE(text.ends_with("\nno changes: 8 variables are unchanged\n")) << text;
  EXPECT_NE(Text(folder, "old old --format markdown")
                .find("**no changes: 8 variables are unchanged**\n"),
            std::string::npos);
}

// A removed name that a family of the newer version may make is not told as if it were gone.
TEST(AuditCompare, SaysWhichFamilyMayStillTouchARemovedName) {
  const ScratchFolder folder;
  folder.Write("old/a.py", "import os\nos.getenv('APP_HOME')\nos.getenv('OTHER')\n");
  folder.Write("new/a.py", "import os\nimport sys\nos.getenv('APP_' + sys.argv[1])\n");
  const json compare = Compare(folder, "old new");
  std::map<std::string, json> patterns;
  for (const json& one : compare["changes"]) patterns[one["name"]] = one["pattern"];
  EXPECT_EQ(patterns["APP_HOME"], "APP_*");
  EXPECT_TRUE(patterns["OTHER"].is_null());  // good: nothing makes that name
  EXPECT_NE(Text(folder, "old new").find("the newer version may still access it as APP_*\n"),
            std::string::npos);
}

// Text of the tree can neither end a cell, drive a terminal nor make a comment too long.
TEST(AuditCompare, TakesHostileNames) {
  const ScratchFolder folder;
  folder.Write("old/a.py", "import os\n");
  std::string source = "import os\nos.getenv('APP_A', '\\x1b[31m|`')\nos.getenv('" +
                       std::string(500, 'N') + "', '" + std::string(5000, 'v') + "')\n";
  for (int i = 0; i < 2000; ++i) source += "os.getenv('APP_NUMBER_" + std::to_string(i) + "')\n";
  folder.Write("new/a.py", source);
  const std::string markdown = Text(folder, "old new --format markdown");
  EXPECT_LE(markdown.size(), 65536U);
  EXPECT_NE(markdown.find(" changes did not fit here: see `--format json` for all.\n"),
            std::string::npos);
  EXPECT_NE(markdown.find("`` \\x1b[31m\\|` ``"), std::string::npos) << markdown.substr(0, 2000);
  for (const std::string& text : {markdown, Text(folder, "old new")}) {
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
  }
}

}  // namespace
}  // namespace flagcensus
