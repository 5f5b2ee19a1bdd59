// The index against git itself, then indices that are broken or hostile, then the walk with them.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "analyzer/project/walk_tree.h"
#include "analyzer/tree/git_index_format.h"
#include "analyzer/tree/tree.h"
#include "tests/run_git.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

std::string Git(const std::string& folder, const std::string& arguments) {
  return RunGit(folder, arguments);
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
    const auto index = ParseGitIndex(ReadText(folder / ".git/index"));
    ASSERT_TRUE(index.ok()) << index.error().message;
    for (const std::string& name : index.value().names) listed += name + '\0';
    EXPECT_EQ(listed, Git(folder.path(), "ls-files -z")) << version;
  }
  folder.Write("later.c");
  Git(folder.path(), "add -N later.c");  // an extended flag: version 3
  const auto index = ParseGitIndex(ReadText(folder / ".git/index"));
  ASSERT_TRUE(index.ok());
  EXPECT_EQ(index.value().names.size(), kCommitted.size() + 302U);
}

// What any bytes are taken for, with any shared index.
void ParseAndJoin(const std::string& own, const std::string& shared) {
  Result<GitIndex> first = ParseGitIndex(own);
  Result<GitIndex> second = ParseGitIndex(shared);
  if (!first.ok() || !second.ok()) return;
  JoinGitIndex(std::move(first).value(), std::move(second).value());
}

TEST(GitIndex, EveryTornOrChangedOneEnds) {
  ScratchFolder folder;
  MakeRepository(folder);
  for (const char* how : {"--index-version 2", "--index-version 4", "--split-index"}) {
    Git(folder.path(), std::string("update-index ") + how);
    if (how[2] == 's') Git(folder.path(), "rm -q --cached committed.py");
    const std::string whole = ReadText(folder / ".git/index");
    std::string shared = whole;
    for (const auto& entry : fs::directory_iterator(folder / ".git")) {
      if (entry.path().filename().string().starts_with("shared")) shared = ReadText(entry.path());
    }
    const auto all = ParseGitIndex(whole);
    ASSERT_TRUE(all.ok());
    for (size_t size = 0; size < whole.size(); ++size) {
      const auto torn = ParseGitIndex(whole.substr(0, size));
      // Behind the last entry only an extension is lost.
      if (torn.ok()) {
        EXPECT_EQ(torn.value().names, all.value().names) << size;
      }
    }
    EXPECT_FALSE(ParseGitIndex(whole.substr(0, 100)).ok());
    for (size_t at = 0; at < whole.size(); ++at) {
      for (const char value : {'\0', '\x01', '\x7f', '\xff'}) {
        std::string changed = whole;
        changed[at] = value;
        ParseAndJoin(changed, shared);
      }
    }
  }
  EXPECT_FALSE(ParseGitIndex("").ok());
  EXPECT_FALSE(ParseGitIndex(std::string("DIRC\0\0\0\x09\0\0\0\0", 12)).ok());
}

// A header with so many entries, four billion of which cost nothing before they are read.
TEST(GitIndex, ACountIsNotBelieved) {
  const std::string text =
      std::string("DIRC\0\0\0\x02\xff\xff\xff\xff", 12) + std::string(40, '\0');
  const auto index = ParseGitIndex(text);
  ASSERT_FALSE(index.ok());
  EXPECT_EQ(index.error().message, "is corrupt: an entry is truncated, or the names are not sorted");
}

// An extension in capitals may be left out, another changes what the entries mean.
TEST(GitIndex, AnExtensionThatIsNeededIsKnownOrNamed) {
  const auto with = [](const std::string& signature) {
    return std::string("DIRC\0\0\0\x02\0\0\0\0", 12) + signature +
           std::string("\0\0\0\x01x", 5) + std::string(20, '\0');
  };
  EXPECT_TRUE(ParseGitIndex(with("ABCD")).ok());
  const auto index = ParseGitIndex(with("abcd"));
  ASSERT_FALSE(index.ok());
  EXPECT_EQ(index.error().message, "needs the unsupported extension 'abcd'");
}

// The bitmap of a split index: a marker of 64 bits (one bit that repeats, 32 of how often, 31 of
// how many words follow), then those words.
TEST(GitIndex, ABitmapStaysWithinTheSharedIndex) {
  const auto bitmap = [](uint32_t bits, const std::vector<uint64_t>& words) {
    std::string out;
    const auto add = [&](uint64_t number, int width) {
      while (width-- > 0) out += static_cast<char>(number >> (8 * width) & 0xff);
    };
    add(bits, 4);
    add(words.size(), 4);
    for (const uint64_t word : words) add(word, 8);
    return out;
  };
  const auto left = [&](const std::string& deleted) -> std::string {
    GitIndex own{{"", "b2"}, std::string(40, 'a'), deleted};
    GitIndex shared;
    for (int i = 0; i < 130; ++i) shared.names.push_back("c" + std::to_string(1000 + i));
    const auto names = JoinGitIndex(std::move(own), std::move(shared));
    return names.ok() ? std::to_string(names.value().size()) : names.error().message;
  };
  constexpr uint64_t kFollows = uint64_t{1} << 33;
  const std::string broken = "is corrupt: it does not match the index that it shares";
  EXPECT_EQ(left(bitmap(0, {})), "131");
  EXPECT_EQ(left(bitmap(3, {kFollows, 5})), "129");
  EXPECT_EQ(left(bitmap(128, {(2 << 1) | 1})), "3");
  EXPECT_EQ(left(bitmap(130, {(3 << 1) | 1})), "1");  // the last word of a run reaches beyond
  EXPECT_EQ(left(bitmap(129, {(1 << 1) | kFollows, uint64_t{1} << 63})), "130");
  EXPECT_EQ(left(bitmap(200, {(4 << 1) | 1})), broken);
  EXPECT_EQ(left(bitmap(0xffffffff, {0x1ffffffff})), broken);
  EXPECT_EQ(left(bitmap(200, {(2 << 1) | kFollows, 4})), broken);
  EXPECT_EQ(left(bitmap(3, {5 * kFollows, 5})), broken);
  EXPECT_EQ(left("\x01"), broken);
}

// Version 4 repeats the start of the last name: names can grow with each entry.
TEST(GitIndex, NamesThatGrowWithoutEndAreAnError) {
  std::string text("DIRC\0\0\0\x04\0\x10\0\0", 12);
  for (int i = 0; i < 0x100000; ++i) {
    const int length = std::min(100 * (i + 1), 0xfff);
    text += std::string(60, '\0') + static_cast<char>(length >> 8) + static_cast<char>(length);
    text += '\0' + std::string(100, 'a') + '\0';
    if (text.size() > (8U << 20)) break;
  }
  const auto index = ParseGitIndex(text);
  ASSERT_FALSE(index.ok());
  EXPECT_EQ(index.error().message, "has more than 256 MiB of names");
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
  EXPECT_EQ(complaint(), "is truncated in its header");
  fs::remove(folder / ".git/index");
  fs::create_symlink("/etc/passwd", folder / ".git/index");
  EXPECT_EQ(complaint(), "is a symbolic link");
  fs::remove(folder / ".git/index");
  fs::create_directory(folder / ".git/index");
  EXPECT_EQ(complaint(), "is a directory");
  fs::remove(folder / ".git/index");
  Git(folder.path(), "add -f .gitignore a.c committed.py");
  Git(folder.path(), "update-index --split-index");
  for (const auto& entry : fs::directory_iterator(folder / ".git")) {
    if (entry.path().filename().string().starts_with("shared")) fs::remove(entry.path());
  }
  const std::string split = complaint();
  EXPECT_TRUE(split.starts_with("is split, and sharedindex.")) << split;
  EXPECT_TRUE(split.ends_with(" cannot be read: no such file or directory")) << split;
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
