// Roots that only the results of other roots bring up: functions that were passed an environment,
// objects that were created with the name of a variable, parsers of command lines.
//
//   class Var:
//       def __init__(self, name): self.name = name
//       def get(self): return os.environ.get(self.name)     a reader: it reads by a field
//   PORT = Var("APP_PORT")           get is run with this object: a read of APP_PORT, at this place
#include <algorithm>

#include "analyzer/python/machine/roots.h"

namespace flagcensus {
namespace {

// Whether the function's code uses one of the attributes, on any object.
bool Mentions(Roots& r, const FunctionObject& function, const std::set<Symbol>& attributes) {
  const PythonUnit& unit = UnitAt(r.m, function.unit);
  for (NodeId id = unit.begin[function.node]; id <= function.node; ++id) {
    const bool attribute = unit.syntax().kind(id) == NodeKind::kAttribute;
    if (attribute && attributes.count(unit.SymbolOf(id)) > 0) return true;
  }
  return false;
}

// A quarter of a root's share for each method: a class may have many.
void RunPassedOf(Roots& r, size_t unit, ClassObject* type,
                 const std::map<const ClassObject*, std::set<Symbol>>& fresh) {
  // The class and its bases: a base's constructor may have set the field.
  for (const ClassObject* base : BasesOf(type)) {
    const auto fields = fresh.find(base);
    if (fields == fresh.end()) continue;
    const std::vector<SlotMap::Entry> members = type->slots.entries();
    for (const auto& member : members) {
      FunctionObject* method = member.second == nullptr ? nullptr : AsFunction(member.second);
      if (method == nullptr || method->owner != type || !Mentions(r, *method, fields->second))
        continue;
      r.AsRoot(unit, kRootSteps / 4, [&] { RunRoot(r.m, method, GenericInstance(r.m, type)); });
    }
  }
}

// Recognised by the name `_actions`, in which argparse stores options.
bool GoesOverOptions(Roots& r, const FunctionObject& method) {
  const PythonUnit& unit = UnitAt(r.m, method.unit);
  const Symbol options = r.m.symbols.Intern("_actions");
  for (NodeId id = unit.begin[method.node]; id <= method.node; ++id) {
    const bool attribute = unit.syntax().kind(id) == NodeKind::kAttribute;
    if (attribute && unit.SymbolOf(id) == options) return true;
  }
  return false;
}

}  // namespace

void LoadAll(Roots& r) {
  for (const int file : r.files) {
    if (!r.IsCut(file)) LoadUnit(r.m, static_cast<int>(r.UnitOf(file)));
  }
}

void NamePassed(Roots& r) {
  // A bound for names that many classes have, such as `run`.
  constexpr size_t kMaxMethods = 64;
  // Classes at the top level of each file.
  for (const int file : r.files) {
    const ModuleObject* module = LoadModule(r.m, file, true);
    for (const auto& entry : module->slots.entries()) {
      ClassObject* type = entry.second == nullptr ? nullptr : AsClass(entry.second);
      if (type == nullptr) continue;
      for (auto& [name, methods] : r.m.pending.passed) {
        FunctionObject* method = AsFunction(type->slots.Get(TextKey(name)));
        const bool known = std::find(methods.begin(), methods.end(), method) != methods.end();
        if (method != nullptr && !known && methods.size() < kMaxMethods) methods.push_back(method);
      }
    }
  }
}

void RunPassedParameters(Roots& r) {
  // A copy, since runs may add further ones.
  const auto all = r.m.pending.passed_parameters;
  for (const auto& one : all) {
    FunctionObject* function = one.first;
    // Special methods are called by the language, with objects that other runs create.
    if (r.m.symbols.TextOf(function->name).starts_with("__")) continue;
    if (!r.passed_parameters.insert(one).second) continue;
    // The parameter is the environment; all others are unknown.
    const GivenParameter given{one.second, r.m.values.Environment(0)};
    const auto unit = static_cast<size_t>(function->unit);
    r.AsRoot(unit, kRootSteps / 8, [&] {
      ClassObject* type = function->owner;
      RunRoot(r.m, function, type == nullptr ? nullptr : GenericInstance(r.m, type), &given);
    });
  }
}

void RunReaders(Roots& r) {
  if (r.m.pending.readers.empty()) return;
  r.m.run.memo.clear();
  // A reader's read says something only if no known call causes it; see IsNewOfObject in emit.cc.
  r.m.run.only_new = true;
  for (size_t i = 0; i < r.m.pending.readers.size(); ++i) {  // a run may add to it
    const auto [constructor, reader] = r.m.pending.readers[i];
    // A copy, for the same reason.
    const std::vector<InstanceObject*> made = r.m.pending.made[constructor];
    for (InstanceObject* object : made) {
      if (!r.readers.insert({object, reader}).second) continue;
      const auto unit = static_cast<size_t>(reader->unit);
      // A sixteenth: there is one run for each object.
      r.AsRoot(unit, kRootSteps / 16, [&, reader = reader] { RunRoot(r.m, reader, object->self); });
    }
  }
  r.m.run.only_new = false;
}

void RunPassed(Roots& r) {
  std::map<const ClassObject*, std::set<Symbol>> fresh;
  for (const auto& one : r.m.pending.passed_fields) {
    if (r.passed.insert(one.first).second) fresh[one.first.first].insert(one.first.second);
  }
  if (fresh.empty()) return;
  // A cached result was computed without the environment in the field.
  r.m.run.memo.clear();
  // Classes at the top level of each module.
  for (size_t unit = 0; unit < r.m.program.modules.size(); ++unit) {
    const std::vector<SlotMap::Entry> names = r.m.program.modules[unit]->slots.entries();
    for (const auto& name : names) {
      ClassObject* type = name.second == nullptr ? nullptr : AsClass(name.second);
      if (type != nullptr && type->unit == static_cast<int>(unit))
        RunPassedOf(r, unit, type, fresh);
    }
  }
}

void RunParsers(Roots& r) {
  if (r.m.libraries.options.empty()) return;
  r.m.run.memo.clear();
  // Earlier runs of these methods found nothing, since the options were not known.
  r.m.run.fruitless.clear();
  const std::set<ClassObject*> parsers = r.m.libraries.parsers;
  for (ClassObject* type : parsers) {
    // Methods of the parser's class that iterate over its options.
    const std::vector<SlotMap::Entry> entries = type->slots.entries();
    for (const SlotMap::Entry& entry : entries) {
      FunctionObject* method = entry.second == nullptr ? nullptr : AsFunction(entry.second);
      if (method == nullptr || !GoesOverOptions(r, *method)) continue;
      r.AsRoot(static_cast<size_t>(method->unit), kRootSteps,
               [&] { RunRoot(r.m, method, GenericInstance(r.m, type)); });
    }
  }
}

}  // namespace flagcensus
