// Phrases that readers of messages, help and documentation stumbled over, with what to say instead.
// docs/glossary.md has the terms; this list only keeps the worst from coming back.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "tests/paths.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

struct Phrase {
  const char* found;
  const char* instead;
};

// Matched as whole words, in any case.
constexpr Phrase kPhrases[] = {
    {"kept answers?", "cache"},
    {"left out", "skipped"},
    {"leaves? out", "skip, exclude"},
    {"slips? of the pen", "typo"},
    {"anew", "again"},
    {"whose (it|they|one) (is|are)", "owner"},
    {"belongs? to others", "third-party"},
    {"(is|are) none of", "is not one of"},
    {"stands? (in|there|on|at|behind|beside)", "is, occurs"},
    {"nothing is told", "nothing is reported"},
    {"(is|are) told (by|with|as|apart|that)", "is reported"},
    {"that a hand wrote", "hand-written"},
    {"where (none|nothing|nobody) (is|are|says|sets)", "if, when"},
    {"no page names it", "no page mentions it"},
    {"of its like", "and similar"},
    {"but read as", "but defaults to"},
    {"read by nothing", "never read"},
    {"for (on|off) but", "turned on by, turned off by"},
    {"which nothing (uses|calls|checks)", "is never used"},
    {"before any use", "before it is used"},
    {"entr(y|ies) documents? them", "the documentation has N entries"},
    {"of the baseline (is|are)", "in the baseline"},
    {"(they|it) (is|are) looked for", "found automatically"},
    {"by way of", "via"},
    {"no word (of|on)", "no mention of"},
    {"is (none|no) (revision|commit|file|page|git)", "is not a"},
    {"not there", "missing"},
    {"would have it", "despite its name"},
    {"globs? as lines of", "patterns in .gitignore syntax"},
    {"whole or not at all", "write the whole page"},
    {"ends in (its|an) (header|extension|entry)", "is truncated"},
    {"(too many|many) turns", "iterations"},
    {"answered nonsense", "invalid answer"},
    {"gravest", "most severe"},
    {"has a file of its own", "has its own file"},
    {"of another project", "in another project"},
    {"lies deeper", "deeper content"},
    {"takes in", "refers to"},
    {"reported only as info", "a section: Reported as info"},
    {"findings? (is|are) accepted: [0-9]+", "N findings suppressed by"},
    {"revoke it, and remove it", "revoke the credential and remove it"},
    {"(documented|read|mentioned) but (no|nothing|its|the code)", "a comma before but"},
    {"(accesses|reads) of the project's own sources", "in the project's own sources"},
    {"(pages?|documentation|variables?) of the (tree|catalog|code)", "in the tree"},
    {"(masked|shown) in every output", "in all output formats"},
    {"remove it (from both|here)", "the code, the page"},
    {"directory of `?--root", "the --root directory"},
    {"RULE or NAME", "RULE|NAME"},
    {"hooks for pre-commit", "pre-commit hooks"},
    {"has no entry: it belongs", "is not documented: it is a variable of"},
    {"nothing touches", "nothing accesses"},
    {"baseline (is|are) fixed", "no longer occurs"},
};

std::vector<std::string> FoundIn(const std::string& text) {
  std::vector<std::string> out;
  for (const Phrase& phrase : kPhrases) {
    const std::regex pattern("\\b(" + std::string(phrase.found) + ")\\b", std::regex::icase);
    std::smatch match;
    if (std::regex_search(text, match, pattern))
      out.push_back("'" + match[1].str() + "': say " + phrase.instead);
  }
  return out;
}

// Each line that has one of them, with its number.
std::string Complaints(const std::string& text) {
  std::string out;
  size_t begin = 0;
  for (int line = 1; begin < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    for (const std::string& one : FoundIn(text.substr(begin, end - begin)))
      out += std::to_string(line) + ": " + one + "\n";
    begin = end + 1;
  }
  return out;
}

TEST(PlainEnglish, ThePhrasesAreFound) {
  EXPECT_EQ(Complaints("the file\nwas left out here\n"), "2: 'left out': say skipped\n");
  EXPECT_EQ(Complaints("a workout leftover, a standstill\n"), "");
}

TEST(PlainEnglish, OfHelp) {
  const ScratchFolder folder;
  for (const char* const command : {"", "check", "docs", "scan", "catalog", "explain", "baseline",
                                    "init", "diff", "audit", "merge", "cache", "completions"}) {
    EXPECT_EQ(Complaints(RunProgram(folder.path(), std::string(command) + " --help").out), "")
        << command;
  }
}

TEST(PlainEnglish, OfTheDemo) {
  const std::string demo = std::string(FLAGCENSUS_SOURCE_DIR) + "/fixtures/projects/demo";
  EXPECT_EQ(Complaints(RunProgram(demo, "check --no-cache --no-clang --all -v .").out), "");
}

TEST(PlainEnglish, OfPages) {
  namespace fs = std::filesystem;
  const std::string root = FLAGCENSUS_SOURCE_DIR;
  std::vector<std::string> pages = {root + "/README.md", root + "/CONTRIBUTING.md",
                                    root + "/SECURITY.md"};
  for (const auto& entry : fs::recursive_directory_iterator(root + "/docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path().string());
  }
  EXPECT_GT(pages.size(), 40U);
  for (const std::string& page : pages) EXPECT_EQ(Complaints(ReadText(page)), "") << page;
}

// What programs print: the string literals of the sources, where they are sentences.
TEST(PlainEnglish, OfMessages) {
  namespace fs = std::filesystem;
  const std::regex literal("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
  for (const auto& entry :
       fs::recursive_directory_iterator(std::string(FLAGCENSUS_SOURCE_DIR) + "/analyzer")) {
    if (entry.path().extension() != ".cc" && entry.path().extension() != ".h") continue;
    const std::string text = ReadText(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), literal), end; at != end; ++at) {
      const std::string one = (*at)[1].str();
      if (std::count(one.begin(), one.end(), ' ') < 2) continue;
      EXPECT_EQ(Complaints(one), "") << entry.path().string() << ": " << one;
    }
  }
}

}  // namespace
}  // namespace flagcensus
