// What a project accepts: comments of every kind of file, and the baseline's life.
#include <gtest/gtest.h>

#include <string>

#include "analyzer/base/date.h"
#include "analyzer/base/text.h"
#include "analyzer/review/baseline.h"
#include "analyzer/review/ignores.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

struct Comment {
  const char* file;
  const char* text;
  int lines;  // that it is about, from line 1 on; 0: it is none
};

TEST(Ignores, CommentsOfEveryKindOfFile) {
  const Comment comments[] = {
      {"a.py", "x = 1  # flagcensus: ignore[unused] why", 1},
      {"a.py", "    # flagcensus: ignore[unused] why", 2},
      {"a.py", "#: flagcensus:ignore[unused] why", 0},  // ':' ends no opener
      {"a.py", "s = '# flagcensus: ignore[unused] why'", 0},
      {"a.py", "// flagcensus: ignore[unused] why", 0},
      {"a.c", "f();  // flagcensus: ignore[unused] why", 1},
      {"a.cu", "/* flagcensus: ignore[unused] why */", 2},
      {"a.h", "  * flagcensus: ignore[unused] why", 2},
      {"a.c", "puts(\"// flagcensus: ignore[unused] why\");", 0},
      {"a.md", "| `X` | <!-- flagcensus: ignore[unused] why --> |", 1},
      {"a.md", "# flagcensus: ignore[unused] why", 0},
      {"a.md", "```\n<!-- flagcensus: ignore[unused] why -->\n```", 0},
      {"a.html", "<!-- flagcensus: ignore[unused] why --> <p>", 2},
      {"a.rst", ".. flagcensus: ignore[unused] why", 2},
      {"a.adoc", "// flagcensus: ignore[unused] why", 2},
      {"a.1", ".\\\" flagcensus: ignore[unused] why", 2},
      {"a.1", ".\\\" flagcensus: ignore[unused] why\n.\\\" more\n.TP 4\n.B X\ntext", 4},
      {"a.1", ".B X \\\" flagcensus: ignore[unused] why", 1},
      {"a.1", ".\\\" flagcensus: ignore[unused] why\n.SH X", 2},
      {"a.rst", ".. flagcensus: ignore[unused] why\n   more\n\n   more\n\nX", 6},
      {"a.rst", "  .. flagcensus: ignore[unused] why\n\n  X", 3},
      {"a.rst", ".. flagcensus: ignore[unused] why\n\n.. _x:\n\nX", 5},
      {"a.adoc", "// flagcensus: ignore[unused] why\n// more\n\n[[x]]\nX::", 5},
      {"a.adoc", "// flagcensus: ignore[unused] why\n////", 2},
      {"a.md", "| it's `X` | <!-- flagcensus: ignore[unused] why --> |", 1},
      {"a.md", "<!-- flagcensus: ignore[unused] why -->\n\n- `X`", 3},
      {"a.mdx", "- `X` {/* flagcensus: ignore[unused] why */}", 1},
      {"a.5.scd", "; flagcensus: ignore[unused] why\n\n*X*", 3},
      {"a.py", "# flagcensus: ignore[unused] why\n\nx = 1", 2},
      {"run.sh", "export X=1 # flagcensus: ignore[unused] why", 1},
      {"a.py", "# see flagcensus: ignore[unused] why", 0},
      {"a.py", "# flagcensus ignores it", 0},
  };
  for (const Comment& one : comments) {
    const auto found = ReadIgnoreComments(one.text, one.file);
    ASSERT_EQ(found.size(), one.lines == 0 ? 0U : 1U) << one.file << ": " << one.text;
    if (one.lines == 0) continue;
    EXPECT_EQ(found[0].last_line, one.lines) << one.text;
    EXPECT_EQ(found[0].place.line, 1);
    EXPECT_EQ(found[0].reason, one.text[0] == '|' ? "why" : "why") << one.text;
    EXPECT_EQ(found[0].rules, std::vector<std::string>{"unused"}) << one.text;
    EXPECT_EQ(found[0].wrong, "");
  }
}

TEST(Ignores, ACommentPassesABoundedNumberOfLines) {
  const auto last = [](size_t blank) {
    const std::string text = "// flagcensus: ignore[unused] why" + std::string(blank, '\n') + "X::";
    return ReadIgnoreComments(text, "a.adoc").front().last_line;
  };
  EXPECT_EQ(last(65), 66);
  EXPECT_EQ(last(1000), 66);
  // Many above one line: each applies to it, in linear time.
  std::string stacked;
  for (int i = 0; i < 100'000; ++i) stacked += "# flagcensus: ignore[unused] why\n";
  for (const char* file : {"a.py", "a.toml"}) {
    const auto comments = ReadIgnoreComments(stacked + "x = 1\n", file);
    ASSERT_EQ(comments.size(), 100'000U);
    EXPECT_EQ(comments.front().last_line, 100'001);
    EXPECT_EQ(comments.back().last_line, 100'001);
  }
}

TEST(Ignores, TellWhatTheyLack) {
  const auto wrong = [](const std::string& text) {
    const auto found = ReadIgnoreComments("# flagcensus: " + text, "a.py");
    return found.size() == 1 ? found[0].wrong : "none";
  };
  EXPECT_TRUE(Has(wrong("ignore[unused]"), "the reason is missing"));
  EXPECT_TRUE(Has(wrong("ignore[unused] - "), "the reason is missing"));
  EXPECT_TRUE(Has(wrong("ignore[] why"), "the rule in brackets is missing"));
  EXPECT_TRUE(Has(wrong("ignore unused why"), "the rule in brackets is missing"));
  EXPECT_TRUE(Has(wrong("ignore[unused why"), "the rule in brackets is missing"));
  EXPECT_EQ(wrong("ignore[unused, undocumented]: why"), "");
}

TEST(Baseline, IsReadAsItWasWritten) {
  Baseline out;
  out.until = "2027-01-31";
  out.rows = {{"unused", "APP_A", "1\n\"", std::nullopt, "00ff", 0},
              {"unused", "", std::nullopt, "2", "0100", 0}};
  const Result<Baseline> read = ParseBaseline(WriteBaseline(out), "b.json");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().until, out.until);
  ASSERT_EQ(read.value().rows.size(), 2U);
  EXPECT_EQ(read.value().rows[0].documented, out.rows[0].documented);
  EXPECT_EQ(read.value().rows[1].actual, out.rows[1].actual);
  EXPECT_EQ(read.value().rows[1].fingerprint, "0100");
  EXPECT_EQ(read.value().rows[1].line, 6);
  EXPECT_EQ(WriteBaseline(read.value()), WriteBaseline(out));
  EXPECT_TRUE(ParseBaseline(WriteBaseline({}), "b.json").ok());
}

TEST(Baseline, WhatIsNoneIsAnErrorWithItsLine) {
  const std::pair<const char*, const char*> bad[] = {
      {"", "b.json:1: not valid JSON"},
      {"{\n\"schema\": 1,\n]", "b.json:3: not valid JSON"},
      {"[]", "b.json:1: not a baseline"},
      {"{\"schema\": \"1\", \"findings\": []}", "b.json:1: not a baseline"},
      {"{\"schema\": 2, \"findings\": []}",
       "b.json:1: the baseline was written by a newer flagcensus"},
      {"{\"schema\": 1}", "the list \"findings\" is missing"},
      {"{\"schema\": 1, \"findings\": {}}", "the list \"findings\" is missing"},
      {"{\"schema\": 1, \"findings\": [3]}", "has no \"rule\" or \"fingerprint\""},
      {"{\"schema\": 1, \"findings\": [\n{\"rule\": \"a\", \"fingerprint\": \"1\"},\n{\"rule\": "
       "\"a\"}]}",
       "b.json:2: a finding after this line"},
      {"{\"schema\": 1, \"findings\": [{\"rule\": 1, \"fingerprint\": \"1\"}]}", "has no \"rule\""},
      {"{\"schema\": 1,\n\"until\": \"soon\", \"findings\": []}", "b.json:2: \"until\" must be"},
      {"\xff\xfe", "not valid JSON"},
  };
  for (const auto& [text, wanted] : bad) {
    const Result<Baseline> read = ParseBaseline(text, "b.json");
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_TRUE(Has(read.error().message, wanted)) << text << ": " << read.error().message;
  }
  std::string deep = "{\"schema\": 1, \"findings\": ";
  deep += std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}";
  EXPECT_FALSE(ParseBaseline(deep, "b.json").ok());
}

TEST(Date, IsADayOfTheCalendar) {
  for (const char* day : {"2027-01-31", "2028-02-29", "0001-01-01"}) EXPECT_TRUE(IsDate(day));
  for (const char* none : {"2027-02-29", "2027-13-01", "2027-1-31", "2027/01/31", "27-01-31", "",
                           "2027-01-31 ", "2027-0a-31"}) {
    EXPECT_FALSE(IsDate(none)) << none;
  }
  EXPECT_FALSE(IsPast("2027-01-31", "2027-01-31")) << "the last day is still of it";
  EXPECT_TRUE(IsPast("2027-01-31", "2027-02-01"));
  EXPECT_TRUE(IsDate(Today()));
}

constexpr const char* kPage =
    "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n| `APP_PORT` | `80` |\n"
    "| `APP_GONE` | `1` |\n";
constexpr const char* kAcceptSource =
    "import os\nPORT = os.getenv('APP_PORT', '81')\nHOST = os.getenv('APP_HOST')\n"
    "print(PORT, HOST)\n";

// A project with three findings, all of them accepted.
struct Accepted : ScratchFolder {
  Accepted() {
    Write("app.py", kAcceptSource);
    Write("docs/env.md", kPage);
    EXPECT_EQ(RunProgram(path(), "check").status, 1);
    const Outcome written = RunProgram(path(), "baseline");
    EXPECT_EQ(written.status, 0) << written.err;
    EXPECT_EQ(written.out, "flagcensus-baseline.json: 3 findings are accepted (previously 0)\n");
  }
  Outcome Check(const std::string& options = "") {
    return RunProgram(path(), "check --format concise " + options);
  }
};

TEST(Baseline, WhatItHoldsIsNotTold) {
  Accepted project;
  const Outcome run = project.Check();
  EXPECT_EQ(run.status, 0) << run.out;
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(project.Check("--no-baseline").status, 1);
  EXPECT_TRUE(
      Has(RunProgram(project.path(), "check").out, "3 findings suppressed by the baseline\n"));
}

TEST(Baseline, HoldsCommentsThatAcceptNothing) {
  Accepted project;
  project.Write("more.py", "X = 1  # flagcensus: ignore[unused] gone\n");
  EXPECT_TRUE(Has(project.Check().out, "unused-ignore"));
  RunProgram(project.path(), "baseline");
  EXPECT_EQ(project.Check().out, "");
}

TEST(Baseline, ANewVariableIsToldAlone) {
  Accepted project;
  project.Write("more.py", "import os\nprint(os.getenv('APP_NEW'))\n");
  const Outcome run = project.Check();
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(run.out.starts_with("more.py:2:7: warning: APP_NEW is read")) << run.out;
  EXPECT_EQ(run.out.find('\n'), run.out.size() - 1) << run.out;
}

TEST(Baseline, MovingLinesChangesNothing) {
  Accepted project;
  project.Write("app.py", std::string(10, '\n') + kAcceptSource);
  project.Write("docs/env.md", std::string(10, '\n') + kPage);
  const Outcome run = project.Check();
  EXPECT_EQ(run.status, 0) << run.out;
  EXPECT_EQ(run.out, "");
}

TEST(Baseline, WhatIsFixedAsksToBeTakenOut) {
  Accepted project;
  project.Write("docs/env.md", ReplaceAll(kPage, "| `APP_GONE` | `1` |\n", ""));
  const Outcome run = project.Check();
  EXPECT_EQ(run.status, 0) << "a fix fails nothing";
  EXPECT_TRUE(Has(run.out,
                  "info: 1 finding in the baseline no longer occurs: APP_GONE (unused): "
                  "run 'flagcensus baseline --prune'"))
      << run.out;
  project.Write("flagcensus.toml", "[severity]\nstale-baseline = \"error\"\n");
  EXPECT_EQ(project.Check().status, 1);
  EXPECT_EQ(RunProgram(project.path(), "baseline --prune").out,
            "flagcensus-baseline.json: 2 findings are accepted (previously 3)\n");
  EXPECT_EQ(project.Check().out, "");
}

TEST(Baseline, ANewValueIsANewFindingAndNothingFixed) {
  Accepted project;
  project.Write("app.py", ReplaceAll(ReadText(project / "app.py"), "'81'", "'82'"));
  const Outcome run = project.Check();
  EXPECT_EQ(run.status, 1) << "it counts as new";
  EXPECT_TRUE(Has(run.out, "APP_PORT is documented to default to 80 but defaults to 82"))
      << run.out;
  EXPECT_TRUE(Has(run.out,
                  "info: 1 finding in the baseline has different values now and counts as new: "
                  "APP_PORT (default-mismatch): fix the current findings, or"))
      << run.out;
  EXPECT_FALSE(Has(run.out, "fixed")) << run.out;
}

TEST(Baseline, PruningAddsNothing) {
  Accepted project;
  project.Write("more.py", "import os\nprint(os.getenv('APP_NEW'))\n");
  RunProgram(project.path(), "baseline --prune");
  EXPECT_TRUE(Has(project.Check().out, "APP_NEW"));
}

TEST(Baseline, HoldsUntilItsDayIsOver) {
  Accepted project;
  RunProgram(project.path(), "baseline --until 2001-01-01");
  const Outcome run = project.Check();
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(Has(run.err, "the baseline expired on 2001-01-01")) << run.err;
  RunProgram(project.path(), "baseline --until 9999-12-31");
  EXPECT_EQ(project.Check().status, 0);
  RunProgram(project.path(), "baseline");
  EXPECT_EQ(project.Check().status, 0) << "the day stays where none is given";
  EXPECT_EQ(RunProgram(project.path(), "baseline --until tomorrow").status, 2);
}

TEST(Baseline, ABrokenOneStopsTheCheck) {
  Accepted project;
  project.Write("flagcensus-baseline.json", "{\"schema\": 1,\n");
  const Outcome run = project.Check();
  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(Has(run.err, "flagcensus-baseline.json:2: not valid JSON")) << run.err;
  EXPECT_EQ(project.Check("--baseline none.json").status, 2);
  EXPECT_EQ(RunProgram(project.path(), "baseline --prune").status, 2);
  EXPECT_EQ(RunProgram(project.path(), "baseline").status, 0) << "a new one is written";
}

}  // namespace
}  // namespace flagcensus
