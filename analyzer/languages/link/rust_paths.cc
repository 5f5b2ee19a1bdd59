// a path of Rust ─→ what it denotes, by the modules of its crate
//
//   use crate::env::get     ─→ the function `get` of src/env.rs, or of `mod env { ... }`
//   super::KEY              ─→ KEY of the module above
//   kit::read               ─→ `read` of the crate kit of the tree
//   std::env::var           ─→ outside, "std.env.var"
#include "analyzer/languages/link/rust_paths.h"

#include "analyzer/base/text.h"
#include "analyzer/languages/link/resolver.h"

namespace flagcensus {
namespace {

using Kind = Denoted::Kind;

}  // namespace

// `crate::a::b` and `a::b` of names that the file does not declare, dotted; "" for any other term.
std::string RustPaths::RustPathOf(size_t unit, TermId id) const {
  if (units_.all()[unit]->language != Language::kRust) return "";
  const Program& program = ProgramOf(unit);
  std::string path;
  for (; program.kind(id) == TermKind::kMember; id = program.part(id, 0)) {
    path = "." + program[id].text + path;
  }
  if (program.kind(id) != TermKind::kName) return "";
  const std::string& first = program[id].text;
  if (first == "self" || first == "Self" || NamesOf(unit).declared().Find(first, id) != nullptr)
    return "";
  return first + path;
}

// RustPath of a name that the file does not declare, once for each module.
Denoted RustPaths::UndeclaredPath(size_t unit, TermId id, const std::string& path, int depth) {
  const std::pair key(std::pair(unit, ModuleAround(ProgramOf(unit), id)), path);
  if (const auto known = rust_names_.find(key); known != rust_names_.end()) return known->second;
  Denoted out = RustPath(unit, id, path, kNoTerm, depth);
  rust_names_.emplace(key, out);
  return out;
}

// The module of a path in a crate, if its file was parsed.
Denoted RustPaths::RustModule(const std::string& crate, const std::string& module,
                              const std::string& name) {
  for (const size_t file : units_.paths().modules().RustFiles(crate, module)) {
    if (const auto unit = resolver_.UnitAt(file, name)) {
      return {Kind::kModule, *unit, ProgramOf(*unit).root, {}};
    }
  }
  return {};
}

// The longest beginning of a path in a crate that is a module with a file; `next`: the index of the
// part after it.
Denoted RustPaths::LongestModule(const std::string& crate,
                                 const std::vector<std::string_view>& parts, size_t* next) {
  const std::string last(parts.back());
  for (size_t end = parts.size(); end > 1; --end) {
    std::string module;
    for (size_t i = 1; i < end; ++i) module += (i > 1 ? "." : "") + std::string(parts[i]);
    *next = end;
    if (Denoted out = RustModule(crate, module, last)) return out;
  }
  return {};
}

// The enclosing module: the file's root, or a block with a name.
TermId RustPaths::ModuleAround(const Program& program, TermId at) {
  for (TermId up = program.parent(at); up != kNoTerm; up = program.parent(up)) {
    if (program.kind(up) == TermKind::kBlock && !program[up].text.empty()) return up;
  }
  return program.root;
}

// The enclosing block, or the module of the file above.
Denoted RustPaths::ParentModule(const Denoted& module, const std::string& name) {
  const Program& program = ProgramOf(module.unit);
  if (module.term != program.root) {
    return {Kind::kModule, module.unit, ModuleAround(program, module.term), {}};
  }
  const auto place = units_.paths().modules().RustPlaceOf(units_.all()[module.unit]->file);
  const size_t dot = place.module.rfind('.');
  return RustModule(place.crate, dot == std::string::npos ? "" : place.module.substr(0, dot), name);
}

// A path of Rust, seen from a term: `crate::env::get`, `self::get`, `env::get`, `my_crate::get`.
// `self`: the `use` that is followed, which does not denote itself.
Denoted RustPaths::RustPath(size_t unit, TermId at, const std::string& path, TermId self,
                            int depth) {
  if (resolver_.CountStep(depth + 1)) return {};
  const Program& program = ProgramOf(unit);
  const TreeModules::RustPlace place =
      units_.paths().modules().RustPlaceOf(units_.all()[unit]->file);
  // The first part decides where the path begins.
  const std::vector<std::string_view> parts = Split(path, '.');
  const std::string last(parts.back());
  const TermId scope = ModuleAround(program, at);
  Denoted out;
  size_t next = 1;
  const std::string first(parts[0]);
  if (first == "std") return {Kind::kOutside, unit, kNoTerm, path};
  if (first == "crate") {
    // A crate may have several roots (main.rs and lib.rs): the first in which the path exists.
    const std::vector<size_t>& roots = units_.paths().modules().RustFiles(place.crate, "");
    for (const size_t root : roots) {
      Denoted here = RustModule(place.crate, "", last);
      if (const auto found = resolver_.UnitAt(root, last)) {
        here = {Kind::kModule, *found, ProgramOf(*found).root, {}};
      }
      for (size_t i = 1; i < parts.size() && here; ++i) {
        here = resolver_.Member(here, std::string(parts[i]), depth + 1);
      }
      if (here) return here;
    }
    out = LongestModule(place.crate, parts, &next);
  } else if (first == "self") {
    out = {Kind::kModule, unit, scope, {}};
  } else if (first == "super") {
    out = ParentModule({Kind::kModule, unit, scope, {}}, last);
  } else {
    const Declaration* const own = NamesOf(unit).declared().Find(first, at);
    // A `use` of the same name as its first part: `use env::env`.
    if (own != nullptr && own->at != self &&
        !(self != kNoTerm && program.kind(own->at) == TermKind::kImport &&
          program[own->at].text == program[self].text)) {
      out = resolver_.OfDeclared(unit, *own, depth + 1);
    }
    if (!out) out = RustMember({Kind::kModule, unit, scope, {}}, first, depth + 1);
    // In the 2018 edition, the first part may be another crate.
    if (!out) {
      if (const auto crate = units_.paths().modules().CrateOf(first)) {
        out = RustModule(*crate, "", last);
        for (size_t i = 1; i < parts.size() && out; ++i) {
          out = resolver_.Member(out, std::string(parts[i]), depth + 1);
        }
        if (out) return out;
        out = LongestModule(*crate, parts, &next);
      }
    }
  }
  if (!out)
    // `crate::x` that is not found is not an external path.
    return first == "crate" || first == "super" ? Denoted{}
                                                : Denoted{Kind::kOutside, unit, kNoTerm, path};
  for (size_t i = next; i < parts.size() && out; ++i) {
    out = resolver_.Member(out, std::string(parts[i]), depth + 1);
  }
  return out;
}

// A name in a module, in the order of Rust: declarations, modules, wildcard imports.
Denoted RustPaths::RustMember(const Denoted& module, const std::string& name, int depth) {
  if (resolver_.CountStep(depth + 1)) return {};
  const Program& program = ProgramOf(module.unit);
  if (module.term == kNoTerm) return {};  // it could not be parsed
  if (name == "self") return module;
  if (name == "super") return ParentModule(module, name);
  // Own declarations before child modules, and these before wildcards.
  if (const Declaration* const own = NamesOf(module.unit).declared().InScope(module.term, name)) {
    // A `use` of something outside is the weaker answer, but still the answer.
    const bool import = program.kind(own->at) == TermKind::kImport;
    const Denoted out = resolver_.OfDeclared(module.unit, *own, depth + 1);
    if (out && !(import && out.kind == Kind::kOutside)) return out;
    if (import) return out;
  }
  for (const TermId part : program[module.term].parts) {
    if (program.kind(part) == TermKind::kBlock && program[part].text == name) {
      // `mod name;` is a block without parts.
      if (!program[part].parts.empty()) return {Kind::kModule, module.unit, part, {}};
    }
  }
  if (module.term == program.root) {
    const auto place = units_.paths().modules().RustPlaceOf(units_.all()[module.unit]->file);
    const Denoted child =
        RustModule(place.crate, place.module.empty() ? name : place.module + "." + name, name);
    if (child) return child;
  }
  // A wildcard `use` may be under way already: two modules that use each other's names.
  const std::pair key(std::pair(module.unit, module.term), name);
  if (!in_stars_.insert(key).second) return {};
  Denoted out = FromStars(module, name, depth);
  in_stars_.erase(key);
  return out;
}

// Each `use` of all names in the module, until one of them has the name.
Denoted RustPaths::FromStars(const Denoted& module, const std::string& name, int depth) {
  const Program& program = ProgramOf(module.unit);
  for (const TermId star : index_.StarsOf(module.unit)) {
    if (NamesOf(module.unit).declared().ScopeOf(star) != module.term) continue;
    const Denoted from = RustPath(module.unit, star, program[star].more, star, depth + 4);
    if (from.kind == Kind::kOutside) {  // use std::env::*
      const std::string path = from.name + "." + name;
      if (RowsOf(Language::kRust).AccessorOf(path) != nullptr) {
        return {Kind::kOutside, module.unit, kNoTerm, path};
      }
    }
    const Denoted out = from.kind == Kind::kModule ? RustMember(from, name, depth + 4) : Denoted{};
    if (out && out.kind != Kind::kOutside) return out;
  }
  return {};
}

}  // namespace flagcensus
