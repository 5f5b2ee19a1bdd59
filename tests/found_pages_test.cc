// Pages that the program finds itself: what of them counts as the project's catalog.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "analyzer/pipeline/compare.h"
#include "analyzer/pipeline/load.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

Comparison CompareIn(const ScratchFolder& folder) {
  ProjectOptions options;
  options.root = folder.path();
  options.paths = {folder.path()};
  options.jobs = 1;
  options.clang.used = false;
  options.config.off = true;
  Result<Config> config = LoadConfig(options);
  EXPECT_TRUE(config.ok());
  RunBudget budget;
  const Tree tree = WalkProject(options, config.value());
  Result<Comparison> out = Compare(tree, options, config.value(), budget);
  EXPECT_TRUE(out.ok());
  return out.ok() ? std::move(out).value() : Comparison();
}

std::string MessageOf(const Comparison& comparison, std::string_view rule) {
  for (const Finding& finding : comparison.findings) {
    if (finding.rule == rule) return finding.message;
  }
  return "";
}

constexpr std::string_view kCode =
    "import os\nprint(os.environ.get('TARN_HOST'), os.environ.get('TARN_DEPTH'))\n"
    "print(os.environ.get('TARN_COLOUR'))\n";
constexpr std::string_view kTable =
    "# Notes\n\n## Environment variables\n\nFor a run of the tests:\n\n| Variable | Description "
    "|\n|---|---|\n"
    "| `TARN_HOST` | a |\n| `TARN_PORT` | b |\n| `TARN_USER` | c |\n| `TARN_PASS` | d |\n"
    "| `TARN_ROOM` | e |\n";

TEST(FoundPages, NotesForContributorsAreNoCatalog) {
  ScratchFolder folder;
  folder.Write("pyproject.toml", "[project]\nname = \"tarn\"\n");
  folder.Write("tarn/app.py", std::string(kCode));
  folder.Write("CONTRIBUTING.md", std::string(kTable));
  EXPECT_EQ(MessageOf(CompareIn(folder), "undocumented"), "");
  EXPECT_NE(MessageOf(CompareIn(folder), "no-catalog")
                .find("only CONTRIBUTING.md, which is for contributors, documents"),
            std::string::npos)
      << MessageOf(CompareIn(folder), "no-catalog");
}

TEST(FoundPages, SettingsOfOtherProgramsAreNone) {
  for (const bool beside : {true, false}) {
    ScratchFolder folder;
    folder.Write("pyproject.toml", "[project]\nname = \"tarn\"\n");
    folder.Write("tarn/app.py", std::string(kCode));
    if (beside) folder.Write("env/app.env", "TARN_HOST=::\nTARN_DEPTH=4\nTARN_COLOUR=blue\n");
    folder.Write("env/db.env", "BASIN_DATABASE=tarn\nBASIN_USER=tarn\n");
    EXPECT_EQ(MessageOf(CompareIn(folder), "unused").empty(), beside);
  }
}

TEST(FoundPages, APageForUsersIsOne) {
  ScratchFolder folder;
  folder.Write("pyproject.toml", "[project]\nname = \"tarn\"\n");
  folder.Write("tarn/app.py", std::string(kCode));
  folder.Write("settings.md", std::string(kTable));
  EXPECT_EQ(MessageOf(CompareIn(folder), "no-catalog"), "");
  EXPECT_NE(MessageOf(CompareIn(folder), "undocumented"), "");
}

// A page on the environment that is completed when the manual is built may name any variable: no
// more is said than that.
TEST(FoundPages, APieceThatIsMadeLaterMayDocument) {
  ScratchFolder folder;
  folder.Write("pyproject.toml", "[project]\nname = \"tarn\"\n");
  folder.Write("tarn/app.py", std::string(kCode));
  const std::string page =
      "Settings\n========\n\nThe environment variable ``TARN_HOST`` says where the water is.\n";
  folder.Write("docs/settings.rst", page + "\n.. include:: made/list.rst.in\n");
  const Comparison without = CompareIn(folder);
  EXPECT_NE(MessageOf(without, "undocumented").find("made/list.rst.in, which is not in the tree"),
            std::string::npos)
      << MessageOf(without, "undocumented");
  EXPECT_TRUE(
      std::none_of(without.findings.begin(), without.findings.end(),
                   [](const Finding& finding) { return finding.severity == Severity::kWarning; }));
  folder.Write("docs/made/list.rst.in", "Nothing of it.\n");
  const std::string with = MessageOf(CompareIn(folder), "undocumented");
  EXPECT_EQ(with.find("which is not in the tree"), std::string::npos) << with;
  EXPECT_NE(with, "");
}

}  // namespace
}  // namespace flagcensus
