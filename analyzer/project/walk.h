// The walk below one folder, on several threads.
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

// Globs that the user wrote, and the folder (absolute, '/' at its end) that they are relative to.
struct GlobRules {
  std::string base;
  std::vector<std::pair<IgnoreRule, std::string>> rules;  // with the glob as written
};

// What holds for the whole walk, made once.
struct WalkRules {
  const WalkOptions& options;
  const ScopeRules& parts;
  std::vector<GlobRules> exclude;
  GlobRules scopes;
  std::vector<Scope> scope_of_rule;           // by index into scopes.rules
  DependencyTracker* dependencies = nullptr;  // takes the stamps of what is read; none: nobody asks
};

struct Folder {
  std::string absolute;  // with a '/' at its end
  std::string shown;     // the same as the user sees it: "" or with a '/' at its end
  IgnoreState ignore;    // of the folders above
  std::string ignored;   // why the folder is ignored, where some of its files are committed
};

// Adds what stands below `top` to `tree`, in no order.
void WalkFolder(Folder top, const WalkRules& rules, unsigned threads, Tree* tree);

// All but the scope of a file. `below`: how many bytes of `shown` stand below the argument.
SourceFile DescribeFile(std::string absolute, std::string shown, size_t below, uint64_t size,
                        const WalkOptions& options);

// Whether a file is a script without an ending, or the template of one: "tool", "tool.in"; such a
// one says in its first line what it is.
bool HasNoEnding(std::string_view name);
// KindOfFirstLine of a file, whose first line is read; `folder`: what `name` is relative to.
FileKind KindOfScript(int folder, const char* name, const WalkOptions& options);

// The scopes that the configuration gives, over those that the tree tells.
void ApplyScopeGlobs(const WalkRules& rules, Tree* tree);

// "larger than 4 MiB"
std::string TooLarge(uint64_t limit);

}  // namespace flagcensus
