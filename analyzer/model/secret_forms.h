// The ways in which credentials are found, for the tests that make one of each.
#pragma once

#include <string_view>
#include <vector>

namespace flagcensus {

// "key-block", "token", ...: the names of the finders that FindSecrets() runs.
std::vector<std::string_view> SecretForms();

}  // namespace flagcensus
