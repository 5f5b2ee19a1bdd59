// Body elements of reStructuredText → blocks.
//
// One function for each section "Body Elements" of the docutils specification; the dispatch in
// ReadRstBlocks follows the order in which docutils tries them. A block's extent is told by
// indentation alone, so a block nested n deep is looked at n times, which its own indentation pays
// for.
#include "analyzer/pages/rst/rst_block.h"

#include <limits>

#include "analyzer/base/text.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/rst/rst_page.h"

namespace flagcensus {

void RstBlockReader::Read() {
  size_t at = region_.first;
  while (at < region_.last && !page_.full) {
    const size_t next = ReadOne(at);
    at = std::max(next, at + 1);  // whatever it was, the page goes on
  }
}

Block RstBlockReader::Make(Block::Kind kind, size_t at) {
  Block block;
  block.kind = kind;
  block.line = region_.Number(at);
  block.column = SourceColumn(page_.text, (*region_.lines)[at], region_.Column(at));
  if (++page_.parts > kMaxPageParts) page_.full = true;
  return block;
}

Block& RstBlockReader::Add(Block::Kind kind, size_t at) {
  out_.push_back(Make(kind, at));
  return out_.back();
}

// The lines [first, last) as a region: all but the first are cut at their least indent.
Region RstBlockReader::Inner(size_t first, size_t last, int first_column, bool first_counts) const {
  int least = std::numeric_limits<int>::max();
  for (size_t at = first_counts ? first : first + 1; at < last; ++at) {
    least = std::min(least, region_.Indent(at));
  }
  if (least == std::numeric_limits<int>::max()) least = 0;
  const int margin = region_.margin + least;
  return {region_.lines, first, last, margin,
          first_counts ? region_.Margin(first) + least : region_.Margin(first) + first_column};
}

// The end of the lines from `at` that are indented by at least `indent`.
size_t RstBlockReader::EndOfIndented(size_t at, int indent) const {
  while (at < region_.last && region_.Indent(at) >= indent) ++at;
  return at;
}

// The body of an element whose marker ends at `column` of line `at`: the rest of that line and
// the lines indented below it.
Region RstBlockReader::BodyAfter(size_t at, int column, size_t& end) const {
  end = EndOfIndented(at + 1, 1);
  if (static_cast<size_t>(column) < region_.Text(at).size()) return Inner(at, end, column, false);
  return at + 1 < end ? Inner(at + 1, end, 0, true) : Region{region_.lines, at, at, 0, 0};
}

size_t RstBlockReader::ReadOne(size_t at) {
  if (region_.Indent(at) > 0) return ReadQuote(at);
  const std::string_view text = region_.Text(at);
  char style = 0;
  switch (text.empty() ? '\0' : text[0]) {
    case '\0':
      return at + 1;
    case ':':
      if (ReadFieldMarker(text).length > 0) return ReadFields(at);
      break;
    case '|':
      if (text.size() == 1 || text[1] == ' ') return ReadLineBlock(at);
      break;
    case '>':
      if (text == ">>>" || text.starts_with(">>> ")) return ReadDoctest(at);
      break;
    case '.':
      if (text == ".." || text.starts_with(".. ")) return ReadExplicit(at, text);
      break;
    case '_':
      if (text == "__" || text.starts_with("__ ")) return EndOfIndented(at + 1, 1);
      break;
    case '=':
      if (IsSimpleTableBorder(text)) return ReadSimpleTable(at);
      break;
    case '+':
      if (IsGridTableBorder(text)) return ReadGridTable(at);
      break;
    default:
      break;
  }
  if (BulletLength(text) > 0) return ReadBullets(at);
  if (IsEnumerated(at, style)) return ReadEnumerated(at);
  if (text[0] == '-' || text[0] == '+' || text[0] == '/') {
    const OptionMarker marker = ReadOptionMarker(text);
    const bool described = static_cast<size_t>(marker.length) < text.size() ||
                           (region_.Touches(at + 1) && region_.Indent(at + 1) > 0);
    if (marker.length > 0 && described) return ReadOptions(at);
  }
  if (IsAdornment(text) && text != "::") {
    const size_t next = ReadOverline(at, text);
    if (next != at) return next;
  }
  return ReadText(at);
}

bool RstBlockReader::IsSimpleTableBorder(std::string_view text) {
  return text.find_first_not_of("= ") == kNone && text.find("= ") != kNone;
}

bool RstBlockReader::IsGridTableBorder(std::string_view text) {
  return text.size() > 2 && (text[1] == '-' || text[1] == '=') && text.back() == '+' &&
         text.find_first_not_of("+-=") == kNone;
}

size_t RstBlockReader::ReadQuote(size_t at) {
  const size_t end = EndOfIndented(at, 1);
  Block& block = Add(Block::Kind::kQuote, at);
  const Region inner = Inner(at, end, 0, true);
  ReadRstBlocks(page_, inner, depth_ + 1, block.children);
  return end;
}

// Each line of a line block stands for itself.
size_t RstBlockReader::ReadLineBlock(size_t at) {
  do {
    size_t end = at + 1;
    while (region_.Touches(end) && region_.Indent(end) > 0) ++end;
    Region line = Inner(at, end, 1, false);
    while (line.first_margin < static_cast<int>((*line.lines)[at].text.size()) &&
           (*line.lines)[at].text[line.first_margin] == ' ') {
      ++line.first_margin;
    }
    if (!line.Text(at).empty()) {
      Block& paragraph = Add(Block::Kind::kParagraph, at);
      paragraph.inlines = ReadRstInline(page_, line, at, end);
    }
    at = end;
  } while (region_.Touches(at) && region_.Text(at).starts_with('|') && !page_.full);
  return at;
}

size_t RstBlockReader::ReadDoctest(size_t at) {
  size_t end = at + 1;
  while (region_.Touches(end)) ++end;
  Block& code = Add(Block::Kind::kCode, at);
  code.label = "pycon";
  code.text = Verbatim(region_, at, end);
  return end;
}

size_t RstBlockReader::ReadGridTable(size_t at) {
  size_t end = at + 1;
  while (region_.Touches(end) && region_.Indent(end) == 0 &&
         (region_.Text(end)[0] == '+' || region_.Text(end)[0] == '|')) {
    ++end;
  }
  out_.push_back(ReadRstGridTable(page_, region_, at, end, depth_));
  return end;
}

// The table ends at the second border below its top, or at one before a blank line.
size_t RstBlockReader::ReadSimpleTable(size_t at) {
  size_t end = at + 1;
  int borders = 0;
  while (end < region_.last) {
    const bool border = IsSimpleTableBorder(region_.Text(end));
    ++end;
    if (border && (++borders == 2 || !region_.Touches(end))) break;
  }
  if (borders == 0) {  // no table: the text of a line of "= ="
    return ReadText(at);
  }
  out_.push_back(ReadRstSimpleTable(page_, region_, at, end, depth_));
  return end;
}

size_t RstBlockReader::ReadExplicit(size_t at, std::string_view text) {
  size_t end = EndOfIndented(at + 1, 1);
  const int start = text.size() > 2 ? 2 + LeadingSpaces(text.substr(2)) : 2;
  const std::string_view rest = text.substr(start);
  if (rest.empty()) {  // an empty comment ends at a blank line
    return region_.Touches(at + 1) ? end : at + 1;
  }
  if (rest[0] == '[') {  // footnote or citation
    const size_t close = rest.find("] ");
    if (close == kNone) return end;
    Block& quote = Add(Block::Kind::kQuote, at);
    const Region body = BodyAfter(at, start + static_cast<int>(close) + 2, end);
    ReadRstBlocks(page_, body, depth_ + 1, quote.children);
    return end;
  }
  if (rest[0] == '_' || rest[0] == '|') return end;  // targets and substitutions: CollectNames
  size_t name = 0;
  while (name < rest.size() && (IsIdentifierByte(rest[name]) ||
                                (name > 0 && std::string_view("+-.:").find(rest[name]) != kNone &&
                                 !rest.substr(name).starts_with("::")))) {
    ++name;
  }
  size_t colons = name;
  if (colons < rest.size() && rest[colons] == ' ') ++colons;
  const std::string_view mark = rest.substr(colons);
  if (name == 0 || (mark != "::" && !mark.starts_with(":: "))) return end;  // a comment
  const int spaces = LeadingSpaces(mark.substr(2));
  ReadRstDirective(page_, region_, at, end, rest.substr(0, name),
                   start + static_cast<int>(colons) + 2 + spaces, depth_, out_);
  return end;
}

void RstBlockReader::AddTitle(size_t at, char adornment, bool overline) {
  const std::pair<char, bool> style(adornment, overline);
  size_t level = 0;
  while (level < page_.title_styles.size() && page_.title_styles[level] != style) ++level;
  if (level == page_.title_styles.size()) page_.title_styles.push_back(style);
  Block& heading = Add(Block::Kind::kHeading, at);
  heading.level = static_cast<int>(level) + 1;
  Region line = region_;
  const int indent = region_.Indent(at);  // a title with an overline may be indented
  (at == line.first ? line.first_margin : line.margin) += indent;
  heading.inlines = ReadRstInline(page_, line, at, at + 1);
}

// A title with an overline, or a transition; `at` where the line is neither.
size_t RstBlockReader::ReadOverline(size_t at, std::string_view text) {
  if (region_.Touches(at + 1) && region_.Touches(at + 2) && IsAdornment(region_.Text(at + 2)) &&
      region_.Text(at + 2)[0] == text[0] && !IsAdornment(region_.Text(at + 1))) {
    AddTitle(at + 1, text[0], true);
    return at + 3;
  }
  return text.size() >= 4 && !region_.Touches(at + 1) ? at + 1 : at;
}

bool RstBlockReader::IsUnderlined(size_t at) const {
  if (!region_.Touches(at + 1) || region_.Indent(at + 1) > 0) return false;
  const std::string_view line = region_.Text(at + 1);
  return IsAdornment(line) && (line.size() >= 4 || line.size() >= region_.Text(at).size());
}

// A title, a definition or a paragraph.
size_t RstBlockReader::ReadText(size_t at) {
  if (IsUnderlined(at)) {
    AddTitle(at, region_.Text(at + 1)[0], false);
    return at + 2;
  }
  if (region_.Touches(at + 1) && region_.Indent(at + 1) > 0) {
    Block& definition = Add(Block::Kind::kDefinition, at);
    definition.inlines = ReadRstInline(page_, region_, at, at + 1);
    const size_t end = EndOfIndented(at + 1, 1);
    const Region body = Inner(at + 1, end, 0, true);
    ReadRstBlocks(page_, body, depth_ + 1, definition.children);
    return end;
  }
  size_t end = at + 1;
  while (region_.Touches(end) && region_.Indent(end) == 0) ++end;
  const bool literal = region_.Text(end - 1).ends_with("::");
  if (!literal || end > at + 1 || region_.Text(at) != "::") {
    Block& paragraph = Add(Block::Kind::kParagraph, at);
    paragraph.inlines = ReadRstInline(page_, region_, at, end);
    if (literal) DropMarker(paragraph);
  }
  return literal ? ReadLiteral(end) : end;
}

// "text::" is shown as "text:", "text ::" as "text".
void RstBlockReader::DropMarker(Block& paragraph) {
  if (paragraph.inlines.empty()) return;
  std::string& text = paragraph.inlines.back().text;
  if (!text.ends_with("::")) return;
  text.pop_back();
  if (text == ":" || text.ends_with(" :")) text.pop_back();
  if (text.empty()) paragraph.inlines.pop_back();
}

// The indented (or quoted) lines after "::".
size_t RstBlockReader::ReadLiteral(size_t at) {
  if (at >= region_.last) return at;
  size_t end = EndOfIndented(at, 1);
  if (end == at && !region_.Touches(at)) {  // each line begins with the same punctuation
    const char quote = region_.Text(at).empty() ? ' ' : region_.Text(at)[0];
    if (!IsAdornment({&quote, 1})) return at;
    ++end;
    while (region_.Touches(end) && region_.Text(end).starts_with(quote)) ++end;
  }
  if (end == at) return at;
  Block& code = Add(Block::Kind::kCode, at);
  code.text = Verbatim(region_, at, end);
  return end;
}

namespace {

// What lies too deep is read as plain paragraphs.
void ReadFlat(RstPage& page, const Region& region, std::vector<Block>& out) {
  if (!page.deep && region.first < region.last) {
    page.deep = true;
    Report(page, "nested-too-deep", region.Number(region.first),
           "blocks are nested more than " + std::to_string(kMaxBlockDepth) +
               " deep, deeper content is read as plain text; flatten the page");
  }
  for (size_t at = region.first; at < region.last && !page.full;) {
    size_t end = at + 1;
    while (region.Touches(end)) ++end;
    Block block;
    block.line = region.Number(at);
    block.column = region.Column(at);
    block.inlines = ReadRstInline(page, region, at, end);
    ++page.parts;
    out.push_back(std::move(block));
    at = end;
  }
}

}  // namespace

void ReadRstBlocks(RstPage& page, const Region& region, int depth, std::vector<Block>& out) {
  if (region.first >= region.last) return;
  // A list takes two levels at once.
  if (depth + 2 > kMaxBlockDepth) return ReadFlat(page, region, out);
  RstBlockReader(page, region, depth, out).Read();
}

void ReadRstBody(RstPage& page, const Region& region, int depth, Block& block) {
  ReadRstBlocks(page, region, depth, block.children);
  if (block.children.empty() || block.children[0].kind != Block::Kind::kParagraph) return;
  block.inlines = std::move(block.children[0].inlines);
  block.children.erase(block.children.begin());
}

}  // namespace flagcensus
