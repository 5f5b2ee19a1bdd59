// Modules, functions, classes and names. See evaluator.h for the method.
#include "analyzer/link/python/evaluator.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/python/outline.h"

namespace flagcensus {
namespace {

constexpr int kMaxDepth = 40;    // of summaries and modules waiting for each other
constexpr int kMaxNesting = 60;  // and of functions within functions behind them

bool IsEntity(const ValueRef& v) {
  return v != nullptr && (v->kind == ValueKind::kFunction || v->kind == ValueKind::kClass);
}

bool IsName(const ValueRef& v) {
  return v != nullptr && (v->kind == ValueKind::kExternal || v->kind == ValueKind::kImported ||
                          v->kind == ValueKind::kModule);
}

// Whether a symbol of function `id` (or one of `kinds`) stands in the value.
bool DependsOn(const ValueRef& value, int32_t function) {
  if (value == nullptr || !value->symbolic) return false;
  if (value->kind == ValueKind::kParameter) return value->id == function;
  return std::any_of(value->items.begin(), value->items.end(),
                     [&](const ValueRef& item) { return DependsOn(item, function); });
}

bool DependsOnArgument(const ValueRef& value) {
  if (value == nullptr || !value->symbolic) return false;
  if (value->kind == ValueKind::kParameter || value->kind == ValueKind::kField) return true;
  return std::any_of(value->items.begin(), value->items.end(), DependsOnArgument);
}

// Whether a module of that name is taken for the library's, whatever the tree holds.
bool IsLibrary(std::string_view root) {
  static const std::set<std::string_view> kLibrary = {
      "os",        "posix", "nt",          "sys",    "json",       "pathlib",
      "functools", "enum",  "dataclasses", "typing", "subprocess", "unittest",
      "pytest",    "mock",  "ast",         "shlex",  "decimal",    "distutils"};
  return kLibrary.count(root) > 0;
}

// "a/os.py" and "a/os/__init__.py" → "os".
std::string_view ModuleName(std::string_view path) {
  if (path.ends_with("/__init__.py")) path.remove_suffix(12);
  path = path.substr(path.rfind('/') + 1);
  return path.substr(0, path.find('.'));
}

}  // namespace

Evaluator::Evaluator(Program& program, const AccessorTable& table, const Wrappers& wrappers,
                     const RunBudget* budget)
    : program_(program), table_(table), wrappers_(wrappers), budget_(budget) {}

// Functions, classes, imports and constants, before anything is recorded.
void Evaluator::PrepareModule(int module) {
  ModuleInfo& info = program_.modules[module];
  if (info.prepared || info.parsed->syntax.root == kNoNode) return;
  info.prepared = true;
  const bool recording = std::exchange(recording_, false);
  const uint64_t steps = std::exchange(steps_, 0);
  Frame constants;
  constants.module = module;
  constants.syntax = &info.parsed->syntax;
  Declare(constants.syntax->root, constants);
  Run(constants.syntax->root, constants);
  recording_ = recording;
  steps_ = steps;
}

void Evaluator::EvaluateModule(int module) {
  ModuleInfo& info = program_.modules[module];
  if (info.evaluated || info.evaluating || info.parsed->syntax.root == kNoNode) return;
  if (depth_ > kMaxDepth) return;
  if (IsSpent()) return Tell({program_.PathOf(module), 0, 0}, "run-limit", refused_);
  PrepareModule(module);
  ++depth_;
  info.evaluating = true;
  const uint64_t steps = steps_;
  const bool recording = std::exchange(recording_, true);
  steps_ = 0;
  Frame frame;
  frame.module = module;
  frame.syntax = &info.parsed->syntax;
  Run(frame.syntax->root, frame);
  for (size_t i = 0; i < frame.nested.size(); ++i) RunNested(frame.nested[i], frame);
  info.evaluated = true;
  info.evaluating = false;
  // Methods and top-level functions; those nested in a function ran with it.
  const std::map<NodeId, int> functions = info.function_of_node;
  for (const auto& [node, function] : functions) {
    if (program_.functions[function].outer_function < 0) Summarize(function);
  }
  recording_ = recording;
  steps_ = steps;
  --depth_;
}

// Functions, classes and imports hold before their statement is reached: what calls them is usually
// defined above.
void Evaluator::Declare(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  for (size_t i = 0; i < syntax.count(node); ++i) {
    const NodeId child = syntax.child(node, i);
    switch (syntax.kind(child)) {
      case NodeKind::kFunction:
        Bind(syntax.text(child), MakeEntity(ValueKind::kFunction, DefineFunction(child, frame, -1)),
             frame);
        break;
      case NodeKind::kClass:
        Bind(syntax.text(child), MakeEntity(ValueKind::kClass, DefineClass(child, frame)), frame);
        break;
      case NodeKind::kImport:
      case NodeKind::kImportFrom:
        RunImport(child, frame);
        break;
      case NodeKind::kIf:
      case NodeKind::kTry:
      case NodeKind::kExcept:
      case NodeKind::kWith:
      case NodeKind::kBlock:
        Declare(child, frame);
        break;
      default:
        break;
    }
  }
}

int Evaluator::DefineFunction(NodeId node, Frame& frame, int owner_class) {
  ModuleInfo& module = program_.modules[frame.module];
  const Syntax& syntax = *frame.syntax;
  const auto [at, added] =
      module.function_of_node.try_emplace(node, static_cast<int>(program_.functions.size()));
  const int id = at->second;
  if (added) {
    FunctionInfo made;
    made.module = frame.module;
    made.node = node;
    made.owner_class = owner_class;
    made.outer_function = frame.function;
    const bool lambda = syntax.kind(node) == NodeKind::kLambda;
    made.name = lambda ? "<lambda>" : syntax.text(node);
    const NodeId parameters = syntax.child(node, 0);
    for (size_t i = 0; i < syntax.count(parameters); ++i) {
      const NodeId parameter = syntax.child(parameters, i);
      Parameter p;
      p.name = syntax.text(parameter);
      p.flag = syntax[parameter].flag;
      if (syntax.count(parameter) > 1) p.default_node = syntax.child(parameter, 1);
      made.parameters.push_back(p);
    }
    const NodeId body = syntax.child(node, 1);
    made.has_body = lambda || (syntax[body].flag & 1) == 0;
    for (size_t i = 2; i < syntax.count(node); ++i) {
      const NodeId decorator = syntax.child(node, i);
      if (syntax.count(decorator) == 0) continue;
      const NodeId expression = syntax.child(decorator, 0);
      const std::string& name = syntax.text(expression);
      if (name == "staticmethod") made.is_static = true;
      if (name == "classmethod") made.is_class_method = true;
      if (name == "property" || name == "cached_property") made.is_property = true;
    }
    program_.functions.push_back(std::move(made));
    summaries_.resize(program_.functions.size());
    if (owner_class >= 0) methods_by_name_[program_.functions.back().name].push_back(id);
  }
  FunctionInfo& function = program_.functions[id];
  // Defaults and decorators are evaluated where the function is defined.
  function.defaults.assign(function.parameters.size(), nullptr);
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    if (function.parameters[i].default_node != kNoNode) {
      function.defaults[i] = Evaluate(function.parameters[i].default_node, frame);
    }
  }
  for (size_t i = 2; i < syntax.count(node); ++i) {
    const NodeId decorator = syntax.child(node, i);
    if (syntax.kind(decorator) == NodeKind::kDecorator && syntax.count(decorator) > 0) {
      Evaluate(syntax.child(decorator, 0), frame);
    }
  }
  return id;
}

int Evaluator::DefineClass(NodeId node, Frame& frame) {
  ModuleInfo& module = program_.modules[frame.module];
  const Syntax& syntax = *frame.syntax;
  const auto [at, added] =
      module.class_of_node.try_emplace(node, static_cast<int>(program_.classes.size()));
  const int id = at->second;
  if (added) {
    program_.classes.emplace_back();
    program_.classes.back().module = frame.module;
    program_.classes.back().node = node;
    program_.classes.back().name = syntax.text(node);
  }
  ClassInfo& made = program_.classes[id];
  made.bases.clear();
  for (size_t i = 1; i < syntax.count(node); ++i) {
    const NodeId child = syntax.child(node, i);
    if (syntax.kind(child) == NodeKind::kDecorator) {
      const std::string text =
          syntax.count(child) > 0 ? Unparse(syntax, syntax.child(child, 0)) : "";
      if (text.find("dataclass") != std::string::npos || text.starts_with("attr") ||
          text.starts_with("define") || text.starts_with("frozen")) {
        made.is_record = true;
      }
      if (recording_ && syntax.count(child) > 0) Evaluate(syntax.child(child, 0), frame);
    } else if (syntax.kind(child) != NodeKind::kKeyword) {
      const ValueRef base = Evaluate(child, frame);
      made.bases.push_back(base);
      if (base != nullptr && base->kind == ValueKind::kExternal) {
        const std::string_view last =
            std::string_view(base->text).substr(base->text.rfind('.') + 1);
        if (last.ends_with("Enum") || last.ends_with("Flag")) made.is_enum = true;
        if (last == "NamedTuple") made.is_record = true;
      }
    }
  }
  Frame body;
  body.module = frame.module;
  body.class_id = id;
  body.syntax = frame.syntax;
  body.outer = &frame;
  body.function = frame.function;
  body.guard = frame.guard;
  body.locals = {};
  Run(syntax.child(node, 0), body);
  FindSettings(id, node, body);
  frame.own_sites.insert(frame.own_sites.end(), body.own_sites.begin(), body.own_sites.end());
  for (const int function : body.nested) frame.nested.push_back(function);
  FinishClass(id);
  return id;
}

// self.x of __init__, and the __init__ that records are given.
void Evaluator::FinishClass(int class_id) {
  ClassInfo& made = program_.classes[class_id];
  if (made.is_record && made.methods.count("__init__") == 0) {
    for (const std::string& name : made.annotated) {
      made.fields[name] = MakeSymbol(ValueKind::kParameter, -2 - class_id, name);
    }
  }
}

const Summary& Evaluator::Summarize(int function) {
  static const Summary kEmpty;
  if (static_cast<size_t>(function) >= summaries_.size()) return kEmpty;
  Summary& summary = summaries_[function];
  const FunctionInfo& info = program_.functions[function];
  if (summary.done || summary.running || !info.has_body || depth_ > kMaxDepth) return summary;
  if (info.outer_function >= 0) return summary;  // runs with the function around it
  if (IsSpent()) {
    Tell({program_.PathOf(info.module), 0, 0}, "run-limit", refused_);
    return summary;
  }
  summary.running = true;
  ++depth_;
  const bool recording = std::exchange(recording_, true);
  const uint64_t steps = std::exchange(steps_, 0);
  Frame frame;
  frame.module = info.module;
  frame.syntax = &program_.SyntaxOf(info.module);
  RunFunction(function, frame);
  steps_ = steps;
  recording_ = recording;
  --depth_;
  summary.running = false;
  summary.done = true;
  return summary;
}

// Runs the body with symbolic parameters and fills the summary of `function`. `frame` has the
// module and, for a nested function, the frame around it.
void Evaluator::RunFunction(int function, Frame& frame) {
  const FunctionInfo& info = program_.functions[function];
  const Syntax& syntax = *frame.syntax;
  frame.function = function;
  frame.self_class = info.owner_class >= 0    ? info.owner_class
                     : frame.outer != nullptr ? frame.outer->self_class
                                              : -1;
  for (size_t i = 0; i < info.parameters.size(); ++i) {
    const Parameter& parameter = info.parameters[i];
    ValueRef value = MakeSymbol(ValueKind::kParameter, function, parameter.name);
    if (i == 0 && info.owner_class >= 0 && !info.is_static) {
      Value self;
      self.kind = ValueKind::kInstance;
      self.id = info.owner_class;
      self.integer = 1;
      value = info.is_class_method ? MakeEntity(ValueKind::kClass, info.owner_class)
                                   : MakeValue(std::move(self));
    } else if (const auto fixture = table_.fixtures.find(parameter.name);
               fixture != table_.fixtures.end() && parameter.default_node == kNoNode) {
      value = MakeExternal(fixture->second);
    } else if (const ValueRef object = ObjectAnnotated(info, i, frame)) {
      value = object;
    } else if (parameter.flag == 1) {
      value = nullptr;
    } else if (parameter.flag == 2) {
      value = MakeSymbol(ValueKind::kParameter, function, "**" + parameter.name);
    }
    frame.locals[parameter.name] = value;
  }
  const size_t first = sites_.size();
  if (syntax.kind(info.node) == NodeKind::kLambda) {
    frame.returns.push_back(Evaluate(syntax.child(info.node, 1), frame));
  } else {
    Run(syntax.child(info.node, 1), frame);
  }
  for (size_t i = 0; i < frame.nested.size(); ++i) RunNested(frame.nested[i], frame);

  Summary& summary = summaries_[function];
  summary.returns = frame.returns;
  for (const uint32_t id : frame.own_sites) {
    Site& site = sites_[id];
    if (!DependsOnArgument(site.name)) continue;
    if (site.pending && site.environment == nullptr) continue;
    site.effect = true;
    summary.effects.push_back(id);
  }
  InferDefaults(summary, first, sites_.size());
}

void Evaluator::RunNested(int function, Frame& outer) {
  Summary& summary = summaries_[function];
  const FunctionInfo& info = program_.functions[function];
  if (summary.done || summary.running || !info.has_body) return;
  if (depth_ > kMaxNesting) {
    return TellLimit(info.node, outer, "functions nested too deep: this one is left out");
  }
  summary.running = true;
  ++depth_;
  Frame frame;
  frame.module = outer.module;
  frame.syntax = outer.syntax;
  frame.outer = &outer;
  frame.guard = outer.guard;
  RunFunction(function, frame);
  --depth_;
  summary.running = false;
  summary.done = true;
  // What does not wait for its own arguments happens (as far as can be known) with the outer one.
  std::vector<uint32_t> kept;
  for (const uint32_t id : summary.effects) {
    if (DependsOn(sites_[id].name, function)) {
      kept.push_back(id);
    } else {
      outer.own_sites.push_back(id);
    }
  }
  summary.effects = std::move(kept);
}

// A wrapper that reads without a default but returns something else where the variable is unset has
// that as its default: a parameter, or a constant.
void Evaluator::InferDefaults(Summary& summary, size_t, size_t) {
  std::vector<ValueRef> alternatives;
  for (const ValueRef& value : summary.returns) {
    if (value != nullptr && value->kind == ValueKind::kOneOf) {
      alternatives.insert(alternatives.end(), value->items.begin(), value->items.end());
    } else {
      alternatives.push_back(value);
    }
  }
  for (const uint32_t id : summary.effects) {
    Site& site = sites_[id];
    if (site.op != AccessOp::kRead) continue;
    if (site.default_kind != DefaultKind::kNone && site.default_kind != DefaultKind::kRequired) {
      continue;
    }
    bool returned = false;
    ValueRef constant;
    ValueRef parameter;
    for (const ValueRef& value : alternatives) {
      std::vector<uint32_t> reads;
      CollectSites(value, &reads);
      if (std::find(reads.begin(), reads.end(), id) != reads.end()) {
        returned = true;
      } else if (value != nullptr && DependsOnArgument(value)) {
        if (parameter == nullptr) parameter = value;
      } else if (constant == nullptr && value != nullptr && TextOf(value)) {
        constant = value;
      }
    }
    if (!returned) continue;
    const ValueRef found = parameter != nullptr ? parameter : constant;
    if (found == nullptr || found->kind == ValueKind::kNone) continue;
    site.default_value = found;
    site.default_kind = DefaultKind::kLiteral;
  }
}

ValueRef Evaluator::LookUp(std::string_view name, Frame& frame) {
  for (Frame* at = &frame; at != nullptr; at = at->outer) {
    // A class body's names do not hold in the functions defined in it.
    if (at != &frame && at->class_id >= 0 && frame.class_id < 0) continue;
    // Functions run later: what they see of a module is its globals.
    if (at->IsModule() && frame.function >= 0) continue;
    const auto found = at->locals.find(name);
    if (found != at->locals.end()) return found->second;
  }
  ModuleInfo& module = program_.modules[frame.module];
  const auto global = module.globals.find(name);
  if (global != module.globals.end()) {
    const bool level = frame.function < 0;  // module-level code sees what holds just now
    if (!level && module.ambiguous.count(name) > 0) return nullptr;
    return global->second;
  }
  for (const int star : module.star_imports) {
    const Import& import = program_.imports[star];
    const std::string dotted = import.module + "." + std::string(name);
    if (table_.IsEnvironment(dotted) || table_.calls.count(dotted) > 0) return MakeExternal(dotted);
    if (wrappers_.count(std::string(name)) == 0 && name != ToUpper(name)) continue;
    const int file = program_.FindModuleFile(import.module, module.file);
    if (file < 0 || depth_ > kMaxDepth) continue;
    const ValueRef member = ModuleMember(program_.LoadModule(file), name, 1);
    if (member != nullptr) return member;
  }
  if (module.docstring_of >= 0) {
    const ModuleInfo& shown_in = program_.modules[module.docstring_of];
    const auto at = shown_in.globals.find(name);
    if (at != shown_in.globals.end()) return at->second;
  }
  return MakeExternal(std::string(name));
}

ValueRef Evaluator::ModuleMember(int module, std::string_view name, int depth) {
  if (depth > 20) return nullptr;
  while (program_.modules[module].replaced_by >= 0) module = program_.modules[module].replaced_by;
  if (program_.modules[module].names_only) {
    PrepareModule(module);
  } else {
    EvaluateModule(module);
  }
  ModuleInfo& info = program_.modules[module];
  const auto found = info.globals.find(name);
  if (found != info.globals.end()) {
    if (info.ambiguous.count(name) > 0) return nullptr;
    const ValueRef value = found->second;
    return value != nullptr && value->kind == ValueKind::kImported ? ForceImport(*value, depth + 1)
                                                                   : value;
  }
  const std::vector<uint32_t>& left_out = info.parsed->left_out;
  if (std::binary_search(left_out.begin(), left_out.end(), WordHash(name))) {
    const int names = program_.LoadNames(info.file);
    if (names != module) return ModuleMember(names, name, depth + 1);
  }
  for (const int star : info.star_imports) {
    const int file = program_.FindModuleFile(program_.imports[star].module, info.file);
    if (file < 0) continue;
    const int from = program_.LoadModule(file);
    if (from == module) continue;
    const ValueRef value = ModuleMember(from, name, depth + 1);
    if (value != nullptr) return value;
  }
  if (program_.PathOf(module).ends_with("__init__.py")) {
    const int file = program_.FindModuleFile("." + std::string(name), info.file);
    if (file >= 0) return MakeEntity(ValueKind::kModule, program_.LoadModule(file));
  }
  return nullptr;
}

ValueRef Evaluator::Force(const ValueRef& value) {
  if (value == nullptr || !value->symbolic) return value;
  if (value->kind == ValueKind::kImported) return ForceImport(*value, 0);
  return Substitute(
      value,
      [&](const ValueRef& symbol) {
        return symbol->kind == ValueKind::kImported ? ForceImport(*symbol, 0) : symbol;
      },
      [](uint32_t site) { return std::optional<uint32_t>(site); });
}

ValueRef Evaluator::ForceImport(const Value& imported, int depth) {
  if (depth > 20) return nullptr;
  const Import import = program_.imports[imported.id];
  const int from = program_.modules[import.importer].file;
  std::vector<std::string> rest;
  if (!imported.text.empty()) {
    for (const std::string_view part : Split(imported.text, '.')) rest.emplace_back(part);
  }
  ValueRef value;
  size_t taken = 0;
  if (!import.name.empty()) {
    const int file = program_.FindModuleFile(import.module, from);
    if (file >= 0) value = ModuleMember(program_.LoadModule(file), import.name, depth + 1);
    if (value == nullptr) {
      const bool dots = !import.module.empty() && import.module.back() == '.';
      const int inner =
          program_.FindModuleFile(import.module + (dots ? "" : ".") + import.name, from);
      if (inner >= 0) value = MakeEntity(ValueKind::kModule, program_.LoadModule(inner));
    }
  } else {
    // `import a` and then a.b.c: the longest module that is in the tree.
    std::vector<std::string> path = rest;
    for (size_t n = rest.size() + 1; n-- > 0 && value == nullptr;) {
      std::string dotted = import.module;
      for (size_t i = 0; i < n; ++i) dotted += "." + rest[i];
      const int file = program_.FindModuleFile(dotted, from);
      if (file < 0) continue;
      value = MakeEntity(ValueKind::kModule, program_.LoadModule(file));
      taken = n;
    }
  }
  for (size_t i = taken; i < rest.size() && value != nullptr; ++i) {
    if (value->kind == ValueKind::kModule) {
      value = ModuleMember(value->id, rest[i], depth + 1);
    } else {
      Frame frame;
      frame.module = import.importer;
      frame.syntax = &program_.SyntaxOf(import.importer);
      value = AttributeOf(value, rest[i], kNoNode, frame);
    }
  }
  return value;
}

// What an imported name stands for: something outside the tree, or a name to be looked up when it
// is needed.
ValueRef Evaluator::ImportValue(int module, std::string_view dotted, std::string_view name) {
  const int file = program_.modules[module].file;
  const std::string_view root = dotted.substr(0, dotted.find('.'));
  const auto external = [&] {
    std::string full(dotted);
    if (!name.empty()) full += (full.empty() ? "" : ".") + std::string(name);
    return MakeExternal(full);
  };
  if (IsLibrary(root)) return external();
  const bool relative = !dotted.empty() && dotted.front() == '.';
  const bool here =
      relative || program_.FindModuleFile(dotted, file) >= 0 ||
      (!name.empty() &&
       program_.FindModuleFile(std::string(dotted) + "." + std::string(name), file) >= 0);
  if (!here) return external();
  program_.imports.push_back({module, std::string(dotted), std::string(name)});
  return MakeSymbol(ValueKind::kImported, static_cast<int32_t>(program_.imports.size()) - 1, "");
}

void Evaluator::Bind(std::string_view name, const ValueRef& value, Frame& frame) {
  const bool global = std::any_of(frame.globals.begin(), frame.globals.end(),
                                  [&](NodeId id) { return frame.syntax->text(id) == name; });
  if (!frame.IsModule() && !global) {
    if (frame.fork != nullptr) frame.fork->Remember(name);
    frame.locals.insert_or_assign(std::string(name), value);
    if (frame.class_id >= 0) {
      ClassInfo& made = program_.classes[frame.class_id];
      if (made.is_enum && value != nullptr && value->kind == ValueKind::kExternal) {
        made.attributes[std::string(name)] = MakeString(std::string(name));  // enum.auto()
      } else if (value != nullptr && value->kind == ValueKind::kFunction &&
                 program_.functions[value->id].owner_class == frame.class_id) {
        made.methods[std::string(name)] = value->id;
      } else {
        made.attributes[std::string(name)] = value;
      }
    }
    return;
  }
  ModuleInfo& module = program_.modules[frame.module];
  const auto at = module.globals.find(name);
  const auto bind_here = [&] {
    if (!recording_ || !frame.IsModule()) return;
    if (frame.fork != nullptr) frame.fork->Remember(name);
    frame.locals.insert_or_assign(std::string(name), value);
  };
  if (at == module.globals.end()) {
    module.globals.emplace(name, value);
    bind_here();
    if (global && frame.function >= 0) module.ambiguous.emplace(name);
    return;
  }
  // A function or class stays what it is where an import's fallback is None or another spelling of
  // it.
  const ValueRef& known = at->second;
  const bool fallback = (IsEntity(known) || IsName(known)) && !IsEntity(value);
  const bool better = IsEntity(value) && (known == nullptr || IsName(known) || IsEntity(known));
  // Making an object evaluated the module: its dicts have numbers there and none here.
  const bool same = !recording_ && module.evaluated && known != nullptr && value != nullptr &&
                    known->kind == ValueKind::kInstance && value->kind == known->kind &&
                    value->id == known->id;
  if (same) return;
  if (!recording_ && !fallback && !better && known != nullptr && !Equal(known, value)) {
    module.ambiguous.emplace(name);
  }
  if (global && frame.function >= 0) {
    module.ambiguous.emplace(name);
    return;
  }
  if (fallback) return;
  at->second = value;
  bind_here();
}

void Evaluator::BindTarget(NodeId target, const ValueRef& value, NodeId source, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  switch (syntax.kind(target)) {
    case NodeKind::kName:
      if (value == nullptr && source != kNoNode && syntax.kind(source) == NodeKind::kCall) {
        frame.made_by.insert_or_assign(syntax.text(target), source);
      }
      if (recording_ && value != nullptr && IsEnvironmentWord(syntax.text(target)))
        SetLikely(value);
      Bind(syntax.text(target), value, frame);
      return;
    case NodeKind::kTuple:
    case NodeKind::kList: {
      const std::optional<std::vector<ValueRef>> items = ItemsOf(value);
      const size_t count = syntax.count(target);
      for (size_t i = 0; i < count; ++i) {
        const NodeId part = syntax.child(target, i);
        const bool fits = items && items->size() == count && syntax.kind(part) != NodeKind::kSplat;
        BindTarget(part, fits ? (*items)[i] : nullptr, source, frame);
      }
      return;
    }
    case NodeKind::kSplat:
      if (syntax.count(target) > 0) BindTarget(syntax.child(target, 0), nullptr, source, frame);
      return;
    case NodeKind::kAttribute: {
      const ValueRef object = Evaluate(syntax.child(target, 0), frame);
      if (object != nullptr && object->kind == ValueKind::kInstance && object->integer == 1) {
        auto& fields = program_.classes[object->id].fields;
        const auto [at, added] = fields.try_emplace(syntax.text(target), value);
        // A field that is empty now and holds a mapping at another time is that mapping.
        const auto empty = [](const ValueRef& of) {
          return of == nullptr || of->kind == ValueKind::kNone ||
                 (of->items.empty() &&
                  (of->kind == ValueKind::kDict || of->kind == ValueKind::kSequence));
        };
        const bool held = at->second != nullptr && at->second->kind == ValueKind::kEnvironment;
        if (!added && empty(at->second) && !FlowsOf(value).empty()) {
          at->second = value;
        } else if (!added && !Equal(at->second, value) && !(held && empty(value))) {
          // The constructor's own value is the one that declares; a later one makes it unknown.
          const bool known = at->second != nullptr && at->second->symbolic;
          if (!known) at->second = value != nullptr && value->symbolic ? value : nullptr;
        }
      }
      return;
    }
    case NodeKind::kSubscript: {
      const NodeId object_node = syntax.child(target, 0);
      const ValueRef object = Through(Force(Evaluate(object_node, frame)), object_node, frame);
      const NodeId key = syntax.child(target, 1);
      const ValueRef name = Evaluate(key, frame);
      if (!recording_) return;
      const std::optional<std::string> key_text = TextOf(name);
      if (key_text && table_.sink_keys.count(*key_text) > 0) SetSink(value);
      if (key_text) NoteFamily(*key_text, value, target, frame);
      const NodeKind held = syntax.kind(object_node);
      const bool likely = (held == NodeKind::kName || held == NodeKind::kAttribute) &&
                          IsEnvironmentWord(syntax.text(object_node));
      if (!IsMapping(object)) {
        // Nothing is known of it but its name: a copy of one that another object keeps.
        if (!likely || object != nullptr || !key_text) return;
        const uint32_t site = AddSite(AccessOp::kWrite, name, key, "env-dict", target, frame);
        sites_[site].pending = true;
        sites_[site].likely = true;
        SetValue(site, value);
        return;
      }
      const std::optional<uint32_t> site =
          AddSiteOn(object, AccessOp::kWrite, name, key, "[]", target, frame);
      if (site && likely) sites_[*site].likely = true;
      // A dict that is changed is no longer the literal it was.
      if (object->kind == ValueKind::kDict && syntax.kind(object_node) == NodeKind::kName) {
        if (object->id >= 0) Bind(syntax.text(object_node), FlowValue(object->id), frame);
      }
      if (!site) return;
      SetValue(*site, value);
      if (source != kNoNode) sites_[*site].value_source = Unparse(syntax, source);
      return;
    }
    default:
      return;
  }
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

Wrappers Evaluator::WrapperNames() const {
  Wrappers names = makers_;
  std::set<int> sinks;  // functions with a parameter that becomes an environment
  for (const auto& [parameter, flow] : flow_of_parameter_) {
    if (flows_[flow].sink) sinks.insert(parameter.first);
  }
  const auto effectful = [&](int function) {
    if (static_cast<size_t>(function) >= summaries_.size()) return false;
    const Summary& summary = summaries_[function];
    // What waits for an environment to be handed over is worth nothing to callers that have none.
    const bool acts = std::any_of(summary.effects.begin(), summary.effects.end(), [&](uint32_t id) {
      return sites_[id].environment == nullptr || TakesEnvironment(function, sites_[id]);
    });
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
    for (const ValueRef& base : made.bases) {
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
  for (const ModuleInfo& module : program_.modules) {
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
    for (const auto& [name, value] : module.globals) {
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
          object || settings || (of->kind == ValueKind::kFunction && effectful(of->id)) ||
          (of->kind == ValueKind::kInstance && IsEnvironment(FieldValue(of, "data"))) ||
          ((of->kind == ValueKind::kClass || of->kind == ValueKind::kInstance) &&
           class_effectful(of->id, 0));
      if (wraps) names[name].insert(path);
    }
  }
  return names;
}

}  // namespace flagcensus
