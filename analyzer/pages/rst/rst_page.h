// State shared by the parts of the reStructuredText reader for one page. Internal to rst*.cc.
//
// All functions read a Region of the page's lines and add blocks to `out`. The Region of a nested
// element has a larger margin and is read by the same functions.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document_builder.h"
#include "analyzer/pages/page_lines.h"

namespace flagcensus {

struct RstPage {
  RstPage(std::string_view file_name, std::string_view page_text, std::vector<Diagnostic>& sink)
      : text(page_text), limits(file_name, sink), out(limits) {}

  PageText text;
  PageLimits limits;
  DocumentBuilder out;
  std::map<std::string, std::string, std::less<>> substitutions;  // |name| → its text
  std::set<std::string, std::less<>> targets;                     // `.. _name:`
  size_t expansion_left = size_t{1} << 20;          // bytes that substitutions may still add
  std::vector<std::pair<char, bool>> title_styles;  // (character, with overline) in order of levels
  std::deque<std::string> owned;  // text that does not occur in the page: unquoted CSV cells
};

// The place of byte `column` (0-based) of line `at`; tabs of the page are one byte each.
PagePlace PlaceOf(const RstPage& page, const Region& region, size_t at, int column = 0);

// An empty block of the kind with the place of line `at`.
Block MakeRstBlock(const RstPage& page, Block::Kind kind, const Region& region, size_t at);

// rst_inline.cc: the text of lines [first, last) of `region` → runs. Plain text is split at line
// ends, so the place of each run is exact.
std::vector<Run> ReadRstInline(RstPage& page, const Region& region, size_t first, size_t last);

// rst_block.cc: the blocks of `region`.
void ReadRstBlocks(RstPage& page, const Region& region);

// rst_directive.cc: the explicit markup block (section "Directives") on lines [first, last); `name`
// and the column after `::` are already known.
void ReadRstDirective(RstPage& page, const Region& region, size_t first, size_t last,
                      std::string_view name, int argument_column);

// rst_table.cc: the delimiters, from the directive's options. All lines of `region` are CSV.
struct CsvStyle {
  char separator = ',';
  char quote = '"';
  char escape = 0;  // 0: a quote is written twice
};
// Adds the rows to the table that is open.
void ReadCsvRows(RstPage& page, const Region& region, const CsvStyle& style);

// rst_field.cc: the marker at the start of `text`, its `length` including the spaces after it; the
// length is 0 if there is no marker. Sections "Field Lists", "Option Lists", "Bullet Lists",
// "Enumerated Lists".
//
//   ":default: 80"   ─→  name "default", length 10
//   "-p, --port=N  the port"   ─→  options "-p, --port=N", length 14
struct FieldMarker {
  std::string_view name;
  int length = 0;
};
FieldMarker ReadFieldMarker(std::string_view text);
struct OptionMarker {
  std::string_view options;
  int length = 0;
};
OptionMarker ReadOptionMarker(std::string_view text);
int BulletLength(std::string_view text);
// `style`: '.', ')' or '(' for "1.", "1)" and "(1)".
int EnumeratorLength(std::string_view text, char& style);

// Whether `text` is one punctuation character repeated: an underline, overline or transition.
bool IsAdornment(std::string_view text);

}  // namespace flagcensus
