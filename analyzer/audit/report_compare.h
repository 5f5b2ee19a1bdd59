// Texts that the formats of a comparison share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/compare.h"

namespace flagcensus {

// The source and the beginning of the revision's hash: "app@v1.0 (4f2c1ab0d3e5)".
std::string Shown(const VersionSide& side);

// "12 files, 6 accesses (6 resolved), 5 variables"
std::string Figures(const VersionSide& side);

// "3 variables change: 1 with a new risk, 2 new; 14 are unchanged, 2 of them in other files", or
// "no changes: 14 variables are unchanged".
std::string Summarize(const VersionChanges& compared);

// The heading of a group: "new risks".
std::string_view HeadingOf(ChangeGroup group);

// '+' for a new variable, '-' for a removed one, '~' for one in both versions.
char MarkOf(const VariableChange& change);

// The value of a field in both versions; "" for a version that lacks the variable.
struct FieldText {
  std::string before, after;  // equal: no change

  bool changed() const { return before != after; }
};
FieldText FieldOf(const VariableChange& change, std::string_view field);

// The files that touch the variable in the newer version; for a removed one, in the older.
std::vector<std::string> FilesOf(const VariableChange& change);

// "the newer version may still access it as APP_*"; "" if no family may produce the name.
std::string PatternText(const VariableChange& change, std::string_view pattern);

// `text` cut to a length that fits in a line, with "..." if it was cut.
std::string Shortened(std::string_view text);

}  // namespace flagcensus
