// Paths and texts ─→ what a walk would have found, by the same rules and names.
//
//   app-1.2/app/a.py, app-1.2/setup.py   ─→  app/a.py, setup.py: the common folder is removed
//   usr/lib/python3/dist-packages/app/a.py   ─→  as it is, and its scope is that of app/a.py
#include "analyzer/project/memory_tree.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/project/scope.h"
#include "analyzer/project/scope_rules.h"
#include "analyzer/project/walk.h"

namespace flagcensus {
namespace {

// The path below the folder into which Python packages are installed. That folder's name would make
// the whole package third-party code.
std::string_view BelowInstalled(std::string_view path) {
  if (!path.starts_with("usr/") && !path.starts_with("opt/")) return path;
  for (const std::string_view folder : {"/dist-packages/", "/site-packages/"}) {
    const size_t at = path.find(folder);
    if (at != std::string_view::npos) return path.substr(at + folder.size());
  }
  return path;
}

// From the top folder down: what excludes a folder excludes all below it. At each level the last
// rule that matches decides.
bool IsExcluded(std::string_view path, const std::vector<IgnoreRule>& rules) {
  for (size_t slash = path.find('/');; slash = path.find('/', slash + 1)) {
    const bool is_folder = slash != std::string_view::npos;
    for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {
      if (!RuleMatches(*rule, path.substr(0, slash), is_folder)) continue;
      if (rule->negated) break;
      return true;
    }
    if (!is_folder) return false;
  }
}

// The folder that contains all files, with its '/'; "" if there is no such folder. "usr/" is the
// root of an installed package; its paths are kept.
std::string CommonTop(const std::vector<MemoryFile>& files) {
  if (files.empty()) return {};
  const std::string& first = files.front().path;
  const std::string top = first.substr(0, first.find('/') + 1);
  const bool all = !top.empty() &&
                   std::all_of(files.begin(), files.end(),
                               [&](const MemoryFile& file) { return file.path.starts_with(top); });
  return all && top != "usr/" ? top : std::string();
}

}  // namespace

// Why a walk would not have read the file, by its folders; "" if it would.
std::string WhyNotInTree(std::string_view path, const WalkOptions& options) {
  const ScopeRules& rules = BuiltInScopeRules();
  const std::vector<std::string_view> parts = Split(BelowInstalled(path), '/');
  for (size_t i = 0; i + 1 < parts.size(); ++i) {
    const std::string_view folder = parts[i];
    if (!options.hidden && folder.starts_with('.') && !rules.hidden_folders.Has(folder)) {
      return "hidden directory";
    }
    if (rules.cache_folders.Has(folder)) return "cache directory";
    if (!options.vendored && rules.IsSkipped(folder)) return "vendored directory";
  }
  return {};
}

Tree TreeInMemory(MemoryFolder folder, const std::string& root, const WalkOptions& options) {
  Tree tree;
  tree.in_memory = true;
  std::vector<IgnoreRule> exclude;
  for (const std::string& glob : options.exclude_here) {
    if (auto rule = ParseIgnoreRule(glob)) exclude.push_back(std::move(*rule));
  }
  const std::string top = CommonTop(folder.files);
  for (MemoryFile& file : folder.files) {
    const std::string path = file.path.substr(top.size());
    if (IsExcluded(path, exclude)) {
      tree.skipped.push_back({path, "excluded by --exclude"});
      continue;
    }
    const size_t below = std::min(path.size(), BelowInstalled(file.path).size());
    SourceFile source = DescribeFile(root + "/" + path, path, below, file.text->size(), options);
    // A walk reads the first line of such a file from the disk; here the text is known.
    if (source.kind == FileKind::kOther && HasNoEnding(path.substr(path.rfind('/') + 1))) {
      source.kind = KindOfFirstLine(*file.text, options.languages);
    }
    source.text = std::move(file.text);
    tree.files.push_back(std::move(source));
  }
  for (Omitted& one : folder.omitted) {
    const bool inside = one.path.starts_with(top);
    tree.skipped.push_back({inside ? one.path.substr(top.size()) : one.path, one.reason});
  }
  std::sort(tree.files.begin(), tree.files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  ReportScopes(options.jobs, &tree);
  return tree;
}

}  // namespace flagcensus
