// Org → Document.
//
//   * Environment            kHeading, one deeper for each star, without TODO, priority and tags
//   - APP_HOME :: path       kDefinition; lines with more indentation are its body
//   - text, 1. text          kItem
//   | a | b |, |---+---|     kTable; a first row above a rule is the header
//   #+begin_src sh           kCode; likewise example, export and ": text"
//   :PROPERTIES: ... :END:   skipped, as are # comments and #+KEY: lines
//
// After the Org manual and the Org syntax document. Inline: =code=, ~code~, *strong*, /emphasis/,
// [[target][text]].
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/line_markup.h"
#include "analyzer/pages/page_lines.h"
#include "analyzer/tree/page_format.h"

namespace flagcensus {
namespace {

// The text of one line. Marks end with their line; Org allows them to span two lines, but few files
// use that.
//
//   "see =APP_X= and [[url][this]]"  ─→  "see ", "APP_X" (code), " and ", "this" (link)
std::vector<Run> ReadOrgText(const SourceLine& line) {
  RunWriter writer(line.number);
  const std::string_view text = line.text;
  // A mark counts only after and before these bytes: "a*b*c" is not strong.
  // '_' is among them: "_APP_HOME_" would be emphasis, but in "APP_HOME" the byte before it is a
  // letter.
  constexpr std::string_view kMarks = "=~*/_+";
  constexpr std::string_view kBefore = " \t-(['\"{";
  constexpr std::string_view kBehind = " \t-.,;:!?)]'\"}\\";
  std::array<size_t, 256> next{};  // for each mark: the end that was found last
  size_t link_end = 0;
  size_t from = 0;
  const auto put = [&](size_t end) {
    writer.Put(text.substr(from, end - from), line.column + static_cast<int>(from));
  };
  // The end of the markup that `mark` begins before `begin`. It is kept for the next start, so
  // a line of many starts is searched once.
  const auto ends_at = [&](char mark, size_t begin) {
    size_t& end = next[static_cast<unsigned char>(mark)];
    while (end <= begin && end != std::string_view::npos) {
      end = text.find(mark, begin + 1);
    }
    while (end != std::string_view::npos &&
           (IsSpace(text[end - 1]) ||
            (end + 1 < text.size() && kBehind.find(text[end + 1]) == std::string_view::npos))) {
      end = text.find(mark, end + 1);
    }
    return end;
  };
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool starts = at == 0 || kBefore.find(text[at - 1]) != std::string_view::npos;
    if (kMarks.find(c) != std::string_view::npos && starts && at + 2 < text.size() &&
        !IsSpace(text[at + 1])) {
      const size_t end = ends_at(c, at + 1);
      if (end != std::string_view::npos) {
        put(at);
        const Marks before = writer.marks;
        writer.marks.code |= c == '=' || c == '~';
        writer.marks.strong |= c == '*';
        writer.marks.emphasis |= c == '/' || c == '_';
        from = at + 1;
        // "*=APP_HOME=*": a mark directly within another.
        const bool inner = end > at + 3 && text[at + 1] == text[end - 1] && c != '=' && c != '~' &&
                           kMarks.find(text[at + 1]) != std::string_view::npos;
        if (inner) {
          writer.marks.code |= text[at + 1] == '=' || text[at + 1] == '~';
          writer.marks.strong |= text[at + 1] == '*';
          ++from;
        }
        put(inner ? end - 1 : end);
        writer.marks = before;
        from = at = end + 1;
        continue;
      }
    }
    if (text.substr(at).starts_with("[[")) {
      if (link_end < at) link_end = text.find("]]", at);
      const size_t close = link_end;
      if (close != std::string_view::npos) {
        put(at);
        size_t begin = at + 2;
        // "[[target][text]]": the text is shown, or the target if there is no text.
        const size_t middle = text.substr(begin, close - begin).find("][");
        if (middle != std::string_view::npos) begin += middle + 2;
        from = begin;
        writer.marks.link = true;
        put(close);
        writer.marks.link = false;
        from = at = close + 2;
        continue;
      }
      at += 2;
      continue;
    }
    ++at;
  }
  put(text.size());
  return writer.Take();
}

// The number of bytes of the mark of an item: "- ", "+ ", "1. ", "1) ", or " * ", which is a
// headline without the blank before it. 0 if the line does not begin with a mark.
size_t OrgBullet(const SourceLine& line) {
  const std::string_view text = line.text;
  if (text.empty()) return 0;
  size_t end = 0;
  if (text[0] == '-' || text[0] == '+' || (text[0] == '*' && line.column > 1)) {
    end = 1;
  } else {
    while (end < text.size() && IsDigit(text[end])) ++end;
    if (end == 0 && IsAlpha(text[0])) end = 1;  // a.
    if (end == 0 || end >= text.size() || (text[end] != '.' && text[end] != ')')) return 0;
    // "a)" but not "a.", which begins a sentence more often: "I. Newton".
    if (end == 1 && IsAlpha(text[0]) && text[1] != ')') return 0;
    ++end;
  }
  if (end == text.size()) return end;
  if (!IsBlank(text[end])) return 0;
  return std::min(text.find_first_not_of(" \t", end), text.size());
}

// Reads the lines of a page one by one. Indentation decides to which item a line belongs.
class OrgReader {
 public:
  OrgReader(PageLimits& limits, std::string_view text)
      : lines_(SourceLinesOf(text, limits)), out_(limits) {}

  Document Read() {
    for (const SourceLine& whole : lines_) {
      if (out_.limits().full()) break;
      ReadLine(whole);
    }
    if (!block_.empty()) out_.limits().ReportNotClosed(began_, "#+begin_" + block_);
    return out_.Finish();
  }

 private:
  // An item that is open, with the indentation of its mark.
  // `terms` is kept, since "- a :: b" after "- a" begins another list.
  struct Open {
    int indent = 0;
    size_t depth = 0;  // of the parts outside of its list
    bool terms = false;
  };

  // Open blocks and drawers come first, then what a line begins with. Other lines are text.
  void ReadLine(const SourceLine& whole) {
    const SourceLine line = whole.From(whole.margin());
    const size_t stars = Stars(whole.text);
    if (!block_.empty()) {
      // Other blocks, such as quotes, contain Org.
      if (!EndsBlock(line.text, stars > 0)) {
        if (code_) out_.AddCode(whole.text, whole.place(), language_);
        if (code_ || comment_) return;
      } else if (IsKey(line.text, "#+end_")) {
        return;
      }
    }
    if (drawer_) {
      drawer_ = stars == 0 && !EqualsIgnoreCase(line.text, ":END:");
      if (drawer_ || stars == 0) return;
    }
    if (line.text.empty()) {
      EndTable();
      out_.EndParagraph();
      ++blank_;
      if (blank_ >= 2) CloseItems(0);  // two blank lines end a list
      return;
    }
    if (stars > 0) {
      Headline(whole.From(stars + 1), static_cast<int>(stars));
    } else if (line.text.starts_with("#+")) {
      Keyword(line);
    } else if (line.text == "#" || line.text.starts_with("# ")) {
      return;
    } else if (line.text.starts_with('|')) {
      LeaveTo(IndentWidth(whole.text));
      Row(line);
    } else if (IsDrawer(line.text)) {
      drawer_ = true;
    } else {
      EndTable();
      Text(whole, line);
    }
    blank_ = 0;
  }

  // The level of a headline: its stars are in the first column and a blank follows.
  static size_t Stars(std::string_view text) {
    const size_t stars = std::min(text.find_first_not_of('*'), text.size());
    return stars > 0 && stars < text.size() && text[stars] == ' ' ? stars : 0;
  }
  static bool IsKey(std::string_view text, std::string_view key) {
    return EqualsIgnoreCase(text.substr(0, key.size()), key);
  }
  // Only drawers of metadata. Others contain text of the page.
  // ":NOTES:" is text, therefore. Its two lines become words of the page, which name no variable.
  static bool IsDrawer(std::string_view text) {
    return EqualsIgnoreCase(text, ":PROPERTIES:") || EqualsIgnoreCase(text, ":LOGBOOK:");
  }

  // Whether the line ends the open block: its #+end, another beginning of its kind, or a headline,
  // which inside of a block is written after a comma.
  bool EndsBlock(std::string_view text, bool headline) {
    const bool closed = IsKey(text, "#+end_" + block_);
    if (!closed && !headline && !IsKey(text, "#+begin_" + block_)) return false;
    if (!closed) out_.limits().ReportNotClosed(began_, "#+begin_" + block_);
    out_.EndParagraph();
    if (!code_ && !comment_) out_.CloseThrough(Part::kGroup);
    block_.clear();
    language_.clear();
    code_ = comment_ = false;
    return true;
  }

  // A headline closes everything: it cannot be part of a list or block.
  //
  //   ** TODO [#A] Environment :config:    ─→  kHeading, level 2, "Environment"
  //
  // Other keywords that a file declares with #+TODO remain in the title.
  void Headline(SourceLine line, int stars) {
    EndTable();
    CloseItems(0);
    out_.CloseTo(0);
    line = line.From(line.margin());
    for (const std::string_view word : {"TODO ", "DONE ", "COMMENT "}) {
      if (line.text.starts_with(word)) line = line.From(word.size());
    }
    if (line.text.starts_with("[#") && line.text.size() > 4) line = line.From(5);
    // ":tag:tag:" at the end.
    const size_t space = line.text.find_last_of(" \t");
    if (space != std::string_view::npos && line.text.ends_with(':') &&
        line.text.substr(space + 1).starts_with(':') && line.text.size() > space + 2) {
      line.text = Trim(line.text.substr(0, space));
    }
    out_.AddHeading(stars, ReadOrgText(line));
  }

  // "#+KEY: value" or "#+begin_kind value".
  // Unknown keys have no text: "#+author: x" adds nothing.
  void Keyword(const SourceLine& line) {
    EndTable();
    out_.EndParagraph();
    const size_t end = std::min(line.text.find_first_of(" \t:"), line.text.size());
    const SourceLine rest = line.From(end + (line.text.substr(end).starts_with(':') ? 1 : 0));
    const SourceLine value = rest.From(rest.margin());
    if (IsKey(line.text, "#+begin_")) {
      block_ = ToLower(line.text.substr(8, end - 8));
      began_ = line.number;
      code_ = block_ == "src" || block_ == "example" || block_ == "export";
      comment_ = block_ == "comment";
      if (block_ == "src") language_ = value.text.substr(0, value.text.find_first_of(" \t"));
      if (!code_ && !comment_) OpenNested(out_, Part::kGroup, line.place());
    } else if (IsKey(line.text, "#+include")) {
      out_.limits().ReportInclude(line.number, "#+include", value.text);
    } else if (IsKey(line.text, "#+title")) {
      out_.AddHeading(1, ReadOrgText(value));
    } else if (IsKey(line.text, "#+caption")) {
      out_.AddText(ReadOrgText(value));
      out_.EndParagraph();
    }
  }

  // A table ends at the first line that does not begin with '|'.
  // Org has no end of a table, and a blank line separates two tables.
  void EndTable() {
    if (out_.part() == Part::kTable) out_.Close();
  }

  // A row, a rule, or the first row of a table, which is opened with it.
  void Row(const SourceLine& line) {
    if (out_.part() != Part::kTable) {
      out_.EndParagraph();
      if (!out_.MayNest(line.number)) return out_.AddText(ReadOrgText(line));
      out_.Open(Part::kTable, line.place());
    }
    // A rule below the first row makes it the header.
    if (line.text.size() > 1 && line.text[1] == '-') {
      if (!out_.IsDeep() && out_.siblings().size() == 1) out_.siblings()[0].header = true;
      return;
    }
    out_.Open(Part::kRow, line.place());
    for (size_t from = 1; from < line.text.size() && !out_.limits().full();) {
      const size_t end = std::min(line.text.find('|', from), line.text.size());
      SourceLine cell = line.From(from);
      cell.text = line.text.substr(from, end - from);
      cell = cell.From(cell.margin());
      cell.text = Trim(cell.text);
      out_.Open(Part::kCell, cell.place());
      out_.AddText(ReadOrgText(cell));
      out_.Close();
      from = end + 1;
    }
    out_.Close();
  }

  // Closes the items with a mark at `indent` or to the right of it.
  //
  //   - a          indent 0
  //     - b        indent 2
  //   text         closes both
  void CloseItems(int indent) {
    while (!items_.empty() && items_.back().indent >= indent) {
      out_.CloseTo(items_.back().depth);
      items_.pop_back();
    }
  }
  // Closes the items that text at `indent` does not belong to.
  void LeaveTo(int indent) {
    if (items_.empty() || items_.back().indent < indent) return;
    out_.EndParagraph();
    CloseItems(indent);
  }

  // An item, a line of code after ": ", or text of a paragraph.
  void Text(const SourceLine& whole, const SourceLine& line) {
    const int indent = IndentWidth(whole.text);
    const size_t bullet = OrgBullet(line);
    if (bullet > 0) return Item(line, bullet, indent);
    LeaveTo(indent);
    if (line.text == ":" || line.text.starts_with(": ")) {
      return out_.AddCode(line.text.substr(std::min<size_t>(2, line.text.size())),
                          {line.number, line.column + 2});
    }
    out_.AddText(ReadOrgText(line));
  }

  // "- text" or "- term :: text", after closing items that are further to the right.
  void Item(const SourceLine& line, size_t bullet, int indent) {
    out_.EndParagraph();
    SourceLine rest = line.From(bullet);
    // A check box is not text of the item.
    for (const std::string_view box : {"[ ] ", "[X] ", "[-] "}) {
      if (rest.text.starts_with(box)) rest = rest.From(box.size());
    }
    size_t colons = rest.text.find(" :: ");
    if (colons == std::string_view::npos && rest.text.ends_with(" ::")) {
      colons = rest.text.size() - 3;
    }
    const bool term = colons != std::string_view::npos;
    // An item continues the list of its indentation if both are terms or both are not.
    CloseItems(indent + 1);
    const bool goes_on =
        !items_.empty() && items_.back().indent == indent && items_.back().terms == term;
    if (!goes_on) {
      CloseItems(indent);
      if (!out_.MayNest(line.number)) return out_.AddText(ReadOrgText(rest));
      items_.push_back({indent, out_.depth(), term});
      out_.Open(term ? Part::kTerms : Part::kList, line.place());
    }
    if (!term) {
      OpenItem(out_, line.place());
      return out_.AddText(ReadOrgText(rest));
    }
    SourceLine name = rest;
    name.text = Trim(rest.text.substr(0, colons));
    OpenDefinition(out_, ReadOrgText(name), name.place());
    const SourceLine body = rest.From(colons + 3);
    out_.AddText(ReadOrgText(body.From(body.margin())));
  }

  std::vector<SourceLine> lines_;
  DocumentBuilder out_;
  std::string block_;  // the kind of the block that is open: "src"
  std::string language_;
  bool code_ = false;  // its text is code
  bool comment_ = false;
  bool drawer_ = false;
  int began_ = 0;
  int blank_ = 0;
  std::vector<Open> items_;
};

constexpr std::string_view kOrgEndings[] = {"org"};
constexpr std::string_view kOrgComments[] = {"#"};

}  // namespace

extern constexpr PageFormat kOrgFormat = {
    .rank = 64,
    .name = "org",
    .title = "Org",
    .files = "{}",
    .endings = kOrgEndings,
    .comments = kOrgComments,
    .read =
        [](const PageInput& page) {
          PageLimits limits(page.file, page.diagnostics);
          return OrgReader(limits, page.text).Read();
        },
    .passes = PassesBlankLine,
};

}  // namespace flagcensus
