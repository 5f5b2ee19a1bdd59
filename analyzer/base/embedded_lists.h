// Word lists in the program's data files.
//
//   queries/x.toml: cues = ["set", "export"]
//   EmbeddedLists("x.toml")  ─→ {"cues": {"set", "export"}}
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// Each top-level array of strings in queries/`path`, by its key; other keys are ignored. Empty if
// there is no such file or it cannot be parsed: the file is part of the program, and a test reads
// it. Parses the file on each call.
std::map<std::string, std::vector<std::string>, std::less<>> EmbeddedLists(std::string_view path);

}  // namespace flagcensus
