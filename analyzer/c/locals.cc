// The uses of the local that receives a value, and whether a written value extends the old one.
//
//   char* old = getenv("X"); setenv("X", "C", 1); run(); setenv("X", old, 1);   ─→ written_back
//   char* v = getenv("X");                              (no further use)        ─→ lost
//   options->level = getenv("X"); start(options);                               ─→ lent_to start
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/c/guards.h"
#include "analyzer/c/local_uses.h"

namespace flagcensus {

void CLocalUses::FindLocalUses(size_t begin, size_t close, size_t open,
                               std::pair<size_t, size_t> body, CCall* call) const {
  const std::string& name = call->receiver.bound_to;
  // A member: its other uses are elsewhere; the functions that receive the record may read it.
  if (const size_t end = name.find_first_of(".->:"); end != std::string::npos) {
    call->receiver.bound_kind = BoundKind::kAttribute;
    call->receiver.lent_to = LentTo(name.substr(0, end), name[end] == '-', close, body.second);
    return;
  }
  const auto arguments = SplitArguments(t_, open + 1, close);
  bool declared = ParameterOf(&functions_.At(call->function), name) >= 0;
  const bool parameter = declared;
  size_t uses = 0;
  size_t back = 0;
  for (size_t i = body.first + 1; i < body.second && i + 3 < t_.size(); ++i) {
    if (!t_[i].IsName(name) || t_[i - 1].Is(".") || t_[i - 1].Is("->")) continue;
    const bool typed = IsTypeWord(t_[i - 1]) ||
                       ((t_[i - 1].Is("*") || t_[i - 1].Is("&")) && IsTypeWord(t_[i - 2]));
    const bool declares = typed && (t_[i + 1].Is("=") || t_[i + 1].Is(";") || t_[i + 1].Is(",") ||
                                    t_[i + 1].Is("(") || t_[i + 1].Is("{") || t_[i + 1].Is("["));
    if (declares) {
      declared = true;
      continue;
    }
    const bool statement = t_[i - 1].Is(";") || t_[i - 1].Is("{") || t_[i - 1].Is("}") ||
                           t_[i - 1].Is(")") || t_[i - 1].Is(":");
    if (t_[i + 1].Is("=") && (statement || i + 2 == begin)) {
      // In a condition an assignment is also a use: while ((v = getenv("X"))).
      if (!statement && t_[i - 1].Is("(")) ++uses;
      continue;
    }
    if (i >= 3 && t_[i - 1].Is(")") && t_[i - 2].IsName("void") && t_[i - 3].Is("(")) continue;
    if (i > begin && i < close) continue;  // its own default
    if (IsWrittenBack(i, body.first, arguments)) {
      ++back;
      continue;
    }
    if (!IsNullTest(i)) ++uses;
  }
  if (!declared) {
    call->receiver.bound_kind = BoundKind::kModule;  // a global
    return;
  }
  // A parameter is the caller's, and a call in an #if may have its uses in another branch.
  if (parameter || call->condition >= 0) return;  // another branch may use it
  call->receiver.lost = uses == 0 && back == 0;
  if (call->receiver.lost) call->receiver.lost = !Asked(name, body);
  call->receiver.written_back = uses == 0 && back > 0;
}

//   options.level = getenv("A"); start(&options);     ─→ {"start"}
std::set<std::string> CLocalUses::LentTo(const std::string& name, bool pointer, size_t from,
                                         size_t to) const {
  // Functions of the C library that do not read the member, and keywords with brackets.
  static const std::set<std::string_view> kKeep = {"memset", "memcpy", "bzero", "free",
                                                   "sizeof", "if",     "while", "switch"};
  std::set<std::string> out;
  for (size_t i = from + 1; i + 1 < to && limits_.MayLook(1); ++i) {
    if (!t_[i].IsName(name) || !(t_[i + 1].Is(",") || t_[i + 1].Is(")"))) continue;
    const size_t before = t_[i - 1].Is("&") ? i - 2 : i - 1;
    if ((before == i - 1 && !pointer) || !(t_[before].Is("(") || t_[before].Is(","))) continue;
    size_t open = before;
    for (int depth = 0; open > from; --open) {
      if (t_[open].Is(")")) ++depth;
      if (t_[open].Is("(") && depth-- == 0) break;
      if (t_[open].Is(";") || t_[open].Is("{")) break;
    }
    if (!t_[open].Is("(") || t_[open - 1].kind != Kind::kName) continue;
    if (kKeep.count(t_[open - 1].text) == 0) out.insert(t_[open - 1].text);
  }
  return out;
}

//   v == NULL    !v in brackets    if (v)     ─→ true    while (v), v != other ─→ false
bool CLocalUses::IsNullTest(size_t i) const {
  const bool compared = (t_[i + 1].Is("==") || t_[i + 1].Is("!=")) &&
                        (t_[i + 2].IsName("NULL") || t_[i + 2].IsName("nullptr"));
  const bool alone = (t_[i - 1].Is("(") || t_[i - 1].Is("!")) && t_[i + 1].Is(")");
  return compared || (alone && (t_[i - 2].IsName("if") || t_[i - 1].Is("!")));
}

bool CLocalUses::Asked(const std::string& name, std::pair<size_t, size_t> body) const {
  for (size_t i = body.first + 1; i < body.second; ++i) {
    if (t_[i].IsName(name) && IsNullTest(i)) return true;
  }
  return false;
}

// `setenv("X", old, 1)`: among the accessors and wrappers, by "set" or "put" in the name, with the
// same tokens as first argument.
bool CLocalUses::IsWrittenBack(size_t i, size_t body,
                               const std::vector<std::pair<size_t, size_t>>& arguments) const {
  if (arguments.empty()) return false;
  int depth = 0;
  for (size_t open = i; open-- > body + 1 && limits_.MayLook(1);) {
    if (t_[open].Is(")")) ++depth;
    if (t_[open].Is(";") || t_[open].Is("{") || t_[open].Is("}")) return false;
    if (!t_[open].Is("(") || depth-- > 0) continue;
    const std::string callee = ToLower(t_[open - 1].text);
    const bool writes =
        callee.find("set") != std::string::npos || callee.find("put") != std::string::npos;
    return writes && names_.count(t_[open - 1].text) > 0 &&
           file_.SameTokens(open + 1, arguments[0]);
  }
  return false;
}

bool CGuards::Reads(size_t from, size_t to, std::pair<size_t, size_t> name) const {
  if (!limits_.MayLook(to - std::min(from, to))) return false;
  const size_t length = name.second - name.first;
  // putenv("X=value"), putenv((char*)"X=value"): the name is the text before the '='.
  const CToken& last = t_[name.second - 1];
  const size_t equals = last.kind == Kind::kString ? last.text.find('=') : std::string::npos;
  for (size_t i = from; i + 2 < to && equals != std::string::npos; ++i) {
    if (t_[i].kind == Kind::kName && names_.count(t_[i].text) > 0 && t_[i + 1].Is("(") &&
        t_[i + 2].kind == Kind::kString && t_[i + 2].text == last.text.substr(0, equals)) {
      return true;
    }
  }
  for (size_t i = from; i + length + 1 < to; ++i) {
    if (t_[i].kind == Kind::kName && names_.count(t_[i].text) > 0 && t_[i + 1].Is("(") &&
        file_.SameTokens(i + 2, name) && t_[i + 2 + length].Is(")")) {
      return true;
    }
  }
  return false;
}

// Of any assignment in the range, so that a later one with another value does not count against it.
bool CGuards::ContainsRead(const std::string& variable, size_t from, size_t to,
                           std::pair<size_t, size_t> name) const {
  if (!limits_.MayLook(to - std::min(from, to))) return false;
  for (size_t i = from; i + 1 < to; ++i) {
    if (!t_[i].IsName(variable) || !(t_[i + 1].Is("=") || t_[i + 1].Is("("))) continue;
    size_t end = i + 1;
    while (end < to && !t_[end].Is(";")) ++end;
    if (Reads(i + 1, end + 1, name)) return true;
  }
  return false;
}

// `setenv("PATH", dir + ":" + getenv("PATH"), 1)`, or a local that contains both: by +, +=, append,
// insert, strcat, or a printf that has the old value among its arguments. What the addition is does
// not matter.
bool CGuards::Extends(std::pair<size_t, size_t> value, std::pair<size_t, size_t> name, size_t body,
                      size_t begin) const {
  bool joins = false;
  for (size_t i = value.first; i < value.second; ++i) joins = joins || t_[i].Is("+");
  if (joins && Reads(value.first, value.second + 1, name)) return true;
  for (size_t i = value.first; i < value.second; ++i) {
    // An accessor or a wrapper is no local.
    if (t_[i].kind != Kind::kName || names_.count(t_[i].text) > 0) continue;
    if (!limits_.MayLook(begin - std::min(body, begin))) return false;
    const std::string& local = t_[i].text;
    bool holds = ContainsRead(local, body, begin, name);
    bool more = joins;
    for (size_t k = body; k + 1 < begin; ++k) {
      if (!t_[k].IsName(local)) continue;
      more = more || t_[k + 1].Is("+=") ||
             (t_[k + 1].Is(".") && (t_[k + 2].IsName("append") || t_[k + 2].IsName("insert"))) ||
             (t_[k - 1].Is("(") && (t_[k - 2].IsName("strcat") || t_[k - 2].IsName("strncat")));
      if (t_[k + 1].Is("=")) {  // joined = old + ":/more"
        size_t end = k + 1;
        bool plus = false;
        bool old = false;
        for (; end < begin && !t_[end].Is(";"); ++end) {
          plus = plus || t_[end].Is("+");
          old = old || (t_[end].kind == Kind::kName && t_[end].text != local &&
                        ContainsRead(t_[end].text, body, k, name));
        }
        if (plus && (old || Reads(k + 1, end + 1, name))) holds = more = true;
      }
      if (k >= 2 && t_[k - 1].Is("(") &&
          (t_[k - 2].IsName("snprintf") || t_[k - 2].IsName("sprintf"))) {
        const size_t close = file_.Match(k - 1);
        if (Reads(k, close + 1, name)) holds = more = true;
        for (size_t m = k + 1; m < close; ++m) {
          if (t_[m].kind == Kind::kName && ContainsRead(t_[m].text, body, k, name)) {
            holds = more = true;
          }
        }
      }
    }
    if (holds && more) return true;
  }
  return false;
}

}  // namespace flagcensus
