// Types by what consumes the text (the C library's conversions, C standard 7.24 and 7.26; C++
// [string.conversions]; comparisons), defaults by the usual ways to test a pointer.
#include "analyzer/code/c_uses.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <string_view>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using Kind = CToken::Kind;
using Tokens = std::vector<CToken>;

constexpr size_t kMaxUses = 60;

const std::map<std::string_view, ValueType>& Conversions() {
  static const std::map<std::string_view, ValueType> kTypes = {
      {"atoi", ValueType::kInt},         {"atol", ValueType::kInt},
      {"atoll", ValueType::kInt},        {"strtol", ValueType::kInt},
      {"strtoul", ValueType::kInt},      {"strtoll", ValueType::kInt},
      {"strtoull", ValueType::kInt},     {"strtoimax", ValueType::kInt},
      {"stoi", ValueType::kInt},         {"stol", ValueType::kInt},
      {"stoll", ValueType::kInt},        {"stoul", ValueType::kInt},
      {"stoull", ValueType::kInt},       {"SimpleAtoi", ValueType::kInt},
      {"from_chars", ValueType::kInt},   {"safe_strto32", ValueType::kInt},
      {"safe_strto64", ValueType::kInt}, {"toInt", ValueType::kInt},
      {"atof", ValueType::kFloat},       {"strtod", ValueType::kFloat},
      {"strtof", ValueType::kFloat},     {"stof", ValueType::kFloat},
      {"stod", ValueType::kFloat},       {"SimpleAtod", ValueType::kFloat},
      {"SimpleAtof", ValueType::kFloat}, {"SimpleAtob", ValueType::kBool},
      {"fopen", ValueType::kPath},       {"dlopen", ValueType::kPath},
      {"opendir", ValueType::kPath},     {"realpath", ValueType::kPath},
      {"chdir", ValueType::kPath},       {"mkdir", ValueType::kPath},
      {"access", ValueType::kPath},      {"stat", ValueType::kPath},
      {"ifstream", ValueType::kPath},    {"ofstream", ValueType::kPath},
      {"path", ValueType::kPath},        {"JoinPath", ValueType::kPath},
      {"strtok", ValueType::kList},      {"strtok_r", ValueType::kList},
      {"StrSplit", ValueType::kList},    {"Split", ValueType::kList},
      {"split", ValueType::kList},       {"Tokenize", ValueType::kList}};
  return kTypes;
}

bool IsBoolWord(const std::string& text) {
  static const std::set<std::string> kWords = {"0",  "1",   "true", "false", "yes", "no",
                                               "on", "off", "y",    "n",     "t",   "f"};
  return kWords.count(ToLower(text)) > 0;
}

bool IsNull(const CToken& token) {
  return token.IsName("NULL") || token.IsName("nullptr") ||
         (token.kind == Kind::kNumber && token.text == "0");
}

bool IsComparison(const CToken& token) { return token.Is("==") || token.Is("!="); }

// The name in front of the '(' at `open`: strtol of std::strtol(.
std::string CalleeAt(const Tokens& t, size_t open) {
  if (open == 0) return "";
  size_t at = open - 1;
  if (t[at].Is(">")) {
    while (at > 0 && !t[at].Is("<")) --at;
    if (at == 0) return "";
    --at;
  }
  return t[at].kind == Kind::kName ? t[at].text : "";
}

// The type that a comparison with a literal shows, or a conversion around.
void Compare(const CToken& with, CUse* use) {
  if (with.kind != Kind::kString && with.kind != Kind::kChar) return;
  if (with.text.empty() || with.text[0] == '\0') return;
  use->compared = true;
  if (IsBoolWord(with.text)) {
    use->type = ValueType::kBool;
    const std::string word = ToLower(with.text);
    static const std::set<std::string> kTrue = {"1", "true", "yes", "on", "y", "t"};
    if (kTrue.count(word) > 0 &&
        std::find(use->truthy.begin(), use->truthy.end(), word) == use->truthy.end()) {
      use->truthy.push_back(word);
    }
  } else if (use->type == ValueType::kUnknown || use->type == ValueType::kStr) {
    use->type = ValueType::kEnum;
  }
}

void Convert(const Tokens& t, size_t open, CUse* use) {
  const std::string callee = CalleeAt(t, open);
  static const std::set<std::string_view> kCompares = {"strcmp",           "strcasecmp", "strncmp",
                                                       "strncasecmp",      "stricmp",    "_stricmp",
                                                       "EqualsIgnoreCase", "streq"};
  if (kCompares.count(callee) > 0) {
    for (const auto& [from, to] : SplitArguments(t, open + 1, MatchBracket(t, open))) {
      if (to == from + 1 && t[from].kind == Kind::kString) Compare(t[from], use);
    }
    return;
  }
  if (callee == "sscanf") {
    for (const auto& [from, to] : SplitArguments(t, open + 1, MatchBracket(t, open))) {
      if (to != from + 1 || t[from].kind != Kind::kString) continue;
      const std::string& format = t[from].text;
      if (format.find('f') != std::string::npos || format.find('g') != std::string::npos) {
        use->type = ValueType::kFloat;
      } else if (format.find('d') != std::string::npos || format.find('u') != std::string::npos ||
                 format.find('i') != std::string::npos || format.find('x') != std::string::npos) {
        use->type = ValueType::kInt;
      }
    }
    return;
  }
  const auto found = Conversions().find(callee);
  if (found == Conversions().end()) {
    // A parser of the project's own says by its name what it makes.
    const std::string lower = ToLower(callee);
    const bool parses = lower.find("parse") != std::string::npos ||
                        lower.find("str_to") != std::string::npos || lower.starts_with("to_") ||
                        lower.starts_with("strto");
    if (parses && lower.find("bool") != std::string::npos) use->type = ValueType::kBool;
    if (parses && use->type == ValueType::kUnknown) {
      for (const std::string_view word : {"int", "long", "number", "size", "u64", "i64"}) {
        if (lower.find(word) != std::string::npos) use->type = ValueType::kInt;
      }
    }
    return;
  }
  if (use->type == ValueType::kUnknown || use->type == ValueType::kStr) use->type = found->second;
}

struct Span {
  size_t begin;
  size_t end;  // past the last token
};

// What stands around an occurrence of the value at `at` (call or variable).
void Around(const Tokens& t, Span at, size_t statement, CUse* use) {
  // Conversions whose argument it is, a few levels up; std::string(v) == "x" as well.
  size_t from = at.begin;
  size_t to = at.end;
  for (int level = 0; level < 3; ++level) {
    if (to < t.size() && IsComparison(t[to]) && to + 1 < t.size()) Compare(t[to + 1], use);
    if (from > statement && IsComparison(t[from - 1]) && from >= 2) Compare(t[from - 2], use);
    size_t open = from;
    int depth = 0;
    while (open > statement) {
      --open;
      if (t[open].Is(")") || t[open].Is("]") || t[open].Is("}")) ++depth;
      if (t[open].Is("(") || t[open].Is("[") || t[open].Is("{")) {
        if (depth-- == 0) break;
      }
      if (depth == 0 && (t[open].Is(";") || t[open].Is("=") || t[open].Is("?") || t[open].Is(":") ||
                         t[open].Is("&&") || t[open].Is("||"))) {
        return;
      }
    }
    if (!t[open].Is("(") || open <= statement) return;
    const bool known = use->type != ValueType::kUnknown || use->compared;
    Convert(t, open, use);
    if (level == 0 && !known && use->type == ValueType::kUnknown && use->handed_open == 0) {
      use->handed_open = open;
      use->handed_at = at.begin;
    }
    from = open;
    while (from > statement && (t[from - 1].kind == Kind::kName || t[from - 1].Is("::"))) --from;
    to = MatchBracket(t, open) + 1;
  }
}

size_t EndOfExpression(const Tokens& t, size_t at, size_t end) {
  for (; at < end; ++at) {
    if (t[at].Is("(") || t[at].Is("[") || t[at].Is("{")) {
      const size_t close = MatchBracket(t, at);
      if (close >= end) return end;
      at = close;
      continue;
    }
    if (t[at].Is(";") || t[at].Is(",") || t[at].Is(")") || t[at].Is("}") || t[at].Is(":"))
      return at;
  }
  return at;
}

// Whether a range has the variable, something made of it, or the tested call once more.
bool Mentions(const Tokens& t, size_t begin, size_t end, const std::set<std::string>& names) {
  for (size_t i = begin; i < end; ++i) {
    if (t[i].kind == Kind::kName && names.count(t[i].text) > 0) return true;
  }
  return false;
}

// `? a : b` behind a test at `question`: what is taken where the test fails or holds. Where the
// other branch does not have the value (one of `value`), it was only asked whether there is one.
void Conditional(const Tokens& t, size_t question, bool negated, size_t end,
                 const std::set<std::string>& value, CUse* use) {
  if (use->unset_end > use->unset_begin) return;
  size_t colon = question + 1;
  int nested = 0;
  for (; colon < end; ++colon) {
    if (t[colon].Is("(") || t[colon].Is("[") || t[colon].Is("{")) {
      colon = std::min(MatchBracket(t, colon), end);
      continue;
    }
    if (t[colon].Is(";")) return;
    if (t[colon].Is("?")) ++nested;
    if (t[colon].Is(":") && nested-- == 0) break;
  }
  if (colon >= end) return;
  const size_t last = EndOfExpression(t, colon + 1, end);
  const Span then{question + 1, colon};
  const Span other{colon + 1, last};
  const Span& set = negated ? other : then;
  // `v ?: b` gives the value itself.
  if (set.begin < set.end && !Mentions(t, set.begin, set.end, value)) return;
  const Span& unset = negated ? then : other;
  use->unset_begin = unset.begin;
  use->unset_end = unset.end;
}

// The statement or block at `at`: past its end.
size_t EndOfStatement(const Tokens& t, size_t at, size_t end) {
  if (at < end && t[at].Is("{")) return std::min(MatchBracket(t, at) + 1, end);
  while (at < end && !t[at].Is(";")) {
    if (t[at].Is("(") || t[at].Is("{")) at = std::min(MatchBracket(t, at), end);
    ++at;
  }
  return std::min(at + 1, end);
}

// Whether `name` is given something made of the variable: name = f(variable).
bool DerivesFrom(const Tokens& t, size_t begin, size_t end, const std::string& name,
                 const std::string& variable) {
  if (name == variable) return true;
  for (size_t i = begin; i + 1 < end; ++i) {
    if (!t[i].IsName(name)) continue;
    size_t at = i + 1;  // name = ..., name.member = ...
    if (t[at].Is(".") && at + 1 < end) at += 2;
    if (at >= end || !t[at].Is("=")) continue;
    for (size_t k = at + 1; k < end && !t[k].Is(";"); ++k) {
      if (t[k].IsName(variable)) return true;
    }
  }
  return false;
}

// The variable and what is given a value with it in: val = parse(variable).
std::set<std::string> MadeOf(const Tokens& t, size_t begin, size_t end,
                             const std::string& variable) {
  std::set<std::string> made = {variable};
  for (size_t i = begin; i + 1 < end; ++i) {
    if (t[i].kind != Kind::kName || !t[i + 1].Is("=")) continue;
    for (size_t k = i + 2; k < end && !t[k].Is(";"); ++k) {
      if (t[k].kind == Kind::kName && made.count(t[k].text) > 0) {
        made.insert(t[i].text);
        break;
      }
    }
  }
  return made;
}

// Whether an expression only says that something went wrong: -ENOENT, Status::kError, APP_ERR_ARGS.
bool IsFailure(const Tokens& t, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if (t[i].kind != Kind::kName) continue;
    const std::string& name = t[i].text;
    const bool upper =
        std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (upper && i > begin && t[i - 1].Is("-")) return true;
    if (upper && (name.find("_ERR") != std::string::npos || name.starts_with("ERR_") ||
                  name.find("FAIL") != std::string::npos || name.ends_with("SUCCESS"))) {
      return true;
    }
    if (name.ends_with("Error") || name.ends_with("Status") || name == "nullopt" ||
        name == "unexpected" || name == "make_unexpected") {
      return true;
    }
  }
  return false;
}

// Whether a call in the range gives its result through an argument, so that what it returns is a
// status: parse(v, &out).
bool IsStatus(const Tokens& t, size_t begin, size_t end) {
  for (size_t i = begin + 1; i < end; ++i) {
    if (t[i].Is("&") && (t[i - 1].Is(",") || t[i - 1].Is("("))) return true;
  }
  return false;
}

// Whether an expression reads another variable.
bool IsAnotherRead(const Tokens& t, size_t begin, size_t end) {
  for (size_t i = begin; i + 1 < end; ++i) {
    if (t[i].kind != Kind::kName || !t[i + 1].Is("(")) continue;
    const std::string lower = ToLower(t[i].text);
    if (lower.find("getenv") != std::string::npos || lower.find("get_env") != std::string::npos) {
      return true;
    }
  }
  return false;
}

struct Body {
  size_t begin;
  size_t end;
  const std::string& variable;  // what holds the value; "" where nothing does
};

// In at..end: `return B;` or `name = B;`, where name is the variable or made of it.
bool TakeDefault(const Tokens& t, size_t at, size_t end, const Body& body, CUse* use) {
  for (size_t i = at; i + 1 < end; ++i) {
    const bool returns = t[i].IsName("return");
    if (returns && !use->returned) return false;  // it gives up: no value in its place
    const bool assigns = t[i].kind == Kind::kName && t[i + 1].Is("=") &&
                         DerivesFrom(t, body.begin, body.end, t[i].text, body.variable);
    if (!returns && !assigns) continue;
    const size_t from = returns ? i + 1 : i + 2;
    const size_t to = EndOfExpression(t, from, end);
    if (to <= from || IsFailure(t, from, to)) return false;
    if (to == from + 1 && t[from].IsName(body.variable)) return false;  // NULL, or made elsewhere
    if (IsAnotherRead(t, from, to)) continue;  // if (!v) v = getenv("OLD"): its default follows
    use->unset_begin = from;
    use->unset_end = to;
    return true;
  }
  return false;
}

// A test of the value that ends at `after` (past the closing bracket of `if (...)`), which holds
// where it is set unless `negated`.
void Branch(const Tokens& t, size_t condition_close, bool negated, const Body& body, CUse* use) {
  if (use->unset_end > use->unset_begin) return;
  const size_t end = body.end;
  const size_t then = condition_close + 1;
  const size_t then_end = EndOfStatement(t, then, end);
  if (negated) {
    TakeDefault(t, then, then_end, body, use);
    return;
  }
  if (then_end < end && t[then_end].IsName("else")) {
    TakeDefault(t, then_end + 1, EndOfStatement(t, then_end + 1, end), body, use);
    return;
  }
  for (size_t i = then; i < then_end; ++i) {
    // if (v) return f(v); return B;
    if (t[i].IsName("return")) {
      for (size_t k = then_end; k + 1 < end && k < then_end + 60; ++k) {
        if (t[k].Is("{") || t[k].IsName("if") || t[k].IsName("for") || t[k].IsName("while")) return;
        if (!t[k].IsName("return")) continue;
        TakeDefault(t, k, end, body, use);
        return;
      }
      return;
    }
    // int n = B; if (v) n = f(v);
    const bool assigns = t[i].kind == Kind::kName && t[i + 1].Is("=") &&
                         t[i].text != body.variable &&
                         (i == then || t[i - 1].Is(";") || t[i - 1].Is("{"));
    if (!assigns || !DerivesFrom(t, then, then_end, t[i].text, body.variable)) continue;
    if (IsStatus(t, i, EndOfExpression(t, i, then_end))) return;
    for (size_t k = then; k-- > body.begin;) {
      if (!t[k].IsName(t[i].text) || !t[k + 1].Is("=")) continue;
      const size_t to = EndOfExpression(t, k + 2, then);
      if (IsFailure(t, k + 2, to) || IsStatus(t, k + 2, to)) return;
      use->unset_begin = k + 2;
      use->unset_end = to;
      return;
    }
    return;
  }
}

// A test at an occurrence of the value: `!v`, `v == NULL`, `v ? a : b`, `if (v)`, `v && ...`.
// True where the occurrence does nothing but ask.
bool Test(const Tokens& t, Span at, const Body& body, CUse* use) {
  const size_t end = body.end;
  bool negated = at.begin > 0 && t[at.begin - 1].Is("!");
  size_t begin = negated ? at.begin - 1 : at.begin;
  size_t next = at.end;
  bool asked = negated;
  if (next + 1 < t.size() && IsComparison(t[next]) && IsNull(t[next + 1])) {
    negated = t[next].Is("==");
    next += 2;
    asked = true;
  } else if (begin >= 2 && IsComparison(t[begin - 1]) && IsNull(t[begin - 2])) {
    negated = t[begin - 1].Is("==");
    begin -= 2;
    asked = true;
  }
  // What holds the value: the variable, what was made of it, the tested call once more.
  const auto holders = [&] {
    std::set<std::string> names;
    if (!body.variable.empty()) names = MadeOf(t, body.begin, at.begin, body.variable);
    for (size_t k = at.begin; k < at.end; ++k) {
      if (t[k].kind == Kind::kName && t[k + 1].Is("(")) {
        names.insert(t[k].text);
        break;
      }
    }
    return names;
  };
  // The brackets around, and what else must hold.
  size_t open = begin;
  while (open > 0 && t[open - 1].Is("(") && next < t.size() && t[next].Is(")") &&
         !(open >= 2 && (t[open - 2].kind == Kind::kName || t[open - 2].Is(">")))) {
    --open;
    ++next;
  }
  if (next < t.size() && (t[next].Is("&&") || t[next].Is("||"))) {
    // v && *v ? a : b, if (v && ...)
    asked = true;
    for (size_t k = next; k < std::min(end, next + 60); ++k) {
      if (t[k].Is("(")) {
        k = MatchBracket(t, k);
        continue;
      }
      if (t[k].Is("?")) {
        Conditional(t, k, negated, end, holders(), use);
        return true;
      }
      if (t[k].Is(")") || t[k].Is(";")) {
        next = k;
        break;
      }
    }
  }
  if (next < t.size() && t[next].Is("?")) {
    Conditional(t, next, negated, end, holders(), use);
    return true;
  }
  // `size < v` asks something else.
  const bool alone =
      asked ||
      ((open == 0 || t[open - 1].Is("(") || t[open - 1].Is("&&") || t[open - 1].Is("||")) &&
       next < t.size() && (t[next].Is(")") || t[next].Is("&&") || t[next].Is("||")));
  if (!alone) return false;
  // if ( test )
  size_t before = open;
  int depth = 0;
  while (before > 0 && open - before < 60) {
    --before;
    if (t[before].Is(")")) ++depth;
    if (t[before].Is("(") && depth-- == 0) break;
    if (t[before].Is(";") || t[before].Is("{") || t[before].Is("}")) return asked;
  }
  if (before > 0 && t[before].Is("(") && t[before - 1].IsName("if")) {
    const size_t condition_close = MatchBracket(t, before);
    Branch(t, condition_close, negated, body, use);
    return true;
  }
  return asked || (before > 0 && t[before].Is("(") && t[before - 1].IsName("while"));
}

// A parameter that is overwritten where the value is there, and given back: `if (v) parse(v, &def);
// return def;`
void TakeParameter(const Tokens& t, size_t begin, size_t end, const CFunction& function,
                   CUse* use) {
  for (size_t i = begin; i + 2 < end; ++i) {
    if (!t[i].IsName("return") || t[i + 1].kind != Kind::kName || !t[i + 2].Is(";")) continue;
    const std::string& name = t[i + 1].text;
    const bool parameter = std::any_of(function.parameters.begin(), function.parameters.end(),
                                       [&](const CParameter& one) { return one.name == name; });
    if (!parameter) continue;
    for (size_t k = begin; k < i; ++k) {
      if (!t[k].IsName(name)) continue;
      if (!t[k - 1].Is("&") && !t[k + 1].Is("=")) continue;
      use->unset_begin = i + 1;
      use->unset_end = i + 2;
      return;
    }
  }
}

// Whether the declaration that names t[at] is static: what it begins with says that it is not
// known yet.
bool IsStatic(const Tokens& t, size_t at) {
  for (size_t k = at; k-- > 0 && at - k < 6;) {
    if (t[k].Is(";") || t[k].Is("{") || t[k].Is("}")) return false;
    if (t[k].IsName("static")) return true;
  }
  return false;
}

// `int n = B; if (...) n = parse(v); return n;`: B, where n is given something made of the value
// behind the call.
void TakeInitial(const Tokens& t, const Body& body, size_t call, const std::set<std::string>& made,
                 CUse* use) {
  for (size_t i = call; i + 2 < body.end; ++i) {
    if (!t[i].IsName("return") || t[i + 1].kind != Kind::kName || !t[i + 2].Is(";")) continue;
    const std::string& name = t[i + 1].text;
    if (made.count(name) == 0) continue;
    for (size_t k = body.begin + 1; k < call && k + 2 < body.end; ++k) {
      if (!t[k].IsName(name) || t[k - 1].kind != Kind::kName || t[k - 1].IsName("return")) continue;
      if (!t[k + 1].Is("=") || IsStatic(t, k)) break;
      const size_t to = EndOfExpression(t, k + 2, body.end);
      if (to > call || IsFailure(t, k + 2, to) || t[k + 2].IsName("NULL")) return;
      for (size_t m = k + 2; m < to; ++m) {  // a status of something else
        if (t[m].Is("(") && t[m - 1].kind == Kind::kName) return;
      }
      for (size_t m = call; m + 1 < body.end; ++m) {  // and so here: ret = parse(v, &out)
        if (!t[m].IsName(name) || !t[m + 1].Is("=")) continue;
        if (IsStatus(t, m, EndOfExpression(t, m, body.end))) return;
      }
      use->unset_begin = k + 2;
      use->unset_end = to;
      return;
    }
    return;
  }
}

// A local array or text that the call at open..close writes the value to: get(name, buffer, 10).
std::string OutBuffer(const Tokens& t, size_t open, size_t close, size_t body,
                      const CFunction& function) {
  static const std::set<std::string_view> kTexts = {"char", "wchar_t", "WCHAR",  "TCHAR",
                                                    "CHAR", "string",  "wstring"};
  for (const auto& [from, to] : SplitArguments(t, open + 1, close)) {
    const size_t at = t[from].Is("&") ? from + 1 : from;
    if (at + 1 != to || t[at].kind != Kind::kName || from == open + 1) continue;
    const std::string& name = t[at].text;
    if (std::any_of(function.parameters.begin(), function.parameters.end(),
                    [&](const CParameter& one) { return one.name == name; })) {
      continue;
    }
    for (size_t k = body + 1; k < open; ++k) {
      if (t[k].IsName(name) && kTexts.count(t[k - 1].text) > 0 &&
          (t[k + 1].Is("[") || t[k + 1].Is(";") || t[k + 1].Is("{") || t[k + 1].Is("="))) {
        return name;
      }
    }
  }
  return "";
}

// Tests of what a call that writes to a buffer returns: `if (get(name, buffer, 10) > 0)`.
void BufferBranch(const Tokens& t, Span call, const std::string& status, const Body& body,
                  CUse* use) {
  for (size_t i = body.begin; i + 1 < body.end; ++i) {
    if (!t[i].IsName("if") || !t[i + 1].Is("(")) continue;
    const size_t close = MatchBracket(t, i + 1);
    if (close <= i + 1 || close >= body.end || close < call.begin) continue;
    const bool holds = i < call.begin && call.end <= close;
    bool asks = holds;
    bool negated = false;
    for (size_t k = i + 2; k < close; ++k) {
      if (holds && k >= call.begin && k < call.end) continue;
      asks = asks || (!status.empty() && t[k].IsName(status));
      negated = negated || t[k].Is("!") || t[k].Is("<") || t[k].Is("<=") ||
                (t[k].Is("==") && IsNull(t[k + 1]));
    }
    if (!asks) continue;
    Branch(t, close, negated, body, use);
    return;
  }
}

// The block around the statement: where its locals begin.
size_t BodyBegin(const Tokens& t, size_t statement) {
  int depth = 0;
  for (size_t i = statement; i-- > 0 && statement - i < 4000;) {
    if (t[i].Is("}")) ++depth;
    if (t[i].Is("{") && depth-- == 0) return i;
  }
  return statement;
}

// The bracket that `close` closes, of the call that begins at `begin`; 0 where there is none.
size_t OpenOf(const Tokens& t, size_t begin, size_t close) {
  for (size_t i = begin; i < close && i < begin + 60; ++i) {
    if (t[i].Is("(") && MatchBracket(t, i) == close) return i;
  }
  return 0;
}

const std::string kNothing;

// What is done with body.variable from `from` to the end of the body. Returns whether all that its
// uses do is ask whether it is NULL; `asked` where there are none.
bool Follow(const Tokens& t, size_t statement, size_t from, const Body& body, bool asked,
            CUse* use) {
  size_t uses = 0;
  size_t asks = 0;
  for (size_t i = from; i < body.end && i + 1 < t.size() && uses < kMaxUses; ++i) {
    if (!t[i].IsName(body.variable) || t[i - 1].Is(".") || t[i - 1].Is("->")) continue;
    if (t[i + 1].Is("=")) continue;  // told by the test it stands under
    ++uses;
    Span at{i, i + 1};
    if (t[i - 1].Is("*") && i >= 2 && t[i - 2].kind != Kind::kName && !t[i - 2].Is(")")) {
      at.begin = i - 1;  // *v == '1'
    }
    if (t[i + 1].Is("[")) at.end = MatchBracket(t, i + 1) + 1;  // v[0] == '1'
    Around(t, at, statement, use);
    if (at.end == i + 1 && at.begin == i && Test(t, at, body, use)) ++asks;
  }
  return uses > 0 ? uses == asks : asked;
}

ValueType TypeByName(std::string_view name) {
  const std::string upper = ToUpper(name);
  for (const std::string_view end :
       {"PATH", "DIR", "ROOT", "HOME", "FILE", "FOLDER", "DIRECTORY"}) {
    if (upper.ends_with(end) || upper.ends_with(std::string(end) + "_PTR") ||
        upper.ends_with(std::string(end) + "_ENV")) {
      return ValueType::kPath;
    }
  }
  return ValueType::kUnknown;
}

}  // namespace

size_t MatchBracket(const Tokens& tokens, size_t open) {
  int depth = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    const CToken& token = tokens[i];
    if (token.kind != Kind::kPunctuation || token.text.size() != 1) continue;
    switch (token.text[0]) {
      case '(':
      case '[':
      case '{':
        ++depth;
        break;
      case ')':
      case ']':
      case '}':
        if (--depth == 0) return i;
        break;
      default:
        break;
    }
  }
  return tokens.size() < kCTokenPadding ? 0 : tokens.size() - kCTokenPadding;
}

std::vector<std::pair<size_t, size_t>> SplitArguments(const Tokens& tokens, size_t begin,
                                                      size_t end) {
  std::vector<std::pair<size_t, size_t>> out;
  end = std::min(end, tokens.size());
  if (begin >= end) return out;
  size_t from = begin;
  for (size_t i = begin; i < end; ++i) {
    const CToken& token = tokens[i];
    if (token.Is("(") || token.Is("[") || token.Is("{")) {
      i = std::max(i, std::min(MatchBracket(tokens, i), end));
      continue;
    }
    if (token.Is("<") && i > begin && tokens[i - 1].kind == Kind::kName) {  // map<int, int>
      size_t close = i + 1;
      while (close < end && (tokens[close].kind == Kind::kName || tokens[close].Is(",") ||
                             tokens[close].Is("::") || tokens[close].Is("*"))) {
        ++close;
      }
      if (close < end && tokens[close].Is(">")) i = close;
      continue;
    }
    if (!token.Is(",")) continue;
    out.emplace_back(from, i);
    from = i + 1;
  }
  out.emplace_back(from, end);
  return out;
}

std::string Source(const Tokens& tokens, size_t begin, size_t end) {
  constexpr size_t kLimit = 120;
  std::string out;
  for (size_t i = begin; i < end && i < tokens.size(); ++i) {
    const CToken& token = tokens[i];
    const bool words =
        i > begin && token.kind != Kind::kPunctuation && tokens[i - 1].kind != Kind::kPunctuation;
    const bool operators =
        token.kind == Kind::kPunctuation &&
        std::string_view("+-*/?:<>=&|").find(token.text[0]) != std::string_view::npos &&
        token.text != "::" && token.text != "->";
    if (words || (operators && i > begin)) out += ' ';
    if (token.kind == Kind::kString) {
      out += '"' + token.text + '"';
    } else if (token.kind == Kind::kChar) {
      out += '\'' + token.text + '\'';
    } else {
      out += token.text;
    }
    if (operators && i > begin) out += ' ';
    if (out.size() > kLimit) return out.substr(0, kLimit) + "...";
  }
  return out;
}

std::string NumberText(const CToken& token) {
  if (token.kind != Kind::kNumber) return token.text;
  std::string text = token.text;
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const bool real = !hex && text.find_first_of(".eE") != std::string::npos;
  if (real) {
    while (!text.empty() && std::string_view("fFlL").find(text.back()) != std::string_view::npos) {
      text.pop_back();
    }
    return text;
  }
  while (!text.empty() && std::string_view("uUlLzZ").find(text.back()) != std::string_view::npos) {
    text.pop_back();
  }
  if (text.starts_with("0b") || text.starts_with("0B")) {
    return std::to_string(std::strtoull(text.c_str() + 2, nullptr, 2));
  }
  if (hex || (text.size() > 1 && text[0] == '0')) {
    char* end = nullptr;
    const unsigned long long value = std::strtoull(text.c_str(), &end, 0);
    if (end != nullptr && *end == '\0') return std::to_string(value);
  }
  return text;
}

std::optional<std::string> FoldIntegers(const Tokens& tokens, size_t begin, size_t end) {
  if (end - begin < 3 || end - begin > 40) return std::nullopt;
  for (size_t i = begin; i < end; ++i) {
    const bool known = tokens[i].kind == Kind::kNumber || tokens[i].Is("*") || tokens[i].Is("+") ||
                       tokens[i].Is("-") || tokens[i].Is("/") || tokens[i].Is("<<") ||
                       tokens[i].Is("(") || tokens[i].Is(")");
    if (!known) return std::nullopt;
    if (tokens[i].kind == Kind::kNumber &&
        NumberText(tokens[i]).find_first_not_of("0123456789") != std::string::npos) {
      return std::nullopt;
    }
  }
  // Precedence climbing over * / (2), + - (1), << (0).
  struct Parser {
    const Tokens& t;
    size_t at;
    size_t end;
    bool ok = true;
    long long Operand(int depth) {
      if (at >= end || depth > 30) {
        ok = false;
        return 0;
      }
      if (t[at].Is("-")) {
        ++at;
        const long long value = Operand(depth + 1);
        if (value == std::numeric_limits<long long>::min()) ok = false;
        return ok ? -value : 0;
      }
      if (t[at].Is("(")) {
        ++at;
        const long long value = Binary(0, depth + 1);
        if (at < end && t[at].Is(")")) {
          ++at;
        } else {
          ok = false;
        }
        return value;
      }
      if (t[at].kind != Kind::kNumber) {
        ok = false;
        return 0;
      }
      return static_cast<long long>(std::strtoull(NumberText(t[at++]).c_str(), nullptr, 10));
    }
    static int Level(const CToken& token) {
      if (token.Is("*") || token.Is("/")) return 2;
      if (token.Is("+") || token.Is("-")) return 1;
      return token.Is("<<") ? 0 : -1;
    }
    long long Binary(int least, int depth) {
      long long left = Operand(depth);
      while (ok && at < end && Level(t[at]) >= least) {
        const CToken& op = t[at++];
        const long long right = Binary(Level(op) + 1, depth + 1);
        bool over = false;
        if (op.Is("*")) over = __builtin_mul_overflow(left, right, &left);
        if (op.Is("+")) over = __builtin_add_overflow(left, right, &left);
        if (op.Is("-")) over = __builtin_sub_overflow(left, right, &left);
        if (op.Is("/")) {
          if (right == 0) ok = false;
          if (ok) left /= right;
        }
        if (op.Is("<<")) {
          if (right < 0 || right > 62) ok = false;
          if (ok) over = __builtin_mul_overflow(left, 1LL << right, &left);
        }
        if (over) ok = false;
      }
      return left;
    }
  };
  Parser parser{tokens, begin, end};
  const long long value = parser.Binary(0, 0);
  if (!parser.ok || parser.at != end) return std::nullopt;
  return std::to_string(value);
}

CUse UseOf(const Tokens& t, size_t statement, size_t begin, size_t close, size_t block,
           size_t body_end, const CFunction* function) {
  CUse use;
  // Backwards to what receives it.
  size_t lhs = 0;
  for (size_t i = begin; i > statement;) {
    --i;
    if (t[i].Is(")") || t[i].Is("]") || t[i].Is("}")) {
      int depth = 0;
      for (;; --i) {
        if (t[i].Is(")") || t[i].Is("]") || t[i].Is("}")) ++depth;
        if ((t[i].Is("(") || t[i].Is("[") || t[i].Is("{")) && --depth == 0) break;
        if (i == statement) break;
      }
      continue;
    }
    if (t[i].Is("=")) {
      lhs = i;
      break;
    }
    if (t[i].IsName("return")) {
      use.returned = true;
      break;
    }
    if (t[i].Is(";") || t[i].Is("{") || t[i].Is("}")) break;
    if (t[i].Is("(") && i > statement && (t[i - 1].IsName("if") || t[i - 1].IsName("while"))) break;
  }
  std::string declared;
  if (lhs > statement) {
    size_t at = lhs;
    std::string name;
    while (at > statement && (t[at - 1].kind == Kind::kName || t[at - 1].Is(".") ||
                              t[at - 1].Is("->") || t[at - 1].Is("::") || t[at - 1].Is("]"))) {
      --at;
      if (t[at].Is("]")) {
        while (at > statement && !t[at].Is("[")) --at;
        continue;
      }
      if (t[at].kind == Kind::kName && !name.empty() && name[0] != '.' && name[0] != '-' &&
          name[0] != ':') {
        declared = t[at].text;
        break;
      }
      name = t[at].text + name;
    }
    use.bound_to = name;
  } else if (begin >= statement + 3 && (t[begin - 1].Is("(") || t[begin - 1].Is("{")) &&
             t[begin - 2].kind == Kind::kName &&
             (t[begin - 3].kind == Kind::kName || t[begin - 3].Is(">") || t[begin - 3].Is("*") ||
              t[begin - 3].Is("&")) &&
             !t[begin - 3].IsName("return") && !t[begin - 3].IsName("else")) {
    use.bound_to = t[begin - 2].text;  // std::string name(getenv("X"));
    declared = t[begin - 3].text;
  }

  const bool simple =
      !use.bound_to.empty() && use.bound_to.find_first_of(".->:") == std::string::npos;
  // Whether the value, or what is made of it, is what the function gives back.
  if (simple && function != nullptr) {
    const std::set<std::string> made = MadeOf(t, close + 1, body_end, use.bound_to);
    for (size_t i = close + 1; i < body_end; ++i) {
      if (!t[i].IsName("return")) continue;
      for (; i < body_end && !t[i].Is(";"); ++i) {
        use.returned = use.returned || (t[i].kind == Kind::kName && made.count(t[i].text) > 0);
      }
    }
  }

  const size_t body_begin = function == nullptr ? statement : BodyBegin(t, statement);
  const size_t open = OpenOf(t, begin, close);
  const std::string buffer =
      function == nullptr || open == 0 ? "" : OutBuffer(t, open, close, block, *function);
  const std::string& variable = !buffer.empty() ? buffer : simple ? use.bound_to : kNothing;
  const Body body{body_begin, body_end, variable};
  Span here{begin, close + 1};
  bool asked = false;
  if (buffer.empty()) {
    Around(t, here, statement, &use);
    // if ((v = getenv("X")) == NULL)
    const bool given = begin >= 3 && t[begin - 1].Is("=") && t[begin - 2].kind == Kind::kName &&
                       t[begin - 3].Is("(") && t[close + 1].Is(")");
    if (given) here = {begin - 3, close + 2};
    asked = Test(t, here, body, &use);
    if (given) asked = false;
  } else {
    BufferBranch(t, here, simple ? use.bound_to : "", body, &use);
  }
  // What is made of a question alone is not the value.
  const bool question = asked && use.unset_end == 0;
  if (!variable.empty() && function != nullptr && !question) {
    asked = Follow(t, begin, close + 1, body, asked, &use);
  }
  if (!variable.empty() && function != nullptr && use.unset_end == 0) {
    const std::set<std::string> made = MadeOf(t, close + 1, body_end, variable);
    TakeInitial(t, {block, body_end, variable}, begin, made, &use);
    for (size_t i = close + 1; i + 1 < body_end && !buffer.empty(); ++i) {
      use.returned = use.returned || (t[i].IsName("return") && made.count(t[i + 1].text) > 0);
    }
  }
  use.declared = declared;
  use.presence = asked && use.type == ValueType::kUnknown && use.unset_end == 0 && buffer.empty();
  if (use.presence || (declared == "bool" && use.type == ValueType::kUnknown)) {
    use.type = ValueType::kBool;
  }
  if (use.unset_end == 0 && function != nullptr)
    TakeParameter(t, close + 1, body_end, *function, &use);
  if (use.type == ValueType::kUnknown) use.type = TypeByName(use.bound_to);
  return use;
}

CUse UseOfParameter(const Tokens& t, size_t open, size_t close, const CFunction& function,
                    const std::string& name) {
  CUse use;
  const std::set<std::string> made = MadeOf(t, open + 1, close, name);
  for (size_t i = open + 1; i < close; ++i) {
    if (!t[i].IsName("return")) continue;
    for (; i < close && !t[i].Is(";"); ++i) {
      use.returned = use.returned || (t[i].kind == Kind::kName && made.count(t[i].text) > 0);
    }
  }
  // A default may be what is returned where nothing of the text is: if (!s) return d; ...
  const bool gives = use.returned;
  use.returned = function.return_type.find("void") == std::string::npos;
  const Body body{open, close, name};
  const bool asked = Follow(t, open, open + 1, body, false, &use);
  use.presence = asked && use.type == ValueType::kUnknown && use.unset_end == 0;
  if (use.unset_end == 0) TakeParameter(t, open + 1, close, function, &use);
  use.returned = gives;
  return use;
}

}  // namespace flagcensus
