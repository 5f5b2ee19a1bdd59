// Two texts → a unified diff.
//
//   UnifiedDiff("env.md", "a\n", "b\n")  ─→  "--- env.md\n+++ env.md\n@@ -1,1 +1,1 @@\n-a\n+b\n"
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// The unified diff from `old_text` to `new_text`, with three lines of context; "" if they are
// equal. A last line without a newline is marked as by diff(1).
std::string UnifiedDiff(const std::string& file, std::string_view old_text,
                        std::string_view new_text);

}  // namespace flagcensus
