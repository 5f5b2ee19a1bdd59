// Checkouts that git itself makes, of every shape of its index: the walk takes the files that git
// lists as committed and those that it lists as neither committed nor ignored.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "analyzer/project/walk_tree.h"
#include "tests/run_git.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;
using FileNames = std::set<std::string>;

// What git lists below `folder`, its submodules and repositories in it too.
void ListFiles(const std::string& folder, const std::string& above, FileNames& out) {
  const std::string listed = RunGit(folder, "ls-files -z -co --exclude-standard");
  size_t at = 0;
  for (size_t end = listed.find('\0'); end != std::string::npos; end = listed.find('\0', at)) {
    std::string name = listed.substr(at, end - at);
    at = end + 1;
    if (name.ends_with('/')) name.pop_back();
    const fs::file_status status = fs::symlink_status(fs::path(folder) / name);
    if (fs::is_regular_file(status)) out.insert(above + name);
    if (fs::is_directory(status) && fs::exists(fs::path(folder) / name / ".git")) {
      ListFiles(folder + "/" + name, above + name + "/", out);
    }
  }
}

Tree WalkAll(const std::string& folder) {
  WalkOptions options;
  options.root = folder;
  options.hidden = true;
  options.vendored = true;
  return WalkTree({folder}, options);
}

// The walk has what git lists, `least` of it at least, and nothing to complain of.
void ExpectAsGit(const std::string& folder, size_t least) {
  FileNames listed, walked;
  ListFiles(folder, "", listed);
  EXPECT_GE(listed.size(), least);
  const Tree tree = WalkAll(folder);
  for (const SourceFile& file : tree.files) walked.insert(file.path);
  for (const Diagnostic& diagnostic : tree.diagnostics) {
    ADD_FAILURE() << diagnostic.place.file << ": " << diagnostic.message;
  }
  EXPECT_EQ(walked, listed);
}

std::string IndexOf(const std::string& folder) { return ReadText(folder + "/.git/index"); }

bool HasExtension(const std::string& folder, const std::string& signature) {
  return IndexOf(folder).find(signature) != std::string::npos;
}

// `count` committed files, of which every third matches .gitignore, and as many as there are of
// those that are ignored and not committed; one that is neither.
void MakeCheckout(const ScratchFolder& folder, int count, const std::string& init = "init -q") {
  std::string names;
  for (int i = 0; i < count; ++i) {
    const std::string at = "d" + std::to_string(i % 17) + "/" + std::to_string(i * 7919 % 100003);
    if (i % 3 == 2) folder.Write("out/" + at + ".txt");
    const std::string name = i % 3 == 1 ? "out/" + at + ".c" : at + ".py";
    folder.Write(name);
    names += name + "\n";
  }
  folder.Write("generated.py");
  folder.Write("not/added.py");
  folder.Write(".gitignore", "out/\ngenerated.*\n");
  folder.Write("../" + fs::path(folder.path()).filename().string() + ".names", names);
  RunGit(folder.path(), init);
  RunGit(folder.path(), "add -f --pathspec-from-file='" + folder.path() + ".names'");
  fs::remove(folder.path() + ".names");
  RunGit(folder.path(), "commit -q -m a");
}

TEST(GitCheckout, OfEverySize) {
  for (const int count : {1, 2, 20, 79, 90, 300, 5000}) {
    SCOPED_TRACE(count);
    ScratchFolder folder;
    MakeCheckout(folder, count);
    ExpectAsGit(folder.path(), static_cast<size_t>(count) + 2);
  }
}

TEST(GitCheckout, OfEveryIndexVersion) {
  for (const std::string init : {"init -q", "init -q --object-format=sha256"}) {
    ScratchFolder folder;
    MakeCheckout(folder, 300, init);
    for (const std::string version : {"2", "4", "2"}) {
      SCOPED_TRACE(init + " " + version);
      RunGit(folder.path(), "update-index --index-version " + version);
      ASSERT_EQ(IndexOf(folder.path())[7], version[0] - '0');
      ExpectAsGit(folder.path(), 302);
    }
    folder.Write("out/later.c");
    RunGit(folder.path(), "add -f -N out/later.c");
    ASSERT_EQ(IndexOf(folder.path())[7], 3);
    ExpectAsGit(folder.path(), 303);
    RunGit(folder.path(), "update-index --index-version 4");
    ExpectAsGit(folder.path(), 303);
  }
}

TEST(GitCheckout, WithNamesThatSortOddly) {
  ScratchFolder folder;
  for (const std::string name :
       {"a", "a-b/x", "a.c/x", "a0", "b/c", "b-c", "b.c", "b0", "\xc3\xa9 b.c", "new\nline.c"}) {
    folder.Write(name);
    folder.Write("out/" + name);
  }
  folder.Write("out/z" + std::string(200, 'z') + "/" + std::string(200, 'y'));
  RunGit(folder.path(), "init -q");
  RunGit(folder.path(), "add .");
  folder.Write(".gitignore", "out/\n");
  folder.Write("out/not.c");
  ExpectAsGit(folder.path(), 22);
}

TEST(GitCheckout, WithASplitIndex) {
  for (const std::string init : {"init -q", "init -q --object-format=sha256"}) {
    for (const std::string version : {"2", "4"}) {
      SCOPED_TRACE(init + " " + version);
      ScratchFolder folder;
      MakeCheckout(folder, 300, init);
      RunGit(folder.path(), "update-index --index-version " + version);
      RunGit(folder.path(), "update-index --split-index");
      ASSERT_TRUE(HasExtension(folder.path(), "link"));
      ExpectAsGit(folder.path(), 302);
      RunGit(folder.path(), "config splitIndex.maxPercentChange 100");
      // Files that go, that change, and that come.
      const std::string listed = RunGit(folder.path(), "ls-files out");
      const std::string first = listed.substr(0, listed.find('\n'));
      const std::string last = listed.substr(listed.rfind('\n', listed.size() - 2) + 1);
      RunGit(folder.path(), "rm -q --cached " + first);
      RunGit(folder.path(), "rm -q -r --cached out/d4");
      folder.Write(last.substr(0, last.size() - 1), "changed\n");
      folder.Write("out/a.c");
      folder.Write("out/z.c");
      RunGit(folder.path(), "add -f out/a.c out/z.c " + last.substr(0, last.size() - 1));
      ASSERT_TRUE(HasExtension(folder.path(), "link"));
      ExpectAsGit(folder.path(), 290);
    }
  }
}

TEST(GitCheckout, WithOtherExtensions) {
  ScratchFolder folder;
  MakeCheckout(folder, 300);
  RunGit(folder.path(), "update-index --force-untracked-cache");
  RunGit(folder.path(), "status --porcelain");
  ASSERT_TRUE(HasExtension(folder.path(), "UNTR"));
  ExpectAsGit(folder.path(), 302);
  RunGit(folder.path(), "config core.fsmonitor true");
  RunGit(folder.path(), "-c core.fsmonitor=/bin/true update-index --fsmonitor");
  ASSERT_TRUE(HasExtension(folder.path(), "FSMN"));
  ExpectAsGit(folder.path(), 302);
  for (const char* version : {"2", "4"}) {
    RunGit(folder.path(),
           "-c index.threads=2 -c index.recordOffsetTable=true -c "
           "index.recordEndOfIndexEntries=true update-index --force-write-index "
           "--index-version " +
               std::string(version));
    ASSERT_TRUE(HasExtension(folder.path(), "EOIE"));
    ExpectAsGit(folder.path(), 302);
  }
}

TEST(GitCheckout, WithMarkedAndUnmergedFiles) {
  ScratchFolder folder;
  MakeCheckout(folder, 90);
  folder.Write("out/hidden.c", "a");
  folder.Write("out/both.c", "a");
  RunGit(folder.path(), "add -f out/hidden.c out/both.c");
  RunGit(folder.path(), "commit -q -m b");
  RunGit(folder.path(), "checkout -q -b other");
  folder.Write("out/both.c", "b");
  RunGit(folder.path(), "commit -q -a -m c");
  RunGit(folder.path(), "checkout -q -");
  folder.Write("out/both.c", "c");
  RunGit(folder.path(), "commit -q -a -m d");
  RunGit(folder.path(), "merge -q other");
  ASSERT_EQ(RunGit(folder.path(), "ls-files -u").empty(), false);
  ExpectAsGit(folder.path(), 94);
  RunGit(folder.path(), "update-index --skip-worktree out/hidden.c");
  ExpectAsGit(folder.path(), 94);
  fs::remove(folder / "out/hidden.c");
  ExpectAsGit(folder.path(), 93);
}

TEST(GitCheckout, ThatIsSparse) {
  for (const std::string how : {"--no-cone", "--cone --no-sparse-index", "--cone --sparse-index"}) {
    SCOPED_TRACE(how);
    ScratchFolder folder;
    MakeCheckout(folder, 300);
    const bool cone = how.starts_with("--cone");
    RunGit(folder.path(), "sparse-checkout init " + how);
    RunGit(folder.path(), cone ? "sparse-checkout set d1 out/d4"
                               : "sparse-checkout set --no-cone /.gitignore /d1/ /out/d4/");
    ASSERT_EQ(HasExtension(folder.path(), "sdir"), how.ends_with("--sparse-index"));
    ASSERT_FALSE(fs::exists(folder / "d2"));
    ExpectAsGit(folder.path(), 10);
  }
}

// Of a folder that a sparse index collapses nobody but the object database has the files.
TEST(GitCheckout, ASparseIndexDoesNotHaveAllNames) {
  ScratchFolder folder;
  MakeCheckout(folder, 300);
  RunGit(folder.path(), "sparse-checkout init --cone --sparse-index");
  RunGit(folder.path(), "sparse-checkout set d1");
  ASSERT_TRUE(HasExtension(folder.path(), "sdir"));
  EXPECT_FALSE(WalkAll(folder.path()).ignored_unasked);
  folder.Write("out/left.c");
  const Tree tree = WalkAll(folder.path());
  EXPECT_TRUE(tree.ignored_unasked);
  EXPECT_TRUE(tree.diagnostics.empty());
}

TEST(GitCheckout, ThatIsAWorktree) {
  ScratchFolder folder;
  ScratchFolder other;
  MakeCheckout(folder, 300);
  RunGit(folder.path(), "worktree add -q '" + (other / "tree") + "'");
  other.Write("tree/out/local.c");
  other.Write("tree/added.c");
  ExpectAsGit(other / "tree", 301);
  // One in the work tree of the other is a repository of its own.
  RunGit(folder.path(), "worktree add -q inner");
  ExpectAsGit(folder.path(), 602);
}

TEST(GitCheckout, WithSubmodules) {
  ScratchFolder part;
  MakeCheckout(part, 200);
  ScratchFolder folder;
  MakeCheckout(folder, 100);
  RunGit(folder.path(), "submodule add -q '" + part.path() + "' part");
  RunGit(folder.path(), "submodule add -q -f '" + part.path() + "' out/part");
  RunGit(folder.path(), "commit -q -m b");
  folder.Write("out/part/out/local.c");
  folder.Write("out/part/fresh.c");
  ExpectAsGit(folder.path(), 502);
  // Sparse checkouts keep the configuration that is a worktree's own in a second file.
  RunGit(folder / "part", "sparse-checkout set --cone d1");
  ASSERT_TRUE(fs::exists(folder / ".git/modules/part/config.worktree"));
  ExpectAsGit(folder.path(), 302);
}

TEST(GitCheckout, ThatIsFreshOrEmpty) {
  ScratchFolder folder;
  folder.Write("a.c");
  folder.Write("out/a.c");
  folder.Write(".gitignore", "out/\n");
  RunGit(folder.path(), "init -q");
  ExpectAsGit(folder.path(), 2);
  RunGit(folder.path(), "add a.c");
  RunGit(folder.path(), "rm -q --cached a.c");
  ExpectAsGit(folder.path(), 2);
}

}  // namespace
}  // namespace flagcensus
