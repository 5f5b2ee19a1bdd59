// Which pages list settings that are environment variables without saying so at each of them.
//
//   intro.md:    "environment variables define these settings"     ─→ announces its folder
//   database.md: ## `DB_HOST`, below it _Default:_ `localhost`     ─→ lists settings by headings
//
// A page may also announce its own settings: "Options are passed as environment variables".
//
// A manual of several pages says only once, on its first page, that all settings are environment
// variables. What the first page says applies only to pages that list settings by headings.
#include "analyzer/catalog/folder.h"

#include <algorithm>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/catalog/body.h"
#include "analyzer/catalog/defaults.h"
#include "analyzer/catalog/leading_names.h"
#include "analyzer/catalog/values.h"
#include "analyzer/catalog/words.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/topic.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// Whether the heading consists of one name in capitals, marked as code.
bool IsVariable(const Block& heading) {
  const LeadingNames lead = ParseLeadingNames(ToProse(heading.inlines), true);
  if (lead.names.size() != 1 || lead.separator != LeadingNames::Separator::kNone) return false;
  const NameShape shape = ShapeOf(lead.names.front().name);
  return lead.names.front().code && (shape == NameShape::kStrong || shape == NameShape::kWeak);
}

// Whether the block, below the heading of a setting, states its default.
// As a field, as an item "- Default: ...", or after values or a type in one line.
bool StatesDefault(const Block& block) {
  if (block.kind == Block::Kind::kField) return FieldLabelOf(block.label) == Label::kDefault;
  if (block.kind == Block::Kind::kList) {  // "- Explanation: ...", "- Default: ..."
    return std::any_of(block.children.begin(), block.children.end(), [](const Block& item) {
      return !item.children.empty() && StatesDefault(item.children.front());
    });
  }
  if (block.kind != Block::Kind::kParagraph) return false;
  const Field field = ParseField(ToProse(block.inlines));
  // "Values: `on`, `off` | Default = `on`"
  const bool begins = field.label == Label::kValues || field.label == Label::kType;
  return field.label == Label::kDefault || (begins && DefaultFromWords(field.value, "").stated());
}

// Whether blocks[at] is a heading of a variable with its default right below.
bool HasDefaultBelow(const std::vector<Block>& blocks, size_t at) {
  return at + 1 < blocks.size() && blocks[at].kind == Block::Kind::kHeading &&
         IsVariable(blocks[at]) && StatesDefault(blocks[at + 1]);
}

// "Options are passed as environment variables", "the settings can be given in a file or through
// environment variables". Not "some options …", and not "PATH is an environment variable". The noun
// must precede the verb and the environment follow it; other word orders are missed.
bool SaysHowGiven(std::string_view sentence) {
  static const PhraseList& kWhat = Phrases("given_what");
  static const PhraseList& kVerbs = Phrases("given_verbs");
  static const PhraseList& kAs = Phrases("given_as");
  static const PhraseList& kFew = Phrases("given_few");
  if (!SpeaksOfEnvironment(sentence) || HasAny(sentence, kFew)) return false;
  if (HasAnyPhrase(sentence, Phrases("given_to"))) return true;
  for (const std::string& verb : kVerbs) {
    const size_t at = sentence.find(verb);
    if (at == std::string_view::npos) continue;
    if (HasAnyPhrase(sentence.substr(0, at), kWhat) && HasAnyPhrase(sentence.substr(at), kAs))
      return true;
  }
  return false;
}

// Sentence by sentence: a noun of one and a verb of the next do not belong together.
bool SaysHowGiven(const Block& paragraph) {
  const Prose text = ToProse(paragraph.inlines);
  for (size_t at = 0; at < text.lower.size();) {
    const size_t end = ClauseEnd(text, at);
    if (SaysHowGiven(std::string_view(text.lower).substr(at, end - at))) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

// Compares the stem up to the first dot: "index.en.md" is an index, too.
bool OpensFolder(std::string_view file) {
  const size_t slash = file.rfind('/');
  std::string stem = ToLower(slash == std::string_view::npos ? file : file.substr(slash + 1));
  stem.resize(std::min(stem.find('.'), stem.size()));
  static const PhraseList& kNames = Phrases("opens_folder");
  return std::find(kNames.begin(), kNames.end(), stem) != kNames.end();
}

bool AnnouncesFolder(std::string_view file, const Document& document) {
  if (!OpensFolder(file)) return false;
  constexpr size_t kOpening = 12;  // blocks: what comes further down is about one thing
  static const PhraseList& kSettings = Phrases("announces_settings");
  for (size_t i = 0; i < std::min(document.blocks.size(), kOpening); ++i) {
    if (document.blocks[i].kind != Block::Kind::kParagraph) continue;
    const std::string lower = ToLower(PlainText(document.blocks[i].inlines));
    if (SpeaksOfEnvironment(lower) && HasAnyPhrase(lower, kSettings)) return true;
  }
  return false;
}

bool ListsByHeadings(const Document& document) {
  // Per level, because the titles of groups of settings are headings of another level.
  struct Level {
    size_t headings = 0;
    size_t with_default = 0;  // that are variables with a default below
  };
  std::map<int, Level> levels;
  for (size_t i = 0; i < document.blocks.size(); ++i) {
    const Block& block = document.blocks[i];
    if (block.kind != Block::Kind::kHeading) continue;
    Level& level = levels[block.level];
    ++level.headings;
    level.with_default += HasDefaultBelow(document.blocks, i) ? 1 : 0;
  }
  // More than half of the headings of a level, and at least two: a page on one setting is not a
  // list.
  return std::any_of(levels.begin(), levels.end(), [](const auto& one) {
    return one.second.with_default > 1 && 2 * one.second.with_default > one.second.headings;
  });
}

bool AnnouncesItself(const Document& document) {
  const std::vector<Block>& blocks = document.blocks;
  // Only the text above the first setting can introduce them all.
  for (size_t i = 0; i < blocks.size() && !HasDefaultBelow(blocks, i); ++i) {
    if (blocks[i].kind != Block::Kind::kParagraph || !SaysHowGiven(blocks[i])) continue;
    return ListsByHeadings(document);
  }
  return false;
}

}  // namespace flagcensus
