#include "analyzer/pages/text/layout_table.h"

#include <algorithm>
#include <string>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxLayoutCells = 1000;  // of a row

using Cells = std::vector<SourceLine>;

// "+---+---+" or "|---|---|".
bool IsGridRule(std::string_view text) {
  return text.size() >= 3 && (text[0] == '+' || text[0] == '|') &&
         text.find_first_not_of("+|-=: ") == std::string_view::npos &&
         text.find_first_of("-=") != std::string_view::npos;
}

// The bytes [begin, end) of a line without the blanks around them.
// The piece has the place of its first visible byte.
SourceLine Piece(const SourceLine& line, size_t begin, size_t end) {
  SourceLine piece = line.From(begin);
  piece.text =
      piece.text.substr(0, std::min(end, line.text.size()) - std::min(begin, line.text.size()));
  piece = piece.From(piece.margin());
  piece.text = Trim(piece.text);
  return piece;
}

// "| a | b |": bars at both ends and at least one cell.
bool IsBarRow(std::string_view text) {
  return text.size() >= 4 && text[0] == '|' && text.back() == '|' && !IsGridRule(text) &&
         text.find('|', 1) + 1 < text.size();
}

// The cells between the bars.
Cells BarCells(const SourceLine& line) {
  Cells cells;
  for (size_t from = 1; from < line.text.size() && cells.size() < kMaxLayoutCells;) {
    const size_t end = std::min(line.text.find('|', from), line.text.size());
    cells.push_back(Piece(line, from, end));
    from = end + 1;
  }
  return cells;
}

// The cells of a line with columns that begin at the bytes of `groups`. These are relative to the
// start of the rule, at `margin`, and are converted to the start of the line.
Cells GroupCells(const LayoutLine& line, const std::vector<LayoutGroup>& groups, int margin) {
  Cells cells;
  const auto shift = [&](size_t at) {
    const auto column = static_cast<std::ptrdiff_t>(at) + margin - line.indent;
    return static_cast<size_t>(std::max<std::ptrdiff_t>(0, column));
  };
  // Text before the second column belongs to the first, even if it is to the left of the rule.
  for (size_t i = 0; i < groups.size(); ++i) {
    const size_t begin = i == 0 ? 0 : shift(groups[i].begin);
    const size_t end = i + 1 < groups.size() ? shift(groups[i + 1].begin) : line.text.size();
    cells.push_back(Piece(line, begin, std::max(begin, end)));
  }
  return cells;
}

// Collects the lines of a row and adds the row to the table, which is opened with its first row.
//
//   | APP_PORT | the port     |      a row
//   |          | to listen on |      goes on: {"APP_PORT"}, {"the port", "to listen on"}
class TableWriter {
 public:
  explicit TableWriter(DocumentBuilder& out) : out_(out), depth_(out.depth()) {}

  // Adds a line of cells as a row, or to the last row.
  void Add(const Cells& cells, bool goes_on) {
    if (!goes_on || row_.empty()) {
      EndRow();
      row_.resize(cells.size());
    }
    if (row_.size() < cells.size()) row_.resize(cells.size());
    for (size_t i = 0; i < cells.size(); ++i) {
      if (!cells[i].text.empty() || row_[i].empty()) row_[i].push_back(cells[i]);
    }
  }
  // The only row so far is the header.
  void MarkHeader() {
    EndRow();
    if (!out_.IsDeep() && out_.siblings().size() == 1) out_.siblings()[0].header = true;
  }
  // Adds the row; the place of a table and of a row is that of its first cell.
  void EndRow() {
    if (row_.empty()) return;
    const PagePlace place = row_[0].empty() ? PagePlace() : row_[0].front().place();
    if (out_.depth() == depth_) out_.Open(Part::kTable, place);
    out_.Open(Part::kRow, place);
    for (const Cells& cell : std::exchange(row_, {})) {
      out_.Open(Part::kCell, cell.empty() ? place : cell.front().place());
      for (const SourceLine& line : cell) out_.AddText(ReadLayoutText(line));
      out_.Close();
    }
    out_.Close();
  }
  void End() {
    EndRow();
    out_.CloseTo(depth_);
  }

 private:
  DocumentBuilder& out_;
  size_t depth_;
  std::vector<Cells> row_;  // the lines of each cell
};

// A table of bars and rules; returns the line after it.
size_t ReadBars(DocumentBuilder& out, const LayoutLines& lines, size_t at) {
  if (!out.MayNest(lines[at].number)) return at;
  size_t end = at;
  size_t rules = 0;
  size_t rows = 0;
  while (end < lines.size() && (IsBarRow(lines[end].text) || IsGridRule(lines[end].text))) {
    IsBarRow(lines[end].text) ? ++rows : ++rules;
    ++end;
  }
  if (rows == 0) return end;  // rules only
  if (rows + rules < 2) return at;
  // A grid has rules between all rows: the lines between two of them are one row.
  const bool grid = lines[at].text[0] == '+' && rules > 3;
  TableWriter writer(out);
  bool open = false;
  size_t seen = 0;
  for (size_t i = at; i < end && !out.limits().full(); ++i) {
    if (IsBarRow(lines[i].text)) {
      const Cells cells = BarCells(lines[i]);
      // Without a grid, a row with an empty first cell continues the one above.
      const bool first_blank = !cells.empty() && cells[0].text.empty();
      writer.Add(cells, open && (grid || first_blank));
      open = true;
      ++seen;
      continue;
    }
    // The rule below the first row makes it a header; in a grid, only a rule of '=' does.
    const bool inner = seen > 0 && i + 1 < end;
    if (inner && open && (!grid || lines[i].text.find('=') != std::string_view::npos)) {
      writer.MarkHeader();
    } else {
      writer.EndRow();
    }
    open = false;
  }
  writer.End();
  return end;
}

// A table with a rule of groups above and below its heads, or only below: NAME  DEFAULT / ----
// ----.
size_t ReadGroups(DocumentBuilder& out, const LayoutLines& lines, size_t at) {
  if (at + 2 >= lines.size()) return at;
  // A rule above the heads, as in reStructuredText, or below them.
  const bool above = LayoutGroups(lines[at].text).size() > 1;
  const size_t head = above ? at + 1 : at;
  const size_t rule = above ? at : at + 1;
  const std::vector<LayoutGroup> groups = LayoutGroups(lines[rule].text);
  if (groups.empty() || lines[head].blank() || lines[head + 1].blank() ||
      !out.MayNest(lines[at].number)) {
    return at;
  }
  TableWriter writer(out);
  const int margin = lines[rule].indent;
  writer.Add(GroupCells(lines[head], groups, margin), false);
  size_t i = head + 1;
  if (!LayoutGroups(lines[i].text).empty()) {
    writer.MarkHeader();
    ++i;
  }
  // Rows, up to a blank line or the closing rule. A row with an empty first cell continues the
  // last.
  for (; i < lines.size() && !lines[i].blank() && !out.limits().full(); ++i) {
    if (!LayoutGroups(lines[i].text).empty()) {
      ++i;
      break;
    }
    const Cells cells = GroupCells(lines[i], groups, margin);
    writer.Add(cells, cells[0].text.empty());
  }
  writer.End();
  return i;
}

// A table without rules: three or more lines with three or more columns that begin at the same
// bytes. Two columns are definitions, and two lines may be aligned by accident.
size_t ReadAligned(DocumentBuilder& out, const LayoutLines& lines, size_t at) {
  constexpr size_t kFewest = 3;
  const std::vector<LayoutGroup> first = LayoutColumns(lines[at].text);
  if (first.size() < kFewest || !out.MayNest(lines[at].number)) return at;
  const auto aligned = [&](const LayoutLine& line) {
    if (line.blank() || line.indent != lines[at].indent) return false;
    const std::vector<LayoutGroup> columns = LayoutColumns(line.text);
    return columns.size() == first.size() &&
           std::equal(
               columns.begin(), columns.end(), first.begin(),
               [](const LayoutGroup& a, const LayoutGroup& b) { return a.begin == b.begin; });
  };
  size_t end = at + 1;
  while (end < lines.size() && aligned(lines[end])) ++end;
  if (end - at < kFewest) return at;
  TableWriter writer(out);
  for (size_t i = at; i < end && !out.limits().full(); ++i) {
    writer.Add(GroupCells(lines[i], first, lines[i].indent), false);
    // Heads are words with capitals, and have neither names in the first column nor numbers.
    const std::string_view head = Trim(lines[i].text.substr(0, first[0].end));
    if (i == at && ShapeOf(head) != NameShape::kStrong && IsUpper(head.empty() ? ' ' : head[0]) &&
        std::none_of(lines[i].text.begin(), lines[i].text.end(),
                     [](char c) { return IsDigit(c); })) {
      writer.MarkHeader();
    }
  }
  writer.End();
  return end;
}

}  // namespace

// The table that begins at a line, by the surest sign first.
// Returns the line after it, or `at` if there is no table.
size_t ReadLayoutTable(DocumentBuilder& out, const LayoutLines& lines, size_t at) {
  const std::string_view text = lines[at].text;
  if (IsBarRow(text) || (IsGridRule(text) && text[0] == '+')) return ReadBars(out, lines, at);
  const bool rule = !LayoutGroups(text).empty() ||
                    (at + 1 < lines.size() && !LayoutGroups(lines[at + 1].text).empty());
  if (rule) {
    const size_t end = ReadGroups(out, lines, at);
    if (end > at) return end;
  }
  return ReadAligned(out, lines, at);
}

}  // namespace flagcensus
