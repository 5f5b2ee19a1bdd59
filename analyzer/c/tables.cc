// Records that macros make, and arrays that lists of macros fill with them.
#include <algorithm>

#include "analyzer/c/finder.h"

namespace flagcensus {

CFunction CFinder::MacroOf(const CMacro& macro) {
  CFunction made;
  made.macro = true;
  made.name = macro.name;
  made.line = macro.line;
  made.column = macro.column;
  for (const std::string& name : macro.parameters) {
    CParameter parameter;
    parameter.name = name;
    made.parameters.push_back(std::move(parameter));
    made.variadic = made.variadic || name == "__VA_ARGS__";
  }
  return made;
}

CValue CFinder::FirstMember(const CMacro& macro, const CFunction& made) {
  std::vector<CToken> body = macro.body;
  body.resize(body.size() + kCTokenPadding);
  size_t end = body[0].Is("{") ? 1 : 0;
  if (body[end].Is(".") && body[end + 2].Is("=")) end += 3;  // .key = "APP_" #name
  const size_t begin = end;
  while (end < macro.body.size() && !body[end].Is(",") && !body[end].Is("}")) ++end;
  return Evaluate(body, begin, end, &made, 0);
}

// `#define KEY_INIT(name) { "APP_" #name, 0 }`: the first member, in terms of the parameters.
void CFinder::AddRecord(const CMacro& macro) {
  if (macro.body.empty() || !macro.body[0].Is("{")) return;
  AddConstant(macro.name, FirstMember(macro, MacroOf(macro)));
}

void CFinder::AddTables(const std::string& array, size_t open) {
  constexpr size_t kMaxTables = 100;  // of one file
  constexpr size_t kMaxLook = 4000;   // tokens of one array
  const size_t close = std::min(Match(open), open + kMaxLook);
  for (size_t i = open + 1; i + 1 < close; ++i) {
    if (t_[i].Is("{")) i = std::min(Match(i), close);
    if (t_[i].kind != Kind::kName || !t_[i + 1].Is("(")) continue;
    const size_t end = Match(i + 1);
    for (const auto& [from, to] : SplitArguments(t_, i + 2, end)) {
      if (to != from + 1 || t_[from].kind != Kind::kName) continue;
      if (facts_.tables.size() >= kMaxTables) return;
      const auto macro =
          std::find_if(all_.macros.begin(), all_.macros.end(), [&](const CMacro& one) {
            return one.function && one.name == t_[from].text && !one.body.empty();
          });
      if (macro == all_.macros.end() || macro->body.size() > 40) continue;
      CFunction made = MacroOf(*macro);
      const CValue first = FirstMember(*macro, made);
      if (first.alternatives.size() != 1) continue;
      facts_.tables.push_back(
          {array, static_cast<int>(facts_.functions.size()), first.alternatives[0]});
      facts_.functions.push_back(std::move(made));
      body_of_.push_back({0, 0});
    }
    i = std::min(end, close);
  }
}

}  // namespace flagcensus
