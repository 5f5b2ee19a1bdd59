// What the forms for other programs share: a finding's first place, its text, what words of its
// severity others have.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/report/excerpt.h"
#include "analyzer/report/formats.h"

namespace flagcensus {

// The whole message, credentials masked, without control characters, valid UTF-8.
std::string ShownMessage(const Finding& finding);
// A text about the variable `name`, likewise.
std::string ShownText(std::string_view text, std::string_view name);
// A path, likewise.
std::string ShownFile(std::string_view path);
// The variable, or all of several with spaces between.
std::string ShownNames(const Finding& finding);

// Where the place lies on its line, which is read for that.
Extent ExtentAt(const Place& place, const Finding& finding, const PrintOptions& options);

// "14 warnings, 4 info"; "" for no finding.
std::string CountBySeverity(const std::vector<Finding>& findings);

}  // namespace flagcensus
