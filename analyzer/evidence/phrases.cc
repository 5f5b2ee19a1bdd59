#include "analyzer/evidence/phrases.h"

#include <algorithm>
#include <map>

#include "analyzer/base/embedded.h"
#include "analyzer/base/embedded_lists.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using Lists = std::map<std::string, std::map<std::string, std::vector<std::string>, std::less<>>,
                       std::less<>>;  // by file and key

// All lists of the folder, by the stem of their file.
Lists ReadLists() {
  Lists out;
  for (const EmbeddedFile& file : QueryFiles()) {
    constexpr std::string_view kFolder = "evidence/", kEnding = ".toml";
    if (!file.path.starts_with(kFolder) || !file.path.ends_with(kEnding)) continue;
    std::string stem(file.path.substr(kFolder.size()));
    stem.resize(stem.size() - kEnding.size());
    out[stem] = EmbeddedLists(file.path);
  }
  return out;
}

}  // namespace

const std::vector<std::string>& Phrases(std::string_view file, std::string_view key) {
  static const Lists kLists = ReadLists();
  static const std::vector<std::string> kNone;
  const auto lists = kLists.find(file);
  if (lists == kLists.end()) return kNone;
  const auto found = lists->second.find(key);
  return found == lists->second.end() ? kNone : found->second;
}

bool IsPhrase(std::string_view file, std::string_view key, std::string_view word) {
  const std::vector<std::string>& words = Phrases(file, key);
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool BeginsWithPhrase(std::string_view file, std::string_view key, std::string_view text) {
  const std::vector<std::string>& phrases = Phrases(file, key);
  return std::any_of(phrases.begin(), phrases.end(),
                     [&](const std::string& phrase) { return text.starts_with(phrase); });
}

bool HasNameWord(std::string_view file, std::string_view key, std::string_view name) {
  const std::vector<std::string_view> words = Split(name, '_');
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return IsPhrase(file, key, word); });
}

bool HasNamePhrase(std::string_view file, std::string_view key, std::string_view name) {
  // With a '_' on both sides, so only whole words match.
  const std::string whole = "_" + std::string(name) + "_";
  const std::vector<std::string>& all = Phrases(file, key);
  return std::any_of(all.begin(), all.end(), [&](const std::string& phrase) {
    return whole.find("_" + phrase + "_") != std::string::npos;
  });
}

}  // namespace flagcensus
