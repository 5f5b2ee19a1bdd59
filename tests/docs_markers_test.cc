// `docs --update`, `--check` and `--output`: nothing of a page is lost.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "analyzer/reference/diff.h"
#include "analyzer/reference/formats.h"
#include "analyzer/reference/markers.h"
#include "analyzer/tree/write_file.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

const std::string kBeginMark = "<!-- flagcensus: begin -->\n";
const std::string kEndMark = "<!-- flagcensus: end -->\n";

std::string ErrorOf(const std::string& page, const char* format = "markdown") {
  const Result<MarkedPart> part = FindMarkedPart(page, ReferenceFormatOf(format, ""), "env.md");
  return part.ok() ? "" : part.error().message;
}

void WriteMarkedTree(const ScratchFolder& tree) {
  tree.Write("pyproject.toml", "[project]\nname = \"oven\"\n");
  tree.Write("oven/a.py",
             "import os\nH = os.getenv('OVEN_HEAT', '9')  # How hot.\nF = "
             "os.getenv('OVEN_FAN')\nprint(H, F)\n");
}

TEST(DocsMarkers, AreOnePairOrAnErrorWithItsLine) {
  EXPECT_EQ(ErrorOf("a\n" + kBeginMark + kEndMark + "b\n"), "");
  EXPECT_NE(ErrorOf("a\nb\n").find("has no markers and was not changed"), std::string::npos);
  EXPECT_NE(ErrorOf("a\nb\n").find("'<!-- flagcensus: begin -->'"), std::string::npos);
  EXPECT_TRUE(
      ErrorOf("a\n" + kBeginMark + kBeginMark + kEndMark).starts_with("env.md:3: the part"));
  EXPECT_TRUE(ErrorOf(kBeginMark + kEndMark + "x\n" + kBeginMark + kEndMark)
                  .starts_with("env.md:4: a second"));
  EXPECT_TRUE(
      ErrorOf("\n" + kBeginMark + "x\n").starts_with("env.md:2: the part that begins here"));
  EXPECT_TRUE(ErrorOf("x\n" + kEndMark).starts_with("env.md:2: a part ends here"));
  EXPECT_TRUE(ErrorOf(kBeginMark + kEndMark + kEndMark).starts_with("env.md:3: a part ends here"));
  // What a page shows of markers is none.
  EXPECT_NE(ErrorOf("```\n" + kBeginMark + kEndMark + "```\n").find("no markers"),
            std::string::npos);
  EXPECT_EQ(ErrorOf(".. flagcensus: begin\n.. flagcensus: end\n", "rst"), "");
  EXPECT_EQ(ErrorOf("// flagcensus: begin\n// flagcensus: end\n", "asciidoc"), "");
  EXPECT_EQ(ErrorOf("# flagcensus: begin\n# flagcensus: end\n", "dotenv"), "");
  EXPECT_EQ(ErrorOf(".\\\" flagcensus: begin\n.\\\" flagcensus: end\n", "man"), "");
  EXPECT_NE(ErrorOf("{}", "json").find("--output"), std::string::npos);
}

TEST(DocsMarkers, KeepEveryByteOutside) {
  std::mt19937 random(7);
  const std::vector<std::string> pieces = {
      "# Title",          "text",           "",
      "| a | b |",        "\x80\xff bytes", "```",
      "  <!-- other -->", "\ttab",          "flagcensus: begin"};
  for (int round = 0; round < 500; ++round) {
    const std::string line_end = random() % 2 == 0 ? "\n" : "\r\n";
    const auto lines = [&](bool even) {
      std::string out;
      for (size_t i = random() % 6; i > 0; --i) {
        const std::string& piece = pieces[random() % pieces.size()];
        if (piece == "```") out += piece + line_end + "x" + line_end;
        out += piece + line_end;
      }
      return even ? out : out + "last without an end";
    };
    const std::string before = lines(true), after = lines(random() % 2 == 0);
    const std::string begin = "<!-- flagcensus: begin -->" + line_end;
    const std::string end = "<!-- flagcensus: end -->" + line_end;
    const std::string page = before + begin + lines(true) + end + after;
    const Result<MarkedPart> part = FindMarkedPart(page, ReferenceFormatOf("markdown", ""), "p");
    ASSERT_TRUE(part.ok()) << part.error().message << page;
    const std::string made = ReplacePart(page, part.value(), "\none\ntwo\n");
    EXPECT_EQ(made, before + begin + line_end + "one" + line_end + "two" + line_end + end + after);
  }
}

TEST(DocsMarkers, UpdateFillsTheGapsOfAHandWrittenPage) {
  ScratchFolder tree;
  WriteMarkedTree(tree);
  const std::string head =
      "# Oven\n\n## Environment variables\n\n| Variable | Default |\n| --- | --- |\n| `OVEN_FAN` | "
      "unset |\n\n## Others\n\n";
  const std::string tail = "\nBye";
  const std::string page = tree.Write("docs/env.md", head + kBeginMark + "old\n" + kEndMark + tail);
  chmod(page.c_str(), 0640);
  ASSERT_EQ(RunProgram(tree.path(), "docs . --check docs/env.md").status, 1);
  ASSERT_EQ(RunProgram(tree.path(), "docs . --update docs/env.md").status, 0);
  const std::string made = ReadText(page);
  EXPECT_EQ(made, head + kBeginMark +
                      "\n| Variable | Type | Default | Description | Notes | Read in |\n"
                      "| --- | --- | --- | --- | --- | --- |\n"
                      "| `OVEN_HEAT` | str | `9` | How hot. |  | `oven/a.py` |\n\n" +
                      kEndMark + tail);
  struct stat status = {};
  stat(page.c_str(), &status);
  EXPECT_EQ(status.st_mode & 0777U, 0640U);
  ASSERT_EQ(RunProgram(tree.path(), "docs . --update docs/env.md").status, 0);
  EXPECT_EQ(ReadText(page), made);
  const Outcome check = RunProgram(tree.path(), "docs . --check docs/env.md");
  EXPECT_EQ(check.status, 0);
  EXPECT_EQ(check.out, "");
}

TEST(DocsMarkers, WhatAHandWritesBetweenThemIsKept) {
  ScratchFolder tree;
  WriteMarkedTree(tree);
  const std::string page = tree.Write("docs/env.md", kBeginMark + kEndMark);
  ASSERT_EQ(RunProgram(tree.path(), "docs . --update docs/env.md").status, 0);
  std::string text = ReadText(page);
  const size_t empty = text.find("|  |");
  ASSERT_NE(empty, std::string::npos) << text;
  text.replace(empty, 4, "| Turns the fan, `1` or 2. |");
  std::ofstream(page) << text;
  ASSERT_EQ(RunProgram(tree.path(), "docs . --update docs/env.md").status, 0);
  EXPECT_NE(ReadText(page).find("| Turns the fan, 1 or 2. |"), std::string::npos) << ReadText(page);
}

TEST(DocsMarkers, APageWithoutThemIsNeverOverwritten) {
  ScratchFolder tree;
  WriteMarkedTree(tree);
  tree.Write("docs/env.md", "mine\n");
  const Outcome run = RunProgram(tree.path(), "docs . --update docs/env.md");
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("put these two lines"), std::string::npos) << run.err;
  EXPECT_EQ(ReadText(tree / "docs/env.md"), "mine\n");
  tree.Write("docs/marked.md", "mine\n" + kBeginMark + kEndMark);
  EXPECT_EQ(RunProgram(tree.path(), "docs . --output docs/marked.md").status, 2);
  EXPECT_EQ(ReadText(tree / "docs/marked.md"), "mine\n" + kBeginMark + kEndMark);
  EXPECT_EQ(RunProgram(tree.path(), "docs . --update docs/none.md").status, 2);
}

TEST(DocsMarkers, CheckTellsTheDifferenceAsADiff) {
  ScratchFolder tree;
  WriteMarkedTree(tree);
  ASSERT_EQ(RunProgram(tree.path(), "docs . --output env.md").status, 0);
  EXPECT_EQ(RunProgram(tree.path(), "docs . --check env.md").status, 0);
  tree.Write("oven/a.py", "import os\nH = os.getenv('OVEN_HEAT', '8')  # How hot.\nprint(H)\n");
  const Outcome run = RunProgram(tree.path(), "docs . --check env.md");
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.out.find("--- env.md\n+++ env.md\n@@ "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("\n-| `OVEN_HEAT` | str | `9` | How hot. |"), std::string::npos);
  EXPECT_NE(run.out.find("\n+| `OVEN_HEAT` | str | `8` | How hot. |"), std::string::npos);
}

TEST(DocsMarkers, WriteWholeOrNotAtAll) {
  ScratchFolder folder;
  const std::string file = folder.Write("a.md", "old");
  std::filesystem::create_symlink(file, folder / "link.md");
  EXPECT_EQ(WriteWhole(folder / "link.md", "new"), std::nullopt);
  EXPECT_EQ(ReadText(file), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.md"));
  chmod(file.c_str(), 0444);
  EXPECT_TRUE(WriteWhole(file, "newer").has_value());
  EXPECT_EQ(ReadText(file), "new");
  EXPECT_TRUE(WriteWhole(folder / "none/a.md", "x").has_value());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 2)
      << "nothing is left beside them";
}

TEST(DocsMarkers, HeadingsStandBelowTheLastAbove) {
  const auto around = [](const std::string& page, const char* format) {
    const ReferenceFormat& form = ReferenceFormatOf(format, "");
    const Result<MarkedPart> part = FindMarkedPart(page, form, "p");
    return part.ok() ? SurroundingsOf(page, part.value(), form) : Surroundings();
  };
  EXPECT_EQ(around("# A\n\n## B\n" + kBeginMark + kEndMark, "markdown").level, 3);
  EXPECT_EQ(around(kBeginMark + kEndMark + "# A\n", "markdown").level, 1);
  EXPECT_EQ(around("== A\n// flagcensus: begin\n// flagcensus: end\n", "asciidoc").level, 3);
  EXPECT_EQ(around("<h2>A</h2>\n" + kBeginMark + kEndMark, "html").level, 3);
  const Surroundings rst =
      around("A\n===\n\nB\n---\n\n.. flagcensus: begin\n.. flagcensus: end\n\nC\n~~~\n", "rst");
  EXPECT_EQ(rst.underlines.substr(0, 1), "~");
}

TEST(DocsMarkers, DiffOfALastLineWithoutItsEnd) {
  EXPECT_EQ(UnifiedDiff("f", "a\n", "a\n"), "");
  const std::string diff = UnifiedDiff("f", "a\nb", "a\nb\n");
  EXPECT_NE(diff.find("-b\n\\ No newline at end of file\n+b\n"), std::string::npos) << diff;
}

}  // namespace
}  // namespace flagcensus
