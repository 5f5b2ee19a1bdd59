// Sites ─→ the statements around them ─→ whether their values are used unchanged.
//
// The walk over a module passes down what receives a value, and whether an expression around it may
// replace it. For each wanted node it records both; for each name of a function or module, how
// often a value is assigned to it. `n = int(n)` converts, and does not count.
#include "analyzer/python/unchanged_values.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// What receives a value: a name of a function (by its node; kNoNode: of the module), or an
// attribute of any object, by its name after a dot. Attributes of different objects with one name
// are not distinguished.
using Receiver = std::pair<NodeId, std::string>;

struct Around {
  NodeId node = kNoNode;
  NodeId function = kNoNode;
  size_t receivers = 0;  // which of the walk's lists
  bool bounded = false;  // a different value may replace that of the node
};

class StoreWalk {
 public:
  StoreWalk(const Syntax& syntax, const std::set<NodeId>& wanted)
      : syntax_(syntax), wanted_(wanted) {}

  void Run() {
    if (syntax_.root == kNoNode) return;
    // All `global` statements first: they may follow a use.
    CollectGlobals();
    // The root first; Visit adds children to the stack.
    waiting_.push_back({syntax_.root, kNoNode, 0, false});
    while (!waiting_.empty()) {
      const Around around = waiting_.back();
      waiting_.pop_back();
      // The state with which the walk reached the node.
      if (wanted_.contains(around.node)) found_.emplace(around.node, around);
      Visit(around);
    }
  }

  // Whether the value of `node` is neither bounded nor replaced. One store is its own assignment.
  bool Stays(NodeId node) const {
    // A wanted node that was not reached is unknown.
    const auto at = found_.find(node);
    if (at == found_.end()) return false;
    if (at->second.bounded) return false;
    const std::vector<Receiver>& receivers = receivers_[at->second.receivers];
    return std::all_of(receivers.begin(), receivers.end(), [&](const Receiver& receiver) {
      return stores_.at(receiver) < 2 && !checked_.contains(receiver);
    });
  }

 private:
  // `global` names are the module's in every function; which functions declare them is not
  // recorded.
  void CollectGlobals() {
    for (NodeId id = 0; id < syntax_.nodes.size(); ++id) {
      if (syntax_.kind(id) != NodeKind::kGlobal) continue;
      for (size_t i = 0; i < syntax_.count(id); ++i) {
        globals_.insert(syntax_.text(syntax_.child(id, i)));
      }
    }
  }

  // Targets of unpacking receive a part each; elements and slices are not followed.
  void AddReceivers(NodeId target, NodeId function, std::vector<Receiver>* out) const {
    const NodeKind kind = syntax_.kind(target);
    // A name of the function, unless it is declared global.
    if (kind == NodeKind::kName) {
      const std::string& name = syntax_.text(target);
      out->emplace_back(globals_.contains(name) ? kNoNode : function, name);
    } else if (kind == NodeKind::kAttribute) {
      // An attribute of any object.
      out->emplace_back(kNoNode, "." + syntax_.text(target));
    } else if (kind == NodeKind::kTuple || kind == NodeKind::kList) {
      for (size_t i = 0; i < syntax_.count(target); ++i) {
        const NodeId part = syntax_.child(target, i);
        if (syntax_.kind(part) == NodeKind::kName) AddReceivers(part, function, out);
      }
    }
  }

  // `n = int(n)`, `n = n.strip()`: the same value, in a different form.
  bool Converts(NodeId value, NodeId target) const {
    // Only a name that is assigned from a call with itself.
    if (syntax_.kind(target) != NodeKind::kName || syntax_.kind(value) != NodeKind::kCall) {
      return false;
    }
    const NodeId callee = syntax_.child(value, 0);
    const auto is_target = [&](NodeId node) {
      return syntax_.kind(node) == NodeKind::kName && syntax_.text(node) == syntax_.text(target);
      // int(n): one argument, which is the target.
    };
    if (syntax_.count(value) == 2 && is_target(syntax_.child(value, 1))) return true;
    return syntax_.kind(callee) == NodeKind::kAttribute && is_target(syntax_.child(callee, 0));
  }

  // Recognised by its name, in any module: np.clip, self.clamp.
  static bool IsBound(std::string_view callee) {
    return callee == "min" || callee == "max" || callee == "clamp" || callee == "clip";
  }

  void Store(const std::vector<Receiver>& receivers) {
    for (const Receiver& receiver : receivers) ++stores_[receiver];
  }

  // The statement assigns the value of `value` to `targets`.
  void Assign(NodeId value, const std::vector<NodeId>& targets, NodeId function) {
    std::vector<Receiver> receivers;
    for (const NodeId target : targets) AddReceivers(target, function, &receivers);
    const bool converts = targets.size() == 1 && Converts(value, targets[0]);
    for (const Receiver& receiver : receivers) stores_[receiver] += converts ? 0 : 1;
    // The value is visited with its receivers, the targets without any.
    waiting_.push_back({value, function, receivers_.size(), false});
    receivers_.push_back(std::move(receivers));
    for (const NodeId target : targets) waiting_.push_back({target, function, 0, false});
  }

  // The name or attribute is compared with a limit, or replaced if it is false. A name in another
  // function may be the module's, so both count.
  void Check(NodeId node, NodeId function) {
    std::vector<Receiver> receivers;
    AddReceivers(node, function, &receivers);
    if (syntax_.kind(node) == NodeKind::kName) receivers.emplace_back(kNoNode, syntax_.text(node));
    checked_.insert(receivers.begin(), receivers.end());
  }

  // What a range check compares with: a number, or a name in capitals.
  bool IsLimit(NodeId node) const {
    // A negative number is a limit.
    const NodeKind kind = syntax_.kind(node);
    if (kind == NodeKind::kUnary) return syntax_.text(node) == "-";
    if (kind == NodeKind::kName) return ToUpper(syntax_.text(node)) == syntax_.text(node);
    return kind == NodeKind::kInteger || kind == NodeKind::kFloat;
  }

  // `n <= 0`, `1 < n < MOST`, `n == -1`: checks the operands beside a limit. A comparison with
  // another variable is not a check of a range.
  void CheckCompared(NodeId node, NodeId function) {
    const std::vector<std::string_view> signs = Split(syntax_.text(node), ',');
    // Each pair of neighbours in the comparison.
    for (size_t i = 0; i + 1 < syntax_.count(node) && i < signs.size(); ++i) {
      const NodeId left = syntax_.child(node, i);
      const NodeId right = syntax_.child(node, i + 1);
      const bool orders = signs[i].starts_with('<') || signs[i].starts_with('>');
      const bool none = (signs[i] == "==" || signs[i] == "!=") &&
                        (syntax_.kind(right) == NodeKind::kUnary || syntax_.text(right) == "0");
      if ((orders && IsLimit(right)) || none) Check(left, function);
      if (orders && IsLimit(left)) Check(right, function);
    }
  }

  // The walk has its own stack: expressions may be nested deeply.
  void Visit(const Around& around) {
    const NodeId node = around.node;
    const size_t count = syntax_.count(node);
    const auto child = [&](size_t i) { return syntax_.child(node, i); };
    // Stores, functions and expressions that bound; everything else passes its state on.
    switch (syntax_.kind(node)) {
      // Each further target of a = b = value receives it as well.
      case NodeKind::kAssign: {
        std::vector<NodeId> targets;
        for (size_t i = 1; i < count; ++i) targets.push_back(child(i));
        return Assign(child(0), targets, around.function);
      }
      case NodeKind::kAnnotated:
        if (count > 2) return Assign(child(2), {child(0)}, around.function);
        return;
      // (n := read): n receives the value, as does what the expression is assigned to.
      case NodeKind::kWalrus: {
        std::vector<Receiver> receivers;
        AddReceivers(child(0), around.function, &receivers);
        Store(receivers);
        // What receives the whole expression receives the value, too.
        const std::vector<Receiver>& outer = receivers_[around.receivers];
        receivers.insert(receivers.end(), outer.begin(), outer.end());
        waiting_.push_back({child(1), around.function, receivers_.size(), around.bounded});
        receivers_.push_back(std::move(receivers));
        return;
      }
      // n += 1 and a loop's variable are further stores.
      case NodeKind::kAugmented:
      case NodeKind::kFor: {
        std::vector<Receiver> receivers;
        AddReceivers(child(0), around.function, &receivers);
        Store(receivers);
        break;
      }
      // Names inside are the function's; its value does not flow to the outside.
      case NodeKind::kFunction:
      case NodeKind::kLambda:
        for (size_t i = 0; i < count; ++i) waiting_.push_back({child(i), node, 0, false});
        return;
      case NodeKind::kCompare:
        CheckCompared(node, around.function);
        break;
      case NodeKind::kOr:  // `read or 4`: the last operand is not replaced by others
        if (count > 0) Check(child(0), around.function);
        for (size_t i = 0; i < count; ++i) {
          waiting_.push_back(
              {child(i), around.function, around.receivers, around.bounded || i + 1 < count});
        }
        return;
      case NodeKind::kCall: {
        // A call of a name or attribute with two or more arguments.
        const NodeId callee = child(0);
        // max(1, read): with one argument, max(values) selects and does not bound.
        const bool named =
            syntax_.kind(callee) == NodeKind::kName || syntax_.kind(callee) == NodeKind::kAttribute;
        const bool bounds = named && count > 2 && IsBound(syntax_.text(callee));
        for (size_t i = 0; i < count; ++i) {
          waiting_.push_back(
              {child(i), around.function, around.receivers, around.bounded || bounds});
        }
        return;
      }
      default:
        break;
    }
    for (size_t i = 0; i < count; ++i) {
      waiting_.push_back({child(i), around.function, around.receivers, around.bounded});
    }
  }

  const Syntax& syntax_;
  const std::set<NodeId>& wanted_;
  std::set<std::string, std::less<>> globals_;
  std::vector<Around> waiting_;
  std::vector<std::vector<Receiver>> receivers_ = {{}};
  std::unordered_map<NodeId, Around> found_;
  std::map<Receiver, int> stores_;
  std::set<Receiver> checked_;
};

}  // namespace

std::set<NodeId> FindUnchanged(const Syntax& syntax, const std::set<NodeId>& wanted) {
  StoreWalk walk(syntax, wanted);
  walk.Run();
  std::set<NodeId> out;
  for (const NodeId node : wanted) {
    if (walk.Stays(node)) out.insert(node);
  }
  return out;
}

}  // namespace flagcensus
