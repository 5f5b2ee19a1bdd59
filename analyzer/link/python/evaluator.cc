// Modules, functions and classes → what is known of them where they are defined. See evaluator.h
// for the method.
#include "analyzer/link/python/evaluator.h"

#include <algorithm>
#include <utility>

namespace flagcensus {
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
  declaring_ = true;
  Declare(constants.syntax->root, constants);
  declaring_ = false;
  info.preparing = true;
  Run(constants.syntax->root, constants);
  info.preparing = false;
  info.first_look.reset();
  recording_ = recording;
  steps_ = steps;
}

void Evaluator::EvaluateModule(int module) {
  ModuleInfo& info = program_.modules[module];
  if (info.evaluated || info.evaluating || info.parsed->syntax.root == kNoNode) return;
  if (depth_ > kMaxDepth) return;
  if (IsSpent()) return Tell({program_.PathOf(module), 0, 0}, "run-limit", refused_);
  PrepareModule(module);
  if (info.preparing) info.first_look = info.globals;
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

void Evaluator::DeclareMethods(NodeId block, int class_id, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  for (size_t i = 0; i < syntax.count(block); ++i) {
    const NodeId child = syntax.child(block, i);
    if (syntax.kind(child) != NodeKind::kFunction) continue;
    program_.classes[class_id].methods[syntax.text(child)] = DefineFunction(child, frame, class_id);
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
  if (declaring_) return id;  // its defaults hold once its statement is reached
  FunctionInfo& function = program_.functions[id];
  // Defaults and decorators are evaluated where the function is defined.
  function.defaults.assign(function.parameters.size(), nullptr);
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    if (function.parameters[i].default_node != kNoNode) {
      function.defaults[i] = Evaluate(function.parameters[i].default_node, frame);
    }
  }
  const NodeId parameters = syntax.child(node, 0);
  for (size_t i = 0; recording_ && i < syntax.count(parameters); ++i) {
    const NodeId annotation = syntax.child(syntax.child(parameters, i), 0);
    const NodeKind kind = syntax.kind(annotation);
    if (kind == NodeKind::kCall || kind == NodeKind::kSubscript) Evaluate(annotation, frame);
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
  if (declaring_) {
    DeclareMethods(syntax.child(node, 0), id, frame);
    return id;
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
    } else if (syntax.kind(child) == NodeKind::kKeyword) {
      if (recording_) Evaluate(child, frame);
    } else {
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
  if (recording_) NameDescriptors(id, body);
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

}  // namespace flagcensus
