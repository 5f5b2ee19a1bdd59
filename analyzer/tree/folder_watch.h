// FolderWatch: which paths change in some folders, as the system reports them (inotify(7)).
//
//   watch->Add("/t"); watch->Wait(50ms)    ─→ {"/t/a.py"} 50 ms after the last change
//
// Linux only: on other systems Open() fails. Subfolders of a watched folder are not watched.
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
  bool lost = false;            // the system lost some events: anything may have changed
  bool interrupted = false;     // by a signal; there are no paths
};

class FolderWatch {
 public:
  static Result<std::unique_ptr<FolderWatch>> Open();
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  // Watches one more folder. Returns false if the system allows no more, or if it does not exist.
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
