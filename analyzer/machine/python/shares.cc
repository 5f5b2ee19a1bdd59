// Which calls are the same, and how many steps a call is worth.
#include <algorithm>
#include <cmath>

#include "analyzer/machine/python/machine.h"

namespace flagcensus {
namespace {

void AppendKey(Val value, std::string* out) {
  const auto number = [&](uint64_t n) { out->append(reinterpret_cast<const char*>(&n), sizeof n); };
  number(static_cast<uint64_t>(value->kind));
  if (const ConstantVal* constant = AsConstant(value)) {
    number(static_cast<uint64_t>(constant->type) * 2 + (constant->soft ? 1 : 0));
    number(static_cast<uint64_t>(constant->integer));
    number(constant->text);
    number(static_cast<uint64_t>(constant->real * 1024));
  } else if (const FacetVal* facet = AsFacet(value)) {
    number(facet->variable);
    AppendKey(facet->set, out);
    AppendKey(facet->unset, out);
  } else if (const AlternativesVal* several = AsAlternatives(value)) {
    number(several->items.size());
    for (Val item : several->items) AppendKey(item, out);
  } else if (const UnknownVal* unknown = AsUnknown(value)) {
    for (const uint32_t event : unknown->events) number(event);
  } else if (HeapObject* object = ObjectOf(value)) {
    number(reinterpret_cast<uintptr_t>(object));
  } else {
    number(reinterpret_cast<uintptr_t>(value));
  }
}

}  // namespace

std::string MemoKey(const Machine& m, const FunctionObject* function,
                    const CallArguments& arguments, NodeId node, bool by_frame) {
  std::string key;
  const auto number = [&](uint64_t n) { key.append(reinterpret_cast<const char*>(&n), sizeof n); };
  number(reinterpret_cast<uintptr_t>(function));
  number((static_cast<uint64_t>(m.frame->unit) << 32) + node);
  for (Val value : arguments.positional) AppendKey(value, &key);
  for (const auto& [name, value] : arguments.keywords) {
    number(name);
    AppendKey(value, &key);
  }
  number(arguments.open ? 1 : 0);
  bool spelled = false;
  const auto look = [&](Val value) {
    ForEachLeaf(value, [&](Val leaf) {
      const ConstantVal* text = AsTextConstant(leaf);
      spelled = spelled || (text != nullptr && text->mark.frame != 0) || AsTextWithHoles(leaf);
    });
  };
  for (Val value : arguments.positional) look(value);
  for (const auto& one : arguments.keywords) look(one.second);
  number(by_frame && spelled ? m.frame->id : 0);
  return key;
}

// Whether what is passed is not known, whole or in part.
bool IsVague(const CallArguments& arguments) {
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

// A table that calls for itself with what is known ends by itself; what is not known never does.
bool RecursesTooOften(const Machine& m, const FunctionObject* function,
                      const CallArguments& arguments) {
  constexpr int kMost = 2;
  constexpr int kMaxVague = 1;
  int times = 0;
  for (const Activation* frame = m.frame; frame != nullptr; frame = frame->caller) {
    if (frame->function == function) ++times;
  }
  return times > kMost || (times > kMaxVague && IsVague(arguments));
}

// `hands`: its file may hand an environment on. `fruitless`: its runs before that found nothing
// new.
uint64_t ShareOf(const Activation& run, bool sought, bool hands,
                 const Machine::Fruitless& fruitless) {
  constexpr uint64_t kCold = 1000;
  constexpr uint64_t kFirstCold = 2500;
  constexpr uint64_t kFruitless = 150;
  constexpr uint64_t kHopeless = 30;
  constexpr double kWhole = 50000;
  if (!sought && fruitless.spent >= kPatience && !hands) return kHopeless;
  if (fruitless.runs >= kPatience) return kFruitless;
  if (!sought) return run.cold == 1 ? kFirstCold : kCold;
  const double share = kWhole * std::pow(0.7, std::min(run.depth, 16));
  return std::max<uint64_t>(1500, static_cast<uint64_t>(share));
}

}  // namespace flagcensus
