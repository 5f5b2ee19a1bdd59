// queries/pages/*.toml → lists of phrases, read once.
#include "analyzer/pages/vocabulary.h"

#include <algorithm>
#include <array>
#include <map>

#include "analyzer/base/characters.h"
#include "analyzer/base/embedded_lists.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using Lists = std::map<std::string, std::vector<std::string>, std::less<>>;

Lists ReadLists() {
  Lists all;
  for (const std::string_view file :
       {"pages/words.toml", "pages/claims.toml", "pages/labels.toml"}) {
    all.merge(EmbeddedLists(file));
  }
  return all;
}

}  // namespace

const std::vector<std::string>& Phrases(std::string_view list) {
  static const Lists kLists = ReadLists();
  static const std::vector<std::string> kNone;
  const auto found = kLists.find(list);
  return found == kLists.end() ? kNone : found->second;
}

bool HasPhrase(std::string_view lower, std::string_view phrase) {
  for (size_t at = lower.find(phrase); at != std::string_view::npos;
       at = lower.find(phrase, at + 1)) {
    if (!DividesWord(lower, at)) return true;
  }
  return false;
}

bool HasAnyPhrase(std::string_view lower, const std::vector<std::string>& phrases) {
  // One pass for all of them: a place where none begins is left at its first byte.
  std::array<bool, 256> begins = {};
  for (const std::string& phrase : phrases) {
    if (!phrase.empty()) begins[static_cast<unsigned char>(phrase[0])] = true;
  }
  bool inside = false;  // of a word
  for (size_t at = 0; at < lower.size(); ++at) {
    const bool word = IsIdentifierByte(lower[at]);
    const bool may_begin = begins[static_cast<unsigned char>(lower[at])] && !(inside && word);
    if (may_begin && StartsWithPhrase(lower.substr(at), phrases)) return true;
    inside = word;
  }
  return false;
}

bool StartsWithPhrase(std::string_view lower, const std::vector<std::string>& phrases) {
  return std::any_of(phrases.begin(), phrases.end(),
                     [&](const std::string& phrase) { return lower.starts_with(phrase); });
}

}  // namespace flagcensus
