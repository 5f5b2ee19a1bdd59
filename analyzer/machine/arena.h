// Memory for the values of a run: allocated piece by piece, and freed all at once.
//
//   arena.New<UnknownVal>()          ─→ 8-byte aligned memory in a block of 32 kB, no destructor
//   arena.Copy<uint32_t>({3, 5})     ─→ an ArenaList of the two numbers, valid as long as the arena
//
// A run creates many small values, and all of them may be used until its end, so no value is freed
// alone. Types with a destructor (a vector, a string) are therefore refused at compile time; they
// are in a deque of the ValuePool.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace flagcensus {

// A list in the memory of an Arena: it never changes, and is valid as long as the arena.
template <class T>
class ArenaList {
 public:
  ArenaList() = default;
  ArenaList(const T* begin, size_t size) : begin_(begin), size_(static_cast<uint32_t>(size)) {}

  const T* begin() const { return begin_; }
  const T* end() const { return begin_ + size_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& front() const { return *begin_; }
  const T& operator[](size_t i) const { return begin_[i]; }
  operator std::vector<T>() const { return std::vector<T>(begin(), end()); }
  bool operator==(const ArenaList& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  const T* begin_ = nullptr;
  uint32_t size_ = 0;
};

// Not thread-safe.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <class T, class... Arguments>
  T* New(Arguments&&... arguments) {
    static_assert(std::is_trivially_destructible_v<T>);
    static_assert(alignof(T) <= kAlignment);
    return new (Take(sizeof(T))) T(std::forward<Arguments>(arguments)...);
  }

  template <class T>
  ArenaList<T> Copy(std::span<const T> list) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (list.empty()) return {};
    void* const place = Take(list.size_bytes());
    std::memcpy(place, list.data(), list.size_bytes());
    return {static_cast<const T*>(place), list.size()};
  }

 private:
  // The alignment of a pointer. A type that needs more fails to compile in New.
  static constexpr size_t kAlignment = 8;
  // Large enough that a run allocates few blocks, small enough that a run of a tiny tree is cheap.
  // A larger request gets a block of exactly its size, and the rest of the current block is unused.
  static constexpr size_t kBlock = size_t{32} << 10;

  void* Take(size_t bytes) {
    bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (bytes > left_) {
      left_ = std::max(bytes, kBlock);
      blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(left_));
      next_ = blocks_.back().get();
    }
    void* const out = next_;
    next_ += bytes;
    left_ -= bytes;
    return out;
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  size_t left_ = 0;  // bytes that are free from next_ on
};

}  // namespace flagcensus
