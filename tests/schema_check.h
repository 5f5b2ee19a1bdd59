// A document against a JSON schema.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace flagcensus {

// "" where `document` holds to `schema` (draft 7), else where it does not and by which keyword. A
// schema with a keyword that is not looked at is a violation too: it would promise what nothing
// checks.
std::string Violations(const nlohmann::json& schema, const nlohmann::json& document);

}  // namespace flagcensus
