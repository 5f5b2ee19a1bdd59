#include "analyzer/tree/search_files.h"

#include <memory>
#include <string>

#include "analyzer/base/parallel.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {

// Each file is tested by its recorded words first, so a second search opens only files that
// may contain a hit.
void SearchFiles(const Tree& tree, const WordSearch& search, unsigned jobs,
                 const std::function<bool(const SourceFile& file)>& wanted,
                 const std::function<void(size_t file, std::string_view text,
                                          const std::vector<WordHit>& hits)>& found,
                 FilesFound which,
                 const std::function<void(size_t file, std::string error)>& failed,
                 WordsNoted noted) {
  const unsigned threads = ThreadCount(jobs);
  std::vector<std::string> buffers(threads);
  std::vector<std::vector<WordHit>> hits(threads);
  std::vector<std::shared_ptr<WordSearch::Scratch>> scratches(threads);
  for (auto& scratch : scratches) scratch = search.MakeScratch();
  // Before the search: after a change, a step is only valid if no new text contains one of the
  // words.
  if (tree.memory != nullptr) tree.memory->NoteSearch(tree, search, wanted);
  ParallelFor(tree.files.size(), threads, [&](size_t i, unsigned thread) {
    const SourceFile& file = tree.files[i];
    if (!wanted(file)) return;
    if (which == FilesFound::kWithHits && !search.MayStandIn(*file.words)) return;
    if (std::string error = ReadForSearch(file, &buffers[thread]); !error.empty()) {
      if (failed) failed(i, std::move(error));
      return;
    }
    if (noted == WordsNoted::kAtOnce) {
      file.words->Note(buffers[thread]);
    } else {
      file.words->NoteIfAgain(buffers[thread]);
    }
    search.FindAll(buffers[thread], *scratches[thread], &hits[thread]);
    if (which == FilesFound::kWithHits && hits[thread].empty()) return;
    if (file.memory != nullptr) file.memory->NoteRead(file.absolute);
    found(i, buffers[thread], hits[thread]);
  });
}

}  // namespace flagcensus
