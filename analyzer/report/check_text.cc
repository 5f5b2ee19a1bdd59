// `check` for humans. In this order: a note if not all was examined, a summary of at most five
// lines, a block for each finding, a line for each at severity info, what could not be read, and
// counts.
//
//   3 warnings; the code accesses 23 variables; ...       more than three findings: a summary
//       2 undocumented: add an entry ...
//
//   warning[undocumented]: APP_X is not documented        a block
//
// If there are more findings than a screen shows, a table by rule and directory and the first ones
// represent all, without --all.
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/report/own_report.h"
#include "analyzer/report/text_finding.h"
#include "analyzer/report/text_style.h"
#include "analyzer/report/text_summary.h"

namespace flagcensus {
namespace {

// Three blocks fit on a screen, and a summary would only repeat them. Thirty do not.
constexpr size_t kFew = 3;          // no summary up to this many
constexpr size_t kMany = 30;        // more are summarised by a table
constexpr size_t kShownOfMany = 8;  // next to the table
constexpr size_t kQuietLines = 6;   // more at severity info are counted

using Findings = std::vector<const Finding*>;
using RuleAndName = std::pair<std::string_view, std::string_view>;

// What is shown, and how.
struct Layout {
  Findings loud;                              // blocks, in the order in which they are shown
  Findings quiet;                             // lines
  std::map<RuleAndName, Findings> explained;  // what a finding explains
  bool many = false;
};

// The key by which findings are grouped; "" for rules, since each finding shows its own.
std::string GroupOf(const Finding& finding, GroupBy by) {
  const std::string& name = finding.names.empty() ? finding.name : finding.names.front();
  const Place* const place = MainPlace(finding);
  switch (by) {
    case GroupBy::kRule:
      return {};
    case GroupBy::kFile:
      return place == nullptr ? std::string() : place->file;
    case GroupBy::kName:
      return name;
    case GroupBy::kPrefix: {
      // "APP_*" of APP_PORT, "_APP_*" of _APP_PORT. A name without a second word is a group alone.
      const size_t end = name.find('_', 1);
      return end == std::string::npos ? name : name.substr(0, end + 1) + "*";
    }
  }
  return {};
}

// Divides the findings into blocks, lines, and those that another finding explains.
// A finding that another one explains is shown inside the block of that one.
Layout LayOut(const CheckReport& report, const PrintOptions& options) {
  std::map<std::string_view, size_t> ranks;
  for (const RuleNote& rule : report.rules) ranks.emplace(rule.rule, ranks.size());
  Layout out;
  for (const Finding& finding : report.findings) {
    if (!finding.explained.rule.empty()) {
      out.explained[{finding.explained.rule, finding.explained.name}].push_back(&finding);
    } else if (finding.severity == Severity::kInfo && !options.verbose) {
      out.quiet.push_back(&finding);
    } else {
      out.loud.push_back(&finding);
    }
  }
  // Within a group by severity, then in the order of the rules, then by score.
  const auto key = [&](const Finding& one) {
    return std::tuple(GroupOf(one, options.group_by), -static_cast<int>(one.severity),
                      ranks[one.rule], -ScoreOf(one));
  };
  std::stable_sort(out.loud.begin(), out.loud.end(),
                   [&](const Finding* a, const Finding* b) { return key(*a) < key(*b); });
  out.many = out.loud.size() > kMany && !options.all && !options.quiet;
  return out;
}

// How many findings at severity info there are, if they are too many to be shown.
void AppendQuietCounts(const Findings& findings, const PrintOptions& options, std::string* out) {
  if (findings.empty()) return;
  std::map<std::string_view, uint64_t> counts;
  for (const Finding* finding : findings) ++counts[finding->rule];
  std::vector<std::string> parts;
  for (const auto& [rule, count] : counts) parts.push_back(fmt::format("{} {}", count, rule));
  *out += WrapText(fmt::format("{} at severity info: {}; --all shows them", findings.size(),
                               Join(parts, ", ")),
                   options.width, 2) +
          "\n\n";
}

// Findings at severity info, a line each. More than a few lines are counted, since they must not
// hide the warnings. Returns whether they were counted only. `green`: the last line counts them.
bool AppendQuiet(const Findings& findings, bool green, const PrintOptions& options,
                 std::string* out) {
  if (findings.size() > kQuietLines && !options.all) {
    if (!green) AppendQuietCounts(findings, options, out);
    return true;
  }
  for (const Finding* finding : findings) AppendLine(*finding, options, out);
  if (!findings.empty()) *out += '\n';
  return false;
}

// The inventory, a paragraph for each kind:
//
//   described outside the catalog (2): A (docs/a.md:3), B (docs/b.md:7)
void AppendInventory(const CheckReport& report, const PrintOptions& options, std::string* out) {
  if (!report.inventory.empty()) *out += '\n';
  for (const auto& [kind, count] : CountKinds(report.inventory)) {
    std::vector<std::string> names;
    for (const InventoryRow& row : report.inventory) {
      if (row.kind != kind->name) continue;
      std::string name = EscapeControl(MaskSecrets(row.name, {}));
      if (!row.detail.empty())
        name += " (" + EscapeControl(MaskSecrets(row.detail, row.name)) + ")";
      names.push_back(std::move(name));
    }
    const std::string text = fmt::format("{} ({}): {}", kind->counted, count, Join(names, ", "));
    *out += WrapText(text, options.width, 2) + "\n";
  }
}

// Inputs that could not be read and the like. All of them with --verbose.
void AppendNotes(const CheckReport& report, const PrintOptions& options, std::string* out) {
  constexpr size_t kShown = 10;
  size_t shown = 0;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (shown == kShown && !options.verbose && report.diagnostics.size() > kShown + 1) break;
    ++shown;
    *out += fmt::format("{}: {}: {} [{}]\n", ShownPlace(diagnostic.place, options),
                        Paint{options.colour}(kMagenta, "note"),
                        EscapeControl(MaskSecrets(diagnostic.message, {})), diagnostic.kind);
  }
  const size_t more = report.diagnostics.size() - shown;
  if (more > 0) {
    *out += Count(more, "more note", "more notes") + ": --verbose shows all of them\n";
  }
  if (shown > 0) *out += '\n';
}

// The summary, the table if there are many, and the blocks with a line above each group.
// With a table, the first eight blocks are examples of what the numbers mean.
void AppendLoud(const CheckReport& report, const Layout& layout, const PrintOptions& options,
                std::string* out) {
  ReportedRules reported;
  const bool head = layout.loud.size() > kFew && !options.quiet;
  // The counts are those of the last lines: a finding that is shown with another one counts, too.
  Findings counted = layout.loud;
  for (const auto& [by, findings] : layout.explained) {
    for (const Finding* finding : findings) {
      if (finding->severity > Severity::kInfo || options.verbose) counted.push_back(finding);
    }
  }
  if (head) reported = AppendHead(report, counted, options, out);
  if (layout.many) AppendTable(report, counted, options, out);
  const size_t count = layout.many ? kShownOfMany : layout.loud.size();
  std::string group;
  for (size_t i = 0; i < count; ++i) {
    const Finding& finding = *layout.loud[i];
    const std::string own = GroupOf(finding, options.group_by);
    if (own != group) {
      *out += Paint{options.colour}(kBold, "== " + EscapeControl(MaskSecrets(own, {}))) + "\n\n";
      group = own;
    }
    const auto explained = layout.explained.find({finding.rule, finding.name});
    // The remedy is printed once per rule, unless there are so few findings that each may have it.
    const bool whole = !head || reported.insert(finding.rule).second;
    AppendFinding(finding, explained == layout.explained.end() ? Findings() : explained->second,
                  whole, options, out);
  }
  if (layout.loud.size() > count) {
    *out += fmt::format(
        "{} more: --all shows them, --select RULE those of one rule, --group-by file|name|prefix "
        "uses "
        "another order\n\n",
        layout.loud.size() - count);
  }
}

std::string WriteCheckText(const CheckReport& report, const PrintOptions& options) {
  if (options.statistics) return WriteStatistics(report);
  const Layout layout = LayOut(report, options);
  std::string out;
  if (report.coverage.IsPartial()) {
    AppendCoverage(report, options, &out);
    out += '\n';
  }
  AppendLoud(report, layout, options, &out);
  // A run without warnings that read its whole input is one line.
  const bool green = layout.loud.empty() && report.diagnostics.empty() && !options.verbose &&
                     !options.all && !options.quiet && !report.coverage.IsPartial();
  bool counted = layout.many;
  if (layout.many) {
    AppendQuietCounts(layout.quiet, options, &out);
  } else {
    counted = AppendQuiet(layout.quiet, green, options, &out);
  }
  if (options.quiet) return out;
  if (green) {
    AppendGreen(report, counted, options, &out);
    return out;
  }
  AppendNotes(report, options, &out);
  AppendSummary(report, options, &out);
  if (options.all) AppendInventory(report, options, &out);
  return out;
}

// The functions from here on recognise a text report of this program, which --format text=FILE may
// overwrite. Each accepts one of the forms in which a report can begin.
bool IsNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// "warning[undocumented]", at the start of the line or after a place.
bool HasMarkedRule(std::string_view line) {
  return std::any_of(std::begin(kSeverityWords), std::end(kSeverityWords),
                     [&](std::string_view word) {
                       const std::string open = std::string(word) + "[";
                       const size_t at = line.find(open);
                       if (at == std::string_view::npos) return false;
                       const bool begins = at == 0 || line.substr(0, at).ends_with(": ");
                       return begins && IsRuleName(NameBetween(line.substr(at), open, ']'));
                     });
}

// "14 warnings, 4 info (3 unused)" or "14 warnings; the code accesses 23 variables".
bool IsCount(std::string_view line) {
  if (!IsNumber(line.substr(0, line.find(' ')))) return false;
  const std::string_view counted = NameBetween(line, " (", ',');
  const std::string_view rule = counted.substr(std::min(counted.find(' ') + 1, counted.size()));
  return line.find("; the code accesses ") != std::string_view::npos ||
         IsRuleName(rule.substr(0, rule.find(')')));
}

// "     3  undocumented            3 warnings", of --statistics.
bool IsStatistic(std::string_view line) {
  const std::string_view row = Trim(line);
  const std::string_view rest = Trim(row.substr(std::min(row.find(' '), row.size())));
  return line.starts_with("  ") && IsNumber(row.substr(0, row.find(' '))) &&
         IsRuleName(rest.substr(0, rest.find(' ')));
}

bool IsOwnText(std::string_view head) {
  std::string_view line = FirstLineOf(head);
  // With --group-by, the first line is a group.
  if (line.starts_with("== ")) line = FirstLineOf(head.substr(head.find(line) + line.size()));
  const bool note = line.find(": note: ") != std::string_view::npos && line.ends_with(']');
  return note || HasMarkedRule(line) || IsCount(line) || IsStatistic(line) ||
         line.starts_with("no disagreement found") ||
         line.find(" at severity info: ") != std::string_view::npos;
}

}  // namespace

extern constexpr CheckFormat kCheckTextFormat = {
    .rank = 10,
    .name = "text",
    .machine = false,
    .write = WriteCheckText,
    .is_own = IsOwnText,
};

}  // namespace flagcensus
