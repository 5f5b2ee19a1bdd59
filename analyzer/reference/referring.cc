// A text that refers to what is around it on its page ─→ the same without the page.
//
//   after OVEN_BREAD: "Same as above, but for cakes."  ─→  "Same as OVEN_BREAD, but for cakes."
//   "Explained in the manual."                          ─→  a reference, not a description
//
// The phrases are those of queries/evidence/descriptions.toml. Other ways to refer, "like its
// sister", are not recognised.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/reference/prose.h"

namespace flagcensus {
namespace {

// Whether the phrase that ends there is complete: "as above, but", not "as above mentioned".
bool EndsReference(std::string_view rest) {
  if (rest.empty() || !(rest[0] == ' ' || IsIdentifierByte(rest[0]))) return true;
  return BeginsWithPhrase("descriptions", "after_reference", rest);
}

// With the name in place of each of the phrases: "as above" keeps its "as".
std::string Replaced(std::string text, std::string_view list, const std::string& name) {
  if (name.empty()) return text;
  for (const std::string& phrase : Phrases("descriptions", list)) {
    const std::string lower = ToLower(text);
    const size_t at = lower.find(phrase);
    if (at == std::string::npos || (at > 0 && IsIdentifierByte(text[at - 1]))) continue;
    if (!EndsReference(std::string_view(text).substr(at + phrase.size()))) continue;
    const size_t kept = phrase.starts_with("as ") ? 3 : 0;
    text.replace(at + kept, phrase.size() - kept, name);
  }
  return text;
}

// "See also The depend mode.", "See bread.", "Read bread for more details.": the title of a link
// without its address. An address, a number (RFC 5424, cron(8)) or code leads somewhere without a
// link.
bool LeadsByTitle(std::string_view sentence) {
  // Eight words or fewer: longer sentences say something about the variable.
  constexpr long kBlanks = 7;
  const bool reads =
      sentence.starts_with("Read ") && (sentence.find(" for more ") != std::string_view::npos ||
                                        sentence.find(" for details") != std::string_view::npos);
  return (sentence.starts_with("See ") || reads) &&
         std::count(sentence.begin(), sentence.end(), ' ') <= kBlanks &&
         sentence.find_first_of("0123456789/`\"'(=") == std::string_view::npos;
}

// "See the section on bread below."
bool IsPointer(std::string_view sentence) {
  if (NamesVariable(sentence)) return false;
  if (LeadsByTitle(sentence)) return true;
  if (!BeginsWithPhrase("descriptions", "references", ToLower(sentence))) return false;
  while (sentence.ends_with('.') || sentence.ends_with(')')) sentence.remove_suffix(1);
  const std::string last = ToLower(sentence.substr(sentence.rfind(' ') + 1));
  return IsPhrase("descriptions", "pointed_at", last);
}

}  // namespace

bool NamesVariable(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = EndOfRun(text, at, IsIdentifierByte);
    const std::string_view word = text.substr(at, end - at);
    if (word.find('_') != std::string_view::npos && ShapeOf(word) == NameShape::kStrong)
      return true;
    at = end + 1;
  }
  return false;
}

std::string WithNeighbours(std::string text, const Neighbours& around) {
  text = Replaced(std::move(text), "refers_back", around.before);
  return Replaced(std::move(text), "refers_ahead", around.behind);
}

bool IsReference(std::string_view text) {
  if (NamesVariable(text) || !BeginsWithPhrase("descriptions", "references", ToLower(text)))
    return false;
  return SentenceEnd(text, 0, text.size()) >= text.size();
}

std::string WithoutPointerSentences(std::string text) {
  for (size_t begin = 0; begin < text.size();) {
    // The first sentence stays, since it is all that there may be.
    size_t end = std::max(SentenceEnd(text, begin, text.size()), begin + 1);
    if (begin > 0 && IsPointer(std::string_view(text).substr(begin, end - begin))) {
      text.erase(begin - 1, end + 1 - begin);
      end = begin - 1;
    }
    begin = text.find_first_not_of(' ', end);
  }
  return text;
}

std::string WithSubjects(std::string text, const std::vector<std::string>& names) {
  // With more than three names the sentence would be longer than what it says.
  constexpr size_t kMost = 3;
  if (names.size() < 2 || names.size() > kMost) return text;
  const size_t first = std::min(text.find(' '), text.size());
  const std::string next(std::string_view(text).substr(first));
  const std::string verb = text.substr(0, first);
  const bool plain = IsPhrase("descriptions", "plural_auxiliaries", verb);
  const bool acts = IsPhrase("descriptions", "plural_verbs", verb) &&
                    BeginsWithPhrase("descriptions", "objects", next);
  if (!plain && !acts) return text;
  std::string subjects;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) subjects += i + 1 == names.size() ? " and " : ", ";
    subjects += names[i];
  }
  return subjects + " " + text;
}

}  // namespace flagcensus
