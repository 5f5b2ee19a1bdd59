// unresolved-name: the name of an accessed variable cannot be determined
//
// ## What it does
// Lists the accesses in the project's own sources to variables whose names are only known at run time.
// Always severity info: nothing is wrong, but these accesses are not compared with any page. They are
// listed if pages document variables that no other access uses, which such an access may read; the
// summary always counts them, and with `--max-unresolved N` the check fails if there are more than N.
//
// ## Why it matters
// "No disagreement found" means little if some accesses could not be checked.
//
// ## Example
//     for plugin in load_plugins():
//         os.environ.get(plugin["variable"])
//
//     the variable name in os.environ.get(plugin["variable"]) cannot be determined, so the access
//     is not checked
//
// ## Not reported
// - the read inside a wrapper, which gets the name from its callers. If nothing in the tree calls
//   it (a hook, an override, a callback, an exported function), it is reported;
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

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {
namespace {

// How the access reads in the source: os.environ.get(key), os.environ[key], key in os.environ; the
// name's expression alone where no call takes it.
std::string Shown(const Access& access) {
  constexpr std::string_view kIn = "in ";
  const std::string& name = access.name_expression;
  const std::string& via = access.via;
  if (name.empty()) return via;
  if (via.starts_with(kIn)) return fmt::format("{} {}", name, via);
  if (via.ends_with("[]")) return fmt::format("{}[{}]", via.substr(0, via.size() - 2), name);
  const bool whole = name.starts_with(via) || via.find('-') != std::string::npos;
  return whole ? name : fmt::format("{}({})", via, name);
}

// Why the name is not known; nothing if the accesses differ in it.
std::string_view Reason(const std::vector<const Access*>& accesses) {
  const OpenName open = accesses.front()->open_name;
  const bool same = std::all_of(accesses.begin(), accesses.end(),
                                [&](const Access* one) { return one->open_name == open; });
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

// Whether the access may be the use of a variable that a page documents and nothing else touches.
bool HidesEntries(const RuleInput& input) {
  return std::any_of(input.flags.begin(), input.flags.end(), [&](const Flag& flag) {
    const bool listed = std::any_of(flag.entries.begin(), flag.entries.end(),
                                    [](const Entry* entry) { return entry->IsListed(); });
    return listed && !IsPattern(flag.name) && !IsUsedAnywhere(flag) && flag.light.empty() &&
           !flag.is_macro && OwnerOf(input.ownership, flag.name) == nullptr;
  });
}

void CheckUnresolvedName(const RuleInput& input, std::vector<Finding>& findings) {
  if (!HidesEntries(input)) return;
  // One finding for an expression and file, however often it occurs there.
  std::map<std::pair<std::string, std::string>, std::vector<const Access*>> groups;
  for (const Access* access : input.unresolved_accesses) {
    if (access->open_name == OpenName::kOfBase) continue;  // no expression names them
    groups[{access->place.file, Shown(*access)}].push_back(access);
  }
  for (const auto& [key, accesses] : groups) {
    const auto& [file, expression] = key;
    Finding out = MakeFinding("unresolved-name", "", Severity::kInfo, Confidence::kHigh);
    out.fingerprint = Fingerprint({out.rule, file, expression});
    out.code = PlacesOf(accesses);
    out.actual = expression;
    const bool uncalled = std::all_of(accesses.begin(), accesses.end(), [](const Access* access) {
      return access->open_name == OpenName::kNoCall;
    });
    out.message =
        fmt::format("the variable name in {} cannot be determined{}, so the access is not checked",
                    ShowValue("", expression), Reason(accesses));
    out.remedy = uncalled
                     ? "list the expression under [[unresolved]] in flagcensus.toml, and state "
                       "what calls it as the reason"
                     : "use a constant as the name, or list the expression under [[unresolved]] in "
                       "flagcensus.toml";
    findings.push_back(std::move(out));
  }
}

}  // namespace

extern constexpr Rule kUnresolvedNameRule = {
    .rank = 150,
    .name = "unresolved-name",
    .summary = "the name of an accessed variable cannot be determined",
    .remedy = "use a constant as the name, or allow the expression",
    .check = CheckUnresolvedName,
    .severity = Severity::kInfo,
};

}  // namespace flagcensus
