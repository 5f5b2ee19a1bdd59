// The level of files, namespaces and classes: functions, variables, structures, enumerations.
//
// Error-tolerant: a declaration that is not understood is passed over to its ';' or behind its '}'.
#include <algorithm>

#include "analyzer/machine/c/declarators.h"
#include "analyzer/machine/c/syntax.h"

namespace flagcensus {

class CTopParser {
 public:
  explicit CTopParser(CUnit& unit) : u_(unit), t_(unit.tokens_.tokens) {}

  void Run() {
    const auto end = static_cast<uint32_t>(t_.size() - kCTokenPadding);
    Level(0, end, 0, 0);
  }

 private:
  static constexpr int kMostDepth = 60;

  Symbol Intern(const std::string& text) { return u_.symbols_.Intern(text); }

  void Level(uint32_t begin, uint32_t end, Symbol owner, int depth) {
    if (depth > kMostDepth) return;
    for (uint32_t i = begin; i < end;) {
      const uint32_t next = Declaration(i, end, owner, depth);
      i = std::max(next, i + 1);
    }
  }

  // Where the declaration ends that begins at `i`: its ';', its body's '{', or an end.
  uint32_t HeadEnd(uint32_t i, uint32_t end) const {
    for (; i < end; ++i) {
      if (t_[i].Is(";") || t_[i].Is("{") || t_[i].Is("}")) return i;
      if (t_[i].Is("#if") || t_[i].Is("#else") || t_[i].Is("#endif")) return i;
      const bool opens = t_[i].Is("(") || t_[i].Is("[");
      if (opens && t_[i].close > i && t_[i].close < end) i = t_[i].close;
    }
    return end;
  }

  uint32_t Declaration(uint32_t i, uint32_t end, Symbol owner, int depth) {
    const UnitToken& first = t_[i];
    if (!first.IsName() && !first.Is("::") && !first.Is("~") && !first.Is("[")) {
      if (first.Is("{") && first.close > i) return first.close + 1;
      return i + 1;
    }
    if (first.IsName("template")) {
      return t_[i + 1].Is("<") ? PastAngles(t_, i + 1, end) : i + 1;
    }
    const bool label = t_[i + 1].Is(":") && (first.IsName("public") || first.IsName("private") ||
                                             first.IsName("protected"));
    if (label) return i + 2;
    if (first.IsName("namespace") || (first.IsName("inline") && t_[i + 1].IsName("namespace"))) {
      return Namespace(i, end, depth);
    }
    if (first.IsName("extern") && t_[i + 1].kind == CToken::Kind::kString) {
      if (!t_[i + 2].Is("{") || t_[i + 2].close == 0) return i + 2;
      Level(i + 3, t_[i + 2].close, owner, depth + 1);
      return t_[i + 2].close + 1;
    }
    if (first.IsName("using") || first.IsName("typedef")) return Alias(i, end, owner, depth);
    if (first.IsName("friend") || first.IsName("static_assert") || first.IsName("_Static_assert")) {
      return PastStatement(i, end);
    }
    const uint32_t begin = PastMacroUses(i, end);
    if (const uint32_t next = Structure(begin, end, owner, depth, 0); next > begin) return next;
    if (const uint32_t next = Routine(begin, end, owner); next > begin) return next;
    return Variables(begin, end, owner);
  }

  // `MODULE("x") static int f(`: behind the uses of macros that no ';' ends.
  uint32_t PastMacroUses(uint32_t i, uint32_t end) {
    while (i + 1 < end && t_[i].IsName() && t_[i + 1].Is("(") && t_[i + 1].close > i) {
      const uint32_t next = t_[i + 1].close + 1;
      if (next + 1 >= end || !t_[next].IsName() || IsStatementWordOfC(t_[next].text)) break;
      const UnitToken& word = t_[next];
      if (word.IsName("noexcept") || word.IsName("override") || word.IsName("final") ||
          word.IsName("try") || word.IsName("requires") || word.IsName("throw")) {
        break;
      }
      const UnitToken& after = t_[next + 1];
      bool head = false;
      if (after.Is("(") && after.close > 0) {
        const UnitToken& behind = t_[after.close + 1];
        head = behind.Is(":") || behind.IsName();
      }
      if (!after.IsName() && !after.Is("*") && !after.Is("&") && !after.Is("::") &&
          !after.Is("<") && !head)
        break;
      i = next;
    }
    return i;
  }

  uint32_t Namespace(uint32_t i, uint32_t end, int depth) {
    const uint32_t head = HeadEnd(i, end);
    if (head >= end || !t_[head].Is("{") || t_[head].close == 0) return head + 1;
    Level(head + 1, std::min(t_[head].close, end), 0, depth + 1);
    return t_[head].close + 1;
  }

  uint32_t PastStatement(uint32_t i, uint32_t end) const {
    while (i < end && !t_[i].Is(";") && !t_[i].Is("}")) {
      const bool opens = t_[i].Is("(") || t_[i].Is("[") || t_[i].Is("{");
      i = opens && t_[i].close > i ? t_[i].close + 1 : i + 1;
    }
    return i < end && t_[i].Is(";") ? i + 1 : i;
  }

  uint32_t Alias(uint32_t i, uint32_t end, Symbol owner, int depth) {
    const uint32_t stop = PastStatement(i, end);
    if (t_[i].IsName("using")) {
      if (t_[i + 1].IsName() && t_[i + 2].Is("=")) {
        const CSpecifiers type = ReadSpecifiers(t_, i + 3, stop);
        u_.aliases_.emplace(Intern(t_[i + 1].text), Intern(type.type));
      }
      return stop;
    }
    // typedef struct tag {…} name, *pointer;
    uint32_t named = stop > 0 ? stop - 1 : 0;
    while (named > i && !t_[named].IsName()) --named;
    const Symbol name = named > i ? Intern(t_[named].text) : 0;
    const uint32_t behind = Structure(i + 1, end, owner, depth, name);
    if (behind > i + 1) return std::max(stop, behind);
    const CSpecifiers type = ReadSpecifiers(t_, i + 1, stop);
    const CDeclarator declared = ReadDeclarator(t_, type.end, stop);
    if (declared.name > 0 && !type.type.empty()) {
      u_.aliases_.emplace(Intern(t_[declared.name].text), Intern(type.type));
    }
    return stop;
  }

  // `struct name : bases {…} variables;`, `enum name {…};`. `other`: its name by a typedef. `i`
  // where none stands there.
  uint32_t Structure(uint32_t i, uint32_t end, Symbol owner, int depth, Symbol other) {
    uint32_t word = i;
    while (word < end && t_[word].IsName() && IsQualifierOfC(t_[word].text) &&
           !t_[word].IsName("struct") && !t_[word].IsName("class") && !t_[word].IsName("union") &&
           !t_[word].IsName("enum")) {
      ++word;
    }
    const bool list = t_[word].IsName("enum");
    if (!list && !t_[word].IsName("struct") && !t_[word].IsName("class") &&
        !t_[word].IsName("union"))
      return i;
    const uint32_t head = HeadEnd(word, end);
    if (head >= end || !t_[head].Is("{") || t_[head].close == 0) return i;
    Symbol name = 0;
    bool bases = false;
    std::vector<Symbol> based;
    for (uint32_t k = word + 1; k < head; ++k) {
      if (t_[k].Is("(")) {
        const bool attribute =
            k > 0 && (t_[k - 1].text.starts_with("__") || t_[k - 1].IsName("alignas"));
        if (!attribute && !bases) return i;  // a function that gives a struct
        k = std::max(k, t_[k].close);
        continue;
      }
      if (t_[k].Is("=")) return i;
      if (t_[k].Is(":")) bases = true;
      if (t_[k].Is("<")) k = std::max(k + 1, PastAngles(t_, k, head)) - 1;
      if (!t_[k].IsName() || IsQualifierOfC(t_[k].text) || t_[k].IsName("final")) continue;
      if (!bases) name = Intern(t_[k].text);
      const bool access =
          t_[k].IsName("public") || t_[k].IsName("private") || t_[k].IsName("protected");
      if (bases && !access && !t_[k + 1].Is("::")) based.push_back(Intern(t_[k].text));
    }
    const uint32_t close = t_[head].close;
    if (name == 0 && !list)
      name = other != 0 ? other
                        : Intern("struct@" + std::to_string(u_.file_) + ":" + std::to_string(i));
    if (list) {
      Enumeration(head + 1, close);
    } else {
      Members(name, std::move(based), head + 1, close, depth);
      if (other != 0 && other != name) u_.aliases_.emplace(other, name);
    }
    if (close + 1 < end && !t_[close + 1].Is(";") && other == 0) {
      CSpecifiers type;
      type.type = list ? "int" : u_.symbols_.TextOf(name);
      for (uint32_t k = i; k < word; ++k) {
        type.is_static = type.is_static || t_[k].IsName("static");
        type.is_constant = type.is_constant || t_[k].IsName("const");
      }
      return Declarators(close + 1, end, type, owner);
    }
    return PastStatement(close + 1, end);
  }

  void Members(Symbol name, std::vector<Symbol> bases, uint32_t begin, uint32_t end, int depth) {
    const size_t at = u_.structures_.size();
    CStructure made;
    made.name = name;
    made.bases = std::move(bases);
    made.unit = u_.number_;
    u_.structures_.push_back(std::move(made));
    const size_t globals = u_.globals_.size();
    const size_t routines = u_.routines_.size();
    Level(begin, end, name, depth + 1);
    CStructure& structure = u_.structures_[at];
    for (size_t i = globals; i < u_.globals_.size(); ++i) {
      if (u_.globals_[i].class_name == name && !u_.globals_[i].is_static)
        structure.fields.push_back(u_.globals_[i]);
    }
    for (size_t i = routines; i < u_.routines_.size(); ++i) {
      if (u_.routines_[i]->class_name == name) structure.methods.insert(u_.routines_[i]->name);
    }
  }

  void Enumeration(uint32_t begin, uint32_t end) {
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
      before = Intern(t_[at].text);
      u_.enumerators_.emplace(before, made);
    }
  }

  // A function with its body. `i` where none stands there.
  uint32_t Routine(uint32_t i, uint32_t end, Symbol owner) {
    uint32_t open = 0;
    uint32_t k = i;
    for (; k < end; ++k) {
      if (t_[k].Is(";") || t_[k].Is("=") || t_[k].Is("{") || t_[k].Is("}") || t_[k].Is("#if"))
        break;
      if (t_[k].IsName("operator")) {  // operator()(…), operator bool()
        uint32_t at = k + 1;
        if (t_[at].Is("(") && t_[at + 1].Is(")")) at += 2;
        while (at < end && !t_[at].Is("(") && !t_[at].Is(";")) ++at;
        k = at;
      }
      if (t_[k].Is("<") && k > i) {
        k = std::max(PastAngles(t_, k, end), k + 1) - 1;
        continue;
      }
      const bool attribute =
          k > i && (t_[k - 1].IsName("__attribute__") || t_[k - 1].IsName("__declspec") ||
                    t_[k - 1].IsName("alignas") || t_[k - 1].IsName("explicit") ||
                    t_[k - 1].IsName("decltype"));
      if (!t_[k].Is("(") || t_[k].close <= k || t_[k].close >= end) continue;
      if (!attribute) {
        open = k;
        break;
      }
      k = t_[k].close;
    }
    if (open == 0 || open == i) return i;
    uint32_t name = open - 1;
    if (t_[open + 1].IsName() && t_[open + 2].Is(")") && t_[open + 3].Is("(") &&
        t_[open + 3].close > 0) {
      name = open + 1;  // int (name)(…), int EXPORTED(name)(…)
      open += 3;
    }
    if (!t_[name].IsName() && !t_[name].Is(")")) {
      bool by_operator = false;
      for (uint32_t at = i; at < open; ++at) by_operator = by_operator || t_[at].IsName("operator");
      if (!by_operator) return i;
    }
    return Head(i, name, open, end, owner);
  }

  uint32_t Head(uint32_t i, uint32_t name, uint32_t open, uint32_t end, Symbol owner) {
    auto made = std::make_unique<CRoutine>();
    uint32_t k = t_[open].close + 1;
    for (; k < end && !t_[k].Is("{"); ++k) {
      if (t_[k].Is(";") && k > t_[open].close + 1 && t_[open].close > open + 1 &&
          IsOldStyle(open, k, end))
        continue;
      if (t_[k].Is(";") || t_[k].Is("=") || t_[k].Is(",") || t_[k].Is("}") || t_[k].Is(")")) {
        if (t_[k].Is(";") && owner != 0 && t_[name].IsName()) NoteMethod(name, owner);
        return i;
      }
      if (t_[k].Is(":")) {
        const uint32_t from = k + 1;
        k = BodyBehind(from, end);
        made->initialisers = {from, k};
        break;
      }
      if (t_[k].Is("(") && t_[k].close > k) k = t_[k].close;
    }
    if (k >= end || !t_[k].Is("{") || t_[k].close == 0) return i;
    made->token = name;
    made->name = t_[name].IsName() ? Intern(t_[name].text) : Intern("operator");
    made->class_name = owner;
    uint32_t type_end = name;
    if (name >= i + 2 && t_[name - 1].Is("::")) {
      uint32_t at = name - 2;
      if (t_[at].Is(">")) {
        while (at > i && !t_[at].Is("<")) --at;
        if (at > i) --at;
      }
      if (t_[at].IsName()) made->class_name = Intern(t_[at].text);
      type_end = at;
      while (type_end >= i + 2 && t_[type_end - 1].Is("::")) type_end -= 2;
    }
    const CSpecifiers type = ReadSpecifiers(t_, i, type_end);
    made->type = Intern(type.type);
    made->is_static = type.is_static && owner == 0;
    for (uint32_t at = type.end; at < type_end; ++at) made->pointers += t_[at].Is("*") ? 1 : 0;
    ReadFormals(t_, {open + 1, t_[open].close}, u_.symbols_, made.get());
    made->body = {k, t_[k].close + 1};
    made->unit = u_.number_;
    u_.routines_.push_back(std::move(made));
    uint32_t behind = u_.routines_.back()->body.end;
    while (behind < end && t_[behind].Is(";")) ++behind;
    return behind;
  }

  // f(a, b) char* a; int b; {
  bool IsOldStyle(uint32_t open, uint32_t semicolon, uint32_t end) const {
    if (!t_[open + 1].IsName() || !(t_[open + 2].Is(",") || t_[open + 2].Is(")"))) return false;
    return semicolon + 1 < end && (t_[semicolon + 1].IsName() || t_[semicolon + 1].Is("{"));
  }

  void NoteMethod(uint32_t name, Symbol owner) {
    for (size_t i = u_.structures_.size(); i-- > 0;) {
      if (u_.structures_[i].name != owner) continue;
      u_.structures_[i].methods.insert(Intern(t_[name].text));
      return;
    }
  }

  // The '{' of the body behind a constructor's initialisers.
  uint32_t BodyBehind(uint32_t i, uint32_t end) const {
    for (; i < end; ++i) {
      if (t_[i].Is("(") && t_[i].close > i) i = t_[i].close;
      if (t_[i].Is("<")) i = std::max(PastAngles(t_, i, end), i + 1) - 1;
      if (!t_[i].Is("{")) continue;
      const UnitToken& before = t_[i - 1];
      if (!before.IsName() && !before.Is(">")) return i;
      if (t_[i].close == 0) return end;
      i = t_[i].close;
    }
    return end;
  }

  uint32_t Variables(uint32_t i, uint32_t end, Symbol owner) {
    const CSpecifiers type = ReadSpecifiers(t_, i, end);
    if (type.end == i) return PastStatement(i, end);
    if (t_[type.end].Is("(") && t_[type.end].close > 0 && owner == 0) {  // a macro's use, a call
      return t_[type.end].close + 1;
    }
    return Declarators(type.end, end, type, owner);
  }

  uint32_t Declarators(uint32_t i, uint32_t end, const CSpecifiers& type, Symbol owner) {
    const uint32_t stop = PastStatement(i, end);
    while (i < stop) {
      const CDeclarator declared = ReadDeclarator(t_, i, stop);
      if (declared.name == 0) break;
      CGlobal made;
      made.name = Intern(t_[declared.name].text);
      uint32_t at = declared.end;
      made.class_name = owner;
      if (t_[at].Is("::") && t_[at + 1].IsName()) {  // Class::name = …
        made.class_name = made.name;
        made.name = Intern(t_[at + 1].text);
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
        if (owner != 0) NoteMethod(declared.name, owner);
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
  bool IsInitial(uint32_t open) const {
    for (uint32_t k = open + 1; k < t_[open].close; ++k) {
      if (t_[k].kind == CToken::Kind::kString || t_[k].kind == CToken::Kind::kNumber) {
        return !t_[k - 1].Is("=") && !t_[k - 1].Is("[");
      }
    }
    return false;
  }

  uint32_t Initialiser(uint32_t at, uint32_t stop, CGlobal* made) {
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

  CUnit& u_;
  const std::vector<UnitToken>& t_;
};

CUnit::CUnit(int file, int number, UnitTokens tokens, SymbolTable& symbols)
    : file_(file), number_(number), tokens_(std::move(tokens)), symbols_(symbols), nodes_(1) {
  CTopParser(*this).Run();
}

std::set<Symbol> CUnit::NamesIn(const CRange& range) const {
  std::set<Symbol> out;
  for (uint32_t i = range.begin; i < range.end; ++i) {
    if (tokens_.tokens[i].IsName()) out.insert(symbols_.Intern(tokens_.tokens[i].text));
  }
  return out;
}

}  // namespace flagcensus
