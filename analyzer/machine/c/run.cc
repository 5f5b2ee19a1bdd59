// Activations: arguments, bodies, what is left behind.
#include <algorithm>

#include "analyzer/machine/c/machine.h"

namespace flagcensus {
namespace {

bool IsNumeric(std::string_view type) {
  for (const std::string_view word :
       {"int", "long", "short", "float", "double", "bool", "_Bool", "unsigned", "size_t"}) {
    if (type.find(word) != std::string_view::npos) return true;
  }
  return type.ends_with("_t");
}

// What is absent on some side of `held` becomes `value` there.
Val Fill(ValuePool& pool, Val held, Val value) {
  if (held == nullptr || IsAbsent(held)) return value;
  if (const FacetVal* facet = AsFacet(held)) {
    return pool.Facet(facet->variable,
                      Fill(pool, facet->set, Restrict(pool, value, facet->variable, true)),
                      Fill(pool, facet->unset, Restrict(pool, value, facet->variable, false)));
  }
  return HasAbsent(held) ? Join(pool, WithoutAbsent(pool, held), value) : held;
}

// Of the variable's text or what another source holds, f(x) ? g(x) : getenv(x), the former: of the
// other one nothing is known.
Val WithoutOtherSource(ValuePool& pool, Val value) {
  const FacetVal* facet = AsFacet(value);
  const AlternativesVal* set = facet == nullptr ? nullptr : AsAlternatives(facet->set);
  const AlternativesVal* unset = facet == nullptr ? nullptr : AsAlternatives(facet->unset);
  if (set == nullptr || unset == nullptr || set->items.size() != 2 || unset->items.size() != 2)
    return value;
  const auto read = std::find_if(set->items.begin(), set->items.end(), [](Val one) {
    const UnknownVal* text = AsUnknown(one);
    return text != nullptr && text->type == ValueType::kStr && !text->events.empty();
  });
  const auto none = std::find_if(unset->items.begin(), unset->items.end(), IsNone);
  if (read == set->items.end() || none == unset->items.end()) return value;
  Val other = *read == set->items[0] ? set->items[1] : set->items[0];
  Val same = *none == unset->items[0] ? unset->items[1] : unset->items[0];
  const bool open = AsUnknown(other) != nullptr && AsUnknown(other)->events.empty();
  return open && SameVal(other, same) ? pool.Facet(facet->variable, *read, *none) : value;
}

}  // namespace

CMachine::CMachine(SymbolTable& symbols, CProgram& program)
    : symbols_(symbols), program_(program) {}

bool CMachine::IsRunning(uint32_t frame) const {
  for (const CFrame* one = frame_; one != nullptr; one = one->caller) {
    if (one->id == frame) return true;
  }
  return false;
}

Val CMachine::ParameterOf(const CFrame& frame, const CFormal& formal) {
  const std::string& type = Text(formal.type);
  if (formal.pointers == 0 && !formal.reference && IsNumeric(type) &&
      type.find('<') == std::string::npos) {
    return values_.unknown();
  }
  auto [at, added] = owners_.try_emplace(frame.routine, nullptr);
  if (added) {
    at->second = heap_.New<CRoutineObject>();
    at->second->name = frame.routine->name;
    at->second->routines = {frame.routine};
  }
  TextPart part;
  part.kind = TextPart::Kind::kParameter;
  part.text = formal.name;
  part.owner = at->second;
  return values_.Parts({part}, {}, symbols_);
}

CFrame CMachine::RootFrame(int unit) {
  globals_ = NewRecord(CRecord::Form::kScope, 0);
  steps_ = 0;
  run_events_.clear();
  CFrame frame;
  frame.id = ++frames_;
  frame.unit = &program_.unit(unit);
  frame.scope = NewRecord(CRecord::Form::kScope, 0);
  frame.result = NewRecord(CRecord::Form::kStruct, 0);
  frame.most_steps = kRootSteps;
  return frame;
}

void CMachine::RunRoot(CRoutine* routine) {
  CFrame frame = RootFrame(routine->unit);
  frame.routine = routine;
  frame_ = &frame;
  if (routine->class_name != 0) {
    CRecord* self = NewRecord(CRecord::Form::kStruct, routine->class_name);
    const bool makes = routine->name == routine->class_name;
    TextPart part;
    part.kind = TextPart::Kind::kParameter;
    part.text = symbols_.Intern("this");
    part.owner = nullptr;
    if (!makes) self->origin = values_.Parts({part}, {}, symbols_);
    frame.self = self->self;
  }
  for (const CFormal& formal : routine->formals) {
    if (formal.name != 0) heap_.Put(frame.scope, TextKey(formal.name), ParameterOf(frame, formal));
  }
  RunInitialisers(&frame);
  RunBody(&frame);
  Leave(&frame);
  frame_ = nullptr;
}

void CMachine::RunGlobal(int index) {
  const CGlobal& global = program_.global(index);
  CFrame frame = RootFrame(global.unit);
  frame_ = &frame;
  const CSlot slot{globals_, {SlotKey::Kind::kInteger, static_cast<uint64_t>(index)}};
  running_.insert(index);
  Val value = nullptr;
  if (global.braces) {
    CNode node;
    node.kind = CNodeKind::kConstruct;
    node.token = global.token;
    node.type = global.type;
    const CNodeId made = frame.unit->Expression({global.initial.begin, global.initial.end});
    const CNode& given = frame.unit->node(made);
    if (given.kind == CNodeKind::kList || given.kind == CNodeKind::kComma) {
      node.parts = given.parts;
    } else {
      node.parts = {made};
    }
    value = EvalConstruct(node);
  } else {
    value = Build(global.type, global.pointers, global.array, frame.unit->Initial(global.initial));
  }
  running_.erase(index);
  Assign(slot, value);
  Leave(&frame);
  frame_ = nullptr;
}

void CMachine::RunFields(const CStructure& type) {
  CFrame frame = RootFrame(type.unit);
  CRecord* self = NewRecord(CRecord::Form::kStruct, type.name);
  frame.self = self->self;
  frame_ = &frame;
  for (const CGlobal& field : type.fields) {
    if (field.initial.empty() || field.unit != type.unit) continue;
    Assign({self, TextKey(field.name)},
           Build(field.type, field.pointers, field.array, frame.unit->Initial(field.initial)));
  }
  Leave(&frame);
  frame_ = nullptr;
}

void CMachine::BindFormals(CFrame* frame, const std::vector<Val>& arguments,
                           const std::vector<CSlot>& places) {
  const std::vector<CFormal>& formals = frame->routine->formals;
  for (size_t i = 0; i < formals.size(); ++i) {
    const CFormal& formal = formals[i];
    if (formal.name == 0) continue;
    const SlotKey key = TextKey(formal.name);
    if (i < arguments.size()) {
      const bool bound = formal.reference && i < places.size() && places[i].object != nullptr;
      if (bound) frame->scope->references[formal.name] = {places[i].object, places[i].key};
      Val value = arguments[i];
      const CStructure* type = formal.pointers == 0 ? program_.Structure(formal.type) : nullptr;
      if (type != nullptr && (AsTextConstant(value) != nullptr || AsRoutine(value) != nullptr)) {
        // A text becomes an object by a constructor: f("X") of void f(Name n).
        CRecord* made = NewRecord(CRecord::Form::kStruct, type->name);
        Construct(made, *type, {value}, {}, frame->call);
        value = made->self;
      }
      if (!bound) heap_.Put(frame->scope, key, value);
    } else if (!formal.initial.empty()) {
      heap_.Put(
          frame->scope, key,
          Build(formal.type, formal.pointers, formal.array, frame->unit->Initial(formal.initial)));
    } else {
      heap_.Put(frame->scope, key, values_.unknown());
    }
  }
  if (frame->routine->variadic && arguments.size() > formals.size()) {
    CRecord* rest = NewRecord(CRecord::Form::kList, 0);
    for (size_t i = formals.size(); i < arguments.size(); ++i) {
      heap_.Put(rest, {SlotKey::Kind::kInteger, i - formals.size()}, arguments[i]);
    }
    heap_.Put(frame->scope, TextKey(symbols_.Intern("...")), rest->self);
  }
}

void CMachine::RunInitialisers(CFrame* frame) {
  if (frame->routine->initialisers.empty() || frame->self == nullptr) return;
  CRecord* self = AsRecord(frame->self);
  if (self == nullptr) return;
  const CStructure* type = program_.Structure(frame->routine->class_name);
  for (const auto& [name, arguments] : frame->unit->Initialisers(*frame->routine)) {
    const CNode& given = Node(arguments);
    const CGlobal* field = nullptr;
    if (type != nullptr) {
      for (const CGlobal& one : type->fields) {
        if (one.name == name) field = &one;
      }
    }
    if (field != nullptr) {
      CNode node = given;
      node.type = field->type;
      const bool plain = given.parts.size() == 1 &&
                         (field->pointers > 0 || program_.Structure(field->type) == nullptr);
      Val value = plain ? Build(field->type, field->pointers, field->array, given.parts[0])
                        : EvalConstruct(node);
      Assign({self, TextKey(name)}, value);
      continue;
    }
    const CStructure* base = program_.Structure(name);
    std::vector<Val> values;
    std::vector<CSlot> places;
    for (const CNodeId one : given.parts) {
      places.push_back(SlotOf(one));
      values.push_back(Eval(one));
    }
    if (base != nullptr) {
      Construct(self, *base, values, places, given.token);
    } else if (!values.empty()) {
      Assign({self, TextKey(name)}, values[0]);
    }
  }
}

void CMachine::RunBody(CFrame* frame) {
  const CNodeId block = frame->unit->Body(frame->routine);
  if (block != kNoCNode) RunBlock(Node(block), 0);
}

Val CMachine::Invoke(CRoutine* routine, const std::vector<Val>& arguments,
                     const std::vector<CSlot>& places, Val self, uint32_t call, CFrame* outer) {
  CFrame frame;
  frame.id = ++frames_;
  frame.routine = routine;
  frame.unit = &program_.unit(routine->unit);
  frame.caller = frame_;
  frame.call = call;
  frame.outer = outer;
  frame.depth = frame_->depth + 1;
  frame.self = self != nullptr ? self : outer != nullptr ? outer->self : nullptr;
  int same = 0;
  for (const CFrame* one = frame_; one != nullptr; one = one->caller)
    same += one->routine == routine ? 1 : 0;
  const size_t left = frame_->most_steps > steps_ ? frame_->most_steps - steps_ : 0;
  if (nested_ > kMaxNested || frame.depth > kMaxDepth || same > 1 || left < 50)
    return values_.unknown();
  frame.most_steps = steps_ + std::max<size_t>(left / 2, std::min<size_t>(left, 400));
  frame.scope = NewRecord(CRecord::Form::kScope, 0);
  frame.result = NewRecord(CRecord::Form::kStruct, 0);
  CFrame* const caller = frame_;
  // Defaults of parameters are evaluated in the function's own unit.
  frame_ = &frame;
  BindFormals(&frame, arguments, places);
  RunInitialisers(&frame);
  RunBody(&frame);
  Leave(&frame);
  frame_ = caller;
  Val result = frame.result->slots.Get(kTextSlot);
  if (result == nullptr) return values_.unknown();
  result = WithoutOtherSource(values_, Fill(values_, result, values_.unknown()));
  NoteGiven(result);
  return result;
}

// The wrapper that is called here with a name gives this for it.
void CMachine::NoteGiven(Val result) {
  for (const uint32_t number : frame_->sites) {
    const Symbol variable = events_[number].variable;
    if (events_[number].given == nullptr && !SameVal(Restrict(values_, result, variable, true),
                                                     Restrict(values_, result, variable, false))) {
      events_[number].given = result;
    }
  }
}

CFlow CMachine::RunReturn(const CNode& node) {
  Val value = values_.none();
  if (node.parts[0] != kNoCNode) {
    const CRoutine* routine = frame_->routine;
    const bool listed = Node(node.parts[0]).kind == CNodeKind::kList;
    value = listed && routine != nullptr
                ? Build(routine->type, routine->pointers, false, node.parts[0])
                : Eval(node.parts[0]);
    const bool plain = routine != nullptr && routine->pointers == 0;
    if (plain) value = HoldsText(Text(routine->type)) ? TextOf(value) : Cast(routine->type, value);
  }
  const CSlot slot{frame_->result, kTextSlot};
  Val held = frame_->result->slots.Get(kTextSlot);
  heap_.Put(slot.object, slot.key, Fill(values_, held, value));
  NoteBinding(slot, value);
  return CFlow::kReturn;
}

// How the value where the variable is set comes from what was read.
CMachine::Making CMachine::MadeOf(Val set, const CEvent& event, const Taking& how) const {
  Making out;
  std::vector<uint32_t> reads = {event.number};
  if (how.other_reads) reads = of_variable_.at(event.variable);
  const auto is_read = [&](uint32_t number) {
    return std::find(reads.begin(), reads.end(), number) != reads.end();
  };
  bool mixed = false;  // with other variables' values
  bool on = false;
  bool off = false;
  ForEachLeaf(set, [&](Val leaf) {
    const ConstantVal* answer = AsConstant(leaf);
    if (answer != nullptr && answer->type == ConstantType::kBool)
      (answer->integer != 0 ? on : off) = true;
    const UnknownVal* unknown = AsUnknown(leaf);
    if (unknown == nullptr) return;
    const auto others = std::count_if(unknown->events.begin(), unknown->events.end(),
                                      [&](uint32_t number) { return !is_read(number); });
    const bool of = static_cast<size_t>(others) < unknown->events.size();
    mixed = mixed || (of && others > 0);
    if (!of || unknown->unit == kOpaque) return;
    const bool compared = unknown->type == ValueType::kBool && unknown->unit == -1;
    out.compared = compared && (out.compared || !out.of_it);
    out.of_it = true;
    out.type = unknown->type;
  });
  if (mixed) return {};
  // Both come out, by what the text says: of a wrapper that fills its caller's variable.
  out.answers = !how.no_answers && !out.of_it && on && off && !how.returned && !event.chain.empty();
  if (out.answers) out.type = ValueType::kBool;
  return out;
}

// Of several that its runs tell in the same way, none is the default.
void CMachine::GiveDefault(CEvent* event, Val value, CEvent::Source source) {
  const bool known = event->default_value != nullptr;
  if (known && source < event->source) return;
  const bool same = !known || source > event->source || SameVal(event->default_value, value);
  event->several = (event->several && known && source == event->source) || !same;
  event->source = source;
  event->default_value = value;
}

// Takes the unset side of a value that is bound to what was read; false where it tells nothing.
bool CMachine::TakeDefault(CEvent* event, Val value, const Taking& how) {
  if (value == nullptr) return false;
  Val set = Restrict(values_, value, event->variable, true);
  Val without = Restrict(values_, value, event->variable, false);
  Val unset = UnsetSide(without);
  // Where no other variable is set either, it may not matter: n = atoi(a); if (!b) n = 1;
  Making made = MadeOf(UnsetSide(set), *event, how);
  if (!made.of_it && !made.answers) {
    bool always = true;
    ForEachLeaf(without, [&](Val leaf) { always = always && SameVal(leaf, unset); });
    if (always) made = MadeOf(set, *event, how);
  }
  if (!made.of_it && !made.answers) return false;
  const ValueType type = made.type;
  if (made.answers && event->given != nullptr) {  // !get("NAME", 0): what `get` gives
    Val given = UnsetSide(Restrict(values_, event->given, event->variable, false));
    if (KnownTruth(Truth(given))) unset = given;
  }
  if (type != ValueType::kUnknown) event->type = type;
  const ConstantVal* known = AsConstant(unset);
  if (known == nullptr) return false;
  const bool no_text =
      type == ValueType::kStr && (known->type != ConstantType::kText || known->text == 0);
  // A number below 0 that is given back says that there is none; a comparison says what is not.
  const bool failed = how.returned && known->type == ConstantType::kInteger && known->integer < 0;
  const UnknownVal* answer = AsUnknown(set);
  if (answer != nullptr && answer->unit == kCharacter && known->type == ConstantType::kInteger) {
    if (known->integer <= ' ' || known->integer > '~') return false;
    unset = MakeText(std::string(1, static_cast<char>(known->integer)), {});
  }
  if (answer != nullptr && answer->unit <= UnknownVal::kFirstAnswer) {
    const std::optional<bool> off = KnownTruth(Truth(unset));
    if (!off) return false;
    // It does without the variable what it does with the word, or what it does with others.
    const bool as_word = *off == answer->held;
    const bool word = answer->unit == kNotOn;
    event->type = ValueType::kBool;
    // Off is what any variable is that is read here and not set: no default.
    const bool on = as_word == word;
    if (!on && event->chain.empty()) return false;
    GiveDefault(event, values_.boolean(on), how.source);
    return true;
  }
  if (IsNone(unset) || no_text || failed || made.compared) return false;
  const bool number = known->type == ConstantType::kInteger || known->type == ConstantType::kBool;
  const bool turned = answer != nullptr && answer->held && number;  // off = !atoi(text)
  GiveDefault(event, turned ? values_.Integer(known->integer == 0 ? 1 : 0) : unset, how.source);
  return true;
}

bool CMachine::TakeBound(CEvent* event, const CFrame& frame, bool other_reads) {
  Taking how;
  how.other_reads = other_reads;
  // Beside the value itself, an answer of true or false is whether there is one.
  for (const CEvent::Binding& one : event->bindings) {
    Val held = one.slot.object->slots.Get(one.slot.key);
    if (one.depth > frame.depth || held == nullptr) continue;
    how.no_answers =
        how.no_answers || MadeOf(Restrict(values_, held, event->variable, true), *event, how).of_it;
  }
  for (size_t i = event->bindings.size(); i-- > 0;) {
    const CEvent::Binding& one = event->bindings[i];
    how.returned = one.returned;
    if (one.depth <= frame.depth &&
        TakeDefault(event, one.slot.object->slots.Get(one.slot.key), how))
      return true;
  }
  return false;
}

// The default is what the last thing holds, on its unset side, that was bound to the value in the
// frame that spells the name, or where it was only tested, to that of another read of the variable;
// else what the wrapper that is called there gives; else what makes a test of it come out as it
// does without the variable.
void CMachine::Settle(CEvent* event, const CFrame& frame) {
  if (TakeBound(event, frame, false)) return;
  const bool kept =
      std::any_of(event->bindings.begin(), event->bindings.end(), [&](const CEvent::Binding& one) {
        const std::vector<uint32_t> of = EventsOf(one.slot.object->slots.Get(one.slot.key));
        return one.depth <= frame.depth &&
               std::find(of.begin(), of.end(), event->number) != of.end();
      });
  if (!kept && TakeBound(event, frame, true)) return;
  const bool given = TakeDefault(event, event->given, {CEvent::Source::kWrapper, true, false});
  if (given || event->tested == nullptr) return;
  Val set = Restrict(values_, event->tested, event->variable, true);
  const std::optional<bool> unset = KnownTruth(UnsetSide(event->tested));
  const UnknownVal* converted = AsUnknown(set);
  if (unset == false && converted != nullptr && converted->type == ValueType::kInt &&
      converted->derived) {
    GiveDefault(event, values_.Integer(converted->held ? 1 : 0), CEvent::Source::kTest);
    event->type = ValueType::kBool;
  }
}

void CMachine::Leave(CFrame* frame) {
  for (const uint32_t number : frame->sites) Settle(&events_[number], *frame);
}

}  // namespace flagcensus
