// Escapes are resolved one after the other. Most have no text; those that are followed by an
// argument are skipped with it, so no argument becomes text.
//
//   set \fBAPP_HOME\fP to \(lqa\(rq   ─→  "set ", "APP_HOME" (strong), " to “a”"
//   \s-1TMPDIR\s0                     ─→  "TMPDIR"
//   \*(OS                             ─→  the text that ".ds OS text" defines
#include "analyzer/pages/man/man_roff.h"

#include <algorithm>
#include <array>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Strings of real pages are characters and abbreviations, one level deep. The limits bound what a
// page can make of nested strings.
// Beyond a limit, the string has no text. Without limits, ten strings of ten references each to the
// one before would expand to 10^10 bytes.
constexpr int kMaxExpansionDepth = 4;
constexpr size_t kMaxString = 200;
constexpr size_t kMaxStrings = 1000;

// The characters of groff_char(7) that occur in documentation of software.
// A name that is missing here has no text, so a word may lack a letter.
struct Named {
  std::string_view name;
  std::string_view text;
};
constexpr std::array kCharacters = {
    Named{"aq", "'"}, Named{"dq", "\""}, Named{"lq", "“"},  Named{"rq", "”"}, Named{"oq", "‘"},
    Named{"cq", "’"}, Named{"em", "—"},  Named{"en", "–"},  Named{"hy", "-"}, Named{"bu", "•"},
    Named{"co", "©"}, Named{"rg", "®"},  Named{"tm", "™"},  Named{"ha", "^"}, Named{"ti", "~"},
    Named{"ga", "`"}, Named{"aa", "´"},  Named{"rs", "\\"}, Named{"fm", "′"}, Named{"mu", "×"},
    Named{"->", "→"}, Named{"<-", "←"},  Named{"+-", "±"},  Named{"<=", "≤"}, Named{">=", "≥"},
    Named{"!=", "≠"}, Named{"de", "°"},  Named{"sc", "§"},  Named{"at", "@"}, Named{"sh", "#"},
    Named{"Do", "$"}, Named{"sl", "/"},  Named{"ba", "|"},  Named{"or", "|"}, Named{"ul", "_"},
    Named{"pl", "+"}, Named{"mi", "-"},  Named{"eq", "="},  Named{"lB", "["}, Named{"rB", "]"},
    Named{"lC", "{"}, Named{"rC", "}"},  Named{"la", "<"},  Named{"ra", ">"}, Named{"ci", "○"},
    Named{"sq", "□"}, Named{"dg", "†"},  Named{"12", "½"},  Named{"14", "¼"}, Named{"34", "¾"},
    Named{"Fo", "«"}, Named{"Fc", "»"},  Named{"fo", "‹"},  Named{"fc", "›"}, Named{"ss", "ß"},
    Named{":a", "ä"}, Named{":o", "ö"},  Named{":u", "ü"},  Named{"'e", "é"}, Named{"`e", "è"}};

// The text of a character; "" if it is unknown, which shows as nothing in groff as well.
std::string CharacterText(std::string_view name) {
  for (const Named& named : kCharacters) {
    if (named.name == name) return std::string(named.text);
  }
  std::string out;
  if (name.size() >= 5 && name.size() <= 7 && name[0] == 'u') {  // \[u2014]
    uint32_t point = 0;
    for (const char c : name.substr(1)) {
      const int digit = HexValue(c);
      if (digit < 0) return "";
      point = point * 16 + static_cast<uint32_t>(digit);
    }
    if (point >= ' ' && point < 0x10000) AppendUtf8(point, &out);
  }
  return out;
}

// Resolves the escapes of a text and appends the text to runs.
class Expander {
 public:
  Expander(RoffState& state, int line, const Run& style, std::vector<Run>& runs)
      : state_(state), line_(line), style_(style), runs_(runs) {}

  // Appends `text`. `depth` is that of strings in strings.
  // `column` is that of the first byte of the text on its line.
  void Expand(std::string_view text, int column, int depth) {
    for (size_t at = 0; at < text.size();) {
      // The text of a string is not in the page: it has the place of its escape.
      const int place = depth == 0 ? column + static_cast<int>(at) : column;
      if (text[at] != '\\') {
        const size_t end = std::min(text.find('\\', at), text.size());
        Put(text.substr(at, end - at), place);
        at = end;
        continue;
      }
      at = Escape(text, at + 1, place, depth);
    }
  }

  void Flush() { run_ = nullptr; }

 private:
  // Appends text in the current font, to the last run if the font is the same.
  void Put(std::string_view text, int column) {
    if (text.empty()) return;
    if (run_ == nullptr) {
      const size_t blank = std::min(text.find_first_not_of(' '), text.size() - 1);
      Run run = style_;
      run.strong |= state_.font.strong;
      run.emphasis |= state_.font.emphasis;
      run.code |= state_.font.code;
      run.line = line_;
      run.column = column + static_cast<int>(blank);
      runs_.push_back(std::move(run));
      run_ = &runs_.back();
    }
    run_->text += text;
  }

  // A name in one of the forms x, (xx, [xxx]; moves `at` after it.
  static std::string_view Name(std::string_view text, size_t& at) {
    if (at >= text.size()) return {};
    size_t start = at;
    size_t length = 1;
    if (text[at] == '(') {
      start = at + 1;
      length = 2;
      at = std::min(start + 2, text.size());
    } else if (text[at] == '[') {
      const size_t end = std::min(text.find(']', at), text.size());
      start = at + 1;
      length = end - start;
      at = std::min(end + 1, text.size());
    } else {
      ++at;
    }
    return start < text.size() ? text.substr(start, length) : std::string_view();
  }

  // An 'argument' between two equal characters; returns the position after it.
  // "'1m'x" ─→ the position of 'x'. Without a closing character, the rest of the line is the
  // argument.
  static size_t SkipQuoted(std::string_view text, size_t at) {
    if (at >= text.size()) return at;
    const size_t end = text.find(text[at], at + 1);
    return end == std::string_view::npos ? text.size() : end + 1;
  }

  // \fB, \f(CW, \fP: by position (2, 3, 4) or name. Typewriter fonts begin with C.
  // "\fP" is the font before the last change; groff remembers only one, too.
  void SetFont(std::string_view name) {
    const RoffFont before = state_.font;
    RoffFont font;
    if (name == "P" || name.empty()) {
      font = state_.last_font;
    } else {
      font.strong = name == "3" || name == "4" || name.find('B') != std::string_view::npos;
      font.emphasis = name == "2" || name == "4" || name.find('I') != std::string_view::npos;
      font.code = name.starts_with('C') || name == "L" || name == "LR" || name == "tt";
    }
    state_.last_font = before;
    state_.font = font;
    run_ = nullptr;
  }

  // The escape with its character at `at`; returns the position after it.
  size_t Escape(std::string_view text, size_t at, int place, int depth) {
    if (at >= text.size()) return at;
    const char c = text[at++];
    // The kinds of escapes, by the character after the backslash.
    constexpr std::string_view kBlanks = " ~0t";
    constexpr std::string_view kItself = "'`._-\\";
    constexpr std::string_view kComments = "\"#";
    constexpr std::string_view kNamed = "nmMFgkVY$";           // \nx, \n(xx, \n[xxx]
    constexpr std::string_view kQuoted = "vhwlLDboxXNHSZABR";  // \h'1m'
    constexpr std::string_view kNothing = "&)/,|^:%{}cdurpza";
    const auto among = [c](std::string_view kind) {
      return kind.find(c) != std::string_view::npos;
    };
    // A comment extends to the end of the line. Escapes with an argument are skipped with it.
    if (among(kComments)) return text.size();
    if (among(kQuoted)) return SkipQuoted(text, at);
    if (among(kNothing)) return at;
    // Escapes that represent a character: \- is '-', \e is the escape character itself.
    if (among(kBlanks) || among(kItself) || c == 'e') {
      Put(c == 'e' ? "\\" : among(kBlanks) ? " " : std::string_view(&c, 1), place);
      return at;
    }
    if (among(kNamed)) {
      if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
      Name(text, at);
      return at;
    }
    switch (c) {
      case '(':
      case '[':
      case 'C': {
        if (c == 'C') {
          const size_t end = SkipQuoted(text, at);
          if (end > at + 2) Put(CharacterText(text.substr(at + 1, end - at - 2)), place);
          return end;
        }
        --at;
        const std::string_view name = Name(text, at);
        Put(CharacterText(name), place);
        return at;
      }
      // A font, up to the next one.
      case 'f':
        SetFont(Name(text, at));
        return at;
      case '*': {
        const std::string_view name = Name(text, at);
        const auto found = state_.strings.find(name);
        if (found != state_.strings.end() && depth < kMaxExpansionDepth &&
            found->second.size() < state_.expansion_left) {
          state_.expansion_left -= found->second.size() + 1;
          // A copy, since the string may be redefined by its own text.
          const std::string value = found->second;
          Expand(value, place, depth + 1);
        }
        return at;
      }
      case 's': {  // a size: \s0, \s-1, \s+1, \s(12, \s[12], \s'12'
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
        if (at < text.size() && text[at] == '\'') return SkipQuoted(text, at);
        const std::string_view size = Name(text, at);
        const bool two = size.size() == 1 && size[0] >= '1' && size[0] <= '3' && at < text.size() &&
                         IsDigit(text[at]);
        return two ? at + 1 : at;
      }
      default:  // an unknown escape prints its character, as in groff
        Put({&c, 1}, place);
        return at;
    }
  }

  RoffState& state_;
  int line_;
  const Run& style_;
  std::vector<Run>& runs_;
  Run* run_ = nullptr;
};

}  // namespace

// `.BR "a b" c \" comment` ─→ "a b" (quoted), "c"
std::vector<RoffWord> SplitRoffWords(std::string_view line, size_t at) {
  constexpr size_t kMaxWords = 10'000;
  std::vector<RoffWord> words;
  while (at < line.size() && words.size() < kMaxWords) {
    if (IsBlank(line[at])) {
      ++at;
      continue;
    }
    // A comment ends the arguments.
    if (line.substr(at).starts_with("\\\"")) break;
    RoffWord word;
    word.quoted = line[at] == '"';
    if (word.quoted) ++at;
    word.column = static_cast<int>(at) + 1;
    size_t end = at;
    while (end < line.size()) {
      if (line[end] == '\\' && end + 1 < line.size()) {
        if (line[end + 1] == '"' && !word.quoted) break;
        end += 2;
        continue;
      }
      if (word.quoted && line[end] == '"') {
        if (!line.substr(end + 1).starts_with('"')) break;
        end += 2;  // "" is a quote, which the callers of AppendRoff replace
        continue;
      }
      if (!word.quoted && IsBlank(line[end])) break;
      ++end;
    }
    end = std::min(end, line.size());
    word.text = line.substr(at, end - at);
    words.push_back(word);
    at = word.quoted ? end + 1 : end;
  }
  return words;
}

// The fonts and strings of `state` continue from line to line; `style` is that of the macro.
void AppendRoff(RoffState& state, std::string_view text, int line, int column, const Run& style,
                std::vector<Run>& runs) {
  Expander(state, line, style, runs).Expand(text, column, 0);
}

// For texts that are compared and not shown, such as the bullet of .IP; fonts change nevertheless.
std::string RoffText(RoffState& state, std::string_view text) {
  std::vector<Run> runs;
  AppendRoff(state, text, 0, 0, {}, runs);
  std::string out;
  for (const Run& run : runs) out += run.text;
  return out;
}

// A leading quote keeps blanks and is not part of the text.
// A string beyond the limits is ignored, and its uses have no text.
void DefineRoffString(RoffState& state, std::string_view name, std::string_view text) {
  if (text.starts_with('"')) text.remove_prefix(1);
  if (text.size() > kMaxString || state.strings.size() >= kMaxStrings || name.empty()) return;
  state.strings.insert_or_assign(std::string(name), std::string(text));
}

// Three kinds of conditions: 'one'other' compares texts, a letter asks for the kind of output, and
// everything up to the next blank is a number.
//
//   .ie n text        ─→  true: pages are read as nroff prints them
//   .if t text        ─→  false
//   .if '\*(.T'ps'    ─→  false: the texts differ, since escapes are not resolved
//   .if \n(.g         ─→  true
bool RoffCondition(std::string_view line, size_t& at) {
  while (at < line.size() && line[at] == ' ') ++at;
  const bool negated = at < line.size() && line[at] == '!';
  if (negated) ++at;
  if (at >= line.size()) return false;
  bool holds = false;
  if (line[at] == '\'' || line[at] == '"') {  // 'one'other'
    const size_t middle = line.find(line[at], at + 1);
    const size_t end =
        middle == std::string_view::npos ? std::string_view::npos : line.find(line[at], middle + 1);
    if (end == std::string_view::npos) {
      at = line.size();
      return false;
    }
    holds = line.substr(at + 1, middle - at - 1) == line.substr(middle + 1, end - middle - 1);
    at = end + 1;
  } else if (std::string_view("ntoev").find(line[at]) != std::string_view::npos &&
             (at + 1 == line.size() || line[at + 1] == ' ' || line[at + 1] == '\\')) {
    // n: this is nroff, e: an even page, t: troff, v: vroff, o: an odd page.
    holds = line[at] == 'n' || line[at] == 'o';
    ++at;
  } else {
    const size_t end = std::min(line.find(' ', at), line.size());
    const std::string_view expression = line.substr(at, end - at);
    // Pages test for groff to use its features, and otherwise define simpler macros.
    holds = expression.find("\\n(.g") != std::string_view::npos ||
            expression.find("\\n[.g]") != std::string_view::npos || expression == "1";
    at = end;
    // "d NAME" and the like ask whether something is defined; the name belongs to the condition.
    if (expression == "d" || expression == "r" || expression == "c" || expression == "m") {
      while (at < line.size() && line[at] == ' ') ++at;
      at = std::min(line.find(' ', at), line.size());
    }
  }
  return holds != negated;
}

}  // namespace flagcensus
