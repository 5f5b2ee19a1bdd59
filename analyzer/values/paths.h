// Paths as people write them: `~/x`, `$HOME/x`, `${HOME}/x`, `%USERPROFILE%\x`, `./x`, `/x/`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

// One spelling for equal paths, or nothing where `text` does not look like a path: the home folder
// as `~`, other variables as `${NAME}`, `${NAME:-fallback}` as its fallback, no trailing slash and
// no leading `./`.
std::optional<std::string> NormalPath(std::string_view text);

// Whether the two texts are one path, or nothing where neither looks like one or where it depends
// on a variable that only one of them names.
std::optional<bool> SamePath(std::string_view a, std::string_view b);

}  // namespace flagcensus
