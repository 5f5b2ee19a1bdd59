// results ─→ standard output; remarks for the user ─→ standard error; exit status
//
//   "a.py:3: syntax error" as a diagnostic  ─→  standard error: "flagcensus: a.py:3: syntax error"
//   a report that contains "##[error]"      ─→  its second '#' as "\x23"
//
// Systems that run the program interpret some lines of its output as commands. File names and texts
// of the checked project are printed, so they must not be able to contain one.
#include "analyzer/pipeline/print.h"

#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>

#include "analyzer/base/system_message.h"
#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/review/coverage.h"
#include "analyzer/tree/output_file.h"

namespace flagcensus {
namespace {

// Replaces the second '#' of a command that is broken up.
constexpr std::string_view kHash = "\\x23";

// A line for the user in the form in which it is printed.
std::string LineFor(const std::string& message) {
  const std::string line = EscapeControl(MaskSecrets(message, {}));
  return "flagcensus: " + BreakCommands(line, kHash) + "\n";
}

// Writes all of `output`; the exit status that results.
int WriteBytes(const std::string& text, int status) {
  std::signal(SIGPIPE, SIG_IGN);  // the write error reports it; nothing is written after this
  const size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
  if (written == text.size() && std::fflush(stdout) == 0) return status;
  // The reader has closed the pipe, as `head` does: not an error.
  if (errno == EPIPE) return status;
  return Fail("the output cannot be written: " + SystemMessage(errno));
}

// {a.py, 3, 0} ─→ "a.py:3: message"; a line or column of 0 is unknown.
std::string Line(const Diagnostic& diagnostic) {
  std::string place = diagnostic.place.file;
  if (diagnostic.place.line > 0) place += ":" + std::to_string(diagnostic.place.line);
  if (diagnostic.place.column > 0) place += ":" + std::to_string(diagnostic.place.column);
  return place + ": " + diagnostic.message;
}

// Whether the run's limits may have truncated the answer: another run might get further.
// A stored answer of such a run would be repeated although the next run could be complete.
bool WasLimited(const RunBudget& budget, const ProjectOptions& options) {
  constexpr uint64_t kUnit = 1024;  // ru_maxrss is in KiB
  rusage used = {};
  getrusage(RUSAGE_SELF, &used);
  return !budget.RefusalReason().empty() ||
         static_cast<uint64_t>(used.ru_maxrss) * kUnit > options.limits.memory;
}

}  // namespace

int Fail(const std::string& message) {
  ReportUser(message);
  return kFailed;
}

void ReportUser(const std::string& message) { std::fputs(LineFor(message).c_str(), stderr); }

// For a short message, such as what `baseline` wrote. A report masks its own values.
int PrintText(const std::string& text) { return WriteOutput(MaskSecrets(text, {}), kSuccess); }

int WriteOutput(const std::string& output, int status) {
  return WriteBytes(Printable(output), status);
}

// Unchanged, unlike other output: `git apply` must get the bytes of the files.
int WritePatch(const std::string& patch, int status) { return WriteBytes(patch, status); }

std::string Printable(const std::string& output) {
  return BreakCommands(output, kHash);  // the writers of JSON have escaped theirs already
}

MessageSink SinkInto(Answer& answer) {
  return [&answer](const std::string& message) { answer.err += LineFor(message); };
}

void PrintDiagnostics(const std::vector<Diagnostic>& diagnostics, const MessageSink& sink) {
  for (const Diagnostic& diagnostic : diagnostics) sink(Line(diagnostic));
}

void PrintCoverage(const Coverage& coverage, const MessageSink& sink) {
  for (const std::string& note : DescribeCoverage(coverage)) sink(note);
}

void PrintSkipped(const Tree& tree, const ProjectOptions& options, const MessageSink& sink) {
  if (!options.messages.verbose) return;
  for (const SkippedPath& skipped : tree.skipped) {
    sink("skipped " + skipped.path + ": " + skipped.reason);
  }
  if (tree.ignored_unasked) {
    sink(
        "some files that .gitignore matches were skipped; without a git index it is not known "
        "whether they are committed (--no-ignore reads them)");
  }
}

// Sorted and without duplicates: several steps may report the same unreadable file.
std::vector<Diagnostic> MergeDiagnostics(std::vector<Diagnostic> all,
                                         const std::vector<Diagnostic>& more) {
  all.insert(all.end(), more.begin(), more.end());
  std::sort(all.begin(), all.end(), DiagnosticLess);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

int StatusOf(const std::vector<Diagnostic>& diagnostics, int status, const ProjectOptions& options,
             const Coverage& coverage, bool pages_named) {
  // Strict: not all was read, so success would mean nothing.
  // Otherwise only inputs that the user named must be readable. Others are often broken on purpose,
  // such as test data.
  if (options.messages.strict && coverage.IsPartial()) return kFailed;
  for (const Diagnostic& diagnostic : diagnostics) {
    const bool named =
        diagnostic.kind == "missing-path" || (diagnostic.kind == "unreadable-page" && pages_named);
    if (named || options.messages.strict || diagnostic.kind == kProjectFailed) return kFailed;
  }
  return status;
}

void DoubtPassing(const std::vector<Diagnostic>& diagnostics, const ProjectOptions& options) {
  // These may end differently without a change of any file.
  const bool passing =
      std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.kind == "run-limit" || diagnostic.kind == kProjectFailed ||
               diagnostic.kind == "no-libclang" || diagnostic.kind == "compiler-failed" ||
               diagnostic.message.ends_with(kNoMemory);
      });
  if (passing && options.dependencies) options.dependencies->Doubt();
}

PrintOptions PrintOptionsOf(const OutputOptions& output, const ProjectOptions& project) {
  PrintOptions out;
  out.colour = output.colour;
  out.verbose = project.messages.verbose;
  out.width = output.width;
  out.group_by = output.group_by;
  out.all = output.all;
  out.statistics = output.statistics;
  out.quiet = output.quiet;
  if (output.links) out.link_root = AbsolutePath(project.root);
  out.mentions = output.mentions;
  return out;
}

int Print(const Answer& answer) {
  std::fputs(answer.err.c_str(), stderr);
  int status = answer.status;
  std::signal(SIGPIPE, SIG_IGN);  // the write error reports it
  for (const AnswerFile& file : answer.files) {
    if (const auto why = WriteOutputFile(file.path, file.text, IsOwnReport)) {
      status = Fail(file.path + ": cannot be written: " + *why);
    }
  }
  return WriteBytes(answer.out, status);
}

int PrintAndCache(const Answer& answer, const std::optional<Cache>& cache,
                  const ProjectOptions& options, const RunBudget& budget) {
  const int status = Print(answer);
  // Only a complete answer is stored: it was printed without an error, and no limit was near.
  if (cache && options.dependencies && status == answer.status && !WasLimited(budget, options)) {
    KeepAnswer(*cache, answer, *options.dependencies);
  }
  return status;
}

}  // namespace flagcensus
