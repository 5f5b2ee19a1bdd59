// --format and --output ─→ the destination of each format
#include "analyzer/config/outputs.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "analyzer/base/text.h"
#include "analyzer/tree/output_file.h"

namespace flagcensus {
namespace {

// At most two edits, so "jsno" suggests json, and "yaml" nothing.
std::string NotKnown(const std::string& name, const std::vector<std::string>& known) {
  std::string nearest;
  // Names of formats are short, so only two edits count as near.
  int least = 3;
  for (const std::string& one : known) {
    const int distance = EditDistance(name, one, least);
    if (distance >= least) continue;
    least = distance;
    nearest = one;
  }
  return "invalid value '" + name + "' for --format (possible values: " + Join(known, ", ") + ")" +
         (nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
}

// Whether two names are the same file by their spelling; links are not followed.
// "out.json" and "./out.json" are; two links to one file are not noticed.
bool IsSameFile(const std::string& a, const std::string& b) {
  const auto normal = [](const std::string& path) {
    return std::filesystem::path(path).lexically_normal();
  };
  return !a.empty() && !b.empty() && normal(a) == normal(b);
}

}  // namespace

bool IsStandardOutput(std::string_view file) {
  return file.empty() || DescriptorOf(file) == STDOUT_FILENO;
}

//   {"text", "sarif=a.sarif"}, ""       ─→ text to standard output, sarif to a.sarif
//   {"json"}, "a.json"                  ─→ json to a.json
//   {"text", "json"}, ""                ─→ an error: both to standard output
std::optional<std::string> TakeOutputs(const std::vector<std::string>& given,
                                       const std::string& output,
                                       const std::vector<std::string>& known,
                                       std::vector<Output>& out) {
  // "NAME=FILE" or "NAME".
  for (const std::string& one : given) {
    const size_t equals = one.find('=');
    Output row{one.substr(0, equals), equals == std::string::npos ? "" : one.substr(equals + 1)};
    if (std::find(known.begin(), known.end(), row.format) == known.end()) {
      return NotKnown(row.format, known);
    }
    if (equals != std::string::npos && row.file.empty()) {
      return "--format " + one + ": a file name is missing after '='";
    }
    if (IsStandardOutput(row.file)) row.file.clear();
    out.push_back(std::move(row));
  }
  if (out.empty()) out.push_back({known.front(), ""});
  // At most one format can go to standard output, and --output is the file for that one.
  Output* open = nullptr;
  for (Output& row : out) {
    if (!row.file.empty()) continue;
    if (open != nullptr) {
      return "--format " + open->format + " and --format " + row.format +
             " both go to standard output: give one a file, --format " + row.format + "=FILE";
    }
    open = &row;
  }
  if (!IsStandardOutput(output)) {
    if (open == nullptr) return "--output " + output + ": each --format already has its own file";
    open->file = output;
  }
  // Two formats in one file would overwrite each other.
  for (auto row = out.begin(); row != out.end(); ++row) {
    const bool twice = std::any_of(
        out.begin(), row, [&](const Output& before) { return IsSameFile(before.file, row->file); });
    if (twice) return "two formats go to " + row->file + ": give each its own file";
  }
  return std::nullopt;
}

}  // namespace flagcensus
