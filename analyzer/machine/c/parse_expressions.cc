// Expressions, by precedence (ISO/IEC 14882, [expr]; ISO/IEC 9899, 6.5).
#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "analyzer/c/syntax.h"
#include "analyzer/machine/c/body_parser.h"

namespace flagcensus {
namespace {

using Kind = CToken::Kind;

int PrecedenceOf(const UnitToken& token) {
  if (token.IsName("or")) return 1;
  if (token.IsName("and")) return 2;
  if (token.kind != Kind::kPunctuation) return 0;
  const uint32_t op = token.text;
  if (token.Is("||")) return 1;
  if (token.Is("&&")) return 2;
  if (token.Is("|")) return 3;
  if (token.Is("^")) return 4;
  if (token.Is("&")) return 5;
  if (IsBetween(op, "==", "!=")) return 6;
  if (IsBetween(op, "<", "<=>")) return 7;
  if (IsBetween(op, "<<", ">>")) return 8;
  if (IsBetween(op, "+", "-")) return 9;
  if (IsBetween(op, "*", "%")) return 10;
  if (IsBetween(op, ".*", "->*")) return 11;
  return 0;
}

bool IsAssignment(const UnitTokens& t, uint32_t at) {
  if (t[at].kind != Kind::kPunctuation) return false;
  const bool known = t[at].text < kUnitWords.size();  // else a literal that is not closed
  return known ? IsBetween(t[at].text, "=", ">>=") : t.Text(at).ends_with('=');
}

}  // namespace

CNodeId CBodyParser::Make(CNodeKind kind, uint32_t token, Symbol text) {
  CNode made;
  made.kind = kind;
  made.token = token;
  made.text = text;
  u_.nodes_.push_back(std::move(made));
  return static_cast<CNodeId>(u_.nodes_.size() - 1);
}

uint32_t CBodyParser::Close(uint32_t open) const {
  return t_[open].close > open && t_[open].close < end_ ? t_[open].close : end_;
}

CNodeId CBodyParser::Expression(CRange range) {
  if (range.empty()) return kNoCNode;
  const uint32_t i = i_;
  const uint32_t end = end_;
  i_ = range.begin;
  end_ = range.end;
  CNodeId out = Assignment();
  if (Is(",")) {
    const CNodeId comma = Make(CNodeKind::kComma, range.begin);
    At(comma).parts.push_back(out);
    while (Is(",")) {
      ++i_;
      const CNodeId next = Assignment();
      At(comma).parts.push_back(next);
    }
    out = comma;
  }
  i_ = i;
  end_ = end;
  return out;
}

CNodeId CBodyParser::Assignment() {
  if (i_ >= end_) return Make(CNodeKind::kUnknown, end_);
  if (++depth_ > kMaxDepth) {
    --depth_;
    return Cut();
  }
  const uint32_t at = i_;
  CNodeId left = Ternary();
  if (i_ < end_ && IsAssignment(t_, i_)) {
    const Symbol op = u_.SymbolAt(i_);
    ++i_;
    const CNodeId right = Is("{") ? List(i_) : Assignment();
    const CNodeId made = Make(CNodeKind::kAssign, at, op);
    At(made).parts = {left, right};
    left = made;
  }
  --depth_;
  return left;
}

CNodeId CBodyParser::Ternary() {
  const uint32_t at = i_;
  const CNodeId test = Binary(1);
  if (!Is("?")) return test;
  ++i_;
  CNodeId then = kNoCNode;
  if (!Is(":")) then = Assignment();
  CNodeId otherwise = kNoCNode;
  if (Is(":")) {
    ++i_;
    otherwise = Assignment();
  }
  const CNodeId made = Make(CNodeKind::kConditional, at);
  At(made).parts = {test, then, otherwise};
  return made;
}

CNodeId CBodyParser::Binary(int least) {
  CNodeId left = Unary();
  while (i_ < end_) {
    const int precedence = PrecedenceOf(t_[i_]);
    if (precedence < least || precedence == 0) break;
    if (t_[i_].IsName() && t_[i_ + 1].Is(":")) break;  // [object read:a or:b]
    const uint32_t at = i_;
    ++i_;
    const CNodeId right = Binary(precedence + 1);
    const Symbol op = t_[at].IsName("or")    ? Intern("||")
                      : t_[at].IsName("and") ? Intern("&&")
                                             : u_.SymbolAt(at);
    const CNodeId made = Make(CNodeKind::kBinary, at, op);
    At(made).parts = {left, right};
    left = made;
  }
  return left;
}

// Behind `*`, `const`, `(*)(…)` and `[]` of a type whose words end before `k`.
uint32_t CBodyParser::PastPointers(uint32_t k, uint32_t close) const {
  while (k < close) {
    const bool plain = t_[k].Is("*") || t_[k].Is("&") || t_[k].Is("&&") || t_[k].Is("^") ||
                       (t_[k].IsName() && IsQualifierOfC(t_[k]));
    if (t_[k].Is("(") && t_[k + 1].Is("*") && t_[k].close == k + 2 && t_[k + 3].close > k) {
      k = t_[k + 3].close + 1;
    } else if (t_[k].Is("[") && t_[k].close > k) {
      k = t_[k].close + 1;
    } else if (plain) {
      ++k;
    } else {
      break;
    }
  }
  return k;
}

bool CBodyParser::IsCast(uint32_t open, bool surely) const {
  const uint32_t close = Close(open);
  if (close >= end_ || close == open + 1 || close + 1 >= end_) return false;
  const CSpecifiers type = ReadSpecifiers(t_, open + 1, close);
  if (type.end == open + 1 || PastPointers(type.end, close) < close) return false;
  const bool pointer = type.end < close;
  const UnitToken& next = t_[close + 1];
  if (t_[type.end].Is("[")) return next.Is("{");
  const bool operand = next.IsName() || next.kind == Kind::kNumber || next.kind == Kind::kString ||
                       next.kind == Kind::kChar || next.Is("(");
  const bool sign = next.Is("-") || next.Is("!") || next.Is("~");
  if (pointer || IsTypeWordOfC(t_[type.end - 1])) {
    return operand || sign || next.Is("{") || next.Is("&") || next.Is("*") || next.Is("+") ||
           next.Is("[") || next.Is("@");
  }
  if (surely) return false;
  if (next.Is("(")) return type.type.ends_with("_t") || IsCast(close + 1, true);  // else (a)(b)
  return operand || next.Is("{") || (sign && type.type.ends_with("_t"));
}

CNodeId CBodyParser::Unary() {
  if (i_ >= end_) return Make(CNodeKind::kUnknown, end_);
  if (++depth_ > kMaxDepth) {
    --depth_;
    return Cut();
  }
  const CNodeId out = Operation();
  --depth_;
  return out;
}

CNodeId CBodyParser::Operation() {
  const UnitToken& token = t_[i_];
  const uint32_t at = i_;
  const bool unary = token.Is("!") || token.Is("-") || token.Is("+") || token.Is("~") ||
                     token.Is("*") || token.Is("&") || token.Is("++") || token.Is("--") ||
                     token.Is("&&") || token.IsName("not");
  if (unary) {
    ++i_;
    const CNodeId operand = Unary();
    const CNodeId out =
        Make(CNodeKind::kUnary, at, token.IsName("not") ? Intern("!") : u_.SymbolAt(at));
    At(out).parts = {operand};
    return out;
  }
  if (token.IsName("sizeof") || token.IsName("alignof") || token.IsName("_Alignof") ||
      token.IsName("noexcept")) {
    return SizeOf();
  }
  if (token.IsName("co_await") || token.IsName("__extension__")) {
    ++i_;
    return Unary();
  }
  if (token.IsName("delete") || token.IsName("throw") || token.IsName("co_yield")) {
    ++i_;
    if (token.IsName("delete") && Is("[")) i_ = std::min(Close(i_) + 1, end_);
    const CNodeId operand = i_ < end_ ? Unary() : kNoCNode;
    const CNodeId out = Make(token.IsName("throw") ? CNodeKind::kThrow : CNodeKind::kUnknown, at);
    At(out).parts = {operand};
    return out;
  }
  if (token.Is("(") && IsCast(i_, false)) return Cast();
  return Postfix(Primary());
}

CNodeId CBodyParser::SizeOf() {
  const uint32_t at = i_++;
  const bool size = !t_[at].IsName("noexcept");
  while (Is("...")) ++i_;
  if (!Is("(")) {
    Unary();
    return Make(CNodeKind::kUnknown, at);
  }
  const uint32_t close = Close(i_);
  const CNodeId of = size ? Expression({i_ + 1, close}) : kNoCNode;
  i_ = std::min(close + 1, end_);
  if (!size) return Make(CNodeKind::kUnknown, at);
  const CNodeId out = Make(CNodeKind::kUnary, at, Intern("sizeof"));
  At(out).parts = {of};
  return out;
}

// (type)operand, (type){…}, (type[]){…}
CNodeId CBodyParser::Cast() {
  const uint32_t at = i_;
  const uint32_t close = Close(i_);
  const CSpecifiers type = ReadSpecifiers(t_, i_ + 1, close);
  std::string name = type.type;
  for (uint32_t k = type.end; k < close; ++k) {
    if (t_[k].Is("[")) name += "[]";
    if (t_[k].Is("*")) name += "*";
  }
  i_ = close + 1;
  const CNodeId operand = Is("{") ? List(i_) : Unary();
  const CNodeId out = Make(CNodeKind::kCast, at);
  At(out).type = Intern(name);
  At(out).parts = {operand};
  return Is("[") || Is(".") || Is("->") ? Postfix(out) : out;
}

CNodeId CBodyParser::Postfix(CNodeId left) {
  while (i_ < end_) {
    const uint32_t at = i_;
    if (Is("(")) {
      const uint32_t close = Close(i_);
      const CNodeId made = Make(CNodeKind::kCall, at);
      At(made).parts = {left};
      Arguments(made, {i_ + 1, close});
      i_ = std::min(close + 1, end_);
      left = made;
    } else if (Is("[")) {
      const uint32_t close = Close(i_);
      const CNodeId index = Expression({i_ + 1, close});
      const CNodeId made = Make(CNodeKind::kIndex, at);
      At(made).parts = {left, index};
      i_ = std::min(close + 1, end_);
      left = made;
    } else if (Is(".") || Is("->")) {
      const CNodeId made = Member();
      if (made == kNoCNode) break;
      At(made).parts = {left};
      left = made;
    } else if (Is("++") || Is("--")) {
      const CNodeId made = Make(CNodeKind::kPostfix, at, u_.SymbolAt(i_));
      At(made).parts = {left};
      ++i_;
      left = made;
    } else {
      break;
    }
  }
  return left;
}

// `.name`, `->Base::name`, `.template name<T>`, `.~name`
CNodeId CBodyParser::Member() {
  ++i_;
  if (IsName("template")) ++i_;
  while (i_ + 2 < end_ && t_[i_].IsName() && t_[i_ + 1].Is("::")) i_ += 2;
  const bool destroys = Is("~");
  if (destroys) ++i_;
  if (i_ >= end_ || !t_[i_].IsName()) return kNoCNode;
  const Symbol name = destroys ? Intern("~" + std::string(t_.Text(i_))) : u_.SymbolAt(i_);
  const CNodeId made = Make(CNodeKind::kMember, i_, name);
  ++i_;
  if (Is("<")) {
    const uint32_t behind = PastAngles(t_, i_, end_);
    if (behind > i_ && behind < end_ && t_[behind].Is("(")) i_ = behind;
  }
  return made;
}

}  // namespace flagcensus
