// Macros: those that call accessors, those that define names, those that are lists.
//
//   #define ENV_INT(name, def) (getenv(#name) ? atoi(getenv(#name)) : def)  ─→ ReadMacro: a wrapper
//   #define OPTION(type, name, initial) type name = initial;                 ─→ ReadGiven
//   #define LIST(F) F(int, A, 1) F(bool, B, 0)                               ─→ ReadList
//   #define READ(KIND, NAME) read_##KIND(#NAME)                              ─→ ReadPasted
//
// A macro becomes a CFunction without a body: its place in CDefinedFunctions is {0, 0}.
#include "analyzer/c/macros.h"

#include <algorithm>

#include "analyzer/c/calls.h"

namespace flagcensus {

// Whether a list is called with another macro in this file, `LIST(AS_NAME)`.
bool CMacroReader::PassedOver(const std::string& name) const {
  return std::any_of(calls_.begin(), calls_.end(),
                     [&](const CCall& call) { return call.origin.list == name; });
}

//   #define LIST(F) F(int, A, 1) F(bool, B, 0)     ─→ items (int, A, 1), (bool, B, 0)
void CMacroReader::ReadList(const CMacro& macro) {
  CFunction made = MacroOf(macro);
  std::vector<CToken> t = macro.body;
  t.resize(t.size() + kCTokenPadding);
  for (size_t i = 0; i < macro.body.size(); ++i) {
    const int parameter = t[i].kind == Kind::kName ? ParameterOf(&made, t[i].text) : -1;
    if (parameter < 0 || !t[i + 1].Is("(")) continue;
    if (i > 0 && t[i - 1].Is("##")) continue;  // call_##F(x): another function's name
    const size_t close = MatchBracket(t, i + 1);
    CFunction::ListItem item;
    item.parameter = parameter;
    item.line = t[i].line;
    item.column = t[i].column;
    for (const auto& [from, to] : SplitArguments(t, i + 2, close)) {
      item.arguments.push_back(expressions_.Evaluate(t, from, to, &made, 0));
    }
    made.list.push_back(std::move(item));
    i = close;
  }
  if (made.list.empty()) return;
  functions_.Add(std::move(made));
}

// `name = initial;`, `name{initial}`: both parameters. `type name;`: the type parameter of it.
void CMacroReader::ReadGiven(const CMacro& macro) {
  CFunction made = MacroOf(macro);
  std::vector<CToken> t = macro.body;
  t.resize(t.size() + kCTokenPadding);
  const auto parameter = [&](size_t i) {
    return t[i].kind == Kind::kName ? ParameterOf(&made, t[i].text) : -1;
  };
  for (size_t i = 0; i < macro.body.size(); ++i) {
    const int name = parameter(i);
    if (name < 0) continue;
    const int value = parameter(i + 2);
    const bool assigns = t[i + 1].Is("=") && (t[i + 3].Is(";") || i + 3 >= macro.body.size());
    const bool holds = t[i + 1].Is("{") && t[i + 3].Is("}");
    if (value >= 0 && value != name && (assigns || holds)) made.given.emplace(name, value);
    const int type = i > 0 ? parameter(i - 1) : -1;
    const bool declares = t[i + 1].Is(";") || t[i + 1].Is("=") || t[i + 1].Is("{");
    if (type >= 0 && declares) made.typed.emplace(name, type);
  }
  if (made.given.empty() && made.typed.empty()) return;
  functions_.Add(std::move(made));
}

// At depth 0, a name after a type word that contains a parameter: `static type get_##name(`, `bool
// name =`. The rest of the body does not matter.
//
//   #define GETTER(name) static int get_##name(void) { ... }     ─→ kPasted "get_" and parameter 0
CPart CMacroReader::Defined(const std::vector<CToken>& t, size_t end, const CFunction& macro) {
  int depth = 0;
  for (size_t i = 0; i < end; ++i) {
    if (t[i].Is("(") || t[i].Is("{")) ++depth;
    if (t[i].Is(")") || t[i].Is("}")) --depth;
    if (depth != 0 || t[i].kind != Kind::kName) continue;
    const bool typed = i > 0 && (IsTypeWord(t[i - 1]) || t[i - 1].Is("*") || t[i - 1].Is("&") ||
                                 t[i - 1].Is(">"));  // Param<int> name
    if (!typed) continue;
    size_t at = i;
    const std::vector<std::vector<CPart>> parts =
        t[i + 1].Is("##") || ParameterOf(&macro, t[i].text) >= 0
            ? CExpressions::PastedName(t, &at, end, macro)
            : std::vector<std::vector<CPart>>();
    if (parts.empty()) continue;
    if (t[at].Is("(") || t[at].Is("=") || t[at].Is("{") || t[at].Is(";")) return parts[0][0];
  }
  return {};
}

//   read_##KIND(x)        ─→ head "read_"
//   get_##KIND##_env(x)   ─→ head "get_", tail "_env"
void CMacroReader::ReadPasted(const CMacro& macro) {
  constexpr size_t kMinLength = 4;  // of the known part of the name: get##KIND( may be anything
  const std::vector<CToken>& t = macro.body;
  const auto parameter = [&](size_t i) {
    return t[i].kind == Kind::kName && std::find(macro.parameters.begin(), macro.parameters.end(),
                                                 t[i].text) != macro.parameters.end();
  };
  for (size_t i = 0; i + 2 < t.size(); ++i) {
    if (t[i].kind != Kind::kName || !t[i + 1].Is("##")) continue;
    CPastedCallee found{macro.name, "", ""};
    size_t at = i;  // the parameter
    if (!parameter(i)) {
      found.head = t[i].text;
      at = i + 2;
    }
    if (at >= t.size() || !parameter(at) || (i > 0 && t[i - 1].Is("##"))) continue;
    if (at + 2 < t.size() && t[at + 1].Is("##")) {
      if (t[at + 2].kind != Kind::kName || parameter(at + 2)) continue;
      found.tail = t[at + 2].text;
      at += 2;
    }
    // `Type<kind> get_##NAME(1);` declares an object and calls no function.
    const bool declares =
        i > 0 && (t[i - 1].Is(">") || (t[i - 1].kind == Kind::kName && !IsCallContext(t[i - 1])));
    const bool calls = !declares && at + 1 < t.size() && t[at + 1].Is("(");
    if (!calls || found.head.size() + found.tail.size() < kMinLength) continue;
    pasted_.push_back(std::move(found));
  }
}

void CMacroReader::ReadMacro(const CMacro& macro) {
  if (names_.count(macro.name) > 0) macros_.insert(macro.name);
  if (macro.body.empty()) return;
  if (macro.function) ReadPasted(macro);
  // A list is read if it is called or passed on; other macros of this form are many, and nothing
  // needs them.
  if (macro.function && (names_.count(macro.name) > 0 || PassedOver(macro.name))) ReadList(macro);
  if (macro.function && names_.count(macro.name) > 0) ReadGiven(macro);
  const bool relevant = std::any_of(macro.body.begin(), macro.body.end(), [&](const CToken& token) {
    return token.kind == Kind::kName && names_.count(token.text) > 0;
  });
  if (!relevant) return;
  CFunction made = MacroOf(macro);
  std::vector<CToken> t = macro.body;
  t.resize(t.size() + kCTokenPadding);
  // `#define ALIAS wrapper`: another name for it. Up to three tokens: a qualified name.
  if (!macro.function && macro.body.size() <= 3 && t[macro.body.size() - 1].kind == Kind::kName) {
    CCall alias;
    alias.callee = t[macro.body.size() - 1].text;
    alias.qualified = "=";
    alias.function = functions_.Count();
    made.alias = alias.callee;
    functions_.Add(std::move(made));
    calls_.push_back(std::move(alias));
    return;
  }
  made.made = Defined(t, macro.body.size(), made);
  const int function = functions_.Add(CFunction(made));
  CBodyLooks looks = LooksOf(t, 0, macro.body.size(), made);
  for (size_t i = 0; i < macro.body.size(); ++i) {
    if (t[i].kind != Kind::kName || names_.count(t[i].text) == 0) continue;
    size_t open = i + 1;
    // Type name(...): the name of the object may be pasted together.
    if (t[open].kind == Kind::kName || t[open].Is("##")) {
      while (open < t.size() && (t[open].kind == Kind::kName || t[open].Is("##"))) ++open;
    }
    CCall call;
    call.callee = t[i].text;
    if (t[open].Is("<")) {  // GetEnv<type>(#name)
      for (++open; open < macro.body.size() && !t[open].Is(">"); ++open) {
        const int parameter = ParameterOf(&made, t[open].text);
        if (parameter >= 0) call.result.template_parameter = parameter;
        const bool words = t[open].kind == Kind::kName && t[open - 1].kind == Kind::kName;
        if (parameter < 0) call.result.template_argument += (words ? " " : "") + t[open].text;
      }
      ++open;
      while (open < t.size() && (t[open].kind == Kind::kName || t[open].Is("##"))) ++open;
    }
    if (open >= t.size() || !(t[open].Is("(") || t[open].Is("{"))) continue;
    const size_t close = MatchBracket(t, open);
    if (close <= open) continue;
    size_t begin = i;
    while (begin >= 2 && t[begin - 1].Is("::") && t[begin - 2].kind == Kind::kName) begin -= 2;
    for (size_t k = begin; k <= i; ++k) call.qualified += t[k].text;
    call.line = t[begin].line;
    call.column = t[begin].column;
    // The condition of the macro, since its body has no directives.
    call.condition = macro.condition;
    call.function = function;
    for (const auto& [from, to] : SplitArguments(t, open + 1, close)) {
      call.arguments.push_back(expressions_.Evaluate(t, from, to, &made, 0));
    }
    // UseOf with the body as one statement. The macro's value is its result: `returned`.
    CUse use = UseOf(t, 0, begin, close, 0, macro.body.size(), &made, &looks);
    ReadConsumer(t, use, &made, expressions_, &call);
    call.result.type = use.type;
    call.result.truthy = use.truthy;
    call.result.presence = use.presence;
    call.receiver.replaced = use.replaced;
    call.receiver.returned = true;
    if (use.unset_end > use.unset_begin) {
      call.result.unset = expressions_.Evaluate(t, use.unset_begin, use.unset_end, &made, 0);
      call.result.unset->derived = !use.unset_direct;
    }
    calls_.push_back(std::move(call));
  }
}

}  // namespace flagcensus
