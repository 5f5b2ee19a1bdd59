// `flagcensus docs`: the order of rows, names of one variable, sections with their introductions,
// links, and what was removed.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/docs_page.h"
#include "tests/run_git.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/skip.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

using nlohmann::json;

TEST(DocsOrder, MostUsedFirstAndDeprecatedLast) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", R"(import os
# Deprecated legacy
A = os.getenv('OVEN_A')
B = os.getenv('OVEN_B')
C = os.getenv('OVEN_C')
D = os.environ['OVEN_D']
print(A, B, C, D)
)");
  tree.Write("oven/b.py", "import os\nprint(os.getenv('OVEN_C'), os.getenv('OVEN_A'))\n");
  const Outcome run = RunProgram(tree.path(), "docs . --layout table --columns name");
  EXPECT_NE(run.out.find("| `OVEN_D` |\n| `OVEN_C` |\n| `OVEN_B` |\n| `OVEN_A` |\n"),
            std::string::npos)
      << run.out;
}

TEST(DocsOrder, OtherNamesOfAVariableAreInItsRow) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", R"(import os
HOME = os.getenv('OVEN_HOME_DIR') or os.getenv('BAKERY_HOME_DIR', '/srv')
NAME = os.getenv('OVEN_NAME', os.getenv('OVEN_TITLE', 'x'))
TOKEN = os.getenv('OVEN_TOKEN')
print(HOME, NAME, TOKEN)
)");
  const Outcome run = RunProgram(tree.path(), "docs . --format json");
  const json page = json::parse(run.out);
  std::map<std::string, json> rows;
  for (const json& row : page["variables"]) rows[row["name"]] = row;
  EXPECT_TRUE(rows.contains("BAKERY_HOME_DIR")) << "for programs each has its own object";
  EXPECT_EQ(rows["OVEN_HOME_DIR"]["falls_back_to"], json({"BAKERY_HOME_DIR"}));
  const Outcome table =
      RunProgram(tree.path(), "docs . --layout table --columns name,default,notes");
  EXPECT_EQ(table.out.find("| `BAKERY_HOME_DIR`"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("| `OVEN_HOME_DIR` | `/srv` | Falls back to `BAKERY_HOME_DIR`. |"),
            std::string::npos)
      << table.out;
  EXPECT_TRUE(rows.contains("OVEN_TITLE")) << "another variable";
  EXPECT_EQ(rows["OVEN_TOKEN"]["secret"], true);
  EXPECT_EQ(rows["OVEN_NAME"]["secret"], false);
}

TEST(DocsOrder, SectionsOfAPageKeepTheirOrderAndIntroduction) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  std::string code = "import os\n";
  for (const char* name : {"HEAT", "FAN", "DOOR", "RACK", "LAMP", "BELL", "CLOCK", "GLASS", "KNOB",
                           "PIPE", "TRAY", "VENT"}) {
    code += std::string("print(os.getenv('OVEN_") + name + "', 'x'))\n";
  }
  tree.Write("oven/a.py", code);
  std::string doc = "# Environment variables\n\n## Warmth\n\nWhat *heats* the bread.\n\n";
  const char* const head = "| Variable | Description |\n| --- | --- |\n";
  doc += head;
  for (const char* name : {"VENT", "HEAT", "FAN", "PIPE", "TRAY", "RACK"}) {
    doc += std::string("| `OVEN_") + name + "` | Which " + name + " it has. |\n";
  }
  doc += "\n## Case\n\nThe following are read:\n\n";
  doc += head;
  for (const char* name : {"DOOR", "LAMP", "BELL", "CLOCK", "GLASS", "KNOB"}) {
    doc += std::string("| `OVEN_") + name + "` | Which " + name + " it has. |\n";
  }
  tree.Write("docs/env.md", doc);
  const Outcome run = RunProgram(tree.path(), "docs . --columns name");
  EXPECT_NE(run.out.find("## Warmth\n\nWhat heats the bread.\n\n| Variable |\n| --- |\n"
                         "| `OVEN_VENT` |\n| `OVEN_HEAT` |\n"),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("## Case\n\n| Variable |\n"), std::string::npos) << run.out;
}

struct Kind {
  const char* format;
  const char* file;
};

TEST(DocsOrder, RemovedVariablesAreListedWithTheCommit) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", "import os\nprint(os.getenv('OVEN_A'), os.getenv('OVEN_OLD'))\n");
  RunGit(tree.path(), "init -q .");
  if (RunGit(tree.path(), "rev-parse --git-dir").empty()) {
    FLAGCENSUS_SKIP("git");
  }
  RunGit(tree.path(), "remote add origin git@github.com:bakers/oven.git");
  RunGit(tree.path(), "add -A");
  RunGit(tree.path(), "commit -qm one");
  constexpr Kind kKinds[] = {
      {"markdown", "env.md"}, {"rst", "env.rst"},   {"asciidoc", "env.adoc"},  {"html", "env.html"},
      {"man", "env.7"},       {"json", "env.json"}, {"dotenv", ".env.example"}};
  const auto write = [&](const Kind& kind) {
    const std::string file = "out/" + std::string(kind.file);
    const Outcome run =
        RunProgram(tree.path(), "docs oven --output " + file + " --format " + kind.format);
    EXPECT_EQ(run.status, 0) << run.err;
    return ReadText(tree / file);
  };
  tree.Write("out/note.txt", "x\n");
  for (const Kind& kind : kKinds) EXPECT_NE(write(kind).find("OVEN_OLD"), std::string::npos);
  tree.Write("oven/a.py", "import os\nprint(os.getenv('OVEN_A'))\n");
  RunGit(tree.path(), "add oven");
  RunGit(tree.path(), "commit -qm two");
  const std::string commit = RunGit(tree.path(), "rev-parse HEAD").substr(0, 10);
  for (const Kind& kind : kKinds) {
    const std::string first = write(kind);
    EXPECT_NE(first.find("removed in " + commit), std::string::npos) << first;
    EXPECT_EQ(write(kind), first) << "the second run changes nothing";
    const Outcome check =
        RunProgram(tree.path(), "check oven --catalog out/" + std::string(kind.file));
    EXPECT_EQ(check.status, 0) << check.out << first;
  }
  const std::string page = ReadText(tree / "out/env.md");
  EXPECT_NE(page.find("(<https://github.com/bakers/oven/blob/HEAD/oven/a.py>)"), std::string::npos)
      << page;
}

}  // namespace
}  // namespace flagcensus
