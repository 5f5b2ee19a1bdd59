// A reference begins with `${` in a literal and ends at the bracket that closes it, in that literal
// or in one that is put behind it: "a" "b", "a" MACRO "b", "a" + name + "b". What stands between
// literals is not known.
#include "analyzer/c/expanded_texts.h"

#include <algorithm>
#include <cctype>

namespace flagcensus {
namespace {

using Kind = CToken::Kind;

constexpr char kUnknownPart = '\x01';  // stands in a joined text for what is no literal
constexpr size_t kMaxBetween = 40;     // tokens between two literals of one text
constexpr size_t kMaxPieces = 20;      // of one reference
constexpr size_t kMaxReference = 2'000;  // bytes
constexpr size_t kMaxArguments = 60;   // tokens in front of a literal, in the call around it
constexpr size_t kMinName = 3;

bool IsNameByte(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == kUnknownPart;
}

// Where the bracket closes that opens behind the `$` at `begin`; npos if it is not in the text.
size_t CloseOf(std::string_view text, size_t begin) {
  int depth = 0;
  for (size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

// The next literal of the text that the one at `at` is part of; 0 if there is none. `between`: the
// two have something between them that is no literal.
size_t NextPiece(const std::vector<CToken>& t, size_t at, bool* between) {
  *between = false;
  if (t[at + 1].kind == Kind::kString) return at + 1;
  const bool sum = t[at + 1].Is("+");
  if (!sum && t[at + 1].kind != Kind::kName) return 0;
  for (size_t i = at + 1; i < t.size() && i <= at + kMaxBetween; ++i) {
    if (t[i].kind == Kind::kString) {
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

// From the `$` at `begin` of the literal on, as far as the bracket that closes it; "" if none does.
std::string ReferenceAt(const std::vector<CToken>& t, size_t at, size_t begin) {
  std::string text = t[at].text.substr(begin, kMaxReference);
  size_t end = CloseOf(text, 0);
  for (size_t pieces = 1; end == std::string::npos; ++pieces) {
    bool between = false;
    at = NextPiece(t, at, &between);
    if (at == 0 || pieces >= kMaxPieces || text.size() > kMaxReference) return "";
    if (between) text += kUnknownPart;
    text += t[at].text.substr(0, kMaxReference);
    end = CloseOf(text, 0);
  }
  return text.substr(0, end + 1);
}

// Texts of a shell, of CMake or of another language, of several lines.
bool IsScript(std::string_view text) {
  const size_t line = text.find('\n');
  return text.find("$(") != std::string_view::npos || text.find("#!") != std::string_view::npos ||
         text.find('`') != std::string_view::npos ||
         (line != std::string_view::npos && line + 1 < text.size());
}

// Whether the literal is an argument of a function that prints it, or gives it to a shell.
bool GoesOut(const std::vector<CToken>& t, size_t at) {
  int depth = 0;
  for (size_t i = at; i > 0 && at - i < kMaxArguments; --i) {
    const CToken& token = t[i - 1];
    if (token.Is("<<")) return true;
    if (token.Is(";") || token.Is("{") || token.Is("}")) return false;
    if (token.Is(")")) ++depth;
    if (!token.Is("(") || --depth >= 0) continue;
    if (i < 2 || t[i - 2].kind != Kind::kName) {
      depth = 0;
      continue;
    }
    std::string name = t[i - 2].text;
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name.find("print") != std::string::npos || name.ends_with("puts") || name == "system" ||
           name == "popen" || name.starts_with("exec");
  }
  return false;
}

// `${NAME}` alone is taken as the value of a setting, or as the begin of a text: prose may have it.
bool IsValue(const std::vector<CToken>& t, size_t at, size_t begin) {
  std::string_view before = std::string_view(t[at].text).substr(0, begin);
  for (;;) {
    while (!before.empty() && (before.back() == ' ' || before.back() == '\t')) before.remove_suffix(1);
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

std::optional<CExpandedText> ReadReference(const std::vector<CToken>& t, size_t at, size_t begin) {
  const std::string text = ReferenceAt(t, at, begin);
  if (text.size() < kMinName + 3 || !(text[2] >= 'A' && text[2] <= 'Z')) return std::nullopt;
  size_t end = 2;
  while (IsNameByte(text[end])) ++end;
  if (end - 2 < kMinName) return std::nullopt;
  CExpandedText out;
  out.name = WithStars(text.substr(2, end - 2));
  if (text[end] == ':') {
    const std::string given = text.substr(end + 1, text.size() - end - 2);
    out.computed = given.find(kUnknownPart) != std::string::npos ||
                   given.find("${") != std::string::npos || given.find("$[") != std::string::npos;
    out.default_text = WithStars(given);
  } else if (end + 1 != text.size() || !IsValue(t, at, begin)) {
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

std::vector<CExpandedText> FindExpandedTexts(const CTokens& tokens) {
  std::vector<CExpandedText> out;
  const std::vector<CToken>& t = tokens.tokens;
  for (size_t i = 0; i < t.size() && t[i].kind != Kind::kEnd; ++i) {
    if (t[i].kind != Kind::kString) continue;
    const std::string& text = t[i].text;
    size_t begin = text.find("${");
    if (begin == std::string::npos || IsScript(text) || t[i + 1].Is("<<") || GoesOut(t, i)) continue;
    for (; begin != std::string::npos; begin = text.find("${", begin + 2)) {
      if (std::optional<CExpandedText> one = ReadReference(t, i, begin)) out.push_back(*one);
    }
  }
  return out;
}

}  // namespace flagcensus
