// reStructuredText → Document.
//
// The page is cut into lines. A first pass collects names that may be used before their definition
// (substitutions, targets). ReadRstBlocks then reads the body elements by their indentation, as
// defined in the docutils "reStructuredText Markup Specification". Each line is read once for each
// block that contains it.
//
//   |app| reads ``APP_HOME``.       ─→  paragraph "Tool reads APP_HOME.", the name in code
//
//   .. |app| replace:: Tool
//
// No tree-sitter grammar is used: tree-sitter-rst 0.2 has no nodes for tables, option lists and the
// content of directives, in which variables are documented. It needs more than a minute for 200 KB
// of unmatched back quotes, and a list nested 1,000 deep makes it allocate until it aborts.
#include "analyzer/pages/rst/rst.h"

#include "analyzer/base/text.h"
#include "analyzer/pages/detect_format.h"
#include "analyzer/pages/rst/rst_page.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

// Maximum bytes of one substitution. They are names and short phrases; a longer one is not
// substituted.
constexpr size_t kMaxSubstitution = 1000;

// "unicode:: 0xA9 U+2014 text" → the characters. Trims and comments (`.. trim`) are dropped.
std::string UnicodeText(std::string_view text) {
  std::string out;
  for (std::string_view word : Split(text, ' ')) {
    const bool hex = word.starts_with("0x") || word.starts_with("U+") || word.starts_with("u+");
    if (word == "..") break;
    if (!hex) {
      out += word;
      continue;
    }
    uint32_t point = 0;
    for (const char c : word.substr(2, 6)) {
      const int digit = HexValue(c);
      if (digit < 0) break;
      point = point * 16 + static_cast<uint32_t>(digit);
    }
    if (point < 0x10000) AppendUtf8(point, &out);
  }
  return out;
}

// The title at line `at` if it is one name, underlined by the next line; otherwise "". Such titles
// are targets, too: "APP_HOME_" links to the section APP_HOME.
std::string_view NameAsTitle(const Lines& lines, size_t at) {
  if (at + 1 >= lines.size() || lines[at].indent != 0 || lines[at + 1].indent != 0) return {};
  const std::string_view title = Trim(lines[at].text);
  const std::string_view line = Trim(lines[at + 1].text);
  const bool underlined = line.size() >= title.size() && !line.empty() && !IsAlnum(line[0]) &&
                          line.find_first_not_of(line[0]) == std::string_view::npos;
  const bool name = underlined && !title.empty() && IsAlpha(title[0]) &&
                    EndOfRun(title, 0, IsIdentifierByte) == title.size();
  return name ? title : std::string_view();
}

// Collects ".. |name| replace:: text" and ".. _name: ..." anywhere on the page, and titles that are
// names. They are found by their lines alone, so those in a literal block are collected, too.
void CollectNames(RstPage& page) {
  const Lines& lines = page.text.lines;
  for (size_t at = 0; at < lines.size(); ++at) {
    std::string_view text = lines[at].text.substr(lines[at].indent);
    if (const std::string_view title = NameAsTitle(lines, at); !title.empty()) {
      page.targets.insert(ToLower(title));
      continue;
    }
    if (!text.starts_with(".. ")) continue;
    text = Trim(text.substr(3));
    if (text.starts_with('_')) {
      const size_t end = text.find(':');
      std::string_view name = text.substr(1, end == std::string_view::npos ? 0 : end - 1);
      if (name.starts_with('`') && name.ends_with('`') && name.size() > 2) {
        name = name.substr(1, name.size() - 2);
      }
      page.targets.insert(ToLower(name));
      continue;
    }
    // ".. |name| replace:: text", which may continue on indented lines.
    const size_t end = text.find('|', 1);
    if (!text.starts_with('|') || end == std::string_view::npos) continue;
    const std::string_view name = text.substr(1, end - 1);
    const std::string_view rest = Trim(text.substr(end + 1));
    if (rest.starts_with("replace::")) {
      std::string value(Trim(rest.substr(9)));
      for (size_t next = at + 1;
           next < lines.size() && Follows(lines, next) && lines[next].indent > lines[at].indent &&
           value.size() < kMaxSubstitution;
           ++next) {
        value += value.empty() ? "" : " ";
        value += Trim(lines[next].text);
      }
      // The commonest markup is removed, since a substitution becomes plain text.
      value = ReplaceAll(ReplaceAll(value, "``", ""), "**", "");
      if (value.size() <= kMaxSubstitution) page.substitutions.emplace(name, std::move(value));
    } else if (rest.starts_with("unicode::")) {
      page.substitutions.emplace(name, UnicodeText(Trim(rest.substr(9))));
    }
  }
}

}  // namespace

PagePlace PlaceOf(const RstPage& page, const Region& region, size_t at, int column) {
  const PageLine& line = (*region.lines)[at];
  return {line.number, SourceColumn(page.text, line, region.Column(at) + column)};
}

Document ReadRst(std::string_view file, std::string_view text,
                 std::vector<Diagnostic>& diagnostics) {
  RstPage page(file, text, diagnostics);
  CollectNames(page);
  ReadRstBlocks(page, WholeRegion(page.text.lines));
  if (page.text.cut) page.limits.ReportTooManyLines(0, kMaxPageLines);
  return page.out.Finish();
}

namespace {

// An underline may be one byte shorter than its title; a row of "---" below other text is not one.
bool IsTitleUnderline(std::string_view line, std::string_view above) {
  static constexpr std::string_view kMarks = "=-~^\"'*+#`:._";
  if (line.size() < 3 || kMarks.find(line[0]) == std::string_view::npos) return false;
  return line.find_first_not_of(line[0]) == std::string_view::npos && !above.empty() &&
         line.size() + 1 >= above.size();
}

// Directives, targets, roles, literals in double back-quotes, underlined titles, fields. A
// directive is the surest sign; underlines and fields occur in other formats as well.
int RstMarks(std::string_view line, std::string_view above) {
  int marks = 0;
  if (line.starts_with(".. ") && line.size() > 3) marks += 3;
  if (CountOf(line, "``") >= 2) marks += 2;
  if (line.find(":`") != std::string_view::npos) marks += 2;
  if (IsTitleUnderline(line, Trim(above))) marks += 1;
  if (IsFieldMark(line)) marks += 1;
  return marks;
}

// Columns of the white space that a line begins with.
size_t RstIndent(std::string_view line) {
  size_t out = 0;
  for (const char c : line) {
    if (c != ' ' && c != '\t') break;
    out = c == '\t' ? (out / 8 + 1) * 8 : out + 1;
  }
  return out;
}

// Whether a comment above still applies after `line`. It continues as long as lines are indented
// more than it ("Comments"), and a target marks the element below it.
bool RstPasses(std::string_view line, std::string_view comment) {
  return PassesBlankLine(line, comment) || RstIndent(line) > RstIndent(comment) ||
         line.substr(line.find_first_not_of(" \t")).starts_with(".. _");
}

constexpr std::string_view kRstEndings[] = {"rst", "rest"};
constexpr std::string_view kRstComments[] = {".."};

}  // namespace

extern constexpr PageFormat kRstFormat = {
    .rank = 20,
    .name = "rst",
    .title = "reStructuredText",
    .endings = kRstEndings,
    .comments = kRstComments,
    .read = [](const PageInput& page) { return ReadRst(page.file, page.text, page.diagnostics); },
    .detect = {.marks = RstMarks},
    .passes = RstPasses,
    .entries = {.paragraph_ends_list = true},
    .tables = TableMarkup::kRst,
    .markup = "rst",
};

}  // namespace flagcensus
