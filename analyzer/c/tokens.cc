#include "analyzer/c/tokens.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <unordered_map>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/c/syntax.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxNesting = 200;                 // of #if
constexpr size_t kMaxCondition = 1000;              // bytes of what the branches before say
constexpr size_t kMaxTogether = 4000;               // bytes of what all the branches around say
constexpr size_t kMaxConditions = size_t{8} << 20;  // bytes of all conditions of a file

bool IsNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool IsNamePart(char c) { return IsNameStart(c) || IsDigit(c); }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  CTokens Run() {
    bool fresh = true;  // nothing but blanks on the line so far
    while (at_ < text_.size()) {
      if (SkipBlank(&fresh)) continue;
      if (fresh && (Peek() == '#' || (Peek() == '%' && Peek(1) == ':'))) {
        Directive();
        fresh = true;
        continue;
      }
      fresh = false;
      CToken token = Next();
      if (token.kind != CToken::Kind::kEnd) out_.tokens.push_back(std::move(token));
    }
    CToken end;
    end.line = line_;
    end.column = 1;
    out_.tokens.insert(out_.tokens.end(), kCTokenPadding, end);
    MatchBrackets(&out_.tokens);
    return std::move(out_);
  }

 private:
  struct Level {
    std::string condition;  // of the branch at hand
    std::string own;        // what its directive says alone
    std::string before;     // what the branches before it said, negated
  };

  char Peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  uint32_t Column() const { return static_cast<uint32_t>(at_ - line_start_) + 1; }
  void NewLine() {
    ++line_;
    line_start_ = at_;
  }

  // Past one blank, comment or joined line. False where a token stands.
  bool SkipBlank(bool* fresh) {
    const char c = Peek();
    if (c == '\n') {
      ++at_;
      NewLine();
      if (fresh != nullptr) *fresh = true;
      return true;
    }
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0') {
      ++at_;
      return true;
    }
    if (c == '\\' && (Peek(1) == '\n' || (Peek(1) == '\r' && Peek(2) == '\n'))) {
      at_ += Peek(1) == '\n' ? 2 : 3;
      NewLine();
      return true;
    }
    if (c == '/' && Peek(1) == '/') {
      while (at_ < text_.size() && text_[at_] != '\n') {
        if (text_[at_] == '\\' && Peek(1) == '\n') {
          at_ += 2;
          NewLine();
        } else {
          ++at_;
        }
      }
      return true;
    }
    if (c == '/' && Peek(1) == '*') {
      at_ += 2;
      while (at_ < text_.size() && !(text_[at_] == '*' && Peek(1) == '/')) {
        if (text_[at_++] == '\n') NewLine();
      }
      at_ = std::min(at_ + 2, text_.size());
      return true;
    }
    return false;
  }

  // The rest of a directive's line, joined lines and comments as blanks.
  std::string RestOfLine() {
    std::string rest;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (text_[at_] == '\\' && Peek(1) == '\n') {
        at_ += 2;
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

  void SetCondition() {
    std::string all;
    for (const Level& level : levels_) {
      if (level.condition.empty()) continue;
      all += (all.empty() ? "" : " && ") + level.condition;
      if (all.size() <= kMaxTogether) continue;
      all = all.substr(0, kMaxTogether) + "...";
      break;
    }
    if (all.empty()) {
      condition_ = -1;
      return;
    }
    if (conditions_size_ > kMaxConditions) all = "...";
    const auto [at, added] =
        condition_at_.try_emplace(all, static_cast<int>(out_.conditions.size()));
    condition_ = at->second;
    if (!added) return;
    conditions_size_ += all.size();
    out_.conditions.push_back(std::move(all));
  }

  static std::string Negated(const std::string& condition) {
    if (condition.empty()) return "";
    if (condition.starts_with("!defined(") && condition.find(')') == condition.size() - 1) {
      return condition.substr(1);
    }
    if (condition.starts_with("defined(") && condition.find(')') == condition.size() - 1) {
      return "!" + condition;
    }
    return "!(" + condition + ")";
  }

  void Directive() {
    at_ += Peek() == '#' ? 1 : 2;
    while (Peek() == ' ' || Peek() == '\t') ++at_;
    std::string word;
    while (IsNamePart(Peek())) word += text_[at_++];
    if (word == "define") {
      Define();
      return;
    }
    const bool first = out_.tokens.empty() && out_.macros.empty() && levels_.empty();
    const std::string rest = RestOfLine();
    const auto branch = [&](CBranch::Kind kind) {
      out_.branches.push_back({kind, out_.tokens.size(), word == "else"});
    };
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      Level level;
      level.condition =
          word == "if" ? rest : (word == "ifdef" ? "" : "!") + ("defined(" + rest + ")");
      if (first && word == "ifndef") {
        // An include guard says nothing.
        level.condition.clear();
      }
      level.own = level.condition;
      if (levels_.size() < kMaxNesting) levels_.push_back(std::move(level));
      branch(CBranch::Kind::kIf);
      SetCondition();
    } else if ((word == "else" || word == "elif" || word == "elifdef" || word == "elifndef") &&
               !levels_.empty()) {
      Level& level = levels_.back();
      const std::string negated = Negated(level.own);
      if (!negated.empty() && level.before.size() < kMaxCondition)
        level.before += (level.before.empty() ? "" : " && ") + negated;
      level.condition = level.before;
      if (word != "else") {
        const std::string own = word == "elif"      ? rest
                                : word == "elifdef" ? "defined(" + rest + ")"
                                                    : "!defined(" + rest + ")";
        level.condition += (level.condition.empty() ? "" : " && ") + own;
        level.own = own;
      }
      branch(CBranch::Kind::kElse);
      SetCondition();
    } else if (word == "endif" && !levels_.empty()) {
      levels_.pop_back();
      branch(CBranch::Kind::kEnd);
      SetCondition();
    }
  }

  void Define() {
    while (Peek() == ' ' || Peek() == '\t') ++at_;
    CMacro macro;
    macro.line = line_;
    macro.column = Column();
    macro.condition = condition_;
    while (IsNamePart(Peek())) macro.name += text_[at_++];
    if (Peek() == '(') {
      macro.function = true;
      ++at_;
      std::string parameter;
      while (at_ < text_.size() && text_[at_] != ')' && text_[at_] != '\n') {
        if (text_[at_] == '\\' && Peek(1) == '\n') {
          at_ += 2;
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
      for (std::string& one : macro.parameters) {
        if (one.ends_with("..."))
          one = one.size() == 3 ? "__VA_ARGS__" : one.substr(0, one.size() - 3);
      }
    }
    // The body: tokens to the end of the line.
    while (at_ < text_.size() && text_[at_] != '\n') {
      const uint32_t line = line_;
      if (SkipBlank(nullptr)) {
        // A line comment's end, or the end of a comment that spans lines, ends nothing else.
        if (line_ != line && at_ > 0 && text_[at_ - 1] == '\n' && !JoinedBefore()) break;
        continue;
      }
      CToken token = Next();
      if (token.kind != CToken::Kind::kEnd) {
        macro.body.push_back(std::move(token));
      }
    }
    MatchBrackets(&macro.body);
    if (!macro.name.empty()) out_.macros.push_back(std::move(macro));
  }

  bool JoinedBefore() const {
    return at_ >= 2 && (text_[at_ - 2] == '\\' || (at_ >= 3 && text_[at_ - 3] == '\\'));
  }

  CToken Make(CToken::Kind kind) const {
    CToken token;
    token.kind = kind;
    token.line = line_;
    token.column = Column();
    token.condition = condition_;
    return token;
  }

  CToken Next() {
    const char c = Peek();
    if (c == '"') return String();
    if (c == '\'') return Character();
    if (IsNameStart(c)) {
      CToken token = Make(CToken::Kind::kName);
      const std::string word = Word();
      if ((Peek() == '"' || Peek() == '\'') && IsPrefix(word)) {
        if (Peek() == '\'') return Placed(Character(), token);
        if (word.ends_with('R')) return Placed(RawString(), token);
        return Placed(String(), token);
      }
      token.text = word;
      return token;
    }
    if (IsDigit(c) || (c == '.' && IsDigit(Peek(1)))) {
      CToken token = Make(CToken::Kind::kNumber);
      while (IsNamePart(Peek()) || Peek() == '.' || (Peek() == '\'' && IsNamePart(Peek(1))) ||
             ((Peek() == '+' || Peek() == '-') && std::strchr("eEpP", text_[at_ - 1]) != nullptr &&
              !token.text.starts_with("0x"))) {
        if (Peek() != '\'') token.text += Peek();
        ++at_;
      }
      return token;
    }
    CToken token = Make(CToken::Kind::kPunctuation);
    static constexpr std::string_view kLong[] = {
        "<<<", ">>>", "...", "->*", "<<=", ">>=", "::", "->", "##", "==", "!=", "<=", ">=", "&&",
        "||",  "+=",  "-=",  "*=",  "/=",  "|=",  "&=", "^=", "%=", "++", "--", "<<", ">>"};
    for (const std::string_view one : kLong) {
      if (text_.substr(at_).starts_with(one)) {
        token.text = one;
        at_ += one.size();
        return token;
      }
    }
    token.text = std::string(1, c);
    ++at_;
    return token;
  }

  // The bytes of a joined line's end at `at`; 0 where there is none.
  size_t Joins(size_t at) const {
    const std::string_view rest = text_.substr(std::min(at, text_.size()));
    return rest.starts_with("\\\n") ? 2 : rest.starts_with("\\\r\n") ? 3 : 0;
  }

  // A name, which lines that are joined inside it may part: get\⏎env.
  std::string Word() {
    std::string word;
    while (true) {
      const size_t begin = at_;
      while (IsNamePart(Peek())) ++at_;
      word += text_.substr(begin, at_ - begin);
      size_t after = at_;
      for (size_t join = Joins(after); join > 0; join = Joins(after)) after += join;
      if (after == at_ || after >= text_.size() || !IsNamePart(text_[after])) return word;
      while (at_ < after) {
        at_ += Joins(at_);
        NewLine();
      }
    }
  }

  static CToken Placed(CToken token, const CToken& at) {
    token.line = at.line;
    token.column = at.column;
    return token;
  }

  static bool IsPrefix(std::string_view word) {
    static constexpr std::string_view kPrefixes[] = {"L",  "u",  "U",  "u8", "R",
                                                     "LR", "uR", "UR", "u8R"};
    return std::find(std::begin(kPrefixes), std::end(kPrefixes), word) != std::end(kPrefixes);
  }

  CToken Character() {
    CToken token = Make(CToken::Kind::kChar);
    ++at_;
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
      } else {
        token.text += text_[at_++];
      }
    }
    if (Peek() == '"') ++at_;
    return token;
  }

  void Escape(std::string* out) {
    ++at_;
    const char c = Peek();
    ++at_;
    switch (c) {
      case 'n':
        *out += '\n';
        return;
      case 't':
        *out += '\t';
        return;
      case 'r':
        *out += '\r';
        return;
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
        unsigned value = 0;
        for (int n = 0; n < 2 && std::isxdigit(static_cast<unsigned char>(Peek())) != 0; ++n) {
          value =
              value * 16 + static_cast<unsigned>(std::stoi(std::string(1, Peek()), nullptr, 16));
          ++at_;
        }
        *out += static_cast<char>(value);
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
        for (int n = 0; n < 2 && Peek() >= '0' && Peek() <= '7'; ++n) {
          value = value * 8 + static_cast<unsigned>(text_[at_++] - '0');
        }
        *out += static_cast<char>(value);
        return;
      }
      default:
        if (at_ <= text_.size()) *out += c;
        return;
    }
  }

  CToken RawString() {
    CToken token = Make(CToken::Kind::kString);
    ++at_;
    std::string delimiter = ")";
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
  int condition_ = -1;
  std::vector<Level> levels_;
  std::unordered_map<std::string, int> condition_at_;  // index into CTokens::conditions
  size_t conditions_size_ = 0;
};

}  // namespace

bool PartsNames(std::string_view text) {
  for (size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    size_t after = at + 1;
    if (after < text.size() && text[after] == '\r') ++after;
    if (at > 0 && IsNamePart(text[at - 1]) && after + 1 < text.size() && text[after] == '\n' &&
        (IsNamePart(text[after + 1]) || text[after + 1] == '\\')) {
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
