// What operators stand between: literals, names, lambdas, messages.
#include <algorithm>
#include <charconv>

#include "analyzer/c/syntax.h"
#include "analyzer/machine/c/body_parser.h"

namespace flagcensus {
namespace {

bool IsNamedCast(const UnitToken& token) {
  return IsBetween(token.text, "static_cast", "dynamic_cast");
}

}  // namespace

CNodeId CBodyParser::Primary() {
  const uint32_t at = i_;
  const UnitToken& token = t_[i_];
  if (token.Is("(")) {
    const uint32_t close = Close(i_);
    CNodeId inside = kNoCNode;
    if (close > i_ + 1 && t_[i_ + 1].Is("{")) {  // ({ … })
      inside = BlockValue(i_ + 1);
    } else {
      inside = Expression({i_ + 1, close});
    }
    i_ = std::min(close + 1, end_);
    return inside == kNoCNode ? Make(CNodeKind::kUnknown, at) : inside;
  }
  if (token.Is("{")) return List(i_);
  if (token.Is("[")) return IsMessage(i_) ? Message() : Lambda();
  if (token.kind == CToken::Kind::kString) return Text();
  if (token.kind == CToken::Kind::kChar) {
    ++i_;
    const CNodeId made = Make(CNodeKind::kCharacter, at);
    const std::string_view text = t_.Text(at);
    At(made).number = text.empty() ? 0 : static_cast<unsigned char>(text[0]);
    return made;
  }
  if (token.kind == CToken::Kind::kNumber) return Number();
  if (token.IsName() || token.Is("::")) return Name();
  if (token.Is("@")) {  // @"…", @(…)
    ++i_;
    return i_ < end_ ? Primary() : Make(CNodeKind::kUnknown, at);
  }
  ++i_;
  return Make(CNodeKind::kUnknown, at);
}

// Literals beside each other. With a macro between them that nobody defines, it is not known.
CNodeId CBodyParser::Text() {
  const uint32_t at = i_;
  std::string text;
  bool known = true;
  while (i_ < end_ && (t_[i_].kind == CToken::Kind::kString || t_[i_].IsName())) {
    const std::string_view word = t_.Text(i_);
    if (t_[i_].kind == CToken::Kind::kString) {
      text += word;
    } else if (word != "s" && word != "sv" && !word.starts_with("_")) {  // "…"s
      if (!IsMacroNameOfC(word) && t_[i_ + 1].kind != CToken::Kind::kString) break;
      known = false;
    }
    ++i_;
  }
  return known ? Make(CNodeKind::kText, at, Intern(text)) : Make(CNodeKind::kUnknown, at);
}

CNodeId CBodyParser::Number() {
  const uint32_t at = i_++;
  CToken plain;
  plain.kind = CToken::Kind::kNumber;
  plain.text = t_.Text(at);
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

// `({ …; value; })`: a function that is called at once. Where it leaves more than itself, nothing
// is known of it.
CNodeId CBodyParser::BlockValue(uint32_t open) {
  const uint32_t at = i_;
  const uint32_t close = Close(open);
  for (uint32_t k = open; k < close; ++k) {
    if (t_[k].IsName("return") || t_[k].IsName("goto")) return Make(CNodeKind::kUnknown, at);
  }
  const CNodeId block = Make(CNodeKind::kBlock, open);
  i_ = open + 1;
  Statements(block, close);
  if (!At(block).parts.empty()) {
    CNode& last = At(At(block).parts.back());
    if (last.kind == CNodeKind::kExpression) last.kind = CNodeKind::kReturn;
  }
  auto made = std::make_unique<CRoutine>();
  made->token = at;
  made->unit = u_.number_;
  made->body = {open, std::min(close + 1, end_)};
  made->block = block;
  made->parsed = true;
  const CNodeId lambda = Make(CNodeKind::kLambda, at);
  At(lambda).number = static_cast<int64_t>(u_.routines_.size());
  u_.routines_.push_back(std::move(made));
  const CNodeId call = Make(CNodeKind::kCall, at);
  At(call).parts = {lambda};
  i_ = at;
  return call;
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
  const UnitToken& word = t_[i_];
  if (IsBetween(word.text, "NULL", "nil")) return ++i_, Make(CNodeKind::kNull, at);
  if (word.IsName("this")) return ++i_, Make(CNodeKind::kThis, at);
  if (word.IsName("new")) return New();
  if (IsNamedCast(word) && t_[i_ + 1].Is("<")) return NamedCast();
  if (word.IsName("_Generic") && t_[i_ + 1].Is("(")) {
    i_ = std::min(Close(i_ + 1) + 1, end_);
    return Make(CNodeKind::kUnknown, at);
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
    if (!name.empty() && t_[i_ - 1].IsName() && !IsTypeWordOfC(t_[i_ - 1])) break;
    name = t_.Text(i_);
    type += name;
    last = i_++;
    if (!Is("<")) continue;
    const uint32_t behind = PastAngles(t_, i_, end_);
    const bool arguments =
        behind > i_ && (behind >= end_ || t_[behind].Is("(") || t_[behind].Is("{") ||
                        t_[behind].Is("::") || t_[behind].Is(")") || t_[behind].Is(","));
    if (!arguments) break;
    for (uint32_t k = i_; k < behind; ++k) type += t_.Text(k);
    i_ = behind;
  }
  const bool typed = IsTypeWordOfC(name) || (type.find('<') != std::string::npos && Is("{"));
  const bool capital = !name.empty() && Is("{");
  if ((typed && (Is("(") || Is("{"))) || capital) return Construct(at, type);
  const CNodeId made = Make(CNodeKind::kName, last, Intern(name));
  if (!qualifier.empty()) At(made).type = Intern(qualifier);
  return made;
}

CNodeId CBodyParser::NamedCast() {
  const uint32_t at = i_;
  const uint32_t behind = PastAngles(t_, i_ + 1, end_);
  std::string type;
  for (uint32_t k = i_ + 2; k + 1 < behind; ++k) {
    if (!t_[k].IsName("const")) type += t_.Text(k);
  }
  i_ = std::max(behind, i_ + 1);
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

// int(x), std::string{a}, options{.a = 1}; i_ is its bracket.
CNodeId CBodyParser::Construct(uint32_t at, const std::string& type) {
  if (Is("{") && t_[i_ + 1].Is(".") && t_[i_ + 2].IsName()) {
    const CNodeId list = List(i_);
    const CNodeId made = Make(CNodeKind::kCast, at);
    At(made).type = Intern(type);
    At(made).parts = {list};
    return made;
  }
  const CNodeId made = Make(CNodeKind::kConstruct, at);
  At(made).type = Intern(type);
  const uint32_t close = Close(i_);
  Arguments(made, {i_ + 1, close});
  i_ = std::min(close + 1, end_);
  return made;
}

// Of the brackets at `open`: a name follows a value, [object read], as in no lambda's captures.
bool CBodyParser::IsMessage(uint32_t open) const {
  const uint32_t close = Close(open);
  for (uint32_t k = open + 1; k < close; ++k) {
    if (k > open + 1 && t_[k].IsName() &&
        (t_[k - 1].IsName() || t_[k - 1].Is("]") || t_[k - 1].Is(")"))) {
      return true;
    }
    const bool opens = t_[k].Is("(") || t_[k].Is("[") || t_[k].Is("{");
    if (opens && t_[k].close > k) k = t_[k].close;
  }
  return false;
}

CNodeId CBodyParser::Lambda() {
  const uint32_t at = i_;
  i_ = std::min(Close(i_) + 1, end_);
  auto made = std::make_unique<CRoutine>();
  made->token = at;
  made->unit = u_.number_;
  if (Is("<")) i_ = std::max(PastAngles(t_, i_, end_), i_ + 1);
  if (Is("(")) {
    const uint32_t close = Close(i_);
    ReadFormals(t_, {i_ + 1, close}, u_.symbols_, made.get());
    i_ = std::min(close + 1, end_);
  }
  while (i_ < end_ && !Is("{") && !Is(";") && !Is(")") && !Is(",")) {
    const uint32_t behind = Is("(") || Is("[") ? Close(i_) + 1 : PastAngles(t_, i_, end_);
    i_ = std::max(std::min(behind, end_), i_ + 1);
  }
  if (!Is("{") || Close(i_) >= end_) return Make(CNodeKind::kUnknown, at);
  made->body = {i_, t_[i_].close + 1};
  i_ = made->body.end;
  const CNodeId node = Make(CNodeKind::kLambda, at);
  At(node).number = static_cast<int64_t>(u_.routines_.size());
  u_.routines_.push_back(std::move(made));
  return node;
}

// [receiver message:argument …]: nothing is known of what it gives, but its arguments are values.
CNodeId CBodyParser::Message() {
  const uint32_t at = i_;
  const uint32_t close = Close(i_);
  const uint32_t end = end_;
  const CNodeId made = Make(CNodeKind::kCall, at);
  const CNodeId callee = Make(CNodeKind::kUnknown, at);
  At(made).parts.push_back(callee);
  ++i_;
  end_ = close;
  bool value = true;  // the receiver
  while (i_ < end_) {
    if (value) {
      const uint32_t before = i_;
      const CNodeId argument = Assignment();
      At(made).parts.push_back(argument);
      i_ = std::max(i_, before + 1);
    }
    value = i_ < end_ && (Is(":") || Is(","));
    ++i_;
  }
  end_ = end;
  i_ = std::min(close + 1, end_);
  return made;
}

}  // namespace flagcensus
