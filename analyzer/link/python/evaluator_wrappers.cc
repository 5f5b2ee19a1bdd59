// What was evaluated → the names by which other modules call what touches the environment.
#include <algorithm>
#include <functional>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

// "a/os.py" and "a/os/__init__.py" → "os".
std::string_view ModuleName(std::string_view path) {
  if (path.ends_with("/__init__.py")) path.remove_suffix(12);
  path = path.substr(path.rfind('/') + 1);
  return path.substr(0, path.find('.'));
}

// `getenv = os.environ.get`: another name for what the table knows.
bool IsAlias(const std::string& name, const ValueRef& of, const AccessorTable& table) {
  if (of->kind != ValueKind::kExternal) return false;
  const size_t dot = of->text.rfind('.');
  if (dot == std::string::npos) return false;
  const std::string last = of->text.substr(dot + 1);
  if (table.IsEnvironment(of->text.substr(0, dot))) return table.methods.count(last) > 0;
  if (table.IsEnvironment(of->text)) return name != last;
  return name != last && table.calls.count(of->text) > 0;
}

}  // namespace

const AccessorRow* Evaluator::BoundMethod(const std::string& dotted) const {
  const size_t dot = dotted.rfind('.');
  if (dot == std::string::npos || !table_.IsEnvironment(dotted.substr(0, dot))) return nullptr;
  const auto row = table_.methods.find(dotted.substr(dot + 1));
  return row == table_.methods.end() ? nullptr : &row->second;
}

// Whether the parameter that the effect waits for is the environment where the caller gives
// nothing.
bool Evaluator::TakesEnvironment(int function, const Site& site) const {
  const FunctionInfo& info = program_.functions[function];
  for (size_t i = 0; i < info.parameters.size() && i < info.defaults.size(); ++i) {
    if (info.parameters[i].name == site.environment->text && IsEnvironment(info.defaults[i])) {
      return true;
    }
  }
  return false;
}

// Whether a call of the function touches the environment through what it is given.
bool Evaluator::Acts(int function) const {
  if (static_cast<size_t>(function) >= summaries_.size()) return false;
  const std::vector<uint32_t>& effects = summaries_[function].effects;
  // What waits for an environment to be handed over is worth nothing to callers that have none.
  return std::any_of(effects.begin(), effects.end(), [&](uint32_t id) {
    return sites_[id].environment == nullptr || TakesEnvironment(function, sites_[id]);
  });
}

std::map<std::string, std::set<std::string>> Evaluator::WrapperMethods() const {
  std::map<std::string, std::set<std::string>> methods;
  const std::function<void(int, int, std::set<std::string>*)> collect =
      [&](int id, int depth, std::set<std::string>* names) {
        const ClassInfo& made = program_.classes[id];
        for (const auto& [name, method] : made.methods) {
          if (!name.starts_with("__") && Acts(method)) names->insert(name);
        }
        for (const ValueRef& base : std::vector<ValueRef>(made.bases)) {
          const ValueRef of = base == nullptr ? nullptr : const_cast<Evaluator*>(this)->Force(base);
          if (depth < 8 && of != nullptr && of->kind == ValueKind::kClass) {
            collect(of->id, depth + 1, names);
          }
        }
      };
  const size_t classes = program_.classes.size();  // what is looked up may load more
  for (size_t id = 0; id < classes; ++id) {
    const ModuleInfo& module = program_.modules[program_.classes[id].module];
    if (module.names_only || module.replaced_by >= 0) continue;
    std::set<std::string> names;
    collect(static_cast<int>(id), 0, &names);
    if (!names.empty()) methods[program_.classes[id].name].merge(names);
  }
  return methods;
}

Wrappers Evaluator::WrapperNames() const {
  Wrappers names;
  std::set<int> sinks;  // functions with a parameter that becomes an environment
  for (const auto& [parameter, flow] : flow_of_parameter_) {
    if (flows_[flow].sink) sinks.insert(parameter.first);
  }
  const auto effectful = [&](int function) {
    if (static_cast<size_t>(function) >= summaries_.size()) return false;
    const Summary& summary = summaries_[function];
    const bool acts = Acts(function);
    const bool gives = std::any_of(summary.returns.begin(), summary.returns.end(),
                                   [&](const ValueRef& value) { return IsEnvironment(value); });
    return acts || gives || sinks.count(function) > 0;
  };
  const std::function<bool(int, int)> class_effectful = [&](int id, int depth) {
    const ClassInfo& made = program_.classes[id];
    for (const auto& [name, method] : made.methods) {
      if (effectful(method)) return true;
      // A mapping over a field: whoever makes one of the environment needs the class.
      if (name != "__getitem__" || static_cast<size_t>(method) >= summaries_.size()) continue;
      if (!summaries_[method].effects.empty()) return true;
    }
    for (const ValueRef& one : std::vector<ValueRef>(made.bases)) {
      const ValueRef base = one == nullptr ? nullptr : const_cast<Evaluator*>(this)->Force(one);
      if (depth < 8 && base != nullptr && base->kind == ValueKind::kClass &&
          class_effectful(base->id, depth + 1)) {
        return true;
      }
    }
    return false;
  };
  std::map<std::string_view, std::vector<std::string_view>> of_file;  // the wrappers known so far
  for (const auto& [name, paths] : wrappers_) {
    for (const std::string& path : paths) of_file[path].push_back(name);
  }
  const size_t modules = program_.modules.size();  // what is looked up may load more
  for (size_t i = 0; i < modules; ++i) {
    const ModuleInfo& module = program_.modules[i];
    if (module.docstring_of >= 0 || module.run_as_text) continue;
    if (module.names_only || module.replaced_by >= 0) continue;
    const std::string& path = program_.tree().files[module.file].path;
    if (IsLibrary(ModuleName(path))) continue;  // never looked for in the tree
    for (const int star : module.star_imports) {
      const int from = program_.FindModuleFile(program_.imports[star].module, module.file);
      if (from < 0) continue;
      for (const std::string_view name : of_file[program_.tree().files[from].path]) {
        if (!name.starts_with('_')) names[std::string(name)].insert(path);
      }
    }
    // What is looked up may evaluate more of the module: its names stay where they are in memory.
    std::vector<const TextMap<ValueRef>::value_type*> globals;
    for (const auto& global : module.globals) globals.push_back(&global);
    for (const auto* global : globals) {
      const std::string& name = global->first;
      const ValueRef value = global->second;
      if (value == nullptr) continue;
      const ValueRef& of = value->kind == ValueKind::kPartial ? value->items[0] : value;
      if (of == nullptr) continue;
      if (of->kind == ValueKind::kImported) {
        // `from .helpers import flag as other`: the name is a wrapper's too, for others to import.
        const Import& import = program_.imports[of->id];
        const auto known = wrappers_.find(import.name);
        if (known == wrappers_.end()) continue;
        const int from = program_.FindModuleFile(import.module, module.file);
        if (from < 0 || known->second.count(program_.tree().files[from].path) == 0) continue;
        names[name].insert(path);
        continue;
      }
      const bool object =
          of->kind == ValueKind::kExternal && table_.IsObject(of->text) && of->text.ends_with("()");
      const bool settings =
          of->kind == ValueKind::kClass && program_.classes[of->id].settings != nullptr;
      const bool wraps =
          object || settings || IsAlias(name, of, table_) ||
          (of->kind == ValueKind::kFunction && effectful(of->id)) ||
          (of->kind == ValueKind::kInstance && IsEnvironment(FieldValue(of, "data"))) ||
          ((of->kind == ValueKind::kClass || of->kind == ValueKind::kInstance) &&
           class_effectful(of->id, 0));
      if (wraps) names[name].insert(path);
    }
  }
  return names;
}

}  // namespace flagcensus
