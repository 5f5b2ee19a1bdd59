// One finding as a block of text: the message, and both sides with their source lines.
#pragma once

#include <string>
#include <vector>

#include "analyzer/report/formats.h"

namespace flagcensus {

// The message for display: control characters escaped, credentials masked. `whole`: followed by the
// remedy.
std::string ShownMessage(const Finding& finding, bool whole);

// `place` as shown, a hyperlink to the file if the terminal supports them.
std::string ShownPlace(const Place& place, const PrintOptions& options);

// `text` with line breaks at blanks, so no line is wider than `width` columns (0: unchanged).
// Continuation lines are indented by `indent` columns. A word that is wider is not broken.
std::string WrapText(std::string_view text, int width, int indent);

// Appends the block of `finding` and an empty line. It shows one place of each side, or all if
// `options.verbose`, then the findings that it explains. `whole`: with its own remedy.
void AppendFinding(const Finding& finding, const std::vector<const Finding*>& explained, bool whole,
                   const PrintOptions& options, std::string* out);

// Appends one line for a finding at severity info.
void AppendLine(const Finding& finding, const PrintOptions& options, std::string* out);

}  // namespace flagcensus
