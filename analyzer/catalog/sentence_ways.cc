#include "analyzer/catalog/sentence_ways.h"

#include <algorithm>
#include <string>
#include <vector>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/catalog/words.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// `before` without the marks and blanks at its end.
std::string_view WithoutMarks(std::string_view before) {
  while (!before.empty() &&
         std::string_view(" \n`*\"',:(${").find(before.back()) != std::string_view::npos) {
    before.remove_suffix(1);
  }
  return before;
}

// `behind` without the marks and blanks at its start.
std::string_view WithoutOpening(std::string_view behind) {
  const size_t at = behind.find_first_not_of(" \n`*\"')}");
  return at == std::string_view::npos ? std::string_view() : behind.substr(at);
}

bool EndsInAny(std::string_view text, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return EndsWithWord(text, word); });
}

}  // namespace

bool IsCalledBehind(std::string_view behind) {
  static const PhraseList& kKinds = Phrases("kind_of_name");
  return StartsWithPhrase(WithoutOpening(behind), kKinds);
}

bool IsCalledBefore(std::string_view before) {
  static const PhraseList& kKinds = Phrases("kind_of_name");
  static const PhraseList& kJoints = Phrases("called");
  std::string_view rest = WithoutMarks(before);
  for (const std::string& joint : kJoints) {
    if (rest.ends_with(joint)) rest.remove_suffix(joint.size());
  }
  rest = WithoutMarks(rest);
  if (rest.ends_with('s')) rest.remove_suffix(1);
  return std::any_of(kKinds.begin(), kKinds.end(),
                     [&](const std::string& kind) { return rest.ends_with(kind); });
}

bool IsCalledFurther(std::string_view before) {
  static const PhraseList& kKinds = Phrases("kind_of_name");
  static const PhraseList& kLeads = Phrases("leads_to_names");
  if (!EndsInAny(WithoutMarks(before), kLeads) && !Trim(before).ends_with(':')) return false;
  constexpr size_t kMaxWords = 8;
  constexpr size_t kFar = 160;  // bytes in which so few words stand
  before.remove_prefix(before.size() - std::min(before.size(), kFar));
  for (const std::string& kind : kKinds) {
    const size_t at = before.rfind(kind);
    if (at == std::string_view::npos) continue;
    std::string_view between = before.substr(at + kind.size());
    if (between.starts_with('s')) between.remove_prefix(1);
    if (between.find_first_of(".;()`$=_") != std::string_view::npos) continue;
    const auto blanks = std::count(between.begin(), between.end(), ' ') +
                        std::count(between.begin(), between.end(), '\n');
    if (static_cast<size_t>(blanks) <= kMaxWords + 1) return true;
  }
  return false;
}

bool IsExportedThere(std::string_view before) {
  static const std::vector<std::string> kExports = {"export", "exporting", "exports"};
  return EndsInAny(WithoutMarks(before), kExports);
}

bool IsSetThere(std::string_view before, std::string_view behind, bool assigned) {
  static const PhraseList& kVerbs = Phrases("sets");
  static const PhraseList& kTargets = Phrases("sets_to");
  static const PhraseList& kMissing = Phrases("sets_missing");
  if (assigned && EndsInAny(WithoutMarks(before), kMissing)) return true;
  if (!EndsInAny(WithoutMarks(before), kVerbs)) return false;
  return assigned || StartsWithAny(WithoutOpening(behind), kTargets);
}

bool IsDefaultThere(std::string_view before, std::string_view behind) {
  static const PhraseList& kCalled = Phrases("own_called");
  static const PhraseList& kIfSet = Phrases("own_if_set");
  constexpr size_t kNear = 24;
  const std::string_view near = before.substr(before.size() - std::min(before.size(), kNear));
  if (near.find("default") == std::string_view::npos) return false;
  std::string_view rest = WithoutOpening(behind);
  for (const std::string& called : kCalled) {
    if (StartsWithWord(rest, called)) rest = Trim(rest.substr(called.size()));
  }
  return StartsWithAny(rest, kIfSet);
}

bool IsUsedThere(std::string_view before, std::string_view behind) {
  static const PhraseList& kBy = Phrases("used_by");
  return StartsWithWord(WithoutOpening(behind), "variable") && EndsInAny(WithoutMarks(before), kBy);
}

std::string_view PathVariable(std::string_view code) {
  static const PhraseList& kNames = Phrases("path_variables");
  if (!code.starts_with('$')) return {};
  code.remove_prefix(1);
  const bool braced = code.starts_with('{');
  if (braced) code.remove_prefix(1);
  size_t end = EndOfRun(code, 0, IsIdentifierByte);
  const std::string_view name = code.substr(0, end);
  if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) return {};
  if (braced) ++end;
  return end + 1 < code.size() && code[end] == '/' ? name : std::string_view();
}

}  // namespace flagcensus
