// `flagcensus docs`: what holds without a value where the code around a read tells it, and what is
// said of one value of a variable.
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

// Each line of `code` names one variable; the words behind "# -> " are its default.
void ExpectDefaults(const std::string& code, const std::map<std::string, std::string>& wanted) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", "[project]\nname = \"oven\"\n");
  tree.Write("oven/a.py", code);
  std::map<std::string, json> rows = RowsOf(tree, "--with all");
  for (const auto& [name, value] : wanted) EXPECT_EQ(DefaultsOf(rows[name]), value) << name;
}

TEST(DocsGuards, WhatFillsAMissingVariableInIsItsDefault) {
  ExpectDefaults(R"(import os
if os.getenv("OVEN_A", None) is None:
    os.environ["OVEN_A"] = "1.0"
if "OVEN_B" not in os.environ:
    os.environ["OVEN_B"] = "b"
if not os.environ.get("OVEN_C"):
    os.environ["OVEN_C"] = "c"
if "OVEN_D" in os.environ:
    print(1)
else:
    os.environ["OVEN_D"] = "d"
def late():
    held = os.environ.get("OVEN_E")
    if held is None:
        os.environ["OVEN_E"] = "e"
try:
    print(os.environ["OVEN_F"])
except KeyError:
    os.environ["OVEN_F"] = "f"
if "OVEN_G" in os.environ:
    os.environ["OVEN_G"] = "over what is there"
if "OVEN_A" not in os.environ and os.name == "nt":
    os.environ["OVEN_H"] = "of another variable"
print(os.getenv("OVEN_H"))
if os.getenv("OVEN_I") is None and os.name == "nt":
    os.environ["OVEN_I"] = "on one system"
def other():
    if held is None:
        os.environ["OVEN_J"] = "another function's name"
    print(os.environ.get("OVEN_J"))
late(), other()
)",
                 {{"OVEN_A", "literal:1.0"},
                  {"OVEN_B", "literal:b"},
                  {"OVEN_C", "literal:c"},
                  {"OVEN_D", "literal:d"},
                  {"OVEN_E", "literal:e"},
                  {"OVEN_F", "literal:f"},
                  {"OVEN_G", "none"},
                  {"OVEN_H", "none"},
                  {"OVEN_I", "none"},
                  {"OVEN_J", "none"}});
}

TEST(DocsGuards, WhatTheCodeCannotGoOnWithoutIsRequired) {
  ExpectDefaults(R"(import os, sys
def run(given):
    a = os.getenv("OVEN_A")
    b = os.getenv("OVEN_B", "")
    c = os.environ.get("OVEN_C")
    d = os.environ.get("OVEN_D")
    assert a is not None
    if not b:
        raise ValueError("OVEN_B")
    if not c:
        raise ValueError("OVEN_C")
    if d is None:
        sys.exit(2)
    e = given or os.getenv("OVEN_E")
    assert e
    f = os.getenv("OVEN_F")
    g = os.getenv("OVEN_G")
    if not f and not g:
        raise ValueError("one of both")
    h = os.getenv("OVEN_H")
    if not h:
        print("no h")
    i = os.getenv("OVEN_I")
    i = given
    assert i
    j = os.getenv("OVEN_J", "7")
    assert j
    return a, b, c, d, e, f, g, h, i, j
assert os.getenv("OVEN_K")
print(run(1))
)",
                 {{"OVEN_A", "required"},
                  {"OVEN_B", "required"},
                  {"OVEN_C", "required"},
                  {"OVEN_D", "required"},
                  {"OVEN_E", "none"},
                  {"OVEN_F", "none"},
                  {"OVEN_G", "none"},
                  {"OVEN_H", "none"},
                  {"OVEN_I", "none"},
                  {"OVEN_J", "literal:7"},
                  {"OVEN_K", "required"}});
}

// Where a text does not parse, what is around an access may be no statement at all.
TEST(DocsGuards, CythonThatDoesNotParseIsRead) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", "[project]\nname = \"oven\"\n");
  tree.Write("oven/a.pyx", "cdef*(o!=r*r(c,h(\nos.environ.get(\"OVEN_A\")\nif c\n");
  tree.Write("oven/b.pyx", "os.environ.get(\"OVEN_B\")\ncdef*(o!=r*r(c,h(\nif c\n");
  tree.Write("oven/c.pyx", "cdef int c(\nif os.environ.get(\"OVEN_C\"\nos.environ[\"OVEN_C\"] = 1");
  std::map<std::string, json> rows = RowsOf(tree, "--with all");
  EXPECT_EQ(DefaultsOf(rows["OVEN_A"]), "none");
  EXPECT_EQ(DefaultsOf(rows["OVEN_B"]), "none");
}

TEST(DocsGuards, AFileOfSettingsTellsTheDefaultOfWhatScriptsRead) {
  ScratchFolder tree;
  tree.Write("docs/environment.md",
             "# Environment variables\n\n| Variable | Description |\n| --- | --- |\n"
             "| `OVEN_KIND` | What is baked. |\n| `OVEN_OUT` | Where it goes. |\n");
  tree.Write("oven.py", "print('bakes')\n");
  std::string script = "#!/bin/bash\n";
  for (int i = 0; i < 9; ++i) script += "if [[ \"$OVEN_KIND\" == \"a\" ]]; then echo; fi\n";
  tree.Write("ci/bake.sh", script + "echo $OVEN_OUT\n");
  tree.Write("ci/settings/default.env",
             "# Which kind.\nexport OVEN_KIND=${OVEN_KIND:-\"bread\"}\n"
             "export OVEN_OUT=${OVEN_OUT:-$(pwd)/out}\n");
  std::map<std::string, json> rows = RowsOf(tree, "--with all");
  EXPECT_EQ(DefaultsOf(rows["OVEN_KIND"]), "literal:bread");
  EXPECT_EQ(DefaultsOf(rows["OVEN_OUT"]), "dynamic:$(pwd)/out");
}

TEST(DocsGuards, AFunctionDescribesWhatItGivesBack) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", "[project]\nname = \"oven\"\n");
  tree.Write("oven/a.py", R"(import os
def forced():
    """Takes what was kept and bakes nothing."""
    on = os.environ.get("OVEN_FORCED", None) == "1"
    if on:
        assert os.environ.get("OVEN_FRESH", None) != "1", "both"
    return on


# In a small oven, OVEN_NEAR=1 and OVEN_FAR=0 keep the heat in.
def keeps_heat(layer):
    return (
        os.getenv("OVEN_NEAR", "") == "1" and os.getenv("OVEN_FAR", "") == "0"
    ) or layer.heat


# Mixes, kneads and bakes.
def bake(layer):
    a = os.getenv("OVEN_MIX")
    b = os.getenv("OVEN_KNEAD")
    return a + b
def hours():
    """When the shop opens. It depends on variables:

    - if OVEN_EARLY is set: at four.
    - if OVEN_LATE_NIGHT is set: at nine.
    """
    if os.getenv("OVEN_EARLY") or os.getenv("OVEN_LATE"):
        return 4
    return 9
print(forced(), keeps_heat(0), bake(0), hours())
)");
  std::map<std::string, json> rows = RowsOf(tree, "--with all");
  EXPECT_EQ(rows["OVEN_FORCED"]["description"], "Takes what was kept and bakes nothing.");
  EXPECT_EQ(rows["OVEN_NEAR"]["description"],
            "In a small oven, OVEN_NEAR=1 and OVEN_FAR=0 keep the heat in.");
  EXPECT_EQ(rows["OVEN_EARLY"]["description"], "if OVEN_EARLY is set: at four.");
  for (const char* name : {"OVEN_FRESH", "OVEN_MIX", "OVEN_KNEAD", "OVEN_LATE"}) {
    EXPECT_TRUE(rows[name]["description"].is_null()) << name << rows[name]["description"];
  }
}

TEST(DocsGuards, WhatIsSaidOfSomethingElseDescribesNothing) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", "[project]\nname = \"oven\"\n");
  tree.Write("oven/a.py", R"(import os
# Follows the network's rules.
os.environ["OVEN_WAIT"] = "9"


def key(name):
    return os.getenv("OVEN_" + name)


# The first models.
print(key("KEY"))
# The second models.
print(key("KEY"))
# The models of last year.
print(key("KEY"))
# How long it waits.
print(os.getenv("OVEN_WAIT"), os.getenv("OVEN_TRIED"), "OVEN_LATE" in os.environ)
SIZE = int(os.getenv("OVEN_LATE", 1))
print(SIZE)
)");
  tree.Write("tests/test_a.py", R"(import os
def test_tried():
    # It must not raise here.
    os.environ["OVEN_TRIED"] = "1"
)");
  std::map<std::string, json> rows = RowsOf(tree, "--with all");
  EXPECT_EQ(rows["OVEN_WAIT"]["description"], "How long it waits.");
  EXPECT_TRUE(rows["OVEN_KEY"]["description"].is_null()) << rows["OVEN_KEY"]["description"];
  EXPECT_NE(rows["OVEN_TRIED"]["description"], "It must not raise here.");
  EXPECT_EQ(rows["OVEN_LATE"]["type"], "int");
}

TEST(DocsGuards, APageIsToldWithoutWhatLeadsToItsCode) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", "[project]\nname = \"oven\"\n");
  tree.Write("oven/a.py", R"(import os
print(os.getenv("OVEN_SOCKET"), os.getenv("OVEN_FAST"), os.getenv("OVEN_SIZE"))
print(os.getenv("OVEN_TRACE"))
)");
  tree.Write("docs/environment.md", R"(# Environment variables

## `OVEN_SOCKET`

Where it listens.

Example (file):

    OVEN_SOCKET=/tmp/x

Bread needs it. To turn it on:

* Make a socket.
* Say it here.

## `OVEN_FAST`

- `OVEN_FAST=1`: Disables the fan.

## Files

| Key | Description |
| --- | --- |
| `size` | How large the oven is. Needs to be even. It can also be set by the environment variable `OVEN_SIZE`, which wins. |
)");
  tree.Write("docs/notes.md",
             "# Notes\n\n- The door opens.\n- `OVEN_TRACE=1` is refused when the door is open.\n");
  std::map<std::string, json> rows = RowsOf(tree, "--with all");
  EXPECT_EQ(rows["OVEN_SOCKET"]["description"],
            "Where it listens. Bread needs it. To turn it on: Make a socket. Say it here.");
  EXPECT_EQ(rows["OVEN_FAST"]["description"], "Disables the fan.");
  EXPECT_EQ(rows["OVEN_SIZE"]["description"],
            "How large the oven is. Needs to be even. It can also be set by the environment "
            "variable OVEN_SIZE, which wins.");
  EXPECT_EQ(rows["OVEN_TRACE"]["description"], "OVEN_TRACE=1 is refused when the door is open.");
}

// What the page says counts where the code computes a default, and where it asks only whether there
// is a value; a literal of the code counts before the page.
TEST(DocsGuards, APageTellsTheDefaultThatTheCodeComputes) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", "[project]\nname = \"oven\"\n");
  tree.Write("oven/a.py", R"(import os
A = os.getenv("OVEN_DIR", place().name)
B = os.getenv("OVEN_RACKS", "3")
C = os.getenv("OVEN_MARKS", place().name)
D = int(os.getenv("OVEN_HANDS", hands()))
print(A, B, C, D)
)");
  tree.Write("docs/env.md",
             "# Environment variables\n\n| Variable | Default | Description |\n"
             "| --- | --- | --- |\n| `OVEN_DIR` | `/srv/oven` | Where it is. |\n"
             "| `OVEN_RACKS` | `4` | How many racks. |\n"
             "| `OVEN_HANDS` | `number_of_cores + 4` | How many hands. |\n"
             "| `OVEN_MARKS` | `[a` | Which marks. |\n");
  std::map<std::string, json> rows = RowsOf(tree, "--with all");
  EXPECT_EQ(rows["OVEN_DIR"]["default"], "/srv/oven");
  EXPECT_EQ(rows["OVEN_RACKS"]["default"], "3") << "the code has a value";
  EXPECT_FALSE(rows["OVEN_HANDS"].contains("default")) << "no number";
  EXPECT_FALSE(rows["OVEN_MARKS"].contains("default")) << "cut off";
}

TEST(DocsGuards, ATypeHoldsTheDefault) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", "[project]\nname = \"oven\"\n");
  tree.Write("oven/c.c", R"(#include <stdlib.h>
#include <string.h>
const char *named(void) {
  const char *how = getenv("OVEN_HOW");
  if (how && strcmp(how, "-") == 0) return 0;
  return how;
}
)");
  tree.Write("oven/a.py", "import os\nWAY = os.getenv('OVEN_WAY', 'fast')\nprint(WAY == 'slow')\n");
  std::map<std::string, json> rows = RowsOf(tree, "--with all");
  EXPECT_EQ(rows["OVEN_HOW"]["type"], "str") << "one word among any";
  EXPECT_NE(rows["OVEN_WAY"]["type"], "bool");
}

TEST(DocsGuards, ADocstringTellsOfItsVariableAndNotOfAStep) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", "[project]\nname = \"oven\"\n");
  tree.Write("oven/a.py", R"(import os
def first_label():
    """Generate a name for what is baked."""
    return os.getenv("OVEN_CRUMB", "x")
def second_label():
    """Bakes rolls until noon."""
    return os.getenv("OVEN_GLAZE", "x")
def third_label():
    """Return the depth of the tray."""
    return os.getenv("OVEN_TRAY_DEPTH", "x")
def fourth_label(a):
    # Check whether there is salt first.
    salt = os.getenv("OVEN_SALT", "x")
    # How many grains the seeds have.
    seed = os.getenv("OVEN_SEEDS", "x")
    return a + len(salt) + len(seed)
print(first_label(), second_label(), third_label(), fourth_label(1))
)");
  std::map<std::string, json> rows = RowsOf(tree, "--with all");
  EXPECT_TRUE(rows["OVEN_CRUMB"]["description"].is_null());
  EXPECT_TRUE(rows["OVEN_GLAZE"]["description"].is_null());
  EXPECT_EQ(rows["OVEN_TRAY_DEPTH"]["description"], "Depth of the tray.");
  EXPECT_TRUE(rows["OVEN_SALT"]["description"].is_null());
  EXPECT_EQ(rows["OVEN_SEEDS"]["description"], "How many grains the seeds have.");
}

// What one project's page documents and another project reads is no variable that is gone.
TEST(DocsGuards, APageDescribesWhatTheProjectBesideItReads) {
  ScratchFolder tree;
  tree.Write("shop/pyproject.toml", "[project]\nname = \"shop\"\n");
  tree.Write("shop/shop/a.py", "import os\nprint(os.getenv('SHOP_DOOR', '1'))\n");
  tree.Write(
      "shop/docs/env.md",
      "# Environment variables\n\n| Variable | Default | Description |\n| --- | --- | --- |\n"
      "| `SHOP_DOOR` | `1` | Which door is open. |\n"
      "| `MILL_STONE` | `2` | Which stone turns. |\n| `MILL_GONE` | `2` | Was there. |\n");
  tree.Write("mill/pyproject.toml", "[project]\nname = \"mill\"\n");
  tree.Write("mill/mill/a.py", "import os\nprint(os.getenv('MILL_STONE', '2'))\n");
  const Outcome run = RunProgram(tree.path(), "docs . --format json");
  ASSERT_EQ(run.status, 0) << run.err;
  const json page = json::parse(run.out);
  std::map<std::string, json> rows;
  for (const json& row : page["variables"]) rows[row["name"]] = row;
  EXPECT_EQ(rows["MILL_STONE"]["description"], "Which stone turns.");
  ASSERT_EQ(page["not_found_in_the_code"].size(), 1);
  EXPECT_EQ(page["not_found_in_the_code"][0]["name"], "MILL_GONE");
}

}  // namespace
}  // namespace flagcensus
