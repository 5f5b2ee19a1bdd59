// The objects of the abstract machine's heap: one for each allocation that a run makes, with named
// slots.
//
//   class C: x = 1    ─→ ClassObject, slot "x" = 1
//   c = C(); c.y = 2  ─→ InstanceObject of that class, slot "y" = 2
//   [1, *rest]        ─→ SequenceObject, kItemsSlot = items [1], kMoreSlot = an element of `rest`
//   {"a": 1, **rest}  ─→ MappingObject, slot "a" = 1, kRestSlot = what `rest` may contain
//
// Slots must be changed through Heap (heap.h), which can undo the change.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/machine/value.h"

namespace flagcensus {

// The key of a slot: a name or a text key, a number, an object, or one of the machine's own.
struct SlotKey {
  enum class Kind : uint8_t {
    kText,     // a variable, a field, a text key
    kInteger,  // a number as key; also None, True and False (as numbers that no program uses)
    kObject,   // an object as key
    kItems,    // of a sequence: its certain elements (an ItemsObject)
    kMore,     // of a sequence: its other possible elements
    kRest,     // of a mapping: its possible contents besides its keys
    kOther,    // of a mapping: the value of unknown keys
  };
  Kind kind = Kind::kText;
  uint64_t number = 0;
  bool operator==(const SlotKey&) const = default;
};

inline SlotKey TextKey(Symbol symbol) { return {SlotKey::Kind::kText, symbol}; }
inline constexpr SlotKey kItemsSlot{SlotKey::Kind::kItems, 0};
inline constexpr SlotKey kMoreSlot{SlotKey::Kind::kMore, 0};
inline constexpr SlotKey kRestSlot{SlotKey::Kind::kRest, 0};
inline constexpr SlotKey kOtherSlot{SlotKey::Kind::kOther, 0};

struct SlotKeyHash {
  size_t operator()(const SlotKey& key) const {
    const uint64_t hash = (key.number * 8 + static_cast<uint64_t>(key.kind)) * 0x9e3779b97f4a7c15;
    return static_cast<size_t>(hash ^ hash >> 32);
  }
};

// Slots in the order in which they were first filled. A class of a program has many slots and most
// other objects few, so only large maps have an index.
class SlotMap {
 public:
  using Entry = std::pair<SlotKey, Val>;  // null: the slot was emptied

  // Null if the slot is empty.
  Val Get(const SlotKey& key) const {
    const size_t at = Find(key);
    return at == entries_.size() ? nullptr : entries_[at].second;
  }
  // `value` null: empties the slot.
  void Set(const SlotKey& key, Val value);
  const std::vector<Entry>& entries() const { return entries_; }
  // Empties all slots, and forgets their order.
  void Clear();

 private:
  size_t Find(const SlotKey& key) const;
  void Index();

  std::vector<Entry> entries_;
  // A hash table of positions in entries_ plus one, with linear probing; 0: free. Null if entries_
  // has only a few. Its size is a power of two, at least twice that of entries_.
  std::unique_ptr<uint32_t[]> index_;
  uint32_t mask_ = 0;  // the size of index_ less one
};

enum class ObjectKind : uint8_t {
  kModule,
  kScope,  // the variables of an activation or a comprehension
  kClass,
  kInstance,
  kMapping,
  kSequence,
  kFunction,
  kItems,  // the elements of a sequence, as one value that is replaced as a whole
};

struct HeapObject {
  explicit HeapObject(ObjectKind k) : kind(k) {}
  virtual ~HeapObject() = default;

  const ObjectKind kind;
  uint32_t number = 0;  // in the order of allocation
  SlotMap slots;
  Val self = nullptr;  // the reference to it
};

// A snapshot of the elements of a sequence. Immutable.
struct ItemsObject : HeapObject {
  ItemsObject() : HeapObject(ObjectKind::kItems) {}
  std::vector<Val> items;
};

// A generator is a sequence with its elements computed in advance.
enum class SequenceKind : uint8_t { kList, kTuple, kSet, kGenerator };

// The elements are in kItemsSlot, further possible ones in kMoreSlot.
struct SequenceObject : HeapObject {
  SequenceObject() : HeapObject(ObjectKind::kSequence) {}
  SequenceKind sequence = SequenceKind::kList;
  bool kept = false;  // in an object's field, or a copy of that: unfollowed code may fill it
};

// A dict: a slot for each known key, kRestSlot for unknown contents (**rest).
struct MappingObject : HeapObject {
  MappingObject() : HeapObject(ObjectKind::kMapping) {}
  std::unordered_map<SlotKey, Val, SlotKeyHash> keys;  // as spelled, with their marks
  // A view of an object that may have more keys.
  bool open = false;
};

struct ClassObject;
struct FunctionObject;

// A file of the tree, with its global names as slots.
struct ModuleObject : HeapObject {
  ModuleObject() : HeapObject(ObjectKind::kModule) {}
  int unit = -1;
  enum class State : uint8_t { kNew, kRunning, kDone } state = State::kNew;
  std::vector<int> stars;  // `from m import *` imports the names of these files
  // Its `__getattr__`, a function for names that it does not define (PEP 562); null: it has none.
  FunctionObject* makes_names = nullptr;
  std::vector<Symbol> library_stars;  // the same of modules outside the tree, by dotted name
};

// The variables of an activation; those of a module or class are slots of that object (`store`).
struct ScopeObject : HeapObject {
  ScopeObject() : HeapObject(ObjectKind::kScope) {}
  enum class Level : uint8_t { kModule, kClass, kFunction } level = Level::kFunction;
  ScopeObject* up = nullptr;
  HeapObject* store = nullptr;  // where the variables are: itself, the module or the class
  ModuleObject* module = nullptr;
  ClassObject* owner = nullptr;  // kClass
  std::vector<Symbol> globals;   // names of `global`
  std::vector<Symbol> outer;     // names of `nonlocal`
  bool comprehension = false;
  bool captured = false;  // something that outlives its activation refers to it
};

// Marks the scope and those around it as captured.
inline void Capture(ScopeObject* scope) {
  for (; scope != nullptr && !scope->captured; scope = scope->up) scope->captured = true;
}

// A class statement, run.
struct ClassObject : HeapObject {
  ClassObject() : HeapObject(ObjectKind::kClass) {}
  struct Field {
    Symbol name = 0;
    uint32_t annotation = 0;
    uint32_t value = 0xffffffff;  // the node of its value; 0xffffffff: it has no value
  };
  Symbol name = 0;
  int unit = -1;
  uint32_t node = 0;
  ModuleObject* module = nullptr;
  std::vector<ClassObject*> bases;
  std::vector<ClassObject*> lineage;  // cached result of BasesOf; empty: not computed
  std::vector<Symbol> library_bases;  // dotted paths; 0: unknown
  std::vector<std::pair<Symbol, Val>> keywords;
  std::vector<Field> fields;      // annotated names
  std::vector<Val> marks;         // results of library decorators above it
  bool is_record = false;         // a decorator generates __init__ from its fields
  HeapObject* generic = nullptr;  // an instance of which only the class is known
};

// An instance of a class of the tree, with its fields as slots.
struct InstanceObject : HeapObject {
  InstanceObject() : HeapObject(ObjectKind::kInstance) {}
  ClassObject* type = nullptr;
  bool generic = false;  // created without a call: represents any instance
  int unit = -1;         // the place where it was created
  uint32_t node = 0;
  // A member of an enumeration.
  Val member_name = nullptr;
  Val member_value = nullptr;
};

// A def or lambda, run: its code, its scope and its evaluated defaults.
struct FunctionObject : HeapObject {
  FunctionObject() : HeapObject(ObjectKind::kFunction) {}
  enum class Role : uint8_t { kPlain, kProperty, kStatic, kClassMethod } role = Role::kPlain;
  Symbol name = 0;
  int unit = -1;
  uint32_t node = 0;
  ScopeObject* scope = nullptr;  // the scope in which it was defined
  ModuleObject* module = nullptr;
  ClassObject* owner = nullptr;
  std::vector<Val> defaults;  // by parameter; null: the parameter has no default
  std::vector<Val> declared;  // by parameter: the declarator in its annotation; null: there is none
  Val wrapped = nullptr;      // the function that functools.wraps names; null: it is not a wrapper
  std::vector<Val> options;   // declarators above it, as in click
  std::vector<FunctionObject*> commands;  // the commands of a command group
  std::string prefix;                     // of the variables of its options; empty: unknown
};

template <class T>
T* ObjectAs(Val value, ObjectKind kind) {
  HeapObject* object = ObjectOf(value);
  return object != nullptr && object->kind == kind ? static_cast<T*>(object) : nullptr;
}
// The object of that kind to which a value refers, or null.
inline SequenceObject* AsSequence(Val v) {
  return ObjectAs<SequenceObject>(v, ObjectKind::kSequence);
}
inline MappingObject* AsMapping(Val v) { return ObjectAs<MappingObject>(v, ObjectKind::kMapping); }
inline InstanceObject* AsInstance(Val v) {
  return ObjectAs<InstanceObject>(v, ObjectKind::kInstance);
}
inline ClassObject* AsClass(Val v) { return ObjectAs<ClassObject>(v, ObjectKind::kClass); }
inline ModuleObject* AsModule(Val v) { return ObjectAs<ModuleObject>(v, ObjectKind::kModule); }
inline FunctionObject* AsFunction(Val v) {
  return ObjectAs<FunctionObject>(v, ObjectKind::kFunction);
}

// The environment, or a mapping with a copy of it.
inline bool IsEnvironmentLike(Val v) {
  const MappingObject* mapping = AsMapping(v);
  return AsEnvironment(mapping == nullptr ? v : mapping->slots.Get(kRestSlot)) != nullptr;
}

// The class and its bases, nearest first: depth first from the left, a repeated class after its
// last subclass. C3 may order unrelated bases differently; this is close enough for lookups in
// working programs. Must not be called before the class has all its bases; the reference is valid
// as long as the class.
const std::vector<ClassObject*>& BasesOf(ClassObject* type);
// Dotted paths of the bases that are not in the tree.
std::vector<Symbol> LibraryBasesOf(ClassObject* type);

}  // namespace flagcensus
