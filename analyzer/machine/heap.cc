// The heap of the machine: strong updates, and branches with a journal.
//
//   if c: x = 1      ─→ RunBranch: journal {x: before null, after 1}, then x is empty again
//   else: x = 2      ─→ RunBranch: journal {x: before null, after 2}, then x is empty again
//                    ─→ Meet: x is 1 or 2 by the truth of c, or both as alternatives
#include "analyzer/machine/heap.h"

#include <algorithm>
#include <unordered_set>

namespace flagcensus {

namespace {

// Up to this many changes a linear search costs less than a hash table. Most branches change fewer.
constexpr size_t kScannedChanges = 8;

}  // namespace

// The change of the slot in the journal, added if it is not in it. From kScannedChanges + 1 changes
// on the journal has an index.
Heap::Change& Heap::ChangeOf(Journal& journal, HeapObject* object, const SlotKey& key) {
  std::vector<Change>& changes = journal.changes;
  if (journal.index.empty()) {
    for (Change& change : changes) {
      if (change.object == object && change.key == key) return change;
    }
  } else if (const auto at = journal.index.find({object, key}); at != journal.index.end()) {
    return changes[at->second];
  }
  Val before = object->slots.Get(key);
  changes.push_back({object, key, before, before});
  if (!journal.index.empty()) {
    journal.index.emplace(SlotName{object, key}, changes.size() - 1);
  } else if (changes.size() > kScannedChanges) {
    for (size_t i = 0; i < changes.size(); ++i) {
      journal.index.emplace(SlotName{changes[i].object, changes[i].key}, i);
    }
  }
  return changes.back();
}

// Changes of objects that are older than the branch are in its journal.
void Heap::Put(HeapObject* object, const SlotKey& key, Val value) {
  if (frozen_) return;
  if (IsAbsent(value)) value = nullptr;
  // Objects that the branch created itself need no entry: nothing outside it refers to them.
  if (journal_ != nullptr && object->number < journal_->first_new) {
    ChangeOf(*journal_, object, key).after = value;
  }
  object->slots.Set(key, value);
}

// Scopes of ended activations are used again: a run has many calls.
ScopeObject* Heap::NewScope() {
  ScopeObject* out = nullptr;
  if (ended_.empty()) {
    objects_.push_back(std::make_unique<ScopeObject>());
    out = static_cast<ScopeObject*>(objects_.back().get());
  } else {
    out = ended_.back();
    ended_.pop_back();
  }
  out->number = next_++;
  return out;
}

// Branches that journal its slots began after it and ended before it, so no journal refers to them.
// A captured scope stays: a closure or a generator may still use its variables.
void Heap::EndScope(ScopeObject* scope) {
  if (scope->captured) return;
  scope->slots.Clear();
  scope->level = ScopeObject::Level::kFunction;
  scope->up = nullptr;
  scope->store = nullptr;
  scope->module = nullptr;
  scope->owner = nullptr;
  scope->globals.clear();
  scope->outer.clear();
  scope->comprehension = false;
  ended_.push_back(scope);
}

void Heap::Undo(Journal* journal) {
  // Backwards, as any undo.
  for (size_t i = journal->changes.size(); i-- > 0;) {
    const Change& change = journal->changes[i];
    change.object->slots.Set(change.key, change.before);
  }
}

// Branches nest: the journal of the outer one is restored at the end.
Heap::Outcome Heap::RunBranch(const std::function<bool()>& branch) {
  Journal journal;
  // An object with a number from here on is created by the branch.
  journal.first_new = next_;
  Journal* const outer = journal_;
  journal_ = &journal;
  Outcome out;
  out.ended = branch();
  Undo(&journal);
  journal_ = outer;
  out.changes = std::move(journal.changes);
  return out;
}

// Two branches put different elements into one sequence. The elements with which both begin are
// certain, and all others are possible:
//
//   then [a, b, c], otherwise [a, d]   ─→ items [a], more: b, c or d
//
// Elements are compared by identity, since both lists come from one list before the branch. An
// equal element that each branch added itself is therefore only possible. Returns whether they are
// merged: if the test is known, only one branch runs.
bool Heap::MeetItems(Val test, const Change& slot, Val then, Val otherwise, bool both_go_on) {
  // If both branches go on and the test is known, only one of them runs in the program.
  const std::optional<bool> known = both_go_on ? KnownTruth(test) : std::nullopt;
  if (known) {
    Put(slot.object, slot.key, *known ? then : otherwise);
    return false;
  }
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
  return true;
}

// The merge of two outcomes, slot by slot. What neither branch changed is not examined.
void Heap::Meet(Val test, const HeapObject* scope, const Outcome& then, const Outcome& otherwise) {
  // Step 1: one row per slot that a branch changed, with its change in each of them.
  const bool both_go_on = !then.ended && !otherwise.ended;
  struct Sides {
    const Change* then = nullptr;
    const Change* otherwise = nullptr;
  };
  std::vector<std::pair<SlotName, Sides>> all;
  all.reserve(then.changes.size() + otherwise.changes.size());
  std::unordered_map<SlotName, size_t, SlotNameHash> index;
  const size_t before = then.changes.size();
  const bool indexed = before > kScannedChanges && !otherwise.changes.empty();
  for (const Change& change : then.changes) {
    const SlotName name{change.object, change.key};
    if (indexed) index.emplace(name, all.size());
    all.push_back({name, {&change, nullptr}});
  }
  for (const Change& change : otherwise.changes) {
    const SlotName name{change.object, change.key};
    size_t at = 0;
    if (indexed) {
      const auto known = index.find(name);
      at = known == index.end() ? before : known->second;
    } else {
      while (at < before && !(all[at].first == name)) ++at;
    }
    if (at < before) {
      all[at].second.otherwise = &change;
    } else {
      all.push_back({name, {nullptr, &change}});
    }
  }
  // The sequences whose elements differ: MeetItems has added some to their kMore slot, which
  // SetItems changes after kItems.
  std::unordered_set<const HeapObject*> merged;
  // Step 2: the value of each slot, which is the one before the branches if one did not change it.
  for (const auto& [name, sides] : all) {
    const Change& slot = sides.then != nullptr ? *sides.then : *sides.otherwise;
    Val a = sides.then != nullptr ? sides.then->after : slot.before;
    Val b = sides.otherwise != nullptr ? sides.otherwise->after : slot.before;
    if (name.key.kind == SlotKey::Kind::kMore && merged.count(name.object) > 0) {
      Val more = slot.object->slots.Get(kMoreSlot);
      for (Val side : {a, b}) {
        if (side != nullptr) more = more == nullptr ? side : Join(pool_, more, side);
      }
      Put(name.object, name.key, more);
      continue;
    }
    if (a == b) {
      Put(name.object, name.key, a);
      continue;
    }
    if (name.key.kind == SlotKey::Kind::kItems) {
      if (MeetItems(test, slot, a, b, both_go_on)) merged.insert(name.object);
      continue;
    }
    // An empty kMore slot means that there are no other elements, not that there may be none: the
    // other side's are kept.
    if (name.key.kind == SlotKey::Kind::kMore && (a == nullptr || b == nullptr)) {
      Put(name.object, name.key, a == nullptr ? b : a);
      continue;
    }
    Val on = a == nullptr ? pool_.absent() : a;
    Val off = b == nullptr ? pool_.absent() : b;
    // A variable is seen only by the code that goes on. Objects may also be seen by a handler or a
    // caller of the branch that ended, so both values are kept.
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

// Elements beyond the limit are dropped, and any value may be among the others.
void Heap::SetItems(SequenceObject* sequence, std::vector<Val> items, Val more) {
  // A table with more elements than this is data and not a list of names. Later elements are
  // unknown.
  if (items.size() > kMaxItems) {
    items.resize(kMaxItems);
    more = pool_.unknown();
  }
  // All empty sequences share one object: there are many of them.
  ItemsObject* held = items.empty() ? no_items_ : nullptr;
  if (held == nullptr) {
    held = New<ItemsObject>();
    held->items = std::move(items);
    if (held->items.empty()) no_items_ = held;
  }
  Put(sequence, kItemsSlot, held->self);
  Put(sequence, kMoreSlot, more);
}

const std::vector<Val>& ItemsOf(const SequenceObject& sequence) {
  static const std::vector<Val> kNothing;
  const auto* items = ObjectAs<ItemsObject>(sequence.slots.Get(kItemsSlot), ObjectKind::kItems);
  return items == nullptr ? kNothing : items->items;
}

}  // namespace flagcensus
