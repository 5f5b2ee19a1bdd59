// The words of a search in every file of a tree, on several threads.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "analyzer/tree/tree.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {

// Calls found(index into tree.files, text, hits in ascending order) for each file for which
// wanted(file) holds and that can be read and is no binary; `hits` may be empty. Both are called
// from several threads at once (`jobs`; 0: one a core); text and hits live for the call. Costs a
// read of the files and a search over their bytes.
void SearchFiles(const Tree& tree, const WordSearch& search, unsigned jobs,
                 const std::function<bool(const SourceFile& file)>& wanted,
                 const std::function<void(size_t file, std::string_view text,
                                          const std::vector<WordHit>& hits)>& found);

}  // namespace flagcensus
