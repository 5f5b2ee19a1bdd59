// findings × comments, rows, baseline ─→ findings that remain, and what accepted none
#include "analyzer/review/accept.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/config/path_glob.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/glob.h"

namespace flagcensus {
namespace {

// Whether the rule runs: only then can a suppression of its findings be called unused.
bool Looks(const Acceptance& acceptance, std::string_view rule) {
  return std::find(acceptance.rules.begin(), acceptance.rules.end(), rule) !=
         acceptance.rules.end();
}

// The comments by the lines that they apply to.
// Invalid comments accept nothing and are not in it.
class CommentIndex {
 public:
  explicit CommentIndex(const std::vector<IgnoreComment>& comments) : used_(comments.size()) {
    for (size_t i = 0; i < comments.size(); ++i) {
      if (!comments[i].wrong.empty()) continue;
      for (int line = comments[i].place.line; line <= comments[i].last_line; ++line) {
        by_line_[{comments[i].place.file, line}].push_back(i);
      }
    }
    for (const IgnoreComment& comment : comments) rules_.push_back(&comment.rules);
  }

  // Whether a comment at one of its places accepts `finding`; notes which.
  bool Accepts(const Finding& finding) {
    bool accepted = false;
    for (const std::vector<Place>* places : {&finding.code, &finding.doc}) {
      for (const Place& place : *places) {
        const auto found = by_line_.find({place.file, place.line});
        if (found == by_line_.end()) continue;
        for (const size_t i : found->second) {
          if (std::find(rules_[i]->begin(), rules_[i]->end(), finding.rule) == rules_[i]->end()) {
            continue;
          }
          used_[i].insert(finding.rule);
          accepted = true;
        }
      }
    }
    return accepted;
  }

  bool IsUsed(size_t comment, const std::string& rule) const {
    return used_[comment].contains(rule);
  }

 private:
  std::map<std::pair<std::string_view, int>, std::vector<size_t>> by_line_;
  std::vector<const std::vector<std::string>*> rules_;
  std::vector<std::set<std::string>> used_;  // the rules with an accepted finding
};

// A row of the configuration, with its globs compiled.
class Row {
 public:
  Row(const IgnoreRow& row, const std::string& root) : row_(row), paths_(row.paths, root) {
    for (const std::string& name : row.names) names_.emplace_back(name);
  }

  bool Accepts(const Finding& finding) const {
    return IsOfRule(finding) && IsOfNames(finding) && IsOfPaths(finding);
  }

 private:
  bool IsOfRule(const Finding& finding) const {
    return row_.rule.empty() || row_.rule == finding.rule;
  }
  bool IsOfNames(const Finding& finding) const {
    const auto matches = [&](const std::string& name) {
      return std::any_of(names_.begin(), names_.end(),
                         [&](const Glob& glob) { return glob.Matches(name); });
    };
    if (names_.empty()) return true;
    // A finding about several variables is accepted only if all of them are.
    if (finding.names.empty()) return matches(finding.name);
    return std::all_of(finding.names.begin(), finding.names.end(), matches);
  }
  bool IsOfPaths(const Finding& finding) const {
    const auto matches = [&](const Place& place) { return paths_.Matches(place.file); };
    return row_.paths.empty() || std::any_of(finding.code.begin(), finding.code.end(), matches) ||
           std::any_of(finding.doc.begin(), finding.doc.end(), matches);
  }

  const IgnoreRow& row_;
  std::vector<Glob> names_;
  PathMatcher paths_;
};

// The fingerprint contains the message and not the line, as for all findings.
Finding UnusedIgnore(const Place& place, const std::string& rule, std::string message,
                     std::string remedy) {
  Finding out = MakeFinding("unused-ignore", "", Severity::kWarning, Confidence::kHigh);
  out.fingerprint = Fingerprint({out.rule, place.file, rule, message});
  out.doc = {place};
  out.message = std::move(message);
  out.remedy = std::move(remedy);
  return out;
}

// An invalid comment is reported once; a valid one once for each rule without a finding.
void ReportUnusedComments(const Acceptance& acceptance, const CommentIndex& index,
                          std::vector<Finding>& findings) {
  for (size_t i = 0; i < acceptance.comments.size(); ++i) {
    const IgnoreComment& comment = acceptance.comments[i];
    if (!comment.wrong.empty()) {
      findings.push_back(UnusedIgnore(comment.place, "", "invalid suppression: " + comment.wrong,
                                      "write flagcensus: ignore[RULE] and a reason"));
      continue;
    }
    for (const std::string& rule : comment.rules) {
      if (FindRule(rule) == nullptr) {
        findings.push_back(UnusedIgnore(comment.place, rule,
                                        "invalid suppression: unknown rule " + ShowValue("", rule),
                                        "'flagcensus explain' lists the rules"));
      } else if (Looks(acceptance, rule) && !index.IsUsed(i, rule)) {
        findings.push_back(UnusedIgnore(comment.place, rule, "unused suppression of " + rule,
                                        "remove the comment"));
      }
    }
  }
}

void ReportUnusedRow(const Acceptance& acceptance, const IgnoreRow& row,
                     std::vector<Finding>& findings) {
  if (!row.rule.empty() && !Looks(acceptance, row.rule)) return;
  findings.push_back(UnusedIgnore(row.place, row.reason,
                                  "unused suppression: no finding matches this [[ignore]] entry",
                                  "remove the entry"));
}

// One finding for rows of the baseline without a match; `what` is its verb.
void ReportStaleRows(const Baseline& baseline, const std::vector<const BaselineRow*>& stale,
                     std::string_view what, std::string remedy, std::vector<Finding>& findings) {
  if (stale.empty()) return;
  Finding out = MakeFinding("stale-baseline", "", Severity::kInfo, Confidence::kHigh);
  std::vector<std::string> stale_names;
  std::string key;
  for (const BaselineRow* row : stale) {
    stale_names.push_back(row->name.empty() ? row->rule : row->name + " (" + row->rule + ")");
    key += row->fingerprint;
    out.doc.push_back({baseline.file, row->line, 0});
  }
  out.fingerprint = Fingerprint({out.rule, key});
  out.message =
      fmt::format("{} {} in the baseline {}: {}", stale.size(),
                  stale.size() == 1 ? "finding" : "findings", what, ListNames(stale_names));
  out.remedy = std::move(remedy);
  findings.push_back(std::move(out));
}

// Reports rows that match nothing. A fingerprint includes the values: if the rule still finds
// something about the name, the values differ from the accepted ones, and nothing is fixed.
void ReportStaleBaseline(const Baseline& baseline, const std::vector<const BaselineRow*>& stale,
                         std::vector<Finding>& findings) {
  std::set<std::pair<std::string, std::string>> found;
  for (const Finding& finding : findings) {
    if (!finding.name.empty()) found.emplace(finding.rule, finding.name);
    for (const std::string& name : finding.names) found.emplace(finding.rule, name);
  }
  std::vector<const BaselineRow*> fixed;
  std::vector<const BaselineRow*> changed;
  for (const BaselineRow* row : stale) {
    (found.contains({row->rule, row->name}) ? changed : fixed).push_back(row);
  }
  ReportStaleRows(baseline, fixed, fixed.size() == 1 ? "no longer occurs" : "no longer occur",
                  "run 'flagcensus baseline --prune'", findings);
  ReportStaleRows(baseline, changed,
                  changed.size() == 1 ? "has different values now and counts as new"
                                      : "have different values now and count as new",
                  "fix the current findings, or accept them with 'flagcensus baseline'", findings);
}

// Removes what the baseline contains and returns the number of removed findings. Adds findings
// about rows that match nothing.
uint64_t AcceptByBaseline(const Acceptance& acceptance, std::vector<Finding>& findings) {
  std::map<std::pair<std::string_view, std::string_view>, const BaselineRow*> rows;
  for (const BaselineRow& row : acceptance.baseline.rows) {
    rows.emplace(std::pair<std::string_view, std::string_view>(row.rule, row.fingerprint), &row);
  }
  std::set<const BaselineRow*> used;
  const uint64_t accepted = std::erase_if(findings, [&](const Finding& finding) {
    const auto row = rows.find({finding.rule, finding.fingerprint});
    if (row == rows.end()) return false;
    used.insert(row->second);
    return true;
  });
  if (!Looks(acceptance, "stale-baseline")) return accepted;
  std::vector<const BaselineRow*> stale;
  for (const auto& [key, row] : rows) {
    if (Looks(acceptance, row->rule) && !used.contains(row)) stale.push_back(row);
  }
  ReportStaleBaseline(acceptance.baseline, stale, findings);
  return accepted;
}

bool Concerns(const Finding& finding, const std::set<std::string>& files) {
  const auto is_there = [&](const Place& place) { return files.contains(place.file); };
  return std::any_of(finding.code.begin(), finding.code.end(), is_there) ||
         std::any_of(finding.doc.begin(), finding.doc.end(), is_there);
}

}  // namespace

Accepted Accept(const Acceptance& acceptance, const Config& config,
                std::vector<Finding>& findings) {
  Accepted out;
  CommentIndex comments(acceptance.comments);
  std::vector<Row> rows;
  for (const IgnoreRow& row : config.ignores) rows.emplace_back(row, config.source.root);
  // Comments and rows of the configuration, then the baseline, then findings that existed before.
  std::vector<bool> row_used(rows.size());
  std::erase_if(findings, [&](const Finding& finding) {
    // Both are checked for every finding, so neither counts as unused because of the other.
    const bool by_comment = comments.Accepts(finding);
    bool by_row = false;
    for (size_t i = 0; i < rows.size(); ++i) {
      if (!rows[i].Accepts(finding)) continue;
      row_used[i] = by_row = true;
    }
    out.by_comment += by_comment ? 1 : 0;
    out.by_configuration += !by_comment && by_row ? 1 : 0;
    return by_comment || by_row;
  });
  // Before the baseline, which may accept findings of unused-ignore.
  if (Looks(acceptance, "unused-ignore")) {
    ReportUnusedComments(acceptance, comments, findings);
    for (size_t i = 0; i < rows.size(); ++i) {
      if (!row_used[i]) ReportUnusedRow(acceptance, config.ignores[i], findings);
    }
  }

  out.by_baseline = AcceptByBaseline(acceptance, findings);
  // With --since: what existed at the older revision.
  out.before = std::erase_if(findings, [&](const Finding& finding) {
    return acceptance.before.contains({finding.rule, finding.fingerprint});
  });
  // Last, so suppressions count as used by findings in other files.
  if (!acceptance.concerning.empty()) {
    std::erase_if(findings, [&](const Finding& finding) {
      return !Concerns(finding, acceptance.concerning);
    });
  }
  return out;
}

}  // namespace flagcensus
