// Opens files below a directory: no symbolic link leads out of it, even if the tree changes between
// checking a path and opening it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace flagcensus {

// Opens `below` (relative to the open `directory`; "" is the directory itself) for reading, with
// `flags` of open(2) in addition to those that make pipes and terminals harmless. A link is
// followed if its target is below `directory`. Returns a descriptor, or -1 and sets errno: EXDEV if
// the path leads out. One system call on Linux 5.6 and later.
int OpenBelow(int directory, const std::string& below, int flags = 0);

// The same, component by component: used if openat2(2) is missing or refused, and for what it
// refuses although it stays inside, such as a link with an absolute path. Four system calls per
// component.
int OpenBelowSlowly(int directory, const std::string& below, int flags = 0);

// A directory that stays open while files below it are read.
class OpenDirectory {
 public:
  // `path` is the user's: links in it are followed. Returns null and sets errno on failure.
  static std::shared_ptr<const OpenDirectory> Open(std::string path);
  ~OpenDirectory();
  OpenDirectory(const OpenDirectory&) = delete;
  OpenDirectory& operator=(const OpenDirectory&) = delete;

  // Like OpenBelow; `path` begins with this directory's own path.
  int OpenFile(std::string_view path, int flags = 0) const;

 private:
  OpenDirectory(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  std::string path_;
  int fd_;
};

}  // namespace flagcensus
