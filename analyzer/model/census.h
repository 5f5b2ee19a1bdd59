// Census: all accesses of a tree, as found in its sources, and the diagnostics about the sources.
//
// Every language's engine adds its accesses. The census is complete and sorted when the rules run,
// and they refer to its accesses by pointer (FlagAccess), so it must outlive them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/clang_contribution.h"
#include "analyzer/model/finding.h"

namespace flagcensus {

struct Census {
  std::vector<Access> accesses;  // sorted by AccessLess
  std::vector<Diagnostic> diagnostics;
  uint64_t files_read = 0;
  uint64_t files_parsed = 0;
  std::map<Language, uint64_t> generated;  // files skipped as generated or minified
  std::optional<ClangContribution> clang;  // if libclang was used
};

}  // namespace flagcensus
