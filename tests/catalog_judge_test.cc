// Which pages the automatic discovery takes, and the reasons that it gives; kinds by name and
// content.
#include <gtest/gtest.h>

#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/statement_entries.h"
#include "analyzer/pages/heading_line.h"

namespace flagcensus {
namespace {

constexpr std::string_view kPage =
    "# Environment variables\n\n- `APP_A`: one\n- `APP_B`: two\n- `APP_C`: three\n";

PageVerdict Judge(std::string_view file, std::string_view text) {
  CatalogOptions options;
  options.role = RoleOfFile(file, Scope::kSrc, false, {"docs/v1.2/", "docs/v2/"});
  return JudgePage(file, ReadPage(file, text, options));
}

TEST(JudgePage, TakesAPageThatListsVariables) {
  const PageVerdict verdict = Judge("docs/configuration.md", kPage);
  EXPECT_TRUE(verdict.documents);
  EXPECT_EQ(verdict.entries, 3);
  EXPECT_EQ(verdict.reason, "3 variables (all in lists, in 1 section)");
}

// How to report a defect is no page on settings; what a manual says of a secure setup is one.
TEST(JudgePage, TellsAPolicyFromSettings) {
  EXPECT_FALSE(Judge("SECURITY.md", kPage).documents);
  EXPECT_FALSE(Judge("docs/SECURITY.md", kPage).documents);
  EXPECT_FALSE(Judge("security.md", kPage).documents);
  EXPECT_TRUE(Judge("docs/configuration/security.md", kPage).documents);
}

// The first page of a folder says of what the others list that it is variables.
TEST(JudgePage, TakesPagesOfAnAnnouncedFolder) {
  constexpr std::string_view kIntro =
      "# Settings\n\nEnvironment variables can be used to define the configuration settings.\n";
  EXPECT_TRUE(ReadPage("docs/settings/intro.md", kIntro, {}).announces_folder);
  EXPECT_FALSE(ReadPage("docs/settings/database.md", kIntro, {}).announces_folder);
  EXPECT_FALSE(
      ReadPage("docs/settings/intro.md", "# Settings\n\nAll of them.\n", {}).announces_folder);

  constexpr std::string_view kSettings =
      "# Database\n\n## `DB_HOST`\n\n_Default:_ `localhost`\n\nWhere it is.\n\n"
      "## `DEBUG`\n\n_Default:_ unset\n\nPrints more. See the manual on this setting.\n";
  CatalogOptions announced;
  announced.folder_announces = true;
  const Page page = ReadPage("docs/settings/database.md", kSettings, announced);
  EXPECT_TRUE(JudgePage("docs/settings/database.md", page).documents);
  ASSERT_EQ(page.entries.size(), 2U);
  EXPECT_EQ(page.entries[0].name, "DB_HOST");
  EXPECT_EQ(page.entries[0].default_text, "localhost");
  EXPECT_EQ(page.entries[1].name, "DEBUG");
  EXPECT_EQ(page.entries[1].default_kind, DocumentedDefault::kNone);
  EXPECT_FALSE(Judge("docs/settings/database.md", kSettings).documents);

  // Without defaults below they are no settings.
  const Page errors = ReadPage("docs/settings/errors.md",
                               "# Errors\n\n## `BAD_HOST`\n\nNot found.\n\n"
                               "## `BAD_PORT`\n\nClosed.\n",
                               announced);
  EXPECT_FALSE(JudgePage("docs/settings/errors.md", errors).documents);
}

TEST(JudgePage, LeavesOutByName) {
  for (const std::string_view file :
       {"CHANGELOG.md", "docs/release_notes/2.0.md", "HISTORY.md", "docs/whatsnew-2.0.md",
        "README.zh.md", "README_ja.md", "docs/zh-CN/env.md", "docs/v1.2/env.md",
        "versioned_docs/version-2.0/env.md", "blog/env.md", "UPGRADING.md", "docs/v2/env.md",
        "docs/migration_1_2.md", "docs/upgrade/sections/1_7.md"}) {
    EXPECT_FALSE(Judge(file, kPage).documents) << file;
    EXPECT_FALSE(Judge(file, kPage).reason.empty()) << file;
  }
  // Names that only look like them.
  for (const std::string_view file :
       {"docs/change_detection.md", "docs/install/env.md", "docs/dev.md", "docs/de_duplication.md",
        "docs/version/env.md", "README.md", "store/v2/env.md", "docs/upgraded_parts.md",
        "docs/agents_guide.md"}) {
    EXPECT_TRUE(Judge(file, kPage).documents) << file;
  }
}

// What tells a language model how to work on the sources, unless it is the project's own catalog.
TEST(JudgePage, LeavesOutInstructionsForModels) {
  EXPECT_FALSE(Judge("AGENTS.md", kPage).documents);
  EXPECT_TRUE(Judge("docs/providers/gemini.md", kPage).documents);
  constexpr std::string_view kCatalog =
      "# Environment variables\n\n- `APP_A`: one\n- `APP_B`: two\n- `APP_C`: three\n"
      "- `APP_D`: four\n- `APP_E`: five\n";
  EXPECT_TRUE(Judge("CLAUDE.md", kCatalog).documents);
}

// Commands speak for a page where a sentence says that what they set are variables, and the code
// reads those.
TEST(JudgePage, TakesAnnouncedCommandsThatSetWhatTheCodeReads) {
  Census census;
  Access access;
  access.name = "APP_CONFIG_FILE";
  census.accesses.push_back(access);
  const KnownNames names(census);
  const auto judge = [&](std::string_view before, bool read) {
    CatalogOptions options;
    if (read) options.names = &names;
    const std::string text =
        std::string(before) + "\n\n```sh\nAPP_CONFIG_FILE=/srv/a run --all\n```\n";
    return JudgePage("README.md", ReadPage("README.md", text, options));
  };
  constexpr std::string_view kAnnounced = "# Run\n\nYou can use an environment variable as well:";
  const PageVerdict announced = judge(kAnnounced, true);
  EXPECT_TRUE(announced.documents) << announced.reason;
  EXPECT_TRUE(announced.by_statements);
  EXPECT_FALSE(judge(kAnnounced, false).documents);
  EXPECT_FALSE(
      judge("# Run\n\nThe environment variables are elsewhere.\n\n## Start\n\nStart it:", true)
          .documents);
}

TEST(JudgePage, LeavesOutEnvironmentsOfScripts) {
  constexpr std::string_view kText = "# the port\nAPP_PORT=1\n# the host\nAPP_HOST=a\n";
  EXPECT_FALSE(Judge("ci/envs/default.env", kText).documents);
  EXPECT_TRUE(Judge("ci/envs/.env.example", kText).documents);
  EXPECT_TRUE(Judge("dev.env", kText).documents);
}

TEST(JudgePage, TakesExamplesWithASectionOnVariables) {
  for (const std::string_view file :
       {"docs/tutorials/first.md", "docs/quickstart.md", "ops/runbook_new_node.md",
        "examples/app/README.md", "benchmarks/README.md"}) {
    EXPECT_TRUE(Judge(file, kPage).documents) << file;
  }
  EXPECT_FALSE(Judge("examples/app/README.md",
                     "# Example\n\nThe host is set with the `APP_HOST` environment variable.\n")
                   .documents);
}

TEST(JudgePage, TellsTheLanguageFromTheText) {
  std::string english(kPage);
  for (int i = 0; i < 10; ++i) {
    english += "\nThe variables are read when the program starts, and not if it is reloaded.\n";
  }
  EXPECT_TRUE(Judge("docs/env_zh.md", english).documents);
  std::string german(kPage);
  for (int i = 0; i < 10; ++i) {
    german += "\nDie Variablen werden beim Start gelesen, und nicht wenn es neu geladen wird.\n";
  }
  EXPECT_FALSE(Judge("docs/env_de.md", german).documents);
}

TEST(JudgePage, LeavesOutByContent) {
  EXPECT_FALSE(Judge("docs/log.md",
                     "# Environment variables\n\n## 1.2.0\n\n- `APP_A`: added\n"
                     "- `APP_B`: added\n\n## v1.1 (2024-01-02)\n\n- `APP_C`: added\n")
                   .documents);
  // One that the page calls a variable is enough, one that only looks like it is not.
  EXPECT_TRUE(Judge("docs/one.md", "# Environment variables\n\n- `APP_A`: one\n").documents);
  const KnownNames none;  // the code reads none of them
  CatalogOptions options;
  options.names = &none;
  constexpr std::string_view kSaid = "The `APP_A` environment variable sets the host to use.\n";
  EXPECT_TRUE(JudgePage("docs/said.md", ReadPage("docs/said.md", kSaid, options)).documents);
  EXPECT_FALSE(
      Judge("docs/all.md", "Add the folder to the `PATH` environment variable first.\n").documents);
  // A numbered section is no release.
  EXPECT_TRUE(Judge("docs/numbers.md",
                    "# Environment variables\n\n## 3.1. Speed\n\n- `APP_A`: one\n"
                    "- `APP_B`: two\n")
                  .documents);
  EXPECT_FALSE(
      Judge("docs/prose.md", "Set the environment variables `APP_A` and `APP_B`.\n").documents);
  // Names in capitals with no word on environment variables: a catalog only for who says so.
  const std::string_view constants = "- `MAX_SIZE`: largest\n- `MIN_SIZE`: smallest\n";
  EXPECT_FALSE(Judge("docs/constants.md", constants).documents);
  EXPECT_EQ(Judge("docs/constants.md", constants).entries, 2);
}

TEST(JudgePage, LeavesOutWhatABuildOrACommandTakes) {
  EXPECT_FALSE(Judge("docs/build.md",
                     "# Building with CMake\n\nFlags come from environment variables.\n\n"
                     "## Enabling features\n\n- `APP_TLS`: Enable TLS\n- `APP_ZIP`: Enable ZIP\n")
                   .documents);
  EXPECT_FALSE(Judge("BUILD.md",
                     "# Building\n\nXDG_DIRS is an environment variable.\n\n### Build Options\n\n"
                     "| Option | Default | Description |\n|---|---|---|\n"
                     "| APP_TLS | `ON` | with TLS |\n| APP_ZIP | `OFF` | with ZIP |\n")
                   .documents);
  EXPECT_FALSE(Judge("docs/cli.md",
                     "# Commands\n\nThe token comes from the environment variable X_TOKEN.\n\n"
                     "**Arguments**:\n\n* `MODEL_ID`: The model. [required]\n"
                     "* `SPACE_ID`: The space. [required]\n")
                   .documents);
  // The section of a build page on the environment holds variables.
  EXPECT_TRUE(Judge("docs/build.md",
                    "# Building with CMake\n\n## Environment variables\n\n- `APP_CC`: Compiler\n"
                    "- `APP_LD`: Linker\n")
                  .documents);
}

std::string_view FormatName(std::string_view file, std::string_view text) {
  const PageFormat* format = DetectPageFormat(file, text);
  return format == nullptr ? "unknown" : format->name;
}

TEST(DetectPageFormat, NumbersDoNotMakeAManPage) {
  const auto man = [](const char* file) { return FormatName(file, "A line.\n") == "man"; };
  EXPECT_TRUE(man("app.1"));
  EXPECT_TRUE(man("ld.so.8"));
  EXPECT_TRUE(man("app.conf.5.in"));
  EXPECT_FALSE(man("app.log.1"));
  EXPECT_FALSE(man("libapp.so.1"));
}

TEST(IsHeadingLine, HasABlankBehindItsMarks) {
  EXPECT_TRUE(IsHeadingLine("## Ports", ""));
  EXPECT_TRUE(IsHeadingLine("Ports", "-----"));
  EXPECT_TRUE(IsHeadingLine("==Ports==", ""));
  EXPECT_FALSE(IsHeadingLine("#include <stdio.h>", ""));
  EXPECT_FALSE(IsHeadingLine("#123 is fixed", ""));
}

TEST(DetectPageFormat, ByName) {
  const auto kind = [](std::string_view file) { return FormatName(file, ""); };
  EXPECT_EQ(kind("docs/a.md"), "markdown");
  EXPECT_EQ(kind("a.MDX"), "markdown");
  EXPECT_EQ(kind("a.rst"), "rst");
  EXPECT_EQ(kind("a.adoc"), "asciidoc");
  EXPECT_EQ(kind("app.1.scd"), "scdoc");
  EXPECT_EQ(kind("a.htm"), "html");
  EXPECT_EQ(kind("git.1"), "man");
  EXPECT_EQ(kind("openssl.1ssl"), "man");
  EXPECT_EQ(kind("a.json"), "json");
  EXPECT_EQ(kind("a.yml"), "yaml");
  EXPECT_EQ(kind("a.toml"), "toml");
  for (const std::string_view file :
       {".env", ".env.example", "deploy/prod.env", "env.sample", ".env.local.template"}) {
    EXPECT_EQ(kind(file), "dotenv") << file;
  }
  EXPECT_EQ(kind("environment.md"), "markdown");
  EXPECT_EQ(kind(".env.md"), "markdown");
}

TEST(DetectPageFormat, ByContentWhereTheNameLeavesItOpen) {
  const auto kind = [](std::string_view text) { return FormatName("page.txt", text); };
  EXPECT_EQ(kind("# Title\n\n**A_B**: text with `code`.\n"), "markdown");
  EXPECT_EQ(kind("Title\n=====\n\n``A_B``\n\n- text, see :ref:`x`\n"), "rst");
  EXPECT_EQ(kind("= Title\n\n== Section\n\nA_B::\n  text\n"), "asciidoc");
  EXPECT_EQ(kind("<!DOCTYPE html>\n<html><body>x</body></html>"), "html");
  EXPECT_EQ(kind(".TH APP 1\n.SH NAME\napp\n.SH ENVIRONMENT\n.TP\n.B A_B\n"), "man");
  EXPECT_EQ(kind("# the app\nA_B=1\nC_D=2\n"), "dotenv");
  // Variables of make.
  EXPECT_NE(kind("# the app\nA_B = 1\nC_D = 2\n"), "dotenv");
  EXPECT_EQ(kind("{\"name\": \"A_B\"}"), "json");
  EXPECT_EQ(kind("Options#\nCheck#\n- Type:\nbool\n- Environment Variable:\nA_B\n"), "labelled");
  EXPECT_EQ(kind("Variables\n\nA_B: what it does.\n\nC_D: likewise.\n"), "labelled");
  EXPECT_EQ(kind(std::string_view("\0\1\2", 3)), "unknown");
  EXPECT_EQ(kind("  \n"), "unknown");
}

// A long list that neither the code nor its words vouch for is one of constants.
TEST(DropUnvouchedSeries, AsksTheCodeOrTheWords) {
  const auto left = [](const std::string& description, const std::string& accessed) {
    std::vector<Entry> entries;
    for (const char* name : {"APP_A", "APP_B", "APP_C", "APP_D"}) {
      Entry entry;
      entry.name = name;
      entry.how = EntryHow::kList;
      entry.description = description;
      entries.push_back(entry);
    }
    Statement one;
    one.name = accessed;
    DropUnvouchedSeries({one}, {}, &entries);
    return entries.size();
  };
  EXPECT_EQ(left("one of them", "APP_OTHER"), 0U);
  EXPECT_EQ(left("one of them", "APP_C"), 4U);
  EXPECT_EQ(left("an environment variable", "APP_OTHER"), 4U);
}

}  // namespace
}  // namespace flagcensus
