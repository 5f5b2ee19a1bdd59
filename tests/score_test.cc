// The entries read from the seed pages against their gold sets, in the folder `shared` beside the
// repository (or at FLAGCENSUS_SHARED). Skipped, with a message, where it is missing.
//
// The table below is the bar: a change to a reader may raise it and must not lower it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/paths.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"
#include "tests/skip.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

struct Bar {
  const char* seed;  // how the page's name starts, in seeds/
  const char* gold;  // in gold/
  double entry_recall;
  double entry_precision;
  double default_accuracy;
  double line_accuracy;
  double subflag_recall;
  friend void PrintTo(const Bar& bar, std::ostream* out) { *out << bar.gold; }
};

constexpr Bar kBars[] = {
    {"000", "easydel/catalog_seed.jsonl", 1, 1, 1, 1, 1},
    {"001", "neuron/catalog_neuron.jsonl", 1, 1, 1, 1, 1},
    {"002", "aitemplate/catalog_ait_old.jsonl", 1, 1, 1, 1, 1},
    {"003", "jax/catalog_jax.jsonl", 1, 1, 0.45, 1, 1},
    {"004", "aitemplate/catalog_ait.jsonl", 0.96, 1, 1, 1, 1},
};

fs::path Shared() {
  const char* set = std::getenv("FLAGCENSUS_SHARED");
  return set != nullptr ? fs::path(set) : fs::path(kRoot) / ".." / "shared";
}

fs::path FindSeed(const fs::path& folder, const std::string& start) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with(start)) return entry.path();
  }
  return {};
}

class Score : public testing::TestWithParam<Bar> {};

TEST_P(Score, CatalogIsAtTheBar) {
  const Bar& bar = GetParam();
  const fs::path shared = Shared();
  std::error_code ignored;
  if (!fs::exists(shared / "bin/score", ignored)) {
    ASSERT_FALSE(MustNotSkip() && fs::exists(shared, ignored)) << shared << " has no bin/score";
    GTEST_SKIP() << "skipped: lacks the gold sets at " << shared.lexically_normal();
  }
  if (std::system("python3 --version >/dev/null 2>&1") != 0) {
    FLAGCENSUS_SKIP("python3");
  }
  const fs::path seed = FindSeed(shared / "seeds", bar.seed);
  ASSERT_FALSE(seed.empty()) << "no page " << bar.seed << "* in " << shared / "seeds";

  const ScratchFolder folder;
  const Outcome read = RunProgram(folder.path(), "catalog '" + seed.string() + "' --format jsonl");
  ASSERT_EQ(read.status, 0) << read.err;
  folder.Write("entries.jsonl", read.out);
  std::string command = "python3 '" + (shared / "bin/score").string() + "' catalog --gold '" +
                        (shared / "gold" / bar.gold).string() + "' --got '" +
                        (folder / "entries.jsonl") + "' --show 20";
  const auto at_least = [&](const std::string& measure, double value) {
    command += " --min " + measure + "=" + std::to_string(value);
  };
  at_least("entry_recall", bar.entry_recall);
  at_least("entry_precision", bar.entry_precision);
  at_least("default_accuracy", bar.default_accuracy);
  at_least("line_accuracy", bar.line_accuracy);
  at_least("subflag_recall", bar.subflag_recall);
  const int status = std::system((command + " >'" + (folder / "score") + "' 2>&1").c_str());
  std::ifstream file(folder / "score");
  const std::string figures(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(status, 0) << figures;
  RecordProperty("figures", figures);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Score, testing::ValuesIn(kBars),
                         [](const auto& parameter) { return std::string(parameter.param.seed); });

}  // namespace
}  // namespace flagcensus
