// A hash map with string keys that is queried with a std::string_view, without creating a string.
//
//   TextMap<int> counts; counts.find(std::string_view("APP_PORT"))
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace flagcensus {

struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

template <typename T>
using TextMap = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

}  // namespace flagcensus
