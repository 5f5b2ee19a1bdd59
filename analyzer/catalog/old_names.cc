// A description → the names that its variable had before: "formerly `APP_DIR`", "called APP_DIR
// before 3.0". They document those names, as aliases of the variable.
//
// The phrase must be next to the name: "formerly called by scripts, see `APP_DIR`" names no
// variable.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/catalog/values.h"
#include "analyzer/catalog/words.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// The text before the name, without marks at its end.
std::string_view HeadOf(std::string_view before) {
  const size_t end = before.find_last_not_of(" \n`*\"'(${");
  return before.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

bool EndsWithPhrase(std::string_view head, const std::vector<std::string>& phrases) {
  return std::any_of(phrases.begin(), phrases.end(), [&](const std::string& phrase) {
    const size_t at = head.size() - std::min(head.size(), phrase.size());
    return head.ends_with(phrase) && (at == 0 || EndsWordAt(head, at - 1));
  });
}

}  // namespace

std::vector<NameAt> OldNamesIn(const Prose& description, std::string_view name) {
  static const PhraseList& kHad = Phrases("had_name");
  static const PhraseList& kCalled = Phrases("called_name");
  static const PhraseList& kPast = Phrases("of_the_past");
  std::vector<NameAt> old;
  for (NameAt& at : NamesIn(description)) {
    if (at.name == name || ShapeOf(at.name) != NameShape::kStrong) continue;
    const std::string_view lower = description.lower;
    // Only names with a '_': "formerly DEBUG" may be a mode.
    const std::string_view head = HeadOf(lower.substr(0, at.offset));
    const size_t behind = lower.find_first_not_of(" \n`*\"')}", at.offset + at.name.size());
    const std::string_view rest =
        behind == std::string_view::npos ? std::string_view() : lower.substr(behind);
    // "called X" alone is the present name; with "before 3.0" it is a former one.
    const bool past = EndsWithPhrase(head, kCalled) && StartsWithPhrase(rest, kPast);
    if (past || EndsWithPhrase(head, kHad)) old.push_back(std::move(at));
  }
  return old;
}

}  // namespace flagcensus
