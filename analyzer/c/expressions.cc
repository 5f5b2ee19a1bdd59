// Expressions → what they may be as a text: literals, concatenations, conversions, conditionals.
//
//   prefix + "_PORT"                     ─→ parameter `prefix`, "_PORT"
//   debug ? "A" : "B"                    ─→ two alternatives, A and B
//   4 * 1024                             ─→ the literal 4096, kInt
//   absl::StrCat("APP_", key)            ─→ "APP_", parameter `key`, by its entry in queries/c
//
// An expression outside of these forms has no alternatives, so that it is unknown.
#include "analyzer/c/expressions.h"

#include <algorithm>
#include <cstdlib>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/c/buffers.h"
#include "analyzer/c/function_rows.h"
#include "analyzer/c/local_values.h"
#include "analyzer/c/text_methods.h"

namespace flagcensus {

CValue CExpressions::Evaluate(const std::vector<CToken>& t, size_t begin, size_t end,
                              const CFunction* function, int depth) {
  CValue value;
  value.source = Source(t, begin, end);
  if (begin >= end || depth > kMaxDepth) return value;
  // Token lists that were assembled elsewhere have no branches.
  if (&t == &t_) {
    if (std::optional<CValue> branched = EvaluateBranches(begin, end, function, depth)) {
      return WithSource(std::move(*branched), value.source);
    }
  }
  // Parentheses around it, and then a cast.
  while (end - begin >= 2 && t[begin].Is("(") && MatchBracket(t, begin) == end - 1) {
    ++begin;
    --end;
  }
  if (begin >= end) return value;
  if (t[begin].Is("(") && end - begin >= 4) {  // (const char*) x
    const size_t close = MatchBracket(t, begin);
    const bool words =
        std::all_of(t.begin() + static_cast<long>(begin) + 1,
                    t.begin() + static_cast<long>(std::min(close, end)), [](const CToken& token) {
                      return token.kind == Kind::kName || token.Is("*") || token.Is("::");
                    });
    const bool cast =
        close + 1 < end && close > begin + 1 && words &&
        (t[close + 1].kind == Kind::kName || t[close + 1].kind == Kind::kString ||
         t[close + 1].kind == Kind::kNumber ||
         // `(f)(x)`: one word in parentheses may be a function. It counts as a cast if the
         // second pair of parentheses ends the expression.
         (t[close + 1].Is("(") && (close > begin + 2 || MatchBracket(t, close + 1) + 1 == end)));
    if (cast) return WithSource(Evaluate(t, close + 1, end, function, depth + 1), value.source);
  }
  // a ? b : c at the outermost level: both sides, in this order. If the condition is just a
  // parameter, `chooser` is its index.
  for (size_t i = begin; i < end; ++i) {
    if (t[i].Is("(") || t[i].Is("[") || t[i].Is("{")) {
      i = std::min(MatchBracket(t, i), end);
      continue;
    }
    if (!t[i].Is("?")) continue;
    size_t colon = i + 1;
    for (int nested = 0; colon < end; ++colon) {
      if (t[colon].Is("(")) colon = std::min(MatchBracket(t, colon), end - 1);
      if (t[colon].Is("?")) ++nested;
      if (t[colon].Is(":") && nested-- == 0) break;
    }
    CValue both = Evaluate(t, i + 1, colon, function, depth + 1);
    const CValue other = Evaluate(t, std::min(colon + 1, end), end, function, depth + 1);
    // With one unknown side the other would look like the only value.
    if (both.IsUnknown() || other.IsUnknown()) return value;
    both.alternatives.insert(both.alternatives.end(), other.alternatives.begin(),
                             other.alternatives.end());
    both.literal = false;
    both.chooser = -1;
    if (other.alternatives.size() == 1 && both.alternatives.size() == 2) {
      const bool negated = t[begin].Is("!");
      const size_t name = begin + (negated ? 1 : 0);
      if (i == name + 1) both.chooser = ParameterOf(function, t[name].text);
      if (both.chooser >= 0 && negated) std::swap(both.alternatives[0], both.alternatives[1]);
    }
    return WithSource(std::move(both), value.source);
  }
  // An empty optional is the absence of a value, as NULL is.
  if (end - begin == 3 && t[begin].IsName("std") && t[begin + 2].IsName("nullopt")) {
    value.null = true;
    return value;
  }
  if (end - begin == 1) {
    const CToken& token = t[begin];
    if (token.IsName("NULL") || token.IsName("nullptr")) {
      value.null = true;
      return value;
    }
    if (token.kind == Kind::kNumber || token.IsName("true") || token.IsName("false") ||
        token.kind == Kind::kChar) {
      value.literal = true;
      value.alternatives = {{CPart{CPart::Kind::kText, NumberText(token), -1}}};
      value.type = TypeOfLiteral(token);
      return value;
    }
  }
  // From here on the value may be a call: its position connects it with its CCall.
  FindNested(t, begin, end, &value);
  if (end - begin == 2 && t[begin].Is("-") && t[begin + 1].kind == Kind::kNumber) {
    value.literal = true;
    value.alternatives = {{CPart{CPart::Kind::kText, "-" + NumberText(t[begin + 1]), -1}}};
    value.type = TypeOfLiteral(t[begin + 1]);
    return value;
  }
  // Constants first: a sum of literals is a number, not a concatenation.
  if (const std::optional<std::string> number = FoldIntegers(t, begin, end)) {
    value.literal = true;
    value.alternatives = {{CPart{CPart::Kind::kText, *number, -1}}};
    value.type = ValueType::kInt;
    return value;
  }
  if (const std::optional<std::string> sum = IntegerExpression(t, begin, end, function)) {
    value.alternatives = {{CPart{CPart::Kind::kSum, *sum, -1}}};
    return value;
  }
  // Texts one after the other: adjacent literals, macros between them, a + b. One unknown part
  // makes the whole expression unknown.
  std::vector<std::vector<CPart>> made = {{}};
  bool constant = true;
  for (size_t i = begin; i < end;) {
    if (t[i].Is("+") || t[i].Is("##")) {
      ++i;
      continue;
    }
    const bool text = t[i].kind == Kind::kString || i == begin;
    const size_t first = i;
    std::vector<std::vector<CPart>> piece = Primary(t, &i, end, function, depth);
    CutByMethods(t, first, i, &piece);
    if (piece.empty()) return value;
    // `"ABC" + 1` and `table + 2` skip characters; they append no "1".
    if (!text && piece.size() == 1 && piece[0].size() == 1 && IsNumber(piece[0][0])) continue;
    for (const std::vector<CPart>& one : piece) {
      constant = constant && one.size() == 1 && one[0].kind == CPart::Kind::kText;
    }
    made = Joined(made, piece, kMaxAlternatives);
  }
  for (std::vector<CPart>& one : made) {
    // An empty list of parts is not a text.
    if (one.empty()) return value;
  }
  value.literal = constant && made.size() == 1;
  const bool text =
      t[begin].kind == Kind::kString || (t[end - 1].Is(")") && t[begin].kind == Kind::kName);
  if (value.literal && text) value.type = ValueType::kStr;
  value.alternatives = std::move(made);
  return value;
}

ValueType CExpressions::TypeOfLiteral(const CToken& token) {
  if (token.kind == Kind::kName) return ValueType::kBool;
  if (token.kind != Kind::kNumber) return ValueType::kUnknown;
  // `0xE` has an e, but is not a floating-point number.
  const bool hex = token.text.starts_with("0x") || token.text.starts_with("0X");
  const bool real = !hex && token.text.find_first_of(".eE") != std::string::npos;
  return real ? ValueType::kFloat : ValueType::kInt;
}

// `get<int>("A")` as a whole is a call of an accessor; `get("A") + 1` is not.
void CExpressions::FindNested(const std::vector<CToken>& t, size_t begin, size_t end,
                              CValue* value) const {
  size_t name = begin;
  if (t[name].Is("::")) ++name;
  while (name + 2 < end && t[name + 1].Is("::") && t[name + 2].kind == Kind::kName) name += 2;
  if (t[name].kind != Kind::kName || names_.count(t[name].text) == 0) return;
  // The template arguments of `get<int>(...)`. Nested ones are not matched.
  size_t open = name + 1;
  if (open < end && t[open].Is("<")) {
    while (open < end && !t[open].Is(">")) ++open;
    ++open;
  }
  if (open >= end || !t[open].Is("(") || MatchBracket(t, open) != end - 1) return;
  value->call_line = t[begin].line;
  value->call_column = t[begin].column;
}

//   APP_STEPS * 2     ─→ "APP_STEPS * 2", evaluated when the constants are known
//   A_TEXT + B_TEXT   ─→ nullopt: a concatenation
std::optional<std::string> CExpressions::IntegerExpression(const std::vector<CToken>& t,
                                                           size_t begin, size_t end,
                                                           const CFunction* function) {
  // A longer expression is not a default that a page would state.
  constexpr size_t kMaxTokens = 30;
  const bool negated = end - begin == 2 && t[begin].Is("-");
  if ((end - begin < 3 && !negated) || end - begin > kMaxTokens) return std::nullopt;
  bool number = false;
  bool name = false;
  bool product = false;
  std::string text;
  for (size_t i = begin; i < end; ++i) {
    const CToken& token = t[i];
    if (token.kind == Kind::kNumber) {
      number = true;
    } else if (token.kind == Kind::kName) {
      // A parameter, a call or a local with a known value is not a constant; its value is found
      // elsewhere.
      if (ParameterOf(function, token.text) >= 0 || (i + 1 < end && t[i + 1].Is("("))) {
        return std::nullopt;
      }
      if (function != nullptr && !function->macro &&
          locals_.Local(token.text, *function, kMaxDepth)) {
        return std::nullopt;
      }
      name = true;
    } else if (token.Is("*") || token.Is("/") || token.Is("<<") || token.Is("-")) {
      product = true;
    } else if (!token.Is("+") && !token.Is("(") && !token.Is(")")) {
      return std::nullopt;
    }
    text += (text.empty() ? "" : " ") + token.text;
  }
  // `*name` dereferences. Names joined by + alone may be texts; a number or another operator shows
  // integers.
  if (t[begin].Is("*")) return std::nullopt;
  return name && (number || product) ? std::optional(text) : std::nullopt;
}

bool CExpressions::IsNumber(const CPart& part) {
  return part.kind == CPart::Kind::kText && !part.text.empty() &&
         part.text.find_first_not_of("0123456789") == std::string::npos;
}

CValue CExpressions::WithSource(CValue value, const std::string& source) {
  value.source = source;
  return value;
}

std::vector<std::vector<CPart>> CExpressions::Primary(const std::vector<CToken>& t, size_t* at,
                                                      size_t end, const CFunction* function,
                                                      int depth) {
  size_t& i = *at;
  if (t[i].kind == Kind::kString) {
    const std::string& text = t[i++].text;
    // "@NAME@" of a template that the build fills in.
    const bool filled = text.size() > 2 && text.front() == '@' && text.back() == '@';
    return {{CPart{filled ? CPart::Kind::kUnknown : CPart::Kind::kText, text, -1}}};
  }
  // #parameter: the spelling of the argument.
  if (t[i].Is("#") && i + 1 < end) {
    i += 2;
    const int parameter = ParameterOf(function, t[i - 1].text);
    if (parameter < 0) return {};
    return {{CPart{CPart::Kind::kParameter, "#", parameter}}};
  }
  const bool pointed = t[i].Is("*");
  if (t[i].Is("&") || pointed) ++i;
  // ("P_" + name).c_str(): the value in parentheses; methods that are called on it are ignored.
  if (i < end && t[i].Is("(")) {
    const size_t close = std::min(MatchBracket(t, i), end - 1);
    const CValue inner = Evaluate(t, i + 1, close, function, depth + 1);
    i = close + 1;
    SkipMethods(t, at, end);
    return inner.alternatives;
  }
  if (i >= end || t[i].kind != Kind::kName) {
    i = end;
    return {};
  }
  if (i + 2 < end && t[i + 1].Is("##")) {  // PRE_##key
    static const CFunction kNoParameters;
    return PastedName(t, at, end, function == nullptr ? kNoParameters : *function);
  }
  // this->name is a field; this->name() is a call.
  if (t[i].IsName("this") && i + 2 < end && t[i + 1].Is("->") && t[i + 2].kind == Kind::kName &&
      !(i + 3 < end && t[i + 3].Is("("))) {
    const std::string& field = t[i + 2].text;
    i += 3;
    SkipMethods(t, at, end);
    return {{CPart{CPart::Kind::kField, field, -1}}};
  }
  size_t name = i;
  while (name + 2 < end && t[name + 1].Is("::") && t[name + 2].kind == Kind::kName) name += 2;
  const std::string& text = t[name].text;
  i = name + 1;
  // T<...>(x): the template arguments are skipped.
  if (i < end && t[i].Is("<") && i + 3 < end) {
    size_t close = i;
    while (close < end && !t[close].Is(">")) ++close;
    if (close + 1 < end && t[close + 1].Is("(")) i = close + 1;
  }
  // A call or construction: conversions to upper case, empty texts, casts, and functions with an
  // entry. Others are unknown.
  if (i < end && (t[i].Is("(") || t[i].Is("{"))) {
    const size_t open = i;
    i = std::min(MatchBracket(t, open), end - 1) + 1;
    SkipMethods(t, at, end);
    const bool empty = open + 1 == MatchBracket(t, open);
    if (!empty && CBuffers::TurnsUpper(text)) {  // ToUpper(name)
      const size_t close = SplitArguments(t, open + 1, MatchBracket(t, open))[0].second;
      std::vector<std::vector<CPart>> turned =
          Evaluate(t, open + 1, close, function, depth + 1).alternatives;
      for (std::vector<CPart>& one : turned) CBuffers::Upper(&one);
      return turned;
    }
    if (empty && (text == "string" || text == "string_view" || text == "QString")) {
      return {{CPart{CPart::Kind::kText, "", -1}}};
    }
    // Conversions between numbers do not change a constant. `T` and `Type` are the usual names of a
    // template's parameter.
    static const std::set<std::string_view> kNumbers = {
        "static_cast", "int",      "long",     "unsigned", "bool",     "float",
        "double",      "size_t",   "int8_t",   "int16_t",  "int32_t",  "int64_t",
        "uint8_t",     "uint16_t", "uint32_t", "T",        "uint64_t", "optional",
        "INT64_C",     "UINT64_C", "INT32_C",  "UINT32_C", "Type",     "ssize_t"};
    const bool cast = text == "const_cast" || text == "reinterpret_cast";
    if ((cast || kNumbers.count(text) > 0) && !empty) {
      return Evaluate(t, open + 1, MatchBracket(t, open), function, depth + 1).alternatives;
    }
    return empty ? Alternatives() : ResultOfLibraryCall(t, text, open, function, depth);
  }
  // A name with an index or member: first what the file knows of them, then the name itself.
  const bool indexed = i < end && t[i].Is("[");
  std::string index;
  if (indexed) {
    const size_t close = std::min(MatchBracket(t, i), end - 1);
    index = IndexIn(t, i + 1, close, function);
    i = close + 1;
  }
  const bool value = i < end && t[i].Is(".");
  const std::string member = MemberPath(t, at, end);
  SkipMethods(t, at, end);
  if (!member.empty()) {
    std::vector<std::vector<CPart>> made = locals_.MemberOf(text, member, value, function, depth);
    if (!made.empty()) return made;
  }
  const int parameter = ParameterOf(function, text);
  const CParameter* list = ParameterAt(function, parameter);
  if (list != nullptr && !list->list) list = nullptr;
  if (list != nullptr && pointed) {
    const std::optional<CValue> put = locals_.AssignedThroughPointer(text, *function, depth);
    if (put && !put->IsUnknown()) return put->alternatives;
  }
  if (parameter >= 0 && (!indexed || list != nullptr)) {  // of a list, any element
    CPart part{CPart::Kind::kParameter, "", parameter};
    part.upper = function != nullptr && !function->macro && buffers_.IsTurnedUpper(text, *function);
    return {{part}};
  }
  // In this order a name is a member, a parameter, a local, a captured variable (unknown), a field
  // by its spelling (m_name, name_), or a name of the tree.
  if (function != nullptr && !function->macro) {
    if (const std::optional<CValue> local = locals_.Local(text, *function, depth)) {
      return ElementOf(*local, index);
    }
  }
  if (function != nullptr && function->captured.count(text) > 0) return {};
  if (text.starts_with("m_") || text.ends_with("_")) {
    return ElementOf({.alternatives = {{CPart{CPart::Kind::kField, text, -1}}}, .source = {}},
                     index);
  }
  return ElementOf({.alternatives = {{CPart{CPart::Kind::kName, text, -1}}}, .source = {}}, index);
}

namespace {

// Macros of other files are recognised by their capitals until their definitions are searched for.
// A class in capitals counts as well: `URI("x")` is then unknown, as no macro URI is found.
bool IsMacroName(std::string_view name) { return name.size() > 1 && !HasLower(name); }

// Whether the length includes all of the text, each a range of tokens: strlen(x), strlen(x) + 1,
// sizeof(x) and sizeof(x) - 1 of the text x itself; SIZE_MAX of any. `strlen(y)` and
// `strlen(x) - 4` may cut it off.
bool IsWholeLength(const std::vector<CToken>& t, std::pair<size_t, size_t> length,
                   std::pair<size_t, size_t> text) {
  auto [at, end] = length;
  if (t[at].IsName("SIZE_MAX")) return at + 1 == end;
  if (t[at].IsName("std") && t[at + 1].Is("::")) at += 2;
  const bool size = t[at].IsName("sizeof");
  if ((!size && !t[at].IsName("strlen")) || !t[at + 1].Is("(")) return false;
  const size_t close = MatchBracket(t, at + 1);
  const auto token = [&](size_t i) { return t.begin() + static_cast<std::ptrdiff_t>(i); };
  const bool same =
      close < end &&
      std::equal(
          token(at + 2), token(close), token(text.first), token(text.second),
          [](const auto& a, const auto& b) { return a.kind == b.kind && a.text == b.text; });
  if (!same || close + 1 == end) return same;
  // The byte that ends the text.
  return close + 3 == end && t[close + 1].Is(size ? "-" : "+") && t[close + 2].text == "1";
}

}  // namespace

//   strdup(name) ─→ name    join("APP_", key), if an entry lists it as joining ─→ "APP_", key
CExpressions::Alternatives CExpressions::ResultOfLibraryCall(const std::vector<CToken>& t,
                                                             const std::string& callee, size_t open,
                                                             const CFunction* function, int depth) {
  const FunctionRows& rows = BuiltInFunctionRows();
  const auto arguments = SplitArguments(t, open + 1, MatchBracket(t, open));
  const auto count = static_cast<int>(arguments.size());
  // A strdup with any prefix (g_strdup) copies its first argument.
  const bool copy = callee.ends_with("strdup");
  if (callee.ends_with("strndup") && count == 2) {
    const auto [from, to] = arguments[0];
    const auto [size, size_end] = arguments[1];
    Alternatives made = Evaluate(t, from, to, function, depth + 1).alternatives;
    const bool all = IsWholeLength(t, arguments[1], arguments[0]);
    const std::string number = size_end == size + 1 ? NumberText(t[size]) : "";
    for (std::vector<CPart>& one : made) {
      if (all) break;
      const bool known = one.size() == 1 && one[0].kind == CPart::Kind::kText && !number.empty() &&
                         IsDigits(number);
      if (!known) return {};
      one[0].text = one[0].text.substr(0, std::strtoul(number.c_str(), nullptr, 10));
    }
    return made;
  }
  int same = PositionIn(rows.gives, callee);
  if (copy) same = std::max(same, 0);
  if (same >= 0 && same < count && (copy || same + 1 == count)) {  // not string(text, 3)
    const auto [from, to] = arguments[static_cast<size_t>(same)];
    return Evaluate(t, from, to, function, depth + 1).alternatives;
  }
  if (const int format = PositionIn(rows.formats, callee); format >= 0 && format < count) {
    return Formatted(t, arguments, static_cast<size_t>(format), function, depth + 1).alternatives;
  }
  int next = PositionIn(rows.joins, callee);
  // OS_STR("APP_X"): the macro's effect on the text is known only where the macro is defined.
  if (next < 0 && count == 1 && t[open + 1].kind == Kind::kString &&
      open + 2 == arguments[0].second &&
      (lists_.FunctionMacro(callee) != nullptr || IsMacroName(callee))) {
    return {{CPart{CPart::Kind::kMacro, callee + "\x03\"" + t[open + 1].text + "\"", -1}}};
  }
  if (next < 0) return {};
  // A concatenation: the texts up to a NULL. An argument with alternatives becomes one unknown
  // part, since all combinations would be too many.
  std::vector<CPart> parts;
  for (; next < count; ++next) {
    const auto [from, to] = arguments[static_cast<size_t>(next)];
    const CValue part = Evaluate(t, from, to, function, depth + 1);
    if (part.null) break;
    if (part.alternatives.size() == 1) {
      parts.insert(parts.end(), part.alternatives[0].begin(), part.alternatives[0].end());
    } else {
      parts.push_back(CPart{});
    }
  }
  return {parts};
}

//   get_##kind##_env     ─→ kPasted "get_" \x01 "0" \x02 "_env" for parameter 0
std::vector<std::vector<CPart>> CExpressions::PastedName(const std::vector<CToken>& t, size_t* at,
                                                         size_t end, const CFunction& macro) {
  std::string pasted;
  size_t& i = *at;
  while (i < end && t[i].kind == Kind::kName) {
    const int parameter = ParameterOf(&macro, t[i].text);
    pasted += parameter < 0 ? t[i].text : "\x01" + std::to_string(parameter) + "\x02";
    ++i;
    if (i + 1 >= end || !t[i].Is("##")) break;
    ++i;
  }
  if (pasted.empty()) return {};
  return {{CPart{CPart::Kind::kPasted, pasted, -1}}};
}

// Members and methods after a value are ignored: x.c_str() has the value x. Those that make a
// different text are applied by CutByMethods.
void CExpressions::SkipMethods(const std::vector<CToken>& t, size_t* at, size_t end) {
  size_t& i = *at;
  while (i + 1 < end && (t[i].Is(".") || t[i].Is("->")) && t[i + 1].kind == Kind::kName) {
    i += 2;
    if (i < end && t[i].Is("(")) i = std::min(MatchBracket(t, i), end - 1) + 1;
  }
}

}  // namespace flagcensus
