// A folder of many projects: the names of one never meet another's.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

// "rule name, ..." of what a check finds.
std::string Findings(const ScratchFolder& folder, const std::string& arguments) {
  const Outcome run = RunProgram(folder.path(), "check --no-clang --format json " + arguments);
  const auto report = nlohmann::json::parse(run.out, nullptr, false);
  if (!report.is_object()) return run.err;
  std::string out;
  for (const auto& finding : report["findings"]) {
    if (finding["severity"] == "info") continue;
    const std::string name = finding["name"].is_string() ? finding["name"] : "of many";
    out += (out.empty() ? "" : ", ") + finding["rule"].get<std::string>() + " " + name;
  }
  return out;
}

std::string Page(const std::string& rows) {
  return "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n" + rows;
}

// Two projects, each with a page of its own. One documents SHARED_PORT and reads it, the other
// reads it with another default and documents what only the first reads.
struct Two : ScratchFolder {
  explicit Two(const std::string& mark) {
    Write("one/app.py",
          "import os\nprint(os.getenv('SHARED_PORT', '80'), os.getenv('ONE_ONLY', 'a'))\n");
    Write("one/docs/env.md", Page("| `SHARED_PORT` | `80` |\n| `ONE_ONLY` | `a` |\n"));
    Write("two/app.py", "import os\nprint(os.getenv('SHARED_PORT', '90'))\n");
    Write("two/docs/env.md", Page("| `TWO_GONE` | `1` |\n| `ONE_ONLY` | `b` |\n"));
    Write("one/" + mark);
    Write("two/" + mark);
  }
};

constexpr const char* kApart = "undocumented SHARED_PORT, unused TWO_GONE, unused ONE_ONLY";

TEST(Projects, RepositoriesOfAFolderAreApart) {
  const Two folder(".git/HEAD");
  EXPECT_EQ(Findings(folder, ""), kApart);
  EXPECT_EQ(Findings(folder, "one"), "");
  const std::string explained = RunProgram(folder.path(), "explain SHARED_PORT").out;
  EXPECT_TRUE(Has(explained, "one/app.py:2")) << explained;
  EXPECT_TRUE(Has(explained, "two/app.py:2")) << explained;
  const std::string scanned = RunProgram(folder.path(), "scan --format jsonl --no-clang").out;
  EXPECT_TRUE(Has(scanned, "one/app.py")) << scanned;
  EXPECT_TRUE(Has(scanned, "two/app.py")) << scanned;
  // The same without a mark is one project, whose names meet.
  EXPECT_NE(Findings(Two("nothing.txt"), ""), kApart);
}

TEST(Projects, RepositoriesAsPathsAreApart) {
  const Two folder(".git/HEAD");
  EXPECT_EQ(Findings(folder, "one two"), kApart);
  EXPECT_EQ(Findings(folder, "two one"), kApart) << "in any order";
  EXPECT_EQ(Findings(folder, "one/app.py one/docs two"), kApart) << "PATHs of one are together";
  const std::string scan = "scan --format jsonl --no-clang ";
  EXPECT_EQ(RunProgram(folder.path(), scan + "one two").out,
            RunProgram(folder.path(), scan + ".").out);
  EXPECT_NE(Findings(Two("nothing.txt"), "one two"), kApart) << "they are in none";
  // Each by its own settings, whichever is the first.
  folder.Write("one/flagcensus.toml", "[severity]\nundocumented = \"off\"\nunused = \"off\"\n");
  EXPECT_EQ(Findings(folder, "one two"), kApart);
  folder.Write("two/flagcensus.toml", "[severity]\nunused = \"off\"\n");
  EXPECT_EQ(Findings(folder, "one two"), "undocumented SHARED_PORT");
  folder.Write("two/flagcensus.toml", "catlog = []\n");
  const Outcome broken = RunProgram(folder.path(), "check one two --no-clang");
  EXPECT_EQ(broken.status, 2) << broken.err;
  EXPECT_TRUE(Has(broken.out, "was skipped: two/flagcensus.toml:1:1: unknown key 'catlog'"))
      << broken.out;
  folder.Write("two/flagcensus.toml", "disabled-rules = []\n");
  folder.Write("one/flagcensus.toml", "catlog = []\n");
  const Outcome first = RunProgram(folder.path(), "check one two --no-clang");
  EXPECT_EQ(first.status, 2) << first.err;
  EXPECT_TRUE(Has(first.out, "was skipped: one/flagcensus.toml:1:1: unknown key 'catlog'"))
      << first.out;
  EXPECT_TRUE(Has(first.out, "TWO_GONE")) << first.out;
}

TEST(Projects, PathsOfOneRepositoryAndPagesBesideItAreOne) {
  const Two inner("nothing.txt");
  inner.Write(".git/HEAD");
  EXPECT_EQ(Findings(inner, "one two"), Findings(inner, "")) << "in one repository";
  const Two modules(".git/HEAD");
  modules.Write(".git/HEAD");
  modules.Write("lib/top.py", "import os\nprint(os.getenv('TWO_GONE', '1'))\n");
  EXPECT_EQ(Findings(modules, "lib one two"), Findings(modules, "")) << "submodules are part";
  const ScratchFolder pages;  // a repository of pages alone
  pages.Write("code/.git/HEAD");
  pages.Write("code/app.py", "import os\nprint(os.getenv('APP_PORT', '80'))\n");
  pages.Write("manual/.git/HEAD");
  pages.Write("manual/docs/env.md", Page("| `APP_PORT` | `90` |\n"));
  EXPECT_EQ(Findings(pages, "code manual"), "default-mismatch APP_PORT");
  EXPECT_EQ(Findings(pages, "code manual --catalog manual/docs/env.md"),
            "default-mismatch APP_PORT");
}

TEST(Projects, WhatIsInNoRepositoryIsApartFromThoseThatAre) {
  const Two folder(".git/HEAD");
  folder.Write("more/app.py", "import os\nprint(os.getenv('ONE_ONLY', 'c'))\n");
  folder.Write("more/docs/env.md", Page("| `ONE_ONLY` | `c` |\n"));
  EXPECT_EQ(Findings(folder, "one two more"), kApart);
  // A folder of checkouts beside a checkout is split as it is alone.
  folder.Write("three/inner/.git/HEAD");
  folder.Write("three/inner/app.py", "import os\nprint(os.getenv('THREE', '1'))\n");
  folder.Write("three/inner/docs/env.md", Page("| `THREE` | `1` |\n"));
  folder.Write("three/other/.git/HEAD");
  folder.Write("three/other/app.py", "import os\nprint(os.getenv('THREE', '2'))\n");
  folder.Write("three/other/docs/env.md", Page("| `THREE` | `2` |\n"));
  EXPECT_EQ(Findings(folder, "three one"), "");
}

TEST(Projects, DocsGivesEachSectionsOfItsOwn) {
  const Two folder(".git/HEAD");
  const Outcome run = RunProgram(folder.path(), "docs . --no-clang");
  EXPECT_EQ(run.status, 0) << run.err;
  const size_t one = run.out.find("## one\n"), two = run.out.find("## two\n");
  ASSERT_TRUE(one < two && two != std::string::npos) << run.out;
  const std::string first = run.out.substr(one, two - one);
  EXPECT_TRUE(Has(first, "`SHARED_PORT`") && Has(first, "`80`") && !Has(first, "`90`")) << first;
  const std::string second = run.out.substr(two);
  EXPECT_TRUE(Has(second, "`SHARED_PORT`") && Has(second, "`90`") && !Has(second, "`80`"))
      << second;
  const std::string alone = RunProgram(folder.path(), "docs one --no-clang").out;
  EXPECT_FALSE(Has(alone, "## `one`")) << alone;
}

TEST(Projects, AConfigurationOfItsOwnMakesOne) {
  const Two folder("flagcensus.toml");
  EXPECT_EQ(Findings(folder, ""), kApart);
  EXPECT_EQ(Findings(folder, "one two"), kApart) << "as PATHs, too";
  EXPECT_NE(Findings(folder, "--no-config"), kApart);
  // In a repository as well, and each by its own settings.
  folder.Write(".git/HEAD");
  folder.Write("flagcensus.toml", "[severity]\nunused = \"off\"\n");
  EXPECT_EQ(Findings(folder, ""), kApart);
  folder.Write("two/flagcensus.toml", "extend = \"../flagcensus.toml\"\n");
  EXPECT_EQ(Findings(folder, ""), "undocumented SHARED_PORT");
  folder.Write("two/flagcensus.toml", "catalog = [\"../one/docs/env.md\"]\n");
  // One that is broken leaves the others.
  const auto failed = [&] {
    const Outcome run = RunProgram(folder.path(), "check . --no-clang --format json");
    EXPECT_EQ(run.status, 2) << run.err;
    EXPECT_EQ(Findings(folder, ""), "") << "the other documents what it reads";
    return run.err;
  };
  EXPECT_TRUE(Has(failed(),
                  "two/: was skipped: two/flagcensus.toml:1:12: the page '../one/docs/env.md' "
                  "lies outside the directory of the configuration"));
  folder.Write("two/flagcensus.toml", "catlog = []\n");
  EXPECT_TRUE(Has(failed(), "two/flagcensus.toml:1:1: unknown key 'catlog'"));
}

TEST(Projects, EachHasItsOwnBaseline) {
  for (const char* mark : {".git/HEAD", "flagcensus.toml"}) {
    const Two folder(mark);
    folder.Write("one/more.py", "import os\nprint(os.getenv('ONE_NEW', 'a'))\n");
    const Outcome written = RunProgram(folder.path(), "baseline --no-clang");
    EXPECT_TRUE(Has(written.out, "one/flagcensus-baseline.json: 1 finding is")) << written.out;
    EXPECT_TRUE(Has(written.out, "two/flagcensus-baseline.json: 3 findings are")) << written.out;
    EXPECT_EQ(Findings(folder, ""), "");
    const Outcome named =
        RunProgram(folder.path(), "check --baseline one/flagcensus-baseline.json");
    EXPECT_EQ(named.status, 2);
    EXPECT_TRUE(Has(named.err, "--baseline names one file for 2 projects")) << named.err;
    EXPECT_EQ(Findings(folder, "one --baseline one/flagcensus-baseline.json"), "");
  }
}

TEST(Projects, WhatStandsAboveThemIsOneToo) {
  const Two folder(".git/HEAD");
  folder.Write("top.py", "import os\nprint(os.getenv('TWO_GONE', '1'))\n");
  EXPECT_EQ(Findings(folder, ""), "no-catalog of many, " + std::string(kApart));
  const std::string skipped = RunProgram(folder.path(), "check -v --no-clang").err;
  EXPECT_EQ(Has(skipped, "skipped one/.git"), false) << skipped;
}

TEST(Projects, SubmodulesTestsAndNamedPagesArePart) {
  const Two modules(".git/HEAD");
  modules.Write(".git/HEAD");
  EXPECT_NE(Findings(modules, ""), kApart) << "of a repository, what it holds is part";
  const Two named(".git/HEAD");
  EXPECT_EQ(Findings(named, "--catalog one/docs/env.md"), "conflicting-defaults SHARED_PORT");
  const ScratchFolder tested;
  tested.Write("app.py", "import os\nprint(os.getenv('APP_PORT', '80'))\n");
  tested.Write("docs/env.md", Page("| `APP_PORT` | `80` |\n| `APP_HOST` | `b` |\n"));
  tested.Write("tests/data/flagcensus.toml", "catlog = []\n");
  tested.Write("tests/data/a.py", "import os\nprint(os.getenv('APP_HOST', 'b'))\n");
  EXPECT_EQ(Findings(tested, ""), "");
}

}  // namespace
}  // namespace flagcensus
