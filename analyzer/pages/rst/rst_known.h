// The reStructuredText directives that are known, by name. Internal to rst*.cc.
#pragma once

#include <string_view>

namespace flagcensus {

// The ways to read a directive.
enum class RstMeaning {
  kObject,     // describes the objects that its argument names
  kAside,      // its content begins on the first line: note, deprecated
  kTitled,     // its argument is a title: admonition, dropdown
  kContainer,  // its argument is for the builder, its content is part of the page: only
  kCode,       // its content is code; its argument is the language
  kListTable,  // its content is a bullet list of rows, each a list of cells
  kCsvTable,   // its content is CSV
  kTable,      // its content is a table, its argument the title of it
  kRubric,     // its argument is a heading
  kInclude,    // it includes another file, which is not read
  kIgnored,    // it has no text of the page, or generates its text
};

// kObject if the name is unknown.
RstMeaning MeaningOf(std::string_view name);

}  // namespace flagcensus
