// Statements (ISO/IEC 14882, [stmt]). One that is not understood ends at its ';' or '}'.
#include <algorithm>

#include "analyzer/machine/c/body_parser.h"

namespace flagcensus {

CNodeId CBodyParser::Body(const CRange& body) {
  const CNodeId block = Block(body.begin);
  const uint32_t behind = t_[body.begin].close + 1;
  if (behind >= body.end || !t_[behind].IsName("catch")) return block;
  i_ = behind;
  end_ = body.end;
  const CNodeId tried = Make(CNodeKind::kTry, body.begin);
  At(tried).parts.push_back(block);
  Handlers(tried);
  const CNodeId made = Make(CNodeKind::kBlock, body.begin);
  At(made).parts.push_back(tried);
  return made;
}

CNodeId CBodyParser::Block(uint32_t open) {
  const CNodeId block = Make(CNodeKind::kBlock, open);
  const uint32_t close = t_[open].close;
  if (close <= open) return block;
  i_ = open + 1;
  end_ = close;
  Statements(block, close);
  return block;
}

void CBodyParser::Statements(CNodeId block, uint32_t end) {
  const uint32_t outer = end_;
  end_ = end;
  while (i_ < end) {
    const uint32_t before = i_;
    const CNodeId one = Statement();
    if (one != kNoCNode) At(block).parts.push_back(one);
    if (i_ == before) ++i_;
  }
  i_ = end;
  end_ = outer;
}

void CBodyParser::PastStatement() {
  while (i_ < end_ && !t_[i_].Is(";")) {
    const bool opens = t_[i_].Is("(") || t_[i_].Is("[") || t_[i_].Is("{");
    i_ = opens && t_[i_].close > i_ ? t_[i_].close + 1 : i_ + 1;
  }
  i_ = std::min(i_ + 1, end_);
}

CNodeId CBodyParser::Cut() {
  const CNodeId unknown = Make(CNodeKind::kUnknown, std::min(i_, end_));
  ++u_.skipped_;
  i_ = end_;
  return unknown;
}

// Whether a ';' stands between the brace at `open` and its end, and in no other bracket.
bool CBodyParser::HoldsStatements(uint32_t open) const {
  const uint32_t close = Close(open);
  for (uint32_t k = open + 1; k < close; ++k) {
    if (t_[k].Is(";")) return true;
    const bool opens = t_[k].Is("(") || t_[k].Is("[") || t_[k].Is("{");
    if (opens && t_[k].close > k) k = t_[k].close;
  }
  return false;
}

// Past what is no statement to run: assembly, assertions of the compiler, attributes and macros in
// front of one.
bool CBodyParser::PassedOver() {
  const UnitToken& token = t_[i_];
  if (token.IsName("asm") || token.IsName("__asm__") || token.IsName("__asm") ||
      token.IsName("static_assert") || token.IsName("_Static_assert")) {
    while (i_ < end_ && t_[i_].IsName()) ++i_;
    if (Is("{")) {
      i_ = std::min(Close(i_) + 1, end_);
    } else {
      PastStatement();
    }
    return true;
  }
  const bool named = t_[i_ + 1].Is("{") && token.IsName() && !IsStatementWordOfC(token) &&
                     !IsTypeWordOfC(token) && !IsQualifierOfC(token);
  if ((named && HoldsStatements(i_ + 1)) || (token.Is("@") && t_[i_ + 1].IsName())) {
    ++i_;  // forever { … }, @try { … }
    return true;
  }
  const bool word = token.IsName("alignas") || token.IsName("_Alignas") || token.IsName("explicit");
  const uint32_t past = word ? i_ : PastAttribute(t_, i_, end_);
  const bool passed = past > i_;
  i_ = past;
  return passed;
}

CNodeId CBodyParser::Statement() {
  while (i_ < end_ && PassedOver()) {
  }
  if (i_ >= end_) return kNoCNode;
  if (++depth_ > kMaxDepth) {
    --depth_;
    Cut();
    return kNoCNode;
  }
  CNodeId out = kNoCNode;
  const UnitToken& token = t_[i_];
  if (token.Is(";")) {
    ++i_;
  } else if (token.Is("#if")) {
    out = Branches();
  } else if (token.Is("#else") || token.Is("#endif") || token.Is("}")) {
    ++i_;
  } else if (token.Is("{")) {
    const uint32_t close = Close(i_);
    out = Make(CNodeKind::kBlock, i_);
    ++i_;
    Statements(out, close);
    i_ = std::min(close + 1, end_);
  } else if (token.IsName() && IsStatementWordOfC(token)) {
    out = Keyword();
  } else if (token.IsName() && t_[i_ + 1].Is(":")) {
    out = Make(CNodeKind::kLabel, i_, u_.SymbolAt(i_));
    i_ += 2;
  } else {
    out = Simple();
  }
  --depth_;
  return out;
}

CNodeId CBodyParser::Branches() {
  const CNodeId made = Make(CNodeKind::kEither, i_);
  int depth = 0;
  uint32_t from = i_ + 1;
  uint32_t at = i_;
  for (; at < end_; ++at) {
    if (t_[at].Is("#if")) ++depth;
    const bool next = depth == 1 && (t_[at].Is("#else") || t_[at].Is("#endif"));
    if (next) {
      const CNodeId block = Make(CNodeKind::kBlock, from);
      i_ = from;
      Statements(block, at);
      At(made).parts.push_back(block);
      from = at + 1;
    }
    if (t_[at].Is("#endif") && --depth == 0) break;
  }
  i_ = std::min(at + 1, end_);
  return made;
}

CNodeId CBodyParser::Keyword() {
  const uint32_t at = i_;
  const UnitToken& word = t_[i_];
  if (word.IsName("if")) return If();
  if (word.IsName("for")) return For();
  if (word.IsName("while")) return While();
  if (word.IsName("do")) return DoWhile();
  if (word.IsName("switch")) return Switch();
  if (word.IsName("try")) return Try();
  if (word.IsName("return") || word.IsName("co_return")) return Return();
  if (word.IsName("case") || word.IsName("default")) return Case();
  if (word.IsName("break") || word.IsName("continue")) {
    const CNodeId made = Make(word.IsName("break") ? CNodeKind::kBreak : CNodeKind::kContinue, at);
    PastStatement();
    return made;
  }
  if (word.IsName("goto")) {
    const CNodeId made = Make(CNodeKind::kGoto, at, u_.SymbolAt(i_ + 1));
    PastStatement();
    return made;
  }
  if (word.IsName("else") || word.IsName("catch")) {  // without what it belongs to
    ++i_;
    return kNoCNode;
  }
  if (word.IsName("using") || word.IsName("typedef")) {
    PastStatement();
    return kNoCNode;
  }
  return Simple();
}

CNodeId CBodyParser::Return() {
  const uint32_t begin = i_ + 1;
  const CNodeId made = Make(CNodeKind::kReturn, i_++);
  PastStatement();
  const uint32_t stop = i_ > begin && t_[i_ - 1].Is(";") ? i_ - 1 : i_;
  const CNodeId value = t_[begin].Is("{") ? Initial({begin, stop}) : Expression({begin, stop});
  At(made).parts = {value};
  return made;
}

CNodeId CBodyParser::Case() {
  const bool otherwise = IsName("default");
  const CNodeId made = Make(CNodeKind::kCase, i_++);
  uint32_t stop = i_;
  while (stop < end_ && !t_[stop].Is(":")) ++stop;
  const CNodeId value = otherwise ? kNoCNode : Expression({i_, stop});
  At(made).parts = {value};
  i_ = std::min(stop + 1, end_);
  return made;
}

// What stands between `if` and its branch: `(…)`, `constexpr (…)`, `!consteval`.
CNodeId CBodyParser::IfCondition() {
  if (IsName("constexpr")) ++i_;
  if (Is("(")) {
    const uint32_t close = Close(i_);
    const CNodeId condition = Condition({i_ + 1, close}, true);
    i_ = std::min(close + 1, end_);
    return condition;
  }
  while (Is("!") || IsName("consteval")) ++i_;
  return Make(CNodeKind::kUnknown, i_);
}

// Each `else if` is the part of the one before, however many there are.
CNodeId CBodyParser::If() {
  CNodeId first = kNoCNode;
  CNodeId before = kNoCNode;
  while (true) {
    const CNodeId made = Make(CNodeKind::kIf, i_++);
    const CNodeId condition = IfCondition();
    const CNodeId then = Statement();
    At(made).parts = {condition, then, kNoCNode};
    if (before == kNoCNode) {
      first = made;
    } else {
      At(before).parts[2] = made;
    }
    before = made;
    if (!IsName("else")) return first;
    ++i_;
    if (IsName("if")) continue;
    const CNodeId otherwise = Statement();
    At(made).parts[2] = otherwise;
    return first;
  }
}

CNodeId CBodyParser::Switch() {
  const uint32_t at = i_++;
  if (!Is("(")) return kNoCNode;
  const uint32_t close = Close(i_);
  const CNodeId what = Condition({i_ + 1, close}, true);
  i_ = std::min(close + 1, end_);
  const CNodeId body = Statement();
  const CNodeId made = Make(CNodeKind::kSwitch, at);
  At(made).parts = {what, body};
  return made;
}

CNodeId CBodyParser::Try() {
  const uint32_t at = i_++;
  const CNodeId made = Make(CNodeKind::kTry, at);
  const CNodeId body = Statement();
  At(made).parts.push_back(body);
  Handlers(made);
  return made;
}

void CBodyParser::Handlers(CNodeId made) {
  while (IsName("catch") || (Is("@") && t_[i_ + 1].IsName("catch"))) {
    i_ += Is("@") ? 2 : 1;
    if (Is("(")) i_ = std::min(Close(i_) + 1, end_);
    const CNodeId handler = Statement();
    At(made).parts.push_back(handler);
  }
}

}  // namespace flagcensus
