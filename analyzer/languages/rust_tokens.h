// What the grammar leaves as tokens: a macro's arguments, and an attribute's.
#pragma once

#include <tree_sitter/api.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct RustToken {
  enum class Kind { kName, kLiteral, kTree, kSign } kind = Kind::kSign;
  std::string text;  // of a tree: the bracket that opens it
  TSNode node{};
};

// Those directly in a token tree, without its brackets.
std::vector<RustToken> TokensOf(TSNode tree, std::string_view text);

// #[arg(long, env = "X", default_value = "d")]
struct RustAttribute {
  std::string library;  // "arg"; of envconfig "envconfig"
  bool env = false;
  std::string name;      // "": made of the field's
  std::string constant;  // where a constant stands for the name
  std::optional<std::string> fallback;
};
RustAttribute ReadAttribute(TSNode item, std::string_view text);

}  // namespace flagcensus
