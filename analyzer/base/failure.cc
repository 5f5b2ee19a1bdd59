#include "analyzer/base/failure.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <new>

namespace flagcensus {
namespace {

// A fixed buffer: it is written while memory may be short.
struct LastInput {
  std::mutex mutex;
  std::array<char, 1000> path = {};
  size_t size = 0;
};

LastInput& TheLastInput() {
  static LastInput input;
  return input;
}

}  // namespace

void NoteInput(std::string_view path) {
  LastInput& input = TheLastInput();
  const std::lock_guard lock(input.mutex);
  input.size = std::min(path.size(), input.path.size());
  std::copy_n(path.begin(), input.size, input.path.begin());
}

std::string FailureText(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) == nullptr)
    return std::string("internal error: ") + error.what();
  LastInput& input = TheLastInput();
  const std::lock_guard lock(input.mutex);
  std::string out = "out of memory";
  if (input.size > 0)
    out += "; the file that was read last: " + std::string(input.path.data(), input.size);
  return out + "; name fewer files or folders, or exclude what is generated (--exclude)";
}

}  // namespace flagcensus
