// Elements: of mappings, sequences and the environment.
//
//   os.environ["A"]                  ─→ a read of A, required
//   {"a": 1}[name], name unknown     ─→ 1; `name` as an argument makes the function one that
//                                       reads its keys by name
//   settings[k[4:].lower()] = v      ─→ reads of the known keys of settings
#include <algorithm>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {

Val NameAmong(Machine& m, Val rest, Val key) {
  Val out = nullptr;
  if (rest == nullptr) return nullptr;
  // Each part of the rest may have produced the key.
  ForEachLeaf(rest, [&](Val leaf) {
    if (out == nullptr) out = VariableOfKey(m, leaf, key);
  });
  return out;
}

Val KeyTextOf(Machine& m, Symbol prefix) {
  return m.values.Parts({{TextPart::Kind::kKey, 0, nullptr, prefix, {}}}, {}, m.symbols);
}

namespace {

Val ReadVariable(Machine& m, Val object, Val key, NodeId node, Val otherwise, bool get) {
  Emission read;
  read.name = key;
  read.node = node;
  // get(name, None) has no default.
  read.default_value = get && otherwise != nullptr && !IsNone(otherwise) ? otherwise : nullptr;
  read.required = !get;
  read.via = AccessorName(m.symbols, object, get ? ".get" : "[]");
  return Emit(m, read);
}

// A function's argument is a key of a table with known keys: the function is later run once for
// each. 200 rows: larger tables are data.
void NoteLookUp(Machine& m, const MappingObject& mapping, Val key) {
  if (m.run.over) return;
  constexpr size_t kMaxRows = 200;
  // Only mappings without unknown contents.
  const TextVal* text = AsTextWithHoles(key);
  if (text == nullptr || text->parts.size() != 1 || mapping.slots.Get(kRestSlot) != nullptr) return;
  const TextPart& part = text->parts[0];
  const bool bare = part.kind == TextPart::Kind::kParameter && part.steps.empty();
  if (!bare || part.owner == nullptr || mapping.keys.size() > kMaxRows) return;
  std::vector<Val>& keys =
      m.found.found_by_name[{static_cast<const FunctionObject*>(part.owner), part.text}];
  if (!keys.empty()) return;
  for (const auto& [slot, value] : mapping.slots.entries()) {
    const auto spelled = mapping.keys.find(slot);
    if (value != nullptr && spelled != mapping.keys.end() &&
        AsTextConstant(spelled->second) != nullptr) {
      keys.push_back(spelled->second);
    }
  }
}

// Steps for a key that is not known, then for one that is: its slot, the environment behind it, the
// mapping's unknown contents, and finally the default.
Val OfMapping(Machine& m, MappingObject* mapping, Val key, NodeId node, Val otherwise, bool get) {
  const std::optional<SlotKey> slot = KeyOf(key);
  Val rest = mapping->slots.Get(kRestSlot);
  // If a part of the environment is among the other contents, the look-up reads a variable.
  bool environment = false;
  if (rest != nullptr) {
    ForEachLeaf(rest,
                [&](Val leaf) { environment = environment || AsEnvironment(leaf) != nullptr; });
  }
  Val missing = get ? (otherwise == nullptr ? m.values.none() : otherwise) : nullptr;
  if (!slot) {
    NoteLookUp(m, *mapping, key);
    MeetRows(m, *mapping, key, node);
    if (environment) return ReadVariable(m, mapping->self, key, node, otherwise, get);
    std::vector<Val> held;
    for (const auto& [name, value] : mapping->slots.entries()) {
      if (value == nullptr || name.kind == SlotKey::Kind::kRest) continue;
      Val plain = WithoutAbsent(m.values, value);
      ForEachLeaf(plain, [&](Val leaf) { held.push_back(leaf); });
    }
    if (rest != nullptr || held.empty()) return m.values.unknown();
    // get(key, key) returns other values unchanged, so it parses no words.
    if (missing != nullptr && EventsOf(missing).empty()) NoteWordsOfKeys(m, key, *mapping);
    if (missing == nullptr) NoteLookedUp(m, key, *mapping);
    if (missing != nullptr) held.push_back(missing);
    return m.values.Alternatives(held);
  }
  Val held = mapping->slots.Get(*slot);
  if (Val name = held == nullptr ? NameAmong(m, rest, key) : nullptr) {
    return ReadVariable(m, mapping->self, name, node, otherwise, get);
  }
  if (environment && (held == nullptr || HasAbsent(held))) {
    Val read = ReadVariable(m, mapping->self, key, node, otherwise, get);
    return held == nullptr ? read : FillAbsent(m.values, held, read);
  }
  if (held != nullptr) {
    if (!HasAbsent(held)) return held;
    return missing == nullptr ? WithoutAbsent(m.values, held) : FillAbsent(m.values, held, missing);
  }
  // The key may be in the mapping under an unknown name.
  if (rest != nullptr || mapping->slots.Get(kOtherSlot) != nullptr || mapping->open) {
    Val other = mapping->slots.Get(kOtherSlot);
    if (other != nullptr && rest == nullptr) {
      return missing == nullptr ? other : Join(m.values, other, missing);
    }
    // Values that other code puts into the program's table are not known here.
    const bool given = other != nullptr && AsUnknown(rest) != nullptr && !IsMadeOfReads(other);
    return given && missing == nullptr ? m.values.Held(m.run.frame->unit, node)
                                       : m.values.unknown();
  }
  return missing != nullptr ? missing : m.values.raises();
}

// With unknown bounds, a sequence remains as it is: each of its elements may be in the slice.
Val SliceOf(Machine& m, Val object, const SliceVal& slice, NodeId node) {
  if (const TextVal* key = AsTextWithHoles(object);
      !slice.known && key != nullptr && key->parts[0].kind == TextPart::Kind::kKey) {
    std::vector<TextPart> parts = key->parts;  // nothing else is known about the key's text
    parts[0].steps.push_back({TextStep::Kind::kOther, 0, 0, 0});
    return m.values.Parts(std::move(parts), key->mark, m.symbols);
  }
  if (!slice.known) return AsSequence(object) != nullptr ? object : Opaque(m, node, object);
  // Negative bounds count from the end.
  const auto bounds = [&](size_t size) {
    const auto clamp = [&](int64_t at) {
      if (at < 0) at += static_cast<int64_t>(size);
      return static_cast<size_t>(std::clamp<int64_t>(at, 0, static_cast<int64_t>(size)));
    };
    const size_t from = clamp(slice.lower.value_or(0));
    const size_t to = slice.upper ? clamp(*slice.upper) : size;
    return std::pair(from, std::max(from, to));
  };
  if (const SequenceObject* sequence = AsSequence(object)) {
    if (MoreOf(*sequence) != nullptr) return object;
    const std::vector<Val>& items = ItemsOf(*sequence);
    const auto [from, to] = bounds(items.size());
    return m.heap.Sequence(sequence->sequence, {items.begin() + static_cast<std::ptrdiff_t>(from),
                                                items.begin() + static_cast<std::ptrdiff_t>(to)});
  }
  if (const ConstantVal* text = AsTextConstant(object)) {
    const std::string& whole = m.symbols.TextOf(text->text);
    const auto [from, to] = bounds(whole.size());
    return m.values.Text(m.symbols.Intern(std::string_view(whole).substr(from, to - from)),
                         text->mark);
  }
  const TextVal* holes = AsTextWithHoles(object);
  // text[4:] of a text that begins with an unknown part removes bytes of that part: a step.
  const bool cuts = slice.lower && *slice.lower >= 0 && !slice.upper;
  if (holes != nullptr && cuts && holes->parts[0].kind != TextPart::Kind::kLiteral) {
    std::vector<TextPart> parts = holes->parts;
    parts[0].steps.push_back({TextStep::Kind::kCut, 0, 0, *slice.lower});
    return m.values.Parts(std::move(parts), holes->mark, m.symbols);
  }
  return Opaque(m, node, object);
}

Val OfSequence(Machine& m, SequenceObject* sequence, Val key) {
  const ConstantVal* index = AsConstant(key);
  const std::vector<Val>& items = ItemsOf(*sequence);
  // A known index into a known list; otherwise any element.
  if (index != nullptr && index->type == ConstantType::kInteger && MoreOf(*sequence) == nullptr) {
    const auto size = static_cast<int64_t>(items.size());
    const int64_t at = index->integer < 0 ? index->integer + size : index->integer;
    // An index out of range raises in Python; the list is more likely incomplete here.
    return at >= 0 && at < size ? items[static_cast<size_t>(at)] : m.values.unknown();
  }
  return AnyElement(m, sequence->self);
}

bool IsPlainUnknown(Val value) {
  const UnknownVal* unknown = AsUnknown(value);
  return unknown != nullptr && unknown->events.empty() && !unknown->derived;
}

Val ItemOfLeaf(Machine& m, Val object, Val key, NodeId node, Val otherwise, bool get) {
  // The kind of object decides.
  if (const auto* slice = As<SliceVal>(key, ValKind::kSlice))
    return SliceOf(m, object, *slice, node);
  if (AsEnvironment(object) != nullptr) {
    return ReadVariable(m, object, key, node, otherwise, get);
  }
  if (MappingObject* mapping = AsMapping(object)) {
    return Lift1(m.values, key,
                 [&](Val one) { return OfMapping(m, mapping, one, node, otherwise, get); });
  }
  if (SequenceObject* sequence = AsSequence(object)) {
    return Lift1(m.values, key, [&](Val one) { return OfSequence(m, sequence, one); });
  }
  if (const InstanceObject* instance = AsInstance(object)) {
    const Symbol method = m.symbols.Intern("__getitem__");
    if (FindInClass(m, instance->type, method) != nullptr) {
      return CallMethod(m, object, method, {key}, node);
    }
    Val held = ItemsOfObject(m.symbols, object);
    if (held == nullptr) return Opaque(m, node);
    const Symbol missing = m.symbols.Intern("__missing__");
    if (FindInClass(m, instance->type, missing) == nullptr) return GetItem(m, held, key, node);
    // __missing__ is called instead of a KeyError (Python Library Reference, "dict").
    return CatchRaises(m.values, GetItem(m, held, key, node),
                       CallMethod(m, object, missing, {key}, node));
  }
  if (const LibraryVal* library = AsLibrary(object)) {
    const std::string_view path = m.symbols.TextOf(library->path);
    // Literal["a", "b"] in an expression: the choices themselves.
    if (path == "typing.Literal" || path == "typing_extensions.Literal") {
      return AsSequence(key) != nullptr ? key : m.heap.Sequence(SequenceKind::kTuple, {key});
    }
    ForEachLeaf(key, [&](Val one) { MeetDefined(m, *library, one, node); });
    Val item = LibraryItem(m, *library, key, node);
    const bool result = m.symbols.TextOf(library->path).ends_with("()");
    return result && IsPlainUnknown(item) ? m.values.Held(m.run.frame->unit, node) : item;
  }
  if (AsClass(object) != nullptr) return object;  // Generic[int]
  if (IsBareParameter(object)) return object;
  const bool unknown = AsUnknown(object) != nullptr && !IsMadeOfReads(object);
  return unknown ? m.values.Held(m.run.frame->unit, node) : Opaque(m, node, object);
}

}  // namespace

namespace {

// Whether the value is made from the variable's earlier value: environ["PATH"] = "/opt:" +
// environ["PATH"].
bool IsMadeOf(Val value, Val variable) {
  const ConstantVal* name = AsTextConstant(variable);
  for (const FacetVal* facet = AsFacet(value); name != nullptr && facet != nullptr;
       facet = AsFacet(facet->unset)) {
    bool derived = false;
    ForEachLeaf(facet->set, [&](Val leaf) {
      const UnknownVal* unknown = AsUnknown(leaf);
      derived = derived || (unknown != nullptr && unknown->derived);
    });
    if (derived && facet->variable == name->text) return true;
  }
  return false;
}

}  // namespace

std::optional<SlotKey> KeyOf(Val value) {
  if (const ConstantVal* constant = AsConstant(value)) {
    switch (constant->type) {
      case ConstantType::kText:
        return TextKey(constant->text);
      case ConstantType::kInteger:
        // Numbers as keys: the machine's own marks for True, False and None are outside the range
        // of programs.
        return SlotKey{SlotKey::Kind::kInteger, static_cast<uint64_t>(constant->integer)};
      case ConstantType::kBool:
        // 1 is a key equal to True in Python. Here they are different: a table with both is rare.
        return SlotKey{SlotKey::Kind::kInteger, (uint64_t{1} << 62) + (constant->integer != 0)};
      case ConstantType::kNone:
        return SlotKey{SlotKey::Kind::kInteger, (uint64_t{1} << 62) + 2};
      default:
        return std::nullopt;
    }
  }
  // A class or function of a library, by its path: {bool: to_bool}.
  if (const LibraryVal* library = AsLibrary(value); library != nullptr && library->unit < 0) {
    return SlotKey{SlotKey::Kind::kObject, (uint64_t{1} << 63) + library->path};
  }
  HeapObject* object = ObjectOf(value);
  if (object == nullptr || object->kind == ObjectKind::kSequence) return std::nullopt;
  return SlotKey{SlotKey::Kind::kObject, reinterpret_cast<uintptr_t>(object)};
}

Val GetItem(Machine& m, Val object, Val key, NodeId node, Val otherwise, bool get) {
  if (m.run.over) return m.values.unknown();
  return Lift1(m.values, WithoutAbsent(m.values, object),
               [&](Val leaf) { return ItemOfLeaf(m, leaf, key, node, otherwise, get); });
}

void SetItem(Machine& m, Val object, Val key, Val value, NodeId node, std::string_view how) {
  if (m.run.over) return;
  const auto write = [&] {
    Emission one;
    // A value made from the variable's own is an extension of it.
    one.op = IsMadeOf(value, key) ? AccessOp::kAppend : AccessOp::kWrite;
    one.name = key;
    one.node = node;
    one.written = value;
    one.via = AccessorName(m.symbols, object, how);
    Emit(m, one);
  };
  if (AsEnvironment(object) != nullptr) {
    write();
    return;
  }
  if (MappingObject* mapping = AsMapping(object)) {
    Val rest = mapping->slots.Get(kRestSlot);
    if (AsEnvironment(rest) != nullptr) write();
    // Each possible key: a known one is stored, a key of the environment makes the mapping a part
    // of it.
    ForEachLeaf(key, [&](Val one) {
      if (const std::optional<SlotKey> slot = KeyOf(one)) {
        mapping->keys.try_emplace(*slot, one);
        m.heap.Put(mapping, *slot, value);
        // {"env": {...}}: a key that libraries read as a child's environment.
        const ConstantVal* text = AsTextConstant(one);
        const bool child = text != nullptr &&
                           m.program.table.children.keys.count(m.symbols.TextOf(text->text)) > 0;
        if (child) PassToChild(m, value, node);
        return;
      }
      const TextVal* text = AsTextWithHoles(one);
      const bool is_key =
          text != nullptr && text->parts.size() == 1 && text->parts[0].kind == TextPart::Kind::kKey;
      // The key is copied unchanged: the mapping contains that part of the environment.
      if (is_key && text->parts[0].steps.empty()) {
        ReadOver(m, *mapping, one, node);
        m.heap.Put(mapping, kRestSlot, m.values.Environment(text->parts[0].prefix));
      } else if (is_key) {
        // The key is changed on the way (k[4:].lower()): its text says how names are made from it.
        ReadOver(m, *mapping, one, node);
        m.heap.Put(mapping, kRestSlot, rest == nullptr ? one : Join(m.values, rest, one));
      } else if (rest == nullptr) {
        m.heap.Put(mapping, kRestSlot, m.values.unknown());
      }
      // The value may be under any unknown key.
      Val before = mapping->slots.Get(kOtherSlot);
      m.heap.Put(mapping, kOtherSlot, before == nullptr ? value : Join(m.values, before, value));
    });
    return;
  }
  if (SequenceObject* sequence = AsSequence(object)) {
    // list[i] = value: the list may have it at any place.
    Val more = MoreOf(*sequence);
    m.heap.Put(sequence, kMoreSlot, more == nullptr ? value : Join(m.values, more, value));
    return;
  }
  if (const InstanceObject* instance = AsInstance(object)) {
    const Symbol method = m.symbols.Intern("__setitem__");
    if (FindInClass(m, instance->type, method) != nullptr) {
      if (const MappingObject* held = AsMapping(ItemsOfObject(m.symbols, object)))
        ReadOver(m, *held, key, node);
      CallMethod(m, object, method, {key, value}, node);
    } else if (Val held = ItemsOfObject(m.symbols, object)) {
      SetItem(m, held, key, value, node, how);
    }
  }
}

}  // namespace flagcensus
