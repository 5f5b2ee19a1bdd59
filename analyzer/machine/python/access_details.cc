// The code around an access → what the rules ask of it.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/machine/python/access_parts.h"
#include "analyzer/python/forms.h"

namespace flagcensus {

void BindTo(const Machine& m, const EventSite& site, Access* access) {
  const PythonUnit& unit = m.units[static_cast<size_t>(site.at.unit)];
  const Syntax& syntax = unit.syntax();
  NodeId node = site.at.node;
  NodeId statement = unit.parent[node];
  while (statement != kNoNode && syntax.kind(statement) < NodeKind::kModule) {
    node = statement;
    statement = unit.parent[node];
  }
  if (statement == kNoNode) return;
  const NodeKind kind = syntax.kind(statement);
  NodeId target = kNoNode;
  if (syntax.count(statement) > 1 && syntax.child(statement, kind == NodeKind::kAssign ? 1 : 0) == node &&
      (kind == NodeKind::kAssign || kind == NodeKind::kAnnotated)) {
    target = node;  // a field, whose declaration reads it
  } else if (kind == NodeKind::kAssign && syntax.child(statement, 0) == node && syntax.count(statement) > 1) {
    target = syntax.child(statement, 1);
  } else if (kind == NodeKind::kAnnotated && syntax.count(statement) > 2 &&
             syntax.child(statement, 2) == node) {
    target = syntax.child(statement, 0);
  }
  NodeId around = statement;  // the function or class
  while (around != kNoNode && syntax.kind(around) != NodeKind::kFunction &&
         syntax.kind(around) != NodeKind::kClass) {
    around = unit.parent[around];
  }
  const bool returned = kind == NodeKind::kReturn && syntax.child(statement, 0) == node;
  if (returned && around != kNoNode && syntax.kind(around) == NodeKind::kFunction) {
    access->bound_to = syntax.text(around) + "()";
    access->bound_kind = BoundKind::kReturn;
  }
  if (target == kNoNode) return;
  if (syntax.kind(target) == NodeKind::kName) {
    const bool of_class = around != kNoNode && syntax.kind(around) == NodeKind::kClass;
    access->bound_to = of_class ? syntax.text(around) + "." + syntax.text(target) : syntax.text(target);
    access->bound_kind = around == kNoNode ? BoundKind::kModule
                         : of_class        ? BoundKind::kClass
                                           : BoundKind::kLocal;
  } else if (syntax.kind(target) == NodeKind::kAttribute) {
    access->bound_to = Unparse(syntax, target);
    access->bound_kind = BoundKind::kAttribute;
  }
}

namespace {

// The nearest function around the node; kNoNode: a module's or class's level.
NodeId FunctionAround(const PythonUnit& unit, NodeId node) {
  const Syntax& syntax = unit.syntax();
  NodeId up = unit.parent[node];
  while (up != kNoNode && syntax.kind(up) != NodeKind::kFunction && syntax.kind(up) != NodeKind::kLambda) {
    up = unit.parent[up];
  }
  return up;
}

// The line where the innermost branch of an `if` around the node begins, within its function; 0: none.
int BranchAround(const PythonUnit& unit, NodeId node) {
  const Syntax& syntax = unit.syntax();
  for (NodeId up = unit.parent[node]; up != kNoNode; node = up, up = unit.parent[up]) {
    if (syntax.kind(up) == NodeKind::kFunction || syntax.kind(up) == NodeKind::kLambda) return 0;
    const bool branch = syntax.kind(up) == NodeKind::kIf && syntax.kind(node) == NodeKind::kBlock;
    if (branch && syntax.count(node) > 0) return static_cast<int>(syntax[syntax.child(node, 0)].line);
  }
  return 0;
}

// A function at the top level and without decorators, which gives the value back.
std::string ReturnedBy(const PythonUnit& unit, NodeId node, const Access& access) {
  if (access.bound_kind != BoundKind::kReturn) return "";
  const Syntax& syntax = unit.syntax();
  const NodeId function = FunctionAround(unit, node);
  if (function == kNoNode || syntax.kind(function) != NodeKind::kFunction) return "";
  const NodeId block = unit.parent[function];
  const bool top = block != kNoNode && (syntax.kind(block) == NodeKind::kModule ||
                                        FunctionAround(unit, function) == kNoNode);
  for (NodeId up = block; up != kNoNode; up = unit.parent[up]) {
    if (syntax.kind(up) == NodeKind::kClass) return "";
  }
  return top && syntax.count(function) == 2 ? syntax.text(function) : "";
}

// The expression that names the variable where the accessor is called.
std::string NameExpression(const Machine& m, const CodePoint& at) {
  const Syntax& syntax = m.units[static_cast<size_t>(at.unit)].syntax();
  const size_t count = syntax.count(at.node);
  switch (syntax.kind(at.node)) {
    case NodeKind::kCall:
    case NodeKind::kSubscript:
      return count > 1 ? Unparse(syntax, syntax.child(at.node, 1)) : "";
    case NodeKind::kCompare:
      return count > 0 ? Unparse(syntax, syntax.child(at.node, 0)) : "";
    default:
      return "";
  }
}

bool IsPrefixTest(const Syntax& syntax, NodeId node) {
  const NodeId callee = syntax.kind(node) == NodeKind::kCall ? syntax.child(node, 0) : kNoNode;
  return callee != kNoNode && syntax.kind(callee) == NodeKind::kAttribute &&
         syntax.text(callee) == "startswith";
}

// How often a name occurs in formatted texts, and elsewhere; tests of its beginning apart.
struct Uses {
  int shown = 0;
  int other = 0;
};

void CountUses(const Syntax& syntax, NodeId node, const std::string& name, bool shown, Uses* uses) {
  const NodeKind kind = syntax.kind(node);
  if (kind == NodeKind::kName && syntax.text(node) == name) ++(shown ? uses->shown : uses->other);
  if (IsPrefixTest(syntax, node)) return;
  for (size_t i = 0; i < syntax.count(node); ++i) {
    CountUses(syntax, syntax.child(node, i), name, shown || kind == NodeKind::kFormat, uses);
  }
}

// Whether the loop or comprehension binds the name.
bool Binds(const Syntax& syntax, NodeId loop, const std::string& name) {
  Uses uses;
  if (syntax.kind(loop) == NodeKind::kFor) CountUses(syntax, syntax.child(loop, 0), name, false, &uses);
  for (size_t i = 1; syntax.kind(loop) == NodeKind::kComprehension && i < syntax.count(loop); ++i) {
    CountUses(syntax, syntax.child(syntax.child(loop, i), 0), name, false, &uses);
  }
  return uses.other > 0;
}

}  // namespace

bool IsOnlyShown(const Machine& m, const CodePoint& test) {
  const PythonUnit& unit = m.units[static_cast<size_t>(test.unit)];
  const Syntax& syntax = unit.syntax();
  if (!IsPrefixTest(syntax, test.node)) return false;
  NodeId name = syntax.child(syntax.child(test.node, 0), 0);
  while (syntax.kind(name) == NodeKind::kCall || syntax.kind(name) == NodeKind::kAttribute) {
    name = syntax.child(name, 0);
  }
  if (syntax.kind(name) != NodeKind::kName) return false;
  for (NodeId up = unit.parent[test.node]; up != kNoNode; up = unit.parent[up]) {
    if (!Binds(syntax, up, syntax.text(name))) continue;
    Uses uses;
    CountUses(syntax, up, syntax.text(name), false, &uses);
    return uses.shown > 0 && uses.other <= 1;  // once it is bound
  }
  return false;
}

void AddDetails(Machine& m, const EventSite& site, Access* access) {
  const PythonUnit& unit = m.units[static_cast<size_t>(site.at.unit)];
  const Syntax& syntax = unit.syntax();
  const NodeId function = FunctionAround(unit, site.at.node);
  if (function != kNoNode) {
    const auto next = static_cast<int>(m.numbered.size());
    access->function = m.numbered.try_emplace({site.at.unit, function}, next).first->second;
  }
  access->branch = BranchAround(unit, site.at.node);
  access->returned_by = ReturnedBy(unit, site.at.node, *access);
  access->hooked = !site.at_accessor && HandsOverHook(syntax, site.at.node);
  access->by_declarator = site.transformed && !site.at_accessor;
  if (!access->name) access->name_expression = NameExpression(m, site.at);
  if (site.outer != 0) access->fallback_of = m.symbols.TextOf(site.outer);
  access->falls_back = site.falls_back;
  if (access->default_kind == DefaultKind::kNone && site.unset != nullptr) {
    const RenderedValue given = Render(m, site.unset);
    access->unset_kind = given.kind;
    access->unset_text = given.text;
  }
}

}  // namespace flagcensus
