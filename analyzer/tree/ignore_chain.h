// IgnoreChain: the ignore files that hold in a folder, nearest first.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/tree/git_index.h"
#include "analyzer/tree/gitignore.h"

namespace flagcensus {

// One ignore file and those of the folders above it, up to the repository's root.
struct IgnoreChain {
  std::shared_ptr<const IgnoreChain> above;
  IgnoreFile file;
  size_t base = 0;    // the length of its folder's absolute path, with the '/' at its end
  std::string shown;  // the file's own path, as the user sees it
};
using IgnorePtr = std::shared_ptr<const IgnoreChain>;

// What decides in a folder: the rules, and the repository whose index overrules them. Either may
// be null.
struct IgnoreState {
  IgnorePtr rules;
  RepositoryPtr repository;
};

// Why `absolute` is ignored ("ignored by src/.gitignore:3"); "" where it is not. Folders above it
// are not looked at: the walk does not enter an ignored folder.
std::string IgnoredBy(const IgnorePtr& chain, std::string_view absolute, bool is_folder);

// `folder`: absolute, with a '/' at its end; `shown`: the same as the user sees it. Puts the
// folder's .gitignore before `above`; gives `above` where there is none that can be used.
IgnorePtr AddGitignore(IgnorePtr above, const std::string& folder, const std::string& shown,
                       std::vector<Diagnostic>* diagnostics);

// The repository of the folder that holds `.git`, with its rules as a whole (.git/info/exclude).
IgnoreState RepositoryRules(const std::string& folder, const std::string& shown,
                            std::vector<Diagnostic>* diagnostics);

// The same for `folder` because of the folders above it: the repository that it lies in. Empty
// where it lies in none, or is the root of one.
IgnoreState RulesAbove(const std::string& folder, const std::string& shown,
                       std::vector<Diagnostic>* diagnostics);

}  // namespace flagcensus
