// One finding as a block of text: the message, and both sides with their lines.
#pragma once

#include <string>
#include <vector>

#include "analyzer/report/formats.h"

namespace flagcensus {

// The message as it may be shown: control characters escaped, credentials masked. `whole`: with the
// remedy behind it.
std::string ShownMessage(const Finding& finding, bool whole);

// `place` as it is shown, a hyperlink to the file where the terminal takes them.
std::string ShownPlace(const Place& place, const PrintOptions& options);

// `text` with its lines broken at blanks so that none is wider than `width` columns (0: as it is);
// what does not fit goes on below, `indent` columns in. A word wider than that stays whole.
std::string WrapText(std::string_view text, int width, int indent);

// Appends the block of `finding` and an empty line: one place of each side, or all where
// `options.verbose`; then what it explains. `whole`: with its own remedy.
void AppendFinding(const Finding& finding, const std::vector<const Finding*>& explained, bool whole,
                   const PrintOptions& options, std::string* out);

// Appends one line for a finding at severity info.
void AppendLine(const Finding& finding, const PrintOptions& options, std::string* out);

}  // namespace flagcensus
