// The folder of the cache: its owner, contents and size.
//
// Files that another user could have written are not trusted, and nothing blocks. Files are written
// to a temporary name and renamed: each of two concurrent runs sees a complete file or
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

// `name`: 32 hexadecimal digits and ".answer" or ".steps". The bytes of a file of this user in the
// folder; nullopt if there is no trustworthy one.
std::optional<std::string> ReadCacheFile(const std::string& folder, const std::string& name);
// Updates the file's time of use: the least recently used file is removed first.
void TouchCacheFile(const std::string& folder, const std::string& name);
// Replaces the file by `bytes`, then removes files above the limit of `most` bytes. A failure has
// no effect and is ignored.
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
