// Blocks of AsciiDoc except lists: titles, paragraphs, delimited blocks, macros.
//
//   [source,sh]          code, labelled "sh"
//   ----
//   make
//   ----
//
//   NOTE: text           group "note" > paragraph
#include "analyzer/pages/asciidoc/asciidoc_block.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Longer values of attributes are not stored: a name or a phrase is short.
constexpr size_t kMaxAttribute = 1000;

}  // namespace

void AsciidocBlockReader::Read(size_t at, size_t last) {
  while (at < last && !out_.limits().full()) at = std::max(ReadOne(at, last), at + 1);
}

// Reads the block at `at` with the attribute lines before it; returns the line after it.
size_t AsciidocBlockReader::ReadOne(size_t at, size_t last) {
  const std::string_view text = lines_[at].text;
  size_t start = 0;
  if (ReadEntry(at)) return at + 1;
  // Thematic and page breaks, and a list continuation outside of a list.
  if (text == "'''" || text == "<<<" || text == "+" || text == "---" || text == "***") {
    return at + 1;
  }
  if (text.starts_with("[[") && text.ends_with("]]")) return at + 1;  // an anchor
  if (IsAsciidocAttributeLine(text)) {
    ReadAsciidocAttributes(text.substr(1, text.size() - 2), attributes_);
    return at + 1;
  }
  if (text.size() > 1 && text[0] == '.' && text[1] != '.' && text[1] != ' ') {  // .Title
    title_ = text.substr(1);
    return at + 1;
  }
  size_t next = at;
  if (const int level = AsciidocTitleLevel(text, start); level > 0) {
    AddHeading(at, start, level);
    next = at + 1;
    // Only the title of the document is followed by author and revision.
    if (level == 1 && out_.siblings().size() == 1 && out_.depth() == 0)
      next = SkipAuthors(next, last);
  } else if (const char delimiter = AsciidocDelimiterOf(text); delimiter != 0) {
    next = ReadDelimited(at, last, delimiter);
  } else if (AsciidocListMarker marker; ReadAsciidocListMarker(text, marker)) {
    std::vector<std::string> open;
    next = ReadList(at, last, open);
  } else if (const int underline = at + 1 < last && !lines_[at + 1].after_blank
                                       ? AsciidocUnderlineLevel(text, lines_[at + 1].text)
                                       : 0;
             underline > 0) {
    // A line above "-----" is a title if their lengths match. Delimiters were recognised before.
    AddHeading(at, 0, underline);
    next = at + 2;
    if (underline == 1 && out_.siblings().size() == 1 && out_.depth() == 0)
      next = SkipAuthors(next, last);
  } else if (IsBlockMacro(text)) {
    ReadMacro(at);
    next = at + 1;
  } else {
    next = ReadParagraph(at, last);
  }
  // Attributes and title apply only to the block that was just read.
  attributes_ = {};
  title_ = {};
  return next;
}

PagePlace AsciidocBlockReader::PlaceOf(size_t at, size_t column) const {
  return {lines_[at].number, lines_[at].column + static_cast<int>(column)};
}

// Reads an attribute entry, ":name: value" or ":!name:". A name contains no blanks, so
// prose between two colons is not an entry.
bool AsciidocBlockReader::ReadEntry(size_t at) {
  const std::string_view text = lines_[at].text;
  if (text.size() < 3 || text[0] != ':') return false;
  const size_t end = text.find(':', 1);
  if (end == std::string_view::npos || end == 1) return false;
  std::string_view name = text.substr(1, end - 1);
  if (end + 1 < text.size() && text[end + 1] != ' ') return false;
  const bool unset = name.starts_with('!') || name.ends_with('!');
  if (name.find_first_of(" \t`*") != std::string_view::npos) return false;
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

// Adds the title in line `at`, from byte `start` on, as a heading.
void AsciidocBlockReader::AddHeading(size_t at, size_t start, int level) {
  AsciidocLine line = lines_[at];
  line.text.remove_prefix(start);
  line.column += static_cast<int>(start);
  size_t end = line.text.size();  // "== Title ==" may repeat the marks at the end
  while (end > 0 && (line.text[end - 1] == '=' || line.text[end - 1] == '#')) --end;
  if (end > 0 && end < line.text.size() && line.text[end - 1] == ' ' && start > 0) {
    line.text = Trim(line.text.substr(0, end));
  }
  Block* heading = out_.Open(Part::kHeading, PlaceOf(at, start));
  if (heading != nullptr) heading->level = level;
  out_.AddText(ReadAsciidocInline(page_, &line, &line + 1));
  out_.Close();
}

// The lines directly below the title: the author and the revision.
size_t AsciidocBlockReader::SkipAuthors(size_t at, size_t last) {
  for (int count = 0; at < last && !lines_[at].after_blank && count < 2; ++count) {
    const std::string_view text = lines_[at].text;
    if (text.starts_with(':') || text.starts_with('[') || AsciidocDelimiterOf(text) != 0) break;
    ++at;
  }
  return at;
}

// "name::target[attributes]".
bool AsciidocBlockReader::IsBlockMacro(std::string_view text) {
  if (!text.ends_with(']')) return false;
  size_t name = 0;
  while (name < text.size() && (IsIdentifierByte(text[name]) || text[name] == '-')) {
    ++name;
  }
  return name > 0 && text.substr(name).starts_with("::") && name + 2 < text.size() &&
         text[name + 2] != ' ';
}

// The only block macro that has an effect is include; the others are images, videos and the like.
void AsciidocBlockReader::ReadMacro(size_t at) {
  const std::string_view text = lines_[at].text;
  if (!text.starts_with("include::")) return;
  const std::string_view target = text.substr(9, text.find('[') - 9);
  out_.limits().ReportInclude(lines_[at].number, "include", target);
}

// Whether a line ends the paragraph before it even without a blank line. "[text]" with a blank may
// be text in brackets.
bool AsciidocBlockReader::EndsParagraph(size_t at) const {
  const std::string_view text = lines_[at].text;
  return lines_[at].after_blank || AsciidocDelimiterOf(text) != 0 || text == "+" ||
         (IsAsciidocAttributeLine(text) && text.find(' ') == std::string_view::npos) ||
         IsBlockMacro(text);
}

// A paragraph, code by its style or its indentation, or an admonition by its style or first word.
size_t AsciidocBlockReader::ReadParagraph(size_t at, size_t last) {
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
  // "NOTE: text" is an admonition by its first word, "[NOTE]" above it by its style.
  const size_t colon = text.find(": ");
  const bool admonition =
      colon != std::string_view::npos && IsAsciidocAdmonition(text.substr(0, colon));
  if (!admonition && !IsAsciidocAdmonition(style)) {
    AddParagraph(at, end, 0);
    return end;
  }
  if (Block* quote = out_.Open(Part::kGroup, PlaceOf(at))) {
    quote->label = ToLower(admonition ? text.substr(0, colon) : std::string_view(style));
  }
  AddParagraph(at, end, admonition ? colon + 2 : 0);
  out_.Close();
  return end;
}

// Adds lines [at, end) as a paragraph; the first line begins at byte `start`.
void AsciidocBlockReader::AddParagraph(size_t at, size_t end, size_t start) {
  Block block;
  block.line = PlaceOf(at, start).line;
  block.column = PlaceOf(at, start).column;
  if (start == 0) {
    block.inlines = ReadAsciidocInline(page_, &lines_[at], lines_.data() + end);
  } else {
    AsciidocLines lines(lines_.begin() + static_cast<ptrdiff_t>(at),
                        lines_.begin() + static_cast<ptrdiff_t>(end));
    lines[0].text.remove_prefix(start);
    lines[0].column += static_cast<int>(start);
    block.inlines = ReadAsciidocInline(page_, lines.data(), lines.data() + lines.size());
  }
  out_.Add(std::move(block));
}

// Adds lines [at, end) as code, without the indentation that they share.
void AsciidocBlockReader::AddCode(size_t at, size_t end) {
  std::string_view label;
  if (attributes_.positional.size() > 1) label = attributes_.positional[1];
  size_t indent = std::string_view::npos;
  for (size_t line = at; line < end; ++line) {
    indent = std::min(indent, lines_[line].text.find_first_not_of(" \t"));
  }
  for (size_t line = at; line < end; ++line) {
    const std::string_view text = lines_[line].text;
    out_.AddCode(text.substr(std::min(indent, text.size())), PlaceOf(line), label);
  }
  out_.EndParagraph();
}

// The end of a verbatim block without its closing delimiter: the next section, or the next
// delimiter of its kind. Otherwise it would extend to the end of the page.
size_t AsciidocBlockReader::EndOfUnclosed(size_t at, size_t last, char delimiter) const {
  for (size_t line = at + 1; line < last; ++line) {
    const std::string_view text = lines_[line].text;
    const size_t level = std::min(text.find_first_not_of('='), text.size());
    if (level > 1 && level < 7 && level < text.size() && text[level] == ' ') return line;
    const bool titled = line > at + 1 && !lines_[line - 1].after_blank &&
                        AsciidocUnderlineLevel(lines_[line - 1].text, text) > 0;
    if (titled) return line - 1;
    if (AsciidocDelimiterOf(text) == delimiter) return line;
  }
  return last;
}

// A block between two equal delimiters. Its content is a table, code, nothing, or other blocks.
size_t AsciidocBlockReader::ReadDelimited(size_t at, size_t last, char delimiter) {
  const std::string_view mark = delimiter == '`' ? "```" : lines_[at].text;
  size_t end = at + 1;
  while (end < last && lines_[end].text != mark) ++end;
  size_t next = std::min(end + 1, last);
  const bool verbatim = std::string_view("-.`/+").find(delimiter) != std::string_view::npos;
  if (end == last && verbatim) {
    out_.limits().ReportNotClosed(lines_[at].number, mark);
    end = EndOfUnclosed(at, last, delimiter);
    // If the next delimiter of its kind has a different length and occurs an odd number of times,
    // one of them has no partner: it was meant to close this block.
    const bool closes = end < last && AsciidocDelimiterOf(lines_[end].text) == delimiter &&
                        std::count_if(
                            lines_.begin() + static_cast<ptrdiff_t>(end),
                            lines_.begin() + static_cast<ptrdiff_t>(last),
                            [&](const AsciidocLine& line) {
                              return line.text == lines_[end].text;
                            }) % 2 ==
                            1;
    next = closes ? end + 1 : end;
  }
  const std::string style =
      attributes_.positional.empty() ? std::string() : attributes_.positional[0];
  if (delimiter == '|') {
    ReadAsciidocTable(page_, lines_, at + 1, end, attributes_, mark[0], lines_[at].number, title_);
  } else if (delimiter == '-' || delimiter == '.' || delimiter == '`' || style == "source") {
    if (delimiter == '`' && lines_[at].text.size() > 3) {
      attributes_.positional = {"source", std::string(lines_[at].text.substr(3))};
    }
    AddCode(at + 1, end);
  } else if (delimiter == '/' || delimiter == '+') {
    // comments and passthroughs, which are not text of the page
  } else {
    if (!out_.MayNest(lines_[at].number)) return at + 1;  // its content is read at this level
    Block* quote = out_.Open(Part::kGroup, PlaceOf(at));
    if (quote != nullptr && IsAsciidocAdmonition(style)) quote->label = ToLower(style);
    if (!title_.empty()) AddTitle(lines_[at].number - 1);
    ReadAsciidocBlocks(page_, lines_, at + 1, end);
    out_.Close();
  }
  return next;
}

// The title of a block is a paragraph in it.
void AsciidocBlockReader::AddTitle(int line) {
  const AsciidocLine title{title_, line, 2, false};
  out_.AddText(ReadAsciidocInline(page_, &title, &title + 1));
  out_.EndParagraph();
}

}  // namespace flagcensus
