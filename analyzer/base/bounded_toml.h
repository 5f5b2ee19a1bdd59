// TOML text of a scanned tree ─→ toml++'s document, or the place of what is wrong with it.
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

struct TomlProblem {
  int line = 0;  // 1-based, as the column; 0: not known
  int column = 0;
  std::string message;
};

// Tables, lists and parts of dotted keys that lie in one another.
inline constexpr int kMaxTomlDepth = 100;

// Fills `out`; the problem where the text is no TOML or nests deeper than kMaxTomlDepth. Throws
// nothing. Whoever reads TOML that another wrote reads it through this: toml++ bounds neither the
// parts of a dotted key nor what takes its documents apart.
std::optional<TomlProblem> ParseBoundedToml(std::string_view text, toml::table* out);

}  // namespace flagcensus
