// FolderWatch: which paths change in some folders, as the system says (inotify(7)).
//
// Linux alone: on other systems Open() fails. The folders below a watched one are not watched by
// themselves.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "analyzer/base/result.h"

namespace flagcensus {

// What happened in the watched folders.
struct FolderChanges {
  std::set<std::string> paths;  // files and folders, absolute
  bool lost = false;            // the system lost some: anything may have changed
  bool interrupted = false;     // by a signal; the rest is empty
};

class FolderWatch {
 public:
  static Result<std::unique_ptr<FolderWatch>> Open();
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  // Watches the folder too. Returns false if the system allows no more, or it is gone.
  bool Add(const std::string& folder);
  // Waits for a change, and then until nothing has changed for `quiet`.
  FolderChanges Wait(std::chrono::milliseconds quiet);

 private:
  explicit FolderWatch(int file) : file_(file) {}
  void Read(FolderChanges& changes);

  const int file_;
  std::map<int, std::string> folders_;  // by the system's number
};

}  // namespace flagcensus
