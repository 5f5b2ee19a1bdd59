// Names of variables that no run knows: where they may come from, by the shape of the program.
//
//   class Gpu(Builder): BUILD_VAR = "APP_BUILD_GPU"     a read of APP_BUILD_GPU, at this place
//   os.environ.get(registry[name].BUILD_VAR)            only the run knows which builder it is
//
// Every class that sets such an attribute to a literal is a candidate, and so is every method of
// that name that returns one. An attribute of something unknown counts if its name is a constant of
// several words. An attribute that the object's own class leaves empty counts if a derived class
// sets it. Two unrelated hierarchies with the same attribute are confused.
#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// The expression that names the variable of an access, followed outwards through parameters and
// local variables.
struct Origin {
  const Activation* frame = nullptr;
  NodeId call = kNoNode;
  NodeId expression = kNoNode;
};

// The first argument of a call or subscript; of `name in environ`, the left operand.
NodeId NameExpression(const Syntax& syntax, NodeId access) {
  const NodeKind kind = syntax.kind(access);
  // os.environ[x], get(x), x in os.environ
  if (kind == NodeKind::kCompare && syntax.count(access) > 1) return syntax.child(access, 0);
  const bool one =
      (kind == NodeKind::kCall || kind == NodeKind::kSubscript) && syntax.count(access) > 1;
  if (!one) return kNoNode;
  const NodeId argument = syntax.child(access, 1);
  return syntax.kind(argument) == NodeKind::kKeyword ? syntax.child(argument, 0) : argument;
}

// The argument that the call in the caller's unit passes for the parameter.
NodeId ArgumentFor(const Machine& m, const Activation& run, Symbol parameter) {
  const PythonUnit& own = UnitAt(m, run.unit);
  const NodeId list = own.syntax().child(run.function->node, 0);
  const PythonUnit& caller = UnitAt(m, run.caller->unit);
  const Syntax& syntax = caller.syntax();
  if (syntax.kind(run.call) != NodeKind::kCall) return kNoNode;
  const bool bound = run.function->owner != nullptr && run.receiver != nullptr;
  // The receiver occupies the first parameter.
  size_t position = bound ? 1 : 0;
  for (size_t i = 1; i < syntax.count(run.call); ++i) {
    const NodeId argument = syntax.child(run.call, i);
    if (syntax.kind(argument) == NodeKind::kKeyword) {
      if (caller.SymbolOf(argument) == parameter) return syntax.child(argument, 0);
      continue;
    }
    // Positions after *args are not known.
    if (syntax.kind(argument) == NodeKind::kSplat) return kNoNode;
    const bool here = position < own.syntax().count(list) &&
                      own.SymbolOf(own.syntax().child(list, position)) == parameter;
    if (here) return argument;
    ++position;
  }
  return kNoNode;
}

bool IsParameter(const Machine& m, const Activation& run, Symbol name) {
  if (run.function == nullptr) return false;
  const PythonUnit& unit = UnitAt(m, run.function->unit);
  const NodeId list = unit.syntax().child(run.function->node, 0);
  for (size_t i = 0; i < unit.syntax().count(list); ++i) {
    if (unit.SymbolOf(unit.syntax().child(list, i)) == name) return true;
  }
  return false;
}

// The value of the only assignment to a name in the surrounding function or module; kNoNode: there
// is none, or several.
NodeId AssignedTo(Machine& m, const Activation& run, Symbol name) {
  const PythonUnit& unit = UnitAt(m, run.unit);
  const Syntax& syntax = unit.syntax();
  const bool function = run.function != nullptr && run.function->unit == run.unit;
  // In the function, or in the module if the code is at its level.
  const NodeId code = function ? run.function->node : syntax.root;
  if (!function) m.found.followed.insert(name);
  NodeId out = kNoNode;
  for (NodeId id = unit.begin[code]; id <= code; ++id) {
    if (syntax.kind(id) != NodeKind::kName || unit.SymbolOf(id) != name) continue;
    const NodeId up = unit.ParentOf(id);
    if (up == kNoNode) continue;  // a part of code that could not be parsed
    if (syntax.kind(up) == NodeKind::kFor && syntax.child(up, 0) == id) return kNoNode;
    if (syntax.kind(up) != NodeKind::kAssign || syntax.child(up, 0) == id) continue;
    if (out != kNoNode || syntax.count(up) != 2) return kNoNode;
    out = syntax.child(up, 0);
  }
  return out;
}

Origin OriginOf(Machine& m, NodeId access) {
  // Six steps from parameter to argument, or from name to value.
  constexpr int kMaxCalls = 6;
  Origin out{m.run.frame, access, NameExpression(UnitAt(m, m.run.frame->unit).syntax(), access)};
  for (int i = 0; i < kMaxCalls && out.expression != kNoNode; ++i) {
    const PythonUnit& unit = UnitAt(m, out.frame->unit);
    // A name is followed; any other expression is the origin.
    if (unit.syntax().kind(out.expression) != NodeKind::kName) break;
    const Symbol name = unit.SymbolOf(out.expression);
    if (!IsParameter(m, *out.frame, name)) {
      const NodeId value = AssignedTo(m, *out.frame, name);
      if (value == kNoNode) break;
      out.expression = value;
      continue;
    }
    if (out.frame->caller == nullptr || out.frame->call == kNoNode) break;
    out.expression = ArgumentFor(m, *out.frame, name);
    out.call = out.frame->call;
    out.frame = out.frame->caller;
  }
  return out;
}

// Whether a program could have chosen the text as a variable's name: APP_BUILD_GPU. It has an
// underscore and a capital letter.
bool IsOwnName(const std::string& text) {
  const auto is = [](char c, char from, char to) { return c >= from && c <= to; };
  const bool word = std::all_of(text.begin(), text.end(), [&](char c) {
    return is(c, 'A', 'Z') || is(c, 'a', 'z') || is(c, '0', '9') || c == '_';
  });
  return word && text.find('_') != std::string::npos && !is(text[0], '0', '9') &&
         std::any_of(text.begin(), text.end(), [&](char c) { return is(c, 'A', 'Z'); });
}

bool IsConstantOfSeveralWords(const std::string& name) {
  return name.find('_') != std::string::npos && IsOwnName(name) && !HasLower(name);
}

// Calls use(class) for each class at the top level of a loaded module.
template <class Use>
void ForEachClass(ProgramState& program, const Use& use) {
  for (size_t i = 0; i < program.modules.size(); ++i) {
    const std::vector<SlotMap::Entry> entries = program.modules[i]->slots.entries();
    for (const auto& entry : entries) {
      ClassObject* type = entry.second == nullptr ? nullptr : AsClass(entry.second);
      if (type != nullptr && type->unit == static_cast<int>(i)) use(type);
    }
  }
}

// The place where the class's body binds the name.
NodeId TargetIn(const PythonUnit& unit, const ClassObject& type, Symbol name) {
  const Syntax& syntax = unit.syntax();
  for (NodeId id = unit.begin[type.node]; id <= type.node; ++id) {
    // Assignments and annotated names of the body.
    const NodeKind kind = syntax.kind(id);
    const bool assigns = kind == NodeKind::kAssign && syntax.count(id) > 1;
    if (!assigns && kind != NodeKind::kAnnotated) continue;
    const NodeId target = syntax.child(id, assigns ? 1 : 0);
    if (syntax.kind(target) == NodeKind::kName && unit.SymbolOf(target) == name) return target;
  }
  return kNoNode;
}

// The values of the attribute in all classes, spelled where each is declared; if `base` is not
// null, in the classes derived from it, spelled as `mark` says.
std::vector<Val> AttributesNamed(Machine& m, Symbol name, const ClassObject* base,
                                 const Mark& mark) {
  std::vector<Val> out;
  ForEachClass(m.program, [&](ClassObject* type) {
    // Only texts that could be names.
    const ConstantVal* text = AsTextConstant(type->slots.Get(TextKey(name)));
    if (text == nullptr || !IsOwnName(m.symbols.TextOf(text->text))) return;
    const std::vector<ClassObject*>& bases = BasesOf(type);
    if (base != nullptr && std::find(bases.begin(), bases.end(), base) == bases.end()) return;
    const NodeId target = TargetIn(UnitAt(m, type->unit), *type, name);
    if (target == kNoNode) return;
    // If a derived class fills an attribute in, the text that it fills in is the row.
    const Mark own{Mark::kDeclared, type->unit, target};
    Mark filled = mark;
    filled.row_unit = text->mark.unit;
    filled.row_node = text->mark.node;
    out.push_back(m.values.Text(text->text, base == nullptr ? own : filled));
  });
  return out;
}

// The values that methods of that name return, if all of them return literals, None or
// NotImplemented. One method with a computed result makes the list incomplete, so it is dropped.
std::vector<Val> ReturnedBy(Machine& m, Symbol method, const Mark& mark) {
  std::vector<Val> out;
  bool known = true;
  ForEachClass(m.program, [&](ClassObject* type) {
    const FunctionObject* function = AsFunction(type->slots.Get(TextKey(method)));
    if (function == nullptr || function->owner != type) return;
    NoteSeen(m, *function);
    const PythonUnit& unit = UnitAt(m, function->unit);
    const Syntax& syntax = unit.syntax();
    for (NodeId id = unit.begin[function->node]; id <= function->node; ++id) {
      // All returns of the method.
      if (syntax.kind(id) != NodeKind::kReturn || syntax.count(id) == 0) continue;
      const NodeId value = syntax.child(id, 0);
      const NodeKind kind = syntax.kind(value);
      if (kind == NodeKind::kString) out.push_back(m.values.Text(unit.SymbolOf(value), mark));
      const bool left = kind == NodeKind::kName && syntax.text(value).starts_with("NotImplemented");
      known = known && (kind == NodeKind::kString || kind == NodeKind::kNone || left);
    }
  });
  return known ? out : std::vector<Val>();
}

// The attribute that a function of the tree returns in its last statement, for any arguments.
NodeId ReturnedAttribute(Machine& m, const Activation& frame, NodeId call, int* unit) {
  const PythonUnit& here = UnitAt(m, frame.unit);
  const NodeId callee = here.syntax().child(call, 0);
  if (here.syntax().kind(callee) != NodeKind::kName) return kNoNode;
  Val held = frame.scope->module->slots.Get(TextKey(here.SymbolOf(callee)));
  // A function of the module, by its name there.
  const FunctionObject* function = held == nullptr ? nullptr : AsFunction(Resolve(m, held));
  if (function == nullptr) return kNoNode;
  NoteSeen(m, *function);
  *unit = function->unit;
  const Syntax& syntax = UnitAt(m, function->unit).syntax();
  const NodeId body = syntax.child(function->node, 1);
  if (syntax.count(body) == 0) return kNoNode;
  const NodeId last = syntax.child(body, syntax.count(body) - 1);
  const bool returns = syntax.kind(last) == NodeKind::kReturn && syntax.count(last) > 0;
  return returns ? syntax.child(last, 0) : kNoNode;
}

// The class of the running object, if self's attribute is used and the class has only an empty
// value for it.
ClassObject* LeftOpen(Machine& m, const Origin& origin, Symbol name) {
  const Syntax& syntax = UnitAt(m, origin.frame->unit).syntax();
  const InstanceObject* self =
      origin.frame->receiver == nullptr ? nullptr : AsInstance(origin.frame->receiver);
  const NodeId object = syntax.child(origin.expression, 0);
  if (self == nullptr || syntax.kind(object) != NodeKind::kName || syntax.text(object) != "self") {
    return nullptr;
  }
  Val held = FindInClass(m, self->type, name);
  const ConstantVal* text = held == nullptr ? nullptr : AsTextConstant(held);
  const bool open = held != nullptr && (IsNone(held) || (text != nullptr && text->text == 0));
  return open ? self->type : nullptr;
}

}  // namespace

// Only names that are entirely unknown; a text with a known part is reported as a family.
std::vector<Val> NamesByOrigin(Machine& m, Val name, NodeId access) {
  const UnknownVal* unknown = AsUnknown(name);
  const TextVal* text = AsTextWithHoles(name);
  const bool bare = text != nullptr && text->parts.size() == 1 && text->parts[0].steps.empty();
  const bool vague = bare || (unknown != nullptr && unknown->events.empty() && !unknown->derived);
  if (!vague && !IsNone(name)) return {name};
  const Origin origin = OriginOf(m, access);
  if (origin.expression == kNoNode) return {name};
  int unit = origin.frame->unit;
  NodeId expression = origin.expression;
  const Syntax* syntax = &UnitAt(m, unit).syntax();
  const Mark mark{origin.frame->id, origin.frame->unit, origin.call};
  std::vector<Val> names;
  bool fresh = false;  // the word may be in a file that is not read yet
  // name = plugin.variable_name(): methods of that name.
  if (syntax->kind(expression) == NodeKind::kCall && syntax->count(expression) == 1 && vague &&
      syntax->kind(syntax->child(expression, 0)) == NodeKind::kAttribute) {
    const Symbol method = UnitAt(m, unit).SymbolOf(syntax->child(expression, 0));
    fresh = NoteWanted(m, method);
    names = ReturnedBy(m, method, mark);
  } else if (syntax->kind(expression) == NodeKind::kCall) {
    expression = ReturnedAttribute(m, *origin.frame, expression, &unit);
    syntax = &UnitAt(m, unit).syntax();
  }
  ClassObject* open = nullptr;
  if (expression != kNoNode && syntax->kind(expression) == NodeKind::kAttribute) {
    const Symbol attribute = UnitAt(m, unit).SymbolOf(expression);
    open = expression == origin.expression ? LeftOpen(m, origin, attribute) : nullptr;
    const bool member = vague && IsConstantOfSeveralWords(m.symbols.TextOf(attribute));
    if (open != nullptr || member) {
      fresh = NoteWanted(m, attribute);
      names = AttributesNamed(m, attribute, open, mark);
    }
  }
  if (names.empty() && fresh) return {name};
  // The call that introduces the unknown name is a row, too, unless the names are those of one
  // class hierarchy.
  const bool brought = origin.frame != m.run.frame && (unknown != nullptr || open != nullptr);
  if (brought && (names.empty() || open == nullptr)) {
    names.push_back(
        m.values.Parts({{TextPart::Kind::kAnything, 0, nullptr, 0, {}}}, mark, m.symbols));
  }
  return names.empty() ? std::vector<Val>{name} : names;
}

// The running method is a reader of records: self.names[0], or f"{self.prefix}_PORT". Records
// created elsewhere have the field's values.
bool NoteFieldName(Machine& m, NodeId access) {
  // The root is a method that runs for the class alone.
  const Activation* root = m.run.frame;
  while (root->caller != nullptr) root = root->caller;
  const InstanceObject* object = root->receiver == nullptr ? nullptr : AsInstance(root->receiver);
  if (object == nullptr || root->function == nullptr || !object->generic) return false;
  ClassObject* const type = object->type;
  if (!type->is_record || FindInClass(m, type, m.symbols.Intern("__init__")) != nullptr)
    return false;
  const Origin origin = OriginOf(m, access);
  if (origin.expression == kNoNode) return false;
  const PythonUnit& unit = UnitAt(m, origin.frame->unit);
  const std::vector<ClassObject*>& bases = BasesOf(type);
  const auto is_field = [&](Symbol name) {
    return std::any_of(bases.begin(), bases.end(), [&](const ClassObject* base) {
      return std::any_of(base->fields.begin(), base->fields.end(),
                         [&](const ClassObject::Field& field) { return field.name == name; });
    });
  };
  for (NodeId id = unit.begin[origin.expression]; id <= origin.expression; ++id) {
    // An attribute in the expression with the name of a field.
    if (unit.syntax().kind(id) != NodeKind::kAttribute || !is_field(unit.SymbolOf(id))) continue;
    AddReader(m, type, root->function);
    return true;
  }
  return false;
}

// The roots that asked are run again after the next search for files.
bool NoteWanted(Machine& m, Symbol word) {
  if (m.pending.wanted.try_emplace(word, false).first->second) return false;
  const Activation* root = m.run.frame;
  while (root->caller != nullptr) root = root->caller;
  if (root->function != nullptr)
    m.pending.once_more.insert({root->function->unit, root->function->node});
  return true;
}

}  // namespace flagcensus
