// EntryPages: the page on which a new entry belongs.
//
//   docs/env.md documents APP_HOME and APP_PORT, docs/gpu.md GPU_ID; the code reads all three
//     ─→ For("GPU_MEMORY") is docs/gpu.md; For("OTHER") is docs/env.md
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"

namespace flagcensus {

// The pages with entries of variables that the code accesses, by the number of these. Refers to the
// flags, which must outlive it.
class EntryPages {
 public:
  explicit EntryPages(const std::vector<Flag>& flags);

  // The page with the most names with the first word of `name`, otherwise the page with the most
  // names; "the page" if no page documents variables.
  std::string_view For(std::string_view name) const;

 private:
  using Counts = std::map<std::string_view, size_t>;
  Counts all_;
  std::map<std::string_view, Counts> by_word_;
};

}  // namespace flagcensus
