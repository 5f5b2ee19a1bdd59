// MediaWiki → Document.
//
//   == Environment ==             kHeading, one deeper for each "="
//   * a, ** b, # c                kList, nested by its marks
//   ; APP_HOME : path             kDefinition; ": text" below a term is its body, otherwise a group
//   {| ... |- ... | a || b |}     kTable; "!" begins header cells
//   <pre>, <syntaxhighlight>      kCode, as is a line that begins with a blank
//   {{template|text}}             the text of its arguments; <!-- --> is skipped
//
// After the MediaWiki help, "Formatting". Inline: '''strong''', ''emphasis'', <code>,
// [[page|text]], [address text], <nowiki>.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/line_markup.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/pages/wiki/wiki_text.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

constexpr auto kBlockTags = std::to_array<std::string_view>({"pre", "syntaxhighlight", "source"});

// Reads the lines of a page one by one. A line's first bytes decide what it is.
class WikiReader {
 public:
  WikiReader(PageLimits& limits, std::string_view text)
      : lines_(SourceLinesOf(text, limits)), out_(limits) {}

  Document Read() {
    for (const SourceLine& line : lines_) {
      if (out_.limits().full()) break;
      ReadLine(line);
    }
    if (!code_.empty()) out_.limits().ReportNotClosed(began_, "<" + code_ + ">");
    return out_.Finish();
  }

 private:
  // Open code and comments come first, then what a line begins with. Other lines are text.
  void ReadLine(SourceLine line) {
    if (!code_.empty() && !ReadCode(line)) return;
    if (comment_ && !LeaveComment(line)) return;
    CutComment(line);
    const SourceLine text = line.From(line.margin());
    if (text.text.empty()) return EndLists();
    const WikiTag tag = text.text[0] == '<' ? WikiTagAt(text.text) : WikiTag();
    const bool code = !tag.closes &&
                      std::any_of(kBlockTags.begin(), kBlockTags.end(), [&](std::string_view name) {
                        return EqualsIgnoreCase(tag.name, name);
                      });
    if (code) return BeginCode(text, tag);
    if (text.text.starts_with("{|")) return BeginTable(text);
    if (tables_ > 0 && TableLine(text)) return;
    // As in MediaWiki, a heading has its marks on both sides; only those at the start are counted.
    const size_t equals = std::min(line.text.find_first_not_of('='), line.text.size());
    if (equals > 0 && equals <= 6 && line.text.size() > 2 * equals && line.text.ends_with('=')) {
      return Heading(line, equals);
    }
    // A line of marks only is a rule or decoration, unless a list is open.
    const size_t marks = std::min(line.text.find_first_not_of("*#;:"), line.text.size());
    if (marks > 0 && (marks < line.text.size() || !marks_.empty())) return Item(line, marks);
    if (line.text.starts_with("----")) return EndLists();
    // Inside a table, lines are often indented for readability. Adjacent lines are one block of
    // code.
    if (IsBlank(line.text[0]) && tables_ == 0) {
      if (literal_ != line.number) EndLists();
      literal_ = line.number + 1;
      return out_.AddCode(line.text.substr(1), {line.number, line.column + 1});
    }
    if (!marks_.empty()) EndLists();
    AddText(text);
  }

  // Marks that are open at the end of the line continue on the next one.
  void AddText(const SourceLine& text) { out_.AddText(ReadWikiText(state_, text)); }

  void EndParagraph() {
    out_.EndParagraph();
    state_ = WikiMarks();
  }

  // An empty line, a heading or a table ends all lists.
  void EndLists() {
    EndParagraph();
    if (marks_.empty()) return;
    out_.CloseTo(lists_depth_);
    marks_.clear();
  }

  // Cuts "<!-- ... -->" out of the line, and notes whether the comment continues on the next line.
  // A comment between two texts is kept as text.
  void CutComment(SourceLine& line) {
    const size_t begin = line.text.find("<!--");
    if (begin == std::string_view::npos) return;
    const size_t end = line.text.find("-->", begin + 4);
    comment_ = end == std::string_view::npos;
    if (comment_ || end + 3 >= line.text.size()) {
      line.text = line.text.substr(0, begin);
    } else if (Trim(line.text.substr(0, begin)).empty()) {
      line = line.From(end + 3);
    }
    line.text = line.text.substr(0, line.text.find_last_not_of(" \t") + 1);
  }
  // False as long as the comment continues, or if nothing follows it on the line.
  bool LeaveComment(SourceLine& line) {
    const size_t end = line.text.find("-->");
    if (end == std::string_view::npos) return false;
    comment_ = false;
    line = line.From(end + 3);
    return !line.text.empty();
  }

  // A tag of code, with an attribute lang="sh" or lang=sh.
  void BeginCode(const SourceLine& text, const WikiTag& tag) {
    EndParagraph();
    code_ = ToLower(tag.name);
    began_ = text.number;
    language_.clear();
    const size_t lang = text.text.substr(0, tag.size).find("lang=");
    if (lang != std::string_view::npos) {
      const std::string_view value = text.text.substr(lang + 5, tag.size - lang - 6);
      const size_t begin = value.starts_with('"') ? 1 : 0;
      language_ = value.substr(begin, value.find_first_of("\" ", begin) - begin);
    }
    SourceLine rest = text.From(tag.size);
    if (!rest.text.empty()) ReadCode(rest);
  }

  // Reads the next line of code. Returns whether there is text in `line` after the end of the code,
  // or after the beginning of another: a second beginning means that the end of the first is
  // missing.
  bool ReadCode(SourceLine& line) {
    const std::string lower = ToLower(line.text);
    const size_t close = lower.find("</" + code_);
    size_t other = lower.find("<" + code_);
    if (other != std::string::npos &&
        WikiTagAt(line.text.substr(other)).name.size() != code_.size()) {
      other = std::string::npos;
    }
    const size_t end = std::min({close, other, line.text.size()});
    const std::string_view text = line.text.substr(0, end);
    if (!Trim(text).empty()) out_.AddCode(text, line.place(), language_);
    if (end == line.text.size()) return false;
    out_.EndParagraph();
    const bool closed = close == end;
    if (!closed) out_.limits().ReportNotClosed(began_, "<" + code_ + ">");
    code_.clear();
    const size_t behind = line.text.find('>', end);
    line = line.From(closed ? std::min(behind, line.text.size() - 1) + 1 : end);
    line = line.From(line.margin());
    return !line.text.empty();
  }

  // A heading ends lists and tables, since a table that is not closed would contain the page.
  void Heading(const SourceLine& line, size_t equals) {
    EndLists();
    while (tables_ > 0) EndTable();
    SourceLine title = line.From(equals);
    title.text = title.text.substr(0, title.text.find_last_not_of("= \t") + 1);
    title = title.From(title.margin());
    out_.AddHeading(static_cast<int>(equals), ReadWikiText(state_, title));
    state_ = WikiMarks();
  }

  // "*# text": the marks of the lists, from the outermost one on. Lists that the item before shares
  // stay open, deeper ones are closed, and new ones are opened:
  //
  //   * a
  //   *# b       keeps the list of "*", opens one of "#"
  //   * c        closes the list of "#"
  void Item(const SourceLine& line, size_t count) {
    EndParagraph();
    // Deeper marks are decoration.
    constexpr size_t kDeepest = 16;
    std::string marks(line.text.substr(0, std::min(count, kDeepest)));
    if (marks_.empty()) {
      lists_depth_ = out_.depth();
      depths_.clear();
    }
    // ";" and ":" are one list: terms and bodies.
    const auto same = [](char a, char b) {
      return a == b || ((a == ';' || a == ':') && (b == ';' || b == ':'));
    };
    size_t kept = 0;
    while (kept < marks.size() && kept < marks_.size() && same(marks[kept], marks_[kept])) ++kept;
    if (kept < marks_.size()) out_.CloseTo(depths_[kept]);
    depths_.resize(kept);
    for (size_t at = kept; at < marks.size(); ++at) {
      depths_.push_back(out_.depth());
      const bool terms = marks[at] == ';' || marks[at] == ':';
      OpenNested(out_,
                 !terms             ? Part::kList
                 : marks[at] == ';' ? Part::kTerms
                                    : Part::kGroup,
                 line.place());
      if (at + 1 < marks.size() && !terms) OpenItem(out_, line.place());
    }
    marks_ = marks;
    SourceLine text = line.From(count);
    text = text.From(text.margin());
    if (marks.back() == ';') return Term(text);
    if (marks.back() != ':') OpenItem(out_, line.place());
    AddText(text);
    if (marks.back() == ':') EndParagraph();
  }

  // "term : body" on one line, or a term alone. Blanks on both sides of the colon distinguish it
  // from a colon in the term.
  void Term(const SourceLine& text) {
    if (InnermostList(out_) != Part::kTerms) OpenNested(out_, Part::kTerms, text.place());
    const size_t colon = text.text.find(" : ");
    SourceLine term = text;
    term.text = text.text.substr(0, colon);
    OpenDefinition(out_, ReadWikiText(state_, term), term.place());
    state_ = WikiMarks();
    if (colon == std::string_view::npos) return;
    const SourceLine body = text.From(colon + 3);
    AddText(body.From(body.margin()));
    EndParagraph();
  }

  // "{|" opens a table, also within a cell of another one; "|}" closes the innermost.
  void BeginTable(const SourceLine& line) {
    EndLists();
    OpenNested(out_, Part::kTable, line.place());
    ++tables_;
  }
  void EndTable() {
    EndLists();
    out_.CloseThrough(Part::kTable);
    --tables_;
  }

  // Reads a line that begins with a mark of tables; returns false for the text of a cell.
  bool TableLine(const SourceLine& line) {
    if (line.text.starts_with("|}")) {
      EndTable();
    } else if (line.text.starts_with("|-")) {
      EndLists();
      out_.CloseInside(Part::kTable);
    } else if (line.text.starts_with("|+")) {
      EndLists();
      out_.CloseInside(Part::kTable);
      out_.Open(Part::kCaption, line.place());
      AddText(line.From(2));
      out_.Close();
    } else if (line.text[0] == '|' || line.text[0] == '!') {
      Cells(line);
    } else {
      return false;
    }
    return true;
  }

  // Reads cells: "| a || b", "! a !! b"; "| attributes | a".
  //
  //   | APP_PORT || 80                two cells
  //   | style="width: 9em" | 80       one cell, "80"
  void Cells(const SourceLine& line) {
    EndLists();
    const bool header = line.text[0] == '!';
    if (out_.Innermost({Part::kRow, Part::kTable}) != Part::kRow) {
      out_.CloseInside(Part::kTable);
      out_.Open(Part::kRow, line.place());
    } else {
      out_.CloseInside(Part::kRow);
    }
    for (size_t from = 1; from <= line.text.size() && !out_.limits().full();) {
      size_t end = std::min(line.text.find("||", from), line.text.size());
      if (header) end = std::min(line.text.find("!!", from), end);
      SourceLine cell = line.From(from);
      cell.text = line.text.substr(from, end - from);
      // Attributes contain '=' and no markup. Of "| a=b | c" MediaWiki displays "c" as well.
      const size_t bar = cell.text.find('|');
      if (bar != std::string_view::npos && cell.text.substr(0, bar).find('=') < bar &&
          cell.text.substr(0, bar).find_first_of("[{<") == std::string_view::npos) {
        cell = cell.From(bar + 1);
      }
      cell = cell.From(cell.margin());
      cell.text = Trim(cell.text);
      out_.CloseInside(Part::kRow);
      Block* block = out_.Open(Part::kCell, cell.place());
      if (block != nullptr) block->header = header;
      AddText(cell);
      state_ = WikiMarks();
      from = end + 2;
    }
  }

  std::vector<SourceLine> lines_;
  DocumentBuilder out_;
  WikiMarks state_;
  std::string code_;  // the tag of the block of code that is open
  std::string language_;
  int began_ = 0;
  bool comment_ = false;
  int literal_ = 0;  // the number of the line that would continue the indented code
  int tables_ = 0;
  std::string marks_;           // of the item before
  std::vector<size_t> depths_;  // of the parts around each list of `marks_`
  size_t lists_depth_ = 0;
};

// Headings with two to six marks, and lines that only MediaWiki has. Lists are not counted, since
// other formats use the same marks.
int WikiMark(std::string_view line, std::string_view /*above*/) {
  const size_t equals = std::min(line.find_first_not_of('='), line.size());
  const bool heading = equals >= 2 && equals <= 6 && line.size() > 2 * equals + 1 &&
                       line.ends_with(std::string(equals, '=')) &&
                       line[line.size() - equals - 1] != '=';
  const bool other = line == "|-" || line.starts_with("{| class") ||
                     line.starts_with("[[Category:") || line.starts_with("<syntaxhighlight") ||
                     line.starts_with("__TOC__");
  return heading || other ? 2 : 0;
}

constexpr std::string_view kWikiEndings[] = {"wiki", "mediawiki"};
constexpr std::string_view kWikiComments[] = {"<!--"};

}  // namespace

extern constexpr PageFormat kWikiFormat = {
    .rank = 66,
    .name = "mediawiki",
    .title = "MediaWiki",
    .files = "{}",
    .endings = kWikiEndings,
    .comments = kWikiComments,
    .read =
        [](const PageInput& page) {
          PageLimits limits(page.file, page.diagnostics);
          return WikiReader(limits, page.text).Read();
        },
    .detect = {.marks = WikiMark},
    .passes = PassesBlankLine,
};

}  // namespace flagcensus
