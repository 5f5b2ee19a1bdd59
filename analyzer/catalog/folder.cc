// intro.md: "environment variables define these settings"   ─→ it speaks for its folder
// database.md: ## `DB_HOST`, below it _Default:_ `localhost` ─→ a page that it can speak for
//
// A manual that is parted into pages tells once, on the first, that all settings are environment
// variables. A page without such headings is none of settings, whatever the first one says.
#include "analyzer/catalog/folder.h"

#include <algorithm>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/catalog/body.h"
#include "analyzer/catalog/lead.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/topic.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

bool IsVariable(const Block& heading) {
  const Lead lead = ParseLead(ToProse(heading.inlines), true);
  if (lead.names.size() != 1 || lead.separator != Lead::Separator::kNone) return false;
  const NameShape shape = ShapeOf(lead.names.front().name);
  return lead.names.front().code && (shape == NameShape::kStrong || shape == NameShape::kWeak);
}

bool TellsDefault(const Block& block) {
  if (block.kind == Block::Kind::kField) return FieldLabelOf(block.label) == Label::kDefault;
  if (block.kind != Block::Kind::kParagraph) return false;
  return ParseField(ToProse(block.inlines)).label == Label::kDefault;
}

}  // namespace

bool OpensFolder(std::string_view file) {
  const size_t slash = file.rfind('/');
  std::string stem = ToLower(slash == std::string_view::npos ? file : file.substr(slash + 1));
  stem.resize(std::min(stem.find('.'), stem.size()));
  static const std::vector<std::string>& kNames = Phrases("opens_folder");
  return std::find(kNames.begin(), kNames.end(), stem) != kNames.end();
}

bool AnnouncesFolder(std::string_view file, const Document& document) {
  if (!OpensFolder(file)) return false;
  constexpr size_t kOpening = 12;  // blocks: what stands further down is about one thing
  static const std::vector<std::string>& kSettings = Phrases("announces_settings");
  for (size_t i = 0; i < std::min(document.blocks.size(), kOpening); ++i) {
    if (document.blocks[i].kind != Block::Kind::kParagraph) continue;
    const std::string lower = ToLower(PlainText(document.blocks[i].inlines));
    if (SpeaksOfEnvironment(lower) && HasAnyPhrase(lower, kSettings)) return true;
  }
  return false;
}

bool ListsByHeadings(const Document& document) {
  struct Level {
    size_t headings = 0;
    size_t told = 0;  // that are variables with a default below
  };
  std::map<int, Level> levels;
  for (size_t i = 0; i < document.blocks.size(); ++i) {
    const Block& block = document.blocks[i];
    if (block.kind != Block::Kind::kHeading) continue;
    Level& level = levels[block.level];
    ++level.headings;
    const bool told =
        i + 1 < document.blocks.size() && TellsDefault(document.blocks[i + 1]) && IsVariable(block);
    level.told += told ? 1 : 0;
  }
  return std::any_of(levels.begin(), levels.end(), [](const auto& one) {
    return one.second.told > 1 && 2 * one.second.told > one.second.headings;
  });
}

}  // namespace flagcensus
