// Loops over the environment that select variables by a prefix: reads of `APP_*`. If the rest of
// the name is looked up in a table, they are reads of the prefix with each of the table's keys.
//
//   for (char** at = environ; *at; ++at)
//     { if (starts_with(*at, "APP_") && kTable.count(rest(*at))) ... }   ─→ APP_ + each key
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/c/finder.h"
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

// `split(*at, &name, &value)` derives two locals from the variable; a function that receives both,
// the first as its name, stores it in a table.
void CFactExtractor::ReadImporters(size_t i, size_t open, size_t end) {
  if (i < 2 || !t_[i - 1].Is("=") || t_[i - 2].kind != Kind::kName || !MayLook(end - open)) return;
  std::set<std::string> made = FindDerived(t_, open, end, t_[i - 2].text);
  for (size_t k = open + 1; k + 1 < end; ++k) {
    if (t_[k].kind != Kind::kName || !t_[k + 1].Is("(")) continue;
    const auto arguments = SplitArguments(t_, k + 2, Match(k + 1));
    const bool derives = std::any_of(arguments.begin(), arguments.end(), [&](const auto& one) {
      return Mentions(one.first, one.second, made);
    });
    if (!derives || arguments.size() < 2) continue;
    const auto& [name, name_end] = arguments[0];
    const bool names = name_end == name + 1 && Mentions(name, name_end, made);
    if (names && Mentions(arguments[1].first, arguments[1].second, made)) {
      facts_.importers.insert(t_[k].text);
    }
    for (const auto& [from, to] : arguments) {  // split(*at, &name, &value)
      if (to == from + 2 && t_[from].Is("&")) made.insert(t_[from + 1].text);
    }
  }
}

void CFactExtractor::ReadEnvironLoop(size_t i, int function) {
  if (function < 0) return;
  const auto body = body_of_[static_cast<size_t>(function)];
  constexpr size_t kMaxHead = 20;  // tokens between the loop's word and the environment
  // The loop: `for (at = environ; ...)`, `while (*environ)`. A loop without braces is not read.
  size_t loop = i;
  while (loop > body.first && i - loop < kMaxHead && !t_[loop].IsName("for") &&
         !t_[loop].IsName("while")) {
    --loop;
  }
  if (!t_[loop].IsName("for") && !t_[loop].IsName("while")) return;
  if (!t_[loop + 1].Is("(")) return;
  const size_t head = Match(loop + 1);
  if (head <= i || !t_[head + 1].Is("{")) return;
  const size_t end = Match(head + 1);
  ReadImporters(i, head + 1, end);
  const CFunction& around = facts_.functions[static_cast<size_t>(function)];
  const int saved = function_;
  function_ = function;
  followed_ = 0;
  std::vector<std::string> prefixes;
  std::string table;
  // In the body: the texts that names are compared with, and the first container in which something
  // is looked up. The container has to be a name of the file or tree, since a local one is filled
  // at run time.
  for (size_t k = head + 1; k + 1 < end; ++k) {
    if (t_[k].kind != Kind::kName || !t_[k + 1].Is("(")) continue;
    use_ = k;
    const auto arguments = SplitArguments(t_, k + 2, Match(k + 1));
    if (ComparesBeginnings(t_[k].text)) {
      for (const auto& [from, to] : arguments) {
        const CValue value = Evaluate(t_, from, to, &around, 0);
        const CPart* only = value.Only();
        if (only != nullptr && only->kind == CPart::Kind::kText && IsPrefix(only->text)) {
          prefixes.push_back(only->text);
        }
      }
    } else if (LooksUp(t_[k].text) && k >= 2 && t_[k - 1].Is(".") && arguments.size() == 1 &&
               t_[arguments[0].first].kind == Kind::kName && table.empty()) {
      const std::string& name = t_[k - 2].text;
      if (ParameterOf(&around, name) < 0 && !Local(name, around, 0)) table = name;
    }
  }
  function_ = saved;
  use_ = 0;
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
    call.looped.push_back(std::move(name));
  }
  facts_.calls.push_back(std::move(call));
}

}  // namespace flagcensus
