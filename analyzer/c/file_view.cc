// Brackets, names and declarations at a position of a file.
//
//   Reader::get<int>("A")      CalleeBegin at `get` ─→ `Reader`, SkipAngles at '<' ─→ '>'
//   row* at = rows;            IsDeclared at `at` ─→ true
#include "analyzer/c/file_view.h"

#include <algorithm>
#include <string_view>

namespace flagcensus {

size_t CFileView::Enclosing(size_t at, size_t body) const {
  const uint32_t brace = BraceAround(at);
  return brace == kNone || brace < body ? body : brace;
}

size_t CFileView::OpenOf(size_t at, size_t body) const {
  const std::string& close = t_[at].text;
  const std::string_view open = close == ")" ? "(" : "{";
  // A bracket further back is not found.
  constexpr size_t kMaxBackwards = 4000;  // tokens
  int depth = 0;
  for (size_t i = at + 1; i-- > body && at - i < kMaxBackwards;) {
    if (t_[i].Is(close)) ++depth;
    if (t_[i].Is(open) && --depth == 0) return i;
  }
  return body;
}

size_t CFileView::SkipAngles(size_t open, size_t end) const {
  int depth = 0;
  // `>>` closes two lists. Brackets are skipped, because `<` and `>` in them are comparisons.
  for (size_t i = open; i < end; ++i) {
    if (t_[i].Is("<")) ++depth;
    if (t_[i].Is(">") && --depth == 0) return i;
    if (t_[i].Is(">>") && (depth -= 2) <= 0) return i;
    if (t_[i].Is("(")) i = std::min(Match(i), end);
  }
  return open;
}

// From `getenv` of `std::getenv` back to `std`, or to a leading `::`.
size_t CFileView::CalleeBegin(size_t i) const {
  size_t begin = i;
  while (begin >= 2 && t_[begin - 1].Is("::") && t_[begin - 2].kind == Kind::kName) begin -= 2;
  return begin >= 1 && t_[begin - 1].Is("::") ? begin - 1 : begin;
}

// Whether the name at `i` is declared there: a type word, or `*`, `&`, `>` after one, precedes it.
//
//   int x = 1;    row* x;    std::vector<row> x;    for (auto& x : rows)     ─→ true
//   return x;     a >> x;    a > x;    goto x;    sizeof x                   ─→ false
bool CFileView::IsDeclared(size_t i) const {
  if (i < 1) return false;
  // What can follow the name of a declared variable.
  const CToken& next = t_[i + 1];
  if (!next.Is("=") && !next.Is("(") && !next.Is("{") && !next.Is(":") && !next.Is(";") &&
      !next.Is("[") && !next.Is(",")) {
    return false;
  }
  size_t at = i - 1;
  while (at > 0 && (t_[at].Is("*") || t_[at].Is("&") || t_[at].Is("&&"))) --at;
  // `std::vector<T> x` declares; `a >> x` and `a > x`, without a template's list, do not.
  if (t_[at].Is(">") || t_[at].Is(">>")) {
    constexpr size_t kMaxList = 60;  // tokens
    int depth = 0;
    for (size_t k = at; k > 0 && at - k < kMaxList; --k) {
      if (t_[k].Is(">")) ++depth;
      if (t_[k].Is(">>")) depth += 2;
      if (t_[k].Is("<") && --depth == 0) return t_[k - 1].kind == Kind::kName;
      if (depth < 0 || IsComparison(t_[k]) || t_[k].Is(";") || t_[k].Is("{") || t_[k].Is("}") ||
          t_[k].Is("&&") || t_[k].Is("||") || t_[k].Is("=") || t_[k].Is("<<")) {
        return false;
      }
    }
    return false;
  }
  if (!IsTypeWord(t_[at]) || IsCallContext(t_[at])) return false;
  if (t_[at].text == "goto" || t_[at].text == "delete" || t_[at].text == "case" ||
      t_[at].text == "sizeof" || t_[at].text == "alignof") {
    return false;
  }
  if (at == i - 1) return true;
  // `a * b;` is a declaration if a statement begins with it.
  const CToken& before = t_[at > 0 ? at - 1 : 0];
  return before.kind == Kind::kName || before.Is(";") || before.Is("{") || before.Is("}") ||
         before.Is("(") || before.Is("::") || before.Is(":");
}

bool CFileView::SameTokens(size_t at, std::pair<size_t, size_t> range) const {
  for (size_t i = range.first; i < range.second; ++i, ++at) {
    if (at >= t_.size() || t_[at].kind != t_[i].kind || t_[at].text != t_[i].text) return false;
  }
  return true;
}

bool CFileView::Mentions(size_t from, size_t to, const std::set<std::string>& names) const {
  if (names.empty()) return false;
  for (size_t i = from; i < to; ++i) {
    if (t_[i].kind == Kind::kName && names.count(t_[i].text) > 0) return true;
  }
  return false;
}

}  // namespace flagcensus
