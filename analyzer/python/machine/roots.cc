// Which code is run, and in which order:
//
//   round 0   files with a word of the accessor table; in them, each module, and each function and
//             class that contains a word
//   round n   files that contain the name of a wrapper found in round n - 1, until none is new
//   then      parsers of command lines, code in strings and docstrings, branches that no run took,
//             and accessor calls that no run reached
#include "analyzer/python/machine/roots.h"

#include <algorithm>

#include "analyzer/python/machine/root_files.h"

namespace flagcensus {
namespace {

// Files that start a process and name its environment are run as a whole in the first round: they
// contain no accessor.
void AddChildren(Roots& r) {
  // Both kinds of words have to be in the file.
  const std::vector<int> spawn =
      FilesWith(r.m.program, r.m.program.table.file_words.spawns, r.jobs);
  const std::vector<int> sink = FilesWith(r.m.program, r.m.program.table.file_words.sinks, r.jobs);
  std::set_intersection(spawn.begin(), spawn.end(), sink.begin(), sink.end(),
                        std::inserter(r.children, r.children.end()));
  r.files.insert(r.children.begin(), r.children.end());
}

// The module's value may be one of several; the class of the node is searched for among them.
ClassObject* ClassAt(Roots& r, size_t unit, NodeId node) {
  const Symbol name = r.m.program.units[unit].SymbolOf(node);
  Val held = r.m.program.modules[unit]->slots.Get(TextKey(name));
  ClassObject* out = nullptr;
  if (held == nullptr) return nullptr;
  ForEachLeaf(held, [&](Val leaf) {
    ClassObject* type = AsClass(leaf);
    if (type != nullptr && type->node == node) out = type;
  });
  return out;
}

// A function of which the name is bound to something else at the end of its module. Without
// decorators and defaults.
FunctionObject* Unbound(Roots& r, size_t unit, NodeId node) {
  FunctionObject* function = r.m.heap.New<FunctionObject>();
  function->name = r.m.program.units[unit].SymbolOf(node);
  function->unit = static_cast<int>(unit);
  function->node = node;
  function->scope = r.m.run.frame->scope;
  Capture(function->scope);
  function->module = r.m.program.modules[unit];
  const Syntax& syntax = r.m.program.units[unit].syntax();
  function->defaults.resize(syntax.count(syntax.child(node, 0)), nullptr);
  return function;
}

// A function that looks a parameter up in a table is run once for each of the table's keys: they
// are the arguments that it is known to accept.
void RunRows(Roots& r, FunctionObject* function, Val receiver) {
  // The first parameter with such a table.
  auto at = r.m.found.found_by_name.lower_bound({function, 0});
  if (at == r.m.found.found_by_name.end() || at->first.first != function) return;
  const Symbol parameter = at->first.second;
  const std::vector<Val> keys = at->second;
  r.m.run.row_reader = function->name;
  for (Val key : keys) {
    const GivenParameter given{parameter, key};
    NoteRow(r.m, RunRoot(r.m, function, receiver, &given));
  }
  r.m.run.row_reader = 0;
}

// Methods that make a variable's name from an attribute's name are run with each field of the
// class:
//
//   class Knobs:
//       WAIT = 40
//       def __getattribute__(self, field): return os.environ.get("APP_" + field, ...)
//
// reads APP_WAIT. 2000 fields: a bound for generated classes.
void RunWithFields(Roots& r, size_t unit, ClassObject* type) {
  constexpr size_t kMaxFields = 2000;
  for (const std::string_view name : {kEveryAttribute, kMissingAttribute}) {
    // The class's own hook, or an inherited one.
    FunctionObject* method = AsFunction(FindInClass(r.m, type, r.m.symbols.Intern(name)));
    if (method == nullptr) continue;
    const auto wrapper = r.m.found.wrappers.find(method);
    if (wrapper == r.m.found.wrappers.end() || !r.with_fields.insert({type, method}).second)
      continue;
    const std::set<Symbol> parameters = wrapper->second;
    std::set<Symbol> seen;
    for (const DeclaredField& field : DeclaredFieldsOf(r.m, type)) {
      // An attribute with a value is not missing, so __getattr__ is not called for it.
      const bool asked = name == kEveryAttribute || FindInClass(r.m, type, field.name) == nullptr;
      if (!asked || !seen.insert(field.name).second || seen.size() > kMaxFields) continue;
      Val text = r.m.values.Text(field.name, {Mark::kDeclared, field.at.unit, field.at.node});
      const GivenParameter given{*parameters.begin(), text};
      r.AsRoot(unit, kRootSteps / 4,
               [&] { NoteRow(r.m, RunRoot(r.m, method, GenericInstance(r.m, type), &given)); });
    }
  }
}

// Runs the constructor, and methods that the class inherits: once for each class, since fields of a
// subclass give them other names.
void RunClass(Roots& r, size_t unit, const OuterDefinition& one, int round) {
  ClassObject* type = ClassAt(r, unit, one.node);
  if (type == nullptr || IsEnumeration(r.m.symbols, type)) return;
  RunWithFields(r, unit, type);
  // The constructor creates the class's generic object.
  FunctionObject* init = AsFunction(FindInClass(r.m, type, r.m.symbols.Intern("__init__")));
  std::vector<FunctionObject*> inherited;
  std::set<Symbol> seen;
  // Methods of the tree's bases that contain a word, each name once, nearest first.
  for (ClassObject* base : BasesOf(type)) {
    for (const auto& [key, value] : base->slots.entries()) {
      FunctionObject* method = value == nullptr ? nullptr : AsFunction(value);
      if (method == nullptr || !seen.insert(static_cast<Symbol>(key.number)).second) continue;
      const bool own = base == type || method->role == FunctionObject::Role::kStatic;
      const PythonUnit& where = UnitAt(r.m, method->unit);
      if (!own && ContainsWord(r, where, method->node)) inherited.push_back(method);
    }
  }
  const bool makes = type->generic == nullptr && init != nullptr && ContainsSought(r.m, *init);
  if (makes || (!inherited.empty() && type->generic == nullptr)) {
    r.AsRoot(unit, kRootSteps, [&] { GenericInstance(r.m, type); });
  }
  // Twelve methods and sixty subclasses: frameworks have hundreds, with the same methods. The
  // variables of further subclasses are missed.
  constexpr size_t kMaxMethods = 12;
  constexpr int kMaxSubclasses = 60;
  constexpr uint32_t kOfClass = 1u << 30;  // no function contains as many words
  const auto key =
      std::tuple(static_cast<int>(unit), one.node, static_cast<uint32_t>(round) + kOfClass);
  // Once for each class and round: `ran` has the same key type as for functions.
  if (inherited.empty() || !r.ran.insert(key).second) return;
  if (!type->bases.empty() && ++r.subclasses[type->bases[0]] > kMaxSubclasses) return;
  for (size_t i = 0; i < inherited.size() && i < kMaxMethods; ++i) {
    r.AsRoot(unit, kRootSteps / 4, [&] { RunRoot(r.m, inherited[i], GenericInstance(r.m, type)); });
  }
}

void RunFile(Roots& r, int file, int round) {
  if (!r.IsCut(file)) RunUnit(r, r.UnitOf(file), round);
}

// Runs code in strings, and code in docstrings, each as a module.
void RunCodes(Roots& r) {
  // Docstrings of all files, then strings that were run.
  for (const int file : r.files) {
    if (r.IsCut(file)) return;
    for (const RunCode& code : DocstringsOf(r.m.program, r.UnitOf(file), r.words)) {
      RunUnit(r, static_cast<size_t>(AddCode(r.m, code, PythonUnit::Origin::kDocstring)), 0);
    }
  }
  for (size_t i = 0; i < r.m.program.codes.size(); ++i) {
    const RunCode code = r.m.program.codes[i];
    if (r.IsCut(r.m.program.units[static_cast<size_t>(code.unit)].file)) return;
    RunUnit(r, static_cast<size_t>(AddCode(r.m, code, PythonUnit::Origin::kString)), 0);
  }
}

}  // namespace

bool Roots::IsCut(int file) {
  // A bound for the tree as a whole: the rest is not run, and a diagnostic says from which file on.
  constexpr uint64_t kMaxSteps = 30000000;
  // Steps bound the time of a tree, the budget that of a machine.
  if (!out.cut && m.run.total_steps < kMaxSteps &&
      (m.program.budget == nullptr || m.program.budget->RefusalReason().empty())) {
    return false;
  }
  if (!out.cut) out.cut_at = m.program.tree.files[static_cast<size_t>(file)].path;
  out.cut = true;
  return true;
}

void RunDefinition(Roots& r, size_t unit, const OuterDefinition& one) {
  const Symbol name = r.m.program.units[unit].SymbolOf(one.node);
  // The function of the node, if the module or class still has it; otherwise one without
  // decorators.
  Val receiver = nullptr;
  Val held = r.m.program.modules[unit]->slots.Get(TextKey(name));
  // A method is run with an object of which only the class is known.
  if (one.in_class != kNoNode) {
    ClassObject* type = ClassAt(r, unit, one.in_class);
    held = nullptr;
    if (type != nullptr) {
      receiver = GenericInstance(r.m, type);
      held = type->slots.Get(TextKey(name));
    }
  }
  FunctionObject* function = nullptr;
  if (held != nullptr) {
    ForEachLeaf(held, [&](Val leaf) {
      FunctionObject* at = AsFunction(leaf);
      if (at != nullptr && at->node == one.node && at->unit == static_cast<int>(unit)) {
        function = at;
      }
    });
  }
  if (function == nullptr) function = Unbound(r, unit, one.node);
  RunRoot(r.m, function, receiver);
  RunRows(r, function, receiver);
}

void RunUnit(Roots& r, size_t unit_number, int round) {
  LoadUnit(r.m, static_cast<int>(unit_number));
  // The module itself runs first.
  PythonUnit& unit = r.m.program.units[unit_number];
  const int file = unit.file;
  if (unit.syntax().root == kNoNode) return;
  // Names of the module become words after it has run.
  if (NoteOwnWords(r.m, unit_number, r.words)) r.word_nodes.erase(&unit);
  for (const OuterDefinition& one : OuterDefinitionsOf(unit)) {
    const bool child = r.children.count(file) > 0 && round == 0;
    if (unit.syntax().kind(one.node) == NodeKind::kClass) {
      RunClass(r, unit_number, one, round);
      continue;
    }
    if (!child && !ContainsWord(r, unit, one.node)) continue;
    // A function is run again only if it contains more words than before: a new wrapper's name.
    if (!r.ran.insert({static_cast<int>(unit_number), one.node, WordsIn(r, unit, one.node)})
             .second) {
      continue;
    }
    r.AsRoot(unit_number, kRootSteps, [&] { RunDefinition(r, unit_number, one); });
  }
}

MachineRun RunPython(Machine& m, unsigned jobs) {
  Roots r{m, jobs};
  r.words.insert(m.program.table.words.begin(), m.program.table.words.end());
  // expandvars is a model, not a row of the table.
  r.words.insert("expandvars");
  std::vector<std::string> fresh(r.words.begin(), r.words.end());
  bool again = true;
  bool wanted = false;  // attributes of classes that another file may have
  for (int round = 0; round < kMaxRounds && again; ++round) {
    // Files with a word that is new in this round.
    if (!fresh.empty()) {
      for (const int file : FilesWith(r.m.program, fresh, r.jobs)) r.files.insert(file);
    }
    if (round == 0) AddChildren(r);
    // Cached results of the last round lack what new words add.
    ParseFiles(r.m, r.files, r.jobs);
    NoteWords(r);
    r.m.run.memo.clear();
    if (!r.m.pending.passed.empty()) NamePassed(r);
    if (wanted) LoadAll(r);
    // The files of a round in the order of the tree, so results do not depend on the search.
    for (const int file : r.files) RunFile(r, file, round);
    RunPassed(r);
    RunPassedParameters(r);
    RunReaders(r);
    wanted = !r.m.pending.once_more.empty();
    fresh = NewWords(r);
    const size_t shared = r.shared.size();
    const std::vector<int> sharing = FilesSharing(r.m, r.files, r.jobs, &r.shared);
    r.files.insert(sharing.begin(), sharing.end());
    r.words.insert(fresh.begin(), fresh.end());
    // Another round if there are new names, objects or words.
    again = NewHolders(r) || r.shared.size() > shared || !fresh.empty();
  }
  // The last round's wrappers: their callers are not searched for.
  NoteUnsought(r, fresh);
  RunParsers(r);
  RunCodes(r);
  RunPruned(r);
  Sweep(r);
  ReadRecords(r.m);
  r.out.files = r.files;
  r.out.children = r.children;
  r.out.words = r.words;
  for (const auto& [unit, name] : r.holders) r.out.words.insert(m.symbols.TextOf(name));
  return r.out;
}

}  // namespace flagcensus
