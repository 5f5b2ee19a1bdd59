// The words of a search in every file of a tree, on several threads.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tree/tree.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {

enum class FilesFound { kWithHits, kAll };

// Calls found(index into tree.files, text, hits in ascending order) for each file for which
// wanted(file) holds, that can be read and is no binary, and that has a hit; or has none, where
// `which` says all. Both are called from several threads at once (`jobs`; 0: one a core); text and
// hits live for the call. Costs a search over the bytes of the files that may hold a word, and a
// read of them; a file that nobody has read yet may. A file that cannot be read, or is no text, is
// told to `failed` where that is given (from several threads too).
void SearchFiles(const Tree& tree, const WordSearch& search, unsigned jobs,
                 const std::function<bool(const SourceFile& file)>& wanted,
                 const std::function<void(size_t file, std::string_view text,
                                          const std::vector<WordHit>& hits)>& found,
                 FilesFound which = FilesFound::kWithHits,
                 const std::function<void(size_t file, std::string error)>& failed = {});

}  // namespace flagcensus
