// A text from a page or a comment ─→ what a reader of the reference page needs of it.
//
//   "NOTE: only for tests (see here)"      ─→  "only for tests"
//   "0: Off. 1: On. Controls the fan."     ─→  "Controls the fan. 0: Off. 1: On."
//   "See :class:~oven.parts.Rack (#85)"    ─→  "See Rack"
#include "analyzer/reference/prose.h"

#include <algorithm>
#include <array>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/evidence/labels.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/pages/sentence.h"

namespace flagcensus {
namespace {

// Without what a site generator replaces: {{% note %}}, {{< relref "x" >}}. A link that is without
// an address afterwards is replaced by its text.
std::string WithoutShortcodes(std::string text) {
  struct Pair {
    std::string_view open, close;
  };
  constexpr std::array kPairs = {Pair{"{{%", "%}}"}, Pair{"{{<", ">}}"}};
  bool any = false;
  for (const Pair& pair : kPairs) {
    for (size_t at = text.find(pair.open); at != std::string::npos; at = text.find(pair.open, at)) {
      const size_t end = text.find(pair.close, at);
      if (end == std::string::npos) break;
      text.erase(at, end + pair.close.size() - at);
      any = true;
    }
  }
  for (size_t at = text.find("]()"); any && at != std::string::npos; at = text.find("]()", at)) {
    text.erase(at, 3);
    const size_t open = text.rfind('[', at);
    if (open != std::string::npos) text.erase(open, 1);
  }
  return text;
}

// Without a parenthesis that only led somewhere: "(see here)".
std::string WithoutPointers(std::string text) {
  for (const std::string_view word : {"here", "below", "above"}) {
    for (const std::string_view see : {"(See ", "(see "}) {
      const std::string pointer = std::string(see) + std::string(word) + ")";
      for (size_t at = text.find(pointer); at != std::string::npos; at = text.find(pointer)) {
        const bool gap = at > 0 && text[at - 1] == ' ';
        text.erase(gap ? at - 1 : at, pointer.size() + (gap ? 1 : 0));
      }
    }
  }
  // "(#85)": the number of an issue without its link.
  for (size_t at = text.find(" (#"); at != std::string::npos; at = text.find(" (#", at + 1)) {
    const size_t end = EndOfRun(text, at + 3, IsDigit);
    if (end > at + 3 && end < text.size() && text[end] == ')') text.erase(at, end + 1 - at);
  }
  return text;
}

// Without the variable's name in front of its text: "APP_HOME: its folder". In "APP_FAST=1: bakes
// fast" the value that turns it on is removed, too. Another value stays: "slow: bakes slowly".
std::string WithoutName(std::string text, std::string_view name) {
  const std::optional<LabelledText> labelled = ReadLabel(text);
  if (labelled && labelled->name == name) return std::string(labelled->text);
  if (name.empty() || !text.starts_with(name)) return text;
  const std::string_view rest = std::string_view(text).substr(name.size());
  const size_t colon = rest.find(": ");
  if (rest.starts_with('=') && colon != std::string_view::npos) {
    const std::string_view value = rest.substr(1, colon - 1);
    if (value.find(' ') == std::string_view::npos) {
      const std::string word = ToLower(value);
      const bool on = word == "1" || word == "true" || word == "yes" || word == "on";
      return std::string(Trim(on ? rest.substr(colon + 2) : rest.substr(1)));
    }
  }
  for (const std::string_view mark : {": ", " - ", " -- ", " = "}) {
    if (rest.starts_with(mark)) return std::string(Trim(rest.substr(mark.size())));
  }
  return text;
}

// "2.1.0", "v1.4,", "1.2)." ─→ true; "2", "a.b" ─→ false: a number alone may be a value
bool IsVersion(std::string_view word) {
  while (word.ends_with('.') || word.ends_with(',') || word.ends_with(')')) word.remove_suffix(1);
  if (word.starts_with('v')) word.remove_prefix(1);
  return !word.empty() && word.find('.') != std::string_view::npos &&
         word.find_first_not_of("0123456789.") == std::string_view::npos;
}

// The end of a note on the version with which the text begins, "Introduced in 2.1.0 as x.y"; 0 if
// the text begins with something else.
size_t EndOfVersionNote(std::string_view text) {
  // A version further on belongs to a sentence about something else.
  constexpr size_t kMaxWords = 10;
  const bool begins = IsPhrase("descriptions", "version_notes", text.substr(0, text.find(' ')));
  size_t at = 0;
  for (size_t words = 0; begins && words < kMaxWords && at < text.size(); ++words) {
    const size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = std::min(end + 1, text.size());
    if (!IsVersion(word)) {
      if (word.ends_with('.')) return 0;  // the sentence says something else
      continue;
    }
    if (text.substr(at).starts_with("as ")) {
      const size_t next = text.find(' ', at + 3);
      return next == std::string_view::npos ? text.size() : next + 1;
    }
    return at;
  }
  return 0;
}

// "Introduced in 2.1.0. The port." ─→ "The port."
std::string WithoutVersionNotes(std::string text) {
  for (size_t end = EndOfVersionNote(text); end > 0; end = EndOfVersionNote(text)) {
    const std::string rest(Trim(std::string_view(text).substr(end)));
    // "Introduced in 2.1.0 to keep it": a sentence that goes on.
    if (BeginsWithLower(rest)) break;
    text = rest;
  }
  return text;
}

// Without a notation of the value after the sentence: "<value>" : ">=0".
std::string WithoutValueNotes(std::string text) {
  const size_t at = text.find(" \"<");
  if (at != std::string::npos && text.find(">\"", at) != std::string::npos) text.erase(at);
  return text;
}

// The values after the purpose: a page that begins with a list of values, "0: Off. 1: On. Controls
// the fan.", explains their purpose afterwards.
std::string WithValuesLast(std::string text) {
  if (!text.starts_with("0: ") && !text.starts_with("1: ")) return text;
  size_t item = 0;
  for (char value = static_cast<char>(text[0] + 1); value <= '9'; ++value) {
    const size_t next = text.find(std::string(" ") + value + ": ", item);
    if (next == std::string::npos) break;
    item = next;
  }
  const size_t end = SentenceEnd(text, item, text.size());
  if (item == 0 || end + 1 >= text.size()) return text;
  return text.substr(end + 1) + " " + text.substr(0, end);
}

// Without placeholders of a page's generator, "{{ icon }}", and without unpaired marks.
std::string WithoutLeftovers(std::string text) {
  for (size_t at = text.find("{{"); at != std::string::npos; at = text.find("{{", at)) {
    const size_t end = text.find("}}", at);
    if (end == std::string::npos) break;
    text.erase(at, end + 2 - at);
  }
  return ReplaceAll(text, "**", "");
}

// Items of a list that a comment has on separate lines: "Modes: * 0: off * 1: on".
std::string WithItems(std::string text) {
  for (size_t at = text.find(" * "); at != std::string::npos; at = text.find(" * ", at + 1)) {
    const char next = at + 3 < text.size() ? text[at + 3] : ' ';
    // A number, a capital or a quote begins an item; "2 * n" is a product.
    const bool item = IsDigit(next) || IsUpper(next) || next == '"' || next == '\'' || next == '-';
    const bool parted = at > 0 && (text[at - 1] == ':' || text[at - 1] == '.');
    if (item) text.replace(at, 3, parted ? " " : "; ");
  }
  return text;
}

// "NOTE: only for tests" is an admonition in some formats and text in others.
std::string WithoutAdmonition(std::string text) {
  for (const std::string_view label :
       {"NOTE: ", "Note: ", "TIP: ", "WARNING: ", "IMPORTANT: ", "CAUTION: "}) {
    if (text.starts_with(label)) return text.substr(label.size());
  }
  return text;
}

// Whether a role's name is one of Sphinx: the last part of "py:class".
bool IsKnownRole(std::string_view role) {
  constexpr std::array<std::string_view, 15> kRoles = {"ref",  "doc",    "class",  "func", "meth",
                                                       "attr", "mod",    "obj",    "data", "const",
                                                       "exc",  "envvar", "option", "term", "file"};
  return std::find(kRoles.begin(), kRoles.end(), role.substr(role.rfind(':') + 1)) != kRoles.end();
}

// Without the roles of reStructuredText: "see :ref:oven-rack", and, as Sphinx shows it, the last
// part of ":class:~oven.parts.Rack". Lower-case letters after the colon may be something else,
// ":hour:minute", so a known role is required there.
std::string WithoutRoles(std::string text) {
  for (size_t at = text.find(':'); at != std::string::npos; at = text.find(':', at + 1)) {
    if (at > 0 && text[at - 1] != ' ' && text[at - 1] != '(') continue;
    const size_t run = EndOfRun(text, at + 1, [](char c) { return IsLower(c) || c == ':'; });
    const size_t end = text.rfind(':', run - 1) + 1;
    if (end <= at + 3 || end >= text.size() || text[end] == ' ') continue;
    const std::string_view role = std::string_view(text).substr(at + 1, end - at - 2);
    if (end < run && !IsKnownRole(role)) continue;
    text.erase(at, end - at);
    if (at >= text.size() || text[at] != '~') continue;
    size_t path = EndOfRun(text, at + 1, [](char c) { return IsIdentifierByte(c) || c == '.'; });
    while (path > at + 1 && text[path - 1] == '.') --path;  // of the sentence
    const size_t dot = text.rfind('.', path - 1);
    text.erase(at, dot != std::string::npos && dot > at ? dot + 1 - at : 1);
  }
  return text;
}

// Without the marks of reStructuredText in docstrings: ".. envvar:: OVEN_X The oven", also with the
// single colon that makes it a comment. A block after a directive is not text.
std::string WithoutDirectives(std::string text) {
  for (const std::string_view opening :
       {".. envvar:: ", ".. envvar: ", ".. data:: ", ".. py:data:: "}) {
    if (!text.starts_with(opening)) continue;
    const size_t name = text.find(' ', opening.size());
    text.erase(0, name == std::string::npos ? text.size() : name + 1);
  }
  const size_t block = text.find(" .. ");
  if (block != std::string::npos && text.find(":: ", block) < text.find(' ', block + 4) + 2) {
    text.erase(block);
  }
  return WithoutRoles(std::move(text));
}

// "is the number of threads" says the same as "the number of threads".
std::string WithoutVerb(std::string text) {
  for (const std::string_view article : {"is the ", "is a ", "is an "}) {
    if (text.starts_with(article)) return text.substr(3);
  }
  return text;
}

}  // namespace

std::string TidyProse(std::string text, std::string_view name) {
  text = WithoutDirectives(WithoutPointers(WithoutShortcodes(std::move(text))));
  text = WithItems(WithoutLeftovers(std::move(text)));
  text = WithoutVersionNotes(WithoutName(std::move(text), name));
  text = WithoutAdmonition(WithValuesLast(WithoutValueNotes(std::move(text))));
  text = WithoutVerb(std::move(text));
  std::string out;
  for (const char c : text) {
    if (c != ' ' || (!out.empty() && out.back() != ' ')) out += c;
  }
  return std::string(Trim(out));
}

// Whether a comment is the head of several settings: "Cache settings", "Network options:".
bool IsGroupHead(std::string_view text) {
  constexpr std::array<std::string_view, 6> kEnds = {"settings", "options",   "configuration",
                                                     "config",   "variables", "parameters"};
  // "The settings of the first and second oven" has more blanks: it describes one variable.
  constexpr long kMostBlanks = 5;
  while (text.ends_with('.') || text.ends_with(':')) text.remove_suffix(1);
  if (std::count(text.begin(), text.end(), ' ') > kMostBlanks) return false;
  const std::string last = ToLower(text.substr(text.rfind(' ') + 1));
  return std::find(kEnds.begin(), kEnds.end(), last) != kEnds.end();
}

// Whether the text only says that the variable is deprecated, experimental or the like.
bool IsStatusNote(std::string_view text) {
  // "Deprecated since the new oven was built" is a description.
  constexpr long kMaxWords = 4;
  return BeginsWithPhrase("descriptions", "status_notes", ToLower(text)) &&
         std::count(text.begin(), text.end(), ' ') < kMaxWords;
}

}  // namespace flagcensus
