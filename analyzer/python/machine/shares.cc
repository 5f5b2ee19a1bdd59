// Which calls are equal, and how many steps a call is worth.
//
//   a root                                    60,000 steps
//   a call at depth d, with a sought word     50,000 * 0.7^d, at least 1,500
//   a call without one                        2,500, and 1,000 below another such call
//   after three runs that found nothing       150; 30 if it also used up its share each time
#include <algorithm>
#include <cmath>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// The hash of a sequence of numbers, in two halves, each of which depends on all numbers.
class KeyHash {
 public:
  void Add(uint64_t number) {
    key_.low = Mixed((key_.low ^ number) * 0x9e3779b97f4a7c15);
    key_.high = Mixed((key_.high + number) * 0xc2b2ae3d27d4eb4f ^ key_.low);
  }
  const CallKey& key() const { return key_; }

 private:
  static uint64_t Mixed(uint64_t hash) { return hash ^ hash >> 31; }

  CallKey key_;
};

// Values are hashed by content, as far as that is cheap; objects by identity, since their state may
// differ.
void AddTo(KeyHash& hash, Val value) {
  hash.Add(static_cast<uint64_t>(value->kind));
  if (const ConstantVal* constant = AsConstant(value)) {
    hash.Add(static_cast<uint64_t>(constant->type) * 4 + (constant->soft ? 1 : 0) +
             (constant->start ? 2 : 0));
    hash.Add(static_cast<uint64_t>(constant->integer));
    hash.Add(constant->text);
    hash.Add(static_cast<uint64_t>(constant->real * 1024));
  } else if (const FacetVal* facet = AsFacet(value)) {
    hash.Add(facet->variable);
    AddTo(hash, facet->set);
    AddTo(hash, facet->unset);
  } else if (const AlternativesVal* several = AsAlternatives(value)) {
    hash.Add(several->items.size());
    for (Val item : several->items) AddTo(hash, item);
  } else if (const UnknownVal* unknown = AsUnknown(value)) {
    for (const uint32_t event : unknown->events) hash.Add(event);
  } else if (HeapObject* object = ObjectOf(value)) {
    hash.Add(reinterpret_cast<uintptr_t>(object));
  } else {
    hash.Add(reinterpret_cast<uintptr_t>(value));
  }
}

}  // namespace

CallKey MemoKey(const RunState& run, const FunctionObject* function, const CallArguments& arguments,
                NodeId node, bool by_frame) {
  KeyHash hash;
  hash.Add(reinterpret_cast<uintptr_t>(function));
  hash.Add((static_cast<uint64_t>(run.frame->unit) << 32) + node);
  // All arguments, in their order.
  for (Val value : arguments.positional) AddTo(hash, value);
  for (const auto& [name, value] : arguments.keywords) {
    hash.Add(name);
    AddTo(hash, value);
  }
  hash.Add(arguments.open ? 1 : 0);
  // A text's place is part of the result if it reaches the environment: the site would be another.
  bool spelled = false;
  const auto look = [&](Val value) {
    ForEachLeaf(value, [&](Val leaf) {
      const ConstantVal* text = AsTextConstant(leaf);
      spelled = spelled || (text != nullptr && text->mark.frame != 0) || AsTextWithHoles(leaf);
    });
  };
  for (Val value : arguments.positional) look(value);
  for (const auto& one : arguments.keywords) look(one.second);
  hash.Add(by_frame && spelled ? run.frame->id : 0);
  return hash.key();
}

// Whether an argument is unknown, as a whole or in part. Keywords do not count.
bool IsVague(const CallArguments& arguments) {
  // Texts with holes and unknown values, also as elements.
  const auto vague = [](Val value) {
    bool found = false;
    ForEachLeaf(value, [&](Val leaf) {
      const SequenceObject* sequence = AsSequence(leaf);
      found = found || leaf->kind == ValKind::kUnknown || AsTextWithHoles(leaf) != nullptr;
      if (sequence == nullptr) return;
      found = found || MoreOf(*sequence) != nullptr;
      for (Val item : ItemsOf(*sequence)) {
        found = found || item->kind == ValKind::kUnknown || AsTextWithHoles(item) != nullptr;
      }
    });
    return found;
  };
  return arguments.open ||
         std::any_of(arguments.positional.begin(), arguments.positional.end(), vague);
}

// A recursion over known data ends, as in a walk over a table: two further calls are run. With
// unknown arguments it never ends: one is.
bool RecursesTooOften(const RunState& run, const FunctionObject* function,
                      const CallArguments& arguments) {
  constexpr int kMost = 2;
  constexpr int kMaxVague = 1;
  int times = 0;
  // Calls of the same function on the way to the root.
  for (const Activation* frame = run.frame; frame != nullptr; frame = frame->caller) {
    if (frame->function == function) ++times;
  }
  return times > kMost || (times > kMaxVague && IsVague(arguments));
}

// `hands`: its file may pass an environment on. `fruitless`: its earlier runs that found nothing
// new. Smaller shares lose wrappers in code that does not look relevant; larger ones cost time in
// every tree.
uint64_t ShareOf(const Activation& run, bool sought, bool hands,
                 const RunState::Fruitless& fruitless) {
  constexpr uint64_t kCold = 1000;
  constexpr uint64_t kFirstCold = 2500;
  constexpr uint64_t kFruitless = 150;
  constexpr uint64_t kHopeless = 30;
  constexpr double kWhole = 50000;
  // In this order: hopeless, fruitless, cold; a call with a sought word depends on its depth alone.
  if (!sought && fruitless.spent >= kPatience && !hands) return kHopeless;
  if (fruitless.runs >= kPatience) return kFruitless;
  if (!sought) return run.cold == 1 ? kFirstCold : kCold;
  // 0.7: a call deep in a chain gets a small part of the root's steps, so it cannot use up all
  // of them. From depth 10 on, the minimum below applies.
  const double share = kWhole * std::pow(0.7, std::min(run.depth, 16));
  return std::max<uint64_t>(1500, static_cast<uint64_t>(share));
}

}  // namespace flagcensus
