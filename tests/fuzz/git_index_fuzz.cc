// libFuzzer entry point: any bytes as the index of a git repository, the second half also as the
// one that it shares. See catalog_fuzz.cc for the build.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "analyzer/tree/git_index_format.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Result<GitIndex> own = ParseGitIndex(bytes);
  const size_t second = bytes.find("DIRC", 1);
  Result<GitIndex> shared = second == std::string_view::npos ? Result<GitIndex>(GitIndex{})
                                                             : ParseGitIndex(bytes.substr(second));
  if (!own.ok() || !shared.ok()) return 0;
  // Either alone, too: what a whole index holds is in order.
  if (!std::is_sorted(shared.value().names.begin(), shared.value().names.end())) std::abort();
  const size_t most = own.value().names.size() + shared.value().names.size();
  const auto names = JoinGitIndex(std::move(own).value(), std::move(shared).value());
  if (!names.ok()) return 0;
  if (names.value().size() > most) std::abort();
  if (!std::is_sorted(names.value().begin(), names.value().end())) std::abort();
  if (std::adjacent_find(names.value().begin(), names.value().end()) != names.value().end()) {
    std::abort();
  }
  return 0;
}
