// Paths as people write them: `~/x`, `$HOME/x`, `${HOME}/x`, `%USERPROFILE%\x`, `./x`, `/x/`.
//
//   SamePath("$HOME/.app/", "~/.app")    ─→ true
//   SamePath("<data>/log", "/var/log")   ─→ true, since the directory of <data> is unknown
//   SamePath("<data>", "/var/log")       ─→ nullopt
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

// The normalised spelling of a path; nullopt if `text` does not have the form of a path. The home
// directory is `~`, other variables are `${NAME}`, `${NAME:-fallback}` is its fallback. Trailing
// slashes and a leading `./` are removed.
std::optional<std::string> NormalPath(std::string_view text);

// Whether the two texts, `a` of a page and `b` of the code, are the same path. nullopt if neither
// has the form of a path, or if that depends on a variable that only one of them names.
std::optional<bool> SamePath(std::string_view a, std::string_view b);

}  // namespace flagcensus
