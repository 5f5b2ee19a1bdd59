// A project that is read, changed and read again says what a fresh one says.
#include "analyzer/pipeline/workspace.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "analyzer/pipeline/load.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

class WorkspaceTest : public testing::Test {
 protected:
  WorkspaceTest() {
    folder_.Write("app.py", "import os\nSIZE = os.getenv('APP_SIZE', '3')\nprint(SIZE)\n");
    folder_.Write("environment.md", Page("3"));
  }

  static std::string Page(const std::string& value) {
    return "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n| `APP_SIZE` | `" +
           value + "` |\n";
  }

  Workspace Open() const {
    ProjectOptions options;
    options.root = folder_.path();
    options.paths = {options.root};
    options.clang.used = false;
    Result<Config> config = LoadConfig(options);
    EXPECT_TRUE(config.ok());
    Tree tree = WalkProject(options, config.value());
    return Workspace(std::move(options), std::move(config).value(), std::move(tree));
  }

  // The findings, "rule name" each.
  static std::vector<std::string> FindingsOf(Workspace& workspace) {
    RunBudget budget;
    EXPECT_FALSE(workspace.Check({}, {}, budget));
    std::vector<std::string> out;
    for (const Finding& finding : workspace.comparison().findings) {
      out.push_back(finding.rule + " " + finding.name);
    }
    return out;
  }

  // Updates by `paths`, and expects what a fresh workspace says of the files as they are.
  void ExpectAsFresh(Workspace& workspace, const std::vector<std::string>& paths, bool input) {
    const Result<bool> updated = workspace.Update(paths);
    ASSERT_TRUE(updated.ok()) << updated.error().message;
    EXPECT_EQ(updated.value(), input);
    Workspace fresh = Open();
    EXPECT_EQ(FindingsOf(workspace), FindingsOf(fresh));
  }

  using List = std::vector<std::string>;
  ScratchFolder folder_;
};

TEST_F(WorkspaceTest, TextTakesThePlaceOfAFileUntilItIsTakenBack) {
  Workspace workspace = Open();
  EXPECT_EQ(FindingsOf(workspace), List());
  const std::string page = folder_ / "environment.md";
  workspace.SetText(page, std::make_shared<const std::string>(Page("4")));
  EXPECT_TRUE(workspace.Update({page}).value());
  EXPECT_EQ(FindingsOf(workspace), List{"default-mismatch APP_SIZE"});
  workspace.SetText(page, nullptr);
  ExpectAsFresh(workspace, {page}, true);
  EXPECT_EQ(FindingsOf(workspace), List());
}

TEST_F(WorkspaceTest, TextOfAFileThatDoesNotExistIsAFile) {
  Workspace workspace = Open();
  const std::string more = folder_ / "more.py";
  workspace.SetText(
      more, std::make_shared<const std::string>("import os\nprint(os.getenv('APP_MORE', '1'))\n"));
  EXPECT_TRUE(workspace.Update({more}).value());
  EXPECT_EQ(FindingsOf(workspace), List{"undocumented APP_MORE"});
  workspace.SetText(more, nullptr);
  ExpectAsFresh(workspace, {more}, true);
}

TEST_F(WorkspaceTest, FilesThatChangeAppearAndGo) {
  Workspace workspace = Open();
  folder_.Write("app.py", "import os\nSIZE = os.getenv('APP_SIZE', '5')\nprint(SIZE)\n");
  ExpectAsFresh(workspace, {folder_ / "app.py"}, true);
  EXPECT_EQ(FindingsOf(workspace), List{"default-mismatch APP_SIZE"});
  folder_.Write("more.py", "import os\nprint(os.getenv('APP_MORE', '1'))\n");
  ExpectAsFresh(workspace, {folder_ / "more.py"}, true);
  std::filesystem::remove(folder_ / "app.py");
  ExpectAsFresh(workspace, {folder_ / "app.py"}, true);
  EXPECT_EQ(FindingsOf(workspace), (List{"undocumented APP_MORE", "unused APP_SIZE"}));
}

TEST_F(WorkspaceTest, SettingsCountWhenTheyChange) {
  Workspace workspace = Open();
  folder_.Write("app.py", "import os\nprint(os.getenv('APP_OTHER', '1'))\n");
  folder_.Write("flagcensus.toml",
                "[[internal]]\nname = 'APP_OTHER'\nreason = 'only the tests use it'\n");
  ExpectAsFresh(workspace, {folder_ / "flagcensus.toml", folder_ / "app.py"}, true);
  folder_.Write("flagcensus.toml", "internal = 3\n");
  const Result<bool> broken = workspace.Update({folder_ / "flagcensus.toml"});
  ASSERT_FALSE(broken.ok());
  EXPECT_NE(broken.error().message.find("flagcensus.toml:1"), std::string::npos);
  folder_.Write("flagcensus.toml", "");
  ExpectAsFresh(workspace, {folder_ / "flagcensus.toml"}, true);
}

TEST_F(WorkspaceTest, FilesThatAreNoInputChangeNothing) {
  Workspace workspace = Open();
  ExpectAsFresh(workspace, {folder_ / "missing.py", "/dev/null"}, false);
}

}  // namespace
}  // namespace flagcensus
