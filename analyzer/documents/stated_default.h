// The default that a passage states for a variable.
//
//   "APP_PORT", {"Where it listens. Defaults to {8080}."}  ─→  literal 8080
//   "APP_JOBS", {"Default: the number of cores"}           ─→  prose "the number of cores"
//
// The order: the column or continuation row of defaults, a field "Default: V", a sentence, an
// expansion ${NAME:-V}. A sentence about another option, a path or the variable itself does not
// state its default.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/documents/text_block.h"
#include "analyzer/model/entry.h"

namespace flagcensus {

struct StatedDefault {
  DocumentedDefault kind = DocumentedDefault::kUnstated;
  std::string text;

  bool stated() const { return kind != DocumentedDefault::kUnstated; }
};

// `pieces`: the texts of the passage with marks, in order. `row`: the row that the passage is, or
// null. `sentence`: the passage is a sentence of a larger text, which may be about something else.
StatedDefault FindStatedDefault(std::string_view name, const std::vector<std::string>& pieces,
                                const TextBlock* row, bool sentence);

// The default in a cell or field that contains nothing else, with marks. An empty cell states no
// default.
StatedDefault DefaultOfCell(std::string_view cell);

// A value without the code marks around it and the remark after it: "0 (disabled)" is 0, "`a`" is
// a. "f(x)" and "a b (c)" stay as they are.
std::string WithoutRemark(std::string text);

// Wrong patterns in queries/documents/defaults.toml, one per line; "" for the shipped data.
std::string DefaultPatternErrors();

}  // namespace flagcensus
