#include "analyzer/tree/inside.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <optional>
#include <system_error>

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// As many as the kernel follows. A path with more of them is outside.
constexpr int kMaxLinks = 40;

// `path` without links, "." and ".."; nullopt if links form a circle.
std::optional<fs::path> Resolve(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (error) return std::nullopt;
  std::deque<fs::path> rest(absolute.begin(), absolute.end());
  fs::path out = "/";
  int links = 0;
  while (!rest.empty()) {
    const fs::path part = rest.front();
    rest.pop_front();
    if (part.empty() || part == "." || part == "/") continue;
    if (part == "..") {
      // The parent of what was resolved so far, as for the kernel: "link/.." is not the folder of
      // `link`.
      out = out.parent_path();
      continue;
    }
    const fs::path next = out / part;
    const fs::path target = fs::read_symlink(next, error);
    if (error) {  // not a link, or it does not exist
      out = next;
      continue;
    }
    if (++links > kMaxLinks) return std::nullopt;
    if (target.is_absolute()) out = "/";
    rest.insert(rest.begin(), target.begin(), target.end());
  }
  return out;
}

}  // namespace

// Component by component: "/tree2" is not below "/tree".
bool LiesBelow(const fs::path& path, const fs::path& folder) {
  const std::optional<fs::path> inner = Resolve(path);
  const std::optional<fs::path> outer = Resolve(folder);
  if (!inner || !outer) return false;
  const auto [in, out] = std::mismatch(inner->begin(), inner->end(), outer->begin(), outer->end());
  return out == outer->end();
}

std::string RealDirectory(const std::string& path) {
  char* resolved = realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return "";
  std::string out = resolved;
  std::free(resolved);
  struct stat status = {};
  if (stat(out.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return "";
  return out.ends_with('/') ? out : out + "/";
}

bool IsRegularFile(const std::string& path) {
  struct stat status = {};
  return lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace flagcensus
