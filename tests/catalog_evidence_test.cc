// The tables that the catalog decides by, and what a page may include.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/evidence.h"
#include "analyzer/catalog/include.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

TEST(Evidence, EverySignHasOneRow) { EXPECT_EQ(EvidenceErrors(), ""); }

TEST(Evidence, ListsOfWordsAreThere) {
  for (const std::string_view list :
       {"environment", "something_else", "describes", "shells", "announces_example", "example",
        "calls_itself", "everybodys", "english", "settings", "announces_list", "announces_page",
        "version_notes", "computed", "units", "switch_verbs"}) {
    EXPECT_FALSE(Phrases(list).empty()) << list;
  }
  // The search for them looks for this first.
  for (const std::string& phrase : Phrases("environment")) {
    EXPECT_NE(phrase.find("env"), std::string::npos) << phrase;
  }
}

TEST(Evidence, VerbosePagesTellWhy) {
  CatalogOptions options;
  options.explain = true;
  const Page page =
      ReadPage("env.md", "# Environment variables\n\n- `APP_A`: one\n\n- MAX_X is big\n", options);
  ASSERT_FALSE(page.judged.empty());
  EXPECT_EQ(page.judged.front().name, "APP_A");
  EXPECT_GT(page.judged.front().score, 0);
  EXPECT_NE(page.judged.front().signs.find("context.heading"), std::string::npos);
}

// Files of a tree that exists in the test alone.
IncludeReader FilesReader(std::map<std::string, std::string> files) {
  return [files](std::string_view, std::string_view path) {
    IncludedFile out;
    const auto found = files.find(std::string(path));
    if (found == files.end()) {
      out.error = "no such file";
    } else {
      out.file = found->first;
      out.text = found->second;
    }
    return out;
  };
}

std::vector<std::string> NamesOf(const Page& page) {
  std::vector<std::string> names;
  for (const Entry& entry : page.entries) {
    if (entry.how != EntryHow::kMention) names.push_back(entry.name);
  }
  return names;
}

bool HasKind(const Page& page, std::string_view kind) {
  return std::any_of(page.diagnostics.begin(), page.diagnostics.end(),
                     [&](const Diagnostic& each) { return each.kind == kind; });
}

constexpr std::string_view kSource =
    "import os\nBEFORE = os.getenv('APP_BEFORE')\n# begin\n# How many.\n"
    "COUNT = int(os.environ.get('APP_COUNT', '3'))\nprint('APP_TEXT')\n# end\n";

TEST(Include, ASourceBetweenMarksDocumentsWhatItReads) {
  CatalogOptions options;
  options.include = FilesReader({{"app/env.py", std::string(kSource)}});
  for (const std::string_view page :
       {".. literalinclude:: app/env.py\n   :start-after: begin\n   :end-before: # end\n",
        ".. literalinclude:: app/env.py\n   :lines: 3-6\n"}) {
    EXPECT_EQ(NamesOf(ReadPage("env.rst", page, options)), std::vector<std::string>{"APP_COUNT"})
        << page;
  }
  for (const std::string_view text :
       {"```{literalinclude} app/env.py\n:start-after: begin\n```\n",
        "{{ include_code('app/env.py', start_after='begin', end_before='# end') }}\n"}) {
    const Page page = ReadPage("env.md", text, options);
    ASSERT_EQ(NamesOf(page), std::vector<std::string>{"APP_COUNT"}) << text;
    EXPECT_EQ(page.entries.front().place.file, "app/env.py");
    EXPECT_EQ(page.entries.front().place.line, 5);
    EXPECT_EQ(page.entries.front().description, "How many.");
  }
  EXPECT_EQ(NamesOf(ReadPage("env.md", "--8<-- \"app/env.py\"\n", options)).size(), 2U);
}

TEST(Include, PagesAreReadAsPages) {
  CatalogOptions options;
  options.include =
      FilesReader({{"part.adoc", "= Environment variables\n\ntag::x[]\n`APP_A`:: one\nend::x[]\n"},
                   {"part.md", "# Environment variables\n\n- `APP_B`: two\n"}});
  EXPECT_EQ(NamesOf(ReadPage("all.md", "--8<-- \"part.md\"\n", options)),
            std::vector<std::string>{"APP_B"});
  EXPECT_EQ(NamesOf(ReadPage("all.adoc", "include::part.adoc[]\n", options)),
            std::vector<std::string>{"APP_A"});
}

// What a page includes is of the page, whatever its name ends with; code that it shows is none.
TEST(Include, APieceOfAnyNameIsReadAsThePage) {
  CatalogOptions options;
  const std::string table =
      "+-----------+-------------+\n| Variable  | Description |\n+===========+=============+\n"
      "| ``APP_A`` | how         |\n+-----------+-------------+\n"
      "| ``APP_B`` | what        |\n+-----------+-------------+\n";
  options.include = FilesReader({{"env.inc", table}});
  const std::string title = "Environment variables\n=====================\n\n";
  EXPECT_EQ(NamesOf(ReadPage("docs/env.rst", title + ".. include:: env.inc\n", options)),
            (std::vector<std::string>{"APP_A", "APP_B"}));
  EXPECT_EQ(NamesOf(ReadPage("docs/env.rst", title + ".. literalinclude:: env.inc\n", options)),
            std::vector<std::string>{});
  options.include = FilesReader({{"list.inc", "`APP_A`:: how\n`APP_B`:: what\n"},
                                 {"rows.inc", "- `APP_A`: how\n- `APP_B`: what\n"}});
  EXPECT_EQ(
      NamesOf(ReadPage("env.adoc", "= Environment variables\n\ninclude::list.inc[]\n", options)),
      (std::vector<std::string>{"APP_A", "APP_B"}));
  EXPECT_EQ(
      NamesOf(ReadPage("env.md", "# Environment variables\n\n--8<-- \"rows.inc\"\n", options)),
      (std::vector<std::string>{"APP_A", "APP_B"}));
}

TEST(Include, WhatCannotBeReadIsADiagnostic) {
  CatalogOptions options;
  options.include = FilesReader({{"a.md", "--8<-- \"b.md\"\n"}, {"b.md", "--8<-- \"a.md\"\n"}});
  EXPECT_TRUE(HasKind(ReadPage("c.md", "--8<-- \"../x.md\"\n", options), "include-not-read"));
  EXPECT_TRUE(HasKind(ReadPage("a.md", "--8<-- \"a.md\"\n", options), "include-cycle"));
  // What is read needs no word; without a way to read it, the page says what it leaves out.
  options.include = FilesReader({{"words.rst", "Nothing of variables.\n"}});
  const std::string including = "Names\n=====\n\n.. include:: words.rst\n";
  EXPECT_FALSE(HasKind(ReadPage("a.rst", including, options), "include-not-read"));
  EXPECT_TRUE(HasKind(ReadPage("a.rst", including, {}), "include-not-read"));
  // A mark that is not there shows nothing.
  EXPECT_EQ(ShownPart("a\nb\n", {"f", 1, "no such mark", "", "", 0, 0}), "");
  EXPECT_EQ(ShownPart("a\nb\nc\n", {"f", 1, "", "", "", 2, 2}), "\nb\n");
}

}  // namespace
}  // namespace flagcensus
