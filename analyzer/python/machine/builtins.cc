// Methods of the values that the language defines (Python Library Reference, "Built-in Types").
//
//   os.environ.setdefault("A", "1")     ─→ a write if A is unset
//   os.environ.pop("A", None)           ─→ a deletion; if its value is used, a read as well
//   os.environ["A"].split(",")          ─→ the type of A is a list, separated by ","
//   os.environ.items()                  ─→ pairs of a key text and an unknown text; a bulk read
#include <algorithm>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

Val ArgumentAt(const CallArguments& arguments, size_t i) {
  return i < arguments.positional.size() ? arguments.positional[i] : nullptr;
}

// items() and the like yield tuples.
Val Pair(Machine& m, Val key, Val value) {
  return m.heap.Sequence(SequenceKind::kTuple, {key, value});
}

// A key of the environment, with a prefix if a test has narrowed it.
Val EnvironmentKey(Machine& m, Symbol prefix) {
  return m.values.Parts({{TextPart::Kind::kKey, 0, nullptr, prefix, {}}}, {}, m.symbols);
}

// items() and values()
Val EntriesOf(Machine& m, Val object, bool pairs, NodeId node) {
  Val text = Opaque(m, node, nullptr, ValueType::kStr);
  const auto entry = [&](Val key, Val value) { return pairs ? Pair(m, key, value) : value; };
  // Each key of the environment is one unknown key, so a loop has one round.
  if (const EnvironmentVal* environment = AsEnvironment(object)) {
    EmitBulk(m, object, pairs ? ".items" : ".values", node);
    return m.heap.Sequence(SequenceKind::kList, {},
                           entry(EnvironmentKey(m, environment->prefix), text));
  }
  const MappingObject* mapping = AsMapping(object);
  std::vector<Val> items;
  for (const auto& [key, value] : mapping->slots.entries()) {
    const auto spelled = mapping->keys.find(key);
    if (value == nullptr || spelled == mapping->keys.end()) continue;
    items.push_back(entry(spelled->second, WithoutAbsent(m.values, value)));
  }
  Val more = nullptr;
  Val rest = mapping->slots.Get(kRestSlot);
  if (const EnvironmentVal* environment = AsEnvironment(rest)) {
    more = entry(EnvironmentKey(m, environment->prefix), text);
  } else if (rest != nullptr || mapping->slots.Get(kOtherSlot) != nullptr) {
    // Keywords with which a function is called: `rest` represents a name of each.
    const bool keywords = rest != nullptr && AsTextWithHoles(rest) != nullptr;
    more = entry(keywords ? rest : m.values.unknown(), m.values.unknown());
  }
  return m.heap.Sequence(SequenceKind::kList, std::move(items), more);
}

// The emission of an access by a member of `object`, such as ".get".
Emission AccessBy(SymbolTable& symbols, AccessOp op, Val object, Val name, NodeId node,
                  std::string_view how) {
  Emission out;
  out.op = op;
  out.name = name;
  out.node = node;
  out.via = AccessorName(symbols, object, how);
  return out;
}

// setdefault on an environment is a write; on another mapping it is a look-up or a store.
Val SetDefault(Machine& m, Val object, const CallArguments& arguments, NodeId node) {
  Val key = ArgumentAt(arguments, 0);
  Val value = ArgumentAt(arguments, 1);
  if (value == nullptr) value = m.values.none();
  if (IsEnvironmentLike(object)) {
    Emission write = AccessBy(m.symbols, AccessOp::kSetDefault, object, key, node, ".setdefault");
    write.written = value;
    Emit(m, write);
    return m.values.unknown();
  }
  MappingObject* mapping = AsMapping(object);
  const std::optional<SlotKey> slot = KeyOf(key);
  // The key may be in the mapping on some branches only; then the new value is stored for the
  // others, too.
  Val before = slot && mapping != nullptr ? mapping->slots.Get(*slot) : nullptr;
  if (before != nullptr && !HasAbsent(before)) return before;
  SetItem(m, object, key, value, node);
  return value;
}

// Whether the value of the call is used: environ.pop("X", None) as a statement only removes.
bool IsValueTaken(const Machine& m, NodeId call) {
  const PythonUnit& unit = UnitHere(m);
  const NodeId up = unit.ParentOf(call);
  const NodeKind around = up == kNoNode ? NodeKind::kExpression : unit.syntax().kind(up);
  return around != NodeKind::kExpression && around != NodeKind::kLambda;
}

// pop reads and deletes; without a default it raises if the variable is unset.
Val PopKey(Machine& m, Val object, const CallArguments& arguments, NodeId node) {
  Val key = ArgumentAt(arguments, 0);
  Val otherwise = ArgumentAt(arguments, 1);
  if (otherwise == nullptr) otherwise = arguments.Keyword(m.symbols.Intern("default"));
  if (IsEnvironmentLike(object)) {
    Val value = nullptr;
    if (IsValueTaken(m, node)) {
      Emission read = AccessBy(m.symbols, AccessOp::kRead, object, key, node, ".pop");
      read.default_value = otherwise;
      read.required = otherwise == nullptr;
      value = Emit(m, read);
    }
    Emit(m, AccessBy(m.symbols, AccessOp::kDelete, object, key, node, ".pop"));
    return value == nullptr ? m.values.unknown() : value;
  }
  Val value = GetItem(m, object, key, node, otherwise, true);
  const std::optional<SlotKey> slot = KeyOf(key);
  if (slot) m.heap.Put(AsMapping(object), *slot, nullptr);
  return value;
}

// Unknown methods of a mapping are opaque: they neither read nor write.
Val MappingMethod(Machine& m, Val object, std::string_view name, const CallArguments& arguments,
                  NodeId node) {
  Val key = ArgumentAt(arguments, 0);
  if (key == nullptr) key = arguments.Keyword(m.symbols.Intern("key"));
  Val otherwise = ArgumentAt(arguments, 1);
  if (otherwise == nullptr) otherwise = arguments.Keyword(m.symbols.Intern("default"));
  // Methods by name; `key` and `otherwise` are the first two arguments of most.
  if (name == "get" && key != nullptr) return GetItem(m, object, key, node, otherwise, true);
  if (name == "setdefault" && key != nullptr) return SetDefault(m, object, arguments, node);
  if (name == "pop" && key != nullptr) return PopKey(m, object, arguments, node);
  if (name == "copy") {
    EmitBulk(m, object, ".copy", node);
    return CopyMapping(m, object);
  }
  if (name == "update") {
    UpdateMapping(m, object, arguments, node);
    const Syntax& syntax = SyntaxHere(m);
    const NodeId callee = syntax.kind(node) == NodeKind::kCall ? syntax.child(node, 0) : kNoNode;
    // env.update(...) on an object named like an environment: its contents may be variables of a
    // child process.
    const bool called = callee != kNoNode && syntax.kind(callee) == NodeKind::kAttribute &&
                        m.program.table.IsEnvironmentWord(syntax.text(syntax.child(callee, 0)));
    if (called) NoteCalledEnvironment(m, object, node);
    return m.values.none();
  }
  if (name == "keys") return object;
  // clear() and popitem() affect any variable: reported as one access to all of them.
  if ((name == "clear" || name == "popitem") && AsEnvironment(object) != nullptr) {
    EmitBulk(m, object, "." + std::string(name), node);
    return Opaque(m, node);
  }
  if (name == "items" || name == "values") return EntriesOf(m, object, name == "items", node);
  if (name == "__getitem__" && key != nullptr) return GetItem(m, object, key, node);
  if ((name == "__contains__" || name == "has_key") && key != nullptr) {
    return ContainedIn(m, object, key, node);
  }
  if (name == "__setitem__" && arguments.positional.size() > 1) {
    SetItem(m, object, key, otherwise, node);
    return m.values.none();
  }
  if (name == "__delitem__" && key != nullptr && IsEnvironmentLike(object)) {
    Emit(m, AccessBy(m.symbols, AccessOp::kDelete, object, key, node, "[]"));
  }
  return Opaque(m, node);
}

// Set operations between names and the environment: {"A", "B"}.issubset(os.environ) tests A and B.
// The result is unknown except for that of an intersection.
Val SetMethod(Machine& m, Val object, std::string_view name, const CallArguments& arguments,
              // Each name in the set is tested against the environment.
              NodeId node) {
  if (name == "intersection") return Intersection(m, object, arguments.positional[0], node);
  ForEachLeaf(arguments.positional[0], [&](Val leaf) {
    if (!IsEnvironmentLike(leaf)) return;
    const std::vector<Val> items = ItemsOf(*AsSequence(object));
    for (Val item : items) ContainedIn(m, leaf, item, node);
  });
  return m.values.unknown();
}

// list.pop, list.remove and the like. A round of a loop represents several: after it, the list has
// any number of the elements. Null: which element it is, is unknown.
//
//   names = ["A", "B"]; names.pop()         ─→ "B"; names has "A"
//   while names: use(names.pop())           ─→ "A" or "B"; names has any number of them
Val TakeElement(Machine& m, SequenceObject* sequence, std::string_view name, Val argument) {
  const bool list = sequence->sequence == SequenceKind::kList;
  const bool takes = name == "pop" || name == "remove" || name == "discard";
  if (name == "clear") {
    m.heap.SetItems(sequence, {}, nullptr);
    return m.values.none();
  }
  if (takes && !m.run.loops.empty()) {
    Val any = AnyElement(m, sequence->self);
    m.heap.SetItems(sequence, {}, any);
    return name == "pop" ? any : m.values.none();
  }
  if (MoreOf(*sequence) != nullptr) return nullptr;
  std::vector<Val> items = ItemsOf(*sequence);
  Val out = m.values.none();
  if (name == "pop" && list) {
    const ConstantVal* at = argument == nullptr ? nullptr : AsConstant(argument);
    if (argument != nullptr && (at == nullptr || at->type != ConstantType::kInteger))
      return nullptr;
    const auto size = static_cast<int64_t>(items.size());
    int64_t index = at == nullptr ? -1 : at->integer;
    if (index < 0) index += size;
    if (index < 0 || index >= size) return nullptr;
    out = items[static_cast<size_t>(index)];
    items.erase(items.begin() + index);
  } else if ((name == "remove" || name == "discard") && AsTextConstant(argument) != nullptr) {
    // An unknown element may be the one that is removed.
    const bool known = std::all_of(items.begin(), items.end(),
                                   [](Val item) { return AsTextConstant(item) != nullptr; });
    const Symbol text = AsTextConstant(argument)->text;
    const auto found = std::find_if(items.begin(), items.end(), [&](Val item) {
      return known && AsTextConstant(item)->text == text;
    });
    if (found == items.end()) return nullptr;
    items.erase(found);
  } else if (name == "reverse" && list) {
    std::reverse(items.begin(), items.end());
  } else {
    return nullptr;
  }
  m.heap.SetItems(sequence, std::move(items), nullptr);
  return out;
}

Val SequenceMethod(Machine& m, Val object, std::string_view name, const CallArguments& arguments,
                   NodeId node) {
  SequenceObject* sequence = AsSequence(object);
  std::vector<Val> items = ItemsOf(*sequence);
  Val more = MoreOf(*sequence);
  Val first = ArgumentAt(arguments, 0);
  // Lists and sets alike: append and add put an element at the end.
  if ((name == "append" || name == "add") && first != nullptr) {
    items.push_back(first);
    m.heap.SetItems(sequence, std::move(items), more);
    return m.values.none();
  }
  // At an unknown position the element comes first: rows are found in any order.
  if (name == "insert" && arguments.positional.size() > 1) {
    const auto size = static_cast<int64_t>(items.size());
    const ConstantVal* at = AsConstant(first);
    int64_t index = at != nullptr && at->type == ConstantType::kInteger ? at->integer : 0;
    if (index < 0) index = std::max<int64_t>(more == nullptr ? size + index : 0, 0);
    items.insert(items.begin() + std::min(index, size), arguments.positional[1]);
    m.heap.SetItems(sequence, std::move(items), more);
    return m.values.none();
  }
  if (Val taken = TakeElement(m, sequence, name, first)) return taken;
  if ((name == "extend" || name == "update" || name == "union") && first != nullptr) {
    if (const auto added = KnownElements(m, first)) {
      items.insert(items.end(), added->begin(), added->end());
    } else {
      Val any = AnyElement(m, first);
      more = more == nullptr ? any : Join(m.values, more, any);
    }
    if (name == "union") return m.heap.Sequence(sequence->sequence, std::move(items), more);
    m.heap.SetItems(sequence, std::move(items), more);
    return m.values.none();
  }
  static const std::unordered_set<std::string_view> kSetTests = {
      "issubset", "intersection", "isdisjoint", "issuperset", "difference"};
  if (kSetTests.count(name) > 0 && first != nullptr)
    return SetMethod(m, object, name, arguments, node);
  if (name == "copy") {
    Val copy = m.heap.Sequence(sequence->sequence, std::move(items), more);
    AsSequence(copy)->kept = sequence->kept;
    return copy;
  }
  if (name == "pop") return AnyElement(m, object);
  return Opaque(m, node);
}

// mapping.get(key, default) of an unknown mapping.
Val HeldUnder(Machine& m, const CallArguments& arguments, NodeId node) {
  Val held = m.values.Held(m.run.frame->unit, node);
  Val otherwise = ArgumentAt(arguments, 1);
  if (otherwise == nullptr) otherwise = arguments.Keyword(m.symbols.Intern("default"));
  return otherwise == nullptr ? held : Join(m.values, held, otherwise);
}

// Whether only one element of the call's result is used: text.split(":")[0]. The variable is then a
// text with a separator and not a list.
bool IsElementTaken(const Machine& m, NodeId call) {
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  const NodeId up = unit.ParentOf(call);
  if (up == kNoNode) return false;
  // A text of words, of which the first is separated from the rest: image.split(" ")[1:]
  const bool words = syntax.count(call) == 1 || syntax.text(syntax.child(call, 1)) == " ";
  if (syntax.kind(up) == NodeKind::kCall && syntax.child(up, 0) != call)
    // len(text.split()) counts words.
    return words && syntax.text(syntax.child(up, 0)) == "len";
  if (syntax.kind(up) != NodeKind::kSubscript || syntax.child(up, 0) != call) return false;
  if (syntax.count(up) < 2) return false;
  const NodeId index = syntax.child(up, 1);
  if (syntax.kind(index) != NodeKind::kSlice) return true;
  return words && (syntax[index].flag & kLowerBound) != 0;
}

// text.split(","): the separator with which a list default is written. Of several splits the first
// counts: it splits the whole text.
void NoteSplit(Machine& m, const UnknownVal& text, std::string_view name,
               const CallArguments& arguments) {
  // Only literal separators; a computed one leaves the list without a written form.
  const ConstantVal* by = AsTextConstant(ArgumentAt(arguments, 0));
  const bool blank = arguments.positional.empty() && arguments.keywords.empty();
  if (by == nullptr && !blank) return;
  const Symbol separator = by != nullptr          ? by->text
                           : name == "splitlines" ? m.symbols.Intern("\n")
                                                  : m.symbols.Intern(" ");
  if (text.derived) return;
  for (const uint32_t number : text.events) {
    EventSite& site = m.events.Numbered(number);
    if (site.words.separator == 0) site.words.separator = separator;
  }
}

// Methods of a value of which only its source is known. Those in kKeep return the variable's value
// in a different spelling, so the read remains the value's source and its type; a row of
// `conversions` sets the type; anything else is derived from the value.
Val UnknownMethod(Machine& m, Val object, std::string_view name, const CallArguments& arguments,
                  NodeId node) {
  if (name == "get" && !IsMadeOfReads(object)) return HeldUnder(m, arguments, node);
  static const std::unordered_set<std::string_view> kKeep = {
      "strip",    "lower",      "upper",    "rstrip",   "lstrip",       "replace",
      "casefold", "title",      "decode",   "encode",   "expanduser",   "resolve",
      "get",      "expandvars", "absolute", "as_posix", "removeprefix", "removesuffix"};
  const UnknownVal& unknown = *AsUnknown(object);
  if (unknown.held) return m.values.Held(m.run.frame->unit, node);
  if (kKeep.count(name) > 0) {
    return m.values.Unknown(m.run.frame->unit, node, unknown.type, unknown.events, unknown.derived);
  }
  // `if value.isdigit()` guards a conversion: the text may also be something other than a number.
  if (name == "isdigit" || name == "isdecimal" || name == "isnumeric") {
    for (const uint32_t number : unknown.events) m.events.Numbered(number).typed.may_be_text = true;
  }
  const auto row = m.program.table.conversions.find("." + std::string(name));
  // Methods that convert, such as .split: the type of the read.
  if (row != m.program.table.conversions.end()) {
    if (!IsElementTaken(m, node)) {
      NoteType(m, object, row->second);
      if (row->second == ValueType::kList) NoteSplit(m, unknown, name, arguments);
    }
    return m.values.Unknown(m.run.frame->unit, node, row->second, unknown.events, unknown.derived);
  }
  return Opaque(m, node, object);
}

}  // namespace

namespace {

// A method of a function that declarators turned into a command (Click, "Commands and Groups").
Val MethodOfCommand(Machine& m, FunctionObject* function, const std::string& name,
                    const CallArguments& arguments, NodeId node) {
  if (name == "command" || name == "group") {
    // The group travels with the decorator, under a keyword that no program can spell.
    CallArguments kept = arguments;
    kept.keywords.emplace_back(m.symbols.Intern("<group>"), function->self);
    return m.values.Library(m.symbols.Intern("click." + name + "()"), kept, m.run.frame->unit,
                            node);
  }
  if (name == "add_command" && !arguments.positional.empty()) {
    if (FunctionObject* command = AsFunction(arguments.positional[0])) {
      AddCommand(m, function, command);
    }
  }
  if (name == "main") RunCommand(m, function, arguments);
  return Opaque(m, node);
}

}  // namespace

Val CallBuiltInMethod(Machine& m, const MethodVal& method, const CallArguments& arguments,
                      NodeId node) {
  // The kind of the receiver decides.
  const std::string& name = m.symbols.TextOf(method.name);
  Val object = method.receiver;
  if (AsEnvironment(object) != nullptr || AsMapping(object) != nullptr) {
    return MappingMethod(m, object, name, arguments, node);
  }
  if (AsInstance(object) != nullptr) return CallMappingObject(m, object, name, arguments, node);
  if (AsSequence(object) != nullptr) return SequenceMethod(m, object, name, arguments, node);
  if (AsUnknown(object) != nullptr) return UnknownMethod(m, object, name, arguments, node);
  if (AsTextConstant(object) != nullptr || AsTextWithHoles(object) != nullptr) {
    if (name == "join" || name == "format") return TextMethod(m, object, name, arguments, node);
    // A method of a text is applied to each combination of the arguments' alternatives.
    return Lift(m.values, arguments.positional, [&](const std::vector<Val>& leaves) {
      CallArguments plain;
      plain.positional = leaves;
      plain.keywords = arguments.keywords;
      return TextMethod(m, object, name, plain, node);
    });
  }
  if (FunctionObject* function = AsFunction(object)) {
    return MethodOfCommand(m, function, name, arguments, node);
  }
  return Opaque(m, node);
}

}  // namespace flagcensus
