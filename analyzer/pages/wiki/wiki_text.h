// The text of a line of MediaWiki → runs. Internal to wiki*.cc.
//
//   '''APP_HOME''' is a [[Paths|path]]   ─→   "APP_HOME" strong, " is a ", "path" link
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/pages/line_markup.h"

namespace flagcensus {

// "<code attribute=x>" at the start of `text`.
struct WikiTag {
  std::string_view name;  // "" if there is no tag
  bool closes = false;
  size_t size = 0;
};
WikiTag WikiTagAt(std::string_view text);

// The marks that the text of a line does not close, for the next line of its paragraph.
struct WikiMarks {
  Marks marks;
  bool literal = false;  // <nowiki>
};

std::vector<Run> ReadWikiText(WikiMarks& state, const SourceLine& line);

}  // namespace flagcensus
