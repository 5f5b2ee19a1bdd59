// Writes a file completely or not at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

// Writes all of `text` to an open file. Returns the error number, 0 on success.
int WriteAll(int file, std::string_view text);

// Writes `text` to the page `path`, a file with text of the user's (output_file.h is for generated
// files). It is written to a file next to it, which then replaces it, so any failure keeps the
// old file. Keeps the permissions of an old file and writes through links. Returns what went wrong,
// or nullopt on success. A file that must not be written is not touched.
std::optional<std::string> WriteWhole(const std::string& path, std::string_view text);

// The same for a file that must not exist: one created in the meantime is not replaced, which is an
// error.
std::optional<std::string> WriteNew(const std::string& path, std::string_view text);

}  // namespace flagcensus
