// Loops ([stmt.iter]).
#include <algorithm>

#include "analyzer/machine/c/body_parser.h"

namespace flagcensus {

CNodeId CBodyParser::For() {
  const uint32_t at = i_++;
  if (IsName("co_await")) ++i_;
  if (!Is("(")) return kNoCNode;
  const uint32_t open = i_;
  const uint32_t close = Close(open);
  std::vector<uint32_t> parts;
  uint32_t colon = 0;
  for (uint32_t k = open + 1; k < close; ++k) {
    const bool opens = t_[k].Is("(") || t_[k].Is("{") || t_[k].Is("[");
    if (opens && t_[k].close > k) k = t_[k].close;
    if (t_[k].Is(";")) parts.push_back(k);
    if (t_[k].Is(":") && colon == 0) colon = k;
  }
  if (parts.empty() && colon > 0) return RangeFor(at, {open + 1, colon}, close);
  if (parts.size() == 1 && colon > parts[0]) {  // for (auto all = f(); auto& one : all)
    const CNodeId block = Make(CNodeKind::kBlock, at);
    const CNodeId before = Condition({open + 1, parts[0]}, false);
    const CNodeId loop = RangeFor(at, {parts[0] + 1, colon}, close);
    At(block).parts = {before, loop};
    return block;
  }
  CNodeId first = kNoCNode;
  CNodeId condition = kNoCNode;
  CNodeId step = kNoCNode;
  if (parts.size() == 2) {
    first = Condition({open + 1, parts[0]}, false);
    condition = Condition({parts[0] + 1, parts[1]}, true);
    step = Expression({parts[1] + 1, close});
  }
  i_ = std::min(close + 1, end_);
  const CNodeId body = Statement();
  const CNodeId made = Make(CNodeKind::kLoop, at);
  At(made).parts = {first, condition, step, body};
  return made;
}

CNodeId CBodyParser::RangeFor(uint32_t at, CRange variable, uint32_t close) {
  const uint32_t end = end_;
  i_ = variable.begin;
  end_ = variable.end;
  const CNodeId declared = Declaration(variable.end);
  end_ = end;
  const CNodeId range = Initial({variable.end + 1, close});
  i_ = std::min(close + 1, end_);
  const CNodeId body = Statement();
  const CNodeId made = Make(CNodeKind::kRangeFor, at);
  At(made).parts = {declared, range, body};
  return made;
}

CNodeId CBodyParser::While() {
  const uint32_t at = i_++;
  if (!Is("(")) return kNoCNode;
  const uint32_t close = Close(i_);
  const CNodeId condition = Condition({i_ + 1, close}, true);
  i_ = std::min(close + 1, end_);
  const CNodeId body = Statement();
  const CNodeId made = Make(CNodeKind::kLoop, at);
  At(made).parts = {kNoCNode, condition, kNoCNode, body};
  return made;
}

CNodeId CBodyParser::DoWhile() {
  const uint32_t at = i_++;
  const CNodeId body = Statement();
  CNodeId condition = kNoCNode;
  if (IsName("while") && t_[i_ + 1].Is("(")) {
    ++i_;
    const uint32_t close = Close(i_);
    condition = Expression({i_ + 1, close});
    i_ = std::min(close + 1, end_);
  }
  const CNodeId made = Make(CNodeKind::kLoop, at);
  At(made).flags = CNode::kAfter;
  At(made).parts = {kNoCNode, condition, kNoCNode, body};
  return made;
}

}  // namespace flagcensus
