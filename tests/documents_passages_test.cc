// Pages and the names that code accesses → what the passages say, a line each:
// "NAME form strength default". Each case has a twin beside it that says nothing.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/documents/cues.h"
#include "analyzer/documents/file_role.h"
#include "analyzer/documents/passage_reader.h"
#include "analyzer/documents/stated_default.h"
#include "analyzer/documents/texts.h"
#include "analyzer/pages/detect_format.h"

namespace flagcensus {
namespace {

KnownNames NamesOf(const std::vector<std::string>& names) {
  Census census;
  for (const std::string& name : names) {
    Access access;
    access.name = name;
    access.scope = Scope::kSrc;
    census.accesses.push_back(access);
  }
  return KnownNames(census);
}

std::string LineOf(const Statement& one) {
  static constexpr std::string_view kForms[] = {
      "term",   "item",      "row",   "section", "record", "attribute", "sentence", "sample",
      "remark", "expansion", "names", "setting", "path",   "bare",      "mention"};
  std::string out = std::to_string(one.place.line) + " " + one.name + " " +
                    std::string(kForms[static_cast<size_t>(one.form)]) + " " +
                    std::to_string(one.strength);
  if (one.default_kind != DocumentedDefault::kUnstated) {
    out += " " + std::string(ToString(one.default_kind)) + "=" + one.default_text.value_or("");
  }
  return out;
}

std::vector<std::string> Read(std::string_view file, std::string_view text,
                              const std::vector<std::string>& names) {
  std::vector<Diagnostic> reported;
  const RegistryKeys keys;
  const PageFormat* format = DetectPageFormat(file, text);
  if (format == nullptr) return {"no format"};
  std::vector<Statement> all = ReadPassages(format->read({file, text, keys, reported}),
                                            NamesOf(names), {.file = std::string(file)});
  PlaceStatements(text, &all);
  std::vector<std::string> out;
  for (const Statement& one : all) out.push_back(LineOf(one));
  return out;
}

using Lines = std::vector<std::string>;

// What a variable is set to is no variable, however it is written; another name is one.
TEST(Passages, AValueIsNoName) {
  const auto names_of = [](std::string_view value) {
    const std::string text =
        "# Environment variables\n\nSet the environment variable `APP_SEED` to `" +
        std::string(value) + "`.\n";
    std::vector<std::string> out;
    for (const std::string& line : Read("env.md", text, {"APP_SEED"})) {
      out.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    return out;
  };
  EXPECT_EQ(names_of("ON"), Lines{"APP_SEED"});
  EXPECT_EQ(names_of("APP_OTHER"), (Lines{"APP_SEED", "APP_OTHER"}));
}

// Where a template puts a value says nothing of the variable; braces of a shell do.
TEST(Passages, WhatATemplateFillsInIsNoName) {
  EXPECT_EQ(Read("a.md", "Run bake \"{{APP_ZONE}}\" with {{#APP_LAMP}} twice.\n",
                 {"APP_ZONE", "APP_LAMP"}),
            Lines());
  EXPECT_FALSE(Read("a.md", "Set ${APP_ZONE} to the zone of the oven.\n", {"APP_ZONE"}).empty());
}

TEST(Passages, PatternsAreRight) {
  EXPECT_EQ(CueErrors(), "");
  EXPECT_EQ(DefaultPatternErrors(), "");
  EXPECT_EQ(RolePatternErrors(), "");
}

TEST(Passages, TermsItemsRowsAndSections) {
  EXPECT_EQ(
      Read("a.md", "- `APP_PORT`: where it listens (default: `8080`)\n- `APP_PORTS` are many\n",
           {"APP_PORT"}),
      (Lines{"1 APP_PORT item 12 literal=8080"}));
  EXPECT_EQ(
      Read("a.rst", "``APP_PORT``\n    Where it listens. Defaults to ``8080``.\n", {"APP_PORT"}),
      (Lines{"1 APP_PORT term 12 literal=8080"}));
  EXPECT_EQ(Read("a.md",
                 "| Variable | Default | What |\n|---|---|---|\n| `APP_PORT` | 8080 | where it "
                 "listens |\n",
                 {"APP_PORT"}),
            (Lines{"3 APP_PORT row 12 literal=8080"}));
  EXPECT_EQ(
      Read("a.md", "## APP_PORT\n\nWhere it listens, all interfaces if unset.\n", {"APP_PORT"}),
      (Lines{"1 APP_PORT section 12"}));
  // Titles in a row share the text below the last.
  EXPECT_EQ(Read("a.md", "## APP_PORT\n## APP_HOST\n\nWhere it listens.\n\n## APP_END\n",
                 {"APP_PORT", "APP_HOST", "APP_END"}),
            (Lines{"1 APP_PORT section 12", "2 APP_HOST section 12", "6 APP_END mention 0"}));
}

TEST(Passages, SentencesSayOrMention) {
  EXPECT_EQ(Read("a.md", "Set the environment variable `APP_PORT` to choose the port.\n", {}),
            (Lines{"1 APP_PORT sentence 8"}));
  EXPECT_EQ(Read("a.md", "Set `APP_PORT` to choose the port, it defaults to 80.\n", {"APP_PORT"}),
            (Lines{"1 APP_PORT sentence 8 literal=80"}));
  EXPECT_EQ(Read("a.md", "Nothing about `OTHER_PORT` here, see the port.\n", {"APP_PORT"}),
            Lines{});
  EXPECT_EQ(Read("a.md", "Like APP_PORT.\n", {"APP_PORT"}), (Lines{"1 APP_PORT mention 0"}));
  // An item of a list that is about variables needs no verb; any other does.
  EXPECT_EQ(
      Read("a.md", "The following environment variables move them:\n\n- the state: `APP_STATE`\n",
           {"APP_STATE"}),
      (Lines{"3 APP_STATE sentence 8"}));
  EXPECT_EQ(Read("a.md", "The parts:\n\n- the state: `APP_STATE`\n", {"APP_STATE"}),
            (Lines{"3 APP_STATE mention 0"}));
}

TEST(Passages, ASeriesVouchesForItsMembers) {
  EXPECT_EQ(
      Read("a.md", "- `APP_A`: one thing\n- `APP_B`: another thing\n- `XYZ_C`: a third thing\n",
           {"APP_A", "APP_B"}),
      (Lines{"1 APP_A item 12", "2 APP_B item 12", "3 XYZ_C item 8"}));
  // Constants, of which one happens to be a variable.
  EXPECT_EQ(Read("a.md",
                 "- `E_A`: one thing\n- `E_B`: another thing\n- `E_C`: a thing\n- `E_D`: a "
                 "thing\n- `E_F`: a thing\n",
                 {"E_A"}),
            (Lines{"1 E_A item 4"}));
}

TEST(Passages, RecordsAreSectionsWithAField) {
  EXPECT_EQ(Read("a.md",
                 "### Port\n\nWhere it listens.\n\n- Environment variable: `APP_PORT`\n- Default: "
                 "`8080`\n",
                 {"APP_PORT"}),
            (Lines{"5 APP_PORT record 12 literal=8080"}));
}

TEST(Passages, SamplesWithWords) {
  EXPECT_EQ(Read("a.md", "Choose the port with:\n\n    export APP_PORT=9000\n", {"APP_PORT"}),
            (Lines{"3 APP_PORT sample 8"}));
  EXPECT_EQ(Read("a.md", "Run it.\n\n    APP_PORT=9000 app\n", {"APP_PORT"}),
            (Lines{"3 APP_PORT bare 4"}));
  EXPECT_EQ(Read("a.md", "```\n# where the server listens\nAPP_PORT=9000\n```\n", {"APP_PORT"}),
            (Lines{"3 APP_PORT sample 8"}));
  EXPECT_EQ(Read("a.md", "```py\napp = App()  # the APP_PORT environment variable is read\n```\n",
                 {"APP_PORT"}),
            (Lines{"2 APP_PORT remark 8"}));
  EXPECT_EQ(Read("a.md", "```py\napp = App()  # like APP_PORT\n```\n", {"APP_PORT"}),
            (Lines{"2 APP_PORT mention 0"}));
}

TEST(Passages, DefaultsInTheirWordings) {
  const auto stated = [](const std::string& text) {
    const StatedDefault one = FindStatedDefault("APP_X", {text}, nullptr, false);
    return std::string(ToString(one.kind)) + " " + one.text;
  };
  EXPECT_EQ(stated("The port. Default: \x01"
                   "80\x02."),
            "literal 80");
  EXPECT_EQ(stated("The port (default 80)."), "literal 80");
  EXPECT_EQ(stated("If unset, falls back to \x01/tmp\x02."), "literal /tmp");
  EXPECT_EQ(stated("Disabled by default."), "literal disabled");
  EXPECT_EQ(stated("Defaults to the number of cores."), "prose the number of cores");
  EXPECT_EQ(stated("The default is empty."), "none empty");
  EXPECT_EQ(stated("How dates look (en_US by default)"), "literal en_US");
  EXPECT_EQ(stated("Needs both _CERT and _KEY, otherwise none is used. (default: 5)"), "literal 5");
  EXPECT_EQ(stated("By default APP_X=4 is taken."), "literal 4");
  EXPECT_EQ(stated("If APP_X is set, the default is ignored."), "unstated ");
  EXPECT_EQ(stated("It has an effect."), "unstated ");
}

// Not the cells of the name, of the default, and of single words such as "yes".
TEST(Passages, OfARowTheCellsThatDescribe) {
  const auto described = [](const std::string& table) {
    std::vector<Diagnostic> reported;
    const RegistryKeys keys;
    const PageFormat* format = DetectPageFormat("a.md", table);
    const std::vector<Statement> all = ReadPassages(format->read({"a.md", table, keys, reported}),
                                                    NamesOf({"APP_PORT"}), {.file = "a.md"});
    return all.empty() ? "nothing" : all.front().description;
  };
  EXPECT_EQ(described("| field | required | default | description |\n|---|---|---|---|\n"
                      "| `APP_PORT` | no | 80 | Where the server listens |\n"),
            "Where the server listens");
  EXPECT_EQ(described("| x | y | default | z |\n|---|---|---|---|\n"
                      "| `APP_PORT` | no | 80 or so | Where it listens |\n"),
            "Where it listens");
  EXPECT_EQ(described("| x | y |\n|---|---|\n| `APP_PORT` | port |\n"), "");
}

// A name that data repeats is looked at a bounded number of times, and in its surroundings.
TEST(Passages, TextThatNothingEnds) {
  const std::string padding(5'000, 'x');
  const std::string text = "Set the environment variable APP_PORT " + padding + " then APP_HOST " +
                           padding + " and the environment variable APP_PATH\n";
  EXPECT_EQ(Read("a.md", text, {"APP_PORT", "APP_HOST", "APP_PATH"}),
            (Lines{"1 APP_PORT sentence 8", "1 APP_PATH sentence 8", "1 APP_HOST mention 0"}));
}

TEST(Passages, ChoicesAreWrittenOut) {
  EXPECT_EQ(Read("a.md", "- `APP_{HOST,PORT}`: where it listens\n", {"APP_HOST", "APP_PORT"}),
            (Lines{"1 APP_HOST item 12", "1 APP_PORT item 12"}));
}

TEST(Passages, TextsInSources) {
  const auto read = [](std::string_view text) {
    std::vector<Statement> all =
        ReadSourceTexts(text, FileKind::kPython, NamesOf({"APP_PORT"}), {.file = "a.py"});
    PlaceStatements(text, &all);
    Lines out;
    for (const Statement& one : all)
      out.push_back(LineOf(one) + " " + std::to_string(static_cast<int>(one.kind)));
    return out;
  };
  EXPECT_EQ(read("p.add('--port', help='where it listens, or set APP_PORT in the environment')\n"),
            (Lines{"1 APP_PORT sentence 8 1"}));
  EXPECT_EQ(read("log('you may set APP_PORT in the environment')\n"),
            (Lines{"1 APP_PORT sentence 8 4"}));
  EXPECT_EQ(read("x = 'APP_PORT'\n"), Lines{});
  EXPECT_EQ(read("APP_PORT = 'APP_PORT'\n\"\"\"\n.. envvar:: APP_PORT\n\nWhere it "
                 "listens.\nDefault: 7\n\"\"\"\n"),
            (Lines{"1 APP_PORT attribute 12 2", "3 APP_PORT term 12 literal=7 2"}));
  EXPECT_EQ(read("KEY = 'APP_PORT'\np.add('--port', help=f'where it listens, environment variable "
                 "{KEY}')\n"),
            (Lines{"1 APP_PORT sentence 8 1"}));
}

TEST(Passages, TextsInSourcesOfC) {
  const auto read = [](std::string_view text) {
    std::vector<Statement> all =
        ReadSourceTexts(text, FileKind::kC, NamesOf({"APP_PORT"}), {.file = "a.c"});
    PlaceStatements(text, &all);
    Lines out;
    for (const Statement& one : all)
      out.push_back(LineOf(one) + " " + std::to_string(static_cast<int>(one.kind)));
    return out;
  };
  EXPECT_EQ(read("/** \\page x It\n * The APP_PORT environment variable can be used to choose a "
                 "port.\n */\n"),
            (Lines{"2 APP_PORT sentence 8 1"}));
  EXPECT_EQ(read("/* The APP_PORT environment variable can be used to choose a port. */\n"),
            (Lines{"1 APP_PORT sentence 8 5"}));
  EXPECT_EQ(read("const char* usage = \"usage: app\\n\"\n  \"  APP_PORT  environment variable to "
                 "choose a port\\n\";\n"),
            (Lines{"2 APP_PORT term 12 1"}));
}

TEST(FileRole, IsToldByThePath) {
  const auto role = [](std::string_view path) {
    return RoleOfFile(path, Scope::kSrc, false, {"docs/1.0/"});
  };
  EXPECT_EQ(role("docs/env.md"), FileRole::kGuide);
  EXPECT_EQ(role("CHANGELOG.md"), FileRole::kHistory);
  EXPECT_EQ(role("docs/changing.md"), FileRole::kGuide);
  EXPECT_EQ(role("docs/news-2.md"), FileRole::kHistory);
  EXPECT_EQ(role("docs/newsletter.md"), FileRole::kGuide);
  EXPECT_EQ(role("docs/spelling_wordlist.txt"), FileRole::kAside);
  EXPECT_EQ(role("docs/spelling.txt"), FileRole::kGuide);
  EXPECT_EQ(role("docs/1.0/env.md"), FileRole::kVersion);
  EXPECT_EQ(role("docs/2.0/env.md"), FileRole::kGuide);
  EXPECT_EQ(role("AGENTS.md"), FileRole::kWeak);
  EXPECT_EQ(role("README.zh-CN.md"), FileRole::kTranslation);
  EXPECT_EQ(role("examples/a/README.md"), FileRole::kExample);
}

}  // namespace
}  // namespace flagcensus
