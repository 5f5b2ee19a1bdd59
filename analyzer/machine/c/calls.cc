// Calls: of functions of the tree, of accessors, of what libraries do.
#include <algorithm>

#include "analyzer/machine/c/machine.h"

namespace flagcensus {

CRoutine* CMachine::Chosen(const std::vector<CRoutine*>& routines, size_t arguments,
                           Symbol class_name) const {
  CRoutine* best = nullptr;
  int worth = -1;
  for (CRoutine* one : routines) {
    const bool here = one->unit == frame_->unit->number();
    if (one->is_static && !here && program_.unit(one->unit).file() != frame_->unit->file() &&
        routines.size() > 1) {
      continue;
    }
    if (class_name != 0 && one->class_name != class_name) continue;
    size_t least = 0;
    for (const CFormal& formal : one->formals) least += formal.initial.empty() ? 1 : 0;
    const bool fits = arguments >= least && (arguments <= one->formals.size() || one->variadic);
    const int value = (fits ? 4 : 0) + (here ? 2 : 0) + (reaching.count(one->name) > 0 ? 1 : 0);
    if (value > worth) {
      worth = value;
      best = one;
    }
  }
  return best;
}

bool CMachine::MayRun(const CRoutine& routine, const std::vector<Val>& arguments) const {
  if (reaching.count(routine.name) > 0) return true;
  constexpr uint32_t kMaxTokens = 3000;
  if (routine.body.end - routine.body.begin > kMaxTokens) return false;
  bool matters = arguments.empty();
  for (Val one : arguments) {
    ForEachLeaf(one, [&](Val leaf) {
      const UnknownVal* unknown = AsUnknown(leaf);
      matters = matters || unknown == nullptr || !unknown->events.empty();
    });
  }
  return matters;
}

Val CMachine::EvalCall(CNodeId id) {
  const CNode& node = Node(id);
  const CNode& callee = Node(node.parts[0]);
  std::vector<Val> arguments;
  std::vector<CSlot> places;
  for (size_t i = 1; i < node.parts.size(); ++i) {
    const CNode& argument = Node(node.parts[i]);
    const bool place = argument.kind == CNodeKind::kName || argument.kind == CNodeKind::kMember ||
                       argument.kind == CNodeKind::kIndex ||
                       (argument.kind == CNodeKind::kUnary && Text(argument.text) == "*");
    arguments.push_back(Eval(node.parts[i]));
    places.push_back(place ? SlotOf(node.parts[i]) : CSlot{});
  }
  if (Spent()) return values_.unknown();
  if (callee.kind == CNodeKind::kName) return CallNamed(callee, &arguments, places);
  if (callee.kind == CNodeKind::kMember) return CallMethod(callee, &arguments, places);
  return CallValue(Eval(node.parts[0]), arguments, places, nullptr, node.token);
}

// Whether the call is of a function of the tree that takes more than the accessor of its name does:
// getenv(name, buffer, size).
bool CMachine::IsOverload(const std::vector<CRoutine*>* routines, const std::vector<Val>& arguments,
                          const Accessor& accessor) const {
  const int last = std::max({accessor.name, accessor.default_value, accessor.value});
  if (routines == nullptr || arguments.size() <= static_cast<size_t>(last) + 1) return false;
  return std::any_of(routines->begin(), routines->end(), [&](const CRoutine* one) {
    return one->formals.size() == arguments.size() && !one->variadic;
  });
}

Val CMachine::CallNamed(const CNode& callee, std::vector<Val>* arguments,
                        const std::vector<CSlot>& places) {
  if (Text(callee.text) == "__either") {  // the branches of an #if in an expression
    Val all = arguments->empty() ? values_.unknown() : arguments->front();
    for (Val one : *arguments) all = Join(values_, all, one);
    return all;
  }
  Val local = nullptr;
  for (CFrame* one = frame_; one != nullptr && local == nullptr; one = one->outer) {
    local = one->scope->slots.Get(TextKey(callee.text));
  }
  if (local != nullptr) return CallValue(local, *arguments, places, nullptr, callee.token);
  const std::vector<CRoutine*>* routines = program_.Routines(callee.text);
  auto accessor = accessors.find(callee.text);
  if (accessor != accessors.end() && IsOverload(routines, *arguments, accessor->second))
    accessor = accessors.end();
  if (routines != nullptr && accessor == accessors.end()) {
    Symbol class_name = callee.type != 0 && program_.Structure(callee.type) != nullptr
                            ? program_.TypeName(callee.type)
                            : 0;
    const Symbol around = frame_->routine == nullptr ? 0 : frame_->routine->class_name;
    CRoutine* routine = nullptr;
    if (class_name != 0) routine = Chosen(*routines, arguments->size(), class_name);
    if (routine == nullptr && class_name == 0 && around != 0)
      routine = Chosen(*routines, arguments->size(), around);
    if (routine == nullptr) routine = Chosen(*routines, arguments->size(), 0);
    if (routine != nullptr) {
      const CStructure* type = program_.Structure(callee.text);
      if (type != nullptr && routine->name == routine->class_name) {
        CRecord* made = NewRecord(CRecord::Form::kStruct, type->name);
        Construct(made, *type, *arguments, places, callee.token);
        return made->self;
      }
      if (!MayRun(*routine, *arguments)) return values_.unknown();
      Val self = routine->class_name != 0 && routine->class_name == around ? frame_->self : nullptr;
      if (self == nullptr && routine->class_name != 0) {
        self = NewRecord(CRecord::Form::kStruct, routine->class_name)->self;
      }
      return Invoke(routine, *arguments, places, self, callee.token, nullptr);
    }
  }
  if (accessor != accessors.end()) {
    Val read = Emit(accessor->second, callee.text, *arguments, callee.token);
    if (accessor->second.filled >= 0)
      Store(places, *arguments, static_cast<size_t>(accessor->second.filled), read);
    return read;
  }
  if (const CStructure* type = program_.Structure(callee.text);
      type != nullptr && routines == nullptr) {
    CRecord* made = NewRecord(CRecord::Form::kStruct, type->name);
    Construct(made, *type, *arguments, places, callee.token);
    return made->self;
  }
  NoteFlows(Text(callee.text), *arguments, callee.token);
  if (std::optional<Val> made = Library(Text(callee.text), *arguments, places)) return *made;
  Val pointer = EvalName(callee);
  if (AsRoutine(pointer) != nullptr)
    return CallValue(pointer, *arguments, places, nullptr, callee.token);
  return OfUnknown(*arguments);
}

// What a function that nobody knows gives: made of its arguments. It may fill what they point to.
Val CMachine::OfUnknown(const std::vector<Val>& arguments) {
  const auto derived = [&](int unit) {
    Val made = nullptr;
    for (Val one : arguments) {
      if (EventsOf(one).empty()) continue;
      Val part = Lift1(values_, one, [&](Val leaf) {
        const std::vector<uint32_t> events = EventsOf(leaf);
        return events.empty() ? values_.unknown()
                              : values_.Unknown(unit, 0, ValueType::kUnknown, events, true);
      });
      made = made == nullptr ? part : Lift2(values_, made, part, [&](Val a, Val b) {
        return Mixed(a, b, ValueType::kUnknown);
      });
    }
    return made == nullptr ? values_.unknown() : made;
  };
  Val put = nullptr;
  for (Val one : arguments) {
    const PointerVal* filled = AsPointer(one);
    if (filled == nullptr) continue;
    if (put == nullptr) put = derived(-1);
    Assign(SlotAt(*filled), put);
  }
  return derived(kOpaque);
}

Val CMachine::CallValue(Val callee, const std::vector<Val>& arguments,
                        const std::vector<CSlot>& places, Val self, uint32_t call) {
  return Lift1(values_, callee, [&](Val leaf) -> Val {
    CRoutineObject* object = AsRoutine(leaf);
    if (object == nullptr) return values_.unknown();
    const auto accessor = accessors.find(object->name);
    if (object->name != 0 && accessor != accessors.end())
      return Emit(accessor->second, object->name, arguments, call);
    CRoutine* routine = Chosen(object->routines, arguments.size(), 0);
    if (routine == nullptr) return values_.unknown();
    return Invoke(routine, arguments, places, self, call, object->outer);
  });
}

Val CMachine::CallMethod(const CNode& callee, std::vector<Val>* arguments,
                         const std::vector<CSlot>& places) {
  Val receiver = Eval(callee.parts[0]);
  const CSlot place = SlotOf(callee.parts[0]);
  const std::string name = Text(callee.text);
  CRecord* object = RecordAt(receiver);
  if (object != nullptr) {
    Val field = object->slots.Get(TextKey(callee.text));
    if (field != nullptr && AsRoutine(field) != nullptr)
      return CallValue(field, *arguments, places, receiver, callee.token);
  }
  const std::vector<CRoutine*>* routines = program_.Routines(callee.text);
  if (routines != nullptr) {
    CRoutine* routine = nullptr;
    Symbol type = object == nullptr ? 0 : object->type;
    for (int i = 0; i < 8 && type != 0 && routine == nullptr; ++i) {
      routine = Chosen(*routines, arguments->size(), program_.TypeName(type));
      const CStructure* structure = program_.Structure(type);
      type = structure == nullptr || structure->bases.empty() ? 0 : structure->bases[0];
    }
    std::vector<CRoutine*> methods;
    for (CRoutine* one : *routines) {
      if (one->class_name != 0) methods.push_back(one);
    }
    const bool known = object != nullptr && object->type != 0;
    if (routine == nullptr && !known && methods.size() == 1 && AsTextConstant(receiver) == nullptr)
      routine = methods[0];
    if (routine != nullptr && MayRun(*routine, *arguments)) {
      Val self = object != nullptr ? object->self
                                   : NewRecord(CRecord::Form::kStruct, routine->class_name)->self;
      return Invoke(routine, *arguments, places, self, callee.token, nullptr);
    }
  }
  if (follow_values) NoteFlows("." + name, *arguments, callee.token);
  if (std::optional<Val> made = Method(receiver, place, name, *arguments)) return *made;
  return Mixed(receiver, receiver, ValueType::kUnknown);
}

Val CMachine::EvalConstruct(const CNode& node) {
  std::vector<Val> arguments;
  std::vector<CSlot> places;
  const std::string name = Text(node.type);
  if (const CStructure* type = program_.Structure(node.type)) {
    for (const CNodeId one : node.parts) {
      places.push_back(one == kNoCNode ? CSlot{} : SlotOf(one));
      arguments.push_back(Eval(one));
    }
    CRecord* made = NewRecord(CRecord::Form::kStruct, type->name);
    Construct(made, *type, arguments, places, node.token);
    return made->self;
  }
  const bool container = AsRecord(DefaultOf(node.type, 0, false)) != nullptr;
  if (container) {
    CNode list = node;
    if (node.parts.size() == 1 && Node(node.parts[0]).kind == CNodeKind::kList)
      list = Node(node.parts[0]);
    return BuildList(node.type, false, list);
  }
  for (const CNodeId one : node.parts) {
    places.push_back(CSlot{});
    arguments.push_back(Eval(one));
  }
  NoteFlows(name, arguments, node.token);
  if (name.find("string") != std::string::npos || name.ends_with("path")) {
    if (arguments.empty()) return values_.Text(0, MarkHere(node.token));
    if (arguments.size() == 1) return TextOf(arguments[0]);
    const ConstantVal* count = AsConstant(arguments[1]);
    const bool bytes = count != nullptr && count->type == ConstantType::kInteger &&
                       AsTextConstant(TextOf(arguments[0])) != nullptr;
    return bytes ? Substring(arguments[0], 0, count->integer) : TextOf(arguments[0]);
  }
  const std::vector<CRoutine*>* routines = program_.Routines(node.type);
  if (routines != nullptr) {
    CRoutine* routine = Chosen(*routines, arguments.size(), 0);
    if (routine != nullptr && MayRun(*routine, arguments))
      return Invoke(routine, arguments, places, nullptr, node.token, nullptr);
  }
  if (arguments.empty()) return values_.Integer(0);
  return arguments.size() == 1 ? Cast(node.type, arguments[0]) : values_.unknown();
}

}  // namespace flagcensus
