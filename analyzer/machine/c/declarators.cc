#include "analyzer/machine/c/declarators.h"

#include <algorithm>

#include "analyzer/base/characters.h"

namespace flagcensus {
namespace {

// The name in `(*name)(`, `(*name[2])(` or `(&name)[` at `open`; 0 where no such declarator stands.
uint32_t PointerName(const UnitTokens& t, uint32_t open, uint32_t end) {
  const uint32_t close = t[open].close;
  if (close <= open || close + 1 >= end) return 0;
  if (!t[close + 1].Is("(") && !t[close + 1].Is("[")) return 0;
  bool points = false;
  for (uint32_t k = open + 1; k < close; ++k) {
    if (t[k].Is("*") || t[k].Is("&") || t[k].Is("^")) {
      points = true;
    } else if (points && t[k].IsName() && !IsQualifierOfC(t[k])) {
      return k + 1 == close || t[k + 1].Is("[") ? k : 0;
    } else if (!t[k].IsName() && !t[k].Is("::")) {
      return 0;
    }
  }
  return 0;
}

// `decltype(…)`, `typeof(…)` at `at`: behind it; else `at`.
uint32_t PastTypeOf(const UnitTokens& t, uint32_t at, uint32_t end) {
  const bool word = t[at].IsName("decltype") || t[at].IsName("typeof") ||
                    t[at].IsName("__typeof__") || t[at].IsName("__typeof") ||
                    t[at].IsName("typeof_unqual") || t[at].IsName("__auto_type");
  if (!word) return at;
  if (t[at].IsName("__auto_type")) return at + 1;
  const bool closed = at + 1 < end && t[at + 1].Is("(") && t[at + 1].close > 0;
  return closed && t[at + 1].close < end ? t[at + 1].close + 1 : at;
}

// A name at `at`, qualified and with template arguments: what it is called goes to `name`.
uint32_t PastQualifiedName(const UnitTokens& t, uint32_t at, uint32_t end, std::string* name) {
  const uint32_t begin = at;
  while (at < end && (t[at].IsName() || t[at].Is("::"))) {
    const bool follows = at > begin && !t[at - 1].Is("::") && !t[at - 1].IsName("template");
    if (t[at].IsName() && follows) break;
    *name += t.Text(at);
    ++at;
    if (at >= end || !t[at].Is("<")) continue;
    const uint32_t behind = PastAngles(t, at, end);
    if (behind == at) break;
    for (uint32_t k = at; k < behind; ++k) {
      if (t[k].IsName() && t[k - 1].IsName()) *name += ' ';
      *name += t.Text(k);
    }
    at = behind;
  }
  return at;
}

}  // namespace

uint32_t PastAttribute(const UnitTokens& t, uint32_t at, uint32_t end) {
  if (t[at].IsName() && IsBetween(t[at].text, "__attribute__", "_Pragma")) {
    return at + 1 < end && t[at + 1].Is("(") && t[at + 1].close > 0 ? t[at + 1].close + 1 : at + 1;
  }
  const bool brackets = at + 1 < end && t[at].Is("[") && t[at + 1].Is("[") && t[at].close > at &&
                        t[at + 1].close + 1 == t[at].close;  // not [[object read] again]
  return brackets ? t[at].close + 1 : at;
}

bool IsTypeWordOfC(std::string_view word) {
  const auto at = std::find(kUnitWords.begin(), kUnitWords.end(), word);
  return IsBetween(static_cast<uint32_t>(at - kUnitWords.begin()), "void", "__int128");
}

bool IsMacroNameOfC(std::string_view word) { return word.starts_with("__") || !HasLower(word); }

uint32_t PastAngles(const UnitTokens& t, uint32_t open, uint32_t end) {
  constexpr uint32_t kMaxReach = 400;
  int depth = 0;
  for (uint32_t i = open; i < end && i - open < kMaxReach; ++i) {
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

CSpecifiers ReadSpecifiers(const UnitTokens& t, uint32_t begin, uint32_t end) {
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
    if (IsStatementWordOfC(t[i])) break;
    if (IsQualifierOfC(t[i])) {
      out.is_static = out.is_static || t[i].IsName("static");
      out.is_constant = out.is_constant || t[i].IsName("const") || t[i].IsName("constexpr") ||
                        t[i].IsName("constinit") || t[i].IsName("consteval");
      out.is_extern = out.is_extern || t[i].IsName("extern");
      ++i;
      continue;
    }
    if (IsTypeWordOfC(t[i])) {
      if (!out.type.empty()) out.type += ' ';
      out.type += t.Text(i);
      typed = true;
      ++i;
      continue;
    }
    if (typed) break;
    if (const uint32_t behind = PastTypeOf(t, i, end); behind > i) {
      out.type = "auto";
      typed = true;
      i = behind;
      continue;
    }
    std::string name;
    const uint32_t at = PastQualifiedName(t, i, end, &name);
    if (at == i) break;
    out.type += (out.type.empty() ? "" : " ") + name;
    typed = true;
    i = at;
  }
  out.end = typed ? i : begin;
  return out;
}

CDeclarator ReadDeclarator(const UnitTokens& t, uint32_t begin, uint32_t end) {
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
    } else if (!t[i].IsName() || !IsQualifierOfC(t[i])) {
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
  const uint32_t pointer = t[i].Is("(") ? PointerName(t, i, end) : 0;
  if (pointer > 0) {
    out.name = pointer;
    out.function_pointer = true;
    out.array = t[pointer + 1].Is("[");
    ++out.pointers;
    const uint32_t behind = t[i].close + 1;  // its '(' or '['
    i = t[behind].close > behind ? t[behind].close + 1 : behind;
  } else if (t[i].IsName() && !IsStatementWordOfC(t[i])) {
    out.name = i++;
  } else {
    return out;
  }
  while (i < end) {
    const uint32_t past = PastAttribute(t, i, end);
    const bool dimension = past == i && t[i].Is("[") && t[i].close > i;
    if (past == i && !dimension) break;
    out.array = out.array || dimension;
    i = dimension ? t[i].close + 1 : past;
  }
  out.end = i;
  return out;
}

std::vector<CRange> SplitCommas(const UnitTokens& t, CRange range) {
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

void ReadFormals(const UnitTokens& t, CRange range, SymbolTable& symbols, CRoutine* routine) {
  for (const CRange& one : SplitCommas(t, range)) {
    if (t[one.begin].Is("...")) {
      routine->variadic = true;
      continue;
    }
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
    if (declared.name > 0) formal.name = symbols.Intern(t.Text(declared.name));
    if (declared.name > 0 && t[declared.end].Is("...")) routine->variadic = true;
    routine->formals.push_back(formal);
  }
}

}  // namespace flagcensus
