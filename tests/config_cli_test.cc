// The configuration from outside: what the program does by it, and what it says of it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/base/text.h"
#include "tests/paths.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// A page of three variables, of which the code reads two; and one that no page documents.
struct ConfiguredProject : ScratchFolder {
  ConfiguredProject() {
    Write("app/main.py",
          "import os\nprint(os.getenv('APP_TIMEOUT', '30'), os.getenv('APP_COLOR'))\n"
          "print(os.getenv('APP_SECRET_DOOR', '1'))\n");
    Write("docs/env.md",
          "# Environment variables\n\n| Variable | Default | Description |\n| --- | --- | --- |\n"
          "| `APP_TIMEOUT` | `30` | seconds |\n| `APP_COLOR` | unset | colour |\n"
          "| `APP_GONE` | `3` | nothing |\n");
  }
  Outcome Check(const std::string& config, const std::string& options = "") const {
    Write("flagcensus.toml", config);
    return RunProgram(path(), "check --no-clang " + options);
  }
};

// "undocumented APP_A warning; ..." of what a check finds.
std::string FindingsOf(const Outcome& run) {
  const auto report = nlohmann::json::parse(run.out, nullptr, false);
  if (!report.is_object()) return run.err;
  std::string out;
  for (const auto& finding : report["findings"]) {
    out += finding["rule"].get<std::string>() + " " + finding.value("name", "") + " " +
           finding["severity"].get<std::string>() + "; ";
  }
  return out;
}

TEST(Config, SeveritiesAndOverrides) {
  const ConfiguredProject project;
  const auto findings = [&](const std::string& config) {
    return FindingsOf(project.Check(config, "--format json"));
  };
  const std::string door = "undocumented APP_SECRET_DOOR warning; ";
  const std::string gone = "unused APP_GONE warning; ";
  EXPECT_EQ(findings(""), door + gone);
  EXPECT_EQ(findings("[severity]\nunused = \"off\"\n"), door);
  EXPECT_EQ(findings("[[override]]\npath = \"docs/\"\nseverity = { unused = \"off\" }\n"), door);
  EXPECT_EQ(findings("[[override]]\npath = \"app/\"\nseverity = { unused = \"off\" }\n"),
            door + gone);
  EXPECT_EQ(
      findings("[[override]]\npath = [\"x\", \"app/**\"]\n"
               "severity = { undocumented = \"error\" }\n[severity]\nundocumented = \"info\"\n"),
      "undocumented APP_SECRET_DOOR error; " + gone);
  // The first row that is about the rule decides.
  EXPECT_EQ(findings("[[override]]\npath = \"*.py\"\nseverity = { undocumented = \"info\" }\n"
                     "[[override]]\npath = \"app/\"\nseverity = { undocumented = \"off\" }\n"),
            "undocumented APP_SECRET_DOOR info; " + gone);
  // A place outside the path: the finding is not of the path alone.
  project.Write("lib/more.py", "import os\nprint(os.getenv('APP_SECRET_DOOR', '1'))\n");
  EXPECT_EQ(findings("[[override]]\npath = \"app/\"\nseverity = { undocumented = \"off\" }\n"),
            door + gone);
  EXPECT_TRUE(Has(project.Check("[[override]]\npath = \"a\"\nseverity = { unusd = \"off\" }\n").err,
                  "flagcensus.toml:3:14: unknown rule 'unusd'; did you mean 'unused'?"));
  EXPECT_TRUE(Has(project.Check("[[ignore]]\nrule = \"unusd\"\nreason = \"r\"\n").err,
                  "flagcensus.toml:2:8: unknown rule 'unusd'; did you mean 'unused'?"));
}

TEST(Config, MembersOfAFamilyStandForOneAnother) {
  const ConfiguredProject project;
  project.Write("app/urls.py", "import os\nprint(os.getenv('APP_B_URL'))\n");
  const std::string family = "[[family]]\nname = \"APP_*_URL\"\nreason = \"one a plugin\"\n";
  const auto findings = [&](const std::string& config) {
    return FindingsOf(
        project.Check("[severity]\nundocumented = \"error\"\n" + config, "--format json"));
  };
  EXPECT_TRUE(Has(findings(family), "undocumented APP_B_URL")) << "no page documents one";
  project.Write("docs/env.md",
                ReadText(project / "docs/env.md") + "| `APP_A_URL` | | an address |\n");
  EXPECT_TRUE(Has(findings(""), "undocumented APP_B_URL"));
  EXPECT_TRUE(Has(findings(""), "unused APP_A_URL"));
  EXPECT_FALSE(Has(findings(family), "_URL")) << findings(family);
  EXPECT_TRUE(Has(findings(family), "undocumented APP_SECRET_DOOR"));
  EXPECT_TRUE(Has(findings(family), "unused APP_GONE"));
}

TEST(Config, PathsHoldWhereTheCommandLineNamesNone) {
  const ConfiguredProject project;
  project.Write("gen/a.py", "import os\nprint(os.getenv('APP_GENERATED', '1'))\n");
  const auto scan = [&](const std::string& options) {
    return RunProgram(project.path(), "scan --no-clang " + options);
  };
  EXPECT_TRUE(Has(scan("").out, "APP_GENERATED"));
  for (const char* paths : {"[\"app\"]", "[\"a*\"]", "[\"app/main.py\"]", "[\"app/*.py\"]"}) {
    project.Write("flagcensus.toml", std::string("paths = ") + paths);
    EXPECT_TRUE(Has(scan("").out, "APP_TIMEOUT")) << paths;
    EXPECT_FALSE(Has(scan("").out, "APP_GENERATED")) << paths;
    EXPECT_TRUE(Has(scan(".").out, "APP_GENERATED")) << paths;
  }
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"[\"x*\"]", "flagcensus.toml:1:10: the glob 'x*' matches nothing"},
      {"[\"no\"]", "no: cannot be read: no such file or directory"},
      {"[\"../x\"]",
       "flagcensus.toml:1:10: the path '../x' lies outside the directory of the configuration; "
       "name "
       "it "
       "on the command line, or the configuration with --config"}};
  for (const auto& [paths, message] : wrong) {
    project.Write("flagcensus.toml", "paths = " + paths);
    const Outcome run = scan("");
    EXPECT_EQ(run.status, 2) << paths;
    EXPECT_TRUE(Has(run.err, message)) << run.err;
  }
}

TEST(Config, CatalogsAreGlobs) {
  const ConfiguredProject project;
  project.Write("docs/more.md", "# Environment variables\n\n- `APP_SECRET_DOOR`: a door\n");
  const Outcome run = project.Check("catalog = [\"docs/*.md\"]\n");
  EXPECT_FALSE(Has(run.out, "APP_SECRET_DOOR")) << run.out;
  const Outcome none = project.Check("\ncatalog = [\"docs/*.rst\"]\n");
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(Has(none.err, "flagcensus.toml:2:12: the glob 'docs/*.rst' matches no file"));
  const Outcome source = project.Check("catalog = [\"app/main.py\"]\n");
  EXPECT_EQ(source.status, 2);
  EXPECT_TRUE(Has(source.err, "app/main.py: it is a source and no page")) << source.err;
  // A glob finds nothing through a link that leads out.
  const ScratchFolder other;
  other.Write("host.md", "- `DB_PASSWORD_OF_HOST`: secret\n");
  fs::create_directory(project / "links");
  fs::create_symlink(other / "host.md", project / "links/host.md");
  const Outcome link = project.Check("catalog = [\"links/*.md\"]\n");
  EXPECT_EQ(link.status, 2);
  EXPECT_TRUE(Has(link.err, "matches only links out of the directory")) << link.err;
}

TEST(Config, AnotherOneInTheFolderIsSaid) {
  const ConfiguredProject project;
  project.Write("pyproject.toml", "[tool.flagcensus]\ncatalog = [\"none.md\"]\n");
  const Outcome run = project.Check("");
  EXPECT_TRUE(
      Has(run.out + run.err,
          "pyproject.toml: note: is not read as configuration: flagcensus.toml takes precedence; "
          "keep one of the two"))
      << run.out << run.err;
  fs::remove(project / "flagcensus.toml");
  const Outcome own = RunProgram(project.path(), "check");
  EXPECT_EQ(own.status, 2);
  EXPECT_TRUE(Has(own.err, "none.md: the page cannot be read")) << own.err;
}

TEST(Config, GlobsOfAnExtendedFileAreOfItsFolder) {
  const ScratchFolder folder;
  folder.Write(".git/HEAD");
  folder.Write("sub/app/a.py", "import os\nprint(os.getenv('APP_A'))\n");
  folder.Write("sub/gen/b.py", "import os\nprint(os.getenv('APP_B'))\n");
  folder.Write("sub/own/c.py", "import os\nprint(os.getenv('APP_C'))\n");
  folder.Write("base.toml",
               "exclude = [\"sub/gen/\"]\n[[scope]]\nglob = \"sub/own/**\"\nscope = \"test\"\n");
  folder.Write("sub/flagcensus.toml",
               "extend = \"../base.toml\"\n[[scope]]\nglob = \"/app/**\"\nscope = \"script\"\n");
  const Outcome run = RunProgram(folder / "sub", "scan --no-clang --format jsonl");
  EXPECT_FALSE(Has(run.out, "APP_B")) << run.out;
  EXPECT_TRUE(Has(run.out, "\"scope\":\"test\"")) << run.out;
  EXPECT_TRUE(Has(run.out, "\"scope\":\"script\"")) << run.out;
}

TEST(ShowConfig, TellsWhatHoldsAndFromWhere) {
  const ConfiguredProject project;
  project.Write(".git/HEAD");
  project.Write("ci/base.toml", "exclude = [\"gen/\"]\n[severity]\nunused = \"info\"\n");
  const Outcome run = project.Check(
      "extend = \"ci/base.toml\"\ncatalog = [\"docs/env.md\"]\n[[internal]]\nname = \"APP_X\"\n"
      "reason = \"r\"\n",
      "--show-config --fail-on error app");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(
      run.out.starts_with("# configuration: flagcensus.toml, which extends ci/base.toml\n"));
  const auto line = [&](const std::string& setting, const std::string& origin) {
    const size_t at = run.out.find("\n" + setting);
    const std::string found = at == std::string::npos
                                  ? "nothing"
                                  : run.out.substr(at + 1, run.out.find('\n', at + 1) - at - 1);
    EXPECT_TRUE(found.ends_with(" # " + origin)) << setting << ": " << found;
  };
  line("paths = [\"app\"] ", "command line");
  line("catalog = [\"docs/env.md\"] ", "flagcensus.toml:2:11");
  line("exclude = [\"gen/\"] ", "ci/base.toml:1:11");
  line("severity.unused = \"info\" ", "ci/base.toml:3:1");
  line("[[internal]] { name = \"APP_X\", reason = \"r\" } ", "flagcensus.toml:3:1");
  line("documented-by = \"any-page\" ", "default");
  line("--fail-on error ", "command line");
  line("--format text ", "default");
  line("--max-memory 4GiB ", "default");
  const Outcome replaced =
      project.Check("catalog = [\"docs/env.md\"]\n", "--show-config --catalog docs/env.md");
  EXPECT_TRUE(Has(replaced.out, "# flagcensus.toml:1:11, which the command line replaces"));
  EXPECT_TRUE(project.Check("", "--show-config --no-config")
                  .out.starts_with("# configuration: none, by --no-config\n"));
  EXPECT_EQ(project.Check("catlog = []", "--show-config").status, 2);
}

TEST(NamedInputs, WhatIsNoPageIsAnError) {
  const ConfiguredProject project;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"check --catalog app/main.py",
       "--catalog app/main.py: it is a source and no page; paths go before the option: "
       "'flagcensus check app/main.py --catalog PAGE'"},
      {"check --catalog docs/env.md app",
       "--catalog app: is a directory, not a page; name its pages, as in --catalog 'app/*.md'; "
       "paths go before the option: 'flagcensus check app --catalog PAGE'"},
      {"check --catalog 'docs/*.rst'", "--catalog: the glob 'docs/*.rst' matches no file"},
      {"explain APP_COLOR --catalog docs", "--catalog docs: is a directory, not a page"},
      {"catalog 'x/*.md'", "the glob 'x/*.md' matches no file"},
      {"check --compile-commands no.json", "--compile-commands no.json: no such file"},
      {"scan --compile-commands app",
       "--compile-commands app: is a directory; name the compile_commands.json in it"},
  };
  for (const auto& [arguments, message] : cases) {
    const Outcome run = RunProgram(project.path(), arguments);
    EXPECT_EQ(run.status, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_TRUE(Has(run.err, message)) << run.err;
  }
  // A name that looks like a glob is a name where there is such a file.
  fs::copy(project / "docs/env.md", project / "docs/a[1].md");
  EXPECT_EQ(RunProgram(project.path(), "catalog 'docs/a[1].md'").status, 0);
}

TEST(NamedInputs, ARegistryThatCannotBeReadIsAFailure) {
  const ConfiguredProject project;
  const std::vector<std::pair<std::string, std::string>> broken = {
      {"env.yaml", "env: [b\n"}, {"env.json", "{\"env\": "}, {"env.toml", "[env\n"}};
  for (const auto& [file, text] : broken) {
    project.Write(file, text);
    for (const std::string command : {"catalog ", "check --catalog "}) {
      const Outcome run = RunProgram(project.path(), command + file);
      EXPECT_EQ(run.status, 2) << command << file << run.out;
      EXPECT_TRUE(Has(run.err, file + ":")) << run.err;
      EXPECT_TRUE(Has(run.err, "not valid " + file.substr(4))) << run.err;
    }
  }
  project.Write("env.yaml", "- env: APP_TIMEOUT\n  default: 30\n  description: seconds\n");
  EXPECT_EQ(RunProgram(project.path(), "catalog env.yaml").status, 0);
}

TEST(Init, WritesWhatChangesNoFinding) {
  const ScratchFolder folder;
  const std::string demo = folder / "demo";
  fs::copy(kRoot + "/fixtures/projects/demo", demo, fs::copy_options::recursive);
  fs::remove(demo + "/flagcensus.toml");
  const Outcome before = RunProgram(demo, "check --format json");
  const Outcome init = RunProgram(demo, "init");
  EXPECT_EQ(init.status, 0) << init.err;
  EXPECT_TRUE(Has(init.out, "page docs/environment.md: ")) << init.out;
  EXPECT_TRUE(Has(init.out, "project prefix KILN_ (")) << init.out;
  EXPECT_TRUE(Has(init.out, "scope src: ")) << init.out;
  EXPECT_TRUE(Has(init.out, "wrapper env_int (")) << init.out;
  EXPECT_TRUE(Has(init.out, "flagcensus.toml written; next, run: flagcensus check .")) << init.out;
  const std::string text = ReadText(demo + "/flagcensus.toml");
  EXPECT_TRUE(Has(text, "catalog = [\n  \"docs/environment.md\",  # ")) << text;
  EXPECT_TRUE(Has(text, "own-prefixes = [\n  \"KILN_\",  # ")) << text;
  const Outcome after = RunProgram(demo, "check --format json");
  // Only the entry of a surface asks for more than without it.
  const std::string more =
      ReplaceAll(ReplaceAll(FindingsOf(after), "empty-override KILN_LOG_LEVEL warning; ", ""),
                 "missing-in-surface KILN_GUILD warning; ", "");
  EXPECT_NE(more, FindingsOf(after));
  EXPECT_EQ(more, FindingsOf(before));
  EXPECT_TRUE(Has(FindingsOf(after), "undocumented")) << "nothing to be compared";
  EXPECT_EQ(after.status, before.status) << after.err;
}

// A project whose programs are all in languages that are read on request is read: otherwise the
// first check of it would compare nothing.
TEST(Init, ReadsTheLanguagesOfAProjectThatHasNoOthers) {
  const ScratchFolder folder;
  folder.Write("README.md", "- `FERRY_PORT`: where it lands\n- `FERRY_NAME`: what it is called\n");
  for (const std::string name : {"port", "name", "size"}) {
    folder.Write(name + ".go", "package main\nimport \"os\"\nvar " + name +
                                   " = os.Getenv(\"FERRY_" +
                                   (name == "port"   ? "PORT"
                                    : name == "name" ? "NAME"
                                                     : "SIZE") +
                                   "\")\n");
  }
  const Outcome init = RunProgram(folder.path(), "init");
  EXPECT_EQ(init.status, 0) << init.err;
  EXPECT_TRUE(Has(init.out, "language go: read, since the project has no other programs"))
      << init.out;
  EXPECT_TRUE(Has(ReadText(folder / "flagcensus.toml"), "\nlanguages = [\"go\"]\n"));
  EXPECT_TRUE(Has(RunProgram(folder.path(), "check").out, "FERRY_SIZE")) << init.out;
  // Beside Python it is proposed only.
  fs::remove(folder / "flagcensus.toml");
  folder.Write("ferry.py", "import os\nprint(os.environ.get('FERRY_PORT'))\n");
  EXPECT_TRUE(Has(RunProgram(folder.path(), "init").out, "language go: not read unless"));
  EXPECT_TRUE(Has(ReadText(folder / "flagcensus.toml"), "\n# languages = [\"go\"]\n"));
}

TEST(Init, OverwritesNothing) {
  const ConfiguredProject project;
  for (const auto& [file, text] : std::vector<std::pair<std::string, std::string>>{
           {"flagcensus.toml", "# mine\n"},
           {".flagcensus.toml", "# mine\n"},
           {"pyproject.toml", "[tool.flagcensus]\n"}}) {
    project.Write(file, text);
    const Outcome run = RunProgram(project.path(), "init");
    EXPECT_EQ(run.status, 2) << file;
    EXPECT_TRUE(Has(run.err, file + " already exists and was not changed")) << run.err;
    EXPECT_EQ(ReadText(project / file), text);
    EXPECT_EQ(run.out, "");
    for (const char* printed : {"init --stdout", "init -", "init . --stdout"}) {
      const Outcome shown = RunProgram(project.path(), printed);
      EXPECT_EQ(shown.status, 0) << shown.err;
      EXPECT_TRUE(Has(shown.out, "catalog = [\n  \"docs/env.md\"")) << shown.out;
      EXPECT_TRUE(Has(shown.err, "page docs/env.md: ")) << shown.err;
    }
    fs::remove(project / file);
  }
  // What is printed is a configuration, whatever files are called.
  project.Write("docs/a\"b\\c.md", ReadText(project / "docs/env.md"));
  const Outcome init = RunProgram("/", "init " + project.path());
  EXPECT_EQ(init.status, 0) << init.err;
  EXPECT_NE(RunProgram(project.path(), "check").status, 2);
  EXPECT_EQ(RunProgram(project.path(), "init no-such-folder").status, 2);
  size_t left = 0;
  for (const auto& entry : fs::directory_iterator(project.path())) {
    left += Has(entry.path().filename().string(), "flagcensus.toml.") ? 1 : 0;
  }
  EXPECT_EQ(left, 0U) << "a file that was being written is left";
}

TEST(Init, SaysWhatStandsAbove) {
  const ConfiguredProject project;
  project.Write("flagcensus.toml", "");
  const Outcome run = RunProgram(project.path(), "init app");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(Has(ReadText(project / "app/flagcensus.toml"), "# extend = \"../flagcensus.toml\""));
}

}  // namespace
}  // namespace flagcensus
