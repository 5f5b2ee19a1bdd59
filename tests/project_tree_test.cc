#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/project/scope.h"
#include "analyzer/project/walk_tree.h"
#include "analyzer/tree/tree.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

Tree WalkFolder(const ScratchFolder& folder, WalkOptions options = {}, Names paths = {}) {
  options.root = folder.path();
  if (paths.empty()) paths.push_back(folder.path());
  return WalkTree(paths, options);
}

Names FileNames(const Tree& tree) {
  Names out;
  for (const SourceFile& file : tree.files) out.push_back(file.path);
  return out;
}

Names Skipped(const Tree& tree) {
  Names out;
  for (const SkippedPath& skipped : tree.skipped) {
    out.push_back(skipped.path + ": " + skipped.reason);
  }
  return out;
}

Names Diagnostics(const Tree& tree) {
  Names out;
  for (const Diagnostic& diagnostic : tree.diagnostics) {
    out.push_back(diagnostic.kind + " " + diagnostic.place.file + ": " + diagnostic.message);
  }
  return out;
}

// While it lives, the process may not do what only root may.
class WithoutPrivileges {
 public:
  WithoutPrivileges() : root_(geteuid() == 0 && seteuid(65534) == 0) {}
  ~WithoutPrivileges() {
    if (root_ && seteuid(0) != 0) std::abort();
  }

 private:
  bool root_;
};

TEST(ScopeOf, FollowsTheTableInItsOrder) {
  const std::vector<std::pair<std::string, Scope>> cases = {
      {"app/core.py", Scope::kSrc},
      {"third_party/tests/a.py", Scope::kVendored},
      {"a/node_modules/b/c.js", Scope::kVendored},
      {"vendor/a.c", Scope::kVendored},
      {"lib/python/site-packages/x.py", Scope::kVendored},
      {"versioneer.py", Scope::kVendored},
      {"tests/examples/a.py", Scope::kTest},
      {"examples/tests/a.py", Scope::kTest},
      {"app/testing/a.py", Scope::kTest},
      {"app/test_core.py", Scope::kTest},
      {"app/test_support/core.py", Scope::kTest},
      {"app/core_test.cc", Scope::kTest},
      {"app/_test_utils.py", Scope::kTest},
      {"app/internal_test_util/core.py", Scope::kTest},
      {"conftest.py", Scope::kTest},
      {"docs/examples/a.py", Scope::kExample},
      {"demo/a.py", Scope::kExample},
      {"tutorials/a.py", Scope::kExample},
      {"docs/scripts/a.py", Scope::kDocs},
      {"doc/conf.py", Scope::kDocs},
      {"scripts/a.py", Scope::kScript},
      {".github/workflows/ci.yml", Scope::kScript},
      {"setup.py", Scope::kScript},
      {"sub/noxfile.py", Scope::kScript},
      {"riotfile.py", Scope::kScript},
      {"build/a.py", Scope::kScript},
      {"maint/a.py", Scope::kScript},
      {"app/tests.py", Scope::kTest},
      // near misses
      {"app/latest.py", Scope::kSrc},
      {"app/contest.py", Scope::kSrc},
      {"app/tests_data.py", Scope::kSrc},
      {"app/testament/a.py", Scope::kSrc},
      {"app/docs.py", Scope::kSrc},
      {"app/setup_logging.py", Scope::kSrc},
      {"app/builder/a.py", Scope::kSrc},
      {"app/vendors/a.py", Scope::kSrc},
  };
  for (const auto& [path, scope] : cases) {
    EXPECT_EQ(ToString(ScopeOf(path)), ToString(scope)) << path;
  }
}

TEST(FileKindOf, TellsKindsByName) {
  const std::vector<std::pair<std::string, FileKind>> cases = {
      {"a.py", FileKind::kPython},
      {"a.pyi", FileKind::kPython},
      {"SConstruct", FileKind::kPython},
      {"bin/tool.py.in", FileKind::kPython},
      {"page.html.in", FileKind::kOther},
      {"docs/environment.rst.inc", FileKind::kPage},
      {"table.inc", FileKind::kCpp},
      {"a.pyx", FileKind::kCython},
      {"a.ipynb", FileKind::kNotebook},
      {"a.c", FileKind::kC},
      {"a.h", FileKind::kC},
      {"a.C", FileKind::kCpp},
      {"a.hpp", FileKind::kCpp},
      {"a.cu", FileKind::kCuda},
      {"README.MD", FileKind::kPage},
      {"docs/a.rst", FileKind::kPage},
      {"a.txt", FileKind::kPage},
      {"CMakeLists.txt", FileKind::kOther},
      {".env.example", FileKind::kPage},
      {"prod.env.sample", FileKind::kPage},
      {"env.template", FileKind::kPage},
      {"myenv.example", FileKind::kOther},
      {".env", FileKind::kOther},
      {"man/tool.1", FileKind::kPage},
      {"man/tool.8.in", FileKind::kPage},
      {"libx.so.1", FileKind::kOther},
      {"x.log.1", FileKind::kOther},
      {"ld.so.8", FileKind::kPage},
      {"v1.2", FileKind::kOther},
      {"a.1", FileKind::kPage},
      {"README", FileKind::kPage},
      {"Dockerfile", FileKind::kOther},
      {".py", FileKind::kOther},
      {"a.", FileKind::kOther},
      {"man/tool.pre", FileKind::kPage},
      {"doc/man1/tool.tmpl", FileKind::kPage},
      {"man/Makefile.in", FileKind::kOther},
      {"src/tool.pre", FileKind::kOther},
      {"tool.nro.VER", FileKind::kPage},
      {"tool.VER", FileKind::kOther},
      {"docs/page.md.template", FileKind::kPage},
      {"docs/page.Rmd", FileKind::kPage},
      {"notes.mdwn", FileKind::kPage},
      {"dev.env", FileKind::kOther},
      {"template.env", FileKind::kPage},
      {"app/start.wsgi", FileKind::kPython},
      {"app/settings.py.container", FileKind::kPython},
      {"app/settings.py.j2", FileKind::kPython},
      {"app/settings.py.template", FileKind::kPython},
      {"app/settings.py.orig", FileKind::kOther},
      {"deploy/gunicorn.conf", FileKind::kPython},
      {"app/settings.json.example", FileKind::kOther},
      {"app.ini", FileKind::kOther},
  };
  for (const auto& [path, kind] : cases) EXPECT_EQ(FileKindOf(path), kind) << path;
}

TEST(WalkTree, LeavesOutHiddenVendoredAndLargeOnesAndSaysSo) {
  ScratchFolder folder;
  folder.Write("a.py", "x");
  folder.Write(".github/workflows/ci.yml");
  folder.Write(".cache/b.py");
  folder.Write(".env.example");
  folder.Write("vendor/c.py");
  folder.Write("env/pyvenv.cfg");
  folder.Write("env/lib/d.py");
  folder.Write("__pycache__/a.pyc");
  folder.Write("big.py", std::string(101, ' '));
  folder.Write("big.md", std::string(101, ' '));
  folder.Write("fits.py", std::string(100, ' '));
  WalkOptions options;
  options.max_file_bytes = 100;
  const Tree tree = WalkFolder(folder, options);
  EXPECT_EQ(FileNames(tree),
            (Names{".env.example", ".github/workflows/ci.yml", "a.py", "fits.py"}));
  EXPECT_EQ(Skipped(tree), (Names{".cache/: hidden directory", "__pycache__/: cache directory",
                                  "big.md: larger than 100 bytes", "env/: virtual environment",
                                  "vendor/: vendored directory"}));
  ASSERT_EQ(tree.diagnostics.size(), 1u);
  EXPECT_EQ(tree.diagnostics[0].place.file, "big.py");
  options.hidden = options.vendored = true;
  const Tree all = WalkFolder(folder, options);
  EXPECT_EQ(FileNames(all),
            (Names{".cache/b.py", ".env.example", ".github/workflows/ci.yml", "a.py",
                   "env/lib/d.py", "env/pyvenv.cfg", "fits.py", "vendor/c.py"}));
}

TEST(WalkTree, NeverFollowsSymbolicLinks) {
  ScratchFolder outside;
  outside.Write("secret.py");
  ScratchFolder folder;
  folder.Write("real/a.py");
  fs::create_directory_symlink(outside.path(), folder / "out");
  fs::create_symlink(outside / "secret.py", folder / "out.py");
  fs::create_directory_symlink("..", folder / "real/up");
  fs::create_symlink("self", folder / "self");
  fs::create_symlink("nowhere", folder / "dangling.py");
  fs::create_symlink("real/a.py", folder / "again.py");
  const Tree tree = WalkFolder(folder);
  EXPECT_EQ(FileNames(tree), Names{"real/a.py"});
  const std::string inside = "symbolic link inside the tree: its target is read under its own path";
  EXPECT_EQ(Skipped(tree),
            (Names{"again.py: " + inside, "dangling.py: broken symbolic link",
                   "out: symbolic link out of the tree", "out.py: symbolic link out of the tree",
                   "real/up: " + inside, "self: circular symbolic link"}));
  EXPECT_TRUE(tree.diagnostics.empty());
}

TEST(WalkTree, FollowsALinkThatTheUserNames) {
  ScratchFolder folder;
  folder.Write("real/a.py");
  fs::create_directory_symlink("real", folder / "link");
  EXPECT_EQ(FileNames(WalkFolder(folder, {}, {folder / "link"})), Names{"link/a.py"});
}

TEST(WalkTree, ReportsMissingPathsAndTakesTheOthers) {
  ScratchFolder folder;
  folder.Write("a.py");
  const Tree tree = WalkFolder(folder, {}, {"/nonexistent/flagcensus", folder / "a.py"});
  EXPECT_EQ(FileNames(tree), Names{"a.py"});
  EXPECT_EQ(
      Diagnostics(tree),
      Names{"missing-path /nonexistent/flagcensus: cannot be read: no such file or directory"});
}

TEST(WalkTree, ReportsUnreadableFolders) {
  ScratchFolder folder;
  folder.Write("a.py");
  folder.Write("closed/b.py");
  fs::permissions(folder.path(), fs::perms(0755));
  fs::permissions(folder / "closed", fs::perms::none);
  Tree tree;
  {
    const WithoutPrivileges here;
    tree = WalkFolder(folder);
  }
  fs::permissions(folder / "closed", fs::perms::owner_all);
  EXPECT_EQ(FileNames(tree), Names{"a.py"});
  EXPECT_EQ(Diagnostics(tree),
            Names{"unreadable-folder closed/: cannot be read: permission denied"});
}

TEST(WalkTree, ScopeIsThatBelowTheArgument) {
  ScratchFolder folder;
  folder.Write("fixtures/demo/app.py");
  folder.Write("fixtures/demo/tests/test_app.py");
  const Tree inside = WalkFolder(folder, {}, {folder / "fixtures/demo"});
  ASSERT_EQ(inside.files.size(), 2U);
  EXPECT_EQ(inside.files[0].path, "fixtures/demo/app.py");
  EXPECT_EQ(inside.files[0].scope, Scope::kSrc);
  EXPECT_EQ(inside.files[1].scope, Scope::kTest);
  EXPECT_EQ(WalkFolder(folder).files[0].scope, Scope::kExample);
  // Where arguments overlap, a file stands once, as the first argument has it.
  const Tree both = WalkFolder(folder, {}, {folder / "fixtures/demo", folder.path()});
  ASSERT_EQ(both.files.size(), 2U);
  EXPECT_EQ(both.files[0].scope, Scope::kSrc);
}

TEST(WalkTree, NamesAreRelativeToARootBelowTheArgument) {
  ScratchFolder folder;
  for (const char* file : {"a/b/in.py", "a/bb/near.py", "a/up.py", "b/far.py", "a/b/vendor/x.py"}) {
    folder.Write(file);
  }
  WalkOptions options;
  options.root = folder / "a/b";
  const Tree tree = WalkTree({folder.path()}, options);
  EXPECT_EQ(FileNames(tree), (Names{"../../b/far.py", "../bb/near.py", "../up.py", "in.py"}));
  EXPECT_EQ(Skipped(tree), Names{"vendor/: vendored directory"});
}

TEST(WalkTree, TakesGlobsOfTheConfigurationRelativeToIt) {
  ScratchFolder folder;
  for (const char* file :
       {"p/gen/a.py", "p/src/gen/b.py", "p/src/c.py", "p/dev/d.py", "gen/e.py"}) {
    folder.Write(file);
  }
  WalkOptions options;
  options.glob_base = folder / "p";
  options.exclude = {"/gen/", "# a comment"};
  options.exclude_here = {"p/src/c.py"};
  options.scope_rules = {{"dev/", Scope::kScript}, {"*.py", Scope::kExample}};
  const Tree tree = WalkFolder(folder, options);
  EXPECT_EQ(FileNames(tree), (Names{"gen/e.py", "p/dev/d.py", "p/src/gen/b.py"}));
  EXPECT_EQ(Skipped(tree),
            (Names{"p/gen/: excluded by '/gen/'", "p/src/c.py: excluded by 'p/src/c.py'"}));
  EXPECT_EQ(tree.files[1].scope, Scope::kScript);
  EXPECT_EQ(tree.files[2].scope, Scope::kExample);
}

TEST(WalkTree, TellsPythonScriptsByTheirFirstLine) {
  ScratchFolder folder;
  folder.Write("bin/tool", "#!/usr/bin/env python3\nimport os\n");
  folder.Write("bin/shell", "#!/bin/sh\n# python\n");
  folder.Write("bin/empty");
  for (const SourceFile& file : WalkFolder(folder).files) {
    EXPECT_EQ(file.kind, file.path == "bin/tool" ? FileKind::kPython : FileKind::kOther)
        << file.path;
  }
}

TEST(WalkTree, GivesTheSameWithAnyNumberOfThreads) {
  ScratchFolder folder;
  folder.Write(".git/HEAD", "ref: refs/heads/main\n");
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 10; ++j) {
      folder.Write("d" + std::to_string(i) + "/e" + std::to_string(j % 3) + "/f" +
                   std::to_string(j) + ".py");
    }
    folder.Write("d" + std::to_string(i) + "/.gitignore", "f1.py\n");
  }
  WalkOptions one, many;
  one.jobs = 1;
  many.jobs = 8;
  const Tree a = WalkFolder(folder, one), b = WalkFolder(folder, many);
  EXPECT_EQ(a.files.size(), 40U * 10U);
  EXPECT_EQ(FileNames(a), FileNames(b));
  EXPECT_EQ(Skipped(a), Skipped(b));
}

TEST(WalkTree, EndsInATreeDeeperThanAnyPath) {
  ScratchFolder folder;
  int at = open(folder.path().c_str(), O_RDONLY | O_DIRECTORY);
  for (int depth = 0; depth < 2500; ++depth) {
    ASSERT_EQ(mkdirat(at, "d", 0755), 0);
    const int next = openat(at, "d", O_RDONLY | O_DIRECTORY);
    ASSERT_GE(next, 0);
    close(at);
    at = next;
  }
  close(at);
  const Tree tree = WalkFolder(folder);
  EXPECT_TRUE(tree.files.empty());
  ASSERT_EQ(tree.diagnostics.size(), 1U);
  EXPECT_EQ(tree.diagnostics[0].kind, "unreadable-folder");
  EXPECT_EQ(std::system(("rm -rf '" + folder.path() + "/d'").c_str()), 0);
}

TEST(WalkTree, KeepsStrangeNamesAsTheyAre) {
  ScratchFolder folder;
  folder.Write("new\nline\x1b[31m.py");
  folder.Write("\xff\xfe.py");
  EXPECT_EQ(FileNames(WalkFolder(folder)), (Names{"new\nline\x1b[31m.py", "\xff\xfe.py"}));
}

TEST(ReadWhole, ReadsFilesOfEverySizeAndTellsBinaryOnes) {
  ScratchFolder folder;
  std::string buffer = "left over", error;
  bool binary = true;
  for (const size_t size : {0, 1, 8191, 8192, 8193, 20000, 1000000}) {
    const std::string text(size, 'x');
    ASSERT_TRUE(ReadWhole(folder.Write("a", text), &buffer, &binary, &error)) << error;
    EXPECT_EQ(buffer, text);
    EXPECT_FALSE(binary);
  }
  std::string late(9000, 'x');
  late[8999] = '\0';
  ASSERT_TRUE(ReadWhole(folder.Write("a", late), &buffer, &binary, &error));
  EXPECT_FALSE(binary);
  EXPECT_EQ(buffer, late);
  late[8191] = '\0';
  ASSERT_TRUE(ReadWhole(folder.Write("a", late), &buffer, &binary, &error));
  EXPECT_TRUE(binary);
}

TEST(ReadWhole, RefusesWhatIsNoFile) {
  ScratchFolder folder;
  std::string buffer, error;
  bool binary = false;
  EXPECT_FALSE(ReadWhole(folder.path(), &buffer, &binary, &error));
  EXPECT_EQ(error, "is a directory");
  EXPECT_FALSE(ReadWhole(folder / "none", &buffer, &binary, &error));
  EXPECT_EQ(error, "no such file or directory");
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0644), 0);
  EXPECT_FALSE(ReadWhole(folder / "pipe", &buffer, &binary, &error));
  EXPECT_EQ(error, "is not a regular file");
}

}  // namespace
}  // namespace flagcensus
