#include "analyzer/languages/names.h"

#include <algorithm>
#include <set>
#include <utility>

namespace flagcensus {
namespace {

constexpr int kDeepestName = 12;       // names of names, texts in texts
constexpr uint64_t kMaxAsked = 10000;  // names and texts for one question
constexpr uint64_t kMaxInFile = 20'000'000;

bool IsScope(TermKind kind) {
  return kind == TermKind::kBlock || kind == TermKind::kFunction || kind == TermKind::kClass;
}

}  // namespace

Names::Names(const Program& program, const LanguageRows& rows) : program_(program), rows_(rows) {
  const auto count = static_cast<TermId>(program.terms.size());
  for (TermId id = 0; id < count; ++id) {
    const Term& term = program_[id];
    switch (term.kind) {
      case TermKind::kDeclare:
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
        if (program_[program_.parent(id)].constant) Declare(term.text, id);
        break;
      case TermKind::kFunction:
        if (term.more.empty()) {
          Declare(term.text, id);
          if (rows.classes && !term.text.empty()) methods_[{"", term.text}].push_back(id);
        } else if (!term.text.empty()) {
          const TermId owner = term.more == "this" ? ScopeOf(id) : kNoTerm;
          const bool in_class = program_.kind(owner) == TermKind::kClass;
          const std::string type = in_class ? program_[owner].text : term.more;
          methods_[{type, term.text}].push_back(id);
        }
        break;
      default:
        break;
    }
  }
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

TermId Names::ScopeOf(TermId at) const {
  for (TermId id = program_.parent(at); id != kNoTerm; id = program_.parent(id)) {
    if (IsScope(program_.kind(id))) return id;
  }
  return kNoTerm;
}

void Names::Declare(const std::string& name, TermId at) {
  if (name.empty() || name == "_") return;
  const auto [place, fresh] = declared_.try_emplace({ScopeOf(at), name}, Declaration{at, false});
  if (!fresh) place->second.assigned = true;
}

const Declaration* Names::Find(const std::string& name, TermId at) const {
  for (TermId scope = ScopeOf(at); scope != kNoTerm; scope = ScopeOf(scope)) {
    const auto found = declared_.find({scope, name});
    if (found != declared_.end()) return &found->second;
  }
  return nullptr;
}

const Declaration* Names::OfFile(const std::string& name) const {
  const auto found = declared_.find({program_.root, name});
  return found == declared_.end() ? nullptr : &found->second;
}

const Declaration* Names::InScope(TermId scope, const std::string& name) const {
  const auto found = declared_.find({scope, name});
  return found == declared_.end() ? nullptr : &found->second;
}

TermId Names::FunctionAround(TermId id) const {
  for (id = program_.parent(id); id != kNoTerm; id = program_.parent(id)) {
    if (program_.kind(id) == TermKind::kFunction) return id;
  }
  return kNoTerm;
}

bool Names::Refuses(int depth) const {
  if (depth == 0) asked_here_ = 0;
  const bool out = ++asked_here_ > kMaxAsked || ++asked_ > kMaxInFile;
  exhausted_ = exhausted_ || out;
  return out || depth > kDeepestName;
}

std::string Names::PathOfField(const Term& field, int depth) const {
  if (field.more.empty() || field.more == "[]") return "";
  const std::string path = PathOf(program_.part(field.parent, 0), depth + 1);
  return path.empty() ? path : path + "." + field.more;
}

std::string Names::PathOfName(TermId id, int depth) const {
  const Term& name = program_[id];
  const Declaration* const found = Find(name.text, id);
  const auto alias = aliases_.empty() ? aliases_.end() : aliases_.find(name.text);
  if (found == nullptr) return alias == aliases_.end() ? name.text : alias->second;
  const Term& term = program_[found->at];
  if (alias != aliases_.end() && ScopeOf(found->at) == program_.root) return alias->second;
  if (term.kind == TermKind::kImport) return rows_.Rooted(term.more);
  const bool typed = rows_.classes && !term.more.empty();
  if (found->assigned && !typed) return "";
  if (term.kind == TermKind::kField) return PathOfField(term, depth);
  if (term.kind != TermKind::kDeclare && term.kind != TermKind::kParameter) return "";
  const TermId value = program_.part(found->at, 0);
  // `const process = process || {}` declares another one: it would mean itself.
  std::string path;
  if (value != kNoTerm && !found->assigned) path = PathOf(value, depth + 1);
  return path.empty() && typed ? PathOfType(term.more, found->at) : path;
}

std::string Names::PathOf(TermId id, int depth) const {
  if (id == kNoTerm || Refuses(depth)) return "";
  const Term& term = program_[id];
  switch (term.kind) {
    case TermKind::kName:
      return PathOfName(id, depth);
    case TermKind::kMember: {
      const std::string path = PathOf(program_.part(id, 0), depth + 1);
      if (path == kNoScope || path == "global" || path == "window") return term.text;
      return path.empty() ? path : rows_.Rooted(path + "." + term.text);
    }
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
