// The index against git itself, then indices that are broken or hostile, then the walk with them.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "analyzer/project/walk_tree.h"
#include "analyzer/tree/git_index.h"
#include "analyzer/tree/tree.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

std::string Git(const std::string& folder, const std::string& arguments) {
  const std::string command =
      "cd '" + folder +
      "' && unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE && GIT_CONFIG_GLOBAL=/dev/null "
      "GIT_CONFIG_NOSYSTEM=1 git -c user.name=a -c user.email=a@b -c protocol.file.allow=always " +
      arguments + " 2>/dev/null";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::string out;
  std::array<char, 4096> buffer;
  while (const size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    out.append(buffer.data(), n);
  }
  return pclose(pipe) == 0 ? out : "";
}

std::string Bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Names Files(const Tree& tree) {
  Names out;
  for (const SourceFile& file : tree.files) out.push_back(file.path);
  return out;
}

Tree Walk(const std::string& path) {
  WalkOptions options;
  options.root = path;
  return WalkTree({path}, options);
}

// A repository in which .gitignore matches two committed files and two others.
void MakeRepository(const ScratchFolder& folder, const std::string& init = "init -q") {
  folder.Write(".gitignore", "*.py\nout/\n");
  folder.Write("a.c");
  folder.Write("committed.py");
  folder.Write("local.py");
  folder.Write("out/deep/committed.c");
  folder.Write("out/deep/local.c");
  folder.Write("out/other/local.c");
  Git(folder.path(), init);
  Git(folder.path(), "add -f .gitignore a.c committed.py out/deep/committed.c");
}
const Names kCommitted = {".gitignore", "a.c", "committed.py", "out/deep/committed.c"};

TEST(GitIndex, HasTheNamesThatGitHas) {
  ScratchFolder folder;
  MakeRepository(folder);
  for (int i = 0; i < 300; ++i) folder.Write("many/f" + std::to_string(i * 7919 % 1000) + "x.c");
  folder.Write("many/\xc3\xa9 b.c");
  Git(folder.path(), "add many");
  for (const std::string version : {"2", "4", "2"}) {
    Git(folder.path(), "update-index --index-version " + version);
    std::string listed;
    const auto names = ReadGitIndex(Bytes(folder / ".git/index"), false);
    ASSERT_TRUE(names.ok()) << names.error().message;
    for (const std::string& name : names.value()) listed += name + '\0';
    EXPECT_EQ(listed, Git(folder.path(), "ls-files -z")) << version;
  }
  folder.Write("later.c");
  Git(folder.path(), "add -N later.c");  // an extended flag: version 3
  const auto names = ReadGitIndex(Bytes(folder / ".git/index"), false);
  ASSERT_TRUE(names.ok());
  EXPECT_EQ(names.value().size(), kCommitted.size() + 302U);
}

TEST(GitIndex, EveryTornOrChangedOneEnds) {
  ScratchFolder folder;
  MakeRepository(folder);
  for (const char* version : {"2", "4"}) {
    Git(folder.path(), std::string("update-index --index-version ") + version);
    const std::string whole = Bytes(folder / ".git/index");
    for (size_t size = 0; size < whole.size(); ++size) ReadGitIndex(whole.substr(0, size), false);
    for (size_t at = 0; at < whole.size(); ++at) {
      for (const char value : {'\0', '\x7f', '\xff'}) {
        std::string changed = whole;
        changed[at] = value;
        ReadGitIndex(changed, false);
        ReadGitIndex(changed, true);
      }
    }
    EXPECT_FALSE(ReadGitIndex(whole.substr(0, 100), false).ok());
  }
  EXPECT_FALSE(ReadGitIndex("", false).ok());
  EXPECT_FALSE(ReadGitIndex("DIRC\0\0\0\x09\0\0\0\0", false).ok());
}

// Version 4 repeats the start of the last name: names can grow with each entry.
TEST(GitIndex, NamesThatGrowWithoutEndAreAnError) {
  std::string text("DIRC\0\0\0\x04\0\x10\0\0", 12);
  for (int i = 0; i < 200; ++i) {
    text += std::string(60, '\0') + std::string("\x0f\xff\0", 3) + std::string(100, 'a') + '\0';
  }
  const auto names = ReadGitIndex(text, false);
  ASSERT_FALSE(names.ok());
  EXPECT_EQ(names.error().message, "has names without end");
}

TEST(Repository, CommittedFilesAreTakenThoughIgnored) {
  ScratchFolder folder;
  MakeRepository(folder);
  const Tree tree = Walk(folder.path());
  EXPECT_EQ(Files(tree), kCommitted);
  EXPECT_FALSE(tree.ignored_unasked);
  EXPECT_EQ(tree.skipped.size(), 3U);  // local.py, out/deep/local.c, out/other/
  // What the user names is taken, ignored or not.
  EXPECT_EQ(Files(Walk(folder / "out")),
            (Names{"deep/committed.c", "deep/local.c", "other/local.c"}));
  fs::remove(folder / ".git/index");
  const Tree without = Walk(folder.path());
  EXPECT_EQ(Files(without), (Names{".gitignore", "a.c"}));
  EXPECT_TRUE(without.ignored_unasked);
}

// What was exported or published was committed, whatever .gitignore says.
TEST(Repository, OutsideOfOneNothingIsIgnored) {
  ScratchFolder folder;
  MakeRepository(folder);
  fs::remove_all(folder / ".git");
  const Tree tree = Walk(folder.path());
  EXPECT_EQ(Files(tree), (Names{".gitignore", "a.c", "committed.py", "local.py",
                                "out/deep/committed.c", "out/deep/local.c", "out/other/local.c"}));
  EXPECT_FALSE(tree.ignored_unasked);
}

TEST(Repository, ObjectsMayBeNamedBySha256) {
  ScratchFolder folder;
  MakeRepository(folder, "init -q --object-format=sha256");
  EXPECT_EQ(Files(Walk(folder.path())), kCommitted);
}

TEST(Repository, AnIndexThatCannotBeReadIsOneDiagnostic) {
  ScratchFolder folder;
  MakeRepository(folder);
  const auto complaint = [&]() -> std::string {
    const Tree tree = Walk(folder.path());
    EXPECT_EQ(Files(tree), (Names{".gitignore", "a.c"}));
    if (tree.diagnostics.size() != 1) return std::to_string(tree.diagnostics.size());
    EXPECT_EQ(tree.diagnostics[0].kind, "unreadable-index");
    EXPECT_EQ(tree.diagnostics[0].place.file, ".git/index");
    return tree.diagnostics[0].message.substr(0, tree.diagnostics[0].message.find(';'));
  };
  folder.Write(".git/index", "DIRCx");
  EXPECT_EQ(complaint(), "is broken: it ends in its header");
  fs::remove(folder / ".git/index");
  fs::create_symlink("/etc/passwd", folder / ".git/index");
  EXPECT_EQ(complaint(), "is no regular file");
  fs::remove(folder / ".git/index");
  Git(folder.path(), "add -f .gitignore a.c committed.py");
  Git(folder.path(), "update-index --split-index");
  EXPECT_EQ(complaint(),
            "is a split index, which is not read: 'git update-index --no-split-index' joins it");
}

TEST(Repository, WorktreesAndSubmodulesAreFollowed) {
  ScratchFolder folder;
  ScratchFolder other;
  MakeRepository(folder);
  Git(folder.path(), "commit -q -m a");
  Git(folder.path(), "worktree add -q '" + (other / "tree") + "'");
  folder.Write(".git/info/exclude", "a.c\n");
  other.Write("tree/local.py");
  const Tree tree = Walk(other / "tree");
  EXPECT_EQ(Files(tree), kCommitted);
  EXPECT_TRUE(tree.diagnostics.empty());
  ScratchFolder super;
  Git(super.path(), "init -q");
  Git(super.path(), "submodule add -q '" + folder.path() + "' part");
  super.Write("part/local.py");
  ASSERT_TRUE(fs::is_regular_file(super / "part/.git"));
  EXPECT_EQ(Files(Walk(super / "part")), kCommitted);
}

// A hostile tree may name any repository of the machine: its rules would hide the tree's sources.
TEST(Repository, AGitFileThatLeadsOutIsNotFollowed) {
  ScratchFolder outside;
  MakeRepository(outside);
  outside.Write(".git/info/exclude", "evil.c\n");
  ScratchFolder folder;
  folder.Write("evil.c");
  folder.Write(".git", "gitdir: " + (outside / ".git") + "\n");
  const Tree tree = Walk(folder.path());
  EXPECT_EQ(Files(tree), Names{"evil.c"});
  ASSERT_EQ(tree.diagnostics.size(), 1U);
  EXPECT_EQ(tree.diagnostics[0].kind, "untrusted-repository");
  EXPECT_EQ(tree.diagnostics[0].place.file, ".git");
  // One inside the tree says no more than its .gitignore could.
  fs::create_directories(folder / "bare/info");
  folder.Write("bare/info/exclude", "evil.c\n");
  folder.Write(".git", "gitdir: bare\n");
  EXPECT_EQ(Files(Walk(folder.path())), Names{"bare/info/exclude"});
  // Unless it leads out in a second step.
  folder.Write("bare/commondir", outside / ".git");
  EXPECT_EQ(Walk(folder.path()).diagnostics.size(), 1U);
}

}  // namespace
}  // namespace flagcensus
