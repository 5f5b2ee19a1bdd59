// AsciiDoc → Document: the lines, and what all readers of its blocks share.
//
//   == Environment                          heading of level 2
//   APP_HOME:: The data directory.          definition "APP_HOME" > paragraph
//   // a comment                            (nothing)
//
// After the AsciiDoc language documentation. Blocks are read in asciidoc_block.cc, lists in
// asciidoc_list.cc; asciidoc_marks.cc classifies lines by their beginning. Lines of comments and
// preprocessor directives are removed first, so both branches of an ifdef are read. Blocks are
// recognised by their first line. A list ends at a blank line, unless another item or a
// continuation (`+`) follows it. Each delimited block is searched for its end once, so the time is
// linear for each level of nesting.
#include "analyzer/pages/asciidoc/asciidoc.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/pages/asciidoc/asciidoc_block.h"
#include "analyzer/pages/asciidoc/asciidoc_page.h"
#include "analyzer/pages/detect_format.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

// The lines without blank lines, comments and preprocessor directives. Comments in listings are
// kept.
AsciidocLines SplitAsciidocLines(std::string_view text, PageLimits& limits) {
  AsciidocLines lines;
  bool blank = true;
  std::string_view comment;   // the delimiter of an open comment block
  std::string_view verbatim;  // or of a listing, from which nothing is removed
  int number = 0;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  while (!text.empty()) {
    if (lines.size() >= kMaxPageLines) {
      limits.ReportTooManyLines(number, kMaxPageLines);
      break;
    }
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) {
      line.remove_suffix(1);
    }
    // Four or more of one character: the limits of a comment block or of a listing.
    const bool delimiter =
        line.size() >= 4 && line.find_first_not_of(line[0]) == std::string_view::npos;
    if (!comment.empty()) {
      if (line == comment) comment = {};
      continue;
    }
    if (line.empty()) {
      blank = true;
      continue;
    }
    if (!verbatim.empty()) {
      if (line == verbatim) verbatim = {};
    } else if (delimiter && line[0] == '/') {
      comment = line;
      continue;
    } else if (delimiter && (line[0] == '-' || line[0] == '.')) {
      // The underline of a title is not a delimiter.
      const bool title =
          !blank && !lines.empty() && AsciidocUnderlineLevel(lines.back().text, line) > 0;
      if (!title) verbatim = line;
    } else if (line.starts_with("//") && !line.starts_with("///")) {
      continue;
    } else if (line.starts_with("ifdef::") || line.starts_with("ifndef::") ||
               line.starts_with("ifeval::") || line.starts_with("endif::")) {
      // "ifdef::attribute[text]" contains its text; without a text it encloses lines.
      const size_t open = line.find('[');
      if (line.starts_with("ife") || line[0] == 'e' || open == std::string_view::npos ||
          !line.ends_with(']') || open + 2 == line.size()) {
        continue;
      }
      const std::string_view content = line.substr(open + 1, line.size() - open - 2);
      lines.push_back({content, number, static_cast<int>(open) + 2, blank});
      blank = false;
      continue;
    }
    lines.push_back({line, number, 1, blank});
    blank = false;
  }
  return lines;
}

}  // namespace

void ReadAsciidocBlocks(AsciidocPage& page, const AsciidocLines& lines, size_t first, size_t last) {
  AsciidocBlockReader(page, lines).Read(first, last);
}

Document ReadAsciidoc(std::string_view file, std::string_view text,
                      std::vector<Diagnostic>& diagnostics) {
  PageLimits limits(file, diagnostics);
  AsciidocPage page(limits);
  const AsciidocLines lines = SplitAsciidocLines(text, limits);
  ReadAsciidocBlocks(page, lines, 0, lines.size());
  return page.out.Finish();
}

namespace {

// "= Title", "|===", labelled lists, attributes, inclusions. A line of one word with "::" at its
// end is a label; reStructuredText has a blank before the colons, or other words.
int AsciidocMarks(std::string_view line, std::string_view /*above*/) {
  int marks = IsFieldMark(line) ? 1 : 0;
  const size_t equals = std::min(line.find_first_not_of('='), line.size());
  if (equals >= 1 && equals <= 5 && equals < line.size() && line[equals] == ' ') marks += 3;
  if (line == "|===") marks += 4;
  if (line.ends_with("::") && !line.starts_with(".. ") && line.size() > 2 &&
      line[line.size() - 3] != ' ' && line.find(' ') == std::string_view::npos) {
    marks += 2;
  }
  if (line.starts_with("include::") || line.starts_with("ifdef::") ||
      line.starts_with("linkgit:")) {
    marks += 3;
  }
  return marks;
}

// Whether a comment above still applies after `line`: other comments, anchors and lists of
// attributes may be between a comment and its block.
bool AsciidocPasses(std::string_view line, std::string_view comment) {
  if (PassesBlankLine(line, comment)) return true;
  while (line.back() == ' ' || line.back() == '\t' || line.back() == '\r') line.remove_suffix(1);
  return (line.starts_with("//") && !line.starts_with("////")) ||
         (line.starts_with('[') && line.ends_with(']'));
}

// Whether the text has two or more labels, "`NAME`::" with a text on the next line. The "::" of
// reStructuredText has a blank line below it, and its directives begin with "..".
bool IsAsciidocText(std::string_view text) {
  int labels = 0;
  std::string_view above;
  for (const std::string_view line : Split(text, '\n')) {
    if (line.starts_with(".. ")) return false;
    const std::string_view label = Trim(above);
    const bool ends = label.size() > 2 && label.ends_with("::") && !IsBlank(above.front());
    if (ends && !Trim(line).empty()) ++labels;
    above = line;
  }
  return labels >= 2;
}

constexpr std::string_view kAsciidocEndings[] = {"adoc", "asciidoc", "asc"};
constexpr std::string_view kAsciidocComments[] = {"//"};

}  // namespace

extern constexpr PageFormat kAsciidocFormat = {
    .rank = 30,
    .name = "asciidoc",
    .title = "AsciiDoc",
    .endings = kAsciidocEndings,
    .comments = kAsciidocComments,
    .read =
        [](const PageInput& page) { return ReadAsciidoc(page.file, page.text, page.diagnostics); },
    .detect = {.is_text = IsAsciidocText, .marks = AsciidocMarks},
    .passes = AsciidocPasses,
    .markup = "asciidoc",
};

}  // namespace flagcensus
