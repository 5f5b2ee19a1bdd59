// Cells and sentences → defaults.
//
// A sentence states a default in few ways (default_ways.cc), and each is found from the word
// "default" outwards:
//
//   V by default | by default, it is V | By default, words       the value stands on either side
//   V (default) | V (default, words) | V is the default           the value stands before
//   default[s] [value|mode|…] is|to|of|:|= V | (default V)         the value stands behind
//   if unset, V is used | if unset, falls back to V               without the word
//
// V is a code span, a quoted text, a number, a switch word (on, disabled) or a path; other words
// are prose. Not defaults, because none of the ways matches: "recommended: 4", "set to 1 to
// enable", "it's set to 12 in nightly jobs". Where a text states several, a value wins over unset,
// that over words, then the first.
#include "analyzer/catalog/defaults.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/catalog/default_clause.h"
#include "analyzer/catalog/default_ways.h"
#include "analyzer/catalog/values.h"
#include "analyzer/catalog/words.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// A sentence is looked at from each "default" in it; what stands later than this is not read, so
// that a page of nothing but that word costs no more than others.
constexpr size_t kMaxText = 6000;

int Rank(const DefaultText& found) {
  switch (found.kind) {
    case DocumentedDefault::kLiteral:
      return 3;
    case DocumentedDefault::kNone:
      return 2;
    case DocumentedDefault::kProse:
      return 1;
    default:
      return 0;
  }
}

// Whether the brackets around `at` are a remark on another variable: "at most `OTHER` (5 by
// default)".
bool IsRemarkOnAnother(const Prose& prose, size_t at, std::string_view name) {
  const size_t begin = ClauseBegin(prose, at);
  if (begin == 0 || name.empty() || prose.text[begin - 1] != '(') return false;
  const std::optional<ValueAt> subject = ValueBefore(prose, begin - 1);
  return subject && subject->text != name && ShapeOf(subject->text) == NameShape::kStrong;
}

// What the word "default" at `at` says.
DefaultText AtWord(const Prose& prose, size_t at, std::string_view name) {
  const std::string_view lower = prose.lower;
  const std::string_view text = prose.text;
  size_t end = at + 7;
  bool verb = false;
  for (const std::string_view ending : {"ing", "s"}) {
    if (lower.substr(end).starts_with(ending)) {
      end += ending.size();
      verb = true;
      break;
    }
  }
  if (end < lower.size() &&
      (IsIdentifierByte(lower[end]) ||
       (lower[end] == '-' && end + 1 < lower.size() && lower[end + 1] != ' '))) {
    return {};
  }
  if (IsRemarkOnAnother(prose, at, name)) return {};
  size_t word_at = 0;
  const std::string before = WordBefore(prose, at, &word_at);
  if ((before == "by" || before == "per") && !verb) {
    const size_t begin = ClauseBegin(prose, word_at);
    const std::string_view clause = Trim(text.substr(begin, word_at - begin));
    const DefaultText found =
        clause.empty() ? DefaultText{} : DefaultFromBefore(prose, word_at, name);
    return found.stated()
               ? found
               : DefaultFromBehind(prose, end, clause.empty() || clause.ends_with(','), name);
  }
  if (before == "no" || before == "without") {
    const std::string_view rest = Trim(lower.substr(end));
    return rest.empty() || StartsWithWord(rest, "value") || rest[0] == '.' || rest[0] == ')'
               ? UnsetDefault()
               : DefaultText{};
  }
  // Markers: "(default)", "[default]", "- default", "is the default".
  size_t next = SkipBlanks(text, end);
  if (StartsWithWord(lower.substr(next), "value")) next = SkipBlanks(text, next + 5);
  const char after = next < text.size() ? text[next] : '.';
  const bool ends =
      after == ')' || after == ']' || after == ',' || after == ';' || after == '.' || after == '*';
  size_t front = at;
  size_t the_at = 0;
  if (WordBefore(prose, front, &the_at) == "the") front = the_at;
  size_t is_at = 0;
  const std::string verb_before = WordBefore(prose, front, &is_at);
  // "key is the default method."
  const size_t noun = next + ValueFrom(prose, next).value_or(ValueAt{}).text.size();
  const bool kind = noun > next && !prose.IsCode(next) && noun < text.size() &&
                    std::string_view(".,;)").find(text[noun]) != std::string_view::npos;
  if (front != at && (ends || kind) && (verb_before == "is" || verb_before == "being")) {
    return DefaultFromMarker(prose, is_at, name);
  }
  while (front > 0 && text[front - 1] == ' ') --front;
  // "3 - a page of its own (=default)"
  if (front > 1 && text[front - 1] == '=' && text[front - 2] == '(') --front;
  const char open = front > 0 ? text[front - 1] : ' ';
  if (!verb && ends && (open == '(' || open == '['))
    return DefaultFromMarker(prose, front - 1, name);
  // "a value of `a`, the default value, …"
  if (!verb && ends && front != at && the_at < at && open == ',') {
    const std::optional<ValueAt> value = ValueBefore(prose, front - 1);
    size_t of_at = 0;
    if (value && !IsOtherValue(*value, name) &&
        (value->marked || WordBefore(prose, value->begin, &of_at) == "of")) {
      return LiteralDefault(value->text);
    }
  }
  // "`a`: the default", "`a` - default"
  if (!verb && ends && (open == ':' || open == '-') && front > 1) {
    const std::optional<ValueAt> marked = ValueBefore(prose, front - 1);
    if (marked && marked->marked && !IsOtherValue(*marked, name))
      return LiteralDefault(marked->text);
  }
  return DefaultFromConnected(prose, at, end, verb, name);
}

}  // namespace

// Whether the value at `at` holds only under a condition, and another one else.
static bool IsConditional(const Prose& cell, size_t at) {
  const std::optional<ValueAt> value = ValueFrom(cell, at);
  if (!value) return false;
  std::string_view rest = Trim(std::string_view(cell.lower).substr(value->end));
  if (rest.starts_with(',')) rest = Trim(rest.substr(1));
  static constexpr std::string_view kIf[] = {"if", "when", "where", "on", "for"};
  static constexpr std::string_view kElse[] = {"otherwise", "else"};
  return StartsWithAny(rest, kIf) && HasAny(rest, kElse);
}

DefaultText DefaultFromCell(const Prose& cell) {
  if (cell.text.size() > kMaxText) return DefaultFromCell(Slice(cell, 0, kMaxText));
  const std::string_view text = Trim(cell.text);
  if (text.empty()) return {};
  const size_t at = SkipBlanks(cell.text, 0);
  const std::string lower = ToLower(text);
  const bool dash = lower == "-" || lower == "--" || lower == "---" || lower == "n/a";
  if (dash && !cell.IsCode(at)) return UnsetDefault();
  const size_t end = ClauseEnd(cell, at);
  // "`a`, if it is there, otherwise `b`", "N/A; the launcher tells": no value of its own.
  if (IsConditional(cell, at) || (lower.starts_with("n/a") && lower.size() > 3)) {
    return ProseDefault(text);
  }
  const DefaultText found = ClassifyClause(cell, at, std::min(end, cell.text.size()), "");
  if (found.kind == DocumentedDefault::kProse) {
    // A cell may also be a sentence that has the word for it: "`8080` by default".
    const DefaultText words = DefaultFromWords(cell, "");
    if (words.kind == DocumentedDefault::kLiteral) return words;
    return ProseDefault(text);
  }
  return found;
}

// "By-default: V": the word at `at` is the label's.
static bool IsByDefaultLabel(std::string_view lower, size_t at) {
  constexpr std::string_view kBy = "by-";
  if (at < kBy.size() || lower.substr(at - kBy.size(), kBy.size()) != kBy) return false;
  const size_t end = at + std::string_view("default").size();
  const char before = at == kBy.size() ? ' ' : lower[at - kBy.size() - 1];
  const bool starts = before != '-' && !IsIdentifierByte(before);
  return starts && end < lower.size() && lower[end] == ':';
}

DefaultText DefaultFromWords(const Prose& description, std::string_view name) {
  if (description.text.size() > kMaxText) {
    return DefaultFromWords(Slice(description, 0, kMaxText), name);
  }
  DefaultText best;
  const std::string_view lower = description.lower;
  for (size_t at = lower.find("default"); at != std::string_view::npos;
       at = lower.find("default", at + 7)) {
    if (description.IsCode(at)) continue;
    if (at > 0 && !IsByDefaultLabel(lower, at) &&
        (IsIdentifierByte(lower[at - 1]) || lower[at - 1] == '-' || lower[at - 1] == '.')) {
      continue;
    }
    DefaultText found = AtWord(description, at, name);
    if (Rank(found) > Rank(best)) best = std::move(found);
    if (Rank(best) == 3) return best;
  }
  DefaultText unset = DefaultFromUnset(description, name);
  return Rank(unset) > Rank(best) ? unset : best;
}

}  // namespace flagcensus
