// The demo project, run by the program itself: its output is the README's first screen.
// FLAGCENSUS_RENEW=1 writes it there anew.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "analyzer/rules/rule.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

const std::string kRoot = FLAGCENSUS_SOURCE_DIR;
constexpr std::string_view kBegin =
    "<!-- the demo's output: FLAGCENSUS_RENEW=1 writes it -->\n```text\n";
constexpr std::string_view kEnd = "```\n";

struct Outcome {
  std::string output;
  int status = -1;
};

// Runs the program in the repository's root, where the README's reader stands.
Outcome RunHere(const std::string& arguments) {
  const std::string command =
      "cd '" + kRoot + "' && '" + FLAGCENSUS_BINARY + "' " + arguments + " 2>/dev/null";
  Outcome out;
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return out;
  char buffer[4096];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.output.append(buffer, n);
  const int status = pclose(pipe);
  if (WIFEXITED(status)) out.status = WEXITSTATUS(status);
  return out;
}

TEST(Demo, IsTheReadmesFirstScreen) {
  const Outcome run = RunHere("check fixtures/projects/demo");
  EXPECT_EQ(run.status, 1) << "findings make the status 1";
  std::ifstream file(kRoot + "/README.md", std::ios::binary);
  std::string readme{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const size_t begin = readme.find(kBegin);
  ASSERT_NE(begin, std::string::npos);
  const size_t from = begin + kBegin.size();
  const size_t to = readme.find(kEnd, from);
  ASSERT_NE(to, std::string::npos);
  if (std::getenv("FLAGCENSUS_RENEW") != nullptr && readme.substr(from, to - from) != run.output) {
    readme.replace(from, to - from, run.output);
    std::ofstream(kRoot + "/README.md", std::ios::binary) << readme;
    return;
  }
  EXPECT_EQ(readme.substr(from, to - from), run.output)
      << "README.md is old: run the tests once with FLAGCENSUS_RENEW=1";
}

TEST(Demo, HasAFindingOfEveryRuleAndNoMore) {
  const Outcome run = RunHere("check fixtures/projects/demo --format json");
  const auto report = nlohmann::json::parse(run.output, nullptr, false);
  ASSERT_FALSE(report.is_discarded()) << run.output;
  // Some rules explain an undocumented name: their finding stands beside that one.
  std::set<std::string> explained;
  for (const auto& finding : report["findings"]) {
    if (finding["rule"] == "likely-typo" || finding["rule"] == "undocumented-alias") {
      explained.insert(finding["name"]);
    }
  }
  std::multiset<std::string> found;
  for (const auto& finding : report["findings"]) {
    const bool beside = finding["rule"] == "undocumented" && explained.contains(finding["name"]);
    // Of the rules only these never warn.
    const bool warns = finding["severity"] != "info" || finding["rule"] == "unresolved-name" ||
                       finding["rule"] == "stale-baseline";
    if (warns && !beside) found.insert(finding["rule"]);
  }
  std::multiset<std::string> want;
  for (const Rule& rule : Rules()) {
    if (rule.name != "no-catalog") want.insert(std::string(rule.name));  // the demo has a page
  }
  EXPECT_EQ(found, want) << "each rule has one finding, and each near miss none";
}

TEST(Demo, CanBeScanned) {
  const Outcome run = RunHere("scan fixtures/projects/demo --format jsonl");
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.output.find("\"name\":\"KILN_TIMEOUT\",\"op\":\"read\""), std::string::npos);
  EXPECT_NE(run.output.find("\"name\":\"KILN_TRACE\",\"op\":\"test\""), std::string::npos);
}

}  // namespace
}  // namespace flagcensus
