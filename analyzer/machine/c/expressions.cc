// Expressions: what each gives.
#include <algorithm>

#include "analyzer/machine/c/machine.h"

namespace flagcensus {
namespace {

// ISO/IEC 9899, 5.2.4.2.1 and 7.20: limits of integers, as far as 64 bits hold them.
std::optional<int64_t> LimitOf(std::string_view name) {
  static const std::map<std::string_view, int64_t> kLimits = {{"CHAR_BIT", 8},
                                                              {"INT_MAX", INT32_MAX},
                                                              {"INT_MIN", INT32_MIN},
                                                              {"UINT_MAX", UINT32_MAX},
                                                              {"INT32_MAX", INT32_MAX},
                                                              {"INT32_MIN", INT32_MIN},
                                                              {"UINT32_MAX", UINT32_MAX},
                                                              {"LONG_MAX", INT64_MAX},
                                                              {"LONG_MIN", INT64_MIN},
                                                              {"LLONG_MAX", INT64_MAX},
                                                              {"INT64_MAX", INT64_MAX},
                                                              {"INT64_MIN", INT64_MIN},
                                                              {"ULONG_MAX", INT64_MAX},
                                                              {"UINT64_MAX", INT64_MAX},
                                                              {"SIZE_MAX", INT64_MAX},
                                                              {"SSIZE_MAX", INT64_MAX},
                                                              {"UINT16_MAX", UINT16_MAX},
                                                              {"INT16_MAX", INT16_MAX},
                                                              {"UINT8_MAX", UINT8_MAX},
                                                              {"UCHAR_MAX", UINT8_MAX}};
  const auto at = kLimits.find(name);
  return at == kLimits.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace

Mark CMachine::MarkHere(uint32_t token) const {
  // What an initialiser outside of functions spells keeps its own place.
  return {frame_->routine == nullptr && frame_->id == 0 ? Mark::kDeclared : frame_->id,
          frame_->unit->number(), token};
}

Val CMachine::MakeText(const std::string& text, const Mark& mark) {
  return values_.Text(symbols_.Intern(text), mark);
}

Val CMachine::Mixed(Val a, Val b, ValueType type) {
  std::vector<uint32_t> events = EventsOf(a);
  const std::vector<uint32_t> more = EventsOf(b);
  events.insert(events.end(), more.begin(), more.end());
  std::sort(events.begin(), events.end());
  events.erase(std::unique(events.begin(), events.end()), events.end());
  if (events.empty() && type == ValueType::kUnknown) return values_.unknown();
  const UnknownVal* known = AsUnknown(a);
  const UnknownVal* other = AsUnknown(b);
  if (type == ValueType::kUnknown && known != nullptr && known->type != ValueType::kStr)
    type = known->type;
  const bool opaque =
      (known != nullptr && known->unit == kOpaque) || (other != nullptr && other->unit == kOpaque);
  return values_.Unknown(opaque ? kOpaque : -1, 0, type, std::move(events), true);
}

// What nobody knows makes of both.
Val CMachine::Opaque(Val a, Val b) {
  const UnknownVal* mixed = AsUnknown(Mixed(a, b, ValueType::kUnknown));
  return values_.Unknown(kOpaque, 0, ValueType::kUnknown, mixed->events, true);
}

Val CMachine::Eval(CNodeId id) {
  if (id == kNoCNode || Spent() || nested_ > kMaxNested) return values_.unknown();
  const Nested nested(*this);
  const CNode& node = Node(id);
  switch (node.kind) {
    case CNodeKind::kName:
      return EvalName(node);
    case CNodeKind::kText:
      return values_.Text(node.text, MarkHere(node.token));
    case CNodeKind::kNumber:
      return node.text != 0
                 ? values_.Float(std::strtod(Text(node.text).c_str(), nullptr), node.text)
                 : values_.Integer(node.number);
    case CNodeKind::kCharacter:
      return values_.Integer(node.number);
    case CNodeKind::kNull:
      return values_.none();
    case CNodeKind::kThis:
      return frame_->self != nullptr ? frame_->self : values_.unknown();
    case CNodeKind::kCall:
      return EvalCall(id);
    case CNodeKind::kMember:
      return Field(Eval(node.parts[0]), node.text);
    case CNodeKind::kIndex:
      return Index(Eval(node.parts[0]), Eval(node.parts[1]));
    case CNodeKind::kUnary:
      return EvalUnary(node);
    case CNodeKind::kPostfix:
      return Step(node, false);
    case CNodeKind::kBinary:
      return EvalBinary(node);
    case CNodeKind::kAssign:
      return EvalAssign(node);
    case CNodeKind::kConditional:
      return EvalConditional(node);
    case CNodeKind::kCast:
      return EvalCast(node);
    case CNodeKind::kList:
      return BuildList(0, false, node);
    case CNodeKind::kConstruct:
      return EvalConstruct(node);
    case CNodeKind::kComma: {
      Val last = values_.unknown();
      for (const CNodeId part : node.parts) {
        last = part != kNoCNode && Node(part).kind == CNodeKind::kDeclare
                   ? (Run(part), values_.unknown())
                   : Eval(part);
      }
      return last;
    }
    case CNodeKind::kDeclare: {  // in a condition
      Run(id);
      const CNode& variable = Node(node.parts.empty() ? kNoCNode : node.parts.back());
      Val held = Load({frame_->scope, TextKey(variable.text)});
      return held == nullptr ? values_.unknown() : held;
    }
    case CNodeKind::kLambda: {
      CRoutineObject* made = heap_.New<CRoutineObject>();
      made->routines = {frame_->unit->routines()[static_cast<size_t>(node.number)].get()};
      made->outer = KeptFrame();
      return made->self;
    }
    default:
      return values_.unknown();
  }
}

// What a lambda sees of the frame at hand, after it too: its variables.
CFrame* CMachine::KeptFrame() {
  if (kept_.empty() || kept_.back().id != frame_->id) {
    CFrame& kept = kept_.emplace_back();
    kept.id = frame_->id;
    kept.routine = frame_->routine;
    kept.unit = frame_->unit;
    kept.scope = frame_->scope;
    kept.self = frame_->self;
    kept.outer = frame_->outer;
  }
  return &kept_.back();
}

// (type)value, and (type){…}, which is as a variable of the type with that initialiser.
Val CMachine::EvalCast(const CNode& node) {
  const CNodeId operand = node.parts[0];
  if (operand == kNoCNode || Node(operand).kind != CNodeKind::kList) {
    return Cast(node.type, Eval(operand));
  }
  std::string type = Text(node.type);
  const bool array = type.ends_with("[]");
  if (array) type.resize(type.size() - 2);
  return Build(symbols_.Intern(type), 0, array, operand);
}

Val CMachine::EvalName(const CNode& node) {
  const std::string_view name = Text(node.text);
  if (name == "true" || name == "TRUE" || name == "YES") return values_.boolean(true);
  if (name == "false" || name == "FALSE" || name == "NO") return values_.boolean(false);
  for (CFrame* one = frame_; one != nullptr; one = one->outer) {
    const auto reference = one->scope->references.find(node.text);
    if (reference != one->scope->references.end()) {
      Val held = reference->second.first->slots.Get(reference->second.second);
      return held == nullptr ? values_.unknown() : held;
    }
    if (Val held = one->scope->slots.Get(TextKey(node.text))) return held;
  }
  CRecord* self = frame_->self == nullptr ? nullptr : AsRecord(frame_->self);
  if (self != nullptr && node.type == 0 && HasField(*self, node.text))
    return Field(frame_->self, node.text);
  if (const std::optional<int> global = GlobalOf(node.text, node.type)) {
    Val held = GlobalValue(*global);
    // A constant's name is read where it stands.
    if (const ConstantVal* text = AsTextConstant(held))
      return values_.Text(text->text, MarkHere(node.token));
    return held;
  }
  if (const std::optional<int64_t> number = EnumeratorValue(node.text, 0))
    return values_.Integer(*number);
  if (const std::optional<int64_t> limit = LimitOf(name)) return values_.Integer(*limit);
  const bool callable = program_.Defines(node.text) || accessors.count(node.text) > 0;
  if (callable) {
    CRoutineObject*& known = by_name_[node.text];
    if (known == nullptr) {
      known = heap_.New<CRoutineObject>();
      known->name = node.text;
    }
    if (const std::vector<CRoutine*>* routines = program_.Routines(node.text))
      known->routines = *routines;
    return known->self;
  }
  return values_.unknown();
}

Val CMachine::EvalUnary(const CNode& node) {
  const std::string& op = Text(node.text);
  if (op == "!") {
    Val test = Truth(Eval(node.parts[0]));
    return Lift1(values_, test, [&](Val leaf) -> Val {
      const std::optional<bool> known = KnownTruth(leaf);
      if (known) return values_.boolean(!*known);
      const UnknownVal* unknown = AsUnknown(leaf);
      if (unknown == nullptr || unknown->events.empty()) return leaf;
      return values_.Turned(*unknown);
    });
  }
  if (op == "&") {
    const CSlot slot = SlotOf(node.parts[0]);
    if (slot.object == nullptr) return Eval(node.parts[0]);
    Val held = Load(slot);
    if (held != nullptr && (AsRecord(held) != nullptr || AsRoutine(held) != nullptr)) return held;
    return values_.Pointer(slot.object, static_cast<uint8_t>(slot.key.kind), slot.key.number);
  }
  if (op == "*") return Deref(Eval(node.parts[0]));
  if (op == "++" || op == "--") return Step(node, true);
  if (op == "sizeof") return values_.unknown();  // a compiler knows
  Val value = Eval(node.parts[0]);
  if (op == "+") return value;
  return Lift1(values_, value, [&](Val leaf) -> Val {
    const ConstantVal* known = AsConstant(leaf);
    if (known != nullptr && known->type == ConstantType::kInteger) {
      return values_.Integer(op == "-" ? -known->integer : ~known->integer);
    }
    if (known != nullptr && known->type == ConstantType::kFloat && op == "-") {
      return values_.Float(-known->real, symbols_.Intern("-" + Text(known->text)));
    }
    return Mixed(leaf, leaf, ValueType::kUnknown);
  });
}

Val CMachine::Step(const CNode& node, bool gives_new) {
  const bool up = Text(node.text) == "++";
  Val old = Eval(node.parts[0]);
  const CSlot slot = SlotOf(node.parts[0]);
  Val made = Operate(up ? "+" : "-", old, values_.Integer(1));
  if (slot.object != nullptr) heap_.Put(slot.object, slot.key, made);
  return gives_new ? made : old;
}

Val CMachine::EvalLogical(const CNode& node, bool both) {
  Val left = Truth(Eval(node.parts[0]));
  const std::optional<bool> known = KnownTruth(left);
  if (known && *known != both) return left;
  if (known) return Truth(Eval(node.parts[1]));
  Val right = values_.unknown();
  const Heap::Outcome taken = heap_.RunBranch([&] {
    right = Truth(Eval(node.parts[1]));
    return false;
  });
  const Heap::Outcome none;
  if (both) {
    heap_.Meet(left, nullptr, taken, none);
  } else {
    heap_.Meet(left, nullptr, none, taken);
  }
  const auto strict = [&](Val a, Val b) -> Val {
    const std::optional<bool> x = KnownTruth(a);
    const std::optional<bool> y = KnownTruth(b);
    if (x) return *x == both ? b : a;
    if (y) return *y == both ? a : b;
    const bool about = !EventsOf(b).empty();
    return about ? b : a;
  };
  return Lift2(values_, left, right, strict);
}

Val CMachine::EvalBinary(const CNode& node) {
  const std::string op = Text(node.text);
  if (op == "&&" || op == "||") return EvalLogical(node, op == "&&");
  if (op == "/") {  // sizeof table / sizeof table[0]
    const CNode& whole = Node(node.parts[0]);
    const CNode& one = Node(node.parts[1]);
    const Symbol size = symbols_.Intern("sizeof");
    if (whole.text == size && one.text == size && whole.kind == CNodeKind::kUnary &&
        one.kind == CNodeKind::kUnary) {
      const CRecord* table = RecordAt(Eval(whole.parts[0]));
      Val count = table == nullptr ? nullptr : table->slots.Get(kCountSlot);
      return count == nullptr ? values_.unknown() : count;
    }
  }
  Val a = Eval(node.parts[0]);
  Val b = Eval(node.parts[1]);
  CRecord* stream = RecordAt(a);
  if (op == "<<" && stream != nullptr && stream->form == CRecord::Form::kStream) {
    Val held = stream->slots.Get(kTextSlot);
    heap_.Put(stream, kTextSlot, Concat(held == nullptr ? values_.Text(0) : held, b));
    return a;
  }
  return Operate(op, a, b);
}

Val CMachine::EvalAssign(const CNode& node) {
  const std::string op = Text(node.text);
  const CNode& target = Node(node.parts[0]);
  Val value = nullptr;
  if (op == "=") {
    value = Node(node.parts[1]).kind == CNodeKind::kList ? Build(0, 0, false, node.parts[1])
                                                         : Eval(node.parts[1]);
  } else {
    Val old = Eval(node.parts[0]);
    Val more = Eval(node.parts[1]);
    const bool text =
        op == "+=" && (AsTextConstant(old) != nullptr || AsTextWithHoles(old) != nullptr ||
                       AsTextConstant(more) != nullptr || AsTextWithHoles(more) != nullptr);
    value = text ? Concat(old, more) : Operate(op.substr(0, op.size() - 1), old, more);
  }
  // buffer[i] = c
  if (target.kind == CNodeKind::kIndex ||
      (target.kind == CNodeKind::kUnary && Text(target.text) == "*")) {
    CRecord* buffer = RecordAt(Eval(target.parts[0]));
    if (buffer != nullptr && buffer->form == CRecord::Form::kBuffer) {
      Val held = buffer->slots.Get(kTextSlot);
      if (held == nullptr) held = values_.Text(0);
      const ConstantVal* character = AsConstant(value);
      const bool ends = character != nullptr && character->integer == 0;
      const ConstantVal* at =
          target.kind == CNodeKind::kIndex ? AsConstant(Eval(target.parts[1])) : nullptr;
      const std::optional<std::string> known = Known(held);
      if (ends) {
        const bool first = at != nullptr && at->type == ConstantType::kInteger && known &&
                           at->integer >= 0 && static_cast<size_t>(at->integer) < known->size();
        if (first) heap_.Put(buffer, kTextSlot, Substring(held, 0, at->integer));
      } else if (at == nullptr || !known || at->type != ConstantType::kInteger ||
                 static_cast<size_t>(at->integer) >= known->size()) {
        Val one = value;
        if (character != nullptr && character->type == ConstantType::kInteger) {
          one = MakeText(std::string(1, static_cast<char>(character->integer)),
                         AsTextConstant(held) != nullptr ? AsTextConstant(held)->mark : Mark{});
        }
        heap_.Put(buffer, kTextSlot, Concat(held, one));
      }
      return value;
    }
  }
  const CSlot slot = SlotOf(node.parts[0]);
  CRecord* held = slot.object == nullptr
                      ? nullptr
                      : AsRecord(Load(slot) == nullptr ? values_.unknown() : Load(slot));
  if (held != nullptr && held->form == CRecord::Form::kBuffer && AsRecord(value) == nullptr) {
    Val text = TextOf(value);
    heap_.Put(held, kTextSlot, text);
    NoteBinding({held, kTextSlot}, text);
    return value;
  }
  Assign(slot, value);
  return value;
}

Val CMachine::EvalConditional(const CNode& node) {
  Val test = Truth(Eval(node.parts[0]));
  NoteTest(test);
  const auto side = [&](CNodeId part) {
    return part == kNoCNode ? Eval(node.parts[0]) : Eval(part);
  };
  const std::optional<bool> known = KnownTruth(test);
  if (known) return side(node.parts[*known ? 1 : 2]);
  Val then = nullptr;
  Val otherwise = nullptr;
  const Heap::Outcome taken = heap_.RunBranch([&] { return then = side(node.parts[1]), false; });
  const Heap::Outcome left =
      heap_.RunBranch([&] { return otherwise = side(node.parts[2]), false; });
  heap_.Meet(test, frame_->scope, taken, left);
  return MergeByTest(values_, test, then, otherwise);
}

Val CMachine::Truth(Val value) {
  return Lift1(values_, value, [&](Val leaf) -> Val {
    if (const ConstantVal* known = AsConstant(leaf)) {
      if (known->soft) return values_.unknown();
      switch (known->type) {
        case ConstantType::kNone:
          return values_.boolean(false);
        case ConstantType::kBool:
        case ConstantType::kInteger:
          return values_.boolean(known->integer != 0);
        case ConstantType::kFloat:
          return values_.boolean(known->real != 0);
        default:
          return values_.boolean(true);
      }
    }
    if (leaf->kind == ValKind::kUnknown) {
      const UnknownVal* unknown = AsUnknown(leaf);
      // A variable's text that is set is no NULL.
      if (unknown->type == ValueType::kStr && !unknown->events.empty() && !unknown->derived)
        return values_.boolean(true);
      return leaf;
    }
    if (leaf->kind == ValKind::kText || leaf->kind == ValKind::kObject ||
        leaf->kind == ValKind::kPointer) {
      return values_.boolean(true);
    }
    return values_.unknown();
  });
}

}  // namespace flagcensus
