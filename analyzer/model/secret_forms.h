// The finders of credentials by name, for the tests, which create one credential of each form.
#pragma once

#include <string_view>
#include <vector>

namespace flagcensus {

// "key-block", "token", ...: the names of the finders that FindSecrets() runs.
std::vector<std::string_view> SecretForms();

}  // namespace flagcensus
