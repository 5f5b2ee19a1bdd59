// Shared parts of the SARIF 2.1.0 (OASIS) writers of `check` and `audit`.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/report/json.h"

namespace flagcensus {

inline constexpr const char* kSarifSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
// The base of every path; originalUriBaseIds describes it.
inline constexpr const char* kSarifBase = "SRCROOT";

// {"text":..}: a sentence with a final period, as the format requires (section 3.11.3).
Json SarifText(std::string text);

// The name of a rule, "DefaultMismatch" for "default-mismatch". It must differ from the id
// (validators: SARIF1001), so a rule of one word gets "Variable" appended: "UnusedVariable".
std::string SarifRuleName(std::string_view rule);

// The location of a path relative to kSarifBase, credentials masked.
Json SarifArtifactLocation(std::string_view file);

// tool.driver, with an empty list of rules.
Json SarifDriver();

}  // namespace flagcensus
