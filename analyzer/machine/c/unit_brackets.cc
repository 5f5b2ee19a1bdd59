#include "analyzer/machine/c/unit_brackets.h"

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace flagcensus {
namespace {

// The bracket that closes the one of this number; 0 if it is none that opens.
constexpr uint32_t ClosingNumber(uint32_t text) {
  constexpr UnitWord kOpen[] = {"(", "[", "{"};
  constexpr UnitWord kClose[] = {")", "]", "}"};
  for (size_t i = 0; i < std::size(kOpen); ++i) {
    if (kOpen[i].number() == text) return kClose[i].number();
  }
  return 0;
}

bool IsClosing(const UnitToken& token) { return token.Is(")") || token.Is("]") || token.Is("}"); }

}  // namespace

bool HasMatchingBrackets(const std::vector<UnitToken>& tokens) {
  std::vector<uint32_t> wanted;
  for (const UnitToken& token : tokens) {
    if (token.kind != CToken::Kind::kPunctuation) continue;
    if (const uint32_t closing = ClosingNumber(token.text); closing > 0) wanted.push_back(closing);
    if (!IsClosing(token)) continue;
    if (wanted.empty() || wanted.back() != token.text) return false;
    wanted.pop_back();
  }
  return wanted.empty();
}

void MatchUnitBrackets(std::vector<UnitToken>* tokens) {
  std::vector<UnitToken>& t = *tokens;
  std::vector<size_t> open;
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i].kind != CToken::Kind::kPunctuation) continue;
    if (ClosingNumber(t[i].text) > 0) open.push_back(i);
    if (!IsClosing(t[i])) continue;
    const auto matches = [&](size_t at) { return ClosingNumber(t[at].text) == t[i].text; };
    // A '}' closes a block whatever was left open in it.
    size_t at = open.size();
    while (at > 0 && !matches(open[at - 1]) && t[i].Is("}")) --at;
    if (at == 0 || !matches(open[at - 1])) continue;
    t[open[at - 1]].close = static_cast<uint32_t>(i);
    open.resize(at - 1);
  }
}

}  // namespace flagcensus
