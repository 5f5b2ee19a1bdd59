// Pages made to hurt: each gives entries or a diagnostic, in bounded time. The bounds are loose
// (ten times what was measured on a slow machine); what they catch is quadratic growth, not a slow
// day.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>
#include <string>

#include "analyzer/catalog/catalog.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

// The page of `text`, read in at most `seconds` of CPU time, whatever else the machine does.
Page ReadIn(double seconds, std::string_view file, const std::string& text) {
  const std::clock_t begin = std::clock();
  Page page = ReadPage(file, text, CatalogOptions{});
  const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_LT(took, seconds) << file << ", " << text.size() << " bytes";
  return page;
}

bool HasDiagnostic(const Page& page, std::string_view kind) {
  for (const Diagnostic& diagnostic : page.diagnostics) {
    if (diagnostic.kind == kind) return true;
  }
  return false;
}

size_t Count(const Page& page, EntryHow how) {
  size_t count = 0;
  for (const Entry& entry : page.entries) count += entry.how == how ? 1 : 0;
  return count;
}

std::string Rows(size_t rows) {
  std::string text = "# Environment variables\n\n| Variable | Default |\n|---|---|\n";
  for (size_t i = 0; i < rows; ++i) {
    text += "| `APP_V" + std::to_string(i) + "` | `" + std::to_string(i) + "` |\n";
  }
  return text;
}

TEST(CatalogHostile, ATableOfManyRowsIsRead) {
  const Page page = ReadIn(20, "env.md", Rows(100'000));
  EXPECT_EQ(Count(page, EntryHow::kTable), 100'000U);
  // The row before and behind a split of the page, to the line.
  EXPECT_EQ(page.entries.back().name, "APP_V99999");
  EXPECT_EQ(page.entries.back().place.line, 100'004);
}

TEST(CatalogHostile, ATableLongerThanAChunkKeepsItsHeader) {
  std::string text = "| Env var | Default |\n|---|---|\n";
  for (int i = 0; i < 120'000; ++i)
    text += "| `APP_NAME_THAT_IS_LONG_" + std::to_string(i) + "` | `/some/path` |\n";
  const Page page = ReadIn(20, "page.md", text);
  EXPECT_EQ(Count(page, EntryHow::kTable), 120'000U);
  EXPECT_EQ(page.entries.back().place.line, 120'002);
  EXPECT_EQ(page.entries.back().default_text, "/some/path");
}

TEST(CatalogHostile, ATableOfManyColumnsWithShortRowsIsText) {
  const std::string text = "# Environment variables\n\n" + Repeat("|a", 10'000) + "|\n" +
                           Repeat("|-", 10'000) + "|\n" + Repeat("|\n", 10'000) +
                           "\n- `APP_AFTER`: is still read\n";
  const Page page = ReadIn(5, "env.md", text);
  EXPECT_TRUE(HasDiagnostic(page, "table-too-wide"));
  EXPECT_EQ(Count(page, EntryHow::kList), 1U);
}

TEST(CatalogHostile, ListsNestedDeepAreFlattened) {
  std::string text = "# Environment variables\n\n";
  for (size_t i = 0; i < 1000; ++i)
    text += Repeat("  ", i) + "- `APP_D" + std::to_string(i) + "`: x\n";
  const Page page = ReadIn(5, "env.md", text);
  EXPECT_GT(Count(page, EntryHow::kList), 0U);
}

TEST(CatalogHostile, ContainersOpenedOnOneLineAreCut) {
  for (const std::string_view mark : {">", "> ", "- ", "* ", "+ "}) {
    const Page page = ReadIn(5, "env.md", Repeat(mark, 100'000) + "`APP_A`: x\n\n- `APP_B`: y\n");
    EXPECT_TRUE(HasDiagnostic(page, "nested-too-deep")) << mark;
    EXPECT_EQ(Count(page, EntryHow::kList), 1U) << mark;
  }
}

TEST(CatalogHostile, BigPagesOfEveryLinewiseKindAreRead) {
  // 50 MB take half a minute; FLAGCENSUS_SLOW_TESTS=1 reads them, else a tenth of it shows the
  // growth.
  const size_t kSize = (std::getenv("FLAGCENSUS_SLOW_TESTS") != nullptr ? size_t{50} : size_t{5})
                       << 20;
  const std::string item = "- `APP_THING`: what it does, 3 by default. And then some more words.\n";
  const Page list =
      ReadIn(60, "env.md", "# Environment variables\n\n" + Repeat(item, kSize / item.size()));
  EXPECT_FALSE(list.entries.empty());
  const std::string words =
      "Words and words, and `code` with **bold** in it. Default of nothing.\n\n";
  const Page prose = ReadIn(60, "env.md", Repeat(words, kSize / words.size()));
  EXPECT_TRUE(prose.entries.empty());
  EXPECT_TRUE(HasDiagnostic(prose, "page-without-entries"));
}

TEST(CatalogHostile, PagesAboveTheLimitAreRefused) {
  CatalogOptions options;
  options.max_page_bytes = 10;
  const Page page = ReadPage("env.md", "- `APP_A`: x\n", options);
  EXPECT_TRUE(HasDiagnostic(page, "page-too-large"));
  EXPECT_TRUE(page.entries.empty());
}

TEST(CatalogHostile, EmptyAndBlankPagesSaySo) {
  EXPECT_TRUE(HasDiagnostic(ReadPage("env.md", "", {}), "empty-page"));
  EXPECT_TRUE(HasDiagnostic(ReadPage("env.md", " \n\t\r\n", {}), "empty-page"));
  EXPECT_TRUE(HasDiagnostic(ReadPage("env", std::string(3, '\0'), {}), "unknown-page-kind") ||
              HasDiagnostic(ReadPage("env", std::string(3, '\0'), {}), "page-without-entries") ||
              HasDiagnostic(ReadPage("env", std::string(3, '\0'), {}), "syntax-error"));
}

TEST(CatalogHostile, WhatTheParsersAreSlowOnIsBounded) {
  const size_t n = 200'000;
  const std::vector<std::string> pages = {
      Repeat("|a\n|-|-\n", n / 8),
      Repeat("a<?", n / 3),
      Repeat("a<![CDATA[", n / 10),
      "[a]: " + Repeat("u", n / 2) + "\n\n" + Repeat("[a]", n / 6),
      "[a]: u \"" + Repeat("title\n", n / 12) + "\"\n\n" + Repeat("[a]", n / 6),
      Repeat("[", n),
      Repeat("[a](", n / 4),
      Repeat("*a_ ", n / 4),
      Repeat("`APP_A` ", n / 8),
      Repeat("default ", n / 8),
      Repeat("`A_B` default is ", n / 17),
      Repeat("if unset, ", n / 10),
      "- `A_B`: " + Repeat("by default (", n / 12),
      Repeat("values: `a`, ", n / 13),
      Repeat("**A_B**, ", n / 9),
      Repeat("## A_B\n", n / 7),
      Repeat("# DEBUG\n", n / 8),
      Repeat("&lt;&amp;&#65;", n / 14),
      Repeat("A_{B,C}", n / 7),
      "`" + Repeat("A_B,", n / 4) + "`",
      Repeat("- Env: `A_B`\n", n / 13),
      Repeat("`A_B`\n\n", n / 7),
      Repeat("`A_B`: x\n\n", n / 10),
      Repeat("!!! note\n", n / 9),
      Repeat(":::{note}\n", n / 10),
      Repeat("```{note}\n", n / 10),
      Repeat("<details>\n", n / 10),
      Repeat("<table>\n\n", n / 9),
      "---\n" + Repeat("a: b\n", n / 5),
      "`A_B` " + Repeat("default\n", n),
      "- `A_B`: " + Repeat("if unset,\n", n / 2),
      "| Variable | Default |\n|---|---|\n" +
          Repeat("| `A_B` | " + Repeat("x default ", 6000) + " |\n", 4),
  };
  for (size_t i = 0; i < pages.size(); ++i) {
    SCOPED_TRACE("page " + std::to_string(i) + ": " + pages[i].substr(0, 30));
    ReadIn(8, "env.md", pages[i]);
    ReadIn(8, "env.txt", pages[i]);
    ReadIn(8, ".env", pages[i]);
  }
}

TEST(CatalogHostile, RandomBytesOfEveryKindDoNoHarm) {
  std::mt19937 random(20240229);  // the same bytes on every run
  const std::string alphabet =
      "`*_|-#>:=[](){}<>\"'\\/.,;~ \n\t\rA_B0x\xc3\xe2\x80\x9c\xff&default";
  const std::vector<std::string_view> files = {"a.md",   "a.txt",  ".env", "a.rst",
                                               "a.adoc", "a.html", "a.1"};
  for (int round = 0; round < 150; ++round) {
    std::string text;
    const size_t size = random() % 3000;
    for (size_t i = 0; i < size; ++i) {
      text += round % 3 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
    }
    for (const std::string_view file : files) {
      const Page page = ReadIn(5, file, text);
      for (const Entry& entry : page.entries) {
        EXPECT_FALSE(entry.name.empty());
        EXPECT_GE(entry.place.line, 1) << file;
        EXPECT_GE(entry.place.column, 0) << file;
      }
    }
  }
}

TEST(CatalogHostile, EveryPrefixOfAPageIsAPage) {
  const std::string text =
      "# Environment variables\n\n| Variable | Default |\n|---|---|\n| `APP_A` | \xe2\x80\x9c"
      "1\xe2\x80\x9d |\n\n- `APP_B=2`: x\n  - `--flag=1`\n\n**APP_C**: Default is `3`.\n";
  for (size_t size = 0; size <= text.size(); ++size) {
    for (const std::string_view file : {"env.md", "env.txt", ".env"})
      ReadPage(file, text.substr(0, size), {});
  }
  EXPECT_EQ(ReadPage("env.md", text, {}).entries.size(), 4U);
}

TEST(CatalogHostile, CharactersThatAParserDropsMoveNoLine) {
  // Each was a finding of the fuzzer: a place outside the page.
  const std::string rows =
      "<table><tr><th>Environment variable</th><th>Default</th></tr>\n"
      "<tr><td>APP_\x0e\nA</td><td>1</td></tr>\n<tr><td>APP_B</td><td>2\x0e\n</td></tr></table>";
  const std::string_view headings =
      "\012\001\074\150\061\206\377\053\076\074\150\061\206\377\053\076\176\176\012\040\040\000\000"
      "\004\377\046\123\377\377\001\012\100\050\046\012\100\355\254\176\176\012\040\040\000\000\004"
      "\377\046\123\377\377\001\012\100\050\046\012\100\355\254";
  for (const std::string& text :
       {std::string("/\n"), std::string("\x0e\n?"), rows, std::string(headings)}) {
    const Page page = ReadPage("page.html", text, CatalogOptions{});
    const auto lines = 1 + std::count(text.begin(), text.end(), '\n');
    for (const Entry& entry : page.entries) {
      EXPECT_GE(entry.place.line, 1);
      EXPECT_LE(entry.place.line, lines) << entry.name;
      EXPECT_GE(entry.place.column, 0);
    }
  }
}

// Nesting without end, lines without end, marks that nothing closes: the entry behind is read.
TEST(CatalogHostile, ScdocPagesAreReadToTheEnd) {
  std::string deep;
  for (size_t i = 0; i < 2'000; ++i) deep += Repeat("\t", i) + "a\n";
  const std::string shapes[] = {deep,
                                Repeat("*a _b ", 200'000) + "\n",
                                Repeat("- a\n", 100'000),
                                Repeat("\t- a\n  b\n", 50'000),
                                Repeat("[[ a\n", 100'000),
                                Repeat(":[ a\n", 100'000),
                                "```\n" + Repeat("\\\n", 100'000) + "```\n",
                                Repeat("```\n", 100'001) + "```\n",
                                Repeat("# \n", 100'000),
                                std::string("\0\xff\xfe*_", 5) + "\n"};
  for (const std::string& shape : shapes) {
    const Page page =
        ReadIn(10, "app.1.scd",
               shape + "\n# ENVIRONMENT VARIABLES\n\n*APP_LAST*\n\tis read (default: 4).\n");
    ASSERT_FALSE(page.entries.empty()) << shape.substr(0, 20);
    EXPECT_EQ(page.entries.back().name, "APP_LAST") << shape.substr(0, 20);
    EXPECT_EQ(page.entries.back().default_text, "4") << shape.substr(0, 20);
  }
}

TEST(CatalogHostile, BrokenEncodingKeepsTheEntries) {
  const std::string text =
      "# Environment variables\n\n- `APP_A`: \xff\xfe\xc3 x\n- `APP_B`: \xe2\x80";
  const Page page = ReadPage("env.md", text, {});
  EXPECT_EQ(Count(page, EntryHow::kList), 2U);
}

TEST(Hostile, AYamlPageThatBeginsNoDocumentEnds) {
  const Page page = ReadPage("env.yaml", ",\nx", CatalogOptions{});
  EXPECT_TRUE(std::any_of(page.diagnostics.begin(), page.diagnostics.end(), [](const auto& one) {
    return one.message.find("begins no document") != std::string::npos;
  }));
  const Page several = ReadPage("env.yaml", "---\n---\na: 1\n...\n---\nb: 2\n", CatalogOptions{});
  for (const Diagnostic& one : several.diagnostics) {
    EXPECT_EQ(one.message.find("begins no document"), std::string::npos) << one.message;
  }
}

}  // namespace
}  // namespace flagcensus
