#include "analyzer/c/held.h"

#include <algorithm>

namespace flagcensus {
namespace {

using Kind = CToken::Kind;
using Tokens = std::vector<CToken>;

constexpr size_t kMaxStatement = 4000;  // tokens

}  // namespace

bool Replaces(const Tokens& t, size_t i, size_t from, size_t end, const std::string& variable) {
  if (i < from + 2 || !t[i].IsName(variable) || !t[i + 1].Is("=")) return false;
  if (!t[i - 1].Is(";") && !t[i - 1].Is("}") && !t[i - 1].Is("{")) return false;
  if (t[i].condition != -1 && t[i].condition != t[from].condition) return false;
  size_t at = i + 2;  // v = trim(v)
  while (at < end && !t[at].Is(";") && !t[at].IsName(variable)) ++at;
  return at < end && t[at].Is(";");
}

size_t HeldUntil(const Tokens& t, size_t from, size_t end, const std::string& variable) {
  int depth = 0;
  int lowest = 0;
  for (size_t i = from; i + 1 < end; ++i) {
    if (t[i].Is("{")) ++depth;
    if (t[i].Is("}")) lowest = std::min(lowest, --depth);
    if (depth <= lowest && !t[i - 1].Is("{") && Replaces(t, i, from, end, variable)) return i;
  }
  return end;
}

std::set<std::string> MadeOf(const Tokens& t, size_t begin, size_t end,
                             const std::string& variable) {
  std::set<std::string> made = {variable};
  for (size_t i = begin; i + 1 < end; ++i) {
    if (t[i].kind != Kind::kName || !t[i + 1].Is("=")) continue;
    for (size_t k = i + 2; k < end && k < i + kMaxStatement && !t[k].Is(";"); ++k) {
      if (t[k].kind == Kind::kName && made.count(t[k].text) > 0) {
        made.insert(t[i].text);
        break;
      }
    }
  }
  return made;
}

}  // namespace flagcensus
