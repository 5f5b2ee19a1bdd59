// Limits an internal error to the input that causes it, instead of ending the run.
#pragma once

#include <stdexcept>
#include <string>

namespace flagcensus {

// Runs `run`, which processes one input. Returns a message if it throws std::logic_error, which is
// a bug of ours (errors of an input are never thrown); else "". Out-of-memory errors propagate.
template <typename Run>
std::string Guarded(const Run& run) {
  try {
    run();
    return "";
  } catch (const std::logic_error& mistake) {
    return std::string("skipped: an internal error of flagcensus; please report it, ") +
           "with the file: " + mistake.what();
  }
}

}  // namespace flagcensus
