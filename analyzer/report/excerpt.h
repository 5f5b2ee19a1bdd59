// Excerpts: a source line as a terminal shows it, with a mark under the place in question.
//
//   MakeExcerpt("\tPORT = env(\"APP_PORT\")", 14, "APP_PORT")
//       ─→  text "    PORT = env(\"APP_PORT\")", mark 16, mark_width 8
#pragma once

#include <string>
#include <string_view>

#include "analyzer/model/place.h"

namespace flagcensus {

// "app/a.py:12:5", escaped for a terminal; credentials in the path are masked.
std::string PlaceText(const Place& place);

// The number of terminal columns of `text` (UTF-8, without control characters): two for wide East
// Asian characters, none for combining ones.
int DisplayWidth(std::string_view text);

struct Excerpt {
  std::string text;  // escaped, masked, tabs expanded, cut to the window around the mark
  int mark = 0;      // columns before the mark
  int mark_width = 1;
};

// The excerpt of `line` with a mark at the 1-based byte `column` (0: at the first visible
// character). `name` is the variable that the finding is about: if it occurs at the column, the
// character). `name` is the variable of the finding. If it occurs at the column, the mark covers
// it, otherwise the dotted name there. `before` and `after`: the lines around it, in which a
// credential may begin or end. `covered`: number of bytes that the mark covers; 0: as above.
Excerpt MakeExcerpt(std::string_view line, int column, std::string_view name,
                    std::string_view before = {}, std::string_view after = {}, size_t covered = 0);

// The columns of a place on its line, in Unicode characters, 1-based, the end exclusive; 0 if not
// known.
struct Extent {
  int column = 0;
  int end = 0;
};

// The extent of the mark in an excerpt of `line`, in columns as editors count.
Extent ExtentOf(std::string_view line, int column, std::string_view name);

// `text` as one cell of a table: escaped, credentials masked, at most `width` columns ("..." at the
// cut).
std::string TableCell(std::string_view text, std::string_view name, int width);

}  // namespace flagcensus
