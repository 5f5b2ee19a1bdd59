// Tokens → facts. A function is recognised by its shape (a name, a list in parentheses, a block) at
// the depth of a file, namespace or class. Each branch of an `#if` starts from the depth that was
// current before it, so every configuration is seen. Inside a function, locals are followed to
// what is assigned to them. The use of a call's result is read from the tokens around it and from
// the uses of the variable that receives it.
//
//   char* level(void) {                     functions: level
//     const char* v = getenv("APP_LEVEL");  calls: getenv("APP_LEVEL"), bound to v,
//     return v ? v : "3";                   unset "3"
//   }
#include "analyzer/c/facts.h"

#include <algorithm>

#include "analyzer/c/conversions.h"
#include "analyzer/c/finder.h"
#include "analyzer/c/unset.h"

namespace flagcensus {

CFacts CFactExtractor::Run() {
  std::vector<uint32_t> open;
  std::vector<uint32_t> braces;
  braces.reserve(t_.size());
  for (size_t i = 0; i < t_.size(); ++i) {
    const CToken& token = t_[i];
    // The '{' around each token and the uses of environ are needed before the scan, which looks
    // back and ahead.
    braces.push_back(open.empty() ? CFileView::kNone : open.back());
    if (token.kind == Kind::kPunctuation) {
      if (token.Is("}") && !open.empty()) open.pop_back();
      if (token.Is("{")) open.push_back(static_cast<uint32_t>(i));
    } else if (token.kind == Kind::kName) {
      environ_uses_.NoteName(i, token);
    }
  }
  file_.KeepBraces(std::move(braces));
  // Constants come first, because calls refer to them; variables that macros declare come after the
  // scan, when the names that calls use are known.
  constants_.FindConstants();
  Scan();
  constants_.AddDeclared(constants_.OpenNames(facts_.calls));
  initial_values_.AddConstructed();
  for (const CMacro& macro : all_.macros) macros_.ReadMacro(macro);
  facts_.conditions = all_.conditions;
  constants_.MoveTo(&facts_);
  calls_.MoveTo(&facts_);
  macros_.MoveTo(&facts_);
  initial_values_.MoveTo(&facts_);
  environ_uses_.MoveTo(&facts_);
  facts_.functions = functions_.Take();
  facts_.cuts = limits_.TakeCuts();
  return std::move(facts_);
}

CFacts CFactExtractor::RunConstants(const std::set<std::string>& names) {
  constants_.FindConstants();
  constants_.AddDeclared(names);
  constants_.MoveTo(&facts_);
  facts_.enumerators = std::move(values_.enumerators);
  facts_.functions = functions_.Take();
  return std::move(facts_);
}

int CScopeReader::FunctionOf(const std::vector<CScope>& scopes) {
  for (auto at = scopes.rbegin(); at != scopes.rend(); ++at) {
    if (at->function >= 0) return at->function;
  }
  return -1;
}

std::string CScopeReader::ClassOf(const std::vector<CScope>& scopes) {
  for (auto at = scopes.rbegin(); at != scopes.rend(); ++at) {
    if (at->record) return *at->record;
  }
  return "";
}

//   EXPORTED(app) int run(int n) {     ─→ the position of `int`
size_t CScopeReader::PastMacroUses(size_t begin, size_t brace) const {
  while (begin + 1 < brace && t_[begin].kind == Kind::kName && t_[begin + 1].Is("(") &&
         !IsAttribute(t_[begin].text)) {
    // A macro use that is followed by another name, and then by what continues a declaration,
    // belongs to no declaration itself. `NAME(x) y;` is ambiguous and stays: it may declare y.
    const size_t next = file_.Match(begin + 1) + 1;
    if (next + 1 >= brace || t_[next].kind != Kind::kName) break;
    // After a constructor's parameters: `Box(int) noexcept {`, `Box(int) ATTRIBUTE(1) {`.
    if (IsBehindParameters(t_[next].text)) break;
    const CToken& after = t_[next + 1];
    bool head = false;
    if (after.Is("(")) {
      const size_t behind = std::min(file_.Match(next + 1), brace - 1) + 1;
      head = t_[behind].Is(":") || (t_[behind].kind == Kind::kName && behind + 1 < brace &&
                                    !IsBehindParameters(t_[behind].text));
    }
    if (after.kind != Kind::kName && !after.Is("*") && !after.Is("&") && !after.Is("::") &&
        !after.Is("<") && !head) {
      break;
    }
    begin = next;
  }
  return begin;
}

//   int run(int n) {      ─→ the function run
//   struct box : base {   ─→ the record box
//   namespace app {       ─→ neither
//   int rows[] = {        ─→ neither: an initialiser
CScope CScopeReader::Opened(size_t begin, size_t brace, const std::vector<CScope>& scopes) {
  begin = PastMacroUses(begin, brace);
  // The name before the first '(' at depth 0 makes it a function; `class`, `struct` or `union`
  // without a '(' a record; an '=' an initialiser, in which only a lambda is of interest.
  size_t open = 0;  // the first '(' at depth 0
  bool equals = false;
  bool record = false;
  std::string record_name;
  for (size_t i = begin; i < brace; ++i) {
    const CToken& token = t_[i];
    if (token.Is("<") && i > begin && t_[i - 1].IsName("template")) {
      i = file_.SkipAngles(i, brace);
      continue;
    }
    if (token.Is("[")) {
      i = std::min(file_.Match(i), brace);
      continue;
    }
    if (token.Is("(")) {
      if (open == 0 && i > begin && !IsAttribute(t_[i - 1].text)) open = i;
      i = std::min(file_.Match(i), brace);
      continue;
    }
    if (token.Is("=") && open == 0) equals = true;
    // A block in a statement that begins with enum, namespace or extern "C" is decided by that
    // word.
    if (token.kind == Kind::kName && open == 0) {
      if (token.text == "namespace") return {};
      if (token.text == "extern" && i + 1 < brace && t_[i + 1].kind == Kind::kString &&
          i + 2 == brace) {
        return {};
      }
      if (token.text == "class" || token.text == "struct" || token.text == "union") {
        record = true;
      } else if (token.text == "enum") {
        return {};
      } else if (record && record_name.empty() && !IsAttribute(token.text) &&
                 token.text != "final" && token.text != "alignas") {
        record_name = token.text;
      }
    }
    if (token.Is(":") && record && open == 0) break;  // bases follow
  }
  if (record && open == 0 && !equals) return {.record = record_name};
  if (equals) {  // `const auto kLevel = [] {`
    int lambda = Lambda(begin, brace, -1);
    if (lambda < 0) lambda = AnonymousLambda(begin, brace);
    if (lambda >= 0) return {.function = lambda};
  }
  if (open == 0 || equals) return {};
  // The name is before the '(', except if the name itself is in brackets.
  size_t name = open - 1;
  // `int EXPORTED(name)(const char* x) {`, `int (name)(const char* x) {`
  if (t_[open + 1].kind == Kind::kName && t_[open + 2].Is(")") && t_[open + 3].Is("(") &&
      file_.Match(open + 3) < brace) {
    name = open + 1;
    open += 3;
  }
  return {.function = AddFunction(begin, name, open, brace, ClassOf(scopes))};
}

//   Box() : size{1} {     at the first '{' ─→ true: it is an initialiser in the head
bool CScopeReader::InHead(size_t begin, size_t brace) const {
  if (brace <= begin) return false;
  const CToken& before = t_[brace - 1];
  if (before.Is(")") || before.Is(";") || before.Is("}")) return false;
  bool list = false;  // `) :` was met: initialisers follow
  for (size_t i = begin; i < brace; ++i) {
    if (t_[i].Is("(")) {
      const size_t close = file_.Match(i);
      if (close > brace) return t_[close].Is(")");
      i = std::max(i, close);
    } else if (t_[i].Is(":") && i > begin) {
      list = list || t_[i - 1].Is(")") || t_[i - 1].IsName("noexcept");
    }
  }
  return list && (before.kind == Kind::kName || before.Is(">"));
}

// A ':' after the parameters begins the member initialisers; those in brackets are skipped.
bool CScopeReader::InitialisesMembers(size_t begin, size_t end) const {
  for (size_t i = begin; i < end && limits_.MayLook(1); ++i) {
    if (t_[i].Is("(") || t_[i].Is("{")) {
      i = std::max(i, file_.Match(i));
    } else if (t_[i].Is(":") && i > begin) {
      if (t_[i - 1].Is(")") || t_[i - 1].IsName("noexcept")) return true;
    }
  }
  return false;
}

// `auto read = [](const char* name) {` is a function called read.
int CScopeReader::Lambda(size_t begin, size_t brace, int outer) {
  size_t close = brace;
  // Eight tokens: room for `mutable noexcept -> std::optional<T>`. A lambda with a longer return
  // type is read as a plain block.
  while (close > begin && !t_[close].Is(")") && brace - close < 8) --close;
  if (close <= begin || !t_[close].Is(")")) return -1;
  // From the ')' back to its '(' and the capture list, which has to follow `name =`.
  size_t open = close;
  for (int depth = 0; open > begin; --open) {
    if (t_[open].Is(")")) ++depth;
    if (t_[open].Is("(") && --depth == 0) break;
  }
  if (open <= begin + 3 || !t_[open - 1].Is("]")) return -1;
  size_t capture = open - 1;
  while (capture > begin && !t_[capture].Is("[")) --capture;
  if (capture < begin + 2 || !t_[capture - 1].Is("=") || t_[capture - 2].kind != Kind::kName) {
    return -1;
  }
  CFunction made;
  made.name = t_[capture - 2].text;
  made.line = t_[capture - 2].line;
  made.column = t_[capture - 2].column;
  ReadParameters(t_, open + 1, close, &made);
  made.outer = outer;
  // A parameter of the enclosing function may be captured. Its name then has no known value in the
  // lambda, and is not a constant of the file either.
  if (outer >= 0) {
    for (const CParameter& one : functions_.At(outer).parameters) {
      made.captured.insert(one.name);
    }
  }
  return functions_.Add(std::move(made), {brace, file_.Match(brace)});
}

int CScopeReader::AnonymousLambda(size_t begin, size_t brace) {
  constexpr size_t kMaxBetween = 12;  // tokens of `mutable -> std::optional<int>`
  size_t close = brace;
  bool words = true;
  bool arrow = false;
  while (close > begin && brace - close < kMaxBetween && !t_[close - 1].Is(")") &&
         !t_[close - 1].Is("]")) {
    --close;
    arrow = arrow || t_[close].Is("->");
    const bool word = t_[close].IsName("mutable") || t_[close].IsName("noexcept");
    words = words && (word || close == brace);
  }
  // Between the '{' and the capture list or parameters there may be `mutable` and `noexcept`; any
  // other word is allowed only after an arrow, as a part of the return type.
  if (close <= begin || (!words && !arrow)) return -1;
  size_t capture = close - 1;  // its ']'
  size_t open = 0;
  if (t_[capture].Is(")")) {
    open = file_.OpenOf(capture, begin);
    if (open <= begin || !t_[open - 1].Is("]")) return -1;
    capture = open - 1;
  }
  while (capture > begin && !t_[capture].Is("[")) --capture;
  // A '[' after a name is an index, and after one of these tokens it begins a lambda.
  const CToken& before = t_[capture > begin ? capture - 1 : begin];
  if (!t_[capture].Is("[") || (capture > begin && !before.Is("=") && !before.Is("(") &&
                               !before.Is(",") && !before.Is("{"))) {
    return -1;
  }
  CFunction made;
  made.line = t_[capture].line;
  made.column = t_[capture].column;
  if (open > 0) ReadParameters(t_, open + 1, file_.Match(open), &made);
  return functions_.Add(std::move(made), {brace, file_.Match(brace)});
}

void CScopeReader::ReadHead(size_t begin, size_t brace, const std::string& class_name) {
  const int function = AnonymousLambda(begin, brace);
  size_t statement = brace + 1;
  for (size_t i = brace + 1; i < file_.Match(brace); ++i) {
    if (t_[i].Is(";") || t_[i].Is("{") || t_[i].Is("}")) statement = i + 1;
    if (t_[i].kind == Kind::kName && names_.count(t_[i].text) > 0) {
      call_reader_.ReadCall(i, function, class_name, statement);
    }
  }
}

bool CScopeReader::IsAttribute(std::string_view name) {
  // Names before a '(' that is no list of parameters.
  return name == "__attribute__" || name == "alignas" || name == "__declspec" ||
         name == "noexcept" || name == "decltype" || name == "requires" || name == "explicit";
}

bool CScopeReader::IsBehindParameters(std::string_view name) {
  // Names that follow the parameters of a function: `throw (...)` and `requires (...)` have
  // brackets of their own.
  return name == "noexcept" || name == "override" || name == "final" || name == "throw" ||
         name == "requires" || name == "try" || name == "volatile" || name == "__attribute__";
}

int CScopeReader::AddFunction(size_t begin, size_t name_at, size_t open, size_t brace,
                              const std::string& class_name) {
  CFunction made;
  made.class_name = class_name;
  const CToken& name = t_[name_at];
  made.name = name.kind == Kind::kName ? name.text : "";
  made.line = name.line;
  made.column = name.column;
  // `Class::method` outside its class: the qualifier is the class, and the words before it the
  // type. Of `A::B::method` only B is known.
  size_t type_end = std::min(name_at, open - 1);
  if (name_at == open - 1 && open >= begin + 3 && t_[open - 2].Is("::") &&
      t_[open - 3].kind == Kind::kName) {
    made.class_name = t_[open - 3].text;  // Class::method
    type_end = open - 3;
  }
  for (size_t i = begin; i < type_end; ++i) {
    if (t_[i].kind == Kind::kName || t_[i].Is("*")) {
      made.return_type += (made.return_type.empty() ? "" : " ") + t_[i].text;
    }
  }
  made.constructor = !made.class_name.empty() && made.name == made.class_name;
  const size_t close = file_.Match(open);
  ReadParameters(t_, open + 1, close, &made);
  std::vector<CCall> bases;
  if (made.constructor) ReadInitializers(close + 1, brace, &made, &bases);
  // K&R: names in the list, with their types after it, are parameters all the same.
  const int function = functions_.Add(std::move(made), {brace, file_.Match(brace)});
  if (value_consumers_.count(functions_.At(function).name) > 0) ReadTextUses(function);
  for (CCall& call : bases) {
    call.function = function;
    calls_.push_back(std::move(call));
  }
  if (functions_.At(function).constructor) ReadInitializerCalls(close, brace, function);
  return function;
}

void CScopeReader::ReadTextUses(int function) {
  // Of the first eight parameters: a text that is converted or compared is among the first ones of
  // a function; each costs a search of the body.
  constexpr size_t kMaxTextUses = 8;
  CFunction& made = functions_.At(function);
  const auto [open, close] = functions_.BodyOf(function);
  place_.function = function;
  const CBodyLooks looks = LooksOf(t_, open, close, made);
  for (size_t i = 0; i < made.parameters.size() && i < kMaxTextUses; ++i) {
    CUse use = UseOfParameter(t_, open, close, made, made.parameters[i].name, looks);
    CTextUse text;
    text.type = use.type;
    text.truthy = std::move(use.truthy);
    text.presence = use.presence;
    // A function that validates (`is_valid`, `Validate`) and compares with two words is a choice,
    // too: it rejects all other words.
    text.choice = IsChoice(use) || (made.name.find("alid") != std::string::npos && use.words > 1);
    text.returned = use.returned;
    place_.followed = 0;
    if (use.unset_end > use.unset_begin) {
      text.unset = expressions_.Evaluate(t_, use.unset_begin, use.unset_end, &made, 0);
      text.unset->derived = !use.unset_direct;
      if (DependsOnBuild(file_.all(), open, use.unset_begin)) {
        text.unset->alternatives.clear();
        text.unset->literal = false;
      }
    }
    made.uses.push_back(std::move(text));
  }
  place_.function = -1;
}

// `char** x`, `char* x[]`: the type char and two levels, of which the first bracket is one. `char
// x[8][16]` is not recognised.
bool CScopeReader::IsListOfTexts(const std::vector<CToken>& t, size_t begin, size_t end,
                                 const std::string& name) {
  bool text = false;
  int pointers = 0;
  for (size_t i = begin; i < end; ++i) {
    text = text || t[i].IsName("char");
    pointers += t[i].Is("*") ? 1 : 0;
    if (t[i].IsName(name) && i + 1 < end && t[i + 1].Is("[")) ++pointers;
  }
  return text && pointers == 2;
}

//   const char* name, int* out, int def = 80     ─→ name (char), out (int, filled), def (int, 80)
void CScopeReader::ReadParameters(const std::vector<CToken>& t, size_t begin, size_t end,
                                  CFunction* made) {
  for (const auto& [from, to] : SplitArguments(t, begin, end)) {
    if (made->parameters.size() >= kMaxParameters) return;
    CParameter parameter;
    // Step by step: where the default begins, the name (the last one before it, of `x[4]` the one
    // before the bracket), the type before the name.
    size_t stop = to;
    for (size_t i = from; i < to; ++i) {
      if (t[i].Is("=")) {
        stop = i;
        break;
      }
    }
    for (size_t i = stop; i-- > from;) {
      if (t[i].Is("]")) continue;
      if (t[i].kind == Kind::kName) {
        parameter.name = t[i].text;
        break;
      }
      if (!t[i].Is("[") && t[i].kind != Kind::kNumber) break;
    }
    for (size_t i = from; i < stop; ++i) {
      if (t[i].IsName(parameter.name)) parameter.type = TypeBefore(t, from, i);
    }
    parameter.list = IsListOfTexts(t, from, stop, parameter.name);
    // An output parameter is `T& x` or `T* x` without const, and of texts `char** x` even with
    // const, since const is of the characters there. `char* x` and `FILE* x` are a text and a
    // stream.
    for (size_t i = from; i + 1 < stop; ++i) {
      const bool type = parameter.type == "char" || parameter.type == "FILE";
      const bool put = parameter.type == "char" && t[i].Is("*") && t[i + 1].Is("*");
      if (put && t[i + 2].IsName(parameter.name)) {  // const char **out
        parameter.filled = true;
        break;
      }
      const bool text = t[i].Is("*") && type;
      if (t[i].IsName("const") && parameter.type != "char") break;
      // In front of the name, so of `T*& x` the '&' decides.
      if (text || !(t[i].Is("&") || t[i].Is("*"))) continue;
      parameter.filled = t[i + 1].IsName(parameter.name);
    }
    if (stop < to) parameter.default_value = expressions_.Evaluate(t, stop + 1, to, nullptr, 0);
    if (to == from + 1 && t[from].Is("...")) {
      made->variadic = true;
      continue;
    }
    if (from < to && !(to == from + 1 && t[from].IsName("void"))) {
      made->parameters.push_back(std::move(parameter));
    }
  }
}

CFacts FindCFacts(const CTokens& tokens, const CWanted& wanted) {
  return CFactExtractor(tokens, wanted, {}).Run();
}

CFacts FindCConstants(const CTokens& tokens, const std::set<std::string>& names) {
  return CFactExtractor(tokens, {}, names).RunConstants(names);
}

}  // namespace flagcensus
