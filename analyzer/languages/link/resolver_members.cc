// an object, a type or a module and a name ─→ the member
//
//   const o = { ...base, get };   o.get        ─→ the function `get`; otherwise a member of base
//   class C { env = new Env(); }  c.env        ─→ an instance of Env
//   type C struct { Base }        c.Get        ─→ the method Get of the embedded Base
//   trait Env; one impl           env.get      ─→ the method of the only implementation
#include "analyzer/languages/link/resolver.h"

namespace flagcensus {
namespace {

using Kind = Denoted::Kind;
constexpr size_t kMaxAssigned = 400;  // terms of a constructor that are searched for assignments

}  // namespace

// The kind of the object decides what a member is.
Denoted Resolver::Member(const Denoted& of, const std::string& name, int depth) {
  if (CountStep(depth + 1)) return {};
  switch (of.kind) {
    case Kind::kOutside:
      return {Kind::kOutside, of.unit, kNoTerm, of.name + "." + name};
    case Kind::kObject:
      return MemberOfObject(of.unit, of.term, name, depth + 1);
    case Kind::kType:
    case Kind::kInstance:
      return MemberOfType(of, name, depth + 1);
    case Kind::kModule: {
      const Language language = units_.all()[of.unit]->language;
      if (language == Language::kGo) return InPackage(of.name, name, depth + 1);
      if (language == Language::kRust) return rust_.RustMember(of, name, depth + 1);
      return Exported(of.unit, name, depth + 1);
    }
    default:
      return {};
  }
}

// A pair of the literal, or of an object that is spread in it.
Denoted Resolver::MemberOfObject(size_t unit, TermId object, const std::string& name, int depth) {
  const Program& program = ProgramOf(unit);
  const std::vector<TermId>& parts = program[object].parts;
  // From the end: a later pair or spread replaces an earlier one.
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (program.kind(*part) == TermKind::kPair && program[*part].text == name) {
      const TermId value = program.part(*part, 0);
      // `{ name }` names a variable outside.
      return Of(unit, value, depth + 1);
    }
    if (program.kind(*part) != TermKind::kSpread) continue;
    const Denoted out = Member(Of(unit, program.part(*part, 0), depth + 1), name, depth + 1);
    if (out && out.kind != Kind::kOutside) return out;
  }
  return {};
}

// In all units of the type: its methods, fields and bases.
Denoted Resolver::MemberOfType(const Denoted& of, const std::string& name, int depth) {
  for (const size_t unit : index_.UnitsOfType(of)) {
    if (units_.all()[unit]->language == Language::kGo) {
      const TermId method = NamesOf(unit).declared().MethodOf(of.name, name);
      if (method != kNoTerm) return {Kind::kFunction, unit, method, {}};
    }
    for (const TermId one : index_.ClassesOf(unit, of.name)) {
      const Denoted out = MemberOfClass(unit, one, name, depth + 1);
      if (out) return out;
    }
  }
  // A trait with one implementation that has the member means that one. With several, none is
  // certain.
  if (units_.all()[of.unit]->language != Language::kRust) return Held(of.name, name);
  Denoted only;
  for (const auto& [unit, one] : index_.ImplementorsOf(of.name)) {
    const Denoted out = MemberOfClass(unit, one, name, depth + 1);
    if (!out) continue;
    if (only) return {};
    only = out;
  }
  return only ? only : Held(of.name, name);
}

// The members of one class term, in the order of the source, then those of its base.
Denoted Resolver::MemberOfClass(size_t unit, TermId type, const std::string& name, int depth) {
  const Program& program = ProgramOf(unit);
  // The list grows by the parts of terms without a kind.
  std::vector<TermId> parts = program[type].parts;
  for (size_t i = 0; i < parts.size(); ++i) {
    const TermId part = parts[i];
    const Term& term = program[part];
    if (term.kind == TermKind::kOther) {  // the fields of `a, b string`
      parts.insert(parts.end(), term.parts.begin(), term.parts.end());
    } else if (term.kind == TermKind::kFunction && term.text == "constructor" &&
               !term.parts.empty()) {
      for (const TermId parameter : term.parts) {  // constructor(private env: Env)
        if (program.kind(parameter) != TermKind::kParameter || program[parameter].text != name) {
          continue;
        }
        const Denoted out = InstanceOf(unit, parameter, program.type(parameter), depth + 1);
        if (out) return out;
      }
      // this.env = new Env()
      std::vector<TermId> todo = {term.parts.back()};
      for (size_t at = 0; at < todo.size() && at < kMaxAssigned; ++at) {
        const Term& inner = program[todo[at]];
        const TermId target = program.part(todo[at], 0);
        const bool own =
            inner.kind == TermKind::kAssign && program.kind(target) == TermKind::kMember &&
            program[target].text == name && program[program.part(target, 0)].text == "this";
        if (own) return Of(unit, program.part(todo[at], 1), depth + 1);
        if (inner.kind != TermKind::kFunction) {
          todo.insert(todo.end(), inner.parts.begin(), inner.parts.end());
        }
      }
    } else if (term.text == name && term.kind == TermKind::kFunction) {
      return {Kind::kFunction, unit, part, {}};
    } else if (term.text == name && term.kind == TermKind::kPair) {
      const Denoted value = Of(unit, program.part(part, 0), depth + 1);
      return value ? value : InstanceOf(unit, part, program.type(part), depth + 1);
    } else if (term.text == name && term.kind == TermKind::kField) {
      return InstanceOf(unit, part, program.type(part), depth + 1);
    } else if (term.kind == TermKind::kField && term.more == "embedded") {
      const Denoted inner = InstanceOf(unit, part, program.type(part), depth + 1);
      const Denoted out = inner ? Member(inner, name, depth + 1) : Denoted{};
      if (out) return out;
    }
  }
  // The base class.
  const std::string& base = program.type(type);
  if (base.empty()) return {};
  const Denoted parent = InstanceOf(unit, type, base, depth + 1);
  return parent ? Member(parent, name, depth + 1) : Denoted{};
}

// The value of a field of a record, if literals of its type agree: `Config{getenv: os.Getenv}`.
// Tests replace it by other values, so their literals do not count.
Denoted Resolver::Held(const std::string& type, const std::string& field) {
  Denoted only;
  for (const auto& [unit, value] : index_.ValuesOf(type, field)) {
    if (IsTestFile(units_.tree().files[units_.all()[unit]->file].path)) continue;
    // Starts at half the maximum depth, so fields that contain each other do not recurse for long.
    const Denoted out = Of(unit, value, Denoted::kDeepest / 2);
    if (!out || out == only) continue;
    if (only) return {};
    only = out;
  }
  return only;
}

}  // namespace flagcensus
