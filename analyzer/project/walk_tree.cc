// Paths as the user wrote them ─→ absolute and shown paths ─→ one walk each ─→ one sorted tree.
//
//   root /p; "src", "src/a.py", "../q"   ─→  src/a.py, src/b.py once each, ../q/c.py
#include "analyzer/project/walk_tree.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "analyzer/base/parallel.h"
#include "analyzer/base/system_message.h"
#include "analyzer/base/text.h"
#include "analyzer/project/scope.h"
#include "analyzer/project/walk.h"

namespace flagcensus {
namespace {

// "/p/app" ─→ "/p/app/"; "/" is unchanged
std::string WithSlash(std::string folder) {
  if (!folder.ends_with('/')) folder += '/';
  return folder;
}

// "../app/main.py" seen from /p/app is "main.py". If the root is below an argument, the names of
// the walk lead out of the root and back into it.
void Shorten(const std::string& root, std::string* shown) {
  const std::vector<std::string_view> folders = Split(root, '/');
  size_t ups = 0;
  while (shown->compare(3 * ups, 3, "../") == 0) ++ups;
  if (ups > folders.size()) return;
  std::string_view rest = std::string_view(*shown).substr(3 * ups);
  for (auto folder = folders.end() - static_cast<ptrdiff_t>(ups); folder != folders.end();
       ++folder) {
    if (!rest.starts_with(*folder) || rest.substr(folder->size(), 1) != "/") break;
    rest.remove_prefix(folder->size() + 1);
    --ups;
  }
  std::string out;
  for (; ups > 0; --ups) out += "../";
  *shown = out.append(rest);
}

// A glob that is not valid, or is a comment, has no rule.
// Each rule is kept with its glob, which is shown as the reason of a skipped path.
GlobRules ParseGlobs(const std::vector<std::string>& globs, const std::string& base) {
  GlobRules out{WithSlash(base), {}};
  for (const std::string& glob : globs) {
    if (auto rule = ParseIgnoreRule(glob)) out.rules.emplace_back(std::move(*rule), glob);
  }
  return out;
}

// Sorts `added` and merges it into `sorted`, each path once. If arguments overlap, the first one's
// view of a file (its scope) is kept.
template <typename T>
std::vector<T> MergeByPath(std::vector<T> sorted, std::vector<T> added) {
  const auto less = [](const T& a, const T& b) { return a.path < b.path; };
  const auto same = [](const T& a, const T& b) { return a.path == b.path; };
  std::sort(added.begin(), added.end(), less);
  if (sorted.empty()) return added;
  std::vector<T> out;
  out.reserve(sorted.size() + added.size());
  std::merge(std::make_move_iterator(sorted.begin()), std::make_move_iterator(sorted.end()),
             std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()),
             std::back_inserter(out), less);
  out.erase(std::unique(out.begin(), out.end(), same), out.end());
  return out;
}

// One argument: a folder is walked, a file is added by itself.
void WalkPath(const std::string& path, const std::string& root, const WalkRules& rules,
              Tree* tree) {
  const std::string absolute = AbsolutePath(path);
  std::string shown = ShownFrom(absolute, root);
  if (DependencyTracker* dependencies = rules.dependencies; dependencies != nullptr) {
    NoteIgnoresAbove(WithSlash(absolute), *dependencies);
    dependencies->NoteKind(absolute);
  }
  struct stat status = {};
  if (stat(absolute.c_str(), &status) != 0) {
    // A missing argument is reported, and the others are walked.
    const std::string reason = SystemMessage(errno);
    tree->diagnostics.push_back({"missing-path", {path, 0, 0}, "cannot be read: " + reason});
    return;
  }
  if (S_ISDIR(status.st_mode)) {
    Folder top{WithSlash(absolute), shown.empty() ? "" : WithSlash(shown), {}, ""};
    if (rules.options.respect_gitignore) {
      top.ignore = RulesAbove(top.absolute, top.shown, &tree->diagnostics);
    }
    WalkFolder(std::move(top), rules, ThreadCount(rules.options.jobs), tree);
    return;
  }
  if (!S_ISREG(status.st_mode)) {
    tree->diagnostics.push_back(
        {"unreadable-file", {shown, 0, 0}, "neither a file nor a directory"});
    return;
  }
  const auto size = static_cast<uint64_t>(status.st_size);
  if (size > rules.options.max_file_bytes) {
    // The user named this file, so skipping it must not be silent.
    tree->diagnostics.push_back(
        {"file-too-large", {shown, 0, 0}, "is " + TooLarge(rules.options.max_file_bytes)});
    return;
  }
  // A file as an argument is at the top: only its name is below the argument.
  const size_t below = std::min(absolute.size() - absolute.rfind('/') - 1, shown.size());
  SourceFile file = DescribeFile(absolute, std::move(shown), below, size, rules.options);
  if (file.kind == FileKind::kOther && HasNoEnding(path.substr(path.rfind('/') + 1))) {
    file.kind = KindOfScript(AT_FDCWD, absolute.c_str(), rules.options);
  }
  tree->files.push_back(std::move(file));
}

}  // namespace

// The globs of the configuration are relative to its folder, those of the command line to the root.
Tree WalkTree(const std::vector<std::string>& paths, const WalkOptions& options,
              DependencyTracker* dependencies) {
  const std::string root = AbsolutePath(options.root);
  const std::string base = options.glob_base.empty() ? root : AbsolutePath(options.glob_base);
  WalkRules rules{options, BuiltInScopeRules(), {}, {WithSlash(base), {}}, {}, dependencies};
  rules.exclude.push_back(ParseGlobs(options.exclude, base));
  rules.exclude.push_back(ParseGlobs(options.exclude_here, root));
  for (const auto& [glob, scope] : options.scope_rules) {
    if (auto rule = ParseIgnoreRule(glob)) {
      rules.scopes.rules.emplace_back(std::move(*rule), glob);
      rules.scope_of_rule.push_back(scope);
    }
  }
  Tree tree;
  for (const std::string& path : paths) {
    Tree part;
    WalkPath(path, root, rules, &part);
    // The scopes of the configuration override those of the tree, hence the order.
    for (SourceFile& file : part.files) file.cost = options.cost;
    ReportScopes(options.jobs, &part);
    ApplyScopeGlobs(rules, &part);
    for (SourceFile& file : part.files) Shorten(root, &file.path);
    for (SkippedPath& skipped : part.skipped) Shorten(root, &skipped.path);
    for (Diagnostic& diagnostic : part.diagnostics) Shorten(root, &diagnostic.place.file);
    tree.ignored_unasked = tree.ignored_unasked || part.ignored_unasked;
    tree.files = MergeByPath(std::move(tree.files), std::move(part.files));
    tree.skipped = MergeByPath(std::move(tree.skipped), std::move(part.skipped));
    std::move(part.diagnostics.begin(), part.diagnostics.end(),
              std::back_inserter(tree.diagnostics));
  }
  std::sort(tree.diagnostics.begin(), tree.diagnostics.end(), DiagnosticLess);
  tree.diagnostics.erase(std::unique(tree.diagnostics.begin(), tree.diagnostics.end()),
                         tree.diagnostics.end());
  return tree;
}

}  // namespace flagcensus
