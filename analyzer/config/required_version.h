// Which versions of the program may read a configuration.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

// Whether `version` ("0.2.0") meets `wanted`: comparisons between commas, as PEP 440 writes them
// (">=0.2,<1", "==0.2.*", "~=0.2", "!=0.3"), or a bare version. Nothing where `wanted` is no such
// text.
std::optional<bool> MeetsVersion(std::string_view version, std::string_view wanted);

}  // namespace flagcensus
