// What is printed if a run ends by an exception: out of memory, or a bug of this program.
//
//   NoteInput("src/big.c");
//   throw std::bad_alloc  ─→ "out of memory; the file that was read last: src/big.c; ..."
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace flagcensus {

// Records the file that is read, for the message above. Threads share one record: of several files
// that are read at once the last is named. Copies at most 1,000 bytes, and does not allocate.
void NoteInput(std::string_view path);

// A message without the program's name. An error other than std::bad_alloc is an internal one.
std::string FailureText(const std::exception& error);

}  // namespace flagcensus
