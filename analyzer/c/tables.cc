// Records that macros produce, and arrays that lists of macros fill with them.
//
//   #define LIST(F) F(PORT) F(HOST)
//   #define AS_ROW(name) {"APP_" #name, 0},
//   struct row rows[] = {LIST(AS_ROW)};      ─→ CTable: array rows, macro AS_ROW, name "APP_" #name
#include <algorithm>

#include "analyzer/c/finder.h"

namespace flagcensus {

CFunction CFactExtractor::MacroOf(const CMacro& macro) {
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

// The name of a row comes first in most tables. With a different order, the rows have no names
// here.
CValue CFactExtractor::FirstMember(const CMacro& macro, const CFunction& made) {
  constexpr size_t kMaxMember = 200;  // tokens; a longer one is not a name
  const size_t most = std::min(macro.body.size(), kMaxMember);
  std::vector<CToken> body(macro.body.begin(), macro.body.begin() + static_cast<long>(most));
  body.resize(most + kCTokenPadding);
  MatchBrackets(&body);
  size_t end = body[0].Is("{") ? 1 : 0;
  if (body[end].Is(".") && body[end + 2].Is("=")) end += 3;  // .key = "APP_" #name
  const size_t begin = end;
  while (end < most && !body[end].Is(",") && !body[end].Is("}")) ++end;
  return Evaluate(body, begin, end, &made, 0);
}

namespace {

// `#define STR(s) s`, `#define STR(s) L##s`: the position of the parameter that the macro returns
// unchanged or as a wide text; -1 if it returns something else.
int ParameterThatItIs(const CMacro& macro) {
  size_t at = 0, end = macro.body.size();
  while (end - at > 2 && macro.body[at].Is("(") && macro.body[end - 1].Is(")")) {
    ++at;
    --end;
  }
  const bool wide = end - at == 3 && macro.body[at].IsName("L") && macro.body[at + 1].Is("##");
  if (wide) at += 2;
  if (end - at != 1 || macro.body[at].kind != CToken::Kind::kName) return -1;
  const auto found =
      std::find(macro.parameters.begin(), macro.parameters.end(), macro.body[at].text);
  return found == macro.parameters.end() ? -1 : static_cast<int>(found - macro.parameters.begin());
}

}  // namespace

// `#define KEY_INIT(name) { "APP_" #name, 0 }`: the first member, in terms of the parameters;
// `#define KEY(name) "APP_" #name`: the text.
void CFactExtractor::AddRecord(const CMacro& macro) {
  if (macro.body[0].Is("{")) {
    AddConstant(macro.name, FirstMember(macro, MacroOf(macro)));
  } else if (const int same = ParameterThatItIs(macro); same >= 0) {
    CValue value;
    value.source = macro.parameters[static_cast<size_t>(same)];
    value.alternatives = {{CPart{CPart::Kind::kParameter, "", same}}};
    AddConstant(macro.name, std::move(value));
  } else if (IsTextMacro(macro)) {
    const CFunction made = MacroOf(macro);
    std::vector<CToken> body = macro.body;
    body.resize(body.size() + kCTokenPadding);
    AddConstant(macro.name, Evaluate(body, 0, macro.body.size(), &made, 0));
  }
}

bool CFactExtractor::IsTextMacro(const CMacro& macro) {
  return macro.function && (macro.body[0].kind == Kind::kString || macro.body[0].Is("#"));
}

bool CFactExtractor::IsTextUse(size_t from, size_t to) {
  if (t_[from].kind != Kind::kName || !t_[from + 1].Is("(") || Match(from + 1) + 1 != to) {
    return false;
  }
  const CMacro* macro = FunctionMacro(t_[from].text);
  return macro != nullptr && IsTextMacro(*macro);
}

// The first macro of that name with parameters and a body.
const CMacro* CFactExtractor::FunctionMacro(const std::string& name) {
  if (function_macros_.empty()) {
    for (const CMacro& one : all_.macros) {
      if (one.function && !one.body.empty()) function_macros_.try_emplace(one.name, &one);
    }
  }
  const auto found = function_macros_.find(name);
  return found == function_macros_.end() ? nullptr : found->second;
}

// Each macro that is passed to another within the initialiser is a maker of rows: the list itself
// may be in another file.
void CFactExtractor::AddTables(const std::string& array, size_t open) {
  constexpr size_t kMaxTables = 100;  // of one file
  const size_t close = Match(open);
  for (size_t i = open + 1; i + 1 < close; ++i) {
    if (t_[i].Is("{")) i = std::min(Match(i), close);
    if (t_[i].kind != Kind::kName || !t_[i + 1].Is("(")) continue;
    const size_t end = Match(i + 1);
    for (const auto& [from, to] : SplitArguments(t_, i + 2, end)) {
      if (to != from + 1 || t_[from].kind != Kind::kName) continue;
      const CMacro* macro = FunctionMacro(t_[from].text);
      if (macro == nullptr) continue;
      CFunction made = MacroOf(*macro);
      const CValue first = FirstMember(*macro, made);
      if (first.alternatives.size() != 1) continue;
      if (facts_.tables.size() >= kMaxTables) {
        facts_.cut_tables.insert(array);
        return;
      }
      facts_.tables.push_back(
          {array, static_cast<int>(facts_.functions.size()), first.alternatives[0]});
      facts_.functions.push_back(std::move(made));
      body_of_.push_back({0, 0});
    }
    i = std::min(end, close);
  }
}

}  // namespace flagcensus
