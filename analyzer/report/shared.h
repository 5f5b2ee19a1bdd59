// Shared parts of the formats for other programs: a finding's first place, its text, and the counts
// of severities.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/report/excerpt.h"
#include "analyzer/report/formats.h"

namespace flagcensus {

// The whole message, credentials masked, without control characters, valid UTF-8.
std::string ShownMessage(const Finding& finding);
// A text about the variable `name`, in the same form.
std::string ShownText(std::string_view text, std::string_view name);
// A path, in the same form.
std::string ShownFile(std::string_view path);
// The variable, or several separated by spaces.
std::string ShownNames(const Finding& finding);

// The extent of the place on its line. Reads the line.
Extent ExtentAt(const Place& place, const Finding& finding, const PrintOptions& options);

// "14 warnings, 4 info"; "" for no finding.
std::string CountBySeverity(const std::vector<Finding>& findings);

}  // namespace flagcensus
