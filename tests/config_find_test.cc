// Which configuration holds, and what it goes on from.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "analyzer/config/find.h"
#include "analyzer/config/path_glob.h"
#include "analyzer/config/required_version.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// The file that holds in `folder`, or what is wrong.
std::string Found(const std::string& folder) {
  const Result<FoundConfig> found = FindConfig(folder);
  return found.ok() ? found.value().file : found.error().message;
}

TEST(FindConfig, LooksUpwardsToTheRepositorysRoot) {
  ScratchFolder folder;
  folder.Write("flagcensus.toml");
  folder.Write("repo/.git/HEAD");
  folder.Write("repo/a/b/c.py");
  EXPECT_EQ(Found(folder / "repo/a/b"), "");
  folder.Write("repo/flagcensus.toml");
  EXPECT_EQ(Found(folder / "repo/a/b"), folder / "repo/flagcensus.toml");
  EXPECT_EQ(Found(folder / "repo/a/b/"), folder / "repo/flagcensus.toml");
  folder.Write("repo/a/.flagcensus.toml");
  EXPECT_EQ(Found(folder / "repo/a/b"), folder / "repo/a/.flagcensus.toml");
  EXPECT_EQ(Found(folder.path()), folder / "flagcensus.toml");
}

TEST(FindConfig, TakesATableOfPyproject) {
  ScratchFolder folder;
  folder.Write(".git/HEAD");
  folder.Write("flagcensus.toml");
  folder.Write("app/pyproject.toml", "[project]\nname = \"flagcensus-user\"\n");
  EXPECT_EQ(Found(folder / "app"), folder / "flagcensus.toml") << "a table of others is none";
  folder.Write("app/pyproject.toml", "[tool.flagcensus]\nexclude = [\"gen/\"]\n");
  EXPECT_EQ(Found(folder / "app"), folder / "app/pyproject.toml");
  const Result<Config> read = ReadConfig(folder / "app/pyproject.toml");
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_EQ(read.value().exclude.size(), 1U);
  EXPECT_EQ(read.value().exclude[0].place.line, 2);
  // Broken: only one that speaks of us is ours to complain about.
  folder.Write("app/pyproject.toml", "[project\n");
  EXPECT_EQ(Found(folder / "app"), folder / "flagcensus.toml");
  folder.Write("app/pyproject.toml", "[project]\n[tool.flagcensus\n");
  EXPECT_NE(Found(folder / "app").find("pyproject.toml:2:"), std::string::npos);
  // One that lies elsewhere is not this folder's.
  folder.Write("else/pyproject.toml", "[tool.flagcensus]\n");
  folder.Write("linked/a.py");
  fs::create_symlink("../else/pyproject.toml", folder / "linked/pyproject.toml");
  EXPECT_EQ(Found(folder / "linked"), folder / "flagcensus.toml");
}

TEST(FindConfig, SaysWhichOfOneFolderAreNotRead) {
  ScratchFolder folder;
  folder.Write("pyproject.toml", "[tool.flagcensus]\n");
  folder.Write(".flagcensus.toml");
  folder.Write("flagcensus.toml");
  const Result<FoundConfig> found = FindConfig(folder.path());
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.value().file, folder / "flagcensus.toml");
  EXPECT_EQ(found.value().unread,
            (std::vector<std::string>{folder / ".flagcensus.toml", folder / "pyproject.toml"}));
  fs::remove(folder / "flagcensus.toml");
  EXPECT_EQ(Found(folder.path()), folder / ".flagcensus.toml");
}

TEST(ReadConfig, NamesTheTableOfPyproject) {
  ScratchFolder folder;
  const auto complaint = [&](const std::string& text) {
    const Result<Config> read = ReadConfig(folder.Write("pyproject.toml", text));
    return read.ok() ? "" : read.error().message.substr(folder.path().size() + 1);
  };
  EXPECT_EQ(complaint("[tool.flagcensus]\ncatlog = []\n"),
            "pyproject.toml:2:1: unknown key 'catlog' in [tool.flagcensus]; did you mean "
            "'catalog'?");
  EXPECT_EQ(complaint("[[tool.flagcensus.internal]]\nname = \"A\"\n"),
            "pyproject.toml:1:1: [[tool.flagcensus.internal]] needs 'reason'");
  EXPECT_EQ(complaint("[tool]\nflagcensus = 3\n"),
            "pyproject.toml:2:14: 'tool.flagcensus' must be a table, not an integer");
  EXPECT_EQ(complaint("[tool.other]\n"), "pyproject.toml: the table [tool.flagcensus] is missing");
  EXPECT_EQ(complaint("[tool.flagcensus.severity]\nunused = \"off\"\n"), "");
}

// What is wrong with `sub/flagcensus.toml` of the text, without the folder's path.
std::string ChainComplaint(const ScratchFolder& folder, const std::string& text,
                           bool found = true) {
  const Result<Config> read = ReadConfigChain(folder.Write("sub/flagcensus.toml", text), found);
  if (read.ok()) return "";
  std::string out = read.error().message;
  for (size_t at; (at = out.find(folder.path() + "/")) != std::string::npos;) {
    out.erase(at, folder.path().size() + 1);
  }
  return out;
}

TEST(Extend, OwnSettingsComeFirst) {
  ScratchFolder folder;
  folder.Write(".git/HEAD");
  folder.Write("base/all.toml", R"(
catalog = ["env.md"]
exclude = ["gen/"]
disabled-rules = ["unused", "likely-typo"]
[severity]
undocumented = "error"
stale-claim = "info"
no-catalog = "off"
[[internal]]
name = "BASE_*"
reason = "r"
[[accessor]]
call = "m.get"
type = "int"
[registry]
name = ["key"]
default = ["initial"]
)");
  const std::string own = folder.Write("sub/flagcensus.toml", R"(
extend = "../base/all.toml"
exclude = ["mine/"]
[severity]
undocumented = "warning"
unused = "error"
[[internal]]
name = "OWN_*"
reason = "r"
[registry]
name = ["mine"]
)");
  const Result<Config> read = ReadConfigChain(own, true);
  ASSERT_TRUE(read.ok()) << read.error().message;
  const Config& config = read.value();
  ASSERT_EQ(config.catalog.size(), 1U);
  EXPECT_EQ(FolderOf(config.catalog[0]), folder / "base") << "of the file that names it";
  ASSERT_EQ(config.exclude.size(), 1U);
  EXPECT_EQ(config.exclude[0].glob, "mine/");
  EXPECT_EQ(config.disabled_rules, (std::vector<std::string>{"likely-typo", "no-catalog"}));
  ASSERT_EQ(config.severities.size(), 3U);
  EXPECT_EQ(config.severities[0],
            (std::pair<std::string, Severity>("undocumented", Severity::kWarning)));
  EXPECT_EQ(config.severities[2],
            (std::pair<std::string, Severity>("stale-claim", Severity::kInfo)));
  ASSERT_EQ(config.internal.size(), 2U);
  EXPECT_EQ(config.internal[0].name, "OWN_*");
  EXPECT_EQ(config.registry.name, std::vector<std::string>{"mine"});
  EXPECT_EQ(config.registry.default_value, std::vector<std::string>{"initial"});
  EXPECT_EQ(config.source.accessor_rows.size(), 1U);
  EXPECT_EQ(config.source.files.size(), 2U);
}

TEST(Extend, MistakesHaveAPlace) {
  ScratchFolder folder;
  folder.Write("flagcensus.toml");
  folder.Write("repo/a.py");
  EXPECT_EQ(ChainComplaint(folder, "\nextend = \"no.toml\"\n"),
            "sub/flagcensus.toml:2:10: the configuration 'no.toml' that it extends is missing");
  EXPECT_EQ(ChainComplaint(folder, "extend = \".\"\n"),
            "sub/flagcensus.toml:1:10: the configuration '.' that it extends is not a file");
  // Out of the repository, whether or not there is such a file; unless the user named it.
  const std::string outside =
      "lies outside the repository; name the one that extends it with --config";
  EXPECT_EQ(ChainComplaint(folder, "extend = \"../flagcensus.toml\"\n"),
            "sub/flagcensus.toml:1:10: the configuration '../flagcensus.toml' " + outside);
  EXPECT_EQ(ChainComplaint(folder, "extend = \"../no-such.toml\"\n"),
            "sub/flagcensus.toml:1:10: the configuration '../no-such.toml' " + outside);
  fs::create_symlink("../flagcensus.toml", folder / "sub/link.toml");
  EXPECT_EQ(ChainComplaint(folder, "extend = \"link.toml\"\n"),
            "sub/flagcensus.toml:1:10: the configuration 'link.toml' " + outside);
  EXPECT_EQ(ChainComplaint(folder, "extend = \"../flagcensus.toml\"\n", false), "");
  folder.Write(".git/HEAD");
  EXPECT_EQ(ChainComplaint(folder, "extend = \"../flagcensus.toml\"\n"), "");
  // What is wrong there is said with its place there.
  folder.Write("flagcensus.toml", "\ncatlog = []");
  EXPECT_TRUE(ChainComplaint(folder, "extend = \"../flagcensus.toml\"\n")
                  .ends_with("flagcensus.toml:2:1: unknown key 'catlog'; did you mean 'catalog'?"));
}

TEST(Extend, EndsInACircleAndWhereItIsLong) {
  ScratchFolder folder;
  folder.Write(".git/HEAD");
  EXPECT_TRUE(ChainComplaint(folder, "extend = \"flagcensus.toml\"\n")
                  .starts_with("sub/flagcensus.toml:1:10: configurations extend each other in a "
                               "cycle: sub/flagcensus.toml"));
  folder.Write("a.toml", "extend = \"sub/flagcensus.toml\"\n");
  EXPECT_TRUE(ChainComplaint(folder, "extend = \"../a.toml\"\n").find("in a cycle") !=
              std::string::npos);
  const auto chain = [&](int files) {
    for (int i = 1; i < files; ++i) {
      folder.Write("sub/" + std::to_string(i) + ".toml",
                   i + 1 < files ? "extend = \"" + std::to_string(i + 1) + ".toml\"\n" : "");
    }
    return ChainComplaint(folder, "extend = \"1.toml\"\n");
  };
  EXPECT_EQ(chain(10), "");
  EXPECT_EQ(chain(11), "sub/9.toml:1:10: more than 10 configurations extend each other");
}

TEST(RequiredVersion, ComparesAsPep440) {
  const std::vector<std::pair<std::string, bool>> cases = {
      {"0.2", true},      {"0.2.0", true},       {"0.2.1", false},      {">=0.2", true},
      {">=0.3", false},   {">0.2", false},       {">0.1", true},        {"<0.10", true},
      {"<0.2", false},    {"<=0.2", true},       {"==0.2.*", true},     {"==0.1.*", false},
      {"!=0.2.*", false}, {"!=0.3", true},       {"~=0.1", true},       {"~=0.1.0", false},
      {"~=0.2.0", true},  {">= 0.1 , <1", true}, {">=0.1,<0.2", false}, {"== 0.2", true}};
  for (const auto& [wanted, meets] : cases) {
    EXPECT_EQ(MeetsVersion("0.2.0", wanted), std::optional(meets)) << wanted;
  }
  for (const char* wrong :
       {"", "new", ">=", "0.2-beta", ">=0.2,", "~=1", ">=1.*", "99999999999", "1..2", "=>1"}) {
    EXPECT_EQ(MeetsVersion("0.2.0", wrong), std::nullopt) << wrong;
  }
}

std::vector<std::string> Expanded(const ScratchFolder& folder, const std::string& glob,
                                  bool folders = false) {
  const Result<std::vector<std::string>> files = ExpandGlob(folder.path(), glob, folders);
  if (!files.ok()) return {files.error().message};
  std::vector<std::string> out;
  for (const std::string& file : files.value())
    out.push_back(file.substr(folder.path().size() + 1));
  return out;
}

TEST(ExpandGlob, FindsFilesAndSaysWhereThereAreNone) {
  using List = std::vector<std::string>;
  ScratchFolder folder;
  for (const char* file : {"docs/a.md", "docs/b.md", "docs/c.rst", "docs/in/d.md", "docs/.e.md",
                           "docs/.f/g.md", "README.md"}) {
    folder.Write(file);
  }
  fs::create_symlink(folder.path(), folder / "docs/up");
  EXPECT_EQ(Expanded(folder, "docs/*.md"), (List{"docs/a.md", "docs/b.md"}));
  EXPECT_EQ(Expanded(folder, "docs/[bc].*"), (List{"docs/b.md", "docs/c.rst"}));
  EXPECT_EQ(Expanded(folder, "**/*.md"),
            (List{"README.md", "docs/a.md", "docs/b.md", "docs/in/d.md"}));
  EXPECT_EQ(Expanded(folder, "*/?.rst"), List{"docs/c.rst"});
  EXPECT_EQ(Expanded(folder, "docs/.*.md"), List{"docs/.e.md"});
  EXPECT_EQ(Expanded(folder, "docs/**/d.md"), List{"docs/in/d.md"});
  EXPECT_EQ(Expanded(folder, "d*", true), List{"docs"});
  EXPECT_EQ(Expanded(folder, "d*"), List{"the glob 'd*' matches no file"});
  EXPECT_EQ(Expanded(folder, "d[*"), List{"the glob 'd[*' matches no file"});
  EXPECT_EQ(Expanded(folder, "x/*", true), List{"the glob 'x/*' matches nothing"});
}

TEST(PathMatcher, TakesGlobsOfTheFilesFolder) {
  const auto matches = [](const std::string& glob, const std::string& shown) {
    return PathMatcher({{glob, {"/p/sub/flagcensus.toml", 1, 1}}}, "/p").Matches(shown);
  };
  EXPECT_TRUE(matches("tools/**", "sub/tools/a.py"));
  EXPECT_FALSE(matches("tools/**", "tools/a.py"));
  EXPECT_TRUE(matches("tools/", "sub/in/tools/a.py"));
  EXPECT_FALSE(matches("/tools/", "sub/in/tools/a.py"));
  EXPECT_TRUE(matches("*.md", "sub/docs/a.md"));
  EXPECT_FALSE(matches("*.md", "sub/docs/a.rst"));
  EXPECT_TRUE(matches("tools/**", "/p/sub/tools/a.py"));
  const PathGlob special = {"a/b", {"/p[1]/x*/flagcensus.toml", 1, 1}};
  EXPECT_EQ(FromTop(special), "/p\\[1]/x\\*/a/b");
  EXPECT_EQ(FromTop({"!/a", special.place}), "!/p\\[1]/x\\*/a");
  EXPECT_EQ(FromTop({"gen/", special.place}), "gen/");
}

}  // namespace
}  // namespace flagcensus
