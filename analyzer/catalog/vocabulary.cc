// queries/pages/words.toml → lists of phrases, read once.
#include "analyzer/catalog/vocabulary.h"

#include <toml++/toml.h>

#include <algorithm>
#include <map>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using Lists = std::map<std::string, std::vector<std::string>, std::less<>>;

Lists ReadLists() {
  Lists out;
  toml::table file;
  try {
    file = toml::parse(EmbeddedQuery("pages/words.toml"));
  } catch (const toml::parse_error&) {
    return out;  // the file is part of the program; a test reads it
  }
  for (const auto& [key, node] : file) {
    const toml::array* const phrases = node.as_array();
    if (phrases == nullptr) continue;
    std::vector<std::string>& list = out[std::string(key.str())];
    for (const toml::node& phrase : *phrases) list.push_back(phrase.value_or(std::string()));
  }
  return out;
}

bool IsWordByte(char c) { return IsIdentifierByte(static_cast<unsigned char>(c)); }

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
    if (at == 0 || !IsWordByte(lower[at - 1]) || !IsWordByte(phrase[0])) return true;
  }
  return false;
}

bool HasAnyPhrase(std::string_view lower, const std::vector<std::string>& phrases) {
  return std::any_of(phrases.begin(), phrases.end(),
                     [&](const std::string& phrase) { return HasPhrase(lower, phrase); });
}

bool StartsWithPhrase(std::string_view lower, const std::vector<std::string>& phrases) {
  return std::any_of(phrases.begin(), phrases.end(),
                     [&](const std::string& phrase) { return lower.starts_with(phrase); });
}

}  // namespace flagcensus
