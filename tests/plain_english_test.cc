// Phrases that readers of messages, help and documentation stumbled over, with what to say instead.
// docs/glossary.md has the terms; this list only keeps the worst from coming back.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <utility>
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
  const std::string demo = kRoot + "/fixtures/projects/demo";
  EXPECT_EQ(Complaints(RunProgram(demo, "check --no-cache --no-clang --all -v .").out), "");
}

TEST(PlainEnglish, OfPages) {
  namespace fs = std::filesystem;
  const std::string root = kRoot;
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
  for (const auto& entry : fs::recursive_directory_iterator(kRoot + "/analyzer")) {
    if (entry.path().extension() != ".cc" && entry.path().extension() != ".h") continue;
    const std::string text = ReadText(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), literal), end; at != end; ++at) {
      const std::string one = (*at)[1].str();
      if (std::count(one.begin(), one.end(), ' ') < 2) continue;
      EXPECT_EQ(Complaints(one), "") << entry.path().string() << ": " << one;
    }
  }
}

// Words of a dialect that comments of the sources and of the data once had: each stood for several
// things, so that a reader had to guess. In comments only: identifiers have their own test below.
constexpr Phrase kDialect[] = {
    {"stands?|standing|stood", "is, occurs, is written, represents"},
    {"holds?|held", "contains, has, is true, keeps"},
    {"tells?|told|telling", "reports, states, says, distinguishes"},
    {"handed(?!-on)|hands? (on|over|out)", "passed"},
    {"settled|settles", "determined"},
    {"nobody", "if it is unset; users; no one else"},
    {"looked (at|for)", "examined, searched"},
    {"what is meant", "the meaning"},
    {"of its like", "and similar"},
};

std::string DialectIn(const std::string& comment) {
  // "there is none" is English; "which is none" is not. A line may begin within such a phrase.
  static const std::regex kNone("\\b(\\w+) (is|are) none\\b");
  std::smatch none;
  if (std::regex_search(comment, none, kNone) && none[1] != "there") {
    return "'" + none.str() + "': say there is no, is not a, does not";
  }
  static const std::vector<std::pair<std::regex, const char*>> kPatterns = [] {
    std::vector<std::pair<std::regex, const char*>> out;
    for (const Phrase& phrase : kDialect) {
      out.emplace_back(std::regex("\\b(" + std::string(phrase.found) + ")\\b", std::regex::icase),
                       phrase.instead);
    }
    return out;
  }();
  for (const auto& [pattern, instead] : kPatterns) {
    std::smatch match;
    if (std::regex_search(comment, match, pattern)) {
      return "'" + match[1].str() + "': say " + instead;
    }
  }
  return "";
}

// The comment of a line that begins with `mark` outside of a literal; "" if there is none. What is
// between quotes or backticks in it is an example, and left aside.
std::string CommentOf(const std::string& line, const std::string& mark) {
  char quote = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (quote != 0) {
      if (c == '\\' && quote == '"') ++at;
      if (c == quote) quote = 0;
    } else if (c == '"' || (c == '\'' && mark == "#")) {
      quote = c;
    } else if (line.compare(at, mark.size(), mark) == 0) {
      // A word before two blanks is a key that the comment describes.
      static const std::regex kExample("\"[^\"]*\"|`[^`]*`|\\{[^}]*\\}|^ ?[\\w-]+  ");
      return std::regex_replace(line.substr(at + mark.size()), kExample, "");
    }
  }
  return "";
}

TEST(PlainEnglish, TheDialectIsFoundInCommentsAlone) {
  EXPECT_NE(DialectIn(CommentOf("int x = 1;  // what it holds", "//")), "");
  EXPECT_EQ(DialectIn(CommentOf("Print(\"it holds\");  // \"it holds\" is printed", "//")), "");
  EXPECT_EQ(DialectIn(CommentOf("threshold = 1  # a household, an understanding", "#")), "");
}

TEST(PlainEnglish, OfComments) {
  namespace fs = std::filesystem;
  const std::string root = kRoot;
  size_t comments = 0;
  for (const auto& [folder, mark] :
       std::vector<std::pair<std::string, std::string>>{{"/analyzer", "//"}, {"/queries", "#"}}) {
    for (const auto& entry : fs::recursive_directory_iterator(root + folder)) {
      const std::string ending = entry.path().extension();
      const bool read = mark == "#" ? ending == ".toml" : ending == ".cc" || ending == ".h";
      if (!read) continue;
      std::ifstream file(entry.path());
      int number = 0;
      for (std::string line; std::getline(file, line);) {
        ++number;
        const std::string comment = CommentOf(line, mark);
        comments += comment.empty() ? 0 : 1;
        const std::string found = DialectIn(comment);
        EXPECT_EQ(found, "") << entry.path().string() << ":" << number << ": " << line;
      }
    }
  }
  EXPECT_GT(comments, 15'000U);
}

// Identifiers say what is reported, stated, contained or passed on.
TEST(PlainEnglish, OfNames) {
  namespace fs = std::filesystem;
  const std::regex dialect(
      "\\b(Tell|Tells|Told|Handed|LeftOut|kTold|kTell|[a-z_]*(handed|told|left_out))(?=[A-Z_]|\\b)"
      "[A-Za-z_]*");
  for (const auto& entry : fs::recursive_directory_iterator(kRoot + "/analyzer")) {
    if (entry.path().extension() != ".cc" && entry.path().extension() != ".h") continue;
    std::ifstream file(entry.path());
    int number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      static const std::regex kLiteral("\"(?:[^\"\\\\]|\\\\.)*\"");
      const std::string code =
          std::regex_replace(line.substr(0, line.find("//")), kLiteral, "\"\"");
      std::smatch match;
      EXPECT_FALSE(std::regex_search(code, match, dialect))
          << entry.path().string() << ":" << number << ": " << match.str();
    }
  }
}

}  // namespace
}  // namespace flagcensus
