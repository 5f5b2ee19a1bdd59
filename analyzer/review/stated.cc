// findings ─→ the same with the place at which the page states the value or the claim
//
// The documented text is searched for from the entry's name to the next entry. The occurrence
// nearest to the word "default" and to the name counts; one before the name only if there is no
// other. A claim is on the line that makes it when read alone, and there on the fewest words that
// still make it.
// that still make it.
#include "analyzer/review/stated.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/catalog/claims.h"
#include "analyzer/pages/prose.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

// Lines below the name, if no other entry comes first.
constexpr int kLinesBelow = 40;
constexpr size_t kLongestPageLine = 4096;  // bytes that are examined

// The first place at or after `from` where `word` is not a part of a longer one, or npos.
size_t FindWhole(std::string_view text, std::string_view word, size_t from) {
  for (size_t at = FindUndivided(text, word, from); at != std::string_view::npos;
       at = FindUndivided(text, word, at + 1)) {
    // 30 is not a part of 30.5.
    const size_t end = at + word.size();
    if (end + 1 < text.size() && text[end] == '.' && IsDigit(text[end + 1])) continue;
    return at;
  }
  return std::string_view::npos;
}

// The end of the lines about the variable at `place`: the next entry, or kLinesBelow.
// Mentions and sub-flags are not the next entry: they are part of the text about this one.
int EndOf(const Place& place, const std::vector<Entry>& entries) {
  int end = place.line + kLinesBelow;
  auto next = std::upper_bound(
      entries.begin(), entries.end(), place, [](const Place& at, const Entry& entry) {
        return std::tie(at.file, at.line) < std::tie(entry.place.file, entry.place.line);
      });
  while (next != entries.end() && (next->how == EntryHow::kMention || next->parent)) ++next;
  if (next != entries.end() && next->place.file == place.file) {
    end = std::min(end, next->place.line);
  }
  return end;
}

// The cost of a place, in bytes between the value and the word "default" of its line. The weights
// only have to order the few places of one entry.
constexpr size_t kNoDefault = 200;   // at most: the line has no such word
constexpr size_t kOtherLine = 20;    // for each line below the name
constexpr size_t kBeforeName = 400;  // on the name's line, before it

// How far the word at `at` is from the nearest "default" of its line. A "default" after the value
// counts less: in "0 (default), 1" it belongs to the 0.
size_t FromDefault(std::string_view lower, size_t at) {
  constexpr std::string_view kDefault = "default";
  constexpr size_t kBehind = 16;
  const size_t before = lower.substr(0, at).rfind(kDefault);
  const size_t behind = lower.find(kDefault, at);
  size_t out = kNoDefault;
  if (before != std::string_view::npos) out = std::min(out, at - before);
  if (behind != std::string_view::npos) out = std::min(out, behind - at + kBehind);
  return out;
}

// A place on the page, and its cost.
struct Candidate {
  Place place;
  size_t against = 0;
};

// Adds the places of `word` on the line at `place`. `name_end`: the end of the variable's name on
// it, 0 on other lines; `below`: the number of lines between the name and it.
void AddCandidates(const Place& place, std::string_view text, std::string_view word,
                   size_t name_end, size_t below, std::vector<Candidate>& out) {
  const std::string lower = ToLower(text);
  for (size_t at = FindWhole(text, word, 0); at != std::string_view::npos;
       at = FindWhole(text, word, at + 1)) {
    const size_t before = at < name_end ? kBeforeName : 0;
    out.push_back({{place.file, place.line, static_cast<int>(at) + 1},
                   FromDefault(lower, at) + before + below * kOtherLine});
  }
}

// The best place of `word` between the entry and the line `end`.
std::optional<Stated> FindValue(const Finding& finding, std::string_view word, int end,
                                const PageLine& line) {
  const Place& entry = finding.doc.front();
  std::vector<Candidate> candidates;
  for (Place at = {entry.file, entry.line, 0}; at.line < end; ++at.line) {
    const std::string text = line(at).substr(0, kLongestPageLine);
    size_t name_end = 0;
    if (at.line == entry.line) {
      const size_t name = FindWhole(text, finding.name, 0);
      if (name != std::string::npos) name_end = name + finding.name.size();
    }
    AddCandidates(at, text, word, name_end, static_cast<size_t>(at.line - entry.line), candidates);
  }
  const auto best = std::min_element(
      candidates.begin(), candidates.end(),
      [](const Candidate& a, const Candidate& b) { return a.against < b.against; });
  if (best == candidates.end()) return std::nullopt;
  return Stated{best->place, word.size()};
}

// Whether the text makes the claim.
bool Makes(std::string_view text, const std::string& name, const std::string& claim) {
  const std::vector<std::string> claims = ClaimsFromWords(ToProse(text, 1), name);
  return std::find(claims.begin(), claims.end(), claim) != claims.end();
}

// The fewest whole words of `text` that make the claim, as offset and length. Quadratic in the
// words, so long lines are not examined.
// From both ends: the last begin and the first end with which the claim is still made.
//
//   "The port. It is deprecated, use APP_B."  ─→ the shortest part that is read as deprecated
std::pair<size_t, size_t> Narrow(std::string_view text, const std::string& name,
                                 const std::string& claim) {
  size_t begin = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && (text[at - 1] != ' ' || text[at] == ' ')) continue;
    if (Makes(text.substr(at), name, claim)) begin = at;
  }
  size_t end = text.size();
  for (size_t at = text.size(); at > begin; --at) {
    if (at < text.size() && (IsIdentifierByte(text[at]) || !IsIdentifierByte(text[at - 1])))
      continue;
    if (!Makes(text.substr(begin, at - begin), name, claim)) continue;
    end = at;
  }
  return {begin, end - begin};
}

std::optional<Stated> FindClaim(const Finding& finding, int end, const PageLine& line) {
  constexpr size_t kLongestClaim = 500;  // bytes of a line: it is read again for each of its words
  const std::string& claim = *finding.documented;
  const Place& entry = finding.doc.front();
  for (Place at = {entry.file, entry.line, 0}; at.line < end; ++at.line) {
    const std::string text = line(at);
    if (text.size() > kLongestClaim || !Makes(text, finding.name, claim)) continue;
    const auto [offset, width] = Narrow(text, finding.name, claim);
    return Stated{{at.file, at.line, static_cast<int>(offset) + 1}, width};
  }
  return std::nullopt;
}

}  // namespace

void FindStated(const std::vector<Entry>& entries, const PageLine& line,
                std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    if (finding.doc.empty() || finding.doc.front().line < 1 || !finding.documented) continue;
    const int end = EndOf(finding.doc.front(), entries);
    if (finding.highlight.about == AboutText::kClaim) {
      finding.highlight.stated = FindClaim(finding, end, line);
    } else if (finding.highlight.about == AboutText::kValue) {
      const std::string_view value = Unquote(*finding.documented);
      if (value.empty()) continue;
      finding.highlight.stated = FindValue(finding, value, end, line);
      // "0 (off)" may be written as 0 and the word in two cells of a page.
      const std::string_view first = value.substr(0, value.find(' '));
      if (!finding.highlight.stated && !first.empty()) {
        finding.highlight.stated = FindValue(finding, first, end, line);
      }
    }
  }
}

}  // namespace flagcensus
