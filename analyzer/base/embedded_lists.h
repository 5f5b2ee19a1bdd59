// Lists of words in the data files of the program.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// Each top-level array of strings in queries/`path`, by its key; other keys are passed over. Empty
// where there is no such file or it cannot be parsed: it is part of the program, and a test reads
// it. Parses it at each call.
std::map<std::string, std::vector<std::string>, std::less<>> EmbeddedLists(std::string_view path);

}  // namespace flagcensus
