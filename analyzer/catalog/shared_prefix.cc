// "All of them share the prefix `APP_`" above a list of HOME and PORT → APP_HOME, APP_PORT.
//
// A word in capitals that ends with '_' is a prefix if its sentence says that all names have it
// (queries/pages/words.toml). A sentence about the names that have it ("variables starting with
// APP_ are passed on") says nothing about others. If one name of a list shows the prefix, all are
// written in full.
#include "analyzer/catalog/shared_prefix.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/words.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// The first word in capitals of `text` that ends with '_', or with "_*", from `at` on; sets `at`
// past it. "APP_{NAME}" is a family and not a prefix.
std::string_view NextPrefix(std::string_view text, size_t& at) {
  // With its '_': "A_" is too short to be the prefix of a project.
  constexpr size_t kShortest = 3;
  while (at < text.size()) {
    if (!IsVariableNameByte(text[at]) || text[at] == '_') {
      const bool word = IsIdentifierByte(text[at]);
      ++at;
      while (word && at < text.size() && IsIdentifierByte(text[at])) {
        ++at;
      }
      continue;
    }
    const size_t begin = at;
    at = EndOfRun(text, at, IsIdentifierByte);
    const std::string_view word = text.substr(begin, at - begin);
    const bool capitals = AllBytes(word, IsVariableNameByte);
    const bool goes_on = at < text.size() && std::string_view("{<[$%").find(text[at]) < 5;
    if (capitals && !goes_on && word.size() >= kShortest && word.back() == '_') return word;
  }
  return {};
}

// HOME, PATH, TZ and the like have no prefix even in a list in which the others omit theirs.
bool IsEverybodys(std::string_view name) {
  static const PhraseList& kNames = Phrases("everybodys");
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace

std::string SharedPrefixIn(const Prose& text) {
  static const PhraseList& kShared = Phrases("shared_prefix");
  static const PhraseList& kOfAll = Phrases("prefix_of_all");
  static const PhraseList& kOfSome = Phrases("prefix_of_some");
  std::string found;
  for (size_t at = 0; at < text.text.size();) {
    const std::string_view prefix = NextPrefix(text.text, at);
    if (prefix.empty()) break;
    const std::string_view sentence = SentenceAround(text.lower, at - prefix.size());
    if (!HasAny(sentence, kShared) || !HasAny(sentence, kOfAll)) continue;
    if (HasAny(sentence, kOfSome)) continue;
    if (!found.empty() && found != prefix) return {};  // one of several: which names have it?
    found = prefix;
  }
  return found;
}

std::string PrefixField(const Prose& text) {
  static const PhraseList& kLabels = Phrases("prefix_labels");
  // Label, colon, prefix, and only marks of code or emphasis around it.
  const size_t colon = EndOfRun(text.lower, 0, [](char c) { return c != ':' && c != '='; });
  if (colon == text.lower.size()) return {};
  const std::string_view label = Trim(std::string_view(text.lower).substr(0, colon));
  if (!kLabels.Holds(label)) return {};
  size_t at = colon + 1;
  const std::string_view prefix = NextPrefix(text.text, at);
  const bool alone = text.text.find_first_not_of(" .`\"'*\n", at) == std::string::npos &&
                     text.text.find_first_not_of(" `\"'*\n", colon + 1) + prefix.size() == at;
  return alone ? std::string(prefix) : std::string();
}

std::string PrefixInHead(const Prose& head) {
  if (!HasPhrase(head.lower, "prefix")) return {};
  size_t at = 0;
  return std::string(NextPrefix(head.text, at));
}

bool IsOmitted(std::string_view prefix, const std::vector<LeadingNames*>& leads) {
  return !prefix.empty() && std::none_of(leads.begin(), leads.end(), [&](const LeadingNames* lead) {
    return std::any_of(lead->names.begin(), lead->names.end(),
                       [&](const LeadName& name) { return name.name.starts_with(prefix); });
  });
}

// Names with a sigil are written in full, and those of all programs never have the prefix.
LeadingNames WithPrefix(LeadingNames lead, std::string_view prefix) {
  for (LeadName& name : lead.names) {
    const NameShape shape = ShapeOf(name.name);
    const bool capitals = shape == NameShape::kStrong || shape == NameShape::kWeak;
    if (!capitals || name.dollar || IsEverybodys(name.name)) continue;
    name.written = name.name;
    name.name.insert(0, prefix);
  }
  return lead;
}

}  // namespace flagcensus
