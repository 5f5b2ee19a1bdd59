// What stands beside functions, variables and structures: namespaces, aliases, templates' heads,
// uses of macros.
#include <algorithm>
#include <utility>

#include "analyzer/c/definition.h"
#include "analyzer/machine/c/top_parser.h"

namespace flagcensus {
namespace {

bool IsAccessWord(const UnitToken& token) {
  return token.IsName("public") || token.IsName("private") || token.IsName("protected");
}

// `public:` at `i`.
bool IsAccessLabel(const UnitTokens& t, uint32_t i) {
  return IsAccessWord(t[i]) && t[i + 1].Is(":");
}

// A word that nothing of a declaration stands before: a name there is a macro's, BEGIN_NAMESPACE.
bool BeginsDeclaration(const UnitToken& token) {
  return token.IsName("namespace") || token.IsName("template") || token.IsName("typedef") ||
         token.IsName("using");
}

}  // namespace

void CTopParser::Level(uint32_t begin, uint32_t end, Symbol owner, int depth) {
  if (depth > kMaxDepth) {
    ++u_.skipped_;
    return;
  }
  for (uint32_t i = begin; i < end;) {
    const uint32_t next = Declaration(i, end, owner, depth);
    i = std::max(next, i + 1);
  }
}

uint32_t CTopParser::Declaration(uint32_t i, uint32_t end, Symbol owner, int depth) {
  const UnitToken& first = t_[i];
  if (first.Is("@")) return ObjectiveWord(i, end);
  if ((first.Is("-") || first.Is("+")) && t_[i + 1].Is("(")) return ObjectiveMethod(i, end, depth);
  if (!first.IsName() && !first.Is("::") && !first.Is("~") && !first.Is("[")) {
    if (first.Is("{") && first.close > i) return first.close + 1;
    return i + 1;
  }
  if (first.IsName() && BeginsDeclaration(t_[i + 1]) && !IsCKeyword(t_.Text(i))) return i + 1;
  if (const uint32_t next = Directive(i, end, owner, depth); next > i) return next;
  const uint32_t begin = PastMacroUses(i, end);
  if (IsAccessLabel(t_, begin)) return begin;
  if (IsAccessLabel(t_, begin + 1)) return begin + 1;  // OBJECT public:
  if (const uint32_t next = Structure(begin, end, owner, depth, 0, false); next > begin)
    return next;
  if (const uint32_t next = Routine(begin, end, owner, depth); next > begin) return next;
  return Variables(begin, end, owner);
}

// What a word introduces that is no variable, function or structure.
uint32_t CTopParser::Directive(uint32_t i, uint32_t end, Symbol owner, int depth) {
  const UnitToken& first = t_[i];
  if (first.IsName("template")) {
    return t_[i + 1].Is("<") ? PastTemplateHead(i + 1, end) : i + 1;
  }
  if (first.IsName("requires")) return PastConstraint(i, end);
  if (first.IsName() && t_[i + 1].Is(":")) return i + 2;  // `public:`, `signals:`
  if (IsAccessWord(first) && t_[i + 1].IsName() && t_[i + 2].Is(":")) return i + 3;
  if (first.IsName("namespace") || (first.IsName("inline") && t_[i + 1].IsName("namespace"))) {
    return Namespace(i, end, depth);
  }
  if (first.IsName("extern") && t_[i + 1].kind == CToken::Kind::kString) {
    if (!t_[i + 2].Is("{") || t_[i + 2].close == 0) return i + 2;
    Level(i + 3, std::min(t_[i + 2].close, end), owner, depth + 1);
    return t_[i + 2].close + 1;
  }
  if (first.IsName("using") || first.IsName("typedef")) return Alias(i, end, owner, depth);
  if (first.IsName("friend")) {
    const uint32_t next = Routine(i + 1, end, 0, depth);
    return next > i + 1 ? next : PastStatement(i, end);
  }
  if (first.IsName("static_assert") || first.IsName("_Static_assert") || first.IsName("concept")) {
    return PastStatement(i, end);
  }
  return i;
}

// `MODULE("x") static int f(`: behind the uses of macros that no ';' ends.
uint32_t CTopParser::PastMacroUses(uint32_t i, uint32_t end) {
  while (i + 1 < end && t_[i].IsName() && t_[i + 1].Is("(") && t_[i + 1].close > i) {
    const uint32_t next = t_[i + 1].close + 1;
    if (next + 1 >= end || !t_[next].IsName()) break;
    if (IsAccessLabel(t_, next)) return next;
    const UnitToken& word = t_[next];
    if (IsStatementWordOfC(word) || word.IsName("noexcept") || word.IsName("override") ||
        word.IsName("final") || word.IsName("requires")) {
      break;
    }
    std::vector<CFormal> formals;
    if (OldFormals(i + 1, end, &formals) > 0) break;
    const UnitToken& after = t_[next + 1];
    bool head = false;
    if (after.Is("(") && after.close > 0) {
      const UnitToken& behind = t_[after.close + 1];
      head = behind.Is(":") || behind.IsName();
    }
    if (!after.IsName() && !after.Is("*") && !after.Is("&") && !after.Is("::") && !after.Is("<") &&
        !head)
      break;
    i = next;
  }
  return i;
}

// Behind the '>' of a template's parameters, which may have defaults.
uint32_t CTopParser::PastTemplateHead(uint32_t open, uint32_t end) const {
  constexpr uint32_t kMaxReach = 4000;
  int depth = 0;
  end = std::min(end, open + kMaxReach);
  for (uint32_t i = open; i < end && !t_[i].Is(";") && !t_[i].Is("}"); ++i) {
    const bool opens = t_[i].Is("(") || t_[i].Is("[") || t_[i].Is("{");
    if (opens && t_[i].close > i) {
      i = t_[i].close;
    } else if (t_[i].Is("<")) {
      ++depth;
    } else if (t_[i].Is(">") || t_[i].Is(">>")) {
      depth -= t_[i].Is(">") ? 1 : 2;
      if (depth <= 0) return i + 1;
    }
  }
  return open;
}

// Behind `requires A<T> && (B || C) && requires(T t) { … }`.
uint32_t CTopParser::PastConstraint(uint32_t i, uint32_t end) const {
  uint32_t k = i + 1;
  for (; k < end; ++k) {
    if (t_[k].IsName("requires")) {
      if (t_[k + 1].Is("(") && t_[k + 1].close > k) k = t_[k + 1].close;
      if (t_[k + 1].Is("{") && t_[k + 1].close > k) k = t_[k + 1].close;
    } else if (t_[k].Is("(") && t_[k].close > k) {
      k = t_[k].close;
    } else if (t_[k].IsName() || t_[k].Is("::")) {
      while (k + 1 < end && (t_[k + 1].Is("::") || (t_[k].Is("::") && t_[k + 1].IsName()))) ++k;
      if (t_[k + 1].Is("<")) k = std::max(PastTemplateHead(k + 1, end), k + 1) - 1;
      if (t_[k + 1].Is("::")) continue;
    } else {
      return k;
    }
    if (!t_[k + 1].Is("&&") && !t_[k + 1].Is("||")) return k + 1;
    ++k;
  }
  return k;
}

uint32_t CTopParser::Namespace(uint32_t i, uint32_t end, int depth) {
  uint32_t head = i;
  while (head < end && !t_[head].Is(";") && !t_[head].Is("{") && !t_[head].Is("}")) ++head;
  if (head >= end || !t_[head].Is("{") || t_[head].close == 0) return head + 1;
  Level(head + 1, std::min(t_[head].close, end), 0, depth + 1);
  return t_[head].close + 1;
}

uint32_t CTopParser::PastStatement(uint32_t i, uint32_t end) const {
  while (i < end && !t_[i].Is(";") && !t_[i].Is("}")) {
    const bool opens = t_[i].Is("(") || t_[i].Is("[") || t_[i].Is("{");
    i = opens && t_[i].close > i ? t_[i].close + 1 : i + 1;
  }
  return i < end && t_[i].Is(";") ? i + 1 : i;
}

uint32_t CTopParser::Alias(uint32_t i, uint32_t end, Symbol owner, int depth) {
  const uint32_t stop = PastStatement(i, end);
  if (t_[i].IsName("using")) {
    if (t_[i + 1].IsName() && t_[i + 2].Is("=")) {
      const CSpecifiers type = ReadSpecifiers(t_, i + 3, stop);
      u_.aliases_.emplace(u_.SymbolAt(i + 1), Intern(type.type));
    }
    return stop;
  }
  const CStructureHead head = ReadStructureHead(t_, i + 1, end);
  if (head.open > 0) {  // typedef struct tag {…} name, *pointer;
    const uint32_t close = t_[head.open].close;
    const CDeclarator first = ReadDeclarator(t_, close + 1, stop);
    const Symbol name = first.name > 0 ? u_.SymbolAt(first.name) : 0;
    const bool plain = first.pointers == 0 && !first.array;
    Structure(i + 1, end, owner, depth, plain ? name : 0, true);
    if (!t_[head.word].IsName("enum")) {
      const Symbol made =
          head.name == 0 && plain && name != 0 ? name : Intern(NameOf(head, t_, u_.file_));
      TypeNames(close + 1, stop, made);
    }
    return std::max(stop, close + 1);
  }
  const CSpecifiers type = ReadSpecifiers(t_, i + 1, stop);
  if (!type.type.empty()) TypeNames(type.end, stop, Intern(type.type));
  return stop;
}

// `name, *pointer`: other names of the type.
void CTopParser::TypeNames(uint32_t i, uint32_t end, Symbol type) {
  while (i < end) {
    const CDeclarator declared = ReadDeclarator(t_, i, end);
    if (declared.name == 0) return;
    const Symbol name = u_.SymbolAt(declared.name);
    if (name != type) u_.aliases_.emplace(name, type);
    i = declared.end;
    while (i < end && !t_[i].Is(",")) {
      const bool opens = t_[i].Is("(") || t_[i].Is("[");
      i = opens && t_[i].close > i ? t_[i].close + 1 : i + 1;
    }
    ++i;
  }
}

CUnit::CUnit(int file, int number, UnitTokens tokens, SymbolTable& symbols)
    : file_(file), number_(number), tokens_(std::move(tokens)), symbols_(symbols), nodes_(1) {
  known_.resize(tokens_.texts.size(), kNoSymbol);
  CTopParser(*this).Run();
}

Symbol CUnit::SymbolAt(size_t token) const {
  const uint32_t text = tokens_[token].text;
  Symbol& known = known_[text];
  if (known == kNoSymbol) known = symbols_.Intern(tokens_.texts.Text(text));
  return known;
}

std::vector<Symbol> CUnit::NamesIn(const CRange& range, const CRange& other) const {
  std::vector<Symbol> out;
  noted_.resize(tokens_.texts.size());
  ++notes_;
  for (const CRange& one : {range, other}) {
    for (uint32_t i = one.begin; i < one.end; ++i) {
      if (!tokens_[i].IsName() || std::exchange(noted_[tokens_[i].text], notes_) == notes_)
        continue;
      out.push_back(SymbolAt(i));
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace flagcensus
