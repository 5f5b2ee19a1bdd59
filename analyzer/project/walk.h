// The walk below one folder, on several threads.
//
//   app/, app/main.py, app/.git/, app/node_modules/
//       ─→  files {app/main.py}, skipped {app/node_modules/: "vendored directory"}
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/project/scope_rules.h"
#include "analyzer/tree/dependency_tracker.h"
#include "analyzer/tree/gitignore.h"
#include "analyzer/tree/ignore_chain.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The user's globs, and the folder (absolute, with a trailing '/') that they are relative to.
struct GlobRules {
  std::string base;
  std::vector<std::pair<IgnoreRule, std::string>> rules;  // with the glob as passed
};

// The rules of the whole walk, created once.
struct WalkRules {
  const WalkOptions& options;
  const ScopeRules& parts;
  std::vector<GlobRules> exclude;
  GlobRules scopes;
  std::vector<Scope> scope_of_rule;           // by index into scopes.rules
  DependencyTracker* dependencies = nullptr;  // receives the stamps of reads; null: not tracked
};

struct Folder {
  std::string absolute;  // with a trailing '/'
  std::string shown;     // the same as the user sees it: "" or with a trailing '/'
  IgnoreState ignore;    // of the folders above
  std::string ignored;   // why the folder is ignored, although some of its files are committed
};

// Adds the files below `top` to `tree`, in no order.
void WalkFolder(Folder top, const WalkRules& rules, unsigned threads, Tree* tree);

// A SourceFile without its scope. `below`: the number of bytes at the end of `shown` that are below
// the argument.
SourceFile DescribeFile(std::string absolute, std::string shown, size_t below, uint64_t size,
                        const WalkOptions& options);

// Whether a file is a script without an extension, or a template of one: "tool", "tool.in". Its
// first line then determines its kind.
bool HasNoEnding(std::string_view name);
// KindOfFirstLine of a file; reads its first line. `folder`: the open folder that `name` is
// relative to.
FileKind KindOfScript(int folder, const char* name, const WalkOptions& options);

// Applies the scopes in the configuration, which override those derived from the tree.
void ApplyScopeGlobs(const WalkRules& rules, Tree* tree);

// "larger than 4 MiB"
std::string TooLarge(uint64_t limit);

}  // namespace flagcensus
