// Types by what consumes the text (the C library's conversions, C standard 7.24 and 7.26; C++
// [string.conversions]; comparisons), defaults by the usual ways to test a pointer.
#include "analyzer/c/uses.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/c/held.h"
#include "analyzer/c/receivers.h"
#include "analyzer/c/syntax.h"
#include "analyzer/c/unset.h"

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
      {"fopen", ValueType::kPath},       {"open", ValueType::kPath},
      {"dlopen", ValueType::kPath},      {"opendir", ValueType::kPath},
      {"realpath", ValueType::kPath},    {"chdir", ValueType::kPath},
      {"mkdir", ValueType::kPath},       {"access", ValueType::kPath},
      {"stat", ValueType::kPath},        {"ifstream", ValueType::kPath},
      {"ofstream", ValueType::kPath},    {"path", ValueType::kPath},
      {"JoinPath", ValueType::kPath},    {"strtok", ValueType::kList},
      {"strtok_r", ValueType::kList},    {"StrSplit", ValueType::kList},
      {"Split", ValueType::kList},       {"split", ValueType::kList},
      {"Tokenize", ValueType::kList}};
  return kTypes;
}

bool IsBoolWord(const std::string& text) {
  static const std::set<std::string> kWords = {"0",  "1",   "true", "false", "yes", "no",
                                               "on", "off", "y",    "n",     "t",   "f"};
  return kWords.count(ToLower(text)) > 0;
}

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

// A project's own spelling of a function of the C library: app_strcasecmp is strcasecmp.
std::string LibraryName(const std::string& callee) {
  const size_t at = callee.rfind('_');
  if (at == std::string::npos) return callee;
  const std::string last = callee.substr(at + 1);
  const bool library = last.starts_with("str") || last.starts_with("ato");
  return library && last.size() > 3 ? last : callee;
}

// The type that a comparison with a literal shows, or a conversion around.
void Compare(const CToken& with, CUse* use) {
  if (with.kind != Kind::kString && with.kind != Kind::kChar) return;
  if (with.text.empty() || with.text[0] == '\0') return;
  use->compared = true;
  if (!IsBoolWord(with.text)) ++use->words;
  if (IsBoolWord(with.text)) {
    use->type = ValueType::kBool;
    const std::string word = ToLower(with.text);
    static const std::set<std::string> kTrue = {"1", "true", "yes", "on", "y", "t"};
    if (kTrue.count(word) > 0 &&
        std::find(use->truthy.begin(), use->truthy.end(), word) == use->truthy.end()) {
      use->truthy.push_back(word);
    }
  } else if (use->type == ValueType::kUnknown || use->type == ValueType::kStr) {
    use->type =
        with.text[0] == '/' && with.kind == Kind::kString ? ValueType::kPath : ValueType::kEnum;
  }
}

void Convert(const Tokens& t, size_t open, CUse* use) {
  const std::string callee = LibraryName(CalleeAt(t, open));
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
  // "auto" or a number is a number.
  if (use->type == ValueType::kUnknown || use->type == ValueType::kStr ||
      (use->type == ValueType::kEnum && use->words == 1)) {
    use->type = found->second;
  }
}

// What stands around an occurrence of the value at `at` (call or variable).
void Around(const Tokens& t, CSpan at, size_t statement, CUse* use) {
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

// The bracket that `close` closes, of the call that begins at `begin`; 0 where there is none.
size_t CallBracket(const Tokens& t, size_t begin, size_t close) {
  for (size_t i = begin; i < close && i < begin + 60; ++i) {
    if (t[i].Is("(") && MatchBracket(t, i) == close) return i;
  }
  return 0;
}

const std::string kNothing;

// What is done with body.variable from `from` to the end of the body. Returns whether all that its
// uses do is ask whether it is NULL; `asked` where there are none.
bool Follow(const Tokens& t, size_t statement, size_t from, const CBody& body, bool asked,
            CUse* use) {
  size_t uses = 0;
  size_t asks = 0;
  const size_t end = HeldUntil(t, from, body.end, body.variable);
  for (size_t i = from; i < end && i + 1 < t.size() && uses < kMaxUses; ++i) {
    if (!t[i].IsName(body.variable) || t[i - 1].Is(".") || t[i - 1].Is("->")) continue;
    if (Replaces(t, i, from, end, body.variable)) {  // to the end of this block
      for (int depth = 0; i < end; ++i) {
        if (t[i].Is("{")) ++depth;
        if (t[i].Is("}") && depth-- == 0) break;
      }
      continue;
    }
    if (t[i + 1].Is("=")) continue;  // told by the test it stands under
    ++uses;
    CSpan at{i, i + 1};
    if (t[i - 1].Is("*") && i >= 2 && t[i - 2].kind != Kind::kName && !t[i - 2].Is(")")) {
      at.begin = i - 1;  // *v == '1'
    }
    if (t[i + 1].Is("[")) at.end = MatchBracket(t, i + 1) + 1;  // v[0] == '1'
    Around(t, at, statement, use);
    if (at.end == i + 1 && at.begin == i && Test(t, at, body, use)) ++asks;
    // std::string text(v); what is made of that is made of the value
    if (t[i - 1].Is("(") && t[i + 1].Is(")") && i >= 3 && t[i - 3].IsName("string")) {
      for (size_t k = i + 2; k < end && use->type == ValueType::kUnknown; ++k) {
        if (t[k].IsName(t[i - 2].text)) Around(t, {k, k + 1}, statement, use);
      }
    }
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
    const size_t held_end = HeldUntil(t, close + 1, body_end, use.bound_to);
    const std::set<std::string> made = MadeOf(t, close + 1, held_end, use.bound_to);
    for (size_t i = close + 1; i < body_end; ++i) {
      if (!t[i].IsName("return")) continue;
      for (; i < body_end && !t[i].Is(";"); ++i) {
        use.returned = use.returned || (t[i].kind == Kind::kName && made.count(t[i].text) > 0);
      }
    }
  }

  const size_t body_begin =
      function == nullptr ? statement : EnclosingBrace(t, statement, 0, statement);
  const size_t open = CallBracket(t, begin, close);
  const std::string buffer =
      function == nullptr || open == 0 ? "" : OutBuffer(t, open, close, block, *function);
  const std::string& variable = !buffer.empty() ? buffer : simple ? use.bound_to : kNothing;
  const CBody body{body_begin, body_end, variable, block};
  CSpan here{begin, close + 1};
  bool asked = false;
  if (buffer.empty()) {
    Around(t, here, statement, &use);
    // if ((v = getenv("X")) == NULL)
    const bool given = begin >= 3 && t[begin - 1].Is("=") && t[begin - 2].kind == Kind::kName &&
                       t[begin - 3].Is("(") && t[close + 1].Is(")");
    if (given) here = {begin - 3, close + 2};
    if (const size_t first = DeclaredInTest(t, begin, close); first > 0) here = {first, close + 1};
    asked = Test(t, here, body, &use);
    if (given || here.begin < begin) asked = false;
  } else {
    BufferBranch(t, here, simple ? use.bound_to : "", body, &use);
  }
  // What is made of a question alone is not the value.
  const bool question = asked && use.unset_end == 0;
  if (!variable.empty() && function != nullptr && !question) {
    asked = Follow(t, begin, close + 1, body, asked, &use);
  }
  if (!variable.empty() && function != nullptr && use.unset_end == 0) {
    const size_t held_end = HeldUntil(t, close + 1, body_end, variable);
    const std::set<std::string> made = MadeOf(t, close + 1, held_end, variable);
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
  const CBody body{open, close, name};
  const bool asked = Follow(t, open, open + 1, body, false, &use);
  use.presence = asked && use.type == ValueType::kUnknown && use.unset_end == 0;
  if (use.unset_end == 0) TakeParameter(t, open + 1, close, function, &use);
  use.returned = gives;
  return use;
}

}  // namespace flagcensus
