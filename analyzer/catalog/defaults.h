// Defaults: the value of an unset variable according to a cell, a field or a sentence.
//
//   DefaultFromCell:  `80`                              ─→ literal "80"
//   DefaultFromCell:  none                              ─→ none: unset
//   DefaultFromWords: "Seconds to wait (default: 30)."  ─→ literal "30"
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analyzer/model/entry.h"
#include "analyzer/pages/prose.h"

namespace flagcensus {

struct DefaultText {
  DocumentedDefault kind = DocumentedDefault::kUnstated;
  std::optional<std::string> text;

  bool stated() const { return kind != DocumentedDefault::kUnstated; }
};

// For a cell or field that contains only the default. A code span is a value; a bare "none" means
// unset; words are prose. An empty cell states nothing.
DefaultText DefaultFromCell(const Prose& cell);

// For a description that may state the default in words. `name` is the described variable:
// statements about another one ("if `OTHER` is unset, ...") do not count.
DefaultText DefaultFromWords(const Prose& description, std::string_view name);

}  // namespace flagcensus
