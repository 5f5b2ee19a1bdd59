// Settings in a block of code that take their values from variables → entries.
//
//   [store]
//   path = ${APP_STORE:/srv/store}     the variable, and what holds without it
//   size = ${APP_SIZE:$[store.size]}   its default is another setting's
//   APP_HOME=${APP_HOME:-/srv}         a shell's own assignment: none
//
// The form is that of the settings files of many programs; the page shows its own file.
#include "analyzer/base/text.h"
#include "analyzer/catalog/code_blocks.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// The place of the brace that closes the one before `at`, or npos.
size_t ClosingBrace(std::string_view text, size_t at) {
  size_t depth = 1;
  for (; at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

struct Expansion {
  LeadName name;
  std::string_view fallback;
};

// "key = ${NAME:fallback}", and nothing else on the line.
std::optional<Expansion> ExpansionIn(std::string_view line, int number) {
  const size_t equals = line.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string_view key = Trim(line.substr(0, equals));
  const NameShape of_key = ShapeOf(key);
  if (key.empty() || key.find_first_of(" \t$") != std::string_view::npos ||
      of_key == NameShape::kStrong || of_key == NameShape::kWeak) {
    return std::nullopt;
  }
  const std::string_view value = Trim(line.substr(equals + 1));
  if (!value.starts_with("${")) return std::nullopt;
  const size_t close = ClosingBrace(value, 2);
  const size_t colon = value.find(':');
  if (close + 1 != value.size() || colon == std::string_view::npos) return std::nullopt;
  Expansion out;
  out.name.name = value.substr(2, colon - 2);
  if (ShapeOf(out.name.name) != NameShape::kStrong) return std::nullopt;
  out.name.line = number;
  out.name.column = static_cast<int>(value.data() - line.data()) + 3;
  out.fallback = value.substr(colon + 1, close - colon - 1);
  if (out.fallback.starts_with('-')) out.fallback.remove_prefix(1);
  return out;
}

// Whether the block is a settings file: by its language, or by a section in it.
bool ShowsSettings(const Block& block) {
  static const PhraseList& kSettings = Phrases("settings_languages");
  const std::string label = ToLower(block.label);
  if (std::find(kSettings.begin(), kSettings.end(), label) != kSettings.end()) return true;
  return label.empty() && block.text.starts_with('[');
}

// What holds where the variable is not set: a value, or what only the program knows: another
// setting, a placeholder.
DefaultText FallbackOf(std::string_view text) {
  if (text.empty()) return {DocumentedDefault::kNone, std::nullopt};
  const bool computed = text.find("$[") != std::string_view::npos ||
                        text.find("${") != std::string_view::npos ||
                        (text.starts_with('<') && text.ends_with('>'));
  return {computed ? DocumentedDefault::kProse : DocumentedDefault::kLiteral, std::string(text)};
}

}  // namespace

void CodeBlockReader::Expansions(const Block& block, const BlockContext& context) {
  if (block.text.find("${") == std::string::npos || !ShowsSettings(block)) return;
  int number = block.line;
  for (const std::string_view line : Split(block.text, '\n')) {
    const std::optional<Expansion> expansion = ExpansionIn(line, number++);
    if (!expansion) continue;
    LeadingNames lead;
    lead.names.push_back(expansion->name);
    lead.separator = LeadingNames::Separator::kColon;
    Body body;
    body.field_default = FallbackOf(expansion->fallback);
    const SiblingStats peers;
    Candidate candidate{CandidatePlace::kCode, context, peers, &body, {}};
    candidate.own.Add(Sign::kCodeExpanded);
    const std::vector<LeadName> names = scorer_.Accepted(lead, candidate);
    if (names.empty()) continue;
    out_.AddFallback(scorer_.best(),
                     MakeEntry(page_.file, names.front(), page_.How(EntryHow::kBlock), body,
                               SectionOf(context)));
  }
}

}  // namespace flagcensus
