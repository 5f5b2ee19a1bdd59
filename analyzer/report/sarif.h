// What the writers of SARIF 2.1.0 (OASIS) share: `check` and `audit`.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/report/json.h"

namespace flagcensus {

inline constexpr const char* kSarifSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
// The base of every path: originalUriBaseIds describes it.
inline constexpr const char* kSarifBase = "SRCROOT";

// {"text":..}: a sentence as the format wants one, with its period (section 3.11.3).
Json SarifText(std::string text);

// The name of a rule, "DefaultMismatch" of "default-mismatch". A name that is the id again is none
// (validators: SARIF1001): a rule of one word is about variables.
std::string SarifRuleName(std::string_view rule);

// The location of a path that is relative to kSarifBase, credentials masked.
Json SarifArtifactLocation(std::string_view file);

// tool.driver, with an empty list of rules.
Json SarifDriver();

}  // namespace flagcensus
