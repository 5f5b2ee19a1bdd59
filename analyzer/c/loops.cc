// Loops over the environment that select variables by a prefix: reads of `APP_*`. If the rest of
// the name is looked up in a table, they are reads of the prefix with each of the table's keys.
//
//   for (char** at = environ; *at; ++at)
//     { if (starts_with(*at, "APP_") && kTable.count(rest(*at))) ... }   ─→ APP_ + each key
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/c/environ_uses.h"
#include "analyzer/c/value_lifetime.h"

namespace flagcensus {
namespace {

// Recognised by a word in the name of the function. `compare` and `rfind` are methods of
// std::string; if their argument is not a prefix, they have no effect here.
bool ComparesBeginnings(const std::string& callee) {
  const std::string lower = ToLower(callee);
  for (const std::string_view word :
       {"starts_with", "startswith", "strncmp", "strnicmp", "strncasecmp", "hasprefix",
        "has_prefix", "strprefix", "rfind", "compare", "memcmp"}) {
    if (lower.find(word) != std::string::npos) return true;
  }
  return false;
}

bool LooksUp(const std::string& method) {
  return method == "find" || method == "count" || method == "contains" || method == "at";
}

// APP_: the beginning of a variable's name. A text that ends in '=' is a whole name.
bool IsPrefix(const std::string& text) {
  return text.size() >= 3 && text.back() != '=' && AllBytes(text, IsVariableNameByte);
}

}  // namespace

// A use of the whole environment: `for (char** at = environ; ...)`, `copy(environ)`.
void CEnvironUses::ReadEnviron(size_t i, int function) {
  // A member, a pointer declaration `char** environ`, an assignment, and a record of that name are
  // not uses of the process's environment.
  if (i > 0 && (t_[i - 1].Is("*") || t_[i - 1].Is(".") || t_[i - 1].Is("->"))) return;
  if (t_[i + 1].Is("(") || t_[i + 1].Is("=")) return;
  size_t begin = i;
  if (begin > 0 && t_[begin - 1].Is("::")) --begin;
  const CToken& before = t_[begin > 0 ? begin - 1 : 0];
  if (before.IsName("struct") || before.IsName("class") || before.IsName("enum")) return;
  // In a file that has a record of that name, a macro's argument may be a member: FOREACH(x,
  // environ, y).
  if (own_environ_ && (before.Is(",") || before.Is("(")) && t_[i + 1].Is(",")) return;
  found_.bulk.emplace_back(t_[begin].line, t_[begin].column);
  found_.walkers.insert(functions_.At(function).name);
  // The function that receives the environment at `at`; 20 tokens back to its '(' are enough for
  // the arguments before it.
  const auto hand = [&](size_t at) {
    size_t open = at;
    for (int depth = 0; open > 0 && at - open < 20; --open) {
      if (t_[open].Is(")")) ++depth;
      if (t_[open].Is("(") && depth-- == 0) break;
      if (t_[open].Is(";") || t_[open].Is("{")) return;
    }
    if (open == 0 || !t_[open].Is("(") || t_[open - 1].kind != Kind::kName) return;
    found_.passed.insert(t_[open - 1].text);
  };
  const size_t first = before.Is("&") ? begin - 1 : begin;
  if (first > 0 && (t_[first - 1].Is("(") || t_[first - 1].Is(","))) hand(first - 1);
  ReadEnvironLoop(i, function);
  if (!before.Is("=") || begin < 2) return;
  // for (at = environ; *at; ++at) put(own, *at); passes its texts one by one. 120 tokens are a
  // short loop; what a longer one passes on is not seen.
  constexpr size_t kMaxLook = 120;
  const std::string& at = t_[begin - 2].text;
  for (size_t k = i; k < i + kMaxLook && k + 2 < t_.size(); ++k) {
    if (!t_[k].Is("*") || !t_[k + 1].IsName(at)) continue;
    const bool argument = t_[k - 1].Is(",") || t_[k - 1].Is("(");
    if (argument && (t_[k + 2].Is(",") || t_[k + 2].Is(")"))) hand(k - 1);
  }
}

// `split(*at, &name, &value)` derives two locals from the variable; a function that receives both,
// the first as its name, stores it in a table.
void CEnvironUses::ReadImporters(size_t i, size_t open, size_t end) {
  if (i < 2 || !t_[i - 1].Is("=") || t_[i - 2].kind != Kind::kName || !limits_.MayLook(end - open))
    return;
  std::set<std::string> made = FindDerived(t_, open, end, t_[i - 2].text);
  for (size_t k = open + 1; k + 1 < end; ++k) {
    if (t_[k].kind != Kind::kName || !t_[k + 1].Is("(")) continue;
    const auto arguments = SplitArguments(t_, k + 2, file_.Match(k + 1));
    const bool derives = std::any_of(arguments.begin(), arguments.end(), [&](const auto& one) {
      return file_.Mentions(one.first, one.second, made);
    });
    if (!derives || arguments.size() < 2) continue;
    const auto& [name, name_end] = arguments[0];
    const bool names = name_end == name + 1 && file_.Mentions(name, name_end, made);
    if (names && file_.Mentions(arguments[1].first, arguments[1].second, made)) {
      found_.importers.insert(t_[k].text);
    }
    for (const auto& [from, to] : arguments) {  // split(*at, &name, &value)
      if (to == from + 2 && t_[from].Is("&")) made.insert(t_[from + 1].text);
    }
  }
}

void CEnvironUses::ReadEnvironLoop(size_t i, int function) {
  if (function < 0) return;
  const auto body = functions_.BodyOf(function);
  constexpr size_t kMaxHead = 20;  // tokens between the loop's word and the environment
  // The loop: `for (at = environ; ...)`, `while (*environ)`. A loop without braces is not read.
  size_t loop = i;
  while (loop > body.first && i - loop < kMaxHead && !t_[loop].IsName("for") &&
         !t_[loop].IsName("while")) {
    --loop;
  }
  if (!t_[loop].IsName("for") && !t_[loop].IsName("while")) return;
  if (!t_[loop + 1].Is("(")) return;
  const size_t head = file_.Match(loop + 1);
  if (head <= i || !t_[head + 1].Is("{")) return;
  const size_t end = file_.Match(head + 1);
  ReadImporters(i, head + 1, end);
  const CFunction& around = functions_.At(function);
  const int saved = place_.function;
  place_.function = function;
  place_.followed = 0;
  std::vector<std::string> prefixes;
  std::string table;
  // In the body: the texts that names are compared with, and the first container in which something
  // is looked up. The container has to be a name of the file or tree, since a local one is filled
  // at run time.
  for (size_t k = head + 1; k + 1 < end; ++k) {
    if (t_[k].kind != Kind::kName || !t_[k + 1].Is("(")) continue;
    place_.use = k;
    const auto arguments = SplitArguments(t_, k + 2, file_.Match(k + 1));
    if (ComparesBeginnings(t_[k].text)) {
      for (const auto& [from, to] : arguments) {
        const CValue value = expressions_.Evaluate(t_, from, to, &around, 0);
        const CPart* only = value.Only();
        if (only != nullptr && only->kind == CPart::Kind::kText && IsPrefix(only->text)) {
          prefixes.push_back(only->text);
        }
      }
    } else if (LooksUp(t_[k].text) && k >= 2 && t_[k - 1].Is(".") && arguments.size() == 1 &&
               t_[arguments[0].first].kind == Kind::kName && table.empty()) {
      const std::string& name = t_[k - 2].text;
      if (ParameterOf(&around, name) < 0 && !locals_.Local(name, around, 0)) table = name;
    }
  }
  place_.function = saved;
  place_.use = 0;
  // Without a prefix every variable passes: CFacts::bulk has it.
  if (prefixes.empty()) return;
  CCall call;
  call.callee = call.qualified = "environ";
  call.function = function;
  call.line = t_[i].line;
  call.column = t_[i].column;
  call.condition = t_[i].condition;
  for (const std::string& prefix : prefixes) {
    std::vector<CPart> name = {CPart{CPart::Kind::kText, prefix, -1}};
    CPart rest{CPart::Kind::kUnknown, "", -1};
    if (!table.empty()) {
      rest.kind = CPart::Kind::kMember;
      rest.text = "0";
      rest.object = table;
    }
    name.push_back(rest);
    call.locals.looped.push_back(std::move(name));
  }
  calls_.push_back(std::move(call));
}

}  // namespace flagcensus
