// Texts shared by the formats of a comparison.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/compare.h"

namespace flagcensus {

// One of the two inputs, as in the text for "app 1.0 -> 1.1": "app@v1.0 (4f2c1ab0)".
std::string Shown(const VersionSide& side);

// "12 files, 6 accesses (6 resolved), 5 variables"
std::string Figures(const VersionSide& side);

// "3 of 14 variables change: 1 with a new risk, 2 new"; "no variable changes: 14 are the same".
// Followed by what is not a change: ", 2 of them in other files".
std::string Summarize(const VersionChanges& compared);

// The heading of a group: "new risks".
std::string_view HeadingOf(ChangeGroup group);

// '+' for a new variable, '-' for a removed one, '~' for one in both versions.
char MarkOf(const VariableChange& change);

// A field in both versions, as "1 -> 2" if it differs; its value if the variable is in one version.
struct FieldText {
  std::string before, after;  // equal: no change

  bool changed() const { return before != after; }
};
FieldText FieldOf(const VariableChange& change, std::string_view field);

// The files that touch the variable: in the newer version, or in the older if it is removed.
std::vector<std::string> FilesOf(const VariableChange& change);

// "the newer version may still touch it as APP_*"; "" if no family may produce the name.
std::string PatternText(const VariableChange& change, std::string_view pattern);

// `text` cut to a length that fits on a line, with "..." if it was cut.
std::string Shortened(std::string_view text);

}  // namespace flagcensus
