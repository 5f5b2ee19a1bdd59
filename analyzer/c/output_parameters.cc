// A parameter that a function fills with what it read, and its value if nothing was read.
//
//   void get(const char* name, int& level) {
//     if (const char* text = getenv(name)) level = atoi(text);
//   }
//   int level = 3;  get("APP_LEVEL", level);       ─→ APP_LEVEL has the default 3
//
// `get` leaves `level` unchanged if the variable is not set: the default is what its caller passes.
// Every use of the parameter after the read must depend on a test that there is a value.
#include "analyzer/c/output_parameters.h"

#include <algorithm>
#include <array>

#include "analyzer/base/text.h"
#include "analyzer/c/initial_values.h"
#include "analyzer/c/syntax.h"

namespace flagcensus {

namespace {

bool BeginsStatement(const std::vector<CToken>& t, size_t i) {
  return i > 0 && (t[i - 1].Is(";") || t[i - 1].Is("{") || t[i - 1].Is("}"));
}

// Functions with one of these in their name assign initial values (ReadSetUp).
constexpr std::array<std::string_view, 4> kSetUpWords = {"init", "default", "reset", "setup"};

// `if (get("X", &text) == 0) *out = text;`: whether the variable that the call fills is used in the
// branch of the condition that ends at `close`. Then the call returns 0 if there is a value,
// although `== 0` looks like a test for none.
bool Hands(const std::vector<CToken>& t, std::pair<size_t, size_t> call, size_t close) {
  size_t end = close + 1;
  if (t[end].Is("{")) {
    end = MatchBracket(t, end);
  } else {
    while (end < t.size() && !t[end].Is(";")) ++end;
  }
  for (size_t i = call.first; i + 2 < call.second; ++i) {
    if (!t[i].Is(",") || !t[i + 1].Is("&") || t[i + 2].kind != CToken::Kind::kName) continue;
    for (size_t k = close + 1; k + 2 < end + 1; ++k) {
      if (t[k].Is("=") && t[k + 1].IsName(t[i + 2].text) && t[k + 2].Is(";")) return true;
    }
  }
  return false;
}

// The state of a local at each of its mentions before the current one: the position, and whether it
// was NULL.
using NullBefore = std::vector<std::pair<size_t, bool>>;

// Whether `text = NULL;` at `i` ends a block after which the local is NULL whether or not the block
// runs. That is `if (text) { ...; text = NULL; }`, or any `if` without `else` if it was NULL
// before.
bool IsEmptied(const std::vector<CToken>& t, size_t i, size_t begin, size_t body,
               const NullBefore& states) {
  if (!t[i + 1].Is("=") || !IsNull(t[i + 2]) || !t[i + 3].Is(";") || !BeginsStatement(t, i)) {
    return false;
  }
  const size_t block = EnclosingBrace(t, i, body + 1, body);
  if (block == body || !t[block - 1].Is(")")) return false;
  const size_t end = MatchBracket(t, block);
  if (end >= begin || t[end + 1].IsName("else")) return false;
  size_t open = block - 1;
  for (int depth = 0; open > body; --open) {
    if (t[open].Is(")")) ++depth;
    if (t[open].Is("(") && --depth == 0) break;
  }
  const size_t around = EnclosingBrace(t, open, body + 1, body);
  if (!t[open - 1].IsName("if") || MatchBracket(t, around) < begin) return false;
  const bool asks = t[open + 1].IsName(t[i].text) &&
                    (open + 3 == block || (t[open + 2].Is("!=") && open + 5 == block));
  const auto first = std::find_if(states.begin(), states.end(),
                                  [&](const auto& state) { return state.first > open; });
  return asks || (first != states.end() && first->second);
}

}  // namespace

void KeepOne(const std::string& name, const CValue& value, std::map<std::string, CValue>* values) {
  const auto [at, added] = values->try_emplace(name, value);
  if (!added && at->second.source != value.source) at->second = CValue{};
}

// Whether the condition in parentheses at `open` tests the value of the call or of its variable: 1
// if it is true with a value, -1 if it is true without, 0 if it tests something else.
int COutputParameters::TestPolarity(size_t open, const std::string& variable,
                                    std::pair<size_t, size_t> call) const {
  const size_t close = file_.Match(open);
  bool asks = open < call.first && close > call.second;
  bool negated = t_[open + 1].Is("!");
  for (size_t i = open + 1; i < close; ++i) {
    // `||` and `==` may be true without a value. A `?` is too complex to decide.
    if (t_[i].Is("||") || t_[i].Is("==")) negated = true;
    if (t_[i].Is("?")) return 0;
    if (variable.empty() || !t_[i].IsName(variable) || t_[i - 1].Is(".")) continue;
    asks = true;
    const bool empty = t_[i + 1].Is(".") && t_[i + 2].IsName("empty");
    if (t_[i - 1].Is("!") ? !empty : empty) negated = true;
    if (t_[i - 1].Is("!") && empty) negated = false;
  }
  if (asks && negated && open < call.first && close > call.second && Hands(t_, call, close))
    return 1;
  return !asks ? 0 : negated ? -1 : 1;
}

// Whether the code at `i` runs only if there is a value.
bool COutputParameters::NeedsValue(size_t i, const std::string& variable,
                                   std::pair<size_t, size_t> call, size_t body) const {
  // The blocks around `i`, from the inside out: the first one under a test of the value decides. In
  // an `else` the test before it would have to be read the other way round, so the answer is
  // no.
  constexpr int kMaxBlocks = 40;
  size_t first = i;
  int depth = 0;  // of parentheses, backwards
  while (first > body + 1 && i - first < 400) {
    const CToken& before = t_[first - 1];
    if (before.Is(")")) ++depth;
    if (before.Is("(")) --depth;
    if (depth <= 0 && (before.Is(";") || before.Is("{") || before.Is("}"))) break;
    --first;
  }
  if (t_[first].IsName("else")) return false;
  if (t_[first].IsName("if") && t_[first + 1].Is("(") &&
      TestPolarity(first + 1, variable, call) > 0) {
    return true;
  }
  size_t brace = file_.Enclosing(i, body);
  for (int k = 0; brace > body && k < kMaxBlocks; ++k) {
    if (t_[brace - 1].IsName("else")) return false;
    if (t_[brace - 1].Is(")")) {
      const size_t open = file_.OpenOf(brace - 1, body);
      const bool tests = open > body && t_[open - 1].IsName("if");
      const int asks = tests ? TestPolarity(open, variable, call) : 0;
      if (asks != 0) return asks > 0;
    }
    brace = file_.Enclosing(brace - 1, body);
  }
  return false;
}

// Whether the statement or block at `then` ends in leaving the function, or jumps to its end.
bool COutputParameters::GivesUp(size_t then, size_t end) const {
  size_t last = then;
  if (t_[then].Is("{")) {
    last = file_.Match(then);
    if (last <= then + 2 || last >= end) return false;
    for (last -= 2; last > then && !t_[last].Is(";") && !t_[last].Is("}"); --last) {
    }
    ++last;
  }
  if (t_[last].IsName("return") || t_[last].IsName("throw")) return true;
  return t_[last].IsName("goto") && t_[last + 2].Is(";");
}

// `call`: of the read; `bound`: the variable with its result. -1 if no parameter, or more than one,
// remains unchanged without a value.
int COutputParameters::UnchangedOutParameter(std::pair<size_t, size_t> call,
                                             const std::string& bound,
                                             std::pair<size_t, size_t> body,
                                             const CFunction& function) const {
  const auto& parameters = function.parameters;
  const bool any = std::any_of(parameters.begin(), parameters.end(),
                               [](const auto& parameter) { return parameter.filled; });
  if (!any) return -1;  // without examining the body, which each of its calls would do
  const std::string variable = bound.find_first_of(".->:()") == std::string::npos ? bound : "";
  // `if (!text) return;`: there is a value in the code after it.
  size_t sure = body.second;
  for (size_t i = body.first + 1; i + 1 < body.second && limits_.MayLook(1); ++i) {
    if (!t_[i].IsName("if") || !t_[i + 1].Is("(")) continue;
    const size_t close = file_.Match(i + 1);
    if (close < call.second || TestPolarity(i + 1, variable, call) >= 0) continue;
    if (!GivesUp(close + 1, body.second)) continue;
    sure = t_[close + 1].Is("{") ? file_.Match(close + 1) : close + 1;
    while (sure < body.second && !t_[sure].Is(";") && !t_[sure].Is("}")) ++sure;
    break;
  }
  int found = -1;
  for (size_t p = 0; p < function.parameters.size(); ++p) {
    if (!function.parameters[p].filled) continue;
    bool used = false;
    // Before the read the parameter may be used, but not assigned; after it every use needs a
    // value.
    bool left = true;
    for (size_t i = body.first + 1; i < body.second && left && limits_.MayLook(1); ++i) {
      if (!t_[i].IsName(function.parameters[p].name) || t_[i - 1].Is(".") || t_[i - 1].Is("->")) {
        continue;
      }
      if (i > call.first && i < call.second) continue;
      if (i < call.first) {
        left = !t_[i + 1].Is("=");
        continue;
      }
      left = i > sure || NeedsValue(i, variable, call, body.first);
      used = used || left;
    }
    if (!used || !left) continue;
    if (found >= 0) return -1;  // which of them has the value is unknown
    found = static_cast<int>(p);
  }
  return found;
}

// Whether `i` is in a `for (name : names)` with `names` a parameter.
bool COutputParameters::WalksParameter(size_t i, size_t body, const CFunction& function) const {
  constexpr int kMaxBlocks = 8;
  size_t brace = file_.Enclosing(i, body);
  for (int k = 0; brace > body && k < kMaxBlocks; ++k) {
    if (t_[brace - 1].Is(")")) {
      const size_t open = file_.OpenOf(brace - 1, body);
      const bool loops = open > body && t_[open - 1].IsName("for") && t_[brace - 3].Is(":");
      if (loops && ParameterOf(&function, t_[brace - 2].text) >= 0) return true;
    }
    brace = file_.Enclosing(brace - 1, body);
  }
  return false;
}

// Whether the name at `i` is a further one of its declaration: `int n = 0, m = 1;`.
bool COutputParameters::IsDeclaredWith(size_t i, size_t body) const {
  if (!t_[i - 1].Is(",")) return false;
  size_t first = i - 1;
  int depth = 0;
  for (; first > body + 1; --first) {
    const CToken& before = t_[first - 1];
    if (before.Is(")") || before.Is("]")) ++depth;
    if ((before.Is("(") || before.Is("[")) && --depth < 0) return false;
    if (depth == 0 && (before.Is(";") || before.Is("{") || before.Is("}"))) break;
  }
  // One of the first names of the statement is declared: then the commas separate declarators.
  for (size_t k = first + 1; k < i && k < first + 6; ++k) {
    if (t_[k].kind == Kind::kName && file_.IsDeclared(k)) return true;
  }
  return false;
}

// The value of the local that the argument in from..to passes to be filled, if nothing is assigned
// to it after its declaration. nullopt if it is not a local.
std::optional<CValue> COutputParameters::HeldBefore(size_t from, size_t to,
                                                    std::pair<size_t, size_t> body, size_t begin,
                                                    const CFunction* function) {
  if (from < to && t_[from].Is("&")) ++from;
  if (to != from + 1 || t_[from].kind != Kind::kName || !limits_.MayLook(begin - body.first)) {
    return std::nullopt;
  }
  const std::string& name = t_[from].text;
  if (ParameterOf(function, name) >= 0) return std::nullopt;
  // From the declaration to the call: an assignment on every path replaces the value; a conditional
  // one, or a call with its address, makes it unknown, with its name as the source.
  std::optional<CValue> held;
  NullBefore states;
  for (size_t i = body.first + 1; i < begin; ++i) {
    if (!t_[i].IsName(name) || t_[i - 1].Is(".") || t_[i - 1].Is("->")) continue;
    const CToken& next = t_[i + 1];
    if (held) states.emplace_back(i, held->source == "NULL" || held->source == "nullptr");
    if (file_.IsDeclared(i) || IsDeclaredWith(i, body.first)) {
      held = CValue{};
      size_t end = i + 2;
      while (next.Is("=") && end < begin && !t_[end].Is(";") && !t_[end].Is(",")) {
        if (t_[end].Is("(") || t_[end].Is("{")) end = file_.Match(end);
        ++end;
      }
      if (next.Is("{") || next.Is("(")) end = file_.Match(i + 1);
      if (end > i + 2 && end <= begin) held = expressions_.Evaluate(t_, i + 2, end, function, 0);
      if (held->IsUnknown()) held->source = end <= begin ? Source(t_, i + 2, end) : "";
    } else if (held && next.Is("=") && BeginsStatement(t_, i) &&
               (file_.Match(file_.Enclosing(i, body.first)) >
                    begin ||  // text = NULL; on the way to the call
                IsEmptied(t_, i, begin, body.first, states))) {
      size_t end = i + 2;
      while (end < begin && !t_[end].Is(";")) ++end;
      held = expressions_.Evaluate(t_, i + 2, end, function, 0);
      if (held->IsUnknown()) held->source = Source(t_, i + 2, end);
    } else if (held && (next.Is("=") || t_[i - 1].Is("&"))) {
      *held = CValue{};
      held->source = name;
    }
  }
  return held;
}

// `struct config config = {.level = 3};` at `level`, outside functions: the initial value of
// config.level.
void CInitialValues::ReadDesignated(size_t i) {
  if (i < 4 || !t_[i + 1].Is("=") || !(t_[i - 2].Is("{") || t_[i - 2].Is(","))) return;
  const size_t brace = file_.Enclosing(i, 0);
  if (brace < 2 || !t_[brace - 1].Is("=") || t_[brace - 2].kind != Kind::kName) return;
  size_t end = i + 2;
  while (end < t_.size() && !t_[end].Is(",") && !t_[end].Is("}")) {
    if (t_[end].Is("(") || t_[end].Is("{")) end = std::max(end, file_.Match(end));
    ++end;
  }
  if (end <= i + 2 || end >= t_.size()) return;
  CValue value = expressions_.Evaluate(t_, i + 2, end, nullptr, 0);
  value.source = Source(t_, i + 2, end);
  KeepOne(t_[brace - 2].text + "." + t_[i].text, value, &initials_);
}

// The variable to which a value that a local received is copied: `if (size) default_size = size;`,
// or under a test of the call itself. "" if it is not copied, or used in another way.
std::string COutputParameters::KeptIn(const std::string& name, std::pair<size_t, size_t> call,
                                      std::pair<size_t, size_t> body) const {
  for (size_t i = body.first + 1; i + 8 < body.second && limits_.MayLook(1); ++i) {
    if (!t_[i].IsName("if") || !t_[i + 1].Is("(")) continue;
    const size_t close = file_.Match(i + 1);
    const bool tests = close == i + 3 && t_[i + 2].IsName(name) && i > call.second;
    const bool around = i < call.first && close > call.second;
    if (close <= i || (!tests && !around)) continue;
    const size_t at = close + (t_[close + 1].Is("{") ? 2 : 1);
    const bool moves = t_[at].kind == Kind::kName && t_[at + 1].Is("=") &&
                       t_[at + 2].IsName(name) && t_[at + 3].Is(";");
    return moves ? t_[at].text : "";
  }
  return "";
}

namespace {

// Whether the name at `i` is declared as a static number, which is initialised with 0: `static int
// level;`.
bool IsStaticNumber(const std::vector<CToken>& t, size_t i) {
  // Words of a declaration; a longer one is not one of a number.
  constexpr size_t kMaxWords = 6;
  static const std::set<std::string_view> kNumbers = {
      "int",  "long",  "short", "unsigned", "signed",  "size_t",   "ssize_t", "bool",
      "char", "_Bool", "float", "double",   "int32_t", "uint32_t", "int64_t", "uint64_t"};
  size_t first = i;
  while (first > 0 && i - first < kMaxWords && t[first - 1].kind == CToken::Kind::kName) --first;
  if (first == i || kNumbers.count(t[i - 1].text) == 0) return false;
  return std::any_of(t.begin() + static_cast<long>(first), t.begin() + static_cast<long>(i),
                     [](const CToken& token) { return token.IsName("static"); });
}

}  // namespace

// `int level = 3;`, `bool on{false};` in a class or outside functions, at the name. Constants and
// expressions are kept as they are, to be resolved when they are needed.
void CInitialValues::ReadInitial(size_t i, const std::string& class_name) {
  if (i > 0 && t_[i - 1].Is(".")) return ReadDesignated(i);
  const bool member = i >= 2 && t_[i - 1].Is("::") && t_[i - 2].kind == Kind::kName;
  const bool typed = i > 0 && (IsTypeWord(t_[i - 1]) || t_[i - 1].Is(">") || t_[i - 1].Is("*"));
  if (!member && !typed) return;
  const bool braces = t_[i + 1].Is("{");
  if (t_[i + 1].Is(";") && class_name.empty() && IsStaticNumber(t_, i)) {
    CValue zero;  // ISO/IEC 9899, 6.7.10
    zero.alternatives = {{CPart{CPart::Kind::kText, "0"}}};
    zero.literal = true;
    zero.type = ValueType::kInt;
    zero.source = "0";
    KeepOne("::" + t_[i].text, zero, &initials_);
  }
  if (!braces && !t_[i + 1].Is("=")) return;
  const size_t from = i + 2;
  size_t end = from;
  while (!braces && end < t_.size() && !t_[end].Is(";") && !t_[end].Is(",")) {
    if (t_[end].Is("(") || t_[end].Is("{")) end = std::max(end, file_.Match(end));
    ++end;
  }
  if (braces) end = file_.Match(i + 1);
  if (end <= from || end >= t_.size()) return;
  CValue value = expressions_.Evaluate(t_, from, end, nullptr, 0);
  value.source = Source(t_, from, end);
  const std::string& around = member ? t_[i - 2].text : class_name;
  KeepOne(around + "::" + t_[i].text, value, &initials_);
}

// `level = 3;`, `options->level = 3;` at the name, in a function that initialises: a constructor,
// or one with init, default, reset or setup in its name. Only at the outermost level of its body,
// since conditional assignments are not initial.
void CInitialValues::ReadSetUp(size_t i, int function) {
  if (function < 0 || !t_[i + 1].Is("=")) return;
  const CFunction& around = functions_.At(function);
  const std::string lower = ToLower(around.name);
  const bool sets_up =
      around.constructor || std::any_of(kSetUpWords.begin(), kSetUpWords.end(), [&](auto word) {
        return lower.find(word) != std::string::npos;
      });
  const auto body = functions_.BodyOf(function);
  if (!sets_up || i <= body.first || file_.BraceAround(i) != body.first) return;
  size_t first = i;
  while (first >= body.first + 2 && (t_[first - 1].Is(".") || t_[first - 1].Is("->")) &&
         t_[first - 2].kind == Kind::kName) {
    first -= 2;
  }
  if (!t_[first - 1].Is(";") && !t_[first - 1].Is("{") && !t_[first - 1].Is("}")) return;
  // The owner: the function's class, the type of the record, or for an object outside functions its
  // name with a '.'.
  std::string holder = around.class_name;
  if (first != i && !t_[first].IsName("this")) {
    if (first + 2 != i) return;
    const int parameter = ParameterOf(&around, t_[first].text);
    place_.function = function;
    holder =
        parameter >= 0 ? TypeOfParameter(&around, parameter) : scopes_.TypeOfLocal(t_[first].text);
    place_.function = -1;
    if (holder.empty()) holder = t_[first].text + ".";  // an object outside functions
  } else if (first == i && ParameterOf(&around, t_[i].text) >= 0) {
    return;
  }
  size_t end = i + 2;
  while (end < body.second && !t_[end].Is(";")) {
    if (t_[end].Is("(") || t_[end].Is("{")) end = std::max(end, file_.Match(end));
    ++end;
  }
  if (end <= i + 2 || end >= body.second) return;
  CValue value = expressions_.Evaluate(t_, i + 2, end, &around, 0);
  value.source = Source(t_, i + 2, end);
  const std::string key = holder.ends_with('.') ? holder : holder + "::";
  KeepOne(key + t_[i].text, value, &initials_);
}

// The values that constructors give the requested members. A copy from another object,
// `level_(other.level_)`, is not an initial value.
void CInitialValues::AddConstructed() {
  if (wanted_.empty()) return;
  for (const CFunction& function : functions_.all()) {
    if (!function.constructor) continue;
    for (const auto& [field, value] : function.fields) {
      if (wanted_.count(field) == 0) continue;
      const bool copied = value.source.find('.') != std::string::npos && !value.literal;
      if (copied) continue;
      KeepOne(function.class_name + "::" + field, value, &constructed_);
    }
  }
}

}  // namespace flagcensus
