// IgnoreChain: the ignore files that apply in a folder, nearest first.
//
//   /repo/src/:  src/.gitignore ─→ /repo/.gitignore ─→ .git/info/exclude
//
// The first file with a rule that matches decides, and in it the last such rule.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/tree/git_index.h"
#include "analyzer/tree/gitignore.h"

namespace flagcensus {

// One ignore file, and those of the parent folders up to the repository's root.
struct IgnoreChain {
  std::shared_ptr<const IgnoreChain> above;
  IgnoreFile file;
  size_t base = 0;    // length of its folder's absolute path, including the trailing '/'
  std::string shown;  // the file's own path, as the user sees it
};
using IgnorePtr = std::shared_ptr<const IgnoreChain>;

// The rules that apply in a folder, and the repository with the index that overrides them. Either
// may be null.
// null.
struct IgnoreState {
  IgnorePtr rules;
  RepositoryPtr repository;
};

// Why `absolute` is ignored ("ignored by src/.gitignore:3"); "" if it is not. Parent folders are
// not checked: the walk does not enter an ignored folder.
std::string IgnoredBy(const IgnorePtr& chain, std::string_view absolute, bool is_folder);

// Prepends the .gitignore of `folder` to `above`; returns `above` if there is no usable one.
// `folder`: absolute, with a trailing '/'; `shown`: the same as the user sees it.
IgnorePtr AddGitignore(IgnorePtr above, const std::string& folder, const std::string& shown,
                       std::vector<Diagnostic>* diagnostics);

// The repository of the folder that contains `.git`, with its repository-wide rules
// (.git/info/exclude).
IgnoreState RepositoryRules(const std::string& folder, const std::string& shown,
                            std::vector<Diagnostic>* diagnostics);

// The rules for `folder` from its parent folders and the repository that contains it. Empty if it
// is in no repository, or is the root of one.
IgnoreState RulesAbove(const std::string& folder, const std::string& shown,
                       std::vector<Diagnostic>* diagnostics);

}  // namespace flagcensus
