// Shell scripts that source one another (`. lib.sh`): variables set in one are set in the others.
//
//   run.sh: . ./lib.sh; echo "$PORT" "$HOME_DIR"
//   lib.sh: PORT=80
//                     ─→ `$PORT` in run.sh is removed, `$HOME_DIR` is a read
//   run.sh: . /etc/app.conf; echo "$HOME_DIR"
//                     ─→ not in the tree: it may set HOME_DIR, so the read is removed and reported
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
  // `units`: all programs; other languages are ignored. A sourced path refers to the file next to
  // the script, otherwise to every script of the tree with a path that ends in it. Costs the number
  // of scripts and of their sourced paths.
  ShellJoins(const Tree& tree, const std::vector<std::unique_ptr<ProgramUnit>>& units);

  // Removes reads of `unit` that consist of only `$X` if another script joined with it sets X, or
  // if a file outside the tree that is sourced before may set it.
  void Filter(size_t unit, std::vector<Site>* sites);

  // What was removed because of files that are not in the tree; nullopt if nothing was removed.
  std::optional<Diagnostic> Missing() const;

 private:
  // The representative of the group of a unit.
  size_t RootOf(size_t unit) const;

  const Tree& tree_;
  const std::vector<std::unique_ptr<ProgramUnit>>& units_;
  mutable std::vector<size_t> group_;  // of each unit, another of its group; itself: the first
  std::vector<std::set<uint32_t>> missing_;  // of each unit, its sourced files that do not exist
  std::map<size_t, std::map<std::string, std::set<size_t>>> setters_;  // of each group, by name
  std::set<std::pair<size_t, TermId>> removed_;  // because of files that are not in the tree
};

}  // namespace flagcensus
