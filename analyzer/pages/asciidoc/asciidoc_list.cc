// Lists of AsciiDoc: items, labelled items, and the blocks that belong to them.
//
//   APP_HOME::           definition "APP_HOME, APP_DATA" > paragraph "Directories.", code "ls"
//   APP_DATA::
//     Directories.
//   +
//   ----
//   ls
//   ----
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/pages/asciidoc/asciidoc_block.h"

namespace flagcensus {

// Reads the items from `at` on that have the same marker. `open` are the markers of the lists
// around this one: an item with one of them ends this list.
size_t AsciidocBlockReader::ReadList(size_t at, size_t last, std::vector<std::string>& open) {
  AsciidocListMarker marker;
  ReadAsciidocListMarker(lines_[at].text, marker);
  const std::string key = marker.key;
  const bool labelled = key.size() > 1 && (key[0] == ':' || key[0] == ';');
  open.push_back(key);
  // A list that is nested too deep is read as paragraphs.
  const bool nested = out_.MayNest(lines_[at].number);
  const size_t depth = out_.depth();
  if (nested && !labelled) out_.Open(Part::kList, PlaceOf(at));
  const size_t inside = out_.depth();
  bool bare = false;  // the item before has no text: a term that shares the body of the next one
  while (at < last && !out_.limits().full()) {
    AsciidocListMarker own;
    if (!ReadAsciidocListMarker(lines_[at].text, own) || own.key != key) break;
    if (!labelled || !bare || lines_[at].after_blank) {
      out_.CloseTo(inside);
      if (nested) out_.Open(labelled ? Part::kDefinition : Part::kItem, PlaceOf(at));
    }
    if (labelled) AddTerm(at, own, nested);
    const size_t before = out_.siblings().size();
    at = ReadItem(at, last, own, open, labelled);
    bare = out_.siblings().size() == before;
    at = SkipToItem(at, last, key);
  }
  open.pop_back();
  out_.CloseTo(depth);
  return at;
}

// Skips up to four lines of anchors and attributes above the next item of the same list. Returns
// `at` if no such item follows them.
size_t AsciidocBlockReader::SkipToItem(size_t at, size_t last, std::string_view key) const {
  size_t next = at;
  while (next < last && next < at + 4 && lines_[next].text.starts_with('[') &&
         lines_[next].text.ends_with(']')) {
    ++next;
  }
  AsciidocListMarker marker;
  const bool item = next < last && next > at && ReadAsciidocListMarker(lines_[next].text, marker);
  return item && marker.key == key ? next : at;
}

// Adds a term to the open definition; as a paragraph if the list is too deep to be `nested`.
void AsciidocBlockReader::AddTerm(size_t at, const AsciidocListMarker& marker, bool nested) {
  AsciidocLine line = lines_[at];
  line.text = line.text.substr(marker.term_start, marker.term_length);
  line.column += static_cast<int>(marker.term_start);
  // 'NAME'::, the notation of early AsciiDoc for emphasis.
  const bool quoted = line.text.size() > 2 && line.text[0] == '\'' && line.text.ends_with('\'');
  if (quoted) {
    line.text = line.text.substr(1, line.text.size() - 2);
    ++line.column;
  }
  std::vector<Run> runs = ReadAsciidocInline(page_, &line, &line + 1);
  for (Run& run : runs) run.emphasis |= quoted;
  if (nested) return JoinRuns(out_.block().inlines, std::move(runs), ", ");
  out_.AddText(std::move(runs));
  out_.EndParagraph();
}

// Reads the text of an item and the blocks that belong to it; returns the line after it.
size_t AsciidocBlockReader::ReadItem(size_t at, size_t last, const AsciidocListMarker& marker,
                                     std::vector<std::string>& open, bool labelled) {
  AsciidocBlockReader inner(page_, lines_);
  const bool text_here = marker.length < lines_[at].text.size();
  size_t end = at + 1;
  AsciidocListMarker other;
  // Whether the item's text continues on a line.
  const auto goes_on = [&](size_t line) {
    return line < last && !EndsParagraph(line) && !ReadAsciidocListMarker(lines_[line].text, other);
  };
  // The text begins after the marker, on the line below a term, or not at all.
  if (text_here) {
    while (goes_on(end)) ++end;
    AddParagraph(at, end, marker.length);
  } else if (labelled && end < last && AsciidocDelimiterOf(lines_[end].text) == 0 &&
             lines_[end].text != "+" && !IsAsciidocAttributeLine(lines_[end].text) &&
             !ReadAsciidocListMarker(lines_[end].text, other) &&
             (!lines_[end].after_blank || IsIndented(end))) {
    const size_t first = end++;  // the text may be below the term, and below a blank line
    while (goes_on(end)) ++end;
    AddParagraph(first, end, SkipAsciidocSpaces(lines_[first].text, 0));
  }
  // Blocks that belong to the item: after a "+", nested lists, and indented paragraphs.
  while (end < last && !out_.limits().full()) {
    const std::string_view text = lines_[end].text;
    if (text == "+") {  // the next block belongs to the item
      size_t block = end + 1;
      // The attributes and the title of the block come before it.
      const size_t before = block;
      while (block < last && (IsAsciidocAttributeLine(lines_[block].text) ||
                              (lines_[block].text.size() > 1 && lines_[block].text[0] == '.' &&
                               lines_[block].text[1] != '.' && lines_[block].text[1] != ' '))) {
        ++block;
      }
      if (block >= last) return block;
      for (size_t line = before; line < block; ++line) inner.ReadOne(line, last);
      end = std::max(inner.ReadOne(block, last), block + 1);
      continue;
    }
    if (ReadAsciidocListMarker(text, other)) {
      // The marker of a list around this one ends the item; any other begins a nested list.
      if (std::find(open.begin(), open.end(), other.key) != open.end()) return end;
      end = ReadList(end, last, open);
      continue;
    }
    // An indented paragraph after a blank line belongs to the item as well.
    if (lines_[end].after_blank && IsIndented(end)) {
      end = inner.ReadParagraph(end, last);
      continue;
    }
    return end;
  }
  return end;
}

bool AsciidocBlockReader::IsIndented(size_t at) const {
  return lines_[at].text[0] == ' ' || lines_[at].text[0] == '\t';
}

}  // namespace flagcensus
