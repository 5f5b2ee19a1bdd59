// What stands between commas: arguments, {…} with designators, a constructor's initialisers.
#include <algorithm>

#include "analyzer/machine/c/body_parser.h"

namespace flagcensus {
namespace {

// Of an #if.
bool IsMark(const UnitTokens& t, uint32_t at) {
  return t[at].kind == CToken::Kind::kPunctuation && t.Text(at).starts_with('#');
}

}  // namespace

void CBodyParser::Arguments(CNodeId call, CRange range) {
  for (const CRange& one : SplitCommas(t_, range)) {
    const CNodeId argument = t_[one.begin].Is("{") ? Initial(one) : Expression(one);
    At(call).parts.push_back(argument);
  }
}

CNodeId CBodyParser::List(uint32_t open) {
  const uint32_t close = Close(open);
  const CNodeId made = Make(CNodeKind::kList, open);
  if (++depth_ < kMaxDepth) {
    for (CRange one : SplitCommas(t_, {open + 1, close})) {
      while (!one.empty() && IsMark(t_, one.begin)) ++one.begin;
      while (!one.empty() && IsMark(t_, one.end - 1)) --one.end;
      if (one.empty()) continue;
      const CNodeId element = Element(one);
      At(made).parts.push_back(element);
    }
  } else {
    ++u_.skipped_;
  }
  --depth_;
  i_ = std::min(close + 1, end_);
  return made;
}

// `value`, `.name = value`, `[index] = value`; of `.name.other = value` a list in a list.
CNodeId CBodyParser::Element(CRange range) {
  const uint32_t at = range.begin;
  const bool named = t_[at].Is(".") && t_[at + 1].IsName();
  const uint32_t close = t_[at].Is("[") && t_[at].close < range.end ? t_[at].close : 0;
  const bool indexed = close > at && !IsMessage(at) &&
                       (t_[close + 1].Is("=") || t_[close + 1].Is(".") || t_[close + 1].Is("["));
  if (!named && !indexed) return Initial(range);
  const CNodeId made = Make(CNodeKind::kDesignated, at, named ? u_.SymbolAt(at + 1) : 0);
  uint32_t value = named ? at + 2 : close + 1;
  CNodeId of = kNoCNode;
  if (value < range.end && (t_[value].Is(".") || t_[value].Is("["))) {
    of = Make(CNodeKind::kList, value);
    if (++depth_ > kMaxDepth) {
      --depth_;
      return Cut();
    }
    const CNodeId inner = Element({value, range.end});
    --depth_;
    At(of).parts.push_back(inner);
  } else {
    if (value < range.end && t_[value].Is("=")) ++value;
    of = Initial({value, range.end});
  }
  At(made).parts.push_back(of);
  if (!named) {
    const CNodeId index = Expression({at + 1, close});
    At(made).parts.push_back(index);
  }
  return made;
}

CNodeId CBodyParser::Initial(CRange range) {
  if (range.empty()) return kNoCNode;
  if (!t_[range.begin].Is("{")) return Expression(range);
  const uint32_t i = i_;
  const uint32_t end = end_;
  end_ = range.end;
  const CNodeId out = List(range.begin);
  i_ = i;
  end_ = end;
  return out;
}

std::vector<std::pair<Symbol, CNodeId>> CBodyParser::Initialisers(const CRange& range) {
  std::vector<std::pair<Symbol, CNodeId>> out;
  end_ = range.end;
  for (uint32_t k = range.begin; k < range.end; ++k) {
    if (!t_[k].IsName()) continue;
    uint32_t open = k + 1;
    if (open < range.end && t_[open].Is("<")) open = PastAngles(t_, open, range.end);
    if (open >= range.end || !(t_[open].Is("(") || t_[open].Is("{")) || t_[open].close <= open)
      continue;
    const CNodeId made = Make(CNodeKind::kConstruct, k);
    Arguments(made, {open + 1, t_[open].close});
    out.emplace_back(u_.SymbolAt(k), made);
    k = t_[open].close;
  }
  return out;
}

}  // namespace flagcensus
