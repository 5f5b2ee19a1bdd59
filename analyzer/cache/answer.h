// The cached answer of the last run, valid while none of its dependencies has changed.
//
// An answer is a function of the program, its arguments, the working directory, the kind of output
// (a terminal of a width), the day, and the files that it read. All of these except the files make
// up the key. Each file, folder and failed lookup has a stamp:
//
//   run 1: check src/    reads src/a.py, finds no flagcensus.toml  ─→ the answer, with three stamps
//   run 2: check src/    the same key; all stamps equal            ─→ prints the answer of run 1
//   touch flagcensus.toml
//   run 3: check src/    one stamp differs                         ─→ reads everything
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/cache/format.h"
#include "analyzer/config/output_options.h"
#include "analyzer/config/project_options.h"

namespace flagcensus {

struct CacheOptions {
  std::string folder;     // "": the user's cache folder
  bool disabled = false;  // --no-cache: neither read nor write the cache
  double settle = 2;      // seconds that a file must be unchanged for its stamp to be trusted
};
// Adds --cache and --no-cache.
void AddCache(CommandApp& command, CacheOptions& options);

// What an answer depends on besides the files that it reads.
struct CacheInputs {
  int argc = 0;  // the program's arguments
  const char* const* argv = nullptr;
  OutputOptions output;  // standard output: colour, width, links
  bool by_day = false;   // the answer depends on the date
};

// The folder of the cache, which is created if necessary. "" if the cache is disabled, or if there
// is no trustworthy folder outside of the paths that are read.
std::string OpenCacheFolder(const CacheOptions& options, const ProjectOptions& project);

// Parts of keys: a text, preceded by its length; the program itself, since another build of the
// same version may give another answer.
void AddKeyPart(std::string& key, std::string_view part);
void AddProgram(std::string& key);

// The shared libraries that the program has loaded so far; some are loaded only when needed.
std::vector<LookupPath> LoadedLibraries();
// Whether all paths have their stamps. For a folder with many paths, the folder is opened once.
bool AreUnchanged(const std::vector<LookupPath>& paths);

struct Cache {
  std::string folder;
  CacheKey key;
  int64_t youngest = 0;  // stamps from this time on are not trusted, in nanoseconds since 1970
};

// Returns nullopt if the run is not cacheable (verbose, named files, texts in place of files), the
// cache is disabled, or there is no folder for it.
std::optional<Cache> OpenCache(const CacheOptions& options, const ProjectOptions& project,
                               const CacheInputs& inputs);

std::optional<Answer> FindAnswer(const Cache& cache);

// Consumes `dependencies`. An answer with status 2, or with a dependency without a stamp, is not
// stored.
void KeepAnswer(const Cache& cache, const Answer& answer, DependencyTracker& dependencies);

// The output of `cache show`, or of `cache clean` if `clean`; nullopt if there is no folder.
std::optional<std::string> DescribeCache(const CacheOptions& options, bool clean);

}  // namespace flagcensus
