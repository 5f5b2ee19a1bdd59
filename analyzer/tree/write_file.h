// A file written whole or not at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

// Writes all of `text` to an open file; the error's number, 0 where there is none.
int WriteAll(int file, std::string_view text);

// Puts `text` into the page `path`, whose other text is the user's (output_file.h is for files of
// ours): into a file beside it first, which then takes its name, so that whatever fails the old
// file stands. Keeps the permissions of an old file and writes through links. What
// went wrong; nothing where all is well. A file that must not be written is left alone.
std::optional<std::string> WriteWhole(const std::string& path, std::string_view text);

// The same for a file that must not be there yet: one that has come into being meanwhile is left
// alone, which is what went wrong then.
std::optional<std::string> WriteNew(const std::string& path, std::string_view text);

}  // namespace flagcensus
