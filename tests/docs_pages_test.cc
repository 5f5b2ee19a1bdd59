// The page in each form: read back by our own readers and by the forms' own tools.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analyzer/reference/markup.h"
#include "analyzer/surfaces/surfaces.h"
#include "tests/run_program.h"
#include "tests/schema_check.h"
#include "tests/scratch_folder.h"
#include "tests/skip.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

using nlohmann::json;

// Names, defaults and descriptions with every mark that some form takes for its own.
void WriteKilnTree(const ScratchFolder& tree) {
  tree.Write("pyproject.toml", "[project]\nname = \"oven\"\n");
  tree.Write("oven/a.py", R"PY(import os
# Pipes | and *stars* and _under_ and `ticks` of OVEN_A and \back and <b> & --> [x] {y} ~z~ # ^
A = os.getenv("OVEN_A", "a|b")
# .TH at the start of OVEN_B. 'quotes' "double" :: and __both__ and name_
B = os.getenv("OVEN_B", "`tick`")
# The text of OVEN_C ends with a colon::
C = os.getenv("OVEN_C", "C:\\dir\\*")
# 1. looks like a list of OVEN_D, and 2) does too
D = os.getenv("OVEN_D", "two words")
# - a dash in front of OVEN_E
E = os.getenv("OVEN_E", "")
# NAME=value in front of OVEN_F
F = os.getenv("OVEN_F", "it's \"so\" $HOME")
# http://example.org/a_b_c?d=*e* is linked to OVEN_G
G = os.getenv("OVEN_G", "--")
# ünï “curly” – dash of OVEN_H
H = os.getenv("OVEN_H", "none")
# Set OVEN_A first, see OVEN_B.
I = os.environ["OVEN_I"]
J = os.getenv("OVEN_J", "x" * 150)
# + plus + OVEN_K and a`b and **bold**
K = int(os.getenv("OVEN_K", "3"))
L = os.getenv("OVEN_L", "first\nsecond")
M = os.getenv("OVEN_M", "+x[`+")
print(A, B, C, D, E, F, G, H, I, J, K, L, M)
)PY");
  tree.Write("oven/b.py", R"PY(import os
K = int(os.getenv("OVEN_K", "4"))
print(K, os.getenv("OVEN_N", os.getenv("OVEN_O", "5")), "OVEN_P" in os.environ)
os.environ["OVEN_Q"] = "1"
)PY");
  tree.Write(
      "docs/old.md",
      "# Environment variables\n\n| Variable | Default | Description |\n| --- | --- | --- |\n"
      "| `OVEN_Q` | | Set for children, always. |\n"
      "| `OVEN_OLD` | `3` | What was once there. |\n"
      "| `OVEN_P` | | Not used. Set to 0 to disable. |\n");
}

struct Form {
  const char* name;
  const char* file;
  const char* layout = "table";
};
constexpr Form kForms[] = {{"markdown", "env.md"},
                           {"rst", "env.rst"},
                           {"asciidoc", "env.adoc"},
                           {"html", "env.html"},
                           {"man", "env.7"},
                           {"json", "env.json"},
                           {"dotenv", ".env.example"},
                           {"schema", "env.schema.json"},
                           {"markdown", "env.md", "document"},
                           {"rst", "env.rst", "document"},
                           {"asciidoc", "env.adoc", "document"},
                           {"html", "env.html", "document"},
                           {"markdown", "env.md", "list"},
                           {"rst", "env.rst", "list"},
                           {"html", "env.html", "list"}};

class DocsPages : public ::testing::TestWithParam<Form> {};

TEST_P(DocsPages, AreReadBackWithoutAFinding) {
  ScratchFolder tree;
  WriteKilnTree(tree);
  const std::string file = std::string("docs/") + GetParam().file;
  const std::string write =
      "docs . --output " + file + " --format " + GetParam().name + " --layout " + GetParam().layout;
  ASSERT_EQ(RunProgram(tree.path(), write).status, 0);
  const std::string first = ReadText(tree / file);
  ASSERT_EQ(RunProgram(tree.path(), write).status, 0);
  EXPECT_EQ(ReadText(tree / file), first) << "the second run changes nothing";
  const Outcome check = RunProgram(tree.path(), "check . --format json --catalog " + file);
  const json report = json::parse(check.out);
  for (const json& finding : report["findings"]) {
    const std::string rule = finding["rule"];
    const bool of_code = rule == "conflicting-defaults" || rule == "declared-not-consumed";
    // A schema tells of the variables that there are.
    EXPECT_TRUE(of_code) << finding["message"] << "\n" << first;
  }
  EXPECT_NE(first.find("Set for children, always."), std::string::npos) << first;
  if (GetParam().name != std::string("schema")) {
    EXPECT_NE(first.find("OVEN_OLD"), std::string::npos) << first;
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, DocsPages, ::testing::ValuesIn(kForms), [](const auto& form) {
  return std::string(form.param.name) + "_" + form.param.layout;
});

// The tree's page in `form`, written to `file`.
std::string Written(const ScratchFolder& tree, const Form& form) {
  WriteKilnTree(tree);
  const std::string file = tree / (std::string("docs/") + form.file);
  const Outcome run = RunProgram(tree.path(), "docs . --format " + std::string(form.name) +
                                                  " --layout " + form.layout + " --output " + file);
  EXPECT_EQ(run.status, 0) << run.err;
  return file;
}

bool HasTool(const std::string& tool) {
  return std::system(("command -v " + tool + " >/dev/null 2>&1").c_str()) == 0;
}

// What a tool prints of a file, on both streams.
std::string Said(const ScratchFolder& tree, const std::string& command) {
  const std::string out = tree / "said";
  const int status = std::system((command + " >'" + out + "' 2>&1 </dev/null").c_str());
  return (status == 0 ? "" : "status " + std::to_string(status) + "\n") + ReadText(out);
}

TEST(DocsTools, DocutilsTakesTheRst) {
  if (!HasTool("rst2html")) {
    FLAGCENSUS_SKIP("rst2html (python3-docutils)");
  }
  for (const Form& form : {kForms[1], kForms[9]}) {
    ScratchFolder tree;
    const std::string file = Written(tree, form);
    EXPECT_EQ(Said(tree, "rst2html --report=1 --halt=5 '" + file + "' '" + (tree / "x.html") + "'"),
              "")
        << ReadText(file);
  }
}

TEST(DocsTools, AsciidoctorTakesTheAsciidoc) {
  if (!HasTool("asciidoctor")) {
    FLAGCENSUS_SKIP("asciidoctor");
  }
  for (const Form& form : {kForms[2], kForms[10]}) {
    ScratchFolder tree;
    const std::string file = Written(tree, form);
    EXPECT_EQ(Said(tree, "asciidoctor -w --failure-level INFO -o '" + (tree / "x.html") + "' '" +
                             file + "'"),
              "");
    const std::string html = ReadText(tree / "x.html");
    for (const char* text : {"<code>a|b</code>", "<code>`tick`</code>", "<code>C:\\dir\\*</code>",
                             "Pipes | and *stars* and _under_", "__both__ and name_"}) {
      EXPECT_NE(html.find(text), std::string::npos) << text << "\n" << html;
    }
  }
}

TEST(DocsTools, ManTakesTheManPage) {
  ScratchFolder tree;
  const std::string file = Written(tree, kForms[4]);
  if (HasTool("mandoc")) {
    // Its date would make each day's page another.
    EXPECT_EQ(
        Said(tree, "mandoc -Tlint -W warning '" + file + "' | grep -v 'missing date' || true"), "")
        << ReadText(file);
  }
  if (!HasTool("groff")) {
    FLAGCENSUS_SKIP("groff");
  }
  EXPECT_EQ(Said(tree, "groff -man -Kutf8 -Tutf8 -ww -z '" + file + "'"), "") << ReadText(file);
}

TEST(DocsTools, DotenvIsReadByAShell) {
  ScratchFolder tree;
  const std::string file = Written(tree, kForms[6]);
  EXPECT_EQ(Said(tree, "sh -n '" + file + "'"), "");
  // With every variable taken in, each has its default.
  const std::string taken = Said(tree, "sed -n 's/^# \\(OVEN_[A-Z]*=\\)/\\1/p' '" + file + "' >'" +
                                           (tree / "all") + "'; set -a; . '" + (tree / "all") +
                                           "'; printf '%s\\n' \"$OVEN_A\" \"$OVEN_C\" \"$OVEN_D\" "
                                           "\"$OVEN_F\" \"$OVEN_M\"");
  EXPECT_EQ(taken, "a|b\nC:\\dir\\*\ntwo words\nit's \"so\" $HOME\n+x[`+\n") << ReadText(file);
}

TEST(DocsPages, ValuesAreReadBackAsTheyAre) {
  ScratchFolder tree;
  WriteKilnTree(tree);
  const Outcome run = RunProgram(tree.path(), "docs . --format values");
  EXPECT_EQ(run.status, 0) << run.err;
  std::string text = run.out;
  for (size_t at = 0; (at = text.find("\n  # OVEN_", at)) != std::string::npos; ++at) {
    text.erase(at + 3, 2);  // with every variable taken in, each has its default
  }
  std::vector<Diagnostic> diagnostics;
  std::map<std::string, std::string> values;
  for (const SurfaceSetting& one :
       ReadSurface("values.yaml", SurfaceKind::kHelm, text, diagnostics).settings) {
    values.emplace(one.name, one.value);
  }
  EXPECT_TRUE(diagnostics.empty()) << text;
  EXPECT_EQ(values["OVEN_A"], "a|b") << text;
  EXPECT_EQ(values["OVEN_C"], "C:\\dir\\*");
  EXPECT_EQ(values["OVEN_F"], "it's \"so\" $HOME");
  EXPECT_EQ(values["OVEN_I"], "CHANGE_ME");
}

TEST(DocsTools, MetadataIsWrittenBeforeAWholePage) {
  ScratchFolder tree;
  WriteKilnTree(tree);
  const std::string lines =
      "--front-matter 'title=Of the \"oven\"' --front-matter sidebar_position=3";
  const Outcome markdown = RunProgram(tree.path(), "docs . " + lines);
  EXPECT_EQ(markdown.out.substr(0, 91),
            "---\ntitle: \"Of the \\\"oven\\\"\"\nsidebar_position: 3\n---\n"
            "<!-- Generated by flagcensus docs. -->")
      << markdown.out;
  const Outcome rst = RunProgram(tree.path(), "docs . --format rst " + lines);
  EXPECT_TRUE(rst.out.starts_with(":title: Of the \"oven\"\n:sidebar_position: 3\n")) << rst.out;
  EXPECT_EQ(RunProgram(tree.path(), "docs . --front-matter 'no line'").status, 2);
  const Outcome man = RunProgram(tree.path(), "docs . --format man --layout document");
  EXPECT_EQ(man.status, 2) << man.out;
  EXPECT_NE(man.err.find("no such layout"), std::string::npos) << man.err;
}

TEST(DocsPages, OfFewVariablesAreAListOnStandardOutput) {
  ScratchFolder tree;
  std::string text = "import os\n";
  const auto add = [&](int number) {
    text += "X = os.environ.get('OVEN_" + std::string(1, static_cast<char>('A' + number)) +
            "', '1')  # how hot the oven is\n";
    tree.Write("a.py", text);
  };
  for (int i = 0; i < 4; ++i) add(i);
  const Outcome few = RunProgram(tree.path(), "docs .");
  EXPECT_NE(few.out.find("\n- `OVEN_A`: how hot the oven is\n  - Type: "), std::string::npos)
      << few.out;
  EXPECT_EQ(RunProgram(tree.path(), "docs . --layout table").out.find("- `OVEN_A`"),
            std::string::npos);
  EXPECT_EQ(RunProgram(tree.path(), "docs . --columns name").out.find("- `OVEN_A`"),
            std::string::npos);
  const Outcome rst = RunProgram(tree.path(), "docs . --format rst");
  EXPECT_NE(rst.out.find("\n.. envvar:: OVEN_A\n\n   how hot the oven is\n"), std::string::npos)
      << rst.out;
  add(4);
  EXPECT_NE(RunProgram(tree.path(), "docs .").out.find("| `OVEN_A` |"), std::string::npos);
}

TEST(DocsPages, MissingListsWhatNothingDescribes) {
  ScratchFolder tree;
  tree.Write("b.py", "import os\nX = os.environ.get('OVEN_B')\n");
  tree.Write("a.py",
             "import os\nX = os.environ.get('OVEN_A')  # how hot the oven is\n"
             "Y = os.environ.get('OVEN_C')\n");
  const Outcome run = RunProgram(tree.path(), "docs . --missing");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out, "a.py:3: OVEN_C has no description\nb.py:2: OVEN_B has no description\n");
  EXPECT_EQ(RunProgram(tree.path(), "docs . --missing --output x.md").status, 2);
}

TEST(DocsTools, JsonHoldsToItsSchema) {
  ScratchFolder tree;
  const json page = json::parse(ReadText(Written(tree, kForms[5])));
  const json schema = json::parse(ReadText(kRoot + "/docs/schema/docs.schema.json"));
  EXPECT_EQ(Violations(schema, page), "");
  for (const json& row : page["variables"]) {
    for (const auto& field : row.items()) {
      EXPECT_TRUE(schema["definitions"]["variable"]["properties"].contains(field.key()))
          << field.key() << " in no schema";
    }
  }
}

TEST(DocsTools, TheSchemaTakesRightEnvironmentsAlone) {
  ScratchFolder tree;
  const json schema = json::parse(ReadText(Written(tree, kForms[7])));
  EXPECT_EQ(Violations(schema, {{"OVEN_I", "x"}, {"OVEN_K", "12"}}), "");
  EXPECT_NE(Violations(schema, {{"OVEN_K", "12"}}), "") << "OVEN_I is required";
  EXPECT_NE(Violations(schema, {{"OVEN_I", "x"}, {"OVEN_K", "many"}}), "");
}

TEST(DocsTemplates, TellTheRowsOfATemplate) {
  ScratchFolder tree;
  tree.Write("pyproject.toml", "[project]\nname = \"oven\"\n");
  tree.Write(
      "oven/a.py",
      "import os\nA = os.getenv('OVEN_A', 'say \"x\"')\nB = os.environ['OVEN_B']\nprint(A, B)\n");
  tree.Write("t.mustache",
             "{{#sections}}{{#rows}}{{name}}: \"{{default}}\"{{#required}} "
             "!{{/required}}\n{{/rows}}{{/sections}}");
  const Outcome run = RunProgram(tree.path(), "docs . --template t.mustache --format json");
  EXPECT_EQ(run.out, "OVEN_B: \"\" !\nOVEN_A: \"say \\\"x\\\"\"\n") << run.err;
  tree.Write("bad.mustache", "{{#rows}}");
  const Outcome bad = RunProgram(tree.path(), "docs . --template bad.mustache");
  EXPECT_EQ(bad.status, 2);
  EXPECT_NE(bad.err.find("bad.mustache: "), std::string::npos) << bad.err;
  EXPECT_EQ(RunProgram(tree.path(), "docs . --template none.mustache").status, 2);
  const Outcome shipped =
      RunProgram(tree.path(), std::string("docs . --format json --template '") + kRoot +
                                  "/docs/templates/compose.yaml.mustache'");
  EXPECT_EQ(shipped.status, 0) << shipped.err;
  EXPECT_NE(shipped.out.find("OVEN_A"), std::string::npos) << shipped.out;
}

TEST(DocsMarkup, KeepsOneLineAndEscapes) {
  EXPECT_EQ(MarkdownMarkup().code("a|`b`"), "`` a\\|`b` ``");
  EXPECT_EQ(MarkdownMarkup().code(""), "`\"\"`");
  EXPECT_EQ(MarkdownMarkup().text("# a_b _c_ <d>"), "\\# a_b \\_c\\_ \\<d\\>");
  EXPECT_EQ(RstMarkup().text("*a* name_ x::"), "\\*a\\* name\\_ x:\\:");
  EXPECT_EQ(RstMarkup().code("a``b"), ":literal:`a\\`\\`b`");
  EXPECT_EQ(HtmlMarkup().text("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
  EXPECT_EQ(ManMarkup().text(".TH \\x"), "\\&.TH \\ex");
  EXPECT_EQ(JsonMarkup().text("a\"b\n"), "a\\\"b\\n");
  for (const Markup& markup : {MarkdownMarkup(), RstMarkup(), AsciidocMarkup(), HtmlMarkup(),
                               ManMarkup(), PlainMarkup(), JsonMarkup()}) {
    for (const char* text : {"a\nb", "a\r\n\tb\x1b[31m", "\xff\xfe"}) {
      EXPECT_EQ(markup.text(text).find_first_of("\n\r\x1b"), std::string::npos);
      EXPECT_EQ(markup.code(text).find_first_of("\n\r\x1b"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace flagcensus
