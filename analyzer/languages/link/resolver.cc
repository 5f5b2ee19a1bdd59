// A term ─→ what it denotes, across files. One step per kind of term; imports are in
// resolver_imports.cc, paths of Rust in rust_paths.cc, members in resolver_members.cc.
//
//   conf.get          conf = import of ./conf      ─→ the function `get` that conf.js exports
//   c.Get             c := NewConf(), *Conf        ─→ the method Get of the type Conf
//   os.Getenv                                      ─→ outside, "os.Getenv"
#include "analyzer/languages/link/resolver.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using Kind = Denoted::Kind;
constexpr uint64_t kMaxSteps = 5'000;  // for one query; a cycle of imports ends by it
constexpr uint64_t kMaxInAll = 50'000'000;
constexpr size_t kMaxReturns = 400;  // terms of a function that are searched for its returned value

}  // namespace

// The resolver is made anew for each round, as units are added between rounds.
Resolver::Resolver(const Units& units, std::set<std::string> names)
    : units_(units), names_(std::move(names)), index_(units), rust_(units, index_, *this) {}

// The unit of a file that may declare `name`.
std::optional<size_t> Resolver::UnitAt(size_t file, const std::string& name) {
  const std::optional<size_t> unit = units_.UnitOfFile(file);
  // The file was not parsed, and may export a function that is searched for: the next round parses
  // it.
  if (!unit && names_.contains(name)) wanted_.insert(file);
  return unit;
}

// Counts a step. A query begins at depth 0; limits are on one query, on all, and on the depth.
bool Resolver::CountStep(int depth) {
  if (depth == 0) steps_here_ = 0;
  const bool out = ++steps_here_ > kMaxSteps || ++steps_ > kMaxInAll;
  exhausted_ = exhausted_ || out;
  return out || depth > Denoted::kDeepest;
}

// What a term denotes: names and members are looked up, and terms around a value are passed.
Denoted Resolver::Of(size_t unit, TermId id, int depth) {
  if (id == kNoTerm || CountStep(depth)) return {};
  const Program& program = ProgramOf(unit);
  const Term& term = program[id];
  switch (term.kind) {
    case TermKind::kName:
      return OfName(unit, id, depth + 1);
    case TermKind::kMember:
      if (const std::string path = rust_.RustPathOf(unit, id); !path.empty()) {
        return rust_.UndeclaredPath(unit, id, path, depth + 1);
      }
      return Member(Of(unit, program.part(id, 0), depth + 1), term.text, depth + 1);
    case TermKind::kCall:
      return OfCall(unit, id, depth + 1);
    case TermKind::kFunction:
      return {Kind::kFunction, unit, id, {}};
    case TermKind::kClass:
      return {Kind::kType, unit, id, term.text};
    case TermKind::kObject:
      if (!term.more.empty()) return InstanceOf(unit, id, term.more, depth + 1);
      return {Kind::kObject, unit, id, {}};
    // `conf || default`: an external object is the weaker answer.
    case TermKind::kOr: {
      // Both operands may be a function: `override || defaults.get`.
      const Denoted first = Of(unit, program.part(id, 0), depth + 1);
      return first && first.kind != Kind::kOutside ? first
                                                   : Of(unit, program.part(id, 1), depth + 1);
    }
    case TermKind::kRequired:
    case TermKind::kReturn:
    case TermKind::kExport:
      return Of(unit, program.part(id, 0), depth + 1);
    case TermKind::kOther:
      return term.parts.size() == 1 ? Of(unit, term.parts[0], depth + 1) : Denoted{};
    default:
      return {};
  }
}

// `this`, `self`, `Self`: the enclosing class or object.
Denoted Resolver::OfSelf(size_t unit, TermId id) const {
  const Program& program = ProgramOf(unit);
  const bool type = program[id].text == "Self";
  for (TermId at = program.parent(id); at != kNoTerm; at = program.parent(at)) {
    if (program.kind(at) == TermKind::kClass) {
      return {type ? Kind::kType : Kind::kInstance, unit, at, program[at].text};
    }
    // `{ get() { this... } }`; an arrow function has the `this` around it.
    const TermId pair = program.parent(at);
    const bool method = program.kind(at) == TermKind::kFunction && program[at].more == "this" &&
                        program.kind(pair) == TermKind::kPair;
    if (method && program.kind(program.parent(pair)) == TermKind::kObject) {
      return {Kind::kObject, unit, program.parent(pair), {}};
    }
  }
  return {};
}

// In the order of the languages: `this`, the file's declarations, the package or crate, and
// outside.
Denoted Resolver::OfName(size_t unit, TermId id, int depth) {
  const Program& program = ProgramOf(unit);
  const std::string& name = program[id].text;
  const ProgramUnit& of = *units_.all()[unit];
  const bool rust = of.language == Language::kRust;
  if (name == "this" || (rust && (name == "self" || name == "Self"))) {
    // `self::f` is the module, which a member of a path denotes: RustPath.
    const Denoted self = OfSelf(unit, id);
    if (self || !rust) return self;
  }
  const Declaration* const found = NamesOf(unit).declared().Find(name, id);
  if (found != nullptr) return OfDeclared(unit, *found, depth);
  // A macro is found by its name in the whole tree.
  if (rust && name.ends_with('!')) {
    const UnitIndex::UnitTerms& macros = index_.MacrosNamed(name);
    // Two macros of one name: which is in scope depends on the order of the files.
    return macros.size() == 1 ? Denoted{Kind::kFunction, macros[0].first, macros[0].second, {}}
                              : Denoted{};
  }
  if (rust) return rust_.UndeclaredPath(unit, id, name, depth);
  // A name of another file of the package.
  if (of.language == Language::kGo) {
    const Denoted own = InPackage(of.folder, name, depth);
    if (own) return own;
  }
  return {Kind::kOutside, unit, kNoTerm, name};
}

// A value that is assigned again denotes nothing, unless its type is declared.
Denoted Resolver::OfDeclared(size_t unit, const Declaration& declaration, int depth) {
  const Program& program = ProgramOf(unit);
  const TermId at = declaration.at;
  const Term& term = program[at];
  switch (term.kind) {
    case TermKind::kFunction:
      return declaration.assigned ? Denoted{} : Denoted{Kind::kFunction, unit, at, {}};
    case TermKind::kClass:
      return {Kind::kType, unit, at, term.text};
    case TermKind::kImport:
      return Import(unit, at, depth + 1);
    // A receiver has its type in `more`; other parameters are what callers pass.
    case TermKind::kParameter: {
      const std::string& type = term.constant && !term.more.empty() ? term.more : program.type(at);
      const Denoted typed = InstanceOf(unit, at, type, depth + 1);
      if (typed) return typed;
      return declaration.assigned ? Denoted{} : Denoted{Kind::kSlot, unit, at, {}};
    }
    // The declared type first: it is known even if the variable is assigned again.
    case TermKind::kDeclare: {
      const Denoted typed = InstanceOf(unit, at, program.type(at), depth + 1);
      if (typed || declaration.assigned) return typed;
      return Of(unit, program.part(at, 0), depth + 1);
    }
    case TermKind::kField: {
      // A name of a pattern: a member of the destructured value, or the first of several results.
      const TermId pattern = program.parent(at);
      if (declaration.assigned || term.more.empty() || program.takes.contains(at)) return {};
      const Denoted value = Of(unit, program.part(pattern, 0), depth + 1);
      if (term.more != "[]") return Member(value, term.more, depth + 1);
      return program.part(pattern, 1) == at ? value : Denoted{};  // `x, err := New()`
    }
    default:
      return {};
  }
}

// The result of a call.
Denoted Resolver::OfCall(size_t unit, TermId id, int depth) {
  const Program& program = ProgramOf(unit);
  const TermId callee = program.part(id, 0);
  const LanguageRows& rows = NamesOf(unit).rows();
  // A module of CommonJS.
  if (program.kind(callee) == TermKind::kName && program[callee].text == "require") {
    const TermId module = program.part(id, 1);
    if (program.kind(module) != TermKind::kString) return {};
    const auto file =
        units_.paths().modules().ScriptOf(units_.all()[unit]->folder, program[module].text);
    if (!file) return {Kind::kOutside, unit, kNoTerm, NamesOf(unit).PathOf(id)};
    const auto other = UnitAt(*file, program[module].text);
    if (!other) return {};
    return {Kind::kModule, *other, kNoTerm, {}};
  }
  const Denoted function = Of(unit, callee, depth + 1);
  // A constructor, or a conversion to the type.
  if (function.kind == Kind::kType)
    return {Kind::kInstance, function.unit, function.term, function.name};
  if (function.kind == Kind::kFunction) return Result(function, depth + 1);
  const std::string path = NamesOf(unit).PathOf(callee);
  // A holder of the value, such as Arc::new(x) or a memoising wrapper: what is inside is denoted.
  const bool holds =
      std::any_of(rows.forwarding.holders.begin(), rows.forwarding.holders.end(),
                  [&](const auto& one) { return path == one || path.ends_with("." + one); });
  if (holds) {
    const Denoted value = Of(unit, program.part(id, 1), depth + 1);
    return value.kind == Kind::kFunction ? Result(value, depth + 1) : value;
  }
  // `.clone()`, `.unwrap()`: the object itself.
  if (program.kind(callee) == TermKind::kMember) {
    const auto method = rows.values.methods.find(program[callee].text);
    const bool same =
        method != rows.values.methods.end() && (method->second.effect == MethodEffect::kSame ||
                                                method->second.effect == MethodEffect::kRequired);
    if (same) return Of(unit, program.part(callee, 0), depth + 1);
  }
  return {};
}

// What a function returns: its declared type, otherwise the first value that it returns.
Denoted Resolver::Result(const Denoted& function, int depth) {
  const std::pair key(function.unit, function.term);
  // Cached: many calls have one callee.
  if (const auto found = results_.find(key); found != results_.end()) return found->second;
  results_[key] = {};  // the result of a function that returns itself
  const Program& program = ProgramOf(function.unit);
  const std::string& type = program.type(function.term);
  Denoted out = InstanceOf(function.unit, function.term, type, depth + 1);
  if (!out && !program[function.term].parts.empty()) {
    // The terms of the body in the order of their depth.
    std::vector<TermId> todo = {program[function.term].parts.back()};
    for (size_t i = 0; i < todo.size() && i < kMaxReturns && !out; ++i) {
      const Term& term = program[todo[i]];
      if (term.kind == TermKind::kReturn) {
        // A parameter or an external object does not resolve the result: another `return` may.
        out = Of(function.unit, program.part(todo[i], 0), depth + 1);
        if (out.kind == Kind::kOutside || out.kind == Kind::kSlot) out = {};
      } else if (term.kind != TermKind::kFunction) {
        // Values of inner functions are not those of this one.
        todo.insert(todo.end(), term.parts.begin(), term.parts.end());
      }
    }
  }
  results_[key] = out;
  return out;
}

// An instance of a type as it is spelled: `*pkg.Type`, `Arc<dyn Env>`, `Promise<Config>`. Types
// that the tree does not declare are unwrapped, up to six levels.
Denoted Resolver::InstanceOf(size_t unit, TermId at, std::string type, int depth) {
  if (depth > Denoted::kDeepest) return {};
  for (int i = 0; i < 6 && !type.empty(); ++i) {
    std::string_view text = Trim(type);
    // Step 1: references, lifetimes and keywords in front of the name are dropped.
    // A result of Rust is spelled with its arrow.
    if (text.starts_with("->")) text = Trim(text.substr(2));
    // `*T`, `&T`, `&'a mut T`
    while (text.starts_with('*') || text.starts_with('&')) text.remove_prefix(1);
    if (text.starts_with('\'')) text.remove_prefix(std::min(text.size(), text.find(' ') + 1));
    for (const std::string_view word : {"mut ", "dyn ", "impl "}) {
      text = Trim(text);
      if (text.starts_with(word)) text.remove_prefix(word.size());
    }
    const size_t generic = text.find_first_of("<[");
    const std::string head = ReplaceAll(Trim(text.substr(0, generic)), "::", ".");
    // Tuples, functions and unions have no single type.
    if (head.empty() || head.find_first_of("(){}|, \n") != std::string::npos) return {};
    // Step 2: each part of the path.
    Denoted found;
    for (const std::string_view part : Split(head, '.')) {
      const std::string name(part);
      if (part.data() == head.data()) {
        if (name == "Self") {
          for (TermId up = at; up != kNoTerm; up = ProgramOf(unit).parent(up)) {
            if (ProgramOf(unit).kind(up) != TermKind::kClass) continue;
            return {Kind::kInstance, unit, up, ProgramOf(unit)[up].text};
          }
        }
        // The first part is looked up like a name, without values.
        const Declaration* const own = NamesOf(unit).declared().Find(name, at);
        const Language language = units_.all()[unit]->language;
        found = own != nullptr              ? OfDeclared(unit, *own, depth + 1)
                : language == Language::kGo ? InPackage(units_.all()[unit]->folder, name, depth + 1)
                : language == Language::kRust ? rust_.RustPath(unit, at, name, kNoTerm, depth + 1)
                                              : Denoted{};
      } else {
        found = Member(found, name, depth + 1);
      }
    }
    if (found.kind == Kind::kType) return {Kind::kInstance, found.unit, found.term, found.name};
    // No type argument to try.
    if (generic == std::string_view::npos || text[generic] != '<') return {};
    // Step 3: not a type of the tree: its first argument is tried.
    const size_t end = text.rfind('>');
    if (end == std::string_view::npos || end <= generic) return {};
    std::string inner(text.substr(generic + 1, end - generic - 1));
    type = inner.find('<') == std::string::npos ? inner.substr(0, inner.find(',')) : inner;
  }
  return {};
}

}  // namespace flagcensus
