// One pass through a file's tokens: the block and statement around each token, and which tokens are
// read as calls, as stores and as uses of environ.
#include <algorithm>

#include "analyzer/c/finder.h"

namespace flagcensus {

// The state at a token: the open blocks, and those that were open at the beginning of each #if
// around it. Each branch of an #if begins with the same open blocks:
//
//   #ifdef A
//   void f(int a) {
//   #else
//   void f(long a) {          `{` opens the same function once more
//   #endif
//   }                         one `}` closes it
struct CFactExtractor::Walk {
  static constexpr size_t kMaxScopes = 400;  // nested: deeper blocks belong to the last one
  static constexpr size_t kMaxSaved = 200;   // nested #if
  std::vector<CScope> scopes;
  size_t deeper = 0;  // blocks beyond kMaxScopes that are open
  std::vector<std::vector<CScope>> saved;
  size_t beyond = 0;     // #if beyond kMaxSaved
  size_t branch = 0;     // the next of the file's branches
  size_t statement = 0;  // the beginning of the current statement
};

void CFactExtractor::PassBranches(size_t i, Walk* walk) {
  for (; walk->branch < all_.branches.size() && all_.branches[walk->branch].token <= i;
       ++walk->branch) {
    switch (all_.branches[walk->branch].kind) {
      case CBranch::Kind::kIf:
        if (walk->saved.size() < Walk::kMaxSaved) {
          walk->saved.push_back(walk->scopes);
        } else {
          ++walk->beyond;
        }
        break;
      case CBranch::Kind::kElse:
        if (!walk->saved.empty() && walk->beyond == 0) walk->scopes = walk->saved.back();
        if (CScopeReader::FunctionOf(walk->scopes) >= 0 ||
            !scopes_.InitialisesMembers(walk->statement, i)) {
          walk->statement = i;
        }
        break;
      case CBranch::Kind::kEnd:
        if (walk->beyond > 0) {
          --walk->beyond;
        } else if (!walk->saved.empty()) {
          walk->saved.pop_back();
        }
        break;
    }
  }
}

// Processes blocks and ends of statements. A bracket in a function's head is skipped.
void CFactExtractor::PassStructure(size_t* i, Walk* walk) {
  const CToken& token = t_[*i];
  if (token.Is("}")) {
    if (walk->deeper > 0) {
      --walk->deeper;
    } else if (!walk->scopes.empty()) {
      walk->scopes.pop_back();
    }
  } else if (token.Is("{")) {
    const int around = CScopeReader::FunctionOf(walk->scopes);
    const bool inside = around >= 0;
    if (!inside && scopes_.InHead(walk->statement, *i)) {
      scopes_.ReadHead(walk->statement, *i, CScopeReader::ClassOf(walk->scopes));
      *i = std::max(*i, file_.Match(*i));
      return;
    }
    if (walk->scopes.size() >= Walk::kMaxScopes) {
      ++walk->deeper;
    } else if (inside) {
      const int lambda = scopes_.Lambda(walk->statement, *i, around);
      walk->scopes.push_back({.function = lambda});
    } else {
      walk->scopes.push_back(scopes_.Opened(walk->statement, *i, walk->scopes));
    }
  } else if (token.Is(":")) {
    // Access labels end a statement; other ':' are part of one.
    const bool label = *i > walk->statement &&
                       (t_[*i - 1].IsName("public") || t_[*i - 1].IsName("private") ||
                        t_[*i - 1].IsName("protected")) &&
                       CScopeReader::FunctionOf(walk->scopes) < 0;
    if (!label) return;
  } else if (!token.Is(";")) {
    return;
  }
  walk->statement = *i + 1;
}

// `class Env {`, `namespace env {`, `struct API Env final : Base {`.
bool CFactExtractor::DeclaresOwner(size_t i) const {
  constexpr size_t kMaxWords = 3;  // between the keyword and the name
  const CToken& next = t_[i + 1];
  if (!next.Is("{") && !next.Is(":") && !next.Is("::") && !next.IsName("final")) return false;
  for (size_t k = i; k-- > 0 && i - k <= kMaxWords;) {
    if (t_[k].IsName("class") || t_[k].IsName("struct") || t_[k].IsName("namespace")) return true;
    if (t_[k].kind != Kind::kName && !t_[k].Is("::")) return false;
  }
  return false;
}

//   Env::get("A"), Env::get<int>("A")     ─→ true, at `get`, if Env is a wanted owner
bool CFactExtractor::IsOfOwner(size_t i) const {
  return i >= 2 && t_[i - 1].Is("::") && t_[i - 2].kind == Kind::kName &&
         owners_.count(t_[i - 2].text) > 0 && (t_[i + 1].Is("(") || t_[i + 1].Is("<"));
}

// Each name is offered to the readers that may want it; the sets of wanted names decide, so
// most names cost a look-up.
void CFactExtractor::Scan() {
  Walk walk;
  for (size_t i = 0; i < t_.size() && t_[i].kind != Kind::kEnd; ++i) {
    const bool branches =
        walk.branch < all_.branches.size() && all_.branches[walk.branch].token <= i;
    if (branches) PassBranches(i, &walk);
    const std::vector<CScope>& scopes = walk.scopes;
    const CToken& token = t_[i];
    if (token.kind != Kind::kName) {
      if (token.kind == Kind::kPunctuation) PassStructure(&i, &walk);
      continue;
    }
    if (owners_.count(token.text) > 0 && DeclaresOwner(i)) facts_.owners.insert(token.text);
    const int function = CScopeReader::FunctionOf(scopes);
    const bool inside = function >= 0;
    if (inside && token.IsName("environ")) environ_uses_.ReadEnviron(i, function);
    if (inside && stores_.IsWanted(token.text)) stores_.ReadStore(i, function);
    if (initial_values_.IsWanted(token.text)) {
      if (inside) {
        initial_values_.ReadSetUp(i, function);
      } else {
        initial_values_.ReadInitial(i, CScopeReader::ClassOf(scopes));
      }
    }
    if (inside && t_[i + 1].Is("(") && ComparesTexts(token.text)) {
      environ_uses_.ReadLookup(i, function);
    }
    const bool method = objects_.Find(i);
    if (method || names_.count(token.text) > 0 || IsOfOwner(i)) {
      if (t_[i + 1].Is(";")) pointers_.AddPointer(i, inside);
      calls_.ReadCall(i, function, CScopeReader::ClassOf(scopes), walk.statement);
      continue;
    }
    // A call through a variable that points to an accessor: read as a call of its name, then
    // renamed.
    const std::string* callee = pointers_.empty() ? nullptr : pointers_.PointedTo(i, function);
    if (callee == nullptr) continue;
    const size_t calls = facts_.calls.size();
    calls_.ReadCall(i, function, CScopeReader::ClassOf(scopes), walk.statement);
    if (facts_.calls.size() > calls) {
      facts_.calls.back().callee = *callee;
      facts_.calls.back().qualified = *callee;
    }
  }
}

}  // namespace flagcensus
