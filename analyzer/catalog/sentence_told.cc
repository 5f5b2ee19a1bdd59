// Names that a sentence sets or falls back to, without calling them variables.
//
// "setting `APP_X` to 1" may speak of an option of a build as well: it counts where the page calls
// another name of the same first word a variable, in whatever place.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/recogniser.h"
#include "analyzer/catalog/sentence_ways.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {

// How the sentence tells that it is a variable that does not call it one.
void Recogniser::AddWays(const LeadName& name, size_t at, const Prose& text, const Told& told,
                         Evidence& own) {
  static const std::vector<std::string>& kCommon = Phrases("everybodys");
  if (told.beside || ShapeOf(name.name) != NameShape::kStrong || name.name.front() == '_' ||
      std::find(kCommon.begin(), kCommon.end(), name.name) != kCommon.end()) {
    return;
  }
  own.Add(Sign::kSentenceFallback, IsDefaultThere(told.before, told.behind));
  // A command that the text shows, `export X=1`, is an example.
  const bool command = text.IsCode(at) && text.CodeBegin(at) + 1 < at && !name.dollar;
  if (command) return;
  const bool set =
      IsSetThere(told.before, told.behind, told.assigned) || IsUsedThere(told.before, told.behind);
  own.Add(Sign::kSentenceSet, IsExportedThere(told.before) || (set && IsKnownStart(name.name)));
}

// What the names that were taken so far begin with.
bool Recogniser::IsKnownStart(std::string_view name) {
  const bool known = starts_.contains(std::string(name.substr(0, name.find('_') + 1)));
  asked_start_ = asked_start_ || !known;
  return known;
}

// What the sentences call variables tells in turn which other names are: then they are read again.
void Recogniser::TellSentences() {
  const size_t candidates = candidates_.size();
  const size_t judged = judged_.size();
  constexpr int kMost = 2;
  for (int pass = 0; pass < kMost; ++pass) {
    const size_t known = starts_.size();
    for (const std::string& name : called_) {
      const size_t end = name.find('_');
      if (end != std::string::npos && end > 0) starts_.insert(name.substr(0, end + 1));
    }
    if (pass > 0 && (!asked_start_ || starts_.size() == known)) return;
    candidates_.resize(candidates);
    judged_.resize(judged);
    Sentences(document_.blocks, 0, false);
  }
}

// "`$XDG_CONFIG_HOME/app`": where programs keep their files, which the variable moves.
void Recogniser::PathsIn(const Prose& text, const Block& block) {
  for (size_t at = text.text.find('$'); at != std::string::npos; at = text.text.find('$', at + 1)) {
    if (!text.IsCode(at) || text.CodeBegin(at) != at) continue;
    const std::string_view code = std::string_view(text.text).substr(at, text.CodeEnd(at) - at);
    const std::string_view found = PathVariable(code);
    if (found.empty()) continue;
    const Prose::Start start = text.PlaceOf(at);
    LeadName name;
    name.name = found;
    name.line = start.line > 0 ? start.line : block.line;
    name.column = start.column > 0 ? start.column + static_cast<int>(at - start.offset) : 0;
    name.code = name.marked = name.dollar = true;
    LeadingName lead;
    lead.names.push_back(name);
    lead.separator = LeadingName::Separator::kColon;
    Body body;
    const SiblingStats peers;
    const Context context;
    CandidateContext stand{Where::kSentence, context, peers, &body, {}};
    stand.own.Add(Sign::kSentencePath);
    if (Accepted(lead, stand).empty()) continue;
    // The path shows it: no page is one for that.
    candidates_.emplace_back(best_, MakeEntry(file_, name, EntryHow::kExample, body, ""));
  }
}

}  // namespace flagcensus
