// Functions that create collections, or iterate over them (Python Library Reference, "Built-in
// Functions", "itertools", "copy").
//
//   for name, default in zip(NAMES, DEFAULTS): os.environ.get(name, default)
//       ─→ a tuple for each row, if both lists are known; otherwise one that represents all
//   dict(os.environ)              ─→ a copy of the environment, and a bulk read
//   map(os.environ.get, NAMES)    ─→ a call for each name
#include <algorithm>
#include <charconv>
#include <functional>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/models.h"

namespace flagcensus {
namespace {

// dict(mapping, key=value) is an empty mapping that is updated.
Val MakeDict(Machine& m, const ModelCall& call) {
  // The mapping of the call, with the environment's part if it is copied.
  MappingObject* mapping = m.heap.Mapping();
  if (call.at(0) != nullptr) {
    ForEachLeaf(call.at(0), [&](Val leaf) { EmitBulk(m, leaf, ")", call.node); });
  }
  UpdateMapping(m, mapping->self, call.arguments, call.node);
  if (call.arguments.open) m.heap.Put(mapping, kRestSlot, m.values.unknown());
  return mapping->self;
}

// list, tuple, set, iter: order does not matter for which names are read.
template <SequenceKind kKind>
Val MakeSequence(Machine& m, const ModelCall& call) {
  Val from = call.at(0);
  if (from == nullptr) return m.heap.Sequence(kKind, {});
  // Known elements are copied; of an environment, all keys are read.
  return Lift1(m.values, from, [&](Val leaf) -> Val {
    if (const auto known = KnownElements(m, leaf)) return m.heap.Sequence(kKind, *known);
    EmitBulk(m, leaf, "", call.node);
    if (const SequenceObject* sequence = AsSequence(leaf)) {
      return m.heap.Sequence(kKind, ItemsOf(*sequence), MoreOf(*sequence));
    }
    // list(value), of a read, splits it.
    if (!EventsOf(leaf).empty()) return Opaque(m, call.node, leaf, ValueType::kList);
    return m.heap.Sequence(kKind, {}, AnyElement(m, leaf));
  });
}

// Elements in another order; `order` sets that of known ones.
Val Reordered(Machine& m, const ModelCall& call,
              const std::function<void(std::vector<Val>*)>& order) {
  return Lift1(m.values, MakeSequence<SequenceKind::kList>(m, call), [&](Val leaf) -> Val {
    const SequenceObject* list = AsSequence(leaf);
    if (list == nullptr || MoreOf(*list) != nullptr) return leaf;
    std::vector<Val> items = ItemsOf(*list);
    order(&items);
    return m.heap.Sequence(SequenceKind::kList, std::move(items));
  });
}

Val Reversed(Machine& m, const ModelCall& call) {
  return Reordered(m, call,
                   [](std::vector<Val>* items) { std::reverse(items->begin(), items->end()); });
}

// Texts or numbers. With a key, or of other elements, the order is that of the argument.
Val Sorted(Machine& m, const ModelCall& call) {
  const bool by_key = call.arguments.Keyword(m.symbols.Intern("key")) != nullptr;
  Val reverse = call.arguments.Keyword(m.symbols.Intern("reverse"));
  return Reordered(m, call, [&](std::vector<Val>* items) {
    const auto is_text = [](Val item) { return AsTextConstant(item) != nullptr; };
    const auto is_number = [](Val item) {
      return AsConstant(item) != nullptr && IsNumber(*AsConstant(item));
    };
    const bool texts = std::all_of(items->begin(), items->end(), is_text);
    const bool numbers = std::all_of(items->begin(), items->end(), is_number);
    const std::optional<bool> down = reverse == nullptr ? false : KnownTruth(TruthOf(m, reverse));
    if (by_key || !down || (!texts && !numbers)) return;
    const auto less = [&](Val a, Val b) {
      if (!texts) return NumberOf(*AsConstant(a)) < NumberOf(*AsConstant(b));
      return m.symbols.TextOf(AsTextConstant(a)->text) < m.symbols.TextOf(AsTextConstant(b)->text);
    };
    // Equal elements keep their order in both directions.
    std::stable_sort(items->begin(), items->end(),
                     [&](Val a, Val b) { return *down ? less(b, a) : less(a, b); });
  });
}

// Pairs of an index and an element; the index is unknown if the elements are.
Val Enumerate(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  const auto pair = [&](Val index, Val element) {
    return m.heap.Sequence(SequenceKind::kTuple, {index, element});
  };
  // With known elements, each has its index.
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

// Rows up to the shortest column. One unknown column makes all rows unknown.
Val Zip(Machine& m, const ModelCall& call) {
  std::vector<std::vector<Val>> columns;
  // Column by column; the shortest one decides the number of rows.
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

// One after another; unknown parts become the other possible elements.
Val Chain(Machine& m, const ModelCall& call) {
  // Known elements in order, others as one value.
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
  // As many as a loop runs.
  constexpr size_t kMaxRows = 400;
  // All combinations, as long as there are few.
  std::vector<std::vector<Val>> rows = {{}};
  for (Val one : call.arguments.positional) {
    auto column = KnownElements(m, one);
    if (!column) column = {AnyElement(m, one)};  // one represents them, beside each of the others
    if (rows.size() * column->size() > kMaxRows) {
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

// A function is called for each element, as a loop would; only the first iterable is used.
Val MapOver(Machine& m, const ModelCall& call) {
  if (call.arguments.positional.size() < 2) return m.values.unknown();
  constexpr size_t kMost = 400;
  const auto apply = [&](Val element) {
    CallArguments one;
    one.positional.push_back(element);
    return Call(m, call.at(0), one, call.node);
  };
  // Each element is spelled at the call, as a loop would spell it.
  const auto known = KnownElements(m, call.at(1));
  if (!known || known->size() > kMost) {
    return m.heap.Sequence(SequenceKind::kList, {}, apply(AnyElement(m, call.at(1))));
  }
  std::vector<Val> items;
  for (Val element : *known) items.push_back(apply(RespellIfGone(m, element, call.node)));
  return m.heap.Sequence(SequenceKind::kList, std::move(items));
}

// The function is called for its effects. Which elements remain is not decided: any may.
Val Filter(Machine& m, const ModelCall& call) {
  if (call.arguments.positional.size() < 2) return m.values.unknown();
  constexpr size_t kMost = 400;
  // The elements that the function is called with.
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

// The length of a list that is kept in a field is unknown, since other code may extend it.
// len(os.environ) reads all of it.
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
    return known && !kept ? m.values.Integer(static_cast<int64_t>(known->size()))
                          : m.values.unknown();
  });
}

Val Range(Machine& m, const ModelCall& call) {
  // Numbers are rarely parts of names: APP_HOST_0 to APP_HOST_63 are each found, beyond that it is
  // APP_HOST_*. range with a step is unknown.
  constexpr int64_t kMost = 64;
  Val any = m.values.Parts({{TextPart::Kind::kAnything, 0, nullptr, 0, {}}}, {}, m.symbols);
  // Bounds that are not constants give any number.
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

// The first element, or the default if there may be none.
Val Next(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  const auto known = KnownElements(m, call.at(0));
  if (known && !known->empty()) return known->front();
  Val any = AnyElement(m, call.at(0));
  return call.at(1) == nullptr ? any : Join(m.values, any, call.at(1));
}

// A deep copy shares its elements here; only changes of them would show the difference.
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

}  // namespace

const ModelRows& SequenceModels() {
  static const ModelRows kRows = {
      {"dict", MakeDict},
      {"collections.OrderedDict", MakeDict},
      {"pydantic.ConfigDict", MakeDict},
      {"pydantic_settings.SettingsConfigDict", MakeDict},
      {"types.MappingProxyType", CopyOf},
      {"collections.ChainMap", CopyOf},
      {"list", MakeSequence<SequenceKind::kList>},
      {"sorted", Sorted},
      {"reversed", Reversed},
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
      {"len", LengthOf},
      {"range", Range},
      {"next", Next},
      {"copy.copy", CopyOf},
      {"copy.deepcopy", CopyOf},
  };
  return kRows;
}

}  // namespace flagcensus
