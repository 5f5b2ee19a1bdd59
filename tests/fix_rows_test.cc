// check --fix: the row of a variable that no page documents, in every form of table and list. Each
// page is written down whole; without one of its rows, it is made whole again.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyzer/fix/row_text.h"
#include "tests/run_program.h"

namespace flagcensus {
namespace {

const std::string kRst = "Environment variables\n=====================\n\n";
const std::string kMd = "# Environment variables\n\n";

struct Kiln : ScratchFolder {
  Kiln() {
    Write(".git/HEAD", "ref: refs/heads/main\n");
    Write("app.py",
          "import os\n# where the recipes lie\nA = os.getenv('KILN_WARM_DIR', '/srv/glaze')\n"
          "# how many kettles are kept warm at once\n"
          "B = int(os.getenv('KILN_WARM_KETTLES', '4'))\n"
          "# tells what happens on standard error\nC = os.getenv('KILN_WARM_VERBOSE')\n"
          "print(A, B, C)\n");
  }
  Outcome Fix(const std::string& arguments = "--fix") const {
    return RunProgram(path(), "check --no-clang " + arguments);
  }
};

// Takes `row` out of the page, and wants it back where it was.
void IsRestored(const std::string& file, const std::string& page, const std::string& row) {
  const Kiln project;
  std::string before = page;
  const size_t at = before.find(row);
  ASSERT_NE(at, std::string::npos) << row;
  before.erase(at, row.size());
  project.Write(file, before);
  const Outcome run = project.Fix();
  EXPECT_EQ(ReadText(project / file), page) << run.err;
  EXPECT_EQ(run.status, 0) << run.out;
  project.Fix();
  EXPECT_EQ(ReadText(project / file), page) << "a second --fix changes no byte";
}

// Leaves the page as it is, and says for which variable.
void IsLeft(const std::string& file, const std::string& page, const std::string& name) {
  const Kiln project;
  project.Write(file, page);
  const Outcome run = project.Fix();
  EXPECT_EQ(ReadText(project / file), page);
  EXPECT_NE(run.err.find("no entry was added for " + name), std::string::npos) << run.err;
}

TEST(FixRows, AListTable) {
  const std::string first =
      "   * - ``KILN_WARM_DIR``\n     - ``/srv/glaze``\n     - Where the recipes lie.\n";
  const std::string second =
      "   * - ``KILN_WARM_KETTLES``\n     - ``4``\n     - How many kettles are kept warm at "
      "once.\n";
  const std::string third =
      "   * - ``KILN_WARM_VERBOSE``\n     -\n     - Tells what happens on standard error.\n";
  const std::string head = kRst +
                           ".. list-table::\n   :header-rows: 1\n   :widths: 30 20 50\n\n"
                           "   * - Variable\n     - Default\n     - Description\n";
  const std::string page = head + first + second + third + "\nAfter it.\n";
  for (const std::string& row : {first, second, third})
    IsRestored("docs/environment.rst", page, row);
  const std::string apart = head + "\n" + first + "\n" + second + "\n" + third + "\nAfter it.\n";
  for (const std::string& row : {first, second, third}) {
    IsRestored("docs/environment.rst", apart, "\n" + row);
  }
}

TEST(FixRows, ASimpleTable) {
  const std::string rule =
      "=====================  ==============  ==============================\n";
  const std::string first = "``KILN_WARM_DIR``      ``/srv/glaze``  Where the recipes lie.\n";
  const std::string second =
      "``KILN_WARM_KETTLES``  ``4``           How many kettles are kept warm at once.\n";
  const std::string third =
      "``KILN_WARM_VERBOSE``                  Tells what happens on standard error.\n";
  const std::string head =
      kRst + rule + "Variable               Default         Description\n" + rule;
  const std::string page = head + first + second + third + rule + "\nAfter it.\n";
  for (const std::string& row : {first, second, third})
    IsRestored("docs/environment.rst", page, row);
}

TEST(FixRows, AGridTable) {
  const std::string rule =
      "+-----------------------+----------------+------------------------------+\n";
  const std::string first =
      "| ``KILN_WARM_DIR``     | ``/srv/glaze`` | Where the recipes lie.       |\n" + rule;
  const std::string second =
      "| ``KILN_WARM_KETTLES`` | ``4``          | How many kettles are kept    |\n"
      "|                       |                | warm at once.                |\n" +
      rule;
  const std::string third =
      "| ``KILN_WARM_VERBOSE`` |                | Tells what happens on        |\n"
      "|                       |                | standard error.              |\n" +
      rule;
  const std::string head =
      kRst + rule +
      "| Variable              | Default        | Description                  |\n"
      "+=======================+================+==============================+\n";
  const std::string page = head + first + second + third + "\nAfter it.\n";
  for (const std::string& row : {first, second, third})
    IsRestored("docs/environment.rst", page, row);
}

TEST(FixRows, ADrawnTableThatIsTooNarrowIsLeft) {
  const std::string rule = "+-------------------+----------------+------------------------+\n";
  const std::string page = kRst + rule +
                           "| Variable          | Default        | Description            |\n"
                           "+===================+================+========================+\n"
                           "| ``KILN_WARM_DIR`` | ``/srv/glaze`` | Where the recipes lie. |\n" +
                           rule;
  IsLeft("docs/environment.rst", page, "KILN_WARM_KETTLES, KILN_WARM_VERBOSE");
}

TEST(FixRows, ATableWithSpansIsLeft) {
  const std::string rule =
      "+-----------------------+----------------+------------------------------+\n";
  const std::string page =
      kRst + rule +
      "| Variable              | Default        | Description                  |\n"
      "+=======================+================+==============================+\n"
      "| ``KILN_WARM_DIR``     | ``/srv/glaze`` | Where the recipes lie.       |\n" +
      rule + "| ``KILN_WARM_VERBOSE`` | Tells what happens on standard error.         |\n" + rule;
  IsLeft("docs/environment.rst", page, "KILN_WARM_KETTLES");
}

TEST(FixRows, AnAbbreviationEndsNoSentence) {
  Row row;
  row.description.by = DescribedBy::kHelp;
  row.description.text =
      "Most bytes of a buffer (i.e. of one side. Or both), e.g. 4096. The rest waits.";
  EXPECT_EQ(SafeDescription(row), "Most bytes of a buffer (i.e. of one side. Or both), e.g. 4096");
  row.description.text = "One sentence, i.e. all of it";
  EXPECT_EQ(SafeDescription(row), row.description.text);
}

TEST(FixRows, Definitions) {
  const std::string first =
      "``KILN_WARM_DIR``\n   Where the recipes lie. Default: ``/srv/glaze``.\n\n";
  const std::string second =
      "``KILN_WARM_KETTLES``\n   How many kettles are kept warm at once. Default: ``4``.\n\n";
  const std::string third = "``KILN_WARM_VERBOSE``\n   Tells what happens on standard error.\n\n";
  const std::string page = kRst + first + second + third + "After it.\n";
  for (const std::string& row : {first, second, third})
    IsRestored("docs/environment.rst", page, row);
}

TEST(FixRows, Directives) {
  const std::string first =
      ".. envvar:: KILN_WARM_DIR\n\n   Where the recipes lie (default: ``/srv/glaze``).\n\n";
  const std::string second =
      ".. envvar:: KILN_WARM_KETTLES\n\n   How many kettles are kept warm at once (default: "
      "``4``).\n\n";
  const std::string third =
      ".. envvar:: KILN_WARM_VERBOSE\n\n   Tells what happens on standard error.\n\n";
  const std::string page = kRst + first + second + third + "After it.\n";
  for (const std::string& row : {first, second, third})
    IsRestored("docs/environment.rst", page, row);
}

TEST(FixRows, ItemsOfAList) {
  const std::string first = "- `KILN_WARM_DIR`: where the recipes lie (default: `/srv/glaze`)\n";
  const std::string second =
      "- `KILN_WARM_KETTLES`: how many kettles are kept warm at once (default: `4`)\n";
  const std::string third = "- `KILN_WARM_VERBOSE`: tells what happens on standard error\n";
  const std::string page = kMd + first + second + third + "\nAfter it.\n";
  for (const std::string& row : {first, second, third}) IsRestored("environment.md", page, row);
  const std::string defined =
      kMd +
      "`KILN_WARM_DIR`\n: Where the recipes lie. Default: `/srv/glaze`.\n\n"
      "`KILN_WARM_KETTLES`\n: How many kettles are kept warm at once. Default: `4`.\n\n"
      "`KILN_WARM_VERBOSE`\n: Tells what happens on standard error.\n";
  IsRestored("environment.md", defined,
             "`KILN_WARM_KETTLES`\n: How many kettles are kept warm at once. Default: `4`.\n\n");
}

TEST(FixRows, AnItemOfSeveralParagraphsIsNoneToCopy) {
  const std::string page = kMd +
                           "- `KILN_WARM_DIR`: where the recipes lie.\n\n  They are read once.\n\n"
                           "- `KILN_WARM_VERBOSE`: tells what happens.\n\n  Nothing else.\n";
  IsLeft("environment.md", page, "KILN_WARM_KETTLES");
}

TEST(FixRows, AnItemThatGoesOnAtTheMarginIsNotParted) {
  const std::string page = kMd +
                           "- `KILN_WARM_DIR`: where the recipes lie\n"
                           "- `KILN_WARM_KETTLES`: how many kettles are kept\nwarm at once\n";
  IsLeft("environment.md", page, "KILN_WARM_VERBOSE");
}

}  // namespace
}  // namespace flagcensus
