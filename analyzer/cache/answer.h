// The cached answer of the last run, valid while none of its dependencies has changed.
//
// An answer is a function of the program, its arguments, the working directory, the kind of output
// (a terminal of a width), the day, and the files that it read. All but the files make up the key;
// each file, folder and failed lookup has a stamp.
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
  int64_t youngest = 0;  // stamps from this time on are not trusted, in nanoseconds since 1970
};

// Returns nullopt if the run is not cacheable (another command, --verbose, --since, named files),
// the cache is disabled, or there is no folder for it.
std::optional<Cache> OpenCache(const Options& options, int argc, const char* const* argv);

std::optional<Answer> FindAnswer(const Cache& cache);

// Consumes `dependencies`. An answer with status 2, or with a dependency without a stamp, is not
// stored.
void KeepAnswer(const Cache& cache, const Answer& answer, DependencyTracker& dependencies);

// The output of `cache show` and `cache clean`; nullopt if there is no folder.
std::optional<std::string> TellCache(const Options& options);

}  // namespace flagcensus
