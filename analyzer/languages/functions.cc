// a call ─→ the function of the file that it calls
//
//   function get(n) {...}  get("A")        ─→ FunctionOf: get
//   const o = {get: n => ...}; o.get("A")  ─→ the arrow function
//   class C { get(n) {...} f() { this.get("A") } }   ─→ the method of C
//   new Config("A")      (Java)            ─→ the constructor with one parameter
//
// In Java, Kotlin and C# a bare name may be a member of an enclosing class or of a base of one,
// several methods have one name, and a variable's type states which class its methods belong to.
#include <algorithm>

#include "analyzer/languages/declarations.h"

namespace flagcensus {
namespace {

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

// A bare name: a constructor, a method of an enclosing class, or a declaration.
TermId Declarations::FunctionOfName(TermId call) const {
  const TermId callee = program_.part(call, 0);
  std::string name = program_[callee].text;
  const int arguments = ArgumentsOf(program_, call);
  if (rows_.classes && name.starts_with(kNewPrefix)) {
    name = name.substr(kNewPrefix.size());
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

}  // namespace flagcensus
