// Two texts → a unified diff.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// What turns `old_text` into `new_text`, with three lines around each change; "" where they are
// equal. A last line without its end is told as diff(1) does.
std::string UnifiedDiff(const std::string& file, std::string_view old_text,
                        std::string_view new_text);

}  // namespace flagcensus
