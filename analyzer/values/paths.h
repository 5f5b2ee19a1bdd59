// Paths as people write them: `~/x`, `$HOME/x`, `${HOME}/x`, `%USERPROFILE%\x`, `./x`, `/x/`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

// The normalised spelling of a path; nullopt if `text` does not look like one: the home folder is
// `~`, other variables are `${NAME}`, `${NAME:-fallback}` is its fallback, without a trailing slash
// and a leading `./`.
std::optional<std::string> NormalPath(std::string_view text);

// Whether the two texts, `a` of a page and `b` of the code, are the same path; nullopt if neither
// looks like one or if it depends on a variable that only one of them names.
std::optional<bool> SamePath(std::string_view a, std::string_view b);

}  // namespace flagcensus
