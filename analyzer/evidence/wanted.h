// Wanted: the names that documentation is searched for, in the forms in which it may spell them.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/evidence/passage.h"
#include "analyzer/tree/glob.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {

// Names, and beginnings of names, by which documentation may denote a whole family: with a
// placeholder (APP_[OPTION], APP_<LEVEL>_COLOR, APP_{NAME}), or as the prefix of option names.
class Wanted {
 public:
  explicit Wanted(const std::vector<std::string>& names) : words_(names), names_(names.size()) {
    std::map<std::string, std::vector<std::string>> members;
    for (const std::string& name : names) {
      for (size_t at = name.find('_', 1); at != std::string::npos; at = name.find('_', at + 1)) {
        if (at + 1 < name.size()) members[name.substr(0, at + 1)].push_back(name);
      }
    }
    for (auto& [beginning, of] : members) {
      words_.push_back(beginning);
      members_.push_back(std::move(of));
    }
  }
  const std::vector<std::string>& words() const { return words_; }

  bool IsBeginning(const WordHit& hit) const { return hit.word >= names_; }

  // What a page says at a hit, and the names it applies to: one, those that a placeholder matches,
  // or all that begin with a prefix.
  struct Told {
    std::vector<std::string> names;
    std::optional<Passage> passage;
  };
  Told At(const PageLines& lines, std::string_view text, const WordHit& hit) const {
    const std::string& word = words_[hit.word];
    if (!IsBeginning(hit)) return {{word}, lines.At(hit.offset, word.size())};
    const std::vector<std::string>& members = members_[hit.word - names_];
    size_t length = word.size();
    const std::string pattern = PatternAt(text.substr(hit.offset), &length);
    if (pattern.empty()) return {members, lines.PrefixAt(hit.offset, length)};
    Told out;
    const Glob glob(pattern);
    for (const std::string& name : members) {
      if (glob.Matches(name)) out.names.push_back(name);
    }
    out.passage = lines.At(hit.offset, length);
    if (out.passage && !out.passage->described) out.passage.reset();
    return out;
  }

 private:
  // "APP_*_COLOR" for APP_[LEVEL]_COLOR; "" without a bracketed placeholder of a word or two.
  static std::string PatternAt(std::string_view text, size_t* length) {
    constexpr size_t kMost = 80;  // bytes
    std::string out;
    bool placeholder = false;
    size_t at = 0;
    while (at < std::min(text.size(), kMost)) {
      const char c = text[at];
      const size_t kind = std::string_view("[<{").find(c);
      if (kind == std::string_view::npos) {
        if (!IsVariableNameByte(c)) break;
        out += c;
        ++at;
        continue;
      }
      const size_t end = text.find("]>}"[kind], at);
      if (end == std::string_view::npos || end == at + 1 || end - at > kMost / 2) return {};
      const std::string_view inside = text.substr(at + 1, end - at - 1);
      const bool word = std::all_of(inside.begin(), inside.end(), [](char b) {
        return IsIdentifierByte(b) || b == '-' || b == ' ';
      });
      if (!word) return {};
      placeholder = true;
      out += '*';
      at = end + 1;
    }
    if (!placeholder) return {};
    *length = at;
    return out;
  }

  std::vector<std::string> words_;  // the names, then the beginnings
  size_t names_;
  std::vector<std::vector<std::string>> members_;  // of the beginnings
};

}  // namespace flagcensus
