// check --fix: what it writes, byte by byte, and what it leaves alone.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <tuple>
#include <vector>

#include "tests/run_program.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHead = "# Environment variables\n\n";

struct FixProject : ScratchFolder {
  explicit FixProject(const std::string& code) {
    Write(".git/HEAD", "ref: refs/heads/main\n");
    Write("app.py", "import os\n" + code);
  }
  Outcome Fix(const std::string& arguments = "--fix") const {
    return RunProgram(path(), "check --no-clang " + arguments);
  }
};

// The page after --fix, which a second one leaves as it is.
std::string Fixed(const FixProject& project, const std::string& page,
                  const std::string& arguments = "--fix") {
  const Outcome run = project.Fix(arguments);
  EXPECT_LE(run.status, 1) << run.err;
  std::string out = ReadText(project / page);
  const auto written = fs::last_write_time(project / page);
  project.Fix(arguments);
  EXPECT_EQ(ReadText(project / page), out) << "a second --fix changes no byte";
  EXPECT_EQ(fs::last_write_time(project / page), written);
  return out;
}

TEST(Fix, ADefaultInACellKeepsAllAroundIt) {
  const FixProject project(
      "A = int(os.getenv('APP_TIMEOUT', '60'))\nB = os.getenv('APP_LEVEL', 'debug')\n"
      "C = os.getenv('APP_FAST', '0') == '1'\nprint(A, B, C)\n");
  const std::string before =
      "\xef\xbb\xbf# Environment variables\r\n\r\n| Variable | Default | Description |\r\n"
      "| --- | :---: | --- |\r\n| `APP_TIMEOUT` |  `30`   | Seconds; 30 is not much |\r\n"
      "| `APP_LEVEL` | \"info\" | How much is told |\r\n| `APP_FAST` | True | Hurries |";
  const std::string page = project.Write("environment.md", before);
  ASSERT_EQ(chmod(page.c_str(), 0640), 0);
  std::string after = before;
  const auto replace = [&](const std::string& from, const std::string& to) {
    after.replace(after.find(from), from.size(), to);
  };
  replace(" `30` ", " `60` ");
  replace("\"info\"", "\"debug\"");
  replace("True", "False");
  EXPECT_EQ(Fixed(project, "environment.md"), after);
  struct stat status = {};
  ASSERT_EQ(stat(page.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640U);
  EXPECT_EQ(project.Fix("").status, 0) << "nothing is left to tell";
}

TEST(Fix, ADefaultInASentenceInAnyFormat) {
  const FixProject project(
      "A = os.getenv('APP_LEVEL', 'debug')\nB = os.getenv('APP_DIR', '/srv')\n"
      "print(A, B)\n");
  project.Write("environment.md",
                std::string(kHead) + "- `APP_LEVEL`: how much info is told. Defaults to `info`.\n");
  project.Write("docs/environment.rst",
                "Environment variables\n=====================\n\n"
                ".. envvar:: APP_DIR\n\n   Where files lie. Default: ``/var``.\n");
  EXPECT_EQ(Fixed(project, "environment.md"),
            std::string(kHead) + "- `APP_LEVEL`: how much info is told. Defaults to `debug`.\n");
  EXPECT_NE(ReadText(project / "docs/environment.rst").find("Default: ``/srv``."),
            std::string::npos);
}

TEST(Fix, AMissingRowStandsWhereItBelongs) {
  const FixProject project(
      "A = os.getenv('APP_ALPHA', '1')\n# how many zones are heated at once\n"
      "B = int(os.getenv('APP_MIDDLE', '4'))\nC = os.getenv('APP_ZULU', 'x')\n"
      "D = os.getenv('APP_NOBODY_KNOWS', 'y')\nprint(A, B, C, D)\n");
  const std::string before = std::string(kHead) +
                             "| Variable     | Description           | Default |\n"
                             "| ------------ | --------------------- | ------- |\n"
                             "| `APP_ALPHA`  | The first of them.    | `1`     |\n"
                             "| `APP_ZULU`   | The last of them.     | `x`     |\n\nEnd.\n";
  project.Write("environment.md", before);
  std::string after = before;
  after.insert(after.find("| `APP_ZULU`"),
               "| `APP_MIDDLE` | How many zones are heated at once. | `4`     |\n");
  EXPECT_EQ(Fixed(project, "environment.md"), after);
  const std::string unsafe = Fixed(project, "environment.md", "--fix --unsafe-fixes");
  EXPECT_NE(unsafe.find("| `APP_NOBODY_KNOWS` | TODO: describe."), std::string::npos) << unsafe;
}

TEST(Fix, ARowGoesOnlyWhereThatIsAsked) {
  const FixProject project("A = os.getenv('APP_ALPHA', '1')\nprint(A)\n");
  const std::string row = "| `APP_GONE` | `2` |\n";
  const std::string before =
      std::string(kHead) + "| Variable | Default |\n| --- | --- |\n| `APP_ALPHA` | `1` |\n" + row;
  project.Write("environment.md", before);
  EXPECT_EQ(Fixed(project, "environment.md"), before);
  EXPECT_EQ(Fixed(project, "environment.md", "--fix --unsafe-fixes"),
            before.substr(0, before.size() - row.size()));
}

TEST(Fix, ARowWhosePlaceIsInDoubtIsUnsafe) {
  const FixProject project(
      "A = os.getenv('APP_CACHE_SIZE', '1')\nB = os.getenv('APP_HOST', 'x')\n"
      "# how long a kept page holds\nC = os.getenv('APP_CACHE_AGE', '4')\n"
      "# which door it listens at\nD = os.getenv('APP_DOOR', '8')\nprint(A, B, C, D)\n");
  const std::string head = "| Variable | Default | Description |\n| --- | --- | --- |\n";
  const std::string cache =
      std::string(kHead) + "## Cache\n\n" + head + "| `APP_CACHE_SIZE` | `1` | Pages |\n";
  const std::string server = "\n## Server\n\n" + head + "| `APP_HOST` | `x` | Its name |\n";
  project.Write("environment.md", cache + server);
  const std::string added = "| `APP_CACHE_AGE` | `4` | How long a kept page holds |\n";
  EXPECT_EQ(Fixed(project, "environment.md"), cache + added + server)
      << "APP_DOOR could stand in either table";
  EXPECT_NE(Fixed(project, "environment.md", "--fix --unsafe-fixes").find("`APP_DOOR`"),
            std::string::npos);
}

TEST(Fix, ARowThatNobodyCanFillInIsNotWritten) {
  const FixProject project(
      "A = os.getenv('APP_ALPHA', '1')\n# how many zones there are\n"
      "B = os.getenv('APP_BETA', '4')\nprint(A, B)\n");
  const std::string before = std::string(kHead) +
                             "| Variable | Default | Name in Django |\n| --- | --- | --- |\n"
                             "| `APP_ALPHA` | `1` | `ALPHA` |\n";
  project.Write("environment.md", before);
  EXPECT_EQ(Fixed(project, "environment.md", "--fix --unsafe-fixes"), before);
}

TEST(Fix, APageOfAnExampleGetsNoRows) {
  const FixProject project(
      "A = os.getenv('APP_ALPHA', '1')\n# how many zones there are\n"
      "B = os.getenv('APP_BETA', '4')\nprint(A, B)\n");
  const std::string before = std::string(kHead) +
                             "| Variable | Default | Description |\n| --- | --- | --- |\n"
                             "| `APP_ALPHA` | `1` | The first |\n";
  const std::string page = "examples/oven/environment.md";
  project.Write(page, before);
  const std::string catalog = "--fix --unsafe-fixes --catalog " + page;
  EXPECT_EQ(Fixed(project, page, catalog), before);
}

TEST(Fix, ARowAboutSomethingElseStays) {
  const FixProject project("A = os.getenv('APP_ALPHA', '1')\nprint(A)\n");
  const std::string before = std::string(kHead) +
                             "| Switch | Variable | Default |\n| --- | --- | --- |\n"
                             "| `--alpha` | `APP_ALPHA` | `1` |\n| `--gone` | `APP_GONE` | `2` |\n";
  project.Write("environment.md", before);
  EXPECT_EQ(Fixed(project, "environment.md", "--fix --unsafe-fixes"), before);
}

TEST(Fix, AMarkBesideOneOfSeveralValuesIsNotMovedByChangingTheValue) {
  const FixProject project(
      "A = os.getenv('APP_MODE', '1')\nB = os.getenv('APP_LEVEL', 'debug')\n"
      "C = os.getenv('APP_SIZE', '60')\nprint(A, B, C)\n");
  const std::string several =
      std::string(kHead) +
      "## `APP_MODE`\n\n- `0` copies by hand (default)\n- `1` copies by train\n\n"
      "## `APP_LEVEL`\n\nOne of `info` (default), `debug`.\n\n## `APP_SIZE`\n\n";
  project.Write("environment.md", several + "Bytes: `30` (default).\n");
  EXPECT_EQ(Fixed(project, "environment.md", "--fix --unsafe-fixes"),
            several + "Bytes: `60` (default).\n");
}

TEST(Fix, ANewDefaultThatStandsBesideTheOldOneIsUnsafe) {
  const FixProject project(
      "A = os.getenv('APP_HOME', '/opt/app')\nB = os.getenv('APP_ASK', '/usr/lib/ask')\nprint(A, "
      "B)\n");
  const std::string before = std::string(kHead) +
                             "- `APP_HOME`: not `/opt/app`, as it was. Defaults to `/srv/app`.\n"
                             "- `APP_ASK`: who is asked. Defaults to `ask`.\n";
  project.Write("environment.md", before);
  EXPECT_EQ(Fixed(project, "environment.md"), before);
  std::string after = before;
  after.replace(after.find("/srv/app"), 8, "/opt/app");
  after.replace(after.find("`ask`."), 6, "`/usr/lib/ask`.");
  EXPECT_EQ(Fixed(project, "environment.md", "--fix --unsafe-fixes"), after);
}

TEST(Fix, ACellIsPaddedWhereItsColumnIsDrawn) {
  const FixProject project(
      "A = os.getenv('APP_ALPHA', 'seven')\nB = os.getenv('APP_BETA', '1')\n"
      "# how many zones there are\nC = os.getenv('APP_GAMMA', '4')\nprint(A, B, C)\n");
  const std::string before = std::string(kHead) +
                             "| Variable | Default | Description |\n| --- | --- | --- |\n"
                             "| `APP_BETA` | `1` | A few |\n| `APP_A` | - | None |\n"
                             "| `APP_ALPHA` | `seven` | The most |\n";
  project.Write("environment.md", before);
  EXPECT_EQ(Fixed(project, "environment.md"),
            before + "| `APP_GAMMA` | `4` | How many zones there are |\n");
}

TEST(Fix, WhatIsInDoubtIsLeft) {
  const std::string secret = std::string("gh") + "p_" + "1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV2wX";
  const FixProject project(
      "A = int(os.getenv('APP_WAIT', '60000'))\n"
      "B = os.getenv('APP_TOKEN', '" +
      secret +
      "')\n"
      "C = os.getenv('APP_EDGE', 'a\\x1bb')\nprint(A, B, C)\n");
  const std::string before = std::string(kHead) +
                             "| Variable | Default |\n| --- | --- |\n| `APP_WAIT` | `30s` |\n"
                             "| `APP_TOKEN` | `none yet` |\n| `APP_EDGE` | `ab` |\n";
  project.Write("environment.md", before);
  EXPECT_EQ(Fixed(project, "environment.md"), before);
  EXPECT_EQ(Fixed(project, "environment.md", "--fix --unsafe-fixes").find(secret),
            std::string::npos);
}

TEST(Fix, ADiffAppliesAndChangesNothingItself) {
  const FixProject project("A = int(os.getenv('APP_TIMEOUT', '60'))\nprint(A)\n");
  const std::string before =
      std::string(kHead) + "| Variable | Default |\n| --- | --- |\n| `APP_TIMEOUT` | `30` |";
  project.Write("docs/the environment.md", before);
  const Outcome diff = project.Fix("--diff");
  EXPECT_EQ(diff.status, 1);
  EXPECT_EQ(ReadText(project / "docs/the environment.md"), before);
  EXPECT_TRUE(diff.out.starts_with("--- a/docs/the environment.md\t\n")) << diff.out;
  EXPECT_NE(diff.err.find("1 finding would be fixed in 1 page"), std::string::npos) << diff.err;
  const ScratchFolder other;
  other.Write("docs/the environment.md", before);
  other.Write("patch", diff.out);
  const std::string apply =
      "cd '" + other.path() + "' && GIT_CEILING_DIRECTORIES=/ git apply patch";
  ASSERT_EQ(std::system(apply.c_str()), 0) << diff.out;
  EXPECT_EQ(ReadText(other / "docs/the environment.md"), Fixed(project, "docs/the environment.md"));
  const Outcome none = project.Fix("--diff");
  EXPECT_EQ(none.out, "");
  EXPECT_EQ(none.status, 0);
}

TEST(Fix, SarifTellsTheSameChanges) {
  const FixProject project(
      "A = int(os.getenv('APP_TIMEOUT', '60'))\n# how loud it is\n"
      "B = os.getenv('APP_VOLUME', '3')\nC = os.getenv('APP_UNKNOWN')\nprint(A, B, C)\n");
  project.Write("environment.md", std::string(kHead) +
                                      "| Variable | Default | Description |\n| --- | --- | --- |\n"
                                      "| `APP_TIMEOUT` | `30` | \xe2\x80\x93 |\n");
  const auto log = nlohmann::json::parse(project.Fix("--format sarif").out);
  // Applied from the last to the first, by lines and characters.
  std::string page = ReadText(project / "environment.md");
  std::vector<std::tuple<size_t, size_t, std::string>> changes;
  for (const auto& result : log["runs"][0]["results"]) {
    if (!result.contains("fixes")) continue;
    EXPECT_NE(result["properties"]["name"], "APP_UNKNOWN");
    const auto& replacement = result["fixes"][0]["artifactChanges"][0]["replacements"][0];
    const auto offset = [&](const char* line, const char* column) {
      const auto& region = replacement["deletedRegion"];
      size_t at = 0;
      for (int i = 1; i < region[line].get<int>(); ++i) at = page.find('\n', at) + 1;
      return at + region[column].get<size_t>() - 1;
    };
    const size_t begin = offset("startLine", "startColumn");
    changes.emplace_back(begin, offset("endLine", "endColumn") - begin,
                         replacement["insertedContent"]["text"].get<std::string>());
  }
  ASSERT_EQ(changes.size(), 2U);
  std::sort(changes.rbegin(), changes.rend());
  for (const auto& [begin, length, text] : changes) page.replace(begin, length, text);
  EXPECT_EQ(page, Fixed(project, "environment.md"));
}

TEST(Fix, WhatIsToldTogetherIsCorrectedOneByOne) {
  std::string code, before = std::string(kHead) + "| Variable | Default |\n| --- | --- |\n";
  std::string after = before;
  for (int i = 0; i < 14; ++i) {
    const std::string name = "ZED_" + std::string(1, static_cast<char>('A' + i));
    code += "print(os.getenv('" + name + "', 'new'))\n";
    before += "| `" + name + "` | `old` |\n";
    after += "| `" + name + "` | `new` |\n";
  }
  const FixProject project(code);
  project.Write("environment.md", before);
  EXPECT_EQ(Fixed(project, "environment.md"), after);
}

TEST(Fix, PagesThatMustNotBeWrittenAreNot) {
  const FixProject project("A = int(os.getenv('APP_TIMEOUT', '60'))\nprint(A)\n");
  const ScratchFolder elsewhere;
  const std::string before =
      std::string(kHead) + "| Variable | Default |\n| --- | --- |\n| `APP_TIMEOUT` | `30` |\n";
  const std::string outside = elsewhere.Write("environment.md", before);
  fs::create_symlink(outside, project / "environment.md");
  project.Fix("--fix --catalog environment.md");
  EXPECT_EQ(ReadText(outside), before);
  fs::remove(project / "environment.md");
  const std::string page = project.Write("environment.md", before);
  ASSERT_EQ(chmod(page.c_str(), 0444), 0);
  const Outcome run = project.Fix();
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("environment.md cannot be written: it is read-only"),
            std::string::npos)
      << run.err;
  EXPECT_EQ(ReadText(page), before);
}

}  // namespace
}  // namespace flagcensus
