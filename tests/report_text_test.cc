#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyzer/report/excerpt.h"
#include "tests/written.h"

namespace flagcensus {
namespace {

// The part of the excerpt that the mark covers, by columns (ASCII excerpts only).
std::string Marked(const Excerpt& excerpt) {
  return excerpt.text.substr(static_cast<size_t>(excerpt.mark),
                             static_cast<size_t>(excerpt.mark_width));
}

TEST(Excerpt, MarksTheNameOrTheDottedName) {
  const std::string line = "T = os.environ.get(\"APP_T\", 3)\r\n";
  EXPECT_EQ(Marked(MakeExcerpt(line, 5, "APP_T")), "os.environ.get");
  EXPECT_EQ(Marked(MakeExcerpt(line, 21, "APP_T")), "APP_T");
  EXPECT_EQ(Marked(MakeExcerpt(line, 0, "APP_T")), "T");
  EXPECT_EQ(Marked(MakeExcerpt("  x", 0, "")), "x");
}

TEST(Excerpt, CountsColumnsAsATerminalDoes) {
  EXPECT_EQ(MakeExcerpt("\tx", 2, "").mark, 4);
  EXPECT_EQ(MakeExcerpt("ab\tx", 4, "").mark, 4);
  EXPECT_EQ(MakeExcerpt("é = x", 6, "").mark, 4);          // one column, two bytes
  EXPECT_EQ(MakeExcerpt("価格 = x", 10, "").mark, 7);      // two columns, three bytes each
  EXPECT_EQ(MakeExcerpt("e\xcc\x81 = x", 7, "").mark, 4);  // a combining accent takes none
  EXPECT_EQ(MakeExcerpt("\x1b[2J x", 6, "").mark, 8);      // an escape is printed as \x1b
  EXPECT_EQ(MakeExcerpt("\xff x", 3, "").mark, 5);
}

TEST(Excerpt, StaysInsideAnyLineAndColumn) {
  EXPECT_EQ(MakeExcerpt("", 5, "A").mark, 0);
  EXPECT_EQ(MakeExcerpt("abc", 99, "A").mark, 3);
  EXPECT_EQ(MakeExcerpt("   ", 0, "A").mark, 3);
  MakeExcerpt("価", 2, "A");
}

TEST(Excerpt, CutsLongLinesAroundTheMark) {
  const std::string line = std::string(1'000'000, 'a') + " APP_T " + std::string(1'000'000, 'b');
  const Excerpt excerpt = MakeExcerpt(line, 1'000'002, "APP_T");
  EXPECT_LE(DisplayWidth(excerpt.text), 100);
  EXPECT_TRUE(excerpt.text.starts_with("..."));
  EXPECT_TRUE(excerpt.text.ends_with("..."));
  EXPECT_EQ(Marked(excerpt), "APP_T");
}

TEST(Excerpt, MasksCredentialsAndKeepsTheMarkInPlace) {
  const std::string line = "f(\"9f8A7s6D5f4G3h2J1k0LqW\", os.getenv(\"APP_TOKEN\"))";
  const Excerpt excerpt = MakeExcerpt(line, 29, "APP_TOKEN");
  EXPECT_EQ(excerpt.text, "f(\"***\", os.getenv(\"APP_TOKEN\"))");
  EXPECT_EQ(Marked(excerpt), "os.getenv");
}

TEST(TableCell, IsEscapedMaskedAndCut) {
  EXPECT_EQ(TableCell("a\nb\x1b", {}, 20), "a\\nb\\x1b");
  EXPECT_EQ(TableCell("abcdefghij", {}, 8), "abcde...");
  EXPECT_EQ(TableCell("9f8A7s6D5f4G3h2J1k0LqW", "APP_KEY", 20), "***");
  EXPECT_LE(DisplayWidth(TableCell("価格価格価格価格", {}, 8)), 8);
}

std::string TextOf(const CheckReport& report, const LineReader& line, bool colour, bool verbose) {
  PrintOptions options;
  options.line = line;
  options.colour = colour;
  options.verbose = verbose;
  return CheckAs("text", report, options);
}

CheckReport Example() {
  Finding warning;
  warning.rule = "default-mismatch";
  warning.name = "APP_T";
  warning.message = "APP_T is documented to default to 30 but defaults to 60";
  warning.remedy = "correct one";
  warning.code = {{"app/a.py", 12, 5}, {"app/b.py", 1, 1}};
  warning.doc = {{"docs/env.md", 9, 4}};
  Finding info;
  info.rule = "unused";
  info.name = "APP_U";
  info.severity = Severity::kInfo;
  info.message = "APP_U is documented, but nothing reads it\x1b[2J";
  info.doc = {{"docs/env.md", 10, 0}};
  CheckReport report;
  report.files = 2;
  report.accesses = 3;
  report.flags = 2;
  report.entries = 2;
  report.unresolved = 1;
  report.pages = {"docs/env.md"};
  report.findings = {warning, info};
  report.diagnostics = {{"syntax-error", {"app/c.py", 3, 0}, "one statement was skipped"}};
  return report;
}

std::string Line(const Place& place) {
  if (place.file == "app/a.py") return "T = os.getenv(\"APP_T\", 60)";
  if (place.file == "docs/env.md" && place.line == 9) return "| `APP_T` | `30` |";
  return "";
}

TEST(CheckText, CountsTheInventoryAndListsItWhereAsked) {
  CheckReport report = Example();
  report.inventory = {{"APP_S", "described", "it is described at a.md:3", "a.md:3", {}},
                      {"HOME", "third-party", "it is a variable of the shell", "the shell", {}},
                      {"PATH", "third-party", "it is a variable of the shell", "the shell", {}}};
  const std::string text = TextOf(report, Line, false, false);
  EXPECT_NE(text.find("not reported: 2 third-party, 1 described outside the catalog: --all lists "
                      "them\n"),
            std::string::npos)
      << text;
  PrintOptions options;
  options.all = true;
  const std::string all = CheckAs("text", report, options);
  EXPECT_TRUE(
      all.ends_with("\n\nthird-party (2): HOME (the shell), PATH (the shell)\n"
                    "described outside the catalog (1): APP_S (a.md:3)\n"))
      << all;
}

TEST(CheckText, ShowsBothSidesAndTheCounts) {
  EXPECT_EQ(TextOf(Example(), Line, false, false),
            "warning[default-mismatch]: APP_T is documented to default to 30 but defaults to 60: "
            "correct one\n"
            "  --> app/a.py:12:5\n"
            "   |\n"
            "12 | T = os.getenv(\"APP_T\", 60)\n"
            "   |     ^^^^^^^^^\n"
            "  ::: docs/env.md:9:4\n"
            "   |\n"
            " 9 | | `APP_T` | `30` |\n"
            "   |    ^^^^^\n"
            "\n"
            "docs/env.md:10: info[unused]: APP_U is documented, but nothing reads it\\x1b[2J\n"
            "\n"
            "app/c.py:3: note: one statement was skipped [syntax-error]\n"
            "\n"
            "1 warning (1 default-mismatch), 1 info (1 unused)\n"
            "3 accesses to 2 variables in 2 files, 2 catalog entries in docs/env.md\n"
            "1 access could not be resolved to a variable name and was not checked\n");
}

TEST(CheckText, ColoursOnlyWhenAsked) {
  EXPECT_EQ(TextOf(Example(), Line, false, true).find('\x1b'), std::string::npos);
  const std::string coloured = TextOf(Example(), Line, true, false);
  EXPECT_NE(coloured.find("\x1b[1;33mwarning[default-mismatch]\x1b[0m"), std::string::npos);
  std::string plain;  // the colours taken out again, nothing else has changed
  for (size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] == '\x1b') {
      i = coloured.find('m', i);
    } else {
      plain += coloured[i];
    }
  }
  EXPECT_EQ(plain, TextOf(Example(), Line, false, false));
}

TEST(CheckText, VerboseShowsAllPlacesAndInfosInFull) {
  const std::string text = TextOf(Example(), Line, false, true);
  EXPECT_NE(text.find("::: app/b.py:1:1"), std::string::npos);
  EXPECT_NE(text.find("info[unused]: APP_U"), std::string::npos);
  EXPECT_NE(text.find(" --> docs/env.md:10\n"), std::string::npos);
}

TEST(CheckText, ShowsWhatIsExplainedWithWhatExplainsIt) {
  const auto finding = [](const char* rule, const char* name, Severity severity) {
    Finding out;
    out.rule = rule;
    out.name = name;
    out.severity = severity;
    out.message = std::string(name) + " is told by " + rule;
    return out;
  };
  CheckReport report;
  report.findings = {finding("likely-typo", "APP_TIMEUOT", Severity::kWarning),
                     finding("undocumented", "APP_TIMEUOT", Severity::kWarning),
                     finding("unused", "APP_TIMEOUT", Severity::kWarning),
                     finding("undocumented", "APP_OLD", Severity::kWarning)};
  for (const size_t explained : {1, 2}) {
    report.findings[explained].explained.rule = "likely-typo";
    report.findings[explained].explained.name = "APP_TIMEUOT";
  }
  const std::string text = TextOf(report, Line, false, false);
  EXPECT_NE(text.find("warning[likely-typo]: APP_TIMEUOT is told by likely-typo\n"
                      " = note: includes warning[undocumented] for APP_TIMEUOT\n"
                      " = note: includes warning[unused] for APP_TIMEOUT\n\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("is told by unused"), std::string::npos);
  EXPECT_EQ(text.find("APP_TIMEUOT is told by undocumented"), std::string::npos);
  EXPECT_NE(text.find("warning[undocumented]: APP_OLD"), std::string::npos);
  EXPECT_NE(text.find("4 warnings ("), std::string::npos) << "all are counted";
}

TEST(CheckText, AGreenRunIsOneLine) {
  CheckReport report;
  EXPECT_EQ(TextOf(report, Line, false, false),
            "no disagreement found; 0 accesses to 0 variables in 0 files, 0 catalog entries\n");
  report.unresolved = 2;
  report.accepted.by_comment = 1;
  EXPECT_EQ(TextOf(report, Line, false, false),
            "no disagreement found; 0 accesses to 0 variables in 0 files, 0 catalog entries; 2 "
            "unresolved; 1 finding suppressed by a comment\n");
  report.findings.assign(9, Example().findings[1]);
  const std::string counted = TextOf(report, Line, false, false);
  EXPECT_TRUE(counted.starts_with("no warnings, 9 info (9 unused): --all shows them; 0 accesses"))
      << counted;
  EXPECT_EQ(std::count(counted.begin(), counted.end(), '\n'), 1);
  // good: with --verbose, a warning or a file that could not be read there is more to say
  EXPECT_NE(TextOf(report, Line, false, true).find("9 info (9 unused)\n0 accesses"),
            std::string::npos);
  report.diagnostics = Example().diagnostics;
  EXPECT_NE(TextOf(report, Line, false, false).find("9 info (9 unused)\n0 accesses"),
            std::string::npos);
}

TEST(CheckText, MarksTheValueOnThePage) {
  CheckReport report = Example();
  report.findings[0].highlight.stated = Stated{{"docs/env.md", 9, 14}, 2};
  EXPECT_NE(TextOf(report, Line, false, false)
                .find("  ::: docs/env.md:9:14\n   |\n 9 | | `APP_T` | `30` |\n"
                      "   |              ^^\n"),
            std::string::npos)
      << TextOf(report, Line, false, false);
  // On a line of its own the value is below the name.
  report.findings[0].highlight.stated = Stated{{"docs/env.md", 12, 13}, 2};
  const auto line = [](const Place& place) -> std::string {
    if (place.file != "docs/env.md") return "";
    return place.line == 9 ? "## APP_T" : place.line == 12 ? "Default is `30`." : "";
  };
  EXPECT_NE(TextOf(report, line, false, false)
                .find("  ::: docs/env.md:12:13\n   |\n 9 | ## APP_T\n...\n12 | Default is `30`.\n"
                      "   |             ^^\n"),
            std::string::npos)
      << TextOf(report, line, false, false);
}

TEST(CheckText, TwoReadsThatDisagreeAreBothShown) {
  CheckReport report = Example();
  report.findings.resize(1);
  EXPECT_FALSE(TextOf(report, Line, false, false).find("app/b.py:1:1") != std::string::npos);
  report.findings[0].highlight.about = AboutText::kTwoReads;
  const std::string text = TextOf(report, Line, false, false);
  EXPECT_LT(text.find("--> app/a.py:12:5"), text.find("::: app/b.py:1:1")) << text;
  EXPECT_EQ(text.find("docs/env.md:9"), std::string::npos) << "the page is not what is wrong";
}

TEST(CheckText, WhatIsWrongOnThePageIsShownThere) {
  CheckReport report = Example();
  report.findings.resize(1);
  report.findings[0].at_page = true;
  const std::string text = TextOf(report, Line, false, false);
  EXPECT_LT(text.find("--> docs/env.md:9:4"), text.find("::: app/a.py:12:5")) << text;
  EXPECT_TRUE(CheckAs("concise", report).starts_with("docs/env.md:9:4: warning"));
}

TEST(CheckText, MasksCredentialsInMessagesAndExcerpts) {
  CheckReport report = Example();
  report.findings.resize(1);
  report.findings[0].name = "APP_TOKEN";
  report.findings[0].message = "APP_TOKEN is documented as 9f8A7s6D5f4G3h2J1k0LqW";
  const auto line = [](const Place&) {
    return std::string("os.getenv(\"APP_TOKEN\", \"9f8A7s6D5f4G3h2J1k0LqW\")");
  };
  const std::string text = TextOf(report, line, false, false);
  EXPECT_EQ(text.find("9f8A7s6D"), std::string::npos);
  EXPECT_NE(text.find("os.getenv(\"APP_TOKEN\", \"***\")"), std::string::npos);
}

TEST(Tables, AlignByWidthAndCountWhatIsUnresolved) {
  Access known;
  known.name = "APP_価";
  known.place = {"a.py", 1, 5};
  known.via = "os.getenv";
  known.default_kind = DefaultKind::kLiteral;
  known.default_text = "";
  Access unknown;
  unknown.place = {"b.py", 2, 1};
  unknown.via = "os.environ[]";
  unknown.default_kind = DefaultKind::kRequired;
  EXPECT_EQ(ScanAs("table", {known, unknown}),
            "NAME    OP    DEFAULT     TYPE     SCOPE  VIA           PLACE\n"
            "APP_価  read  \"\"          unknown  src    os.getenv     a.py:1:5\n"
            "?       read  (required)  unknown  src    os.environ[]  b.py:2:1\n"
            "\n"
            "2 accesses, 1 with a name that could not be resolved\n");
  EXPECT_EQ(ScanAs("table", {}, {.colour = true}), "0 accesses\n");
  Entry entry;
  entry.name = "APP_A";
  entry.how = EntryHow::kTable;
  entry.place = {"env.md", 3, 1};
  entry.description = "what it does";
  Entry mention = entry;
  mention.how = EntryHow::kMention;
  EXPECT_EQ(CatalogAs("table", {entry, mention}),
            "NAME   DEFAULT  TYPE     HOW    PLACE     DESCRIPTION\n"
            "APP_A  -        unknown  table  env.md:3  what it does\n"
            "\n"
            "1 entry\n");
}

TEST(ReportText, ConciseIsALineAFinding) {
  CheckReport report = Example();
  report.findings.front().explained.rule = "likely-typo";
  report.findings.front().explained.name = "APP_T";
  const std::string all = CheckAs("concise", Example());
  EXPECT_EQ(static_cast<size_t>(std::count(all.begin(), all.end(), '\n')),
            Example().findings.size());
  EXPECT_EQ(all.substr(0, all.find('\n')),
            "app/a.py:12:5: warning: APP_T is documented to default to 30 but defaults to 60: "
            "correct one "
            "[default-mismatch]");
  EXPECT_NE(all.find("docs/env.md:10: info: APP_U"), std::string::npos);
  EXPECT_EQ(all.find('\x1b'), std::string::npos);
  EXPECT_EQ(CheckAs("concise", report).find("APP_T "), std::string::npos);
  EXPECT_NE(CheckAs("concise", report, {.verbose = true}).find("APP_T "), std::string::npos);
}

}  // namespace
}  // namespace flagcensus
