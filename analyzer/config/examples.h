// The end of each command's help.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// Examples of `command` and the meaning of its exit status; "" for a command without any.
std::string ExamplesOf(std::string_view command);

// "0 success, 2 failure.": the exit statuses of `command`, of all commands for "".
std::string_view ExitStatusOf(std::string_view command);

}  // namespace flagcensus
