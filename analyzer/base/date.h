// Dates in ISO 8601 format: "2027-01-31". Baselines and accepted risks expire on one.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// Whether `text` is a valid date such as "2027-01-31" (ISO 8601); 30 February is not.
bool IsDate(std::string_view text);
// Whether the date `until` is in the past; the day itself is not. `today`: in the same format.
bool IsPast(std::string_view until, std::string_view today);
// Today's date in that format, by the system clock, in UTC.
std::string Today();

}  // namespace flagcensus
