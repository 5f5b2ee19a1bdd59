// The formats of pages that the readers declare, and their table in docs/pages.md.
// FLAGCENSUS_RENEW=1 writes it anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "analyzer/base/text.h"
#include "analyzer/pages/document.h"
#include "analyzer/reference/formats.h"
#include "analyzer/tree/page_format.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

const std::string kFormatsPage = kRoot + "/docs/pages.md";
constexpr std::string_view kBegin = "<!-- the formats: FLAGCENSUS_RENEW=1 writes them -->\n\n";
constexpr std::string_view kEnd = "\n<!-- end of the formats -->";

std::string FormatsTable() {
  std::string out = "| Format | Files |\n| --- | --- |\n";
  for (const PageFormat& format : PageFormats()) {
    std::string endings;
    for (const std::string_view ending : format.endings) {
      endings += (endings.empty() ? "`." : ", `.") + std::string(ending) + "`";
    }
    out +=
        "| " + std::string(format.title) + " | " + ReplaceAll(format.files, "{}", endings) + " |\n";
  }
  return out;
}

TEST(PageFormats, RowsAreWhole) {
  std::set<int> ranks;
  std::set<std::string_view> names, endings;
  int plain = 0;
  for (const PageFormat& format : PageFormats()) {
    EXPECT_TRUE(ranks.insert(format.rank).second) << format.name << ": the rank is another's";
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    EXPECT_FALSE(format.title.empty()) << format.name;
    for (const std::string_view ending : format.endings) {
      EXPECT_TRUE(endings.insert(ending).second) << ending << " is of two formats";
      EXPECT_EQ(FormatOfEnding(ending), &format) << ending;
    }
    if (format.plain) ++plain;
    const bool markup = !format.markup.empty();
    EXPECT_TRUE(markup || format.tables == TableMarkup::kNone) << format.name;
    if (markup) {
      EXPECT_EQ(ReferenceFormatOf(format.markup, "").name, format.markup) << format.name;
    }
  }
  EXPECT_EQ(plain, 1);
}

TEST(PageFormats, AnEmptyPageIsAnEmptyDocument) {
  for (const PageFormat& format : PageFormats()) {
    ASSERT_NE(format.read, nullptr) << format.name;
    std::vector<Diagnostic> diagnostics;
    const RegistryKeys registry;
    EXPECT_TRUE(format.read({"page", "", registry, diagnostics}).blocks.empty()) << format.name;
  }
}

TEST(PageFormats, ThePageHasARowForEach) {
  std::ifstream file(kFormatsPage, std::ios::binary);
  std::string page{std::istreambuf_iterator<char>(file), {}};
  const size_t begin = page.find(kBegin);
  ASSERT_NE(begin, std::string::npos);
  const size_t from = begin + kBegin.size();
  const size_t to = page.find(kEnd, from);
  ASSERT_NE(to, std::string::npos);
  if (std::getenv("FLAGCENSUS_RENEW") != nullptr &&
      page.substr(from, to - from) != FormatsTable()) {
    page.replace(from, to - from, FormatsTable());
    std::ofstream(kFormatsPage, std::ios::binary) << page;
    return;
  }
  EXPECT_EQ(page.substr(from, to - from), FormatsTable())
      << "old: run the tests once with FLAGCENSUS_RENEW=1";
}

}  // namespace
}  // namespace flagcensus
