// `flagcensus docs`: what a row says of a variable's values: how they are written, which way a
// switch is that nobody sets, what the program itself sets.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/docs_page.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

using nlohmann::json;

// "type default | values | notes" of each row, by name.
std::map<std::string, std::string> TableRowsOf(const ScratchFolder& tree) {
  const Outcome run =
      RunProgram(tree.path(), "docs . --layout table --columns name,type,default,values,notes");
  EXPECT_EQ(run.status, 0) << run.err;
  std::map<std::string, std::string> rows;
  for (size_t at = 0; at < run.out.size();) {
    const size_t end = std::min(run.out.find('\n', at), run.out.size());
    const std::string line = run.out.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with("| `")) continue;
    const size_t name = line.find('`', 3);
    rows[line.substr(3, name - 3)] = line.substr(name + 4, line.size() - name - 6);
  }
  return rows;
}

void ExpectRows(const ScratchFolder& tree, const std::map<std::string, std::string>& wanted) {
  std::map<std::string, std::string> rows = TableRowsOf(tree);
  for (const auto& [name, row] : wanted) EXPECT_EQ(rows[name], row) << name;
}

TEST(DocsValues, AreSpelledAsTheCodeComparesThem) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", R"(import os
exact = os.getenv("OVEN_EXACT", "True") == "True"
either = os.getenv("OVEN_EITHER", "") in ("True", "true", "1")
lower = os.getenv("OVEN_LOWER", "False").lower() == "true"
upper = os.getenv("OVEN_UPPER", "").upper() == "TRUE"
yes = {"Yes": True, "No": False}.get(os.getenv("OVEN_YES", "No"), False)
print(exact, either, lower, upper, yes)
)");
  ExpectRows(tree, {{"OVEN_EXACT", "bool | `true` |  | True for `True`."},
                    {"OVEN_EITHER", "bool | `false` |  | True for `true` and `1`."},
                    {"OVEN_LOWER", "bool | `false` |  | True for `true`."},
                    {"OVEN_UPPER", "bool | `false` |  | True for `true`."},
                    {"OVEN_YES", "bool | `No` |  | True for `Yes`."}});
}

TEST(DocsValues, AreThoseThatOptionsAndMembersAllow) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", R"(import argparse
import enum
import os
import click
FUELS = ["gas", "coal"]
class Fuel(enum.Enum):
    GAS = "gas"
    WOOD = "wood"
class Tray(enum.Enum):
    TOP = 1
    LOW = 2
parser = argparse.ArgumentParser()
parser.add_argument("--fuel", default=os.environ.get("OVEN_FUEL"), choices=FUELS)
parser.add_argument("--kind", default=os.environ.get("OVEN_KIND"), type=Fuel)
parser.add_argument("--tray", default=os.environ.get("OVEN_TRAY"), type=Tray)
@click.command()
@click.option("--shape", envvar="OVEN_SHAPE", type=click.Choice(FUELS))
def bake(shape):
    print(shape)
loud = {"low": 1, "high": 2}[os.environ.get("OVEN_LOUD", "LOW").lower()]
speed = {"slow": 1, "fast": 2}[os.environ["OVEN_SPEED"]]
first = Fuel(os.environ.get("OVEN_FUELS", "gas").split("+")[0])
)");
  ExpectRows(tree, {{"OVEN_FUEL", "enum | unset | `coal` or `gas` | One of `coal` or `gas`."},
                    {"OVEN_KIND", "enum | unset | `gas` or `wood` | One of `gas` or `wood`."},
                    {"OVEN_TRAY", "str | unset |  | "},
                    {"OVEN_SHAPE", "enum | unset | `coal` or `gas` | One of `coal` or `gas`."},
                    {"OVEN_LOUD", "enum | `LOW` | `high` or `low` | One of `high` or `low`."},
                    {"OVEN_SPEED", "enum | required | `fast` or `slow` | One of `fast` or `slow`."},
                    {"OVEN_FUELS", "str | `gas` |  | "}});
}

TEST(DocsValues, TellWhichWayASwitchIsThatNobodySets) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", R"(import os
a = os.environ.get("OVEN_A") != "0"
b = os.environ.get("OVEN_B") == "1"
c = os.environ.get("OVEN_C") not in ("0", "False")
if os.environ.get("OVEN_D") == "0":
    print("off")
if os.environ.get("OVEN_E") != "1" and a:
    print("not on")
f = os.environ.get("OVEN_F", "1") == "1"
if os.environ.get("OVEN_G") == "1":
    print("on")
if os.environ.get("OVEN_G") == "0":
    print("off")
if os.environ.get("OVEN_H") == "1":
    print("on")
if os.environ.get("OVEN_H"):
    print("something")
if os.environ.get("OVEN_I") and (os.environ.get("OVEN_E") or not os.environ.get("OVEN_J")):
    print(os.environ.get("OVEN_I"))
k = os.environ.get("OVEN_K", "") not in ("0", "")
kind = os.environ.get("OVEN_L", "")
if not kind:
    l = guess()
elif kind == "0":
    l = False
else:
    l = True
if "OVEN_M" in os.environ:
    m = os.environ["OVEN_M"].lower() in ("1", "true")
else:
    m = True
def allows():
    if os.environ.get("OVEN_N"):
        return os.environ["OVEN_N"].lower() in ("1", "true")
    return True
class Config:
    defaults = {"p": True}
    def get(self, name):
        value = os.environ.get("OVEN_" + name.upper())
        if value is not None:
            return value.lower() in ("1", "true")
        return self.defaults[name]
p = Config().get("p")
kept = os.environ.get("OVEN_Q")
q = kept.lower() in ("1", "true") if kept is not None else None
fast = True
if os.environ.get("OVEN_SLOW", "").lower() in ("1", "true"):
    fast = False
print(b, c, f, k, l, m, allows(), fast)
)");
  ExpectRows(tree, {{"OVEN_A", "bool | `true` |  | False for `0`."},
                    {"OVEN_B", "bool | `false` |  | True for `1`."},
                    {"OVEN_C", "bool | `true` |  | False for `0` and `False`."},
                    {"OVEN_D", "bool | `true` |  | False for `0`."},
                    {"OVEN_F", "bool | `1` |  | True for `1`."},
                    {"OVEN_K", "bool | `false` |  | False for `0` and `\"\"`."},
                    {"OVEN_SLOW", "bool | `false` |  | True for `1` and `true`."},
                    // good: another branch decides what holds without it
                    {"OVEN_M", "bool | `true` |  | True for `1` and `true`."},
                    {"OVEN_N", "bool | `true` |  | "},
                    {"OVEN_Q", "bool | unset |  | True for `1` and `true`."},
                    {"OVEN_P", "bool | `true` |  | True for `1` and `true`."},
                    // good: none is neither on nor off
                    {"OVEN_L", "bool | `\"\"` |  | False for `0`."},
                    // good: two questions, of which neither says what unset is
                    {"OVEN_G", "bool | unset |  | True for `1`."},
                    {"OVEN_E", "bool | `false` |  | "},
                    {"OVEN_H", "bool | `false` |  | "}});
}

TEST(DocsValues, ListsAreWrittenAsTheyAreSplit) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", R"(import json, os
def parts(name, default):
    value = os.getenv(name)
    if value is None:
        return default
    if value.endswith(";"):
        value = value[:-1]
    return value.split(";")
one = parts("OVEN_ONE", ["32"])
two = [int(part) for part in parts("OVEN_TWO", ["1", "2"])]
none = parts("OVEN_NONE", [])
host = os.environ.get("OVEN_HOST")
if host:
    hosts = [host]
else:
    hosts = ["*"]
def from_json(name, default):
    value = os.getenv(name)
    return json.loads(value) if value else default
tags = from_json("OVEN_TAGS", ["a", "b"])
print(one, two, none, hosts, tags)
)");
  tree.Write("docs/env.md",
             "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n"
             "| `OVEN_NOTHING` | none |\n| `OVEN_SOME` | some |\n| `OVEN_WARM` | false |\n");
  tree.Write("oven/b.py",
             "import os\nprint(os.environ.get('OVEN_NOTHING'), os.environ.get('OVEN_SOME'), "
             "os.environ.get('OVEN_WARM'))\n");
  tree.Write("oven/settings.py", R"(from pydantic import Field
from pydantic_settings import BaseSettings
class Settings(BaseSettings):
    oven_racks: list[str] = Field(default_factory=list)
    oven_names: list[str] = Field(default_factory=lambda: ["a", "b"])
    oven_sizes: dict[str, int] = Field(default_factory=dict)
    oven_plain: list[str] = []
    oven_made: list[str] = Field(default_factory=find_racks)
print(Settings())
)");
  ExpectRows(tree, {{"OVEN_ONE", "list | `32` |  | "},
                    {"OVEN_TWO", "list | `1;2` |  | "},
                    {"OVEN_NONE", "list | `\"\"` |  | "},
                    {"OVEN_HOST", "str | `*` |  | "},
                    {"OVEN_TAGS", "str | `[\"a\",\"b\"]` |  | "},
                    {"OVEN_RACKS", "list | `[]` |  | "},
                    {"OVEN_NAMES", "list | `[\"a\",\"b\"]` |  | "},
                    {"OVEN_SIZES", "str | `{}` |  | "},
                    {"OVEN_PLAIN", "list | `[]` |  | "},
                    {"OVEN_MADE", "list | computed |  | "},
                    {"OVEN_NOTHING", "str | unset |  | "},
                    {"OVEN_WARM", "bool | `false` |  | "},
                    {"OVEN_SOME", "str | `some` |  | "}});
}

TEST(DocsValues, AreOneOfTheWordsThatAllOfTheCodeComparesThemWith) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", R"(import os
if os.environ.get("OVEN_LOG") in {"1", "debug"}:
    print("log")
if os.environ.get("OVEN_LOG") == "debug":
    print("more")
if os.environ.get("OVEN_LEVEL") in {"low", "high"}:
    print(os.environ.get("OVEN_LEVEL"))
if os.environ.get("OVEN_COLOR", "auto") == "auto":
    print("auto")
elif os.environ.get("OVEN_COLOR", "auto") == "1":
    print("on")
mode = os.environ.get("OVEN_MODE", "auto")
if mode == "auto":
    print("auto")
elif mode == "0":
    print("off")
)");
  ExpectRows(tree, {{"OVEN_LOG", "enum | unset | `1` or `debug` | One of `1` or `debug`."},
                    {"OVEN_LEVEL", "str | unset |  | "},  // good: another program has it, too
                    {"OVEN_MODE", "enum | `auto` |  | "}});
}

TEST(DocsValues, TellOnceWhatTheProgramSets) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", R"(import os, subprocess
def bake(fast, rack):
    env = {"OVEN_EMPTY": "", "OVEN_KEPT": "", "OVEN_GIVEN": "1"}
    env["OVEN_EMPTY"] = os.environ.get("OVEN_EMPTY") or ""
    if os.environ.get("OVEN_KEPT"):
        env["OVEN_KEPT"] = os.environ["OVEN_KEPT"].strip()
    subprocess.run(["bake"], env=env)
    os.environ["OVEN_ONE"] = "1"
    os.environ["OVEN_ONE"] = rack
    if fast:
        os.environ["OVEN_FAST"] = "1"
    os.environ["OVEN_TWO"] = "a"
    os.environ["OVEN_TWO"] = "b"
for name in ["OVEN_EMPTY", "OVEN_KEPT", "OVEN_GIVEN", "OVEN_ONE", "OVEN_FAST", "OVEN_TWO"]:
    print(os.environ.get(name))
)");
  tree.Write("docs/env.md",
             "# Environment variables\n\n| Variable | Description |\n| --- | --- |\n"
             "| `OVEN_EMPTY` | Empty. |\n| `OVEN_KEPT` | Kept. |\n| `OVEN_GIVEN` | Given. |\n"
             "| `OVEN_ONE` | One. |\n| `OVEN_FAST` | Fast. |\n| `OVEN_TWO` | Two. |\n");
  tree.Write("infra/cloud.py", R"(import subprocess
subprocess.run(["bake"], env={"OVEN_EMPTY": "here"})
)");
  ExpectRows(tree, {{"OVEN_EMPTY", "str | unset |  | "},
                    {"OVEN_KEPT", "str | unset |  | "},
                    {"OVEN_GIVEN", "str | unset |  | Set by the program: `1`."},
                    {"OVEN_ONE", "str | unset |  | Set by the program."},
                    {"OVEN_FAST", "str | unset |  | Set by the program in some cases: `1`."},
                    {"OVEN_TWO", "str | unset |  | Set by the program: `a` or `b`."}});
}

TEST(DocsValues, AreRequiredOnlyWhereNothingElseGivesThem) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", R"(import os
def bake(method):
    settings = dict(os.environ)
    settings.setdefault("OVEN_KEY_FILE", find("oven.key"))
    print(settings["OVEN_KEY_FILE"])
    if method == "far" and settings.get("OVEN_HOST"):
        print("far")
def write(method):
    if method == "far":
        print(os.environ["OVEN_HOST"], os.environ["OVEN_USER"])
    print(os.environ["OVEN_SITE"], os.environ.get("OVEN_SITE"))
)");
  ExpectRows(tree, {{"OVEN_HOST", "str | unset |  | "},
                    {"OVEN_USER", "str | required |  | "},  // good: nothing else reads it
                    {"OVEN_SITE", "str | required |  | "},  // good: always
                    {"OVEN_KEY_FILE", "path | computed |  | "}});
}

TEST(DocsValues, HaveTheTypeThatAllOfTheCodeMakesOfThem) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write(".env.example", "OVEN_SSL=True\nOVEN_TITLE=Bread\n");
  tree.Write("oven/a.py", R"(import click, os
print(os.environ.get("OVEN_SSL"), os.environ.get("OVEN_TITLE"))
store = os.environ.get("OVEN_STORE", "")
env = {"store": store}
if bool(store):
    print("store")
def give():
    env["store"] = os.environ.get("OVEN_STORE", "")
on = os.environ.get("OVEN_ON", "")
if bool(on):
    print("on")
if os.environ.get("OVEN_BUCKET"):
    print("bucket")
print(os.environ.get("PYTHONPATH"), os.environ.get("OVEN_NUM_THREADS"))
print(os.environ.get("OVEN_NUM_WORKERS", "few"))
@click.command()
@click.option("--rack", envvar="OVEN_RACKS", multiple=True, default=["a", "b"])
@click.option("--size", envvar="OVEN_SIZE", nargs=2, type=int)
@click.option("--level", envvar="OVEN_LEVEL", nargs=1, type=int)
def main(rack, size, level):
    print(rack, size, level)
)");
  ExpectRows(tree, {{"OVEN_SSL", "bool | unset |  | "},
                    {"OVEN_TITLE", "str | unset |  | "},
                    {"OVEN_STORE", "str | `\"\"` |  | "},
                    {"OVEN_ON", "bool | `\"\"` |  | "},
                    {"OVEN_BUCKET", "str | unset |  | "},
                    {"OVEN_NUM_THREADS", "int | unset |  | "},
                    {"OVEN_NUM_WORKERS", "str | `few` |  | "},  // good: no number
                    {"OVEN_RACKS", "list | `a b` |  | "},
                    {"OVEN_SIZE", "list | unset |  | "},
                    {"OVEN_LEVEL", "int | unset |  | "}});
}

}  // namespace
}  // namespace flagcensus
