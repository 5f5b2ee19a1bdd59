// Names that a sentence sets or falls back to, without calling them variables.
//
// "setting `APP_X` to 1" may speak of an option of a build as well: it counts where the page calls
// another name of the same first word a variable, in whatever place.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/sentence_reader.h"
#include "analyzer/catalog/sentence_ways.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {

// How the sentence tells that it is a variable that does not call it one.
void SentenceReader::AddWays(const LeadName& name, size_t at, const Prose& text,
                             const ToldNames& told, Evidence& own) {
  static const PhraseList& kCommon = Phrases("everybodys");
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
bool SentenceReader::IsKnownStart(std::string_view name) {
  const bool known = starts_.contains(std::string(name.substr(0, name.find('_') + 1)));
  asked_start_ = asked_start_ || !known;
  return known;
}

// What the sentences call variables tells in turn which other names are: then they are read again.
void SentenceReader::Read(const std::vector<Block>& blocks) {
  const size_t fallbacks = out_.fallbacks();
  const size_t judged = scorer_.judged().size();
  constexpr int kMost = 2;
  for (int pass = 0; pass < kMost; ++pass) {
    const size_t known = starts_.size();
    for (const std::string& name : scorer_.called()) {
      const size_t end = name.find('_');
      if (end != std::string::npos && end > 0) starts_.insert(name.substr(0, end + 1));
    }
    if (pass > 0 && (!asked_start_ || starts_.size() == known)) return;
    out_.DropFallbacksFrom(fallbacks);
    scorer_.judged().resize(judged);
    Sentences(blocks, 0, false);
  }
}

// "`$XDG_CONFIG_HOME/app`": where programs keep their files, which the variable moves.
void SentenceReader::PathsIn(const Prose& text, const Block& block) {
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
    LeadingNames lead;
    lead.names.push_back(name);
    lead.separator = LeadingNames::Separator::kColon;
    Body body;
    const SiblingStats peers;
    const BlockContext context;
    Candidate candidate{CandidatePlace::kSentence, context, peers, &body, {}};
    candidate.own.Add(Sign::kSentencePath);
    if (scorer_.Accepted(lead, candidate).empty()) continue;
    // The path shows it: no page is one for that.
    out_.AddFallback(scorer_.best(), MakeEntry(page_.file, name, EntryHow::kExample, body, ""));
  }
}

}  // namespace flagcensus
