// The program from outside: what it prints, where, and its exit status, for good and bad input.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

const char kPage[] =
    "# Environment variables\n\n| Variable | Default | Description |\n| --- | --- | --- |\n"
    "| `APP_TIMEOUT` | `30` | seconds |\n| `APP_RETRIES` | `3` | how often |\n"
    "| `APP_COLOR` | unset | colour |\n";
const char kSource[] =
    "import os\nTIMEOUT = int(os.getenv('APP_TIMEOUT', '30'))\n"
    "RETRIES = int(os.environ.get('APP_RETRIES', '3'))\nCOLOR = os.getenv('APP_COLOR')\n"
    "print(TIMEOUT, RETRIES, COLOR)\n";

// A project whose page and code agree.
struct AgreeingProject : ScratchFolder {
  AgreeingProject() {
    Write("app/main.py", kSource);
    Write("docs/environment.md", kPage);
  }
};

TEST(Cli, StatusTellsWhetherThereAreFindings) {
  AgreeingProject project;
  const Outcome clean = RunProgram(project.path(), "check");
  EXPECT_EQ(clean.status, 0) << clean.out << clean.err;
  EXPECT_TRUE(Has(clean.out + clean.err, "docs/environment.md")) << clean.out << clean.err;

  project.Write("app/more.py", "import os\nprint(os.getenv('APP_SECRET_DOOR', '1'))\n");
  const Outcome found = RunProgram(project.path(), "check");
  EXPECT_EQ(found.status, 1) << found.out << found.err;
  EXPECT_TRUE(Has(found.out, "APP_SECRET_DOOR"));
  EXPECT_TRUE(Has(found.out, "app/more.py:2"));
  EXPECT_EQ(RunProgram(project.path(), "check --fail-on error").status, 0);
  EXPECT_EQ(RunProgram(project.path(), "check --exclude more.py").status, 0);
}

TEST(Cli, UnknownNamesFailWhereTheyAreTooMany) {
  AgreeingProject project;
  project.Write("app/more.py",
                "import json, os\nfor key in json.load(open('x')):\n    print(os.getenv(key))\n"
                "    print(os.getenv(key + '_X'), os.environ.get(key.path))\n");
  project.Write("tests/test_more.py", "import os, sys\nprint(os.getenv(sys.argv[1]))\n");
  EXPECT_EQ(RunProgram(project.path(), "check").status, 0);
  EXPECT_EQ(RunProgram(project.path(), "check --max-unresolved 2").status, 0);
  const Outcome many = RunProgram(project.path(), "check --max-unresolved 1");
  EXPECT_EQ(many.status, 1) << many.out << many.err;
  EXPECT_TRUE(Has(many.err,
                  "2 accesses could not be resolved to a variable name; "
                  "--max-unresolved allows 1"))
      << many.err;
  project.Write("flagcensus.toml",
                "[[unresolved]]\nexpression = \"key.*\"\nreason = \"plugins choose the name\"\n");
  EXPECT_EQ(RunProgram(project.path(), "check --max-unresolved 1").status, 0);
  const Outcome one = RunProgram(project.path(), "check --max-unresolved 0");
  EXPECT_EQ(one.status, 1);
  EXPECT_TRUE(Has(one.err, "1 access could not be resolved")) << one.err;
  EXPECT_EQ(RunProgram(project.path(), "check --max-unresolved -1").status, 2);
}

TEST(Cli, JsonHoldsWhatTheContractNames) {
  AgreeingProject project;
  project.Write("app/more.py", "import os\nprint(os.getenv('APP_SECRET_DOOR', '1'))\n");
  const Outcome run =
      RunProgram(project.path(), "check --catalog docs/environment.md --format json");
  EXPECT_EQ(run.status, 1) << run.err;
  const nlohmann::json json = nlohmann::json::parse(run.out, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << run.out;
  EXPECT_EQ(json.value("schema", 0), 2);
  const auto at = [&](const char* pointer) {
    const nlohmann::json::json_pointer place(pointer);
    return json.contains(place) ? json.at(place)
                                : nlohmann::json("nothing at " + std::string(pointer));
  };
  EXPECT_EQ(at("/summary/findings/undocumented"), 1);
  EXPECT_EQ(at("/findings/0/name"), "APP_SECRET_DOOR");
  EXPECT_EQ(at("/findings/0/code/0/file"), "app/more.py");
}

TEST(Cli, PathsAreRelativeToTheCallerOrTheRoot) {
  AgreeingProject project;
  const auto file = [](const Outcome& run) {
    const auto line = nlohmann::json::parse(run.out.substr(0, run.out.find('\n')), nullptr, false);
    return line.is_object() ? line["file"].get<std::string>() : run.err;
  };
  EXPECT_EQ(file(RunProgram(project.path(), "scan --format jsonl")), "app/main.py");
  EXPECT_EQ(file(RunProgram(project / "docs", "scan ../app --format jsonl")), "../app/main.py");
  EXPECT_EQ(file(RunProgram(project / "docs", "scan --root .. --format jsonl")), "app/main.py");
  EXPECT_EQ(file(RunProgram("/", "scan " + project.path() + " --root " + project.path() +
                                     "/app --format jsonl")),
            "main.py");
}

TEST(Cli, TwoRunsPrintTheSameWithOneThreadOrMany) {
  AgreeingProject project;
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    project.Write("app/part" + n + "/m" + n + ".py",
                  "import os\nX = os.getenv('APP_X" + n + "', '" + n + "')\nos.getenv('APP_Y')\n");
  }
  project.Write("docs/more.md",
                "# Environment variables\n\n- `APP_Z1`: one\n- `APP_Z2`: two\n- `APP_Y`: why\n");
  for (const std::string command : {"scan --format jsonl", "check --format json", "check"}) {
    const Outcome one = RunProgram(project.path(), command + " --jobs 1");
    const Outcome many = RunProgram(project.path(), command + " --jobs 4");
    EXPECT_GE(one.out.size(), 60U);
    EXPECT_EQ(one.out, many.out) << command;
    EXPECT_EQ(one.err, many.err) << command;
    EXPECT_EQ(one.status, many.status) << command;
  }
}

TEST(Cli, AMissingPathIsSaidAndTheOthersAreDone) {
  AgreeingProject project;
  const Outcome alone = RunProgram(project.path(), "check missing");
  EXPECT_EQ(alone.status, 2);
  EXPECT_EQ(alone.out, "");
  EXPECT_TRUE(Has(alone.err, "missing: cannot be read: no such file or directory")) << alone.err;

  const Outcome beside = RunProgram(project.path(), "scan missing app --format jsonl");
  EXPECT_EQ(beside.status, 2);
  EXPECT_TRUE(Has(beside.out, "APP_TIMEOUT")) << beside.out;
  EXPECT_TRUE(Has(beside.err, "missing: cannot be read")) << beside.err;
}

TEST(Cli, AMissingPageIsSaidBeforeEveryFlagLooksUndocumented) {
  AgreeingProject project;
  const Outcome run = RunProgram(project.path(), "check --catalog docs/enviroment.md");
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(Has(run.err, "docs/enviroment.md: the page cannot be read")) << run.err;
  const Outcome folder = RunProgram(project.path(), "catalog docs");
  EXPECT_EQ(folder.status, 2);
  EXPECT_TRUE(Has(folder.err, "docs: the page cannot be read: is a directory")) << folder.err;
  const Outcome both = RunProgram(project.path(), "catalog missing.md docs/environment.md");
  EXPECT_EQ(both.status, 2);
  EXPECT_TRUE(Has(both.out, "APP_RETRIES")) << both.out;
}

TEST(Cli, NoInputAtAllIsAFailure) {
  ScratchFolder folder;
  folder.Write("data.bin", "x");
  for (const std::string command : {"check", "scan"}) {
    const Outcome run = RunProgram(folder.path(), command);
    EXPECT_EQ(run.status, 2) << command;
    EXPECT_TRUE(Has(run.err, "nothing to read")) << run.err;
  }
  folder.Write("vendor/a.py", kSource);
  const Outcome run = RunProgram(folder.path(), "scan");
  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(Has(run.err, "--verbose lists them")) << run.err;
  EXPECT_TRUE(Has(RunProgram(folder.path(), "scan --vendored").out, "APP_TIMEOUT"));
  folder.Write("a.py", "");
  EXPECT_EQ(RunProgram(folder.path(), "scan").status, 0);
}

TEST(Cli, UnreadableFilesAndFoldersAreDiagnostics) {
  AgreeingProject project;
  project.Write("app/closed.py", kSource);
  project.Write("app/closed/a.py", kSource);
  fs::permissions(project.path(), fs::perms(0755));
  fs::permissions(project / "app/closed.py", fs::perms::none);
  fs::permissions(project / "app/closed", fs::perms::none);
  // Root may read everything, so the program is started as nobody.
  const std::string nobody =
      geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "";
  const Outcome run = RunProgram(project.path(), "scan --format jsonl", nobody);
  const Outcome strict = RunProgram(project.path(), "scan --strict", nobody);
  fs::permissions(project / "app/closed", fs::perms::owner_all);
  if (run.status == 126 || run.status == 127) {
    GTEST_SKIP() << "skipped: cannot drop privileges: " << run.err;
  }
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(Has(run.out, "\"file\":\"app/main.py\"")) << run.out;
  EXPECT_TRUE(Has(run.err, "app/closed.py: ")) << run.err;
  EXPECT_TRUE(Has(run.err, "app/closed/: cannot be read: permission denied")) << run.err;
  EXPECT_EQ(strict.status, 2);
}

TEST(Cli, BrokenSourcesLoseNoFindingOfOtherFiles) {
  AgreeingProject project;
  project.Write("app/invalid.py", "import os\nos.getenv('APP_\xff\xfe')\nx = '\xc3('\n");
  project.Write("app/nul.py", std::string("import os\0os.getenv('APP_NUL')\n", 31));
  project.Write("app/late_nul.py",
                std::string(9000, '#') + std::string("\n\0\nos.getenv('A')\n", 18));
  project.Write("app/broken.py", "import os\ndef f(:\n  x = os.getenv('APP_BROKEN'\n\n class\n");
  project.Write("app/open.py", "x = '''os.getenv('APP_OPEN')\n");
  project.Write("app/empty.py", "");
  project.Write("app/bom.py", "\xef\xbb\xbfimport os\nprint(os.getenv('APP_BOM'))\n");
  project.Write("app/deep.py", "x = " + std::string(20000, '(') + "environ\n");
  const Outcome run = RunProgram(project.path(), "scan --format jsonl");
  EXPECT_EQ(run.status, 0) << run.err;
  for (const char* name : {"APP_TIMEOUT", "APP_RETRIES", "APP_COLOR", "APP_BOM"}) {
    EXPECT_TRUE(Has(run.out, std::string("\"name\":\"") + name + "\"")) << name << run.out;
  }
  const Outcome check = RunProgram(project.path(), "check --format json");
  EXPECT_FALSE(nlohmann::json::parse(check.out, nullptr, false).is_discarded()) << check.out;
}

TEST(Cli, BrokenPagesLoseNoEntryOfOtherPages) {
  AgreeingProject project;
  project.Write("docs/empty.md", "");
  project.Write("docs/cut.md", std::string(kPage, sizeof kPage / 2));
  project.Write("docs/invalid.md", "- `APP_\xff`: x\n| \xc3( |\n");
  project.Write("docs/nul.md", std::string("a\0b", 3));
  project.Write("docs/prose.md", "Nothing here names a variable.\n");
  const Outcome run = RunProgram(
      project.path(),
      "catalog docs/empty.md docs/cut.md docs/invalid.md docs/prose.md docs/environment.md "
      "--format jsonl");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(Has(run.out, "\"file\":\"docs/environment.md\"")) << run.out;
  EXPECT_TRUE(Has(run.err, "docs/empty.md")) << run.err;
  EXPECT_TRUE(Has(run.err, "docs/prose.md")) << run.err;
  EXPECT_EQ(RunProgram(project.path(), "catalog docs/empty.md --strict").status, 2);
  const Outcome nul = RunProgram(project.path(), "catalog docs/nul.md");
  EXPECT_EQ(nul.status, 2);
  EXPECT_TRUE(Has(nul.err, "docs/nul.md: the page cannot be read: is not text")) << nul.err;
}

TEST(Cli, MistakesInTheConfigurationHaveAPlaceAndARemedy) {
  AgreeingProject project;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"catalgo = []\n", "flagcensus.toml:1:1: unknown key 'catalgo'; did you mean 'catalog'?"},
      {"catalog = 1\n", "flagcensus.toml:1:11: 'catalog' must be a list of strings"},
      {"\ndisabled-rules = [\"unusd\"]\n",
       "flagcensus.toml:2:19: unknown rule 'unusd'; did you mean 'unused'?"},
      {"catalog = [\n", "flagcensus.toml:"},
      {"\n[[accessor]]\nop = \"read\"\ncall = \"a.b\"\nnmae = 0\n",
       "flagcensus.toml:5:1: unknown key 'nmae'"},
      {"accessor = [{ op = \"reed\", call = \"a.b\" }]\n", "flagcensus.toml:"},
      {"catalog = [\"none.md\"]\n", "none.md: the page cannot be read"},
  };
  for (const auto& [text, message] : cases) {
    project.Write("flagcensus.toml", text);
    const Outcome run = RunProgram(project.path(), "check");
    EXPECT_EQ(run.status, 2) << text;
    EXPECT_TRUE(Has(run.err, message)) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(RunProgram(project.path(), "check --no-config --catalog docs/environment.md").status,
              0)
        << text;
  }
  // Settings that are right do what they say, so that the cases above cannot pass for another
  // reason.
  project.Write("flagcensus.toml",
                "[[accessor]]\ncall = \"app.settings.lookup\"\nop = \"read\"\nname = 0\n");
  project.Write("app/use.py",
                "from app import settings\nprint(settings.lookup('APP_LOOKED_UP'))\n");
  project.Write("docs/environment.md", kPage);
  EXPECT_TRUE(Has(RunProgram(project.path(), "check").out, "APP_LOOKED_UP"));
  const Outcome missing = RunProgram(project.path(), "check --config other.toml");
  EXPECT_EQ(missing.status, 2);
  EXPECT_TRUE(Has(missing.err, "other.toml: the configuration cannot be read")) << missing.err;
}

TEST(Cli, TheConfigurationIsObeyed) {
  AgreeingProject project;
  project.Write("app/more.py", "import os\nprint(os.getenv('APP_DEBUG_A', '1'))\n");
  project.Write("gen/more.py", "import os\nprint(os.getenv('APP_GENERATED', '1'))\n");
  project.Write("docs/other.md", "# Environment\n\n- `APP_STALE`: gone\n- `APP_GONE`: gone\n");
  EXPECT_EQ(RunProgram(project.path(), "check").status, 1);
  project.Write("flagcensus.toml",
                "catalog = [\"docs/environment.md\"]\nexclude = [\"/gen/\"]\n"
                "[[internal]]\nname = \"APP_DEBUG_*\"\nreason = \"for developers\"\n");
  const Outcome clean = RunProgram(project.path(), "check");
  EXPECT_EQ(clean.status, 0) << clean.out << clean.err;
  // From elsewhere, too: the file's own folder is what its paths are relative to.
  const Outcome elsewhere = RunProgram("/", "check " + project.path());
  EXPECT_EQ(elsewhere.status, 0) << elsewhere.out << elsewhere.err;
  project.Write("flagcensus.toml",
                "exclude = [\"/gen/\"]\ncatalog = [\"docs/environment.md\"]\n"
                "[severity]\nundocumented = \"info\"\n");
  EXPECT_EQ(RunProgram(project.path(), "check").status, 0);
  EXPECT_EQ(RunProgram(project.path(), "check --fail-on info").status, 1);
  project.Write("flagcensus.toml",
                "exclude = [\"/gen/\"]\ncatalog = [\"docs/environment.md\"]\n"
                "disabled-rules = [\"undocumented\"]\n");
  EXPECT_EQ(RunProgram(project.path(), "check --fail-on info").status, 0);
  project.Write("flagcensus.toml",
                "catalog = [\"docs/environment.md\"]\n[[scope]]\nglob = \"more.py\"\n"
                "scope = \"script\"\n");
  EXPECT_EQ(RunProgram(project.path(), "check").status, 0);
}

TEST(Cli, ControlCharactersNeverReachTheTerminal) {
  AgreeingProject project;
  project.Write("app/red\x1b[31m\nname.py",
                "import os\nprint(os.getenv('APP_X\x1b[2J', '\x07'))\n");
  project.Write("docs/env\x1b]0;title\x07.md",
                "# Environment variables\n\n- `APP_\x1b[1m`: x\n- `APP_BAD`: \x1b[2J\n");
  for (const std::string command :
       {"scan", "scan --format jsonl", "check --color never", "check --format json", "check -v",
        "catalog docs/*.md", "catalog docs/*.md --format jsonl", "check 'no\x1b[31mthing'",
        "chec\x1b[31mk", "explain 'x\x1b[31m'"}) {
    const Outcome run = RunProgram(project.path(), command);
    for (const std::string& text : {run.out, run.err}) {
      EXPECT_EQ(text.find('\x1b'), std::string::npos) << command;
      EXPECT_EQ(text.find('\x07'), std::string::npos) << command;
      EXPECT_FALSE(Has(text, "\nname.py")) << command;
    }
  }
}

TEST(Cli, ColourFollowsTheOptionAndNoColor) {
  AgreeingProject project;
  project.Write("app/more.py", "import os\nprint(os.getenv('APP_SECRET_DOOR', '1'))\n");
  const auto coloured = [&](const std::string& arguments, const std::string& before = "") {
    return Has(RunProgram(project.path(), "check " + arguments, before).out, "\x1b[");
  };
  EXPECT_TRUE(coloured("--color always"));
  EXPECT_TRUE(coloured("--color always", "NO_COLOR=1"));
  EXPECT_FALSE(coloured("--color never"));
  EXPECT_FALSE(coloured(""));
}

TEST(Cli, VerboseNamesOwnPrefixesAndWhy) {
  AgreeingProject project;
  project.Write("setup.cfg", "[metadata]\nname = app\n");
  EXPECT_FALSE(Has(RunProgram(project.path(), "check").err, "project prefix"));
  const Outcome run = RunProgram(project.path(), "check --verbose");
  EXPECT_TRUE(Has(run.err, "project prefix APP_ (the project is named app, setup.cfg:2)"))
      << run.err;
}

TEST(Cli, ABrokenManifestIsADiagnosticAndTheRestGoesOn) {
  AgreeingProject project;
  const int before = RunProgram(project.path(), "check").status;
  project.Write("pyproject.toml", "[project\nname = 'app'\n");
  const Outcome run = RunProgram(project.path(), "check");
  EXPECT_EQ(run.status, before);
  EXPECT_TRUE(Has(run.out + run.err, "pyproject.toml:1: note: the project's name cannot be read"))
      << run.out << run.err;
  EXPECT_EQ(RunProgram(project.path(), "check --strict").status, 2);
}

TEST(Cli, VerboseNamesWhatWasLeftOut) {
  AgreeingProject project;
  project.Write(".git/HEAD", "ref: refs/heads/main\n");
  project.Write(".gitignore", "build/\n");
  project.Write("build/a.py", kSource);
  project.Write("third_party/b.py", kSource);
  project.Write("docs/story.md", "# A story\n\nIt speaks of `APP_TIMEOUT` once.\n");
  EXPECT_FALSE(Has(RunProgram(project.path(), "check").err, "skipped"));
  const Outcome run = RunProgram(project.path(), "check --verbose");
  EXPECT_TRUE(Has(run.err, "skipped build/: ignored by .gitignore:1")) << run.err;
  EXPECT_TRUE(Has(run.err, "skipped third_party/: vendored directory")) << run.err;
  const size_t note = run.err.find("without a git index it is not known");
  EXPECT_NE(note, std::string::npos) << run.err;
  EXPECT_EQ(run.err.find("without a git index", note + 1), std::string::npos) << "reported once";
  EXPECT_TRUE(Has(run.err, "using page docs/environment.md: ")) << run.err;
  EXPECT_TRUE(Has(run.err, "not using page docs/story.md as a catalog: ")) << run.err;
}

// A page that is no catalog may be quoted, and the reason says so.
TEST(Cli, VerboseSaysThatAPageCountsThoughItIsNoCatalog) {
  AgreeingProject project;
  project.Write("app/more.py", "import os\nprint(os.getenv('APP_DOOR', '1'))\n");
  project.Write("CHANGELOG.md", "# Changes\n\n## 1.2.0\n\n- `APP_DOOR`: opens the door.\n");
  project.Write("HISTORY.md", "# Changes\n\n## 1.2.0\n\n- `APP_OTHER`: of another program.\n");
  const Outcome run = RunProgram(project.path(), "check --verbose --all");
  EXPECT_TRUE(Has(run.out, "CHANGELOG.md:5")) << run.out;
  EXPECT_TRUE(Has(run.err, "not using page CHANGELOG.md as a catalog: ")) << run.err;
  const size_t line = run.err.find("not using page CHANGELOG.md");
  EXPECT_TRUE(Has(run.err.substr(line, run.err.find('\n', line) - line),
                  "; what it says of the code's variables counts"))
      << run.err;
}

// What a check takes from a source, with and without a repository around it.
TEST(Cli, CatalogOfASourceAgreesWithACheck) {
  AgreeingProject project;
  project.Write("app/bell.py",
                "import os\n\n\ndef bell():\n    \"\"\"\n    .. envvar:: APP_BELL\n\n"
                "       The bell. Default: 3\n    \"\"\"\n"
                "    return os.environ.get('APP_BELL', '3')\n\n\nprint(bell())\n");
  for (const bool repository : {false, true}) {
    if (repository) project.Write(".git/HEAD", "ref: refs/heads/main\n");
    const Outcome check = RunProgram(project.path(), "check --verbose");
    EXPECT_TRUE(Has(check.err, "using texts of app/bell.py: 1 variable")) << check.err;
    const Outcome run = RunProgram(project.path(), "catalog app/bell.py docs/environment.md");
    EXPECT_TRUE(Has(run.out, "app/bell.py:6")) << run.out << run.err;
    EXPECT_TRUE(Has(run.out, "4 entries")) << run.out;
    const Outcome none = RunProgram(project.path(), "catalog app/main.py");
    EXPECT_TRUE(Has(none.out, "0 entries")) << none.out;
    EXPECT_TRUE(Has(none.err, "the texts of this source document no environment variables"))
        << none.err;
  }
}

TEST(Cli, MistakesOnTheCommandLineNameTheRemedy) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"",
       "no command: use check, docs, scan, catalog, explain, where, baseline, init, diff, audit, "
       "merge, cache, lsp "
       "or completions"},
      {"chek", "unknown command 'chek'; did you mean 'check'?"},
      {"check --catlog x", "unknown option '--catlog'; did you mean '--catalog'?"},
      {"check --xyzzy", "unknown option '--xyzzy'; 'flagcensus check --help' lists the options"},
      {"scan --format json", "invalid value 'json' for --format (possible values: table, jsonl)"},
      {"scan --jobs many", "--jobs: "},
      {"catalog", "FILE is required"},
      {"explain nosuchrule", "unknown rule 'nosuchrule'"},
      {"explain unusd", "unknown rule 'unusd'; did you mean 'unused'?"},
      {"explain typo", "unknown rule 'typo'; did you mean 'likely-typo'?"},
      {"explain mismatch",
       "'default-mismatch' or 'surface-mismatch' or 'set-value-mismatch' or 'type-mismatch'?"},
      {"explain xyz", "unknown rule 'xyz'; 'flagcensus explain' lists the rules"},
      {"scan --root /nonexistent/flagcensus", "--root /nonexistent/flagcensus is not a directory"},
      {"check --config a --no-config", "--no-config"},
  };
  for (const auto& [arguments, message] : cases) {
    const Outcome run = RunProgram("/", arguments);
    EXPECT_EQ(run.status, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_TRUE(Has(run.err, message)) << run.err;
  }
}

TEST(Cli, EveryCommandHasExamplesAndIsHelpedWith) {
  const ScratchFolder folder;
  for (const char* command : {"check", "scan", "catalog", "explain", "baseline", "init", "diff",
                              "docs", "cache", "completions", "audit", "merge"}) {
    const Outcome help = RunProgram(folder.path(), std::string("help ") + command);
    EXPECT_EQ(help.status, 0) << command;
    EXPECT_TRUE(Has(help.out, "Examples:\n  flagcensus " + std::string(command))) << help.out;
    EXPECT_EQ(help.out, RunProgram(folder.path(), std::string(command) + " -h").out);
  }
  EXPECT_TRUE(Has(RunProgram(folder.path(), "help").out, "Commands:"));
  EXPECT_EQ(RunProgram(folder.path(), "help chek").status, 2);
  EXPECT_EQ(RunProgram(folder.path(), "-V").out, RunProgram(folder.path(), "--version").out);
}

TEST(Cli, HelpVersionAndExplainPrintOnStandardOutput) {
  EXPECT_TRUE(RunProgram("/", "--version").out.starts_with("flagcensus "));
  const Outcome help = RunProgram("/", "check --help");
  EXPECT_EQ(help.status, 0);
  EXPECT_TRUE(Has(help.out, "--catalog"));
  const Outcome page = RunProgram("/", "explain unused");
  EXPECT_EQ(page.status, 0);
  EXPECT_TRUE(Has(page.out, "unused"));
  EXPECT_TRUE(Has(RunProgram("/", "explain").out, "default-mismatch: "));
}

TEST(Cli, ExplainSaysWhatIsKnownOfAVariable) {
  AgreeingProject project;
  project.Write("app/copy.py", "import os\nTIMES = int(os.environ.get('APP_RETRIES', '3'))\n");
  // A dead duplicate beside a live read is no finding, and is shown here.
  const Outcome shown = RunProgram(project.path(), "explain APP_RETRIES");
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_TRUE(Has(shown.out, "app/copy.py:2:13: read through os.environ.get, default 3, int"))
      << shown.out;
  EXPECT_TRUE(Has(shown.out, "stored in TIMES, which is never used")) << shown.out;
  EXPECT_FALSE(Has(shown.out, "stored in RETRIES")) << shown.out;
  EXPECT_TRUE(Has(shown.out, "docs/environment.md:6:4: default 3")) << shown.out;
  EXPECT_TRUE(Has(shown.out, "findings\n  none")) << shown.out;

  project.Write("app/more.py", "import os\nprint(os.getenv('APP_PASSWORD', 'xK9v2mQ7pL4wZ8tR'))\n");
  const Outcome masked = RunProgram(project.path(), "explain APP_PASSWORD");
  EXPECT_TRUE(Has(masked.out, "[undocumented]")) << masked.out;
  EXPECT_FALSE(Has(masked.out, "xK9v2")) << masked.out;

  const Outcome unknown = RunProgram(project.path(), "explain APP_NOWHERE app");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_TRUE(Has(unknown.err, "nothing in app accesses or documents APP_NOWHERE")) << unknown.err;
}

TEST(Cli, SeveralPagesAfterOneCatalogOption) {
  AgreeingProject project;
  project.Write("docs/more.md",
                "# Environment variables\n\n- `APP_SECRET_DOOR`: a door\n- `APP_OTHER`: other\n");
  project.Write("app/more.py",
                "import os\nprint(os.getenv('APP_SECRET_DOOR'), os.getenv('APP_OTHER'))\n");
  const Outcome one = RunProgram(project.path(), "check --catalog docs/environment.md");
  EXPECT_TRUE(Has(
      one.out, "APP_SECRET_DOOR is read but has no entry; it is only described at docs/more.md:3"))
      << one.out;
  for (const char* arguments : {"check app --catalog docs/environment.md docs/more.md",
                                "check --catalog docs/environment.md --catalog docs/more.md -- app",
                                "check app --catalog 'docs/*.md'"}) {
    const Outcome run = RunProgram(project.path(), arguments);
    EXPECT_EQ(run.status, 0) << arguments << run.out << run.err;
    EXPECT_FALSE(Has(run.out, "APP_SECRET_DOOR")) << run.out;
  }
}

TEST(Cli, OutputThatCannotBeWrittenIsAFailure) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "skipped: lacks /dev/full";
  AgreeingProject project;
  const Outcome run = RunProgram(project.path(), "scan >/dev/full #");
  EXPECT_EQ(run.status, 2);
}

}  // namespace
}  // namespace flagcensus
