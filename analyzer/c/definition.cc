// Whether the bytes around a name may be those of its definition. The tests select the files that
// are tokenised: a wrong yes costs a parse, a wrong no loses the definition.
//
//   #define PORT 80    PORT = 80    PORT[] =    PORT{80}     ─→ may be (MayBeDefined)
//   PORT == 80         x = f(PORT)  PORT;                    ─→ not
#include "analyzer/c/definition.h"

#include <algorithm>
#include <iterator>

#include "analyzer/base/characters.h"

namespace flagcensus {

namespace {

// `KEY(name,` at the beginning of a line: the use of a macro that may declare a variable.
bool IsGivenAtLineStart(std::string_view text, size_t begin) {
  const size_t before = text.find_last_not_of(" \t", begin - 1);
  if (before == std::string_view::npos || (text[before] != '(' && text[before] != ','))
    return false;
  const size_t line = text.rfind('\n', before);
  const size_t from = line == std::string_view::npos ? 0 : line + 1;
  size_t open = from;
  while (open < before && IsIdentifierByte(text[open])) ++open;
  return open > from && text[open] == '(';
}

}  // namespace

bool MayBeDefined(std::string_view text, size_t begin, size_t end) {
  // `#define NAME`, with any blanks between: only the end of the word before is compared, so
  // `undefine NAME` passes, too.
  constexpr std::string_view kDefine = "define";
  const size_t word = text.find_last_not_of(" \t", begin == 0 ? 0 : begin - 1);
  if (begin > 0 && word != std::string_view::npos && word < begin &&
      text.substr(0, word + 1).ends_with(kDefine)) {
    return true;
  }
  // The byte after the name and its blanks decides. NUL counts as a blank.
  constexpr std::string_view kBlanks("\0 \t\r\n\f\v", 7);
  const size_t at = text.find_first_not_of(kBlanks, end);
  if (at == std::string_view::npos) return false;
  const char next = at + 1 < text.size() ? text[at + 1] : '\0';
  switch (text[at]) {
    case '=':
      return next != '=';
    case '[':
    case '{':
    case '#':   // a directive
    case '\\':  // a joined line
      return true;
    case '/':
      return next == '/' || next == '*';
    case '<':
      return next == ':' || next == '%';  // [ and { as digraphs
    case '%':
      return next == ':';
    case ',':
    case ')':
      return begin > 0 && IsGivenAtLineStart(text, begin);
    default:
      return false;
  }
}

//   load(path) {    load(path) const {     ─→ true
//   load(path);     load(path) + 1         ─→ false
bool MayBeFunction(std::string_view text, size_t end) {
  // 4000 bytes contain all but generated parameter lists; after that the answer is yes, and the
  // tokens decide.
  constexpr size_t kMaxLook = 4000;  // bytes of parameters
  constexpr std::string_view kBlank("\0 \t\r\n\f\v", 7);
  size_t at = text.find_first_not_of(kBlank, end);
  if (at == std::string_view::npos) return false;
  if (text[at] == '/' || text[at] == '\\') return true;  // a comment, a joined line
  if (text[at] != '(') return false;
  int depth = 0;
  for (const size_t most = at + kMaxLook; at < text.size(); ++at) {
    const char c = text[at];
    // Brackets in literals, comments and branches are not counted.
    if (at > most || c == '"' || c == '\'' || c == '#' || c == '/' || c == '\\') return true;
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) break;
  }
  at = text.find_first_not_of(kBlank, at + 1);
  if (at == std::string_view::npos) return false;
  // What follows a call within an expression or statement. A definition is followed by '{', a name
  // (`const`, `noexcept`) or ':'.
  constexpr std::string_view kBehindCalls = ";,).]}?+*|=<>%^!\"";
  return kBehindCalls.find(text[at]) == std::string_view::npos;
}

bool IsCKeyword(std::string_view name) {
  // Sorted, for the binary search.
  static constexpr std::string_view kWords[] = {
      "alignas",   "alignof",   "and",           "asm",         "auto",       "bitand",
      "bitor",     "bool",      "break",         "case",        "catch",      "char",
      "char16_t",  "char32_t",  "char8_t",       "class",       "co_await",   "co_return",
      "co_yield",  "compl",     "concept",       "const",       "const_cast", "consteval",
      "constexpr", "constinit", "continue",      "decltype",    "default",    "delete",
      "do",        "double",    "dynamic_cast",  "else",        "enum",       "explicit",
      "export",    "extern",    "false",         "float",       "for",        "friend",
      "goto",      "if",        "inline",        "int",         "long",       "mutable",
      "namespace", "new",       "noexcept",      "not",         "nullptr",    "operator",
      "or",        "private",   "protected",     "public",      "register",   "reinterpret_cast",
      "requires",  "restrict",  "return",        "short",       "signed",     "size_t",
      "sizeof",    "static",    "static_assert", "static_cast", "struct",     "switch",
      "template",  "this",      "thread_local",  "throw",       "true",       "try",
      "typedef",   "typeid",    "typename",      "typeof",      "union",      "unsigned",
      "using",     "virtual",   "void",          "volatile",    "wchar_t",    "while",
      "xor"};
  return std::binary_search(std::begin(kWords), std::end(kWords), name);
}

}  // namespace flagcensus
