// Results ─→ standard output; remarks for the user ─→ standard error; the exit status.
//
// Everything printed is escaped (it contains nothing that controls a terminal), masked (no
// credentials), and broken up if a CI system would run it as a command:
//
//   a default "\x1b[2Jx"      ─→ \x1b[2Jx, as visible characters
//   "::set-output name=x::"   ─→ \x3a:set-output name=x::
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/cache/answer.h"
#include "analyzer/config/output_options.h"
#include "analyzer/config/project_options.h"
#include "analyzer/model/coverage.h"
#include "analyzer/model/finding.h"
#include "analyzer/report/formats.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Exit statuses.
inline constexpr int kSuccess = 0;
inline constexpr int kFindings = 1;
inline constexpr int kFailed = 2;

// A diagnostic for a skipped project. It makes the exit status 2.
inline constexpr const char* kProjectFailed = "project-failed";

// Prints the reason to standard error; returns kFailed.
int Fail(const std::string& message);
// Prints one line for the user to standard error.
void ReportUser(const std::string& message);
// Prints a text without credentials; returns the exit status.
int PrintText(const std::string& text);
// Writes all of `output` to standard output; returns `status` on success.
int WriteOutput(const std::string& output, int status);
// The same, unescaped, because a program must read it back: the caller ensures that it contains
// nothing that controls a terminal.
int WritePatch(const std::string& patch, int status);
// `output` as WriteOutput prints it.
std::string Printable(const std::string& output);

// Where lines for the user go: to standard error, or into an answer.
using MessageSink = std::function<void(const std::string&)>;
MessageSink SinkInto(Answer& answer);

// Each item is one line; nothing is printed if there is nothing to report.
void PrintDiagnostics(const std::vector<Diagnostic>& diagnostics,
                      const MessageSink& sink = ReportUser);
void PrintCoverage(const Coverage& coverage, const MessageSink& sink = ReportUser);
// With --verbose: the skipped files.
void PrintSkipped(const Tree& tree, const ProjectOptions& options,
                  const MessageSink& sink = ReportUser);

// All of both, sorted, without duplicates.
std::vector<Diagnostic> MergeDiagnostics(std::vector<Diagnostic> all,
                                         const std::vector<Diagnostic>& more);
// `status`, or kFailed if the user named a file that could not be read, a project was skipped, or
// with --strict if anything was not read or compared. `pages_named`: unreadable pages were named.
int StatusOf(const std::vector<Diagnostic>& diagnostics, int status, const ProjectOptions& options,
             const Coverage& coverage = {}, bool pages_named = false);
// Prevents caching if another run of the same files might get further: a limit was reached, a
// compiler failed, or memory ran out.
void DoubtPassing(const std::vector<Diagnostic>& diagnostics, const ProjectOptions& options);

PrintOptions PrintOptionsOf(const OutputOptions& output, const ProjectOptions& project);
// Reads the lines that a report quotes.
LineReader MakeLineReader(const ProjectOptions& options);

// Prints the answer and writes its files; returns the exit status.
int Print(const Answer& answer);
// Also stores it in the cache for the next run, if there is one and nothing prevents it.
int PrintAndCache(const Answer& answer, const std::optional<Cache>& cache,
                  const ProjectOptions& options, const RunBudget& budget);

}  // namespace flagcensus
