// Parts that the grammar represents as tokens: the arguments of a macro and of an attribute.
//
//   #[arg(long, env = "X", default_value = "d")]
//        ─→ RustAttribute: library "arg", env, name "X", fallback "d"
#pragma once

#include <tree_sitter/api.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct RustToken {
  enum class Kind { kName, kLiteral, kTree, kSign } kind = Kind::kSign;
  std::string text;  // of a tree: its opening bracket
  TSNode node{};
};

// The tokens directly in a token tree, without its brackets.
std::vector<RustToken> TokensOf(TSNode tree, std::string_view text);

// #[arg(long, env = "X", default_value = "d")]
struct RustAttribute {
  std::string library;  // "arg"; "envconfig" for the library of that name
  bool env = false;
  std::string name;      // "": derived from the field's
  std::string constant;  // if a constant gives the name
  std::optional<std::string> fallback;
};
RustAttribute ReadAttribute(TSNode item, std::string_view text);

}  // namespace flagcensus
