// The text report as a whole: what stands first, what many findings become, how lines fit.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "analyzer/base/text.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/text_finding.h"
#include "tests/text.h"
#include "tests/written.h"

namespace flagcensus {
namespace {

Finding Make(const std::string& rule, const std::string& name, const std::string& file,
             Severity severity = Severity::kWarning) {
  Finding out;
  out.rule = rule;
  out.name = name;
  out.severity = severity;
  out.message = name + " is wrong";
  out.remedy = "do something about " + name;
  out.code = {{file, 3, 1}};
  return out;
}

// `count` findings of each rule, the rules in an order that is not that of reports.
CheckReport Report(size_t count) {
  CheckReport out;
  out.rules = {{"costly", "correct it"}, {"cheap", "remove it"}, {"silent", "never told"}};
  for (size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    out.findings.push_back(Make("cheap", "APP_" + number, "lib/net/http/" + number + ".c"));
    out.findings.push_back(Make("costly", "NET_" + number, "tools/" + number + ".py"));
  }
  return out;
}

size_t CountOf(const std::string& text, std::string_view part) {
  size_t out = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++out;
  return out;
}

TEST(Layout, AFewFindingsTellTheirRemedyThemselves) {
  const std::string text = CheckAs("text", Report(1));
  EXPECT_TRUE(text.starts_with("warning[costly]: NET_0 is wrong: do something about NET_0\n"))
      << text;
  EXPECT_TRUE(Has(text, "warning[cheap]: APP_0 is wrong: do something about APP_0\n"));
}

TEST(Layout, TheHeadTellsTheRemedyOnceAndTheCostliestFirst) {
  const std::string text = CheckAs("text", Report(2));
  EXPECT_TRUE(
      text.starts_with("4 warnings; the code accesses 0 variables; no page documents any of them\n"
                       "    2 costly: correct it\n"
                       "    2 cheap: remove it\n"
                       "\n"
                       "warning[costly]: NET_0 is wrong\n"))
      << text;
  EXPECT_FALSE(Has(text, "do something"));
  EXPECT_LT(text.find("NET_1"), text.find("APP_0"));
}

TEST(Layout, ErrorsComeBeforeWhatCostsMore) {
  CheckReport report = Report(2);
  report.findings.push_back(Make("cheap", "APP_E", "z.py", Severity::kError));
  const std::string text = CheckAs("text", report);
  EXPECT_TRUE(text.starts_with("1 error, 4 warnings;")) << text;
  EXPECT_LT(text.find("error[cheap]: APP_E"), text.find("warning[costly]"));
}

TEST(Layout, TheHeadHasFiveLinesAtMost) {
  CheckReport report;
  for (const char* rule : {"a", "b", "c", "d", "e"}) {
    report.rules.push_back({rule, "mend it"});
    report.findings.push_back(Make(rule, "APP_X", "a.py"));
  }
  const std::string text = CheckAs("text", report);
  const std::string head = text.substr(0, text.find("\n\n"));
  EXPECT_EQ(CountOf(head, "\n"), 4U) << head;
  EXPECT_TRUE(head.ends_with("    2 more: 1 d, 1 e")) << head;
  EXPECT_TRUE(Has(text, "warning[d]: APP_X is wrong: do something")) << "untold in the head";
  EXPECT_TRUE(Has(text, "warning[a]: APP_X is wrong\n"));
}

TEST(Layout, ManyFindingsAreATableAndTheFirstOfThem) {
  const std::string text = CheckAs("text", Report(20));
  EXPECT_TRUE(Has(text, "  costly  cheap  all\n")) << text;
  EXPECT_TRUE(Has(text, "lib/net                                          20   20\n")) << text;
  EXPECT_EQ(CountOf(text, "warning["), 8U);
  EXPECT_TRUE(Has(text, "32 more: --all shows them")) << text;

  PrintOptions all;
  all.all = true;
  const std::string whole = CheckAs("text", Report(20), all);
  EXPECT_EQ(CountOf(whole, "warning["), 40U);
  EXPECT_FALSE(Has(whole, "more: --all"));
}

TEST(Layout, HeadAndFootCountTheSame) {
  CheckReport report = Report(2);
  report.findings.push_back(Make("cheap", "APP_I", "a.py", Severity::kInfo));
  const std::string text = CheckAs("text", report);
  EXPECT_TRUE(text.starts_with("4 warnings, 1 info; the code accesses")) << text;
  EXPECT_TRUE(Has(text, "4 warnings (2 cheap, 2 costly), 1 info (1 cheap)\n")) << text;
}

TEST(Layout, ATableOfOneRowIsNone) {
  CheckReport report;
  report.rules = {{"cheap", "remove it"}};
  for (int i = 0; i < 35; ++i) {
    report.findings.push_back(Make("cheap", "APP_" + std::to_string(i), "lib/net/a.c"));
  }
  const std::string text = CheckAs("text", report);
  EXPECT_FALSE(Has(text, "  all\n")) << text;
  EXPECT_FALSE(Has(text, "flagcensus baseline")) << "35 can be read";
}

TEST(Layout, SoManyOfOneRuleHaveSomethingInCommon) {
  CheckReport report;
  report.rules = {{"cheap", "remove it"}};
  for (int i = 0; i < 45; ++i) {
    const std::string file = i < 40 ? "lib/net/a.c" : "lib/b.c";
    report.findings.push_back(Make("cheap", "APP_NET_" + std::to_string(i), file));
  }
  EXPECT_TRUE(Has(CheckAs("text", report),
                  "of 45 cheap: 40 are in lib/net/a.c; 45 begin with APP_NET_; 'flagcensus "
                  "baseline' accepts them, so that only new ones are reported\n"))
      << CheckAs("text", report);
  report.baseline = "flagcensus-baseline.json";  // good: there is one already
  EXPECT_FALSE(Has(CheckAs("text", report), "flagcensus baseline'"));
  for (int i = 0; i < 45; i += 2) report.findings[static_cast<size_t>(i)].code = {{"x.c", 1, 1}};
  EXPECT_FALSE(Has(CheckAs("text", report), "are in")) << "not four of five";
}

TEST(Layout, ManyAtInfoAreCountedBesideManyOthers) {
  CheckReport report = Report(20);
  report.findings.push_back(Make("cheap", "APP_I", "a.py", Severity::kInfo));
  EXPECT_TRUE(Has(CheckAs("text", report), "1 at severity info: 1 cheap; --all shows them\n"));
  EXPECT_FALSE(Has(CheckAs("text", report), "APP_I is wrong"));
  PrintOptions all;
  all.all = true;
  EXPECT_TRUE(Has(CheckAs("text", report, all), "APP_I is wrong: do something"));
}

TEST(Layout, GroupsHaveTheirHeading) {
  PrintOptions by;
  by.group_by = GroupBy::kPrefix;
  const std::string prefix = CheckAs("text", Report(2), by);
  EXPECT_LT(prefix.find("== APP_*\n"), prefix.find("== NET_*\n")) << prefix;
  EXPECT_EQ(CountOf(prefix, "== "), 2U);
  by.group_by = GroupBy::kFile;
  EXPECT_TRUE(Has(CheckAs("text", Report(2), by), "== tools/1.py\n\nwarning[costly]: NET_1"));
  by.group_by = GroupBy::kName;
  EXPECT_TRUE(Has(CheckAs("text", Report(2), by), "== NET_1\n\nwarning[costly]: NET_1"));
}

TEST(Layout, StatisticsAndQuiet) {
  PrintOptions options;
  options.statistics = true;
  CheckReport report = Report(2);
  report.findings.push_back(Make("costly", "APP_I", "a.py", Severity::kInfo));
  EXPECT_EQ(CheckAs("text", report, options),
            "     3  costly                  2 warnings, 1 info\n"
            "     2  cheap                   2 warnings\n");
  options.statistics = false;
  options.quiet = true;
  const std::string quiet = CheckAs("text", Report(20), options);
  EXPECT_EQ(CountOf(quiet, "warning["), 40U) << "none is skipped";
  EXPECT_FALSE(Has(quiet, "40 warnings"));
  EXPECT_FALSE(Has(quiet, "accesses to"));
}

TEST(Layout, LinesFitTheTerminal) {
  CheckReport report = Report(3);
  report.findings[0].message = "APP_0 " + ReplaceAll(std::string(60, 'x'), "x", "is wrong ");
  report.rules[0].remedy = ReplaceAll(std::string(30, 'x'), "x", "do it again ");
  PrintOptions options;
  options.width = 60;
  for (const std::string_view line : Split(CheckAs("text", report, options), '\n')) {
    EXPECT_LE(DisplayWidth(line), 60) << line;
  }
  EXPECT_EQ(WrapText("a bb ccc", 4, 1), "a bb\n ccc");
  EXPECT_EQ(WrapText("a bb ccc", 0, 1), "a bb ccc");
  EXPECT_EQ(WrapText("wwwwwwww b", 4, 2), "wwwwwwww\n  b") << "what is too wide stays whole";
}

TEST(Layout, PlacesAreLinksWhereTheTerminalTakesThem) {
  PrintOptions options;
  options.link_root = "/srv/a b";
  EXPECT_TRUE(Has(CheckAs("text", Report(1), options),
                  "\x1b]8;;file:///srv/a%20b/tools/0.py\x1b\\tools/0.py:3:1\x1b]8;;\x1b\\"));
}

TEST(Layout, AGroupNamesTheOthersBelow) {
  CheckReport report = Report(1);
  Finding& group = report.findings.front();
  group.message = "40 variables are undocumented: APP_00, APP_01 and 38 more";
  for (int i = 0; i < 40; ++i)
    group.names.push_back((i < 10 ? "APP_0" : "APP_") + std::to_string(i));
  const std::string text = CheckAs("text", report);
  EXPECT_TRUE(Has(text, "= others: APP_02, APP_03, ")) << text;
  EXPECT_TRUE(Has(text, "APP_26 and 13 more (--all)\n")) << text;
  PrintOptions all;
  all.all = true;
  EXPECT_TRUE(Has(CheckAs("text", report, all), "APP_38, APP_39\n"));
}

TEST(Layout, LongListsOfPagesAndNotesAreCut) {
  CheckReport report;
  for (int i = 0; i < 50; ++i) {
    report.page_reasons.push_back("page" + std::to_string(i) + ".md: 3 variables");
    report.diagnostics.push_back({"syntax-error", {"a.py", i + 1, 0}, "skipped"});
  }
  const std::string text = CheckAs("text", report);
  EXPECT_TRUE(Has(text, "page2.md: 3 variables and 47 more\n")) << text;
  EXPECT_TRUE(Has(text, "40 more notes: --verbose shows all of them\n"));
  PrintOptions verbose;
  verbose.verbose = true;
  EXPECT_TRUE(Has(CheckAs("text", report, verbose), "a.py:50: note"));
}

}  // namespace
}  // namespace flagcensus
