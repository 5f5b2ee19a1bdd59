// findings of `unused` and `undocumented` ─→ those that are about no listed family
#include "analyzer/review/families.h"

#include <algorithm>

#include "analyzer/tree/glob.h"

namespace flagcensus {
namespace {

struct Family {
  Glob names;
  bool documented;  // a page has an entry of it
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
  std::erase_if(findings, [&](const Finding& finding) {
    if (finding.rule != "unused" && finding.rule != "undocumented") return false;
    return std::any_of(families.begin(), families.end(), [&](const Family& family) {
      return family.names.Matches(finding.name) && (finding.rule == "unused" || family.documented);
    });
  });
}

}  // namespace flagcensus
