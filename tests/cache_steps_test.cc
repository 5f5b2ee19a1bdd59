// The steps of a check on disk: they hold for contents, and a file that lies changes no result.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <regex>
#include <string>
#include <utility>

#include "tests/cache_project.h"

namespace flagcensus {
namespace {

// The one file of steps in the cache.
std::string StepsIn(const std::string& folder) {
  std::string out;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".steps") out = entry.path().string();
  }
  return out;
}

void RemoveAnswers(const SampleProject& project) {
  for (const std::string& file : AnswersIn(project.cache)) fs::remove(file);
}

// How many steps were held, and of how many; nullopt: the run asked for none.
std::optional<std::pair<int, int>> StepsOf(const SampleProject& project) {
  RemoveAnswers(project);
  const Outcome warm = project.Warm(std::string(kCheck) + " --stats");
  std::smatch found;
  if (!std::regex_search(warm.err, found,
                         std::regex("steps from the cache +([0-9]+) of ([0-9]+)"))) {
    return std::nullopt;
  }
  EXPECT_EQ(warm.out, project.Cold(kCheck).out);
  return std::pair(std::stoi(found[1]), std::stoi(found[2]));
}

TEST(CacheSteps, HoldInAFreshCheckout) {
  const SampleProject project;
  project.Warm(kCheck);
  for (const auto& entry : fs::recursive_directory_iterator(project.tree)) {
    if (!entry.is_regular_file()) continue;
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(9));
  }
  const auto steps = StepsOf(project);
  ASSERT_TRUE(steps);
  EXPECT_GT(steps->second, 3);
  EXPECT_EQ(steps->first, steps->second);
}

TEST(CacheSteps, HoldForOtherFormatsAndOptionsOfTheReport) {
  const SampleProject project;
  project.Warm(kCheck);
  const Outcome warm = project.Warm("check --format concise --stats");
  EXPECT_NE(warm.err.find("steps from the cache"), std::string::npos);
  EXPECT_EQ(warm.out, project.Cold("check --format concise").out);
}

TEST(CacheSteps, AnEditRepeatsWhatItConcerns) {
  const SampleProject project;
  project.Warm(kCheck);
  project.Write("docs/environment.md",
                "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n"
                "| `APP_TIMEOUT` | `90` |\n| `APP_GONE` | `1` |\n\n--8<-- \".parts/more.md\"\n");
  const auto page = StepsOf(project);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->first + 1, page->second) << "only the search for what pages show reads it";
  project.Write("app/__init__.py", "unrelated = 1\n");
  const auto aside = StepsOf(project);
  ASSERT_TRUE(aside);
  EXPECT_GT(aside->first, 0);
  project.Write("app/names.py", "TIMEOUT = 'APP_WAIT'\nDEFAULT = '60'\n");
  const auto code = StepsOf(project);
  ASSERT_TRUE(code);
  EXPECT_LT(code->first, code->second);
  EXPECT_GT(code->first, 0) << "those of C hold";
  project.Write("app/new.py", "import os\nprint(os.getenv('APP_NEW', '1'))\n");
  const auto added = StepsOf(project);
  ASSERT_TRUE(added);
  EXPECT_EQ(added->first, 0);
}

TEST(CacheSteps, AFileThatSetsVariablesIsReadAgainIfItHasChanged) {
  const SampleProject project;
  const std::string compose = "services:\n  app:\n    build: .\n    environment:\n";
  project.Write("compose.yml", compose + "      APP_TIMEOUT: 5\n");
  project.Write("deploy/app.cfg", "APP_TIMEOUT=7\n");
  project.Warm(kCheck);
  const auto same = StepsOf(project);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->first, same->second);
  project.Write("compose.yml", compose + "      APP_TIMEOUT: 5\n      APP_TIMEOUTT: 6\n");
  ASSERT_TRUE(StepsOf(project));  // which compares the outputs
  RemoveAnswers(project);
  EXPECT_NE(project.Warm(kCheck).out.find("APP_TIMEOUTT"), std::string::npos);
  project.Write("flagcensus.toml",
                "[[surface]]\nfiles = \"deploy/*.cfg\"\nkind = \"dotenv\"\nvariables = \"all\"\n");
  ASSERT_TRUE(StepsOf(project));
  RemoveAnswers(project);
  EXPECT_NE(project.Warm(kCheck).out.find("deploy/app.cfg lacks it"), std::string::npos);
}

TEST(CacheSteps, ThoseOfOtherAccessorsDoNotHold) {
  const SampleProject project;
  project.Write("flagcensus.toml", "");
  project.Warm(kCheck);
  project.Write("flagcensus.toml",
                "[[accessor]]\nlanguage = \"python\"\ncall = \"app.util.other\"\nname = 0\n");
  const auto steps = StepsOf(project);
  ASSERT_TRUE(steps);
  EXPECT_EQ(steps->first, 0);
}

TEST(CacheSteps, AFileThatIsCutOrForgedChangesNothing) {
  const SampleProject project;
  const Outcome cold = project.Cold(kCheck);
  project.Warm(kCheck);
  const std::string file = StepsIn(project.cache);
  ASSERT_FALSE(file.empty());
  const std::string bytes = Slurp(file);
  const size_t stride = bytes.size() / 12 + 1;
  for (size_t at = 0; at < bytes.size(); at += stride) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ 0x21);
    for (const std::string& text : {broken, bytes.substr(0, at)}) {
      RemoveAnswers(project);
      Put(file, text);
      ExpectSame(project.Warm(kCheck), cold, "byte " + std::to_string(at));
    }
  }
}

TEST(CacheSteps, WhatALimitOfTheRunCutIsNotKept) {
  const SampleProject project;
  std::string big = "import os\nprint(os.getenv('APP_BIG', '1'))\n";
  while (big.size() < 600'000) big += "x = [1, 2, 3]\n";
  project.Write("app/big.py", big);
  const Outcome cut = project.Warm(std::string(kCheck) + " --max-memory 200M");
  EXPECT_NE(cut.err.find("--max-memory"), std::string::npos);
  ExpectSame(project.Warm(kCheck), project.Cold(kCheck), "without the limit");
}

TEST(CacheSteps, NoneWithoutACache) {
  const SampleProject project;
  const Outcome cold = project.Cold(std::string(kCheck) + " --stats");
  EXPECT_EQ(cold.err.find("steps from the cache"), std::string::npos);
  EXPECT_TRUE(AnswersIn(project.cache).empty());
}

}  // namespace
}  // namespace flagcensus
