// State shared by the parts of the reStructuredText reader for one page. Internal to rst*.cc.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/page_lines.h"

namespace flagcensus {

struct RstPage {
  RstPage(std::string_view file_name, std::string_view page_text, std::vector<Diagnostic>& sink)
      : file(file_name), text(page_text), diagnostics(&sink) {}

  std::string_view file;
  PageText text;
  std::vector<Diagnostic>* diagnostics;
  std::map<std::string, std::string, std::less<>> substitutions;  // |name| → its text
  std::set<std::string, std::less<>> targets;                     // `.. _name:`
  size_t expansion_left = size_t{1} << 20;          // bytes that substitutions may still add
  std::vector<std::pair<char, bool>> title_styles;  // (character, with overline) in order of levels
  std::deque<std::string> owned;  // text that does not occur in the page: unquoted CSV cells
  size_t parts = 0;               // blocks and runs so far
  bool full = false;              // kMaxPageParts is reached: reading stops
  bool deep = false;              // the nesting diagnostic has been reported
};

void Report(RstPage& page, std::string_view kind, int line, std::string message);

// rst_inline.cc: the text of lines [first, last) of `region` → runs. Plain text is split at line
// ends, so that the place of each run is exact.
std::vector<Run> ReadRstInline(RstPage& page, const Region& region, size_t first, size_t last);

// rst_block.cc: appends the blocks of `region` to `out`; `depth` is that of `out`'s blocks.
void ReadRstBlocks(RstPage& page, const Region& region, int depth, std::vector<Block>& out);

// rst_block.cc: fills `block`: a first paragraph becomes its `inlines`, other blocks its children.
void ReadRstBody(RstPage& page, const Region& region, int depth, Block& block);

// rst_directive.cc: the explicit markup block (section "Directives") on lines [first, last); `name`
// and the column after `::` are already known.
void ReadRstDirective(RstPage& page, const Region& region, size_t first, size_t last,
                      std::string_view name, int argument_column, int depth,
                      std::vector<Block>& out);

// rst_table.cc: lines [first, last), which contain one table → kTable.
Block ReadRstGridTable(RstPage& page, const Region& region, size_t first, size_t last, int depth);
Block ReadRstSimpleTable(RstPage& page, const Region& region, size_t first, size_t last, int depth);
// `separator` etc. from the directive's options; all lines of `region` are CSV.
struct CsvStyle {
  char separator = ',';
  char quote = '"';
  char escape = 0;  // 0: a doubled quote
};
void ReadCsvRows(RstPage& page, const Region& region, const CsvStyle& style, int depth,
                 std::vector<Block>& rows);

// rst_field.cc: the length of the marker at the start of `text` and the spaces after it, or 0.
// Sections "Field Lists", "Option Lists", "Bullet Lists", "Enumerated Lists".
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
