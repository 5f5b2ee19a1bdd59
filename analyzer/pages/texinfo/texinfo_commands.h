// The commands of Texinfo that begin a line. Internal to texinfo*.cc.
#pragma once

#include <string_view>

namespace flagcensus {

enum class TexinfoDoes {
  kHeading,     // its text, one deeper for each step of `level`
  kTerms,       // up to its @end: each @item is a term
  kList,        // each @item is an item
  kTable,       // each @item is a row
  kCode,        // text in which commands are resolved
  kVerbatim,    // text as it is
  kGroup,       // a part of its own
  kNothing,     // the line is passed over
  kSkipped,     // all up to its @end is passed over
  kDefinition,  // a variable, function or option with its body
  kMenu,        // "* Node::  text"
  kText,        // the line without the command
};
struct TexinfoCommandRow {
  std::string_view name;
  TexinfoDoes does;
  int level = 0;
};

// nullptr if it is none of these: the line is text.
const TexinfoCommandRow* FindTexinfoCommand(std::string_view name);

}  // namespace flagcensus
