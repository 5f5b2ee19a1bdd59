// undocumented-alias: an alias of a documented variable is not documented
//
// ## What it does
// Reports an undocumented variable that the sources read first, with a documented one as the fallback,
// or that they read if a documented one is not set and elsewhere on its own. The finding accompanies
// the `undocumented` finding that it explains; the text report merges them.
//
// ## Why it matters
// Usually the variable was renamed. Users who still set the old name do not notice, and readers of
// the page do not learn the other name.
//
// ## Example
//     | `APP_CACHE_DIR` | `~/.cache/app` | where downloads are kept |
//
// and
//
//     os.getenv("APP_CACHE", os.getenv("APP_CACHE_DIR", "~/.cache/app"))
//
//     APP_CACHE is read first, with the fallback APP_CACHE_DIR, but the page mentions only the latter
//
// ## Not reported
// - an alias that the page mentions, in the entry or elsewhere;
// - an alias that a comment, a message of the code or a changelog calls deprecated, old or kept for
//   compatibility;
// - each name of an older prefix that a function reads if the newer one is not set: one finding
//   reports all of them;
// - an alias that is only read where the documented variable is not set: it is kept for those who set
//   it already (in the inventory);
// - two variables that each switch something on (`if a or b`).
//
// ## Reported as info
// - third-party names (`USER` as the fallback of `APP_USER`).
//
// ## Fix
// Document the alias in an entry of its own, or mention it in the entry of the variable.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/rules/documentation_status.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/links.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {
namespace {

using Flags = std::map<std::string_view, const Flag*>;

// Whether the page mentions the name next to `documented`.
bool IsMentionedWith(const Flag& flag, const Flag& documented) {
  return !flag.mentions.empty() ||
         std::any_of(documented.entries.begin(), documented.entries.end(),
                     [&](const Entry* entry) { return HasWord(entry->description, flag.name); });
}

// Whether the code, or a page of changes, says that the name is only for users who set it already,
// or for no user.
bool IsKeptForOld(const Flag& flag) {
  const bool signed_so =
      std::any_of(flag.signs.begin(), flag.signs.end(), [](const InternalSign& sign) {
        return sign.kind == InternalSign::Kind::kDeprecated ||
               sign.kind == InternalSign::Kind::kGone || sign.kind == InternalSign::Kind::kComment;
      });
  return signed_so || ReportedOld(flag) != nullptr;
}

// `sure`: there is no evidence against it.
void Report(const Flag& flag, const Flag& documented, const Access& at, bool first, bool sure,
            std::vector<Finding>& findings) {
  Finding out =
      MakeFinding("undocumented-alias", flag.name, sure ? Severity::kWarning : Severity::kInfo,
                  sure ? Confidence::kHigh : Confidence::kMedium);
  out.suggestion = documented.name;
  out.code = {at.place};
  out.doc = PlacesOf(documented.entries);
  const std::string page = ToText(out.doc.front());
  out.message =
      first ? fmt::format("{} is read first, with the fallback {}, but {} mentions only the latter",
                          flag.name, documented.name, page)
            : fmt::format("{} is read if {} is not set, but {} does not say so", flag.name,
                          documented.name, page);
  out.remedy = first ? "document both there" : "mention it there";
  findings.push_back(std::move(out));
}

// Reports all names of an older prefix at once.
void ReportFamily(const AliasFamily& family,
                  const std::vector<std::pair<const Flag*, const Flag*>>& members,
                  std::vector<Finding>& findings) {
  Finding out = MakeFinding("undocumented-alias", "", Severity::kWarning, Confidence::kHigh);
  for (const auto& [alias, documented] : members) out.names.push_back(alias->name);
  std::sort(out.names.begin(), out.names.end());
  out.suggestion = family.first + "*";
  for (const Link* link : family.links) out.code.push_back(link->access->place);
  out.doc = PlacesOf(members.front().second->entries);
  out.message =
      fmt::format("{}* is read if {}* is not set, for {}, but {} does not say so", family.second,
                  family.first, ListNames(out.names), ToText(out.doc.front()));
  out.remedy = "mention the prefix there";
  findings.push_back(std::move(out));
}

void CheckUndocumentedAlias(const RuleInput& input, std::vector<Finding>& findings) {
  Flags by_name;
  for (const Flag& flag : input.flags) by_name.emplace(flag.name, &flag);
  // Each link by both of its names, as either may be the undocumented one.
  std::multimap<std::string_view, std::pair<const Link*, bool>> links;  // true: it is read first
  const std::vector<Link> all = LinksOf(input);
  std::map<std::string_view, const AliasFamily*> of_family;  // by the alias
  const std::vector<AliasFamily> families = AliasFamiliesOf(all);
  for (const AliasFamily& family : families) {
    for (const Link* link : family.links) of_family.emplace(link->second, &family);
  }
  std::map<const AliasFamily*, std::vector<std::pair<const Flag*, const Flag*>>> stated;
  for (const Link& link : all) {
    links.emplace(link.second, std::pair(&link, false));
    links.emplace(link.first, std::pair(&link, true));
  }
  for (const Flag* flag : UndocumentedFlags(input)) {
    // The first link with a documented variable decides.
    const auto [begin, end] = links.equal_range(flag->name);
    for (auto at = begin; at != end; ++at) {
      const auto& [link, first] = at->second;
      const auto other = by_name.find(first ? link->second : link->first);
      if (other == by_name.end() || other->second == flag) continue;
      const Flag& documented = *other->second;
      if (documented.entries.empty() || IsMentionedWith(*flag, documented)) continue;
      if (IsKeptForOld(*flag)) continue;
      const Access* read = first ? ReadInFile(*flag, link->access->place.file) : link->access;
      if (read == nullptr) continue;
      const auto family = of_family.find(flag->name);
      if (!first && family != of_family.end()) {
        stated[family->second].emplace_back(flag, &documented);
        break;
      }
      // An old name that is only a fallback needs no documentation; DocumentationStatus lists it.
      if (!first && IsOnlyFallback(SourceAccesses(*flag), *link, documented)) continue;
      const bool foreign = OwnerOf(input.ownership, flag->name) != nullptr;
      const auto outer = by_name.find(link->first);
      const bool sure =
          !foreign && outer != by_name.end() && !IsOfItsOwn(*link->access, *outer->second);
      Report(*flag, documented, *read, first, sure, findings);
      break;
    }
  }
  for (const auto& [family, members] : stated) ReportFamily(*family, members, findings);
}

constexpr Explained kAliasExplains[] = {{"undocumented"}};

}  // namespace

extern constexpr Rule kUndocumentedAliasRule = {
    .rank = 100,
    .name = "undocumented-alias",
    .summary = "an alias of a documented variable is not documented",
    .remedy = "document the alias",
    .check = CheckUndocumentedAlias,
    .explains = kAliasExplains,
};

}  // namespace flagcensus
