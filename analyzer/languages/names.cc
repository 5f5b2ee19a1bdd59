// Declarations of a file by scope, and the external path of an expression.
//
//   import { env as e } from "node:process"; e.PORT   ─→ PathOf(e.PORT): "process.env.PORT"
//   const getenv = os.Getenv (Go: var)                ─→ PathOf(getenv): "os.Getenv"
//   let env = process.env; env = {}                   ─→ PathOf(env): "", it is assigned again
#include "analyzer/languages/names.h"

#include <algorithm>
#include <set>
#include <utility>

namespace flagcensus {
namespace {

// Deeper chains of constants do not occur by hand; a cycle (`a = b; b = a`) ends here.
constexpr int kDeepestName = 12;
// Names and texts for one query: lists of lists could grow exponentially.
constexpr uint64_t kMaxAsked = 10000;
// In all queries of a file. A file beyond it is reported, and its remaining names are unknown.
constexpr uint64_t kMaxInFile = 20'000'000;

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

bool Names::Alias(const std::string& name, const std::string& path) {
  std::string& now = aliases_[name];
  return std::exchange(now, path) != path;
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

bool Names::CountStep(int depth) const {
  if (depth == 0) asked_here_ = 0;
  const bool out = ++asked_here_ > kMaxAsked || ++asked_ > kMaxInFile;
  exhausted_ = exhausted_ || out;
  return out || depth > kDeepestName;
}

std::string Names::PathOfField(const Term& field, int depth) const {
  // An element of a list has no path; a member of an object does.
  if (field.more.empty() || field.more == "[]") return "";
  const std::string path = PathOf(program_.part(field.parent, 0), depth + 1);
  return path.empty() ? path : path + "." + field.more;
}

// A name without a declaration is itself external: `process`, `os`, `ENV`.
std::string Names::PathOfName(TermId id, int depth) const {
  const Term& name = program_[id];
  const Declaration* const found = declared_.Find(name.text, id);
  // An alias applies to a name of the top level only.
  const auto alias = aliases_.empty() ? aliases_.end() : aliases_.find(name.text);
  if (found == nullptr) return alias == aliases_.end() ? name.text : alias->second;
  const Term& term = program_[found->at];
  // Another file of the tree declares the name as the environment (call_graph.cc).
  if (alias != aliases_.end() && declared_.ScopeOf(found->at) == program_.root) {
    return alias->second;
  }
  if (term.kind == TermKind::kImport) return rows_.Rooted(term.more);
  const bool typed = rows_.classes && !term.more.empty();
  // A variable of a declared class keeps its class, even if it is assigned again.
  if (found->assigned && !typed) return "";
  if (term.kind == TermKind::kField) return PathOfField(term, depth);
  if (term.kind != TermKind::kDeclare && term.kind != TermKind::kParameter) return "";
  const TermId value = program_.part(found->at, 0);
  // `const process = process || {}` declares a different object: the depth ends its path.
  std::string path;
  if (value != kNoTerm && !found->assigned) path = PathOf(value, depth + 1);
  return path.empty() && typed ? PathOfType(term.more, found->at) : path;
}

// One step per kind of term that can denote an external object.
std::string Names::PathOf(TermId id, int depth) const {
  if (id == kNoTerm || CountStep(depth)) return "";
  const Term& term = program_[id];
  switch (term.kind) {
    case TermKind::kName:
      return PathOfName(id, depth);
    case TermKind::kMember: {
      const std::string path = PathOf(program_.part(id, 0), depth + 1);
      // `window.process.env`, `::ENV`: the member is the global object.
      if (path == kNoScope || path == "global" || path == "window") return term.text;
      return path.empty() ? path : rows_.Rooted(path + "." + term.text);
    }
    // `process["env"]`
    case TermKind::kIndex: {
      const std::optional<std::string> key =
          TextOf(program_.part(id, 1), nullptr, depth + 1).Known();
      const std::string path = key ? PathOf(program_.part(id, 0), depth + 1) : std::string();
      return path.empty() ? path : path + "." + *key;
    }
    case TermKind::kCall: {  // require("process")
      if (rows_.classes) return PathOfCall(id, depth);
      const TermId callee = program_.part(id, 0);
      if (program_.kind(callee) != TermKind::kName || program_[callee].text != "require") return "";
      const TermId module = program_.part(id, 1);
      if (program_.kind(module) != TermKind::kString) return "";
      const std::string& text = program_[module].text;
      return text.starts_with("node:") ? text.substr(5) : text;
    }
    case TermKind::kObject:  // `new T { A = x }`
      return rows_.classes && !term.parts.empty() ? PathOf(term.parts[0], depth + 1) : "";
    case TermKind::kOr:  // `const env = process.env || {}`
      return PathOf(program_.part(id, 0), depth + 1);
    default:
      return "";
  }
}

}  // namespace flagcensus
