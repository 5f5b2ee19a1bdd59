// Files that are opened below a directory: no symbolic link leads out of it, however the tree
// changes between a look at a path and its opening.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace flagcensus {

// Opens `below` (relative to `directory`, an open one; "" is the directory itself) for reading,
// with `flags` of open(2) beside those that keep a pipe or a terminal from doing harm. A link is
// followed where it leads to something below `directory`. A descriptor, or -1 and errno: EXDEV
// where it leads out. One system call on Linux 5.6 and later.
int OpenBelow(int directory, const std::string& below, int flags = 0);

// The same component by component: where openat2(2) is missing or refused, and for what it refuses
// though it stays inside, such as a link with an absolute path. Four system calls a component.
int OpenBelowSlowly(int directory, const std::string& below, int flags = 0);

// A directory that stays open while files below it are read.
class OpenDirectory {
 public:
  // `path` is the user's: links in it are followed. Null where it cannot be opened; errno says why.
  static std::shared_ptr<const OpenDirectory> Open(std::string path);
  ~OpenDirectory();
  OpenDirectory(const OpenDirectory&) = delete;
  OpenDirectory& operator=(const OpenDirectory&) = delete;

  // As OpenBelow does; `path` begins with this directory's own.
  int OpenFile(std::string_view path, int flags = 0) const;

 private:
  OpenDirectory(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  std::string path_;
  int fd_;
};

}  // namespace flagcensus
