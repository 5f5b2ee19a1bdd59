// Pages under fixtures/blocks/ → the blocks that their readers make of them, compared with
// <page>.blocks (document_dump.h); FLAGCENSUS_RENEW=1 writes that. Of each run the line is exact,
// and its column is where its first word is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/pages/detect_format.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/document_dump.h"
#include "analyzer/tree/page_format.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

fs::path BlocksRoot() { return fs::path(kRoot) / "fixtures" / "blocks"; }

std::string ContentOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> BlockPages() {
  std::vector<std::string> out;
  for (const fs::directory_entry& entry : fs::directory_iterator(BlocksRoot())) {
    if (entry.path().extension() != ".blocks") out.push_back(entry.path().filename().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Plain text shows a few marks of other formats here.
const PageFormat* FormatOfPage(const std::string& page) {
  if (page.ends_with(".txt")) return &PlainFormat();
  return DetectPageFormat(page, ContentOf(BlocksRoot() / page));
}

// Each run's first word is not left of its column, if its line has it: what a page defines itself
// is put in place of its name.
void ExpectPlaces(const Block& block, const std::vector<std::string_view>& lines) {
  for (const Run& run : block.inlines) {
    ASSERT_GE(run.line, 1);
    ASSERT_LE(run.line, static_cast<int>(lines.size()));
    size_t begin = 0;
    while (begin < run.text.size() && !IsAlnum(run.text[begin])) ++begin;
    const size_t end = EndOfRun(run.text, begin, IsAlnum);
    if (end == begin || run.column == 0) continue;
    const std::string_view line = lines[static_cast<size_t>(run.line) - 1];
    const auto column = static_cast<size_t>(run.column) - 1;
    const std::string word = run.text.substr(begin, end - begin);
    if (line.find(word) == std::string_view::npos) continue;
    EXPECT_NE(line.find(word, column), std::string_view::npos)
        << run.line << ":" << run.column << ": " << run.text;
  }
  for (const Block& child : block.children) ExpectPlaces(child, lines);
}

class BlocksFixture : public testing::TestWithParam<std::string> {};

TEST_P(BlocksFixture, AreThoseOfTheDump) {
  const std::string text = ContentOf(BlocksRoot() / GetParam());
  const PageFormat* format = FormatOfPage(GetParam());
  ASSERT_NE(format, nullptr);
  std::vector<Diagnostic> diagnostics;
  const Document document = format->read({GetParam(), text, RegistryKeys(), diagnostics});
  for (const Block& block : document.blocks) ExpectPlaces(block, Split(text, '\n'));
  std::string dump = "format " + std::string(format->name) + "\n" + DumpDocument(document);
  for (const Diagnostic& one : diagnostics) {
    dump +=
        "diagnostic " + std::to_string(one.place.line) + " " + one.kind + ": " + one.message + "\n";
  }
  const fs::path golden = BlocksRoot() / (GetParam() + ".blocks");
  if (std::getenv("FLAGCENSUS_RENEW") != nullptr && ContentOf(golden) != dump) {
    std::ofstream(golden, std::ios::binary) << dump;
    return;
  }
  EXPECT_EQ(dump, ContentOf(golden)) << "old: run the tests once with FLAGCENSUS_RENEW=1";
}

INSTANTIATE_TEST_SUITE_P(
    Pages, BlocksFixture, testing::ValuesIn(BlockPages()), [](const auto& param) {
      std::string name = param.param;
      std::replace_if(name.begin(), name.end(), [](char c) { return !IsIdentifierByte(c); }, '_');
      return name;
    });

TEST(BlocksFixture, EachFamilyHasAPage) {
  std::set<std::string_view> formats;
  for (const std::string& page : BlockPages()) {
    const PageFormat* format = FormatOfPage(page);
    if (format != nullptr) formats.insert(format->name);
  }
  for (const std::string_view family :
       {"texinfo", "pod", "org", "yodl", "mediawiki", "labelled", "doxygen", "docbook", "man"}) {
    EXPECT_TRUE(formats.contains(family)) << family;
  }
}

}  // namespace
}  // namespace flagcensus
