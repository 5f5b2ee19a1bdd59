// The nearest of the headers with a name, by the beginning of the path:
//
//   src/net/a.c: #include "util/x.h"     with src/util/x.h and test/util/x.h
//   ─→ src/util/x.h, which shares the longer beginning of the path with a.c
#include "analyzer/c/preprocessor/include_folders.h"

#include <algorithm>
#include <string_view>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

std::string LastPart(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// The length of the common beginning: it prefers headers near the including file.
// In bytes, not folders: `src/net2` counts as near to `src/net1`.
size_t CommonStart(const std::string& a, const std::string& b) {
  const size_t size = std::min(a.size(), b.size());
  return static_cast<size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<long>(size), b.begin()).first - a.begin());
}

}  // namespace

// A line-based search without the lexer: an include in a comment or in an inactive branch counts,
// too.
std::vector<std::string> IncludedNames(std::string_view text) {
  std::vector<std::string> out;
  for (std::string_view line : Split(text, '\n')) {
    line = Trim(line);
    if (!line.starts_with('#')) continue;
    line = Trim(line.substr(1));
    if (!line.starts_with("include")) continue;
    line = Trim(line.substr(7));
    if (line.empty() || (line[0] != '"' && line[0] != '<')) continue;
    const size_t end = line.find(line[0] == '"' ? '"' : '>', 1);
    if (end != std::string_view::npos && end > 1) out.emplace_back(line.substr(1, end - 1));
  }
  return out;
}

IncludeFolders::IncludeFolders(const Tree& tree) : tree_(tree) {
  for (size_t i = 0; i < tree.files.size(); ++i) {
    if (!IsC(tree.files[i].kind)) continue;
    headers_[LastPart(tree.files[i].absolute)].push_back(static_cast<int>(i));
  }
}

// The build's include folders are unknown, so every path that ends in the name is a candidate.
int IncludeFolders::Find(const std::string& name, const std::string& from) const {
  const auto known = headers_.find(LastPart(name));
  if (known == headers_.end()) return -1;
  int best = -1;
  size_t most = 0;
  for (const int candidate : known->second) {
    const std::string& path = tree_.files[candidate].absolute;
    if (!path.ends_with("/" + name)) continue;
    const size_t common = CommonStart(path, from);
    if (best >= 0 && common <= most) continue;
    best = candidate;
    most = common;
  }
  return best;
}

}  // namespace flagcensus
