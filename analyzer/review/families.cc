// findings ─→ the same, without those about members of a family in the configuration, for rules
// with `of_family`
#include "analyzer/review/families.h"

#include <algorithm>

#include "analyzer/rules/rule.h"
#include "analyzer/tree/glob.h"

namespace flagcensus {
namespace {

struct Family {
  Glob names;
  bool documented;  // a page has an entry for one of its members
};

}  // namespace

void DropFamilyMembers(const Config& config, const std::vector<Flag>& flags,
                       std::vector<Finding>& findings) {
  std::vector<Family> families;
  for (const FamilyRow& row : config.families) {
    const Glob names(row.name);
    const bool documented = std::any_of(flags.begin(), flags.end(), [&](const Flag& flag) {
      return !flag.entries.empty() && names.Matches(flag.name);
    });
    families.push_back({names, documented});
  }
  // kAlways: the program builds the names, so none of them can be expected in the code.
  // kDocumented: the entry of one member describes the others.
  std::erase_if(findings, [&](const Finding& finding) {
    const Rule* const rule = FindRule(finding.rule);
    const OfFamily of_family = rule == nullptr ? OfFamily::kNothing : rule->of_family;
    if (of_family == OfFamily::kNothing) return false;
    return std::any_of(families.begin(), families.end(), [&](const Family& family) {
      return family.names.Matches(finding.name) &&
             (of_family == OfFamily::kAlways || family.documented);
    });
  });
}

}  // namespace flagcensus
