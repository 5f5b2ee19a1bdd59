// Mappings and sequences as a whole: copies, updates, and all elements.
//
//   env = dict(os.environ)          a mapping with the environment as its rest
//   env.update(APP_MODE="x")        ─→ a write of APP_MODE, at the keyword
//   env.update(defaults)            each key of defaults; the rest of both is merged
//   list(Color), Color(Enum)        its members
#include <algorithm>
#include <array>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {

// A copy of something unknown has unknown contents, so a look-up in it is not an error.
Val CopyMapping(Machine& m, Val object) {
  MappingObject* copy = m.heap.Mapping();
  // A mapping's slots; absent ones are copied as such.
  if (const MappingObject* mapping = AsMapping(object)) {
    for (const auto& [key, value] : mapping->slots.entries()) {
      if (value != nullptr) copy->slots.Set(key, value);
    }
    copy->keys = mapping->keys;
    copy->open = mapping->open;
  } else if (AsEnvironment(object) != nullptr) {
    copy->slots.Set(kRestSlot, object);
  } else {
    copy->slots.Set(kRestSlot, m.values.unknown());
  }
  return copy->self;
}

namespace {

// Keys of the environment, as `rest` describes them, replace values in `into`: each known key of
// `into` is a variable with its value as the default.
void UpdateOver(Machine& m, const MappingObject& into, Val rest, NodeId node) {
  // Each part of the rest may be an environment, or texts that are made from its keys.
  ForEachLeaf(rest, [&](Val leaf) {
    const EnvironmentVal* environment = AsEnvironment(leaf);
    ReadOver(m, into, environment == nullptr ? leaf : KeyTextOf(m, environment->prefix), node);
  });
}

void UpdateFromLeaf(Machine& m, Val object, Val from, NodeId node, std::string_view how) {
  MappingObject* into = AsMapping(object);
  Val given = from;
  if (AsInstance(from) != nullptr) {
    if (Val held = ItemsOfObject(m.symbols, from)) from = held;
  }
  // Key by key; the place is that of the key, if the running code spells it.
  if (const MappingObject* mapping = AsMapping(from)) {
    const std::vector<SlotMap::Entry> entries = mapping->slots.entries();
    for (const auto& [key, value] : entries) {
      const auto spelled = mapping->keys.find(key);
      if (value == nullptr || spelled == mapping->keys.end()) continue;
      const ConstantVal* text = AsTextConstant(spelled->second);
      // A key that the calling function spelled is reported there.
      const bool here =
          text != nullptr && text->mark.unit == m.run.frame->unit && text->mark.frame != 0;
      SetItem(m, object, spelled->second, value, here ? text->mark.node : node, how);
    }
    Val rest = mapping->slots.Get(kRestSlot);
    // Writing back an unchanged copy is not an access.
    const bool copy = given == from && AsEnvironment(rest) != nullptr;
    if (rest != nullptr && into != nullptr && given == from) UpdateOver(m, *into, rest, node);
    const bool others =
        rest != nullptr || mapping->slots.Get(kOtherSlot) != nullptr || mapping->open;
    if (others && !copy) EmitBulk(m, object, how, node);
    if (copy) m.found.visited.insert({m.run.frame->unit, node});
    if (rest != nullptr && into != nullptr &&
        AsEnvironment(into->slots.Get(kRestSlot)) == nullptr) {
      m.heap.Put(into, kRestSlot, rest);
    }
    return;
  }
  if (AsEnvironment(from) != nullptr) {
    if (into != nullptr) {
      PassToChild(m, object, node);  // its contents are added to a copy of the environment
      m.heap.Put(into, kRestSlot, from);
    }
    EmitBulk(m, from, "", node);
    return;
  }
  // A list of pairs, as dict accepts it.
  if (AsSequence(from) != nullptr) {
    const auto pairs = KnownElements(m, from);
    if (!pairs) {
      EmitBulk(m, object, how, node);
      return;
    }
    for (Val pair : *pairs) {
      // Pairs, as of items(): [("A", "1")].
      const SequenceObject* two = AsSequence(pair);
      if (two == nullptr || ItemsOf(*two).size() != 2) continue;
      SetItem(m, object, ItemsOf(*two)[0], ItemsOf(*two)[1], node, how);
    }
    return;
  }
  // The environment is updated with the function's own argument: the names are known at its calls.
  const MappingObject* holder =
      AsInstance(object) == nullptr ? into : AsMapping(ItemsOfObject(m.symbols, object));
  const bool environment =
      AsEnvironment(object) != nullptr ||
      (holder != nullptr && AsEnvironment(holder->slots.Get(kRestSlot)) != nullptr);
  if (environment && IsBareParameter(from)) {
    SetItem(m, object, from, m.values.unknown(), node, how);
  } else if (AsEnvironment(object) != nullptr && !IsNone(from)) {
    EmitBulk(m, object, how, node);
  } else if (into != nullptr && into->slots.Get(kRestSlot) == nullptr) {
    m.heap.Put(into, kRestSlot, m.values.unknown());
  }
}

}  // namespace

void UpdateMapping(Machine& m, Val object, const CallArguments& from, NodeId node,
                   std::string_view how) {
  if (m.run.over) return;
  // Positional arguments first, then keywords, as dict.update does.
  for (Val one : from.positional) {
    ForEachLeaf(one, [&](Val leaf) { UpdateFromLeaf(m, object, leaf, node, how); });
  }
  const PythonUnit& unit = UnitHere(m);
  const bool call = unit.syntax().kind(node) == NodeKind::kCall;
  // The keywords are searched for in the call's syntax, to report each at its own place.
  const size_t written = call ? unit.syntax().count(node) : 0;
  size_t child = 1;
  for (size_t i = 0; i < from.keywords.size(); ++i) {
    Val key = i < from.spelled.size() ? from.spelled[i] : nullptr;
    if (key == nullptr) {
      NodeId at = node;  // of dict(key=1), the keyword
      for (; child < written && at == node; ++child) {
        const NodeId argument = unit.syntax().child(node, child);
        const bool is = unit.syntax().kind(argument) == NodeKind::kKeyword &&
                        unit.SymbolOf(argument) == from.keywords[i].first;
        if (is) at = argument;
      }
      key = m.values.Text(from.keywords[i].first, {m.run.frame->id, m.run.frame->unit, at});
    }
    SetItem(m, object, key, from.keywords[i].second, node, how);
  }
  if (from.open) EmitBulk(m, object, how, node);
}

std::optional<std::vector<Val>> KnownElements(Machine& m, Val value) {
  // A sequence, a mapping's keys, or an enumeration's members.
  if (const SequenceObject* sequence = AsSequence(value)) {
    if (MoreOf(*sequence) != nullptr) return std::nullopt;
    return ItemsOf(*sequence);
  }
  // A mapping of unknown contents has elements that are not known; one with keys that depend on a
  // branch, too.
  if (const MappingObject* mapping = AsMapping(value)) {
    if (mapping->slots.Get(kRestSlot) != nullptr || mapping->slots.Get(kOtherSlot) != nullptr) {
      return std::nullopt;
    }
    std::vector<Val> out;
    for (const auto& [key, held] : mapping->slots.entries()) {
      const auto spelled = mapping->keys.find(key);
      if (held == nullptr || spelled == mapping->keys.end()) continue;
      if (HasAbsent(held)) return std::nullopt;
      out.push_back(spelled->second);
    }
    return out;
  }
  if (ClassObject* type = AsClass(value); type != nullptr && IsEnumeration(m.symbols, type)) {
    std::vector<Val> out;
    const std::vector<SlotMap::Entry> entries = type->slots.entries();
    for (const auto& [key, held] : entries) {
      if (held == nullptr || key.kind != SlotKey::Kind::kText || AsFunction(held) != nullptr)
        continue;
      const auto name = static_cast<Symbol>(key.number);
      if (!m.symbols.TextOf(name).starts_with("_")) {
        out.push_back(MemberOf(m, type, m.values.Text(name), held));
      }
    }
    return out;
  }
  return std::nullopt;
}

Val AnyElement(Machine& m, Val value) {
  // Everything that an element may be, as one value.
  std::vector<Val> all;
  const auto add = [&](Val one) {
    if (one != nullptr) ForEachLeaf(one, [&](Val leaf) { all.push_back(leaf); });
  };
  ForEachLeaf(WithoutAbsent(m.values, value), [&](Val leaf) {
    if (const SequenceObject* sequence = AsSequence(leaf)) {
      for (Val item : ItemsOf(*sequence)) add(item);
      add(MoreOf(*sequence));
    } else if (const MappingObject* mapping = AsMapping(leaf)) {
      for (const auto& one : mapping->keys) add(one.second);
      if (const EnvironmentVal* rest = AsEnvironment(mapping->slots.Get(kRestSlot))) {
        add(KeyTextOf(m, rest->prefix));
      } else if (Val others = mapping->slots.Get(kRestSlot)) {
        add(AsTextWithHoles(others) != nullptr ? others : m.values.unknown());
      }
    } else if (const EnvironmentVal* environment = AsEnvironment(leaf)) {
      add(KeyTextOf(m, environment->prefix));
    } else if (IsBareParameter(leaf)) {
      add(leaf);  // an element of an unknown argument is as unknown as the argument
    } else if (const auto known = KnownElements(m, leaf)) {
      for (Val one : *known) add(one);
    } else if (const UnknownVal* read = AsUnknown(leaf);
               read != nullptr && !read->events.empty() && read->type == ValueType::kList) {
      // An element of what a variable's text was split into is derived from the variable.
      add(m.values.MadeOf(read->unit, read->node, true, std::array{leaf}));
    } else {
      add(m.values.unknown());
    }
  });
  return all.empty() ? m.values.unknown() : m.values.Alternatives(all);
}

}  // namespace flagcensus
