// Walks the registry: every rule has its page, fixtures with bad and good cases, a current copy of
// the page in docs/rules/, a row in the README and a link in docs/README.md. FLAGCENSUS_RENEW=1
// writes the copies, the rows and the links anew.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"
#include "analyzer/rules/rule.h"
#include "tests/expectation.h"
#include "tests/paths.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

const fs::path kRootPath = kRoot;

std::string Stem(const Rule& rule) { return fs::path(RuleFile(rule)).stem().string(); }

TEST(Registry, NamesAreOneStem) {
  std::set<std::string_view> names;
  for (const Rule& rule : Rules()) {
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name << " twice";
    EXPECT_EQ(ReplaceAll(Stem(rule), "_", "-"), rule.name);
    EXPECT_TRUE(std::any_of(RuleSources().begin(), RuleSources().end(),
                            [&](const EmbeddedFile& file) { return file.path == RuleFile(rule); }))
        << rule.name << " is not in " << RuleFile(rule);
    EXPECT_FALSE(rule.remedy.empty());
    EXPECT_EQ(FindRule(rule.name), &rule);
  }
  EXPECT_EQ(FindRule("no-such-rule"), nullptr);
}

TEST(Registry, RulesHaveRanksOfTheirOwn) {
  for (size_t i = 1; i < Rules().size(); ++i) {
    EXPECT_LT(Rules()[i - 1].rank, Rules()[i].rank)
        << Rules()[i - 1].name << " and " << Rules()[i].name << " have one rank";
  }
}

// A file that begins as a rule does and declares no row would be a rule that never runs.
TEST(Registry, EveryFileWithARulesPageIsARule) {
  for (const EmbeddedFile& file : RuleSources()) {
    if (file.text.find("\n// ## What it does\n") == std::string_view::npos) continue;
    EXPECT_TRUE(std::any_of(Rules().begin(), Rules().end(),
                            [&](const Rule& rule) { return RuleFile(rule) == file.path; }))
        << file.path << " lacks its row: extern constexpr Rule k...Rule = {...};";
  }
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
    const size_t info = page.find("\n## Reported as info\n");
    EXPECT_TRUE(info == std::string::npos || (info > page.find("\n## Not reported\n") && info < at))
        << rule.name << ": '## Reported as info' belongs between '## Not reported' and '## Fix'";
    EXPECT_EQ(page.find("reported only as info"), std::string::npos)
        << rule.name << ": list it below '## Reported as info'";
    EXPECT_EQ(page.find("namespace"), std::string::npos) << rule.name << ": code in the page";
  }
}

TEST(Registry, EveryRuleHasBadAndGoodFixtures) {
  for (const Rule& rule : Rules()) {
    const fs::path folder = kRootPath / "fixtures" / "rules" / Stem(rule);
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
  for (const fs::directory_entry& entry :
       fs::directory_iterator(kRootPath / "fixtures" / "rules")) {
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
    const fs::path file = kRootPath / "docs" / "rules" / (std::string(rule.name) + ".md");
    const std::string page = "<!-- generated from analyzer/rules/" + RuleFile(rule) +
                             "; edit that file instead -->\n\n" + RulePage(rule);
    if (renew) {
      fs::create_directories(file.parent_path());
      std::ofstream(file, std::ios::binary) << page;
    }
    EXPECT_EQ(ReadText(file), page)
        << file << " is old: run the tests once with FLAGCENSUS_RENEW=1";
    names.insert(file.filename().string());
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(kRootPath / "docs" / "rules")) {
    EXPECT_TRUE(names.contains(entry.path().filename().string())) << entry.path() << ": of no rule";
  }
}

// The part of `page` between the two comments that mark the list of rules is `wanted`.
void ExpectListed(const std::string& page, const std::string& wanted) {
  constexpr std::string_view kBegin = "<!-- the rules: FLAGCENSUS_RENEW=1 writes them -->\n";
  constexpr std::string_view kEnd = "<!-- end of the rules -->\n";
  const fs::path path = kRootPath / page;
  std::string text = ReadText(path);
  const size_t begin = text.find(kBegin);
  const size_t end = text.find(kEnd, begin);
  ASSERT_NE(end, std::string::npos) << page << " has no list of rules";
  const size_t from = begin + kBegin.size();
  if (std::getenv("FLAGCENSUS_RENEW") != nullptr) {
    text.replace(from, end - from, wanted);
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  EXPECT_EQ(text.substr(from, end - from), wanted)
      << page << " is old: run the tests once with FLAGCENSUS_RENEW=1";
}

TEST(Registry, TheReadmeHasARowForEveryRule) {
  std::string table = "| Rule | Reports |\n|---|---|\n";
  for (const Rule& rule : Rules()) {
    table += fmt::format("| [`{}`](docs/rules/{}.md) | {} |\n", rule.name, rule.name, rule.summary);
  }
  ExpectListed("README.md", table);
}

TEST(Registry, TheIndexHasALinkToEveryRule) {
  std::string list;
  for (const Rule& rule : Rules()) {
    list += fmt::format("- [{}](rules/{}.md): {}.\n", rule.name, rule.name, rule.summary);
  }
  ExpectListed("docs/README.md", list);
}

}  // namespace
}  // namespace flagcensus
