// What --stats tells: the phases are all of the CPU time, each has what is done in it, and the
// result is what it is without.
#include <gtest/gtest.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <sstream>
#include <string>

#include "analyzer/base/parallel.h"
#include "analyzer/base/run_cost.h"
#include "tests/cache_project.h"

namespace flagcensus {
namespace {

double ClockSeconds(clockid_t clock) {
  timespec now = {};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// Spends that much CPU time on this thread.
void Burn(double seconds) {
  const double end = ClockSeconds(CLOCK_THREAD_CPUTIME_ID) + seconds;
  while (ClockSeconds(CLOCK_THREAD_CPUTIME_ID) < end) {
  }
}

double SecondsOf(RunCost& cost, Phase phase) { return cost.Seconds()[static_cast<size_t>(phase)]; }

TEST(RunCost, APhaseHasWhatAllThreadsDoInIt) {
  RunCost cost;
  {
    const PhaseScope outer(&cost, Phase::kEvaluate);
    Burn(0.05);
    {
      const PhaseScope inner(&cost, Phase::kSearch);
      ParallelFor(4, 2, [&](size_t, unsigned) {
        Burn(0.02);
        const PhasePart part(&cost, Phase::kParse);
        Burn(0.03);
      });
    }
    Burn(0.05);
  }
  EXPECT_NEAR(SecondsOf(cost, Phase::kEvaluate), 0.10, 0.02);
  EXPECT_NEAR(SecondsOf(cost, Phase::kSearch), 0.08, 0.02);
  EXPECT_NEAR(SecondsOf(cost, Phase::kParse), 0.12, 0.02);
  EXPECT_EQ(SecondsOf(cost, Phase::kWalk), 0);
  double all = 0;
  for (const double seconds : cost.Seconds()) all += seconds;
  EXPECT_NEAR(all, ClockSeconds(CLOCK_PROCESS_CPUTIME_ID), 0.01);
}

// The rows of the table: "parsing Python" → its numbers.
std::map<std::string, std::vector<double>> RowsOf(const std::string& text) {
  std::map<std::string, std::vector<double>> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const size_t end = line.find("  ");
    if (end == std::string::npos) continue;
    std::istringstream numbers(line.substr(end));
    std::vector<double>& row = out[line.substr(0, end)];
    for (double number; numbers >> number;) row.push_back(number);
  }
  return out;
}

constexpr const char* kPhases[] = {"walking the tree", "reading and searching",
                                   "parsing Python",   "evaluating Python",
                                   "C and C++",        "libclang",
                                   "consumption",      "pages",
                                   "other files",      "rules and the rest"};

// Rows of a run that told them.
std::map<std::string, std::vector<double>> StatsOf(const Outcome& run) {
  auto rows = RowsOf(run.err);
  for (const char* name : kPhases) {
    EXPECT_EQ(rows[name].size(), 2U) << name << run.err;
    rows[name].resize(2);
  }
  rows["all"].resize(2);
  return rows;
}

TEST(Stats, ChangeNoByteOfTheResult) {
  const SampleProject project;
  for (const char* command : {"scan --format jsonl", "scan", "check --format json", "check",
                              "check --diff", "check --fail-on none"}) {
    const Outcome plain = project.Cold(command);
    const Outcome stated = project.Cold(std::string(command) + " --stats");
    EXPECT_EQ(stated.out, plain.out) << command;
    EXPECT_EQ(stated.status, plain.status) << command;
    EXPECT_TRUE(stated.err.starts_with(plain.err + "\nfiles found")) << command << stated.err;
  }
}

TEST(Stats, SharesAreAllOfTheTime) {
  const SampleProject project;
  for (const char* command : {"scan --stats", "check --stats"}) {
    auto rows = StatsOf(project.Cold(command));
    double seconds = 0;
    double share = 0;
    for (const char* name : kPhases) {
      EXPECT_GE(rows[name][0], 0) << name;
      seconds += rows[name][0];
      share += rows[name][1];
    }
    EXPECT_NEAR(share, 100, 1) << command;
    EXPECT_NEAR(seconds, rows["all"][0], 0.06) << command;
    EXPECT_EQ(rows["all"][1], 100) << command;
    EXPECT_GT(rows["all"][0], 0) << command;
    EXPECT_GT(rows["peak memory"].at(0), 1) << command;
  }
}

TEST(Stats, CountWhatWasFoundAndRead) {
  SampleProject project;
  auto rows = StatsOf(project.Cold("scan --stats --format jsonl"));
  const std::string out = project.Cold("scan --format jsonl").out;
  EXPECT_EQ(rows["accesses"].at(0), std::count(out.begin(), out.end(), '\n'));
  const double found = rows["files found"].at(0);
  const double read = rows["files read"].at(0);
  const double bytes = rows["bytes read"].at(0);
  const double parsed = rows["files parsed"].at(0);
  EXPECT_EQ(found, 6);  // all but that of the hidden folder
  EXPECT_GE(read, parsed);
  project.Write("app/large.py",
                "import os\nX = os.environ['APP_X']\n# " + std::string(1 << 20, 'x'));
  rows = StatsOf(project.Cold("scan --stats --format jsonl"));
  EXPECT_EQ(rows["files found"].at(0), found + 1);
  EXPECT_GE(rows["files read"].at(0), read + 1);
  EXPECT_GE(rows["bytes read"].at(0), bytes + 1.0);
  EXPECT_EQ(rows["files parsed"].at(0), parsed + 1);
}

// A tree of one file, whose text is that often there.
Outcome RunOver(const std::string& name, const std::string& text, int times,
                const std::string& command) {
  SampleProject project;
  fs::remove_all(project.tree);
  std::string whole;
  for (int i = 0; i < times; ++i) whole += text;
  project.Write(name, whole);
  return RunProgram(project.tree, command + " --no-cache --stats");
}

TEST(Stats, APhaseHasWhatIsDoneInIt) {
  auto rows = StatsOf(
      RunOver("a.py", "import os\nX = int(os.environ.get('APP_X', f(1, [2])))\n", 5000, "scan"));
  EXPECT_GT(rows["parsing Python"][1], 0);
  EXPECT_GT(rows["evaluating Python"][1], 0);
  // Asking the clock takes some time of a busy machine.
  for (const char* name : {"C and C++", "libclang", "consumption", "pages", "other files"}) {
    EXPECT_LT(rows[name][1], 1) << name;
  }
  rows = StatsOf(RunOver("a.c", "void f(void) { char *x = getenv(\"APP_X\"); g(x, 1, 2); }\n", 5000,
                         "scan --no-clang"));
  EXPECT_GT(rows["C and C++"][1], 0);
  for (const char* name : {"parsing Python", "libclang", "consumption", "pages", "other files"}) {
    EXPECT_LT(rows[name][1], 1) << name;
  }
  rows = StatsOf(RunOver("a.md", "# Environment variables\n\n- `APP_X`: the first, default `1`.\n",
                         3000, "check"));
  EXPECT_GT(rows["pages"][1], 0);
}

TEST(Stats, LibclangHasTheTimeOfItsProcesses) {
  SampleProject project;
  fs::remove_all(project.tree);
  project.Write("a.c",
                "#include <stdlib.h>\nint f(void) { char *e = getenv(\"APP_X\");\n"
                "  return e ? atoi(e) : (int)sizeof(char[7]); }\n");
  const auto phase = [&](const std::string& command) {
    return StatsOf(RunProgram(project.tree, command + " --no-cache --stats"))["libclang"][1];
  };
  const double searching = phase("scan");  // no database, no process
  project.Write("compile_commands.json",
                R"([{"directory": ".", "arguments": ["cc", "-c", "a.c"], "file": "a.c"}])");
  EXPECT_GT(phase("scan"), 4 * searching);
  EXPECT_LT(phase("scan --no-clang"), 1);
}

constexpr const char* kScanLines = "scan --format jsonl";

TEST(Stats, AreToldOfAKeptAnswer) {
  const SampleProject project;
  const std::string file = KeepOne(project, kScanLines);
  ASSERT_FALSE(file.empty());
  const Outcome cold = project.Cold(kScanLines);
  const Outcome kept = project.Warm(std::string(kScanLines) + " --stats");
  EXPECT_EQ(kept.out, cold.out);
  EXPECT_NE(kept.err.find("the result was cached by an earlier run"), std::string::npos)
      << kept.err;
  EXPECT_EQ(kept.err.find("files found"), std::string::npos) << kept.err;
  EXPECT_EQ(AnswersIn(project.cache).size(), 1U) << "one answer with and without";
  EXPECT_EQ(project.Cold(std::string(kScanLines) + " --stats").err.find("was kept"),
            std::string::npos);
}

TEST(Stats, KeepTheAnswerForARunWithout) {
  const SampleProject project;
  const std::string file = KeepOne(project, std::string(kScanLines) + " --stats");
  ASSERT_FALSE(file.empty());
  Put(file, Lie(file));
  const Outcome kept = project.Warm(kScanLines);
  EXPECT_EQ(kept.out, "a lie\n");
  EXPECT_EQ(kept.err, "");
}

// Behind "--" it is a folder, whose answer is another.
TEST(Stats, AreNoOptionBehindTheOptions) {
  const SampleProject project;
  project.Write("--stats/own.py", "import os\nX = os.environ['APP_OWN']\n");
  const std::string command =
      "scan --format jsonl --no-clang --cache-settle 0 --cache " + project.cache + " --";
  NextTick();
  const Outcome whole = RunProgram(project.tree, command);
  const Outcome own = RunProgram(project.tree, command + " --stats");
  EXPECT_NE(whole.out, own.out);
  EXPECT_EQ(std::count(own.out.begin(), own.out.end(), '\n'), 1) << own.out;
  EXPECT_EQ(own.err, "");
}

TEST(Stats, AreOfScanAndCheckAlone) {
  const SampleProject project;
  for (const char* command : {"docs --stats", "explain --stats", "baseline --stats", "init --stats",
                              "catalog --stats docs/environment.md", "audit --stats .",
                              "diff --stats HEAD", "check --stats --show-config"}) {
    const Outcome run = RunProgram(project.tree, command);
    EXPECT_EQ(run.status, 2) << command;
    EXPECT_NE(run.err.find("--stats"), std::string::npos) << command << run.err;
    EXPECT_EQ(run.out, "") << command;
  }
}

TEST(Stats, AreNotToldWhereThereIsNoAnswer) {
  const SampleProject project;
  const Outcome run = project.Cold("check --stats --catalog nowhere.md");
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err.find("phase"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace flagcensus
