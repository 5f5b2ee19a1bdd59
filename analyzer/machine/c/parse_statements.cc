// Statements (ISO/IEC 14882, [stmt]). One that is not understood ends at its ';' or '}'.
#include <algorithm>

#include "analyzer/machine/c/body_parser.h"

namespace flagcensus {

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

CNodeId CBodyParser::Statement() {
  if (i_ >= end_) return kNoCNode;
  if (++depth_ > kMostDepth) {
    --depth_;
    ++u_.skipped_;
    i_ = end_;
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
  } else if (token.IsName() && IsStatementWordOfC(token.text)) {
    out = Keyword();
  } else if (token.IsName() && t_[i_ + 1].Is(":") && !t_[i_ + 2].Is(":")) {
    out = Make(CNodeKind::kLabel, i_, Intern(token.text));
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
  const std::string& word = t_[i_].text;
  if (word == "if") return If();
  if (word == "for") return For();
  if (word == "while") return While();
  if (word == "do") return DoWhile();
  if (word == "switch") return Switch();
  if (word == "try") return Try();
  if (word == "return" || word == "co_return") {
    ++i_;
    uint32_t stop = i_;
    const uint32_t begin = i_;
    PastStatement();
    stop = i_ > begin && t_[i_ - 1].Is(";") ? i_ - 1 : i_;
    const CNodeId made = Make(CNodeKind::kReturn, at);
    const CNodeId value = t_[begin].Is("{") ? Initial({begin, stop}) : Expression({begin, stop});
    At(made).parts = {value};
    return made;
  }
  if (word == "case" || word == "default") {
    ++i_;
    uint32_t stop = i_;
    while (stop < end_ && !t_[stop].Is(":")) ++stop;
    const CNodeId made = Make(CNodeKind::kCase, at);
    const CNodeId value = word == "case" ? Expression({i_, stop}) : kNoCNode;
    At(made).parts = {value};
    i_ = std::min(stop + 1, end_);
    return made;
  }
  if (word == "break" || word == "continue") {
    const CNodeId made = Make(word == "break" ? CNodeKind::kBreak : CNodeKind::kContinue, at);
    PastStatement();
    return made;
  }
  if (word == "goto") {
    const CNodeId made = Make(CNodeKind::kGoto, at, Intern(t_[i_ + 1].text));
    PastStatement();
    return made;
  }
  if (word == "else" || word == "catch") {  // without what it belongs to
    ++i_;
    return kNoCNode;
  }
  if (word == "using" || word == "typedef") {
    PastStatement();
    return kNoCNode;
  }
  return Simple();
}

CNodeId CBodyParser::Condition(CRange range) {
  // if (init; condition), if (T* x = f()), while (…)
  for (uint32_t k = range.begin; k < range.end; ++k) {
    const bool opens = t_[k].Is("(") || t_[k].Is("{") || t_[k].Is("[");
    if (opens && t_[k].close > k) k = t_[k].close;
    if (!t_[k].Is(";")) continue;
    const CNodeId comma = Make(CNodeKind::kComma, range.begin);
    const CNodeId first = Condition({range.begin, k});
    const CNodeId second = Condition({k + 1, range.end});
    At(comma).parts = {first, second};
    return comma;
  }
  const uint32_t i = i_;
  const uint32_t end = end_;
  i_ = range.begin;
  end_ = range.end;
  const CNodeId out = Declares(range.end) ? Declaration(range.end) : Expression(range);
  i_ = i;
  end_ = end;
  return out;
}

CNodeId CBodyParser::If() {
  const uint32_t at = i_++;
  if (IsName("constexpr")) ++i_;
  if (!Is("(")) return kNoCNode;
  const uint32_t close = Close(i_);
  const CNodeId condition = Condition({i_ + 1, close});
  i_ = std::min(close + 1, end_);
  const CNodeId then = Statement();
  CNodeId otherwise = kNoCNode;
  if (IsName("else")) {
    ++i_;
    otherwise = Statement();
  }
  const CNodeId made = Make(CNodeKind::kIf, at);
  At(made).parts = {condition, then, otherwise};
  return made;
}

CNodeId CBodyParser::For() {
  const uint32_t at = i_++;
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
  if (parts.empty() && colon > 0) {
    const uint32_t end = end_;
    i_ = open + 1;
    end_ = colon;
    const CNodeId variable = Declaration(colon);
    end_ = end;
    const CNodeId range = Initial({colon + 1, close});
    i_ = std::min(close + 1, end_);
    const CNodeId body = Statement();
    const CNodeId made = Make(CNodeKind::kRangeFor, at);
    At(made).parts = {variable, range, body};
    return made;
  }
  CNodeId first = kNoCNode;
  CNodeId condition = kNoCNode;
  CNodeId step = kNoCNode;
  if (parts.size() == 2) {
    first = Condition({open + 1, parts[0]});
    condition = Condition({parts[0] + 1, parts[1]});
    step = Expression({parts[1] + 1, close});
  }
  i_ = std::min(close + 1, end_);
  const CNodeId body = Statement();
  const CNodeId made = Make(CNodeKind::kLoop, at);
  At(made).parts = {first, condition, step, body};
  return made;
}

CNodeId CBodyParser::While() {
  const uint32_t at = i_++;
  if (!Is("(")) return kNoCNode;
  const uint32_t close = Close(i_);
  const CNodeId condition = Condition({i_ + 1, close});
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

CNodeId CBodyParser::Switch() {
  const uint32_t at = i_++;
  if (!Is("(")) return kNoCNode;
  const uint32_t close = Close(i_);
  const CNodeId what = Condition({i_ + 1, close});
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
  while (IsName("catch")) {
    ++i_;
    if (Is("(")) i_ = std::min(Close(i_) + 1, end_);
    const CNodeId handler = Statement();
    At(made).parts.push_back(handler);
  }
  return made;
}

// Whether a declaration begins at i_: a type, then a name and what may follow it.
bool CBodyParser::Declares(uint32_t stop) const {
  const UnitToken& first = t_[i_];
  if (!first.IsName() && !first.Is("::")) return false;
  if (first.IsName("return") || first.IsName("delete") || first.IsName("throw")) return false;
  const CSpecifiers type = ReadSpecifiers(t_, i_, stop);
  if (type.end == i_) return false;
  const CDeclarator declared = ReadDeclarator(t_, type.end, stop);
  if (!declared.bindings.empty()) return type.type == "auto";
  if (declared.name == 0) return false;
  const UnitToken& after = t_[declared.end];
  const bool ends =
      declared.end >= stop || after.Is(";") || after.Is("=") || after.Is(",") || after.Is(":");
  const bool multiplies = declared.pointers > 0 && !declared.array &&
                          !IsTypeWordOfC(t_[type.end - 1].text) && type.end == i_ + 1 &&
                          after.Is(",");
  if (ends) return !multiplies;
  return after.Is("(") || after.Is("{");
}

CNodeId CBodyParser::Variable(const CSpecifiers& type, const CDeclarator& declared, uint32_t stop,
                              uint32_t* next) {
  const CNodeId made = Make(CNodeKind::kVariable, declared.name, Intern(t_[declared.name].text));
  At(made).type = Intern(type.type);
  At(made).number = declared.pointers;
  uint8_t flags = 0;
  if (declared.array) flags |= CNode::kArray;
  if (declared.reference) flags |= CNode::kReference;
  if (type.is_static) flags |= CNode::kStatic;
  if (type.is_extern) flags |= CNode::kExtern;
  uint32_t at = declared.end;
  uint32_t to = at;
  while (to < stop && !t_[to].Is(",")) {
    const bool opens = t_[to].Is("(") || t_[to].Is("[") || t_[to].Is("{");
    const bool angles = t_[to].Is("<") && t_[to - 1].IsName();
    const uint32_t behind = angles ? PastAngles(t_, to, stop) : to;
    to = opens && t_[to].close > to ? t_[to].close + 1 : std::max(behind, to + 1);
  }
  to = std::min(to, stop);
  if (at < to && t_[at].Is("=")) {
    const CNodeId value = Initial({at + 1, to});
    At(made).parts = {value};
  } else if (at < to && (t_[at].Is("(") || t_[at].Is("{")) && t_[at].close > at) {
    flags |= CNode::kBraces;
    const uint32_t close = t_[at].close;
    const CNodeId value = Make(CNodeKind::kConstruct, at);
    At(value).type = Intern(type.type);
    Arguments(value, {at + 1, close});
    At(made).parts = {value};
  } else {
    At(made).parts = {kNoCNode};
  }
  At(made).flags = flags;
  *next = to;
  return made;
}

CNodeId CBodyParser::Declaration(uint32_t stop) {
  const CNodeId made = Make(CNodeKind::kDeclare, i_);
  const CSpecifiers type = ReadSpecifiers(t_, i_, stop);
  uint32_t at = type.end;
  while (at < stop) {
    const CDeclarator declared = ReadDeclarator(t_, at, stop);
    if (!declared.bindings.empty()) {
      uint32_t value = declared.end;
      if (value < stop && t_[value].Is("=")) ++value;
      const CNodeId of = Initial({value, stop});
      for (size_t k = 0; k < declared.bindings.size(); ++k) {
        const CNodeId one =
            Make(CNodeKind::kVariable, declared.bindings[k], Intern(t_[declared.bindings[k]].text));
        CNodeId element = kNoCNode;
        if (of != kNoCNode) {
          element = Make(CNodeKind::kIndex, declared.bindings[k]);
          const CNodeId index = Make(CNodeKind::kNumber, declared.bindings[k]);
          At(index).number = static_cast<int64_t>(k);
          At(element).parts = {of, index};
        }
        At(one).parts = {element};
        At(made).parts.push_back(one);
      }
      break;
    }
    if (declared.name == 0) break;
    uint32_t next = stop;
    const CNodeId one = Variable(type, declared, stop, &next);
    At(made).parts.push_back(one);
    at = next + 1;
  }
  i_ = stop;
  return made;
}

CNodeId CBodyParser::Simple() {
  const uint32_t begin = i_;
  uint32_t stop = i_;
  while (stop < end_ && !t_[stop].Is(";") && !t_[stop].Is("#if") && !t_[stop].Is("#else") &&
         !t_[stop].Is("#endif")) {
    const bool opens = t_[stop].Is("(") || t_[stop].Is("[") || t_[stop].Is("{");
    const bool ends_block =
        t_[stop].Is("{") && stop > begin && t_[stop - 1].Is(")");  // a macro's block
    if (ends_block && t_[begin].IsName() && t_[begin + 1].Is("(") &&
        t_[begin + 1].close == stop - 1)
      break;
    stop = opens && t_[stop].close > stop ? t_[stop].close + 1 : stop + 1;
  }
  stop = std::min(stop, end_);
  CNodeId out = kNoCNode;
  if (Declares(stop)) {
    out = Declaration(stop);
  } else {
    out = Make(CNodeKind::kExpression, begin);
    const CNodeId value = Expression({begin, stop});
    At(out).parts = {value};
  }
  i_ = stop < end_ && t_[stop].Is(";") ? stop + 1 : stop;
  return out;
}

CNodeId CUnit::Body(CRoutine* routine) {
  if (!routine->parsed) {
    routine->parsed = true;
    routine->block = CBodyParser(*this).Block(routine->body.begin);
  }
  return routine->block;
}

CNodeId CUnit::Expression(const CRange& range) {
  const auto [at, added] = expressions_.try_emplace(range.begin, kNoCNode);
  if (added) {
    const CNodeId made = CBodyParser(*this).Expression(range);
    expressions_[range.begin] = made;
    return made;
  }
  return at->second;
}

CNodeId CUnit::Initial(const CRange& range) {
  const auto [at, added] = initials_.try_emplace(range.begin, kNoCNode);
  if (added) {
    const CNodeId made = CBodyParser(*this).Initial(range);
    initials_[range.begin] = made;
    return made;
  }
  return at->second;
}

std::vector<std::pair<Symbol, CNodeId>> CUnit::Initialisers(const CRoutine& routine) {
  return CBodyParser(*this).Initialisers(routine.initialisers);
}

}  // namespace flagcensus
