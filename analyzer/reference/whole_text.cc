// A text that was cut out of a page, a docstring or a comment ─→ its whole sentences.
//
//   "3. Where it listens."                                     ─→  "Where it listens."
//   "(bool): Bakes fast. New windows will automatically have"  ─→  "Bakes fast."
//   "APP_HOME=/srv"                                            ─→  "": a command
//
// Half a sentence, the beginning of a missing list or code would make a reader guess, which is
// worse than an empty cell.
#include <algorithm>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/catalog/defaults.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/prose.h"
#include "analyzer/pages/sentence.h"
#include "analyzer/reference/prose.h"

namespace flagcensus {
namespace {

// The end of the sentence that begins at `begin`; npos if nothing ends it.
size_t EndOfSentence(std::string_view text, size_t begin) {
  for (size_t at = begin; at < text.size(); ++at) {
    if (EndsSentence(text, at)) return at;
  }
  return std::string_view::npos;
}

// Without the number or mark of a list item in front.
// "3. Where", "- Where", ": Where" ─→ "Where". A number of three digits is part of the sentence.
std::string_view WithoutItem(std::string_view text) {
  while (text.starts_with(": ")) text = Trim(text.substr(2));
  const size_t digits = EndOfRun(text, 0, IsDigit);
  if (digits > 0 && digits < 3 && text.substr(digits).starts_with(". ")) {
    return Trim(text.substr(digits + 2));
  }
  for (const std::string_view mark : {"- ", "* ", "\xE2\x80\xA2 "}) {
    if (text.starts_with(mark)) return Trim(text.substr(mark.size()));
  }
  return text;
}

// Without the end of a bracket that is not there: "pattern) Name of the file." A bracket further on
// belongs to the sentence.
std::string_view WithoutCutBracket(std::string_view text) {
  constexpr size_t kLongest = 24;
  const size_t close = text.find(") ");
  const bool cut = close < kLongest && text.find('(') > close;
  return cut ? Trim(text.substr(close + 2)) : text;
}

// Without a label in front, "(bool): " or "(optional): ". The type has a column, and so has the
// default of "(default: 5) How long ...". "(or TEMP) It ..." is another name.
std::string_view WithoutLabel(std::string_view text) {
  // A label is a word or two; a default may be a path. A longer bracket is text.
  constexpr size_t kLongest = 24, kLongestDefault = 80;
  const size_t bracket = text.find(") ");
  if (ToLower(text.substr(0, 8)) == "(default" && bracket < kLongestDefault)
    return Trim(text.substr(bracket + 2));
  if ((text.starts_with("(or ") || text.starts_with("(and ")) && bracket < kLongest)
    return Trim(text.substr(bracket + 2));
  const size_t close = text.find("): ");
  if (!text.starts_with('(') || close == std::string_view::npos || close > kLongest) return text;
  return Trim(text.substr(close + 2));
}

// Without the sentence that ends in an address that was cut off: "See https://docs.exa…".
std::string_view WithoutCutAddress(std::string_view text) {
  constexpr std::string_view kCut = "\xE2\x80\xA6";
  const std::string_view last = text.substr(text.rfind(' ') + 1);
  if (!last.ends_with(kCut) || last.find("://") == std::string_view::npos) return text;
  const size_t begin = SentenceBegin(text, text.size() - last.size(), text.size());
  return Trim(text.substr(0, begin));
}

// "ENV APP_HOME=/srv", "APP_HOME=1", "is in ${APP_HOME:-/srv}"; but not "APP_HOME=1: the first".
bool IsCommand(std::string_view text, std::string_view name) {
  if (name.empty()) return false;
  const size_t braced = text.find("${");
  if (braced != std::string_view::npos && text.substr(braced + 2).starts_with(name)) return true;
  for (const std::string_view word : {"ENV ", "ARG ", "export ", "set ", "setenv ", "$ "}) {
    if (text.starts_with(word)) text.remove_prefix(word.size());
  }
  return text.starts_with(name) && text.substr(name.size()).starts_with('=') &&
         text.find(' ') == std::string_view::npos;
}

// Without the rest of a sentence that is not there, up to the next beginning.
//
//   "is set and bakes. The port."   ─→  "The port."
//   "is set and bakes"              ─→  ""
//
// Only words of the list "middles" show that the beginning is missing; another such text is kept.
std::string_view FromWholeSentence(std::string_view text) {
  while (BeginsWithPhrase("descriptions", "middles", text)) {
    const size_t end = EndOfSentence(text, 0);
    if (end == std::string_view::npos || end + 2 >= text.size()) return {};
    text = Trim(text.substr(end + 1));
    if (!IsUpper(text.front())) return {};
  }
  return text;
}

// Without a last sentence that breaks off: "New windows will automatically have".
// Four signs: an open bracket, "following" near the end, a last word that needs another one, and
// "default is". A sentence that lacks only its period has none of them and is kept.
std::string_view ToWholeSentence(std::string_view text) {
  while (!text.empty()) {
    while (text.ends_with(';') || text.ends_with(' ')) text.remove_suffix(1);
    size_t begin = 0;
    for (size_t end = EndOfSentence(text, 0); end != std::string_view::npos;
         end = EndOfSentence(text, end + 1)) {
      if (end + 1 < text.size()) begin = end + 2;
    }
    const std::string_view last = text.substr(std::min(begin, text.size()));
    if (last.empty() || EndsSentence(last, last.size() - 1)) return text;
    const std::string word = ToLower(last.substr(last.rfind(' ') + 1));
    // "The default value is": the value was in a list.
    const bool value = word == "is" && ToLower(last).find("default") != std::string::npos;
    const bool open =
        std::count(last.begin(), last.end(), '(') > std::count(last.begin(), last.end(), ')');
    // "It will print the following events": the list is not part of the text.
    constexpr size_t kNear = 30;
    const size_t list = ToLower(last).rfind("following");
    const bool leads = list != std::string::npos && last.size() - list < kNear;
    const bool ends = IsPhrase("descriptions", "open_ends", word) || last.ends_with(',');
    if (!open && !leads && !ends && !value) return text;
    text = Trim(text.substr(0, begin));
  }
  return text;
}

// The word in front of a name, in lower case. Other names of a list are skipped, and words such as
// "the environment variables".
std::string WordBefore(std::string_view before) {
  constexpr std::string_view kMarks = " ,`\"'$%{}()*[";
  for (;;) {
    before = before.substr(0, before.find_last_not_of(kMarks) + 1);
    const size_t begin = before.find_last_of(" ([`\"'$") + 1;
    const std::string_view word = before.substr(begin);
    const bool joint = word == "and" || word == "or";
    const bool name = ShapeOf(word) == NameShape::kStrong;
    if (word.empty() || !(joint || name || IsPhrase("descriptions", "nouns", word))) {
      return ToLower(word);
    }
    before = before.substr(0, begin);
  }
}

// Whether the brackets only repeat the name: "env: APP_PORT", "`APP_PORT` env var".
bool IsNameTag(std::string_view inner, std::string_view name) {
  std::string words;
  for (const char c : inner) words += IsIdentifierByte(c) ? c : ' ';
  bool named = false;
  for (const std::string_view word : Split(words, ' ')) {
    if (word == name) {
      named = true;
    } else if (!word.empty() && !IsPhrase("descriptions", "nouns", ToLower(word))) {
      return false;
    }
  }
  return named;
}

// Without "(env: APP_PORT)".
// "The port (env: APP_PORT)." ─→ "The port."; only the first such bracket.
std::string WithoutNameTag(std::string_view text, std::string_view name) {
  for (size_t open = text.find_first_of("(["); open != std::string_view::npos;
       open = text.find_first_of("([", open + 1)) {
    const size_t close = text.find_first_of(")]", open);
    if (close == std::string_view::npos) break;
    if (open == 0 || !IsNameTag(text.substr(open + 1, close - open - 1), name)) continue;
    return std::string(Trim(text.substr(0, open))) + std::string(text.substr(close + 1));
  }
  return std::string(text);
}

// Whether a sentence or an item may begin there.
bool BeginsThere(std::string_view text, size_t at) {
  if (at == 0) return true;
  return at > 1 && text[at - 1] == ' ' && (EndsSentence(text, at - 2) || text[at - 2] == ';');
}

// Without headings of what is not part of the text: "Example value ." above a block of code, and
// "See also; the guide; the API" with its list. "See also the guide." is a sentence.
std::string WithoutHeadings(std::string text) {
  const auto end_of = [&text](size_t at) {
    return std::min(text.find_first_not_of(" .;:", at), text.size());
  };
  for (const std::string& heading : Phrases("descriptions", "headings")) {
    const std::string lower = ToLower(text);
    for (size_t at = lower.find(heading); at != std::string::npos;
         at = lower.find(heading, at + 1)) {
      const size_t behind = at + heading.size();
      if (!IsUpper(text[at]) || !BeginsThere(text, at)) continue;
      const bool list = std::string_view(text).substr(behind).starts_with(';');
      const std::string_view marks = std::string_view(text).substr(behind, end_of(behind) - behind);
      const bool ends = behind + marks.size() == text.size() || marks.starts_with(" .");
      if (!list && !ends) continue;
      text.erase(at, list ? std::string::npos : behind + marks.size() - at);
      text.resize(text.find_last_not_of(" ;") + 1);
      return WithoutHeadings(std::move(text));
    }
  }
  return text;
}

}  // namespace

// The text before the first section of a docstring.
//
//   "The port. Args: name: the name."  ─→  "The port."
std::string WithoutSections(std::string_view text) {
  size_t end = text.size();
  for (const std::string& section : Phrases("descriptions", "docstring_sections")) {
    // Words that are sections alone may occur in a sentence: "the notes of a user".
    if (IsAlnum(section.front()) && !section.ends_with(':')) continue;
    const std::string lower = ToLower(text.substr(0, end));
    const size_t at = lower.find(" " + section);
    if (at == std::string::npos) continue;
    const bool after_sentence = at > 0 && EndsSentence(text, at - 1);
    if (after_sentence || !IsAlnum(section.front())) end = at;
  }
  return std::string(Trim(text.substr(0, end)));
}

// The text without the default at its end, which has a column.
//
//   "The port (default: 80)."     ─→  "The port"
//   "The port, default: 80"       ─→  "The port"
//   "The default: 80 or more of them is fine"    unchanged: several words, and no mark before it
std::string WithoutDefaultLabel(std::string_view text) {
  const std::string lower = ToLower(text);
  for (const std::string_view open : {" (default", " [default", " (by default:", " [by default:"}) {
    const size_t at = lower.rfind(open);
    if (at == std::string::npos) continue;
    const char close = open[1] == '(' ? ')' : ']';
    const size_t end = text.find(close, at);
    if (end == std::string_view::npos || text.size() - end > 2) continue;
    return std::string(Trim(text.substr(0, at)));
  }
  // "... for ovensDEFAULT: 5": lines that were joined without a space.
  const size_t glued = text.rfind("DEFAULT: ");
  size_t at = std::string::npos;
  size_t behind = 0;
  for (const std::string_view label : {" default: ", " default value: "}) {
    const size_t found = lower.rfind(label);
    if (found == std::string::npos || (at != std::string::npos && found < at)) continue;
    at = found;
    behind = found + label.size();
  }
  if (glued != std::string::npos && glued > 0 && IsLower(text[glued - 1])) {
    at = glued;
    behind = glued + 9;
  }
  // A longer text after the label is a sentence.
  constexpr size_t kLongest = 60;
  if (at == std::string::npos || at == 0 || text.size() - at > kLongest) return std::string(text);
  const bool apart = EndsSentence(text, at - 1) || text[at - 1] == ',' || text[at - 1] == ';';
  const std::string_view value = text.substr(behind);
  const bool one = value.find(' ') == std::string_view::npos;
  if (!apart && !one) return std::string(text);
  std::string_view before = text.substr(0, at);
  while (before.ends_with(',') || before.ends_with(';')) before.remove_suffix(1);
  // "(1 to 19, default: 1)": the bracket that the label ended.
  const bool open =
      std::count(before.begin(), before.end(), '(') > std::count(before.begin(), before.end(), ')');
  const bool closes = value.find(')') != std::string_view::npos;
  return std::string(Trim(before)) + (open && closes ? ")" : "");
}

namespace {

// "Default: 5.", or "Defaults to the $APP_PORT environment variable." for APP_PORT itself.
bool SaysDefaultAlone(std::string_view sentence, std::string_view name) {
  const std::string lower = ToLower(sentence);
  if (!BeginsWithPhrase("descriptions", "default_sentences", lower)) return false;
  if (FindWord(sentence, name) != std::string_view::npos) return true;
  const Prose words = ToProse(sentence, 0);
  const DefaultText stated = DefaultFromWords(words, name);
  if (stated.kind != DocumentedDefault::kLiteral || stated.text->empty()) return false;
  const size_t at = sentence.rfind(*stated.text);
  if (at == std::string_view::npos) return false;
  std::string_view rest = sentence.substr(at + stated.text->size());
  while (!rest.empty() && !IsAlnum(rest.front()) && !IsNonAscii(rest.front()))
    rest.remove_prefix(1);
  return rest.empty();
}

}  // namespace

std::string WithoutDefaultSentences(const std::string& text, std::string_view name) {
  std::string out;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::max(SentenceEnd(text, begin, text.size()), begin + 1);
    const std::string_view sentence = Trim(std::string_view(text).substr(begin, end - begin));
    if (!SaysDefaultAlone(sentence, name)) {
      if (!out.empty()) out += ' ';
      out += sentence;
    }
    begin = std::min(text.find_first_not_of(' ', end), text.size());
  }
  return out;
}

// From the outside to the inside: marks and labels, then sentences, then tags of the name.
std::string WholeText(const std::string& text, std::string_view name) {
  const std::string_view out =
      WithoutCutAddress(WithoutCutBracket(WithoutLabel(WithoutItem(text))));
  if (IsCommand(out, name)) return {};
  const std::string whole = WithoutHeadings(std::string(out));
  return WithoutNameTag(ToWholeSentence(FromWholeSentence(whole)), name);
}

// Whether the sentence has the variable as its subject: at its beginning, after "set" or "if", or
// before a verb. "Run it as in APP_X" mentions it only.
bool SaysWhatItDoes(std::string_view sentence, std::string_view name) {
  for (size_t at = sentence.find(name); at != std::string_view::npos;
       at = sentence.find(name, at + 1)) {
    if (at == 0) return true;
    const size_t end = at + name.size();
    if (IsIdentifierByte(sentence[at - 1])) continue;
    if (end < sentence.size() && IsIdentifierByte(sentence[end])) continue;
    if (IsPhrase("descriptions", "acts_before", WordBefore(sentence.substr(0, at)))) return true;
    const size_t next = sentence.find_first_not_of(" `\"'}*", end);
    if (next != std::string_view::npos &&
        BeginsWithPhrase("descriptions", "acts_after", sentence.substr(next))) {
      return true;
    }
  }
  return false;
}

}  // namespace flagcensus
