// The commands of Texinfo that begin a line. Internal to texinfo*.cc.
//
//   "section" ─→ kHeading, level 3    "defvrx" ─→ kDefinition    "cindex" ─→ kNothing
#pragma once

#include <string_view>

namespace flagcensus {

// How the line of a command, and the lines up to its @end, are read.
enum class TexinfoDoes {
  kHeading,     // its text, one deeper for each step of `level`
  kTerms,       // up to its @end: each @item is a term
  kList,        // each @item is an item
  kTable,       // each @item is a row
  kCode,        // text in which commands are resolved
  kVerbatim,    // text as it is written
  kGroup,       // a separate part, such as a quotation
  kNothing,     // the line is skipped
  kSkipped,     // everything up to its @end is skipped
  kDefinition,  // a variable, function or option with its body
  kMenu,        // "* Node::  text"
  kText,        // the line without the command
};
// A command; `level` is that of a heading.
struct TexinfoCommandRow {
  std::string_view name;
  TexinfoDoes does;
  int level = 0;
};

// The row of a command; nullptr if it is unknown, and the line is text.
const TexinfoCommandRow* FindTexinfoCommand(std::string_view name);

}  // namespace flagcensus
