// a program ─→ its declarations by scope, and what a name denotes among them
//
//   const n = 1; { let n = 2; n }     Find("n", the inner name)   ─→ the `let`, not assigned again
//   let a = 1; a = 2                  Find("a", ...)              ─→ the `let`, assigned again
//   class Keys { class Inner {} }     ClassOf(Keys.Inner)         ─→ Inner
//
// The functions that calls denote: functions.cc.
#include "analyzer/languages/declarations.h"

#include <set>

namespace flagcensus {
namespace {

bool IsScope(TermKind kind) {
  return kind == TermKind::kBlock || kind == TermKind::kFunction || kind == TermKind::kClass;
}

}  // namespace

Declarations::Declarations(const Program& program, const LanguageRows& rows)
    : program_(program), rows_(rows) {
  // Step 1: declarations and methods by their scopes.
  const auto count = static_cast<TermId>(program.terms.size());
  for (TermId id = 0; id < count; ++id) {
    const Term& term = program_[id];
    switch (term.kind) {
      case TermKind::kDeclare:
        // A constant of a class is also found as `Type.KEY`.
        if (const TermId owner = ScopeOf(id);
            term.constant && program_.kind(owner) == TermKind::kClass) {
          constants_.emplace(std::pair(program_[owner].text, term.text), id);
        }
        Declare(term.text, id);
        break;
      case TermKind::kParameter:
      case TermKind::kImport:
      case TermKind::kClass:
        Declare(term.text, id);
        break;
      case TermKind::kField:
        // Only a pattern that declares; one that assigns to existing names does not.
        if (program_[program_.parent(id)].constant) Declare(term.text, id);
        break;
      case TermKind::kFunction:
        if (term.more.empty()) {
          Declare(term.text, id);
          // Overloads of functions outside of classes have the type "".
          if (rows.classes && !term.text.empty()) methods_[{"", term.text}].push_back(id);
        } else if (!term.text.empty()) {
          const TermId owner = term.more == "this" ? ScopeOf(id) : kNoTerm;
          const bool in_class = program_.kind(owner) == TermKind::kClass;
          // A method in a class, or one that names its type (Go's receiver).
          const std::string type = in_class ? program_[owner].text : term.more;
          methods_[{type, term.text}].push_back(id);
        }
        break;
      default:
        break;
    }
  }
  // Step 2: assignments, once all declarations are known.
  std::set<TermId> assigned;
  for (TermId id = 0; id < count; ++id) {
    if (program_.kind(id) != TermKind::kAssign) continue;
    const TermId target = program_.part(id, 0);
    if (program_.kind(target) != TermKind::kName) continue;
    const Declaration* const found = Find(program_[target].text, target);
    if (found != nullptr) assigned.insert(found->at);
  }
  for (auto& [key, declaration] : declared_) {
    declaration.assigned = declaration.assigned || assigned.contains(declaration.at);
  }
}

// Blocks, functions and classes are scopes; for `if` and loops that depends on the lowering.
TermId Declarations::ScopeOf(TermId at) const {
  for (TermId id = program_.parent(at); id != kNoTerm; id = program_.parent(id)) {
    if (IsScope(program_.kind(id))) return id;
  }
  return kNoTerm;
}

void Declarations::Declare(const std::string& name, TermId at) {
  // Go's and Rust's name for an unused value.
  if (name.empty() || name == "_") return;
  const auto [place, fresh] = declared_.try_emplace({ScopeOf(at), name}, Declaration{at, false});
  // Two declarations in one scope: which of them is meant depends on the flow.
  if (!fresh) place->second.assigned = true;
}

const Declaration* Declarations::Find(const std::string& name, TermId at) const {
  // From the innermost scope outwards. Where in the scope the name is declared makes no difference.
  for (TermId scope = ScopeOf(at); scope != kNoTerm; scope = ScopeOf(scope)) {
    const auto found = declared_.find({scope, name});
    if (found != declared_.end()) return &found->second;
  }
  return nullptr;
}

const Declaration* Declarations::OfFile(const std::string& name) const {
  return InScope(program_.root, name);
}

const Declaration* Declarations::InScope(TermId scope, const std::string& name) const {
  const auto found = declared_.find({scope, name});
  return found == declared_.end() ? nullptr : &found->second;
}

std::vector<const Declaration*> Declarations::AllIn(TermId scope) const {
  std::vector<const Declaration*> out;
  for (auto at = declared_.lower_bound({scope, ""});
       at != declared_.end() && at->first.first == scope; ++at) {
    out.push_back(&at->second);
  }
  return out;
}

TermId Declarations::FunctionAround(TermId id) const {
  for (id = program_.parent(id); id != kNoTerm; id = program_.parent(id)) {
    if (program_.kind(id) == TermKind::kFunction) return id;
  }
  return kNoTerm;
}

TermId Declarations::ClassAround(TermId at) const {
  for (TermId id = program_.parent(at); id != kNoTerm; id = program_.parent(id)) {
    if (program_.kind(id) == TermKind::kClass) return id;
  }
  return kNoTerm;
}

// The class of the file that an expression names: `Keys`, `Keys.Inner`, `this`.
TermId Declarations::ClassOf(TermId object, int depth) const {
  if (!rows_.classes || depth > kDeepestClass) return kNoTerm;
  const Term& term = program_[object];
  if (term.kind == TermKind::kName) {
    if (term.text == "this") return ClassAround(object);
    const Declaration* const found = Find(term.text, object);
    return found != nullptr && program_.kind(found->at) == TermKind::kClass ? found->at : kNoTerm;
  }
  if (term.kind != TermKind::kMember) return kNoTerm;
  const TermId outer = ClassOf(program_.part(object, 0), depth + 1);
  const Declaration* const found = outer == kNoTerm ? nullptr : InScope(outer, term.text);
  return found != nullptr && program_.kind(found->at) == TermKind::kClass ? found->at : kNoTerm;
}

// Whether a declaration always has one value; a field must be declared so (`final`).
bool Declarations::IsConstant(const Declaration& declaration) const {
  const Term& term = program_[declaration.at];
  if (declaration.assigned || term.kind != TermKind::kDeclare || term.parts.empty()) return false;
  return !rows_.classes || term.constant ||
         program_.kind(ScopeOf(declaration.at)) != TermKind::kClass;
}

// The declaration of `Type.KEY` or `self.KEY`, a constant of a class.
TermId Declarations::MemberConstant(TermId object, const std::string& key) const {
  const std::string& of = program_[object].text;
  const TermId owner = of == "self" ? ClassAround(object) : kNoTerm;
  const auto found = constants_.find({owner == kNoTerm ? of : program_[owner].text, key});
  return found == constants_.end() ? kNoTerm : found->second;
}

// Methods and constants with their type, and top-level functions.
std::vector<std::string> Declarations::Exports() const {
  std::vector<std::string> out;
  for (const auto& [key, at] : methods_) out.push_back(key.first + "." + key.second);
  for (const auto& [key, at] : constants_) out.push_back(key.first + "." + key.second);
  for (const Declaration* const one : AllIn(program_.root)) {
    // A constant may be exported without the keyword: which file imports it decides.
    const Term& term = program_[one->at];
    const bool constant = term.kind == TermKind::kDeclare && term.constant;
    if (term.kind == TermKind::kFunction || constant) out.push_back(term.text);
  }
  return out;
}

}  // namespace flagcensus
