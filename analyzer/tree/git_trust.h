// What a repository leads to outside of itself, before libgit2 follows it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct GitTrust {
  // Directories (real, '/' at their end) that the repository may lie in and lead to.
  std::vector<std::string> within;
  // Of somebody else: its configuration must not include files either.
  bool foreign = false;
  // Whether the user trusts the repository in a directory (real, '/' at its end).
  std::function<bool(const std::string& directory)> is_safe;
};

// Whether `directory` ('/' at its end) looks like the inside of a repository.
bool IsGitDirectory(const std::string& directory);

// Why the repository at `own`, which shares `common`, must not be opened: links and alternates that
// lead elsewhere, and what is neither a file nor a directory, which could be waited for without
// end. "" if nothing speaks against it. Costs a reading of the directories of objects and
// references, not of what they hold.
std::string WhyNotOpened(const std::string& own, const std::string& common, const GitTrust& trust);

}  // namespace flagcensus
