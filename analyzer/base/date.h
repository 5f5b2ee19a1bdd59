// Days as ISO 8601 writes them: "2027-01-31".
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// Whether `text` is a day as "2027-01-31" tells it (ISO 8601); 30 February is none.
bool IsDate(std::string_view text);
// Whether the day `until` is over. `today` in the same form.
bool IsOver(std::string_view until, std::string_view today);
// Today in that form, by the clock of the machine, in UTC.
std::string Today();

}  // namespace flagcensus
