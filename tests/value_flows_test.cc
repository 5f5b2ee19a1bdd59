// Where values of reads go (Access::flows): what each line of a program says in its comment, and no
// more. `//> X=command` means that the value of X reaches a call with that effect, `X=~written`
// that it is a part of what the call gets.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "analyzer/base/embedded.h"
#include "analyzer/link/census.h"
#include "analyzer/model/value_sinks.h"
#include "analyzer/project/walk_tree.h"
#include "tests/paths.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

using Effects = std::map<std::string, std::set<std::string>>;  // of each variable

Effects EffectsIn(const std::string& name, const std::string& text) {
  const ScratchFolder folder;
  folder.Write(name, text);
  WalkOptions walk;
  walk.root = folder.path();
  ResolveOptions options;
  options.follow_values = true;
  Effects out;
  const Census census = CollectAccesses(WalkTree({folder.path()}, walk), options);
  for (const Access& access : census.accesses) {
    for (const ValueFlow& flow : access.use.flows)
      out[access.name.value_or("?")].insert((flow.derived ? "~" : "") + flow.what);
  }
  return out;
}

Effects WantedIn(const std::string& text) {
  Effects out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const size_t at = line.find("> ");
    if (at == std::string::npos || at == 0 || (line[at - 1] != '#' && line[at - 1] != '/'))
      continue;
    std::istringstream words(line.substr(at + 2));
    for (std::string word; words >> word;) {
      const size_t equals = word.find('=');
      out[word.substr(0, equals)].insert(word.substr(equals + 1));
    }
  }
  return out;
}

std::string Shown(const Effects& effects) {
  std::string out;
  for (const auto& [name, all] : effects) {
    for (const std::string& one : all) out.append(name).append("=").append(one).append("\n");
  }
  return out;
}

void Expect(const std::string& name, const std::string& text) {
  EXPECT_EQ(Shown(EffectsIn(name, text)), Shown(WantedIn(text))) << text;
}

TEST(ValueSinks, TheFileIsUnderstood) {
  std::vector<std::string> mistakes;
  const ValueSinkTable table = ValueSinkTable::Read(EmbeddedQuery("value_sinks.toml"), &mistakes);
  for (const std::string& one : mistakes) ADD_FAILURE() << one;
  EXPECT_EQ(table.Find("python", "subprocess.run").size(),
            3U);  // the program, `executable`, a shell's text
  EXPECT_EQ(table.Find("python", "connection.cursor().execute").size(), 1U);
  EXPECT_TRUE(table.Find("python", "runner.run").empty());
  EXPECT_TRUE(table.Find("c", "subprocess.run").empty());
  ValueSinkTable::Read(
      "[[sink]]\nlanguage = 'c'\ncalls = []\nargument = 'some'\nwath = 1\nif = {}\n", &mistakes);
  EXPECT_EQ(mistakes.size(),
            5U);  // no effect, no such argument, an unknown key, a condition of nothing
}

TEST(ValueFlows, CommandsOfPython) {
  Expect("app.py", R"(import os, subprocess
from subprocess import check_output as output

def tool():
    return os.environ.get("APP_TOOL", "make")

def start(command, args):
    subprocess.run([command] + args)  #> APP_TOOL=command

def f():
    start(tool(), ["-j"])
    output(os.environ["APP_OTHER"])  #> APP_OTHER=command
    subprocess.run(["make", os.environ["APP_JOBS"]])
    subprocess.run([os.path.join(os.environ["APP_BIN"], "x")])  #> APP_BIN=~command
    subprocess.run("ls", env={"X": os.environ["APP_ENV"]})
    subprocess.run("ls", executable=os.environ["APP_EXE"])  #> APP_EXE=command
    os.system("tar xf " + os.environ["APP_ARCHIVE"])  #> APP_ARCHIVE=~shell
    subprocess.run("ls %s" % os.environ["APP_DIR"], shell=True)  #> APP_DIR=~shell
    subprocess.run("ls %s" % os.environ["APP_NO"], shell=False)
    t = os.environ["APP_LOST"]
    t = "ls"
    subprocess.run(t)
    runner.run(os.environ["APP_RUNNER"])
    subprocess.run(["sh", "-c", os.environ["APP_SH"]])  #> APP_SH=shell
    subprocess.run(["tool", "-c", os.environ["APP_TOOL_C"]])
    os.kill(int(os.environ["APP_PID"]), 9)  #> APP_PID=signalled

def run(command):
    pass

def g():
    run(os.environ["APP_OWN"])
)");
}

TEST(ValueFlows, FilesAndCodeOfPython) {
  Expect("app.py", R"(import os, shutil, sqlite3, logging
from pathlib import Path
from importlib import import_module
logger = logging.getLogger(__name__)

def f():
    out = os.environ.get("APP_OUT")
    with open(os.path.join(out, "x"), "w") as f:  #> APP_OUT=~written APP_OUT=~opened
        f.write("x")
    open(os.environ["APP_IN"])  #> APP_IN=opened
    open(os.environ["APP_RB"], mode="rb")  #> APP_RB=opened
    open(os.environ["APP_AB"], mode="ab")  #> APP_AB=written APP_AB=opened
    shutil.rmtree(os.environ["APP_CACHE"] + "/tmp")  #> APP_CACHE=~removed
    Path(os.environ["APP_PATH"]).write_text("x")  #> APP_PATH=written
    Path(os.environ["APP_READ"]).read_text()  #> APP_READ=opened
    if os.getenv("APP_PLUGIN"):
        import_module(os.getenv("APP_PLUGIN"))  #> APP_PLUGIN=code
    db = sqlite3.connect(os.environ["APP_DB"])  #> APP_DB=opened
    table = os.environ["APP_TABLE"]
    db.execute(f"SELECT * FROM {table}")  #> APP_TABLE=~sql
    db.cursor().execute("SELECT ?", (os.environ["APP_VALUE"],))
    logger.info("token %s", os.environ["APP_TOKEN"])  #> APP_TOKEN=logged
    print("len", len(os.environ["APP_SECRET"]))
)");
}

TEST(ValueFlows, OfC) {
  Expect("main.c", R"(#include <stdio.h>
#include <stdlib.h>
static void load(const char* name) { dlopen(name, 1); }  //> APP_LIB=library
static void report(const char* fmt) { fprintf(stderr, fmt); }  //> APP_FMT=format APP_FMT=logged
int main(void) {
  const char* conf = getenv("APP_CONF");
  setuid(getuid());  //> APP_CONF=privileges
  char buf[200];
  const char* ed = getenv("APP_ED");
  snprintf(buf, sizeof buf, "%s -w file", ed ? ed : "vi");
  system(buf);  //> APP_ED=~command APP_ED=~shell
  snprintf(buf, sizeof buf, "ls %s", getenv("APP_DIR"));
  system(buf);  //> APP_DIR=~shell
  load(getenv("APP_LIB"));
  report(getenv("APP_FMT"));
  FILE* f = fopen(getenv("APP_LOG"), "w");  //> APP_LOG=written APP_LOG=opened
  FILE* g = fopen(getenv("APP_IN"), "r");  //> APP_IN=opened
  printf("%s", getenv("APP_TOKEN"));  //> APP_TOKEN=logged
  execlp("make", "make", getenv("APP_ARG"), (char*)0);
  execl("/bin/sh", "sh", "-c", getenv("APP_SH"), (char*)0);  //> APP_SH=shell
  // system(getenv("APP_COMMENT"));
  return conf && f && g;
}
int system_of(const char* x) { return !x; }
int other(void) { return system_of(getenv("APP_OTHER")); }
const char* find(void) { const char* e = getenv("APP_FOUND"); return e; }
void run_found(void) { execv(find(), 0); }  //> APP_FOUND=command
)");
}

TEST(ValueFlows, LambdasOfCpp) {
  Expect("main.cc", R"(#include <cstdlib>
void run() {
  const char* tool = getenv("APP_TOOL");
  auto start = [&](int n) -> int {
    const char* copy = tool;
    return system(copy);  //> APP_TOOL=command APP_TOOL=shell
  };
  auto plain = [&] {
    const char* copy = getenv("APP_PLAIN");
    system(copy);  //> APP_PLAIN=command APP_PLAIN=shell
  };
  auto changed = [tool]() mutable {
    system(getenv("APP_CHANGED"));  //> APP_CHANGED=command APP_CHANGED=shell
  };
  const char* list[]{getenv("APP_LIST"), "x"};
  start(1);
}
)");
}

// Following values runs more of the code, and must say the same of each read.
TEST(ValueFlows, ChangeNothingElseOfAnAccess) {
  namespace fs = std::filesystem;
  const auto rows = [](const std::string& folder, bool follow_values) {
    WalkOptions walk;
    walk.root = folder;
    ResolveOptions options;
    options.follow_values = follow_values;
    std::vector<std::string> out;
    for (const Access& access : CollectAccesses(WalkTree({folder}, walk), options).accesses) {
      EXPECT_TRUE(follow_values || access.use.flows.empty()) << folder;
      out.push_back(access.place.file + ":" + std::to_string(access.place.line) + " " +
                    access.name.value_or("?") + " " + std::string(ToString(access.op)) + " " +
                    std::string(ToString(access.default_kind)) + " " +
                    access.default_text.value_or("") + " " + std::string(ToString(access.type)));
    }
    return out;
  };
  size_t folders = 0;
  for (const char* const language : {"c", "python"}) {
    const fs::path fixtures = fs::path(kRoot) / "fixtures" / language;
    for (const auto& entry : fs::directory_iterator(fixtures)) {
      if (!entry.is_directory()) continue;
      EXPECT_EQ(rows(entry.path(), true), rows(entry.path(), false)) << entry.path();
      ++folders;
    }
  }
  EXPECT_GT(folders, 40U);
}

// A function that calls the one with the read runs only to follow the value.
TEST(ValueFlows, CallersThatRunGiveNoDefaults) {
  const ScratchFolder folder;
  folder.Write("a.c",
               "static int Fill(int* out) {\n  char* e = getenv(\"APP_SIZE\");\n"
               "  if (!e) return 1;\n  *out = atoi(e);\n  return 0;\n}\n"
               "int Run(void) {\n  int n = 4;\n  Fill(&n);\n  return n;\n}\n");
  WalkOptions walk;
  walk.root = folder.path();
  for (const bool follow_values : {false, true}) {
    ResolveOptions options;
    options.follow_values = follow_values;
    const Census census = CollectAccesses(WalkTree({folder.path()}, walk), options);
    ASSERT_EQ(census.accesses.size(), 1U);
    EXPECT_EQ(census.accesses[0].default_kind, DefaultKind::kNone) << follow_values;
  }
}

}  // namespace
}  // namespace flagcensus
