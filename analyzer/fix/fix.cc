// Findings ─→ fixes, one after the other, by rule.
//
//   default-mismatch, unused, undocumented, missing-in-surface
//
// Each rule has a function that tries to change the pages. A change counts only if the page, read
// again, says what the fix is for and otherwise the same as before.
#include "analyzer/fix/fix.h"

#include <algorithm>
#include <string_view>

#include "analyzer/base/characters.h"

namespace flagcensus {

// Runs the rule on the variable with these entries alone.
bool IsContent(const FixInput& input, std::string_view rule, const Flag& flag,
               const std::vector<const Entry*>& entries, const Place& place) {
  const Rule* found = FindRule(rule);
  if (found == nullptr || found->check == nullptr) return true;
  std::vector<Flag> alone = {flag};
  alone[0].entries = entries;
  const RuleInput stated{alone, input.rules.ownership};
  std::vector<Finding> findings;
  found->check(stated, findings);
  return std::none_of(findings.begin(), findings.end(), [&](const Finding& finding) {
    return place.file.empty() ||
           std::find(finding.doc.begin(), finding.doc.end(), place) != finding.doc.end();
  });
}

namespace {

// A finding about one variable, and the finding that is shown for it: itself, or its group.
struct OneFinding {
  const Finding* finding;
  const Finding* shown;
};

// The findings one by one, also those of groups: each variable has its place on a page.
std::vector<OneFinding> OneByOne(const FixInput& input) {
  std::vector<OneFinding> out;
  for (const Finding& finding : input.findings) {
    if (!finding.explained.rule.empty()) continue;
    if (finding.names.empty()) out.push_back({&finding, &finding});
    for (const Finding& member : finding.members) out.push_back({&member, &finding});
  }
  return out;
}

// A rule and the function that fixes its findings.
// The function returns whether it has changed a page; `*declined` is set to the reason if a user
// should know why it has not.
struct Step {
  std::string_view rule;
  bool (*fix)(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages,
              std::string* declined);
};
template <bool (*kFix)(const FixInput&, const Finding&, std::vector<FixedPage>&)>
bool WithoutReason(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages,
                   std::string* /*declined*/) {
  return kFix(input, finding, pages);
}
// First the fixes that move no line, since findings refer to places by lines. Then, from the last
// line up, those that remove lines. Then those that add lines, which search for their places
// themselves.
constexpr Step kSteps[] = {{"default-mismatch", FixDefault},
                           {"unused", WithoutReason<RemoveRow>},
                           {"undocumented", WithoutReason<AddMissingRow>},
                           {"missing-in-surface", WithoutReason<AddMissingLine>}};

// The difference of the two texts, without their common beginning and end. Whole characters.
// "a 80 b", "a 90 b" ─→ at 2, 1 byte, "9"
TextChange ChangeBetween(std::string_view before, std::string_view after) {
  const size_t least = std::min(before.size(), after.size());
  size_t head = 0;
  while (head < least && before[head] == after[head]) ++head;
  const auto inside = [](std::string_view text, size_t at) {  // of a character
    return at < text.size() && IsUtf8Continuation(text[at]);
  };
  while (head > 0 && (inside(before, head) || inside(after, head))) --head;
  size_t tail = 0;
  while (tail < least - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  while (tail > 0 && inside(before, before.size() - tail)) --tail;
  return {head, before.size() - head - tail,
          std::string(after.substr(head, after.size() - head - tail))};
}

}  // namespace

void EachFix(const FixInput& input, std::vector<FixedPage>& pages,
             const std::function<void(const Finding& finding,
                                      const std::vector<PageChange>& changes)>& take) {
  for (const auto& [finding, shown] : OneByOne(input)) {
    for (const Step& step : kSteps) {
      if (finding->rule != step.rule) continue;
      std::vector<FixedPage> changed = pages;
      std::string declined;
      if (!step.fix(input, *finding, changed, &declined)) continue;
      std::vector<PageChange> changes;
      for (size_t i = 0; i < pages.size(); ++i) {
        pages[i].bytes_read = changed[i].bytes_read;  // the bound is one for all
        pages[i].exhausted = changed[i].exhausted;
        if (changed[i].text == pages[i].text) continue;
        changes.push_back({ChangeBetween(pages[i].text, changed[i].text), i});
      }
      take(*shown, changes);
    }
  }
}

FixCount FixPages(const FixInput& input, std::vector<FixedPage>& pages) {
  FixCount out;
  const std::vector<OneFinding> findings = OneByOne(input);
  for (const Step& step : kSteps) {
    std::vector<const Finding*> of_rule;
    for (const OneFinding& one : findings) {
      if (one.finding->rule == step.rule) of_rule.push_back(one.finding);
    }
    if (step.rule == "unused") {
      std::stable_sort(of_rule.begin(), of_rule.end(), [](const Finding* a, const Finding* b) {
        const int first = a->doc.empty() ? 0 : a->doc.front().line;
        const int second = b->doc.empty() ? 0 : b->doc.front().line;
        return first > second;
      });
    }
    for (const Finding* finding : of_rule) {
      std::string declined;
      const bool fixed = step.fix(input, *finding, pages, &declined);
      out.fixed += fixed ? 1 : 0;
      if (!declined.empty()) out.declined.push_back(finding->name + ": " + declined);
      // Variables that belong to others, or that only may matter, should not get a row.
      const bool wanted = finding->severity > Severity::kInfo && finding->reason.empty();
      if (!fixed && wanted && step.rule == "undocumented") out.without_row.push_back(finding->name);
    }
  }
  return out;
}

}  // namespace flagcensus
