// A spelling counts only if the phrase is about the variable itself. "set to 1" after the name of
// another variable ("when OTHER is set to 1") does not.
#include "analyzer/values/spellings.h"

#include <algorithm>
#include <array>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr std::array<std::string_view, 5> kOn = {"1", "true", "on", "yes", "enabled"};
constexpr std::array<std::string_view, 5> kOff = {"0", "false", "off", "no", "disabled"};

// The place at which a value may begin after `at`: after blanks, quotes, a colon. `quoted` becomes
// true if there is a quote; text that is not ASCII may be a curly one.
size_t SkipMarks(std::string_view text, size_t at, bool* quoted) {
  while (at < text.size() && !IsIdentifierByte(text[at]) && text[at] != '.' && text[at] != ',' &&
         text[at] != ';' && text[at] != '-' && text[at] != '/' && text[at] != '(') {
    *quoted =
        *quoted || text[at] == '"' || text[at] == '\'' || text[at] == '`' || IsNonAscii(text[at]);
    ++at;
  }
  return at;
}

// The switch word at `at`, or "". "on" and "no" occur in any sentence: they must be in quotes, end
// the phrase, or be followed by a purpose ("on to enable").
std::string_view SwitchWordAt(std::string_view lower, size_t at, bool quoted) {
  const size_t end = EndOfRun(lower, at, IsIdentifierByte);
  const std::string_view word = lower.substr(at, end - at);
  if (!IsOnWord(word) && !IsOffWord(word)) return {};
  const char next = end < lower.size() ? lower[end] : '.';
  const char after = end + 1 < lower.size() ? lower[end + 1] : ' ';
  if (next == '.' && IsIdentifierByte(after)) return {};                    // 0.5
  if (next == '-' || next == '/' || next == '*' || next == '%') return {};  // 0-3, 0/1
  const bool number = word == "1" || word == "0";
  if (number && next == ' ' && !quoted) {
    // "set to 0 seconds" is an amount and not a switch.
    const size_t from = end + 1;
    const size_t to = EndOfRun(lower, from, IsIdentifierByte);
    constexpr std::array<std::string_view, 16> kAmounts = {
        "seconds", "second", "ms",    "milliseconds", "bytes", "mb", "gb",   "threads",
        "thread",  "minute", "hours", "minutes",      "hour",  "kb", "days", "workers"};
    if (std::find(kAmounts.begin(), kAmounts.end(), lower.substr(from, to - from)) !=
        kAmounts.end()) {
      return {};
    }
  }
  const bool plain = number || word == "true" || word == "false";
  // The word ends the phrase, or is in quotes or brackets.
  const bool closed = next == '.' || next == ',' || next == ';' || next == ')' || next == '"' ||
                      next == '\'' || next == '`';
  const std::string_view rest = lower.substr(end);
  const bool purpose = rest.starts_with(" to ") || rest.starts_with(" for ");
  return plain || quoted || closed || purpose ? word : std::string_view();
}

// Whether the words before `at` are about this variable: the word directly before them is not
// another name.
bool SpeaksOfIt(const Entry& entry, size_t at) {
  std::string_view head = Trim(std::string_view(entry.description).substr(0, at));
  // A verb between the name and the phrase: "OTHER must be".
  for (const std::string_view verb : {" is", " are", " was", " be", " being", " gets", " can be",
                                      " must be", " should be", " not"}) {
    if (ToLower(head).ends_with(verb)) head = Trim(head.substr(0, head.size() - verb.size()));
  }
  size_t begin = head.size();
  while (begin > 0 && head[begin - 1] != ' ') --begin;
  std::string word(head.substr(begin));
  std::erase_if(word, [](char c) { return !IsIdentifierByte(c); });
  if (word.empty() || word == entry.name) return true;
  // Names are recognised by an underscore or by capitals; one in lower case is missed.
  const bool name = word.size() > 1 && ToLower(word) != word &&
                    (word.find('_') != std::string::npos || ToUpper(word) == word);
  if (name) return false;
  // With a verb, the word is a subject: "the seed is set to 0" is about something other than the
  // variable, "if it is set to 0" is about the variable.
  const bool state = head.size() != Trim(std::string_view(entry.description).substr(0, at)).size();
  constexpr std::array<std::string_view, 9> kSubjects = {
      "it", "this", "variable", "flag", "option", "setting", "value", "that", "which"};
  return !state || std::find(kSubjects.begin(), kSubjects.end(), ToLower(word)) != kSubjects.end();
}

// Adds a word to the list that it belongs to, once.
void Add(std::string_view word, Spellings* out) {
  std::vector<std::string>& words = IsOnWord(word) ? out->on : out->off;
  if (std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
}

// "set to 1", "setting it to false", "set this to 0".
void ReadPhrases(const Entry& entry, std::string_view lower, Spellings* out) {
  // The forms in which pages give the instruction; a passive with a name is handled by SpeaksOfIt.
  constexpr std::array<std::string_view, 8> kPhrases = {
      "set to",        "set it to",  "set this to",     "set this variable to",
      "setting it to", "setting to", "setting this to", "set the value to"};
  for (const std::string_view phrase : kPhrases) {
    for (size_t at = lower.find(phrase); at != std::string_view::npos;
         at = lower.find(phrase, at + 1)) {
      if (at > 0 && IsIdentifierByte(lower[at - 1])) continue;
      if (!SpeaksOfIt(entry, at)) continue;
      bool quoted = false;
      const size_t value = SkipMarks(lower, at + phrase.size(), &quoted);
      const std::string_view word = SwitchWordAt(lower, value, quoted);
      if (!word.empty()) Add(word, out);
    }
  }
}

// "NAME=0", in which any word is a value.
void ReadAssignments(const Entry& entry, std::string_view lower, Spellings* out) {
  const std::string name = ToLower(entry.name) + "=";
  for (size_t at = lower.find(name); at != std::string_view::npos; at = lower.find(name, at + 1)) {
    if (at > 0 && IsIdentifierByte(lower[at - 1])) continue;
    bool quoted = true;
    const size_t value = SkipMarks(lower, at + name.size(), &quoted);
    const std::string_view word = SwitchWordAt(lower, value, true);
    if (!word.empty()) Add(word, out);
  }
}

// "0 disables it", "`false` to turn it off", "1 = on": the word before the effect is a spelling.
// Whether it is one for on or off follows from the word and not from the effect.
void ReadEffects(std::string_view lower, Spellings* out) {
  constexpr std::array<std::string_view, 10> kEffects = {
      "to disable", "to enable", "disables", "enables",        "to turn",
      "turns",      "to switch", "to skip",  "means disabled", "means enabled"};
  for (const std::string_view effect : kEffects) {
    for (size_t at = lower.find(effect); at != std::string_view::npos;
         at = lower.find(effect, at + 1)) {
      // Punctuation between the two may be a quote or a dash; a sentence may not end there.
      size_t end = at;
      while (end > 0 && !IsIdentifierByte(lower[end - 1]) && lower[end - 1] != '.' &&
             lower[end - 1] != ',') {
        --end;
      }
      const size_t begin = StartOfRun(lower, end, IsIdentifierByte);
      const std::string_view word = lower.substr(begin, end - begin);
      // "0.1 disables" and "-1 disables" are numbers.
      const bool number = begin > 0 && (lower[begin - 1] == '.' || lower[begin - 1] == '-');
      if (number || (word != "0" && word != "1" && word != "true" && word != "false")) continue;
      Add(word, out);
    }
  }
}

// Whether the text contains one of the phrases anywhere, also within words.
bool HasOne(std::string_view lower, const std::vector<std::string_view>& phrases) {
  return std::any_of(phrases.begin(), phrases.end(), [&](std::string_view phrase) {
    return lower.find(phrase) != std::string_view::npos;
  });
}

// Whether a description says that any value, or being set at all, turns the variable on.
bool SaysAny(std::string_view lower) {
  return HasOne(lower, {"any value", "non-empty", "nonempty", "non empty", "not empty", "non-null",
                        "any other value", "to anything", "to any string", "if defined",
                        "when defined", "is defined", "if present", "is present", "presence of",
                        "even if set to", "regardless of"});
}

// Whether a description says that values other than zero turn the variable on: 0 turns it off.
bool SaysNonZero(std::string_view lower) {
  return HasOne(lower, {"set to non-zero", "set to nonzero", "set to a non-zero",
                        "set to a nonzero", "set to any non-zero", "set to non zero",
                        "set this to non-zero", "to a non-zero value", "to non-zero"});
}

}  // namespace

bool IsOnWord(std::string_view lower) {
  return std::find(kOn.begin(), kOn.end(), lower) != kOn.end();
}

bool IsOffWord(std::string_view lower) {
  return std::find(kOff.begin(), kOff.end(), lower) != kOff.end();
}

// Collects the spellings from the listed values, then from the three kinds of phrases. An
// ambiguous text adds none, since a wrong spelling causes a wrong finding.
Spellings SpellingsOf(const Entry& entry) {
  Spellings out;
  const std::string lower = ToLower(entry.description);
  if (lower.find(kCodeDiffers) != std::string::npos) return out;
  out.any = SaysAny(lower);
  // The claim "values:" lists the documented values.
  for (const std::string& claim : entry.claims) {
    constexpr std::string_view kValues = "values:";
    if (!claim.starts_with(kValues)) continue;
    for (const std::string_view value :
         Split(std::string_view(claim).substr(kValues.size()), '|')) {
      const std::string word = ToLower(value);
      if (IsOnWord(word) || IsOffWord(word)) Add(word, &out);
    }
  }
  ReadPhrases(entry, lower, &out);
  ReadAssignments(entry, lower, &out);
  ReadEffects(lower, &out);
  if (SaysNonZero(lower)) Add("0", &out);
  return out;
}

}  // namespace flagcensus
