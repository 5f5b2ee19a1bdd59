// Where reports go: several forms at once, files written whole or not at all, on a warm run, too.
#include "analyzer/config/outputs.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "tests/run_program.h"
#include "tests/sarif_shape.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

struct OutputsProject : ScratchFolder {
  OutputsProject() {
    Write("app.py", "import os\nT = os.getenv('APP_TIMEOUT', '60')\nprint(T)\n");
    Write("environment.md",
          "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n"
          "| `APP_TIMEOUT` | `30` |\n| `APP_GONE` | `1` |\n");
  }
};

TEST(Outputs, AreTakenApart) {
  const std::vector<std::string> known = {"text", "json", "sarif"};
  const auto wrong = [&](const std::vector<std::string>& given, const std::string& output) {
    std::vector<Output> out;
    return TakeOutputs(given, output, known, out).value_or("");
  };
  std::vector<Output> out;
  EXPECT_FALSE(TakeOutputs({"sarif=a=b.sarif", "text"}, "", known, out));
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0].file, "a=b.sarif");
  EXPECT_EQ(out[1].file, "");
  out.clear();
  EXPECT_FALSE(TakeOutputs({}, "report.txt", known, out));
  EXPECT_EQ(out[0].format + out[0].file, "textreport.txt");
  out.clear();
  EXPECT_FALSE(TakeOutputs({"json=-"}, "-", known, out));
  EXPECT_EQ(out[0].file, "");
  EXPECT_EQ(wrong({"jsno"}, ""), "invalid value 'jsno' for --format (possible values: text, json, sarif); did you mean 'json'?");
  EXPECT_EQ(wrong({"json="}, ""), "--format json=: a file name is missing after '='");
  EXPECT_EQ(wrong({"json", "text"}, ""),
            "--format json and --format text both go to standard output: give one a file, --format "
            "text=FILE");
  EXPECT_EQ(wrong({"json=a"}, "b"), "--output b: each --format already has its own file");
  EXPECT_EQ(wrong({"json=a", "text=a"}, ""), "two formats go to a: give each its own file");
}

TEST(Outputs, SeveralFormsAtOnceAreNeverMixed) {
  const OutputsProject project;
  const Outcome text = RunProgram(project.path(), "check");
  const Outcome run = RunProgram(
      project.path(), "check --format sarif=out/r.sarif --format text --format json=r.json");
  EXPECT_EQ(run.status, 2) << "there is no folder out";
  EXPECT_NE(run.err.find("out/r.sarif: cannot be written: no such file"), std::string::npos)
      << run.err;
  EXPECT_EQ(run.out, text.out);
  fs::remove(project / "r.json");
  fs::create_directory(project / "out");
  const Outcome good = RunProgram(
      project.path(), "check --format sarif=out/r.sarif --format text --format json=r.json");
  EXPECT_EQ(good.status, 1) << good.err;
  EXPECT_EQ(good.out, text.out) << "what a run writes is none of its input";
  const auto sarif = nlohmann::json::parse(ReadText(project / "out/r.sarif"));
  EXPECT_EQ(ShapeErrors(sarif), std::vector<std::string>());
  EXPECT_EQ(sarif["runs"][0]["results"].size(), 2U);
  EXPECT_EQ(nlohmann::json::parse(ReadText(project / "r.json"))["findings"].size(), 2U);
  // Machine forms alone on standard output; the rest on the other.
  for (const char* format : {"json", "jsonl", "sarif", "gitlab"}) {
    const Outcome machine = RunProgram(
        project.path(), std::string("check --exclude '/r.json' --exclude /out --format ") + format);
    for (std::istringstream lines(machine.out); lines.peek() != EOF;) {
      std::string line;
      std::getline(lines, line);
      EXPECT_TRUE(nlohmann::json::accept(line)) << format << line;
    }
  }
}

TEST(Outputs, AreWholeOrNotThere) {
  const OutputsProject project;
  // Standard output is a device that is full: what is redirected there fails as it should.
  if (fs::exists("/dev/full")) {
    const Outcome full =
        RunProgram(project.path(), "check --format json --output /dev/fd/3 3>/dev/full");
    EXPECT_EQ(full.status, 2);
    EXPECT_NE(full.err.find("/dev/fd/3: cannot be written: no space left"), std::string::npos);
  }
  // A file that is there keeps its permissions; no other is left behind.
  const std::string report =
      project.Write("kept/r.csv", "rule,severity,confidence,name,file,line,column,message,old\n");
  ASSERT_EQ(chmod(report.c_str(), 0640), 0);
  EXPECT_EQ(RunProgram(project.path(), "check --format csv --output kept/r.csv").status, 1);
  EXPECT_TRUE(ReadText(report).starts_with("rule,severity,"));
  struct stat status = {};
  ASSERT_EQ(stat(report.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640U);
  EXPECT_EQ(std::distance(fs::directory_iterator(project / "kept"), fs::directory_iterator()), 1);
}

TEST(Outputs, ABrokenPipeIsNoError) {
  const OutputsProject project;
  for (int i = 0; i < 900; ++i) {
    project.Write("more" + std::to_string(i) + ".py",
                  "import os\nprint(os.environ['APP_MORE_" + std::to_string(i) + "'])\n");
  }
  const std::string command = "bash -c \"set -o pipefail; cd '" + project.path() + "' && '" +
                              kBinary + "' check --no-cache --all 2>err | head -c 10 >/dev/null\"";
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1) << "findings, and no error";
  EXPECT_EQ(ReadText(project / "err").find("written"), std::string::npos);
}

TEST(Outputs, AreWrittenOnAWarmRunToo) {
  const OutputsProject project;
  const ScratchFolder cache, reports;
  const std::string report = reports / "r.sarif";
  const std::string command = "check --no-clang --cache-settle 0 --cache " + cache.path() +
                              " --format text --format sarif=" + report;
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  const Outcome cold = RunProgram(project.path(), command);
  const std::string first = ReadText(report);
  ASSERT_FALSE(first.empty()) << cold.err;
  ASSERT_FALSE(fs::is_empty(cache.path())) << "the answer is kept";
  fs::remove(report);
  const Outcome warm = RunProgram(project.path(), command);
  EXPECT_EQ(warm.status, cold.status);
  EXPECT_EQ(warm.out, cold.out);
  EXPECT_EQ(ReadText(report), first);
  // What holds it already is left as it is, so that a report in the tree changes no folder.
  const auto written = fs::last_write_time(report);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  RunProgram(project.path(), command);
  EXPECT_EQ(fs::last_write_time(report), written);
}

}  // namespace
}  // namespace flagcensus
