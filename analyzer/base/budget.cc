#include "analyzer/base/budget.h"

#include <unistd.h>

#include <cstdio>

namespace flagcensus {
namespace {

// The largest number of bytes that one byte of source becomes while it is parsed, measured with a
// list of one-digit numbers: every byte is a node of the concrete tree and of ours. Ordinary code
// needs much less, so fewer files are parsed at once than memory would allow.
constexpr uint64_t kBytesOfByte = 220;

std::string Megabytes(uint64_t bytes) {
  return std::to_string((bytes + (uint64_t{1} << 20) - 1) >> 20) + " MiB";
}

// The memory that the process uses; 0 if the system does not report it, so nothing is refused.
uint64_t ResidentBytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  unsigned long size = 0;
  unsigned long resident = 0;
  const int read = std::fscanf(file, "%lu %lu", &size, &resident);
  std::fclose(file);
  return read == 2 ? uint64_t{resident} * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace

std::string RunBudget::RefusalReason() const {
  if (Clock::now() > end_) {
    has_refused_ = true;
    return "skipped: the run has reached the limit of " +
           std::to_string(static_cast<long>(seconds_)) + " s (--max-seconds)";
  }
  if (ResidentBytes() > bytes_) {
    has_refused_ = true;
    return "skipped: the run has reached the limit of " + Megabytes(bytes_) + " (--max-memory)";
  }
  return "";
}

uint64_t RunBudget::ParseBytes(uint64_t size) { return size * kBytesOfByte; }

std::string RunBudget::ParseRefusalReason(uint64_t size) const {
  if (ParseBytes(size) <= bytes_ / 2) return "";
  has_refused_ = true;
  return "skipped: parsing it may take " + Megabytes(ParseBytes(size)) +
         ", more than half of what --max-memory allows";
}

RunBudget::Share::Share(RunBudget& budget, uint64_t bytes) : budget_(budget), bytes_(bytes) {
  std::unique_lock lock(budget.mutex_);
  budget.freed_.wait(lock, [&] {
    // The only parse in flight is always admitted: ParseRefusalReason has rejected those that are
    // too large.
    return budget.in_flight_ == 0 || budget.in_flight_ + bytes <= budget.bytes_ / 2;
  });
  budget.in_flight_ += bytes;
}

RunBudget::Share::~Share() {
  {
    const std::lock_guard lock(budget_.mutex_);
    budget_.in_flight_ -= bytes_;
  }
  budget_.freed_.notify_all();
}

}  // namespace flagcensus
