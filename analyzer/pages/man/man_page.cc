// Rows that .br separates, as in lists of variables without a macro for them:
//
//   .B APP_HOME     the data directory
//   .br                                     ─→  two definitions
//   .B APP_PORT     the port
#include "analyzer/pages/man/man_page.h"

#include <algorithm>

namespace flagcensus {
namespace {

// The number of blanks between the word and the text of "NAME   text" in the runs from `begin` to
// `end`; 0 if the runs do not have this form.
size_t GapOf(const std::vector<Run>& runs, size_t begin, size_t end) {
  if (begin + 1 >= end || !(runs[begin].strong || runs[begin].code)) return 0;
  if (runs[begin].text.find(' ') != std::string::npos) return 0;
  return std::min(runs[begin + 1].text.find_first_not_of(' '), runs[begin + 1].text.size());
}

// Makes each row a definition if the paragraph consists of rows; false if not.
bool AddRows(ManPage& page) {
  const std::vector<Run>& paragraph = page.out.paragraph();
  std::vector<size_t> begins = {0};
  for (const size_t at : page.breaks) {
    if (at > begins.back() && at < paragraph.size()) begins.push_back(at);
  }
  if (begins.size() < 2) return false;
  begins.push_back(paragraph.size());
  // Every row has a word and a gap, and at least half of the gaps are wider than one blank: a
  // paragraph with breaks that begins its lines in bold is not a table.
  size_t wide = 0;
  for (size_t i = 0; i + 1 < begins.size(); ++i) {
    const size_t gap = GapOf(paragraph, begins[i], begins[i + 1]);
    if (gap == 0) return false;
    wide += gap > 1 ? 1 : 0;
  }
  if (2 * wide + 2 < begins.size()) return false;
  const std::vector<Run> runs = page.out.TakeParagraph();
  for (size_t i = 0; i + 1 < begins.size(); ++i) {
    const auto at = [&](size_t run) { return runs.begin() + static_cast<std::ptrdiff_t>(run); };
    const Run& name = runs[begins[i]];
    Block* row = page.out.Open(Part::kDefinition, {name.line, name.column});
    if (row != nullptr) row->inlines = {name};
    page.out.AddText({at(begins[i] + (row != nullptr ? 1 : 0)), at(begins[i + 1])});
    page.out.Close();
  }
  return true;
}

}  // namespace

void EndParagraph(ManPage& page) {
  if (!page.breaks.empty()) AddRows(page);
  page.breaks.clear();
  page.out.EndParagraph();
}

Block* Open(ManPage& page, Part part, bool transparent) {
  EndParagraph(page);
  return page.out.Open(part, {page.line, 1}, transparent);
}

// Unfilled text becomes a block of code, without its fonts.
void AddText(ManPage& page, std::vector<Run> runs) {
  if (runs.empty() || page.out.limits().full()) return;
  if (!page.unfilled) return page.out.AddText(std::move(runs));
  std::string line;
  for (const Run& run : runs) line += run.text;
  page.out.AddCode(line, {page.line, 0});
}

// The place of a definition is that of its first term.
void AddTerms(ManPage& page, std::vector<Run> runs) {
  Block& block = page.out.block();
  if (block.inlines.empty() && !runs.empty()) {
    block.line = runs.front().line;
    block.column = runs.front().column;
  }
  page.out.limits().Count(runs.size(), page.line);
  JoinRuns(block.inlines, std::move(runs), ", ");
}

}  // namespace flagcensus
