// A text with the variable that it is about as its label:
//
//   "Env name: `APP_DEPTH`. How deep it looks."  ─→  {APP_DEPTH, "How deep it looks."}
//   "APP_DEPTH: how deep it looks"               ─→  {APP_DEPTH, "how deep it looks"}
#pragma once

#include <optional>
#include <string_view>

namespace flagcensus {

struct LabelledText {
  std::string_view name;
  std::string_view text;
};

// nullopt if the text does not begin with a label. Without the words "environment variable" or
// others of `variable_labels` (queries/evidence/descriptions.toml), the name must be spelled like a
// variable's and be followed by a colon or a dash: "APP_DEPTH. It is ..." may be any sentence.
std::optional<LabelledText> ReadLabel(std::string_view text);

}  // namespace flagcensus
