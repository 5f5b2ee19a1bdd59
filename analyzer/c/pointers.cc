// Variables that point to an accessor or wrapper.
//
//   auto get = std::getenv;                            ─→ `get` is an alias to the end of the block
//   get("X");                                            ─→ a call of getenv
//
// Assignments without a declaration and members (`ops.get = getenv`) are not followed.
#include "analyzer/c/pointers.h"

namespace flagcensus {

void CPointers::AddPointer(size_t i, bool inside) {
  // Aliases in one file; more than that are a generated table.
  constexpr size_t kMaxPointers = 50;
  size_t at = i;
  while (at >= 2 && t_[at - 1].Is("::") && t_[at - 2].kind == Kind::kName) at -= 2;
  if (at >= 1 && t_[at - 1].Is("::")) --at;
  if (at >= 1 && t_[at - 1].Is("&")) --at;
  if (at < 4 || !t_[at - 1].Is("=")) return;
  size_t name = at - 2;
  if (t_[name].Is(")")) {  // char* (*get)(const char*) =
    const size_t open = file_.OpenOf(name, 0);
    if (open < 4 || !t_[open - 1].Is(")") || !t_[open - 3].Is("*")) return;
    name = open - 2;
  } else if (!IsTypeWord(t_[name - 1]) && !t_[name - 1].Is("*") && !t_[name - 1].Is("&")) {
    return;  // it is not a declaration
  }
  if (t_[name].kind != Kind::kName) return;
  const auto cut = [&] {
    limits_.Cut(t_[i], "too many variables point to accessors: calls through this one are skipped");
  };
  if (pointers_.size() >= kMaxPointers && pointers_.count(t_[name].text) == 0) return cut();
  size_t end = t_.size();
  if (inside) {
    const size_t brace = file_.Enclosing(i, 0);
    if (!t_[brace].Is("{")) return;
    end = file_.Match(brace);
  }
  // With the name's earlier aliases: the innermost one that is in scope counts.
  std::vector<Pointer>& known = pointers_[t_[name].text];
  if (known.size() >= kMaxPointers) return cut();
  known.push_back({t_[i].text, i, end});
}

const std::string* CPointers::PointedTo(size_t i, int function) const {
  const auto found = pointers_.find(t_[i].text);
  if (found == pointers_.end() || !t_[i + 1].Is("(")) return nullptr;
  if (t_[i - 1].Is(".") || t_[i - 1].Is("->") || t_[i - 1].Is("::")) return nullptr;
  // The parameters are before the body: 200 tokens back to the end of the previous function.
  if (function >= 0) {  // a parameter of that name
    const size_t body = functions_.BodyOf(function).first;
    for (size_t k = body; k-- > 0 && body - k < 200;) {
      if (t_[k].Is(";") || t_[k].Is("}") || t_[k].Is("{")) break;
      if (t_[k].IsName(t_[i].text)) return nullptr;
    }
  }
  for (auto one = found->second.rbegin(); one != found->second.rend(); ++one) {
    if (i > one->begin && i < one->end) return &one->callee;
  }
  return nullptr;
}

}  // namespace flagcensus
