// The folder that answers are kept in: whose it is, what it holds, and how much.
//
// Nothing in it is trusted that another user could have put there, and nothing is ever waited for:
// files are written beside and renamed, so that two runs at once each see a whole file or none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

inline constexpr uint64_t kMaxCacheBytes = uint64_t{256} << 20;

// $XDG_CACHE_HOME/flagcensus, or ~/.cache/flagcensus; "" where neither is an absolute path.
std::string UsersCacheFolder();

// Makes the folder where it is not there, for this user alone. False where it cannot be, belongs
// to another user, is a link, or others may write to it.
bool PrepareCacheFolder(const std::string& folder);

// The bytes of a file of this user in the folder; nothing where there is none that can be trusted.
std::optional<std::string> ReadCacheFile(const std::string& folder, const std::string& name);
// Marks it as used now: what was not used longest goes first.
void TouchCacheFile(const std::string& folder, const std::string& name);
// Puts `bytes` in its place, then removes what is too much. A failure leaves no trace and matters
// to nobody.
void WriteCacheFile(const std::string& folder, const std::string& name, std::string_view bytes,
                    uint64_t most = kMaxCacheBytes);

struct CacheContent {
  uint64_t files = 0;
  uint64_t bytes = 0;
};
CacheContent ContentOf(const std::string& folder);
// Removes the files that this program wrote, and no other; what was removed.
CacheContent CleanCacheFolder(const std::string& folder);

}  // namespace flagcensus
