// Scopes and declarations of locals, by the tokens between a declaration and the use.
//
//   if (row* at = find()) { use(at); }     the scope of `at` ends with the block after the `if`
#include "analyzer/c/local_scopes.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace flagcensus {

size_t CLocalScopes::FindScopeEnd(size_t i, std::pair<size_t, size_t> body) const {
  constexpr size_t kMaxHead = 80;  // tokens before it within for (...)
  // In the head of a `for`, `if` or `catch`, the scope is the statement after the head; otherwise
  // it is the enclosing block.
  int depth = 0;
  for (size_t k = i; k-- > body.first && i - k < kMaxHead;) {
    if (t_[k].Is(")")) ++depth;
    if (depth == 0 && (t_[k].Is("{") || t_[k].Is("}"))) break;
    if (!t_[k].Is("(") || depth-- > 0) continue;
    static const std::set<std::string_view> kHeads = {"for", "if", "while", "switch", "catch"};
    if (k == 0 || kHeads.count(t_[k - 1].text) == 0) break;
    size_t end = file_.Match(k) + 1;
    if (t_[end].Is("{")) return file_.Match(end);
    while (end < body.second && !t_[end].Is(";")) {
      if (t_[end].Is("{") || t_[end].Is("(")) end = std::max(end, file_.Match(end));
      ++end;
    }
    limits_.MayLook(end - file_.Match(k));
    return end;
  }
  return file_.Match(file_.Enclosing(i, body.first));
}

//   { int n; }  { int n; use(n); }     at the use ─→ the second block
std::pair<size_t, size_t> CLocalScopes::LifeOf(const std::string& name,
                                               std::pair<size_t, size_t> body) const {
  std::pair<size_t, size_t> life = body;
  if (place_.use == 0 || place_.use < body.first || place_.use > body.second) return life;
  if (!limits_.MayLook(place_.use - body.first)) return life;
  for (size_t i = body.first + 1; i < place_.use; ++i) {
    if (!t_[i].IsName(name) || !file_.IsDeclared(i)) continue;
    const size_t end = FindScopeEnd(i, body);
    // The last declaration with a scope that includes the use hides the others.
    if (end > place_.use) life = {i - 1, end};
  }
  return life;
}

std::string CLocalScopes::TypeOfLocal(const std::string& name) const {
  if (place_.function < 0) return "";
  const auto body = functions_.BodyOf(place_.function);
  const auto [open, close] = LifeOf(name, body);
  for (size_t i = open + 1; i < close && i < t_.size(); ++i) {
    if (!t_[i].IsName(name)) continue;
    if (file_.IsDeclared(i)) return TypeBefore(t_, body.first, i);
    // struct row *at, *name;
    if (!t_[i - 1].Is(",") && !(t_[i - 1].Is("*") && t_[i - 2].Is(","))) continue;
    size_t first = i;
    while (first > body.first && !t_[first].Is(";") && !t_[first].Is("{") && !t_[first].Is("}") &&
           !t_[first].Is("(")) {
      --first;
    }
    if (t_[first].Is("(")) continue;
    size_t type = first + 1;
    while (t_[type].IsName("const") || t_[type].IsName("struct") || t_[type].IsName("static")) {
      ++type;
    }
    const bool declares = t_[type].kind == Kind::kName && type + 1 < i &&
                          (t_[type + 1].kind == Kind::kName || t_[type + 1].Is("*"));
    if (declares && IsTypeWord(t_[type])) return t_[type].text;
  }
  return "";
}

// `row r;`, `row r = {...};`, `row r = other;`: a copy. `row& r = other;` is not.
bool CLocalScopes::IsOwnRecord(const std::string& name) const {
  if (place_.function < 0) return false;
  const auto [open, close] = LifeOf(name, functions_.BodyOf(place_.function));
  for (size_t i = open + 1; i < close && i < t_.size() && limits_.MayLook(1); ++i) {
    if (!t_[i].IsName(name) || !file_.IsDeclared(i)) continue;
    const auto ends = [&](size_t at) { return t_[at].Is(";") || t_[at].Is(","); };
    const bool given =
        t_[i + 1].Is("=") && (t_[i + 2].Is("{") || (t_[i + 2].kind == Kind::kName && ends(i + 3)));
    return t_[i - 1].kind == Kind::kName && (ends(i + 1) || t_[i + 1].Is("{") || given);
  }
  return false;
}

// Whether rows are inserted into the local container of that name: rows.push_back({"LEVEL", 1}). A
// type that ends in '>' makes it a container.
bool CLocalScopes::IsPutInto(const std::string& name) const {
  if (place_.function < 0) return false;
  const auto body = functions_.BodyOf(place_.function);
  bool container = false;
  for (size_t i = body.first + 1; i + 2 < body.second && limits_.MayLook(1); ++i) {
    if (!t_[i].IsName(name)) continue;
    container = container || t_[i - 1].Is(">") || t_[i - 1].Is(">>");
    if (!container) continue;
    if (t_[i + 1].Is(".") &&
        (t_[i + 2].IsName("push_back") || t_[i + 2].text.starts_with("emplace")))
      return true;
    // A macro that receives the container first adds to it; a function that only reads it counts as
    // well.
    if (t_[i - 1].Is("(") && t_[i + 1].Is(",")) return true;  // PUT(rows, "LEVEL", 1)
  }
  return false;
}

}  // namespace flagcensus
