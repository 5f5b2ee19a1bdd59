// Runs every fixture: fixtures/rules/<stem>/ and fixtures/ownership/* through the whole check,
// fixtures/python/* (c, scopes) through the scan, each folder (or file) as a project of its own.
// What a fixture expects stands on its lines (expectation.h), so a new rule or construct needs no
// test code.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "analyzer/link/census.h"
#include "analyzer/pipeline/compare.h"
#include "analyzer/pipeline/load.h"
#include "tests/expectation.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

const fs::path kFixtures = fs::path(kRoot) / "fixtures";

// The files and folders of `folder`, sorted by name.
std::vector<fs::path> Children(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<Expectation> ExpectationsOf(std::string_view kind, const Tree& tree,
                                        std::vector<std::string>* complaints) {
  std::vector<Expectation> out;
  for (const SourceFile& file : tree.files) {
    // Neither code that is read nor, by its name, a page.
    if (file.kind == FileKind::kOther && !fs::exists(file.absolute + ".want")) continue;
    for (Expectation& one : ReadFixture({kind}, file.path, file.absolute, complaints)) {
      out.push_back(std::move(one));
    }
  }
  return out;
}

// Those of what the project tells the program, which is no part of its tree.
void AddOwnFiles(const fs::path& folder, std::vector<Expectation>* out,
                 std::vector<std::string>* complaints) {
  std::ifstream file(folder / "flagcensus.toml", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::vector<Expectation> wants = ReadExpectations("want", "flagcensus.toml", text, complaints);
  const fs::path baseline = folder / kBaselineName;
  if (fs::exists(baseline)) {
    std::vector<Expectation> more =
        ReadFixture({"want"}, baseline.filename().string(), baseline.string(), complaints);
    std::move(more.begin(), more.end(), std::back_inserter(wants));
  }
  std::move(wants.begin(), wants.end(), std::back_inserter(*out));
}

// A fixture as the program would see it when started inside its folder. Its own flagcensus.toml
// counts and none above it.
struct FixtureProject {
  ProjectOptions options;
  Config config;
  Tree tree;
  Census census;
};

FixtureProject Open(const fs::path& path) {
  FixtureProject out;
  const fs::path folder = fs::is_directory(path) ? path : path.parent_path();
  out.options.root = folder.string();
  out.options.paths = {path.string()};
  out.options.jobs = 1;
  out.options.clang.used = false;
  const fs::path config = folder / "flagcensus.toml";
  out.options.config.off = !fs::exists(config);
  if (!out.options.config.off) out.options.config.file = config.string();
  Result<Config> read = LoadConfig(out.options);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message);
  if (read.ok()) out.config = std::move(read).value();
  out.tree = WalkProject(out.options, out.config);
  out.census =
      CollectAccesses(out.tree, {out.options.jobs, out.config.source.accessors.get(), nullptr});
  return out;
}

std::vector<Finding> Check(FixtureProject& project, std::vector<std::string>* complaints) {
  if (project.config.catalog.empty()) {
    for (const SourceFile& file : project.tree.files) {
      if (file.kind == FileKind::kPage) project.options.pages.catalog.push_back(file.absolute);
    }
  }
  RunBudget budget;
  Result<Comparison> compared = Compare(project.tree, project.options, project.config, budget);
  if (!compared.ok()) {
    complaints->push_back(compared.error().message);
    return {};
  }
  std::vector<Finding> out = std::move(compared.value().findings);
  for (const InventoryRow& row : compared.value().inventory) {
    Finding& one = out.emplace_back();
    one.rule = "inventory";
    one.name = row.name;
    one.severity = Severity::kInfo;
    one.message = row.name + ": " + row.reason;
    one.code = row.places;
  }
  return out;
}

std::string TestName(const testing::TestParamInfo<fs::path>& info) {
  std::string out = info.param.filename().string();
  std::replace_if(
      out.begin(), out.end(),
      [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return out;
}

void Complain(const std::vector<std::string>& complaints) {
  for (const std::string& complaint : complaints) ADD_FAILURE() << complaint;
}

class RuleFixture : public testing::TestWithParam<fs::path> {};

TEST_P(RuleFixture, FindsWhatItsLinesWant) {
  FixtureProject project = Open(GetParam());
  std::vector<std::string> complaints;
  const std::vector<Finding> findings = Check(project, &complaints);
  std::vector<Expectation> wants = ExpectationsOf("want", project.tree, &complaints);
  AddOwnFiles(project.options.root, &wants, &complaints);
  EXPECT_FALSE(wants.empty()) << "a fixture that wants nothing tests nothing";
  Complain(complaints);
  Complain(MatchFindings(wants, findings));
}

class ScanFixture : public testing::TestWithParam<fs::path> {};

TEST_P(ScanFixture, AccessesAreThoseItsLinesWant) {
  const FixtureProject project = Open(GetParam());
  std::vector<std::string> complaints;
  const std::vector<Expectation> wants = ExpectationsOf("want-access", project.tree, &complaints);
  EXPECT_FALSE(project.tree.files.empty());
  Complain(complaints);
  Complain(MatchAccesses(wants, project.census.accesses));
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ScanFixture);
INSTANTIATE_TEST_SUITE_P(Fixtures, RuleFixture, testing::ValuesIn(Children(kFixtures / "rules")),
                         TestName);
INSTANTIATE_TEST_SUITE_P(Ownership, RuleFixture,
                         testing::ValuesIn(Children(kFixtures / "ownership")), TestName);
INSTANTIATE_TEST_SUITE_P(C, ScanFixture, testing::ValuesIn(Children(kFixtures / "c")), TestName);
INSTANTIATE_TEST_SUITE_P(Scopes, ScanFixture, testing::ValuesIn(Children(kFixtures / "scopes")),
                         TestName);
INSTANTIATE_TEST_SUITE_P(Languages, ScanFixture,
                         testing::ValuesIn(Children(kFixtures / "languages")), TestName);
INSTANTIATE_TEST_SUITE_P(Python, ScanFixture, testing::ValuesIn(Children(kFixtures / "python")),
                         TestName);

}  // namespace
}  // namespace flagcensus
