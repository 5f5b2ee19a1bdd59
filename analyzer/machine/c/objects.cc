// Slots, fields, elements, initialisers, globals.
#include <algorithm>

#include "analyzer/machine/c/machine.h"

namespace flagcensus {
namespace {

bool IsList(std::string_view type) {
  for (const std::string_view word :
       {"vector", "list", "deque", "set", "array", "initializer_list", "QStringList"}) {
    const size_t at = type.find(word);
    if (at != std::string_view::npos && at < type.find('<') &&
        type.find("map") == std::string_view::npos)
      return true;
  }
  return false;
}

bool IsMap(std::string_view type) {
  const size_t at = type.find("map");
  return at != std::string_view::npos && at < type.find('<') &&
         type.find('<') != std::string_view::npos;
}

bool IsText(Val v) {
  const UnknownVal* read = AsUnknown(v);
  return AsTextConstant(v) != nullptr || AsTextWithHoles(v) != nullptr ||
         (read != nullptr && read->type == ValueType::kStr);
}

// What stands between the outermost < and > of a type, at a place between its commas.
std::string ArgumentOf(const std::string& type, size_t position) {
  const size_t open = type.find('<');
  if (open == std::string::npos) return "";
  int depth = 0;
  size_t from = open + 1;
  for (size_t i = open; i < type.size(); ++i) {
    if (type[i] == '<') ++depth;
    const bool ends = (type[i] == '>' && --depth == 0) || (type[i] == ',' && depth == 1);
    if (!ends) continue;
    if (position-- == 0) return type.substr(from, i - from);
    from = i + 1;
  }
  return "";
}

}  // namespace

bool HoldsText(std::string_view type) {
  const size_t angle = type.find('<');
  if (angle != std::string_view::npos && type.find("string") > angle) return false;
  return type.find("string") != std::string_view::npos &&
         type.find("stream") == std::string_view::npos;
}

CRecord* CMachine::NewRecord(CRecord::Form form, Symbol type) {
  CRecord* made = heap_.New<CRecord>();
  made->form = form;
  made->type = type;
  return made;
}

Val CMachine::Load(const CSlot& slot) {
  return slot.object == nullptr ? nullptr : slot.object->slots.Get(slot.key);
}

void CMachine::Assign(const CSlot& slot, Val value) {
  if (slot.object == nullptr) return;
  heap_.Put(slot.object, slot.key, value);
  NoteBinding(slot, value);
}

void CMachine::NoteBinding(const CSlot& slot, Val value) {
  if (events_.empty()) return;
  const auto note = [&](uint32_t number) {
    CEvent& event = events_[number];
    constexpr size_t kMaxBindings = 32;
    if (event.bindings.size() >= kMaxBindings) return;
    int depth = slot.object == frame_->scope || slot.object == frame_->result ? frame_->depth : 0;
    for (const CFrame* one = frame_->caller; one != nullptr && depth == 0; one = one->caller) {
      if (slot.object == one->scope) depth = one->depth;
    }
    event.bindings.push_back(
        {slot, frame_->id, depth, slot.object == frame_->result || slot.object == globals_});
  };
  std::set<uint32_t> noted;
  for (const uint32_t number : EventsOf(value)) noted.insert(number);
  std::vector<Val> left = {value};
  while (!left.empty()) {
    const FacetVal* facet = AsFacet(left.back());
    left.pop_back();
    if (facet == nullptr) continue;
    for (const uint32_t number : of_variable_[facet->variable]) noted.insert(number);
    left.push_back(facet->set);
    left.push_back(facet->unset);
  }
  for (const uint32_t number : noted) note(number);
}

bool CMachine::HasField(const CRecord& object, Symbol name) const {
  if (object.slots.Get(TextKey(name)) != nullptr) return true;
  Symbol type = object.type;
  for (int i = 0; i < 8; ++i) {
    const CStructure* structure = type == 0 ? nullptr : program_.Structure(type);
    if (structure == nullptr) return false;
    for (const CGlobal& field : structure->fields) {
      if (field.name == name) return true;
    }
    type = structure->bases.empty() ? 0 : structure->bases[0];
  }
  return false;
}

CSlot CMachine::SlotOfName(const CNode& node) {
  for (CFrame* one = frame_; one != nullptr; one = one->outer) {
    const auto reference = one->scope->references.find(node.text);
    if (reference != one->scope->references.end())
      return {reference->second.first, reference->second.second};
    if (one->scope->slots.Get(TextKey(node.text)) != nullptr)
      return {one->scope, TextKey(node.text)};
  }
  CRecord* self = frame_->self == nullptr ? nullptr : AsRecord(frame_->self);
  if (self != nullptr && node.type == 0 && HasField(*self, node.text)) {
    Field(frame_->self, node.text);  // what it holds at first
    return {self, TextKey(node.text)};
  }
  if (const std::optional<int> global = GlobalOf(node.text, node.type)) {
    GlobalValue(*global);
    return {globals_, {SlotKey::Kind::kInteger, static_cast<uint64_t>(*global)}};
  }
  return {frame_->scope, TextKey(node.text)};
}

CSlot CMachine::SlotOf(CNodeId id) {
  if (id == kNoCNode) return {};
  const CNode& node = Node(id);
  switch (node.kind) {
    case CNodeKind::kName:
      return SlotOfName(node);
    case CNodeKind::kMember: {
      CRecord* object = RecordAt(Eval(node.parts[0]));
      if (object == nullptr) {
        // Something of which nothing is known becomes an object when it is first written.
        const CSlot around = SlotOf(node.parts[0]);
        Val held = Load(around);
        const bool open =
            held == nullptr || AsUnknown(held) != nullptr || AsTextWithHoles(held) != nullptr;
        if (around.object == nullptr || !open) return {};
        object = NewRecord(CRecord::Form::kStruct, 0);
        if (held != nullptr && AsTextWithHoles(held) != nullptr) object->origin = held;
        heap_.Put(around.object, around.key, object->self);
      }
      if (object->slots.Get(TextKey(node.text)) == nullptr) Field(object->self, node.text);
      return {object, TextKey(node.text)};
    }
    case CNodeKind::kIndex: {
      CRecord* object = RecordAt(Eval(node.parts[0]));
      Val index = Eval(node.parts[1]);
      if (object == nullptr) return {};
      if (const ConstantVal* known = AsConstant(index)) {
        if (known->type == ConstantType::kInteger) {
          return {object, {SlotKey::Kind::kInteger, static_cast<uint64_t>(known->integer)}};
        }
        if (known->type == ConstantType::kText) return {object, TextKey(known->text)};
      }
      return {};
    }
    case CNodeKind::kUnary:
      if (Text(node.text) == "*") {
        Val pointer = Eval(node.parts[0]);
        if (const PointerVal* known = AsPointer(pointer)) {
          return SlotAt(*known);
        }
        if (CRecord* object = RecordAt(pointer)) {
          if (object->form == CRecord::Form::kArray) return {object, {SlotKey::Kind::kInteger, 0}};
          return {object, kTextSlot};
        }
        return {};
      }
      return Text(node.text) == "&" ? CSlot{} : SlotOf(node.parts[0]);
    case CNodeKind::kCast:
      return SlotOf(node.parts[0]);
    default:
      return {};
  }
}

// The object that the value is, or points to.
CRecord* CMachine::RecordAt(Val value) {
  if (const PointerVal* pointer = AsPointer(value)) {
    Val held = Load(SlotAt(*pointer));
    return held == nullptr ? nullptr : AsRecord(held);
  }
  if (const FacetVal* facet = AsFacet(value)) {
    CRecord* set = RecordAt(facet->set);
    return set != nullptr ? set : RecordAt(facet->unset);
  }
  if (const AlternativesVal* several = AsAlternatives(value)) {
    CRecord* only = nullptr;
    for (Val item : several->items) {
      CRecord* one = AsRecord(item);
      if (one != nullptr && only != nullptr) return nullptr;
      if (one != nullptr) only = one;
    }
    return only;
  }
  return AsRecord(value);
}

Val CMachine::Field(Val object, Symbol name) {
  return Lift1(values_, object, [&](Val leaf) -> Val {
    if (AsPointer(leaf) != nullptr) leaf = Deref(leaf);
    if (CRecord* record = AsRecord(leaf)) {
      if (Val held = record->slots.Get(TextKey(name))) return held;
      if (Val first = record->slots.Get({SlotKey::Kind::kInteger, 0});
          first != nullptr && AsRecord(first) != nullptr) {
        return Field(first, name);  // p->name of an array
      }
      const CStructure* type = record->type == 0 ? nullptr : program_.Structure(record->type);
      for (const CGlobal& field : type == nullptr ? std::vector<CGlobal>() : type->fields) {
        if (field.name != name) continue;
        if (!field.initial.empty()) return FieldInitial(record, field);
        if (field.pointers > 0) continue;
        Val made = DefaultOf(field.type, field.pointers, field.array);
        if (AsRecord(made) == nullptr) break;
        heap_.RunOutside([&] { heap_.Put(record, TextKey(name), made); });
        return made;
      }
      if (record->origin != nullptr) return record->origin;
      return record->zero ? values_.Integer(0) : values_.unknown();
    }
    if (AsTextWithHoles(leaf) != nullptr) return leaf;  // of what a parameter points to
    return Mixed(leaf, leaf, ValueType::kUnknown);
  });
}

// What the class says that a field holds at first; others may have changed it.
Val CMachine::FieldInitial(CRecord* record, const CGlobal& field) {
  CFrame frame;
  frame.id = 0;
  frame.unit = &program_.unit(field.unit);
  frame.scope = NewRecord(CRecord::Form::kScope, 0);
  frame.result = NewRecord(CRecord::Form::kStruct, 0);
  frame.most_steps = steps_ + 2000;
  CFrame* const outer = frame_;
  frame_ = &frame;
  Val made = nullptr;
  heap_.RunOutside([&] {  // it held that before any branch was taken
    heap_.Put(record, TextKey(field.name), values_.unknown());  // one that needs itself
    made = Build(field.type, field.pointers, field.array, frame.unit->Initial(field.initial));
    const bool plain = AsConstant(made) != nullptr && AsTextConstant(made) == nullptr;
    if (!field.is_constant && plain && record->origin != nullptr) made = values_.Soft(made);
    heap_.Put(record, TextKey(field.name), made);
  });
  frame_ = outer;
  return made;
}

Val CMachine::Index(Val object, Val index) {
  return Lift2(values_, object, index, [&](Val leaf, Val at) -> Val {
    const ConstantVal* known = AsConstant(at);
    const bool number = known != nullptr && known->type == ConstantType::kInteger;
    if (const PointerVal* pointer = AsPointer(leaf)) {
      if (number && pointer->key == static_cast<uint8_t>(SlotKey::Kind::kInteger)) {
        return Deref(values_.Pointer(pointer->object, pointer->key,
                                     pointer->number + static_cast<uint64_t>(known->integer)));
      }
      leaf = Deref(leaf);
    }
    if (CRecord* record = AsRecord(leaf)) {
      if (record->form == CRecord::Form::kBuffer) return CharacterAt(TextOf(leaf), at);
      if (number) {
        if (Val held =
                record->slots.Get({SlotKey::Kind::kInteger, static_cast<uint64_t>(known->integer)}))
          return held;
        return record->zero                ? values_.Integer(0)
               : record->origin != nullptr ? record->origin
                                           : values_.unknown();
      }
      if (known != nullptr && known->type == ConstantType::kText) {
        if (Val held = record->slots.Get(TextKey(known->text))) return held;
        return record->origin != nullptr ? record->origin : values_.unknown();
      }
      std::vector<Val> all;
      for (const auto& [key, value] : record->slots.entries()) {
        if (value == nullptr || key == kCountSlot || key == kTextSlot) continue;
        if (all.size() <= ValuePool::kMaxAlternatives) all.push_back(value);
      }
      if (all.empty()) return record->origin != nullptr ? record->origin : values_.unknown();
      Val out = all[0];
      for (size_t i = 1; i < all.size(); ++i) out = Join(values_, out, all[i]);
      return out;
    }
    if (IsText(leaf)) return CharacterAt(leaf, at);
    return Mixed(leaf, leaf, ValueType::kUnknown);
  });
}

Val CMachine::Deref(Val pointer) {
  return Lift1(values_, pointer, [&](Val leaf) -> Val {
    if (const PointerVal* known = AsPointer(leaf)) {
      if (SlotAt(*known).key == kTextSlot) return CharacterAt(TextOf(leaf), values_.Integer(0));
      Val held = Load(SlotAt(*known));
      if (held != nullptr) return held;
      const CRecord* record = known->object->kind == ObjectKind::kRecord
                                  ? static_cast<CRecord*>(known->object)
                                  : nullptr;
      return record != nullptr && record->zero ? values_.Integer(0) : values_.unknown();
    }
    if (CRecord* record = AsRecord(leaf)) {
      if (record->form == CRecord::Form::kBuffer)
        return CharacterAt(TextOf(leaf), values_.Integer(0));
      if (record->form == CRecord::Form::kArray || record->form == CRecord::Form::kList) {
        if (Val first = record->slots.Get({SlotKey::Kind::kInteger, 0})) return first;
      }
      return leaf;
    }
    if (IsText(leaf)) return CharacterAt(leaf, values_.Integer(0));
    return Mixed(leaf, leaf, ValueType::kUnknown);
  });
}

// What a variable of that type holds without an initialiser.
Val CMachine::DefaultOf(Symbol type, int pointers, bool array) {
  const std::string& name = Text(type);
  if (pointers == 0 || array) {
    const bool characters =
        name.find("char") != std::string::npos || name == "CHAR" || name == "TCHAR";
    if (array && pointers == 0 && characters) return NewRecord(CRecord::Form::kBuffer, type)->self;
    if (array) return NewRecord(CRecord::Form::kArray, type)->self;
    if (name.find("stringstream") != std::string::npos ||
        name.find("ostringstream") != std::string::npos) {
      return NewRecord(CRecord::Form::kStream, type)->self;
    }
    if (IsMap(name)) return NewRecord(CRecord::Form::kMap, type)->self;
    if (IsList(name)) return NewRecord(CRecord::Form::kList, type)->self;
    if (HoldsText(name) && name.find("view") == std::string::npos)
      return values_.Text(0, MarkHere(0));
    if (const CStructure* structure = program_.Structure(type)) {
      return NewRecord(CRecord::Form::kStruct, structure->name)->self;
    }
  }
  return values_.unknown();
}

Val CMachine::Build(Symbol type, int pointers, bool array, CNodeId initial) {
  if (initial == kNoCNode) return DefaultOf(type, pointers, array);
  const CNode& node = Node(initial);
  const std::string name = Text(type);
  if (node.kind == CNodeKind::kList) {
    if (!array && pointers == 0 && !IsList(name) && !IsMap(name) &&
        program_.Structure(type) == nullptr) {
      if (node.parts.empty())
        return HoldsText(name) ? values_.Text(0, MarkHere(node.token)) : values_.Integer(0);
      if (node.parts.size() == 1) return Build(type, pointers, false, node.parts[0]);
    }
    return BuildList(type, array, node);
  }
  Val value = Eval(initial);
  if (array) {
    if (AsTextConstant(value) != nullptr && pointers == 0) {  // char name[] = "X"
      CRecord* buffer = NewRecord(CRecord::Form::kBuffer, type);
      heap_.Put(buffer, kTextSlot, value);
      return buffer->self;
    }
    return value;
  }
  if (pointers > 0 || name == "auto") return value;
  const CStructure* structure = program_.Structure(type);
  const bool converts =
      structure != nullptr && (AsTextConstant(value) != nullptr || AsRoutine(value) != nullptr ||
                               (AsConstant(value) != nullptr && !IsNone(value)));
  if (converts && structure->methods.count(structure->name) > 0) {
    CRecord* made = NewRecord(CRecord::Form::kStruct, structure->name);
    Construct(made, *structure, {value}, {}, node.token);
    return made->self;
  }
  if (structure != nullptr) return value;
  return HoldsText(name) && name.find("view") == std::string::npos ? TextOf(value)
                                                                   : Cast(type, value);
}

Val CMachine::BuildList(Symbol type, bool array, const CNode& list) {
  const std::string name = Text(type);
  const CStructure* structure = program_.Structure(type);
  if (!array && structure != nullptr && structure->methods.count(structure->name) > 0) {
    CNode construct = list;
    construct.kind = CNodeKind::kConstruct;
    construct.type = structure->name;
    return EvalConstruct(construct);
  }
  const bool map = !array && IsMap(name);
  const bool elements = array || IsList(name) || structure == nullptr;
  CRecord* made = NewRecord(map        ? CRecord::Form::kMap
                            : array    ? CRecord::Form::kArray
                            : elements ? CRecord::Form::kList
                                       : CRecord::Form::kStruct,
                            structure == nullptr ? type : structure->name);
  made->zero = true;
  const Symbol inner = array ? type : symbols_.Intern(ArgumentOf(name, map ? 1 : 0));
  uint64_t position = 0;
  size_t field = 0;
  for (const CNodeId part : list.parts) {
    if (Spent()) break;
    CNode item = Node(part);
    CNodeId value = part;
    if (item.kind == CNodeKind::kDesignated) {
      value = item.parts[0];
      if (item.text == 0) {
        const ConstantVal* at = AsConstant(Eval(item.parts[1]));
        if (at == nullptr || at->type != ConstantType::kInteger) continue;
        position = static_cast<uint64_t>(at->integer);
      } else if (structure != nullptr) {
        for (size_t i = 0; i < structure->fields.size(); ++i) {
          if (structure->fields[i].name == item.text) field = i;
        }
      }
    }
    if (map) {
      const CNode& pair = Node(value);
      if (pair.kind != CNodeKind::kList || pair.parts.size() < 2) continue;
      Val key = Eval(pair.parts[0]);
      if (const ConstantVal* text = AsTextConstant(key)) {
        heap_.Put(made, TextKey(text->text), Build(inner, 0, false, pair.parts[1]));
      }
    } else if (elements) {
      Val one = Build(inner, array ? 1 : 0, false, value);
      if (array && AsRecord(one) == nullptr && structure != nullptr &&
          Node(value).kind == CNodeKind::kList)
        one = BuildList(type, false, Node(value));
      heap_.Put(made, {SlotKey::Kind::kInteger, position++}, one);
    } else if (field < structure->fields.size()) {
      const CGlobal& of = structure->fields[field++];
      heap_.Put(made, TextKey(of.name), Build(of.type, of.pointers, of.array, value));
    }
  }
  if (elements && !map)
    heap_.Put(made, kCountSlot, values_.Integer(static_cast<int64_t>(position)));
  return made->self;
}

void CMachine::Construct(CRecord* object, const CStructure& type, const std::vector<Val>& arguments,
                         const std::vector<CSlot>& places, uint32_t call) {
  constexpr int kMaxRecords = 200;  // in each other, as where a class has itself as a member
  if (nested_ > kMaxRecords || Spent()) return;
  const Nested nested(*this);
  for (const CGlobal& field : type.fields) {
    if (field.initial.empty() || object->slots.Get(TextKey(field.name)) != nullptr) continue;
    if (field.unit != frame_->unit->number()) continue;
    heap_.Put(object, TextKey(field.name),
              Build(field.type, field.pointers, field.array, frame_->unit->Initial(field.initial)));
  }
  const std::vector<CRoutine*>* routines = program_.Routines(type.name);
  CRoutine* routine =
      routines == nullptr ? nullptr : Chosen(*routines, arguments.size(), type.name);
  if (routine != nullptr && routine->class_name == type.name) {
    Invoke(routine, arguments, places, object->self, call, nullptr);
    return;
  }
  if (type.methods.count(type.name) > 0) return;
  for (size_t i = 0; i < arguments.size() && i < type.fields.size(); ++i) {
    heap_.Put(object, TextKey(type.fields[i].name), arguments[i]);
  }
}

std::optional<int> CMachine::GlobalOf(Symbol name, Symbol qualifier) const {
  const std::vector<int>* all = program_.Globals(name);
  if (all == nullptr) return std::nullopt;
  const Symbol class_name = qualifier != 0               ? qualifier
                            : frame_->routine != nullptr ? frame_->routine->class_name
                                                         : 0;
  std::optional<int> best;
  int worth = -1;
  for (const int index : *all) {
    const CGlobal& one = program_.global(index);
    if (one.class_name != 0 && !one.is_static && one.initial.empty()) continue;
    if (one.class_name != 0 && one.class_name != class_name && qualifier == 0) continue;
    const bool here = one.unit == frame_->unit->number();
    if (one.is_static && one.class_name == 0 && !here && !one.is_constant) continue;
    const int value = (here ? 4 : 0) + (one.initial.empty() ? 0 : 2) +
                      (one.class_name == class_name ? 1 : 0) - (one.is_extern ? 4 : 0);
    if (value > worth) {
      worth = value;
      best = index;
    }
  }
  return best;
}

// What the declaration says; before anything is assigned.
Val CMachine::InitialOf(const CGlobal& global) {
  Val value = nullptr;
  if (global.initial.empty()) {
    value = DefaultOf(global.type, global.pointers, global.array);
    if (AsUnknown(value) != nullptr && !global.is_extern)
      value = global.pointers > 0 ? values_.none() : values_.Integer(0);
    if (CRecord* made = AsRecord(value)) made->zero = !global.is_extern;
  } else if (global.braces && program_.Structure(global.type) != nullptr) {
    value = DefaultOf(global.type, 0, false);
  } else {
    value =
        Build(global.type, global.pointers, global.array, frame_->unit->Initial(global.initial));
  }
  if (!global.is_constant && AsConstant(value) != nullptr && AsTextConstant(value) == nullptr)
    value = values_.Soft(value);
  return value;
}

Val CMachine::GlobalValue(int index) {
  const SlotKey key{SlotKey::Kind::kInteger, static_cast<uint64_t>(index)};
  if (Val held = globals_->slots.Get(key)) return held;
  const CGlobal& global = program_.global(index);
  if (running_.count(index) > 0) return values_.unknown();
  Val value = nullptr;
  running_.insert(index);
  CFrame frame;
  frame.unit = &program_.unit(global.unit);
  frame.scope = NewRecord(CRecord::Form::kScope, 0);
  frame.result = NewRecord(CRecord::Form::kStruct, 0);
  frame.most_steps = steps_ + 4000;
  frame.caller = nullptr;
  CFrame* const outer = frame_;
  frame_ = &frame;
  heap_.RunOutside([&] {
    value = InitialOf(global);
    for (const int other : *program_.Globals(global.name)) {
      const CGlobal& twin = program_.global(other);
      const bool branch = other != index && twin.unit == global.unit && !twin.is_extern &&
                          twin.class_name == global.class_name && !twin.initial.empty();
      if (branch) value = Join(values_, value, InitialOf(twin));  // of an #if
    }
    heap_.Put(globals_, key, value);
  });
  frame_ = outer;
  running_.erase(index);
  return value;
}

std::optional<int64_t> CMachine::EnumeratorValue(Symbol name, int depth) {
  constexpr int kMaxEnumerators = 400;
  const CEnumerator* one = program_.Enumerator(name);
  if (one == nullptr || depth > kMaxEnumerators) return std::nullopt;
  if (one->value.empty()) {
    if (one->before == 0) return 0;
    const std::optional<int64_t> before = EnumeratorValue(one->before, depth + 1);
    return before ? std::optional(*before + 1) : std::nullopt;
  }
  CFrame frame;
  frame.unit = &program_.unit(one->unit);
  frame.scope = NewRecord(CRecord::Form::kScope, 0);
  frame.most_steps = steps_ + 400;
  CFrame* const outer = frame_;
  frame_ = &frame;
  const ConstantVal* value = AsConstant(Eval(frame.unit->Expression(one->value)));
  frame_ = outer;
  if (value == nullptr || value->type != ConstantType::kInteger) return std::nullopt;
  return value->integer;
}

}  // namespace flagcensus
