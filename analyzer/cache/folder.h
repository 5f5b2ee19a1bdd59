// The folder of the cache: its owner, contents and size.
//
// Nothing in it is trusted that another user could have put there, and nothing blocks: files are
// written to a temporary name and renamed, so that two concurrent runs each see a complete file or
// none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

inline constexpr uint64_t kMaxCacheBytes = uint64_t{256} << 20;

// $XDG_CACHE_HOME/flagcensus, or ~/.cache/flagcensus; "" if neither is an absolute path.
std::string UsersCacheFolder();

// Creates the folder if it does not exist, accessible only to this user. Returns false if that
// fails, or if it belongs to another user, is a link, or is writable by others.
bool PrepareCacheFolder(const std::string& folder);

// `name`: 32 hexadecimal digits and ".answer" or ".steps".
// The bytes of a file of this user in the folder; nullopt if there is none that can be trusted.
std::optional<std::string> ReadCacheFile(const std::string& folder, const std::string& name);
// Marks it as used now: the least recently used file is removed first.
void TouchCacheFile(const std::string& folder, const std::string& name);
// Replaces the file by `bytes`, then removes files above the limit of `most` bytes. A failure
// leaves no trace and is ignored.
void WriteCacheFile(const std::string& folder, const std::string& name, std::string_view bytes,
                    uint64_t most = kMaxCacheBytes);

struct CacheContent {
  uint64_t files = 0;
  uint64_t bytes = 0;
};
CacheContent ContentOf(const std::string& folder);
// Removes only the files that this program wrote; returns what was removed.
CacheContent CleanCacheFolder(const std::string& folder);

}  // namespace flagcensus
