// The ignore rules against git itself: hand-picked patterns, then random ones over a fixed tree.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "analyzer/project/walk_tree.h"
#include "analyzer/tree/gitignore.h"
#include "analyzer/tree/glob.h"
#include "analyzer/tree/tree.h"
#include "tests/run_git.h"
#include "tests/scratch_folder.h"
#include "tests/skip.h"

namespace flagcensus {
namespace {

std::set<std::string> FilesOfGit(const ScratchFolder& folder) {
  std::set<std::string> out;
  const std::string text = RunGit(folder.path(), "ls-files -o --exclude-standard -z");
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\0', at);
    out.insert(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

std::set<std::string> FilesOfWalk(const ScratchFolder& folder) {
  WalkOptions options;
  options.root = folder.path();
  options.hidden = true;
  options.vendored = true;
  options.jobs = 2;
  std::set<std::string> out;
  for (const SourceFile& file : WalkTree({folder.path()}, options).files) out.insert(file.path);
  return out;
}

const std::vector<std::string> kFiles = {"a",
                                         "b",
                                         "ab",
                                         "abc",
                                         "a.py",
                                         "b.txt",
                                         "a b",
                                         "a ",
                                         "#a",
                                         "!a",
                                         "a]b",
                                         "[ab]",
                                         "a-b",
                                         "a\\b",
                                         "a*b",
                                         "é.py",
                                         "build/a",
                                         "build/keep/a",
                                         "build/b.txt",
                                         "x/build/a",
                                         "x/build/b",
                                         "x/y/build",
                                         "x/y/z/a",
                                         "x/y/z/abc",
                                         "x/y/z/w/a.py",
                                         "x/ab/c",
                                         "x/a/b/c",
                                         "x/a/c",
                                         "xa/b/c",
                                         "x/abc/c",
                                         "logs/a.log",
                                         "logs/b.log",
                                         "logs/x/a.log",
                                         "foo/bar",
                                         "foobar/bar",
                                         "foo/x/bar",
                                         "foox/bar",
                                         ".hidden/a",
                                         ".env",
                                         "dir/.env",
                                         "A.PY",
                                         "x1/a",
                                         "x2/a",
                                         "x-/a",
                                         "tab\there",
                                         "doc/a.md",
                                         "doc/sub/a.md",
                                         "doc/sub/deep/a.md"};

TEST(Gitignore, HandPickedPatternsAsInGit) {
  if (RunGit(".", "--version").empty()) {
    FLAGCENSUS_SKIP("git");
  }
  ScratchFolder folder;
  for (const std::string& file : kFiles) folder.Write(file);
  ASSERT_FALSE(RunGit(folder.path(), "init -q && echo ok").empty());
  const std::vector<std::string> cases = {"a",
                                          "/a",
                                          "a/",
                                          "*.py",
                                          "!*.py",
                                          "*",
                                          "*/",
                                          "/*",
                                          "/*/",
                                          "*.py\n!a.py",
                                          "build/\n!build/keep/",
                                          "build/*\n!build/keep/",
                                          "build/*\n!build/keep",
                                          "build\n!build/keep/a",
                                          "**",
                                          "**/",
                                          "/**",
                                          "**/a",
                                          "**/a/",
                                          "x/**",
                                          "x/**/",
                                          "x/**/a",
                                          "x/**/c",
                                          "x/**/**/c",
                                          "**/b/c",
                                          "a/**/b",
                                          "foo**/bar",
                                          "foo/**bar",
                                          "x/a**/c",
                                          "x/y**",
                                          "**a",
                                          "a**",
                                          "x/*/c",
                                          "x/*",
                                          "*/a",
                                          "*/*/a",
                                          "x/?/c",
                                          "x/?"
                                          "?/c",
                                          "[ab]",
                                          "\\[ab]",
                                          "[!a]",
                                          "[^a]",
                                          "[a-b]",
                                          "[b-a]",
                                          "[]]",
                                          "a[]]b",
                                          "a[!]]b",
                                          "[",
                                          "[a",
                                          "a[",
                                          "[!",
                                          "[[:alpha:]]",
                                          "[[:digit:]]",
                                          "x[[:digit:]]",
                                          "[[:foo:]]",
                                          "[[:alpha:]",
                                          "[[:alpha",
                                          "[[:]a]",
                                          "[a-]",
                                          "[-a]",
                                          "x[-1]",
                                          "x[1-2]",
                                          "[\\]]",
                                          "a[\\]]b",
                                          "[\\a-\\b]",
                                          "\\a",
                                          "\\#a",
                                          "#a",
                                          "\\!a",
                                          "!a",
                                          "!",
                                          "/",
                                          "//",
                                          "//a",
                                          "a//",
                                          "\\",
                                          "a\\",
                                          "a\\\\b",
                                          "a\\ ",
                                          "a ",
                                          "a  ",
                                          "a\\  ",
                                          "a\t",
                                          "a b",
                                          " a",
                                          "a*b",
                                          "a\\*b",
                                          "a-b",
                                          "é.py",
                                          "?.py",
                                          "??.py",
                                          "[é].py",
                                          "x/y/z/*",
                                          "x/**/z/**",
                                          "*.log\n!logs/x/",
                                          "logs/\n!logs/x/a.log",
                                          "\xef\xbb\xbf"
                                          "a",
                                          "a\r\nb\r\n",
                                          "a\r",
                                          "\n\n  \na",
                                          "*.md\n!doc/sub/**",
                                          "doc/**/*.md",
                                          "doc/**/deep/*.md",
                                          "/doc/*/a.md",
                                          "doc/sub",
                                          "/sub",
                                          "sub/",
                                          "**/sub/",
                                          "**/sub/**",
                                          "x/**/y/**/a",
                                          ".*",
                                          ".env",
                                          "tab\there",
                                          "tab[\t]here",
                                          "???",
                                          "*?",
                                          "?*",
                                          "**?",
                                          "*a*",
                                          "*a*b*",
                                          "a?b",
                                          "a[/]b",
                                          "x[/]y",
                                          "x[!a]y",
                                          "x\\/y",
                                          "x/**\\/a",
                                          "**\\/a",
                                          "*/\\",
                                          "x/",
                                          "x",
                                          "/x",
                                          "./a",
                                          "../a",
                                          "x/../a",
                                          "x/.",
                                          "[[:space:]]",
                                          "a[[:space:]]b",
                                          "[[:upper:]].PY",
                                          "[[:lower:]].PY",
                                          "[[:punct:]]a",
                                          "***",
                                          "***/a",
                                          "x/***/c",
                                          "a*\\",
                                          "x/*/",
                                          "!x/\nx",
                                          "x\n!x/ab",
                                          "x/*\n!x/ab",
                                          "*\n!*/\n!*.py",
                                          "/*\n!/x\n/x/*\n!/x/y"};
  for (const std::string& text : cases) {
    folder.Write(".gitignore", text);
    EXPECT_EQ(FilesOfWalk(folder), FilesOfGit(folder)) << "with .gitignore:\n" << text;
  }
}

TEST(Gitignore, NestedFilesAndInfoExcludeAsInGit) {
  if (RunGit(".", "--version").empty()) {
    FLAGCENSUS_SKIP("git");
  }
  ScratchFolder folder;
  for (const std::string& file : kFiles) folder.Write(file);
  ASSERT_FALSE(RunGit(folder.path(), "init -q && echo ok").empty());
  folder.Write(".gitignore", "*.py\n/x/y/*\n!/x/y/z\nlogs/*\n");
  folder.Write("x/.gitignore", "!*.py\na\n/ab\n!b\n");
  folder.Write("x/y/.gitignore", "!a\nabc\n");
  folder.Write("logs/.gitignore", "!a.log\n");
  folder.Write("build/.gitignore", "*\n!.gitignore\n");
  folder.Write(".git/info/exclude", "b\nc\n!abc\nfoo*/\n");
  EXPECT_EQ(FilesOfWalk(folder), FilesOfGit(folder));
  const std::set<std::string> walked = FilesOfWalk(folder);
  EXPECT_TRUE(walked.contains("x/y/z/w/a.py"));
  EXPECT_FALSE(walked.contains("foo/bar"));
}

TEST(Gitignore, RandomPatternsAsInGit) {
  if (RunGit(".", "--version").empty()) {
    FLAGCENSUS_SKIP("git");
  }
  ScratchFolder folder;
  for (const std::string& file : kFiles) folder.Write(file);
  ASSERT_FALSE(RunGit(folder.path(), "init -q && echo ok").empty());
  const std::vector<std::string> pieces = {
      "a",   "b",    "x",    "y",     "c",   "/",  "/",   "*",   "**",    "**/", "/**",
      "?",   "[ab]", "[!a]", "[a-c]", "\\a", "!",  ".py", ".",   "build", "foo", "bar",
      "doc", "sub",  " ",    "\\ ",   "\n",  "\n", "\n!", "/\n", "#"};
  std::mt19937 random(20240229);
  const auto text = [&] {
    std::string out;
    for (size_t n = 1 + random() % 12; n > 0; --n) out += pieces[random() % pieces.size()];
    return out;
  };
  for (int round = 0; round < 400; ++round) {
    const std::string top = text(), x = text(), exclude = text();
    folder.Write(".gitignore", top);
    folder.Write("x/.gitignore", x);
    folder.Write(".git/info/exclude", exclude);
    ASSERT_EQ(FilesOfWalk(folder), FilesOfGit(folder)) << "round " << round << ", .gitignore:\n"
                                                       << top << "\nx/.gitignore:\n"
                                                       << x << "\ninfo/exclude:\n"
                                                       << exclude;
  }
}

TEST(Gitignore, ASymbolicLinkIsNoIgnoreFile) {
  ScratchFolder folder;
  folder.Write("rules", "a.py\n");
  folder.Write("tree/a.py");
  std::filesystem::create_symlink(folder / "rules", folder / "tree/.gitignore");
  WalkOptions options;
  options.root = folder / "tree";
  const Tree tree = WalkTree({folder / "tree"}, options);
  ASSERT_EQ(tree.files.size(), 1U);
  EXPECT_EQ(tree.files[0].path, "a.py");
}

TEST(Gitignore, RulesOfTheRepositoryAboveHoldInAFolderOfIt) {
  ScratchFolder folder;
  folder.Write(".git/info/exclude", "secret.py\n");
  folder.Write(".gitignore", "*.log\n/src/gen/\n");
  folder.Write("src/.gitignore", "!keep.log\n");
  for (const char* file : {"a.py", "a.log", "keep.log", "secret.py", "gen/b.py"}) {
    folder.Write(std::string("src/") + file);
  }
  WalkOptions options;
  options.root = folder.path();
  const Tree tree = WalkTree({folder / "src"}, options);
  std::set<std::string> walked;
  for (const SourceFile& file : tree.files) walked.insert(file.path);
  EXPECT_EQ(walked, (std::set<std::string>{"src/.gitignore", "src/a.py", "src/keep.log"}));
  std::set<std::string> reasons;
  for (const SkippedPath& skipped : tree.skipped) {
    reasons.insert(skipped.path + " " + skipped.reason);
  }
  EXPECT_EQ(reasons, (std::set<std::string>{"src/a.log ignored by .gitignore:1",
                                            "src/gen/ ignored by .gitignore:2",
                                            "src/secret.py ignored by .git/info/exclude:1"}));
}

TEST(Gitignore, AnotherRepositoryInsideHasRulesOfItsOwn) {
  ScratchFolder folder;
  folder.Write(".git/HEAD", "ref: refs/heads/main\n");
  folder.Write(".gitignore", "*.py\n");
  folder.Write("inner/.git/HEAD", "ref: refs/heads/main\n");
  folder.Write("inner/a.py");
  folder.Write("other/a.py");
  WalkOptions options;
  options.root = folder.path();
  std::set<std::string> walked;
  for (const SourceFile& file : WalkTree({folder.path()}, options).files) walked.insert(file.path);
  EXPECT_EQ(walked, (std::set<std::string>{".gitignore", "inner/a.py"}));
}

TEST(Glob, ManyStarsCostNoMoreThanTheirNumber) {
  std::string pattern;
  for (int i = 0; i < 2000; ++i) pattern += "*a";
  const Glob glob(pattern + "b");
  EXPECT_FALSE(glob.Matches(std::string(2000, 'a')));
  EXPECT_TRUE(glob.Matches(std::string(2500, 'a') + "b"));
}

// What is looked up is what would be found by trying each rule.
TEST(Gitignore, TheLastRuleThatMatchesIsFoundWhateverItsShape) {
  std::mt19937 random(11);
  const auto text = [&](std::string_view bytes, size_t most) {
    std::string out;
    for (size_t n = random() % most + 1; n > 0; --n) out += bytes[random() % bytes.size()];
    return out;
  };
  size_t matched = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string rules;
    for (int i = 0; i < 12; ++i) rules += text("aabb***?/[]\\!-", 8) + "\n";
    const IgnoreFile file = ParseIgnoreFile(rules);
    for (int i = 0; i < 12; ++i) {
      const std::string path = text("aabbb/-]", 7);
      const IgnoreRule* last = nullptr;
      for (const IgnoreRule& rule : file.rules) {
        if (RuleMatches(rule, path, i % 2 == 0)) last = &rule;
      }
      matched += last != nullptr;
      EXPECT_EQ(file.Match(path, i % 2 == 0), last) << rules << path;
    }
  }
  EXPECT_GT(matched, 10000u);
}

TEST(Gitignore, RulesAreLookedUpByWhatTheyRequireOfAName) {
  using Part = RequiredName::Part;
  const struct {
    const char* pattern;
    Part part;
    const char* text;
  } kRows[] = {
      {"name", Part::kWhole, "name"},
      {"/a/b", Part::kWhole, "b"},
      {"**/a", Part::kWhole, "a"},
      {"*.o", Part::kTail, ".o"},
      {"a*b?cd", Part::kTail, "cd"},
      {"a*", Part::kHead, "a"},
      {"x/a*", Part::kHead, "a"},
      {"a**", Part::kAny, ""},
      {"x/**", Part::kAny, ""},
      {"[x/a]*", Part::kAny, ""},
      {"*abcd*", Part::kInside, "abc"},
      {"*a?bc*", Part::kInside, "bc"},
      {"*[abc]*", Part::kAny, ""},
      {"*a[bcd]*", Part::kInside, "a"},
      {"\\*abc\\d", Part::kInside, "abc"},
      {"a\\bc", Part::kTail, "c"},
  };
  for (const auto& row : kRows) {
    const RequiredName required = RequiredOf(row.pattern);
    EXPECT_EQ(required.part, row.part) << row.pattern;
    EXPECT_EQ(required.text, row.text) << row.pattern;
  }
}

TEST(Glob, RuleCoversWhatLiesBelowAFolder) {
  const auto rule = ParseIgnoreRule("tools/gen/");
  ASSERT_TRUE(rule.has_value());
  EXPECT_TRUE(RuleCovers(*rule, "tools/gen/a/b.py"));
  EXPECT_FALSE(RuleCovers(*rule, "tools/gen"));
  EXPECT_FALSE(RuleCovers(*rule, "x/tools/gen/a.py"));
}

}  // namespace
}  // namespace flagcensus
