// The heap: allocation, strong updates, and branches that are undone and merged.
//
// A branch runs on the heap itself under a journal; at its end the journal is rolled back and what
// it changed is known. Where two branches meet only the slots that either touched are merged, so a
// branch costs what it does and not what there is.
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
    out->number = objects_.size();
    objects_.push_back(std::move(object));
    out->self = pool_.Object(out);
    return out;
  }
  size_t size() const { return objects_.size(); }

  // While it is frozen no slot is changed, but for what the end of a branch undoes.
  void Freeze(bool frozen) { frozen_ = frozen; }

  // `value` null or absent: empties the slot.
  void Put(HeapObject* object, const SlotKey& key, Val value);

  // What a branch changed, and how it ended.
  struct Change {
    HeapObject* object = nullptr;
    SlotKey key;
    Val before = nullptr;  // null: the slot held nothing
    Val after = nullptr;
  };
  struct Outcome {
    bool ended = false;           // the branch does not go on behind the statement
    std::vector<Change> changes;  // each slot once, in the order of the first change
  };
  // Runs `branch`, which returns whether it ended, and undoes what it did to the heap.
  Outcome RunBranch(const std::function<bool()>& branch);

  // Runs what no branch may undo.
  void RunOutside(const std::function<void()>& what) {
    Journal* const journal = journal_;
    journal_ = nullptr;
    what();
    journal_ = journal;
  }

  // Puts what holds where the branches meet: `then` on the true side of `test`, `otherwise` on its
  // false one. Variables of `scope` come from the branch that goes on, where one alone does;
  // everything else may have been changed by either.
  void Meet(Val test, const HeapObject* scope, const Outcome& then, const Outcome& otherwise);

  // A new sequence. `more` null: it holds nothing else.
  Val Sequence(SequenceKind kind, std::vector<Val> items, Val more = nullptr);
  void SetItems(SequenceObject* sequence, std::vector<Val> items, Val more);
  // An empty mapping.
  MappingObject* Mapping() { return New<MappingObject>(); }

  // Elements beyond are kept together as what else may be in the sequence.
  static constexpr size_t kMaxItems = 20000;

 private:
  struct SlotName {
    HeapObject* object;
    SlotKey key;
    bool operator==(const SlotName&) const = default;
  };
  struct SlotNameHash {
    size_t operator()(const SlotName& name) const {
      return std::hash<HeapObject*>()(name.object) * 31 + SlotKeyHash()(name.key);
    }
  };
  struct Journal {
    size_t first_new = 0;  // objects from here on were made in the branch: nothing else knows them
    std::vector<Change> changes;
    std::unordered_map<SlotName, size_t, SlotNameHash> index;
  };
  void Undo(Journal* journal);
  void MeetItems(Val test, const Change& slot, Val then, Val otherwise, bool both_go_on);

  ValuePool& pool_;
  std::vector<std::unique_ptr<HeapObject>> objects_;
  bool frozen_ = false;
  Journal* journal_ = nullptr;  // of the branch that runs; null: none
};

// What a sequence holds for certain, in order.
const std::vector<Val>& ItemsOf(const SequenceObject& sequence);
// What else it may hold; null: nothing.
inline Val MoreOf(const SequenceObject& sequence) { return sequence.slots.Get(kMoreSlot); }

}  // namespace flagcensus
