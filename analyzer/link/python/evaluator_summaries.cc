// A function → its summary: its body is run once with symbolic parameters; what it does to the
// environment under a name that depends on them is an effect of its calls.
#include <algorithm>
#include <utility>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

constexpr int kMaxNesting = 60;  // of functions within functions, behind kMaxDepth

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

// The names that functions within `node` declare nonlocal: they may hold anything once one ran.
void FindRebound(const Syntax& syntax, NodeId node, bool within,
                 std::set<std::string, std::less<>>* names) {
  const NodeKind kind = syntax.kind(node);
  within = within || kind == NodeKind::kFunction;
  for (size_t i = 0; i < syntax.count(node); ++i) {
    const NodeId child = syntax.child(node, i);
    if (within && kind == NodeKind::kGlobal) names->insert(syntax.text(child));
    if (syntax.count(child) > 0) FindRebound(syntax, child, within, names);
  }
}

// `if "X" in os.environ: return os.environ["X"]` with one other return, of a constant: the read,
// which raises nothing, as it stands under the test. Null where the function does something else.
Site* GuardedRead(const Summary& summary, std::deque<Site>& sites, size_t first, size_t last) {
  if (summary.returns.size() != 2) return nullptr;
  const ValueRef& a = summary.returns[0];
  const ValueRef& b = summary.returns[1];
  const ValueRef& read = IsReading(a) ? a : b;
  const ValueRef& other = IsReading(a) ? b : a;
  if (!IsReading(read) || read->sites.size() != 1 || !TextOf(other)) return nullptr;
  if (other->kind == ValueKind::kNone || read->sites[0] < first || read->sites[0] >= last) {
    return nullptr;
  }
  Site& site = sites[read->sites[0]];
  const bool required = site.op == AccessOp::kRead && site.default_kind == DefaultKind::kRequired;
  if (!required || site.name == nullptr || site.name->kind != ValueKind::kString) return nullptr;
  for (size_t id = first; id < last; ++id) {
    if (sites[id].op == AccessOp::kTest && Equal(sites[id].name, site.name)) return &site;
  }
  return nullptr;
}

}  // namespace

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
      value = MakeSymbol(ValueKind::kParameter, function, "*" + parameter.name);
    } else if (parameter.flag == 2) {
      value = MakeSymbol(ValueKind::kParameter, function, "**" + parameter.name);
    }
    // def read(key, env=os.environ): whoever gives nothing else means it.
    const bool own = recording_ && i < info.defaults.size() && IsEnvironment(info.defaults[i]);
    if (own && value->kind == ValueKind::kParameter) {
      for (const int flow : FlowsOf(value)) SetEnvironment(flow);
    }
    frame.locals[parameter.name] = value;
  }
  const size_t first = sites_.size();
  if (syntax.kind(info.node) == NodeKind::kLambda) {
    frame.returns.push_back(Evaluate(syntax.child(info.node, 1), frame));
    // Whoever calls it decides what None becomes, and a table of lambdas is called by names.
    if (recording_ && frame.returns.back() != nullptr) {
      std::vector<uint32_t> given;
      CollectSites(frame.returns.back(), &given);
      for (const uint32_t id : given) {
        Site& site = sites_[id];
        const bool open = site.op == AccessOp::kRead && site.unset_kind == DefaultKind::kNone;
        if (open && site.default_kind == DefaultKind::kNone) {
          site.unset_kind = DefaultKind::kDynamic;
        }
      }
    }
  } else {
    FindRebound(syntax, syntax.child(info.node, 1), false, &frame.rebound);
    summaries_[function].falls = !Run(syntax.child(info.node, 1), frame);
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
void Evaluator::InferDefaults(Summary& summary, size_t first, size_t last) {
  if (Site* guarded = GuardedRead(summary, sites_, first, last)) {
    const bool read_first = IsReading(summary.returns[0]);
    guarded->default_value = summary.returns[read_first ? 1 : 0];
    guarded->default_kind = DefaultKind::kLiteral;
    guarded->derived = !guarded->default_value->symbolic;
  }
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
    site.derived = found == constant;
  }
}

}  // namespace flagcensus
