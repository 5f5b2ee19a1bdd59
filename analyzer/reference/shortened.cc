// A page's section ─→ the sentences that a reference needs.
//
//   "Heats the oven. [300 bytes of history] Set APP_HEAT to a number."
//       ─→  "Heats the oven. Set APP_HEAT to a number."
#include <algorithm>
#include <vector>

#include "analyzer/base/characters.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/reference/prose.h"

namespace flagcensus {
namespace {

// Whether the period at `at` ends an abbreviation that may also end a sentence: "etc.".
bool IsAbbreviation(std::string_view text, size_t at) {
  const size_t space = text.substr(0, at).rfind(' ');
  const std::string_view word = text.substr(space + 1, at - space - 1);
  return word.size() <= 1 || word.find('.') != std::string_view::npos || word == "etc";
}

// Whether the sentence is unclear without the one before it: "For this type of oven, ...".
bool GoesOn(std::string_view sentence) {
  return BeginsWithPhrase("descriptions", "goes_on", sentence) &&
         !BeginsWithPhrase("descriptions", "own_subjects", sentence);
}

std::vector<std::string_view> Sentences(std::string_view text) {
  std::vector<std::string_view> out;
  size_t begin = 0;
  for (size_t at = 0; at + 1 < text.size(); ++at) {
    if (!EndsSentence(text, at)) continue;
    const bool goes_on = at + 2 < text.size() && IsLower(text[at + 2]);
    if (goes_on || IsAbbreviation(text, at)) continue;
    out.push_back(text.substr(begin, at + 1 - begin));
    begin = at + 2;
  }
  out.push_back(text.substr(std::min(begin, text.size())));
  return out;
}

}  // namespace

std::string Shortened(const std::string& text, std::string_view name, size_t enough) {
  if (text.size() <= enough) return text;
  const std::vector<std::string_view> sentences = Sentences(text);
  const auto tells = [&](std::string_view sentence) {
    if (sentence.find(": ") != std::string_view::npos) return false;  // a list
    const auto& setting = Phrases("descriptions", "tells_setting");
    return sentence.find(name) != std::string_view::npos ||
           std::any_of(setting.begin(), setting.end(), [&](const std::string& words) {
             return sentence.find(words) != std::string_view::npos;
           });
  };
  size_t size = sentences.front().size();
  std::vector<bool> taken(sentences.size(), false);
  taken[0] = true;
  // First the sentences that name the variable or say how to set it, then those from the beginning
  // on, while there is room.
  for (const bool telling : {true, false}) {
    for (size_t i = 1; i < sentences.size(); ++i) {
      if (taken[i] || (telling && !tells(sentences[i]))) continue;
      // The rest stops at the first omitted sentence, so nothing refers to a missing one.
      if (!telling && !taken[i - 1]) break;
      const bool both = telling && !taken[i - 1] && GoesOn(sentences[i]);
      if (both && GoesOn(sentences[i - 1])) continue;
      const size_t more = sentences[i].size() + 1 + (both ? sentences[i - 1].size() + 1 : 0);
      if (size + more > enough) {
        if (telling) continue;
        break;
      }
      size += more;
      taken[i] = true;
      if (both) taken[i - 1] = true;
    }
  }
  std::string out;
  for (size_t i = 0; i < sentences.size(); ++i) {
    if (taken[i]) out += (out.empty() ? "" : " ") + std::string(sentences[i]);
  }
  return out;
}

}  // namespace flagcensus
