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
  const std::string& op = token.text;
  if (op == "||") return 1;
  if (op == "&&") return 2;
  if (op == "|") return 3;
  if (op == "^") return 4;
  if (op == "&") return 5;
  if (op == "==" || op == "!=") return 6;
  if (op == "<" || op == ">" || op == "<=" || op == ">=" || op == "<=>") return 7;
  if (op == "<<" || op == ">>") return 8;
  if (op == "+" || op == "-") return 9;
  if (op == "*" || op == "/" || op == "%") return 10;
  if (op == ".*" || op == "->*") return 11;
  return 0;
}

bool IsAssignment(const UnitToken& token) {
  if (token.kind != Kind::kPunctuation || token.text.back() != '=') return false;
  return token.text != "==" && token.text != "!=" && token.text != "<=" && token.text != ">=";
}

bool IsNamedCast(std::string_view word) {
  return word == "static_cast" || word == "const_cast" || word == "reinterpret_cast" ||
         word == "dynamic_cast";
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
  if (++depth_ > kMostDepth || i_ >= end_) {
    --depth_;
    const CNodeId unknown = Make(CNodeKind::kUnknown, std::min<uint32_t>(i_, end_));
    i_ = end_;
    return unknown;
  }
  const uint32_t at = i_;
  CNodeId left = Ternary();
  if (i_ < end_ && IsAssignment(t_[i_])) {
    const Symbol op = Intern(t_[i_].text);
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
    const uint32_t at = i_;
    std::string op = t_[i_].text;
    if (op == "or") op = "||";
    if (op == "and") op = "&&";
    ++i_;
    const CNodeId right = Binary(precedence + 1);
    const CNodeId made = Make(CNodeKind::kBinary, at, Intern(op));
    At(made).parts = {left, right};
    left = made;
  }
  return left;
}

bool CBodyParser::IsCast(uint32_t open) const {
  const uint32_t close = Close(open);
  if (close >= end_ || close == open + 1 || close + 1 >= end_) return false;
  const CSpecifiers type = ReadSpecifiers(t_, open + 1, close);
  if (type.end == open + 1) return false;
  uint32_t k = type.end;
  bool pointer = false;
  while (k < close &&
         (t_[k].Is("*") || t_[k].Is("&") || (t_[k].IsName() && IsQualifierOfC(t_[k].text)))) {
    pointer = true;
    ++k;
  }
  if (k < close) return false;
  const UnitToken& next = t_[close + 1];
  const bool operand = next.IsName() || next.kind == Kind::kNumber || next.kind == Kind::kString ||
                       next.kind == Kind::kChar || next.Is("(");
  if (pointer || IsTypeWordOfC(t_[type.end - 1].text)) {
    return operand || next.Is("{") || next.Is("-") || next.Is("!") || next.Is("~") ||
           next.Is("&") || next.Is("*") || next.Is("+");
  }
  return (operand && !next.Is("(")) || (next.Is("(") && type.type.ends_with("_t")) || next.Is("{");
}

CNodeId CBodyParser::Unary() {
  if (i_ >= end_) return Make(CNodeKind::kUnknown, end_);
  const UnitToken& token = t_[i_];
  const uint32_t at = i_;
  if (++depth_ > kMostDepth) {
    --depth_;
    i_ = end_;
    return Make(CNodeKind::kUnknown, at);
  }
  CNodeId out = kNoCNode;
  const bool unary = token.Is("!") || token.Is("-") || token.Is("+") || token.Is("~") ||
                     token.Is("*") || token.Is("&") || token.Is("++") || token.Is("--") ||
                     token.Is("&&") || token.IsName("not");
  if (unary) {
    ++i_;
    const CNodeId operand = Unary();
    out = Make(CNodeKind::kUnary, at, Intern(token.IsName("not") ? "!" : token.text));
    At(out).parts = {operand};
  } else if (token.IsName("sizeof") || token.IsName("alignof") || token.IsName("_Alignof")) {
    ++i_;
    if (Is("(")) {
      const uint32_t close = Close(i_);
      const CNodeId of = Expression({i_ + 1, close});
      i_ = std::min(close + 1, end_);
      out = Make(CNodeKind::kUnary, at, Intern("sizeof"));
      At(out).parts = {of};
    } else {
      Unary();
      out = Make(CNodeKind::kUnknown, at);
    }
  } else if (token.IsName("delete") || token.IsName("throw") || token.IsName("co_await")) {
    ++i_;
    const CNodeId operand = i_ < end_ ? Unary() : kNoCNode;
    out = Make(token.IsName("throw") ? CNodeKind::kThrow : CNodeKind::kUnknown, at);
    At(out).parts = {operand};
  } else if (token.Is("(") && IsCast(i_)) {
    const uint32_t close = Close(i_);
    const CSpecifiers type = ReadSpecifiers(t_, i_ + 1, close);
    std::string name = type.type;
    for (uint32_t k = type.end; k < close; ++k) name += t_[k].Is("*") ? "*" : "";
    i_ = close + 1;
    const CNodeId operand = Is("{") ? List(i_) : Unary();
    out = Make(CNodeKind::kCast, at);
    At(out).type = Intern(name);
    At(out).parts = {operand};
  } else {
    out = Postfix(Primary());
  }
  --depth_;
  return out;
}

void CBodyParser::Arguments(CNodeId call, CRange range) {
  for (const CRange& one : SplitCommas(t_, range)) {
    const CNodeId argument = t_[one.begin].Is("{") ? Initial(one) : Expression(one);
    At(call).parts.push_back(argument);
  }
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
      ++i_;
      if (IsName("template")) ++i_;
      if (Is("~")) ++i_;
      if (i_ >= end_ || !t_[i_].IsName()) break;
      const CNodeId made = Make(CNodeKind::kMember, i_, Intern(t_[i_].text));
      At(made).parts = {left};
      ++i_;
      if (Is("<")) {
        const uint32_t behind = PastAngles(t_, i_, end_);
        if (behind > i_ && behind < end_ && t_[behind].Is("(")) i_ = behind;
      }
      left = made;
    } else if (Is("++") || Is("--")) {
      const CNodeId made = Make(CNodeKind::kPostfix, at, Intern(t_[i_].text));
      At(made).parts = {left};
      ++i_;
      left = made;
    } else {
      break;
    }
  }
  return left;
}

CNodeId CBodyParser::Primary() {
  const uint32_t at = i_;
  const UnitToken& token = t_[i_];
  if (token.Is("(")) {
    const uint32_t close = Close(i_);
    CNodeId inside = kNoCNode;
    if (close > i_ + 1 && t_[i_ + 1].Is("{")) {  // ({ … })
      inside = Make(CNodeKind::kUnknown, at);
    } else {
      inside = Expression({i_ + 1, close});
    }
    i_ = std::min(close + 1, end_);
    return inside == kNoCNode ? Make(CNodeKind::kUnknown, at) : inside;
  }
  if (token.Is("{")) return List(i_);
  if (token.Is("[")) return Lambda();
  if (token.kind == Kind::kString) {
    std::string text;
    while (i_ < end_ && t_[i_].kind == Kind::kString) text += t_[i_++].text;
    return Make(CNodeKind::kText, at, Intern(text));
  }
  if (token.kind == Kind::kChar) {
    ++i_;
    const CNodeId made = Make(CNodeKind::kCharacter, at);
    At(made).number = token.text.empty() ? 0 : static_cast<unsigned char>(token.text[0]);
    return made;
  }
  if (token.kind == Kind::kNumber) {
    ++i_;
    CToken plain;
    plain.kind = Kind::kNumber;
    plain.text = token.text;
    const std::string text = NumberText(plain);
    const CNodeId made = Make(CNodeKind::kNumber, at);
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) {
      At(made).number = value;
    } else {
      At(made).text = Intern(text);
    }
    return made;
  }
  if (token.IsName() || token.Is("::")) return Name();
  if (token.Is("@")) {  // @"…", @(…)
    ++i_;
    return i_ < end_ ? Primary() : Make(CNodeKind::kUnknown, at);
  }
  ++i_;
  return Make(CNodeKind::kUnknown, at);
}

CNodeId CBodyParser::New() {
  const uint32_t at = i_++;
  if (Is("(")) i_ = std::min(Close(i_) + 1, end_);
  const CSpecifiers type = ReadSpecifiers(t_, i_, end_);
  i_ = std::max(type.end, i_);
  const CNodeId made = Make(CNodeKind::kConstruct, at);
  At(made).type = Intern(type.type);
  if (Is("(") || Is("{")) {
    const uint32_t close = Close(i_);
    Arguments(made, {i_ + 1, close});
    i_ = std::min(close + 1, end_);
  } else if (Is("[")) {
    i_ = std::min(Close(i_) + 1, end_);
    At(made).type = 0;
  }
  return made;
}

CNodeId CBodyParser::Name() {
  const uint32_t at = i_;
  const std::string& word = t_[i_].text;
  if (word == "NULL" || word == "nullptr" || word == "nil") return ++i_, Make(CNodeKind::kNull, at);
  if (word == "this") return ++i_, Make(CNodeKind::kThis, at);
  if (word == "new") return New();
  if (IsNamedCast(word) && t_[i_ + 1].Is("<")) {
    const uint32_t behind = PastAngles(t_, i_ + 1, end_);
    std::string type;
    for (uint32_t k = i_ + 2; k + 1 < behind; ++k) {
      if (!t_[k].IsName("const")) type += t_[k].text;
    }
    i_ = behind;
    const CNodeId made = Make(CNodeKind::kCast, at);
    At(made).type = Intern(type);
    CNodeId operand = kNoCNode;
    if (Is("(")) {
      const uint32_t close = Close(i_);
      operand = Expression({i_ + 1, close});
      i_ = std::min(close + 1, end_);
    }
    At(made).parts = {operand};
    return made;
  }
  std::string qualifier;
  std::string name;
  std::string type;
  uint32_t last = i_;
  while (i_ < end_ && (t_[i_].IsName() || t_[i_].Is("::"))) {
    if (t_[i_].Is("::")) {
      if (!name.empty()) qualifier = name;
      type += "::";
      ++i_;
      continue;
    }
    if (!name.empty() && t_[i_ - 1].IsName() && !IsTypeWordOfC(t_[i_ - 1].text)) break;
    name = t_[i_].text;
    type += name;
    last = i_++;
    if (!Is("<")) continue;
    const uint32_t behind = PastAngles(t_, i_, end_);
    const bool arguments =
        behind > i_ && (behind >= end_ || t_[behind].Is("(") || t_[behind].Is("{") ||
                        t_[behind].Is("::") || t_[behind].Is(")") || t_[behind].Is(","));
    if (!arguments) break;
    for (uint32_t k = i_; k < behind; ++k) type += t_[k].text;
    i_ = behind;
  }
  const bool typed = IsTypeWordOfC(name) || (type.find('<') != std::string::npos && Is("{"));
  const bool capital = !name.empty() && Is("{");
  if ((typed && (Is("(") || Is("{"))) || capital) {  // int(x), std::string{a}
    const CNodeId made = Make(CNodeKind::kConstruct, at);
    At(made).type = Intern(type);
    const uint32_t close = Close(i_);
    Arguments(made, {i_ + 1, close});
    i_ = std::min(close + 1, end_);
    return made;
  }
  const CNodeId made = Make(CNodeKind::kName, last, Intern(name));
  if (!qualifier.empty()) At(made).type = Intern(qualifier);
  return made;
}

CNodeId CBodyParser::Lambda() {
  const uint32_t at = i_;
  const uint32_t capture = Close(i_);
  i_ = std::min(capture + 1, end_);
  if (i_ < end_ && !Is("(") && !Is("{") && !IsName("mutable") && !Is("->")) return Objective();
  auto made = std::make_unique<CRoutine>();
  made->token = at;
  made->unit = u_.number_;
  if (Is("(")) {
    const uint32_t close = Close(i_);
    ReadFormals(t_, {i_ + 1, close}, u_.symbols_, made.get());
    i_ = std::min(close + 1, end_);
  }
  while (i_ < end_ && !Is("{") && !Is(";") && !Is(")") && !Is(",")) ++i_;
  if (!Is("{") || Close(i_) >= end_) return Make(CNodeKind::kUnknown, at);
  made->body = {i_, t_[i_].close + 1};
  i_ = made->body.end;
  const CNodeId node = Make(CNodeKind::kLambda, at);
  At(node).number = static_cast<int64_t>(u_.routines_.size());
  u_.routines_.push_back(std::move(made));
  return node;
}

// [receiver message:argument …]: nothing is known of what it gives.
CNodeId CBodyParser::Objective() { return Make(CNodeKind::kUnknown, i_); }

CNodeId CBodyParser::List(uint32_t open) {
  const uint32_t close = Close(open);
  const CNodeId made = Make(CNodeKind::kList, open);
  if (++depth_ < kMostDepth) {
    for (CRange one : SplitCommas(t_, {open + 1, close})) {
      while (!one.empty() && t_[one.begin].text.starts_with("#") &&
             t_[one.begin].kind == Kind::kPunctuation)
        ++one.begin;
      while (!one.empty() && t_[one.end - 1].text.starts_with("#") &&
             t_[one.end - 1].kind == Kind::kPunctuation)
        --one.end;
      if (one.empty()) continue;
      CNodeId item = kNoCNode;
      if (t_[one.begin].Is(".") && t_[one.begin + 1].IsName()) {
        uint32_t value = one.begin + 2;
        if (value < one.end && t_[value].Is("=")) ++value;
        item = Make(CNodeKind::kDesignated, one.begin, Intern(t_[one.begin + 1].text));
        const CNodeId of = Initial({value, one.end});
        At(item).parts = {of};
      } else if (t_[one.begin].Is("[") && t_[one.begin].close > one.begin &&
                 t_[one.begin].close + 1 < one.end && t_[t_[one.begin].close + 1].Is("=")) {
        item = Make(CNodeKind::kDesignated, one.begin);
        const CNodeId index = Expression({one.begin + 1, t_[one.begin].close});
        const CNodeId of = Initial({t_[one.begin].close + 2, one.end});
        At(item).parts = {of, index};
      } else {
        item = Initial(one);
      }
      At(made).parts.push_back(item);
    }
  }
  --depth_;
  i_ = std::min(close + 1, end_);
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
    out.emplace_back(Intern(t_[k].text), made);
    k = t_[open].close;
  }
  return out;
}

}  // namespace flagcensus
