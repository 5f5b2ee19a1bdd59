// Where the forms of one report go: --format NAME or NAME=FILE, as often as wanted, and --output.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct Output {
  std::string format;
  std::string file;  // "": standard output
};

// Whether a file's name stands for standard output: "", "-", "/dev/stdout", "/dev/fd/1".
bool IsStandardOutput(std::string_view file);

// `given`: each --format as it was written; none for the first of `known`. `output`: the file of
// the one that names none, "" or "-" for standard output. What is
// wrong with them; nothing where `out` was filled.
std::optional<std::string> TakeOutputs(const std::vector<std::string>& given,
                                       const std::string& output,
                                       const std::vector<std::string>& known,
                                       std::vector<Output>& out);

}  // namespace flagcensus
