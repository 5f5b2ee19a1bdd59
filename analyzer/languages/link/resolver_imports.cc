// an import or an export ─→ what it denotes
//
//   import { get } from "./conf"          ─→ what conf.js exports as `get`
//   export { get as read } from "./conf"  ─→ Exported("read"): what conf.js exports as `get`
//   conf.Get in Go, of example.org/x/conf ─→ InPackage("conf/", "Get")
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

}  // namespace flagcensus
