// The abstract machine for Python: what a program does to the environment, from a page of it.
#include <gtest/gtest.h>

#include <map>

#include "analyzer/python/machine/accesses.h"

namespace flagcensus {
namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

std::vector<Access> MachineAccesses(const Files& files) {
  Tree tree;
  for (const auto& [path, text] : files) {
    SourceFile file;
    file.path = path;
    file.kind = FileKindOf(path);
    file.text = std::make_shared<const std::string>(text);
    file.size = text.size();
    tree.files.push_back(std::move(file));
  }
  tree.in_memory = true;
  const ModuleIndex index(tree);
  Machine m(tree, index, BuiltInAccessors().python);
  RunPython(m, 1);
  return MakeMachineAccesses(m);
}

// "NAME=default" of each read whose whole name is known; "NAME!" where it must be set, "NAME?" where the
// default is computed, the bare name where there is none. Sorted by name.
std::string Reads(const Files& files) {
  std::map<std::string, std::string> out;
  for (const Access& access : MachineAccesses(files)) {
    if (!access.name || access.op != AccessOp::kRead) continue;
    if (access.name->find('*') != std::string::npos) continue;
    std::string& shown = out[*access.name];
    shown = *access.name;
    if (access.default_kind == DefaultKind::kLiteral) shown += "=" + access.default_text.value_or("");
    if (access.default_kind == DefaultKind::kRequired) shown += "!";
    if (access.default_kind == DefaultKind::kDynamic) shown += "?";
  }
  std::string all;
  for (const auto& one : out) all += (all.empty() ? "" : " ") + one.second;
  return all;
}

std::string Reads(const std::string& text) { return Reads(Files{{"m.py", "import os\n" + text}}); }

TEST(Machine, TheUnsetSideOfWhatIsBoundIsTheDefault) {
  EXPECT_EQ(Reads("x = os.getenv('A', '60')\n"), "A=60");
  EXPECT_EQ(Reads("x = int(os.environ.get('A') or 5)\n"), "A=5");
  EXPECT_EQ(Reads("x = os.environ['A'] if 'A' in os.environ else 'off'\n"), "A=off");
  EXPECT_EQ(Reads("def f():\n    v = os.environ.get('A')\n    if v is None:\n        return 7\n"
                  "    return int(v)\n"),
            "A=7");
  EXPECT_EQ(Reads("def f():\n    try:\n        return os.environ['A']\n    except KeyError:\n"
                  "        return 'd'\n"),
            "A=d");
  EXPECT_EQ(Reads("x = os.environ['A']\n"), "A!");
  // Good: what is made of the value is another.
  EXPECT_EQ(Reads("x = os.environ.get('A')\ny = 'at %s' % x\n"), "A");
}

TEST(Machine, NamesComeThroughCallsObjectsAndLoops) {
  const std::string wrapper =
      "def flag(name, default):\n    v = os.environ.get(name)\n"
      "    return default if v is None else v == '1'\n";
  EXPECT_EQ(Reads(wrapper + "A = flag('A', True)\nB = flag('B', False)\n"), "A=true B=false");
  EXPECT_EQ(Reads("for n in ('x', 'y'):\n    os.environ.get('APP_' + n.upper(), n)\n"),
            "APP_X=x APP_Y=y");
  EXPECT_EQ(Reads("class R:\n    def __init__(self, p):\n        self.p = p\n"
                  "    def get(self, k):\n        return os.getenv(f'{self.p}_{k}', '0')\n"
                  "R('ONE').get('SIZE')\n"),
            "ONE_SIZE=0");
  EXPECT_EQ(Reads("T = {'A': 'a', 'B': 'b'}\nfor k, d in T.items():\n    os.getenv(k, d)\n"),
            "A=a B=b");
}

TEST(Machine, ADescriptorLearnsItsNameFromItsClass) {
  EXPECT_EQ(Reads("class Var:\n    def __init__(self, d):\n        self.d = d\n"
                  "    def __set_name__(self, owner, name):\n        self.n = 'APP_' + name.upper()\n"
                  "    def __get__(self, o, t):\n        return os.environ.get(self.n, self.d)\n"
                  "class C:\n    port = Var('80')\n    host = Var('h')\n"
                  "c = C()\nprint(c.port, c.host)\n"),
            "APP_HOST=h APP_PORT=80");
}

TEST(Machine, NestedTablesKeepEachKeyWithItsTable) {
  EXPECT_EQ(Reads("D = {'a': {'x': 1}, 'b': {'y': 2}}\n"
                  "def walk(t, p):\n    for k in t:\n        if isinstance(t[k], dict):\n"
                  "            walk(t[k], p + k + '_')\n        else:\n"
                  "            os.environ.get('APP_' + (p + k).upper())\n"
                  "walk(D, '')\n"),
            "APP_A_X APP_B_Y");
}

TEST(Machine, ACommandIsCalledAsItsFunction) {
  EXPECT_EQ(Reads("import click\n"
                  "@click.group(context_settings={'auto_envvar_prefix': 'app'})\ndef tool():\n    pass\n"
                  "@tool.command()\n@click.option('--depth', default=1)\ndef dry_run(depth):\n    pass\n"),
            "APP_DRY_RUN_DEPTH=1");
}

TEST(Machine, ABranchThatNoRunTakesIsRunOnce) {
  // What a constant of the program excludes may be otherwise; what one of the language does, not.
  EXPECT_EQ(Reads("FAST = False\ndef lookup(name):\n    return os.getenv(name)\n"
                  "def f():\n    if FAST:\n        lookup('A')\n    if False:\n        lookup('B')\n"
                  "    lookup('C')\n"),
            "A C");
  EXPECT_EQ(Reads("for name in ('A', 'B'):\n    if name == 'A':\n        continue\n"
                  "    os.environ.get(name)\n"),
            "B");
}

TEST(Machine, NothingBehindAnUndecidedTestIsLost) {
  EXPECT_EQ(Reads("def f(x):\n    missing = [n for n in ('A', 'B') if n not in os.environ]\n"
                  "    if missing:\n        raise SystemExit\n    return os.environ.get('LOST')\n"),
            "LOST");
  EXPECT_EQ(Reads("import sys\ndef f():\n    sys.exit(0)\n    return os.environ.get('BEHIND')\n"),
            "BEHIND");
}

// Properties: what a program does does not depend on how it is laid out.
TEST(Machine, RenamingMovingAndReformattingChangeNothing) {
  const std::string use = "x = lookup('APP_X', '1')\n";
  const std::string body = "(name, d):\n    v = os.getenv(name)\n    return v if v else d\n";
  const std::string here = Reads("def lookup" + body + use);
  EXPECT_EQ(here, "APP_X=1");
  EXPECT_EQ(Reads("def fetch" + body + "x = fetch('APP_X', '1')\n"), here);
  EXPECT_EQ(Reads(Files{{"lib.py", "import os\ndef lookup" + body},
                        {"m.py", "from lib import lookup\n" + use}}),
            here);
  EXPECT_EQ(Reads("def lookup(\n    name,\n    d,\n):\n\n    v = (os\n         .getenv(name))\n"
                  "    return v if v else d\n" + use),
            here);
  EXPECT_EQ(Reads("def lookup" + body + "if False:\n    pass\n" + use), here);
}

TEST(Machine, NamesInWhatCannotBeParsedHaveNoStatementAround) {
  EXPECT_EQ(Reads("    return kind(os.environ.get(name))\n"
                  "amount = returnlambda name: read_as(int, name)\n"),
            "");
}

TEST(Machine, WhatNeverEndsIsBounded) {
  EXPECT_EQ(Reads("def f(n):\n    return f(n + 1) or f(n + 2)\nf(0)\nx = os.getenv('A')\n"), "A");
  std::string deep = "def read0(n): return os.getenv(n)\n";
  for (int i = 1; i < 200; ++i) {
    deep += "def read" + std::to_string(i) + "(n): return read" + std::to_string(i - 1) + "(n)\n";
  }
  EXPECT_EQ(Reads(deep + "read3('A')\nread199('B')\n").find("A"), 0u);
  EXPECT_EQ(Reads("x = [" + std::string(5000, '[') + "\ny = os.getenv('A')\n").find("B"),
            std::string::npos);
}

}  // namespace
}  // namespace flagcensus
