// a call ─→ the function of the file that it calls, or what other files may call that function
//
//   function get(n) {...}  get("A")        ─→ FunctionOf: get
//   const o = {get: n => ...}; o.get("A")  ─→ the arrow function
//   class C { get(n) {...} f() { this.get("A") } }   ─→ the method of C
//   new Config("A")      (Java)            ─→ the constructor with one parameter
//
// In Java, Kotlin and C# a bare name may be a member of an enclosing class or of a base of one,
// several methods have one name, and a variable's type states which class its methods belong to.
#include <algorithm>

#include "analyzer/languages/names.h"
#include "analyzer/languages/text_reader.h"

namespace flagcensus {
namespace {

constexpr int kDeepestClass = 8;  // nested classes
constexpr std::string_view kNew = "new ";

// The callee is part 0.
int ArgumentsOf(const Program& program, TermId call) {
  return static_cast<int>(program[call].parts.size()) - 1;
}

// Whether a function accepts this many arguments.
bool Takes(const Program& program, TermId function, int arguments) {
  int needed = 0;
  int most = 0;
  for (const TermId part : program[function].parts) {
    const Term& term = program[part];
    // A receiver (`self`) is not passed as an argument.
    if (term.kind != TermKind::kParameter || term.constant) continue;
    ++most;
    needed += term.parts.empty() ? 1 : 0;
  }
  return arguments >= needed && arguments <= most;
}

}  // namespace

// Only a literal function; a name of one is followed by the resolver.
TermId Declarations::FunctionIn(TermId value) const {
  return program_.kind(value) == TermKind::kFunction ? value : kNoTerm;
}

// `type` is "" for functions outside of classes.
TermId Declarations::MethodOf(const std::string& type, const std::string& name,
                              int arguments) const {
  const auto found = methods_.find({type, name});
  if (found == methods_.end()) return kNoTerm;
  const std::vector<TermId>& all = found->second;
  // If several have that number of parameters, the first one counts: types are not compared.
  if (all.size() == 1 || arguments < 0) return all[0];
  const auto fits = std::find_if(all.begin(), all.end(),
                                 [&](TermId one) { return Takes(program_, one, arguments); });
  return fits == all.end() ? all[0] : *fits;
}

TermId Declarations::ClassAround(TermId at) const {
  for (TermId id = program_.parent(at); id != kNoTerm; id = program_.parent(id)) {
    if (program_.kind(id) == TermKind::kClass) return id;
  }
  return kNoTerm;
}

// The method that a bare name calls: of the enclosing classes, and of their bases. Only bases in
// the same file, and one level of them.
TermId Declarations::MethodAround(TermId at, const std::string& name, int arguments) const {
  for (TermId owner = ClassAround(at); owner != kNoTerm; owner = ClassAround(owner)) {
    const TermId own = MethodOf(program_[owner].text, name, arguments);
    if (own != kNoTerm) return own;
    const std::string& base = program_[owner].more;
    const TermId inherited = base.empty() ? kNoTerm : MethodOf(base, name, arguments);
    if (inherited != kNoTerm) return inherited;
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
  if (program_.kind(callee) == TermKind::kName && text.starts_with(kNew)) {
    return PathOfType(text.substr(kNew.size()), id);
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
  if (rows_.classes && program_.kind(callee) == TermKind::kName && text.starts_with(kNew)) {
    const std::string type = text.substr(kNew.size());
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

// A bare name: a constructor, a method of an enclosing class, or a declaration.
TermId Declarations::FunctionOfName(TermId call) const {
  const TermId callee = program_.part(call, 0);
  std::string name = program_[callee].text;
  const int arguments = ArgumentsOf(program_, call);
  if (rows_.classes && name.starts_with(kNew)) {
    name = name.substr(kNew.size());
    const TermId constructor = MethodOf(name, name, arguments);
    if (constructor != kNoTerm) return constructor;
  } else if (rows_.classes) {
    const TermId method = MethodAround(call, name, arguments);
    if (method != kNoTerm) return method;
  }
  const Declaration* const found = Find(name, callee);
  if (found == nullptr) {
    // In Ruby and PHP a bare call may be a method of the enclosing class.
    const TermId owner = rows_.implicit_this ? ClassAround(call) : kNoTerm;
    return owner == kNoTerm ? kNoTerm : MethodOf(program_[owner].text, name, arguments);
  }
  // Several functions of one name are overloads in these languages, and a reassignment in others.
  if (found->assigned) return rows_.classes ? MethodOf("", name, arguments) : kNoTerm;
  if (program_.kind(found->at) == TermKind::kFunction) return found->at;
  return program_.kind(found->at) == TermKind::kDeclare ? FunctionIn(program_.part(found->at, 0))
                                                        : kNoTerm;
}

// The function of the file that a call denotes, by the kind of its object.
TermId Declarations::FunctionOf(TermId call) const {
  const TermId callee = program_.part(call, 0);
  if (program_.kind(callee) == TermKind::kName) return FunctionOfName(call);
  const TermId object = program_.part(callee, 0);
  if (program_.kind(callee) != TermKind::kMember) return kNoTerm;
  const std::string& name = program_[callee].text;
  const int arguments = ArgumentsOf(program_, call);
  if (const TermId owner = ClassOf(object); owner != kNoTerm) {
    return MethodOf(program_[owner].text, name, arguments);
  }
  if (rows_.implicit_this && program_.kind(object) == TermKind::kMember) {
    return MethodOf(program_[object].text, name, arguments);
  }
  // `f().g()`: the type of the result is not known in the file.
  if (program_.kind(object) != TermKind::kName) return kNoTerm;
  const std::string& of = program_[object].text;
  if (of == "this" || of == "self" || of == "Self") {
    const TermId owner = ClassAround(call);
    return owner == kNoTerm ? kNoTerm : MethodOf(program_[owner].text, name, arguments);
  }
  const Declaration* const found = Find(of, object);
  // The text of a name that the file does not declare may be the name of a class.
  if (found == nullptr) return MethodOf(of, name, arguments);
  const Term& term = program_[found->at];
  if (term.kind == TermKind::kClass) return MethodOf(term.text, name, arguments);
  // `Env e = ...; e.get("A")`: by the declared type. `e` of a type that the file does not declare
  // finds no method.
  const bool typed = rows_.classes && !term.more.empty() &&
                     (term.kind == TermKind::kDeclare || term.kind == TermKind::kParameter);
  if (typed || (term.kind == TermKind::kParameter && term.constant)) {
    return MethodOf(term.more, name, arguments);
  }
  const TermId value = program_.part(found->at, 0);
  if (term.kind != TermKind::kDeclare || program_.kind(value) != TermKind::kObject) return kNoTerm;
  // A function in a literal object.
  for (const TermId pair : program_[value].parts) {
    if (program_.kind(pair) == TermKind::kPair && program_[pair].text == name) {
      return FunctionIn(program_.part(pair, 0));
    }
  }
  return kNoTerm;
}

// `name`: a function or class of the file; `member`: a method of the class or of a constant object.
TermId Declarations::FunctionNamed(const std::string& name, const std::string& member,
                                   int arguments) const {
  const Declaration* const found = OfFile(name);
  if (!member.empty()) {
    const TermId method = MethodOf(name, member, arguments);
    if (method != kNoTerm) return method;
    const TermId object = found == nullptr ? kNoTerm : program_.part(found->at, 0);
    if (program_.kind(object) != TermKind::kObject) return kNoTerm;
    for (const TermId pair : program_[object].parts) {
      if (program_.kind(pair) == TermKind::kPair && program_[pair].text == member) {
        return FunctionIn(program_.part(pair, 0));
      }
    }
    return kNoTerm;
  }
  if (found == nullptr) return kNoTerm;
  if (found->assigned) return rows_.classes ? MethodOf("", name, arguments) : kNoTerm;
  if (program_.kind(found->at) == TermKind::kFunction) return found->at;
  return program_.kind(found->at) == TermKind::kDeclare ? FunctionIn(program_.part(found->at, 0))
                                                        : kNoTerm;
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

// Nested classes are prefixed: "Keys.Inner.HOME".
void TextReader::AddConstants(TermId scope, const std::string& before, int depth,
                              std::map<std::string, std::string>* out) const {
  for (const Declaration* const one : declared_.AllIn(scope)) {
    const Term& term = program_[one->at];
    if (rows_.classes && term.kind == TermKind::kClass && depth < kDeepestClass) {
      AddConstants(one->at, before + term.text + ".", depth + 1, out);
    }
    if (!declared_.IsConstant(*one)) continue;
    const std::string name = before + term.text;
    if (const auto text = TextOf(term.parts[0]).Known()) out->emplace(name, *text);
    if (program_.kind(term.parts[0]) != TermKind::kObject) continue;
    for (const TermId pair : program_[term.parts[0]].parts) {
      if (program_.kind(pair) != TermKind::kPair) continue;
      const auto text = TextOf(program_.part(pair, 0)).Known();
      if (text) out->emplace(name + "." + program_[pair].text, *text);
    }
  }
}

// All constants of which the text is known in the file itself.
std::map<std::string, std::string> TextReader::Constants() const {
  std::map<std::string, std::string> out;
  AddConstants(program_.root, "", 0, &out);
  for (const auto& [key, at] : declared_.constants()) {
    const auto text = TextOf(program_.part(at, 0)).Known();
    if (text) out.emplace(key.first + "." + key.second, *text);
  }
  return out;
}

}  // namespace flagcensus
