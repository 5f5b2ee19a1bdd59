// tree-sitter, with a bound on the work that one text may take.
#pragma once

#include <tree_sitter/api.h>

#include <memory>
#include <string_view>

namespace flagcensus {

struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using TreePointer = std::unique_ptr<TSTree, TreeDeleter>;

// Parses `text` with the grammar. Null where that takes too much: a usual text is looked at about
// twice, in one step of the parser a byte at most, so that only one that was made to hurt (or is no
// code) meets the bounds of bytes looked at and of steps. They are counts, so that one text gives
// one answer on every machine; one of CPU time (a second, and three more a megabyte) stands behind
// them. Keeps one parser a thread and grammar.
TreePointer ParseBounded(const TSLanguage* language, std::string_view text);

}  // namespace flagcensus
