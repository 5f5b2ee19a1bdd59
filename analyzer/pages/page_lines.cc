#include "analyzer/pages/page_lines.h"

#include <limits>

namespace flagcensus {
namespace {

// The stops of both docutils and terminals.
constexpr size_t kTabStop = 8;
// A line of tabs would grow eightfold; no real line has more than a few. Tabs beyond the limit
// count as one column.
constexpr size_t kMaxExpandedTabs = 200;

// How far `c` of a line moves the column; `tabs` counts the line's tabs so far.
size_t Advance(char c, size_t column, size_t& tabs) {
  return c == '\t' && ++tabs <= kMaxExpandedTabs ? kTabStop - column % kTabStop : 1;
}

// Expanded once for the whole page, since indentation decides what a block contains. A tab inside
// of text is expanded as well, which changes that text, but not its words.
std::string ExpandTabs(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 4);
  size_t column = 0;
  size_t tabs = 0;
  for (const char c : text) {
    const size_t width = Advance(c, column, tabs);
    if (c == '\t') {
      out.append(width, ' ');
    } else {
      out += c;
    }
    column += width;
    if (c == '\n') column = tabs = 0;
  }
  return out;
}

// Also \f and \v: printed manuals separate pages by form feeds.
std::string_view TrimRight(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r' ||
                           text.back() == '\f' || text.back() == '\v')) {
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace

// Splits the page, or its expanded copy, into lines without trailing white space.
PageText::PageText(std::string_view text) : source(text) {
  if (text.find('\t') != std::string_view::npos) expanded = ExpandTabs(text);
  std::string_view rest = expanded.empty() ? text : std::string_view(expanded);
  size_t offset = 0;
  for (int number = 1; !rest.empty(); ++number) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = TrimRight(rest.substr(0, end));
    // A byte order mark occupies three columns of the file.
    const bool marked = number == 1 && line.starts_with("\xef\xbb\xbf");  // byte order mark
    if (marked) line.remove_prefix(3);
    if (lines.size() >= kMaxPageLines) {
      cut = true;
      return;
    }
    if (!line.empty()) {
      lines.push_back(
          {line, number, marked ? 4 : 1, LeadingSpaces(line), static_cast<uint32_t>(offset)});
    }
    // `rest` may be the expanded page; the offset is that in the page itself, line by line.
    rest.remove_prefix(std::min(end + 1, rest.size()));
    offset = std::min(source.find('\n', offset), source.size() - 1) + 1;
  }
}

// Tabs are expanded again from the start of the line, since their places are not stored.
int SourceColumn(const PageText& page, const PageLine& line, int column) {
  constexpr int kFar = 4096;  // one endless line with many runs would cost quadratic time
  if (page.expanded.empty() || column > kFar) return column;
  size_t expanded = 0;
  size_t tabs = 0;
  size_t at = line.offset;
  while (at < page.source.size() && page.source[at] != '\n' &&
         static_cast<int>(expanded) + 1 < column) {
    expanded += Advance(page.source[at++], expanded, tabs);
  }
  return static_cast<int>(at - line.offset) + 1;
}

int LeadingSpaces(std::string_view text) {
  const size_t at = text.find_first_not_of(' ');
  return static_cast<int>(at == std::string_view::npos ? text.size() : at);
}

Region WholeRegion(const Lines& lines) {
  int margin = lines.empty() ? 0 : std::numeric_limits<int>::max();
  for (const PageLine& line : lines) margin = std::min(margin, line.indent);
  return {&lines, 0, lines.size(), margin, margin};
}

// "    a", blank, "      b" ─→ "a\n\n  b"
std::string Verbatim(const Region& region, size_t first, size_t last) {
  // Blank lines are not in the region, so they do not reduce the common indent.
  int common = std::numeric_limits<int>::max();
  for (size_t at = first; at < last; ++at) common = std::min(common, region.Indent(at));
  std::string out;
  for (size_t at = first; at < last; ++at) {
    if (at > first) out.append(region.Number(at) - region.Number(at - 1), '\n');
    const std::string_view text = region.Text(at);
    out += text.substr(std::min<size_t>(common, text.size()));
  }
  return out;
}

}  // namespace flagcensus
