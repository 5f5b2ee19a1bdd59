// `check` for people. A finding at warning or error shows both sides:
//
//   warning[default-mismatch]: APP_TIMEOUT is documented as 30 but read as 60: correct ...
//     --> app/server.py:12:11
//      |
//   12 | TIMEOUT = int(os.environ.get("APP_TIMEOUT", "60"))
//      |               ^^^^^^^^^^^^^^
//     ::: docs/env.md:9:3
//      |
//    9 | | `APP_TIMEOUT` | `30` | seconds |
//      |    ^^^^^^^^^^^
//
// Below one that explains others stands which: "= explains warning[undocumented]: APP_TIMEUOT".
// One at severity info takes one line unless more is asked for. Diagnostics come first, counts
// last.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/report.h"

namespace flagcensus {
namespace {

constexpr int kLinesAround = 4;  // of an excerpt, that a credential may go over
constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kBlue = "\x1b[1;34m";

// Paints with an escape sequence where colour is asked for.
struct Paint {
  bool colour;
  std::string operator()(std::string_view sequence, std::string_view text) const {
    return colour ? fmt::format("{}{}{}", sequence, text, kReset) : std::string(text);
  }
};

std::string_view ColourOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "\x1b[1;31m";
    case Severity::kWarning:
      return "\x1b[1;33m";
    case Severity::kInfo:
      return "\x1b[1;36m";
  }
  return {};
}

std::string Message(const Finding& finding) {
  return EscapeControl(MaskSecrets(finding.message, finding.name));
}

std::string LineAt(Place place, int offset, const LineReader& line) {
  place.line += offset;
  return place.line > 0 ? line(place) : std::string();
}

void AppendExcerpt(const Place& place, std::string_view arrow, const Finding& finding,
                   const LineReader& line, const Paint& paint, int gutter, std::string* out) {
  *out += fmt::format("{}{} {}\n", std::string(static_cast<size_t>(gutter), ' '),
                      paint(kBlue, arrow), PlaceText(place));
  const std::string text = place.line > 0 && line ? line(place) : std::string();
  if (Trim(text).empty()) return;
  std::string before;
  std::string after;
  for (int i = kLinesAround; i > 0; --i) before += LineAt(place, -i, line) + (i > 1 ? "\n" : "");
  for (int i = 1; i <= kLinesAround; ++i) after += (i > 1 ? "\n" : "") + LineAt(place, i, line);
  const Excerpt excerpt = MakeExcerpt(text, place.column, finding.name, before, after);
  const std::string bar = paint(kBlue, "|");
  const std::string margin(static_cast<size_t>(gutter) + 1, ' ');
  *out += fmt::format("{}{}\n", margin, bar);
  *out += fmt::format("{} {} {}\n", paint(kBlue, fmt::format("{:>{}}", place.line, gutter)), bar,
                      excerpt.text);
  *out += fmt::format(
      "{}{} {}{}\n", margin, bar, std::string(static_cast<size_t>(excerpt.mark), ' '),
      paint(ColourOf(finding.severity), std::string(static_cast<size_t>(excerpt.mark_width), '^')));
}

// The places to show: one of each side, or all where more is asked for; then what it explains.
void AppendFinding(const Finding& finding, const std::vector<const Finding*>& explained,
                   const LineReader& line, const Paint& paint, bool verbose, std::string* out) {
  *out += fmt::format("{}: {}\n",
                      paint(ColourOf(finding.severity),
                            fmt::format("{}[{}]", ToString(finding.severity), finding.rule)),
                      paint(kBold, Message(finding)));
  std::vector<Place> shown;
  const auto take = [&](const std::vector<Place>& places) {
    const size_t count = verbose ? places.size() : std::min<size_t>(places.size(), 1);
    shown.insert(shown.end(), places.begin(), places.begin() + static_cast<ptrdiff_t>(count));
  };
  take(finding.code);
  take(finding.doc);
  int last = 1;
  for (const Place& place : shown) last = std::max(last, place.line);
  const int gutter = static_cast<int>(std::to_string(last).size());
  for (const Place& place : shown) {
    AppendExcerpt(place, &place == &shown.front() ? "-->" : ":::", finding, line, paint, gutter,
                  out);
  }
  for (const Finding* other : explained) {
    *out += fmt::format("{}{} explains {}[{}]: {}\n", std::string(static_cast<size_t>(gutter), ' '),
                        paint(kBlue, "="), ToString(other->severity), other->rule,
                        EscapeControl(MaskSecrets(other->name, {})));
  }
  *out += '\n';
}

// Findings that another one explains, by the index of the one that does: what is said twice about
// one name (`undocumented` beside `likely-typo`) is shown once.
std::map<size_t, std::vector<size_t>> Folded(const std::vector<Finding>& findings) {
  using Key = std::pair<std::string_view, std::string_view>;
  std::map<Key, size_t> by_rule_and_name;
  for (size_t i = 0; i < findings.size(); ++i) {
    by_rule_and_name.emplace(Key(findings[i].rule, findings[i].name), i);
  }
  std::map<size_t, std::vector<size_t>> out;
  std::set<size_t> folded;
  for (size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    if (!finding.explained_by.empty()) {
      const auto found = by_rule_and_name.find({finding.explained_by, finding.name});
      if (found != by_rule_and_name.end() && folded.insert(i).second)
        out[found->second].push_back(i);
      continue;
    }
    if (finding.rule != "likely-typo" && finding.rule != "undocumented-alias") continue;
    const auto fold = [&](std::string_view rule, std::string_view name) {
      const auto found = by_rule_and_name.find({rule, name});
      // What is shown in one line would hide what deserves more.
      if (found == by_rule_and_name.end()) return;
      if (findings[found->second].severity > finding.severity) return;
      if (!folded.insert(found->second).second) return;
      out[i].push_back(found->second);
    };
    fold("undocumented", finding.name);
    if (finding.suggestion) fold("unused", *finding.suggestion);
  }
  return out;
}

// Findings at severity info that were lowered for one reason, each group in one line:
//
//   info[undocumented]: 14 variables are described outside the catalog: A (docs/a.md:3), B (...)
//
// by the index of the first. A reason that only one finding has keeps that finding's own line.
std::map<size_t, std::vector<size_t>> ByReason(const std::vector<Finding>& findings,
                                               const std::set<size_t>& folded) {
  using Key = std::pair<std::string_view, std::string_view>;
  std::map<Key, std::vector<size_t>> by_reason;
  for (size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    if (finding.severity != Severity::kInfo || finding.headline.empty() || folded.contains(i)) {
      continue;
    }
    by_reason[{finding.rule, finding.reason}].push_back(i);
  }
  std::map<size_t, std::vector<size_t>> out;
  for (auto& [key, members] : by_reason) {
    if (members.size() > 1) out.emplace(members.front(), std::move(members));
  }
  return out;
}

std::string GroupLine(const std::vector<Finding>& findings, const std::vector<size_t>& members,
                      const Paint& paint) {
  constexpr size_t kShown = 6;
  const Finding& first = findings[members.front()];
  std::vector<std::string> names;
  for (const size_t member : members) {
    if (names.size() == kShown && members.size() > kShown + 1) break;
    const Finding& finding = findings[member];
    const std::string name = EscapeControl(MaskSecrets(finding.name, {}));
    names.push_back(finding.detail.empty()
                        ? name
                        : fmt::format("{} ({})", name,
                                      EscapeControl(MaskSecrets(finding.detail, finding.name))));
  }
  const size_t more = members.size() - names.size();
  return fmt::format("{}: {} variables {}: {}{}\n",
                     paint(ColourOf(Severity::kInfo), fmt::format("info[{}]", first.rule)),
                     members.size(), first.headline, Join(names, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

std::string Count(uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string FindingCounts(const CheckReport& report) {
  std::map<std::string, uint64_t> rules;
  std::map<Severity, uint64_t, std::greater<>> severities;
  for (const Finding& finding : report.findings) {
    ++rules[finding.rule];
    ++severities[finding.severity];
  }
  if (report.findings.empty()) return "no disagreement found";
  std::vector<std::string> parts;
  for (const auto& [severity, count] : severities) {
    const std::string word(ToString(severity));
    parts.push_back(Count(count, word, severity == Severity::kInfo ? word : word + "s"));
  }
  std::string out = Join(parts, ", ");
  parts.clear();
  for (const auto& [rule, count] : rules) parts.push_back(fmt::format("{} {}", count, rule));
  return out + " (" + Join(parts, ", ") + ")";
}

void AppendSummary(const CheckReport& report, const Paint& paint, std::string* out) {
  *out += paint(kBold, FindingCounts(report)) + "\n";
  *out += fmt::format("{} to {} in {}, {}", Count(report.accesses, "access", "accesses"),
                      Count(report.flags, "variable", "variables"),
                      Count(report.files, "file", "files"),
                      Count(report.entries, "documented entry", "documented entries"));
  if (!report.pages.empty()) {
    std::vector<std::string> pages;
    for (const std::string& page : report.pages) pages.push_back(EscapeControl(page));
    constexpr size_t kShown = 3;
    const size_t more = pages.size() > kShown ? pages.size() - kShown : 0;
    if (more > 0) pages.resize(kShown);
    *out += " in " + Join(pages, ", ") +
            (more > 0 ? fmt::format(" and {}", Count(more, "more page", "more pages")) : "");
  }
  *out += '\n';
  if (!report.page_reason.empty()) *out += EscapeControl(report.page_reason) + "\n";
  if (report.unresolved > 0) {
    *out += fmt::format("{} could not be resolved to a name and {} compared with nothing\n",
                        Count(report.unresolved, "access", "accesses"),
                        report.unresolved == 1 ? "was" : "were");
  }
  if (report.clang) {
    *out +=
        fmt::format("libclang: {} confirmed, {} evaluated, {} added, {} in no configuration{}\n",
                    Count(report.clang->confirmed, "access", "accesses"), report.clang->evaluated,
                    report.clang->added, report.clang->inactive,
                    report.clang->failed == 0
                        ? ""
                        : ", no answer about " + Count(report.clang->failed, "file", "files"));
  }
  if (!report.diagnostics.empty()) {
    *out +=
        fmt::format("{} above\n", Count(report.diagnostics.size(), "diagnostic", "diagnostics"));
  }
}

}  // namespace

namespace {

// Findings at severity info: a line each, and one for all of a reason.
void AppendBrief(const std::vector<Finding>& findings, const std::set<size_t>& folded,
                 const Paint& paint, std::string* out) {
  const std::map<size_t, std::vector<size_t>> groups = ByReason(findings, folded);
  std::set<size_t> grouped;
  for (const auto& [first, members] : groups) grouped.insert(members.begin(), members.end());
  for (size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    if (finding.severity != Severity::kInfo || folded.contains(i) || grouped.contains(i)) continue;
    const Place* const place = !finding.code.empty()  ? &finding.code.front()
                               : !finding.doc.empty() ? &finding.doc.front()
                                                      : nullptr;
    if (place != nullptr) *out += PlaceText(*place) + ": ";
    *out += fmt::format("{}: {}\n",
                        paint(ColourOf(finding.severity), fmt::format("info[{}]", finding.rule)),
                        Message(finding));
  }
  for (const auto& [first, members] : groups) *out += GroupLine(findings, members, paint);
}

}  // namespace

std::string WriteCheckText(const CheckReport& report, const LineReader& line, bool colour,
                           bool verbose) {
  const Paint paint{colour};
  std::string out;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    out +=
        fmt::format("{}: {}: {} [{}]\n", PlaceText(diagnostic.place), paint("\x1b[1;35m", "note"),
                    EscapeControl(MaskSecrets(diagnostic.message, {})), diagnostic.kind);
  }
  if (!report.diagnostics.empty()) out += '\n';
  const std::map<size_t, std::vector<size_t>> explains = Folded(report.findings);
  std::set<size_t> folded;
  for (const auto& [index, others] : explains) folded.insert(others.begin(), others.end());
  bool brief = false;
  for (size_t i = 0; i < report.findings.size(); ++i) {
    const Finding& finding = report.findings[i];
    if (folded.contains(i)) continue;
    if (finding.severity == Severity::kInfo && !verbose) {
      brief = true;
      continue;
    }
    std::vector<const Finding*> explained;
    if (const auto found = explains.find(i); found != explains.end()) {
      for (const size_t other : found->second) explained.push_back(&report.findings[other]);
    }
    AppendFinding(finding, explained, line, paint, verbose, &out);
  }
  if (!verbose) AppendBrief(report.findings, folded, paint, &out);
  if (brief) out += '\n';
  AppendSummary(report, paint, &out);
  return out;
}

}  // namespace flagcensus
