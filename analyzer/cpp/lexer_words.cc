#include "analyzer/cpp/lexer_words.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/base/characters.h"

namespace flagcensus {
size_t PunctuatorAt(std::string_view rest) {
  static constexpr std::string_view kLong[] = {
      "%:%:", "...", "<=>", "<<=", ">>=", "->*", "::", "##", "->", "++", "--",
      "<<",   ">>",  "<=",  ">=",  "==",  "!=",  "&&", "||", "+=", "-=", "*=",
      "/=",   "%=",  "^=",  "&=",  "|=",  ".*",  "<:", ":>", "<%", "%>", "%:"};
  // No second byte of a long one is anything else: most brackets, commas and operators end here.
  constexpr std::string_view kSecond = "%.=<>*:#-+&|";
  if (rest.size() > 1 && kSecond.find(rest[1]) != std::string_view::npos) {
    for (const std::string_view one : kLong) {
      if (one[0] != rest[0] || !rest.starts_with(one)) continue;
      // std::vector<::Type>: no bracket.
      const bool scope = one == "<:" && rest.starts_with("<::") && !rest.starts_with("<:::") &&
                         !rest.starts_with("<::>");
      return scope ? 1 : one.size();
    }
  }
  return std::string_view("{}[]()#;:?.~!+-*/%^=&|<>,").find(rest[0]) == std::string_view::npos ? 0
                                                                                               : 1;
}

bool IsLiteralPrefix(std::string_view word) {
  static constexpr std::string_view kPrefixes[] = {"L",  "u",  "U",  "u8", "R",
                                                   "LR", "uR", "UR", "u8R"};
  return std::find(std::begin(kPrefixes), std::end(kPrefixes), word) != std::end(kPrefixes);
}

PpLine::Kind KindOfDirective(std::string_view word) {
  using L = PpLine::Kind;
  static constexpr std::pair<std::string_view, L> kWords[] = {
      {"if", L::kIf},        {"ifdef", L::kIfdef},     {"ifndef", L::kIfndef},
      {"elif", L::kElif},    {"elifdef", L::kElifdef}, {"elifndef", L::kElifndef},
      {"else", L::kElse},    {"endif", L::kEndif},     {"define", L::kDefine},
      {"undef", L::kUndef},  {"include", L::kInclude}, {"include_next", L::kIncludeNext},
      {"import", L::kImport}};
  for (const auto& [name, kind] : kWords) {
    if (name == word) return kind;
  }
  return L::kOther;
}

bool IsGuarded(const PpFile& file) {
  using L = PpLine::Kind;
  for (const PpLine& line : file.lines) {
    if (line.kind == L::kOnce) return true;
  }
  const auto kept = [&](size_t i) {  // past #pragma and #error, which say nothing here
    while (i < file.lines.size() && file.lines[i].kind == L::kOther) ++i;
    return i;
  };
  const size_t first = kept(0);
  if (first >= file.lines.size()) return false;
  const PpLine& open = file.lines[first];
  std::string_view name;
  if (open.kind == L::kIfndef && open.end > open.begin) {
    name = file.tokens[open.begin].text;
  } else if (open.kind == L::kIf && open.end >= open.begin + 3 && file.tokens[open.begin].Is("!") &&
             file.tokens[open.begin + 1].IsName("defined")) {
    const bool bracket = file.tokens[open.begin + 2].Is("(") && open.end > open.begin + 3;
    name = file.tokens[open.begin + (bracket ? 3 : 2)].text;
  }
  const size_t second = kept(first + 1);
  if (name.empty() || second >= file.lines.size()) return false;
  const PpLine& define = file.lines[second];
  if (define.kind != L::kDefine || define.begin == define.end ||
      file.tokens[define.begin].text != name) {
    return false;
  }
  int depth = 0;
  for (size_t i = first; i < file.lines.size(); ++i) {
    const L kind = file.lines[i].kind;
    if (kind == L::kIf || kind == L::kIfdef || kind == L::kIfndef) ++depth;
    if (kind == L::kEndif && --depth == 0) return kept(i + 1) >= file.lines.size();
  }
  return true;  // not closed
}

std::string PpText(const PpTokens& tokens) {
  std::string text;
  for (const PpToken& token : tokens) {
    const bool glued = !text.empty() && !token.text.empty() && IsCIdentifierByte(text.back()) &&
                       IsCIdentifierByte(token.text.front());
    if (!text.empty() && (token.space || glued)) text += ' ';
    text += token.text;
  }
  return text;
}

}  // namespace flagcensus
