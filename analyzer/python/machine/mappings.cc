// Objects of the tree's classes that are mappings by a base outside the tree: the methods that they
// inherit (Python Library Reference, "collections.abc", "UserDict objects", "Mapping Types").
//
//   class Env(Mapping):
//       def __getitem__(self, key): return os.environ["APP_" + key]
//   Env().get("PORT", 80)          ─→ a read of APP_PORT, default 80, by way of __getitem__
//
// A Mapping calls __getitem__ in each of its methods. A dict contains what it was created from,
// here in the field `data`, as UserDict calls it.
#include <algorithm>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// Compares the last part of a base's path.
bool HasBase(const SymbolTable& symbols, const InstanceObject& object,
             const std::unordered_set<std::string_view>& names) {
  const std::vector<Symbol> bases = LibraryBasesOf(object.type);
  return std::any_of(bases.begin(), bases.end(), [&](Symbol base) {
    const std::string_view path = symbols.TextOf(base);
    return names.count(path.substr(path.rfind('.') + 1)) > 0;
  });
}

bool KeepsItems(const SymbolTable& symbols, const InstanceObject& object) {
  // pydantic's configurations are dicts with known keys.
  return HasBase(symbols, object,
                 {"dict", "UserDict", "OrderedDict", "ConfigDict", "SettingsConfigDict"});
}

bool IsMapping(const SymbolTable& symbols, const InstanceObject& object) {
  return KeepsItems(symbols, object) || HasBase(symbols, object, {"Mapping", "MutableMapping"});
}

// The result of GetItem, with each read of the environment on the way being `op` of the variable
// that it reads. An exception is of no consequence: the method handles it.
Val Ask(Machine& m, Val object, Val key, NodeId node, AccessOp op, Val written = nullptr) {
  const Symbol via = m.symbols.Intern(SpelledAt(m, {m.run.frame->unit, node}));
  const RunState::Asked asked{op, written, m.run.frame->id, via};
  // Restores the operation and the `try` when the look-up has ended.
  struct Scope {
    Machine& m;
    const RunState::Asked* const before;
    const size_t tries;
    ~Scope() {
      m.run.asked = before;
      m.run.tries.resize(tries);
    }
  } const scope{m, m.run.asked, m.run.tries.size()};
  m.run.asked = &asked;
  m.run.tries.emplace_back();
  return GetItem(m, object, key, node);
}

// The constructor of a dict: the arguments become the object's contents.
void KeepItems(Machine& m, InstanceObject* object, const CallArguments& arguments, NodeId node) {
  MappingObject* held = m.heap.Mapping();
  CallArguments from = arguments;
  // dict(os.environ): the environment is the rest of the contents.
  if (!from.positional.empty() && AsEnvironment(from.positional[0]) != nullptr) {
    held->slots.Set(kRestSlot, from.positional[0]);
    from.positional.clear();
  }
  UpdateMapping(m, held->self, from, node);
  m.heap.Put(object, TextKey(m.symbols.Intern("data")), held->self);
}

}  // namespace

Val ItemsOfObject(SymbolTable& symbols, Val object) {
  InstanceObject* instance = AsInstance(object);
  if (instance == nullptr || !KeepsItems(symbols, *instance)) return nullptr;
  Val held = instance->slots.Get(TextKey(symbols.Intern("data")));
  return AsMapping(held) == nullptr ? nullptr : held;
}

bool InheritsFromMapping(const SymbolTable& symbols, const InstanceObject& object,
                         std::string_view method) {
  // Methods that the base provides; a class may override any of them, and then its own is called.
  static const std::unordered_set<std::string_view> kMethods = {
      "get",    "pop",      "setdefault",   "update",      "copy",        "items",      "keys",
      "values", "__init__", "__contains__", "__getitem__", "__setitem__", "__delitem__"};
  return kMethods.count(method) > 0 && IsMapping(symbols, object);
}

Val CallMappingObject(Machine& m, Val object, std::string_view name, const CallArguments& arguments,
                      NodeId node) {
  const auto argument = [&](size_t i, std::string_view keyword) {
    return i < arguments.positional.size() ? arguments.positional[i]
                                           : arguments.Keyword(m.symbols.Intern(keyword));
  };
  // The arguments by position, as the methods of dict have them.
  Val key = argument(0, "key");
  Val otherwise = argument(1, "default");
  if (otherwise == nullptr) otherwise = m.values.none();
  if (name == "__init__") {
    KeepItems(m, AsInstance(object), arguments, node);
    return m.values.none();
  }
  if (name == "update") {
    UpdateMapping(m, object, arguments, node);
    return m.values.none();
  }
  // Mapping.get returns its default if __getitem__ raises KeyError.
  if (name == "get" && key != nullptr) {
    return CatchRaises(m.values, Ask(m, object, key, node, AccessOp::kRead), otherwise);
  }
  if (name == "setdefault" && key != nullptr) {
    Val held = Ask(m, object, key, node, AccessOp::kSetDefault, otherwise);
    return CatchRaises(m.values, held, otherwise);
  }
  if (name == "pop" && key != nullptr) {
    Ask(m, object, key, node, AccessOp::kDelete);
    return Opaque(m, node);
  }
  if (name == "__contains__" && key != nullptr) {
    return CatchRaises(m.values, Ask(m, object, key, node, AccessOp::kTest),
                       m.values.boolean(false),
                       [&](const std::vector<Val>&) { return m.values.boolean(true); });
  }
  Val held = ItemsOfObject(m.symbols, object);
  // Other methods work on the contents.
  if (held == nullptr) return Opaque(m, node);
  Val method = m.values.Method(held, m.symbols.Intern(name));
  return Call(m, method, arguments, node);
}

}  // namespace flagcensus
