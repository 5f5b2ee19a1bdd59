// Shell scripts that run one another in their own shell (`. lib.sh`): what one sets, the others
// have.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/languages/rows.h"
#include "analyzer/languages/sites.h"
#include "analyzer/model/finding.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct ProgramUnit;

class ShellJoins {
 public:
  // `units`: all programs; those of other languages are passed over. A path that a script sources
  // means the file next to it, else every script of the tree whose path ends so. Costs the number
  // of scripts, and of what they source.
  ShellJoins(const Tree& tree, const std::vector<std::unique_ptr<ProgramUnit>>& units);

  // Removes reads of `unit` which a bare `$X` alone tells, where another script that is joined with
  // it sets X, or where a file that is not in the tree, and is sourced before, may set it.
  void Filter(size_t unit, std::vector<Site>* sites);

  // What was removed because of files that are not in the tree; nothing where that was none.
  std::optional<Diagnostic> Missing() const;

 private:
  size_t RootOf(size_t unit) const;

  const Tree& tree_;
  const std::vector<std::unique_ptr<ProgramUnit>>& units_;
  mutable std::vector<size_t> group_;  // of each unit, another of its group; itself: the first
  std::vector<std::set<uint32_t>> missing_;  // of each unit, its sources that are not there
  std::map<size_t, std::map<std::string, std::set<size_t>>> setters_;  // of each group, by name
  std::set<std::pair<size_t, TermId>> removed_;  // because of files that are not in the tree
};

}  // namespace flagcensus
