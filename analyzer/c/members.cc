// Members of records: `row->name` in terms of the origin of the row, and texts that functions store
// in them.
//
//   void read(const struct row* row) { getenv(row->name); }       ─→ member `name` of parameter 0
//   getenv(rows[i].name)                                       ─→ member `name` of the array `rows`
//   entry->variable = name;                                      ─→ CStore: `variable`, parameter 0
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/c/expressions.h"
#include "analyzer/c/local_values.h"
#include "analyzer/c/stores.h"

namespace flagcensus {
namespace {

// The function with an argument that begins at `i`, by the index of its name; 0 if there is no such
// function.
// Only a first argument is found, which is where the functions of ReadStore write to.
size_t CalleeOf(const std::vector<CToken>& t, size_t i) {
  if (i >= 2 && t[i - 1].Is("(") && t[i - 2].kind == CToken::Kind::kName) return i - 2;
  return 0;
}

}  // namespace

//   ->spec.name[0]       ─→ "spec.name"
//   ->spec.get()         ─→ "spec": a method is not a member
std::string CExpressions::MemberPath(const std::vector<CToken>& t, size_t* at, size_t end) {
  std::string path;
  size_t& i = *at;
  while (i + 1 < end && (t[i].Is(".") || t[i].Is("->")) && t[i + 1].kind == Kind::kName &&
         !(i + 2 < end && t[i + 2].Is("("))) {
    path += (path.empty() ? "" : ".") + t[i + 1].text;
    i += 2;
    if (i < end && t[i].Is("[")) i = std::min(MatchBracket(t, i), end - 1) + 1;
  }
  return path;
}

// By naming convention: `m_name` and `name_` are fields of the class in most C++ code.
std::vector<std::vector<CPart>> CLocalValues::MemberOf(const std::string& base,
                                                       const std::string& member, bool value,
                                                       const CFunction* function, int depth) {
  if (base.starts_with("m_") || base.ends_with("_")) return {};  // a field of the class
  CPart made{CPart::Kind::kMember, member, ParameterOf(function, base)};
  if (made.parameter >= 0) {
    made.type = TypeOfParameter(function, made.parameter);
    return {{made}};
  }
  // A macro's local names belong to its users; an object of that name is the best guess.
  if (function == nullptr || function->macro) {
    made.object = base;
    return {{made}};
  }
  if (function->captured.count(base) > 0) return {};
  const std::optional<CValue> local = Local(base, *function, depth);
  made.type = scopes_.TypeOfLocal(base);
  made.own = value && scopes_.IsOwnRecord(base);
  // A local without a known value: its type names the rows, unless rows are inserted into it here.
  if (!local) {
    if (made.type.empty() || scopes_.IsPutInto(base)) made.object = base;
    return {{made}};
  }
  std::vector<std::vector<CPart>> out;
  for (const std::vector<CPart>& one : local->alternatives) {
    // Each possible value of the local: an array or object, a parameter, a member of another
    // record.
    CPart part = made;
    if (one.size() == 1 && one[0].kind == CPart::Kind::kName) {
      part.object = one[0].text;
    } else if (one.size() == 1 && one[0].kind == CPart::Kind::kParameter) {
      part.parameter = one[0].parameter;
      if (part.type.empty()) part.type = TypeOfParameter(function, part.parameter);
    } else if (one.size() == 1 && one[0].kind == CPart::Kind::kMember) {
      part = one[0];
      part.text += "." + member;
    } else if (part.type.empty()) {
      return {};
    }
    out.push_back({part});
  }
  return out;
}

// `for (const auto& [name, value] : table)`: `name` is member 0 of the rows of `table`. Twenty-four
// tokens back: a binding has few names.
std::optional<CValue> CLocalValues::Binding(size_t i, size_t end, const CFunction& function,
                                            int depth) {
  if (!t_[i + 1].Is(",") && !t_[i + 1].Is("]")) return std::nullopt;
  size_t open = i;
  int position = 0;
  for (; open > 0 && i - open < 24 && !t_[open].Is("["); --open) {
    if (t_[open].Is(",")) ++position;
    if (t_[open].kind != Kind::kName && !t_[open].Is(",")) return std::nullopt;
  }
  if (!t_[open].Is("[") || open < 2) return std::nullopt;
  size_t type = open - 1;  // const auto&, auto const&, auto&&
  while (type > 0 && (t_[type].Is("&") || t_[type].Is("&&") || t_[type].IsName("const"))) --type;
  if (!t_[type].IsName("auto")) return std::nullopt;
  const size_t colon = file_.Match(open) + 1;
  if (!t_[colon].Is(":")) return std::nullopt;
  size_t close = colon + 1;
  while (close < end && !t_[close].Is(")")) {
    if (t_[close].Is("(")) close = file_.Match(close);
    ++close;
  }
  CValue value = expressions_.Evaluate(t_, colon + 1, close, &function, depth + 1);
  for (std::vector<CPart>& one : value.alternatives) {
    if (one.size() != 1) return std::nullopt;
    if (one[0].kind == CPart::Kind::kName) {
      one[0].object = one[0].text;
      one[0].text = std::to_string(position);
      one[0].kind = CPart::Kind::kMember;
    } else if (one[0].kind == CPart::Kind::kMember) {
      one[0].text += "." + std::to_string(position);
    } else if (one[0].kind != CPart::Kind::kParameter || position > 0) {
      one[0] = CPart{};  // of a caller's list, the first of each pair are its names
    }
  }
  return value;
}

//   if (o == &defaults) set(o->name);              ─→ parameter o, object defaults, is: true
//   if (o == &defaults) return; else set(o->name); ─→ the same, is: false
std::optional<CObjectGuard> CStores::ExceptAt(size_t i, const CFunction& function) const {
  const auto body = functions_.BodyOf(place_.function);
  // The statement, and what it depends on: the `)` of an if, or an else, with a brace or without.
  size_t begin = i;
  while (begin > body.first + 1 && !t_[begin - 1].Is(";") && !t_[begin - 1].Is("{") &&
         !t_[begin - 1].Is("}")) {
    --begin;
  }
  size_t head = begin;  // the token after the if's `)` or the else
  if (t_[begin - 1].Is("{") && !t_[begin].IsName("if") && !t_[begin].IsName("else")) {
    head = begin - 1;
  }
  bool is = true;
  size_t open = 0;
  if (t_[begin].IsName("if")) {
    open = begin + 1;
  } else if (t_[begin].IsName("else") || t_[head - 1].IsName("else")) {
    const size_t other = t_[begin].IsName("else") ? begin : head - 1;
    is = false;
    size_t close = other - 1;  // of the statement before it
    if (t_[close].Is("}")) {
      close = file_.OpenOf(close, body.first) - 1;
      open = t_[close].Is(")") ? file_.OpenOf(close, body.first) : 0;
    } else {
      // Without braces, the `if` of an else is within 80 tokens.
      for (size_t k = close; k > body.first && close - k < 80; --k) {
        if (t_[k].IsName("if") && t_[k + 1].Is("(")) {
          open = k + 1;
          break;
        }
      }
    }
  } else if (t_[head - 1].Is(")")) {
    open = file_.OpenOf(head - 1, body.first);
  }
  // The condition has to be a comparison of a parameter with one object, and nothing more.
  if (open == 0 || open <= body.first || !t_[open - 1].IsName("if")) return std::nullopt;
  const int parameter = ParameterOf(&function, t_[open + 1].text);
  if (parameter < 0 || !IsComparison(t_[open + 2])) return std::nullopt;
  const size_t object = t_[open + 3].Is("&") ? open + 4 : open + 3;
  if (t_[object].kind != Kind::kName || !t_[object + 1].Is(")") || IsNull(t_[object])) {
    return std::nullopt;
  }
  return CObjectGuard{parameter, t_[object].text, t_[open + 2].Is("==") == is};
}

//   void init(entry* e, const char* name) { e->variable = name; }     ─→ variable: {parameter 1}
//   snprintf(e->variable, n, "APP_%s", name);                        ─→ {"APP_", parameter 1}
void CStores::ReadStore(size_t i, int function) {
  if (function < 0 || i < 4 || !(t_[i - 1].Is(".") || t_[i - 1].Is("->"))) return;
  if (t_[i - 2].kind != Kind::kName) return;
  // Each costs an evaluation. Further ones are reported as skipped.
  constexpr size_t kMaxStores = 1000;  // of one function
  CFunction& around = functions_.At(function);
  if (around.stores.size() >= kMaxStores) {
    return limits_.Cut(t_[i], "a function stores too many strings in records: this one is skipped");
  }
  if (t_[i + 1].Is("[")) {  // entry->variable[i] = toupper(...)
    const size_t end = file_.Match(i + 1) + 1;
    bool upper = false;
    const size_t last = std::min(end + 12, t_.size());
    for (size_t k = end; k < last && t_[end].Is("=") && !t_[k].Is(";"); ++k) {
      upper = upper || (t_[k].kind == Kind::kName && CBuffers::TurnsUpper(t_[k].text));
    }
    for (CStore& store : around.stores) {
      if (!upper || store.member != t_[i].text) continue;
      for (std::vector<CPart>& one : store.value.alternatives) CBuffers::Upper(&one);
    }
    return;
  }
  // A local record that is filled for a look-up keeps nothing.
  if (t_[i - 1].Is(".") && ParameterOf(&around, t_[i - 2].text) < 0) return;
  CStore store;
  const int saved = place_.function;
  place_.function = function;
  place_.use = i;
  place_.followed = 0;
  const size_t first = t_[i - 3].Is("&") ? i - 3 : i - 2;
  if (t_[i + 1].Is("=")) {
    size_t end = i + 2;
    while (end < t_.size() && !t_[end].Is(";") && t_[end].kind != Kind::kEnd) {
      if (t_[end].Is("(")) end = std::max(end, file_.Match(end));
      ++end;
    }
    store.value = expressions_.Evaluate(t_, i + 2, end, &around, 0);
  } else if (const size_t callee = CalleeOf(t_, first); callee > 0) {
    const CTextPut put = TextPutBy(t_[callee].text);
    const auto arguments = SplitArguments(t_, callee + 2, file_.Match(callee + 1));
    const bool complete = put.from < arguments.size();
    if (complete && put.kind == CTextPut::Kind::kPrints) {
      store.value = expressions_.Formatted(t_, arguments, put.from, &around, 0);
    } else if (complete && put.kind == CTextPut::Kind::kCopies) {
      const auto [from, to] = arguments[put.from];
      store.value = expressions_.Evaluate(t_, from, to, &around, 0);
    }
  }
  // A text without a parameter is not a name that a caller passes.
  const bool depends =
      std::any_of(store.value.alternatives.begin(), store.value.alternatives.end(),
                  [](const std::vector<CPart>& one) {
                    return std::any_of(one.begin(), one.end(),
                                       [](const CPart& part) { return part.parameter >= 0; });
                  });
  if (depends) {
    const int parameter = ParameterOf(&around, t_[i - 2].text);
    store.type =
        parameter >= 0 ? TypeOfParameter(&around, parameter) : scopes_.TypeOfLocal(t_[i - 2].text);
    store.member = t_[i].text;
    store.except = ExceptAt(i, around);
    store.line = t_[i].line;
    store.column = t_[i].column;
    around.stores.push_back(std::move(store));
  }
  place_.function = saved;
  place_.use = 0;
}

}  // namespace flagcensus
