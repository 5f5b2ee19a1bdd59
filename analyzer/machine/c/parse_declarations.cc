// Variables in bodies, and statements that begin as these do.
#include <algorithm>

#include "analyzer/machine/c/body_parser.h"

namespace flagcensus {

CNodeId CBodyParser::Condition(CRange range, bool tests) {
  // if (init; condition), if (T* x = f()), while (…)
  for (uint32_t k = range.begin; k < range.end; ++k) {
    const bool opens = t_[k].Is("(") || t_[k].Is("{") || t_[k].Is("[");
    if (opens && t_[k].close > k) k = t_[k].close;
    if (!t_[k].Is(";")) continue;
    const CNodeId comma = Make(CNodeKind::kComma, range.begin);
    const CNodeId first = Condition({range.begin, k}, false);
    const CNodeId second = Condition({k + 1, range.end}, tests);
    At(comma).parts = {first, second};
    return comma;
  }
  const uint32_t i = i_;
  const uint32_t end = end_;
  i_ = range.begin;
  end_ = range.end;
  const CNodeId out = Declares(range.end, tests) ? Declaration(range.end) : Expression(range);
  i_ = i;
  end_ = end;
  return out;
}

// The type at i_: words, or a structure that is defined there.
CSpecifiers CBodyParser::Type(uint32_t stop) const {
  const CStructureHead head = ReadStructureHead(t_, i_, stop);
  if (head.open == 0) return ReadSpecifiers(t_, i_, stop);
  CSpecifiers out;
  out.type = t_[head.word].IsName("enum") ? "int" : NameOf(head, t_, u_.file_);
  for (uint32_t k = i_; k < head.word; ++k) out.is_static = out.is_static || t_[k].IsName("static");
  out.end = t_[head.open].close + 1;
  return out;
}

// Whether a declaration begins at i_: a type, then a name and what may follow it.
bool CBodyParser::Declares(uint32_t stop, bool tests) const {
  const UnitToken& first = t_[i_];
  if (!first.IsName() && !first.Is("::")) return false;
  if (first.IsName("return") || first.IsName("delete") || first.IsName("throw")) return false;
  const CSpecifiers type = Type(stop);
  if (type.end == i_) return false;
  const CDeclarator declared = ReadDeclarator(t_, type.end, stop);
  if (!declared.bindings.empty()) return type.type == "auto";
  if (declared.name == 0) return false;
  const UnitToken& after = t_[declared.end];
  if (tests) return declared.end < stop && (after.Is("=") || after.Is("{"));
  const bool ends =
      declared.end >= stop || after.Is(";") || after.Is("=") || after.Is(",") || after.Is(":");
  const bool multiplies = declared.pointers > 0 && !declared.array &&
                          !IsTypeWordOfC(t_[type.end - 1]) && type.end == i_ + 1 && after.Is(",");
  if (ends) return !multiplies;
  const bool both = t_[type.end].Is("&&") && type.end == i_ + 1 && !IsTypeWordOfC(first);
  return (after.Is("(") && !both) || after.Is("{");  // `a && b(c)` is none
}

// `int name(const char*)`, `extern int name(kind)`: a function is declared.
bool CBodyParser::IsPrototype(const CSpecifiers& type, const CDeclarator& declared) const {
  const uint32_t open = declared.end;
  if (!t_[open].Is("(") || t_[open].close <= open) return false;
  if (type.is_extern || t_[open].close == open + 1) return true;
  const std::vector<CRange> parts = SplitCommas(t_, {open + 1, t_[open].close});
  if (parts.empty()) return false;
  const CRange& first = parts.front();
  const UnitToken& word = t_[first.begin];
  if (!word.IsName() || !(IsTypeWordOfC(word) || IsQualifierOfC(word))) return false;
  const CSpecifiers of = ReadSpecifiers(t_, first.begin, first.end);
  return of.end > first.begin && ReadDeclarator(t_, of.end, first.end).end == first.end;
}

CNodeId CBodyParser::Variable(const CSpecifiers& type, const CDeclarator& declared, uint32_t stop,
                              uint32_t* next) {
  const CNodeId made = Make(CNodeKind::kVariable, declared.name, u_.SymbolAt(declared.name));
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
  } else if (at < to && t_[at].Is("{") && t_[at + 1].Is(".") && t_[at + 2].IsName()) {
    const CNodeId value = Initial({at, to});
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
  const CSpecifiers type = Type(stop);
  uint32_t at = type.end;
  while (at < stop) {
    const CDeclarator declared = ReadDeclarator(t_, at, stop);
    if (!declared.bindings.empty()) {
      Bindings(made, declared, stop);
      break;
    }
    if (declared.name == 0) break;
    if (IsPrototype(type, declared)) {
      at = t_[declared.end].close + 1;
      while (at < stop && !t_[at].Is(",")) ++at;
      ++at;
      continue;
    }
    uint32_t next = stop;
    const CNodeId one = Variable(type, declared, stop, &next);
    At(made).parts.push_back(one);
    at = next + 1;
  }
  i_ = stop;
  return made;
}

// `auto [a, b] = value`: each name is what stands at its index.
void CBodyParser::Bindings(CNodeId made, const CDeclarator& declared, uint32_t stop) {
  uint32_t value = declared.end;
  if (value < stop && t_[value].Is("=")) ++value;
  const CNodeId of = Initial({value, stop});
  for (size_t k = 0; k < declared.bindings.size(); ++k) {
    const uint32_t name = declared.bindings[k];
    const CNodeId one = Make(CNodeKind::kVariable, name, u_.SymbolAt(name));
    CNodeId element = kNoCNode;
    if (of != kNoCNode) {
      element = Make(CNodeKind::kIndex, name);
      const CNodeId index = Make(CNodeKind::kNumber, name);
      At(index).number = static_cast<int64_t>(k);
      At(element).parts = {of, index};
    }
    At(one).parts = {element};
    At(made).parts.push_back(one);
  }
}

// Where the statement at i_ ends that is an expression or a declaration: its ';', or behind a use
// of a macro that none ends.
uint32_t CBodyParser::SimpleEnd() const {
  const UnitToken& first = t_[i_];
  const uint32_t behind = t_[i_ + 1].Is("(") ? t_[i_ + 1].close + 1 : 0;
  const bool plain = first.IsName() && !IsStatementWordOfC(first) && !IsTypeWordOfC(first) &&
                     !IsQualifierOfC(first);
  if (plain && behind > i_ && behind < end_) {
    const UnitToken& next = t_[behind];
    const bool goes_on = IsBetween(next.text, "or", "or_eq");
    const bool type = ReadSpecifiers(t_, i_, end_).end > i_ + 1;  // decltype(a) b
    if (next.Is("{") || (next.IsName() && !goes_on && !type)) return behind;
  }
  uint32_t stop = i_;
  while (stop < end_ && !t_[stop].Is(";") && !t_[stop].Is("#if") && !t_[stop].Is("#else") &&
         !t_[stop].Is("#endif")) {
    const bool opens = t_[stop].Is("(") || t_[stop].Is("[") || t_[stop].Is("{");
    stop = opens && t_[stop].close > stop ? t_[stop].close + 1 : stop + 1;
  }
  return std::min(stop, end_);
}

CNodeId CBodyParser::Simple() {
  const uint32_t begin = i_;
  const uint32_t stop = SimpleEnd();
  const CStructureHead head = ReadStructureHead(t_, begin, stop);
  CNodeId out = kNoCNode;
  const uint32_t defined = head.open > 0 ? t_[head.open].close + 1 : head.word + 2;
  if (Declares(stop, false)) {
    out = Declaration(stop);
  } else if (head.word == 0 || defined < stop) {  // else a structure without a variable
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
    routine->block = CBodyParser(*this).Body(routine->body);
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
