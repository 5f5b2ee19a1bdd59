// cpp_difference TREE EVERY: the preprocessor against clang's over each EVERY-th source of a tree.
// Headers are searched for where those of the tree most likely are. A line for each file: `equal`,
// `differs` or `refused`, its path and what differs first, between tabs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/preprocessor/include_folders.h"
#include "analyzer/project/walk_tree.h"
#include "tests/cpp_oracle.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

// The folders that have what the file includes, and what these headers include. A folder's position
// is that of the first name found in it.
//
//   src/a.c: #include "net/x.h" of include/net/x.h   ─→ include
std::vector<std::string> FoldersFor(const Tree& tree, const IncludeFolders& headers, int file) {
  std::vector<std::string> out;
  std::set<int> seen = {file};
  std::deque<int> open = {file};
  for (; !open.empty(); open.pop_front()) {
    const std::string& from = tree.files[open.front()].absolute;
    for (const std::string& name : IncludedNames(ReadText(from))) {
      const int found = headers.Find(name, from);
      if (found < 0) continue;
      const std::string& path = tree.files[found].absolute;
      const std::string folder = path.substr(0, path.size() - name.size() - 1);
      if (std::find(out.begin(), out.end(), folder) == out.end()) out.push_back(folder);
      if (seen.insert(found).second) open.push_back(found);
    }
  }
  return out;
}

int CompareTree(const std::string& tree_path, size_t every) {
  const std::string clang = InstalledClang();
  if (clang.empty()) {
    std::fputs("cpp_difference: no clang\n", stderr);
    return 2;
  }
  WalkOptions options;
  options.root = tree_path;
  options.vendored = true;
  const Tree tree = WalkTree({tree_path}, options);
  const IncludeFolders folders(tree);
  const ScratchFolder scratch;
  size_t count = 0;
  for (size_t i = 0; i < tree.files.size(); ++i) {
    const SourceFile& file = tree.files[i];
    if (!IsC(file.kind) || !IsTranslationUnit(file.path) || count++ % every != 0) continue;
    const PpComparison made = ComparePreprocessors(
        clang, file.absolute, FoldersFor(tree, folders, static_cast<int>(i)), scratch.path());
    const char* const outcome = made.outcome == PpComparison::Outcome::kEqual     ? "equal"
                                : made.outcome == PpComparison::Outcome::kDiffers ? "differs"
                                                                                  : "refused";
    std::printf("%s\t%s\t%s\n", outcome, file.path.c_str(), made.what.c_str());
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace flagcensus

int main(int count, char** arguments) {
  const long every = count == 3 ? std::atol(arguments[2]) : 0;
  if (every < 1) {
    std::fputs("cpp_difference TREE EVERY\n", stderr);
    return 2;
  }
  return flagcensus::CompareTree(arguments[1], static_cast<size_t>(every));
}
