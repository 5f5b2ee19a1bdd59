// The answer of the last run, where nothing that it depends on has changed since.
//
// An answer is a function of the program, its arguments, where it was started, what its output is
// (a terminal of a width), the day, and the files that it looked at. All but the files make the
// key; each file, folder, or place where a file was looked for and was not, has a stamp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/cache/format.h"
#include "analyzer/config/options.h"

namespace flagcensus {

struct Cache {
  std::string folder;
  CacheKey key;
  int64_t youngest = 0;  // a stamp from here on is not trusted, in nanoseconds since 1970
};

// Nothing where the run is none that is kept (another command, --verbose, --since, named files),
// the user wants none, or there is no folder for it.
std::optional<Cache> OpenCache(const Options& options, int argc, const char* const* argv);

std::optional<Answer> FindAnswer(const Cache& cache);

// `dependencies` is used up. An answer with status 2, or that depends on what no stamp holds, is
// not kept.
void KeepAnswer(const Cache& cache, const Answer& answer, DependencyTracker& dependencies);

// What `cache show` and `cache clean` say; nothing where there is no folder.
std::optional<std::string> TellCache(const Options& options);

}  // namespace flagcensus
