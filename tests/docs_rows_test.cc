// `flagcensus docs`: what a row says, and where its description comes from.
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

TEST(DocsRows, TellTypeAndDefaultAsTheCodeHasThem) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", R"(import os
TIMEOUT = int(os.environ.get("OVEN_TIMEOUT", str(2 * 30)))
FAST = os.getenv("OVEN_FAST", "no").lower() in ("1", "true", "yes")
KEY = os.environ["OVEN_SITE"]
ZONES = os.getenv("OVEN_ZONES", os.cpu_count())
def home():
    value = os.getenv("OVEN_HOME")
    if value is None:
        value = "/srv/oven"
    return value
PORT = os.getenv("OVEN_PORT")
print(TIMEOUT, FAST, KEY, ZONES, home(), PORT)
)");
  tree.Write("oven/b.py", R"(import os
OTHER = int(os.environ.get("OVEN_TIMEOUT", "90"))
NAME = os.getenv("OVEN_NAME", os.getenv("OVEN_TITLE", "x"))
print(OTHER, NAME)
)");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(DefaultsOf(rows["OVEN_TIMEOUT"]), "literal:60 literal:90");
  EXPECT_EQ(rows["OVEN_TIMEOUT"]["defaults"][0]["places"][0]["file"], "oven/a.py");
  EXPECT_EQ(rows["OVEN_TIMEOUT"]["defaults"][1]["places"][0]["file"], "oven/b.py");
  EXPECT_EQ(rows["OVEN_TIMEOUT"]["type"], "int");
  EXPECT_FALSE(rows["OVEN_TIMEOUT"].contains("default")) << "two defaults are none";
  EXPECT_EQ(rows["OVEN_FAST"]["type"], "bool");
  EXPECT_EQ(rows["OVEN_FAST"]["default"], "no");
  EXPECT_EQ(DefaultsOf(rows["OVEN_SITE"]), "required");
  EXPECT_EQ(rows["OVEN_SITE"]["required"], true);
  EXPECT_EQ(DefaultsOf(rows["OVEN_ZONES"]), "dynamic:os.cpu_count()");
  EXPECT_EQ(DefaultsOf(rows["OVEN_HOME"]), "literal:/srv/oven");
  EXPECT_EQ(DefaultsOf(rows["OVEN_PORT"]), "none");
  EXPECT_EQ(rows["OVEN_PORT"]["required"], false);
  EXPECT_EQ(rows["OVEN_NAME"]["falls_back_to"], json({"OVEN_TITLE"}));
  EXPECT_EQ(rows["OVEN_TITLE"]["counts_without"], json({"OVEN_NAME"}));
}

TEST(DocsRows, TakeTheFirstDescriptionThatThereIs) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", R"(import os, argparse
parser = argparse.ArgumentParser()
# How hot.
parser.add_argument("--heat", default=os.getenv("OVEN_HEAT", "9"), help="Degrees of the oven.")
def fan():
    """Whether the fan turns.

    Returns:
        bool: turning
    """
    # the comment is second
    return os.getenv("OVEN_FAN", "1") == "1"
# Where bread is kept,
# warm.
STORE = os.getenv("OVEN_STORE", "/store")
LIGHT = os.getenv("OVEN_LIGHT", "1")  # Whether it is lit.
DOOR = os.getenv("OVEN_DOOR", "1")
"""Which door opens."""
PAGE = os.getenv("OVEN_PAGE", "1")  # the page wins
# noqa
BARE = os.getenv("OVEN_BARE", "1")
# BARE = os.getenv("OVEN_BARE")
CODE = os.getenv("OVEN_CODE", "1")
def run():
    """Bakes bread and cakes, one after the other, until the shop closes."""
    a = os.getenv("OVEN_A", "1")
    b = os.getenv("OVEN_B", "1")
    return a + b
print(fan(), STORE, LIGHT, DOOR, PAGE, BARE, CODE, run(), parser)
)");
  tree.Write("oven/c.c", R"(#include <stdlib.h>
/* How loud
 * it rings. */
const char *bell(void) { return getenv("OVEN_BELL"); }
int main(void) {
  char *a = getenv("OVEN_RACK"); /* Which rack. */
  return a == bell();
}
)");
  tree.Write("docs/env.md",
             "# Environment variables\n\n| Variable | Description |\n| --- | --- |\n"
             "| `OVEN_PAGE` | What the *page* says, a \\| b. |\n| `OVEN_GONE` | Was there. |\n");
  std::map<std::string, json> rows = RowsOf(tree);
  const std::map<std::string, std::string> wanted = {
      {"OVEN_HEAT", "Degrees of the oven."},        {"OVEN_FAN", "Whether the fan turns."},
      {"OVEN_STORE", "Where bread is kept, warm."}, {"OVEN_LIGHT", "Whether it is lit."},
      {"OVEN_DOOR", "Which door opens."},           {"OVEN_PAGE", "What the page says, a | b."},
      {"OVEN_BELL", "How loud it rings."},          {"OVEN_RACK", "Which rack."},
  };
  for (const auto& [name, text] : wanted) EXPECT_EQ(rows[name]["description"], text) << name;
  for (const char* name : {"OVEN_BARE", "OVEN_CODE", "OVEN_A", "OVEN_B"}) {
    EXPECT_TRUE(rows[name]["description"].is_null()) << name << rows[name]["description"];
  }
  EXPECT_FALSE(rows.contains("OVEN_GONE"));
  const Outcome text = RunProgram(tree.path(), "docs .");
  EXPECT_NE(text.out.find("<!-- Documented, but not found in the code: OVEN_GONE -->"),
            std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("| `OVEN_BARE` | str | `1` |  |"), std::string::npos) << text.out;
  EXPECT_NE(text.err.find("4 without a description: OVEN_A, OVEN_B, OVEN_BARE, OVEN_CODE"),
            std::string::npos)
      << text.err;
}

TEST(DocsRows, PreferThePageThatTellsOfTheVariable) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/settings.py", R"(import os
# begin
# How fast it heats, as stated in
# /etc/oven/speeds
SPEED = os.getenv("OVEN_SPEED", "1")
# end

# What burns in it.
FUEL = os.getenv("OVEN_FUEL", "gas")
# Where the sign lies.
SIGN = os.getenv("OVEN_SIGN")
print(SPEED, FUEL, SIGN)
)");
  // A page that shows the source itself, beside one that tells what a value does.
  tree.Write("docs/env.rst", R"(Environment variables
=====================

.. literalinclude:: ../oven/settings.py
   :start-after: # begin
   :end-before: # end
)");
  tree.Write("docs/guide.md", R"(# Environment variables

| Variable | Meaning |
| --- | --- |
| `OVEN_SPEED=0` | Cools down for this guide. |
| `OVEN_FUEL` | fuel_kind |
| `OVEN_SIGN` | The sign's picture. For example: |
| `OVEN_MORE` | Not in the code. |
)");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(rows["OVEN_SPEED"]["description"], "How fast it heats, as stated in /etc/oven/speeds");
  EXPECT_EQ(rows["OVEN_FUEL"]["description"], "What burns in it.");
  EXPECT_EQ(rows["OVEN_SIGN"]["description"], "The sign's picture.");
}

TEST(DocsRows, LeaveOutWhatIsNotForUsersUnlessAsked) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("flagcensus.toml", "[[internal]]\nname = \"OVEN_INNER\"\nreason = \"ours\"\n");
  tree.Write("oven/a.py", R"(import os
A = [os.getenv("OVEN_HEAT"), os.getenv("OVEN_INNER"), os.getenv("SLURM_JOB_ID"), os.getenv("_OVEN_X")]
os.environ["OVEN_CHILD"] = "1"
print(A, os.getenv("OVEN_CHILD"))
for key in ("A", "B", unknown()):
    print(os.getenv("OVEN_ZONE_" + key.upper()))
)");
  tree.Write("tests/test_a.py", "import os\nprint(os.getenv('OVEN_CHECK'))\n");
  const auto names = [&](const std::string& options) {
    std::string out;
    for (const auto& [name, row] : RowsOf(tree, options)) out += name + " ";
    return out;
  };
  EXPECT_EQ(names(""), "OVEN_HEAT OVEN_ZONE_* OVEN_ZONE_A OVEN_ZONE_B ");
  EXPECT_EQ(names("--with internal"),
            "OVEN_HEAT OVEN_INNER OVEN_ZONE_* OVEN_ZONE_A OVEN_ZONE_B _OVEN_X ");
  EXPECT_EQ(names("--with foreign,handed-on"),
            "OVEN_CHILD OVEN_HEAT OVEN_ZONE_* OVEN_ZONE_A OVEN_ZONE_B SLURM_JOB_ID ");
  EXPECT_EQ(names("--scope test"), "OVEN_CHECK ");
  EXPECT_EQ(names("--include-name 'OVEN_H*'"), "OVEN_HEAT ");
  EXPECT_EQ(names("--exclude-name 'OVEN_Z*'"), "OVEN_HEAT ");
}

TEST(DocsRows, MaskCredentials) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py",
             "import os\nT = os.getenv('OVEN_TOKEN', "
             "'ghp_Zx81mNpQ7rTvWyBd3fGhJk5LsAqEuC2oXiRt')\nprint(T)\n");
  for (const char* format :
       {"markdown", "rst", "asciidoc", "html", "man", "json", "dotenv", "schema"}) {
    const Outcome run = RunProgram(tree.path(), std::string("docs . --format ") + format);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out.find("ghp_Zx81"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("***"), std::string::npos) << run.out;
  }
  // A chart's values hold no mask: it would be set.
  const Outcome values = RunProgram(tree.path(), "docs . --format values");
  EXPECT_NE(values.out.find("# OVEN_TOKEN: \"\"\n"), std::string::npos) << values.out;
}

TEST(DocsRows, SayWhereTheCodeDoesOtherwise) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", "import os\nif os.getenv('OVEN_FAN'):\n    print(1)\n");
  tree.Write("docs/env.md",
             "# Environment variables\n\n| Variable | Description |\n| --- | --- |\n"
             "| `OVEN_FAN` | Set to 1 to turn it on, to 0 to turn it off. |\n");
  EXPECT_EQ(RowsOf(tree)["OVEN_FAN"]["description"],
            "Set to 1 to turn it on, to 0 to turn it off. (The code differs: any value counts as "
            "true.)");
}

TEST(DocsRows, AreChosenOrderedAndLinkedAsAsked) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py",
             "import os\nB = os.getenv('OVEN_B', '2')\nA = os.getenv('OVEN_A')\nprint(A, B)\n");
  const Outcome run =
      RunProgram(tree.path(),
                 "docs . --columns default,name,places --sort place --title 'Of the *oven*' "
                 "--link-template 'https://x.test/{file}#L{line}'");
  EXPECT_EQ(run.out,
            "<!-- Generated by flagcensus docs. -->\n\n# Of the \\*oven\\*\n\n| Default | Variable "
            "| Read in |\n| --- | --- | --- |\n"
            "| `2` | `OVEN_B` | [`oven/a.py:2`](<https://x.test/oven/a.py#L2>) |\n"
            "| unset | `OVEN_A` | [`oven/a.py:3`](<https://x.test/oven/a.py#L3>) |\n");
}

TEST(DocsRows, PutRequiredOnesFirstAndSectionsAsThePageHasThem) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  std::string code = "import os\n";
  for (const char* name : {"HEAT", "FAN", "DOOR", "RACK", "LAMP"}) {
    code += std::string("print(os.getenv('OVEN_") + name + "', 'x'))\n";
  }
  tree.Write("oven/a.py", code + "print(os.environ['OVEN_SITE'])\n");
  tree.Write("docs/env.md",
             "# Environment variables\n\n## Warmth\n\n| Variable | Description |\n| --- | --- |\n"
             "| `OVEN_HEAT` | How hot. |\n| `OVEN_FAN` | Whether it turns. |\n\n"
             "## Case\n\n| Variable | Description |\n| --- | --- |\n"
             "| `OVEN_DOOR` | Which door. |\n| `OVEN_SITE` | Where it is. |\n");
  // Few variables are one table; the page's sections are taken where the option asks for them.
  const Outcome plain = RunProgram(tree.path(), "docs . --columns name");
  EXPECT_NE(plain.out.find("| `OVEN_SITE` |\n| `OVEN_DOOR` |"), std::string::npos) << plain.out;
  EXPECT_EQ(plain.out.find("## "), std::string::npos) << plain.out;
  const Outcome paged = RunProgram(tree.path(), "docs . --columns name --sections page");
  EXPECT_NE(paged.out.find("## Warmth\n\n| Variable |\n| --- |\n| `OVEN_HEAT` |\n| `OVEN_FAN` |"),
            std::string::npos)
      << paged.out;
  EXPECT_LT(paged.out.find("Warmth"), paged.out.find("Case")) << "the page's order";
  EXPECT_LT(paged.out.find("| `OVEN_SITE` |"), paged.out.find("| `OVEN_DOOR` |"));
  const Outcome by_name = RunProgram(tree.path(), "docs . --columns name --sort name");
  EXPECT_LT(by_name.out.find("| `OVEN_DOOR` |"), by_name.out.find("| `OVEN_SITE` |"));
}

TEST(DocsRows, TidyWhatPagesSayAroundADescription) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  std::string code = "import os\n";
  for (const char* name : {"A", "B", "C", "D"}) {
    code += std::string("print(os.getenv('OVEN_") + name + "'))\n";
  }
  code += "# Deprecated legacy\nprint(os.getenv('OVEN_E'))\n";
  tree.Write("oven/a.py", code);
  tree.Write(
      "docs/env.md",
      "# Environment variables\n\n| Variable | Description |\n| --- | --- |\n"
      "| `OVEN_A` | *Introduced in 2.1.0* Where the bread is kept. |\n"
      "| `OVEN_B` | Which door opens (see [here](#door)). {{% note %}} Only one. {{% /note %}} |\n"
      "| `OVEN_C` | Introduced in 2.1.0 to keep the old oven warm. |\n"
      "| `OVEN_D` | `OVEN_D`: which rack is used. |\n");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(rows["OVEN_A"]["description"], "Where the bread is kept.");
  EXPECT_EQ(rows["OVEN_B"]["description"], "Which door opens. Only one.");
  EXPECT_EQ(rows["OVEN_C"]["description"], "Introduced in 2.1.0 to keep the old oven warm.");
  EXPECT_EQ(rows["OVEN_D"]["description"], "which rack is used.");
  EXPECT_TRUE(rows["OVEN_E"]["description"].is_null()) << rows["OVEN_E"];
  EXPECT_EQ(rows["OVEN_E"]["deprecated"], true);
}

TEST(DocsRows, TakeTypesFromWordsIfTheCodeHasText) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", R"(import os
print(os.getenv("OVEN_PARTS"), os.getenv("OVEN_PORT", "80"), os.getenv("OVEN_LAMP", "0"),
      os.getenv("OVEN_LEVEL", "0"), os.getenv("OVEN_KIND"), os.getenv("OVEN_NAME", "x"),
      os.getenv("OVEN_WAIT", "5"))
)");
  tree.Write(
      "docs/env.md",
      "# Environment variables\n\n| Variable | Default | Description |\n| --- | --- | --- |\n"
      "| `OVEN_PARTS` | | A comma-separated list of parts. |\n"
      "| `OVEN_KIND` | | What heats. One of `gas`, `wood`. |\n"
      "| `OVEN_NAME` | `x` | The oven's name. |\n"
      "| `OVEN_WAIT` | `5s` | How long to wait. |\n");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(rows["OVEN_PARTS"]["type"], "list");
  EXPECT_EQ(rows["OVEN_PORT"]["type"], "int");
  EXPECT_EQ(rows["OVEN_KIND"]["type"], "enum");
  EXPECT_EQ(rows["OVEN_NAME"]["type"], "str");
  EXPECT_EQ(rows["OVEN_WAIT"]["default"], "5s") << "a number has no unit";
}

TEST(DocsRows, FoldMembersOfADocumentedFamily) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  std::string code = "import os\n";
  for (char c = 'A'; c <= 'P'; ++c) {
    code += std::string("print(os.getenv('OVEN_ZONE_") + c + "'))\n";
  }
  tree.Write("oven/a.py", code + "print(os.getenv('OVEN_LAMP_A'))\n");
  tree.Write("docs/env.md",
             "# Environment variables\n\n| Variable | Description |\n| --- | --- |\n"
             "| `OVEN_ZONE_*` | How warm a zone is. |\n| `OVEN_ZONE_C` | The third zone. |\n"
             "| `OVEN_LAMP_*` | Which lamp is lit. |\n");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_TRUE(rows.contains("OVEN_ZONE_*"));
  EXPECT_EQ(rows["OVEN_ZONE_*"]["read_in"][0]["file"], "oven/a.py");
  EXPECT_TRUE(rows.contains("OVEN_ZONE_C")) << "it has an entry of its own";
  EXPECT_FALSE(rows.contains("OVEN_ZONE_D"));
  EXPECT_EQ(rows["OVEN_LAMP_A"]["description"], "Which lamp is lit.")
      << "few are rows of their own";
}

TEST(DocsRows, TakeTheCommentAboveAMacroOfTheName) {
  ScratchFolder tree;
  tree.Write("oven/defaults.h",
             "/** How hot the oven gets at night. */\n#ifndef OVEN_HEAT\n#  define OVEN_HEAT 9\n"
             "#endif\n\n// Something else.\n#define OVEN_FANS 3\n");
  tree.Write(
      "oven/a.c",
      "#include <stdlib.h>\nchar *heat(int n) {\n  if (n > 1) return getenv(\"OVEN_HEAT\");\n"
      "  return getenv(\"OVEN_FAN\");\n}\n");
  std::map<std::string, json> rows = RowsOf(tree, "--no-clang");
  EXPECT_EQ(rows["OVEN_HEAT"]["description"], "How hot the oven gets at night.");
  EXPECT_TRUE(rows["OVEN_FAN"]["description"].is_null()) << rows["OVEN_FAN"];
}

TEST(DocsRows, TakeWhatDescribesTheThingThatGetsTheValue) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/options.py", R"(import argparse
def parser():
    p = argparse.ArgumentParser()
    p.add_argument("--tray-depth", type=int, help="how deep a tray goes in")
    p.add_argument("--fan", help="which fan turns")
    p.add_argument("--name", help="one thing here")
    p.add_argument("--other", dest="name", help="another thing there")
    return p
)");
  tree.Write("oven/client.py", R"(import os
class Client:
    """Talks to an oven.

    Args:
        address (str): where the oven listens,
            with its port.
        unknown: x
    """
    #: not the one
    zone: str = ""
    retries: int = 3  # how often a call is made again
    def __init__(self, address=None, zone=None):
        """Makes one.

        :param zone: the part of the kitchen that it stands in
        """
        self.address = address or os.environ.get("OVEN_ADDRESS")
        self.zone = zone or os.getenv("OVEN_ZONE")
        self.retries = int(os.getenv("OVEN_RETRIES", "3"))
        self.unknown = os.getenv("OVEN_UNKNOWN")
)");
  tree.Write("oven/state.py", R"(import os
class State:
    def start(self, coordinator=None):
        coordinator = coordinator or os.getenv("OVEN_COORDINATOR")
        return coordinator
)");
  tree.Write("oven/public.py", R"(from oven.state import State
def start(coordinator: str | None = None):
    """Starts all ovens.

    Args:
      coordinator: the oven that the others ask
    """
    State().start(coordinator)
)");
  tree.Write("oven/main.py", R"(import os
from oven.options import parser
def bake(heat, loud=False):
    """Bakes.

    Parameters
    ----------
    heat : int
        How hot it gets inside.
    loud
        Whether it rings a bell.
    """
    return heat, loud
def main():
    args = parser().parse_args()
    depth = args.tray_depth or os.getenv("OVEN_TRAY_DEPTH")
    if not args.fan:
        args.fan = os.environ.get("OVEN_FAN")
    name = args.name or os.getenv("OVEN_NAME")
    return depth, args.fan, name, bake(heat=os.getenv("OVEN_HEAT"), loud=os.getenv("OVEN_BELL"))
)");
  tree.Write("oven/kiln.h", R"(struct kiln {
  int door;        /* how far the door opens,
                      in degrees */
  // bricks that are laid
  // in one row
  int bricks, rows;
  int plain;
  int lamp; /* a lamp of the kiln */
};
struct barn {
  int lamp; /* a lamp of the barn */
};
)");
  tree.Write("oven/kiln.c", R"(#include <stdlib.h>
#include "kiln.h"
void load(struct kiln *k) {
  const char *value = getenv("OVEN_DOOR");
  if (value != NULL) k->door = atoi(value);
  k->bricks = atoi(getenv("OVEN_BRICKS"));
  k->plain = atoi(getenv("OVEN_PLAIN"));
  k->lamp = atoi(getenv("OVEN_LAMP"));
}
)");
  std::map<std::string, json> rows = RowsOf(tree);
  const auto text = [&](const std::string& name) {
    const json& stated = rows[name]["description"];
    return stated.is_null() ? std::string() : stated.get<std::string>();
  };
  EXPECT_EQ(text("OVEN_ADDRESS"), "where the oven listens, with its port.");
  EXPECT_EQ(text("OVEN_ZONE"), "the part of the kitchen that it stands in");
  EXPECT_EQ(text("OVEN_COORDINATOR"), "the oven that the others ask");
  EXPECT_EQ(text("OVEN_RETRIES"), "how often a call is made again");
  EXPECT_EQ(text("OVEN_UNKNOWN"), "");
  EXPECT_EQ(text("OVEN_TRAY_DEPTH"), "how deep a tray goes in");
  EXPECT_EQ(text("OVEN_FAN"), "which fan turns");
  EXPECT_EQ(text("OVEN_NAME"), "");  // two options of that name
  EXPECT_EQ(text("OVEN_HEAT"), "How hot it gets inside.");
  EXPECT_EQ(text("OVEN_BELL"), "Whether it rings a bell.");
  EXPECT_EQ(text("OVEN_DOOR"), "how far the door opens, in degrees");
  EXPECT_EQ(text("OVEN_BRICKS"), "bricks that are laid in one row");
  EXPECT_EQ(text("OVEN_PLAIN"), "");
  EXPECT_EQ(text("OVEN_LAMP"), "");  // two members of that name
}

TEST(DocsRows, TakeTheCommentThatIsLabelledWithTheVariable) {
  ScratchFolder tree;
  tree.Write("oven/env.hpp", R"(#include <map>
class Env {
 public:
  /// Env name: `OVEN_HEAT`. How hot the oven gets,
  /// in degrees. Default is 9.
  const int heat;
  const std::string rack;  ///< Environment variable OVEN_RACK: which rack is used.
  /// OVEN_DOOR - how far the door opens
  int door() const;
  /// Env name: `OVEN_LABEL`. What is written on it. If unset, it will use the hostname.
  const std::string label;
  /// The colour of the lamp inside.
  const std::string lamp_colour;
  /// Env name: `OVEN_OTHER`. How many bells ring.
  const int bells;
  /// The glass of the door.
  std::map<std::string, int> glass, fan;
};
)");
  tree.Write("oven/env.cc", R"(#include <cstdlib>
#include "env.hpp"
const char *ask(const char *name, const char *initial) {
  const char *text = getenv(name);
  return text ? text : initial;
}
Env::Env()
    : heat(atoi(ask("OVEN_HEAT", "9"))),
      rack(ask("OVEN_RACK", "")),
      lamp_colour(ask("OVEN_LAMP_COLOUR", "red")),
      label(ask("OVEN_LABEL", "")),
      bells(atoi(ask("OVEN_BELLS", "1"))),
      glass(ask("OVEN_WINDOW", "none")) {}
int Env::door() const {
  // OVEN_FAN: the fan is read before the door
  load(ask("OVEN_DOOR", ""));
  return atoi(ask("OVEN_FAN", "3"));
}
)");
  std::map<std::string, json> rows = RowsOf(tree, "--no-clang");
  EXPECT_EQ(rows["OVEN_HEAT"]["description"], "How hot the oven gets, in degrees.");
  EXPECT_EQ(rows["OVEN_RACK"]["description"], "which rack is used.");
  EXPECT_EQ(DefaultsOf(rows["OVEN_LABEL"]), "literal:") << "the text names a thing, no value";
  EXPECT_EQ(rows["OVEN_DOOR"]["description"], "how far the door opens");
  EXPECT_EQ(rows["OVEN_LAMP_COLOUR"]["description"], "The colour of the lamp inside.");
  EXPECT_TRUE(rows["OVEN_BELLS"]["description"].is_null()) << "it is labelled with another one";
  EXPECT_TRUE(rows["OVEN_WINDOW"]["description"].is_null()) << "not about what the name says";
  EXPECT_TRUE(rows["OVEN_FAN"]["description"].is_null()) << rows["OVEN_FAN"];
}

TEST(DocsRows, TakeTheHelpOfAnOptionThatIsAVariableToo) {
  ScratchFolder tree;
  const std::string options = R"(Options of the oven:
  --oven-help                : print this
  --oven-heat=INT            : how hot it gets,
                               in degrees
  --oven-rack-by=(hand|motor)
                             : how a rack is moved:
                               - hand:  one pulls it
                               - motor: it
                                        moves
  --lamp                     : whether there is a lamp
)";
  const std::string reads = R"(#include <cstdlib>
int main() {
  const char *heat = getenv("OVEN_HEAT");
  const char *rack = getenv("OVEN_RACK_BY");
  const char *lamp = getenv("LAMP");
  return atoi(heat) + atoi(rack) + atoi(lamp);
}
)";
  tree.Write("oven/help.cc", "const char *const kHelp = R\"(" + options + R"(
Instead of a flag you can set the corresponding environment variable (all letters in
upper-case and underscores instead of hyphens).
)\";
)");
  tree.Write("oven/main.cc", reads);
  std::map<std::string, json> rows = RowsOf(tree, "--no-clang");
  EXPECT_EQ(rows["OVEN_HEAT"]["description"], "how hot it gets, in degrees");
  EXPECT_EQ(rows["OVEN_RACK_BY"]["description"],
            "how a rack is moved: hand: one pulls it; motor: it moves");
  EXPECT_TRUE(rows["LAMP"]["description"].is_null()) << rows["LAMP"];
  ScratchFolder other;  // the program says nothing of variables
  other.Write("oven/help.cc", "const char *const kHelp = R\"(" + options + ")\";\n");
  other.Write("oven/main.cc", reads);
  rows = RowsOf(other, "--no-clang");
  EXPECT_TRUE(rows["OVEN_HEAT"]["description"].is_null()) << rows["OVEN_HEAT"];
}

TEST(DocsRows, TakeTheHelpOfTheOptionOfTheSameName) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/main.py", R"py(import argparse, os
NAMES = ["HEAT", "LIGHT", "DOOR"]
DEFAULTS = {name: os.environ.get("OVEN_" + name, "1") for name in NAMES}
SPARE = os.getenv("OVEN_SPARE")  # the spare part that is put in
p = argparse.ArgumentParser()
p.add_argument("--heat", default=DEFAULTS["HEAT"], help="how hot it gets (default: %(default)s)")
p.add_argument("--light", default=DEFAULTS["LIGHT"], help="%(prog)s has a light")
p.add_argument("--spare", help="not about the variable")
)py");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(rows["OVEN_HEAT"]["description"], "how hot it gets");
  EXPECT_TRUE(rows["OVEN_LIGHT"]["description"].is_null()) << "it needs what argparse fills in";
  EXPECT_TRUE(rows["OVEN_DOOR"]["description"].is_null());
  EXPECT_EQ(rows["OVEN_SPARE"]["description"], "the spare part that is put in");
}

TEST(DocsRows, PartTheItemsOfAHelpText) {
  ScratchFolder tree;
  tree.Write("oven/a.c", R"c(#include <stdlib.h>
struct field {
  const char *name;
  const char *initial;
  const char *doc;
};
static struct field fields[] = {
    {"OVEN_MODE", "hot", "How it bakes:\n - hot  : all at once\n - slow : for hours"}};
const char *ask(struct field *one) { return getenv(one->name); }
int main(void) {
  for (int i = 0; i < 1; ++i) ask(&fields[i]);
}
)c");
  tree.Write("README.md", "Its way, OVEN_MODE= default | slow\n");
  std::map<std::string, json> rows = RowsOf(tree, "--no-clang");
  EXPECT_EQ(rows["OVEN_MODE"]["description"], "How it bakes: hot : all at once; slow : for hours");
  EXPECT_EQ(DefaultsOf(rows["OVEN_MODE"]), "literal:hot");
}

TEST(DocsRows, TakeHelpWithoutTheDefaultThatIsPrintedIntoIt) {
  ScratchFolder tree;
  tree.Write("oven/a.c", R"c(#include <stdlib.h>
int ask(const char *name, const char *help, int or) {
  const char *text = getenv(name);
  return text ? atoi(text) : or;
}
int main(void) {
  return ask("OVEN_HEAT", "How hot the oven gets. (default: %d)", 9) +
         ask("OVEN_FAN", "How fast %d fans turn.", 3) +
         ask("OVEN_RACK", "Which racks are used:\n- upper\n- lower\n", 1);
}
)c");
  std::map<std::string, json> rows = RowsOf(tree, "--no-clang");
  EXPECT_EQ(rows["OVEN_HEAT"]["description"], "How hot the oven gets.");
  EXPECT_TRUE(rows["OVEN_FAN"]["description"].is_null()) << rows["OVEN_FAN"];
  EXPECT_EQ(rows["OVEN_RACK"]["description"], "Which racks are used: upper; lower");
}

TEST(DocsRows, ThatAWrapperOnlyAsksForItMakesNoSwitch) {
  ScratchFolder tree;
  tree.Write("oven/a.cc", R"c(#include <cstdio>
#include <cstdlib>
void tell(const char *name) {
  if (!getenv(name)) return;
  printf("%s is set", name);
}
const char *ask(const char *name, const char *initial) {
  const char *text = getenv(name);
  return text ? text : initial;
}
int main() {
  tell("OVEN_HOST");
  tell("OVEN_LAMP");
  puts(ask("OVEN_HOST", ""));
}
)c");
  std::map<std::string, json> rows = RowsOf(tree, "--no-clang");
  EXPECT_EQ(rows["OVEN_HOST"]["type"], "str");
  EXPECT_EQ(rows["OVEN_LAMP"]["type"], "bool") << "nothing else is done with it";
}

TEST(DocsRows, TakeOnlyTextsThatAreAboutTheVariable) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/app.py", R"py(import os
def start(args):
    # the hosts file is host:port:name
    args.host = os.environ.get("OVEN_CLONE_HOST")
    # Whether cakes are baked.
    args.cakes = os.environ.get("OVEN_CAKES")
    return os.environ.get("OVEN_LAMP"), os.environ.get("OVEN_BELL"), os.environ.get("OVEN_DOOR")
# Address of the host
HOST = os.environ.get("OVEN_HOST")
)py");
  tree.Write("README.md",
             "# Oven\n\nWhen it rains, one had better close it, for which OVEN_DOOR is set.\n\n"
             "Set OVEN_LAMP to light it.\n\n"
             "For example, set OVEN_BELL to ring.\n");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_TRUE(rows["OVEN_CLONE_HOST"]["description"].is_null()) << rows["OVEN_CLONE_HOST"];
  EXPECT_EQ(rows["OVEN_CAKES"]["description"], "Whether cakes are baked.");
  EXPECT_EQ(rows["OVEN_HOST"]["description"], "Address of the host");
  EXPECT_EQ(rows["OVEN_LAMP"]["description"], "Set OVEN_LAMP to light it.");
  EXPECT_TRUE(rows["OVEN_BELL"]["description"].is_null()) << rows["OVEN_BELL"];
  EXPECT_TRUE(rows["OVEN_DOOR"]["description"].is_null()) << rows["OVEN_DOOR"];
}

TEST(DocsRows, TakeWhatListsTheVariableByItsName) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/app.py", R"py("""The oven.

Environment variables:
    OVEN_HEAT: how hot it gets
        when it is lit
    OVEN_X: no
"""
import os
from traitlets import Unicode
OVEN_BELL: str = os.getenv("OVEN_BELL", "a b c d")
class Oven:
    place = Unicode(help="Where the oven stands. (OVEN_PLACE env var)")
    def heat(self):
        for value in (os.getenv("OVEN_HEAT"), os.getenv("OVEN_PLACE"), os.getenv("OVEN_X")):
            print(value, OVEN_BELL)
)py");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(rows["OVEN_HEAT"]["description"], "how hot it gets when it is lit");
  EXPECT_EQ(rows["OVEN_PLACE"]["description"], "Where the oven stands.");
  EXPECT_TRUE(rows["OVEN_X"]["description"].is_null());
  EXPECT_TRUE(rows["OVEN_BELL"]["description"].is_null()) << "an assignment lists nothing";
}

TEST(DocsRows, ListWhatASampleHasForALibrary) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("requirements.txt", "racklib\n");
  tree.Write("oven/app.py", "import os\nimport racklib\nprint(os.environ.get('OVEN_HEAT'))\n");
  tree.Write(".env.example",
             "OVEN_HEAT=3\n\n# The kind of the racks.\nRACKLIB_MODE=fast\n\nOVEN_OLD=1\n");
  const Outcome run = RunProgram(tree.path(), "docs . --layout table");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("| `RACKLIB_MODE` | str |  | The kind of the racks. | Read by racklib. |"),
            std::string::npos)
      << run.out;
  // Of the project's own names nothing reads this one.
  EXPECT_NE(run.out.find("not found in the code: OVEN_OLD -->"), std::string::npos) << run.out;
}

TEST(DocsRows, TakeWhatAnAnnotationSays) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/app.py", R"py(import os
from typing import Annotated
def setting(name, **kwargs):
    return os.environ.get(name, **kwargs)
class Oven:
    HEAT: Annotated[int, "How hot the oven gets, "
                         "in degrees."] = int(os.getenv("OVEN_HEAT", "200"))
    DOOR: Annotated[
        bool,
        """
        Whether the door
        stays shut.
        """,
    ] = os.getenv("OVEN_DOOR", "1") == "1"
    RACK: Annotated[int, Doc("Which rack is used.")] = int(os.getenv("OVEN_RACK", "2"))
    LAMP: Annotated[int, Field(description="Which lamp is lit.")] = int(os.getenv("OVEN_LAMP", "1"))
    TRAY: Annotated[int, "tray"] = int(os.getenv("OVEN_TRAY", "1"))
    PLUG: Literal["one of two", "two of two"] = os.getenv("OVEN_PLUG", "one of two")
)py");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(rows["OVEN_HEAT"]["description"], "How hot the oven gets, in degrees.");
  EXPECT_EQ(rows["OVEN_DOOR"]["description"], "Whether the door stays shut.");
  EXPECT_EQ(rows["OVEN_RACK"]["description"], "Which rack is used.");
  EXPECT_EQ(rows["OVEN_LAMP"]["description"], "Which lamp is lit.");
  EXPECT_TRUE(rows["OVEN_TRAY"]["description"].is_null()) << "a word is a name";
  EXPECT_TRUE(rows["OVEN_PLUG"]["description"].is_null()) << "values are no text";
}

TEST(DocsRows, TakeWhatADocstringSaysOfComposedNames) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/app.py", R"py(import os
class Settings:
    """What the oven is set to.

    * `heat (str)`: how hot it gets at most. Default "200".
    * `door (str)`: which way the door
      opens.
    """
    NAMES = ["heat", "door"]
def load():
    for name in Settings.NAMES:
        setattr(Settings, name, os.environ.get(f"OVEN_{name.upper()}"))
load()
)py");
  tree.Write("oven/other.py", R"py("""Another part.

    * `rack (str)`: which rack the baker likes best
"""
import os
RACK = os.environ.get("OVEN_RACK")
)py");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(rows["OVEN_HEAT"]["description"], "how hot it gets at most.");
  EXPECT_EQ(DefaultsOf(rows["OVEN_HEAT"]), "literal:200");
  EXPECT_EQ(rows["OVEN_DOOR"]["description"], "which way the door opens.");
  EXPECT_EQ(DefaultsOf(rows["OVEN_DOOR"]), "none");
  EXPECT_TRUE(rows["OVEN_RACK"]["description"].is_null()) << "the name is written out";
  const Outcome first = RunProgram(tree.path(), "docs . --output env.md");
  const std::string page = ReadText(tree / "env.md");
  const Outcome second = RunProgram(tree.path(), "docs . --output env.md");
  EXPECT_EQ(ReadText(tree / "env.md"), page) << "a page that has the text keeps the default";
}

TEST(DocsRows, TakeThePageWhereOnlyStartersNameTheVariable) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/app.py", "import os\nX = os.getenv(\"OVEN_X\")\nY = os.getenv(\"OVEN_Y\")\n");
  tree.Write(
      "Makefile",
      "OVEN_HEAT ?= 180\nOVEN_DOOR ?= left\nrun:\n\tOVEN_HEAT=$(OVEN_HEAT) OVEN_DOOR=$(OVEN_DOOR) "
      "bake\n");
  tree.Write("start.sh", "#!/bin/sh\nbake --rack ${OVEN_RACK:-2}\n");
  tree.Write("docs/env.md",
             "# Environment variables\n\n#### OVEN_HEAT\n\nDefault: `200`\n\nHow hot it gets.\n\n"
             "#### OVEN_DOOR\n\nDefault: `None`\n\nWhich way it opens.\n\n"
             "#### OVEN_RACK\n\nDefault: `3`\n\nWhich rack is used.\n");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(DefaultsOf(rows["OVEN_HEAT"]), "literal:200");
  EXPECT_EQ(rows["OVEN_HEAT"]["description"], "How hot it gets.");
  EXPECT_EQ(DefaultsOf(rows["OVEN_DOOR"]), "none");
  EXPECT_EQ(rows["OVEN_DOOR"]["description"], "Which way it opens.");
  EXPECT_EQ(DefaultsOf(rows["OVEN_RACK"]), "literal:2") << "the script is a part of the product";
}

TEST(DocsRows, KnowTextsThatOnlySayThatThereIsNothing) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.c", R"c(#include <stdio.h>
#include <stdlib.h>
void stated(void) {
  const char *rack = getenv("OVEN_RACK");
  printf("rack=%s", rack ? rack : "(null)");
  const char *door = getenv("OVEN_DOOR");
  if (!door) door = "left";
  printf("door=%s", door);
}
)c");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(DefaultsOf(rows["OVEN_RACK"]), "none");
  EXPECT_EQ(DefaultsOf(rows["OVEN_DOOR"]), "literal:left");
}

TEST(DocsRows, TakeNoCommentThatSaysNothingOfTheVariable) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/app.py", R"py(import os
# Connection pool settings
SIZE = os.getenv("OVEN_POOL_SIZE", "1")
WAIT = os.getenv("OVEN_POOL_WAIT", "1")

# Set OVEN_PWD.
PWD = os.environ.get("OVEN_PWD")

# The pool settings that are shown
SHOWN = os.getenv("OVEN_POOL_SHOWN")

NUM = os.environ.get("OVEN_NUM", 66)
print(SIZE, WAIT, PWD, SHOWN, NUM)
)py");
  tree.Write(
      "docs/env.md",
      "# Environment variables\n\n| Variable | Default | Description |\n| --- | --- | --- |\n"
      "| `OVEN_NUM` | `66` | How many there are ([#85](https://oven.example/85)). |\n");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_TRUE(rows["OVEN_POOL_SIZE"]["description"].is_null()) << "it heads two";
  EXPECT_TRUE(rows["OVEN_PWD"]["description"].is_null());
  EXPECT_EQ(rows["OVEN_POOL_SHOWN"]["description"], "The pool settings that are shown");
  EXPECT_EQ(rows["OVEN_NUM"]["description"], "How many there are.") << "the code agrees";
}

TEST(DocsRows, ComposeDefaultsOfOtherVariables) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/paths.py", R"(import os
from pathlib import Path
HOME = Path(os.environ.get("OVEN_HOME", compute()))
CACHE = os.getenv("OVEN_CACHE", HOME / "cache")
LOGS = os.getenv("OVEN_LOGS", os.path.join(BASE_DIR, "logs"))
TRAY = os.getenv("OVEN_TRAY", f"{CACHE}/tray.db")
WARM = os.getenv("OVEN_WARM", HOME / name())
BARE = os.getenv("OVEN_BARE", BASE_DIR)
print(HOME, CACHE, LOGS, TRAY, WARM, BARE)
)");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(DefaultsOf(rows["OVEN_CACHE"]), "dynamic:$OVEN_HOME/cache");
  EXPECT_EQ(DefaultsOf(rows["OVEN_LOGS"]), "dynamic:<base dir>/logs");
  EXPECT_EQ(DefaultsOf(rows["OVEN_TRAY"]), "dynamic:$OVEN_CACHE/tray.db");
  EXPECT_EQ(DefaultsOf(rows["OVEN_WARM"]), "dynamic:HOME / name()") << "half a value is none";
  EXPECT_EQ(DefaultsOf(rows["OVEN_BARE"]), "dynamic:");
  const Outcome page = RunProgram(tree.path(), "docs .");
  EXPECT_NE(page.out.find("| `$OVEN_HOME/cache` |"), std::string::npos) << page.out;
  EXPECT_NE(page.out.find("| `OVEN_BARE` | str | computed |"), std::string::npos) << page.out;
}

TEST(DocsRows, TakeFragmentsOfPagesLast) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/a.py", R"(import os
ZONE = os.getenv("OVEN_ZONE")  # the zone that is heated
SHELF = os.getenv("OVEN_SHELF")
print(ZONE, SHELF)
)");
  tree.Write("docs/env.md",
             "# Environment variables\n\n- `OVEN_ZONE` (e.g. left or right)\n"
             "- `OVEN_SHELF` (e.g. upper or lower)\n");
  tree.Write(".env.example", "# What is put in\nOVEN_SHELF=upper\n");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(rows["OVEN_ZONE"]["description"], "the zone that is heated");
  EXPECT_EQ(DefaultsOf(rows["OVEN_SHELF"]), "none") << "a sample of settings is no default";
}

TEST(DocsRows, LeaveOutNamesThatTestsHandToTheSources) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", kPyproject);
  tree.Write("oven/__init__.py", "");
  tree.Write("oven/a.py",
             "import os\ndef read(name):\n    return os.environ.get('OVEN_' + name, '')\n"
             "print(read('HEAT'))\n");
  tree.Write("tests/test_a.py",
             "from oven.a import read\ndef test():\n    assert read('ODD') == ''\n");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_TRUE(rows.contains("OVEN_HEAT"));
  EXPECT_FALSE(rows.contains("OVEN_ODD"));
}

TEST(DocsRows, TakeNoPartOfASentenceForADefault) {
  ScratchFolder tree;
  tree.Write("CMakeLists.txt", "project(oven)\n");
  tree.Write("oven.c", R"(#include <stdlib.h>
int main(void) {
  int level = compute(), depth = compute();
  if (getenv("OVEN_LEVEL")) level = atoi(getenv("OVEN_LEVEL"));
  if (getenv("OVEN_DEPTH")) depth = atoi(getenv("OVEN_DEPTH"));
  return level + depth;
}
)");
  tree.Write("docs/env.md",
             "# Environment variables\n\n"
             "| Variable | Default | Description |\n| --- | --- | --- |\n"
             "| `OVEN_LEVEL` | 7 | How hot it is. |\n\n"
             "### OVEN_DEPTH\n\nHow deep it is.\n\n* 0 : Default: use (and keep) the tray\n"
             "* 1 : No tray\n");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(DefaultsOf(rows["OVEN_LEVEL"]), "literal:7");
  EXPECT_EQ(DefaultsOf(rows["OVEN_DEPTH"]).find("use"), std::string::npos);
}

TEST(DocsRows, GiveANegatedNameNoDefaultOfTheOther) {
  ScratchFolder tree;
  tree.Write("CMakeLists.txt", "project(oven)\n");
  tree.Write("oven.c", R"(#include <stdlib.h>
void oven(void) {
  cache(getenv("OVEN_CACHE"), getenv("OVEN_NOCACHE"));
  light(getenv("OVEN_LIGHT"), getenv("OVEN_LAMP"));
}
)");
  tree.Write("docs/env.md",
             "# Environment variables\n\n"
             "- `OVEN_CACHE`, `OVEN_NOCACHE`: If true, heat is kept. The default is true.\n"
             "- `OVEN_LIGHT`, `OVEN_LAMP`: If true, it is lit. The default is true.\n");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(DefaultsOf(rows["OVEN_CACHE"]), "literal:true");
  EXPECT_EQ(DefaultsOf(rows["OVEN_NOCACHE"]), "none");
  EXPECT_TRUE(rows["OVEN_NOCACHE"]["description"].is_null()) << rows["OVEN_NOCACHE"];
  EXPECT_EQ(DefaultsOf(rows["OVEN_LAMP"]), "literal:true");
}

TEST(DocsRows, TakeTheTypeThatTheParserOfATableNames) {
  ScratchFolder tree;
  tree.Write("CMakeLists.txt", "project(oven)\n");
  tree.Write("oven.c", R"(#include <stdlib.h>
struct dial { const char *name; const char *dfl_value; const char *doc; scan_t parser; };
static struct dial dials[] = {
    {"OVEN_LIMIT", "inf", "How many there are.", SCAN_ULUNITS},
    {"OVEN_BLOCK", "0", "Number of bytes that are taken at once.", SCAN_MEMUNITS},
    {"OVEN_CHUNK", "4G", "What is taken at most.", SCAN_MEMUNITS},
    {"OVEN_RATIO", "1", "How far it goes.", SCAN_DOUBLE},
    {"OVEN_TRIES", "try", "How it is tried.", SCAN_TERNARY},
    {NULL}};
static const char *look(struct dial *one) { return getenv(one->name); }
void turn(void) {
  for (int i = 0; i < 5; ++i) look(dials + i);
}
)");
  std::map<std::string, json> rows = RowsOf(tree);
  EXPECT_EQ(rows["OVEN_LIMIT"]["type"], "int") << "inf is a word beside the numbers";
  EXPECT_EQ(rows["OVEN_BLOCK"]["type"], "int") << "a size of 0 is no switch";
  EXPECT_EQ(rows["OVEN_CHUNK"]["type"], "str") << "a number with a unit";
  EXPECT_EQ(rows["OVEN_RATIO"]["type"], "float");
  EXPECT_EQ(rows["OVEN_TRIES"]["type"], "enum");
}

}  // namespace
}  // namespace flagcensus
