// Functions of the language and its library that the machine follows: those whose result is made of
// their arguments (Python Library Reference, "Built-in Functions" and the modules named).
#include <algorithm>
#include <charconv>

#include "analyzer/base/text.h"
#include "analyzer/machine/python/machine.h"

namespace flagcensus {
namespace {

struct ModelCall {
  const CallArguments& arguments;
  NodeId node;

  // Null where it is not passed.
  Val at(size_t i) const {
    return i < arguments.positional.size() ? arguments.positional[i] : nullptr;
  }
};
using Model = Val (*)(Machine&, const ModelCall&);

Val MakeDict(Machine& m, const ModelCall& call) {
  MappingObject* mapping = m.heap.Mapping();
  if (call.at(0) != nullptr) {
    ForEachLeaf(call.at(0), [&](Val leaf) { EmitBulk(m, leaf, ")", call.node); });
  }
  UpdateMapping(m, mapping->self, call.arguments, call.node);
  if (call.arguments.open) m.heap.Put(mapping, kRestSlot, m.values.unknown());
  return mapping->self;
}

template <SequenceKind kKind>
Val MakeSequence(Machine& m, const ModelCall& call) {
  Val from = call.at(0);
  if (from == nullptr) return m.heap.Sequence(kKind, {});
  return Lift1(m.values, from, [&](Val leaf) -> Val {
    if (const auto known = KnownElements(m, leaf)) return m.heap.Sequence(kKind, *known);
    EmitBulk(m, leaf, "", call.node);
    if (const SequenceObject* sequence = AsSequence(leaf)) {
      return m.heap.Sequence(kKind, ItemsOf(*sequence), MoreOf(*sequence));
    }
    if (!EventsOf(leaf).empty()) return Opaque(m, call.node, leaf, ValueType::kList);
    return m.heap.Sequence(kKind, {}, AnyElement(m, leaf));
  });
}

Val Enumerate(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  const auto pair = [&](Val index, Val element) {
    return m.heap.Sequence(SequenceKind::kTuple, {index, element});
  };
  const auto known = KnownElements(m, call.at(0));
  if (!known) {
    Val any = pair(m.values.unknown(), AnyElement(m, call.at(0)));
    return m.heap.Sequence(SequenceKind::kList, {}, any);
  }
  std::vector<Val> items;
  for (size_t i = 0; i < known->size(); ++i) {
    items.push_back(pair(m.values.Integer(static_cast<int64_t>(i)), (*known)[i]));
  }
  return m.heap.Sequence(SequenceKind::kList, std::move(items));
}

Val Zip(Machine& m, const ModelCall& call) {
  std::vector<std::vector<Val>> columns;
  bool known = !call.arguments.positional.empty();
  size_t rows = SIZE_MAX;
  for (Val one : call.arguments.positional) {
    const auto column = KnownElements(m, one);
    known = known && column.has_value();
    if (column) {
      columns.push_back(*column);
      rows = std::min(rows, column->size());
    }
  }
  std::vector<Val> items;
  if (!known) {
    std::vector<Val> any;
    for (Val one : call.arguments.positional) any.push_back(AnyElement(m, one));
    return m.heap.Sequence(SequenceKind::kList, {}, m.heap.Sequence(SequenceKind::kTuple, any));
  }
  for (size_t i = 0; i < rows; ++i) {
    std::vector<Val> row;
    for (const auto& column : columns) row.push_back(column[i]);
    items.push_back(m.heap.Sequence(SequenceKind::kTuple, std::move(row)));
  }
  return m.heap.Sequence(SequenceKind::kList, std::move(items));
}

Val Chain(Machine& m, const ModelCall& call) {
  std::vector<Val> items;
  Val more = nullptr;
  for (Val one : call.arguments.positional) {
    if (const auto known = KnownElements(m, one)) {
      items.insert(items.end(), known->begin(), known->end());
    } else {
      Val any = AnyElement(m, one);
      more = more == nullptr ? any : Join(m.values, more, any);
    }
  }
  return m.heap.Sequence(SequenceKind::kList, std::move(items), more);
}

Val Product(Machine& m, const ModelCall& call) {
  constexpr size_t kMostRows = 400;
  std::vector<std::vector<Val>> rows = {{}};
  for (Val one : call.arguments.positional) {
    auto column = KnownElements(m, one);
    if (!column) column = {AnyElement(m, one)};  // one stands for them, beside each of the others
    if (rows.size() * column->size() > kMostRows) {
      std::vector<Val> any;
      for (Val each : call.arguments.positional) any.push_back(AnyElement(m, each));
      return m.heap.Sequence(SequenceKind::kList, {}, m.heap.Sequence(SequenceKind::kTuple, any));
    }
    std::vector<std::vector<Val>> longer;
    for (const auto& row : rows) {
      for (Val element : *column) {
        longer.push_back(row);
        longer.back().push_back(element);
      }
    }
    rows = std::move(longer);
  }
  std::vector<Val> items;
  for (auto& row : rows) items.push_back(m.heap.Sequence(SequenceKind::kTuple, std::move(row)));
  return m.heap.Sequence(SequenceKind::kList, std::move(items));
}

Val MapOver(Machine& m, const ModelCall& call) {
  if (call.arguments.positional.size() < 2) return m.values.unknown();
  constexpr size_t kMost = 400;
  const auto apply = [&](Val element) {
    CallArguments one;
    one.positional.push_back(element);
    return Call(m, call.at(0), one, call.node);
  };
  const auto known = KnownElements(m, call.at(1));
  if (!known || known->size() > kMost) {
    return m.heap.Sequence(SequenceKind::kList, {}, apply(AnyElement(m, call.at(1))));
  }
  std::vector<Val> items;
  for (Val element : *known) items.push_back(apply(RespellIfGone(m, element, call.node)));
  return m.heap.Sequence(SequenceKind::kList, std::move(items));
}

Val Filter(Machine& m, const ModelCall& call) {
  if (call.arguments.positional.size() < 2) return m.values.unknown();
  constexpr size_t kMost = 400;
  const auto known = KnownElements(m, call.at(1));
  Val any = AnyElement(m, call.at(1));
  std::vector<Val> all = known && known->size() <= kMost ? *known : std::vector<Val>{any};
  for (Val element : all) {
    CallArguments one;
    one.positional.push_back(RespellIfGone(m, element, call.node));
    if (!IsNone(call.at(0))) Call(m, call.at(0), one, call.node);
  }
  return m.heap.Sequence(SequenceKind::kList, {}, any);
}

Val GetAttributeByName(Machine& m, const ModelCall& call) {
  if (call.arguments.positional.size() < 2) return m.values.unknown();
  return Lift1(m.values, call.at(1), [&](Val name) -> Val {
    const ConstantVal* text = AsTextConstant(name);
    if (text == nullptr) return m.values.unknown();
    Val value = GetAttribute(m, call.at(0), text->text, call.node);
    const bool vague = value->kind == ValKind::kUnknown && call.at(2) != nullptr;
    return vague ? Join(m.values, call.at(2), value) : value;
  });
}

Val SetAttributeByName(Machine& m, const ModelCall& call) {
  if (call.arguments.positional.size() < 3) return m.values.none();
  ForEachLeaf(call.at(1), [&](Val name) {
    if (const ConstantVal* text = AsTextConstant(name)) {
      SetAttribute(m, call.at(0), text->text, call.at(2), call.node);
    }
  });
  return m.values.none();
}

Val Vars(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  return GetAttribute(m, call.at(0), m.symbols.Intern("__dict__"), call.node);
}

Val TypeOfValue(Machine& m, const ModelCall& call) {
  if (call.arguments.positional.size() != 1) return m.values.unknown();
  return Lift1(m.values, call.at(0), [&](Val value) -> Val {
    if (const InstanceObject* instance = AsInstance(value)) return instance->type->self;
    if (const ConstantVal* constant = AsConstant(value)) {
      switch (constant->type) {
        case ConstantType::kBool:
          return m.values.Library(m.symbols.Intern("bool"));
        case ConstantType::kInteger:
          return m.values.Library(m.symbols.Intern("int"));
        case ConstantType::kFloat:
          return m.values.Library(m.symbols.Intern("float"));
        case ConstantType::kText:
          return m.values.Library(m.symbols.Intern("str"));
        default:
          return m.values.unknown();
      }
    }
    return m.values.unknown();
  });
}

// with monkeypatch.context() as m (pytest: "MonkeyPatch.context()").
Val MakePatch(Machine& m, const ModelCall& call) {
  return m.values.Library(m.symbols.Intern("pytest.MonkeyPatch()"), {}, m.frame->unit, call.node);
}

// nullopt: it may be or not.
std::optional<bool> IsOfLibraryType(const Machine& m, Val value, std::string_view type) {
  if (const ConstantVal* constant = AsConstant(value)) {
    switch (constant->type) {
      case ConstantType::kText:
        return type == "str";
      case ConstantType::kBool:
        return type == "bool" || type == "int";
      case ConstantType::kInteger:
        return type == "int";
      case ConstantType::kFloat:
        return type == "float";
      default:
        return false;
    }
  }
  if (const TextVal* text = AsTextWithHoles(value)) {
    const bool bare = text->parts.size() == 1 && text->parts[0].kind == TextPart::Kind::kParameter;
    return bare ? std::nullopt : std::optional(type == "str");
  }
  if (const SequenceObject* sequence = AsSequence(value)) {
    static constexpr std::string_view kNames[] = {"list", "tuple", "set", "generator"};
    return kNames[static_cast<size_t>(sequence->sequence)] == type;
  }
  if (AsMapping(value) != nullptr) return type == "dict";
  if (ObjectOf(value) != nullptr) return false;
  const UnknownVal* unknown = AsUnknown(value);
  const bool read = unknown != nullptr && !unknown->events.empty();
  if (read && unknown->type == ValueType::kStr && type == "str") return true;
  (void)m;
  return std::nullopt;
}

Val IsInstanceOf(Machine& m, const ModelCall& call) {
  if (call.arguments.positional.size() < 2) return m.values.unknown();
  std::vector<Val> types = {call.at(1)};
  if (const auto several = KnownElements(m, call.at(1))) {
    if (AsSequence(call.at(1)) != nullptr) types = *several;
  }
  return Lift1(m.values, call.at(0), [&](Val value) -> Val {
    bool any = false;
    for (Val type : types) {
      std::optional<bool> one;
      if (ClassObject* wanted = AsClass(type)) {
        if (const InstanceObject* instance = AsInstance(value)) {
          const std::vector<ClassObject*> bases = BasesOf(instance->type);
          const bool is = std::find(bases.begin(), bases.end(), wanted) != bases.end();
          one = is || !instance->generic ? std::optional(is) : std::nullopt;
        } else if (AsConstant(value) != nullptr || ObjectOf(value) != nullptr) {
          one = false;
        }
      } else if (const LibraryVal* library = AsLibrary(type)) {
        static const std::unordered_set<std::string_view> kTypes = {
            "str", "int", "float", "bool", "dict", "list", "tuple", "set", "bytes"};
        const std::string& path = m.symbols.TextOf(library->path);
        if (kTypes.count(path) > 0) one = IsOfLibraryType(m, value, path);
      }
      if (!one) return m.values.unknown();
      any = any || *one;
    }
    return m.values.boolean(any);
  });
}

Val IsCallable(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  return Lift1(m.values, call.at(0), [&](Val value) -> Val {
    if (AsFunction(value) != nullptr || AsClass(value) != nullptr ||
        value->kind == ValKind::kBound || value->kind == ValKind::kPartial) {
      return m.values.boolean(true);
    }
    const bool plain = AsConstant(value) != nullptr || AsSequence(value) || AsMapping(value);
    return plain ? m.values.boolean(false) : m.values.unknown();
  });
}

Val LengthOf(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  return Lift1(m.values, call.at(0), [&](Val value) -> Val {
    EmitBulk(m, value, "", call.node);
    if (const ConstantVal* text = AsTextConstant(value)) {
      return m.values.Integer(static_cast<int64_t>(m.symbols.TextOf(text->text).size()));
    }
    const SequenceObject* sequence = AsSequence(value);
    const bool kept = sequence != nullptr && sequence->kept;
    const auto known = KnownElements(m, value);
    return known && !kept ? m.values.Integer(static_cast<int64_t>(known->size())) : m.values.unknown();
  });
}

Val Range(Machine& m, const ModelCall& call) {
  constexpr int64_t kMost = 64;
  Val any = m.values.Parts({{TextPart::Kind::kAnything, 0, nullptr, 0, {}}}, {}, m.symbols);
  std::vector<int64_t> bounds;
  for (Val one : call.arguments.positional) {
    const ConstantVal* number = AsConstant(one);
    if (number == nullptr || number->type != ConstantType::kInteger) {
      return m.heap.Sequence(SequenceKind::kList, {}, any);
    }
    bounds.push_back(number->integer);
  }
  if (bounds.empty() || bounds.size() > 2) return m.heap.Sequence(SequenceKind::kList, {}, any);
  const int64_t from = bounds.size() == 2 ? bounds[0] : 0;
  const int64_t to = bounds.back();
  int64_t count = 0;
  if (__builtin_sub_overflow(to, from, &count) || count > kMost) {
    return m.heap.Sequence(SequenceKind::kList, {}, any);
  }
  std::vector<Val> items;
  for (int64_t i = from; i < to; ++i) items.push_back(m.values.Integer(i));
  return m.heap.Sequence(SequenceKind::kList, std::move(items));
}

Val Next(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  const auto known = KnownElements(m, call.at(0));
  if (known && !known->empty()) return known->front();
  Val any = AnyElement(m, call.at(0));
  return call.at(1) == nullptr ? any : Join(m.values, any, call.at(1));
}

Val CopyOf(Machine& m, const ModelCall& call) {
  Val from = call.at(0);
  if (from == nullptr) return m.values.unknown();
  return Lift1(m.values, from, [&](Val leaf) -> Val {
    EmitBulk(m, leaf, "", call.node);
    if (AsEnvironment(leaf) || AsMapping(leaf) != nullptr) return CopyMapping(m, leaf);
    if (const SequenceObject* sequence = AsSequence(leaf)) {
      return m.heap.Sequence(sequence->sequence, ItemsOf(*sequence), MoreOf(*sequence));
    }
    return leaf;
  });
}

Val MakePartial(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  CallArguments rest = call.arguments;
  rest.positional.erase(rest.positional.begin());
  return m.values.Partial(call.at(0), std::move(rest));
}

Val Exit(Machine& m, const ModelCall&) { return m.values.raises(); }

Val SecondArgument(Machine& m, const ModelCall& call) {
  return call.at(1) == nullptr ? m.values.unknown() : call.at(1);
}

Val FirstArgument(Machine& m, const ModelCall& call) {
  return call.at(0) == nullptr ? m.values.unknown() : call.at(0);
}

// os.path.expandvars: $NAME and ${NAME} in a literal are read.
Val ExpandVariables(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  ForEachLeaf(call.at(0), [&](Val leaf) {
    const ConstantVal* text = AsTextConstant(leaf);
    if (text == nullptr) return;
    const std::string& whole = m.symbols.TextOf(text->text);
    for (size_t at = whole.find('$'); at != std::string::npos; at = whole.find('$', at + 1)) {
      size_t from = at + 1;
      if (from < whole.size() && whole[from] == '{') ++from;
      size_t end = from;
      while (end < whole.size() && IsIdentifierByte(static_cast<unsigned char>(whole[end]))) ++end;
      if (end == from) continue;
      Emission read;
      read.name = m.values.Text(m.symbols.Intern(std::string_view(whole).substr(from, end - from)),
                                text->mark);
      read.node = call.node;
      read.via = m.symbols.Intern("os.path.expandvars");
      Emit(m, read);
    }
  });
  return call.at(0);
}

// urllib.request.getproxies: the proxies that variables name, by the scheme.
Val ReadProxies(Machine& m, const ModelCall& call) {
  for (const std::string_view name : {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"}) {
    Emission read;
    read.name = m.values.Text(m.symbols.Intern(name));
    read.node = call.node;
    read.via = m.symbols.Intern("urllib.request.getproxies");
    Emit(m, read);
  }
  return Opaque(m, call.node);
}

// inspect.signature: the parameters of a function, or of what it wraps, by name.
Val Signature(Machine& m, const ModelCall& call) {
  Val value = call.at(0);
  constexpr int kDeepest = 8;
  for (int i = 0; i < kDeepest && value != nullptr; ++i) {
    if (ClassObject* type = AsClass(value)) {
      value = FindInClass(m, type, m.symbols.Intern("__init__"));
    } else if (const BoundVal* bound = AsBound(value)) {
      value = static_cast<FunctionObject*>(bound->function)->self;
    } else if (FunctionObject* function = AsFunction(value);
               function != nullptr && function->wrapped != nullptr) {
      value = function->wrapped;
    } else {
      break;
    }
  }
  FunctionObject* function = value == nullptr ? nullptr : AsFunction(value);
  if (function == nullptr) return Opaque(m, call.node);
  const PythonUnit& unit = m.units[static_cast<size_t>(function->unit)];
  const NodeId list = unit.syntax().child(function->node, 0);
  MappingObject* parameters = m.heap.Mapping();
  for (size_t i = function->owner != nullptr ? 1 : 0; i < unit.syntax().count(list); ++i) {
    const NodeId parameter = unit.syntax().child(list, i);
    const Symbol name = unit.SymbolOf(parameter);
    if (name == 0 || unit.syntax()[parameter].flag != 0) continue;
    const Mark mark{Mark::kDeclared, function->unit, parameter};
    parameters->keys.try_emplace(TextKey(name), m.values.Text(name, mark));
    Val held = function->defaults[i];
    parameters->slots.Set(TextKey(name), held == nullptr ? m.values.unknown() : held);
  }
  ClassObject* type = m.heap.New<ClassObject>();
  type->name = m.symbols.Intern("Signature");
  InstanceObject* out = m.heap.New<InstanceObject>();
  out->type = type;
  m.heap.Put(out, TextKey(m.symbols.Intern("parameters")), parameters->self);
  return out->self;
}

// An object with these attributes and no others.
Val RecordOf(Machine& m, std::initializer_list<std::pair<std::string_view, Val>> attributes) {
  InstanceObject* out = m.heap.New<InstanceObject>();
  out->type = m.heap.New<ClassObject>();
  for (const auto& [name, value] : attributes) {
    if (value != nullptr) m.heap.Put(out, TextKey(m.symbols.Intern(name)), value);
  }
  return out->self;
}

ClassObject* ClassOf(Val value) {
  if (ClassObject* type = AsClass(value)) return type;
  const InstanceObject* instance = AsInstance(value);
  return instance == nullptr ? nullptr : instance->type;
}

// A field's name, spelled where the class declares it.
Val FieldName(Machine& m, const ClassObject& type, const ClassObject::Field& field) {
  const CodePoint at{type.unit, m.units[static_cast<size_t>(type.unit)].parent[field.annotation]};
  if (Val value = type.slots.Get(TextKey(field.name))) m.declared[at] = value;
  return m.values.Text(field.name, {Mark::kDeclared, at.unit, at.node});
}

// dataclasses.fields
Val Fields(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  return Lift1(m.values, call.at(0), [&](Val leaf) -> Val {
    ClassObject* type = ClassOf(leaf);
    if (type == nullptr) return Opaque(m, call.node);
    std::vector<Val> out;
    const std::vector<ClassObject*> order = BasesOf(type);
    for (auto one = order.rbegin(); one != order.rend(); ++one) {
      for (const ClassObject::Field& field : (*one)->fields) {
        if (m.symbols.TextOf(field.name).starts_with("_")) continue;
        out.push_back(RecordOf(m, {{"name", FieldName(m, **one, field)},
                                   {"default", (*one)->slots.Get(TextKey(field.name))}}));
      }
    }
    return m.heap.Sequence(SequenceKind::kTuple, std::move(out));
  });
}

// The name that an assignment of a class's body binds; 0: another statement.
Symbol BoundBy(const PythonUnit& unit, NodeId statement, NodeId* target) {
  const Syntax& syntax = unit.syntax();
  const bool assigns = syntax.kind(statement) == NodeKind::kAssign && syntax.count(statement) == 2;
  if (!assigns && syntax.kind(statement) != NodeKind::kAnnotated) return 0;
  *target = syntax.child(statement, assigns ? 1 : 0);
  return syntax.kind(*target) == NodeKind::kName ? unit.SymbolOf(*target) : 0;
}

// dir: the names that the class and its bases give a value, spelled where they do.
Val Dir(Machine& m, const ModelCall& call) {
  ClassObject* type = call.at(0) == nullptr ? nullptr : ClassOf(call.at(0));
  if (type == nullptr) return m.values.unknown();
  std::vector<Val> out;
  for (ClassObject* one : BasesOf(type)) {
    if (one->unit < 0) continue;
    const PythonUnit& unit = m.units[static_cast<size_t>(one->unit)];
    for (size_t i = 0; i < unit.syntax().count(one->node); ++i) {
      const NodeId block = unit.syntax().child(one->node, i);
      if (unit.syntax().kind(block) != NodeKind::kBlock) continue;
      for (size_t at = 0; at < unit.syntax().count(block); ++at) {
        NodeId target = kNoNode;
        const Symbol name = BoundBy(unit, unit.syntax().child(block, at), &target);
        if (name == 0 || m.symbols.TextOf(name).starts_with("_")) continue;
        if (Val value = one->slots.Get(TextKey(name))) m.declared[{one->unit, target}] = value;
        out.push_back(m.values.Text(name, {Mark::kDeclared, one->unit, target}));
      }
    }
  }
  return m.heap.Sequence(SequenceKind::kList, std::move(out));
}

const std::unordered_map<std::string_view, Model>& Models() {
  static const std::unordered_map<std::string_view, Model> kModels = {
      {"dict", MakeDict},
      {"collections.OrderedDict", MakeDict},
      {"types.MappingProxyType", CopyOf},
      {"collections.ChainMap", CopyOf},
      {"list", MakeSequence<SequenceKind::kList>},
      {"sorted", MakeSequence<SequenceKind::kList>},
      {"reversed", MakeSequence<SequenceKind::kList>},
      {"iter", MakeSequence<SequenceKind::kList>},
      {"tuple", MakeSequence<SequenceKind::kTuple>},
      {"set", MakeSequence<SequenceKind::kSet>},
      {"frozenset", MakeSequence<SequenceKind::kSet>},
      {"enumerate", Enumerate},
      {"zip", Zip},
      {"itertools.chain", Chain},
      {"itertools.product", Product},
      {"map", MapOver},
      {"filter", Filter},
      {"getattr", GetAttributeByName},
      {"setattr", SetAttributeByName},
      {"vars", Vars},
      {"dir", Dir},
      {"dataclasses.fields", Fields},
      {"attr.fields", Fields},
      {"attrs.fields", Fields},
      {"type", TypeOfValue},
      {"isinstance", IsInstanceOf},
      {"callable", IsCallable},
      {"len", LengthOf},
      {"range", Range},
      {"next", Next},
      {"pytest.MonkeyPatch.context", MakePatch},
      {"pytest.MonkeyPatch().context", MakePatch},
      {"copy.copy", CopyOf},
      {"copy.deepcopy", CopyOf},
      {"functools.partial", MakePartial},
      {"typing.cast", SecondArgument},
      {"os.path.abspath", FirstArgument},
      {"os.path.expandvars", ExpandVariables},
      {"urllib.request.getproxies", ReadProxies},
      {"urllib.request.getproxies_environment", ReadProxies},
      {"inspect.signature", Signature},
      {"sys.exit", Exit},
      {"os._exit", Exit},
      {"exit", Exit},
      {"quit", Exit},
  };
  return kModels;
}

}  // namespace

std::optional<Val> CallModelled(Machine& m, std::string_view path, const CallArguments& arguments,
                                NodeId node) {
  const auto found = Models().find(path);
  if (found == Models().end()) return std::nullopt;
  return found->second(m, {arguments, node});
}

}  // namespace flagcensus
