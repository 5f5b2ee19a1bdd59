#include "analyzer/machine/heap.h"

#include <algorithm>

namespace flagcensus {

void Heap::Put(HeapObject* object, const SlotKey& key, Val value) {
  if (frozen_) return;
  if (IsAbsent(value)) value = nullptr;
  if (journal_ != nullptr && object->number < journal_->first_new) {
    const auto [at, added] = journal_->index.try_emplace({object, key}, journal_->changes.size());
    if (added) journal_->changes.push_back({object, key, object->slots.Get(key), value});
    journal_->changes[at->second].after = value;
  }
  object->slots.Set(key, value);
}

void Heap::Undo(Journal* journal) {
  for (size_t i = journal->changes.size(); i-- > 0;) {
    const Change& change = journal->changes[i];
    change.object->slots.Set(change.key, change.before);
  }
}

Heap::Outcome Heap::RunBranch(const std::function<bool()>& branch) {
  Journal journal;
  journal.first_new = objects_.size();
  Journal* const outer = journal_;
  journal_ = &journal;
  Outcome out;
  out.ended = branch();
  Undo(&journal);
  journal_ = outer;
  out.changes = std::move(journal.changes);
  return out;
}

// Two branches put different elements into one sequence: what both begin with is certain.
void Heap::MeetItems(Val test, const Change& slot, Val then, Val otherwise, bool both_go_on) {
  const std::optional<bool> known = both_go_on ? KnownTruth(test) : std::nullopt;
  if (known) return Put(slot.object, slot.key, *known ? then : otherwise);
  const auto items_of = [](Val value) {
    static const std::vector<Val> kNothing;
    const auto* items = ObjectAs<ItemsObject>(value, ObjectKind::kItems);
    return items == nullptr ? &kNothing : &items->items;
  };
  const std::vector<Val>& a = *items_of(then);
  const std::vector<Val>& b = *items_of(otherwise);
  const size_t most = std::min(a.size(), b.size());
  size_t same = 0;
  while (same < most && a[same] == b[same]) ++same;
  ItemsObject* common = New<ItemsObject>();
  common->items.assign(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(same));
  Put(slot.object, kItemsSlot, common->self);
  Val more = slot.object->slots.Get(kMoreSlot);
  for (const std::vector<Val>* list : {&a, &b}) {
    for (size_t i = same; i < list->size(); ++i) {
      more = more == nullptr ? (*list)[i] : Join(pool_, more, (*list)[i]);
    }
  }
  Put(slot.object, kMoreSlot, more);
}

void Heap::Meet(Val test, const HeapObject* scope, const Outcome& then, const Outcome& otherwise) {
  const bool both_go_on = !then.ended && !otherwise.ended;
  struct Sides {
    const Change* then = nullptr;
    const Change* otherwise = nullptr;
  };
  std::unordered_map<SlotName, size_t, SlotNameHash> index;
  std::vector<std::pair<SlotName, Sides>> all;
  for (const Outcome* outcome : {&then, &otherwise}) {
    for (const Change& change : outcome->changes) {
      const auto [at, added] = index.try_emplace({change.object, change.key}, all.size());
      if (added) all.push_back({{change.object, change.key}, {}});
      Sides& sides = all[at->second].second;
      (outcome == &then ? sides.then : sides.otherwise) = &change;
    }
  }
  for (const auto& [name, sides] : all) {
    const Change& slot = sides.then != nullptr ? *sides.then : *sides.otherwise;
    Val a = sides.then != nullptr ? sides.then->after : slot.before;
    Val b = sides.otherwise != nullptr ? sides.otherwise->after : slot.before;
    if (a == b) {
      Put(name.object, name.key, a);
      continue;
    }
    if (name.key.kind == SlotKey::Kind::kItems) {
      MeetItems(test, slot, a, b, both_go_on);
      continue;
    }
    if (name.key.kind == SlotKey::Kind::kMore && (a == nullptr || b == nullptr)) {
      Put(name.object, name.key, a == nullptr ? b : a);
      continue;
    }
    Val on = a == nullptr ? pool_.absent() : a;
    Val off = b == nullptr ? pool_.absent() : b;
    if (name.object == scope && !both_go_on) {
      Put(name.object, name.key, then.ended ? off : on);
    } else {
      Put(name.object, name.key, MergeByTest(pool_, test, on, off));
    }
  }
}

Val Heap::Sequence(SequenceKind kind, std::vector<Val> items, Val more) {
  SequenceObject* out = New<SequenceObject>();
  out->sequence = kind;
  SetItems(out, std::move(items), more);
  return out->self;
}

void Heap::SetItems(SequenceObject* sequence, std::vector<Val> items, Val more) {
  if (items.size() > kMaxItems) {
    items.resize(kMaxItems);
    more = pool_.unknown();
  }
  ItemsObject* held = New<ItemsObject>();
  held->items = std::move(items);
  Put(sequence, kItemsSlot, held->self);
  Put(sequence, kMoreSlot, more);
}

const std::vector<Val>& ItemsOf(const SequenceObject& sequence) {
  static const std::vector<Val> kNothing;
  const auto* items = ObjectAs<ItemsObject>(sequence.slots.Get(kItemsSlot), ObjectKind::kItems);
  return items == nullptr ? kNothing : items->items;
}

}  // namespace flagcensus
