// What the files of queries/*/libraries say of their libraries: that it is whole, and the page that
// is written from it. FLAGCENSUS_RENEW=1 writes docs/libraries.md anew.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"
#include "analyzer/c/function_rows.h"
#include "analyzer/config/accessors.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

const std::string kLibrariesPage = kRoot + "/docs/libraries.md";

constexpr std::string_view kLibrariesHead = R"(# Libraries

What flagcensus knows of libraries that read or declare environment variables. Everything else is followed in the project's own
code: a wrapper needs no entry. The version is that of the manual that was read; others mostly do the same. A library that is
missing can be described in [flagcensus.toml](configuration.md), or added in one file (`CONTRIBUTING.md`, "Add a library").
)";

std::string Cell(std::string_view text) { return ReplaceAll(std::string(text), "|", "\\|"); }

std::string TableOf(std::string_view title, std::vector<LibraryRow> rows) {
  std::sort(rows.begin(), rows.end(), [](const LibraryRow& a, const LibraryRow& b) {
    return ToLower(a.name) < ToLower(b.name);
  });
  std::string out = fmt::format(
      "\n## {}\n\n| Library | Version | Understood | Not understood | Manual | Tried on |\n"
      "|---|---|---|---|---|---|\n",
      title);
  for (const LibraryRow& row : rows) {
    std::string sections;
    for (const std::string& section : row.manual) {
      sections += (sections.empty() ? "" : "; ") + section;
    }
    out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", row.name, row.version, Cell(row.known),
                       Cell(row.limits), Cell(sections), row.user);
  }
  return out;
}

TEST(Libraries, EachFileIsReadAndSaysWhatIsKnown) {
  size_t files = 0;
  for (const EmbeddedFile& file : QueryFiles()) {
    if (file.path.find("/libraries/") == std::string_view::npos) continue;
    ++files;
    const Result<AccessorTable> table = ReadAccessors(file.text, std::string(file.path));
    ASSERT_TRUE(table.ok()) << table.error().message;
    ASSERT_EQ(table.value().libraries.size(), 1U) << file.path << " needs one [library]";
    EXPECT_FALSE(table.value().libraries[0].known.empty()) << file.path;
  }
  const Accessors& all = BuiltInAccessors();
  EXPECT_EQ(files, all.python.libraries.size() + all.c.libraries.size());
  EXPECT_GE(files, 40U);
}

TEST(Libraries, TheLibraryNeedsItsNameVersionAndManual) {
  for (const std::string_view text :
       {"[library]\nname = \"a\"\nversion = \"1\"\n", "[library]\nname = \"a\"\nmanual = [\"m\"]\n",
        "[library]\nname = 1\nversion = \"1\"\nmanual = [\"m\"]\n",
        "[library]\nname = \"a\"\nversion = \"1\"\nmanual = [\"m\"]\nusers = \"b\"\n"}) {
    EXPECT_FALSE(ReadAccessors(text, "a.toml").ok()) << text;
  }
}

TEST(Libraries, AListOfWordsIsAListOfStrings) {
  for (const std::string_view key : {"words", "shells"}) {
    EXPECT_TRUE(ReadAccessors(fmt::format("{} = []\n", key), "a.toml").ok()) << key;
    for (const std::string_view wrong : {"1", "\"a\"", "[\"a\", 1]"}) {
      const Result<AccessorTable> table =
          ReadAccessors(fmt::format("{} = {}\n", key, wrong), "a.toml");
      ASSERT_FALSE(table.ok()) << key << " = " << wrong;
      EXPECT_EQ(table.error().message, fmt::format("a.toml:1: '{}' is a list of strings", key));
    }
  }
}

TEST(Libraries, AWrongFunctionRowOfCIsAnError) {
  const auto message = [](std::string_view row) {
    FunctionRows rows;
    const std::optional<Error> error =
        AddFunctionRows(fmt::format("[functions]\n{}\n", row), "a.toml", rows);
    return error ? error->message : "";
  };
  EXPECT_EQ(message("text_sinks = [\"log\"]"), "");
  EXPECT_EQ(message("text_sinks = [\"log\", 1]"), "a.toml:2: 'text_sinks' is a list of strings");
  EXPECT_EQ(message("text_sinks = \"log\""), "a.toml:2: 'text_sinks' is a list of strings");
  EXPECT_EQ(message("gives = { f = 0 }"), "");
  EXPECT_EQ(message("gives = { f = 101 }"), "a.toml:2: an argument is a position");
  EXPECT_EQ(message("gives = { f = -1 }"), "a.toml:2: an argument is a position");
  EXPECT_EQ(message("gives = { f = [0] }"), "a.toml:2: an argument is a position");
  EXPECT_EQ(message("giv = { f = 0 }"), "a.toml:2: unknown key 'giv', or a wrong type");
}

TEST(Libraries, ThePageIsWhatTheFilesSay) {
  const Accessors& all = BuiltInAccessors();
  const std::string wanted = std::string(kLibrariesHead) + TableOf("Python", all.python.libraries) +
                             TableOf("C and C++", all.c.libraries);
  if (std::getenv("FLAGCENSUS_RENEW") != nullptr) {
    std::ofstream(kLibrariesPage, std::ios::binary) << wanted;
  }
  std::ifstream file(kLibrariesPage, std::ios::binary);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(page, wanted) << "old: run the tests once with FLAGCENSUS_RENEW=1";
}

}  // namespace
}  // namespace flagcensus
