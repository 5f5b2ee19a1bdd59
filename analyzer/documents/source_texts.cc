// One pass over the bytes: comments and literals are read, everything else is skipped by words, so
// a quote within an identifier does not begin a literal. Adjacent literals are one text.
//
//   parser.add("--port", help="Where it listens"        ─→  help, "Where it listens, 80 if unset"
//                             ", 80 if unset")
//
// In a language with other literals, such as /"/ in JavaScript, a string seems to begin there. The
// end of the line stops it.
#include "analyzer/documents/source_texts.h"

#include <algorithm>
#include <map>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/documents/cues.h"

namespace flagcensus {
namespace {

// Bytes before a literal that are searched for what it belongs to.
constexpr size_t kFarBack = 300;

// One literal as scanned.
struct Literal {
  size_t begin = 0;  // of its prefix
  size_t end = 0;    // after its closing quote
  std::string text;
  bool triple = false;
};

void AppendEscape(std::string_view text, size_t* at, std::string* out) {
  const char c = text[*at];
  if (c == 'n') {
    *out += '\n';
    // Four blanks keep the columns of a help text that uses tabs.
  } else if (c == 't') {
    *out += "    ";
    // An unknown escape stays as it is: "\d" of a pattern, "\_" of markup.
  } else if (c != '\n') {
    if (c != '"' && c != '\'' && c != '\\') *out += '\\';
    *out += c;
  }
  ++*at;
}

class SourceScanner {
 public:
  SourceScanner(std::string_view text, SourceSyntax syntax,
                const std::function<void(SourcePiece)>& found)
      : text_(text), python_(syntax == SourceSyntax::kPython), found_(found) {
    if (python_) FindConstants();
  }

  // Brackets are counted, since adjacent literals of Python on several lines are one text within
  // brackets only.
  void Scan() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        ++at_;
      } else if (IsCommentAt(at_)) {
        ReadComments();
      } else if (const size_t quote = QuoteOfLiteral(at_); quote != std::string_view::npos) {
        ReadLiterals();
      } else {
        if (c == '(' || c == '[' || c == '{') ++depth_;
        if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
        at_ = IsIdentifierByte(c) ? EndOfRun(text_, at_, IsIdentifierByte) : at_ + 1;
      }
    }
  }

 private:
  bool IsCommentAt(size_t at) const {
    if (python_) return text_[at] == '#';
    return text_.substr(at, 2) == "//" || text_.substr(at, 2) == "/*";
  }

  // The position of the quote of a literal that begins at `at` with a prefix; npos if there is
  // none.
  size_t QuoteOfLiteral(size_t at) const {
    constexpr size_t kPrefix = 3;
    size_t quote = at;
    while (quote < text_.size() && quote - at < kPrefix && IsAlpha(text_[quote])) ++quote;
    if (quote >= text_.size()) return std::string_view::npos;
    if (text_[quote] != '"' && (text_[quote] != '\'' || !python_)) return std::string_view::npos;
    if (quote > at && at > 0 && IsIdentifierByte(text_[at - 1])) return std::string_view::npos;
    // The prefixes of both languages: f"", rb"", u8"", LR"()". Any other word before a quote is not
    // one.
    for (size_t i = at; i < quote; ++i) {
      if (std::string_view("fFrRbBuUL8").find(text_[i]) == std::string_view::npos)
        return std::string_view::npos;
    }
    return quote;
  }

  // Names that the file binds to strings: MODE = "fast".
  void FindConstants() {
    // Reads line by line, with one assignment each. The first value wins, also if the name is bound
    // again.
    for (const std::string_view raw : Split(text_, '\n')) {
      const size_t equals = raw.find('=');
      if (equals == std::string_view::npos || equals == 0) continue;
      std::string_view name = Trim(raw.substr(0, equals));
      name = Trim(name.substr(0, name.find(':')));
      const std::string_view value = Trim(raw.substr(equals + 1));
      if (value.size() < 3 || (value[0] != '"' && value[0] != '\'') || value.back() != value[0])
        continue;
      const std::string_view inner = value.substr(1, value.size() - 2);
      const bool word = std::all_of(inner.begin(), inner.end(), IsIdentifierByte);
      if (word && !name.empty() && std::all_of(name.begin(), name.end(), IsIdentifierByte))
        constants_.try_emplace(std::string(name), inner);
    }
  }

  // "Set {MODE_VAR}", with MODE_VAR = "APP_MODE" in the file ─→ "Set APP_MODE"
  std::string Filled(std::string text) const {
    if (constants_.empty()) return text;
    for (size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
      // A name is short; the bound keeps unclosed braces of JSON linear.
      constexpr size_t kMostName = 128;
      const size_t length = std::string_view(text).substr(at, kMostName).find_first_of("}\n");
      const size_t end = at + length;
      if (length == std::string::npos || text[end] != '}') continue;
      const std::string_view inside = std::string_view(text).substr(at + 1, end - at - 1);
      const auto known = constants_.find(inside.substr(0, inside.find('.')));
      if (known != constants_.end()) text.replace(at, end + 1 - at, known->second);
    }
    return text;
  }

  // Reads the literal at at_ and moves past it. An unclosed one ends at the end of its line.
  Literal ReadOne() {
    Literal out;
    out.begin = at_;
    const size_t quote = QuoteOfLiteral(at_);
    const std::string_view prefix = text_.substr(at_, quote - at_);
    // A raw literal keeps its backslashes, which a text for people seldom has.
    const bool raw = prefix.find_first_of("rR") != std::string_view::npos;
    const char mark = text_[quote];
    out.triple = python_ && text_.substr(quote, 3) == std::string(3, mark);
    if (!python_ && raw) return ReadRawC(quote);
    at_ = quote + (out.triple ? 3 : 1);
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\' && at_ + 1 < text_.size()) {
        if (text_[at_ + 1] == '\n') ++line_;
        if (raw) {
          out.text.append(text_.substr(at_, 2));
          at_ += 2;
        } else {
          AppendEscape(text_, &++at_, &out.text);
        }
        continue;
      }
      if (c == '\n') {
        if (!out.triple) break;
        ++line_;
      }
      if (c == mark && (!out.triple || text_.substr(at_, 3) == std::string(3, mark))) {
        at_ += out.triple ? 3 : 1;
        break;
      }
      out.text += c;
      ++at_;
    }
    out.end = at_;
    return out;
  }

  // R"x(...)x"
  Literal ReadRawC(size_t quote) {
    Literal out;
    out.begin = at_;
    out.triple = true;
    const size_t open = text_.find('(', quote);
    // C++ allows 16 characters of delimiter.
    constexpr size_t kDelimiter = 16;
    if (open == std::string_view::npos || open - quote > kDelimiter + 1) {
      at_ = out.end = quote + 1;
      return out;
    }
    const std::string close = ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
    const size_t end = std::min(text_.find(close, open), text_.size());
    out.text = text_.substr(open + 1, end - open - 1);
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(open),
                                         text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = out.end = std::min(end + close.size(), text_.size());
    return out;
  }

  // Skips white space and joined lines, and in Python comments, between adjacent literals.
  size_t SkipBetween(size_t at, int* lines) const {
    while (at < text_.size()) {
      if (text_[at] == '\n') ++*lines;
      if (IsSpace(text_[at]) || text_[at] == '\\') {
        ++at;
      } else if (python_ && text_[at] == '#') {
        at = std::min(text_.find('\n', at), text_.size());
      } else {
        break;
      }
    }
    return at;
  }

  void ReadLiterals() {
    SourcePiece piece;
    piece.line = line_;
    const size_t begin = at_;
    Literal first = ReadOne();
    piece.text = std::move(first.text);
    piece.lines_match = first.triple;
    bool single = true;
    while (!first.triple) {
      int lines = 0;
      const size_t next = SkipBetween(at_, &lines);
      if (next >= text_.size() || QuoteOfLiteral(next) == std::string_view::npos) break;
      if (python_ && lines > 0 && depth_ == 0) break;  // another statement
      at_ = next;
      line_ += lines;
      piece.text += ReadOne().text;
      single = false;
    }
    // A text without a blank is an identifier, a path or a key.
    if (piece.text.find(' ') == std::string::npos) return;
    const std::string_view before =
        text_.substr(begin > kFarBack ? begin - kFarBack : 0, std::min(begin, kFarBack));
    piece.kind = KindOf(before, piece.text, first.triple && single);
    if (python_ && first.triple) {
      piece.subject = SubjectOf(before);
      if (piece.kind == TextKind::kDocstring) piece.owner = OwnerOf(before);
    }
    piece.text = Filled(std::move(piece.text));
    found_(std::move(piece));
  }

  // The purpose of a literal after `before`.
  TextKind KindOf(std::string_view before, std::string_view text, bool triple) const {
    const std::string_view line =
        Trim(before.substr(before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n')));
    if (python_ && triple && line.empty()) return TextKind::kDocstring;
    // The literal's own line, or if that is blank the lines before, has the key: help="…",
    // "description": "…".
    std::string_view key = line;
    if (key.empty()) key = Trim(before);
    if (key.ends_with('(')) {  // _("...") and textwrap.dedent("...")
      key.remove_suffix(1);
      while (!key.empty() && (IsIdentifierByte(key.back()) || key.back() == '.'))
        key.remove_suffix(1);
      key = Trim(key);
    }
    const bool given = key.ends_with('=') || key.ends_with(':');
    if (given) key.remove_suffix(1);
    key = Trim(key);
    while (!key.empty() && (key.back() == '"' || key.back() == '\'' || key.back() == ']'))
      key.remove_suffix(1);
    size_t begin = key.size();
    while (begin > 0 && IsIdentifierByte(key[begin - 1])) --begin;
    const std::string name = ToLower(key.substr(begin));
    // Part of the name is enough: help_text, short_desc.
    static constexpr std::string_view kKeys[] = {"help",   "description", "doc",
                                                 "epilog", "usage",       "desc"};
    const bool named =
        given && std::any_of(std::begin(kKeys), std::end(kKeys), [&](std::string_view one) {
          return name.find(one) != std::string::npos;
        });
    if (named) return TextKind::kHelp;
    const std::string_view trimmed = Trim(text);
    // A text of several lines that shows usage or options is printed for users; others are
    // messages.
    const bool long_text = std::count(trimmed.begin(), trimmed.end(), '\n') >= 2;
    return long_text && Matches(Cue::kUsage, trimmed) ? TextKind::kHelp : TextKind::kString;
  }

  // The last "class NAME" or "def NAME" before a docstring, which directly follows its head. A
  // class is searched first, so the docstring of a method near the beginning of a class finds
  // the class.
  static std::string OwnerOf(std::string_view before) {
    if (!Trim(before).ends_with(':')) return "";
    for (const std::string_view key : {"class ", "def "}) {
      const size_t at = before.rfind(key);
      if (at == std::string_view::npos || (at > 0 && IsIdentifierByte(before[at - 1]))) continue;
      const size_t name = at + key.size();
      return std::string(before.substr(name, EndOfRun(before, name, IsIdentifierByte) - name));
    }
    return "";
  }

  // "MODE = env('APP_MODE')" above a docstring: MODE, or the string that is assigned to it.
  static std::string SubjectOf(std::string_view before) {
    std::string_view text = before;
    while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
    if (!text.ends_with('\n')) return "";
    text = Trim(text);
    size_t begin = text.rfind('\n');
    if (begin != std::string_view::npos && text.substr(begin + 1) == ")") {  // NAME = (\n "NAME"\n)
      const size_t open = text.rfind("= (", begin);
      begin = open == std::string_view::npos ? begin : text.rfind('\n', open);
    }
    std::string_view line = begin == std::string_view::npos ? text : text.substr(begin + 1);
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos) return "";
    std::string_view name = Trim(line.substr(0, equals));
    name = Trim(name.substr(0, name.find(':')));
    const bool word = !name.empty() && std::all_of(name.begin(), name.end(), IsIdentifierByte);
    if (!word) return "";
    std::string_view value = Trim(line.substr(equals + 1));
    if (value.size() > 2 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0]) {
      value = value.substr(1, value.size() - 2);
      if (std::all_of(value.begin(), value.end(), IsIdentifierByte)) return std::string(value);
    }
    return std::string(name);
  }

  // A block comment, or the lines of comments from here on.
  void ReadComments() {
    SourcePiece piece;
    piece.kind = TextKind::kComment;
    piece.line = line_;
    if (!python_ && text_[at_ + 1] == '*') {
      const char third = at_ + 2 < text_.size() ? text_[at_ + 2] : ' ';
      if (third == '*' || third == '!') piece.kind = TextKind::kApiDoc;
      const size_t end = std::min(text_.find("*/", at_ + 2), text_.size());
      for (std::string_view line : Split(text_.substr(at_ + 2, end - at_ - 2), '\n')) {
        const size_t first = std::min(line.find_first_not_of(" \t*!"), line.size());
        // The column of stars at the beginning of the lines is not part of the text.
        const bool star = line.substr(0, first).find_first_of("*!") != std::string_view::npos;
        AddLine(star ? line.substr(line.find_last_of("*!", first) + 1) : line, &piece);
      }
      line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                           text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      at_ = std::min(end + 2, text_.size());
    } else {
      const size_t width = python_ ? 1 : 2;
      const char third = at_ + width < text_.size() ? text_[at_ + width] : ' ';
      if (!python_ && (third == '/' || third == '!')) piece.kind = TextKind::kApiDoc;
      while (true) {
        const size_t end = std::min(text_.find('\n', at_), text_.size());
        std::string_view line = text_.substr(at_, end - at_);
        line.remove_prefix(std::min(line.find_first_not_of(python_ ? "#" : "/!"), line.size()));
        AddLine(line, &piece);
        at_ = end;
        if (end == text_.size()) break;
        const size_t next = text_.find_first_not_of(" \t", end + 1);
        if (next == std::string_view::npos || !IsCommentAt(next) ||
            (!python_ && text_[next + 1] == '*'))
          break;
        at_ = next;
        ++line_;
      }
    }
    // A manual page that is written in the sources.
    if (piece.kind == TextKind::kApiDoc && Matches(Cue::kManualPage, piece.text))
      piece.kind = TextKind::kHelp;
    found_(std::move(piece));
  }

  static void AddLine(std::string_view line, SourcePiece* piece) {
    if (line.starts_with(' ')) line.remove_prefix(1);
    piece->text.append(line).push_back('\n');
  }

  std::string_view text_;
  const bool python_;
  const std::function<void(SourcePiece)>& found_;
  std::map<std::string, std::string, std::less<>> constants_;
  size_t at_ = 0;
  int line_ = 1;
  int depth_ = 0;  // of brackets
};

}  // namespace

void FindSourceTexts(std::string_view text, SourceSyntax syntax,
                     const std::function<void(SourcePiece piece)>& found) {
  SourceScanner(text, syntax, found).Scan();
}

}  // namespace flagcensus
