// Which files are read: those with a word, and those that import an object without a searchable
// name.
//
//   app/conf.py:   env = environs.Env()        an object of a library; "env" alone is too common
//   app/main.py:   from app.conf import env    parsed, since it imports that name from app.conf
//                  env.int("APP_PORT")         and so found, although no other word is in the file
#include "analyzer/python/machine/root_files.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "analyzer/base/parallel.h"
#include "analyzer/python/read_file.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {
namespace {

// Whether the value passes variables on under a name that files are not searched for: `get =
// os.environ.get`, an object with a wrapper as method, a mapping made from the environment.
bool IsHiddenWrapper(const Machine& m, Val value) {
  // An import counts as what it was resolved to.
  const auto imported = m.run.imported.find(value);
  if (imported != m.run.imported.end()) value = imported->second;
  if (const InstanceObject* object = AsInstance(value);
      object != nullptr && object->type != nullptr) {
    const std::vector<ClassObject*>& bases = BasesOf(object->type);
    return std::any_of(bases.begin(), bases.end(), [&](const ClassObject* base) {
      return m.found.hidden_owners.count(base) > 0;
    });
  }
  if (ContainsVariables(value)) return true;
  const FunctionObject* function = AsFunction(value);
  return function != nullptr && function->owner == nullptr &&
         m.found.wrappers.count(function) > 0 && !IsSearchable(m.symbols.TextOf(function->name));
}

// Whether the file's module computes variables from names that it does not define: its __getattr__
// is a wrapper.
bool MakesNames(const Machine& m, int file) {
  const auto unit = m.program.unit_of_file.find(file);
  if (unit == m.program.unit_of_file.end()) return false;
  const ModuleObject& module = *m.program.modules[static_cast<size_t>(unit->second)];
  return module.makes_names != nullptr && m.found.wrappers.count(module.makes_names) > 0;
}

bool IsSettings(const Machine& m, Val value) {
  const auto imported = m.run.imported.find(value);
  ClassObject* const type = AsClass(imported == m.run.imported.end() ? value : imported->second);
  return type != nullptr && IsSettingsClass(m, type);
}

// Objects of libraries that modules of the files created, hidden wrappers and classes of settings,
// by (name, file).
std::set<std::pair<std::string, int>> MadeObjects(const Machine& m, const std::set<int>& files) {
  std::set<std::pair<std::string, int>> out;
  for (const int file : files) {
    // The names of each file's module.
    const auto unit = static_cast<size_t>(m.program.unit_of_file.at(file));
    for (const auto& [key, value] : m.program.modules[unit]->slots.entries()) {
      if (key.kind != SlotKey::Kind::kText || value == nullptr) continue;
      const LibraryVal* library = AsLibrary(value);
      const std::string path = library == nullptr ? "" : m.symbols.TextOf(library->path);
      const bool made = path.ends_with("()") && m.program.table.IsObject(path);
      if (!made && !IsHiddenWrapper(m, value) && !IsSettings(m, value)) continue;
      out.insert({m.symbols.TextOf(static_cast<Symbol>(key.number)), file});
    }
  }
  return out;
}

// Whether the file imports the name from one of the modules, or all names.
bool Imports(const ProgramState& program, const PythonUnit& unit, const std::string& name,
             const std::set<int>& modules) {
  const Syntax& syntax = unit.syntax();
  // `from m import name`, or all names of m.
  for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
    if (syntax.kind(id) != NodeKind::kImportFrom) continue;
    for (size_t i = 0; i < syntax.count(id); ++i) {
      const std::string& alias = syntax.text(syntax.child(id, i));
      if (alias != name && alias != "*") continue;
      if (modules.count(program.index.Find(syntax.text(id), unit.file)) > 0) return true;
    }
  }
  return false;
}

// Whether a class of the file has a base with that name.
bool DerivesFrom(const PythonUnit& unit, const std::string& name) {
  const Syntax& syntax = unit.syntax();
  for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
    if (syntax.kind(id) != NodeKind::kClass) continue;
    for (size_t i = 0; i < syntax.count(id); ++i) {
      const NodeId base = syntax.child(id, i);
      const NodeKind kind = syntax.kind(base);
      const bool named = kind == NodeKind::kName || kind == NodeKind::kAttribute;
      if (named && syntax.text(base) == name) return true;
    }
  }
  return false;
}

// Whether the file imports one of the modules, or a name from one.
bool ImportsAny(const ProgramState& program, const PythonUnit& unit, const std::set<int>& modules) {
  const Syntax& syntax = unit.syntax();
  const auto is_one = [&](const std::string& name) {
    return modules.count(program.index.Find(name, unit.file)) > 0;
  };
  for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
    const bool from = syntax.kind(id) == NodeKind::kImportFrom;
    if (!from && syntax.kind(id) != NodeKind::kImport) continue;
    // `from m import x`, `import m`, `from package import m`.
    if (from && is_one(syntax.text(id))) return true;
    for (size_t i = 0; i < syntax.count(id); ++i) {
      const std::string& alias = syntax.text(syntax.child(id, i));
      const std::string& package = syntax.text(id);
      if (is_one(from ? package + (package.ends_with(".") ? "" : ".") + alias : alias)) return true;
    }
  }
  return false;
}

// Whether the value of a name in the file's module is an object of a library with methods that
// read, or creates one. It runs no module: of one that has not run, only the import is known. Three
// imports in a row: conf → app → lib.
bool IsReader(const Machine& m, Val value, int file, int depth) {
  constexpr int kDeepest = 3;
  const auto is_object = [&](const std::string& path) {
    return m.program.table.IsObject(path) || m.program.table.IsObject(path + "()");
  };
  // A library's object or class; a hidden wrapper; an import of one of these.
  if (const LibraryVal* library = AsLibrary(value))
    return is_object(m.symbols.TextOf(library->path));
  if (IsHiddenWrapper(m, value)) return true;
  const auto* import = As<ImportVal>(value, ValKind::kImport);
  if (import == nullptr || depth > kDeepest) return false;
  const std::string& module = m.symbols.TextOf(import->module);
  if (import->name == 0) return MakesNames(m, m.program.index.Find(module, file));
  const std::string below = module.ends_with(".") ? module : module + ".";
  const std::string whole = below + m.symbols.TextOf(import->name);
  if (is_object(whole) || MakesNames(m, m.program.index.Find(whole, file))) return true;
  const auto unit = m.program.unit_of_file.find(m.program.index.Find(module, file));
  if (unit == m.program.unit_of_file.end()) return false;
  if (MakesNames(m, unit->first)) return true;
  Val held = m.program.modules[static_cast<size_t>(unit->second)]->slots.Get(TextKey(import->name));
  return held != nullptr && IsReader(m, held, unit->first, depth + 1);
}

// Whether a text of the file looks like code with an access: one of two words, an import and a call
// or subscript. Code without an import is not run.
bool ContainsCode(const PythonUnit& unit) {
  const auto& strings = unit.syntax().strings;
  return std::any_of(strings.begin(), strings.end(), [](const std::string& text) {
    if (text.find("environ") == std::string::npos && text.find("getenv") == std::string::npos) {
      return false;
    }
    return text.find("import ") != std::string::npos &&
           text.find_first_of("([") != std::string::npos;
  });
}

}  // namespace

std::vector<int> FilesWith(ProgramState& program, const std::vector<std::string>& words,
                           unsigned jobs) {
  const PhaseScope phase(program.cost, Phase::kSearch);
  // The bytes of the files are searched, not their syntax.
  std::vector<char> found(program.tree.files.size());
  WordSearch search(words);
  std::mutex mutex;
  SearchFiles(
      program.tree, search, jobs,
      [](const SourceFile& file) {
        return IsPythonSource(file.kind) || file.kind == FileKind::kNotebook;
      },
      [&](size_t file, std::string_view, const std::vector<WordHit>&) { found[file] = 1; },
      FilesFound::kWithHits,
      [&](size_t file, std::string error) {
        const std::lock_guard<std::mutex> lock(mutex);
        program.unread.emplace(static_cast<int>(file), std::move(error));
      });
  std::vector<int> out;
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i] != 0) out.push_back(static_cast<int>(i));
  }
  program.searches.push_back({std::move(search), std::move(found)});
  return out;
}

void ParseFiles(Machine& m, const std::set<int>& files, unsigned jobs) {
  std::vector<int> todo;
  for (const int file : files) {
    if (m.program.unit_of_file.count(file) == 0) todo.push_back(file);
  }
  // Files that have not changed since an earlier check are parsed only once.
  std::vector<PythonRead> read(todo.size());
  auto* const kept = KeptReads(m.program.tree);
  ParallelFor(todo.size(), ThreadCount(jobs), [&](size_t i, unsigned) {
    read[i] = ReadPythonFile(m.program.tree, static_cast<size_t>(todo[i]), kept, m.program.budget,
                             m.program.cost);
  });
  for (size_t i = 0; i < todo.size(); ++i) {
    if (!read[i].error.empty()) m.program.unread.emplace(todo[i], std::move(read[i].error));
    AddUnit(m, todo[i], std::move(read[i].parsed));
  }
}

// Two conditions, since each alone matches too many files: the name as a word, and the module's own
// name as a word.
std::vector<int> FilesSharing(Machine& m, const std::set<int>& files, unsigned jobs,
                              std::set<std::pair<std::string, int>>* known) {
  std::map<std::string, std::set<int>> makers;
  std::map<std::string, std::set<int>> settings;  // bases of classes that read variables
  std::set<std::string> names;
  std::set<std::string> stems;
  // Steps: names and modules to search for; candidates by text; then the imports of each candidate
  // decide.
  for (const auto& made : MadeObjects(m, files)) {
    if (!known->insert(made).second) continue;
    const auto unit = static_cast<size_t>(m.program.unit_of_file.at(made.second));
    Val held = m.program.modules[unit]->slots.Get(TextKey(m.symbols.Intern(made.first)));
    (IsSettings(m, held) ? settings : makers)[made.first].insert(made.second);
    names.insert(made.first);
    stems.emplace(ModuleParts(m.program.tree.files[static_cast<size_t>(made.second)].path).back());
  }
  std::set<int> lookups;  // modules that make variables of any name
  std::set<std::string> lookup_stems;
  // Modules that compute any name: any import of them counts.
  for (const int file : files) {
    if (!MakesNames(m, file) || !known->insert({"", file}).second) continue;
    lookups.insert(file);
    lookup_stems.emplace(ModuleParts(m.program.tree.files[static_cast<size_t>(file)].path).back());
  }
  std::set<int> both;
  if (!names.empty()) {
    const std::vector<int> named = FilesWith(m.program, {names.begin(), names.end()}, jobs);
    const std::vector<int> importing = FilesWith(m.program, {stems.begin(), stems.end()}, jobs);
    std::set_intersection(named.begin(), named.end(), importing.begin(), importing.end(),
                          std::inserter(both, both.end()));
  }
  if (!lookups.empty()) {
    const std::vector<int> importing =
        FilesWith(m.program, {lookup_stems.begin(), lookup_stems.end()}, jobs);
    both.insert(importing.begin(), importing.end());
  }
  ParseFiles(m, both, jobs);
  std::vector<int> out;
  // The syntax of the candidate's imports decides.
  for (const int file : both) {
    const PythonUnit& unit = UnitAt(m, m.program.unit_of_file.at(file));
    const bool imports = std::any_of(makers.begin(), makers.end(),
                                     [&](const auto& maker) {
                                       return Imports(m.program, unit, maker.first, maker.second);
                                     }) ||
                         std::any_of(settings.begin(), settings.end(),
                                     [&](const auto& base) {
                                       return DerivesFrom(unit, base.first) &&
                                              (Imports(m.program, unit, base.first, base.second) ||
                                               // A derived class need not import the base by name:
                                               // class Config(conf.Settings).
                                               ImportsAny(m.program, unit, base.second));
                                     }) ||
                         (!lookups.empty() && ImportsAny(m.program, unit, lookups));
    if (imports && files.count(file) == 0) out.push_back(file);
  }
  return out;
}

bool NoteOwnWords(Machine& m, size_t number, const std::set<std::string>& words) {
  PythonUnit& unit = m.program.units[number];
  std::unordered_set<Symbol> own;
  for (const auto& [key, value] : m.program.modules[number]->slots.entries()) {
    // Each name of the module.
    if (key.kind != SlotKey::Kind::kText || value == nullptr) continue;
    const auto name = static_cast<Symbol>(key.number);
    const auto* import = As<ImportVal>(value, ValKind::kImport);
    // from app.env import flag as get_flag: the file's own word for it.
    const bool renamed = import != nullptr && import->name != 0 && import->name != name &&
                         words.count(m.symbols.TextOf(import->name)) > 0;
    if (renamed || IsReader(m, value, unit.file, 0)) own.insert(name);
  }
  // exec, eval and the names of shells are then worth running.
  if (ContainsCode(unit)) {
    for (const char* word : {"exec", "eval", "-c"}) own.insert(m.symbols.Intern(word));
    for (const std::string& shell : m.program.table.children.shells) {
      own.insert(m.symbols.Intern(std::string_view(shell).substr(shell.rfind('.') + 1)));
    }
  }
  if (own == unit.own_words) return false;
  unit.own_words = std::move(own);
  NoteSought(m.program.sought, &unit);
  return true;
}

}  // namespace flagcensus
