// Rows ─→ the entries that they will be read as ─→ the rules ─→ what the code does differently.
//
//   description "Unused.", but the code uses the value
//       ─→  "Unused. (The code differs: the value is used.)"
//
// A description is kept, also if the code has changed since it was written. What the rules would
// report about it is appended, so readers of the page are not misled and `check` finds
// nothing.
#include <algorithm>
#include <map>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/reference/rows.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/values/spellings.h"

namespace flagcensus {
namespace {

Entry EntryOf(const Row& row) {
  Entry out;
  out.name = row.name;
  out.how = EntryHow::kTable;
  out.place.file = "page";
  out.type = row.type;
  out.description = row.description.text;
  Run run;
  run.text = row.description.text;
  const Prose prose = ToProse({run});
  out.claims = ClaimsFromWords(prose, row.name);
  const std::vector<std::string> values = ValuesFromWords(prose);
  if (!values.empty()) out.claims.push_back("values:" + Join(values, "|"));
  const RowDefault* single = row.single_default();
  if (single != nullptr && single->kind == DefaultKind::kLiteral) {
    out.default_kind = DocumentedDefault::kLiteral;
    out.default_text = single->text;
  }
  return out;
}

// What the code does, in words that follow "the code differs:".
std::string WordsOf(const Finding& finding, const Row& row) {
  const std::string actual = finding.actual.value_or(std::string());
  if (finding.rule == "stale-claim") {
    return actual == "used"      ? "the value is used"
           : actual == "touched" ? "it does access the variable"
                                 : "it is " + actual;
  }
  if (row.any_true) return "any value counts as true";
  if (!row.truthy.empty()) return "true is " + Join(row.truthy, ", ");
  if (!row.falsy.empty()) return "false is " + Join(row.falsy, ", ");
  return actual.empty() ? "it takes other values" : "it reads the value as " + actual;
}

// What the rules report about the rows as entries of a page.
std::vector<Finding> FindingsOf(const RuleInput& rules, const std::vector<Row>& rows) {
  std::map<std::string_view, const Row*> by_name;
  std::vector<Entry> entries;
  entries.reserve(rows.size());
  for (const Row& row : rows) by_name.emplace(row.name, &row);
  std::vector<Flag> flags = rules.flags;
  for (Flag& flag : flags) {
    // The row's text replaces all entries, so only the new page is checked.
    flag.entries.clear();
    const auto row = by_name.find(flag.name);
    if (row == by_name.end() || row->second->description.text.empty()) continue;
    entries.push_back(EntryOf(*row->second));
    flag.entries.push_back(&entries.back());
  }
  const RuleInput stated{flags, rules.ownership};
  std::vector<Finding> findings;
  for (const std::string_view name : {"type-mismatch", "stale-claim"}) {
    if (const Rule* rule = FindRule(name)) rule->check(stated, findings);
  }
  // Findings about the code alone do not contradict the description.
  std::erase_if(findings, [](const Finding& finding) {
    return finding.rule == "type-mismatch" && !finding.documented;
  });
  return findings;
}

// If the code contradicts the type and default that a page states, those of the code are used.
bool TakeBack(const Finding& finding, Row& row) {
  const bool settled = row.type != row.code.type || !row.code.defaults.empty();
  if (finding.rule != "type-mismatch" || !settled) return false;
  row.type = row.code.type;
  if (!row.code.defaults.empty()) row.defaults = std::move(row.code.defaults);
  row.code.defaults.clear();
  return true;
}

// "Set it to TRUE to skip the check" of a variable for which any value counts: a user who does so
// gets what the page says. With a word for off on the page ("or FALSE to do it") the correction is
// needed.
bool IsHarmless(const Finding& finding, const Row& row) {
  if (!row.any_true || finding.rule != "type-mismatch") return false;
  std::string word;
  for (const char c : row.description.text + " ") {
    if (IsAlnum(c)) {
      word += c;
    } else if (!word.empty()) {
      if (IsOffWord(ToLower(word))) return false;
      word.clear();
    }
  }
  return true;
}

}  // namespace

void Correct(const RuleInput& rules, std::vector<Row>& rows) {
  std::map<std::string_view, Row*> by_name;
  for (Row& row : rows) by_name.emplace(row.name, &row);
  std::vector<Finding> findings = FindingsOf(rules, rows);
  bool changed = false;
  for (const Finding& finding : findings) {
    const auto row = by_name.find(finding.name);
    if (row != by_name.end()) changed = TakeBack(finding, *row->second) || changed;
  }
  // The rules run again, since the replaced types may remove other findings.
  if (changed) findings = FindingsOf(rules, rows);
  for (const Finding& finding : findings) {
    const auto row = by_name.find(finding.name);
    if (row == by_name.end() || IsHarmless(finding, *row->second)) continue;
    std::string& correction = row->second->description.correction;
    correction += (correction.empty() ? "" : ", and ") + WordsOf(finding, *row->second);
  }
}

}  // namespace flagcensus
