// Reads whose values reach a call, for the machines of both languages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace flagcensus {

// A read that reaches a call, as a whole or as a part of an argument.
struct ArgumentRead {
  uint32_t event = 0;
  bool derived = false;  // only as a part
};

// Adds it; of a read that reaches the call in both ways, the whole counts.
inline void AddArgumentRead(std::vector<ArgumentRead>* out, uint32_t event, bool derived) {
  const auto known = std::find_if(out->begin(), out->end(),
                                  [&](const ArgumentRead& one) { return one.event == event; });
  if (known == out->end()) {
    out->push_back({event, derived});
  } else {
    known->derived = known->derived && derived;
  }
}

}  // namespace flagcensus
