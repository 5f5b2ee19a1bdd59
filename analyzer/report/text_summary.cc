// Findings ─→ the head, the table and the counts of the text report.
//
//   14 warnings, 4 info; the code accesses 104 variables; the documentation has 42 entries
//      12 undocumented: <its remedy>
//       2 default-mismatch: <its remedy>
//
// A report of many findings begins with it, so a user sees what to do first.
#include "analyzer/report/text_summary.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/text_finding.h"
#include "analyzer/report/text_style.h"

namespace flagcensus {
namespace {

// "1 warning", "2 warnings", "3 info".
std::string CountOf(Severity severity, uint64_t count) {
  const std::string word(ToString(severity));
  return Count(count, word, severity == Severity::kInfo ? word : word + "s");
}

// {kWarning: 14, kInfo: 4} ─→ "14 warnings, 4 info"; the most severe first.
std::string SeverityCounts(const std::map<Severity, uint64_t, std::greater<>>& counts) {
  std::vector<std::string> parts;
  for (const auto& [severity, count] : counts) parts.push_back(CountOf(severity, count));
  return Join(parts, ", ");
}

// "2 warnings (1 default-mismatch, 1 undocumented), 3 info (3 unused)"
std::string FindingCounts(const CheckReport& report) {
  std::map<Severity, std::map<std::string, uint64_t>, std::greater<>> counts;
  for (const Finding& finding : report.findings) ++counts[finding.severity][finding.rule];
  if (report.findings.empty()) return "no disagreement found";
  std::vector<std::string> out;
  for (const auto& [severity, rules] : counts) {
    uint64_t all = 0;
    std::vector<std::string> parts;
    for (const auto& [rule, count] : rules) {
      parts.push_back(fmt::format("{} {}", count, rule));
      all += count;
    }
    out.push_back(CountOf(severity, all) + " (" + Join(parts, ", ") + ")");
  }
  return Join(out, ", ");
}

// "281 accesses to 104 variables in 442 files, 42 catalog entries"
std::string ReadCounts(const CheckReport& report) {
  return fmt::format("{} to {} in {}, {}", Count(report.accesses, "access", "accesses"),
                     Count(report.flags, "variable", "variables"),
                     Count(report.files, "file", "files"),
                     Count(report.entries, "catalog entry", "catalog entries"));
}

// The first `count` of `list`, escaped, and how many more there are.
// {a, b, c}, 2, ", " ─→ "a, b and 1 more"
std::string FirstOf(const std::vector<std::string>& list, size_t count, std::string_view between) {
  std::vector<std::string> shown;
  for (const std::string& one : list) {
    if (shown.size() < count) shown.push_back(EscapeControl(one));
  }
  const size_t more = list.size() - shown.size();
  return Join(shown, between) + (more > 0 ? fmt::format(" and {} more", more) : "");
}

// The first directories of the file that a finding is about: "lib/net" of lib/net/http/client.c.
// "." for a file at the top, and for a finding without a place.
std::string FolderOf(const Finding& finding) {
  // Two levels: the first alone is "src" for most files, three make a row for nearly every finding.
  constexpr int kParts = 2;
  const Place* const place = MainPlace(finding);
  if (place == nullptr) return ".";
  const std::string& file = place->file;
  size_t end = std::string::npos;
  size_t at = 0;
  for (int i = 0; i < kParts; ++i) {
    at = file.find('/', at);
    if (at == std::string::npos) break;
    end = at++;
  }
  return end == std::string::npos ? "." : file.substr(0, end);
}

// "12 findings suppressed: 9 by the baseline, 3 by comments", "1 finding suppressed by a comment";
// "" if no finding is.
std::string AcceptedCounts(const CheckReport& report) {
  const Accepted& by = report.accepted;
  const uint64_t all = by.by_comment + by.by_configuration + by.by_baseline + by.before;
  std::vector<std::string> parts;
  const auto add = [&](uint64_t count, std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} by {}", count, what));
  };
  // A baseline with the usual name needs no path.
  const std::string name = report.baseline.substr(report.baseline.rfind('/') + 1);
  add(by.by_baseline, name == "flagcensus-baseline.json"
                          ? "the baseline"
                          : "the baseline " + EscapeControl(report.baseline));
  add(by.by_comment, by.by_comment == 1 ? "a comment" : "comments");
  add(by.by_configuration, "the configuration");
  add(by.before, "the revision, which already has them");
  if (parts.empty()) return {};
  const std::string counted = Count(all, "finding", "findings");
  if (parts.size() > 1) return fmt::format("{} suppressed: {}", counted, Join(parts, ", "));
  return fmt::format("{} suppressed{}", counted, parts.front().substr(parts.front().find(' ')));
}

// The key that at least four of five have; "" if there is none. Fewer would not characterise the
// findings; all would be spoiled by one exception.
// At four of five, at most one key can be shared, so the order of the map does not matter.
std::string Shared(const std::vector<std::string>& keys) {
  std::map<std::string_view, size_t> counts;
  for (const std::string& key : keys) ++counts[key];
  for (const auto& [key, count] : counts) {
    if (!key.empty() && count * 5 >= keys.size() * 4) return std::string(key);
  }
  return {};
}

// The first `words` words of the finding's name with their '_'; "" if the name has no more.
// APP_HTTP_PORT ─→ 1: "APP_", 2: "APP_HTTP_", 3: ""
std::string BeginningOf(const Finding& finding, int words) {
  size_t end = 0;
  for (int i = 0; i < words && end != std::string::npos; ++i) end = finding.name.find('_', end + 1);
  return end == std::string::npos || end == 0 ? std::string() : finding.name.substr(0, end + 1);
}

// "52 are in src/env.cc", "60 begin with APP_": what most of the findings have in common. The
// narrowest place and the longest beginning of their names are used.
// A name of another project in one finding does not matter, since four of five suffice.
std::vector<std::string> CommonOf(const std::vector<const Finding*>& findings) {
  // "APP_HTTP_CLIENT_" is the longest beginning that is tried.
  constexpr int kWords = 3;
  std::vector<std::string> out;
  const auto add = [&](auto key_of, std::string_view words) {
    std::vector<std::string> keys;
    for (const Finding* finding : findings) keys.push_back(key_of(*finding));
    const std::string shared = Shared(keys);
    if (shared.empty()) return false;
    const auto count = std::count(keys.begin(), keys.end(), shared);
    out.push_back(fmt::format("{} {} {}", count, words, EscapeControl(MaskPath(shared))));
    return true;
  };
  // The file of the code or the page, the page alone, and the folder: the narrowest that most
  // findings share.
  const auto file = [](const Finding& one) {
    return MainPlace(one) == nullptr ? std::string() : MainPlace(one)->file;
  };
  const auto page = [](const Finding& one) {
    return one.doc.empty() ? std::string() : one.doc.front().file;
  };
  const auto folder = [](const Finding& one) {
    const std::string shared = FolderOf(one);
    return shared == "." ? std::string() : shared;
  };
  if (!add(file, "are in") && !add(page, "are about")) add(folder, "are in");
  for (int words = kWords; words > 0; --words) {
    if (add([&](const Finding& one) { return BeginningOf(one, words); }, "begin with")) break;
  }
  return out;
}

// A line for each rule with more findings than a person reads one by one: what most have in common,
// and what to do next.
void AppendCommon(const CheckReport& report, const std::vector<const Finding*>& loud,
                  const PrintOptions& options, std::string* out) {
  // Fewer findings are read one by one.
  // 40 are about a screen. Above that, a pattern helps more than the list.
  constexpr size_t kMany = 40;
  for (const RuleNote& rule : report.rules) {
    std::vector<const Finding*> of_rule;
    for (const Finding* finding : loud) {
      if (finding->rule == rule.rule) of_rule.push_back(finding);
    }
    if (of_rule.size() <= kMany) continue;
    std::vector<std::string> parts = CommonOf(of_rule);
    if (report.baseline.empty()) {
      parts.push_back("'flagcensus baseline' accepts them, so that only new ones are reported");
    }
    if (parts.empty()) continue;
    *out += WrapText(fmt::format("of {} {}: {}", of_rule.size(), rule.rule, Join(parts, "; ")),
                     options.width, 6) +
            "\n";
  }
}

}  // namespace

ReportedRules AppendHead(const CheckReport& report, const std::vector<const Finding*>& loud,
                         const PrintOptions& options, std::string* out) {
  // At most four lines of rules with the line of the others: a summary of five lines.
  constexpr size_t kRules = 4;
  // Counts by severity for the first line, and by rule for the lines below it.
  const Paint paint{options.colour};
  std::map<Severity, uint64_t, std::greater<>> severities;  // as the last lines count them
  std::map<std::string_view, uint64_t> counts;
  for (const Finding& finding : report.findings) ++severities[finding.severity];
  for (const Finding* finding : loud) ++counts[finding->rule];
  const std::string head = fmt::format(
      "{}; the code accesses {}; {}", SeverityCounts(severities),
      Count(report.flags, "variable", "variables"),
      report.entries == 0 ? "no page documents any of them"
                          : "the documentation has " + Count(report.entries, "entry", "entries"));
  *out += paint(kBold, WrapText(head, options.width, 2)) + "\n";
  ReportedRules reported;
  std::vector<std::string> rest;
  uint64_t others = 0;
  // The last line is for the remaining rules, if there are more than four.
  const size_t most = counts.size() > kRules ? kRules - 1 : kRules;
  for (const RuleNote& rule : report.rules) {
    const auto count = counts.find(rule.rule);
    if (count == counts.end()) continue;
    if (reported.size() >= most) {
      rest.push_back(fmt::format("{} {}", count->second, rule.rule));
      others += count->second;
      continue;
    }
    reported.insert(rule.rule);
    *out += WrapText(fmt::format("{:>5} {}: {}", count->second, rule.rule, rule.remedy),
                     options.width, 6) +
            "\n";
  }
  if (!rest.empty()) {
    *out +=
        WrapText(fmt::format("{:>5} more: {}", others, Join(rest, ", ")), options.width, 6) + "\n";
  }
  AppendCommon(report, loud, options, out);
  *out += '\n';
  return reported;
}

void AppendTable(const CheckReport& report, const std::vector<const Finding*>& loud,
                 const PrintOptions& options, std::string* out) {
  // A screen: ten folders, and as many of the most frequent rules as fit.
  // The column "all" counts every rule, including those without a column.
  constexpr size_t kRows = 10;
  constexpr size_t kColumns = 4;
  std::map<std::string, std::map<std::string_view, uint64_t>> by_folder;
  std::map<std::string_view, uint64_t> by_rule;
  for (const Finding* finding : loud) {
    ++by_folder[FolderOf(*finding)][finding->rule];
    ++by_rule[finding->rule];
  }
  // Columns are rules, rows are folders.
  std::vector<std::string_view> columns;
  for (const RuleNote& rule : report.rules) {
    if (by_rule.contains(rule.rule)) columns.push_back(rule.rule);
  }
  // The rules with most findings are the columns; among equals in the order of reports.
  std::stable_sort(columns.begin(), columns.end(),
                   [&](auto a, auto b) { return by_rule[a] > by_rule[b]; });
  if (by_folder.size() < 2) return;  // the head has the same numbers
  if (columns.size() > kColumns) columns.resize(kColumns);
  std::vector<std::pair<uint64_t, std::string>> rows;
  for (const auto& [folder, rules] : by_folder) {
    uint64_t all = 0;
    for (const auto& [rule, count] : rules) all += count;
    rows.emplace_back(all, folder);
  }
  // The folders with most findings first, among equals by name.
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::tie(b.first, a.second) < std::tie(a.first, b.second);
  });
  // Columns for a folder; a longer path is cut.
  // Two levels of folders rarely need more.
  constexpr int kFolder = 36;
  const auto width = [&] {
    size_t all = kFolder + std::string_view("  all").size();
    for (const std::string_view column : columns) all += 2 + column.size();
    return static_cast<int>(all);
  };
  // Narrow terminals show fewer rules, at least one.
  while (options.width > 0 && columns.size() > 1 && width() > options.width) columns.pop_back();
  std::string head(static_cast<size_t>(kFolder), ' ');
  for (const std::string_view column : columns) head += fmt::format("  {}", column);
  *out += Paint{options.colour}(kBold, head + "  all") + "\n";
  for (size_t i = 0; i < rows.size() && i < kRows; ++i) {
    const auto& [all, folder] = rows[i];
    const std::string cell = TableCell(folder, {}, kFolder);
    *out += cell + std::string(static_cast<size_t>(kFolder - DisplayWidth(cell)), ' ');
    for (const std::string_view column : columns) {
      const uint64_t count = by_folder[folder][column];
      *out += fmt::format("  {:>{}}", count == 0 ? "" : std::to_string(count), column.size());
    }
    *out += fmt::format("  {:>3}\n", all);
  }
  if (rows.size() > kRows) {
    *out += fmt::format("and {}\n", Count(rows.size() - kRows, "more folder", "more folders"));
  }
  *out += '\n';
}

// In bold if a part of the input was not read: the result may then be incomplete.
void AppendCoverage(const CheckReport& report, const PrintOptions& options, std::string* out) {
  bool first = report.coverage.IsPartial();
  for (const std::string& note : DescribeCoverage(report.coverage)) {
    const std::string line = WrapText(EscapeControl(MaskSecrets(note, {})), options.width, 2);
    *out += (first ? Paint{options.colour}(kBold, line) : line) + "\n";
    first = false;
  }
}

// "not reported: 12 third-party, 5 described outside the catalog: --all lists them"; "" if there
// are no such variables.
std::string InventoryCounts(const CheckReport& report, const PrintOptions& options) {
  std::vector<std::string> parts;
  for (const auto& [kind, count] : CountKinds(report.inventory)) {
    if (kind->name == "unresolved") continue;  // all accesses of unknown names have their own line
    parts.push_back(fmt::format("{} {}", count, kind->counted));
  }
  if (parts.empty()) return {};
  return "not reported: " + Join(parts, ", ") + (options.all ? "" : ": --all lists them");
}

void AppendGreen(const CheckReport& report, bool counted, const PrintOptions& options,
                 std::string* out) {
  std::vector<std::string> parts;
  if (report.findings.empty()) {
    parts.push_back("no disagreement found");
  } else {
    parts.push_back("no warnings, " + FindingCounts(report) +
                    (counted ? ": --all shows them" : ""));
  }
  // Pages that are named; more are counted.
  constexpr size_t kGreenPages = 3;
  const bool pages = !report.pages.empty();
  parts.push_back(ReadCounts(report) +
                  (pages ? " in " + FirstOf(report.pages, kGreenPages, ", ") : ""));
  if (report.unresolved > 0) parts.push_back(fmt::format("{} unresolved", report.unresolved));
  if (const std::string accepted = AcceptedCounts(report); !accepted.empty()) {
    parts.push_back(accepted);
  }
  if (std::string counts = InventoryCounts(report, options); !counts.empty()) {
    parts.push_back(std::move(counts));
  }
  // Parts of the input that were not read are mentioned here, too. Several notes are counted after
  // the first.
  const std::vector<std::string> notes = DescribeCoverage(report.coverage);
  if (!notes.empty()) parts.push_back(EscapeControl(MaskSecrets(notes.front(), {})));
  if (notes.size() > 1) {
    parts.push_back(Count(notes.size() - 1, "more note", "more notes") + ": --verbose shows them");
  }
  *out += WrapText(Join(parts, "; "), options.width, 2) + "\n";
}

void AppendSummary(const CheckReport& report, const PrintOptions& options, std::string* out) {
  constexpr size_t kPages = 3;
  const auto line = [&](const std::string& text) {
    *out += WrapText(text, options.width, 2) + "\n";
  };
  *out += Paint{options.colour}(kBold, WrapText(FindingCounts(report), options.width, 2)) + "\n";
  // The reasons name the pages, too.
  const bool named = !report.pages.empty() && report.page_reasons.empty();
  line(ReadCounts(report) + (named ? " in " + FirstOf(report.pages, kPages, ", ") : ""));
  if (!report.page_reasons.empty()) line(FirstOf(report.page_reasons, kPages, "; "));
  if (const std::string accepted = AcceptedCounts(report); !accepted.empty()) line(accepted);
  if (const std::string counts = InventoryCounts(report, options); !counts.empty()) line(counts);
  if (report.unresolved > 0) {
    line(fmt::format("{} could not be resolved to a variable name and {} not checked",
                     Count(report.unresolved, "access", "accesses"),
                     report.unresolved == 1 ? "was" : "were"));
  }
  if (!report.coverage.IsPartial()) AppendCoverage(report, options, out);
  if (report.clang) {
    line(
        fmt::format("libclang: {} confirmed, {} evaluated, {} added, {} not in any configuration{}",
                    Count(report.clang->confirmed, "access", "accesses"), report.clang->evaluated,
                    report.clang->added, report.clang->inactive,
                    report.clang->failed == 0
                        ? ""
                        : ", no answer for " + Count(report.clang->failed, "file", "files")));
  }
}

// The columns of a row: count, rule, counts by severity.
//
//        10  undocumented            10 warnings
std::string WriteStatistics(const CheckReport& report) {
  std::map<std::string_view, std::map<Severity, uint64_t, std::greater<>>> counts;
  for (const Finding& finding : report.findings) ++counts[finding.rule][finding.severity];
  std::vector<std::pair<uint64_t, std::string_view>> rows;
  for (const auto& [rule, severities] : counts) {
    uint64_t all = 0;
    for (const auto& [severity, count] : severities) all += count;
    rows.emplace_back(all, rule);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string out;
  for (const auto& [all, rule] : rows) {
    out += fmt::format("{:>6}  {:<22}  {}\n", all, rule, SeverityCounts(counts[rule]));
  }
  return out;
}

}  // namespace flagcensus
