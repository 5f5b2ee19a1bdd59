// Walks the registry: every rule has its page, fixtures with bad and good cases, a current copy of
// the page in docs/rules/ and a row in the README. FLAGCENSUS_RENEW=1 writes the copies anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "analyzer/base/embedded.h"
#include "analyzer/rules/rule.h"
#include "tests/expectation.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = FLAGCENSUS_SOURCE_DIR;

std::string ReadText(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string Stem(const Rule& rule) { return fs::path(rule.file).stem().string(); }

TEST(Registry, NamesAreOneStem) {
  std::set<std::string_view> names;
  for (const Rule& rule : Rules()) {
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name << " twice";
    std::string stem = Stem(rule);
    for (char& c : stem) c = c == '_' ? '-' : c;
    EXPECT_EQ(stem, rule.name);
    EXPECT_FALSE(rule.remedy.empty());
    EXPECT_EQ(FindRule(rule.name), &rule);
  }
  EXPECT_EQ(FindRule("no-such-rule"), nullptr);
}

TEST(Registry, EveryRuleHasAPageWithItsSections) {
  for (const Rule& rule : Rules()) {
    const std::string page = RulePage(rule);
    const std::string title =
        "# " + std::string(rule.name) + ": " + std::string(rule.summary) + "\n";
    EXPECT_TRUE(page.starts_with(title)) << rule.name << " opens with: " << page.substr(0, 120);
    size_t at = 0;
    for (const char* section :
         {"## What it does", "## Why it matters", "## Example", "## Not reported", "## Fix"}) {
      const size_t next = page.find(std::string("\n") + section + "\n", at);
      EXPECT_NE(next, std::string::npos) << rule.name << " lacks, or has out of order: " << section;
      if (next != std::string::npos) at = next;
    }
    EXPECT_EQ(page.find("namespace"), std::string::npos) << rule.name << ": code in the page";
  }
}

TEST(Registry, EveryRuleHasBadAndGoodFixtures) {
  for (const Rule& rule : Rules()) {
    const fs::path folder = kRoot / "fixtures" / "rules" / Stem(rule);
    ASSERT_TRUE(fs::is_directory(folder)) << folder;
    int bad = 0, good = 0;
    std::vector<std::string> complaints;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string text = ReadText(entry.path());
      for (const Expectation& want :
           ReadExpectations("want", entry.path().string(), text, &complaints)) {
        bad += want.subject == rule.name ? 1 : 0;
      }
      const bool sidecar = entry.path().extension() == ".want";
      bad += sidecar && text.find("want " + std::string(rule.name)) != std::string::npos ? 1 : 0;
      for (size_t at = text.find("good:"); at != std::string::npos;
           at = text.find("good:", at + 1)) {
        ++good;
      }
    }
    EXPECT_GE(bad, 1) << rule.name << " has no bad case";
    EXPECT_GE(good, 1) << rule.name << " has no good case";
  }
}

TEST(Registry, EveryFixtureFolderBelongsToARule) {
  std::set<std::string> stems;
  for (const Rule& rule : Rules()) stems.insert(Stem(rule));
  for (const fs::directory_entry& entry : fs::directory_iterator(kRoot / "fixtures" / "rules")) {
    // undocumented_pages/: one more project for the rule `undocumented`.
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(std::any_of(stems.begin(), stems.end(), [&](const std::string& stem) {
      return name == stem || name.starts_with(stem + "_");
    })) << entry.path();
  }
}

TEST(Registry, PublishedPagesAreCurrent) {
  const bool renew = std::getenv("FLAGCENSUS_RENEW") != nullptr;
  std::set<std::string> names;
  for (const Rule& rule : Rules()) {
    const fs::path file = kRoot / "docs" / "rules" / (std::string(rule.name) + ".md");
    const std::string page = "<!-- generated from analyzer/rules/" + std::string(rule.file) +
                             "; edit that file instead -->\n\n" + RulePage(rule);
    if (renew) {
      fs::create_directories(file.parent_path());
      std::ofstream(file, std::ios::binary) << page;
    }
    EXPECT_EQ(ReadText(file), page)
        << file << " is old: run the tests once with FLAGCENSUS_RENEW=1";
    names.insert(file.filename().string());
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(kRoot / "docs" / "rules")) {
    EXPECT_TRUE(names.contains(entry.path().filename().string())) << entry.path() << ": of no rule";
  }
}

TEST(Registry, EveryRuleHasARowInTheReadme) {
  const std::string readme = ReadText(kRoot / "README.md");
  for (const Rule& rule : Rules()) {
    const std::string name(rule.name);
    const std::string row =
        "| [`" + name + "`](docs/rules/" + name + ".md) | " + std::string(rule.summary) + " |";
    EXPECT_NE(readme.find("\n" + row + "\n"), std::string::npos) << "missing: " << row;
  }
}

}  // namespace
}  // namespace flagcensus
