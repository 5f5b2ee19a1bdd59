// Only what changed: findings since a revision, of changed files, of named files.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "analyzer/base/text.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

constexpr const char* kPage =
    "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n| `APP_PORT` | `80` |\n"
    "| `APP_GONE` | `1` |\n";
constexpr const char* kSource =
    "import os\nPORT = os.getenv('APP_PORT', '81')\nHOST = os.getenv('APP_HOST')\n"
    "print(PORT, HOST)\n";

// A repository whose first commit has three findings: APP_PORT, APP_HOST and APP_GONE.
struct Repository : ScratchFolder {
  Repository() {
    Git("init -q -b main");
    Write("app.py", kSource);
    Write("docs/env.md", kPage);
    Commit();
  }
  void Git(const std::string& arguments) {
    const std::string command = "git -C '" + path() +
                                "' -c user.name=a -c user.email=a@example.org "
                                "-c commit.gpgsign=false " +
                                arguments + " >/dev/null 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }
  void Commit() {
    Git("add -A");
    Git("commit -q -m change");
  }
  Outcome Check(const std::string& options) {
    return RunProgram(path(), "check --format concise " + options);
  }
};

TEST(Since, NothingNewIsToldOfWhatWasThere) {
  Repository repository;
  EXPECT_EQ(repository.Check("").status, 1);
  const Outcome run = repository.Check("--since HEAD");
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(Has(RunProgram(repository.path(), "check --since HEAD").out,
                  "3 findings suppressed by the revision"));
}

TEST(Since, AnAddedReadAndARemovedRowAreTold) {
  Repository repository;
  repository.Write("more.py", "import os\nprint(os.getenv('APP_NEW'))\n");
  repository.Write("docs/env.md", ReplaceAll(kPage, "| `APP_PORT` | `80` |\n", ""));
  const Outcome run = repository.Check("--since HEAD");
  EXPECT_EQ(run.status, 1);
  EXPECT_TRUE(Has(run.out, "more.py:2:7: warning: APP_NEW is read")) << run.out;
  EXPECT_TRUE(Has(run.out, "APP_PORT is read (default 81), but no page mentions it")) << run.out;
  EXPECT_FALSE(Has(run.out, "APP_HOST"));
  EXPECT_FALSE(Has(run.out, "APP_GONE"));
}

TEST(Since, AChangedDefaultIsToldWhateverItsLetters) {
  Repository repository;
  const std::string source =
      "import os\nA = os.getenv('APP_ALGORITHM', 'RS256')\n"
      "B = os.getenv('APP_IPS', '127.0.0.1')\nprint(A, B)\n";
  repository.Write("other.py", source);
  repository.Write("docs/other.md",
                   "# Environment variables\n\n- `APP_ALGORITHM`: signs. Default is `RS256`.\n"
                   "- `APP_IPS`: trusted. Defaults to the `$APP_IPS` environment variable if "
                   "available, or '127.0.0.1'. The literal `'*'` means trust everything.\n");
  repository.Commit();
  EXPECT_EQ(repository.Check("--since HEAD").out, "");
  repository.Write("other.py", ReplaceAll(ReplaceAll(source, "RS256", "ES256"), "127.0.0.1", "*"));
  const Outcome run = repository.Check("--since HEAD");
  EXPECT_TRUE(Has(run.out, "APP_ALGORITHM is documented to default to RS256 but defaults to ES256")) << run.out;
  EXPECT_TRUE(Has(run.out, "APP_IPS is documented to default to 127.0.0.1 but defaults to *")) << run.out;
}

TEST(Since, ARenamedConstantIsToldByItsNewName) {
  Repository repository;
  repository.Write("app.py", ReplaceAll(kSource, "APP_HOST", "APP_SERVER"));
  const Outcome run = repository.Check("--since main");
  EXPECT_TRUE(Has(run.out, "APP_SERVER")) << run.out;
  EXPECT_EQ(run.out.find('\n'), run.out.size() - 1) << run.out;
}

TEST(Since, AMovedFileIsNothingNew) {
  Repository repository;
  repository.Git("mv app.py main.py");
  EXPECT_EQ(repository.Check("--since HEAD").out, "");
  repository.Write("main.py", std::string(20, '\n') + kSource);
  EXPECT_EQ(repository.Check("--since HEAD").out, "");
}

TEST(Since, AMergeBringsWhatTheOtherSideHas) {
  Repository repository;
  repository.Git("checkout -q -b other");
  repository.Write("other.py", "import os\nprint(os.getenv('APP_OTHER'))\n");
  repository.Commit();
  repository.Git("checkout -q main");
  repository.Write("mine.py", "import os\nprint(os.getenv('APP_MINE'))\n");
  repository.Commit();
  repository.Git("merge -q --no-edit other");
  const Outcome before_merge = repository.Check("--since HEAD~1");
  EXPECT_TRUE(Has(before_merge.out, "APP_OTHER")) << before_merge.out;
  EXPECT_FALSE(Has(before_merge.out, "APP_MINE")) << before_merge.out;
  EXPECT_TRUE(Has(repository.Check("--since other").out, "APP_MINE"));
}

TEST(Since, LeavesTheCheckoutAsItIs) {
  Repository repository;
  repository.Write("new.py", "import os\nprint(os.getenv('APP_NEW'))\n");
  const auto before = std::filesystem::last_write_time(repository / ".git/index");
  repository.Check("--since HEAD");
  EXPECT_EQ(std::filesystem::last_write_time(repository / ".git/index"), before);
  std::set<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(repository.path())) {
    left.insert(entry.path().filename());
  }
  EXPECT_EQ(left, (std::set<std::string>{".git", "app.py", "docs", "new.py"}));
}

TEST(Since, SaysWhatIsMissing) {
  Repository repository;
  const Outcome unknown = repository.Check("--since v9");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_TRUE(Has(unknown.err, "'v9' is not a revision of this repository")) << unknown.err;

  repository.Write("x.py", "X = 1\n");
  repository.Commit();
  const ScratchFolder shallow;
  const std::string clone = "git clone -q --depth 1 'file://" + repository.path() + "' '" +
                            (shallow / "clone") + "' 2>/dev/null";
  ASSERT_EQ(std::system(clone.c_str()), 0);
  const Outcome cut = RunProgram(shallow / "clone", "check --since HEAD~1");
  EXPECT_EQ(cut.status, 2);
  EXPECT_TRUE(Has(cut.err, "shallow clone")) << cut.err;

  const ScratchFolder plain;
  plain.Write("a.py", "import os\nprint(os.getenv('APP_A'))\n");
  const Outcome none = RunProgram(plain.path(), "check --since HEAD");
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(Has(none.err, "is not in a git repository")) << none.err;
}

TEST(Diff, TellsWhatBecameOfTheVariables) {
  Repository repository;
  repository.Write("app.py",
                   "import os\nPORT = int(os.getenv('APP_PORT', '82'))\nHOST = "
                   "os.getenv('APP_SERVER')\nNEW = os.getenv('APP_NEW', 'x')\n"
                   "print(PORT, HOST, NEW)\n");
  repository.Commit();
  const Outcome text = RunProgram(repository.path(), "diff HEAD~1 HEAD");
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_EQ(text.out,
            "Added\n  APP_NEW (default x)  app.py:4:7\n\n"
            "Renamed\n  APP_SERVER, formerly APP_HOST  app.py:3:8\n\n"
            "Changed default\n  APP_PORT: 81 changed to 82  app.py:2:12\n\n"
            "Changed type\n  APP_PORT: str changed to int  app.py:2:12\n")
      << text.out;
  EXPECT_EQ(RunProgram(repository.path(), "diff HEAD").out, "no variables changed\n");
  const Outcome back = RunProgram(repository.path(), "diff HEAD HEAD~1 --format markdown");
  EXPECT_TRUE(back.out.starts_with("## Environment variables\n\n### Removed\n\n- `APP_NEW`\n"))
      << back.out;
  EXPECT_TRUE(Has(back.out, "- `APP_HOST`, formerly `APP_SERVER`\n"));
  const Outcome json = RunProgram(repository.path(), "diff HEAD~1 --format json");
  EXPECT_TRUE(Has(json.out, "{\"kind\":\"added\",\"name\":\"APP_NEW\",\"default\":\"x\","))
      << json.out;
  EXPECT_EQ(RunProgram(repository.path(), "diff v9").status, 2);
  EXPECT_EQ(RunProgram(repository.path(), "diff").status, 2);
}

TEST(Diff, LeavesOutWhatOnlyTestsTouch) {
  Repository repository;
  const std::string read = "import os\nprint(os.getenv('APP_TRIAL', '1'))\n";
  for (const char* file :
       {"tests/test_app.py", "conftest.py", "pkg/tests.py", "t/helper/a.py", "examples/a.py"}) {
    repository.Write(file, read);
  }
  repository.Write("pkg/__init__.py");
  repository.Write("t/t0001-start.sh", "#!/bin/sh\ntrue\n");
  repository.Write("src/test-app.c",
                   "char *getenv(const char *);\nchar *f(void) {\n"
                   "  return getenv(\"APP_TRIAL\");\n}\n");
  repository.Commit();
  EXPECT_EQ(RunProgram(repository.path(), "diff HEAD~1 HEAD").out, "no variables changed\n");
  repository.Write("more.py", read);
  EXPECT_TRUE(Has(RunProgram(repository.path(), "diff HEAD").out, "Added\n  APP_TRIAL"));
}

TEST(ChangedFiles, TellWhatConcernsThem) {
  Repository repository;
  EXPECT_EQ(repository.Check("--changed-files").out, "") << "nothing has changed";
  repository.Write("more.py", "import os\nprint(os.getenv('APP_NEW'))\n");
  const Outcome added = repository.Check("--changed-files");
  EXPECT_TRUE(added.out.starts_with("more.py:2:7: warning: APP_NEW")) << added.out;
  EXPECT_EQ(added.out.find('\n'), added.out.size() - 1) << added.out;
  repository.Write("docs/env.md", std::string(kPage) + "\nMore.\n");
  EXPECT_TRUE(Has(repository.Check("--changed-files").out, "APP_GONE")) << "a page changed";
}

TEST(NamedFiles, TellWhatTheWholeCheckTellsOfThem) {
  Repository repository;
  repository.Write("more.py", "import os\nprint(os.getenv('APP_NEW'), os.getenv('APP_HOST'))\n");
  const std::string whole = repository.Check("").out;
  const Outcome named = repository.Check("more.py");
  EXPECT_EQ(named.status, 1);
  EXPECT_TRUE(Has(named.out, "APP_NEW")) << named.out;
  EXPECT_TRUE(Has(named.out, "APP_HOST is read in 2 places")) << named.out;
  EXPECT_FALSE(Has(named.out, "APP_PORT"));
  for (const std::string_view line : Split(named.out, '\n')) {
    EXPECT_TRUE(Has(whole, std::string(line))) << line << " is not told by the whole check";
  }
  EXPECT_TRUE(Has(repository.Check("docs/env.md").out, "APP_GONE"));
  EXPECT_EQ(repository.Check("docs/env.md app.py --select unused").status, 1);
  EXPECT_EQ(repository.Check("app.py docs").status, 2) << "files and folders";
}

TEST(NamedFiles, LooseOnesAreAllThereIs) {
  const ScratchFolder folder;
  folder.Write("a.py", "import os\nprint(os.getenv('APP_A'))\n");
  folder.Write("b.py", "import os\nprint(os.getenv('APP_B'))\n");
  const Outcome run = RunProgram(folder.path(), "check a.py --format concise");
  EXPECT_TRUE(Has(run.out, "APP_A")) << run.out;
  EXPECT_FALSE(Has(run.out, "APP_B")) << run.out;
}

}  // namespace
}  // namespace flagcensus
