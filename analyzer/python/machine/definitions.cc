// Definitions: functions, the results of their decorators, lambdas.
//
//   @click.command()      an option of the command, in FunctionObject::options
//   @property             a role
//   @own_decorator        called with the function, if it contains a sought word
//   def run(port: Annotated[int, Option(...)] = 80): ...
#include <algorithm>
#include <cmath>
#include <utility>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// Evaluates the call while `declaration` is the current one: a declarator's row may need the type
// and the default.
Val EvaluateDeclared(Machine& m, NodeId call, const RunState::Declaration& declaration) {
  const RunState::Declaration* const before = std::exchange(m.run.declaration, &declaration);
  Val made = Evaluate(m, call);
  m.run.declaration = before;
  return made;
}

Val DefaultOfParameter(Machine& m, const Syntax& syntax, NodeId parameter) {
  if (syntax.count(parameter) < 2) return nullptr;
  const NodeId value = syntax.child(parameter, 1);
  // A default that is a call may be a declarator: port: int = Option(80).
  if (syntax.kind(value) != NodeKind::kCall) return Evaluate(m, value);
  return EvaluateDeclared(m, value,
                          {{m.run.frame->unit, value}, syntax.child(parameter, 0), nullptr});
}

FunctionObject* MakeFunction(Machine& m, NodeId node) {
  // The scope around is captured: the function refers to it after its activation has ended.
  const PythonUnit& unit = UnitAt(m, m.run.frame->unit);
  const Syntax& syntax = unit.syntax();
  FunctionObject* function = m.heap.New<FunctionObject>();
  function->name = unit.SymbolOf(node);
  function->unit = m.run.frame->unit;
  function->node = node;
  function->scope = m.run.frame->scope;
  Capture(function->scope);
  function->module = m.run.frame->scope->module;
  function->owner = m.run.frame->scope->owner;
  const NodeId parameters = syntax.child(node, 0);
  for (size_t i = 0; i < syntax.count(parameters); ++i) {
    // Defaults are evaluated once, when the function is defined (Python Language Reference,
    // "Function definitions").
    const NodeId parameter = syntax.child(parameters, i);
    Val otherwise = DefaultOfParameter(m, syntax, parameter);
    function->defaults.push_back(otherwise);
    function->declared.push_back(CallInAnnotation(m, syntax.child(parameter, 0), otherwise));
  }
  return function;
}

// Decorators of libraries that make an attribute of a method.
bool IsProperty(std::string_view path) {
  static const std::unordered_set<std::string_view> kPaths = {
      "property",
      "functools.cached_property",
      "cached_property",
      "abc.abstractproperty",
      "django.utils.functional.cached_property",
      "werkzeug.utils.cached_property"};
  return kPaths.count(path) > 0;
}

std::string_view WithoutCalls(std::string_view path) {
  while (path.ends_with("()")) path.remove_suffix(2);
  return path;
}

// The result of the decorator for `value`, the function as decorated so far; null: it is stored
// under a different name.
Val Decorate(Machine& m, Val decorator, FunctionObject* function, Val value, NodeId node) {
  // Decorators of libraries first, then methods of functions, then the tree's own.
  decorator = WithoutAbsent(m.values, decorator);
  if (const LibraryVal* library = AsLibrary(decorator)) {
    const std::string& whole = m.symbols.TextOf(library->path);
    const std::string_view path = WithoutCalls(whole);
    if (IsProperty(path)) function->role = FunctionObject::Role::kProperty;
    if (path == "staticmethod") function->role = FunctionObject::Role::kStatic;
    if (path == "classmethod") function->role = FunctionObject::Role::kClassMethod;
    // @wraps(f) on the inner function of a decorator: f's name and signature are those that a
    // caller sees.
    if (path == "functools.wraps" && AsFunction(value) != nullptr &&
        !library->arguments.positional.empty()) {
      AsFunction(value)->wrapped = library->arguments.positional[0];
    }
    // Called decorators of libraries are options of a command or fixtures; @app.command without
    // parentheses is not seen.
    const bool called = whole.ends_with("()") && path.size() + 2 <= whole.size();
    if (called || path.ends_with(".fixture")) {
      function->options.push_back(decorator);
      Val group = library->arguments.Keyword(m.symbols.Intern("<group>"));
      if (FunctionObject* of = group == nullptr ? nullptr : AsFunction(group)) {
        AddCommand(m, of, function);
      }
    }
    return value;
  }
  const auto* method = As<MethodVal>(decorator, ValKind::kMethod);
  if (method != nullptr && AsFunction(method->receiver) != nullptr) {
    const std::string& name = m.symbols.TextOf(method->name);
    // @port.setter: stored under a name that no program can spell; SetAttribute searches for it.
    if (name == "setter") {
      const std::string slot = m.symbols.TextOf(function->name) + ".setter";
      m.heap.Put(m.run.frame->scope->store, TextKey(m.symbols.Intern(slot)), function->self);
      return nullptr;
    }
    return value;
  }
  const FunctionObject* own = AsFunction(decorator);
  if (const BoundVal* bound = AsBound(decorator)) {
    own = static_cast<const FunctionObject*>(bound->function);
  }
  // A decorator of the tree without a sought word most likely returns the function or a wrapper of
  // it: it is not called, which is cheaper and keeps the signature.
  const bool callable = own != nullptr ? ContainsSought(m, *own) : AsInstance(decorator) != nullptr;
  if (!callable) return value;
  CallArguments arguments;
  arguments.positional.push_back(value);
  Val made = Call(m, decorator, arguments, node);
  // If the result is unknown, the undecorated function is the better guess.
  return AsFunction(made) != nullptr || AsInstance(made) != nullptr ? made : value;
}

}  // namespace

// Annotated[int, typer.Option(envvar="APP_PORT")] (typing, "Annotated"; Typer, "CLI Options").
// Nothing else of an annotation is evaluated.
Val CallInAnnotation(Machine& m, NodeId annotation, Val default_value) {
  const Syntax& syntax = SyntaxHere(m);
  // Only Annotated[type, call, ...].
  if (syntax.kind(annotation) != NodeKind::kSubscript) return nullptr;
  const NodeId object = syntax.child(annotation, 0);
  const NodeId inner = syntax.child(annotation, 1);
  const bool named =
      syntax.kind(object) == NodeKind::kName || syntax.kind(object) == NodeKind::kAttribute;
  if (!named || syntax.text(object) != "Annotated" || syntax.kind(inner) != NodeKind::kTuple)
    return nullptr;
  Val made = nullptr;
  for (size_t i = 1; i < syntax.count(inner); ++i) {
    const NodeId call = syntax.child(inner, i);
    if (syntax.kind(call) != NodeKind::kCall ||
        !IsDeclarator(m, Evaluate(m, syntax.child(call, 0))))
      continue;
    // Without a default the parameter is required: Ellipsis is that in declarators.
    Val held = default_value == nullptr ? m.values.Ellipsis() : default_value;
    made = EvaluateDeclared(m, call, {{m.run.frame->unit, call}, syntax.child(inner, 0), held});
  }
  return made;
}

// A function inside one that is run because no run reached it: no code that ran called the inner
// one either.
void RunSwept(Machine& m, FunctionObject* function) {
  if (ContainsSought(m, *function)) RunRoot(m, function, nullptr);
}

void DefineFunction(Machine& m, NodeId statement) {
  const Syntax& syntax = UnitAt(m, m.run.frame->unit).syntax();
  FunctionObject* function = MakeFunction(m, statement);
  // Decorators are evaluated from top to bottom, and applied from bottom to top.
  std::vector<std::pair<NodeId, Val>> decorators;
  for (size_t i = 2; i < syntax.count(statement); ++i) {
    const NodeId decorator = syntax.child(syntax.child(statement, i), 0);
    decorators.emplace_back(decorator, Evaluate(m, decorator));
  }
  Val value = function->self;
  if (m.run.over) return;
  for (size_t i = decorators.size(); i-- > 0;) {
    value = Decorate(m, decorators[i].second, function, value, decorators[i].first);
    if (value == nullptr) return;
  }
  if (m.run.over) return;
  if (!function->options.empty()) ReadOptions(m, function, "", 0);
  BindName(m, function->name, value);
  if (m.run.frame->function != nullptr && IsSwept(m, statement)) RunSwept(m, function);
}

Val MakeLambda(Machine& m, NodeId expression) {
  // A lambda is a function without a name.
  FunctionObject* function = MakeFunction(m, expression);
  if (IsSwept(m, UnitAt(m, m.run.frame->unit).syntax().child(expression, 1))) RunSwept(m, function);
  return function->self;
}

}  // namespace flagcensus
