// directory, path ─→ descriptor of a file that is below the directory
//
//   OpenBelow(/t, "a/b.py")                        ─→ openat2 with RESOLVE_BENEATH
//   OpenBelow(/t, "link"), link -> /t/a/b.py       ─→ EXDEV from openat2; opened by the Climber
//   OpenBelow(/t, "link"), link -> /etc/passwd     ─→ -1, EXDEV
#include "analyzer/tree/open_below.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif

#include <algorithm>
#include <cerrno>
#include <deque>
#include <utility>
#include <vector>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Opening a pipe without a writer must not wait, and a terminal must not become the controlling
// one.
constexpr int kHarmless = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;

// Closes its descriptor; -1: there is no descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

int OpenAsPath(int directory, const char* name, int flags = 0) {
  return openat(directory, name, O_PATH | O_NOFOLLOW | O_CLOEXEC | flags);
}

// Follows a path as the kernel does, with a descriptor for each directory on the way, so a
// rename or a replacement in the meantime changes nothing that was already passed.
class Climber {
 public:
  explicit Climber(int base) {
    struct stat status = {};
    if (fstat(base, &status) == 0) Start(OpenAsPath(base, ".", O_DIRECTORY));
    device_ = status.st_dev;
    inode_ = status.st_ino;
  }

  // The components of `below` are read from the front of rest_; a link puts its own before them.
  int Open(const std::string& below, int flags) {
    if (below.starts_with('/')) Start(OpenAsPath(AT_FDCWD, "/", O_DIRECTORY));
    Push(below);
    while (!rest_.empty()) {
      const std::string part = std::move(rest_.front());
      rest_.pop_front();
      if (part.empty() || part == ".") continue;
      if (way_.empty() || way_.back().get() < 0) return -1;
      if (part == "..") {
        GoUp();
        continue;
      }
      // O_PATH: neither a pipe nor a device is opened by this.
      Descriptor next(OpenAsPath(way_.back().get(), part.c_str()));
      struct stat status = {};
      if (next.get() < 0 || fstat(next.get(), &status) != 0) return Fail(errno);
      if (S_ISLNK(status.st_mode)) {
        if (!Follow(next.get())) return -1;
      } else if (S_ISDIR(status.st_mode)) {
        way_.push_back(std::move(next));
      } else {
        // A slash at the end is allowed even after a file.
        const bool last = std::all_of(rest_.begin(), rest_.end(),
                                      [](const std::string& more) { return more.empty(); });
        if (!last) return Fail(ENOTDIR);
        return Finish(part.c_str(), flags);
      }
    }
    return Finish(".", flags);
  }

 private:
  void Start(int directory) {
    way_.clear();
    way_.emplace_back(directory);
  }

  void Push(const std::string& path) {
    const std::vector<std::string_view> parts = Split(path, '/');
    rest_.insert(rest_.begin(), parts.begin(), parts.end());
  }

  // Whether the base directory is among those that were passed, so the path is below it.
  bool IsInside() const {
    return std::any_of(way_.begin(), way_.end(), [&](const Descriptor& one) {
      struct stat status = {};
      return fstat(one.get(), &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
    });
  }

  // An error outside must not reveal what exists there: it is always EXDEV.
  int Fail(int code) const {
    errno = IsInside() ? code : EXDEV;
    return -1;
  }

  // Back by one directory of the way, which is still open.
  void GoUp() {
    // From the base or the root upwards: the kernel knows the parent.
    if (way_.size() > 1) {
      way_.pop_back();
    } else {
      Start(OpenAsPath(way_.back().get(), "..", O_DIRECTORY));
    }
  }

  // Puts the components of the link's target in front of the remaining ones.
  bool Follow(int link) {
    constexpr int kMaxLinks = 40;  // as many as the kernel follows
    constexpr size_t kLongest = 4096;
    std::string target(kLongest, '\0');
    const ssize_t size = readlinkat(link, "", target.data(), target.size());
    if (size < 0 || ++links_ > kMaxLinks) {
      Fail(size < 0 ? errno : ELOOP);
      return false;
    }
    target.resize(static_cast<size_t>(size));
    if (target.starts_with('/')) Start(OpenAsPath(AT_FDCWD, "/", O_DIRECTORY));
    Push(target);
    return true;
  }

  int Finish(const char* name, int flags) const {
    // A path may leave the directory and come back; only its end counts.
    if (!IsInside()) return Fail(EXDEV);
    return openat(way_.back().get(), name, kHarmless | O_NOFOLLOW | flags);
  }

  dev_t device_ = 0;
  ino_t inode_ = 0;
  std::vector<Descriptor> way_;  // from the base, or the top, down
  std::deque<std::string> rest_;
  int links_ = 0;
};

}  // namespace

int OpenBelowSlowly(int directory, const std::string& below, int flags) {
  return Climber(directory).Open(below, flags);
}

// The kernel's own call first; the Climber if that is not available or refuses.
int OpenBelow(int directory, const std::string& below, int flags) {
#if defined(__linux__) && defined(SYS_openat2)
  open_how how = {};
  how.flags = static_cast<unsigned>(kHarmless | flags);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const char* const path = below.empty() ? "." : below.c_str();
  const auto fd = static_cast<int>(syscall(SYS_openat2, directory, path, &how, sizeof how));
  if (fd >= 0) return fd;
  // ENOSYS and EPERM: the call does not exist, or a filter forbids it. EXDEV: the path leads out,
  // perhaps to come back. EAGAIN: a rename happened at the same time.
  const bool again = errno == ENOSYS || errno == EPERM || errno == EXDEV || errno == EAGAIN;
  if (!again) return -1;
#endif
  return OpenBelowSlowly(directory, below, flags);
}

std::shared_ptr<const OpenDirectory> OpenDirectory::Open(std::string path) {
  const int fd = open(path.empty() ? "." : path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return nullptr;
  if (!path.empty() && !path.ends_with('/')) path += '/';
  return std::shared_ptr<const OpenDirectory>(new OpenDirectory(std::move(path), fd));
}

OpenDirectory::~OpenDirectory() { close(fd_); }

int OpenDirectory::OpenFile(std::string_view path, int flags) const {
  if (path.starts_with(path_)) {
    path.remove_prefix(path_.size());
    path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  }
  return OpenBelow(fd_, std::string(path), flags);
}

}  // namespace flagcensus
