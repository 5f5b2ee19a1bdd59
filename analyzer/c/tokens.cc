// The finder's lexer: no macros are expanded, and #if keeps all branches but those that no build
// compiles.
//
//   #if A
//   f("a" "\n");      ─→ f ( "a" "⏎" ) ;    each with the condition of A
//   #endif
//
// Two adjacent literals remain two tokens. A malformed file has tokens, too: each unclosed literal
// ends with its line.
#include "analyzer/c/tokens.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/c/conditions.h"
#include "analyzer/c/preprocessor/lexer_words.h"
#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

// How many bytes the longest operator or punctuator that `a`, `b` and `c` begin has. Three bytes
// decide: `<=>` is read as `<=` and `>`.
//
//   "<<=" ─→ 3    "->*" ─→ 3    "::" ─→ 2    "+=" ─→ 2    "?:" ─→ 1
//
// The digraphs (`<:`, `<%`) are two tokens: C++ code hardly has them, and `<::` would need a rule.
size_t PunctuationLength(char a, char b, char c) {
  switch (a) {
    case '<':
    case '>':
      if (b == a) return c == a || c == '=' ? 3 : 2;
      return b == '=' ? 2 : 1;
    case '-':
      if (b == '>') return c == '*' ? 3 : 2;
      return b == a || b == '=' ? 2 : 1;
    case '.':
      return b == a && c == a ? 3 : 1;
    case ':':
    case '#':
      return b == a ? 2 : 1;
    case '=':
    case '!':
    case '*':
    case '/':
    case '^':
    case '%':
      return b == '=' ? 2 : 1;
    case '&':
    case '|':
    case '+':
      return b == a || b == '=' ? 2 : 1;
    default:
      return 1;
  }
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  // The padding at the end allows readers to examine a few tokens after any one without a test.
  CTokens Run() {
    constexpr size_t kUsual = 4;  // bytes a token, or more: an unfilled reserve costs nothing
    out_.tokens.reserve(text_.size() / kUsual + kCTokenPadding);
    bool fresh = true;  // nothing but blanks on the line so far
    while (at_ < text_.size()) {
      if (SkipBlank(&fresh)) continue;
      if (fresh && (Peek() == '#' || (Peek() == '%' && Peek(1) == ':'))) {
        Directive();
        fresh = true;
        continue;
      }
      fresh = false;
      // In a branch that no build compiles the tokens are read, since a '#' in a string or comment
      // is not a directive, and then dropped.
      if (never_) {
        Next(&dropped_);
        dropped_.clear();
      } else {
        Next(&out_.tokens);
      }
    }
    out_.conditions = conditions_.Finish();
    CToken end;
    end.line = line_;
    end.column = 1;
    out_.tokens.insert(out_.tokens.end(), kCTokenPadding, end);
    MatchBrackets(&out_.tokens);
    return std::move(out_);
  }

 private:
  char Peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  uint32_t Column() const { return static_cast<uint32_t>(at_ - line_start_) + 1; }
  void NewLine() {
    ++line_;
    line_start_ = at_;
  }

  // The end of the line that contains `at`, or of the text.
  size_t LineEnd(size_t at) const { return std::min(text_.find('\n', at), text_.size()); }

  // Past one blank, comment or joined line. False if a token follows.
  bool SkipBlank(bool* fresh) {
    const char c = Peek();
    if (c == '\n') {
      ++at_;
      NewLine();
      if (fresh != nullptr) *fresh = true;
      return true;
    }
    if (IsCBlank(c)) {
      do ++at_;
      while (at_ < text_.size() && IsCBlank(text_[at_]));
      return true;
    }
    if (const size_t join = c == '\\' ? Joins(at_) : 0; join > 0) {
      at_ += join;
      NewLine();
      return true;
    }
    // A line comment goes on if its line ends in a backslash.
    if (c == '/' && Peek(1) == '/') {
      for (at_ = LineEnd(at_); at_ < text_.size() && IsJoined(at_); at_ = LineEnd(at_)) {
        ++at_;
        NewLine();
      }
      return true;
    }
    // An unclosed comment extends to the end of the text, as in a compiler.
    if (c == '/' && Peek(1) == '*') {
      const size_t end = std::min(text_.find("*/", at_ + 2), text_.size());
      for (at_ = LineEnd(at_ + 2); at_ < end; at_ = LineEnd(at_)) {
        ++at_;
        NewLine();
      }
      at_ = std::min(end + 2, text_.size());
      return true;
    }
    return false;
  }

  // The rest of a directive's line; joined lines and comments in it become blanks.
  //
  //   #if A \⏎ && B /* x */ || C    ─→ "A   && B   || C" with a blank for each of them
  //
  // A string with `//` in it is cut there, which no condition contains.
  std::string RestOfLine() {
    std::string rest;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (const size_t join = Joins(at_); join > 0) {
        at_ += join;
        NewLine();
        rest += ' ';
      } else if (text_[at_] == '/' && (Peek(1) == '/' || Peek(1) == '*')) {
        const uint32_t line = line_;
        SkipBlank(nullptr);
        rest += ' ';
        if (line_ != line && at_ > 0 && text_[at_ - 1] == '\n') break;
      } else {
        rest += text_[at_++];
      }
    }
    return std::string(Trim(rest));
  }

  void Directive() {
    at_ += Peek() == '#' ? 1 : 2;
    while (Peek() == ' ' || Peek() == '\t') ++at_;
    std::string word;
    while (IsCIdentifierByte(Peek())) word += text_[at_++];
    if (word == "define") {
      Define();
      return;
    }
    // `first`: nothing precedes it, so an #ifndef there is an include guard and not a condition.
    const bool first = out_.tokens.empty() && out_.macros.empty() && !conditions_.Inside();
    const std::string rest = RestOfLine();
    const std::optional<CBranch::Kind> kind = conditions_.Take(word, rest, first);
    // Only `else` is the rest: `elif` may be false as well.
    if (kind) out_.branches.push_back({*kind, out_.tokens.size(), word == "else"});
    never_ = conditions_.Never();
  }

  // The name and an immediately following '(' make a function-like macro; `#define A (x)` has a
  // body that begins with a bracket.
  void Define() {
    while (Peek() == ' ' || Peek() == '\t') ++at_;
    CMacro macro;
    macro.line = line_;
    macro.column = Column();
    macro.condition = conditions_.current();
    while (IsCIdentifierByte(Peek())) macro.name += text_[at_++];
    if (Peek() == '(') {
      macro.function = true;
      ++at_;
      std::string parameter;
      while (at_ < text_.size() && text_[at_] != ')' && text_[at_] != '\n') {
        if (const size_t join = Joins(at_); join > 0) {
          at_ += join;
          NewLine();
          continue;
        }
        if (text_[at_] == ',') {
          macro.parameters.emplace_back(Trim(parameter));
          parameter.clear();
        } else {
          parameter += text_[at_];
        }
        ++at_;
      }
      if (!Trim(parameter).empty()) macro.parameters.emplace_back(Trim(parameter));
      if (Peek() == ')') ++at_;
      // `args...` is GNU's name for the variadic part.
      for (std::string& one : macro.parameters) {
        if (!one.ends_with("...")) continue;
        one = one.size() == 3 ? "__VA_ARGS__" : Trim(one.substr(0, one.size() - 3));
        macro.variadic = true;
      }
    }
    // The body: tokens to the end of the line.
    while (at_ < text_.size() && text_[at_] != '\n') {
      const uint32_t line = line_;
      if (SkipBlank(nullptr)) {
        // The end of a line comment ends the macro. So does that of a comment over several lines,
        // unless the line is joined to the next.
        if (line_ != line && at_ > 0 && text_[at_ - 1] == '\n' && !IsJoined(at_ - 1)) break;
        continue;
      }
      Next(&macro.body);
    }
    MatchBrackets(&macro.body);
    if (!macro.name.empty() && !never_) out_.macros.push_back(std::move(macro));
  }

  // Whether the line that ends at `end`, with LF or CR LF, is joined to the next one.
  bool IsJoined(size_t end) const {
    if (end > 0 && text_[end - 1] == '\r') --end;
    return end > 0 && text_[end - 1] == '\\';
  }

  CToken Make(CToken::Kind kind) const {
    CToken token;
    Begin(kind, &token);
    return token;
  }
  void Begin(CToken::Kind kind, CToken* token) const {
    token->kind = kind;
    token->line = line_;
    token->column = Column();
    token->condition = conditions_.current();
  }

  // Adds the token that begins here.
  void Next(std::vector<CToken>* out) {
    const char c = Peek();
    if (c == '"') {
      out->push_back(String());
    } else if (c == '\'') {
      out->push_back(Character());
    } else if (IsCIdentifierStart(c)) {
      Name(out);
    } else if (IsDigit(c) || (c == '.' && IsDigit(Peek(1)))) {
      out->push_back(Number());
    } else {
      CToken& token = out->emplace_back();
      Begin(CToken::Kind::kPunctuation, &token);
      const size_t length = PunctuationLength(c, Peek(1), Peek(2));
      if (length == 1) {
        token.text.push_back(c);
      } else {
        token.text.assign(text_, at_, length);
      }
      at_ += length;
    }
  }

  // A name, or the literal that it is the prefix of.
  //
  //   getenv ─→ kName    L"a" ─→ kString of text a    u8R"(a)" ─→ kString of text a
  //
  // The token is made in place, since most of a file's tokens are names.
  void Name(std::vector<CToken>* out) {
    CToken& token = out->emplace_back();
    Begin(CToken::Kind::kName, &token);
    Word(&token.text);
    const bool quoted = Peek() == '"' || Peek() == '\'';
    if (!quoted || !IsLiteralPrefix(token.text)) return;
    CToken literal = Peek() == '\''             ? Character()
                     : token.text.back() == 'R' ? RawString()
                                                : String();
    literal.line = token.line;
    literal.column = token.column;
    token = std::move(literal);
  }

  // The text is without separators: 1'000 ─→ "1000". Its suffix remains for NumberText (syntax.h).
  CToken Number() {
    CToken token = Make(CToken::Kind::kNumber);
    // A number of the preprocessor: it may contain names, '.', digit separators and signed
    // exponents. In `0x1e-2` the sign is an operator.
    while (IsCIdentifierByte(Peek()) || Peek() == '.' ||
           (Peek() == '\'' && IsCIdentifierByte(Peek(1))) ||
           ((Peek() == '+' || Peek() == '-') && std::strchr("eEpP", text_[at_ - 1]) != nullptr &&
            !token.text.starts_with("0x"))) {
      if (Peek() != '\'') token.text += Peek();
      ++at_;
    }
    return token;
  }

  // The bytes of the line continuation at `at`; 0 if there is none.
  size_t Joins(size_t at) const {
    const std::string_view rest = text_.substr(std::min(at, text_.size()));
    return rest.starts_with("\\\n") ? 2 : rest.starts_with("\\\r\n") ? 3 : 0;
  }

  // The bytes of a name, which line continuations may split: get\⏎env.
  void Word(std::string* word) {
    while (true) {
      const size_t begin = at_;
      while (at_ < text_.size() && IsCIdentifierByte(text_[at_])) ++at_;
      word->append(text_, begin, at_ - begin);
      if (Peek() != '\\') return;
      size_t after = at_;
      for (size_t join = Joins(after); join > 0; join = Joins(after)) after += join;
      if (after == at_ || after >= text_.size() || !IsCIdentifierByte(text_[after])) return;
      while (at_ < after) {
        at_ += Joins(at_);
        NewLine();
      }
    }
  }

  // The text may have several bytes: 'ab', or one character of UTF-8.
  CToken Character() {
    CToken token = Make(CToken::Kind::kChar);
    ++at_;
    // An unclosed literal ends with its line, so one apostrophe in an assembler text or an
    // `#error` does not consume the file.
    while (at_ < text_.size() && text_[at_] != '\'' && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') {
        Escape(&token.text);
      } else {
        token.text += text_[at_++];
      }
    }
    if (Peek() == '\'') ++at_;
    return token;
  }

  CToken String() {
    CToken token = Make(CToken::Kind::kString);
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') {
      if (text_[at_] == '\\') {
        Escape(&token.text);
        continue;
      }
      const size_t begin = at_;
      do ++at_;
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n' && text_[at_] != '\\');
      token.text.append(text_, begin, at_ - begin);
    }
    if (Peek() == '"') ++at_;
    return token;
  }

  // The value of the hexadecimal digits here, at most `most`; without its upper bits if there are
  // more than eight.
  uint32_t HexDigits(size_t most) {
    uint32_t value = 0;
    for (; most > 0 && IsHexDigit(Peek()); --most, ++at_) {
      value = value * 16 + static_cast<uint32_t>(HexValue(Peek()));
    }
    return value;
  }

  //   \n ─→ a newline    \x41 ─→ A    \101 ─→ A    \" ─→ "    \⏎ ─→ nothing    \u00e9 ─→ é
  void Escape(std::string* out) {
    ++at_;
    const char c = Peek();
    ++at_;
    switch (c) {
      case '\n':
        NewLine();
        return;
      case '\r':
        if (Peek() == '\n') {
          ++at_;
          NewLine();
        }
        return;
      case 'x': {
        // As many digits as there are. What does not fit into a byte is a character of a wide
        // literal.
        const uint32_t value = HexDigits(text_.size());
        if (value > 0xff) {
          AppendUtf8(value, out);
        } else {
          *out += static_cast<char>(value);
        }
        return;
      }
      case 'u':
      case 'U': {
        const size_t begin = at_;
        const size_t digits = c == 'u' ? 4 : 8;
        const uint32_t value = HexDigits(digits);
        // A malformed one remains as it is spelled, without the backslash.
        if (at_ - begin == digits && value < 0x110000) {
          AppendUtf8(value, out);
        } else {
          out->append(1, c).append(text_, begin, at_ - begin);
        }
        return;
      }
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7': {
        unsigned value = static_cast<unsigned>(c - '0');
        for (int n = 0; n < 2 && IsOctalDigit(Peek()); ++n) {
          value = value * 8 + static_cast<unsigned>(text_[at_++] - '0');
        }
        *out += static_cast<char>(value);
        return;
      }
      default: {
        // Others (`\"`) become the character after the backslash.
        const char control = ControlEscape(c);
        if (at_ <= text_.size()) *out += control == '\0' ? c : control;
        return;
      }
    }
  }

  //   R"x(a)"b)x"     ─→ the text `a)"b`
  CToken RawString() {
    CToken token = Make(CToken::Kind::kString);
    ++at_;
    std::string delimiter = ")";
    // A delimiter has at most 16 characters; a text without '(' within reach is malformed.
    while (at_ < text_.size() && text_[at_] != '(' && delimiter.size() < 18) {
      delimiter += text_[at_++];
    }
    delimiter += '"';
    ++at_;
    const size_t begin = std::min(at_, text_.size());
    const size_t end = std::min(text_.find(delimiter, begin), text_.size());
    token.text = text_.substr(begin, end - begin);
    for (; at_ < end;) {
      if (text_[at_++] == '\n') NewLine();
    }
    at_ = std::min(end + delimiter.size(), text_.size());
    return token;
  }

  std::string_view text_;
  CTokens out_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  CConditions conditions_;
  bool never_ = false;  // no build compiles the current branch
  std::vector<CToken> dropped_;
};

}  // namespace

//   get\⏎env("A")     ─→ true
//   f(a, \⏎ b)        ─→ false: the backslash follows a blank
//
// A search for words in the bytes of a file misses such a name, so the file needs
// WithoutJoins.
bool PartsNames(std::string_view text) {
  for (size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    // An identifier byte, a backslash, the end of the line, and an identifier byte or the next
    // continuation.
    size_t after = at + 1;
    if (after < text.size() && text[after] == '\r') ++after;
    if (at > 0 && IsCIdentifierByte(text[at - 1]) && after + 1 < text.size() &&
        text[after] == '\n' && (IsCIdentifierByte(text[after + 1]) || text[after + 1] == '\\')) {
      return true;
    }
  }
  return false;
}

std::string WithoutJoins(std::string_view text) {
  return ReplaceAll(ReplaceAll(text, "\\\r\n", ""), "\\\n", "");
}

CTokens TokenizeC(std::string_view text) { return Lexer(text).Run(); }

}  // namespace flagcensus
