// The code around an access → what the rules need to know about it: the name that the value is
// bound to, the function that returns it, and what the program does if the variable is unset.
//
//   class Config:
//       port = int(os.environ.get("APP_PORT") or 80)
//           ─→ bound to Config.port, as an attribute of a class
#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/python/forms.h"
#include "analyzer/python/machine/access_parts.h"

namespace flagcensus {

namespace {

// Whether the value of the expression goes into `statement` as it is, or converted by a test, a
// method or a conversion. `carried`: the statement binds the expression's value, converted or not;
// then arguments of calls and operands of `and` count, too. A list, a dictionary or a sum does not:
// its value is a different one.
bool GoesStraight(const PythonUnit& unit, NodeId node, NodeId statement, bool carried) {
  const Syntax& syntax = unit.syntax();
  // Upwards from the site to the statement: each expression on the way has to pass the value on.
  for (NodeId up = unit.ParentOf(node); up != statement; node = up, up = unit.ParentOf(up)) {
    switch (syntax.kind(up)) {
      case NodeKind::kOr:
      case NodeKind::kNot:
      case NodeKind::kCompare:
      case NodeKind::kAttribute:
      case NodeKind::kWalrus:
      case NodeKind::kAwait:
        break;
      case NodeKind::kSubscript:
      case NodeKind::kCall:
        // The value is the callee or the object; as an argument or index it is passed on only by a
        // conversion.
        if (syntax.child(up, 0) != node && !carried) return false;
        break;
      case NodeKind::kConditional:
        // The condition of `a if x else b` selects a value and is not a part of it.
        if (syntax.child(up, 0) == node) return false;
        break;
      case NodeKind::kAnd:
        if (!carried) return false;
        break;
      case NodeKind::kKeyword:
        break;
      default:
        return false;
    }
  }
  return true;
}

// Whether the site is the call of a declarator, or inside one: the value that the call receives as
// its default goes where the declarator's value goes.
bool IsDeclared(const Machine& m, const CodePoint& at, NodeId statement) {
  const PythonUnit& unit = UnitAt(m, at.unit);
  for (NodeId up = at.node; up != statement; up = unit.ParentOf(up)) {
    if (m.found.declarators.count({at.unit, up}) > 0) return true;
  }
  return false;
}

// The name or attribute that the assignment sets to the value of `node`, which contains the site;
// kNoNode: there is none.
NodeId TargetOf(const Syntax& syntax, NodeId statement, NodeId node) {
  // Several targets, a = b = value, are alternatives; the first one names the value.
  const NodeKind kind = syntax.kind(statement);
  const size_t count = syntax.count(statement);
  if (kind == NodeKind::kAssign && count > 1) {
    if (syntax.child(statement, 0) == node) return syntax.child(statement, 1);
    return syntax.child(statement, 1) == node ? node
                                              : kNoNode;  // a field: its declaration is the read
  }
  if (kind != NodeKind::kAnnotated || count < 2) return kNoNode;
  const bool value = count > 2 && syntax.child(statement, 2) == node;
  return value || syntax.child(statement, 0) == node ? syntax.child(statement, 0) : kNoNode;
}

// The name that `if name := read:` binds; "": it binds none. The value is used in the test.
std::string BoundInTest(const PythonUnit& unit, NodeId read) {
  const Syntax& syntax = unit.syntax();
  const NodeId walrus = unit.ParentOf(read);
  if (walrus == kNoNode || syntax.kind(walrus) != NodeKind::kWalrus) return "";
  return syntax.child(walrus, 1) == read ? syntax.text(syntax.child(walrus, 0)) : "";
}

// "a.b.c": a name, or fields of one. add("x").b is a field of a call's result, which has no name.
bool IsDottedName(const Syntax& syntax, NodeId node) {
  while (syntax.kind(node) == NodeKind::kAttribute) node = syntax.child(node, 0);
  return syntax.kind(node) == NodeKind::kName;
}

}  // namespace

void BindTo(const Machine& m, const EventSite& site, Access* access) {
  const PythonUnit& unit = UnitAt(m, site.at.unit);
  const Syntax& syntax = unit.syntax();
  NodeId node = site.at.node;
  NodeId statement = unit.ParentOf(node);
  // Up to the statement: expressions are the kinds before kModule.
  while (statement != kNoNode && syntax.kind(statement) < NodeKind::kModule) {
    node = statement;
    statement = unit.ParentOf(node);
  }
  if (statement == kNoNode) return;
  NodeId around = statement;  // the function or class
  while (around != kNoNode && syntax.kind(around) != NodeKind::kFunction &&
         syntax.kind(around) != NodeKind::kClass) {
    around = unit.ParentOf(around);
  }
  // The site of a wrapper's call may be a part of an expression that mixes several values; the run
  // knows whether the statement keeps this one.
  const bool whole =
      site.call.is_accessor || site.use.kept || node == TargetOf(syntax, statement, node);
  const bool straight = (whole && GoesStraight(unit, site.at.node, statement, site.use.carried)) ||
                        IsDeclared(m, site.at, statement);
  // `return os.environ.get("A")` binds the value to the function's name.
  const bool returned =
      syntax.kind(statement) == NodeKind::kReturn && syntax.child(statement, 0) == node;
  if (returned && around != kNoNode && syntax.kind(around) == NodeKind::kFunction) {
    access->bound_to = syntax.text(around) + "()";
    if (straight) access->bound_kind = BoundKind::kReturn;
  }
  // A field that replaces one of a base class: the base's read is then another setting.
  access->evidence.overrides = m.found.overriding.count({site.at.unit, statement}) > 0;
  const NodeId target = TargetOf(syntax, statement, node);
  // `if name := get("A"):` binds in the test, which is not an assignment statement.
  if (target == kNoNode) {
    const std::string tested = BoundInTest(unit, site.at.node);
    if (!tested.empty()) access->bound_to = tested;
    return;
  }
  BoundKind kind = BoundKind::kAttribute;
  // The names of a module, a class and a function are of different kinds: other files can use the
  // first two.
  if (syntax.kind(target) == NodeKind::kName) {
    const bool of_class = around != kNoNode && syntax.kind(around) == NodeKind::kClass;
    access->bound_to =
        of_class ? syntax.text(around) + "." + syntax.text(target) : syntax.text(target);
    kind = around == kNoNode ? BoundKind::kModule
           : of_class        ? BoundKind::kClass
                             : BoundKind::kLocal;
  } else if (IsDottedName(syntax, target)) {
    access->bound_to = Unparse(syntax, target);
  } else {
    return;
  }
  if (straight) access->bound_kind = kind;
}

namespace {

// The nearest function around the node; kNoNode: the level of a module or class.
NodeId FunctionAround(const PythonUnit& unit, NodeId node) {
  const Syntax& syntax = unit.syntax();
  NodeId up = unit.ParentOf(node);
  while (up != kNoNode && syntax.kind(up) != NodeKind::kFunction &&
         syntax.kind(up) != NodeKind::kLambda) {
    up = unit.ParentOf(up);
  }
  return up;
}

// The line on which the innermost branch of an `if` or a `match` around the node begins, within its
// function; 0: there is none. Two reads in different branches are alternatives, not duplicates.
int BranchAround(const PythonUnit& unit, NodeId node) {
  const Syntax& syntax = unit.syntax();
  for (NodeId up = unit.ParentOf(node); up != kNoNode; node = up, up = unit.ParentOf(up)) {
    if (syntax.kind(up) == NodeKind::kFunction || syntax.kind(up) == NodeKind::kLambda) return 0;
    const bool parts = syntax.kind(up) == NodeKind::kIf || syntax.kind(up) == NodeKind::kMatch ||
                       syntax.kind(up) == NodeKind::kCase;
    const bool branch = parts && syntax.kind(node) == NodeKind::kBlock;
    if (branch && syntax.count(node) > 0)
      return static_cast<int>(syntax.line(syntax.child(node, 0)));
  }
  return 0;
}

// The function that returns the value, if it is at the top level and without decorators: others
// find and call it by its name. A decorator may replace the function, and a method needs an object.
std::string ReturnedBy(const Machine& m, const EventSite& site, const Access& access) {
  // The innermost function that returned the value, as the run saw it; otherwise the one around the
  // site.
  const PythonUnit& unit = UnitAt(m, site.at.unit);
  const Syntax& syntax = unit.syntax();
  NodeId function = kNoNode;
  if (site.use.giver.unit == site.at.unit) {
    function = site.use.giver.node;
  } else if (access.bound_kind == BoundKind::kReturn) {
    function = FunctionAround(unit, site.at.node);
  }
  if (function == kNoNode || syntax.kind(function) != NodeKind::kFunction) return "";
  for (NodeId up = unit.ParentOf(function); up != kNoNode; up = unit.ParentOf(up)) {
    const NodeKind kind = syntax.kind(up);
    if (kind == NodeKind::kClass || kind == NodeKind::kFunction || kind == NodeKind::kLambda)
      return "";
  }
  // Two children: parameters and body, so no decorator.
  return syntax.count(function) == 2 ? syntax.text(function) : "";
}

// The expression that is the variable's name in the accessor's call.
std::string NameExpression(const Machine& m, const CodePoint& at) {
  const Syntax& syntax = UnitAt(m, at.unit).syntax();
  const size_t count = syntax.count(at.node);
  // The name's expression of a read with an unknown name: get(prefix + key) is reported with
  // "prefix + key".
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

// Whether code after a test of the site's value decides what replaces it if nothing is set. Truth
// alone decides nothing for a switch: unset is one of its states.
bool IsDecidedAfterRead(const EventSite& site, const Access& access) {
  using Tested = EventUse::Tested;
  const bool converted = access.type == ValueType::kInt || access.type == ValueType::kFloat ||
                         access.type == ValueType::kEnum || access.type == ValueType::kList;
  // `if not v: ... elif v == "0": ...`: everything but 0 is on, and "unset" is treated apart.
  const bool apart = access.type == ValueType::kBool && access.use.truthy.empty() &&
                     !access.use.falsy.empty() && site.use.tested != Tested::kNever;
  return apart || site.use.tested == Tested::kNone ||
         (site.use.tested != Tested::kNever && converted) ||
         (site.use.tested == Tested::kTaken && access.type != ValueType::kBool);
}

// A lambda returns it: the code that calls the lambda decides what None becomes.
bool IsLambdas(const Machine& m, const CodePoint& at) {
  const PythonUnit& unit = UnitAt(m, at.unit);
  const NodeId function = FunctionAround(unit, at.node);
  return function != kNoNode && unit.syntax().kind(function) == NodeKind::kLambda &&
         GoesStraight(unit, at.node, function, true);
}

// @option("--target", envvar="APP_TARGET"): the value is an argument of the function below, and
// that function decides what None means.
bool IsInDecorator(const Machine& m, const CodePoint& at) {
  const PythonUnit& unit = UnitAt(m, at.unit);
  NodeId node = at.node;
  while (node != kNoNode && unit.syntax().kind(node) < NodeKind::kModule)
    node = unit.ParentOf(node);
  return node != kNoNode && unit.syntax().kind(node) == NodeKind::kDecorator;
}

// get("A") or get("B") or "x": the literal is the default of B. A has no default, and falls back to
// B.
bool TakeChain(const Machine& m, const EventSite& site, Access* access) {
  if (access->default_kind != DefaultKind::kLiteral) return false;
  if (!site.unset.falls_back || !IsReplacedBy(m, site, site.fallback.value)) return false;
  access->default_kind = DefaultKind::kNone;
  access->use.unset_kind = DefaultKind::kLiteral;
  access->use.unset_text = std::exchange(access->default_text, std::nullopt);
  return true;
}

// What the program uses if the read gives nothing: unset_kind and unset_text.
void AddUnset(const Machine& m, const EventSite& site, Access* access) {
  if (access->op == AccessOp::kRead && TakeChain(m, site, access)) return;
  // Only a read without a default, or with an empty one, has an unset case that the code around it
  // decides.
  const bool none = access->default_kind == DefaultKind::kNone;
  const bool empty = access->default_kind == DefaultKind::kLiteral && access->default_text == "";
  if (access->op != AccessOp::kRead || (!none && !empty)) return;
  // if not value: raise, after get("A", ""): the empty default is a way to say required.
  if (empty && site.raises.required) {
    access->use.unset_kind = DefaultKind::kRequired;
    return;
  }
  if (site.unset.value != nullptr) {
    const RenderedValue given = RenderDefault(m, site, site.unset.value);
    access->use.unset_kind = given.kind;
    access->use.unset_text = given.text;
    // A value that may also be None is not reported as computed.
    bool nothing = false;
    ForEachLeaf(site.unset.value, [&](Val leaf) { nothing = nothing || IsNone(leaf); });
    if (given.kind == DefaultKind::kDynamic && !given.text && !nothing) access->use.unset_text = "";
    return;
  }
  // A test for None decides nothing if the default is "": the value is never None.
  const bool by_none = site.use.tested == EventUse::Tested::kNone;
  const bool behind = IsDecidedAfterRead(site, *access) && (none || !by_none);
  const bool passed = none && (IsLambdas(m, site.at) || IsInDecorator(m, site.at));
  if (behind || passed) access->use.unset_kind = DefaultKind::kDynamic;
}

// Whether the read is an operand of a comparison: get("A").strip().lower() in ("on", "off"). Only
// methods without arguments are skipped on the way: replace("x", "y") changes the words.
bool IsCompared(const PythonUnit& unit, NodeId read) {
  // From the read outwards, through methods without arguments.
  const Syntax& syntax = unit.syntax();
  NodeId node = read;
  NodeId up = unit.ParentOf(node);
  while (up != kNoNode && syntax.kind(up) == NodeKind::kAttribute) {
    const NodeId call = unit.ParentOf(up);
    const bool plain = call != kNoNode && syntax.kind(call) == NodeKind::kCall &&
                       syntax.count(call) == 1 && syntax.child(call, 0) == up;
    if (!plain) return false;
    node = call;
    up = unit.ParentOf(node);
  }
  return up != kNoNode && syntax.kind(up) == NodeKind::kCompare;
}

bool IsPrefixTest(const Syntax& syntax, NodeId node) {
  const NodeId callee = syntax.kind(node) == NodeKind::kCall ? syntax.child(node, 0) : kNoNode;
  return callee != kNoNode && syntax.kind(callee) == NodeKind::kAttribute &&
         syntax.text(callee) == "startswith";
}

// How often a name occurs in f-strings and how often elsewhere. Tests of how it begins are not
// counted.
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
  // for a, b in x binds in its first child, a comprehension in that of each clause.
  Uses uses;
  if (syntax.kind(loop) == NodeKind::kFor)
    CountUses(syntax, syntax.child(loop, 0), name, false, &uses);
  for (size_t i = 1; syntax.kind(loop) == NodeKind::kComprehension && i < syntax.count(loop); ++i) {
    CountUses(syntax, syntax.child(syntax.child(loop, i), 0), name, false, &uses);
  }
  return uses.other > 0;
}

}  // namespace

// for k in environ: if k.startswith("APP_"): print(f"{k}=...") — the prefix selects what is
// displayed, so nothing depends on the values.
bool IsOnlyShown(const Machine& m, const CodePoint& test) {
  const PythonUnit& unit = UnitAt(m, test.unit);
  const Syntax& syntax = unit.syntax();
  if (!IsPrefixTest(syntax, test.node)) return false;
  // The tested name itself: k, k.upper() and k.strip().upper() alike.
  NodeId name = syntax.child(syntax.child(test.node, 0), 0);
  while (syntax.kind(name) == NodeKind::kCall || syntax.kind(name) == NodeKind::kAttribute) {
    name = syntax.child(name, 0);
  }
  if (syntax.kind(name) != NodeKind::kName) return false;
  for (NodeId up = unit.ParentOf(test.node); up != kNoNode; up = unit.ParentOf(up)) {
    if (!Binds(syntax, up, syntax.text(name))) continue;
    Uses uses;
    CountUses(syntax, up, syntax.text(name), false, &uses);
    return uses.shown > 0 && uses.other <= 1;  // once it is bound
  }
  return false;
}

// The rest of the access; BindTo has run before, ReturnedBy uses its result.
void AddDetails(Machine& m, const EventSite& site, Access* access) {
  const PythonUnit& unit = UnitAt(m, site.at.unit);
  const Syntax& syntax = unit.syntax();
  const NodeId function = FunctionAround(unit, site.at.node);
  // Functions are numbered in the order in which accesses are found in them.
  if (function != kNoNode) {
    const auto next = static_cast<int>(m.found.numbered.size());
    access->evidence.function =
        m.found.numbered.try_emplace({site.at.unit, function}, next).first->second;
  }
  access->evidence.branch = BranchAround(unit, site.at.node);
  access->evidence.returned_by = ReturnedBy(m, site, *access);
  access->use.hooked = !site.call.is_accessor && HandsOverHook(syntax, site.at.node);
  access->evidence.by_declarator = site.named.transformed;
  if (!access->name) access->evidence.name_expression = NameExpression(m, site.at);
  // A family that a base outside the tree may read: the base is named instead.
  if (site.named.of_base != 0) {
    access->evidence.open_name = OpenName::kOfBase;
    access->evidence.name_expression = m.symbols.TextOf(site.named.of_base);
  }
  if (site.unset.outer != 0) access->use.fallback_of = m.symbols.TextOf(site.unset.outer);
  access->use.falls_back = site.unset.falls_back;
  access->use.compared =
      access->op == AccessOp::kRead && (site.words.choices || IsCompared(unit, site.at.node));
  AddUnset(m, site, access);
}

}  // namespace flagcensus
