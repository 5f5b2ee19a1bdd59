// Structures, enumerations and the variables of a level.
#include <algorithm>

#include "analyzer/machine/c/top_parser.h"

namespace flagcensus {
namespace {

bool IsStructureWord(const UnitToken& token) {
  return token.IsName("struct") || token.IsName("class") || token.IsName("union") ||
         token.IsName("enum");
}

// Of two names before a '{' without bases, `struct tag name {`: it is a variable's.
bool IsVariables(const UnitTokens& t, const CStructureHead& head, uint32_t first) {
  if (IsMacroNameOfC(t.Text(first))) return false;
  if (t[head.word].IsName("enum")) return true;
  for (uint32_t k = head.open + 1; k < t[head.open].close; ++k) {
    if (t[k].Is(";")) return false;
    const bool opens = t[k].Is("(") || t[k].Is("{") || t[k].Is("[");
    if (opens && t[k].close > k) k = t[k].close;
  }
  return true;
}

}  // namespace

CStructureHead ReadStructureHead(const UnitTokens& t, uint32_t begin, uint32_t end) {
  CStructureHead out;
  uint32_t k = begin;
  while (k < end && t[k].IsName() && IsQualifierOfC(t[k]) && !IsStructureWord(t[k])) ++k;
  if (k >= end || !IsStructureWord(t[k])) return out;
  out.word = k;
  uint32_t before = 0;  // the name before its name
  bool derives = false;
  for (++k; k < end; ++k) {
    const uint32_t past = PastAttribute(t, k, end);
    if (past > k) {
      k = past - 1;
    } else if (t[k].Is("{")) {
      if (t[k].close <= k || t[k].close >= end) return out;
      out.open = k;
      if (before > 0 && !derives && IsVariables(t, out, before)) out.open = 0;
      return out;
    } else if (t[k].Is("(")) {
      const bool attribute = derives || t.Text(k - 1).starts_with("__");
      if (!attribute || t[k].close <= k) return out;
      k = t[k].close;
    } else if (t[k].Is("<")) {
      k = std::max(k + 1, PastAngles(t, k, end)) - 1;
    } else if (t[k].Is(":")) {
      derives = true;
    } else if (!t[k].IsName()) {
      if (!t[k].Is("::") && !(derives && (t[k].Is(",") || t[k].Is("...")))) return out;
    } else if (!IsQualifierOfC(t[k]) && !t[k].IsName("final")) {
      const bool access =
          t[k].IsName("public") || t[k].IsName("private") || t[k].IsName("protected");
      if (derives && !access && !t[k + 1].Is("::")) out.bases.push_back(k);
      if (derives) continue;
      if (out.name > 0 && !t[k - 1].Is("::")) before = out.name;
      out.name = k;
    }
  }
  return out;
}

std::string NameOf(const CStructureHead& head, const UnitTokens& t, int file) {
  if (head.name > 0) return std::string(t.Text(head.name));
  return "struct@" + std::to_string(file) + ":" + std::to_string(head.word);
}

// `struct name : bases {…} variables;`, `enum name {…};`. `other`: its name by a typedef.
uint32_t CTopParser::Structure(uint32_t i, uint32_t end, Symbol owner, int depth, Symbol other,
                               bool local) {
  const CStructureHead head = ReadStructureHead(t_, i, end);
  if (head.open == 0) return i;
  const bool list = t_[head.word].IsName("enum");
  const uint32_t close = t_[head.open].close;
  const Symbol name = head.name == 0 && other != 0 ? other : Intern(NameOf(head, t_, u_.file_));
  const bool unnamed = head.name == 0 && other == 0 && owner != 0 && t_[close + 1].Is(";");
  if (list) {
    Enumeration(head.open + 1, close);
  } else if (unnamed) {  // its members are those of what it stands in
    Level(head.open + 1, close, owner, depth + 1);
  } else {
    std::vector<Symbol> bases;
    for (const uint32_t base : head.bases) bases.push_back(u_.SymbolAt(base));
    Members(name, std::move(bases), {head.open + 1, close}, depth);
  }
  if (local) return close + 1;
  if (close + 1 >= end || t_[close + 1].Is(";")) return PastStatement(close + 1, end);
  CSpecifiers type;
  type.type = list ? "int" : u_.symbols_.TextOf(name);
  for (uint32_t k = i; k < head.word; ++k) {
    type.is_static = type.is_static || t_[k].IsName("static");
    type.is_constant = type.is_constant || t_[k].IsName("const");
  }
  return Declarators(close + 1, end, type, owner);
}

// The structures that a body defines.
void CTopParser::LocalStructures(uint32_t begin, uint32_t end, int depth) {
  for (uint32_t k = begin; k < end; ++k) {
    if (!IsStructureWord(t_[k]) || t_[k - 1].Is("<") || t_[k - 1].Is(",")) continue;
    const bool alias = t_[k - 1].IsName("typedef") && ReadStructureHead(t_, k, end).open > 0;
    const uint32_t behind =
        alias ? Alias(k - 1, end, 0, depth) : Structure(k, end, 0, depth, 0, true);
    if (behind > k) {
      k = behind - 1;
      continue;
    }
    // None is defined before the next brace or semicolon.
    while (k + 1 < end && !t_[k + 1].Is(";") && !t_[k + 1].Is("{") && !t_[k + 1].Is("}")) ++k;
  }
}

void CTopParser::Members(Symbol name, std::vector<Symbol> bases, CRange range, int depth) {
  const size_t at = u_.structures_.size();
  CStructure made;
  made.name = name;
  made.bases = std::move(bases);
  made.unit = u_.number_;
  u_.structures_.push_back(std::move(made));
  const size_t globals = u_.globals_.size();
  const size_t routines = u_.routines_.size();
  Level(range.begin, range.end, name, depth + 1);
  CStructure& structure = u_.structures_[at];
  for (size_t i = globals; i < u_.globals_.size(); ++i) {
    if (u_.globals_[i].class_name == name && !u_.globals_[i].is_static)
      structure.fields.push_back(u_.globals_[i]);
  }
  for (size_t i = routines; i < u_.routines_.size(); ++i) {
    if (u_.routines_[i]->class_name == name) structure.methods.insert(u_.routines_[i]->name);
  }
}

void CTopParser::Enumeration(uint32_t begin, uint32_t end) {
  Symbol before = 0;
  for (const CRange& one : SplitCommas(t_, {begin, end})) {
    uint32_t at = one.begin;
    while (at < one.end && !t_[at].IsName()) ++at;  // marks of an #if
    if (at >= one.end) continue;
    CEnumerator made;
    made.before = before;
    made.unit = u_.number_;
    for (uint32_t k = at; k < one.end; ++k) {
      if (!t_[k].Is("=")) continue;
      made.value = {k + 1, one.end};
      break;
    }
    before = u_.SymbolAt(at);
    u_.enumerators_.emplace(before, made);
  }
}

uint32_t CTopParser::Variables(uint32_t i, uint32_t end, Symbol owner) {
  CSpecifiers type = ReadSpecifiers(t_, i, end);
  if (type.end == i) return PastStatement(i, end);
  if (IsMacroNameOfC(type.type) && t_[type.end].IsName()) {  // EXPORTED std::string name = …
    const CSpecifiers behind = ReadSpecifiers(t_, type.end, end);
    if (behind.end > type.end && ReadDeclarator(t_, behind.end, end).name > 0) type = behind;
  }
  const CDeclarator declared = ReadDeclarator(t_, type.end, end);
  const bool pointer = declared.function_pointer && declared.name > 0;
  if (t_[type.end].Is("(") && t_[type.end].close > 0 && owner == 0 && !pointer) {
    return t_[type.end].close + 1;  // a macro's use, a call
  }
  return Declarators(type.end, end, type, owner);
}

uint32_t CTopParser::Declarators(uint32_t i, uint32_t end, const CSpecifiers& type, Symbol owner) {
  const uint32_t stop = PastStatement(i, end);
  while (i < stop) {
    const CDeclarator declared = ReadDeclarator(t_, i, stop);
    if (declared.name == 0) break;
    CGlobal made;
    made.name = u_.SymbolAt(declared.name);
    uint32_t at = declared.end;
    made.class_name = owner;
    const uint32_t angles = t_[at].Is("<") ? PastAngles(t_, at, stop) : at;
    if (t_[angles].Is("::")) at = angles;             // Class<int>::name = …
    while (t_[at].Is("::") && t_[at + 1].IsName()) {  // Class::name = …
      made.class_name = made.name;
      made.name = u_.SymbolAt(at + 1);
      at += 2;
      while (t_[at].Is("[") && t_[at].close > 0) at = t_[at].close + 1;
    }
    made.type = Intern(type.type);
    made.pointers = declared.pointers;
    made.array = declared.array;
    made.is_static = type.is_static;
    made.is_constant = type.is_constant;
    made.is_extern = type.is_extern;
    made.token = declared.name;
    made.unit = u_.number_;
    if (t_[at].Is("(") && !IsInitial(at)) {
      if (owner != 0) NoteMethod(t_.Text(declared.name), owner);
      return stop;  // declares a function
    }
    at = Initialiser(at, stop, &made);
    u_.globals_.push_back(std::move(made));
    while (at < stop && !t_[at].Is(",") && !t_[at].Is(";")) ++at;
    if (at >= stop || t_[at].Is(";")) break;
    i = at + 1;
  }
  return stop;
}

// Of `name(…)`: what is given there are values, not parameters.
bool CTopParser::IsInitial(uint32_t open) const {
  for (uint32_t k = open + 1; k < t_[open].close; ++k) {
    if (t_[k].kind == CToken::Kind::kString || t_[k].kind == CToken::Kind::kNumber) {
      return !t_[k - 1].Is("=") && !t_[k - 1].Is("[");
    }
  }
  return false;
}

uint32_t CTopParser::Initialiser(uint32_t at, uint32_t stop, CGlobal* made) {
  if (t_[at].Is("=")) {
    uint32_t to = at + 1;
    while (to < stop && !t_[to].Is(",") && !t_[to].Is(";")) {
      const bool opens = t_[to].Is("(") || t_[to].Is("[") || t_[to].Is("{");
      if (opens && t_[to].close > to) {
        to = t_[to].close + 1;
      } else if (t_[to].Is("<") && t_[to - 1].IsName() && PastAngles(t_, to, stop) > to) {
        to = PastAngles(t_, to, stop);
      } else {
        ++to;
      }
    }
    made->initial = {at + 1, std::min(to, stop)};
    return to;
  }
  if ((t_[at].Is("{") || t_[at].Is("(")) && t_[at].close > at) {
    made->initial = {at, t_[at].close + 1};
    made->braces = true;
    return t_[at].close + 1;
  }
  return at;
}

}  // namespace flagcensus
