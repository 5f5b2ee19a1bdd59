// A sentence as it stands in a page's text ─→ the default that it tells.
#include "analyzer/evidence/passage_words.h"

#include <string>
#include <utility>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/catalog/values.h"
#include "analyzer/pages/names.h"

namespace flagcensus {
namespace {

// `text` with its code spans as runs of their own, so that a default in one is told from words.
Prose ProseOf(std::string_view text) {
  std::vector<std::string_view> parts = Split(text, '`');
  std::vector<Run> runs;
  bool code = false;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].empty() && i > 0 && i + 1 < parts.size()) continue;  // `` is one mark
    Run run;
    run.text = std::string(parts[i]);
    run.code = code && i + 1 < parts.size();
    runs.push_back(std::move(run));
    code = !code;
  }
  return ToProse(runs);
}

}  // namespace

DefaultText DefaultOf(std::string_view sentence, std::string_view name, bool leads) {
  const Prose prose = ProseOf(sentence);
  const size_t at = prose.text.find(name);
  for (const NameAt& other : NamesIn(prose)) {
    if (other.name != name && ShapeOf(other.name) == NameShape::kStrong) return {};
  }
  const Prose clause = leads || at == std::string::npos
                           ? prose
                           : Slice(prose, ClauseBegin(prose, at), ClauseEnd(prose, at));
  DefaultText found = DefaultFromWords(clause, name);
  // "The default is `$NAME/cache`" is the default of something else, which the variable leads to.
  if (found.text && found.text->find(name) != std::string::npos) return {};
  return found;
}

}  // namespace flagcensus
