// How a passage states a default: the patterns of queries/documents/defaults.toml find a value, and
// Judge decides what the value and the words after it mean.
//
//   "Defaults to {8080}."                       literal 8080
//   "Default: none"                             unset
//   "defaults to 30 seconds"                    literal 30
//   "defaults to the directory of the program"  prose: "the" begins a phrase
//   "Off by default if {APP_X} is set"          unstated: not the default of all users
//
// A marked or quoted value is nearly always the value. A bare word must not begin a phrase.
#include "analyzer/documents/stated_default.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>

#include "analyzer/base/characters.h"
#include "analyzer/base/embedded_lists.h"
#include "analyzer/base/text.h"
#include "analyzer/documents/cues.h"
#include "analyzer/documents/patterns.h"
#include "analyzer/documents/sentences.h"

namespace flagcensus {
namespace {

using re2::RE2;
using Pattern = std::unique_ptr<RE2>;

// Bytes of prose that a message shows.
constexpr size_t kLongProse = 120;

// RE2 of this version has its own view type.
re2::StringPiece Piece(std::string_view text) { return {text.data(), text.size()}; }

// The patterns of defaults.toml, with {VALUE} and {FIRM} replaced.
struct Wordings {
  std::vector<Pattern> wordings;
  std::map<std::string, Pattern, std::less<>> named;
  std::set<std::string, std::less<>> stop_words;
};

// The key "wordings" is an ordered list; every other key is one pattern of alternatives.
Wordings ReadWordings() {
  Wordings out;
  auto lists = EmbeddedLists("documents/defaults.toml");
  const auto one = [&](std::string_view key) {
    const auto list = lists.find(key);
    return list == lists.end() || list->second.empty() ? std::string() : list->second[0];
  };
  const std::string value = one("value");
  const std::string firm = one("firm");
  const auto written = [&](const std::string& pattern) {
    return ReplaceAll(ReplaceAll(pattern, "{VALUE}", value), "{FIRM}", firm);
  };
  for (const auto& [key, list] : lists) {
    if (key == "stop-words") {
      out.stop_words.insert(list.begin(), list.end());
    } else if (key == "wordings") {
      for (const std::string& pattern : list)
        out.wordings.push_back(CompileAny({written(pattern)}));
    } else {
      std::vector<std::string> all;
      for (const std::string& pattern : list) all.push_back(written(pattern));
      out.named[key] = CompileAny(all);
    }
  }
  return out;
}

// Compiled on first use and shared by all threads afterwards.
// Thread-safe, since initialising a local static is.
const Wordings& All() {
  static const Wordings kAll = ReadWordings();
  return kAll;
}

const RE2& Named(std::string_view key) { return *All().named.find(key)->second; }

// Whether the named pattern occurs in the text.
bool Has(std::string_view key, std::string_view text) {
  return RE2::PartialMatch(Piece(text), Named(key));
}

// One match: the value, and the text after it, which may change its meaning.
struct Found {
  bool matched = false;
  std::string_view value;  // the last group that took part
  std::string_view rest;   // after the value
};

// The last group that matched is the value: alternatives with a group each leave the others empty.
Found Find(const RE2& pattern, std::string_view text) {
  std::array<re2::StringPiece, 4> groups;
  const int count = std::min(pattern.NumberOfCapturingGroups() + 1, 4);
  Found out;
  out.matched = pattern.Match(Piece(text), 0, text.size(), RE2::UNANCHORED, groups.data(), count);
  for (int i = count - 1; out.matched && i >= 0; --i) {
    const re2::StringPiece& group = groups[static_cast<size_t>(i)];
    if (group.data() == nullptr) continue;
    out.value = {group.data(), group.size()};
    out.rest = text.substr(static_cast<size_t>(group.data() - text.data()) + group.size());
    break;
  }
  return out;
}

// The text up to the first match of `key`.
std::string_view Before(std::string_view key, std::string_view text, size_t keep = 0) {
  re2::StringPiece found;
  if (!Named(key).Match(Piece(text), 0, text.size(), RE2::UNANCHORED, &found, 1)) return text;
  return text.substr(0, static_cast<size_t>(found.data() - text.data()) + keep);
}

// A value without its marks, quotes and the punctuation after it.
//
//   "{8080}."   ─→  8080      (braces are the marks of code here)
//   "'a b',"    ─→  a b
//   "./"        ─→  ./
//   "0.5."      ─→  0.5
std::string CleanValue(std::string_view raw) {
  std::string_view view = Trim(raw);
  std::string text;
  const size_t end = view.find(kEnd);
  bool span = false;  // a span has no punctuation of the sentence
  if (!view.empty() && (view[0] == kSpan || view[0] == kVariable) && end + 1 == view.size()) {
    text = view.substr(1, view.size() - 2);
    span = true;
  } else {
    text = Unmarked(view);
  }
  text = Trim(text);
  const auto dots = [&] {  // "..", "./": a path of dots ends with them
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return c == '.' || c == '/' || c == '\\'; });
  };
  // "a..." is a shortened value, "..." alone is not.
  const bool shortened = text.ends_with("...") && text.size() > 3;
  while (!span && !shortened && !text.empty() &&
         std::string_view(".,;:").find(text.back()) != std::string_view::npos && !dots()) {
    text.pop_back();
  }
  if (!span && text.ends_with(']') && text.find('[') == std::string::npos) text.pop_back();
  if (text.size() > 1 && text.front() == text.back() &&
      (text.front() == '"' || text.front() == '\'' || text.front() == '`')) {
    return text.substr(1, text.size() - 2);
  }
  if (text.size() > 2 && text.front() == '(' && text.find(')') == text.size() - 1) {
    return text.substr(1, text.size() - 2);
  }
  for (const auto& [open, close] : {std::pair{"“", "”"}, std::pair{"‘", "’"}}) {
    if (text.starts_with(open) && text.ends_with(close) && text.size() >= 6)
      return text.substr(3, text.size() - 6);
  }
  return text;
}

bool MeansUnset(std::string_view text) { return Has("unset", text); }

// A word that means unset even in code; "none" there may be one of several values.
bool IsWordForUnset(std::string_view text) { return Has("unset-in-code", text); }

// A variable's name in the place of a value: the default is that variable's value.
// "$APP_HOME" does not begin with a letter and is not one.
bool IsOtherName(std::string_view text) {
  return text.find('_') != std::string_view::npos && IsAlpha(text[0]) && ToUpper(text) == text;
}

// A literal in words: "zero" and "30 seconds" are numbers, "auto" is computed.
StatedDefault Worded(const std::string& text);

StatedDefault Literal(std::string text) {
  return {DocumentedDefault::kLiteral, WithoutRemark(std::move(text))};
}
StatedDefault Unset(std::string text) { return {DocumentedDefault::kNone, std::move(text)}; }
StatedDefault Prose(std::string_view text) {
  return {DocumentedDefault::kProse, FoldedText(text, kLongProse)};
}

StatedDefault Worded(const std::string& text) {
  if (Has("empty-text", text)) return Literal("");
  if (MeansUnset(text)) return Unset(text);
  if (ToLower(text) == "zero") return Literal("0");
  if (Has("computed-word", text) || Has("scaled", text)) return Prose(text);
  const Found number = Find(Named("number-with-unit"), text);
  return Literal(number.matched ? std::string(number.value) : text);
}

// A word of letters that does not look like a value: neither a switch nor in capitals.
// "the", "computed", "a" ─→ true; "true", "INFO", "utf8" ─→ false
bool IsWordOfProse(std::string_view text) {
  return !text.empty() && AllBytes(text, IsAlpha) && (text.size() == 1 || ToUpper(text) != text) &&
         !Has("switch-word", text);
}

// What a matched value and the words after it mean. "to the directory of the program" is prose, and
// so is any word in lower case with another one after it.
StatedDefault Judge(std::string_view raw, std::string_view rest) {
  const bool marked = !raw.empty() && (raw[0] == kSpan || raw[0] == kVariable || raw[0] == '"' ||
                                       raw[0] == '\'' || raw.starts_with("“"));
  const std::string value = CleanValue(raw);
  const bool number = !marked && !value.empty() && IsDigit(value[0]);
  const std::string_view clause = rest.substr(0, rest.find(". "));
  // "8080 if TLS is on" is the default of one case. "If it is not set" is the case that all
  // defaults have.
  const bool of_case =
      (Has("conditional", clause) && !Has("of-unset", clause)) || Has("one-context", clause);
  const bool case_inside = !marked && Has("condition-inside", value);
  if (of_case || case_inside || (marked && Has("thing-named", clause))) {
    std::string_view said = case_inside ? raw : clause.substr(0, clause.find_first_of(")."));
    return Prose(case_inside ? std::string(said) : std::string(raw) + std::string(said));
  }
  // "fast or {slow}": more than one value is prose, with the bracket that it opened.
  if (!number && Has("another", clause)) {
    std::string all = std::string(raw) + std::string(clause);
    while (all.ends_with('.')) all.pop_back();
    const bool closed =
        std::count(all.begin(), all.end(), ')') <= std::count(all.begin(), all.end(), '(');
    if (!closed && all.ends_with(')')) all.pop_back();
    return Prose(all);
  }
  const bool goes_on = IsWordOfProse(value) && Has("goes-on", rest) && !Has("clause", Trim(rest));
  // A stop word ("the", "a") or a word that goes on begins a phrase. The phrase may still state a
  // value: "the value of 5", "the empty string".
  if (!marked && (All().stop_words.contains(ToLower(value)) || goes_on)) {
    const std::string whole = std::string(raw) + std::string(rest);
    re2::StringPiece found;
    std::string_view tail = whole;
    if (Named("tail-end").Match(Piece(whole), 0, whole.size(), RE2::UNANCHORED, &found, 1)) {
      const size_t at = static_cast<size_t>(found.data() - whole.data());
      const bool word_first =
          IsIdentifierByte(whole[at]) || whole[at] == kEnd || whole[at] == '"' || whole[at] == '\'';
      tail = std::string_view(whole).substr(0, at + (word_first ? 1 : 0));
    }
    tail = Trim(tail);
    std::string plain = Unmarked(tail);
    while (plain.ends_with('.') || plain.ends_with(' ')) plain.pop_back();
    if (Has("empty-text", plain)) return Literal("");
    if (Has("begins-unset", plain)) return Unset(plain);
    re2::StringPiece word;
    if (Named("begins-switch").Match(Piece(plain), 0, plain.size(), RE2::ANCHOR_START, &word, 1)) {
      const std::string_view text(word.data(), word.size());
      return Literal(std::string(text.substr(text.find_last_of(' ') + 1)));
    }
    const Found of = Find(Named("value-of"), plain);
    if (of.matched) {
      const std::string said = CleanValue(of.value);
      return IsOtherName(said) ? Prose(plain) : Literal(said);
    }
    const Found one = Find(Named("marked-value"), tail);
    if (one.matched && plain.starts_with("of ") && IsOtherName(one.value))
      return Prose("the value " + plain);
    return one.matched ? Literal(std::string(one.value)) : Prose(plain);
  }
  // A marked empty value is an empty text, that is, unset.
  if (value.empty()) return marked ? Unset("") : StatedDefault();
  if (const Found unit = Find(Named("longer-unit"), rest); number && unit.matched) {
    return Literal(value + std::string(unit.value));
  }
  if (marked && IsWordForUnset(value)) return Unset(value);
  return marked ? Literal(value) : Worded(value);
}

// The span at the beginning of a text, with its marks; "" if it begins otherwise.
std::string_view FirstSpan(std::string_view text) {
  text = Trim(text);
  if (text.empty() || text[0] != kSpan) return {};
  const size_t end = text.find(kEnd);
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

std::string WithoutMatches(std::string_view key, std::string_view text) {
  std::string out(text);
  RE2::GlobalReplace(&out, Named(key), "");
  return out;
}

bool IsQuoted(std::string_view text) {
  return text.size() > 1 && text[0] == '"' && text.find('"', 1) == text.size() - 1;
}

// A cell of the column of defaults: a span, a quoted text, a word for the absence of a value, a
// short value; all other texts are prose.
StatedDefault OfCell(std::string_view raw) {
  const std::string cell = WithoutMatches("cell-label", raw);
  const std::string_view span = FirstSpan(cell);
  // A span in a cell is the value, if only blanks or punctuation follow. "{a}/b" is prose, and so
  // is "{a} or {b}".
  if (!span.empty()) {
    const std::string_view rest = Trim(std::string_view(cell)).substr(span.size());
    const bool goes_on =
        !rest.empty() && std::string_view(" (,;.:)").find(rest[0]) == std::string_view::npos;
    if (goes_on || Has("another", rest) || Has("one-context", rest)) return Prose(cell);
    const std::string value = CleanValue(span);
    return IsWordForUnset(value) ? Unset(value) : Literal(value);
  }
  if (IsQuoted(Trim(std::string_view(cell)))) return Literal(CleanValue(cell));
  if (Has("empty-text", cell)) return Literal("");
  if (Trim(cell).empty() || MeansUnset(cell) || Has("required", cell) || Has("no-default", cell))
    return Unset(CleanValue(cell));
  // "30 seconds" is short and begins with a digit; longer cells describe how the default is found.
  constexpr size_t kShort = 40;
  const std::string_view text = Trim(std::string_view(cell));
  const bool value = text.find(' ') == std::string_view::npos;
  return value || (cell.size() < kShort && IsDigit(text[0])) ? Worded(CleanValue(cell))
                                                             : Prose(cell);
}

// The default in a row: that of its column, of a cell with the label, or the value that a
// continuation row or a cell marks as the default.
StatedDefault OfRow(const TextBlock& row) {
  for (size_t i = 0; i < row.cells.size(); ++i) {
    const std::string_view head = row.HeadOf(i);
    if (!Matches(Cue::kColumnOfDefaults, head) || Matches(Cue::kColumnOfText, head)) continue;
    return OfCell(row.cells[i]);
  }
  // "default: 5" as a cell. Longer cells with the label are sentences.
  constexpr size_t kShortField = 60;
  for (size_t i = 1; i < row.cells.size(); ++i) {
    const std::string rest = WithoutMatches("cell-label", row.cells[i]);
    if (rest.size() == row.cells[i].size() || rest.size() >= kShortField) continue;
    return MeansUnset(rest) ? Unset(CleanValue(rest)) : Literal(CleanValue(rest));
  }
  const auto first_of = [](const std::vector<std::string>& cells, size_t from) {
    for (size_t i = from; i < cells.size(); ++i) {
      if (cells[i].find_first_not_of(" \\") != std::string::npos) return cells[i];
    }
    return std::string();
  };
  // A table of values: the row below the variable that is marked "(default)".
  for (const std::vector<std::string>& cells : row.continuation) {
    const bool marked = std::any_of(cells.begin(), cells.end(), [](const std::string& cell) {
      return Has("default-word", cell);
    });
    if (marked) return Literal(CleanValue(WithoutMatches("marked-default", first_of(cells, 0))));
  }
  const bool here =
      !row.continuation.empty() &&
      std::any_of(row.cells.begin() + 1, row.cells.end(),
                  [](const std::string& cell) { return Has("default-in-brackets", cell); });
  if (here) return Literal(CleanValue(WithoutMatches("marked-default", first_of(row.cells, 1))));
  return {};
}

// "Default: value" as a piece; the value may be the next piece.
StatedDefault OfField(std::string_view name, const std::vector<std::string>& pieces,
                      bool sentence) {
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Found field = Find(Named("field"), pieces[i]);
    if (!field.matched) continue;
    std::string_view value = Trim(field.value);
    if (value.empty() && i + 1 < pieces.size()) value = pieces[i + 1];
    // "Default: otherwise that of APP_Y": another variable decides.
    if (Has("field-elsewhere", value)) return {};
    re2::StringPiece end;
    if (Named("field-end").Match(Piece(value), 0, value.size(), RE2::UNANCHORED, &end, 1)) {
      const size_t at = static_cast<size_t>(end.data() - value.data());
      value = value.substr(0, at + (value[at] == kEnd ? 1 : 0));
    }
    if (value.empty() || MeansUnset(value)) return Unset(CleanValue(value));
    const std::string_view span = FirstSpan(value);
    if (sentence && HasWord(pieces[i], name))
      continue;  // a field of something else, which names it
    if (!span.empty()) return Literal(CleanValue(span));
    // Up to three words are a value ("30 seconds each"), more are prose, unless they begin with a
    // switch.
    const auto words = std::count(value.begin(), value.end(), ' ');
    if (words < 3) return Literal(CleanValue(value));
    re2::StringPiece word;  // "Default: false whether anybody may"
    const bool starts =
        Named("begins-switch").Match(Piece(value), 0, value.size(), RE2::ANCHOR_START, &word, 1);
    return starts ? Literal(std::string(word.data(), word.size())) : Prose(value);
  }
  return {};
}

// `text` with the name, if it is known, as one byte, so patterns can match it.
// "APP_X defaults to 5" ─→ "\x03 defaults to 5", for any name
std::string WithOwnName(std::string_view text, std::string_view name) {
  if (name.empty()) return std::string(text);
  std::string out;
  size_t at = 0;
  for (size_t found = FindWord(text, name); found != std::string_view::npos;
       found = FindWord(text, name, at)) {
    out.append(text, at, found - at).push_back(kOwnName);
    at = found + name.size();
  }
  return out.append(text.substr(at));
}

// The name in place of its byte, for users.
StatedDefault Restored(StatedDefault out, std::string_view name) {
  if (name.empty()) return out;
  out.text = ReplaceAll(out.text, std::string_view(&kOwnName, 1), name);
  return out;
}

// The order of the tests is that of certainty: what the sentence says about the name itself, then
// sentences that state that there is no default, then the general wordings in the order of the
// data.
StatedDefault OfSentence(std::string_view whole, bool sentence) {
  const std::string without =
      WithoutMatches("case-of-zero", WithoutMatches("remark-on-another", whole));
  const std::string_view own = without;
  const bool named = own.find(kOwnName) != std::string_view::npos;
  // A sentence about what happens if this variable, or another one, is set states no default.
  if (Has("about-set", own)) return {};
  if (named) {
    const Found otherwise = Find(Named("own-otherwise"), own);
    if (otherwise.matched) return Judge(otherwise.value, otherwise.rest);
  }
  if (Has("no-default", own)) return Unset("");
  if (Has("not-enabled", own)) return Literal("disabled");
  if (Has("limited", own)) {
    std::string_view said = Trim(own);
    while (said.ends_with('.')) said.remove_suffix(1);
    return Prose(said);
  }
  if (sentence && named && Has("field", own)) return {};  // of something else
  if (sentence && !named && Has("about-option", own)) return {};
  // "Off by default, and turned on with NAME=1".
  const bool switched = Has("state-by-default", own) || Has("enabled-by-default", own);
  if (named && !switched && Has("by-default", own) && !Has("example", own)) {
    const Found assigned = Find(Named("own-assignment"), own);
    if (assigned.matched) return Literal(CleanValue(assigned.value));
  }
  if (named) {
    const Found is = Find(Named("own-by-default"), own);
    if (is.matched) {
      StatedDefault out = Judge(is.value, is.rest);
      if (out.stated()) return out;
    }
  }
  // A sentence about an earlier or another default states a value only in the first wording, "the
  // default is 5".
  const bool negated = Has("negated", own);
  for (size_t i = 0; i < All().wordings.size(); ++i) {
    const Found found = Find(*All().wordings[i], own);
    // The variable itself as the value, "defaults to $APP_X", states nothing.
    if (!found.matched) continue;
    std::string bare = CleanValue(found.value);
    while (!bare.empty() && (bare.front() == '$' || bare.front() == '{')) bare.erase(0, 1);
    while (!bare.empty() && (bare.back() == '$' || bare.back() == '}')) bare.pop_back();
    if (bare == std::string_view(&kOwnName, 1) || (negated && i != 0)) continue;
    const size_t sign = bare.find('=');  // "built with `verbose=True` (default)": of an option
    const bool option = i > 0 && sign != std::string::npos && sign > 0 &&
                        IsIdentifierByte(static_cast<unsigned char>(bare[sign - 1]));
    if (option) continue;
    StatedDefault out = Judge(found.value, found.rest);
    if (!out.stated()) continue;
    if (out.kind == DocumentedDefault::kProse && out.text.find(kOwnName) != std::string::npos)
      continue;
    return out;
  }
  // "`fast`, `slow` (default) or `off`": the marked value of a list.
  const Found listed = Find(Named("listed-default"), own);
  if (listed.matched) {
    const std::string_view raw = Trim(listed.value);
    if (raw.empty() || Has("case-first", raw)) return {};
    return raw[0] == kSpan ? Literal(CleanValue(raw)) : Worded(CleanValue(raw));
  }
  // "Disabled by default" states a value; "unset by default" states that there is none.
  const Found state = Find(Named("state-by-default"), own);
  if (state.matched) {
    const std::string word = ToLower(state.value);
    return word == "disabled" || word == "off" ? Literal(word) : Unset(word);
  }
  if (Has("enabled-by-default", own)) return Literal("enabled");
  const Found prose = Find(Named("prose"), own);
  if (prose.matched && prose.value.find(kOwnName) == std::string_view::npos) {
    return Prose(CleanValue(Before("prose-end", prose.value)));
  }
  return {};
}

// The value of ${NAME:-value}; nullopt if the texts have no such expansion.
// "${APP_X:-${HOME}/a}" ─→ "${HOME}/a". A blank ends the search, since it is rare in such values.
std::optional<std::string> OfExpansion(std::string_view name,
                                       const std::vector<std::string>& pieces) {
  for (const std::string& piece : pieces) {
    const std::string opening = "${" + std::string(name) + ":";
    const size_t at = piece.find(opening);
    if (at == std::string::npos) continue;
    size_t begin = at + opening.size();
    if (begin < piece.size() && piece[begin] == '-') ++begin;
    int depth = 0;
    for (size_t i = begin; i < piece.size(); ++i) {
      if (IsSpace(piece[i])) break;
      if (piece[i] == '{') ++depth;
      if (piece[i] == '}' && depth-- == 0) return piece.substr(begin, i - begin);
    }
  }
  return std::nullopt;
}

}  // namespace

// From the most to the least explicit: a column, a field, a sentence, an expansion in a shell
// command.
StatedDefault FindStatedDefault(std::string_view name, const std::vector<std::string>& pieces,
                                const TextBlock* row, bool sentence) {
  if (row != nullptr) {
    StatedDefault out = OfRow(*row);
    if (out.stated()) return out;
  }
  StatedDefault field = OfField(name, pieces, sentence);
  if (field.stated()) return field;
  for (const std::string& piece : pieces) {
    if (!Matches(Cue::kAboutDefault, piece)) continue;
    // Over the whole piece first: "set it to -1. This is the default." is split by sentences.
    const Found whole = Find(Named("pieces"), piece);
    if (whole.matched) return Judge(whole.value, "");
    for (const std::string_view one : SentencesOf(piece)) {
      if (!Matches(Cue::kAboutDefault, one)) continue;
      StatedDefault out = OfSentence(WithOwnName(one, name), sentence);
      if (out.stated()) return Restored(std::move(out), name);
    }
  }
  if (const std::optional<std::string> value = OfExpansion(name, pieces)) return Literal(*value);
  return {};
}

StatedDefault DefaultOfCell(std::string_view cell) {
  return Trim(cell).empty() ? StatedDefault() : OfCell(cell);
}

// "5 (in seconds)" ─→ "5"; "f (x)" too, which is rarely a default. "a b (c)" is unchanged.
std::string WithoutRemark(std::string text) {
  if (text.size() > 2 && text.front() == '`' && text.find('`', 1) == text.size() - 1)
    text = text.substr(1, text.size() - 2);
  const size_t open = text.find(" (");
  if (open == std::string::npos || open == 0 || !text.ends_with(')')) return text;
  const std::string_view value = std::string_view(text).substr(0, open);
  const std::string_view remark = std::string_view(text).substr(open + 2);
  const bool words =
      remark.size() > 1 && IsAlpha(remark[0]) && remark.find(')') == remark.size() - 1;
  return words && value.find(' ') == std::string_view::npos ? std::string(value) : text;
}

std::string DefaultPatternErrors() {
  std::string out;
  for (const Pattern& pattern : All().wordings) {
    if (!pattern->ok()) out += pattern->error() + "\n";
  }
  for (const auto& [key, pattern] : All().named) {
    if (!pattern->ok()) out += key + ": " + pattern->error() + "\n";
  }
  return out;
}

}  // namespace flagcensus
