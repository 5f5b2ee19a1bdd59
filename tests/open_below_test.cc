// Opening below a directory: by openat2 and component by component, which agree; then the tree's
// files after they were replaced by links.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/project/walk_tree.h"
#include "analyzer/tree/open_below.h"
#include "analyzer/tree/tree.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// What stands in the file, or the errno.
std::string Opened(int fd) {
  if (fd < 0) return std::to_string(errno);
  char text[64];
  const ssize_t size = read(fd, text, sizeof text);
  close(fd);
  return size < 0 ? "unreadable" : std::string(text, static_cast<size_t>(size));
}

struct Places {
  Places() {
    all.Write("tree/a/b/c.txt", "inside");
    all.Write("tree/top.txt", "top");
    all.Write("outside/secret.txt", "secret");
    Link("b", "tree/a/in");
    Link(all / "tree/a", "tree/absolute");
    Link(all / "tree/top.txt", "tree/a/file");
    Link("../outside", "tree/out");
    Link(all / "outside/secret.txt", "tree/secret.txt");
    Link("circle", "tree/circle");
    Link("../../tree/top.txt", "tree/a/back");
    Link("../../no/such/thing", "tree/a/nowhere");
    Link("/proc/self/cwd", "tree/magic");
    tree = open((all / "tree").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  }
  ~Places() { close(tree); }
  void Link(const std::string& to, const std::string& name) const {
    fs::create_symlink(to, all / name);
  }
  ScratchFolder all;
  int tree = -1;
};

TEST(OpenBelow, OpensWhatLiesBelow) {
  const Places places;
  const std::string leads_out = std::to_string(EXDEV);
  const std::vector<std::pair<std::string, std::string>> wanted = {
      {"top.txt", "top"},
      {"a/b/c.txt", "inside"},
      {"a//./b/../b/c.txt", "inside"},
      {"a/in/c.txt", "inside"},
      {"absolute/b/c.txt", "inside"},
      {"absolute/in/../b/c.txt", "inside"},
      {"a/file", "top"},
      {"a/back", "top"},
      {"../tree/top.txt", "top"},
      {"out/secret.txt", leads_out},
      {"secret.txt", leads_out},
      {"../outside/secret.txt", leads_out},
      {"a/../../outside/secret.txt", leads_out},
      {"/etc/hostname", leads_out},
      {"..", leads_out},
      {"out", leads_out},
      {"magic", leads_out},
      {"a/nowhere", leads_out},  // as for what is there
      {"out/nothing", leads_out},
      {"no/such", std::to_string(ENOENT)},
      {"top.txt/x", std::to_string(ENOTDIR)},
      {"circle", std::to_string(ELOOP)},
  };
  for (const auto& [path, text] : wanted) {
    EXPECT_EQ(Opened(OpenBelow(places.tree, path)), text) << path;
    EXPECT_EQ(Opened(OpenBelowSlowly(places.tree, path)), text) << path;
  }
  for (const std::string directory : {"", ".", "a", "a/in", "absolute", "../tree"}) {
    for (const auto open : {OpenBelow, OpenBelowSlowly}) {
      const int fd = open(places.tree, directory, O_DIRECTORY);
      EXPECT_GE(fd, 0) << directory;
      close(fd);
    }
  }
}

TEST(OpenBelow, DoesNotWaitForAPipe) {
  const Places places;
  ASSERT_EQ(mkfifo((places.all / "tree/pipe").c_str(), 0600), 0);
  for (const auto open : {OpenBelow, OpenBelowSlowly}) {
    const int fd = open(places.tree, "pipe", 0);
    EXPECT_GE(fd, 0);
    close(fd);
  }
}

// Between the walk and the reading a file, or a folder above it, becomes a link.
TEST(OpenBelow, AFileThatBecameALinkIsNotFollowedOut) {
  for (const bool folder : {false, true}) {
    const Places places;
    places.all.Write("outside/x.py", "SECRET = 1\n");
    places.all.Write("tree/src/x.py", "OWN = 1\n");
    WalkOptions options;
    options.root = places.all / "tree";
    const Tree tree = WalkTree({places.all / "tree"}, options);
    const auto at = std::find_if(tree.files.begin(), tree.files.end(), [](const SourceFile& file) {
      return file.path == "src/x.py";
    });
    ASSERT_NE(at, tree.files.end());
    std::string text;
    EXPECT_EQ(ReadSource(*at, &text), "");
    EXPECT_EQ(text, "OWN = 1\n");
    const std::string replaced = folder ? "tree/src" : "tree/src/x.py";
    fs::remove_all(places.all / replaced);
    places.Link(folder ? "../outside" : "../../outside/x.py", replaced);
    EXPECT_EQ(ReadSource(*at, &text), "a symbolic link leads out of the tree");
    EXPECT_EQ(text, "");
    // A link that stays inside is none of anybody's business.
    places.all.Write("tree/other/x.py", "OTHER = 1\n");
    fs::remove_all(places.all / replaced);
    places.Link(folder ? places.all / "tree/other" : "../other/x.py", replaced);
    EXPECT_EQ(ReadSource(*at, &text), "");
    EXPECT_EQ(text, "OTHER = 1\n");
  }
}

TEST(OpenBelow, ReadBelowLeavesAloneWhatIsNamedElsewhere) {
  const Places places;
  std::string text, error;
  bool binary = false;
  const std::string tree = places.all / "tree";
  EXPECT_TRUE(ReadBelow(tree, "top.txt", &text, &binary, &error));
  EXPECT_TRUE(ReadBelow(tree, tree + "/top.txt", &text, &binary, &error));
  EXPECT_FALSE(ReadBelow(tree, "secret.txt", &text, &binary, &error));
  EXPECT_FALSE(ReadBelow(tree, tree + "/secret.txt", &text, &binary, &error));
  EXPECT_TRUE(ReadBelow(tree, "../outside/secret.txt", &text, &binary, &error));
  EXPECT_TRUE(ReadBelow(tree, places.all / "outside/secret.txt", &text, &binary, &error));
}

}  // namespace
}  // namespace flagcensus
