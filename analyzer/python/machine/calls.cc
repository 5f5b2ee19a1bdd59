// Calls: arguments, and what is called.
//
//   get("APP_" + n, **options)     the arguments as values; *x and **x are expanded if x is known
//       a function of the tree     ─→ functions.cc, a run of its body
//       a class                    ─→ an object, with __init__ run, or a record's fields set
//       a library's path           ─→ library.cc, by the accessor table
//       unknown.method(...)        ─→ methods of the tree by that name, if known
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"
#include "analyzer/python/machine/models.h"

namespace flagcensus {
namespace {

// *args with known elements are positional arguments.
void AddSplat(Machine& m, Val value, CallArguments* out) {
  if (const auto known = KnownElements(m, value)) {
    out->positional.insert(out->positional.end(), known->begin(), known->end());
    return;
  }
  // Of unknown length: one argument represents all elements, and `open` says that there may be
  // more.
  out->open = true;
  if (AsSequence(value) != nullptr || AsMapping(value) != nullptr) {
    out->positional.push_back(AnyElement(m, value));
  }
}

// **options with text keys are keywords; other keys cannot be passed.
void AddDoubleSplat(ValuePool& values, Val value, CallArguments* out) {
  MappingObject* mapping = AsMapping(value);
  if (mapping == nullptr) {
    out->open = true;
    return;
  }
  for (const auto& [key, held] : mapping->slots.entries()) {
    if (held == nullptr) continue;
    if (key.kind == SlotKey::Kind::kText) {
      // The key in **x keeps its own place, so a name in a table is reported there.
      out->spelled.resize(out->keywords.size());
      const auto name = mapping->keys.find(key);
      out->spelled.push_back(name == mapping->keys.end() ? nullptr : name->second);
      out->keywords.emplace_back(static_cast<Symbol>(key.number), WithoutAbsent(values, held));
    } else {
      out->open = true;
    }
  }
}

CallArguments ArgumentsOf(Machine& m, NodeId call) {
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  CallArguments out;
  for (size_t i = 1; i < syntax.count(call); ++i) {
    const NodeId argument = syntax.child(call, i);
    switch (syntax.kind(argument)) {
      case NodeKind::kKeyword:
        out.keywords.emplace_back(unit.SymbolOf(argument), Evaluate(m, syntax.child(argument, 0)));
        break;
      case NodeKind::kSplat:
        AddSplat(m, Evaluate(m, syntax.child(argument, 0)), &out);
        break;
      case NodeKind::kDoubleSplat:
        AddDoubleSplat(m.values, Evaluate(m, syntax.child(argument, 0)), &out);
        break;
      default:
        out.positional.push_back(Evaluate(m, argument));
    }
  }
  return out;
}

Val SuperOf(Machine& m) {
  // super() without arguments, in a method. In a class method the receiver is the class.
  const FunctionObject* function = m.run.frame->function;
  if (function == nullptr || function->owner == nullptr) return m.values.unknown();
  Val receiver = m.run.frame->receiver;
  if (receiver == nullptr) receiver = function->owner->self;
  return m.values.Super(function->owner, receiver);
}

// Entry("Seconds", 15, "APP_WAIT"): a record with a default beside a variable's name. The default
// is recorded for each argument that could be a name: in capitals, with at least three characters.
void NoteRecordDefault(Machine& m, const InstanceObject& record, NodeId node) {
  // The first column of the table that has a value is the record's default.
  const Syntax& syntax = SyntaxHere(m);
  if (m.run.over || syntax.kind(node) != NodeKind::kCall) return;
  Val given = nullptr;
  for (const std::string& column : m.program.table.default_columns) {
    Val held = record.slots.Get(TextKey(m.symbols.Intern(column)));
    const LibraryVal* made = AsLibrary(held);
    const bool computed = AsUnknown(held) != nullptr ||
                          (made != nullptr && m.symbols.TextOf(made->path) != "object()");
    const bool stated =
        held != nullptr && (computed || (AsConstant(held) != nullptr && !IsNone(held)));
    if (given == nullptr && stated) given = held;
  }
  if (given == nullptr) return;
  for (size_t i = 1; i < syntax.count(node); ++i) {
    NodeId argument = syntax.child(node, i);
    if (syntax.kind(argument) == NodeKind::kKeyword) argument = syntax.child(argument, 0);
    if (syntax.kind(argument) != NodeKind::kString) continue;
    const std::string& text = syntax.text(argument);
    const bool name = text.size() > 2 && text == ToUpper(text) && text != ToLower(text) &&
                      AllBytes(text, IsIdentifierByte);
    // The argument that is the default itself is not the name: Entry("mode", default="FAST").
    const ConstantVal* word = AsTextConstant(given);
    if (name && (word == nullptr || m.symbols.TextOf(word->text) != text)) {
      m.found.record_defaults.try_emplace({m.run.frame->unit, argument}, given);
    }
  }
}

Val ConstructPlain(Machine& m, ClassObject* type, const CallArguments& arguments, NodeId node);

// Config(**found), after a loop over the environment filled `found`: each field of Config is a
// variable.
void ReadFieldsOfSplat(Machine& m, ClassObject* type, const CallArguments& arguments, NodeId node) {
  const Syntax& syntax = SyntaxHere(m);
  if (!arguments.open || m.run.over || syntax.kind(node) != NodeKind::kCall) return;
  // The mapping is evaluated again: its keys are unknown and therefore in kRestSlot.
  for (size_t i = 1; i < syntax.count(node); ++i) {
    const NodeId argument = syntax.child(node, i);
    if (syntax.kind(argument) != NodeKind::kDoubleSplat) continue;
    const MappingObject* found =
        AsMapping(WithoutAbsent(m.values, Evaluate(m, syntax.child(argument, 0))));
    Val rest = found == nullptr ? nullptr : found->slots.Get(kRestSlot);
    if (rest == nullptr) continue;
    ForEachLeaf(rest, [&](Val key) { ReadFieldsOver(m, type, key, node); });
  }
}

// The objects that methods are run with later: see PendingState::made. A thousand: beyond that, the
// objects are rows of data, and their methods have been seen with enough names.
void NoteMade(Machine& m, const HeapObject* maker, const CallArguments& arguments,
              InstanceObject* object) {
  constexpr size_t kMaxObjects = 1000;
  if (arguments.positional.empty() && arguments.keywords.empty()) return;
  std::vector<InstanceObject*>& made = m.pending.made[maker];
  if (made.size() < kMaxObjects) made.push_back(object);
}

Val Construct(Machine& m, ClassObject* type, const CallArguments& arguments, NodeId node) {
  ReadFieldsOfSplat(m, type, arguments, node);
  Val made = ConstructPlain(m, type, arguments, node);
  if (const InstanceObject* record = AsInstance(made)) NoteRecordDefault(m, *record, node);
  return made;
}

Val ConstructPlain(Machine& m, ClassObject* type, const CallArguments& arguments, NodeId node) {
  // Color("red"): the value has to be one of the enumeration's.
  if (IsEnumeration(m.symbols, type)) {
    Val from = arguments.positional.empty() ? nullptr : arguments.positional[0];
    if (from != nullptr) NoteChoices(m, from, type->self);
    return from == nullptr ? m.values.unknown() : Opaque(m, node, from, ValueType::kEnum);
  }
  // The object exists before its constructor runs, so self refers to it.
  InstanceObject* instance = m.heap.New<InstanceObject>();
  instance->type = type;
  instance->unit = m.run.frame->unit;
  instance->node = node;
  Val self = instance->self;
  if (FunctionObject* init = AsFunction(FindInClass(m, type, m.symbols.Intern("__init__")))) {
    CallArguments with = arguments;
    with.positional.insert(with.positional.begin(), self);
    NoteMade(m, init, arguments, instance);
    CallFunction(m, init, with, self, node);
    return self;
  }
  // Fields of a record are set in the order of their declaration, bases first, as a generated
  // __init__ does.
  if (type->is_record) {
    std::vector<ClassObject*> bases = BasesOf(type);
    std::reverse(bases.begin(), bases.end());
    std::vector<Symbol> fields;
    for (const ClassObject* one : bases) {
      for (const ClassObject::Field& field : one->fields) fields.push_back(field.name);
    }
    const auto put = [&](Symbol name, Val value) {
      m.heap.Put(instance, TextKey(name), value);
      NotePassed(m, *instance, name, value);
    };
    for (size_t i = 0; i < arguments.positional.size() && i < fields.size(); ++i) {
      put(fields[i], arguments.positional[i]);
    }
    for (const auto& [name, value] : arguments.keywords) put(name, value);
    // A function that is the default of a field is a value of the object, and not a method.
    for (const Symbol name : fields) {
      Val held =
          instance->slots.Get(TextKey(name)) == nullptr ? FindInClass(m, type, name) : nullptr;
      if (held != nullptr && AsFunction(held) != nullptr) put(name, held);
    }
    for (const ClassObject* one : bases) {
      if (one->is_record) NoteMade(m, one, arguments, instance);
    }
    const Symbol post = m.symbols.Intern("__post_init__");
    if (FindInClass(m, type, post) != nullptr) CallMethod(m, self, post, {}, node);
    return self;
  }
  // class Config(library.Config): ... without a constructor in the tree: if the accessor table
  // lists the base, the library's constructor is called.
  for (const Symbol base : LibraryBasesOf(type)) {
    if (base == 0 || m.program.table.calls.count(m.symbols.TextOf(base)) == 0) continue;
    CallLibrary(m, *AsLibrary(m.values.Library(base)), arguments, node);
    break;
  }
  if (InheritsFromMapping(m.symbols, *instance, "__init__")) {
    CallMappingObject(m, self, "__init__", arguments, node);
  }
  // __new__ is called if there is no __init__; its result is not used.
  if (FunctionObject* create = AsFunction(FindInClass(m, type, m.symbols.Intern("__new__")))) {
    CallArguments with = arguments;
    with.positional.insert(with.positional.begin(), type->self);
    CallFunction(m, create, with, nullptr, node);
  }
  return self;
}

bool IsPassedEnvironment(const CallArguments& arguments) {
  return std::any_of(arguments.positional.begin(), arguments.positional.end(), IsEnvironmentLike);
}

// Calls a method on an object of which only the class is known.
Val CallOfClass(Machine& m, FunctionObject* function, const CallArguments& arguments, NodeId node) {
  Val receiver = GenericInstance(m, function->owner);
  // The receiver is the first argument.
  CallArguments with = arguments;
  with.positional.insert(with.positional.begin(), receiver);
  return CallFunction(m, function, with, receiver, node);
}

// For x.method(...) with an unknown x: a method of the tree with that name, which may be one of
// several; null if there is none.
FunctionObject* MethodByName(const Machine& m, Val callee, NodeId node) {
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  // The callee is unknown, but its name is in the call.
  const bool vague = AsUnknown(callee) != nullptr || AsTextWithHoles(callee) != nullptr;
  if (!vague || syntax.kind(node) != NodeKind::kCall) return nullptr;
  const NodeId name = syntax.child(node, 0);
  if (syntax.kind(name) != NodeKind::kAttribute) return nullptr;
  const auto known = m.found.methods_by_name.find(unit.SymbolOf(name));
  return known == m.found.methods_by_name.end() ? nullptr : known->second;
}

// Calls a method of an object of which nothing is known.
Val CallByName(Machine& m, Val callee, const CallArguments& arguments, NodeId node) {
  NotePassedWhole(m, arguments, node);
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  const bool call = syntax.kind(node) == NodeKind::kCall;
  const NodeId name = call ? syntax.child(node, 0) : kNoNode;
  if (!call || syntax.kind(name) != NodeKind::kAttribute) return Opaque(m, node);
  const Symbol method = unit.SymbolOf(name);
  NoteFlowsOfUnknown(m, name, arguments, node);
  // The class is unknown, but an environment that is passed to a method of that name ends up in one
  // of these.
  const bool environment = SuggestsEnvironment(m, method);
  if (AsUnknown(callee) != nullptr && environment && IsPassedEnvironment(arguments)) {
    const std::vector<FunctionObject*> all = m.pending.passed[method];
    for (FunctionObject* function : all) CallOfClass(m, function, arguments, node);
  }
  FunctionObject* function = MethodByName(m, callee, node);
  if (function != nullptr) return CallOfClass(m, function, arguments, node);
  // parser.add_argument(...) of an unknown parser.
  AddOptionByName(m, node, arguments);
  return Opaque(m, node);
}

// convert(mapping["key"]), both unknown: whether the call converts an element of an unknown
// mapping. The result is then such an element, too, since the value comes from the code that sets
// it.
bool IsMadeOfHeld(Val callee, const CallArguments& arguments) {
  const bool one = arguments.positional.size() == 1 && arguments.keywords.empty();
  const UnknownVal* from = one ? AsUnknown(arguments.positional[0]) : nullptr;
  return from != nullptr && from->held && (AsUnknown(callee) != nullptr || IsBareParameter(callee));
}

Val CallObject(Machine& m, Val callee, const CallArguments& arguments, NodeId node) {
  // A function, a class, or an object with __call__.
  if (FunctionObject* function = AsFunction(callee)) {
    // command(..., auto_envvar_prefix="APP") runs a command line, besides calling the function.
    if (!function->options.empty() && !arguments.keywords.empty())
      RunCommand(m, function, arguments);
    return CallFunction(m, function, arguments, nullptr, node);
  }
  if (ClassObject* type = AsClass(callee)) return Construct(m, type, arguments, node);
  const InstanceObject* instance = AsInstance(callee);
  if (instance == nullptr) return Opaque(m, node);
  FunctionObject* call = AsFunction(FindInClass(m, instance->type, m.symbols.Intern("__call__")));
  return call == nullptr ? Opaque(m, node) : Call(m, m.values.Bound(callee, call), arguments, node);
}

Val CallLeaf(Machine& m, Val callee, const CallArguments& arguments, NodeId node) {
  switch (callee->kind) {
    case ValKind::kBound: {
      const BoundVal& bound = *AsBound(callee);
      // The receiver becomes the first argument.
      CallArguments with = arguments;
      with.positional.insert(with.positional.begin(), bound.receiver);
      return CallFunction(m, static_cast<FunctionObject*>(bound.function), with, bound.receiver,
                          node);
    }
    case ValKind::kPartial: {
      const auto& partial = *As<PartialVal>(callee, ValKind::kPartial);
      // Keywords of the call replace those of the partial (functools, "partial").
      CallArguments with = partial.arguments;
      with.positional.insert(with.positional.end(), arguments.positional.begin(),
                             arguments.positional.end());
      for (const auto& keyword : arguments.keywords) {
        std::erase_if(with.keywords, [&](const auto& one) { return one.first == keyword.first; });
        with.keywords.push_back(keyword);
      }
      with.open = with.open || arguments.open;
      return Call(m, partial.callee, with, node);
    }
    case ValKind::kMethod:
      NoteFlowsOfMethod(m, *As<MethodVal>(callee, ValKind::kMethod), arguments, node);
      return CallBuiltInMethod(m, *As<MethodVal>(callee, ValKind::kMethod), arguments, node);
    case ValKind::kLibrary:
      return CallLibrary(m, *AsLibrary(callee), arguments, node);
    case ValKind::kObject:
      return CallObject(m, callee, arguments, node);
    default:
      if (IsMadeOfHeld(callee, arguments)) return m.values.Held(m.run.frame->unit, node);
      return CallByName(m, callee, arguments, node);
  }
}

bool IsOfTree(Val callee) {
  return AsFunction(callee) != nullptr || AsClass(callee) != nullptr || AsBound(callee) != nullptr;
}

}  // namespace

Val EvaluateCall(Machine& m, NodeId expression) {
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  // super is not a name that the program can rebind in a meaningful way.
  const NodeId name = syntax.child(expression, 0);
  if (syntax.kind(name) == NodeKind::kName && syntax.text(name) == "super") return SuperOf(m);
  Val callee = Evaluate(m, name);
  const CallArguments arguments = ArgumentsOf(m, expression);
  if (m.run.over) return m.values.unknown();
  const bool own = IsOfTree(callee) || MethodByName(m, callee, expression) != nullptr;
  // subprocess.run(cmd, env={...}): the mapping is the environment of a child process.
  for (const auto& [keyword, value] : arguments.keywords) {
    if (m.program.table.children.keywords.count(m.symbols.TextOf(keyword)) == 0) continue;
    // A function of the tree may do other things with it, and not all of these are followed.
    own ? NoteCalledEnvironment(m, value, expression) : PassToChild(m, value, expression);
  }
  Val result = Call(m, callee, arguments, expression);
  if (!m.run.over) NoteKeywords(m, callee, arguments, expression, result);
  return result;
}

Val Call(Machine& m, Val callee, const CallArguments& arguments, NodeId node) {
  Tick(m, 2);
  if (m.run.over) return m.values.unknown();
  callee = WithoutAbsent(m.values, callee);
  if (const AlternativesVal* several = AsAlternatives(callee)) {
    // Six: each may run a whole function. Further callees are not called; what they read is found
    // when they run as roots.
    constexpr size_t kMaxCallees = 6;
    Val out = nullptr;
    for (size_t i = 0; i < several->items.size() && i < kMaxCallees; ++i) {
      Val one = CallLeaf(m, several->items[i], arguments, node);
      out = out == nullptr ? one : Join(m.values, out, one);
    }
    return out;
  }
  if (const FacetVal* facet = AsFacet(callee)) {
    Val set = Call(m, facet->set, arguments, node);
    // A callee that does not exist if the variable is unset raises; nothing is called.
    const bool raises = IsRaises(facet->unset);
    return m.values.Facet(facet->variable, set,
                          raises ? facet->unset : Call(m, facet->unset, arguments, node));
  }
  return CallLeaf(m, callee, arguments, node);
}

Val CallMethod(Machine& m, Val receiver, Symbol name, std::vector<Val> arguments, NodeId node) {
  const InstanceObject* instance = AsInstance(receiver);
  if (instance == nullptr) return m.values.unknown();
  FunctionObject* function = AsFunction(FindInClass(m, instance->type, name));
  if (function == nullptr) return m.values.unknown();
  CallArguments with;
  with.positional = std::move(arguments);
  return Call(m, m.values.Bound(receiver, function), with, node);
}

}  // namespace flagcensus
