// Pages made to hurt the readers that go by lines: everything unclosed, NUL, CRLF, a byte order
// mark, deep nesting, one endless line. Each is read to its end in bounded time, and the section
// behind it is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/document_dump.h"
#include "analyzer/tree/page_format.h"
#include "tests/fuzz/check_document.h"

namespace flagcensus {
namespace {

std::string Times(std::string_view text, size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

Document ReadBlocks(std::string_view format, const std::string& text,
                    std::vector<Diagnostic>& diagnostics) {
  constexpr double kSeconds = 10;
  const std::clock_t begin = std::clock();
  Document document = FindPageFormat(format)->read({"page", text, RegistryKeys(), diagnostics});
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, kSeconds)
      << format << ": " << text.substr(0, 30);
  CheckDocument(document, text);
  return document;
}

std::string DumpOf(std::string_view format, const std::string& text) {
  std::vector<Diagnostic> diagnostics;
  return DumpDocument(ReadBlocks(format, text, diagnostics));
}

// What a family is hurt with, and a section at the end of the page.
struct Hurt {
  std::string_view format;
  std::string_view section;
  std::vector<std::string> shapes;
};

std::vector<Hurt> Hurts() {
  constexpr size_t n = 50'000;
  std::string steps;
  for (size_t i = 0; i < 2'000; ++i) steps += Times(" ", i) + "- a\n";
  return {
      {"texinfo",
       "@section LAST\n",
       {Times("@table @code\n@item x\n", n), Times("@code{", n), Times("@xref{", n),
        Times("@example\n", n), Times("@verbatim\n", n), Times("@ignore\n", n),
        "@multitable x\n@item " + Times("@tab a ", n) + "\n", Times("@itemize\n@item\n", n),
        Times("@defvr {Environment Variable} X\n", n), Times("{", n) + Times("}", n) + "\n",
        "@set a " + Times("b", 190) + "\n" + Times("@value{a}", n) + "\n",
        Times("@end table\n", n)}},
      {"pod",
       "=head1 LAST\n",
       {"=pod\n\n" + Times("=over\n\n=item *\n\n", n), "=pod\n\n" + Times("B<", n) + "\n\n",
        "=pod\n\n" + Times("E<", n) + "\n\n",
        "=pod\n\n" + Times("C<< ", n) + Times(" >>", n) + "\n\n", Times("=begin x\n\n", n),
        Times("=item x\n\n=back\n\n", n), "=pod\n\n" + Times("<", n) + "\n\n",
        Times("=for x\n", n) + "\n"}},
      {"org",
       "* LAST\n",
       {Times("- a :: b\n", n), steps, Times("=a ~b *c /d ", n) + "\n", Times("[[a", n) + "\n",
        Times("|", n) + "\n|-\n", Times("#+begin_src\n", n), Times("#+begin_quote\n", n),
        Times(":PROPERTIES:\n", n), Times("[[a] ", n) + "]]\n"}},
      {"yodl",
       "sect(LAST)\n",
       {Times("(", n) + "\n", Times("item(a)(b\n", n), Times("startitem()\n", n),
        Times("indent(", n), Times("example(\n", n),
        Times("tt(", n) + "\n\n" + Times(")", n) + "\n", Times("a", n) + "(\n",
        Times("COMMENT(\n", n), Times("endlist()\n", n)}},
      {"mediawiki",
       "== LAST ==\n",
       {Times("*", n) + " a\n" + Times("*#", n) + "b\n", Times("{|\n| a\n", n),
        Times("|a||b", n) + "\n", Times("<code>", n) + "\n", Times("[[", n) + "\n",
        Times("<pre>\n", n) + "</pre>\n", Times("{{", n) + Times("|", n) + "\n",
        Times("<a ", n) + "\n", "{|\n" + Times("|a||", n) + "\n", Times("; a : b\n* a\n", n),
        Times("<!-- a -->", n) + "\n"}},
      {"labelled",
       "LAST ONE\n========\n",
       {steps, Times("+--+--+\n", n), Times("| a | b |\n", n), Times("a  ", n) + "\n",
        Times("--- ", n) + "\n" + Times("--- ", n) + "\n", Times("NAME_A   x\n", n),
        Times("`a", n) + "\n", Times("a:\n\n    $ b\n", n), Times("Key: value\n", n),
        Times("====\n", n), Times("A_B   c   d\n", n), Times("\t", n) + "a\n"}},
  };
}

TEST(BlocksHostile, WhatIsUnclosedEndsAtTheNextSection) {
  for (const Hurt& hurt : Hurts()) {
    for (const std::string& shape : hurt.shapes) {
      const std::string dump =
          DumpOf(hurt.format, shape + "\n\n" + std::string(hurt.section) + "\ntail\n");
      EXPECT_NE(dump.find("heading"), std::string::npos)
          << hurt.format << ": " << shape.substr(0, 30);
      EXPECT_NE(dump.find("LAST"), std::string::npos) << hurt.format << ": " << shape.substr(0, 30);
    }
  }
}

TEST(BlocksHostile, BytesAndLineEndsMoveNoPlace) {
  for (const Hurt& hurt : Hurts()) {
    const std::string page = std::string(hurt.section) + "\nsome text\n";
    const std::string plain = DumpOf(hurt.format, page);
    EXPECT_EQ(DumpOf(hurt.format, ReplaceAll(page, "\n", "\r\n")), plain) << hurt.format;
    std::string marked = DumpOf(hurt.format, "\xef\xbb\xbf" + page);
    EXPECT_NE(marked.find("LAST"), std::string::npos) << hurt.format;
    const std::string nul = page + std::string("\0\xff\xfe", 3) + "\n\nbehind it\n";
    EXPECT_NE(DumpOf(hurt.format, nul).find("behind it"), std::string::npos) << hurt.format;
  }
}

TEST(BlocksHostile, AnEndlessLineIsCutWithADiagnostic) {
  const std::string line = Times("word ", 1'000'000);
  for (const Hurt& hurt : Hurts()) {
    std::vector<Diagnostic> diagnostics;
    ReadBlocks(hurt.format, std::string(hurt.section) + "\n" + line + "\n", diagnostics);
    EXPECT_TRUE(std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& one) {
      return one.kind == "line-too-long" && one.place.line > 1;
    })) << hurt.format;
  }
}

TEST(BlocksHostile, RandomMarkupDoesNoHarm) {
  std::mt19937 random(20240301);  // the same pages on every run
  for (const Hurt& hurt : Hurts()) {
    std::string alphabet = " \n\t=-*|()<>{}@:#'`\"\\.AB_x1\r";
    for (int round = 0; round < 100; ++round) {
      std::string text;
      for (size_t i = 0; i < 40; ++i) {
        const std::string& shape = hurt.shapes[random() % hurt.shapes.size()];
        text += shape.substr(0, random() % 30);
        for (size_t j = random() % 10; j > 0; --j) text += alphabet[random() % alphabet.size()];
      }
      DumpOf(hurt.format, text);
    }
  }
}

}  // namespace
}  // namespace flagcensus
