// Reading C without a grammar: brackets, arguments, numbers and constant expressions, and the roles
// of functions by their names.
//
//   f(a, map<int, int>(b), {1, 2})     ─→ SplitArguments: `a`, `map<int, int>(b)`, `{1, 2}`
//   60 * 60                            ─→ FoldIntegers: "3600"
//   0x1F, 31UL                         ─→ NumberText: "31" for both
#include "analyzer/c/syntax.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>
#include <string_view>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using Kind = CToken::Kind;
using Tokens = std::vector<CToken>;

}  // namespace

// A closing bracket of any kind closes the last open one: in malformed code, the pairs are wrong
// but nested.
void MatchBrackets(Tokens* tokens) {
  std::vector<size_t> open;
  for (size_t i = 0; i < tokens->size(); ++i) {
    CToken& token = (*tokens)[i];
    token.close = CToken::kNoClose;
    if (token.kind != Kind::kPunctuation || token.text.size() != 1) continue;
    switch (token.text[0]) {
      case '(':
      case '[':
      case '{':
        open.push_back(i);
        break;
      case ')':
      case ']':
      case '}':
        if (open.empty()) break;
        (*tokens)[open.back()].close = static_cast<uint32_t>(i - open.back());
        open.pop_back();
        break;
      default:
        break;
    }
  }
}

// An unclosed bracket ends with the last token of the file.
size_t MatchBracket(const Tokens& tokens, size_t open) {
  if (open < tokens.size() && tokens[open].close != CToken::kNoClose) {
    return open + tokens[open].close;
  }
  return tokens.size() < kCTokenPadding ? 0 : tokens.size() - kCTokenPadding;
}

//   void f() { if (x) { y; } z; }      at z ─→ the '{' of f
size_t EnclosingBrace(const Tokens& tokens, size_t at, size_t floor, size_t otherwise) {
  // Beyond these, the search would make long functions quadratic.
  // A block of more than 4000 tokens (about 600 lines) is not found from its end; the result is
  // then `otherwise`.
  constexpr size_t kMaxBack = 4000;  // tokens
  int depth = 0;
  for (size_t i = at; i-- > floor && at - i < kMaxBack;) {
    if (tokens[i].Is("}")) ++depth;
    if (tokens[i].Is("{") && depth-- == 0) return i;
  }
  return otherwise;
}

// `<int, pair<int, int>>` at `open` → its last token; `open` itself if it is a comparison.
// `f(a < b, c > d)` is read as one argument, as a compiler does if `a` is a template. So is a list
// with numbers that are arguments on their own, `array<int, 3>`; but not `f(a < 2, b > 1)`, where
// an operand follows the last sign.
static size_t SkipTemplate(const Tokens& tokens, size_t open, size_t end) {
  constexpr int kMaxTemplates = 16;  // nested; more are comparisons, `f(a < 1, b < 1, ...)`
  const bool number_first = tokens[open + 1].kind == Kind::kNumber;
  int depth = 0;
  for (size_t i = open; i < end; ++i) {
    const CToken& token = tokens[i];
    if (token.Is("<")) {
      if (++depth > kMaxTemplates) return open;
    } else if (token.Is(">") || token.Is(">>")) {
      depth -= token.Is(">") ? 1 : 2;
      if (depth > 0) continue;
      const CToken& next = tokens[std::min(i + 1, tokens.size() - 1)];
      const bool compares = number_first && (next.kind != Kind::kPunctuation || next.Is("(") ||
                                             next.Is("-") || next.Is("*") || next.Is("!"));
      return depth == 0 && !compares ? i : open;
    } else if (token.kind == Kind::kNumber || token.kind == Kind::kChar) {
      const CToken& before = tokens[i - 1];
      const CToken& next = tokens[i + 1];
      const bool whole =
          (before.Is("<") || before.Is(",")) && (next.Is(",") || next.Is(">") || next.Is(">>"));
      if (!whole) return open;
    } else if (token.kind != Kind::kName && !token.Is(",") && !token.Is("::") && !token.Is("*")) {
      return open;
    }
  }
  return open;
}

std::vector<std::pair<size_t, size_t>> SplitArguments(const Tokens& tokens, size_t begin,
                                                      size_t end) {
  std::vector<std::pair<size_t, size_t>> out;
  end = std::min(end, tokens.size());
  if (begin >= end) return out;
  size_t from = begin;
  for (size_t i = begin; i < end; ++i) {
    const CToken& token = tokens[i];
    if (token.Is("(") || token.Is("[") || token.Is("{")) {
      i = std::max(i, std::min(MatchBracket(tokens, i), end));
      continue;
    }
    if (token.Is("<") && i > begin && tokens[i - 1].kind == Kind::kName) {  // map<int, int>
      i = SkipTemplate(tokens, i, end);
      continue;
    }
    if (!token.Is(",")) continue;
    out.emplace_back(from, i);
    from = i + 1;
  }
  out.emplace_back(from, end);
  return out;
}

//   p ?p:"80"      ─→ p ? p : "80"
//   f( x [ 1 ] )   ─→ f(x[1])
//
// A sign inside gets blanks, too: `f(-1)` becomes `f( - 1)`.
std::string Source(const Tokens& tokens, size_t begin, size_t end) {
  // Enough to recognise an expression in a report.
  constexpr size_t kLimit = 120;
  std::string out;
  for (size_t i = begin; i < end && i < tokens.size(); ++i) {
    const CToken& token = tokens[i];
    const bool words =
        i > begin && token.kind != Kind::kPunctuation && tokens[i - 1].kind != Kind::kPunctuation;
    // Blanks around operators, none around brackets and members: the form of most styles.
    const bool operators =
        token.kind == Kind::kPunctuation &&
        std::string_view("+-*/?:<>=&|").find(token.text[0]) != std::string_view::npos &&
        token.text != "::" && token.text != "->";
    if (words || (operators && i > begin)) out += ' ';
    if (token.kind == Kind::kString) {
      out += '"' + token.text + '"';
    } else if (token.kind == Kind::kChar) {
      out += '\'' + token.text + '\'';
    } else {
      out += token.text;
    }
    if (operators && i > begin) out += ' ';
    if (out.size() > kLimit) return out.substr(0, kLimit) + "...";
  }
  return out;
}

// Numbers are compared as decimal text: 0x10, 020 and 16 are the same default.
//
//   10UL ─→ 10    0b11 ─→ 3    1.5f ─→ 1.5    0x1p3 ─→ 0x1p3: not evaluated
std::string NumberText(const CToken& token) {
  if (token.kind != Kind::kNumber) return token.text;
  std::string text = token.text;
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const bool real = !hex && text.find_first_of(".eE") != std::string::npos;
  if (real) {
    while (!text.empty() && std::string_view("fFlL").find(text.back()) != std::string_view::npos) {
      text.pop_back();
    }
    return text;
  }
  while (!text.empty() && std::string_view("uUlLzZ").find(text.back()) != std::string_view::npos) {
    text.pop_back();
  }
  if (text.starts_with("0b") || text.starts_with("0B")) {
    return std::to_string(std::strtoull(text.c_str() + 2, nullptr, 2));
  }
  if (hex || (text.size() > 1 && text[0] == '0')) {
    char* end = nullptr;
    const unsigned long long value = std::strtoull(text.c_str(), &end, 0);
    if (end != nullptr && *end == '\0') return std::to_string(value);
  }
  return text;
}

// Only literals and operators: names are constants that are not known here. A single number is not
// an expression, and a page would not state a default of 40 tokens.
//
//   4 * 1024 ─→ 4096    (1 << 20) - 1 ─→ 1048575    4 * KB ─→ nullopt    1.5 * 2 ─→ nullopt
//
// The type is long long: `1 << 40`, which overflows an int, has the value that was intended.
std::optional<std::string> FoldIntegers(const Tokens& tokens, size_t begin, size_t end) {
  const bool negative = end - begin == 2 && tokens[begin].Is("-");  // a constant's value
  if ((end - begin < 3 && !negative) || end - begin > 40) return std::nullopt;
  for (size_t i = begin; i < end; ++i) {
    const bool known = tokens[i].kind == Kind::kNumber || tokens[i].Is("*") || tokens[i].Is("+") ||
                       tokens[i].Is("-") || tokens[i].Is("/") || tokens[i].Is("<<") ||
                       tokens[i].Is("(") || tokens[i].Is(")");
    if (!known) return std::nullopt;
    if (tokens[i].kind == Kind::kNumber &&
        NumberText(tokens[i]).find_first_not_of("0123456789") != std::string::npos) {
      return std::nullopt;
    }
  }
  // Precedence climbing over * / (2), + - (1), << (0).
  struct Parser {
    const Tokens& t;
    size_t at;
    size_t end;
    bool ok = true;
    long long Operand(int depth) {
      if (at >= end || depth > 30) {
        ok = false;
        return 0;
      }
      if (t[at].Is("-")) {
        ++at;
        const long long value = Operand(depth + 1);
        if (value == std::numeric_limits<long long>::min()) ok = false;
        return ok ? -value : 0;
      }
      if (t[at].Is("(")) {
        ++at;
        const long long value = Binary(0, depth + 1);
        if (at < end && t[at].Is(")")) {
          ++at;
        } else {
          ok = false;
        }
        return value;
      }
      if (t[at].kind != Kind::kNumber) {
        ok = false;
        return 0;
      }
      return static_cast<long long>(std::strtoull(NumberText(t[at++]).c_str(), nullptr, 10));
    }
    static int Level(const CToken& token) {
      if (token.Is("*") || token.Is("/")) return 2;
      if (token.Is("+") || token.Is("-")) return 1;
      return token.Is("<<") ? 0 : -1;
    }
    long long Binary(int least, int depth) {
      long long left = Operand(depth);
      while (ok && at < end && Level(t[at]) >= least) {
        const CToken& op = t[at++];
        const long long right = Binary(Level(op) + 1, depth + 1);
        bool over = false;
        if (op.Is("*")) over = __builtin_mul_overflow(left, right, &left);
        if (op.Is("+")) over = __builtin_add_overflow(left, right, &left);
        if (op.Is("-")) over = __builtin_sub_overflow(left, right, &left);
        if (op.Is("/")) {
          if (right == 0) ok = false;
          if (ok) left /= right;
        }
        if (op.Is("<<")) {
          // Up to 62 bits, so the result is positive.
          if (right < 0 || right > 62) ok = false;
          if (ok) over = __builtin_mul_overflow(left, 1LL << right, &left);
        }
        if (over) ok = false;
      }
      return left;
    }
  };
  Parser parser{tokens, begin, end};
  const long long value = parser.Binary(0, 0);
  if (!parser.ok || parser.at != end) return std::nullopt;
  return std::to_string(value);
}

std::vector<std::string> WordsOfName(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  for (size_t i = 0; i <= name.size(); ++i) {
    const bool letter = i < name.size() && IsAlpha(name[i]);
    // At the first capital, and at the last one of `HTTPServer`.
    const bool begins = letter && i > 0 && IsUpper(name[i]) &&
                        (!IsUpper(name[i - 1]) || (i + 1 < name.size() && IsLower(name[i + 1])));
    if ((!letter || begins) && !word.empty()) {
      words.push_back(ToLower(word));
      word.clear();
    }
    if (letter) word += name[i];
  }
  return words;
}

// By the end of the name in any case, so that variants such as app_strlcpy count, and SNPRINTF1, a
// project's variant for a fixed number of arguments.
//
//   app_strlcpy ─→ copies    strcat ─→ joins    snprintf ─→ prints, format at 2
//   app_vasprintf ─→ prints a list, and allocates
//
// wcscpy and strdup do not count.
CTextPut TextPutBy(std::string_view callee) {
  using Kind = CTextPut::Kind;
  const std::string lower = ToLower(callee.substr(0, callee.find_last_not_of("0123456789") + 1));
  const auto ends = [&](std::initializer_list<std::string_view> names) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return lower.ends_with(name); });
  };
  if (ends({"strcpy", "strncpy", "strlcpy", "stpcpy", "memcpy"})) return {Kind::kCopies};
  if (ends({"strcat", "strncat", "strlcat"})) return {Kind::kJoins};
  if (!ends({"sprintf", "snprintf", "asprintf"})) return {};
  const size_t format = ends({"snprintf"}) ? 2 : 1;
  const bool list = ends({"vsprintf", "vsnprintf", "vasprintf"});
  return {list ? Kind::kPrintsList : Kind::kPrints, format, ends({"asprintf"})};
}

// strcmp, strncasecmp, app_strcmp. A `compare` method, wcscmp and app_equals are not known; a test
// with one of them shows no values.
bool ComparesTexts(std::string_view callee) {
  constexpr std::string_view kEnd = "cmp";
  const bool plain = callee.ends_with(kEnd) && callee.find("str") != std::string_view::npos;
  return plain || callee == "memcmp" || callee == "g_strcmp0" || callee == "g_str_equal" ||
         callee == "streq" || callee == "strcaseeq";
}

// Recognised by a part of the name: logging, assertions, warnings. `catalog_log_get` would count as
// well. Printing is not a use of the value: a variable that is only logged is not one that has an
// effect.
bool OnlyStates(std::string_view callee) {
  const std::string lower = ToLower(callee);
  if (lower == "printf" || lower == "fprintf" || lower == "syslog") return true;
  for (const std::string_view word : {"_log", "log_", "assert", "warn", "debug", "trace"}) {
    if (lower.find(word) != std::string::npos) return true;
  }
  return false;
}

// A guess by exclusion: any other word before a name may be a type.
bool IsTypeWord(const CToken& token) {
  return token.kind == Kind::kName && token.text != "return" && token.text != "else";
}

bool IsCallContext(const CToken& token) {
  static const std::set<std::string_view> kWords = {
      "return", "else", "case", "throw", "co_return", "co_await", "and", "or", "not", "in", "new"};
  return token.kind == Kind::kName && kWords.count(token.text) > 0;
}

// Backwards over `const`, `*`, `&` and `>` to the last word of the type. `auto` is unknown.
//
//   const struct row *at     ─→ row
//   std::vector<row> rows    ─→ row, the word before `>`
//   auto row                 ─→ ""
std::string TypeBefore(const std::vector<CToken>& t, size_t begin, size_t name) {
  for (size_t i = name; i-- > begin;) {
    if (t[i].kind == Kind::kName) {
      static const std::set<std::string_view> kQualifiers = {"const", "volatile", "restrict"};
      if (kQualifiers.count(t[i].text) > 0) continue;
      return t[i].text == "auto" || !IsTypeWord(t[i]) ? "" : t[i].text;
    }
    if (!t[i].Is("*") && !t[i].Is("&") && !t[i].Is("&&") && !t[i].Is(">")) return "";
  }
  return "";
}

}  // namespace flagcensus
