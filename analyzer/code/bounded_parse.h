// tree-sitter, with a bound on the time that one text may take.
#pragma once

#include <tree_sitter/api.h>

#include <memory>
#include <string_view>

namespace flagcensus {

struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using TreePointer = std::unique_ptr<TSTree, TreeDeleter>;

// Parses `text` with the grammar. Null where it takes more than five seconds of this thread's CPU
// time and three more a megabyte: a usual text takes a tenth of a second a megabyte, so only one
// that was made to hurt (or is no code) ends there. Keeps one parser a thread and grammar.
TreePointer ParseBounded(const TSLanguage* language, std::string_view text);

}  // namespace flagcensus
