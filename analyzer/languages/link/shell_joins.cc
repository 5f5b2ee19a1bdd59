// Scripts that source one another are one group (union-find); a name that any of them sets is the
// group's own.
#include "analyzer/languages/link/shell_joins.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/languages/link/units.h"

namespace flagcensus {
namespace {

// Whether the list contains the name; `*` at the end of an entry matches any rest.
bool Fits(const std::vector<std::string>& list, const std::string& name) {
  return std::any_of(list.begin(), list.end(), [&](const std::string& one) {
    return one.ends_with('*') ? name.starts_with(std::string_view(one).substr(0, one.size() - 1))
                              : one == name;
  });
}

// The last component of a path.
std::string_view NameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

ShellJoins::ShellJoins(const Tree& tree, const std::vector<std::unique_ptr<ProgramUnit>>& units)
    : tree_(tree), units_(units), group_(units.size()), missing_(units.size()) {
  std::map<std::string_view, std::vector<size_t>> by_name;
  for (size_t i = 0; i < units.size(); ++i) {
    // Step 1: the scripts by their names.
    group_[i] = i;
    if (units[i]->language != Language::kShell) continue;
    by_name[NameOf(tree.files[units[i]->file].path)].push_back(i);
  }
  const LanguageRows& rows = RowsOf(Language::kShell);
  for (size_t i = 0; i < units.size(); ++i) {
    // Step 2: the script of each sourced path.
    const std::vector<ProgramSource>& sources = units[i]->program.sources;
    for (uint32_t at = 0; at < sources.size(); ++at) {
      const ProgramSource& source = sources[at];
      // Sourced files that are known not to set relevant names, such as shell completions.
      if (Fits(rows.shell.sourced, std::string(NameOf(source.path)))) continue;
      std::vector<size_t> found;
      const auto same = by_name.find(NameOf(source.path));
      if (!source.path.empty() && same != by_name.end()) {
        for (const size_t other : same->second) {
          const std::string& path = tree.files[units[other]->file].path;
          // The file next to the script is certain; otherwise all that fit by the end of the path.
          if (path == units[i]->folder + source.path) {
            found = {other};
            break;
          }
          if (path == source.path || path.ends_with("/" + source.path)) found.push_back(other);
        }
      }
      // It may set any name.
      if (found.empty()) missing_[i].insert(at);
      for (const size_t other : found) group_[RootOf(other)] = RootOf(i);
    }
  }
  for (size_t i = 0; i < units.size(); ++i) {
    if (units[i]->language != Language::kShell) continue;
    auto& names = setters_[RootOf(i)];
    // Step 3: which scripts of the group set a name.
    for (const std::string& name : units[i]->program.assigned) names[name].insert(i);
  }
}

size_t ShellJoins::RootOf(size_t unit) const {
  // Path halving keeps the chains short.
  while (group_[unit] != unit) unit = group_[unit] = group_[group_[unit]];
  return unit;
}

// Three reasons to keep a read: it has a default or a test, it is always set by the environment, or
// nothing else in the group and no missing file may set it.
void ShellJoins::Filter(size_t unit, std::vector<Site>* sites) {
  const ProgramUnit& one = *units_[unit];
  if (unit >= group_.size() || one.language != Language::kShell) return;
  const std::map<std::string, std::set<size_t>>& names = setters_[RootOf(unit)];
  const std::vector<std::string>& always = RowsOf(Language::kShell).shell.always;
  std::erase_if(*sites, [&](const Site& site) {
    const Term& term = one.program[site.at];
    // A default or a test (`${X:-d}`) shows that the name may come from outside.
    if (term.more != kPlainUse) return false;
    const std::string name = site.name.Known().value_or("");
    if (const auto setters = names.find(name); setters != names.end()) {
      // A name that only this script sets was already handled by the flow.
      const bool other = setters->second.size() > 1 || !setters->second.contains(unit);
      if (other) return true;
    }
    // PATH, HOME and the like are always set by the environment.
    if (Fits(always, name)) return false;
    const auto sourced = one.program.sourced.find(term.begin);
    const bool may = sourced != one.program.sourced.end() &&
                     std::any_of(sourced->second.begin(), sourced->second.end(),
                                 [&](uint32_t at) { return missing_[unit].contains(at); });
    if (may) removed_.insert({unit, site.at});
    return may;
  });
}

// One diagnostic for the tree, at the first line that sources a missing file.
std::optional<Diagnostic> ShellJoins::Missing() const {
  if (removed_.empty()) return std::nullopt;
  const size_t unit = removed_.begin()->first;
  return Diagnostic{
      "sourced-file",
      {tree_.files[units_[unit]->file].path,
       static_cast<int>(units_[unit]->program.sources[*missing_[unit].begin()].line), 1},
      "sources a file that is not in the tree: " +
          Count(removed_.size(), "expansion", "expansions") +
          " after such lines may be set there and " + (removed_.size() == 1 ? "is" : "are") +
          " not read"};
}

}  // namespace flagcensus
