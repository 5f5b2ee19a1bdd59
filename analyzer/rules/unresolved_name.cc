// unresolved-name: the name of an accessed variable cannot be determined
//
// ## What it does
// Reports an access in the project's own sources to a variable whose name is only known at run time if
// its file contains the name, or a part of it, of a documented variable that no other access uses:
// that one may be read there. Always severity info. The summary counts all accesses of unknown names,
// `--all` lists them, and with `--max-unresolved N` the check fails if there are more than N.
//
// ## Why it matters
// "No disagreement found" means little if some accesses could not be checked.
//
// ## Example
//     KNOWN = load_names("APP_SIDE")
//     for name in KNOWN:
//         os.environ.get(name)
//
//     the variable name in os.environ.get(name) cannot be determined, so APP_SIDE, documented at
//     env.md:5, may be read there
//
// ## Not reported
// - accesses in files that contain no such name: they are only part of the inventory;
// - the read inside a wrapper, which gets the name from its callers. If nothing in the tree calls
//   it (a hook, an override, a callback, an exported function), it is part of the inventory;
// - partly known names (`APP_*`), and copies of the whole environment;
// - tests, examples and scripts;
// - expressions listed under `[[unresolved]]` in `flagcensus.toml`.
//
// ## Fix
// Use a constant as the name. If that is not possible, list the expression under `[[unresolved]]` with
// a reason.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/rule.h"
#include "analyzer/rules/unresolved.h"

namespace flagcensus {
namespace {

// The access as it is written in the source: os.environ.get(key), os.environ[key], key in
// os.environ; only the name's expression if no call contains it.
std::string Shown(const Access& access) {
  constexpr std::string_view kIn = "in ";
  const std::string& name = access.evidence.name_expression;
  const std::string& via = access.via;
  if (name.empty()) return via;
  if (via.starts_with(kIn)) return fmt::format("{} {}", name, via);
  if (via.ends_with("[]")) return fmt::format("{}[{}]", via.substr(0, via.size() - 2), name);
  const bool whole = name.starts_with(via) || via.find('-') != std::string::npos;
  return whole ? name : fmt::format("{}({})", via, name);
}

// Why the name is not known; "" if the accesses differ in it.
std::string_view Reason(const std::vector<const Access*>& accesses) {
  const OpenName open = accesses.front()->evidence.open_name;
  const bool same = std::all_of(accesses.begin(), accesses.end(),
                                [&](const Access* one) { return one->evidence.open_name == open; });
  switch (same ? open : OpenName::kExpression) {
    case OpenName::kNoCall:
      return " (no call in the tree passes the name)";
    case OpenName::kUnknownCall:
      return " (a call passes an unknown name)";
    case OpenName::kExpression:
    case OpenName::kOfBase:
      break;
  }
  return "";
}

// The accesses of one expression in one file.
struct Group {
  std::string expression;
  std::vector<const Access*> accesses;
};

// One group for an expression and file, however often it occurs there.
std::vector<Group> GroupsOf(const RuleInput& input) {
  std::map<std::pair<std::string, std::string>, std::vector<const Access*>> by_expression;
  for (const Access* access : input.unresolved_accesses) {
    if (access->evidence.open_name == OpenName::kOfBase) continue;  // no expression names them
    by_expression[{access->place.file, Shown(*access)}].push_back(access);
  }
  std::vector<Group> out;
  for (auto& [key, accesses] : by_expression) out.push_back({key.second, std::move(accesses)});
  return out;
}

// The documented variables without a known access, by the files with their name or a part of it.
using Hidden = std::map<std::string_view, std::vector<const Flag*>>;

Hidden HiddenEntries(const RuleInput& input) {
  Hidden out;
  for (const Flag& flag : input.flags) {
    const bool listed = std::any_of(flag.entries.begin(), flag.entries.end(),
                                    [](const Entry* entry) { return entry->IsListed(); });
    if (!listed || IsPattern(flag.name) || IsUsedAnywhere(flag) || !flag.light.empty()) continue;
    if (flag.is_macro || OwnerOf(input.ownership, flag.name) != nullptr) continue;
    std::set<std::string_view> files;
    for (const Place& place : flag.seen_elsewhere) files.insert(place.file);
    if (flag.declared_as) files.insert(flag.declared_as->file);
    if (flag.spelled_as && !flag.spelled_as->prefix) files.insert(flag.spelled_as->place.file);
    for (const std::string_view file : files) out[file].push_back(&flag);
  }
  return out;
}

// The variables that the group may access. A name that only callers outside the tree pass is not a
// name of the tree.
std::vector<const Flag*> HiddenBy(const Group& group, const Hidden& hidden) {
  const bool uncalled = std::all_of(
      group.accesses.begin(), group.accesses.end(),
      [](const Access* access) { return access->evidence.open_name == OpenName::kNoCall; });
  const auto at = hidden.find(group.accesses.front()->place.file);
  return uncalled || at == hidden.end() ? std::vector<const Flag*>() : at->second;
}

std::string Unknown(const Group& group) {
  return fmt::format("the variable name in {} cannot be determined{}",
                     ShowValue("", group.expression), Reason(group.accesses));
}

// Only accesses that may be of a documented variable ask for action; UnresolvedRows lists the
// others.
void CheckUnresolvedName(const RuleInput& input, std::vector<Finding>& findings) {
  const Hidden hidden = HiddenEntries(input);
  for (const Group& group : GroupsOf(input)) {
    const std::vector<const Flag*> flags = HiddenBy(group, hidden);
    if (flags.empty()) continue;
    Finding out = MakeFinding("unresolved-name", "", Severity::kInfo, Confidence::kHigh);
    out.fingerprint = Fingerprint({out.rule, group.accesses.front()->place.file, group.expression});
    out.code = PlacesOf(group.accesses);
    out.actual = group.expression;
    std::vector<std::string> names;
    for (const Flag* flag : flags) names.push_back(flag->name);
    const std::vector<const Entry*>& entries = flags.front()->entries;
    out.doc = {entries.front()->place};
    out.message = fmt::format("{}, so {}, documented at {}, may be read there", Unknown(group),
                              ListNames(names), ToText(entries.front()->place));
    out.remedy =
        "use a constant as the name, or list the expression under [[unresolved]] in "
        "flagcensus.toml";
    findings.push_back(std::move(out));
  }
}

}  // namespace

std::vector<InventoryRow> UnresolvedRows(const RuleInput& input) {
  const Hidden hidden = HiddenEntries(input);
  std::vector<InventoryRow> out;
  for (const Group& group : GroupsOf(input)) {
    if (!HiddenBy(group, hidden).empty()) continue;
    std::vector<Place> places = PlacesOf(group.accesses);
    std::string detail = ToText(places.front());
    out.push_back(
        {group.expression, "unresolved", Unknown(group), std::move(detail), std::move(places)});
  }
  return out;
}

extern constexpr Rule kUnresolvedNameRule = {
    .rank = 150,
    .name = "unresolved-name",
    .summary = "the name of an accessed variable cannot be determined",
    .remedy = "use a constant as the name, or allow the expression",
    .check = CheckUnresolvedName,
    .severity = Severity::kInfo,
};

}  // namespace flagcensus
