// TOML text of a scanned tree ─→ toml++'s document, or the position of an error.
//
//   "a = 1\nb = [1,"              ─→ TomlProblem{line 2, ...}
//   "a" + 200 times ".a" + " = 1" ─→ TomlProblem: nested more than 100 deep
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

struct TomlProblem {
  int line = 0;  // 1-based, like the column; 0: not known
  int column = 0;
  std::string message;
};

// Maximum nesting of tables, lists and parts of dotted keys. Hand-written files nest fewer than 10
// levels; the recursion of toml++ overflows the stack at about ten thousand.
inline constexpr int kMaxTomlDepth = 100;

// Fills `out`; returns the problem if the text is not TOML or nests deeper than kMaxTomlDepth. Does
// not throw. All third-party TOML has to be read through this: toml++ bounds neither the parts of a
// dotted key nor the recursion that destroys its documents.
std::optional<TomlProblem> ParseBoundedToml(std::string_view text, toml::table* out);

}  // namespace flagcensus
