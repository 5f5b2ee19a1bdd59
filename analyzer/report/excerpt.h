// Excerpts: a source line as a terminal shows it, with a mark under the place it is about.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/model/place.h"

namespace flagcensus {

// "app/a.py:12:5", fit for a terminal; what of the path is a credential is masked.
std::string PlaceText(const Place& place);

// Columns that `text` (UTF-8, without control characters) takes on a terminal: two for wide East
// Asian characters, none for combining ones.
int DisplayWidth(std::string_view text);

struct Excerpt {
  std::string text;  // escaped, credentials masked, tabs widened, cut to the window around the mark
  int mark = 0;      // columns before the mark
  int mark_width = 1;
};

// The excerpt of `line` with a mark at the 1-based byte `column` (0: at the first visible
// character). `name` is the variable the finding is about: where it stands at the column the mark
// covers it, else the mark covers the dotted name there. `before` and `after`: the lines around it,
// in which a credential may begin or go on. `covered`: the bytes that the mark covers; 0: as above.
Excerpt MakeExcerpt(std::string_view line, int column, std::string_view name,
                    std::string_view before = {}, std::string_view after = {}, size_t covered = 0);

// Where a place begins and ends on its line, in Unicode characters, 1-based and the end exclusive;
// 0 where that is not known.
struct Extent {
  int column = 0;
  int end = 0;
};

// What the mark of an excerpt of `line` covers, as editors count.
Extent ExtentOf(std::string_view line, int column, std::string_view name);

// `text` as one cell of a table: escaped, credentials masked, at most `width` columns ("..." at the
// cut).
std::string TableCell(std::string_view text, std::string_view name, int width);

}  // namespace flagcensus
