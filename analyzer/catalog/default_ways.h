// The patterns by which a sentence states a default, each starting at the position of its words.
// Internal to defaults*.cc.
#pragma once

#include <cstddef>
#include <string_view>

#include "analyzer/catalog/defaults.h"
#include "analyzer/pages/prose.h"

namespace flagcensus {

// The value before "(default)" or "is the default" at `end`.
DefaultText DefaultFromMarker(const Prose& prose, size_t end, std::string_view name);
// "V by default": `by` is where "by" begins.
DefaultText DefaultFromBefore(const Prose& prose, size_t by, std::string_view name);
// "By default, ...": `behind` is what follows, `lead` whether the sentence begins with it.
DefaultText DefaultFromBehind(const Prose& prose, size_t behind, bool lead, std::string_view name);
// "default ...": the words that connect it with a value after it, from `at` on.
DefaultText DefaultFromConnected(const Prose& prose, size_t word_at, size_t at, bool verb,
                                 std::string_view name);
// "if unset, ...", "when not set, ..."
DefaultText DefaultFromUnset(const Prose& prose, std::string_view name);

}  // namespace flagcensus
