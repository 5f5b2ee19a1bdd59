// AsciiDoc → Document: sections, paragraphs, lists and delimited blocks.
//
// After the AsciiDoc language documentation. Lines of comments and preprocessor directives are left
// out first, so both branches of an ifdef are read. Blocks are told by their first line; a list
// ends at a blank line that neither another item nor a continuation (`+`) follows. Each delimited
// block is searched for its end once, so the time is linear for each level of nesting.
#include "analyzer/pages/asciidoc/asciidoc.h"

#include <algorithm>
#include <array>

#include "analyzer/base/text.h"
#include "analyzer/pages/asciidoc/asciidoc_page.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/page_lines.h"

namespace flagcensus {
namespace {

constexpr auto kNone = std::string_view::npos;
constexpr size_t kMaxAttribute = 1000;
constexpr std::array<std::string_view, 5> kAdmonitions = {"NOTE", "TIP", "IMPORTANT", "WARNING",
                                                          "CAUTION"};

bool IsAdmonition(std::string_view word) {
  return std::find(kAdmonitions.begin(), kAdmonitions.end(), word) != kAdmonitions.end();
}

// The delimiter that `text` is: 4 or more of one character, `--`, "```" or a table's; else 0.
char DelimiterOf(std::string_view text) {
  if (text == "--") return '~';
  if (text.starts_with("```")) return '`';
  if (text == "|===" || text == "!===" || text == ",===" || text == ":===") return '|';
  if (text.size() < 4 || text.find_first_not_of(text[0]) != kNone) return 0;
  return std::string_view("-.=*_+/").find(text[0]) != kNone ? text[0] : '\0';
}

struct ListMarker {
  std::string key;         // "*", "**", ".", "1.", "::": items of one list share it
  size_t length = 0;       // up to the item's text
  size_t term_length = 0;  // of a labelled item
  size_t term_start = 0;
};

size_t SkipSpaces(std::string_view text, size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

// A labelled item: a term, "::" (":::", "::::", ";;"), then white space or the end of the line.
bool ReadLabel(std::string_view text, ListMarker& marker) {
  const size_t start = SkipSpaces(text, 0);
  for (size_t at = start + 1; at + 1 < text.size(); ++at) {
    at = text.find_first_of(":;", at);
    if (at == kNone) return false;
    size_t end = at;
    while (end < text.size() && text[end] == text[at]) ++end;
    const size_t count = end - at;
    const bool fits = text[at] == ';' ? count == 2 : count >= 2 && count <= 4;
    if (fits && (end == text.size() || text[end] == ' ' || text[end] == '\t')) {
      if (text[at - 1] == ' ') return false;
      marker.key = text.substr(at, count);
      marker.length = SkipSpaces(text, end);
      marker.term_start = start;
      marker.term_length = at - start;
      return true;
    }
    at = end - 1;
  }
  return false;
}

bool ReadListMarker(std::string_view text, ListMarker& marker) {
  const size_t start = SkipSpaces(text, 0);
  if (start == text.size()) return false;
  const char c = text[start];
  size_t end = start;
  if (c == '*' || c == '-' || c == '.') {
    while (end < text.size() && text[end] == c) ++end;
    const size_t most = c == '-' ? 1 : 5;
    if (end - start <= most && end < text.size() && (text[end] == ' ' || text[end] == '\t')) {
      marker.key = text.substr(start, end - start);
      marker.length = SkipSpaces(text, end);
      return true;
    }
  } else if (c >= '0' && c <= '9') {
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    if (end + 1 < text.size() && text[end] == '.' && text[end + 1] == ' ') {
      marker.key = "1.";
      marker.length = SkipSpaces(text, end + 1);
      return true;
    }
  } else if (c == '<') {  // a callout: <1> or <.>
    end = text.find('>', start);
    if (end != kNone && end - start >= 2 && end - start <= 4 && end + 1 < text.size() &&
        text[end + 1] == ' ' && text.find_first_not_of("0123456789.", start + 1) == end) {
      marker.key = "<1>";
      marker.length = SkipSpaces(text, end + 1);
      return true;
    }
  }
  if (text.starts_with("//")) return false;
  return ReadLabel(text, marker);
}

bool IsAttributeLine(std::string_view text) {
  return text.starts_with('[') && text.ends_with(']') && text.size() > 2;
}

// The level of a section title `== Title` with the place of its text; 0 where it is none.
int TitleLevel(std::string_view text, size_t& start) {
  size_t level = 0;
  const char c = text.empty() ? ' ' : text[0];
  if (c != '=' && c != '#') return 0;
  while (level < text.size() && text[level] == c) ++level;
  if (level > 6 || level == text.size() || text[level] != ' ') return 0;
  start = SkipSpaces(text, level);
  return start < text.size() ? static_cast<int>(level) : 0;
}

// The level that the underline of a two-line title gives, or 0.
int UnderlineLevel(std::string_view title, std::string_view line) {
  constexpr std::string_view kCharacters = "=-~^+";
  if (line.size() < 3 || line.find_first_not_of(line[0]) != kNone) return 0;
  const size_t level = kCharacters.find(line[0]);
  const size_t difference =
      title.size() > line.size() ? title.size() - line.size() : line.size() - title.size();
  // A delimiter below a line of text is no underline unless their lengths agree.
  if (level == kNone || difference > 2 || title.find_first_not_of(" .-_=*+|[") == kNone) return 0;
  return static_cast<int>(level) + 1;
}

class BlockReader {
 public:
  BlockReader(AsciidocPage& page, const AsciidocLines& lines, int depth, std::vector<Block>& out)
      : page_(page), lines_(lines), depth_(depth), out_(out) {}

  void Read(size_t at, size_t last) {
    while (at < last && !page_.full) at = std::max(ReadOne(at, last), at + 1);
  }

  // The block at `at` with the attribute lines before it; returns the place behind it.
  size_t ReadOne(size_t at, size_t last) {
    const std::string_view text = lines_[at].text;
    size_t start = 0;
    if (ReadEntry(at)) return at + 1;
    if (text == "'''" || text == "<<<" || text == "+" || text == "---" || text == "***") {
      return at + 1;
    }
    if (text.starts_with("[[") && text.ends_with("]]")) return at + 1;  // an anchor
    if (IsAttributeLine(text)) {
      ReadAsciidocAttributes(text.substr(1, text.size() - 2), attributes_);
      return at + 1;
    }
    if (text.size() > 1 && text[0] == '.' && text[1] != '.' && text[1] != ' ') {  // .Title
      title_ = text.substr(1);
      return at + 1;
    }
    size_t next = at;
    if (const int level = TitleLevel(text, start); level > 0) {
      AddHeading(at, start, level);
      next = at + 1;
      if (level == 1 && out_.size() == 1 && depth_ == 0) next = SkipAuthors(next, last);
    } else if (const char delimiter = DelimiterOf(text); delimiter != 0) {
      next = ReadDelimited(at, last, delimiter);
    } else if (ListMarker marker; ReadListMarker(text, marker)) {
      std::vector<std::string> open;
      next = ReadList(at, last, open, depth_, out_);
    } else if (const int underline = at + 1 < last && !lines_[at + 1].blank
                                         ? UnderlineLevel(text, lines_[at + 1].text)
                                         : 0;
               underline > 0) {
      AddHeading(at, 0, underline);
      next = at + 2;
      if (underline == 1 && out_.size() == 1 && depth_ == 0) next = SkipAuthors(next, last);
    } else if (IsBlockMacro(text)) {
      ReadMacro(at);
      next = at + 1;
    } else {
      next = ReadParagraph(at, last);
    }
    attributes_ = {};
    title_ = {};
    return next;
  }

 private:
  Block Make(Block::Kind kind, size_t at, size_t column) {
    Block block;
    block.kind = kind;
    block.line = lines_[at].number;
    block.column = lines_[at].column + static_cast<int>(column);
    CountParts(page_, 1);
    return block;
  }

  // :name: value, :!name:
  bool ReadEntry(size_t at) {
    const std::string_view text = lines_[at].text;
    if (text.size() < 3 || text[0] != ':') return false;
    const size_t end = text.find(':', 1);
    if (end == kNone || end == 1) return false;
    std::string_view name = text.substr(1, end - 1);
    if (end + 1 < text.size() && text[end + 1] != ' ') return false;
    const bool unset = name.starts_with('!') || name.ends_with('!');
    if (name.find_first_of(" \t`*") != kNone) return false;
    if (unset) {
      page_.attributes.erase(
          std::string(name.starts_with('!') ? name.substr(1) : name.substr(0, name.size() - 1)));
    } else {
      const std::string_view value = Trim(text.substr(std::min(end + 1, text.size())));
      if (value.size() <= kMaxAttribute && page_.attributes.size() < 10000) {
        page_.attributes.insert_or_assign(std::string(name), ExpandAttributes(page_, value));
      }
    }
    return true;
  }

  void AddHeading(size_t at, size_t start, int level) {
    Block heading = Make(Block::Kind::kHeading, at, start);
    heading.level = level;
    AsciidocLine line = lines_[at];
    line.text.remove_prefix(start);
    line.column += static_cast<int>(start);
    size_t end = line.text.size();  // == Title ==
    while (end > 0 && (line.text[end - 1] == '=' || line.text[end - 1] == '#')) --end;
    if (end > 0 && end < line.text.size() && line.text[end - 1] == ' ' && start > 0) {
      line.text = Trim(line.text.substr(0, end));
    }
    heading.inlines = ReadAsciidocInline(page_, &line, &line + 1);
    out_.push_back(std::move(heading));
  }

  // The author and revision lines touch the title.
  size_t SkipAuthors(size_t at, size_t last) {
    for (int count = 0; at < last && !lines_[at].blank && count < 2; ++count) {
      const std::string_view text = lines_[at].text;
      if (text.starts_with(':') || text.starts_with('[') || DelimiterOf(text) != 0) break;
      ++at;
    }
    return at;
  }

  static bool IsBlockMacro(std::string_view text) {
    if (!text.ends_with(']')) return false;
    size_t name = 0;
    while (name < text.size() &&
           (IsIdentifierByte(static_cast<unsigned char>(text[name])) || text[name] == '-')) {
      ++name;
    }
    return name > 0 && text.substr(name).starts_with("::") && name + 2 < text.size() &&
           text[name + 2] != ' ';
  }

  void ReadMacro(size_t at) {
    const std::string_view text = lines_[at].text;
    if (!text.starts_with("include::")) return;
    const std::string_view target = text.substr(9, text.find('[') - 9);
    Report(page_, "include-not-read", lines_[at].number,
           "'include' takes in '" + std::string(target.substr(0, 200)) +
               "', which is not read with this page; name it as a page too where it documents "
               "variables");
  }

  // Whether a line ends the paragraph before it even without a blank line.
  bool EndsParagraph(size_t at) const {
    const std::string_view text = lines_[at].text;
    return lines_[at].blank || DelimiterOf(text) != 0 || text == "+" ||
           (IsAttributeLine(text) && text.find(' ') == kNone) || IsBlockMacro(text);
  }

  size_t ReadParagraph(size_t at, size_t last) {
    size_t end = at + 1;
    while (end < last && !EndsParagraph(end)) ++end;
    const std::string_view text = lines_[at].text;
    const std::string style =
        attributes_.positional.empty() ? std::string() : attributes_.positional[0];
    if (style == "source" || style == "listing" || style == "literal" || style == "console" ||
        text[0] == ' ' || text[0] == '\t') {
      AddCode(at, end);
      return end;
    }
    const size_t colon = text.find(": ");
    const bool admonition = colon != kNone && IsAdmonition(text.substr(0, colon));
    if (!admonition && !IsAdmonition(style)) {
      out_.push_back(MakeParagraph(at, end, 0));
      return end;
    }
    Block quote = Make(Block::Kind::kQuote, at, 0);
    quote.label = ToLower(admonition ? text.substr(0, colon) : std::string_view(style));
    quote.children.push_back(MakeParagraph(at, end, admonition ? colon + 2 : 0));
    out_.push_back(std::move(quote));
    return end;
  }

  // The first line begins at byte `start`.
  Block MakeParagraph(size_t at, size_t end, size_t start) {
    Block block = Make(Block::Kind::kParagraph, at, start);
    if (start == 0) {
      block.inlines = ReadAsciidocInline(page_, &lines_[at], lines_.data() + end);
      return block;
    }
    AsciidocLines lines(lines_.begin() + at, lines_.begin() + end);
    lines[0].text.remove_prefix(start);
    lines[0].column += static_cast<int>(start);
    block.inlines = ReadAsciidocInline(page_, lines.data(), lines.data() + lines.size());
    return block;
  }

  void AddCode(size_t at, size_t end) {
    if (at >= end) return;
    Block code = Make(Block::Kind::kCode, at, 0);
    if (attributes_.positional.size() > 1) code.label = attributes_.positional[1];
    size_t indent = kNone;
    for (size_t line = at; line < end; ++line) {
      indent = std::min(indent, lines_[line].text.find_first_not_of(" \t"));
    }
    for (size_t line = at; line < end; ++line) {
      if (line > at) code.text.append(lines_[line].number - lines_[line - 1].number, '\n');
      code.text += lines_[line].text.substr(std::min(indent, lines_[line].text.size()));
    }
    out_.push_back(std::move(code));
  }

  size_t ReadDelimited(size_t at, size_t last, char delimiter) {
    const std::string_view mark = delimiter == '`' ? "```" : lines_[at].text;
    size_t end = at + 1;
    while (end < last && lines_[end].text != mark) ++end;
    const size_t next = std::min(end + 1, last);
    const std::string style =
        attributes_.positional.empty() ? std::string() : attributes_.positional[0];
    if (delimiter == '|') {
      Block table = ReadAsciidocTable(page_, lines_, at + 1, end, attributes_, mark[0], depth_);
      table.label = title_;
      table.line = lines_[at].number;
      out_.push_back(std::move(table));
    } else if (delimiter == '-' || delimiter == '.' || delimiter == '`' || style == "source") {
      if (delimiter == '`' && lines_[at].text.size() > 3) {
        attributes_.positional = {"source", std::string(lines_[at].text.substr(3))};
      }
      AddCode(at + 1, end);
    } else if (delimiter == '/' || delimiter == '+') {
      // comments and passthroughs
    } else {
      const bool quote = depth_ + 3 <= kMaxBlockDepth;
      if (!quote && !page_.deep) {
        page_.deep = true;
        Report(page_, "nested-too-deep", lines_[at].number,
               "blocks are nested more than " + std::to_string(kMaxBlockDepth) +
                   " deep, what lies deeper is read as plain text; flatten the page");
      }
      if (!quote) return at + 1;  // its content goes on at this level
      Block block = Make(Block::Kind::kQuote, at, 0);
      if (IsAdmonition(style)) block.label = ToLower(style);
      if (!title_.empty()) AddTitle(block);
      ReadAsciidocBlocks(page_, lines_, at + 1, end, depth_ + 1, block.children);
      out_.push_back(std::move(block));
    }
    return next;
  }

  void AddTitle(Block& block) {
    Block title;
    title.line = block.line - 1;
    title.column = 2;
    const AsciidocLine line{title_, title.line, 2, false};
    title.inlines = ReadAsciidocInline(page_, &line, &line + 1);
    block.children.push_back(std::move(title));
  }

  // The items from `at` that share its marker. `open` holds the markers of the lists around.
  size_t ReadList(size_t at, size_t last, std::vector<std::string>& open, int depth,
                  std::vector<Block>& out) {
    ListMarker marker;
    ReadListMarker(lines_[at].text, marker);
    const std::string key = marker.key;
    const bool labelled = key.size() > 1 && (key[0] == ':' || key[0] == ';');
    open.push_back(key);
    const bool nested = depth + 4 <= kMaxBlockDepth;
    Block list = Make(Block::Kind::kList, at, 0);
    std::vector<Block>& items = labelled || !nested ? out : list.children;
    bool bare = false;  // the item before has no text: a term that shares the next one's body
    while (at < last && !page_.full) {
      ListMarker own;
      if (!ReadListMarker(lines_[at].text, own) || own.key != key) break;
      if (labelled && bare && !lines_[at].blank) {
        AddTerm(at, own, items.back());
      } else {
        items.push_back(Make(labelled ? Block::Kind::kDefinition : Block::Kind::kItem, at, 0));
        if (labelled) AddTerm(at, own, items.back());
      }
      const size_t slot = items.size() - 1;
      std::vector<Block> body;
      at = ReadItem(at, last, own, open, depth + (labelled ? 1 : 2), labelled, body);
      bare = body.empty();
      if (nested) {
        items[slot].children = std::move(body);
      } else {
        for (Block& block : body) out.push_back(std::move(block));
      }
      at = SkipToItem(at, last, key);
    }
    open.pop_back();
    if (!labelled && nested) out.push_back(std::move(list));
    if (!nested && !page_.deep) {
      page_.deep = true;
      Report(page_, "nested-too-deep", list.line,
             "lists are nested more than " + std::to_string(kMaxBlockDepth) +
                 " deep, what lies deeper is read as plain text; flatten the page");
    }
    return at;
  }

  // Anchors and attributes above the next item of the same list belong to it.
  size_t SkipToItem(size_t at, size_t last, std::string_view key) const {
    size_t next = at;
    while (next < last && next < at + 4 && lines_[next].text.starts_with('[') &&
           lines_[next].text.ends_with(']')) {
      ++next;
    }
    ListMarker marker;
    const bool item = next < last && next > at && ReadListMarker(lines_[next].text, marker);
    return item && marker.key == key ? next : at;
  }

  void AddTerm(size_t at, const ListMarker& marker, Block& block) {
    AsciidocLine line = lines_[at];
    line.text = line.text.substr(marker.term_start, marker.term_length);
    line.column += static_cast<int>(marker.term_start);
    // 'NAME'::, as AsciiDoc of old wrote emphasis.
    const bool quoted = line.text.size() > 2 && line.text[0] == '\'' && line.text.ends_with('\'');
    if (quoted) {
      line.text = line.text.substr(1, line.text.size() - 2);
      ++line.column;
    }
    std::vector<Run> runs = ReadAsciidocInline(page_, &line, &line + 1);
    if (!block.inlines.empty() && !runs.empty()) {
      Run comma;
      comma.text = ", ";
      comma.line = line.number;
      comma.column = line.column;
      block.inlines.push_back(std::move(comma));
    }
    for (Run& run : runs) {
      run.emphasis |= quoted;
      block.inlines.push_back(std::move(run));
    }
  }

  size_t ReadItem(size_t at, size_t last, const ListMarker& marker, std::vector<std::string>& open,
                  int depth, bool labelled, std::vector<Block>& body) {
    BlockReader inner(page_, lines_, depth, body);
    const bool text_here = marker.length < lines_[at].text.size();
    size_t end = at + 1;
    ListMarker other;
    const auto goes_on = [&](size_t line) {
      return line < last && !EndsParagraph(line) && !ReadListMarker(lines_[line].text, other);
    };
    if (text_here) {
      while (goes_on(end)) ++end;
      body.push_back(MakeParagraph(at, end, marker.length));
    } else if (labelled && end < last && DelimiterOf(lines_[end].text) == 0 &&
               lines_[end].text != "+" && !IsAttributeLine(lines_[end].text) &&
               !ReadListMarker(lines_[end].text, other) &&
               (!lines_[end].blank || IsIndented(end))) {
      const size_t first = end++;  // the text may stand below the term, and below a blank line
      while (goes_on(end)) ++end;
      body.push_back(MakeParagraph(first, end, SkipSpaces(lines_[first].text, 0)));
    }
    while (end < last && !page_.full) {
      const std::string_view text = lines_[end].text;
      if (text == "+") {  // the next block belongs to the item
        size_t block = end + 1;
        const size_t before = block;
        while (block < last && (IsAttributeLine(lines_[block].text) ||
                                (lines_[block].text.size() > 1 && lines_[block].text[0] == '.' &&
                                 lines_[block].text[1] != '.' && lines_[block].text[1] != ' '))) {
          ++block;
        }
        if (block >= last) return block;
        for (size_t line = before; line < block; ++line) inner.ReadOne(line, last);
        end = std::max(inner.ReadOne(block, last), block + 1);
        continue;
      }
      if (ReadListMarker(text, other)) {
        if (std::find(open.begin(), open.end(), other.key) != open.end()) return end;
        end = ReadList(end, last, open, depth, body);
        continue;
      }
      // An indented paragraph after a blank line belongs to the item too.
      if (lines_[end].blank && IsIndented(end)) {
        end = inner.ReadParagraph(end, last);
        continue;
      }
      return end;
    }
    return end;
  }

  bool IsIndented(size_t at) const {
    return lines_[at].text[0] == ' ' || lines_[at].text[0] == '\t';
  }

  AsciidocPage& page_;
  const AsciidocLines& lines_;
  int depth_;
  std::vector<Block>& out_;
  AsciidocAttributes attributes_;
  std::string_view title_;
};

// The lines that are no comments and no preprocessor directives.
AsciidocLines SplitLines(std::string_view text, AsciidocPage& page) {
  AsciidocLines lines;
  bool blank = true;
  std::string_view comment;   // the delimiter of an open comment block
  std::string_view verbatim;  // or of a listing, in which nothing is left out
  int number = 0;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  while (!text.empty()) {
    if (lines.size() >= kMaxPageLines) {
      Report(page, "page-too-complex", number,
             "the page has more than " + std::to_string(kMaxPageLines) +
                 " lines, only the first are read; split it");
      break;
    }
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) {
      line.remove_suffix(1);
    }
    const bool delimiter = line.size() >= 4 && line.find_first_not_of(line[0]) == kNone;
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
      // The underline of a title is no delimiter.
      const bool title = !blank && !lines.empty() && UnderlineLevel(lines.back().text, line) > 0;
      if (!title) verbatim = line;
    } else if (line.starts_with("//") && !line.starts_with("///")) {
      continue;
    } else if (line.starts_with("ifdef::") || line.starts_with("ifndef::") ||
               line.starts_with("ifeval::") || line.starts_with("endif::")) {
      const size_t open = line.find('[');
      if (line.starts_with("ife") || line[0] == 'e' || open == kNone || !line.ends_with(']') ||
          open + 2 == line.size()) {
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

void Report(AsciidocPage& page, std::string_view kind, int line, std::string message) {
  page.diagnostics->push_back(
      {std::string(kind), {std::string(page.file), line, 0}, std::move(message)});
}

void CountParts(AsciidocPage& page, size_t parts) {
  page.parts += parts;
  if (page.parts <= kMaxPageParts || page.full) return;
  page.full = true;
  Report(page, "page-too-complex", 0,
         "the page has more than " + std::to_string(kMaxPageParts) +
             " blocks, only the first are read; split it");
}

void ReadAsciidocBlocks(AsciidocPage& page, const AsciidocLines& lines, size_t first, size_t last,
                        int depth, std::vector<Block>& out) {
  BlockReader(page, lines, depth, out).Read(first, last);
}

Document ReadAsciidoc(std::string_view file, std::string_view text,
                      std::vector<Diagnostic>& diagnostics) {
  AsciidocPage page;
  page.file = file;
  page.diagnostics = &diagnostics;
  const AsciidocLines lines = SplitLines(text, page);
  Document document;
  ReadAsciidocBlocks(page, lines, 0, lines.size(), 0, document.blocks);
  return document;
}

}  // namespace flagcensus
