// Defaults: what a cell, a field or a sentence says a variable is when nobody sets it.
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

// A cell or field that holds nothing but the default. A code span is a value; a bare "none" means
// unset; words are prose. An empty cell states nothing.
DefaultText DefaultFromCell(const Prose& cell);

// A description that may say what the default is, in words. `name` is the variable described: what
// is said of another one ("if `OTHER` is unset, ...") does not count.
DefaultText DefaultFromWords(const Prose& description, std::string_view name);

}  // namespace flagcensus
