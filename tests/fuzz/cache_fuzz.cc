// libFuzzer entry point: any bytes as a kept answer behind a right head and checksum, which whoever
// can write the folder can make. See catalog_fuzz.cc for the build.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "analyzer/cache/format.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  CacheKey key = {};
  if (size < key.size()) return 0;
  std::copy(data, data + key.size(), key.begin());
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  const CacheKey hash = KeyOf(body);
  std::string bytes(kAnswerMagic);
  bytes.append(reinterpret_cast<const char*>(hash.data()), hash.size()).append(body);
  const auto kept = ReadKeptAnswer(key, bytes);
  if (!kept) return 0;
  const std::string written = WriteKeptAnswer(key, *kept);
  const auto again = ReadKeptAnswer(key, written);
  if (!again || WriteKeptAnswer(key, *again) != written) std::abort();
  if (again->answer.out != kept->answer.out || again->answer.err != kept->answer.err) std::abort();
  return 0;
}
