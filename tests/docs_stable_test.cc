// `flagcensus docs`: a page says what users can rely on, and no edit beside a read changes it.
#include <gtest/gtest.h>

#include <string>

#include "analyzer/base/text.h"
#include "tests/run_program.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

// The row of `name` of the page that is made of the tree.
std::string RowOf(const ScratchFolder& tree, const std::string& name) {
  const Outcome run = RunProgram(tree.path(), "docs . --format markdown --layout table --no-clang");
  EXPECT_EQ(run.status, 0) << run.err;
  for (const std::string_view line : Split(run.out, '\n')) {
    if (line.starts_with("| `" + name + "`")) return std::string(line);
  }
  return {};
}

TEST(DocsStable, OwnCommentsOfTheProgramAreNoDescription) {
  const ScratchFolder tree;
  tree.Write(
      "oven.py",
      "import os\n"
      "A = os.getenv('OVEN_A', '1')  # flagcensus: ignore[undocumented] the launcher sets it\n"
      "# flagcensus: ignore[undocumented] nobody needs it\nB = os.getenv('OVEN_B', '1')\n"
      "# how hot it gets  # flagcensus: ignore[undocumented] later\n"
      "C = os.getenv('OVEN_C', '1')\n"
      "D = os.getenv('OVEN_D', '1')  # how long it bakes  # noqa: E501\nprint(A, B, C, D)\n");
  tree.Write(
      "oven.c",
      "char *getenv(const char *);\nint f(void) {\n"
      "  // flagcensus: ignore[undocumented] as above\n  return getenv(\"OVEN_E\") != 0;\n}\n");
  for (const char* name : {"OVEN_A", "OVEN_B", "OVEN_C", "OVEN_D", "OVEN_E"}) {
    const std::string row = RowOf(tree, name);
    EXPECT_FALSE(row.empty()) << name;
    EXPECT_FALSE(Has(row, "flagcensus") || Has(row, "noqa") || Has(row, "ignore")) << row;
  }
  EXPECT_TRUE(Has(RowOf(tree, "OVEN_C"), "how hot it gets |")) << RowOf(tree, "OVEN_C");
  EXPECT_TRUE(Has(RowOf(tree, "OVEN_D"), "how long it bakes |")) << RowOf(tree, "OVEN_D");
}

TEST(DocsStable, ADefaultIsAValueOrAWord) {
  const ScratchFolder tree;
  tree.Write("oven.py",
             "import os\nfrom elsewhere import fallback_kind\n"
             "A = os.getenv('OVEN_KIND', fallback_kind)\n"
             "B = os.getenv('OVEN_ZONES', os.cpu_count())\n"
             "C = os.getenv('OVEN_NAME', pick(fallback_kind).name)\nprint(A, B, C)\n");
  tree.Write("oven.c",
             "char *getenv(const char *);\nextern const char *other_table[];\n"
             "const char *f(int i) {\n  const char *v = getenv(\"OVEN_ROW\");\n"
             "  return v ? v : other_table[i + 1];\n}\n");
  EXPECT_TRUE(Has(RowOf(tree, "OVEN_KIND"), "| computed |")) << RowOf(tree, "OVEN_KIND");
  EXPECT_TRUE(Has(RowOf(tree, "OVEN_NAME"), "| computed |")) << RowOf(tree, "OVEN_NAME");
  EXPECT_TRUE(Has(RowOf(tree, "OVEN_ROW"), "| computed |")) << RowOf(tree, "OVEN_ROW");
  EXPECT_TRUE(Has(RowOf(tree, "OVEN_ZONES"), "| computed (`os.cpu_count()`) |"))
      << RowOf(tree, "OVEN_ZONES");
}

TEST(DocsStable, AnInsertedLineChangesNothing) {
  const ScratchFolder tree;
  const std::string code =
      "import os\ndef a():\n    return os.getenv('OVEN_MODE', 'slow')\n"
      "def b():\n    return os.getenv('OVEN_MODE', 'fast')\nprint(a(), b())\n";
  tree.Write("oven.py", code);
  EXPECT_TRUE(Has(RowOf(tree, "OVEN_MODE"), "| `slow`, `fast` |")) << RowOf(tree, "OVEN_MODE");
  const Outcome written = RunProgram(tree.path(), "docs . --output environment.md");
  ASSERT_EQ(written.status, 0) << written.err;
  EXPECT_EQ(RunProgram(tree.path(), "docs . --check environment.md").status, 0);
  tree.Write("oven.py", "# one line more\n" + code);
  const Outcome run = RunProgram(tree.path(), "docs . --check environment.md");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
}

TEST(DocsStable, WhatTestsSetIsNotTheProgramsDoing) {
  const ScratchFolder tree;
  tree.Write("oven.py", "print('bakes')\n");
  tree.Write("tests/test_oven.py",
             "import os\nos.environ['OVEN_TRIAL'] = 'from-a-test'\n"
             "os.environ.setdefault('OVEN_OTHER', 'from-a-test')\n");
  tree.Write("docs/environment.md",
             "# Environment variables\n\n| Variable | Description |\n| --- | --- |\n"
             "| `OVEN_TRIAL` | What is tried. |\n| `OVEN_OTHER` | What else is tried. |\n");
  const Outcome run = RunProgram(tree.path(), "docs . --format markdown --layout table");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(Has(run.out, "OVEN_TRIAL")) << run.out;
  EXPECT_FALSE(Has(run.out, "by the program") || Has(run.out, "from-a-test")) << run.out;
}

}  // namespace
}  // namespace flagcensus
