// scdoc(5) → Document.
//
//   name(1)                     the preamble, skipped
//   # TITLE, ## TITLE           headings
//   *bold* _underlined_ \*      a '_' within a word is a letter; '\' makes the next byte text
//   *NAME*, NAME=<x>            a paragraph; text that is indented by another tab is its body
//   - item, . item              lists, continued in lines that are indented by two spaces
//   ```                         a block of code, up to the next ```
//   [[ a :[ b, |  c :  d        a table: '[', '|' and ']' begin a row, ':' a cell; then its
//   alignment ; text                      a comment
//
// Blocks nest by tabs alone.
#include "analyzer/pages/man/scdoc.h"

#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/pages/document_builder.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

constexpr int kTab = 8;  // PageText expands tabs

// Reads the blocks of a page recursively, by the tabs of their lines.
//
//   *APP_HOME*                  a definition: deeper text follows
//   <tab>The directory.         its body
class ScdocReader {
 public:
  ScdocReader(PageLimits& limits, std::string_view text) : page_(text), out_(limits) {}

  Document Read() {
    while (at_ < page_.lines.size() && !Full()) ReadBlocks(0);
    if (page_.cut) out_.limits().ReportTooManyLines(0, kMaxPageLines);
    return out_.Finish();
  }

 private:
  const PageLine& Line() const { return page_.lines[std::min(at_, page_.lines.size() - 1)]; }
  static int TabsOf(const PageLine& line) { return line.indent / kTab; }
  // The line without its indentation.
  static std::string_view TextOf(const PageLine& line) {
    return line.text.substr(static_cast<size_t>(line.indent));
  }
  bool Full() { return out_.limits().full(); }
  // The place of the text of the line being read.
  PagePlace Place() const {
    return {Line().number, SourceColumn(page_, Line(), Line().column + Line().indent)};
  }

  // Reads the blocks from here on that are indented by `tabs` or more.
  void ReadBlocks(int tabs) {
    while (at_ < page_.lines.size() && !Full()) {
      const PageLine& line = page_.lines[at_];
      // A line with fewer tabs belongs to a block further out.
      if (TabsOf(line) < tabs) return;
      const std::string_view text = TextOf(line);
      if (text.starts_with(';') || IsPreamble(line)) {
        ++at_;
      } else if (text.starts_with("# ") || text.starts_with("## ")) {
        Heading(line, text.find(' '));
      } else if (text.starts_with("```")) {
        Code();
      } else if (IsItem(text)) {
        List();
      } else if (IsRow(text)) {
        Table();
      } else {
        Paragraph();
      }
    }
  }

  // "app(1)" on the page's first line, which becomes the heading of the manual page.
  bool IsPreamble(const PageLine& line) const {
    const size_t open = line.text.find('(');
    return line.number == 1 && open != std::string_view::npos &&
           line.text.substr(0, open).find(' ') == std::string_view::npos;
  }

  static bool IsItem(std::string_view text) {
    return text.starts_with("- ") || text.starts_with(". ");
  }

  // "[[ text": the mark of a row, an alignment and a blank.
  static bool IsRow(std::string_view text) {
    return text.size() > 2 && (text[0] == '[' || text[0] == '|' || text[0] == ']') &&
           (text[1] == '[' || text[1] == '-' || text[1] == ']' || text[1] == ' ') && text[2] == ' ';
  }

  // "#" is level 2 and "##" level 3: the manual page has the name of the program as its title.
  void Heading(const PageLine& line, size_t marks) {
    Block* heading = out_.Open(Part::kHeading, Place());
    if (heading != nullptr) heading->level = static_cast<int>(marks) + 1;
    AddText(line, static_cast<size_t>(line.indent) + marks + 1);
    out_.Close();
    ++at_;
  }

  // A paragraph, or a definition if deeper text follows it.
  void Paragraph() {
    const PagePlace place = Place();
    const int tabs = TabsOf(Line());
    const size_t first = at_;
    do {
      AddText(page_.lines[at_], static_cast<size_t>(page_.lines[at_].indent));
      ++at_;
    } while (at_ < page_.lines.size() && Follows(page_.lines, at_) &&
             TabsOf(page_.lines[at_]) == tabs && !BeginsBlock(TextOf(page_.lines[at_])));
    const bool deeper = at_ < page_.lines.size() && TabsOf(page_.lines[at_]) > tabs;
    // After a blank line, a body belongs to a paragraph of one line only: longer ones are text.
    const bool body = deeper && (Follows(page_.lines, at_) || at_ == first + 1);
    if (!body || !out_.MayNest(place.line)) return out_.EndParagraph();
    std::vector<Run> term = out_.TakeParagraph();
    Block* definition = out_.Open(Part::kDefinition, place);
    if (definition != nullptr) definition->inlines = std::move(term);
    ReadBlocks(tabs + 1);
    out_.Close();
  }

  // What ends a paragraph without a blank line before it.
  static bool BeginsBlock(std::string_view text) {
    return text.starts_with("# ") || text.starts_with("## ") || text.starts_with("```") ||
           text.starts_with(';') || IsItem(text) || IsRow(text);
  }

  // A block of code keeps its blank lines and loses the indentation of its fence.
  void Code() {
    const int indent = Line().indent;
    int next = Line().number + 1;
    for (++at_; at_ < page_.lines.size(); ++at_) {
      const PageLine& line = page_.lines[at_];
      if (TextOf(line).starts_with("```")) {
        ++at_;
        break;
      }
      const PagePlace place{line.number,
                            SourceColumn(page_, line, line.column + std::min(indent, line.indent))};
      for (; next < line.number; ++next) out_.AddCode("", {next, place.column});
      out_.AddCode(line.text.substr(static_cast<size_t>(std::min(indent, line.indent))), place);
      next = line.number + 1;
    }
    out_.EndParagraph();
  }

  // The items of one indentation. Nested lists need another tab, and are lists of their own.
  // An item ends at the first line that is not indented by two more blanks.
  void List() {
    const int tabs = TabsOf(Line());
    const auto is_item = [&] {
      return at_ < page_.lines.size() && page_.lines[at_].indent == tabs * kTab &&
             IsItem(TextOf(page_.lines[at_]));
    };
    if (!is_item()) {
      ++at_;  // the mark of an item at an indentation that has no items
      return;
    }
    out_.Open(Part::kList, Place());
    while (is_item() && !Full()) {
      out_.Open(Part::kItem, Place());
      AddText(page_.lines[at_], static_cast<size_t>(page_.lines[at_].indent) + 2);
      ++at_;
      while (at_ < page_.lines.size() && Follows(page_.lines, at_) &&
             page_.lines[at_].indent == tabs * kTab + 2) {
        AddText(page_.lines[at_], static_cast<size_t>(page_.lines[at_].indent));
        ++at_;
      }
      out_.Close();
    }
    out_.Close();
  }

  // Lines that begin with a mark begin a row or cell; others continue the text of the cell.
  void Table() {
    out_.Open(Part::kTable, Place());
    const size_t depth = out_.depth();
    for (size_t first = at_;
         at_ < page_.lines.size() && (at_ == first || Follows(page_.lines, at_)) && !Full();
         ++at_) {
      const PageLine& line = page_.lines[at_];
      const std::string_view text = TextOf(line);
      const bool row = IsRow(text);
      const bool cell = row || (text.starts_with(':') && text.size() > 2);
      if (cell) {
        out_.CloseTo(row ? depth : depth + 1);
        if (row) out_.Open(Part::kRow, Place());
        out_.Open(Part::kCell, Place());
      }
      const size_t skip = row || text.starts_with(':') ? std::min<size_t>(3, text.size()) : 0;
      AddText(line, static_cast<size_t>(line.indent) + skip);
    }
    out_.CloseTo(depth);
    if (!out_.IsDeep() && !out_.siblings().empty()) MarkHeader(out_.siblings().front());
    out_.Close();
  }

  // scdoc has no header rows; the first row is one if all of it is in bold.
  static void MarkHeader(Block& row) {
    row.header = std::all_of(row.children.begin(), row.children.end(), [](const Block& cell) {
      return !cell.inlines.empty() && std::all_of(cell.inlines.begin(), cell.inlines.end(),
                                                  [](const Run& run) { return run.strong; });
    });
  }

  // Continues the paragraph with the text of `line` from `from` on.
  // "*APP_HOME* is _set_" ─→ "APP_HOME" (strong), " is ", "set" (emphasis)
  void AddText(const PageLine& line, size_t from) {
    std::string_view text = line.text;
    if (text.ends_with("++")) text.remove_suffix(2);  // keeps the line break
    // Marks that a line does not close apply to the next line of its paragraph.
    bool strong = !out_.paragraph().empty() && strong_open_;
    bool underlined = !out_.paragraph().empty() && underline_open_;
    std::vector<Run> runs;
    const auto begin = [&](size_t at) {
      Run& run = runs.emplace_back();
      run.strong = strong;
      run.emphasis = underlined;
      run.line = line.number;
      run.column = SourceColumn(page_, line, line.column + static_cast<int>(at));
    };
    begin(from);
    for (size_t at = from; at < text.size(); ++at) {
      const char c = text[at];
      const char next = at + 1 < text.size() ? text[at + 1] : ' ';
      const char before = at > from ? text[at - 1] : ' ';
      if (c == '\\' && at + 1 < text.size()) {
        runs.back().text += text[++at];
      } else if (c == '*') {
        strong = !strong;
        begin(at + 1);
      } else if (c == '_' && (!IsAlnum(before) || (underlined && !IsAlnum(next)))) {
        // Not between letters: names of variables contain '_'.
        underlined = !underlined;
        begin(at + 1);
      } else {
        runs.back().text += c;
      }
    }
    std::erase_if(runs, [](const Run& run) { return run.text.empty(); });
    out_.AddText(std::move(runs));
    strong_open_ = strong;
    underline_open_ = underlined;
  }

  PageText page_;
  DocumentBuilder out_;
  size_t at_ = 0;  // the next line
  bool strong_open_ = false;
  bool underline_open_ = false;
};

}  // namespace

Document ReadScdoc(std::string_view file, std::string_view text,
                   std::vector<Diagnostic>& diagnostics) {
  PageLimits limits(file, diagnostics);
  return ScdocReader(limits, text).Read();
}

namespace {

constexpr std::string_view kScdocEndings[] = {"scd"};
constexpr std::string_view kScdocComments[] = {";"};

}  // namespace

extern constexpr PageFormat kScdocFormat = {
    .rank = 60,
    .name = "scdoc",
    .title = "scdoc",
    .endings = kScdocEndings,
    .comments = kScdocComments,
    .read = [](const PageInput& page) { return ReadScdoc(page.file, page.text, page.diagnostics); },
    .passes = PassesBlankLine,
    .entries = {.manual = true},
};

}  // namespace flagcensus
