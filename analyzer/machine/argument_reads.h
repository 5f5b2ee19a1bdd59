// Reads with values that reach a call, for the machines of both languages.
//
//   run(url)              event of url's read, not derived
//   run("--url=" + url)   the same event, derived
//   run(url, "x" + url)   one entry for the event, not derived
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace flagcensus {

// A read that reaches a call, as a whole or as a part of an argument.
struct ArgumentRead {
  uint32_t event = 0;
  bool derived = false;  // the value is only a part of the argument
};

// Adds the read. If a read reaches the call both as a whole and as a part, the whole counts: a
// finding about the whole value is the stronger one.
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
