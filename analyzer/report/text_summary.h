// The parts of the text report about many findings at once.
//
//   14 warnings, 4 info; the code accesses 23 variables; the documentation has 12 entries
//      10 undocumented: add an entry for it ...
//       4 default-mismatch: correct the page ...
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/report/formats.h"

namespace flagcensus {

// The rules with a remedy that `AppendHead` printed.
using ReportedRules = std::set<std::string, std::less<>>;

// Appends a summary of at most five lines: the number of findings, and the first rules with their
// remedies. `loud`: in display order.
ReportedRules AppendHead(const CheckReport& report, const std::vector<const Finding*>& loud,
                         const PrintOptions& options, std::string* out);

// Appends a table of the number of findings by rule and folder: the folders with most findings
// first, as many as fit on a screen.
void AppendTable(const CheckReport& report, const std::vector<const Finding*>& loud,
                 const PrintOptions& options, std::string* out);

// Appends what was not read, one line for each reason; nothing if everything was read.
void AppendCoverage(const CheckReport& report, const PrintOptions& options, std::string* out);

// Appends the single line of a run without warnings: the counts. `counted`: findings at severity
// info are not shown above it.
void AppendGreen(const CheckReport& report, bool counted, const PrintOptions& options,
                 std::string* out);

// Appends the counts of the run.
void AppendSummary(const CheckReport& report, const PrintOptions& options, std::string* out);

// One line per rule: its number of findings, in descending order.
std::string WriteStatistics(const CheckReport& report);

}  // namespace flagcensus
