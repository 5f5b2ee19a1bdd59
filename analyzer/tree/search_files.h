// Searches words in every file of a tree, on several threads.
//
//   SearchFiles(tree, WordSearch({"APP_X"}), 0, is_python, found)
//                 ─→ found(i, text, {{0, offset}, ...}) for each Python file that contains APP_X
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tree/step_memory.h"
#include "analyzer/tree/tree.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {

enum class FilesFound { kWithHits, kAll };

// Whether a file's words are recorded (FileWords) when it is read for the first time, since other
// searches follow, or for the second time, if it is searched again.
enum class WordsNoted { kAtOnce, kAgain };

// Calls found(index into tree.files, text, hits in ascending order) for each file for which
// wanted(file) is true, that is readable and not binary, and that has a hit, or for all such files,
// depending on `which`. Both callbacks are called from several threads at once (`jobs`; 0: one per
// core); text and hits are valid during the call. Costs a read and a search of the files that may
// contain a word, which includes files that have not been read yet. A file that is unreadable or
// binary is passed to `failed`, if set (also from several threads).
void SearchFiles(const Tree& tree, const WordSearch& search, unsigned jobs,
                 const std::function<bool(const SourceFile& file)>& wanted,
                 const std::function<void(size_t file, std::string_view text,
                                          const std::vector<WordHit>& hits)>& found,
                 FilesFound which = FilesFound::kWithHits,
                 const std::function<void(size_t file, std::string error)>& failed = {},
                 WordsNoted noted = WordsNoted::kAtOnce);

// Resets the results of the files that may contain one of the words: those that have none are not
// affected by a change of these words. Costs a lookup for each word and file.
template <class Result>
void DropFilesWith(const Tree& tree, const WordSearch& words, StepMemory::OfFiles<Result>& of) {
  if (words.words().empty()) return;
  for (size_t i = 0; i < of.results.size(); ++i) {
    if (of.results[i] && words.MayStandIn(*tree.files[i].words)) of.results[i].reset();
  }
}

}  // namespace flagcensus
