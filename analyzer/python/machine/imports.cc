// Modules: the file that an import refers to, and the names of a module that has run.
//
//   from app.env import flag      ─→ app/env.py of the tree, which is run first; its `flag`
//   from os import environ as e   ─→ the environment, by the accessor table
//   import yaml                   ─→ the library's path "yaml"
//   from .generated import X      ─→ unknown, if the tree has no such file: not a library
//
// An import binds a name without loading anything; Resolve loads the module at the first use.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"
#include "analyzer/python/read_file.h"

namespace flagcensus {
namespace {

// More than a root's share: a module is run once, and all other files depend on it.
constexpr uint64_t kModuleSteps = 400000;

std::string_view FirstPart(std::string_view dotted) { return dotted.substr(0, dotted.find('.')); }

// Whether a module of that name is always the library's. A tree may contain a directory `json` or
// `enum` (its own, or the library itself).
bool IsLibrary(std::string_view root) {
  static const std::set<std::string_view> kLibrary = {
      "os",        "posix", "nt",          "sys",    "json",       "pathlib",
      "functools", "enum",  "dataclasses", "typing", "subprocess", "unittest",
      "pytest",    "mock",  "ast",         "shlex",  "decimal",    "distutils"};
  return kLibrary.count(root) > 0;
}

// A path outside the tree: the environment, a text constant of a library, or the path itself.
Val LibraryNamed(Machine& m, const std::string& path) {
  // The table is asked first: os.environ is the environment and not an object of a library.
  if (m.program.table.IsEnvironment(path)) return m.values.Environment(0, m.symbols.Intern(path));
  const size_t dot = path.rfind('.');
  if (dot != std::string::npos && m.program.table.forms.constants.count(path.substr(0, dot)) > 0) {
    // A private constant begins with an underscore, the variable's name does not.
    return m.values.Text(m.symbols.Intern(path.substr(path.find_first_not_of('_', dot + 1))));
  }
  return m.values.Library(m.symbols.Intern(path));
}

// Whether an entry of the table is about the name or about the result of calling it.
bool HasRow(const AccessorTable& table, const std::string& path) {
  return table.IsEnvironment(path) || table.calls.count(path) > 0 || table.IsObject(path) ||
         table.IsObject(path + "()") || table.classes.settings.count(path) > 0 ||
         table.classes.field_calls.count(path) > 0;
}

// Whether the dotted name is below a package of the tree, as the importing file sees it: a file
// that exists only in an installation (generated, compiled, or linked there).
bool IsBelowPackage(const ProgramState& program, std::string_view dotted, int importer) {
  // The first part of the name has to be a package of the tree.
  const std::string_view first = FirstPart(dotted);
  const int file = first.size() == dotted.size() ? -1 : program.index.Find(first, importer);
  if (file < 0) return false;
  return program.tree.files[static_cast<size_t>(file)].path.ends_with(std::string(first) +
                                                                      "/__init__.py");
}

// Runs the module's top level, without a caller's activation: errors and tests of the importer do
// not concern it.
void RunModule(Machine& m, ModuleObject* module) {
  const PythonUnit& unit = UnitAt(m, module->unit);
  if (unit.syntax().root == kNoNode) return;
  Activation run = ModuleRun(m, module);
  run.depth = m.run.frame == nullptr ? 0 : m.run.frame->depth + 1;
  RunApart(m, &run, kModuleSteps, [&] {
    RunBlock(m, unit.syntax().root);
    const CodePoint root{run.unit, unit.syntax().root};
    const CodePoint at{run.unit, run.statement};
    if (m.run.over)
      NoteLimit(m.found, root, root, {at, "the file takes too many steps to run to its end"});
  });
}

}  // namespace

int AddUnit(Machine& m, int file, std::shared_ptr<const PythonFile> parsed) {
  const auto unit = static_cast<int>(m.program.units.size());
  // The words are searched for once, when the unit is added.
  m.program.units.push_back(MakeUnit(file, std::move(parsed), &m.symbols));
  NoteSought(m.program.sought, &m.program.units.back());
  const auto& words = m.program.table.file_words.sinks;
  // "env" or another word of the table: the file may pass an environment on, and its calls get
  // larger shares.
  for (const std::string& text : m.program.units.back().syntax().strings) {
    if (std::find(words.begin(), words.end(), text) != words.end())
      m.program.units.back().hands = true;
  }
  ModuleObject* module = m.heap.New<ModuleObject>();
  module->unit = unit;
  m.program.modules.push_back(module);
  m.program.unit_of_file.emplace(file, unit);
  return unit;
}

int AddCode(Machine& m, const RunCode& code, PythonUnit::Origin origin) {
  const int file = m.program.units[static_cast<size_t>(code.unit)].file;
  // The code's cells are those of the file around.
  PythonFile parsed = ParsePython(code.text);
  parsed.cells = m.program.units[static_cast<size_t>(code.unit)].parsed->cells;
  const int added = AddUnit(m, file, std::make_shared<const PythonFile>(std::move(parsed)));
  PythonUnit& unit = m.program.units[static_cast<size_t>(added)];
  unit.origin = origin;
  // A position in the code → one in the file: by lines, or the place of the whole literal.
  (code.one_place ? unit.one_line : unit.line_offset) = code.line - (code.one_place ? 0 : 1);
  (code.one_place ? unit.one_column : unit.column_offset) = code.column;
  if (code.shares) m.program.modules[static_cast<size_t>(added)]->stars.push_back(file);
  return added;
}

ModuleObject* LoadModule(Machine& m, int file, bool run) {
  // A file is read and parsed at its first import.
  const auto known = m.program.unit_of_file.find(file);
  int unit = known == m.program.unit_of_file.end() ? -1 : known->second;
  if (known == m.program.unit_of_file.end()) {
    PythonRead read = ReadPythonFile(m.program.tree, static_cast<size_t>(file),
                                     KeptReads(m.program.tree), m.program.budget, m.program.cost);
    if (!read.error.empty()) m.program.unread.emplace(file, std::move(read.error));
    unit = AddUnit(m, file, std::move(read.parsed));
  }
  // Sixty imports in a row; further modules are not run at this point, but as roots.
  constexpr int kDeepestImport = 60;
  const bool deep = m.run.frame != nullptr && m.run.frame->depth > kDeepestImport;
  return run && !deep ? LoadUnit(m, unit) : m.program.modules[static_cast<size_t>(unit)];
}

ModuleObject* LoadUnit(Machine& m, int unit) {
  ModuleObject* module = m.program.modules[static_cast<size_t>(unit)];
  if (m.run.over || module->state != ModuleObject::State::kNew) return module;
  // A module that imports itself through others sees the names that it has so far.
  module->state = ModuleObject::State::kRunning;
  // The contents of a module do not depend on the branch that imports it first.
  m.heap.RunOutside([&] { RunModule(m, module); });
  Val lookup = module->slots.Get(TextKey(m.symbols.Intern(kMissingAttribute)));
  module->makes_names = lookup == nullptr ? nullptr : AsFunction(lookup);
  module->state = ModuleObject::State::kDone;
  return module;
}

Val ModuleMember(Machine& m, ModuleObject* module, Symbol name) {
  if (m.run.over) return m.values.unknown();
  if (Val value = module->slots.Get(TextKey(name))) {
    return Resolve(m, WithoutAbsent(m.values, value));
  }
  // Only a package has submodules.
  const int file = m.program.units[static_cast<size_t>(module->unit)].file;
  const std::string& path = m.program.tree.files[static_cast<size_t>(file)].path;
  // A package's submodules are attributes of it, even if only another file imports them.
  if (path.ends_with("__init__.py")) {
    const int below = m.program.index.Find("." + m.symbols.TextOf(name), file);
    if (below >= 0 && below != file) return LoadModule(m, below, true)->self;
  }
  // `from x import *`: the last statement with the name counts.
  for (size_t i = module->stars.size(); i-- > 0;) {
    ModuleObject* other = LoadModule(m, module->stars[i], true);
    if (other == module) continue;
    if (Val value = other->slots.Get(TextKey(name))) {
      return Resolve(m, WithoutAbsent(m.values, value));
    }
    if (Val value = StarredName(m, *other, name)) return value;
  }
  return StarredName(m, *module, name);
}

// `from os import *` in compat/os.py: `environ` of that module is os.environ.
Val StarredName(Machine& m, const ModuleObject& module, Symbol name) {
  const std::string& text = m.symbols.TextOf(name);
  // A star import does not import private names.
  if (module.library_stars.empty() || text.starts_with("_")) return nullptr;
  for (const Symbol star : module.library_stars) {
    const std::string path = m.symbols.TextOf(star) + "." + text;
    if (HasRow(m.program.table, path)) return LibraryNamed(m, path);
  }
  // The name can be of any of several libraries, and it is not known of which.
  if (module.library_stars.size() > 1) return nullptr;
  return LibraryNamed(m, m.symbols.TextOf(module.library_stars[0]) + "." + text);
}

// The result of the module's own `__getattr__` for a name that it does not define (PEP 562). It is
// not called from itself.
Val MissingOfModule(Machine& m, ModuleObject* module, Val name, NodeId node) {
  FunctionObject* const function = module->makes_names;
  if (function == nullptr || !ContainsSought(m, *function)) return nullptr;
  for (const Activation* run = m.run.frame; run != nullptr; run = run->caller) {
    if (run->function == function) return nullptr;
  }
  CallArguments arguments;
  arguments.positional.push_back(name);
  return Call(m, function->self, arguments, node);
}

void RunImport(Machine& m, NodeId statement) {
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  for (size_t i = 0; i < syntax.count(statement); ++i) {
    const NodeId alias = syntax.child(statement, i);
    const std::string& dotted = syntax.text(alias);
    // `import a.b.c` binds a; `import a.b.c as d` binds d to the whole.
    const bool renamed = syntax.count(alias) > 0;
    const std::string meant(renamed ? std::string_view(dotted) : FirstPart(dotted));
    const Symbol name = renamed ? unit.SymbolOf(syntax.child(alias, 0)) : m.symbols.Intern(meant);
    BindName(m, name, m.values.Import(m.run.frame->unit, m.symbols.Intern(meant), 0));
  }
}

namespace {

bool IsInHandler(const PythonUnit& unit, NodeId statement) {
  const NodeId block = unit.ParentOf(statement);
  const NodeId up = block == kNoNode ? kNoNode : unit.ParentOf(block);
  return up != kNoNode && unit.syntax().kind(up) == NodeKind::kExcept;
}

}  // namespace

void RunImportFrom(Machine& m, NodeId statement) {
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  const std::string& dotted = syntax.text(statement);
  // Each name on its own; a star adds a whole module.
  for (size_t i = 0; i < syntax.count(statement); ++i) {
    const NodeId alias = syntax.child(statement, i);
    if (syntax.text(alias) != "*") {
      const Symbol bound =
          syntax.count(alias) > 0 ? unit.SymbolOf(syntax.child(alias, 0)) : unit.SymbolOf(alias);
      BindName(m, bound,
               m.values.Import(m.run.frame->unit, m.symbols.Intern(dotted), unit.SymbolOf(alias)));
      continue;
    }
    // A star import of the tree is searched when a name is missing; one of a library can define any
    // name.
    const bool library = !dotted.starts_with(".") && IsLibrary(FirstPart(dotted));
    const int file = library ? -1 : m.program.index.Find(dotted, unit.file);
    ModuleObject* const module = m.run.frame->scope->module;
    if (file >= 0 && file != unit.file) {
      // `try: from a import * except ImportError: from b import *` uses the first that exists: the
      // last star wins, so that of a handler is inserted before those of its `try`.
      const size_t at = IsInHandler(unit, statement)
                            ? std::min(m.run.stars_before_try, module->stars.size())
                            : module->stars.size();
      module->stars.insert(module->stars.begin() + static_cast<std::ptrdiff_t>(at), file);
    } else if (library ||
               !(dotted.starts_with(".") || IsBelowPackage(m.program, dotted, unit.file))) {
      const Symbol star = m.symbols.Intern(dotted);
      std::vector<Symbol>& known = module->library_stars;
      if (std::find(known.begin(), known.end(), star) == known.end()) known.push_back(star);
    }
  }
}

namespace {

// The place at which the unit's import names it; kNoNode: it does not.
NodeId AliasOf(const PythonUnit& unit, const ImportVal& import, const std::string& module) {
  const Syntax& syntax = unit.syntax();
  for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
    // All imports of the file, by module and name.
    if (syntax.kind(id) != NodeKind::kImportFrom || syntax.text(id) != module) continue;
    for (size_t i = 0; i < syntax.count(id); ++i) {
      if (unit.SymbolOf(syntax.child(id, i)) == import.name) return syntax.child(id, i);
    }
  }
  return kNoNode;
}

Val ResolveImport(Machine& m, const ImportVal& import) {
  const int importer = m.program.units[static_cast<size_t>(import.unit)].file;
  // Order: the file's member, a submodule, the module's __getattr__, a library.
  const std::string dotted = m.symbols.TextOf(import.module);
  const bool relative = dotted.starts_with(".");
  const bool library = !relative && IsLibrary(FirstPart(dotted));
  const int file = library ? -1 : m.program.index.Find(dotted, importer);
  const bool found = file >= 0 && file != importer;
  const bool own = relative || found || (!library && IsBelowPackage(m.program, dotted, importer));
  if (import.name == 0) {
    if (found) return LoadModule(m, file, true)->self;
    return own ? m.values.unknown() : LibraryNamed(m, dotted);
  }
  const std::string& name = m.symbols.TextOf(import.name);
  if (found) {
    if (Val member = ModuleMember(m, LoadModule(m, file, true), import.name)) return member;
  }
  if (!library) {
    const int below =
        m.program.index.Find(dotted + (dotted.ends_with(".") ? "" : ".") + name, importer);
    if (below >= 0 && below != importer) return LoadModule(m, below, true)->self;
  }
  if (found && m.run.frame != nullptr) {
    const NodeId alias = AliasOf(UnitAt(m, import.unit), import, dotted);
    Val asked = m.values.Text(import.name, {Mark::kDeclared, import.unit, alias});
    Val made =
        alias == kNoNode ? nullptr : MissingOfModule(m, LoadModule(m, file, true), asked, alias);
    if (made != nullptr) return made;
  }
  return own ? m.values.unknown() : LibraryNamed(m, dotted + "." + name);
}

}  // namespace

Val Resolve(Machine& m, Val value) {
  if (m.run.over) return value;
  return Lift1(m.values, value, [&](Val leaf) -> Val {
    const auto* import = As<ImportVal>(leaf, ValKind::kImport);
    if (import == nullptr) return leaf;
    const auto [known, added] = m.run.imported.try_emplace(leaf, m.values.unknown());
    // While a module resolves its own import, the value is unknown: an import cycle.
    if (!added) return known->second;
    Val meant = ResolveImport(m, *import);
    // A module that is still running may bind the name later.
    if (meant->kind == ValKind::kUnknown) {
      m.run.imported.erase(leaf);
    } else {
      m.run.imported[leaf] = meant;
    }
    return meant;
  });
}

}  // namespace flagcensus
