// The uses of a value and of the variable that receives it: types by what consumes the text
// (conversions.cc), defaults by the usual ways to test a pointer (null_tests.cc, unset.cc).
//
//   const char* v = getenv("APP_PORT");
//   if (!v) return 80;              ─→ unset 80
//   return atoi(v);                 ─→ type kInt, returned
#include "analyzer/c/uses.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>

#include "analyzer/base/text.h"
#include "analyzer/c/conversions.h"
#include "analyzer/c/definition.h"
#include "analyzer/c/receivers.h"
#include "analyzer/c/syntax.h"
#include "analyzer/c/unset.h"
#include "analyzer/c/value_lifetime.h"
#include "analyzer/model/type_of_name.h"

namespace flagcensus {
namespace {

using Kind = CToken::Kind;
using Tokens = std::vector<CToken>;

// Maximum for one variable: what sixty uses do not show is not found in further ones.
constexpr size_t kMaxUses = 60;
constexpr size_t kNowhere = std::numeric_limits<size_t>::max();

// Whether the call with the bracket at `open` is within the condition of an `if` or a loop.
//
//   if (check(getenv("A"))) ...     ─→ true: the answer of `check` is only tested
bool IsInTest(const Tokens& t, size_t open, size_t statement) {
  for (size_t i = open; i-- > statement;) {
    if (t[i].Is(";") || t[i].Is("{") || t[i].Is("}")) return false;
    const bool test = t[i].IsName("if") || t[i].IsName("while");
    if (test && t[i + 1].Is("(")) return MatchBracket(t, i + 1) > open;
  }
  return false;
}

// What surrounds an occurrence of the value at `at` (call or variable).
//
//   atoi(trim(v))               ─→ trim is unknown, atoi makes it an int
//   strcmp(v, "on") == 0        ─→ a comparison with the word "on"
void Around(const Tokens& t, CSpan at, size_t statement, CUse* use) {
  // Conversions and comparisons with the value as argument, up to three calls further out:
  // atoi(trim(v)), std::string(v) == "x". Beyond that, the result is rarely the value itself.
  size_t from = at.begin;
  size_t to = at.end;
  for (int level = 0; level < 3; ++level) {
    if (to < t.size() && IsComparison(t[to]) && to + 1 < t.size()) {
      CompareWith(t[to + 1], use);
      NoteChoice(t, to, at, t[to + 1], use);
    }
    if (from > statement && IsComparison(t[from - 1]) && from >= 2) {
      CompareWith(t[from - 2], use);
      NoteChoice(t, from - 1, at, t[from - 2], use);
    }
    // std::string(v) + "/oven.conf": a path.
    const bool joined = to + 1 < t.size() && t[to].Is("+") && t[to + 1].kind == Kind::kString &&
                        t[to + 1].text.starts_with('/') && from > 0 && !t[from - 1].Is("+");
    if (joined && use->type == ValueType::kUnknown) use->type = ValueType::kPath;
    size_t open = from;
    int depth = 0;
    while (open > statement) {
      --open;
      if (t[open].Is(")") || t[open].Is("]") || t[open].Is("}")) ++depth;
      if (t[open].Is("(") || t[open].Is("[") || t[open].Is("{")) {
        if (depth-- == 0) break;
      }
      // Beyond an assignment, a condition or the statement's beginning, the value is not an
      // argument.
      if (depth == 0 && (t[open].Is(";") || t[open].Is("=") || t[open].Is("?") || t[open].Is(":") ||
                         t[open].Is("&&") || t[open].Is("||"))) {
        return;
      }
    }
    if (open <= statement) return;
    // std::string_view{v} == "1"
    const bool copy = t[open].Is("{") && t[open - 1].kind == Kind::kName &&
                      t[open - 1].text.find("string") != std::string::npos;
    if (!t[open].Is("(") && !copy) return;
    const bool known = use->type != ValueType::kUnknown || use->compared;
    Convert(t, open, at, use);
    const bool call = open > 0 && t[open - 1].kind == Kind::kName && !IsCKeyword(t[open - 1].text);
    // The innermost call that is not a known conversion: c/link asks for the use of that function's
    // parameter.
    if (level == 0 && call && !known && use->type == ValueType::kUnknown && use->passed.open == 0) {
      const size_t end = MatchBracket(t, open) + 1;
      use->passed.dropped = open >= 2 && end < t.size() && t[end].Is(";") &&
                            (t[open - 2].Is(";") || t[open - 2].Is("{") || t[open - 2].Is("}") ||
                             t[open - 2].Is(")") || t[open - 2].IsName("else"));
      use->passed.tested = IsInTest(t, open, statement);
      use->passed.open = open;
      use->passed.at = at.begin;
    }
    from = open;
    while (from > statement && (t[from - 1].kind == Kind::kName || t[from - 1].Is("::"))) --from;
    to = MatchBracket(t, open) + 1;
  }
}

// The bracket that `close` closes, of the call that begins at `begin`; 0 if there is none within
// sixty tokens.
size_t CallBracket(const Tokens& t, size_t begin, size_t close) {
  for (size_t i = begin; i < close && i < begin + 60; ++i) {
    if (t[i].Is("(") && MatchBracket(t, i) == close) return i;
  }
  return 0;
}

// `ret = get("X", &options.x); if (ret) return ret; return 0;`: the call's result is a status, so
// the 0 is not a default.
bool IsStatusOfCall(const Tokens& t, size_t open, size_t close, const CUse& use) {
  const bool number = use.unset_end == use.unset_begin + 1 && use.unset_begin > close &&
                      t[use.unset_begin].text == "0" && t[use.unset_begin - 1].IsName("return");
  if (!number || open == 0) return false;
  const auto arguments = SplitArguments(t, open + 1, close);
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const auto& one) { return t[one.first].Is("&"); });
}

const std::string kNothing;

// `set = (v != NULL);`, `*set = v != NULL;` with v at `at`: the name that receives the answer. A
// later test of that name is one of the value.
const std::string& NameOfAnswer(const Tokens& t, size_t at) {
  const bool bracket = t[at - 1].Is("(");
  const size_t equals = at - (bracket ? 2 : 1);
  const size_t end = at + (bracket ? 4 : 3);
  // Only `!= NULL`: with `== NULL` the name would be true without the variable.
  const bool answer = at > 3 && t[equals].Is("=") && t[equals - 1].kind == Kind::kName &&
                      t[at + 1].Is("!=") && IsNull(t[at + 2]) && t[end].Is(";") &&
                      (!bracket || t[at + 3].Is(")"));
  return answer ? t[equals - 1].text : kNothing;
}

// The variable that is a copy of the value at `i`, or a stream over it: `std::string text(v)`,
// `text = strdup(v)`, `strcpy(text, v)`; "" if there is none.
const std::string& CopyOf(const Tokens& t, CSpan value) {
  const size_t i = value.begin;
  if (i < 4) return kNothing;
  const size_t next = value.end;
  const bool ends = t[next].Is(";") || (t[next].Is(")") && t[next + 1].Is(";")) ||
                    (t[next].Is("}") && t[next + 1].Is(";"));
  const auto own = [&](size_t at) -> const std::string& {
    const bool pointer = t[at - 1].Is("*") && t[at - 2].kind != Kind::kName;  // *text = v
    const bool member = t[at - 1].Is(".") || t[at - 1].Is("->") || pointer;
    return t[at].kind == Kind::kName && !member ? t[at].text : kNothing;
  };
  if (t[i - 1].Is("=") && ends) return own(i - 2);
  const bool made = (t[i - 1].Is("(") || t[i - 1].Is("{")) && ends;
  if (made && t[i - 2].text.ends_with("strdup") && t[i - 3].Is("=")) return own(i - 4);
  // std::string text(v): the type contains "string", so text is a copy. An object of another
  // class may be anything made of the value.
  if (made && t[i - 3].kind == Kind::kName && t[i - 3].text.find("string") != std::string::npos) {
    return own(i - 2);
  }
  const bool into = t[i - 1].Is(",") && t[i - 3].Is("(") &&
                    TextPutBy(t[i - 4].text).kind == CTextPut::Kind::kCopies;
  return into ? own(i - 2) : kNothing;
}

// Whether the stream at `k` is read part by part: `getline(stream, part, ',')`, `stream.peek() ==
// ','`.
// A text that is split at separators is a list.
bool IsReadInParts(const Tokens& t, size_t k) {
  if (t[k - 1].Is("(") && t[k - 2].IsName("getline")) {
    return SplitArguments(t, k, MatchBracket(t, k - 1)).size() == 3;
  }
  return t[k + 1].Is(".") && t[k + 2].IsName("peek") && t[k + 3].Is("(") &&
         IsComparison(t[k + 5]) &&
         (t[k + 6].text == "," || t[k + 6].text == ";" || t[k + 6].text == ":");
}

// The member that receives the value itself: `options.order = v;`, `options.order = strdup(v);`.
//
//   options.order = v;               ─→ "options.order"
//   config->paths.home = strdup(v);  ─→ "config->paths.home"
//   order = v;                       ─→ "": a variable, which is followed by its name
std::string StoredIn(const Tokens& t, CSpan value) {
  size_t at = value.begin;
  const bool copied = at > 2 && t[at - 1].Is("(") && t[at - 2].text.ends_with("strdup");
  if (copied) at -= 2;
  const size_t next = value.end + (copied ? 1 : 0);
  if (at < 4 || !t[at - 1].Is("=") || !t[next].Is(";")) return "";
  size_t first = at - 2;
  while (first >= 2 && t[first].kind == Kind::kName &&
         (t[first - 1].Is(".") || t[first - 1].Is("->"))) {
    first -= 2;
  }
  const bool path = first < at - 2 && t[first].kind == Kind::kName;
  return path ? Source(t, first, at - 1) : "";
}

// What is derived from a copy of the value at `i` is derived from the value.
void FollowCopy(const Tokens& t, CSpan value, size_t statement, size_t end, CUse* use) {
  const std::string& name = CopyOf(t, value);
  if (name.empty() || name == t[value.end - 1].text) return;
  const size_t last = FindValueEnd(t, value.end, end, name);
  for (size_t k = value.end; k < last && k + 6 < t.size(); ++k) {
    // A type that is already known by a conversion is not replaced by that of a copy.
    const bool open = use->type == ValueType::kUnknown || use->type == ValueType::kStr ||
                      use->type == ValueType::kEnum;
    if (!open) return;
    if (!t[k].IsName(name) || t[k - 1].Is(".") || t[k - 1].Is("->") || t[k + 1].Is("=")) continue;
    // text.substr(from) is a part of it.
    const bool part = t[k + 1].Is(".") && !t[k + 2].IsName("c_str") && !t[k + 2].IsName("data") &&
                      !t[k + 2].IsName("peek");
    if (part) continue;
    if (IsReadInParts(t, k)) {
      use->type = ValueType::kList;
      return;
    }
    Around(t, {k, k + 1}, statement, use);
  }
}

// The uses of body.variable from `from` to the end of the body. Returns whether all of them only
// ask whether it is NULL; `asked` if there are no uses.
bool Follow(const Tokens& t, size_t statement, size_t from, const CBody& body, bool asked,
            CUse* use) {
  size_t uses = 0;
  size_t asks = 0;
  const size_t end = FindValueEnd(t, from, body.end, body.variable);
  for (size_t i = from; i < end && i + 1 < t.size() && uses < kMaxUses; ++i) {
    if (!t[i].IsName(body.variable) || t[i - 1].Is(".") || t[i - 1].Is("->")) continue;
    if (Replaces(t, i, from, end, body.variable)) {  // to the end of this block
      for (int depth = 0; i < end; ++i) {
        if (t[i].Is("{")) ++depth;
        if (t[i].Is("}") && depth-- == 0) break;
      }
      continue;
    }
    if (ReplacesUnderCondition(t, i, from, end, body.variable)) {  // to the end of that branch
      const int condition = t[i].condition;
      while (i + 1 < end && t[i + 1].condition == condition) ++i;
      continue;
    }
    if (t[i + 1].Is("=")) continue;  // known from the condition around it
    ++uses;
    CSpan at{i, i + 1};
    // `*v` and `v[0]` are uses of the value's first character.
    if (t[i - 1].Is("*") && i >= 2 && t[i - 2].kind != Kind::kName && !t[i - 2].Is(")")) {
      at.begin = i - 1;  // *v == '1'
    }
    if (t[i + 1].Is("[")) at.end = MatchBracket(t, i + 1) + 1;  // v[0] == '1'
    Around(t, at, statement, use);
    if (at.end == i + 1 && at.begin == i && ReadNullTest(t, at, body, use)) ++asks;
    // A test of the answer, `set = v != NULL; ... if (set)`, is a test of the value.
    TakeWordChoice(t, at, end, use);
    if (const std::string& answer = NameOfAnswer(t, i); !answer.empty()) {
      for (size_t k = i + 3; k + 1 < end && use->unset_end == 0; ++k) {
        if (!t[k].IsName(answer)) continue;
        if (t[k + 1].Is("=")) break;
        ReadNullTest(t, {k - (t[k - 1].Is("*") ? 1 : 0), k + 1}, body, use);
      }
    }
    FollowCopy(t, {i, i + 1}, statement, end, use);
    if (use->stored.empty()) use->stored = StoredIn(t, {i, i + 1});
  }
  return uses > 0 ? uses == asks : asked;
}

// The type that the receiver's name states: `config_path`, `DATA_DIR_ENV`. Only used if the code
// shows no other type; a name that says "str" states nothing.
ValueType TypeOfHolder(std::string_view name) {
  for (const std::string_view end : {"_PTR", "_ptr", "_ENV", "_env"}) {
    if (name.ends_with(end)) name.remove_suffix(end.size());
  }
  const ValueType type = TypeOfName(name);
  return type == ValueType::kStr ? ValueType::kUnknown : type;
}

// Backwards from the value at `begin` to its receiver: an '=' or a `return` of its statement;
// kNowhere if there is none. From the position of the last call on, its receiver is the receiver of
// this one, too, so a statement with many calls is scanned once.
//
//   n = atoi(trim(getenv("A")));          ─→ the '='
//   return getenv("A") != NULL;           ─→ `return`
//   if (getenv("A")) ...                  ─→ kNowhere
size_t ReceiverOf(const Tokens& t, size_t statement, size_t begin, CBodyLooks* looks) {
  size_t found = kNowhere;
  for (size_t i = begin; i > statement;) {
    if (i == looks->begin && statement == looks->statement) {
      found = looks->receiver;
      break;
    }
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
    if (t[i].Is("=") || t[i].IsName("return")) {
      found = i;
      break;
    }
    if (t[i].Is(";") || t[i].Is("{") || t[i].Is("}")) break;
    if (t[i].Is("(") && i > statement && (t[i - 1].IsName("if") || t[i - 1].IsName("while"))) break;
  }
  looks->begin = begin;
  looks->statement = statement;
  looks->receiver = found;
  return found;
}

// The beginning of a statement with braces that look like a block: `const char*
// text{getenv("X")};`.
size_t BeforeBraces(const Tokens& t, size_t statement) {
  if (statement < 3 || !t[statement - 1].Is("{") || t[statement - 2].kind != Kind::kName) {
    return statement;
  }
  const CToken& type = t[statement - 3];
  const bool declares = type.Is("*") || type.Is("&") || type.Is(">") ||
                        (type.kind == Kind::kName &&
                         (!IsCKeyword(type.text) || type.IsName("auto") || type.IsName("char")));
  if (!declares) return statement;
  size_t at = statement - 3;
  // A declaration with more tokens before its braces is a function.
  constexpr size_t kMost = 12;  // tokens
  while (at > 0 && statement - at < kMost && !t[at - 1].Is(";") && !t[at - 1].Is("{") &&
         !t[at - 1].Is("}")) {
    if (t[at].Is("(") || t[at].Is(")") || t[at].Is("=")) return statement;
    if (t[at].IsName("class") || t[at].IsName("struct")) return statement;
    --at;
  }
  return at;
}

// `if (getenv("X")) n = atoi(getenv("X"));` at the second call: what the test of the first shows.
// The two calls have to consist of the same tokens.
void ReadTestBefore(const Tokens& t, const CBody& body, CUse* use) {
  constexpr size_t kMaxCondition = 200;  // tokens
  const CSpan call = body.call;
  const size_t length = call.end - call.begin;
  // The bracket of the condition: right before the statement, or before its block.
  size_t close = call.begin;
  while (close > body.outer && !t[close - 1].Is(";") && !t[close - 1].Is("{") &&
         !t[close - 1].Is("}")) {
    if (call.begin - close > kMaxCondition) return;
    --close;
    if (t[close].IsName("if") && t[close + 1].Is("(")) {
      const size_t end = MatchBracket(t, close + 1);
      if (end < call.begin) {
        close = end;
        break;
      }
    }
  }
  if (!t[close].Is(")")) {
    const size_t brace = EnclosingBrace(t, call.begin, body.outer, body.outer);
    if (brace <= body.outer || !t[brace - 1].Is(")")) return;
    close = brace - 1;
  }
  for (size_t i = close; i-- > body.outer && close - i < kMaxCondition;) {
    if (t[i].IsName("if") && t[i + 1].Is("(") && MatchBracket(t, i + 1) == close) {
      for (size_t k = i + 2; k + length <= close; ++k) {
        if (!SameText(t, k, call.begin, length)) continue;
        const CSpan first{k, k + length};
        const size_t begin = EnclosingBrace(t, i, body.outer, body.outer);
        ReadNullTest(t, first, {begin, body.end, body.variable, body.outer, body.looks, first},
                     use);
        return;
      }
      return;
    }
  }
}

// `if (getenv("X")) n = atoi(getenv("X"));` at the first call: what the second shows of the type.
// The second is usually in the branch right after the test.
void ReadAgain(const Tokens& t, CSpan call, size_t statement, size_t end, CUse* use) {
  constexpr size_t kMost = 80;  // tokens after the call
  const size_t length = call.end - call.begin;
  for (size_t i = call.end; i + length < std::min(end, call.end + kMost); ++i) {
    if (SameText(t, i, call.begin, length)) return Around(t, {i, i + length}, statement, use);
  }
}

// Whether one of the names in `made` occurs in a `return` between begin and end.
bool GivesOne(const Tokens& t, size_t begin, size_t end, const std::vector<size_t>& returns,
              const std::set<std::string>& made) {
  for (auto at = std::lower_bound(returns.begin(), returns.end(), begin); at != returns.end();
       ++at) {
    for (size_t i = *at; i < end && !t[i].Is(";"); ++i) {
      if (t[i].kind == Kind::kName && made.count(t[i].text) > 0) return true;
    }
  }
  return false;
}

// The bracket of the block around `statement`; the calls of one statement search for it once.
size_t BlockOf(const Tokens& t, size_t statement, CBodyLooks* looks) {
  if (looks->block_of != statement) {
    looks->block_of = statement;
    looks->block = EnclosingBrace(t, statement, 0, statement);
  }
  return looks->block;
}

}  // namespace

// What all calls of one function need is found once: its returns, and the parameter that it
// returns.
CBodyLooks LooksOf(const Tokens& t, size_t open, size_t close, const CFunction& function) {
  CBodyLooks looks;
  for (size_t i = open; i < close; ++i) {
    if (t[i].IsName("return")) looks.returns.push_back(i);
  }
  looks.chosen = FindReturnedParameter(t, looks.returns, close, function);
  return looks;
}

//   const char* v = getenv("A"); return v ? atoi(v) : 80;
//   ─→ bound_to "v", type int, unset `80`, returned
CUse UseOf(const Tokens& t, size_t statement, size_t begin, size_t close, size_t block,
           size_t function_end, const CFunction* function, CBodyLooks* looks) {
  CUse use;
  statement = BeforeBraces(t, statement);
  // What receives the result: the left side of an assignment with its type, or an object that is
  // constructed from it.
  const size_t receiver = ReceiverOf(t, statement, begin, looks);
  const size_t lhs = receiver != kNowhere && t[receiver].Is("=") ? receiver : 0;
  use.returned = receiver != kNowhere && t[receiver].IsName("return");
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

  // A plain variable is followed to the end of its scope; of a member (`options.x`) only this
  // statement is read.
  const bool simple =
      !use.bound_to.empty() && use.bound_to.find_first_of(".->:") == std::string::npos;
  const size_t body_end = simple && function != nullptr
                              ? FindScopeEnd(t, block, close, function_end, use.bound_to)
                              : function_end;
  // Whether the function returns the value, or what is derived from it.
  if (simple && function != nullptr) {
    const size_t held_end = FindValueEnd(t, close + 1, body_end, use.bound_to);
    const std::set<std::string> made = FindDerived(t, close + 1, held_end, use.bound_to);
    use.returned = use.returned || GivesOne(t, close + 1, function_end, looks->returns, made);
  }

  // A buffer that the call fills, get("X", text), replaces the result.
  const size_t body_begin = function == nullptr ? statement : BlockOf(t, statement, looks);
  const size_t open = CallBracket(t, begin, close);
  const std::string buffer =
      function == nullptr || open == 0 ? "" : OutBuffer(t, open, close, block, *function);
  const std::string& variable = !buffer.empty() ? buffer : simple ? use.bound_to : kNothing;
  const CBody body{body_begin, body_end, variable, block, looks};
  CSpan here{begin, close + 1};
  while (here.begin >= 2 && t[here.begin - 2].kind == Kind::kName &&  // settings->get("X")
         (t[here.begin - 1].Is(".") || t[here.begin - 1].Is("->") || t[here.begin - 1].Is("::"))) {
    here.begin -= 2;
  }
  bool asked = false;
  if (buffer.empty()) {
    Around(t, here, statement, &use);
    // if ((v = getenv("X")) == NULL)
    const bool given = begin >= 3 && t[begin - 1].Is("=") && t[begin - 2].kind == Kind::kName &&
                       t[begin - 3].Is("(") && t[close + 1].Is(")");
    if (given) here = {begin - 3, close + 2};
    const size_t declared_at = DeclaredInTest(t, begin, close);
    if (declared_at > 0) here = {declared_at, close + 1};
    const CBody alone{body_begin, body_end, variable, block, looks, here};
    asked = ReadNullTest(t, here, variable.empty() ? alone : body, &use);
    if (given || declared_at > 0) asked = false;
    if (asked && variable.empty()) ReadAgain(t, here, statement, body_end, &use);
  } else {
    const size_t held_end = FindValueEnd(t, close + 1, body_end, variable);
    const std::set<std::string> made = FindDerived(t, close + 1, held_end, variable);
    use.returned = use.returned || GivesOne(t, close + 1, function_end, looks->returns, made);
    BufferBranch(t, here, simple ? use.bound_to : "", body, &use);
  }
  // What is derived from a test alone is not the value.
  const bool question = asked && use.unset_end == 0;
  if (!variable.empty() && function != nullptr && !question) {
    asked = Follow(t, begin, close + 1, body, asked, &use);
  }
  // Less direct forms, each only if no default was found so far: an initial value, a test before
  // the call, an output parameter. Between them a status is removed, and a number that later code
  // replaces is adjusted.
  if (!variable.empty() && function != nullptr && use.unset_end == 0) {
    const size_t held_end = FindValueEnd(t, close + 1, body_end, variable);
    const std::set<std::string> made = FindDerived(t, close + 1, held_end, variable);
    TakeInitial(t, {block, body_end, variable, 0, looks}, begin, made, &use);
  }
  if (buffer.empty() && IsStatusOfCall(t, open, close, use)) use.unset_begin = use.unset_end = 0;
  if (function != nullptr && buffer.empty() && use.unset_end == 0 && use.kept.end == 0) {
    ReadTestBefore(t, {body_begin, body_end, kNothing, block, looks, {begin, close + 1}}, &use);
  }
  if (function != nullptr && use.unset_end > use.unset_begin && use.scale.IsNone()) {
    AdjustDefault(t, close + 1, body, &use);
  }
  if (use.stored.empty()) use.stored = StoredIn(t, {begin, close + 1});
  // After the call `?`, `<` or `>` follows, or something bounds or reassigns the receiver: the
  // value that the program uses is a different one.
  const CToken& behind = t[std::min(close + 1, t.size() - 1)];
  use.replaced = behind.Is("?") || behind.Is(">") || behind.Is("<") || IsBounded(t, begin) ||
                 (function != nullptr && IsGivenAgain(t, begin, body_end));
  use.declared = declared;
  // Only tested for NULL: the variable is a switch, set or not set.
  use.presence = asked && use.type == ValueType::kUnknown && use.unset_end == 0 && buffer.empty();
  if (use.presence || (declared == "bool" && use.type == ValueType::kUnknown)) {
    use.type = ValueType::kBool;
  }
  if (use.unset_end == 0 && function != nullptr)
    TakeParameter(t, close + 1, body_end, looks->returns, *function, &use);
  if (use.type == ValueType::kUnknown) use.type = TypeOfHolder(use.bound_to);
  return use;
}

void TakeOccurrence(const Tokens& t, CSpan at, size_t statement, size_t end, CUse* use) {
  Around(t, at, statement, use);
  FollowCopy(t, at, statement, end, use);
}

//   int parse(const char* s, int def) { return s ? atoi(s) : def; }     with s
//   ─→ type int, unset `def`, returned
CUse UseOfParameter(const Tokens& t, size_t open, size_t close, const CFunction& function,
                    const std::string& name, const CBodyLooks& looks) {
  CUse use;
  const std::set<std::string> made = FindDerived(t, open + 1, close, name);
  use.returned = GivesOne(t, open + 1, close, looks.returns, made);
  // A function may return a default without using the text: if (!s) return d; ... For the search,
  // it counts as one that returns its value, unless it is void.
  const bool gives = use.returned;
  use.returned = function.return_type.find("void") == std::string::npos;
  const CBody body{open, close, name};
  const bool asked = Follow(t, open, open + 1, body, false, &use);
  use.presence = asked && use.type == ValueType::kUnknown && use.unset_end == 0;
  if (use.unset_end == 0) TakeParameter(t, open + 1, close, looks.returns, function, &use);
  use.returned = gives;
  return use;
}

}  // namespace flagcensus
