// Functions: their heads, old style and new, their bodies and a constructor's initialisers.
#include <algorithm>

#include "analyzer/machine/c/top_parser.h"

namespace flagcensus {
namespace {

// The name before the '<' that the '>' at `close` ends; 0 where none is.
uint32_t NameBeforeAngles(const UnitTokens& t, uint32_t close, uint32_t begin) {
  int depth = 0;
  for (uint32_t k = close; k > begin; --k) {
    if (t[k].Is(">")) ++depth;
    if (t[k].Is(">>")) depth += 2;
    if (t[k].Is("<") && --depth <= 0) return t[k - 1].IsName() ? k - 1 : 0;
  }
  return 0;
}

// Whether a '(' behind the token at `k` holds no parameters.
bool TakesBrackets(const UnitToken& token) {
  return token.IsName("decltype") || token.IsName("typeof") || token.IsName("__typeof__");
}

}  // namespace

CTopParser::Head CTopParser::ReadHead(uint32_t i, uint32_t end) const {
  Head out;
  uint32_t k = i;
  for (; k < end; ++k) {
    if (t_[k].Is(";") || t_[k].Is("=") || t_[k].Is("{") || t_[k].Is("}") || t_[k].Is("#if"))
      return {};
    if (t_[k].IsName("operator")) {  // operator()(…), operator bool()
      out.name = k;
      if (t_[k + 1].Is("(") && t_[k + 2].Is(")")) k += 2;
      for (++k; k < end && !t_[k].Is("(") && !t_[k].Is(";") && !t_[k].Is("{");) ++k;
      break;
    }
    const uint32_t past = PastAttribute(t_, k, end);
    if (past > k) {
      k = past - 1;
    } else if (t_[k].Is("<") && k > i) {
      k = std::max(PastAngles(t_, k, end), k + 1) - 1;
    } else if (t_[k].Is("(")) {
      if (k == i || !TakesBrackets(t_[k - 1])) break;
      k = std::max(t_[k].close, k);
    }
  }
  if (k == i || k >= end || !t_[k].Is("(") || t_[k].close <= k || t_[k].close >= end) return {};
  out.open = k;
  out.behind = t_[k].close + 1;
  if (out.name > 0) return out;
  const uint32_t inner = t_[k + 1].Is("*") ? k + 2 : k + 1;
  if (t_[inner].IsName() && t_[inner + 1].Is("(") && t_[inner + 1].close + 1 == t_[k].close &&
      inner > k + 1) {  // int (*name(…))(int)
    if (!t_[out.behind].Is("(") || t_[out.behind].close == 0) return {};
    out.behind = t_[out.behind].close + 1;
    out.name = inner;
    out.open = inner + 1;
  } else if (t_[k + 1].IsName() && t_[k + 2].Is(")") && t_[k + 3].Is("(") && t_[k + 3].close > 0) {
    out.name = k + 1;  // int (name)(…), int EXPORTED(name)(…)
    out.open = k + 3;
    out.behind = t_[k + 3].close + 1;
  } else if (t_[k + 1].Is("*")) {
    return {};  // a pointer to a function
  } else {
    out.name = t_[k - 1].Is(">") ? NameBeforeAngles(t_, k - 1, i) : k - 1;
    if (!t_[out.name].IsName() && !t_[out.name].Is(")")) return {};
  }
  out.destroys = out.name > i && t_[out.name - 1].Is("~");
  return out;
}

uint32_t CTopParser::Routine(uint32_t i, uint32_t end, Symbol owner, int depth) {
  const Head head = ReadHead(i, end);
  if (head.open == 0) return i;
  auto made = std::make_unique<CRoutine>();
  made->class_name = owner;
  std::string name(t_[head.name].IsName() ? t_.Text(head.name) : "operator");
  if (head.destroys) name.insert(0, "~");
  const uint32_t brace = BodyOf(head, end, made.get());
  if (!t_[brace].Is("{") || t_[brace].close <= brace) {
    if (t_[brace].Is(";") && owner != 0 && t_[head.name].IsName()) NoteMethod(name, owner);
    return i;
  }
  made->name = Intern(name);
  made->token = head.name;
  ReadType(i, head, made.get());
  if (made->formals.empty()) {
    ReadFormals(t_, {head.open + 1, t_[head.open].close}, u_.symbols_, made.get());
  }
  return Finish(std::move(made), brace, end, depth);
}

// The '{' of the body, or what ends a mere declaration.
uint32_t CTopParser::BodyOf(const Head& head, uint32_t end, CRoutine* made) {
  if (const uint32_t brace = OldFormals(head.open, end, &made->formals); brace > 0) return brace;
  for (uint32_t k = head.behind; k < end; ++k) {
    if (t_[k].Is("{") || t_[k].Is(";") || t_[k].Is("=") || t_[k].Is(",") || t_[k].Is("}") ||
        t_[k].Is(")")) {
      return k;
    }
    if (t_[k].IsName("requires")) {
      k = PastConstraint(k, end) - 1;
    } else if (t_[k].Is(":")) {
      const uint32_t brace = BodyBehind(k + 1, end);
      made->initialisers = {k + 1, brace};
      return brace;
    } else if (t_[k].Is("<")) {
      k = std::max(PastAngles(t_, k, end), k + 1) - 1;
    } else if ((t_[k].Is("(") || t_[k].Is("[")) && t_[k].close > k) {
      k = t_[k].close;
    }
  }
  return end;
}

// What stands before the name: the type that the function gives, and its class.
void CTopParser::ReadType(uint32_t i, const Head& head, CRoutine* made) {
  uint32_t type_end = head.destroys ? head.name - 1 : head.name;
  if (type_end >= i + 2 && t_[type_end - 1].Is("::")) {
    uint32_t at = type_end - 2;
    if (t_[at].Is(">")) at = std::max(NameBeforeAngles(t_, at, i), i);
    if (t_[at].IsName()) made->class_name = u_.SymbolAt(at);
    type_end = at;
    while (type_end >= i + 2 && t_[type_end - 1].Is("::")) type_end -= 2;
  }
  CSpecifiers type = ReadSpecifiers(t_, i, type_end);
  bool is_static = type.is_static;
  if (IsMacroNameOfC(type.type) && type.end < type_end && t_[type.end].IsName()) {
    const CSpecifiers next = ReadSpecifiers(t_, type.end, type_end);  // EXPORTED std::string
    if (next.end > type.end && !IsMacroNameOfC(next.type)) type = next;
    is_static = is_static || type.is_static;
  }
  made->type = Intern(type.type);
  made->is_static = is_static && made->class_name == 0;
  for (uint32_t at = type.end; at < type_end; ++at) made->pointers += t_[at].Is("*") ? 1 : 0;
}

// Takes the function in, with the handlers behind its body.
uint32_t CTopParser::Finish(std::unique_ptr<CRoutine> made, uint32_t brace, uint32_t end,
                            int depth) {
  uint32_t behind = t_[brace].close + 1;
  while (behind + 1 < end && t_[behind].IsName("catch") && t_[behind + 1].Is("(")) {
    const uint32_t handler = t_[behind + 1].close + 1;
    if (handler <= behind || !t_[handler].Is("{") || t_[handler].close <= handler) break;
    behind = t_[handler].close + 1;
  }
  made->body = {brace, behind};
  made->unit = u_.number_;
  u_.routines_.push_back(std::move(made));
  LocalStructures(brace, behind, depth);
  while (behind < end && t_[behind].Is(";")) ++behind;
  return behind;
}

// `f(a, b) char* a; int b; {`: the '{', and the parameters in their order; 0 where what stands
// behind the names in brackets does not declare them alone.
uint32_t CTopParser::OldFormals(uint32_t open, uint32_t end, std::vector<CFormal>* formals) {
  std::vector<CFormal> made;
  for (uint32_t k = open + 1; k < t_[open].close; k += 2) {
    if (!t_[k].IsName() || !(t_[k + 1].Is(",") || k + 1 == t_[open].close)) return 0;
    made.emplace_back().name = u_.SymbolAt(k);
  }
  size_t declared = 0;
  uint32_t at = t_[open].close + 1;
  while (declared < made.size() && at < end && !t_[at].Is("{")) {
    const CSpecifiers type = ReadSpecifiers(t_, at, end);
    if (type.end == at) return 0;
    for (at = type.end; at < end; ++at) {
      const CDeclarator one = ReadDeclarator(t_, at, end);
      const Symbol name = one.name > 0 ? u_.SymbolAt(one.name) : 0;
      const auto formal = std::find_if(made.begin(), made.end(), [&](const CFormal& f) {
        return f.name == name && f.type == 0;
      });
      if (name == 0 || formal == made.end()) return 0;
      formal->type = Intern(type.type);
      formal->pointers = one.pointers;
      formal->array = one.array;
      ++declared;
      at = one.end;
      if (!t_[at].Is(",")) break;
    }
    if (at >= end || !t_[at].Is(";")) return 0;
    ++at;
  }
  if (declared == 0 || at >= end || !t_[at].Is("{") || t_[at].close <= at) return 0;
  *formals = std::move(made);
  return at;
}

void CTopParser::NoteMethod(std::string_view name, Symbol owner) {
  for (size_t i = u_.structures_.size(); i-- > 0;) {
    if (u_.structures_[i].name != owner) continue;
    u_.structures_[i].methods.insert(Intern(name));
    return;
  }
}

// The '{' of the body behind a constructor's initialisers.
uint32_t CTopParser::BodyBehind(uint32_t i, uint32_t end) const {
  for (; i < end; ++i) {
    if (t_[i].Is("(") && t_[i].close > i) i = t_[i].close;
    if (t_[i].Is("<")) i = std::max(PastAngles(t_, i, end), i + 1) - 1;
    if (t_[i].Is(";")) return end;
    if (!t_[i].Is("{")) continue;
    const UnitToken& before = t_[i - 1];
    if (!before.IsName() && !before.Is(">")) return i;
    if (t_[i].close == 0) return end;
    i = t_[i].close;
  }
  return end;
}

// `@interface Name : Base <Protocol>`, `@property (…) type name;`, `@end`.
uint32_t CTopParser::ObjectiveWord(uint32_t i, uint32_t end) {
  const UnitToken& word = t_[i + 1];
  if (word.IsName("implementation") || word.IsName("interface") || word.IsName("protocol")) {
    uint32_t k = i + 2;
    while (k < end && (t_[k].IsName() || t_[k].Is(":") || t_[k].Is("(") || t_[k].Is("<"))) {
      const bool category = t_[k].Is("(") && t_[k].close > k;
      if (t_[k].IsName() && k > i + 2 && !t_[k - 1].Is(":")) return k;  // a declaration begins
      if (t_[k].Is("<")) {
        k = std::max(PastAngles(t_, k, end), k + 1);
      } else {
        k = category ? t_[k].close + 1 : k + 1;
      }
    }
    return t_[k].Is("{") && t_[k].close > k ? t_[k].close + 1 : k;
  }
  const bool alone = word.IsName("end") || word.IsName("optional") || word.IsName("required") ||
                     word.IsName("public") || word.IsName("private");
  return alone ? i + 2 : PastStatement(i, end);
}

// `- (type)read:(type)name or:(type)other { … }`: a function that only messages reach, so that it
// is called as none can be: "-read:or:".
uint32_t CTopParser::ObjectiveMethod(uint32_t i, uint32_t end, int depth) {
  if (t_[i + 1].close <= i + 1) return i + 1;
  auto made = std::make_unique<CRoutine>();
  made->token = i;
  std::string name(t_.Text(i));
  uint32_t k = t_[i + 1].close + 1;
  while (k < end && !t_[k].Is("{") && !t_[k].Is(";") && !t_[k].Is("}")) {
    if (t_[k].Is(":")) {
      CFormal formal;
      name += ":";
      ++k;
      if (t_[k].Is("(") && t_[k].close > k) {
        const CSpecifiers type = ReadSpecifiers(t_, k + 1, t_[k].close);
        formal.type = Intern(type.type);
        formal.pointers = t_[t_[k].close - 1].Is("*") ? 1 : 0;
        k = t_[k].close + 1;
      }
      if (t_[k].IsName()) formal.name = u_.SymbolAt(k++);
      made->formals.push_back(formal);
    } else {
      if (t_[k].IsName()) name += t_.Text(k);
      const bool opens = t_[k].Is("(") && t_[k].close > k;
      k = opens ? t_[k].close + 1 : k + 1;
    }
  }
  if (k >= end || !t_[k].Is("{") || t_[k].close <= k) return PastStatement(i, end);
  made->name = Intern(name);
  return Finish(std::move(made), k, end, depth);
}

}  // namespace flagcensus
