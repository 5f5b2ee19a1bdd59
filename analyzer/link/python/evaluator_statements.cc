// Statements → what they bind, access and define. Those that branch are in evaluator_branches.cc.
#include <algorithm>
#include <utility>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxPrefix = 200;  // longer than any name that is taken

}  // namespace

bool Evaluator::Run(NodeId block, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const ValueRef guard = frame.guard;
  bool ended = false;
  Loop* const turns = OutermostUnrolled(frame);
  for (size_t i = 0; i < syntax.count(block) && !ended; ++i) {
    const NodeId statement = syntax.child(block, i);
    if (turns != nullptr) turns->ran.insert(statement);
    ended = RunStatement(statement, frame);
    // What a `with` raises inside, its manager may swallow: what was written behind it is reached.
    const bool more = i + 1 < syntax.count(block);
    if (syntax.kind(statement) == NodeKind::kWith && more) ended = false;
    const bool asks = syntax.kind(statement) == NodeKind::kIf;
    if (turns != nullptr && ended && more && asks) turns->skipped.emplace_back(block, i + 1);
  }
  // A guard that an early return left holds to the end of the function, not of this block, only
  // where the block itself does not end; the caller restores it.
  if (syntax.kind(block) == NodeKind::kModule) frame.guard = guard;
  return ended;
}

bool Evaluator::RunStatement(NodeId node, Frame& frame) {
  if (!MayStep(node, frame)) return true;
  const Syntax& syntax = *frame.syntax;
  switch (syntax.kind(node)) {
    case NodeKind::kExpression:
      Evaluate(syntax.child(node, 0), frame);
      return false;
    case NodeKind::kAssign: {
      std::vector<NodeId> targets;
      for (size_t i = 1; i < syntax.count(node); ++i) targets.push_back(syntax.child(node, i));
      RunAssign(syntax.child(node, 0), targets, frame);
      return false;
    }
    case NodeKind::kAnnotated:
      return RunAnnotated(node, frame);
    case NodeKind::kAugmented:
      RunAugmented(node, frame);
      return false;
    case NodeKind::kReturn:
      return RunReturn(node, frame);
    case NodeKind::kRaise:
      for (size_t i = 0; i < syntax.count(node); ++i) Evaluate(syntax.child(node, i), frame);
      return true;
    case NodeKind::kAssert:
      for (size_t i = 0; i < syntax.count(node); ++i) Evaluate(syntax.child(node, i), frame);
      return false;
    case NodeKind::kIf:
      return RunIf(node, frame);
    case NodeKind::kFor:
      return RunFor(node, frame);
    case NodeKind::kWhile:
      return RunWhile(node, frame);
    case NodeKind::kBreak:
    case NodeKind::kContinue:
      return RunLeave(node, frame);
    case NodeKind::kTry:
      return RunTry(node, frame);
    case NodeKind::kWith:
      return RunWith(node, frame);
    case NodeKind::kFunction: {
      const int owner = frame.class_id;
      const int function = DefineFunction(node, frame, owner);
      Bind(syntax.text(node), MakeEntity(ValueKind::kFunction, function), frame);
      if (frame.function >= 0) frame.nested.push_back(function);
      return false;
    }
    case NodeKind::kClass: {
      const int defined = DefineClass(node, frame);
      Bind(syntax.text(node), MakeEntity(ValueKind::kClass, defined), frame);
      return false;
    }
    case NodeKind::kImport:
    case NodeKind::kImportFrom:
      RunImport(node, frame);
      return false;
    case NodeKind::kDelete:
      return RunDelete(node, frame);
    case NodeKind::kGlobal:
      for (size_t i = 0; i < syntax.count(node); ++i)
        frame.globals.push_back(syntax.child(node, i));
      return false;
    case NodeKind::kMatch:
      return RunMatch(node, frame);
    case NodeKind::kBlock:
      return Run(node, frame);
    default:
      return false;
  }
}

bool Evaluator::RunAnnotated(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId target = syntax.child(node, 0);
  if (frame.class_id >= 0 && syntax.kind(target) == NodeKind::kName) {
    auto& annotated = program_.classes[frame.class_id].annotated;
    const std::string& name = syntax.text(target);
    if (std::find(annotated.begin(), annotated.end(), name) == annotated.end()) {
      annotated.push_back(name);
    }
  }
  if (syntax.count(node) > 2) RunAssign(syntax.child(node, 2), {target}, frame);
  return false;
}

// What is returned is bound to the function's name.
bool Evaluator::RunReturn(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const size_t first = sites_.size();
  frame.returns.push_back(syntax.count(node) > 0 ? Evaluate(syntax.child(node, 0), frame)
                                                 : MakeNone());
  if (recording_ && frame.function >= 0) {
    for (const uint32_t id : ReadsOf(frame.returns.back())) {
      const FunctionInfo& function = program_.functions[frame.function];
      if (sites_[id].module == frame.module) {
        BindSite(id, function.name + "()", BoundKind::kReturn);
        const bool decorated = frame.syntax->count(function.node) > 2;
        if (function.owner_class < 0 && function.outer_function < 0 && !decorated &&
            sites_[id].returned_by.empty()) {
          sites_[id].returned_by = function.name;
        }
      }
    }
    if (syntax.count(node) > 0) {
      BindInside(syntax.child(node, 0), first, sites_.size(),
                 program_.functions[frame.function].name + "()", frame);
    }
  }
  return true;
}

bool Evaluator::RunWith(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const std::map<std::string, std::string> outer = prefixes_;
  for (size_t i = 0; i + 1 < syntax.count(node); ++i) {
    const NodeId part = syntax.child(node, i);
    const ValueRef value = Evaluate(syntax.child(part, 0), frame);
    if (syntax.count(part) > 1) BindTarget(syntax.child(part, 1), value, kNoNode, frame);
    std::string object;
    const std::string prefix = PrefixOpened(syntax.child(part, 0), &object, frame);
    if (!prefix.empty() && prefixes_[object].size() < kMaxPrefix) prefixes_[object] += prefix;
  }
  const bool ends = Run(syntax.child(node, syntax.count(node) - 1), frame);
  prefixes_ = outer;
  return ends;
}

bool Evaluator::RunDelete(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  for (size_t i = 0; i < syntax.count(node); ++i) {
    const NodeId target = syntax.child(node, i);
    const NodeKind kind = syntax.kind(target);
    if (kind == NodeKind::kTuple || kind == NodeKind::kList) {
      RunDelete(target, frame);
    } else if (kind == NodeKind::kAttribute) {
      Evaluate(syntax.child(target, 0), frame);
    } else if (kind == NodeKind::kSubscript) {
      const NodeId object_node = syntax.child(target, 0);
      const ValueRef object = Through(Evaluate(object_node, frame), object_node, frame);
      const NodeId key = syntax.child(target, 1);
      const ValueRef name = Evaluate(key, frame);
      if (IsMapping(object)) {
        AddSiteOn(object, AccessOp::kDelete, name, key, "[]", target, frame);
      }
    }
  }
  return false;
}

// Sites whose value goes into an expression that is assigned or returned, though not as it is: a
// sum, a test, an element, an argument of a function (an object made of it is another thing than
// its value). The name is told; whether the value is used is not looked for (BoundKind::kNone).
void Evaluator::BindInside(NodeId expression, size_t first, size_t last, const std::string& name,
                           Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  if (syntax.kind(expression) == NodeKind::kLambda) return;
  if (syntax.kind(expression) == NodeKind::kCall) {
    const std::string& callee = syntax.text(syntax.child(expression, 0));
    if (!callee.empty() && callee[0] >= 'A' && callee[0] <= 'Z') return;
  }
  for (size_t id = first; id < last; ++id) {
    Site& site = sites_[id];
    const bool reads = site.op == AccessOp::kRead || site.op == AccessOp::kTest;
    if (site.module != frame.module || !reads || !site.bound_to.empty()) continue;
    const uint32_t line = syntax[site.node].line;
    if (line < syntax[expression].line || line > syntax[expression].end_line) continue;
    site.bound_to = name;
  }
}

void Evaluator::RunAssign(NodeId value_node, const std::vector<NodeId>& targets, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const size_t first = sites_.size();
  const ValueRef value = Evaluate(value_node, frame);
  for (const NodeId target : targets) {
    const size_t written = sites_.size();
    BindTarget(target, value, value_node, frame);
    if (!recording_) continue;
    // os.environ[X] = os.environ.get(X, "") + " more"
    for (size_t i = written; i < sites_.size(); ++i) {
      Site& write = sites_[i];
      if (write.op != AccessOp::kWrite || write.node != target) continue;
      for (size_t r = first; r < written; ++r) {
        const Site& read = sites_[r];
        if (read.op == AccessOp::kRead && read.name != nullptr && Equal(read.name, write.name)) {
          write.op = AccessOp::kAppend;
        }
      }
    }
    // The name that receives what was read.
    std::string bound;
    BoundKind kind = BoundKind::kLocal;
    if (syntax.kind(target) == NodeKind::kName) {
      bound = syntax.text(target);
      if (frame.IsModule()) kind = BoundKind::kModule;
      if (frame.class_id >= 0) {
        bound = program_.classes[frame.class_id].name + "." + bound;
        kind = BoundKind::kClass;
      }
    } else if (syntax.kind(target) == NodeKind::kAttribute &&
               syntax.kind(syntax.child(target, 0)) == NodeKind::kName) {
      bound = syntax.text(syntax.child(target, 0)) + "." + syntax.text(target);
      kind = BoundKind::kAttribute;
    }
    if (bound.empty()) continue;
    for (const uint32_t id : ReadsOf(value)) {
      if (id >= first) BindSite(id, bound, kind);
    }
    BindInside(value_node, first, written, bound, frame);
  }
}

void Evaluator::RunAugmented(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId target = syntax.child(node, 0);
  const ValueRef value = Evaluate(syntax.child(node, 1), frame);
  if (syntax.kind(target) == NodeKind::kSubscript) {
    const NodeId object_node = syntax.child(target, 0);
    const ValueRef object = Through(Evaluate(object_node, frame), object_node, frame);
    if (IsMapping(object)) {
      const NodeId key = syntax.child(target, 1);
      const ValueRef name = Evaluate(key, frame);
      const std::optional<uint32_t> site =
          AddSiteOn(object, AccessOp::kAppend, name, key, "[]", target, frame);
      if (!site) return;
      sites_[*site].value = Force(value);
      sites_[*site].value_source = Unparse(syntax, syntax.child(node, 1));
      return;
    }
  }
  // os.environ |= {...}
  const ValueRef old = Evaluate(target, frame);
  if (IsMapping(old) && syntax.text(node) == "|" && recording_) {
    const bool itself = old->kind == ValueKind::kExternal;
    WriteAll({{"", syntax.child(node, 1), value, Argument::Splat::kNone}}, {0, {}},
             itself ? EnvironmentName(old) + "|=" : "env-dict", node, frame,
             itself ? nullptr : old);
    if (old->kind == ValueKind::kDict && old->id >= 0 && syntax.kind(target) == NodeKind::kName) {
      Bind(syntax.text(target), FlowValue(old->id), frame);
    }
    return;
  }

  if (syntax.kind(target) == NodeKind::kName) {
    Bind(syntax.text(target), MakeBinary(syntax.text(node), old, value), frame);
  }
}

void Evaluator::RunImport(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const bool from = syntax.kind(node) == NodeKind::kImportFrom;
  const std::string& module = syntax.text(node);
  for (size_t i = 0; i < syntax.count(node); ++i) {
    const NodeId alias = syntax.child(node, i);
    const std::string& name = syntax.text(alias);
    const bool renamed = syntax.count(alias) > 0;
    const std::string bound = renamed ? syntax.text(syntax.child(alias, 0)) : name;
    if (!from) {
      // `import a.b` binds a; `import a.b as c` binds a.b.
      const std::string root = name.substr(0, name.find('.'));
      Bind(renamed ? bound : root, ImportValue(frame.module, renamed ? name : root, ""), frame);
    } else if (name == "*") {
      ModuleInfo& info = program_.modules[frame.module];
      const bool known = std::any_of(info.star_imports.begin(), info.star_imports.end(),
                                     [&](int s) { return program_.imports[s].module == module; });
      if (known) continue;
      program_.imports.push_back({frame.module, module, ""});
      info.star_imports.push_back(static_cast<int>(program_.imports.size()) - 1);
    } else {
      Bind(bound, ImportValue(frame.module, module, name), frame);
    }
  }
}

}  // namespace flagcensus
