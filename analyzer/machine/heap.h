// The heap: allocation, strong updates, and branches that are rolled back and merged.
//
//   heap.Put(scope, x, one)                      x is 1 from here on
//   then = heap.RunBranch(put 2 into x)          x is 1 again; then.changes: x, before 1, after 2
//   otherwise = heap.RunBranch(nothing)          no changes
//   heap.Meet(F(V, true, false), scope, then, otherwise)    ─→ x is F(V, 2, 1)
//
// A branch runs on the heap itself with a journal, from which it is rolled back at its end. When
// two branches meet, only the slots that either changed are merged, so the cost of a branch depends
// on its changes and not on the size of the heap.
#pragma once

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "analyzer/machine/lattice.h"
#include "analyzer/machine/object.h"

namespace flagcensus {

class Heap {
 public:
  explicit Heap(ValuePool& pool) : pool_(pool) {}
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  template <class T>
  T* New() {
    auto object = std::make_unique<T>();
    T* out = object.get();
    objects_.push_back(std::move(object));
    out->number = next_++;
    out->self = pool_.Object(out);
    return out;
  }
  size_t size() const { return objects_.size(); }

  // The variables of an activation, to which no value refers.
  ScopeObject* NewScope();
  // The activation has ended. Unless something captured the scope, NewScope may return it again.
  void EndScope(ScopeObject* scope);

  // While frozen, slots change only by the rollback at the end of a branch.
  void Freeze(bool frozen) { frozen_ = frozen; }

  // `value` null or absent: empties the slot.
  void Put(HeapObject* object, const SlotKey& key, Val value);

  // What a branch changed, and how it ended.
  struct Change {
    HeapObject* object = nullptr;
    SlotKey key;
    Val before = nullptr;  // null: the slot was empty
    Val after = nullptr;
  };
  struct Outcome {
    bool ended = false;           // the branch does not continue after the statement
    std::vector<Change> changes;  // each slot once, in the order of the first change
  };
  // Runs `branch`, which returns whether it ended, and rolls back its changes to the heap.
  Outcome RunBranch(const std::function<bool()>& branch);

  // Runs code that no branch rolls back.
  void RunOutside(const std::function<void()>& what) {
    Journal* const journal = journal_;
    journal_ = nullptr;
    what();
    journal_ = journal;
  }

  // Sets the state after two branches: `then` for the true side of `test`, `otherwise` for its
  // false one. If only one branch continues, variables of `scope` come from that one; everything
  // except these may have been changed by either.
  void Meet(Val test, const HeapObject* scope, const Outcome& then, const Outcome& otherwise);

  // A new sequence. `more` null: it contains nothing except `items`.
  Val Sequence(SequenceKind kind, std::vector<Val> items, Val more = nullptr);
  void SetItems(SequenceObject* sequence, std::vector<Val> items, Val more);
  // An empty mapping.
  MappingObject* Mapping() { return New<MappingObject>(); }

  // Elements beyond this are merged into the other possible contents of the sequence. Literal
  // tables of names are far smaller; a larger list is generated data, with names that are not seen.
  static constexpr size_t kMaxItems = 20000;

 private:
  struct SlotName {
    HeapObject* object;
    SlotKey key;
    bool operator==(const SlotName&) const = default;
  };
  struct SlotNameHash {
    size_t operator()(const SlotName& name) const {
      return (reinterpret_cast<uintptr_t>(name.object) >> 4) * 31 + SlotKeyHash()(name.key);
    }
  };
  struct Journal {
    // Number of the first object that the branch itself creates: not reachable outside it.
    uint32_t first_new = 0;
    std::vector<Change> changes;
    std::unordered_map<SlotName, size_t, SlotNameHash> index;  // if there are more than a few
  };
  static Change& ChangeOf(Journal& journal, HeapObject* object, const SlotKey& key);
  void Undo(Journal* journal);
  bool MeetItems(Val test, const Change& slot, Val then, Val otherwise, bool both_go_on);

  ValuePool& pool_;
  std::vector<std::unique_ptr<HeapObject>> objects_;
  // The shared contents of all empty sequences; null: none was created yet.
  ItemsObject* no_items_ = nullptr;
  std::vector<ScopeObject*> ended_;  // scopes that may be used again
  uint32_t next_ = 0;                // the number of the next object
  bool frozen_ = false;
  Journal* journal_ = nullptr;  // of the running branch; null: none
};

// The certain elements of a sequence, in order.
const std::vector<Val>& ItemsOf(const SequenceObject& sequence);
// Its other possible elements; null: it has no others.
inline Val MoreOf(const SequenceObject& sequence) { return sequence.slots.Get(kMoreSlot); }

}  // namespace flagcensus
