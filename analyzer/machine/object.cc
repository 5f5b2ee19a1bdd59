#include "analyzer/machine/object.h"

#include <algorithm>

namespace flagcensus {
namespace {

constexpr size_t kScanned = 8;  // entries that are looked through one by one

void CollectBases(ClassObject* type, int depth, std::vector<ClassObject*>* out) {
  constexpr int kDeepest = 30;
  constexpr size_t kMost = 200;
  if (depth > kDeepest || out->size() > kMost) return;
  out->push_back(type);
  for (ClassObject* base : type->bases) CollectBases(base, depth + 1, out);
}

}  // namespace

size_t SlotMap::Find(const SlotKey& key) const {
  if (index_.empty()) {
    size_t at = 0;
    while (at < entries_.size() && !(entries_[at].first == key)) ++at;
    return at;
  }
  const auto found = index_.find(key);
  return found == index_.end() ? entries_.size() : found->second;
}

void SlotMap::Set(const SlotKey& key, Val value) {
  const size_t at = Find(key);
  if (at < entries_.size()) {
    entries_[at].second = value;
    return;
  }
  if (value == nullptr) return;
  entries_.emplace_back(key, value);
  if (!index_.empty()) {
    index_.emplace(key, at);
  } else if (entries_.size() > kScanned) {
    for (size_t i = 0; i < entries_.size(); ++i) index_.emplace(entries_[i].first, i);
  }
}

const std::vector<ClassObject*>& BasesOf(ClassObject* type) {
  std::vector<ClassObject*>& out = type->lineage;
  if (!out.empty()) return out;
  std::vector<ClassObject*> all;
  CollectBases(type, 0, &all);
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
