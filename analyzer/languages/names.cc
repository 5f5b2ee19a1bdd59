// an expression or a callee ─→ the path of the external object that it denotes
//
//   import { env as e } from "node:process"; e.PORT   ─→ PathOf(e.PORT): "process.env.PORT"
//   const getenv = os.Getenv (Go: var)                ─→ PathOf(getenv): "os.Getenv"
//   let env = process.env; env = {}                   ─→ PathOf(env): "", it is assigned again
#include "analyzer/languages/names.h"

#include <utility>

namespace flagcensus {
namespace {

// Deeper chains of constants do not occur by hand; a cycle (`a = b; b = a`) ends here.
constexpr int kDeepestName = 12;
// Names and texts for one query: lists of lists could grow exponentially.
constexpr uint64_t kMaxAsked = 10000;
// In all queries of a file. A file beyond it is reported, and its remaining names are unknown.
constexpr uint64_t kMaxInFile = 20'000'000;

}  // namespace

bool Names::Alias(const std::string& name, const std::string& path) {
  std::string& now = aliases_[name];
  return std::exchange(now, path) != path;
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

// A type that the file declares has no path; an imported one has that of the import.
std::string Names::PathOfType(const std::string& type, TermId at) const {
  const Declaration* const found = declared_.Find(type, at);
  if (found == nullptr) return rows_.Rooted(type);
  return program_.kind(found->at) == TermKind::kImport ? rows_.Rooted(program_[found->at].more)
                                                       : std::string();
}

// The path of a getter's result, `System.getenv()`, and of a new object.
std::string Names::PathOfCall(TermId id, int depth) const {
  const TermId callee = program_.part(id, 0);
  const std::string& text = program_[callee].text;
  if (program_.kind(callee) == TermKind::kName && text.starts_with(kNewPrefix)) {
    return PathOfType(text.substr(kNewPrefix.size()), id);
  }
  // Only without arguments: the result of a call with arguments is a different object each time.
  const std::string path = program_[id].parts.size() == 1 ? PathOf(callee, depth + 1) : "";
  return path.empty() ? path : path + "()";
}

// A bare name as a member of the bases of the enclosing classes.
std::vector<std::string> Names::InheritedPathsOf(TermId name) const {
  std::vector<std::string> out;
  if (!rows_.classes) return out;
  for (TermId owner = declared_.ClassAround(name); owner != kNoTerm;
       owner = declared_.ClassAround(owner)) {
    const std::string& base = program_[owner].more;
    const std::string path = base.empty() ? base : PathOfType(base, owner);
    if (!path.empty()) out.push_back(path + "." + program_[name].text);
  }
  return out;
}

// `import static System.*; getenv("A")` ─→ "System.getenv"
std::vector<std::string> Names::WildcardPathsOf(TermId name) const {
  std::vector<std::string> out;
  if (!rows_.classes || program_.kind(name) != TermKind::kName) return out;
  const std::string& text = program_[name].text;
  // A name that the file declares is not imported.
  if (declared_.Find(text, name) != nullptr) return out;
  if (declared_.MethodAround(name, text, -1) != kNoTerm) return out;
  for (const std::string& from : program_.wildcards) {
    out.push_back(rows_.Rooted(from) + "." + text);
  }
  return out;
}

// `Keys.get()` with `import org.x.Keys` ─→ "org.x.Keys.get"
std::vector<std::string> Names::PathsOfCallee(TermId call) const {
  const TermId callee = program_.part(call, 0);
  const std::string& text = callee == kNoTerm ? std::string() : program_[callee].text;
  // `new a.B()`: the constructor `a.B.B`, and the class for one without a constructor.
  if (rows_.classes && program_.kind(callee) == TermKind::kName && text.starts_with(kNewPrefix)) {
    const std::string type = text.substr(kNewPrefix.size());
    const std::string path = PathOfType(type, call);
    if (path.empty()) return {};
    return {path + "." + type.substr(type.rfind('.') + 1), path};
  }
  std::vector<std::string> out;
  if (std::string path = PathOf(callee); !path.empty()) out.push_back(std::move(path));
  if (program_.kind(callee) != TermKind::kName) return out;
  for (std::string& path : InheritedPathsOf(callee)) out.push_back(std::move(path));
  return out;
}

}  // namespace flagcensus
