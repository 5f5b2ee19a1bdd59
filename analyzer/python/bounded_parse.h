// tree-sitter with a bound on the work for one text.
#pragma once

#include <tree_sitter/api.h>

#include <memory>
#include <string_view>

namespace flagcensus {

struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using TreePointer = std::unique_ptr<TSTree, TreeDeleter>;

// Parses `text` with the grammar. Returns null if that exceeds the bounds on bytes read and on
// parser steps: a usual text is read about twice, with at most one step per byte, so only malicious
// text (or text that is not code) reaches them. Both are counts, so the result is the same on every
// machine; a limit on CPU time (one second plus three per megabyte) is a backstop. Keeps one parser
// per thread and grammar.
TreePointer ParseBounded(const TSLanguage* language, std::string_view text);

}  // namespace flagcensus
