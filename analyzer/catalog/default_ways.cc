// Sentences → defaults, a function for each way to state one. Which of them is asked says
// defaults.cc; what stands where the value does is judged in default_clause.cc.
#include "analyzer/catalog/default_ways.h"

#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/catalog/default_clause.h"
#include "analyzer/catalog/values.h"
#include "analyzer/catalog/words.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {

// "set to V, which is the default", "set it to V. This is the default": where the word that stands
// for V begins is `word`.
static DefaultText DefaultBeforePronoun(const Prose& prose, const ValueAt& word,
                                        std::string_view name) {
  size_t end = word.begin;
  while (end > 0 && prose.text[end - 1] == ' ') --end;
  if (end == 0 || (prose.text[end - 1] != ',' && prose.text[end - 1] != '.')) return {};
  const std::optional<ValueAt> value = ValueBefore(prose, end - 1);
  if (!value || IsOtherValue(*value, name)) return {};
  size_t at = 0;
  if (WordBefore(prose, value->begin, &at) != "to") return {};
  const std::string plain = ToLower(value->text);
  if (!value->marked && !IsNumber(plain) && !IsSwitchWord(plain)) return {};
  return LiteralDefault(ValueOf(value->text, name));
}

// "0 - off 3 - a page of its own (=default)": the number that the item before `end` begins with.
static DefaultText DefaultFromNumbered(const Prose& prose, size_t begin, size_t end) {
  for (size_t at = end; at > begin + 1; --at) {
    if (prose.text[at - 1] != ' ' || prose.text[at] != '-' || at + 1 >= end ||
        prose.text[at + 1] != ' ') {
      continue;
    }
    const std::optional<ValueAt> number = ValueBefore(prose, at);
    if (number && number->begin >= begin && IsNumber(number->text))
      return LiteralDefault(number->text);
  }
  return {};
}

// The value that stands before "(default)" or "is the default" at `end`.
DefaultText DefaultFromMarker(const Prose& prose, size_t end, std::string_view name) {
  const std::optional<ValueAt> before = ValueBefore(prose, end);
  if (before && !before->marked) {
    static const PhraseList& kFor = Phrases("default_pronouns");
    if (std::find(kFor.begin(), kFor.end(), ToLower(before->text)) != kFor.end()) {
      const DefaultText found = DefaultBeforePronoun(prose, *before, name);
      if (found.stated()) return found;
    }
  }
  if (before && before->marked) {
    return IsOtherValue(*before, name) ? DefaultText{}
                                       : LiteralDefault(ValueOf(before->text, name));
  }
  // "0 - disabled (default), 1 - enabled": the value that the part of the sentence begins with.
  size_t begin = end;
  const std::string_view lower = prose.lower;
  while (begin > 0) {
    const char c = prose.text[begin - 1];
    if (!prose.IsCode(begin - 1) && (c == ',' || c == ';' || c == '\n' || c == '(' || c == '|'))
      break;
    if (c == '.' && begin < prose.text.size() && prose.text[begin] == ' ') break;
    const std::string_view behind = lower.substr(begin);
    if (c == ' ' && (behind.starts_with("or ") || behind.starts_with("and "))) {
      begin += behind.starts_with("or ") ? 3 : 4;
      break;
    }
    --begin;
  }
  begin = std::min(SkipBlanks(prose.text, begin), end);
  for (size_t at = begin; at < end; ++at) {
    const std::optional<ValueAt> value = ValueFrom(prose, at);
    if (!value || value->begin >= end) break;
    if (value->marked && !IsOtherValue(*value, name))
      return LiteralDefault(ValueOf(value->text, name));
    at = std::max(at, value->end - 1);
  }
  if (const DefaultText found = DefaultFromNumbered(prose, begin, end); found.stated())
    return found;
  const std::optional<ValueAt> first = ValueFrom(prose, begin);
  if (!first || first->begin >= end) return {};
  const std::string word = ToLower(first->text);
  const bool single = SkipBlanks(prose.text, first->end) >= end;
  if (single && IsUnsetWord(word)) return UnsetDefault();
  if (single && IsComputedWord(word)) return ProseDefault(first->text);
  // "0=off, 1=on (default)"
  const std::string left = word.substr(0, word.find('='));
  if (left.size() < word.size() && IsNumber(left)) return LiteralDefault(left);
  static const PhraseList& kPronouns = Phrases("default_pronouns");
  const bool pronoun =
      std::find(std::begin(kPronouns), std::end(kPronouns), word) != std::end(kPronouns);
  if (IsNumber(word) || (single && !pronoun && !IsOtherValue(*first, name) &&
                         !IsComputedWord(word) && ShapeOf(first->text) != NameShape::kStrong)) {
    return LiteralDefault(first->text);
  }
  if (IsSwitchWord(word)) return LiteralDefault(first->text);
  return {};
}

// "V by default": `by` is where "by" begins.
DefaultText DefaultFromBefore(const Prose& prose, size_t by, std::string_view name) {
  const size_t begin = ClauseBegin(prose, by);
  const std::string_view clause =
      std::string_view(prose.lower).substr(begin, ClauseEnd(prose, by) - begin);
  if (clause.find("will be ") != std::string_view::npos &&
      clause.find("future") != std::string_view::npos) {
    return {};
  }
  size_t end = by;
  // "`1` (enabled) by default"
  while (end > begin && prose.text[end - 1] == ' ') --end;
  if (end > begin && prose.text[end - 1] == ')' && !prose.IsCode(end - 1)) {
    const size_t open = prose.text.rfind('(', end - 1);
    if (open != std::string::npos && open > begin) end = open;
  }
  std::optional<ValueAt> value = ValueBefore(prose, end);
  if (!value || value->begin < begin) return {};
  std::string word = ToLower(value->text);
  if (!value->marked && (word == "used" || word == "assumed" || word == "selected")) {
    size_t is = 0;
    if (WordBefore(prose, value->begin, &is) != "is") return {};
    value = ValueBefore(prose, is);
    if (!value || value->begin < begin) return {};
    word = ToLower(value->text);
  }
  size_t before_at = 0;
  const std::string before = WordBefore(prose, value->begin, &before_at);
  if (before == "or" || before == "and") return {};
  if (value->marked) {
    if (IsOtherValue(*value, name) || before == "not") return {};
    return LiteralDefault(ValueOf(value->text, name));
  }
  if (IsNumber(word) || (IsPathLike(word) && value->begin == SkipBlanks(prose.text, begin)))
    return LiteralDefault(value->text);
  if (word == "set" || word == "defined") return before == "not" ? UnsetDefault() : DefaultText{};
  if (IsUnsetWord(word)) return UnsetDefault();
  if (word == "empty") return LiteralDefault("");
  if (IsSwitchWord(word)) {
    // "disabled by default on old machines" holds on those.
    const size_t by_default = by + std::string_view("by default").size();
    const std::string_view rest =
        Trim(std::string_view(prose.lower).substr(std::min(by_default, prose.lower.size())));
    static const PhraseList& kLimits = Phrases("default_limits");
    if (StartsWithAny(rest, kLimits))
      return ProseDefault(std::string_view(prose.text).substr(begin, ClauseEnd(prose, by) - begin));
    if (before != "not") return LiteralDefault(value->text);
    if (word == "enabled") return LiteralDefault("disabled");
    if (word == "disabled") return LiteralDefault("enabled");
    return {};
  }
  // "waits 30 seconds by default"
  if (IsUnitWord(word) && IsNumber(before)) return LiteralDefault(before);
  return {};
}

// "By default the length is 24 characters", "per default the value 0 is used": a number or a value
// that is set apart, behind few words. Switch words may be of something else.
static DefaultText DefaultOfThing(const Prose& prose, size_t at, size_t end,
                                  std::string_view name) {
  constexpr int kFew = 4;
  const std::string_view lower = prose.lower;
  if (prose.IsCode(at) || !StartsWithWord(lower.substr(at), "the")) return {};
  for (int words = 0; words < kFew && at < end; ++words) {
    const std::optional<ValueAt> word = ValueFrom(prose, at);
    if (!word || word->marked || word->end > end) return {};
    const size_t next = SkipBlanks(prose.text, word->end);
    const bool is = word->text == "is";
    if (is || (words == 1 && word->text == "value")) {
      const std::optional<ValueAt> value = ValueFrom(prose, next);
      if (!value || value->end > end) return {};
      if (!value->marked && !IsNumber(ToLower(value->text))) {
        if (is) return {};
      } else {
        const DefaultText found = ClassifyClause(prose, next, end, name);
        return IsPlainValue(found, prose, next) ? found : DefaultText{};
      }
    }
    at = next;
  }
  return {};
}

// "By default, …": `behind` is what follows, `lead` whether the sentence begins so.
DefaultText DefaultFromBehind(const Prose& prose, size_t behind, bool lead, std::string_view name) {
  size_t at = SkipBlanks(prose.text, behind);
  if (at < prose.text.size() && (prose.text[at] == ',' || prose.text[at] == ':')) {
    at = SkipBlanks(prose.text, at + 1);
  }
  const size_t end = ClauseEnd(prose, at);
  if (at >= end) return {};
  const std::string_view rest = std::string_view(prose.lower).substr(at, end - at);
  if (!prose.IsCode(at)) {
    static const PhraseList& kOpenings = Phrases("by_default");
    for (const std::string& opening : kOpenings) {
      if (!rest.starts_with(opening)) continue;
      const DefaultText found = ClassifyClause(prose, at + opening.size(), end, name);
      if (IsPlainValue(found, prose, at + opening.size())) return found;
    }
  }
  if (const DefaultText found = DefaultOfThing(prose, at, end, name); found.stated()) return found;
  const std::optional<ValueAt> value = ValueFrom(prose, at);
  if (value) {
    const std::string word = ToLower(value->text);
    const size_t next = SkipBlanks(prose.text, value->end);
    const std::string_view after =
        next < end ? std::string_view(prose.lower).substr(next, end - next) : std::string_view();
    const bool used = after.starts_with("is used") || after.starts_with("will be used");
    if ((value->marked || IsPathLike(word) || IsNumber(word)) && !IsOtherValue(*value, name) &&
        (used || after.empty())) {
      return LiteralDefault(ValueOf(value->text, name));
    }
    // "On one system only this is by default off" holds there.
    const size_t by = behind - std::min(behind, std::string_view("by default").size());
    const size_t begin = ClauseBegin(prose, by);
    static const PhraseList& kLimits = Phrases("default_limits");
    const bool limited =
        StartsWithAny(Trim(std::string_view(prose.lower).substr(begin, by - begin)), kLimits);
    if (!value->marked && IsSwitchWord(word) && word.size() > 2 && !limited &&
        (after.empty() || after[0] == ',')) {
      return LiteralDefault(value->text);
    }
  }
  return lead ? ProseDefault(std::string_view(prose.text).substr(at, end - at)) : DefaultText{};
}

// Whether the word at `at` begins a remark: "(default 5)", "Retries; default 5".
static bool OpensRemark(const Prose& prose, size_t at) {
  while (at > 0 && (prose.text[at - 1] == ' ' || prose.text[at - 1] == '\n')) --at;
  const char open = at > 0 ? prose.text[at - 1] : '.';
  return std::string_view("([,;-.:").find(open) != std::string_view::npos;
}

// "default colors are used for the rest": what is done then is no value.
static bool IsDone(const Prose& prose, size_t at) {
  static const PhraseList& kDone = Phrases("done_by_default");
  const std::optional<ValueAt> word = ValueFrom(prose, at);
  return word && !word->marked &&
         std::find(kDone.begin(), kDone.end(), ToLower(word->text)) != kDone.end();
}

// Whether what stands for a value is a name: of the program's own variable or option.
static bool IsNamed(const ValueAt& value, std::string_view name) {
  return IsOtherValue(value, name) ||
         (value.text.find('_') != std::string::npos && ShapeOf(value.text) != NameShape::kNone);
}

// "instead of the default `V`", "otherwise the default `V` is used".
static bool IsInsteadOf(const Prose& prose, size_t the) {
  static const PhraseList& kInstead = Phrases("instead_of");
  const std::string_view before = Trim(std::string_view(prose.lower).substr(0, the));
  return std::any_of(kInstead.begin(), kInstead.end(),
                     [&](const std::string& words) { return before.ends_with(words); });
}

// Behind "is" at `at`, and a colon that follows it: "Default is: V".
static size_t BehindIs(const Prose& prose, size_t at) {
  const size_t next = SkipBlanks(prose.text, at);
  const bool colon = next < prose.text.size() && prose.text[next] == ':' && !prose.IsCode(next);
  return colon ? next + 1 : at;
}

// "Default on.", "Default off - turn it on by 1": the switch, where nothing says what it is on.
static DefaultText DefaultSwitch(const Prose& prose, const ValueAt& value) {
  const std::string word = ToLower(value.text);
  if (value.marked || (word != "on" && word != "off")) return {};
  const size_t next = SkipBlanks(prose.text, value.end);
  if (next < prose.text.size() &&
      std::string_view(".;,)-").find(prose.text[next]) == std::string_view::npos) {
    return {};
  }
  return LiteralDefault(value.text);
}

// "default …": what connects it with a value behind it, from `at` on.
DefaultText DefaultFromConnected(const Prose& prose, size_t word_at, size_t at, bool verb,
                                 std::string_view name) {
  const std::string_view text = prose.text;
  const std::string_view lower = prose.lower;
  size_t before_at = 0;
  const std::string before = WordBefore(prose, word_at, &before_at);
  static const PhraseList& kPast = Phrases("default_past");
  if (StartsWithAny(before, kPast)) return {};
  size_t next = SkipBlanks(text, at);
  if (next >= text.size()) return {};
  const auto classify = [&](size_t from) {
    return ClassifyClause(prose, from, ClauseEnd(prose, from), name);
  };
  const auto word_is = [&](std::string_view word) {
    return !prose.IsCode(next) && StartsWithWord(lower.substr(next), word);
  };

  // "`other` defaults to x" is about the other.
  if (verb && before_at == word_at && word_at > 0) {
    const std::optional<ValueAt> subject = ValueBefore(prose, word_at);
    if (subject && subject->marked && subject->text != name && !subject->text.starts_with('$'))
      return {};
  }
  if (!prose.IsCode(next) && (text[next] == ':' || text[next] == '=')) {
    return classify(next + 1);
  }
  if (word_is("to")) {
    static const PhraseList& kSubjects = Phrases("default_to_subjects");
    if (!verb && !before.empty() && !StartsWithAny(before, kSubjects)) return {};
    return classify(next + 2);
  }
  if (verb) return {};
  const bool instead = before == "the" && IsInsteadOf(prose, before_at);
  const bool starts = before.empty() && OpensRemark(prose, word_at);
  for (int words = 0; words <= 5; ++words) {
    if (next >= text.size()) return {};
    if ((word_is("is") || word_is("are")) && IsDone(prose, next + (word_is("are") ? 3 : 2)))
      return {};
    if (word_is("is") || word_is("are") || (words == 0 && word_is("of"))) {
      const DefaultText found = classify(BehindIs(prose, next + (word_is("are") ? 3 : 2)));
      return words <= 1 || IsPlainValue(found, prose, SkipBlanks(text, next + 2)) ? found
                                                                                  : DefaultText{};
    }
    if (!prose.IsCode(next) && (text[next] == ':' || text[next] == '=')) {
      const DefaultText found = classify(next + 1);
      return words <= 1 || IsPlainValue(found, prose, SkipBlanks(text, next + 1)) ? found
                                                                                  : DefaultText{};
    }
    const std::optional<ValueAt> value = ValueFrom(prose, next);
    if (!value) {
      // "leave at default (0)"
      if (words > 1 || text[next] != '(') return {};
      const size_t close = text.find(')', next);
      if (close == std::string_view::npos) return {};
      const DefaultText found = ClassifyClause(prose, next + 1, close, name);
      return IsPlainValue(found, prose, next + 1) ? found : DefaultText{};
    }
    const std::string word = ToLower(value->text);
    if (words == 0 && starts) {
      if (const DefaultText found = DefaultSwitch(prose, *value); found.stated()) return found;
    }
    if (words == 1 && word == "of" && before != "no") {
      // "sets a default set of 'X-Frame-Options' headers": they are in it.
      if (IsGatheringWord(WordBefore(prose, value->begin, &before_at))) return {};
      const std::optional<ValueAt> of = ValueFrom(prose, SkipBlanks(text, value->end));
      if (!of || IsNamed(*of, name) || !(of->marked || IsNumber(ToLower(of->text)))) return {};
      return LiteralDefault(ValueOf(of->text, name));
    }
    if (instead && words == 0) {
      const bool apart = (value->marked || IsPathLike(word)) && !IsNamed(*value, name);
      return apart ? LiteralDefault(ValueOf(value->text, name)) : DefaultText{};
    }
    if (words > 0 && value->text == name) {  // "the default for NAME is V"
      next = SkipBlanks(text, value->end);
      continue;
    }
    if (value->marked || IsNumber(word) || IsPathLike(word) || word == "true" || word == "false" ||
        IsUnsetWord(word)) {
      // "Default `MinZoom` for tiles. Default is `0`": what is meant is called so, and told behind.
      const size_t again = lower.find("default", value->end);
      const bool noun = value->marked && StartsWithWord(Trim(lower.substr(value->end)), "for") &&
                        again != std::string_view::npos && !prose.IsCode(again);
      if (noun) return {};
      return words <= 1 && starts && !IsOtherValue(*value, name) ? classify(next) : DefaultText{};
    }
    if (word == "if" || word == "when" || word == "behavior" || word == "behaviour") return {};
    // Only the words that can stand between "default" and its value: "default log level is".
    if (!std::all_of(word.begin(), word.end(), [](char c) { return IsLower(c) || c == '-'; })) {
      return {};
    }
    next = SkipBlanks(text, value->end);
    if (next == value->end && next < text.size() && text[next] != ':') return {};
  }
  return {};
}

// "if unset, …", "when not set, …"
DefaultText DefaultFromUnset(const Prose& prose, std::string_view name) {
  const std::string_view lower = prose.lower;
  static const PhraseList& kUnset = Phrases("when_unset");
  static const PhraseList& kFallsBack = Phrases("falls_back");
  for (const std::string& phrase : kUnset) {
    for (size_t at = lower.find(phrase); at != std::string_view::npos;
         at = lower.find(phrase, at + 1)) {
      if (prose.IsCode(at)) continue;
      const size_t begin = ClauseBegin(prose, at);
      const std::string_view head = lower.substr(begin, at - begin);
      size_t comma = SkipBlanks(lower, at + phrase.size());
      // "if that is not set either, 0"
      if (StartsWithWord(lower.substr(std::min(comma, lower.size())), "either"))
        comma = SkipBlanks(lower, comma + std::string_view("either").size());
      if (comma >= lower.size() || lower[comma] != ',') continue;
      if (head.find("if ") == std::string_view::npos &&
          head.find("when ") == std::string_view::npos)
        continue;
      bool other = false;
      for (const NameAt& subject : NamesIn(Slice(prose, begin, at)))
        other = other || subject.name != name;
      if (other) continue;
      const size_t end = ClauseEnd(prose, comma);
      const size_t start = SkipBlanks(lower, comma + 1);
      const std::string_view rest = lower.substr(start, end > start ? end - start : 0);
      std::optional<ValueAt> value;
      for (const std::string& verb : kFallsBack) {
        const size_t found = rest.find(verb);
        if (found != std::string_view::npos && found < 40)
          value = ValueFrom(prose, start + found + verb.size());
        if (value) break;
      }
      if (!value) {
        const std::optional<ValueAt> first = ValueFrom(prose, start);
        if (!first) continue;
        const std::string_view after =
            Trim(lower.substr(std::min(first->end, end), end - std::min(first->end, end)));
        if (after.empty() || after.starts_with("is used") || after.starts_with("will be used") ||
            after.starts_with("is assumed"))
          value = first;
      }
      if (!value || IsOtherValue(*value, name) || value->end > end) continue;
      const std::string word = ToLower(value->text);
      if (!value->marked && !IsNumber(word) && !IsPathLike(word)) continue;
      if (OffersAnother(prose, value->end, end, name)) continue;
      return LiteralDefault(ValueOf(value->text, name));
    }
  }
  return {};
}

}  // namespace flagcensus
