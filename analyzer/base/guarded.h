// One input that this program makes a mistake on costs that input, not the run.
#pragma once

#include <stdexcept>
#include <string>

namespace flagcensus {

// Runs what looks at one input. What to say of it where that throws an error of logic, which is a
// mistake of ours (what is wrong with an input is never thrown); else "". Lack of memory goes on.
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
