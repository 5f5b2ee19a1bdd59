// Variables that uses of macros declare, in one file or in two:
//
//   #define KEY(name, text) static const char* name = text
//   KEY(kColour, "APP_COLOUR");
//
// AddDeclaring records that KEY declares its first argument, AddDeclared that kColour may be
// KEY(kColour, "APP_COLOUR"). c/link combines the two to kColour = "APP_COLOUR".
#include <algorithm>

#include "analyzer/c/constants.h"

namespace flagcensus {

void CConstants::AddDeclaring(const CMacro& macro) {
  const CFunction made = MacroOf(macro);
  std::vector<CToken> t = macro.body;
  t.resize(t.size() + kCTokenPadding);
  MatchBrackets(&t);
  const size_t end = macro.body.size();
  // The first parameter that a type precedes, and '=', '{' or '(' follow, is the declared name.
  for (size_t i = 1; i < end; ++i) {
    if (t[i].Is("(") || t[i].Is("{")) i = std::min(MatchBracket(t, i), end);
    const int name = t[i].kind == Kind::kName ? ParameterOf(&made, t[i].text) : -1;
    const bool typed = IsTypeWord(t[i - 1]) || t[i - 1].Is("*") || t[i - 1].Is(">");
    if (name < 0 || !typed) continue;
    size_t at = i + 1;
    if (t[at].Is("[")) at = MatchBracket(t, at) + 1;
    if (at >= end || !(t[at].Is("=") || t[at].Is("{") || t[at].Is("("))) continue;
    size_t stop = at + 1;
    while (stop < end && !t[stop].Is(";")) ++stop;
    if (!t[at].Is("=")) stop = std::min(MatchBracket(t, at), end);
    CValue value = expressions_.Evaluate(t, at + 1, stop, &made, 0);
    value.declares = name;
    AddConstant(macro.name, std::move(value));
    return;
  }
}

void CConstants::AddDeclared(const std::set<std::string>& names) {
  if (names.empty()) return;
  std::map<std::string, CValue> declared;
  for (size_t i = 0; i + 2 < t_.size(); ++i) {
    // In the first column only: a use inside a function is indented, and a call there declares
    // nothing. An indented declaration in a namespace or class is missed.
    if (t_[i].column != 1 || t_[i].kind != Kind::kName || !t_[i + 1].Is("(")) continue;
    int position = 0;
    for (const auto& [from, to] : SplitArguments(t_, i + 2, file_.Match(i + 1))) {
      // Any argument may be the declared name; whether the macro declares it is decided when its
      // definition is known, by the position that is kept in `parameter`.
      if (to == from + 1 && t_[from].kind == Kind::kName && names.count(t_[from].text) > 0) {
        CPart use = lists_.MacroCall(i).alternatives[0][0];
        use.parameter = position;
        CValue& value = declared[t_[from].text];
        value.source += use.text;
        value.alternatives.push_back({std::move(use)});
      }
      ++position;
    }
  }
  for (auto& [name, value] : declared) {
    // A definition that is visible in the file has priority.
    if (constants_.count(name) > 0) continue;
    KeepFirst(&value.alternatives, kMaxAlternatives);
    AddConstant(name, std::move(value));
  }
}

// Names in arguments that the file does not define: candidates for variables that a macro declares.
std::set<std::string> CConstants::OpenNames(const std::vector<CCall>& calls) const {
  std::set<std::string> out;
  for (const CCall& call : calls) {
    for (const CValue& argument : call.arguments) {
      for (const std::vector<CPart>& parts : argument.alternatives) {
        for (const CPart& part : parts) {
          const bool open = part.kind == CPart::Kind::kName && constants_.count(part.text) == 0;
          if (open) out.insert(part.text);
        }
      }
    }
  }
  return out;
}

}  // namespace flagcensus
