// an import, an export or a path of Rust ─→ what it denotes
//
//   import { get } from "./conf"          ─→ what conf.js exports as `get`
//   export { get as read } from "./conf"  ─→ Exported("read"): what conf.js exports as `get`
//   conf.Get in Go, of example.org/x/conf ─→ InPackage("conf/", "Get")
//   use crate::env::get                   ─→ RustPath: the function `get` of src/env.rs
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/languages/link/resolver.h"

namespace flagcensus {
namespace {

using Kind = Denoted::Kind;

}  // namespace

bool IsTestFile(const std::string& path) {
  // Their functions replace those of the program, and are used only if there is no other.
  return path.find("_test.go") != std::string::npos || path.find(".test.") != std::string::npos ||
         path.find(".spec.") != std::string::npos;
}

// Each language has its own form of modules.
Denoted Resolver::Import(size_t unit, TermId import, int depth) {
  const Program& program = ProgramOf(unit);
  const Term& term = program[import];
  const ProgramUnit& of = *units_.all()[unit];
  if (of.language == Language::kGo) {
    const std::string folder = units_.paths().modules().GoFolderOf(term.more);
    if (folder != "?") return {Kind::kModule, unit, kNoTerm, folder};
    return {Kind::kOutside, unit, kNoTerm, term.more};
  }
  if (of.language == Language::kRust) {
    return rust_.RustPath(unit, import, term.more, import, depth + 1);
  }
  // JavaScript: the module is the import's type, and the name follows it in `more`.
  const std::string& module = program.type(import);
  const auto file = units_.paths().modules().ScriptOf(of.folder, module);
  if (!file) return {Kind::kOutside, unit, kNoTerm, term.more};
  const std::string name =
      term.more.size() > module.size() ? term.more.substr(module.size() + 1) : std::string();
  const auto other = UnitAt(*file, name.empty() ? term.text : name);
  if (!other) return {};
  if (!name.empty()) return Exported(*other, name, depth + 1);
  // A default import of a file without a default export is the whole module.
  if (term.constant) {
    const Denoted whole = Exported(*other, "default", depth + 1);
    if (whole) return whole;
  }
  return {Kind::kModule, *other, kNoTerm, {}};
}

// What a script exports by a name: its own declaration, that of another file, or with CommonJS.
Denoted Resolver::Exported(size_t unit, const std::string& name, int depth) {
  if (depth > Denoted::kDeepest) return {};
  const Program& program = ProgramOf(unit);
  const auto follow = [&](TermId again, const std::string& what) -> Denoted {
    const std::string& module = program.type(again);
    const auto file = units_.paths().modules().ScriptOf(units_.all()[unit]->folder, module);
    if (!file) return {};
    const auto other = UnitAt(*file, what.empty() ? name : what);
    if (!other) return {};
    if (what.empty()) return {Kind::kModule, *other, kNoTerm, {}};
    return Exported(*other, what, depth + 1);
  };
  // Step 1: an `export` of this name, with a value or from another file.
  const std::optional<TermId> found = index_.ExportOf(unit, name);
  if (found && name != "*") {
    const Term& term = program[*found];
    if (term.kind != TermKind::kExport || !term.parts.empty()) {
      return Of(unit, *found, depth + 1);
    }
    const std::string& module = program.type(*found);
    return follow(*found,
                  term.more.size() > module.size() ? term.more.substr(module.size() + 1) : "");
  }
  // Step 2: `export const a` is a declaration like others.
  if (name != "default") {
    if (const Declaration* const own = NamesOf(unit).declared().OfFile(name)) {
      const Denoted out = OfDeclared(unit, *own, depth + 1);
      if (out) return out;
    }
  }
  // Step 3: CommonJS, `module.exports = {...}`.
  const std::optional<TermId> whole = index_.ExportOf(unit, "module.exports");
  if (whole) {
    const Denoted all = Of(unit, *whole, depth + 1);
    return name == "default" ? all : Member(all, name, depth + 1);
  }
  // Step 4: `export * from`, which does not pass on the default.
  for (const TermId star : index_.StarsOf(unit)) {
    if (name == "default" || program.kind(star) != TermKind::kExport) continue;
    const Denoted out = follow(star, name);
    if (out) return out;
  }
  return {};
}

// All files of the folder are one scope.
Denoted Resolver::InPackage(const std::string& folder, const std::string& name, int depth) {
  const std::pair key(folder, name);
  if (const auto known = in_package_.find(key); known != in_package_.end()) return known->second;
  Denoted out;
  for (const size_t file : units_.paths().FilesOfPackage(folder)) {
    const auto unit = UnitAt(file, name);
    const Declaration* const found = unit ? NamesOf(*unit).declared().OfFile(name) : nullptr;
    if (found == nullptr || ProgramOf(*unit).kind(found->at) == TermKind::kImport) continue;
    const Denoted here = OfDeclared(*unit, *found, depth + 1);
    // A definition outside of tests wins over one in a test.
    if (here && (!out || IsTestFile(units_.tree().files[units_.all()[out.unit]->file].path))) {
      out = here;
    }
  }
  in_package_[key] = out;
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
