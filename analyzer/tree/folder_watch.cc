// folders ─→ the events of the system ─→ paths that changed
//
//   an editor writes a.py.tmp and renames it to a.py   ─→ Wait: {/t/a.py.tmp, /t/a.py}
#include "analyzer/tree/folder_watch.h"

#include <cerrno>

#include "analyzer/base/system_message.h"

#ifdef __linux__
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cstring>
#endif

namespace flagcensus {

#ifdef __linux__

namespace {

// A file is written, replaced, created or removed. IN_MODIFY would report each part of a write.
constexpr uint32_t kEvents =
    IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_ONLYDIR;

}  // namespace

Result<std::unique_ptr<FolderWatch>> FolderWatch::Open() {
  const int file = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (file < 0) return Error{"files cannot be watched: " + SystemMessage(errno)};
  return std::unique_ptr<FolderWatch>(new FolderWatch(file));
}

FolderWatch::~FolderWatch() { close(file_); }

bool FolderWatch::Add(const std::string& folder) {
  const int number = inotify_add_watch(file_, folder.c_str(), kEvents);
  if (number < 0) return false;
  folders_[number] = folder;
  return true;
}

void FolderWatch::Read(FolderChanges& changes) {
  alignas(inotify_event) std::array<char, 1 << 16> bytes = {};
  for (ssize_t got = read(file_, bytes.data(), bytes.size()); got > 0;
       got = read(file_, bytes.data(), bytes.size())) {
    for (ssize_t at = 0; at < got;) {
      inotify_event event = {};
      std::memcpy(&event, bytes.data() + at, sizeof event);
      const char* const name = bytes.data() + at + sizeof event;
      at += static_cast<ssize_t>(sizeof event + event.len);
      // The system's queue was full: anything may have changed.
      changes.lost = changes.lost || (event.mask & IN_Q_OVERFLOW) != 0;
      const auto folder = folders_.find(event.wd);
      if (folder == folders_.end()) continue;
      if ((event.mask & IN_IGNORED) != 0) {  // the folder was removed
        folders_.erase(folder);
      } else if (event.len > 0) {
        changes.paths.insert(folder->second + "/" + name);
      }
    }
  }
}

// Editors write a file in several steps; the quiet time joins them into one change.
FolderChanges FolderWatch::Wait(std::chrono::milliseconds quiet) {
  FolderChanges out;
  while (true) {
    pollfd ready = {file_, POLLIN, 0};
    const bool any = !out.paths.empty() || out.lost;
    // Without a change yet, waits forever; then until nothing has changed for `quiet`.
    const int polled = poll(&ready, 1, any ? static_cast<int>(quiet.count()) : -1);
    if (polled < 0) {
      if (errno == EINTR) return {{}, false, true};
      out.lost = true;
      return out;
    }
    if (polled == 0) return out;
    Read(out);
  }
}

#else

Result<std::unique_ptr<FolderWatch>> FolderWatch::Open() {
  return Error{"files can be watched on Linux alone"};
}

FolderWatch::~FolderWatch() = default;

bool FolderWatch::Add(const std::string&) { return false; }

void FolderWatch::Read(FolderChanges&) {}

FolderChanges FolderWatch::Wait(std::chrono::milliseconds) { return {{}, false, true}; }

#endif

}  // namespace flagcensus
