// Repositories that lead elsewhere: by links, alternates, `.git` files and configuration. What the
// user's own git made is followed, what a stranger can pack into an archive is refused.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/run_git.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

std::string Source(const std::string& name) {
  return "import os\nprint(os.getenv('" + name + "'))\n";
}

// A repository of somebody's, and a tree beside it with a repository of its own.
struct Beside {
  Beside() {
    all.Write("host/secret.py", Source("SECRET_OF_HOST"));
    Commit("host");
    all.Write("tree/docs/env.md", "| Variable | Default |\n|---|---|\n| `APP_OLD` | `x` |\n");
    all.Write("tree/a.py", Source("APP_OWN"));
    Commit("tree");
    all.Write("tree/a.py", Source("APP_NEW"));
    host = RunGit(all / "host", "rev-parse HEAD");
    host.pop_back();
  }
  void Commit(const std::string& name) const {
    RunGit(all / name, "init -q -b main");
    RunGit(all / name, "add -A");
    RunGit(all / name, "commit -q -m a");
  }
  Outcome Diff(const std::string& revision, const std::string& home = "/nonexistent") const {
    return RunProgram(all / "tree", "diff " + revision, "HOME='" + home + "'");
  }
  Outcome Audit(const std::string& what) const {
    return RunProgram(all.path(), "audit --format json " + what, "HOME=/nonexistent");
  }
  // Neither command follows what `why` names.
  void ExpectRefused(const std::string& why, const std::string& revision = "HEAD") const {
    for (const Outcome& run : {Diff(revision), Audit("tree@" + revision)}) {
      EXPECT_EQ(run.status, 2) << run.out << run.err;
      EXPECT_TRUE(Has(run.err, why)) << run.err;
      EXPECT_FALSE(Has(run.out, "SECRET_OF_HOST")) << run.out;
    }
  }
  ScratchFolder all;
  std::string host;  // the commit of the other
};

TEST(GitTrust, WhatLeadsNowhereIsRead) {
  const Beside b;
  const Outcome diff = b.Diff("HEAD");
  EXPECT_EQ(diff.status, 0) << diff.err;
  EXPECT_TRUE(Has(diff.out, "APP_OWN") && Has(diff.out, "APP_NEW")) << diff.out;
  EXPECT_TRUE(Has(b.Audit("tree@HEAD").out, "APP_OWN"));
}

TEST(GitTrust, AlternatesStayInTheTree) {
  const Beside b;
  const std::string objects = b.all / "host/.git/objects";
  b.all.Write("tree/.git/objects/info/alternates", objects + "\n");
  b.ExpectRefused("alternates takes objects from another repository, " + (b.all / "host") + ":",
                  b.host);
  // Whom the user trusts, the user's configuration says.
  b.all.Write("home/.gitconfig", "[safe]\n\tdirectory = " + (b.all / "host") + "\n");
  EXPECT_TRUE(Has(b.Diff(b.host, b.all / "home").out, "SECRET_OF_HOST"));
  // An alternate of an alternate, and one that leads out by a link.
  fs::create_directories(b.all / "tree/more/info");
  b.all.Write("tree/.git/objects/info/alternates", "../../more\n");
  EXPECT_EQ(b.Diff("HEAD").status, 0);
  b.all.Write("tree/more/info/alternates", objects + "\n");
  b.ExpectRefused("takes objects from another repository", b.host);
  fs::remove_all(b.all / "tree/more");
  fs::create_symlink(objects, b.all / "tree/more");
  b.ExpectRefused("takes objects from another repository", b.host);
}

TEST(GitTrust, AGitFileOrLinkLeadsToWhatPointsBack) {
  const Beside b;
  fs::remove_all(b.all / "tree/.git");
  b.all.Write("tree/.git", "gitdir: " + (b.all / "host/.git") + "\n");
  b.ExpectRefused("tree/.git points to a repository outside that does not point back");
  fs::remove(b.all / "tree/.git");
  fs::create_symlink("../host/.git", b.all / "tree/.git");
  b.ExpectRefused("tree/.git points to a repository outside that does not point back");
  // A submodule of a repository above is not every folder's below it.
  fs::remove(b.all / "tree/.git");
  fs::create_directories(b.all / ".git/modules");
  fs::copy(b.all / "host/.git", b.all / ".git/modules/part", fs::copy_options::recursive);
  b.all.Write("tree/.git", "gitdir: ../.git/modules/part\n");
  b.ExpectRefused("tree/.git points to a repository outside that does not point back");
  // With its consent it is the user's own, and still another than that to audit.
  RunGit(b.all / ".git/modules/part", "config core.worktree ../../../tree");
  EXPECT_TRUE(Has(b.Diff("HEAD").out, "SECRET_OF_HOST"));
  const Outcome audit = b.Audit("tree@HEAD");
  EXPECT_EQ(audit.status, 2);
  EXPECT_TRUE(Has(audit.err, "name " + (b.all / ".git/modules/part") + " instead")) << audit.err;
  EXPECT_TRUE(Has(b.Audit(".git/modules/part@HEAD").out, "SECRET_OF_HOST"));
}

TEST(GitTrust, AWorktreeIsOfItsRepository) {
  const Beside b;
  RunGit(b.all / "tree", "worktree add -q ../work");
  b.all.Write("work/a.py", Source("APP_WORK"));
  const Outcome diff = RunProgram(b.all / "work", "diff HEAD");
  EXPECT_TRUE(Has(diff.out, "APP_OWN") && Has(diff.out, "APP_WORK")) << diff.err;
  const Outcome changed = RunProgram(b.all / "work", "check --changed-files --format concise");
  EXPECT_TRUE(Has(changed.out, "APP_WORK")) << changed.out << changed.err;
  const Outcome audit = b.Audit("work@HEAD");
  EXPECT_EQ(audit.status, 2);
  EXPECT_TRUE(Has(audit.err, "work/.git leads to another repository: name " +
                                 (b.all / "tree/.git") + " instead"))
      << audit.err;
  EXPECT_TRUE(Has(b.Audit("tree/.git@HEAD").out, "APP_OWN"));
}

TEST(GitTrust, NothingInARepositoryIsALinkOutOfIt) {
  for (const char* name : {"objects", "refs", "HEAD", "config", "packed-refs", "index"}) {
    SCOPED_TRACE(name);
    const Beside b;
    RunGit(b.all / "host", "pack-refs --all");
    fs::remove_all(b.all / ("tree/.git/" + std::string(name)));
    fs::create_symlink("../../host/.git/" + std::string(name),
                       b.all / ("tree/.git/" + std::string(name)));
    b.ExpectRefused(std::string("tree/.git/") + name + " leads out of the repository", b.host);
  }
  const Beside b;
  const std::string one = b.host.substr(0, 2);
  fs::remove_all(b.all / ("tree/.git/objects/" + one));
  fs::create_symlink(b.all / ("host/.git/objects/" + one), b.all / ("tree/.git/objects/" + one));
  b.ExpectRefused("leads out of the repository", b.host);
}

TEST(GitTrust, ACommonDirectoryLiesInTheTree) {
  const Beside b;
  b.all.Write("tree/.git/commondir", "../../host/.git\n");
  const Outcome audit = b.Audit("tree@" + b.host);
  EXPECT_EQ(audit.status, 2) << audit.out;
  const Outcome diff = b.Diff(b.host);
  EXPECT_EQ(diff.status, 2) << diff.out;
  EXPECT_FALSE(Has(diff.out + audit.out, "SECRET_OF_HOST"));
}

// libgit2 would wait for somebody who writes to it.
TEST(GitTrust, APipeIsNotWaitedFor) {
  for (const char* name : {"HEAD", "config", "packed-refs", "refs/heads/main", "info/exclude"}) {
    const Beside b;
    fs::remove(b.all / ("tree/.git/" + std::string(name)));
    ASSERT_EQ(mkfifo((b.all / ("tree/.git/" + std::string(name))).c_str(), 0600), 0);
    b.ExpectRefused(std::string(name) + " is neither a file nor a directory");
  }
}

TEST(GitTrust, AStrangersConfigurationIncludesNothing) {
  const Beside b;
  b.all.Write("host/more", "[core]\n\tbare = false\n");
  RunGit(b.all / "tree", "config include.path " + (b.all / "host/more"));
  EXPECT_EQ(b.Diff("HEAD").status, 0);
  const Outcome audit = b.Audit("tree@HEAD");
  EXPECT_EQ(audit.status, 2);
  EXPECT_TRUE(Has(audit.err, "tree/.git/config includes other files")) << audit.err;
}

// As root: to give files to somebody, and to become somebody else again.
TEST(GitTrust, AnotherUsersRepositoryIsReadWhereItIsSafe) {
  if (geteuid() != 0) GTEST_SKIP() << "not root: cannot give files to another user";
  const Beside b;
  fs::create_directories(b.all / "home");
  RunGit(b.all.path(), "config --file home/.gitconfig a.b c");
  ASSERT_EQ(std::system(("chown -R 4711 '" + (b.all / "tree") + "'").c_str()), 0);
  const Outcome refused = b.Diff("HEAD", b.all / "home");
  EXPECT_EQ(refused.status, 2) << refused.out;
  EXPECT_TRUE(Has(refused.err, (b.all / "tree") +
                                   " is a repository of another user; 'git "
                                   "config --global --add safe.directory " +
                                   (b.all / "tree") + "' allows reading it"))
      << refused.err;
  b.all.Write("home/.gitconfig", "[safe]\n\tdirectory = " + (b.all / "tree") + "\n");
  EXPECT_EQ(b.Diff("HEAD", b.all / "home").status, 0);
}

TEST(GitTrust, TheFilesAreWhereGitIs) {
  const Beside b;
  RunGit(b.all / "tree", "config core.worktree ../../host");
  const Outcome changed = RunProgram(b.all / "tree", "check --changed-files --format concise");
  EXPECT_TRUE(Has(changed.out, "APP_NEW")) << changed.out << changed.err;
  EXPECT_FALSE(Has(changed.out, "SECRET_OF_HOST")) << changed.out;
}

}  // namespace
}  // namespace flagcensus
