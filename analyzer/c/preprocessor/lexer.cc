// Line continuations are removed first. Their positions are kept, so lines and columns remain
// those of the file. The C++ standard restores them in raw strings, which are read from the
// original bytes.
//
//   #if defined(A) \⏎ && B    ─→ one line of kIf; B is at line 2, column 5
//   x = R"(a " b)";            ─→ one kString, from R to the quote after the ')'
#include "analyzer/c/preprocessor/lexer.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/c/preprocessor/lexer_words.h"

namespace flagcensus {
namespace {

using Kind = PpToken::Kind;

class PpLexer {
 public:
  PpLexer(PpFile* file, int number, bool text_too)
      : file_(*file), number_(number), text_too_(text_too) {}

  void Run() {
    JoinLines();
    text_ = file_.logical.empty() ? std::string_view(file_.text) : std::string_view(file_.logical);
    bool fresh = true;  // only blanks on the line so far
    while (at_ < text_.size()) {
      if (SkipBlanks(&fresh)) continue;
      // A '#' begins a directive only if it is the first on its line; `%:` is its digraph.
      if (fresh && (text_[at_] == '#' || text_.substr(at_, 2) == "%:")) {
        Directive();
        continue;
      }
      if (fresh || !open_text_) OpenText();
      fresh = false;
      Next();
      // Without the text, its tokens are read only to find where directives begin.
      if (!text_too_) file_.tokens.pop_back();
    }
    CloseText();
  }

 private:
  struct Join {
    size_t offset;   // into `logical`: a physical line begins there
    size_t removed;  // bytes that were removed up to there
  };

  // Lines that end in a backslash become one; blanks after it are accepted, as in gcc and clang.
  // `joins_` records each removed end of line, so Sync can restore the lines:
  //
  //   int a\⏎b;      ─→ logical `int ab;`, a join at offset 5 with 2 removed bytes
  //
  // A continuation inside a comment is removed as well, which extends a `//` comment as the
  // standard requires.
  void JoinLines() {
    const std::string& text = file_.text;
    size_t copied = 0;
    size_t removed = 0;
    for (size_t at = text.find('\\'); at != std::string::npos; at = text.find('\\', at + 1)) {
      size_t end = at + 1;
      while (end < text.size() && (text[end] == ' ' || text[end] == '\t' || text[end] == '\r')) {
        ++end;
      }
      if (end >= text.size() || text[end] != '\n') continue;
      file_.logical.append(text, copied, at - copied);
      copied = end + 1;
      removed += copied - at;
      joins_.push_back({file_.logical.size(), removed});
    }
    if (copied > 0) file_.logical.append(text, copied);
    // An empty `logical` means that no lines were joined.
    if (copied > 0 && file_.logical.empty()) file_.logical = " ";
  }

  // Sets `line_` to the line of `at`; the newlines before it have been passed.
  // `at` only grows from call to call, so the joins are passed once.
  void Sync(size_t at) {
    while (next_join_ < joins_.size() && joins_[next_join_].offset <= at) {
      ++line_;
      line_start_ = joins_[next_join_++].offset;
    }
  }

  void NewLine(size_t at) {  // at_'s newline
    Sync(at);
    ++line_;
    line_start_ = at + 1;
  }

  PpPlace Place(size_t at) {
    Sync(at);
    return {number_, line_, static_cast<uint32_t>(at - line_start_) + 1};
  }

  // Past one run of blanks, one comment or newline; false at the beginning of a token.
  bool SkipBlanks(bool* fresh) {
    const char c = text_[at_];
    if (c == '\n') {
      NewLine(at_++);
      space_ = true;
      if (fresh != nullptr) *fresh = true;
      return true;
    }
    if (IsCBlank(c)) {
      do ++at_;
      while (at_ < text_.size() && IsCBlank(text_[at_]));
      space_ = true;
      return true;
    }
    // A comment counts as one blank: `#define F/**/(x)` defines a macro without parameters.
    if (c != '/' || at_ + 1 >= text_.size()) return false;
    if (text_[at_ + 1] == '/') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      space_ = true;
      return true;
    }
    if (text_[at_ + 1] != '*') return false;
    const size_t end = std::min(text_.find("*/", at_ + 2), text_.size());
    for (size_t line = text_.find('\n', at_); line < end; line = text_.find('\n', line + 1)) {
      NewLine(line);
    }
    at_ = std::min(end + 2, text_.size());
    space_ = true;
    return true;
  }

  void OpenText() {
    if (open_text_) return;
    PpLine& line = file_.lines.emplace_back();
    line.begin = file_.tokens.size();
    line.place = Place(at_);
    open_text_ = true;
  }

  void CloseText() {
    if (open_text_) file_.lines.back().end = file_.tokens.size();
    open_text_ = false;
  }

  // A directive ends with its line; a comment in it does not, even if it spans lines.
  void Directive() {
    CloseText();
    PpLine line;
    line.kind = PpLine::Kind::kOther;
    line.place = Place(at_);
    at_ += text_[at_] == '#' ? 1 : 2;
    const auto token_follows = [&] {
      while (at_ < text_.size() && text_[at_] != '\n') {
        // A block comment may end on a later line; the directive goes on after it.
        if (!SkipBlanks(nullptr)) return true;
      }
      return false;
    };
    line.begin = file_.tokens.size();
    if (token_follows() && IsCIdentifierByte(text_[at_])) {
      Next();
      line.kind = KindOfDirective(file_.tokens.back().text);
      // The directive's name is known by the kind of the line and is not one of its tokens.
      const bool pragma = file_.tokens.back().text == "pragma";
      file_.tokens.pop_back();
      // The header's name in angles is one token only after these directives.
      space_ = true;
      if (IsInclude(line.kind) && token_follows() && text_[at_] == '<') {
        HeaderName();
      }
      while (token_follows()) Next();
      const bool once =
          pragma && file_.tokens.size() == line.begin + 1 && file_.tokens.back().IsName("once");
      if (once) line.kind = PpLine::Kind::kOnce;
    } else {
      while (token_follows()) Next();
    }
    // The tokens of other directives (#error, #pragma) are of no interest.
    if (line.kind == PpLine::Kind::kOther) file_.tokens.resize(line.begin);
    line.end = file_.tokens.size();
    file_.lines.push_back(line);
  }

  // `#include <a b.h>`; without a closing '>' the '<' is an operator.
  void HeaderName() {
    const size_t end = text_.find_first_of(">\n", at_);
    if (end == std::string_view::npos || text_[end] != '>') return;
    Add(Kind::kString, end + 1);
  }

  PpToken& Add(Kind kind, size_t end) {
    PpToken& token = file_.tokens.emplace_back();
    token.kind = kind;
    token.text = text_.substr(at_, end - at_);
    token.spelt = token.used = Place(at_);
    token.space = space_;
    space_ = false;
    at_ = end;
    return token;
  }

  // A digit or '.' begins a number of the preprocessor, which may contain letters; an identifier
  // may be the prefix of a literal.
  void Next() {
    const char c = text_[at_];
    const bool number =
        IsDigit(c) || (c == '.' && at_ + 1 < text_.size() && IsDigit(text_[at_ + 1]));
    if (number) {
      Add(Kind::kNumber, NumberEnd());
    } else if (IsCIdentifierByte(c)) {
      size_t end = at_ + 1;
      while (end < text_.size() && IsCIdentifierByte(text_[end])) ++end;
      const bool quoted = end < text_.size() && (text_[end] == '"' || text_[end] == '\'');
      if (quoted && IsLiteralPrefix(text_.substr(at_, end - at_))) {
        Literal(end);
      } else {
        Add(Kind::kName, end);
      }
    } else if (c == '"' || c == '\'') {
      Literal(at_);
    } else {
      const size_t length = PunctuatorAt(text_.substr(at_));
      Add(length == 0 ? Kind::kOther : Kind::kPunctuator, at_ + std::max<size_t>(length, 1));
    }
  }

  // By the rule of the preprocessor, which is wider than that of numbers:
  //
  //   1e+5, 0x1p-3, 1.2.3, 12ab   ─→ one token each
  //   0xE+1                       ─→ one token, too, as in gcc and clang
  size_t NumberEnd() const {
    size_t end = at_ + 1;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      const char before = text_[end - 1];
      const bool sign = (c == '+' || c == '-') && std::strchr("eEpP", before) != nullptr;
      // 1'000'000, but not 1''.
      const bool separator =
          c == '\'' && end + 1 < text_.size() && IsCIdentifierByte(text_[end + 1]);
      if (!IsCIdentifierByte(c) && c != '.' && !sign && !separator) break;
    }
    return end;
  }

  // `quote`: the position of the quote, after the prefix that begins at at_.
  //
  //   L"a\"b" ─→ kString    'x' ─→ kCharacter    "open ─→ kOther, to the end of the line
  void Literal(size_t quote) {
    if (text_[quote] == '"' && quote > at_ && text_[quote - 1] == 'R') {
      RawString(quote);
      return;
    }
    const char closing = text_[quote];
    size_t end = quote + 1;
    while (end < text_.size() && text_[end] != closing && text_[end] != '\n') {
      end += text_[end] == '\\' && end + 1 < text_.size() && text_[end + 1] != '\n' ? 2 : 1;
    }
    const bool closed = end < text_.size() && text_[end] == closing;
    // An unclosed literal is one token of a different kind, to the end of its line.
    if (!closed) {
      while (end > quote + 1 && IsCBlank(text_[end - 1])) --end;
      Add(Kind::kOther, end);
      return;
    }
    Add(closing == '"' ? Kind::kString : Kind::kCharacter, end + 1);
  }

  //   R"x(a)"b)x"      ─→ one token; `)"` without the delimiter x does not end it
  //
  // An unclosed one extends to the end of the file.
  void RawString(size_t quote) {
    // Back to the bytes as they were read: the delimiter and the end are searched for there, and
    // the position is converted back.
    const std::string_view all = file_.text;
    Sync(quote);
    const size_t removed = next_join_ == 0 ? 0 : joins_[next_join_ - 1].removed;
    const size_t open = all.find('(', quote + removed);
    // As the C++ standard limits it.
    constexpr size_t kMaxDelimiter = 16;
    if (open == std::string_view::npos || open - quote - removed > kMaxDelimiter + 1) {
      Add(Kind::kOther, quote + 1);
      return;
    }
    const std::string closing =
        ")" + std::string(all.substr(quote + removed + 1, open - quote - removed - 1)) + "\"";
    const size_t close = all.find(closing, open);
    const size_t end = std::min(close, all.size() - closing.size()) + closing.size();
    const size_t begin = at_;
    const size_t physical = at_ + removed;
    size_t joined = next_join_;
    while (joined < joins_.size() && joins_[joined].offset + joins_[joined].removed <= end) {
      ++joined;
    }
    const size_t logical_end = end - (joined == 0 ? 0 : joins_[joined - 1].removed);
    PpToken& token = Add(Kind::kString, std::clamp(logical_end, quote + 1, text_.size()));
    token.text = all.substr(physical, end - physical);
    for (size_t line = text_.find('\n', begin); line < at_; line = text_.find('\n', line + 1)) {
      NewLine(line);
    }
  }

  PpFile& file_;
  const int number_;
  const bool text_too_;
  std::string_view text_;
  std::vector<Join> joins_;
  size_t next_join_ = 0;
  size_t at_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  bool space_ = false;
  bool open_text_ = false;
};

}  // namespace

// Macros are read after all tokens, since they are views into them.
std::unique_ptr<const PpFile> LexPp(std::string text, int number, bool text_too) {
  auto file = std::make_unique<PpFile>();
  file->text = std::move(text);
  PpLexer(file.get(), number, text_too).Run();
  for (PpLine& line : file->lines) {
    if (line.kind != PpLine::Kind::kDefine) continue;
    std::optional<PpMacro> macro = ReadPpMacro(file->tokens, line.begin, line.end);
    if (!macro) continue;
    line.macro = static_cast<int>(file->macros.size());
    file->macros.push_back(std::move(*macro));
  }
  file->guarded = IsGuarded(*file);
  return file;
}

}  // namespace flagcensus
