// A set of names for look-ups that mostly miss: a bit table rejects nearly all names that are not
// in the set without a comparison.
//
//   CNameFilter filter({"getenv"});  filter.count("printf")    ─→ 0, usually by the bit table alone
#pragma once

#include <bitset>
#include <set>
#include <string>

namespace flagcensus {

// Keeps a reference to the set, which must not change. Construction costs a pass over it.
class CNameFilter {
 public:
  explicit CNameFilter(const std::set<std::string>& names) : names_(names) {
    for (const std::string& name : names) bits_.set(KeyOf(name));
  }
  size_t count(const std::string& name) const {
    return !names_.empty() && bits_.test(KeyOf(name)) ? names_.count(name) : 0;
  }
  bool empty() const { return names_.empty(); }

 private:
  // One kilobyte, which fits into the cache. With a few hundred names, few of the bits are set.
  static constexpr size_t kBits = 8192;

  static size_t KeyOf(const std::string& name) {
    // The length and three bytes differ between most names of a program; a collision costs one
    // comparison.
    const size_t size = name.size();
    if (size == 0) return 0;
    const auto byte = [&](size_t at) {
      return static_cast<size_t>(static_cast<unsigned char>(name[at]));
    };
    return (size * 131 + byte(0) * 31 + byte(size / 2) * 1021 + byte(size - 1) * 257) % kBits;
  }

  const std::set<std::string>& names_;
  std::bitset<kBits> bits_;
};

}  // namespace flagcensus
