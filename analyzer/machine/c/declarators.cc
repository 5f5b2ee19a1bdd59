#include "analyzer/machine/c/declarators.h"

#include <algorithm>
#include <array>

namespace flagcensus {
namespace {

template <size_t N>
bool OneOf(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Past __attribute__((…)), [[…]], alignas(…) at `at`.
uint32_t PastAttribute(const std::vector<UnitToken>& t, uint32_t at, uint32_t end) {
  const bool word = t[at].IsName("__attribute__") || t[at].IsName("__attribute") ||
                    t[at].IsName("alignas") || t[at].IsName("_Alignas") ||
                    t[at].IsName("__declspec") || t[at].IsName("__asm__") || t[at].IsName("asm") ||
                    t[at].IsName("explicit");
  if (word) {
    return at + 1 < end && t[at + 1].Is("(") && t[at + 1].close > 0 ? t[at + 1].close + 1 : at + 1;
  }
  if (at + 1 < end && t[at].Is("[") && t[at + 1].Is("[") && t[at].close > 0) return t[at].close + 1;
  return at;
}

}  // namespace

bool IsTypeWordOfC(std::string_view word) {
  static constexpr std::array<std::string_view, 16> kWords = {
      "void",     "char", "short", "int",     "long", "float",   "double",   "signed",
      "unsigned", "bool", "_Bool", "wchar_t", "auto", "char8_t", "char16_t", "char32_t"};
  return OneOf(kWords, word);
}

bool IsQualifierOfC(std::string_view word) {
  static constexpr std::array<std::string_view, 28> kWords = {
      "const",     "static",     "extern",        "volatile",     "register",      "inline",
      "constexpr", "constinit",  "consteval",     "thread_local", "_Thread_local", "__thread",
      "mutable",   "typename",   "struct",        "union",        "enum",          "class",
      "virtual",   "friend",     "restrict",      "__restrict",   "__restrict__",  "_Atomic",
      "__inline",  "__inline__", "__extension__", "_Noreturn"};
  return OneOf(kWords, word);
}

bool IsStatementWordOfC(std::string_view word) {
  static constexpr std::array<std::string_view, 22> kWords = {
      "if",   "for",    "while",   "do",      "switch",   "return",   "break", "continue",
      "goto", "case",   "default", "else",    "try",      "catch",    "throw", "delete",
      "new",  "sizeof", "using",   "typedef", "operator", "co_return"};
  return OneOf(kWords, word);
}

uint32_t PastAngles(const std::vector<UnitToken>& t, uint32_t open, uint32_t end) {
  constexpr uint32_t kMostReach = 400;
  int depth = 0;
  for (uint32_t i = open; i < end && i - open < kMostReach; ++i) {
    if (t[i].Is("(") || t[i].Is("[") || t[i].Is("{")) {
      if (t[i].close == 0) return open;
      i = t[i].close;
    } else if (t[i].Is("<")) {
      ++depth;
    } else if (t[i].Is(">") || t[i].Is(">>")) {
      depth -= t[i].Is(">") ? 1 : 2;
      if (depth <= 0) return i + 1;
    } else if (t[i].Is(";") || t[i].Is("&&") || t[i].Is("||") || t[i].Is("=")) {
      return open;
    }
  }
  return open;
}

CSpecifiers ReadSpecifiers(const std::vector<UnitToken>& t, uint32_t begin, uint32_t end) {
  CSpecifiers out;
  uint32_t i = begin;
  bool typed = false;
  while (i < end) {
    const uint32_t past = PastAttribute(t, i, end);
    if (past > i) {
      i = past;
      continue;
    }
    if (!t[i].IsName() && !t[i].Is("::")) break;
    const std::string& word = t[i].text;
    if (IsStatementWordOfC(word)) break;
    if (IsQualifierOfC(word) || (word == "extern" && t[i + 1].kind == CToken::Kind::kString)) {
      out.is_static = out.is_static || word == "static";
      out.is_constant = out.is_constant || word == "const" || word.starts_with("const");
      out.is_extern = out.is_extern || word == "extern";
      ++i;
      continue;
    }
    if (IsTypeWordOfC(word)) {
      out.type += (out.type.empty() ? "" : " ") + word;
      typed = true;
      ++i;
      continue;
    }
    if (typed) break;
    // A name, qualified and with template arguments.
    std::string name;
    uint32_t at = i;
    while (at < end && (t[at].IsName() || t[at].Is("::"))) {
      if (t[at].IsName() && at > i && t[at - 1].IsName()) break;
      name += t[at].text;
      ++at;
      if (at < end && t[at].Is("<")) {
        const uint32_t behind = PastAngles(t, at, end);
        if (behind == at) break;
        for (uint32_t k = at; k < behind; ++k)
          name += (t[k].IsName() && t[k - 1].IsName() ? " " : "") + t[k].text;
        at = behind;
      }
    }
    if (at == i) break;
    out.type += (out.type.empty() ? "" : " ") + name;
    typed = true;
    i = at;
  }
  out.end = typed ? i : begin;
  return out;
}

CDeclarator ReadDeclarator(const std::vector<UnitToken>& t, uint32_t begin, uint32_t end) {
  CDeclarator out;
  uint32_t i = begin;
  for (; i < end; ++i) {
    const uint32_t past = PastAttribute(t, i, end);
    if (past > i) {
      i = past - 1;
    } else if (t[i].Is("*")) {
      ++out.pointers;
    } else if (t[i].Is("&") || t[i].Is("&&")) {
      out.reference = true;
    } else if (!t[i].IsName() || !IsQualifierOfC(t[i].text)) {
      break;
    }
  }
  out.end = i;
  if (i >= end) return out;
  if (t[i].Is("[") && t[i].close > i && t[i].close < end) {  // auto [a, b]
    for (uint32_t k = i + 1; k < t[i].close; ++k) {
      if (t[k].IsName()) out.bindings.push_back(k);
    }
    out.end = t[i].close + 1;
    return out;
  }
  if (t[i].Is("(") && t[i].close > i && t[i].close < end && t[i + 1].Is("*")) {  // (*name)(…)
    for (uint32_t k = i + 1; k < t[i].close; ++k) {
      if (t[k].IsName() && !IsQualifierOfC(t[k].text)) {
        out.name = k;
        break;
      }
    }
    out.function_pointer = true;
    ++out.pointers;
    i = t[i].close + 1;
    if (i < end && t[i].Is("(") && t[i].close > 0) i = t[i].close + 1;
  } else if (t[i].IsName() && !IsStatementWordOfC(t[i].text)) {
    out.name = i++;
  } else {
    return out;
  }
  while (i < end && t[i].Is("[") && t[i].close > i) {
    out.array = true;
    i = t[i].close + 1;
  }
  out.end = i;
  return out;
}

std::vector<CRange> SplitCommas(const std::vector<UnitToken>& t, CRange range) {
  std::vector<CRange> out;
  if (range.empty()) return out;
  uint32_t from = range.begin;
  for (uint32_t i = range.begin; i < range.end; ++i) {
    const bool opens = t[i].Is("(") || t[i].Is("[") || t[i].Is("{");
    if (opens && t[i].close > i && t[i].close < range.end) {
      i = t[i].close;
    } else if (t[i].Is("<") && i > range.begin && t[i - 1].IsName()) {
      const uint32_t behind = PastAngles(t, i, range.end);
      // `f(a < b, c > d)` is rare; `f<A, B>(x)` is not.
      if (behind > i && behind < range.end &&
          (t[behind].Is("(") || t[behind].Is("{") || t[behind].Is("::") || t[behind].IsName() ||
           t[behind].Is("*") || t[behind].Is("&"))) {
        i = behind - 1;
      }
    } else if (t[i].Is(",")) {
      out.push_back({from, i});
      from = i + 1;
    }
  }
  out.push_back({from, range.end});
  if (out.back().empty()) out.pop_back();
  return out;
}

void ReadFormals(const std::vector<UnitToken>& t, CRange range, SymbolTable& symbols,
                 CRoutine* routine) {
  constexpr size_t kMost = 64;
  for (const CRange& one : SplitCommas(t, range)) {
    if (t[one.begin].Is("...")) {
      routine->variadic = true;
      continue;
    }
    if (routine->formals.size() >= kMost) break;
    CFormal formal;
    uint32_t stop = one.begin;
    while (stop < one.end && !t[stop].Is("=")) ++stop;
    if (stop + 1 < one.end) formal.initial = {stop + 1, one.end};
    const CSpecifiers type = ReadSpecifiers(t, one.begin, stop);
    if (one.end == one.begin + 1 && t[one.begin].IsName("void")) continue;
    const CDeclarator declared = ReadDeclarator(t, type.end, stop);
    formal.type = symbols.Intern(type.type);
    formal.pointers = declared.pointers;
    formal.reference = declared.reference;
    formal.array = declared.array;
    if (declared.name > 0) formal.name = symbols.Intern(t[declared.name].text);
    if (declared.name > 0 && t[declared.end].Is("...")) routine->variadic = true;
    routine->formals.push_back(formal);
  }
}

}  // namespace flagcensus
