// `flagcensus audit` and `flagcensus merge`, as a user starts them.
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/make_archive.h"
#include "tests/run_program.h"
#include "tests/schema_check.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string kSource =
    "import os\n"
    "import subprocess\n"
    "\n"
    "TIMEOUT = int(os.environ.get(\"APP_TIMEOUT\", \"60\"))\n"
    "\n"
    "\n"
    "def flag(name):\n"
    "    return os.getenv(name, \"1\") == \"1\"\n"
    "\n"
    "\n"
    "def run():\n"
    "    subprocess.run([os.environ[\"APP_TOOL\"], \"-v\"])\n"
    "    if flag(\"APP_INSECURE\"):\n"
    "        os.environ[\"APP_CHILD\"] = \"1\"\n"
    "    return os.getenv(\"APP_TOKEN\"), os.getenv(TIMEOUT)\n";
const std::string kPage =
    "# Environment variables\n\n| Name | Default | Meaning |\n|---|---|---|\n"
    "| `APP_TIMEOUT` | `30` | seconds to wait |\n| `APP_TOOL` | | the program to run |\n";

std::vector<Member> Members(const std::string& source = kSource) {
  return {{"app-1.0/app/main.py", source, ""}, {"app-1.0/docs/environment.md", kPage, ""}};
}

json Parse(const Outcome& outcome) {
  const std::string path = kRoot + "/docs/schema/audit.schema.json";
  json out = json::parse(outcome.out, nullptr, false);
  EXPECT_FALSE(out.is_discarded()) << outcome.out << outcome.err;
  EXPECT_EQ(Violations(json::parse(ReadText(path)), out), "");
  return out;
}

json VariableOf(const json& audit, const std::string& name, int project = 0) {
  for (const json& one : audit["variables"]) {
    if (one["name"] == name && one["project"] == project) return one;
  }
  ADD_FAILURE() << "no variable " << name;
  return {};
}

std::vector<std::string> RisksOf(const json& variable) {
  std::vector<std::string> out;
  for (const json& risk : variable["risks"]) out.push_back(risk["id"]);
  return out;
}

// The first column of the rows that `sql` gives.
std::vector<std::string> Ask(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  std::vector<std::string> out;
  const auto take = [](void* to, int, char** values, char**) {
    static_cast<std::vector<std::string>*>(to)->emplace_back(values[0] == nullptr ? "" : values[0]);
    return 0;
  };
  char* error = nullptr;
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), take, &out, &error), SQLITE_OK)
      << (error == nullptr ? "" : error);
  sqlite3_free(error);
  sqlite3_close(database);
  return out;
}

void Git(const std::string& folder, const std::string& arguments) {
  const std::string command = "cd '" + folder +
                              "' && git -c user.name=a -c user.email=a@example.org "
                              "-c init.defaultBranch=main -c commit.gpgsign=false " +
                              arguments + " >/dev/null 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

TEST(Audit, TellsEachVariableOfAnArchive) {
  const ScratchFolder folder;
  folder.Write("app-1.0.tar.gz", MakeArchive("tar", "gzip", Members()));
  const Outcome outcome = RunProgram(folder.path(), "audit app-1.0.tar.gz --format json");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const json audit = Parse(outcome);
  const json& project = audit["projects"][0];
  EXPECT_EQ(project["name"], "app");
  EXPECT_EQ(project["source"], "app-1.0.tar.gz");
  EXPECT_EQ(project["kind"], "archive");
  EXPECT_EQ(project["accesses"], 6);
  EXPECT_EQ(project["resolved"], 5);
  EXPECT_EQ(project["pages"], json::parse(R"([{"file":"docs/environment.md","entries":2}])"));
  EXPECT_EQ(project["accessors"],
            json::parse(R"([{"name":"flag","file":"app/main.py","line":8,"calls":1}])"));
  EXPECT_EQ(project["findings"]["default-mismatch"], 1);

  const json timeout = VariableOf(audit, "APP_TIMEOUT");
  EXPECT_EQ(timeout["types"], json({"int"}));
  EXPECT_EQ(timeout["defaults"], json::parse(R"([{"kind":"literal","value":"60","count":1}])"));
  EXPECT_EQ(timeout["documented"], "described");
  EXPECT_EQ(timeout["documents"][0]["default"], "30");
  EXPECT_EQ(timeout["packages"], json({"app"}));
  EXPECT_EQ(timeout["sites"][0]["at_import"], true);
  EXPECT_EQ(timeout["sites"][0]["excerpt"]["line"], 3);
  EXPECT_EQ(RisksOf(timeout), std::vector<std::string>{"read-at-import"});

  const json insecure = VariableOf(audit, "APP_INSECURE");
  EXPECT_EQ(insecure["sites"][0]["via"], "flag");
  EXPECT_EQ(insecure["sites"][0]["chain"], json({"app/main.py:8"}));
  EXPECT_EQ(insecure["documented"], "no");
  EXPECT_EQ(RisksOf(insecure), std::vector<std::string>{"verification-off"});
  EXPECT_EQ(RisksOf(VariableOf(audit, "APP_TOOL")), std::vector<std::string>{"command-run"});
  EXPECT_EQ(RisksOf(VariableOf(audit, "APP_TOKEN")), std::vector<std::string>{"credential-read"});
  EXPECT_EQ(RisksOf(VariableOf(audit, "APP_CHILD")), std::vector<std::string>{"process-write"});
  EXPECT_EQ(audit["unresolved"].size(), 1U);
  EXPECT_TRUE(audit["compare"].is_null());
  for (const char c : outcome.out) ASSERT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f));
}

TEST(Audit, TellsWhichFilesSetAVariable) {
  const ScratchFolder folder;
  std::vector<Member> members = Members();
  folder.Write("app-1.0.tar.gz", MakeArchive("tar", "gzip", members));
  const Outcome without = RunProgram(folder.path(), "audit app-1.0.tar.gz --format json");
  EXPECT_EQ(without.out.find("\"given\""), std::string::npos);
  members.push_back({"app-1.0/compose.yml",
                     "services:\n  web:\n    build: .\n    environment:\n"
                     "      APP_TIMEOUT: ${APP_TIMEOUT:-90}\n      APP_TOKEN: s3cr3t-1234\n"
                     "      # APP_TOOL: sh\n",
                     ""});
  folder.Write("app-1.0.tar.gz", MakeArchive("tar", "gzip", members));
  const Outcome outcome = RunProgram(folder.path(), "audit app-1.0.tar.gz --format json");
  const json audit = Parse(outcome);
  EXPECT_EQ(VariableOf(audit, "APP_TIMEOUT")["given"], json::parse(R"([{
      "file":"compose.yml","line":5,"kind":"compose","by":"web","how":"filled","value":"90",
      "words":"90 unless it is set","scope":"src"}])"));
  EXPECT_EQ(VariableOf(audit, "APP_TOKEN")["given"][0]["value"], "***");
  EXPECT_EQ(VariableOf(audit, "APP_TOOL")["given"][0]["how"], "commented");
  EXPECT_FALSE(VariableOf(audit, "APP_INSECURE").contains("given"));
  const Outcome text = RunProgram(folder.path(), "audit app-1.0.tar.gz");
  EXPECT_NE(text.out.find("  set by files of the project: 2 variables\n"
                          "    APP_TIMEOUT  90 unless it is set  web  compose.yml:5\n"
                          "    APP_TOKEN  ***  web  compose.yml:6\n"),
            std::string::npos)
      << text.out;
  EXPECT_EQ((outcome.out + text.out).find("s3cr3t"), std::string::npos);
}

TEST(Audit, ReadsFoldersArchivesAndRevisionsAlike) {
  const ScratchFolder folder;
  const std::string script = "#!/usr/bin/env python3\nimport os\nos.getenv('OF_SCRIPT')\n";
  std::vector<Member> members = Members();
  members.push_back({"app-1.0/bin/tool", script, ""});
  folder.Write("app/app/main.py", kSource);
  folder.Write("app/docs/environment.md", kPage);
  folder.Write("app/bin/tool", script);
  folder.Write("app-1.0.zip", MakeArchive("zip", "", members));
  Git(folder / "app", "init && git add . && git -c user.name=a -c user.email=a@b commit -m a");
  Git(folder.path(), "clone --bare app bare.git");
  const json audit =
      Parse(RunProgram(folder.path(), "audit app app-1.0.zip app@HEAD bare.git --format json"));
  const json& projects = audit["projects"];
  ASSERT_EQ(projects.size(), 4U);
  const char* const kinds[] = {"folder", "archive", "revision", "revision"};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(projects[i]["kind"], kinds[i]);
    EXPECT_EQ(projects[i]["id"], i);
    EXPECT_EQ(projects[i]["files"], 3) << i;
    for (const char* const name : {"OF_SCRIPT", "APP_TIMEOUT", "APP_INSECURE", "APP_TOOL"}) {
      json first = VariableOf(audit, name), other = VariableOf(audit, name, i);
      other["project"] = 0;
      EXPECT_EQ(first, other) << name << " of " << i;
    }
  }
  // The full hash of what was read; of an archive there is none.
  const std::string hash = projects[3]["revision"];
  EXPECT_EQ(hash.size(), 40U);
  EXPECT_EQ(projects[0]["revision"], hash);
  EXPECT_EQ(projects[2]["revision"], hash);
  EXPECT_TRUE(projects[1]["revision"].is_null());
}

TEST(Audit, TakesEachCheckoutForAProjectOfItsOwn) {
  const ScratchFolder folder;
  for (const char* const name : {"one", "two", "two/inner", "de[e]p/three"}) {
    folder.Write(std::string("all/") + name + "/main.py", kSource);
    fs::create_directories(folder / (std::string("all/") + name + "/.git"));
  }
  folder.Write("all/loose.py", "import os\nos.getenv('LOOSE')\n");
  std::error_code error;
  fs::create_directory_symlink(folder / "all", folder / "all/round", error);
  const json audit = Parse(RunProgram(folder.path(), "audit all --format json"));
  std::vector<std::string> names;
  for (const json& project : audit["projects"]) {
    names.push_back(project["name"]);
    EXPECT_EQ(project["files"], 1) << project["name"];
  }
  EXPECT_EQ(names, (std::vector<std::string>{"all", "de[e]p/three", "one", "two", "two/inner"}));
}

TEST(Audit, GoesOnWhereAProjectCannotBeRead) {
  const ScratchFolder folder;
  folder.Write("bad.tar.gz", "no archive");
  folder.Write("good.zip", MakeArchive("zip", "", Members()));
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  folder.Write("list", "bad.tar.gz\nnone\ngood.zip\npipe\n");
  const Outcome outcome = RunProgram(folder.path(), "audit --files-from list --format json");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("bad.tar.gz: not a readable archive"), std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("none: no such file"), std::string::npos) << outcome.err;
  const json audit = Parse(outcome);
  ASSERT_EQ(audit["projects"].size(), 4U);
  EXPECT_EQ(audit["projects"][0]["skipped"].size(), 1U);
  EXPECT_EQ(audit["projects"][2]["accesses"], 6);
}

// The system ends the process that writes a larger file than it may: as a crash would, at one
// project alone.
TEST(Audit, OneProjectsCrashEndsNoOther) {
  const ScratchFolder folder;
  std::string large = "import os\n";
  for (int i = 0; i < 3000; ++i) large += "os.getenv('APP_NUMBER_" + std::to_string(i) + "')\n";
  folder.Write("large/a.py", large);
  folder.Write("one/a.py", kSource);
  folder.Write("two/a.py", kSource);
  const Outcome outcome =
      RunProgram(folder.path(), "audit one large two --format json", "ulimit -f 800 &&");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("large: could not be audited: its process ended: signal "),
            std::string::npos)
      << outcome.err;
  const json audit = Parse(outcome);
  ASSERT_EQ(audit["projects"].size(), 3U);
  EXPECT_EQ(audit["projects"][0]["accesses"], 6);
  EXPECT_EQ(audit["projects"][1]["accesses"], 0);
  EXPECT_EQ(audit["projects"][1]["skipped"].size(), 1U);
  EXPECT_EQ(audit["projects"][2]["accesses"], 6);
}

// A comment in the tree speaks for those who wrote the tree, not for who audits it.
TEST(Audit, ObeysNoCommentThatAcceptsFindings) {
  const ScratchFolder folder;
  folder.Write("app/a.py",
               "import os\n"
               "os.getenv('APP_HIDDEN')  # flagcensus: ignore[undocumented] nothing to see here\n");
  folder.Write("app/docs/environment.md", kPage);
  const json audit = Parse(RunProgram(folder.path(), "audit app --format json"));
  bool stated = false;
  for (const json& finding : audit["findings"]) {
    EXPECT_NE(finding["rule"], "unused-ignore");
    stated = stated || (finding["rule"] == "undocumented" && finding["name"] == "APP_HIDDEN");
  }
  EXPECT_TRUE(stated);
  const Outcome check = RunProgram(folder / "app", "check --no-config");
  EXPECT_EQ(check.out.find("APP_HIDDEN"), std::string::npos) << check.out;
}

// A table of names at a module's level is read where the function that takes a row of it is called.
TEST(Audit, TellsNoReadAtImportOfATablesRow) {
  const ScratchFolder folder;
  folder.Write("app/a.py",
               "import os\n"
               "NAMES = {'home': 'APP_HOME', 'size': 'APP_SIZE'}\n"
               "\n"
               "\n"
               "def _get(key):\n"
               "    name = NAMES.get(key)\n"
               "    return os.environ[name] if name and name in os.environ else None\n"
               "\n"
               "\n"
               "def ask(name):\n"
               "    return os.getenv(name)\n"
               "\n"
               "\n"
               "class Builder:\n"
               "    NAME = 'APP_BUILD'\n"
               "\n"
               "    def wanted(self):\n"
               "        return ask(self.NAME)\n"
               "\n"
               "\n"
               "LIMIT = ask('APP_LIMIT')\n"
               "FIRST = [ask(name) for name in ('APP_ONE', 'APP_TWO')]\n");
  const json audit = Parse(RunProgram(folder.path(), "audit app --format json"));
  const std::vector<std::string> at_import = {"read-at-import"};
  EXPECT_EQ(RisksOf(VariableOf(audit, "APP_HOME")), std::vector<std::string>());
  EXPECT_EQ(RisksOf(VariableOf(audit, "APP_SIZE")), std::vector<std::string>());
  EXPECT_EQ(VariableOf(audit, "APP_BUILD")["sites"][0]["at_import"], false);
  EXPECT_EQ(RisksOf(VariableOf(audit, "APP_LIMIT")), at_import);
  EXPECT_EQ(RisksOf(VariableOf(audit, "APP_TWO")), at_import);
}

TEST(Audit, TellsNoReadAtImportOfWhatIsNoModule) {
  const ScratchFolder folder;
  for (const char* const name : {"bin/tool", "bin/make-all.py", "bin/module.py"}) {
    const std::string text = std::string(name) == "bin/tool" ? "#!/usr/bin/env python3\n" : "";
    folder.Write(std::string("app/") + name, text + "import os\nX = os.getenv('APP_X')\n");
  }
  const json audit = Parse(RunProgram(folder.path(), "audit app --format json"));
  std::map<std::string, bool> at_import;
  const json variable = VariableOf(audit, "APP_X");
  for (const json& site : variable["sites"]) {
    at_import[site["file"]] = site["at_import"];
  }
  EXPECT_EQ(at_import,
            (std::map<std::string, bool>{
                {"bin/make-all.py", false}, {"bin/module.py", true}, {"bin/tool", false}}));
}

// `env=` with a text is an option of a library that reads the variable, not an environment.
TEST(Audit, TellsWhatIsSetForChildrenOnlyWhereAnEnvironmentIsPassed) {
  const ScratchFolder folder;
  folder.Write("app/options.py",
               "import os\n"
               "env = dict(os.environ)\n"
               "env['APP_ALONE'] = '1'\n"
               "level = option(env=\"APP_X\")\n"
               "show(env)\n");
  folder.Write("app/start.py",
               "import os\n"
               "from subprocess import Popen\n"
               "env = dict(os.environ)\n"
               "env['APP_PASSED'] = '1'\n"
               "Popen(['bake'], env=env)\n");
  const json audit = Parse(RunProgram(folder.path(), "audit app --format json"));
  EXPECT_EQ(RisksOf(VariableOf(audit, "APP_ALONE")), std::vector<std::string>());
  EXPECT_EQ(RisksOf(VariableOf(audit, "APP_PASSED")), std::vector<std::string>{"child-write"});
}

TEST(Audit, TellsARemovalFromASetting) {
  const ScratchFolder folder;
  folder.Write("app/a.py",
               "import os\n"
               "del os.environ['APP_GONE']\n"
               "os.environ['APP_BOTH'] = '1'\n"
               "os.environ.pop('APP_BOTH')\n");
  const json audit = Parse(RunProgram(folder.path(), "audit app --format json"));
  EXPECT_EQ(VariableOf(audit, "APP_GONE")["risks"][0]["detail"], "it is removed");
  EXPECT_EQ(VariableOf(audit, "APP_BOTH")["risks"][0]["detail"], "in 2 places");
}

TEST(Audit, ListsWhatItLeavesOut) {
  const ScratchFolder folder;
  std::vector<Member> members = Members();
  members.push_back({"../evil.py", kSource, ""});
  members.push_back({"app-1.0/node_modules/x/y.py", kSource, ""});
  members.push_back({"app-1.0/round", "", "round"});
  members.push_back({"app-1.0/big.py", std::string(5 << 20, '#'), ""});
  folder.Write("app.tar.gz", MakeArchive("tar", "gzip", members));
  const json audit = Parse(RunProgram(folder.path(), "audit app.tar.gz --format json"));
  std::map<std::string, std::string> skipped;
  for (const json& one : audit["projects"][0]["skipped"]) skipped[one["file"]] = one["reason"];
  EXPECT_EQ(skipped["node_modules/x/y.py"], "vendored directory");
  EXPECT_EQ(skipped["round"], "a link");
  EXPECT_NE(skipped["big.py"].find("larger than"), std::string::npos);
  EXPECT_NE(skipped["../evil.py"].find("leads out"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder / "evil.py"));
}

TEST(Audit, ListsEachVariableInTheText) {
  const ScratchFolder folder;
  folder.Write("app.tar.gz", MakeArchive("tar", "gzip", Members()));
  const std::string all = RunProgram(folder.path(), "audit app.tar.gz --all").out;
  for (const char* line : {"\n    APP_CHILD  1 write; undocumented\n",
                           "\n    APP_INSECURE  1 read; default true; undocumented\n",
                           "\n    APP_TIMEOUT  1 read; default 60; documented\n",
                           "\n    APP_TOOL  1 read; required; documented\n"}) {
    EXPECT_NE(all.find(line), std::string::npos) << line << all;
  }
  const std::string few = RunProgram(folder.path(), "audit app.tar.gz").out;
  EXPECT_EQ(few.find("\n    APP_CHILD"), std::string::npos) << few;
  EXPECT_NE(few.find("undocumented (--all lists them)\n"), std::string::npos) << few;
}

TEST(Audit, PrintsNoByteThatDrivesATerminalOrEndsAScript) {
  const ScratchFolder folder;
  const std::string source =
      "import os\nos.getenv('APP_X', '</script><img src=x onerror=alert(1)>\xe2\x80\xa8 &')\n"
      "os.getenv('APP_TOKEN', 'ghp_0123456789abcdefghijABCDEFGHIJ012345')\n";
  folder.Write(
      "a.zip",
      MakeArchive("zip", "", {{"a/::error::\n\x1b[31m<b>.py", source, ""}, {"a/c.py", "\n", ""}}));
  for (const char* const format : {"text", "json", "csv"}) {
    const Outcome outcome = RunProgram(
        folder.path(), std::string("audit a.zip --html a.html --all --format ") + format);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos) << format;
    EXPECT_EQ(outcome.out.find("\n::error"), std::string::npos) << format;
    EXPECT_EQ(outcome.out.find("ghp_"), std::string::npos) << format;
  }
  const std::string page = ReadText(folder / "a.html");
  EXPECT_EQ(page.find("onerror=alert(1)>"), std::string::npos);
  EXPECT_EQ(page.find("ghp_"), std::string::npos);
  EXPECT_NE(page.find("\\u003cimg"), std::string::npos);
  const size_t begin = page.find('>', page.find("id=\"flagcensus-data\"")) + 1;
  const json inside =
      json::parse(page.substr(begin, page.find("</script>", begin) - begin), nullptr, false);
  EXPECT_FALSE(inside.is_discarded());
}

TEST(Audit, WritesACensusThatMerges) {
  const ScratchFolder folder;
  folder.Write("app-1.0.zip", MakeArchive("zip", "", Members()));
  folder.Write("lib/lib.py", "import os\nos.getenv('APP_TIMEOUT', '5')\nos.getenv('LIB_ONLY')\n");
  EXPECT_EQ(RunProgram(folder.path(), "audit app-1.0.zip --db a.sqlite").status, 0);
  EXPECT_EQ(RunProgram(folder.path(), "audit lib lib --db b.sqlite").status, 0);
  const Outcome merged =
      RunProgram(folder.path(), "merge a.sqlite b.sqlite -o all.sqlite --html all.html");
  EXPECT_EQ(merged.status, 0) << merged.err;
  const std::string all = folder / "all.sqlite";
  EXPECT_EQ(Ask(all, "SELECT name FROM project ORDER BY id"),
            (std::vector<std::string>{"app", "lib", "lib"}));
  EXPECT_EQ(Ask(all,
                "SELECT project.name FROM variable JOIN project ON project.id = project "
                "WHERE variable.name = 'APP_TIMEOUT' ORDER BY project.id"),
            (std::vector<std::string>{"app", "lib", "lib"}));
  EXPECT_EQ(Ask(all,
                "SELECT DISTINCT default_value.value FROM default_value JOIN variable ON "
                "variable.id = default_value.variable WHERE variable.name = 'APP_TIMEOUT' "
                "ORDER BY 1"),
            (std::vector<std::string>{"5", "60"}));
  EXPECT_EQ(Ask(all,
                "SELECT count(*) FROM site JOIN variable ON variable.id = site.variable "
                "WHERE variable.name = 'LIB_ONLY'"),
            std::vector<std::string>{"2"});
  EXPECT_NE(ReadText(folder / "all.html").find("LIB_ONLY"), std::string::npos);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
    EXPECT_EQ(entry.path().string().find(".part"), std::string::npos) << entry.path();
  }
}

TEST(Audit, MergesNoCensusOfAnotherSchemaAndNothingElse) {
  const ScratchFolder folder;
  folder.Write("lib/lib.py", "import os\nos.getenv('LIB_ONLY')\n");
  EXPECT_EQ(RunProgram(folder.path(), "audit lib --db a.sqlite").status, 0);
  fs::copy(folder / "a.sqlite", folder / "b.sqlite");
  sqlite3* database = nullptr;
  sqlite3_open((folder / "b.sqlite").c_str(), &database);
  sqlite3_exec(database, "UPDATE census SET value = '99' WHERE key = 'schema'", nullptr, nullptr,
               nullptr);
  sqlite3_close(database);
  folder.Write("c.sqlite", "no database at all");
  const Outcome other = RunProgram(folder.path(), "merge a.sqlite b.sqlite -o all.sqlite");
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("b.sqlite: is a census of schema 99"), std::string::npos) << other.err;
  EXPECT_FALSE(fs::exists(folder / "all.sqlite"));
  EXPECT_EQ(RunProgram(folder.path(), "merge c.sqlite -o all.sqlite").status, 2);
  // A second merge with `*.sqlite` would count all projects twice.
  const Outcome itself = RunProgram(folder.path(), "merge a.sqlite ./a.sqlite -o ./a.sqlite");
  EXPECT_EQ(itself.status, 2);
  EXPECT_NE(itself.err.find("a.sqlite: is the output file"), std::string::npos) << itself.err;
  EXPECT_EQ(RunProgram(folder.path(), "merge none.sqlite -o all.sqlite").status, 2);
}

TEST(Audit, IsTheSameHoweverManyThreadsRun) {
  const std::string demo = kRoot + "/fixtures/projects/demo";
  const Outcome one = RunProgram(demo, "audit . --format json -j 1");
  const Outcome four = RunProgram(demo, "audit . --format json -j 4");
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(one.out, four.out);
  Parse(one);
  const Outcome csv = RunProgram(demo, "audit . --format csv");
  EXPECT_TRUE(csv.out.starts_with("project,name,documented,")) << csv.out;
}

}  // namespace
}  // namespace flagcensus
