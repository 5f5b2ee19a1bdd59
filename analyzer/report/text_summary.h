// The parts of the text report that tell of many findings at once.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/report/formats.h"

namespace flagcensus {

// The rules that `AppendHead` tells the remedy of.
using ToldRules = std::set<std::string, std::less<>>;

// Appends what matters most in at most five lines: how many findings, and the first rules with what
// to do about them. `loud`: in the order in which they are shown.
ToldRules AppendHead(const CheckReport& report, const std::vector<const Finding*>& loud,
                     const PrintOptions& options, std::string* out);

// Appends how many findings of which rule stand in which folder: the folders with most first, as
// many as a screen takes.
void AppendTable(const CheckReport& report, const std::vector<const Finding*>& loud,
                 const PrintOptions& options, std::string* out);

// Appends what was not looked at, a line for each reason; nothing where all was.
void AppendCoverage(const CheckReport& report, const PrintOptions& options, std::string* out);

// Appends the one line of a run that warns of nothing: the counts. `counted`: findings at severity
// info are not shown above it.
void AppendGreen(const CheckReport& report, bool counted, const PrintOptions& options,
                 std::string* out);

// Appends the counts of the run.
void AppendSummary(const CheckReport& report, const PrintOptions& options, std::string* out);

// One line a rule: how many findings it has, the most first.
std::string WriteStatistics(const CheckReport& report);

}  // namespace flagcensus
