// What the help of each command ends with.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// Examples of `command`, and what its exit status says; "" of a command without any.
std::string ExamplesOf(std::string_view command);

}  // namespace flagcensus
