// Paths as the user wrote them ─→ absolute and shown paths.
//
//   ShownPath("src/../app.py", ".")       ─→ "app.py"
//   ShownPath("/tmp/link/a.py", "/real")  ─→ "a.py", if /tmp/link leads to /real
//   ShownPath("/etc/x", "/work/a")        ─→ "../../etc/x"
#include "analyzer/tree/tree.h"

#include <filesystem>
#include <system_error>

namespace flagcensus {

namespace fs = std::filesystem;

std::string AbsolutePath(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path.empty() ? "." : path, error);
  std::string text = error ? path : absolute.lexically_normal().string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

// `absolute` relative to `root`: "" for the root itself. Names as the user wrote them are
// preferred. If they lead out of the root, the same path without symbolic links is tried.
std::string ShownFrom(const std::string& absolute, const std::string& root) {
  const auto relative = [](const fs::path& to, const fs::path& from) {
    const std::string text = to.lexically_relative(from).string();
    return text == "." ? std::string() : text;
  };
  const std::string plain = relative(absolute, root);
  if (!plain.starts_with("..")) return plain;
  std::error_code error;
  const fs::path real = fs::weakly_canonical(absolute, error);
  if (error) return plain;
  const fs::path real_root = fs::weakly_canonical(root, error);
  if (error) return plain;
  const std::string resolved = relative(real, real_root);
  return resolved.starts_with("..") ? plain : resolved;
}

std::unordered_map<std::string_view, size_t> NumbersByPath(const Tree& tree) {
  std::unordered_map<std::string_view, size_t> out;
  for (size_t i = 0; i < tree.files.size(); ++i) out.emplace(tree.files[i].absolute, i);
  return out;
}

std::string ShownPath(const std::string& path, const std::string& root) {
  return ShownFrom(AbsolutePath(path), AbsolutePath(root));
}

}  // namespace flagcensus
