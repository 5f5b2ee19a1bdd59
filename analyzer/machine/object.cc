// The slots of objects, and the bases of classes.
//
//   class A: ...; class B(A): ...; class C(A): ...; class D(B, C): ...
//   BasesOf(D)     ─→ D B C A: A once, after its last subclass
#include "analyzer/machine/object.h"

#include <algorithm>
#include <bit>

namespace flagcensus {
namespace {

// Up to this many entries a linear search costs less than a hash table. Most objects have fewer.
constexpr size_t kScanned = 8;

void CollectBases(ClassObject* type, int depth, std::vector<ClassObject*>* out) {
  // Generated hierarchies can repeat a base exponentially often, and a tree with errors can have a
  // cycle. Classes beyond these limits are not seen as bases.
  constexpr int kDeepest = 30;
  constexpr size_t kMost = 200;
  if (depth > kDeepest || out->size() > kMost) return;
  out->push_back(type);
  for (ClassObject* base : type->bases) CollectBases(base, depth + 1, out);
}

}  // namespace

// The position of the entry with that key; the number of entries if there is no such entry.
size_t SlotMap::Find(const SlotKey& key) const {
  if (index_ == nullptr) {
    size_t at = 0;
    while (at < entries_.size() && !(entries_[at].first == key)) ++at;
    return at;
  }
  for (size_t place = SlotKeyHash()(key) & mask_; index_[place] != 0; place = (place + 1) & mask_) {
    const size_t at = index_[place] - 1;
    if (entries_[at].first == key) return at;
  }
  return entries_.size();
}

// Four places per entry at first, so some entries fit before the next rebuild.
void SlotMap::Index() {
  mask_ = static_cast<uint32_t>(std::bit_ceil(4 * entries_.size())) - 1;
  index_ = std::make_unique<uint32_t[]>(size_t{mask_} + 1);
  for (size_t i = 0; i < entries_.size(); ++i) {
    size_t place = SlotKeyHash()(entries_[i].first) & mask_;
    while (index_[place] != 0) place = (place + 1) & mask_;
    index_[place] = static_cast<uint32_t>(i + 1);
  }
}

void SlotMap::Clear() {
  entries_.clear();
  index_ = nullptr;
}

// A slot that is emptied keeps its place in the order.
void SlotMap::Set(const SlotKey& key, Val value) {
  const size_t at = Find(key);
  if (at < entries_.size()) {
    entries_[at].second = value;
    return;
  }
  if (value == nullptr) return;  // emptying a slot that was never filled
  entries_.emplace_back(key, value);
  if (entries_.size() <= kScanned) return;
  if (index_ == nullptr || 2 * entries_.size() > mask_) return Index();
  size_t place = SlotKeyHash()(key) & mask_;
  while (index_[place] != 0) place = (place + 1) & mask_;
  index_[place] = static_cast<uint32_t>(entries_.size());
}

// Computed once, since every lookup of an attribute needs it.
const std::vector<ClassObject*>& BasesOf(ClassObject* type) {
  std::vector<ClassObject*>& out = type->lineage;
  if (!out.empty()) return out;
  std::vector<ClassObject*> all;
  CollectBases(type, 0, &all);
  // From the end: the last position of a repeated class is kept.
  for (size_t i = all.size(); i-- > 0;) {
    if (std::find(out.begin(), out.end(), all[i]) == out.end()) out.push_back(all[i]);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

std::vector<Symbol> LibraryBasesOf(ClassObject* type) {
  std::vector<Symbol> out;
  for (const ClassObject* one : BasesOf(type)) {
    out.insert(out.end(), one->library_bases.begin(), one->library_bases.end());
  }
  return out;
}

}  // namespace flagcensus
