// Several projects in one run: what one of them does to itself, by an error, an exception or a
// signal, is reported at its folder and ends no other.
#include "analyzer/pipeline/isolate.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <new>
#include <vector>

#include "analyzer/base/abort.h"
#include "analyzer/base/text.h"
#include "tests/run_program.h"

namespace flagcensus {
namespace {

std::vector<Workspace> Named(const std::vector<std::string>& folders) {
  std::vector<Workspace> out;
  for (const std::string& folder : folders) {
    ProjectOptions options;
    options.paths = {folder};
    out.emplace_back(std::move(options), Config(), Tree());
  }
  return out;
}

std::string Lines(const std::vector<Diagnostic>& failed) {
  std::string out;
  for (const Diagnostic& one : failed) {
    out += one.place.file + ": " + one.message + " [" + one.kind + "]\n";
  }
  return out;
}

// Fails as an index out of bounds does in a release: the standard library prints it and aborts.
void FailAssertion() {
#ifdef _GLIBCXX_ASSERTIONS
  const std::vector<int> none;
  static volatile size_t index = 0;
  static volatile int read = none[index];
  static_cast<void>(read);
#endif
  std::abort();
}

// What each of the projects does when it is examined.
std::optional<Error> Fail(const Workspace& project) {
  const std::string& folder = project.folder();
  if (folder == "error") return Error{"its baseline is none"};
  if (folder == "memory") throw std::bad_alloc();
  if (folder == "crash") raise(SIGKILL);
  if (folder == "assertion") FailAssertion();
  return std::nullopt;
}

TEST(Isolate, AnErrorAndAnExceptionAreOfTheirProjectAlone) {
  std::vector<Workspace> projects = Named({"a", "error", "b", "memory", "c"});
  std::vector<Diagnostic> failed;
  EXPECT_EQ(ExamineEach(projects, Fail, failed), std::nullopt);
  EXPECT_EQ(Lines(failed).find("error/: was skipped: its baseline is none [project-failed]\n"
                               "memory/: was skipped: out of memory; "),
            0U)
      << Lines(failed);
  ASSERT_EQ(projects.size(), 3U);
  EXPECT_EQ(projects[2].folder(), "c");
}

TEST(Isolate, WhereNoneIsLeftItSaysWhy) {
  std::vector<Workspace> projects = Named({"error", "memory"});
  std::vector<Diagnostic> failed;
  const std::string why = ExamineEach(projects, Fail, failed).value_or("");
  EXPECT_NE(why.find("error/: was skipped: its baseline is none; memory/: was skipped: "
                     "out of memory; "),
            std::string::npos)
      << why;
  std::vector<Workspace> single = Named({"error"});
  failed.clear();
  EXPECT_EQ(ExamineEach(single, Fail, failed), "its baseline is none");
}

// `rest` as main has it, with what it reports written to a file: it runs in another process.
struct Ended {
  int status = 0;
  std::string said;
};

Ended RunAll(std::vector<Workspace> projects, std::vector<Diagnostic> broken) {
  const ScratchFolder folder;
  const std::string file = folder.Write("said", "");
  const auto rest = [&](std::vector<Workspace>& left, std::vector<Diagnostic> failed) {
    if (ExamineEach(left, Fail, failed)) return 2;
    std::string text = Lines(failed);
    for (const Workspace& one : left) text += one.folder() + "\n";
    folder.Write("said", text);
    return failed.empty() ? 0 : 2;
  };
  Ended out;
  out.status = RunIsolated(projects, std::move(broken), Fail, rest);
  std::ifstream said(file);
  out.said.assign(std::istreambuf_iterator<char>(said), {});
  return out;
}

TEST(Isolate, ASignalEndsOneProjectAndNoOther) {
  const Ended run =
      RunAll(Named({"a", "crash", "error", "b"}), {ProjectFailed("old", "it is broken")});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.said,
            "old/: was skipped: it is broken [project-failed]\n"
            "crash/: was skipped: its process ended: signal 9 (Killed) [project-failed]\n"
            "error/: was skipped: its baseline is none [project-failed]\n"
            "a\nb\n");
}

TEST(Isolate, AnAssertionEndsOneProjectAndNoOther) {
  InstallAbortHandler();  // as main does
  const Ended run = RunAll(Named({"a", "assertion", "b"}), {});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.said,
            "assertion/: was skipped: its process ended: signal 6 (Aborted) [project-failed]\n"
            "a\nb\n");
  std::signal(SIGABRT, SIG_DFL);
}

TEST(Isolate, AnAssertionInASingleProjectEndsWithAMessageAndStatusTwo) {
  EXPECT_EXIT(
      {
        InstallAbortHandler();
        FailAssertion();
      },
      testing::ExitedWithCode(2), "internal error: an assertion failed");
}

TEST(Isolate, NothingIsSaidOfProjectsThatFare) {
  const Ended run = RunAll(Named({"a", "b"}), {});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.said, "a\nb\n");
}

bool Holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// Three repositories side by side, the second with what `file` holds.
void WriteThree(const ScratchFolder& folder, const std::string& file, const std::string& text) {
  for (const char* name : {"alpha", "beta", "gamma"}) {
    const std::string at = std::string(name) + "/";
    folder.Write(at + ".git/HEAD", "ref: refs/heads/main\n");
    folder.Write(at + "m.py", "import os\nX = os.getenv('" + ToUpper(name) + "_X')\nprint(X)\n");
    folder.Write(at + "env.md", "# Environment variables\n\n| Name | Default |\n|---|---|\n| `" +
                                    ToUpper(name) + "_OLD` | `1` |\n");
  }
  folder.Write("beta/" + file, text);
}

TEST(Isolate, ABrokenConfigurationLeavesTheOtherProjects) {
  const ScratchFolder folder;
  WriteThree(folder, "flagcensus.toml", "catalog = [\n");
  for (const char* command : {"check", "scan"}) {
    const Outcome run = RunProgram(folder.path(), std::string(command) + " --no-clang .");
    EXPECT_EQ(run.status, 2) << command << run.out << run.err;
    EXPECT_TRUE(Holds(run.out, "ALPHA_X") && Holds(run.out, "GAMMA_X")) << run.out << run.err;
    EXPECT_FALSE(Holds(run.out, "BETA_X")) << run.out;
    EXPECT_TRUE(Holds(run.out + run.err, "beta/: ") && Holds(run.out + run.err, "was skipped: "))
        << run.out << run.err;
  }
  const Outcome baseline = RunProgram(folder.path(), "baseline --no-clang .");
  EXPECT_EQ(baseline.status, 2) << baseline.err;
  EXPECT_TRUE(Holds(baseline.err, "beta/: was skipped: ")) << baseline.err;
}

TEST(Isolate, ABaselineThatIsNoneLeavesTheOtherProjects) {
  const ScratchFolder folder;
  WriteThree(folder, "flagcensus-baseline.json", "{");
  folder.Write("beta/flagcensus.toml", "disabled-rules = []\n");
  const Outcome run = RunProgram(folder.path(), "check --no-clang --format json .");
  EXPECT_EQ(run.status, 2) << run.out << run.err;
  EXPECT_TRUE(Holds(run.out, "project-failed") && Holds(run.out, "GAMMA_X")) << run.out << run.err;
  EXPECT_FALSE(Holds(run.out, "BETA_X")) << run.out;
}

TEST(Isolate, AnAuditGoesOnAfterWhatCannotBeRead) {
  const ScratchFolder folder;
  WriteThree(folder, "note", "");
  folder.Write("broken.tar.gz", "no archive");
  const Outcome run = RunProgram(folder.path(), "audit alpha broken.tar.gz gamma");
  EXPECT_EQ(run.status, 2) << run.out << run.err;
  EXPECT_TRUE(Holds(run.out, "alpha  ") && Holds(run.out, "gamma  ")) << run.out << run.err;
  EXPECT_TRUE(Holds(run.err, "broken.tar.gz: ")) << run.err;
}

}  // namespace
}  // namespace flagcensus
