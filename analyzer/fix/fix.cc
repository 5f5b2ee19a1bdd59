// findings ─→ one fix after the other
#include "analyzer/fix/fix.h"

#include <algorithm>

namespace flagcensus {

const Flag* FindFlag(const RuleInput& rules, std::string_view name) {
  const auto at = std::lower_bound(
      rules.flags.begin(), rules.flags.end(), name,
      [](const Flag& flag, std::string_view wanted) { return flag.name < wanted; });
  return at == rules.flags.end() || at->name != name ? nullptr : &*at;
}

bool IsContent(const FixInput& input, std::string_view rule, const Flag& flag,
               const std::vector<const Entry*>& entries, const Place& place) {
  const Rule* found = FindRule(rule);
  if (found == nullptr || found->check == nullptr) return true;
  std::vector<Flag> alone = {flag};
  alone[0].entries = entries;
  const RuleInput told{alone, input.rules.ownership};
  std::vector<Finding> findings;
  found->check(told, findings);
  return std::none_of(findings.begin(), findings.end(), [&](const Finding& finding) {
    return place.file.empty() ||
           std::find(finding.doc.begin(), finding.doc.end(), place) != finding.doc.end();
  });
}

size_t FixPages(const FixInput& input, std::vector<FixedPage>& pages) {
  struct Step {
    std::string_view rule;
    bool (*fix)(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages);
  };
  // First what moves no line: findings tell places by lines. Then, from the last line up, what
  // takes lines out; then what adds them, which looks for its place itself.
  constexpr Step kSteps[] = {
      {"default-mismatch", FixDefault}, {"unused", RemoveRow}, {"undocumented", AddMissingRow}};
  size_t fixed = 0;
  for (const Step& step : kSteps) {
    std::vector<const Finding*> of_rule;
    for (const Finding& finding : input.findings) {
      if (finding.rule == step.rule && finding.explained_by.empty() && finding.names.empty()) {
        of_rule.push_back(&finding);
      }
    }
    if (step.rule == "unused") {
      std::stable_sort(of_rule.begin(), of_rule.end(), [](const Finding* a, const Finding* b) {
        const int first = a->doc.empty() ? 0 : a->doc.front().line;
        const int second = b->doc.empty() ? 0 : b->doc.front().line;
        return first > second;
      });
    }
    for (const Finding* finding : of_rule) fixed += step.fix(input, *finding, pages) ? 1 : 0;
  }
  return fixed;
}

}  // namespace flagcensus
