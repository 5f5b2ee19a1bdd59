// The destinations of the formats of one report: --format NAME or NAME=FILE, repeatable, and
// --output.
//
//   --format text --format sarif=out.sarif   ─→ {text, standard output}, {sarif, out.sarif}
//   --format json --output out.json          ─→ {json, out.json}
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

// Whether a file name means standard output: "", "-", "/dev/stdout", "/dev/fd/1".
bool IsStandardOutput(std::string_view file);

// `given`: each --format as passed; empty: the first of `known`. `output`: the file for the format
// without one, "" or "-" for standard output. Returns what is wrong, or nullopt if `out` was
// filled.
std::optional<std::string> TakeOutputs(const std::vector<std::string>& given,
                                       const std::string& output,
                                       const std::vector<std::string>& known,
                                       std::vector<Output>& out);

}  // namespace flagcensus
