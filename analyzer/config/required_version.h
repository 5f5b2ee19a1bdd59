// The versions of the program that may read a configuration.
//
//   MeetsVersion("0.2.0", ">=0.2,<1")   ─→ true
//   MeetsVersion("0.2.0", "~=0.3")      ─→ false
//   MeetsVersion("0.2.0", "latest")     ─→ nullopt
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

// Whether `version` ("0.2.0") satisfies `wanted`: comma-separated comparisons as in PEP 440
// (">=0.2,<1", "==0.2.*", "~=0.2", "!=0.3"), or a bare version. Returns nullopt if `wanted` is
// malformed.
std::optional<bool> MeetsVersion(std::string_view version, std::string_view wanted);

}  // namespace flagcensus
