// The first bytes of a file ─→ whether an earlier `check` wrote it and --output may replace it.
//
//   "{\"schema\":2,\"tool\":{\"name\":\"flagcensus\","    json: replaced
//   "rule,severity,confidence,name,..."               csv: replaced
//   "# My notes"                                      an error instead
//
// Each format has its own function, beside its writer (`is_own`). Formats that contain the name of
// the program are recognised by it, the others by the shape of their first lines, which contain the
// name of a rule.
#pragma once

#include <string_view>

namespace flagcensus {

inline constexpr std::string_view kSeverityWords[] = {"error", "warning", "info"};

bool IsRuleName(std::string_view word);

// The name between `open` and the next `close`; "" if there is none.
std::string_view NameBetween(std::string_view text, std::string_view open, char close);

// The first line that is not empty.
std::string_view FirstLineOf(std::string_view head);

}  // namespace flagcensus
