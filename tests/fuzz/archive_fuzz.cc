// libFuzzer entry point: any bytes as an archive. See catalog_fuzz.cc for the build.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "analyzer/archive/archive.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  static const int file = memfd_create("archive", MFD_CLOEXEC);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) {
    return 0;
  }
  ArchiveLimits limits;
  limits.max_file_bytes = 1 << 16;
  limits.max_unpacked = 1 << 22;
  limits.max_files = 500;
  limits.max_kept = 1 << 20;
  const auto read = ReadArchive(
      path, limits, [](std::string_view) { return std::string(); }, [] { return std::string(); });
  if (!read.ok()) return 0;
  uint64_t bytes = 0;
  for (const MemoryFile& one : read.value().files) {
    if (one.path.empty() || one.path[0] == '/' || one.path.starts_with("../")) std::abort();
    if (one.path.find("/../") != std::string::npos || one.path.ends_with("/..")) std::abort();
    bytes += one.text->size();
  }
  if (bytes > limits.max_kept || bytes != read.value().bytes) std::abort();
  if (read.value().omitted.size() > OmittedList::kMost + 3) std::abort();
  return 0;
}
