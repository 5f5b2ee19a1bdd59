// Limits an internal error to the input that causes it, instead of ending the run.
//
//   const std::string wrong = Guarded([&] { ReadPage(page); });
//   "" ─→ the page was read; otherwise a diagnostic at the page, and the next one is read
#pragma once

#include <stdexcept>
#include <string>

namespace flagcensus {

// Runs `run`, which processes one input. Returns a message if it throws std::logic_error, which is
// a bug of this program (errors in an input are never thrown); otherwise "". Out-of-memory errors
// propagate.
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
