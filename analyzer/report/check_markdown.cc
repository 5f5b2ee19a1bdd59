// `check --format markdown`: a comment on a pull request. It has a summary, a table of the
// findings, the most severe first, and, folded, the message of each.
//
//   ### flagcensus: 2 warnings
//   | severity | rule | variable | location | related |
//   | warning | default-mismatch | `APP_PORT` | `app/server.py:12` | `docs/env.md:3` |
//
// GitHub accepts comments of 65,536 characters. What does not fit is omitted, and the comment says
// so. Text of the tree can neither mark up the comment nor notify anyone: Markdown is escaped, and
// '@' and '#' are separated from what follows.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/base/shorten.h"
#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/report/shared.h"

namespace flagcensus {
namespace {

constexpr size_t kLongest = 65536;
constexpr size_t kRoom = 400;  // for the end of the table, the fold and the notes on omissions
// One long message would otherwise displace several others.
constexpr size_t kMaxOfMessage = 600;  // bytes of one message

// "a_b @c" ─→ "a\_b @<!-- -->c"
std::string Escaped(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*_{}[]<>|~$";
  std::string out;
  for (const char c : text) {
    if (kMarkup.find(c) != std::string_view::npos) out += '\\';
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out.back() = '&';
      out += "lt;";
    } else {
      out += c;
    }
    // "@name" and "#12" would notify and link; so would a bare address. A comment between the two
    // parts is invisible.
    if (c == '@' || c == '#') out += "<!-- -->";
    if (c == ':' && out.ends_with("http:")) out += "<!-- -->";
    if (c == ':' && out.ends_with("https:")) out += "<!-- -->";
  }
  return out;
}

// A code span that can be used in a table.
// "a|b" ─→ "`a\|b`"; "" is empty, since an empty code span is not possible
std::string Code(std::string_view text) {
  return text.empty() ? std::string() : ReplaceAll(CodeSpan(text), "|", "\\|");
}

// The rule that a finding without a variable names: the rest of "unused suppression of
// default-mismatch".
std::string SuppressedRule(const Finding& finding) {
  constexpr std::string_view kBefore = "unused suppression of ";
  return finding.message.starts_with(kBefore) ? finding.message.substr(kBefore.size())
                                              : std::string();
}

// The message with the variable, or the rule of a suppression, as code.
std::string MessageOf(const Finding& finding) {
  std::string name = finding.names.empty() ? ShownText(finding.name, {}) : std::string();
  if (name.empty()) name = SuppressedRule(finding);
  const std::string text = Shorten(ShownMessage(finding), kMaxOfMessage);
  if (name.empty()) return Escaped(text);
  std::string out;
  size_t from = 0;
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, from)) {
    const size_t end = at + name.size();
    const bool whole = IsWholeWord(text, at, name.size());
    out += Escaped(std::string_view(text).substr(from, at - from));
    out += whole ? Code(name) : Escaped(name);
    from = end;
  }
  return out + Escaped(std::string_view(text).substr(from));
}

std::string NamesCell(const Finding& finding) {
  // More names than three widen the table; the message has them.
  constexpr size_t kShown = 3;
  if (finding.names.empty()) return Code(ShownText(finding.name, {}));
  std::vector<std::string> out;
  for (const std::string& name : finding.names) {
    if (out.size() == kShown) break;
    out.push_back(Code(ShownText(name, {})));
  }
  const size_t more = finding.names.size() - out.size();
  return Join(out, ", ") + (more > 0 ? fmt::format(" and {} more", more) : "");
}

// Without a column, which would make the cell longer and is of no use in a browser.
std::string PlaceOf(const Place* place) {
  return place == nullptr ? "" : Code(ToValidUtf8(PlaceText({place->file, place->line, 0})));
}

// The main place, and the page if that is another place.
std::string TableRow(const Finding& finding) {
  const Place* const main = MainPlace(finding);
  const Place* page = finding.doc.empty() ? nullptr : &finding.doc.front();
  if (page == main) page = nullptr;
  return fmt::format("| {} | {} | {} | {} | {} |\n", ToString(finding.severity), finding.rule,
                     NamesCell(finding), PlaceOf(main), PlaceOf(page));
}

// Within a severity, the order of the report is kept.
std::vector<const Finding*> WorstFirst(const CheckReport& report, bool all) {
  std::vector<const Finding*> out;
  for (const Finding& finding : report.findings) {
    if (finding.explained.rule.empty() || all) out.push_back(&finding);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Finding* a, const Finding* b) { return a->severity > b->severity; });
  return out;
}

// Twenty: a catalog of more pages is usually generated.
std::string PagesOf(const CheckReport& report) {
  constexpr size_t kShown = 20;
  std::vector<std::string> out;
  for (const std::string& page : report.pages) {
    if (out.size() == kShown) break;
    out.push_back(Code(ShownFile(page)));
  }
  if (out.empty()) return {};
  const size_t more = report.pages.size() - out.size();
  return "\nPages: " + Join(out, ", ") + (more > 0 ? fmt::format(" and {} more", more) : "") + "\n";
}

std::string WriteCheckMarkdown(const CheckReport& report, const PrintOptions& options) {
  const std::vector<const Finding*> findings = WorstFirst(report, options.verbose);
  const std::string counts = CountBySeverity(report.findings);
  std::string out =
      "### flagcensus: " + (counts.empty() ? "documentation and code agree" : counts) + "\n\n" +
      fmt::format("The code accesses {}; the documentation has {}.\n",
                  Count(report.flags, "variable", "variables"),
                  Count(report.entries, "entry", "entries"));
  std::string coverage;
  for (const std::string& note : DescribeCoverage(report.coverage)) {
    coverage += "- " + Escaped(MaskSecrets(note, {})) + "\n";
  }
  const bool partial = report.coverage.IsPartial();
  if (partial) out = coverage + "\n" + out;
  const std::string tail = (partial || coverage.empty() ? "" : "\n" + coverage) + PagesOf(report) +
                           (report.diagnostics.empty()
                                ? ""
                                : fmt::format("\n{}.\n", Count(report.diagnostics.size(),
                                                               "input was not read completely",
                                                               "inputs were not read completely")));
  if (findings.empty()) return out + tail;
  size_t room = kLongest - kRoom - tail.size();
  size_t rows = 0;
  size_t written = 0;
  std::string table =
      "\n| severity | rule | variable | location | related |\n| --- | --- | --- | --- | --- |\n";
  std::string details = "\n<details><summary>Messages</summary>\n\n";
  // Half of the room is for the table: a row is worth more than a message.
  for (const Finding* finding : findings) {
    const std::string row = TableRow(*finding);
    if (out.size() + table.size() + row.size() > room / 2) break;
    table += row;
    ++rows;
  }
  for (const Finding* finding : findings) {
    const Place* const place = MainPlace(*finding);
    const std::string at = place == nullptr ? Escaped(finding->rule) : PlaceOf(place);
    const std::string line = "- " + at + ": " + MessageOf(*finding) + "\n";
    // A message is only written for a finding with a row.
    if (written == rows || out.size() + table.size() + details.size() + line.size() > room) break;
    details += line;
    ++written;
  }
  out += table + details + "\n</details>\n" + tail;
  if (rows < findings.size()) {
    out += fmt::format("\n{} of {} findings are omitted: the size of a comment is limited.\n",
                       findings.size() - rows, findings.size());
  }
  if (written < rows) {
    out += fmt::format("\nThe messages of {} of them are omitted, too.\n", rows - written);
  }
  return out;
}

bool IsOwnMarkdown(std::string_view head) { return head.starts_with("### flagcensus: "); }

}  // namespace

extern constexpr CheckFormat kCheckMarkdownFormat = {
    .rank = 90,
    .name = "markdown",
    .machine = true,
    .write = WriteCheckMarkdown,
    .is_own = IsOwnMarkdown,
};

}  // namespace flagcensus
