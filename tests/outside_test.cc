// What a tree can name: nothing outside of it is read for it, and nothing tells whether it exists.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "analyzer/tree/inside.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// A tree in a folder that holds a file of somebody else's.
struct Neighbours {
  Neighbours() {
    all.Write("host/prod.env", "# The password\nDB_PASSWORD_OF_HOST=4711\n");
    all.Write("tree/a.py", "import os\nprint(os.getenv('DB_HOST', 'x'))\n");
    all.Write("tree/docs/env.md", "| Variable | Default |\n|---|---|\n| `DB_HOST` | `x` |\n");
    tree = all / "tree";
  }
  Outcome Check(const std::string& config, const std::string& options = "") const {
    all.Write("tree/flagcensus.toml", config);
    return RunProgram(tree, "check . --no-clang " + options);
  }
  ScratchFolder all;
  std::string tree;
};

TEST(LiesBelow, FollowsLinksWhetherOrNotTheyLeadAnywhere) {
  const ScratchFolder folder;
  folder.Write("a/b/c.txt");
  fs::create_symlink("b", folder / "a/in");
  fs::create_symlink("../elsewhere", folder / "a/out");
  fs::create_symlink("/nowhere/at/all", folder / "a/gone");
  fs::create_symlink("circle", folder / "a/circle");
  const std::string a = folder / "a";
  for (const char* inside : {"b/c.txt", "in/c.txt", "no/such", "b/../b", "in/../b/c.txt", "."}) {
    EXPECT_TRUE(LiesBelow(a + "/" + inside, a)) << inside;
  }
  for (const char* outside : {"..", "../ab", "out", "out/x", "gone", "gone/x", "circle",
                              "in/../../x", "../elsewhere/../a2"}) {
    EXPECT_FALSE(LiesBelow(a + "/" + outside, a)) << outside;
  }
  EXPECT_FALSE(LiesBelow("/etc/passwd", a));
  EXPECT_TRUE(LiesBelow("/etc/passwd", "/"));
}

TEST(Outside, AFoundConfigurationNamesPagesOfItsFolder) {
  const Neighbours n;
  const std::string host = n.all / "host/prod.env";
  fs::create_symlink(host, n.tree + "/link.env");
  fs::create_symlink("../host", n.tree + "/link");
  fs::create_symlink("/nowhere/x.env", n.tree + "/gone.env");
  for (const std::string& page : std::vector<std::string>{
           "../host/prod.env", host, "link.env", "link/prod.env", "docs/../../host/prod.env",
           "../host/no-such.env", "/nowhere/no-such.env", "gone.env", "link/no-such.env"}) {
    const Outcome out = n.Check("\ncatalog = [\"docs/env.md\", \"" + page + "\"]");
    EXPECT_EQ(out.status, 2) << page;
    EXPECT_FALSE(Has(out.out + out.err, "4711")) << page;
    EXPECT_FALSE(Has(out.out + out.err, "DB_PASSWORD_OF_HOST")) << page;
    EXPECT_EQ(out.err, "flagcensus: flagcensus.toml:2:27: the page '" + page +
                           "' lies outside the directory of the configuration; name it with "
                           "--catalog, or the configuration with --config\n");
  }
  EXPECT_EQ(n.Check("catalog = [\"docs/../docs/env.md\"]").status, 0);
  EXPECT_EQ(n.Check("catalog = [\"./docs/env.md\"]").status, 0);
  // The user's own wish.
  EXPECT_TRUE(Has(n.Check("catalog = [\"../host/prod.env\"]", "--config flagcensus.toml").out,
                  "DB_PASSWORD_OF_HOST"));
  EXPECT_TRUE(Has(n.Check("", "--catalog ../host/prod.env").out, "DB_PASSWORD_OF_HOST"));
}

TEST(Outside, AConfigurationIsNoLinkOutOfItsFolder) {
  const Neighbours n;
  n.all.Write("host/secret", "password_of_host = 4711\n");
  fs::create_symlink(n.all / "host/secret", n.tree + "/flagcensus.toml");
  const Outcome out = RunProgram(n.tree, "check . --no-clang");
  EXPECT_EQ(out.status, 2);
  EXPECT_EQ(out.err,
            "flagcensus: flagcensus.toml: the configuration is a symbolic link out of its folder; "
            "name it with --config, or ignore it with --no-config\n");
  EXPECT_NE(RunProgram(n.tree, "check . --no-clang --no-config").status, 2);
  // A good twin: a link inside.
  fs::remove(n.tree + "/flagcensus.toml");
  n.all.Write("tree/ci/settings.toml", "catalog = [\"docs/env.md\"]\n");
  fs::create_symlink("ci/settings.toml", n.tree + "/flagcensus.toml");
  EXPECT_EQ(RunProgram(n.tree, "check . --no-clang").status, 0);
}

bool FindsSource(const std::string& tree) {
  return Has(RunProgram(tree, "scan . --no-clang").out, "DB_HOST");
}

TEST(Outside, AGitFileNamesNoRulesOfAnotherRepository) {
  const Neighbours n;
  n.all.Write("host/.git/info/exclude", "*\n");
  n.all.Write("host/.git/config", "[core]\n\tbare = false\n");
  n.all.Write("host/.git/worktrees/w/commondir", "../..\n");
  n.all.Write("host/.git/worktrees/w/gitdir", (n.all / "other/.git") + "\n");
  n.all.Write("other/.git");
  for (const std::string& path :
       std::vector<std::string>{"../host/.git", n.all / "host/.git", "../host/.git/worktrees/w"}) {
    n.all.Write("tree/.git", "gitdir: " + path + "\n");
    EXPECT_TRUE(FindsSource(n.tree)) << path;
  }
  // A folder of its own that points on.
  n.all.Write("tree/mine/commondir", "../../host/.git\n");
  n.all.Write("tree/mine/gitdir", n.tree + "/.git\n");
  n.all.Write("tree/.git", "gitdir: mine\n");
  EXPECT_TRUE(FindsSource(n.tree));
  fs::remove(n.tree + "/.git");
  n.all.Write("tree/.git/HEAD");
  fs::create_symlink(n.all / "host/.git/info", n.tree + "/.git/info");
  EXPECT_TRUE(FindsSource(n.tree));
}

TEST(Outside, AWorktreeAndASubmoduleHaveTheirRepositorysRules) {
  const Neighbours n;
  n.all.Write("host/.git/info/exclude", "*.py\n");
  n.all.Write("host/.git/worktrees/w/commondir", "../..\n");
  n.all.Write("host/.git/worktrees/w/gitdir", n.tree + "/.git\n");
  n.all.Write("tree/.git", "gitdir: " + (n.all / "host/.git/worktrees/w") + "\n");
  EXPECT_FALSE(FindsSource(n.tree));
  n.all.Write("host/.git/modules/sub/config", "[core]\n\tworktree = ../../../../tree\n");
  n.all.Write("host/.git/modules/sub/info/exclude", "*.py\n");
  n.all.Write("tree/.git", "gitdir: ../host/.git/modules/sub\n");
  EXPECT_FALSE(FindsSource(n.tree));
  n.all.Write("host/.git/modules/sub/config", "[core]\n\tworktree = ../../../../other\n");
  EXPECT_TRUE(FindsSource(n.tree));
}

// Whether a CI system would take any line for one of its commands.
bool HoldsCommand(const std::string& text) {
  size_t start = 0;
  for (size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && text[at] != '\n') continue;
    const std::string line = text.substr(start, at - start);
    const size_t first = line.find_first_not_of(" \t");
    if (first != std::string::npos && line.compare(first, 2, "::") == 0 &&
        line.compare(first, 3, ":::") != 0) {
      return true;
    }
    start = at + 1;
  }
  return Has(text, "##vso[") || Has(text, "##[");
}

TEST(Outside, NoLineIsACommandOfACiSystem) {
  const ScratchFolder folder;
  const std::string access =
      "import os\nx = os.getenv('::error::APP_X', '##vso[task.a]')\n"
      "y = os.getenv('::set-env name=A::##[error]B')\n((\n";
  folder.Write("::error title=a::b.py", access);
  folder.Write("##vso[task.setvariable variable=x]b.py", access);
  folder.Write("  ::warning::c.py", access);
  folder.Write("::notice::README.md",
               "# Environment variables\n\n| Variable | Default | Description |\n|---|---|---|\n"
               "| `APP_A` | `1` | ::error::x |\n| `APP_B` | `##[error]` | ##vso[a.b] |\n"
               "| `APP_C` | `1` | x |\n");
  for (const std::string arguments :
       {"check .", "check . --verbose", "check . --format json", "scan .", "scan . --format jsonl",
        "catalog *.md", "catalog *.md --format jsonl", "explain '::error::APP_X'",
        "check . --config '::error::a'", "scan '::error::b'"}) {
    const Outcome out = RunProgram(folder.path(), arguments + " 2>&1");
    EXPECT_FALSE(HoldsCommand(out.out)) << arguments << "\n" << out.out;
    EXPECT_FALSE(HoldsCommand(out.err)) << arguments << "\n" << out.err;
    EXPECT_NE(out.status, -1) << arguments;
  }
  EXPECT_TRUE(HoldsCommand("a\n  ::error::b") && HoldsCommand("a ##[b"));
}

}  // namespace
}  // namespace flagcensus
