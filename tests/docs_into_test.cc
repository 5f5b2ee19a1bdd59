// `flagcensus docs --into`: what a user's own file lacks is added, and every other byte is kept.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

std::string Bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Oven : ScratchFolder {
  Oven() {
    Write("pyproject.toml", "[project]\nname = \"oven\"\n");
    Write("oven/a.py", R"PY(import os
SITE = os.environ["OVEN_SITE"]
# Where the database of OVEN_DB_HOST listens.
HOST = os.environ.get("OVEN_DB_HOST", "localhost")
# Which port the database of OVEN_DB_PORT has.
PORT = int(os.environ.get("OVEN_DB_PORT", "5432"))
MAIL = os.environ.get("OVEN_MAIL_FROM", "chef <chef@oven.test>")
TOKEN = os.environ["OVEN_API_TOKEN"]
print(SITE, HOST, PORT, MAIL, TOKEN)
)PY");
  }
};

// The file after --into, and that a second run and --check find nothing to do.
std::string After(const Oven& oven, const std::string& file, const std::string& before,
                  const std::string& options = "") {
  oven.Write(file, before);
  const std::string command = "docs --no-clang " + options;
  EXPECT_EQ(RunProgram(oven.path(), command + " --check " + file).status, 1);
  const Outcome run = RunProgram(oven.path(), command + " --into " + file);
  EXPECT_EQ(run.status, 0) << run.err;
  const std::string after = Bytes(oven / file);
  const Outcome again = RunProgram(oven.path(), command + " --into " + file);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_NE(again.err.find("lists all variables"), std::string::npos) << again.err;
  EXPECT_EQ(Bytes(oven / file), after);
  const Outcome check = RunProgram(oven.path(), command + " --check " + file);
  EXPECT_EQ(check.status, 0) << check.out;
  return after;
}

TEST(DocsInto, ASampleKeepsItsLinesAndGetsWhatItLacks) {
  const Oven oven;
  // The lines of the map are apart, and so are those that are added.
  EXPECT_EQ(After(oven, ".env.example",
                  "# The oven, by hand\n\nOVEN_SITE=here   # as it is\n\n### Database ###\n"
                  "export OVEN_DB_HOST='db'\n\n# other\nOTHER=1\n\nTHEIRS=\"two\nlines\"\n\n"
                  "#OVEN_API_TOKEN=\n"),
            "# The oven, by hand\n\nOVEN_SITE=here   # as it is\n\n### Database ###\n"
            "export OVEN_DB_HOST='db'\n\n# Which port the database of OVEN_DB_PORT has.\n"
            "# OVEN_DB_PORT=5432\n\n# other\nOTHER=1\n\nTHEIRS=\"two\nlines\"\n\n"
            "#OVEN_API_TOKEN=\n\n# OVEN_MAIL_FROM='chef <chef@oven.test>'\n");
}

TEST(DocsInto, ALongDescriptionIsShortened) {
  const Oven oven;
  std::string text = "Who bakes it.";
  for (int i = 0; i < 9; ++i) text += " What else there is to say fills a page, and not a sample.";
  oven.Write("docs/env.md",
             "# Environment variables\n\n| Variable | Description |\n| --- | --- |\n"
             "| `OVEN_MAIL_FROM` | " +
                 text + " |\n| `OVEN_SITE` | Where it is. |\n");
  const std::string after = After(oven, ".env.example", "OVEN_SITE=1\n",
                                  "--include-name OVEN_MAIL_FROM --include-name OVEN_SITE");
  EXPECT_TRUE(after.starts_with("OVEN_SITE=1\n# Who bakes it. What else")) << after;
  EXPECT_LT(after.size(), 350U) << after;
}

TEST(DocsInto, ASampleWithoutLinesApartGetsNone) {
  const Oven oven;
  EXPECT_EQ(
      After(oven, "prod.env",
            "MAIL=1\r\nOVEN_SITE=a\r\n# who\r\nOVEN_DB_HOST='a\r\nb'\r\nA_B=1\r\nC_D=2\r\nX=2"),
      "MAIL=1\r\nOVEN_SITE=a\r\n# who\r\nOVEN_DB_HOST='a\r\nb'\r\n"
      "# Which port the database of OVEN_DB_PORT has.\r\n# OVEN_DB_PORT=5432\r\n\r\n"
      "OVEN_API_TOKEN=\r\n# OVEN_MAIL_FROM='chef <chef@oven.test>'\r\n"
      "A_B=1\r\nC_D=2\r\nX=2\r\n");
}

TEST(DocsInto, AValueIsWrittenWhole) {
  Oven oven;
  std::string hosts;
  for (int i = 0; i < 20; ++i) hosts += (i > 0 ? "," : "") + std::string("host.example.test");
  oven.Write("oven/b.py", "import os\nprint(os.environ.get('OVEN_HOSTS', '" + hosts + "'))\n" +
                              "print(os.environ.get('OVEN_KEY_FILE', 'a\\nb'))\n");
  const std::string only = "--include-name OVEN_HOSTS --include-name OVEN_KEY_FILE";
  EXPECT_EQ(After(oven, ".env.example", "A_B=1\n", only),
            "A_B=1\n\n# OVEN_HOSTS=" + hosts + "\n# OVEN_KEY_FILE=\n");
  EXPECT_NE(After(oven, "values.yaml", "env:\n  A_B: \"1\"\n", only)
                .find("# OVEN_HOSTS: \"" + hosts + "\""),
            std::string::npos);
  // A page shows its beginning.
  const Outcome page = RunProgram(oven.path(), "docs . " + only);
  EXPECT_NE(page.out.find("host.example.test,..."), std::string::npos) << page.out;
}

TEST(DocsInto, ACommentIsNotDivided) {
  const Oven oven;
  const std::string only = "--include-name OVEN_DB_*";
  const std::string added = "# Which port the database of OVEN_DB_PORT has.\n# OVEN_DB_PORT=5432\n";
  EXPECT_EQ(
      After(oven, ".env.example",
            "# Set\n# OVEN_DB_HOST=db\n# to use the database\n# beside it\n\nA_B=1\n", only),
      "# Set\n# OVEN_DB_HOST=db\n# to use the database\n# beside it\n\n" + added + "\nA_B=1\n");
  EXPECT_EQ(After(oven, "more.env",
                  "# OVEN_DB_HOST=db\n# The host is\n# that of the database.\n\nA_B=1\n", only),
            "# OVEN_DB_HOST=db\n# The host is\n# that of the database.\n\n" + added + "\nA_B=1\n");
  // What follows is about the next variable.
  EXPECT_EQ(After(oven, "other.env", "# OVEN_DB_HOST=db\n# Who cooks.\nA_B=1\n", only),
            "# OVEN_DB_HOST=db\n" + added + "# Who cooks.\nA_B=1\n");
}

// A chart's values that set what the app needs.
constexpr const char* kValues =
    "image: {tag: \"1\"}   # not ours\n\nweb:\n    env:   # of the app\n"
    "          # -- who fires\n          OVEN_SITE:   'here'\n"
    "          # OVEN_MAIL_FROM: x\n          OVEN_NOTE: |\n             a\n\n             # b\n"
    "    # of the web\n    port: 80\n"
    "db:\n  env: {POSTGRES_DB: oven}\n";

TEST(DocsInto, ValuesKeepTheirTextAndGetLinesInTheirMap) {
  const Oven oven;
  std::string wanted = kValues;
  wanted.insert(wanted.find("    # of the web"),
                "          OVEN_API_TOKEN: \"\"\n"
                "          # Where the database of OVEN_DB_HOST listens.\n"
                "          # OVEN_DB_HOST: \"localhost\"\n"
                "          # Which port the database of OVEN_DB_PORT has.\n"
                "          # OVEN_DB_PORT: \"5432\"\n");
  EXPECT_EQ(After(oven, "chart/values.yaml", kValues), wanted);
}

TEST(DocsInto, ValuesWithoutAMapOrWithAnEmptyOneGetOne) {
  const Oven oven;
  const std::string lines =
      "  OVEN_API_TOKEN: \"\"\n\n  OVEN_SITE: \"CHANGE_ME\"\n\n"
      "  # OVEN_MAIL_FROM: \"chef <chef@oven.test>\"\n";
  const auto after = [&](const std::string& before) {
    return After(oven, "values.yaml", before, "--exclude-name OVEN_DB_*");
  };
  EXPECT_EQ(after("port: 80\n"), "port: 80\n\nenv:\n" + lines);
  EXPECT_EQ(after("# none\n"), "# none\n\nenv:\n" + lines);
  EXPECT_EQ(after("\n"), "env:\n" + lines + "\n");
  EXPECT_EQ(after("env: {}  # none\nport: 80\n"), "env:  # none\n" + lines + "port: 80\n");
  EXPECT_EQ(after("env:\n\nport: 80\n"), "env:\n" + lines + "\nport: 80\n");
}

TEST(DocsInto, ValuesOfWhichAllIsCommentedOutListIt) {
  const Oven oven;
  EXPECT_EQ(After(oven, "values.yaml", "env:\n  # OVEN_DB_HOST: \"\"\nport: 80\n",
                  "--include-name OVEN_DB_*"),
            "env:\n  # OVEN_DB_HOST: \"\"\n  # Which port the database of OVEN_DB_PORT has.\n"
            "  # OVEN_DB_PORT: \"5432\"\nport: 80\n");
}

TEST(DocsInto, AListOfVariablesGetsItems) {
  const Oven oven;
  const auto after = [&](const std::string& before) {
    return After(oven, "values.yaml", before,
                 "--include-name OVEN_DB_* --include-name OVEN_SITE --include-name OVEN_API_TOKEN");
  };
  EXPECT_EQ(after("web:\n  env:\n  # the site\n  - name: OVEN_SITE\n    value: x\n"
                  "  # - name: OVEN_DB_HOST\n  #   value: y\n  # of the web\n  port: 80\n"),
            "web:\n  env:\n  # the site\n  - name: OVEN_SITE\n    value: x\n"
            "  # - name: OVEN_DB_HOST\n  #   value: y\n"
            "  # Which port the database of OVEN_DB_PORT has.\n"
            "  # - name: OVEN_DB_PORT\n  #   value: \"5432\"\n"
            "  - name: OVEN_API_TOKEN\n    value: \"\"\n  # of the web\n  port: 80\n");
  EXPECT_TRUE(after("env: []\nport: 80\n")
                  .starts_with("env:\n  - name: OVEN_API_TOKEN\n    value: \"\"\n\n"
                               "  - name: OVEN_SITE\n    value: \"CHANGE_ME\"\n"));
}

TEST(DocsInto, RefusesWhatItIsNotCertainOf) {
  const Oven oven;
  const auto error = [&](const std::string& file, const std::string& text,
                         const std::string& options = "") {
    oven.Write(file, text);
    const Outcome run = RunProgram(oven.path(), "docs --no-clang --into " + file + " " + options);
    EXPECT_EQ(run.status, 2) << text;
    EXPECT_EQ(Bytes(oven / file), text);
    return run.err;
  };
  const auto has = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(error("values.yaml", "env:\n  - *x\n"), "was not changed");
  has(error("values.yaml", "env: {OVEN_SITE: x}\n"), "env is in brackets");
  has(error("values.yaml", "db:\n  env:\n    POSTGRES_DB: x\n"), "no map in it has a variable");
  has(error("values.yaml", "env: prod\n"), "no map in it has a variable");
  has(error("values.yaml", "a: [\n"), "was not changed");
  has(error("values.yaml", "a: &x {OVEN_SITE: x}\nenv: *x\n"), "env is an alias");
  has(error("README.md", "# Oven\n"), "--into adds to .env files");
  EXPECT_EQ(RunProgram(oven.path(), "docs --into a.env --output b.env").status, 2);
}

TEST(DocsInto, AFileThatIsNotThereIsWrittenWhole) {
  const Oven oven;
  EXPECT_EQ(RunProgram(oven.path(), "docs --no-clang --into .env.sample").status, 0);
  const std::string whole = Bytes(oven / ".env.sample");
  EXPECT_NE(whole.find("\nOVEN_SITE=\n"), std::string::npos) << whole;
  EXPECT_EQ(RunProgram(oven.path(), "docs --no-clang --into .env.sample").status, 0);
  EXPECT_EQ(Bytes(oven / ".env.sample"), whole);
}

TEST(DocsInto, APageOfTheConfigurationThatAHandWroteIsAddedTo) {
  const Oven oven;
  oven.Write("flagcensus.toml", "[[docs]]\noutput = \".env.example\"\nexclude = [\"OVEN_DB_*\"]\n");
  oven.Write(".env.example", "# by hand\nOVEN_SITE=here\nOVEN_API_TOKEN=\n");
  const Outcome lacks = RunProgram(oven.path(), "docs --no-clang --check");
  EXPECT_EQ(lacks.status, 1) << lacks.err;
  EXPECT_NE(lacks.out.find("+# OVEN_MAIL_FROM="), std::string::npos) << lacks.out;
  EXPECT_EQ(RunProgram(oven.path(), "docs --no-clang").status, 0);
  EXPECT_EQ(Bytes(oven / ".env.example"),
            "# by hand\nOVEN_SITE=here\nOVEN_API_TOKEN=\n"
            "# OVEN_MAIL_FROM='chef <chef@oven.test>'\n");
  EXPECT_EQ(RunProgram(oven.path(), "docs --no-clang --check").status, 0);
}

}  // namespace
}  // namespace flagcensus
