// What a run cost ─→ the table of --stats, on standard error
//
// Each phase has its CPU time, of all threads, and its share of the whole. Time outside of all
// other phases counts for the last row, so the rows add up to what the process and its workers
// used.
//
//   phase                     CPU s      share
//   parsing Python             0.42     31.1 %
#include "analyzer/pipeline/stats.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <array>
#include <cstdio>
#include <numeric>
#include <string_view>

#include "analyzer/pipeline/print.h"

namespace flagcensus {
namespace {

constexpr std::array<std::string_view, kPhaseCount> kPhaseNames = {
    "walking the tree", "reading and searching",
    "parsing Python",   "evaluating Python",
    "C and C++",        "libclang",
    "consumption",      "pages",
    "other files",      "rules and the rest"};

constexpr double kMega = 1e6;

// The peak memory of this process, in megabytes.
double PeakMegabytes() {
  constexpr double kUnit = 1024;  // ru_maxrss is in KiB
  rusage used = {};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_maxrss) * kUnit / kMega;
}

std::string CountLine(std::string_view name, uint64_t count) {
  return fmt::format("{:<22}{:>9}\n", name, count);
}

std::string PhaseLine(std::string_view name, double seconds, double share) {
  return fmt::format("{:<22}{:>9.2f}{:>9.1f} %\n", name, seconds, share * 100);
}

// The counts of what was read, then the phases.
std::string TableOf(const RunCost& cost, const std::array<double, kPhaseCount>& seconds,
                    double all) {
  std::string out = CountLine("files found", cost.counts->found);
  out += CountLine("files read", cost.files_read());
  out += fmt::format("{:<22}{:>9.1f} MB\n", "bytes read",
                     static_cast<double>(cost.bytes_read()) / kMega);
  out += CountLine("files parsed", cost.counts->parsed);
  out += CountLine("accesses", cost.counts->accesses);
  if (cost.counts->steps > 0) {
    out += fmt::format("{:<22}{:>9} of {}\n", "steps from the cache", cost.counts->steps_held,
                       cost.counts->steps);
  }
  out += fmt::format("\n{:<22}{:>9}{:>11}\n", "phase", "CPU s", "share");
  for (size_t i = 0; i < kPhaseCount; ++i) {
    out += PhaseLine(kPhaseNames[i], seconds[i], all > 0 ? seconds[i] / all : 0);
  }
  return out + PhaseLine("all", all, 1);
}

}  // namespace

void CountRun(const std::vector<Workspace>& projects, const ProjectOptions& options) {
  if (options.cost == nullptr) return;
  RunCounts counts;
  for (const Workspace& one : projects) {
    counts.found += one.tree().files.size();
    counts.parsed += one.comparison().census.files_parsed;
    counts.accesses += one.comparison().census.accesses.size();
    const auto [asked, held] = one.steps();
    counts.steps += asked;
    counts.steps_held += held;
  }
  options.cost->counts = counts;
}

int PrintCached(const Answer& answer, const ProjectOptions& options) {
  if (options.cost != nullptr) options.cost->counts = RunCounts{.kept = true};
  return Print(answer);
}

// A run that ended early has no counts.
void PrintStats(const ProjectOptions& options) {
  if (options.cost == nullptr || !options.cost->counts) return;
  RunCost& cost = *options.cost;
  const std::array<double, kPhaseCount> seconds = cost.Seconds();
  const double all = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  std::string out = "\n";
  if (cost.counts->kept) {
    out += "the result was cached by an earlier run: no files were read\n\n";
    out += fmt::format("{:<22}{:>9.2f} s\n", "CPU time", all);
  } else {
    out += TableOf(cost, seconds, all) + "\n";
  }
  out += fmt::format("{:<22}{:>9.2f} s\n", "wall time", cost.WallSeconds());
  out += fmt::format("{:<22}{:>9.1f} MB\n", "peak memory", PeakMegabytes());
  std::fputs(out.c_str(), stderr);
}

}  // namespace flagcensus
