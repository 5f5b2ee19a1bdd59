// A reference begins with `${` in a literal and ends at the bracket that closes it. That is in the
// same literal or in one that is joined to it: "a" "b", "a" MACRO "b", "a" + name + "b". Text
// between literals is unknown.
#include "analyzer/c/expanded_texts.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using Kind = CToken::Kind;

constexpr char kUnknownPart = '\x01';  // in a joined text: a part that is not a literal
// Bounds for one reference; what exceeds them is reported as skipped.
constexpr size_t kMaxBetween = 40;       // tokens between two literals of one text
constexpr size_t kMaxPieces = 20;        // of one reference
constexpr size_t kMaxReference = 2'000;  // bytes
// Shorter names (`${N}`) are placeholders in prose. They may be variables, too, and are then
// missed.
constexpr size_t kMinName = 3;

bool IsNameOrUnknown(char c) { return IsVariableNameByte(c) || c == kUnknownPart; }

// The position of the bracket that closes the one after the `$` at `begin`; npos if it is not in
// the text.
size_t CloseOf(std::string_view text, size_t begin) {
  int depth = 0;
  for (size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

// The next literal of the text that the one at `at` is part of; 0 if there is none. `between`: the
// two have something between them that is not a literal. Sets *cut if there are too many tokens
// between them.
size_t NextPiece(const std::vector<CToken>& t, size_t at, bool* between, bool* cut) {
  *between = false;
  if (t[at + 1].kind == Kind::kString) return at + 1;
  const bool sum = t[at + 1].Is("+");
  if (!sum && t[at + 1].kind != Kind::kName) return 0;
  for (size_t i = at + 1, steps = 0; i < t.size(); ++i) {
    if (++steps > kMaxBetween) {
      *cut = true;
      return 0;
    }
    if (t[i].kind == Kind::kString) {
      // "a" + "b" joins directly; a name or call between the two is an unknown part.
      *between = !(sum && i == at + 2);
      return !sum || t[i - 1].Is("+") ? i : 0;
    }
    if (t[i].kind == Kind::kEnd || t[i].Is(",") || t[i].Is(";") || t[i].Is(")") || t[i].Is("}")) {
      return 0;
    }
    if ((t[i].Is("(") || t[i].Is("[")) && t[i].close != CToken::kNoClose) i += t[i].close;
  }
  return 0;
}

// The text from the `$` at `begin` of the literal to the bracket that closes it; "" if there is no
// such bracket. Sets *cut if the text is too long to decide.
std::string ReferenceAt(const std::vector<CToken>& t, size_t at, size_t begin, bool* cut) {
  std::string text = t[at].text.substr(begin, kMaxReference);
  size_t end = CloseOf(text, 0);
  for (size_t pieces = 1; end == std::string::npos; ++pieces) {
    bool between = false;
    at = NextPiece(t, at, &between, cut);
    if (at == 0) return "";
    if (pieces >= kMaxPieces || text.size() >= kMaxReference) {
      *cut = true;
      return "";
    }
    if (between) text += kUnknownPart;
    text += t[at].text.substr(0, kMaxReference);
    end = CloseOf(text, 0);
  }
  return text.substr(0, end + 1);
}

// Texts of a shell, of CMake or of another language: they have a command substitution, an
// interpreter line or several lines. Their own interpreter expands the references. A template of
// several lines that the program expands is missed.
bool IsScript(std::string_view text) {
  const size_t line = text.find('\n');
  return text.find("$(") != std::string_view::npos || text.find("#!") != std::string_view::npos ||
         text.find('`') != std::string_view::npos ||
         (line != std::string_view::npos && line + 1 < text.size());
}

// What the brackets around the last token that was passed say about a text there.
class Surroundings {
 public:
  explicit Surroundings(const std::set<std::string>& sinks) : sinks_(sinks) {}

  void Pass(const std::vector<CToken>& t, size_t i) {
    const CToken& token = t[i];
    if (token.kind != Kind::kPunctuation) return;
    // After `<<` the rest of the statement is output.
    if (token.Is("<<")) levels_.back().sinks = true;
    if (token.Is(";")) levels_.back().sinks = false;
    // In the arguments of a call its name decides; brackets without a name inherit from outside.
    if (token.Is("(")) {
      const bool call = i > 0 && t[i - 1].kind == Kind::kName;
      levels_.push_back({'(', call ? IsSink(t[i - 1].text) : levels_.back().sinks});
    }
    if (token.Is("{")) levels_.push_back({'{', false});
    if (token.Is(")") && levels_.back().open == '(') levels_.pop_back();
    // A '}' closes all '(' that are open since its '{', so unbalanced brackets in a branch of
    // #if end with the block.
    if (!token.Is("}")) return;
    while (levels_.back().open == '(') levels_.pop_back();
    if (levels_.size() > 1) levels_.pop_back();
    levels_.back().sinks = false;
  }

  // Whether a text there is printed, or passed to a shell.
  bool Sinks() const { return levels_.back().sinks; }

 private:
  struct Level {
    char open;  // the bracket; 0 outside of all
    bool sinks;
  };

  bool IsSink(const std::string& callee) const {
    const std::string name = ToLower(callee);
    return std::any_of(sinks_.begin(), sinks_.end(), [&](std::string_view pattern) {
      const bool any_head = pattern.starts_with('*');
      const bool any_tail = pattern.ends_with('*');
      if (any_head) pattern.remove_prefix(1);
      if (any_tail) pattern.remove_suffix(1);
      if (any_head && any_tail) return name.find(pattern) != std::string::npos;
      if (any_head) return name.ends_with(pattern);
      return any_tail ? name.starts_with(pattern) : name == pattern;
    });
  }

  const std::set<std::string>& sinks_;
  std::vector<Level> levels_ = {{0, false}};
};

// `${NAME}` alone is read as the value of a setting (`key = ${NAME}`) or as the beginning of a
// text. Elsewhere it may be prose about the syntax. A reference with a default needs no check,
// since prose does not contain any.
bool IsValue(const std::vector<CToken>& t, size_t at, size_t begin) {
  std::string_view before = std::string_view(t[at].text).substr(0, begin);
  for (;;) {
    while (!before.empty() && (before.back() == ' ' || before.back() == '\t'))
      before.remove_suffix(1);
    if (!before.empty()) return before.back() == '=';
    if (at == 0 || t[at - 1].kind != Kind::kString) return true;
    before = t[--at].text;
    if (before.empty()) return true;
  }
}

std::string WithStars(std::string text) {
  std::replace(text.begin(), text.end(), kUnknownPart, '*');
  return text;
}

std::optional<CExpandedText> ReadReference(const std::vector<CToken>& t, size_t at, size_t begin,
                                           bool* cut) {
  const std::string text = ReferenceAt(t, at, begin, cut);
  // In lower case the name is that of a setting or template field.
  if (text.size() < kMinName + 3 || !IsUpper(text[2])) return std::nullopt;
  size_t end = 2;
  while (IsNameOrUnknown(text[end])) ++end;
  if (end - 2 < kMinName) return std::nullopt;
  CExpandedText out;
  out.name = WithStars(text.substr(2, end - 2));
  // The default is the text between the ':' and the closing bracket; with a nested reference or a
  // part that is not a literal it is computed.
  if (text[end] == ':') {
    const std::string given = text.substr(end + 1, text.size() - end - 2);
    out.computed = given.find(kUnknownPart) != std::string::npos ||
                   given.find("${") != std::string::npos || given.find("$[") != std::string::npos;
    out.default_text = WithStars(given);
  } else if (end + 1 != text.size() || !IsValue(t, at, begin)) {
    // Other text after the name (`${NAME/a/b}`) is the syntax of a shell.
    return std::nullopt;
  }
  out.line = t[at].line;
  out.column = t[at].column + 1 + static_cast<uint32_t>(begin);
  out.condition = t[at].condition;
  return out;
}

}  // namespace

bool MayHoldExpandedTexts(std::string_view text) {
  return text.find("${") != std::string_view::npos;
}

bool ReadsReferences(const CTokens& tokens) {
  bool dollar = false;
  bool brace = false;
  for (const CToken& token : tokens.tokens) {
    if (token.kind != Kind::kChar && token.kind != Kind::kString) continue;
    if (token.text == "${") return true;
    dollar = dollar || token.text == "$";
    brace = brace || token.text == "{";
  }
  return dollar && brace;
}

std::vector<CExpandedText> FindExpandedTexts(const CTokens& tokens,
                                             const std::set<std::string>& sinks,
                                             std::vector<CCut>* cuts) {
  std::vector<CExpandedText> out;
  const std::vector<CToken>& t = tokens.tokens;
  Surroundings around(sinks);
  for (size_t i = 0; i < t.size() && t[i].kind != Kind::kEnd; ++i) {
    around.Pass(t, i);
    if (t[i].kind != Kind::kString) continue;
    const std::string& text = t[i].text;
    size_t begin = text.find("${");
    // Texts that are printed describe the syntax; scripts are expanded by their interpreter.
    if (begin == std::string::npos || IsScript(text) || t[i + 1].Is("<<") || around.Sinks()) {
      continue;
    }
    bool cut = false;
    for (; begin != std::string::npos; begin = text.find("${", begin + 2)) {
      if (std::optional<CExpandedText> one = ReadReference(t, i, begin, &cut)) out.push_back(*one);
    }
    if (cut) {
      cuts->push_back({t[i].line, t[i].column,
                       "the reference to a variable in this text is too long: it is skipped"});
    }
  }
  return out;
}

}  // namespace flagcensus
