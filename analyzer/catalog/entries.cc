// Document → entries.
//
//   - `APP_PORT`: The port (default: 80).
//
// Each block proposes the names that it begins with (block_walker.h): APP_PORT. The sum of the
// signals for and against it decides (scorer.h): an item, code, a colon. Then body.cc collects what
// the rest of the block and the blocks below it say: the default 80, the description. Sentences and
// code are read as statements (documents/).
#include "analyzer/catalog/entries.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/catalog/block_walker.h"

namespace flagcensus {

FoundEntries FindEntries(std::string_view file, const Document& document, const PageFormat& format,
                         const EntryOptions& options) {
  const PageFacts page = ReadPageFacts(file, document, format, options);
  CandidateScorer scorer(page, options.explain);
  EntryCollector out(page);
  const EntryReading reading{page, scorer, out};
  BlockWalker walker(reading);
  walker.Walk(document.blocks);
  // Once more, if accepted names support names that were rejected: at most twice in total.
  if (scorer.FindSupportedSiblings()) {
    out.Clear();
    walker.Walk(document.blocks);
  }
  std::set<std::string> expanded;
  std::set_intersection(page.assigned.begin(), page.assigned.end(), page.expanded.begin(),
                        page.expanded.end(), std::inserter(expanded, expanded.end()));
  return {out.Finish(document), std::move(scorer.judged()),
          static_cast<int>(scorer.called().size()), static_cast<int>(scorer.headed().size()),
          std::move(expanded)};
}

}  // namespace flagcensus
