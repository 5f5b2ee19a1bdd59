// The demo project, run by the program itself: its output stands in docs/demo.md, and a part of it
// is the README's picture. FLAGCENSUS_RENEW=1 writes both anew.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string>

#include "analyzer/rules/rule.h"
#include "tests/paths.h"
#include "tests/terminal_svg.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

constexpr std::string_view kBlockBegin =
    "<!-- the demo's output: FLAGCENSUS_RENEW=1 writes it -->\n```text\n";
constexpr std::string_view kBlockEnd = "```\n";

struct HereOutcome {
  std::string output;
  int status = -1;
};

bool Renews() { return std::getenv("FLAGCENSUS_RENEW") != nullptr; }

// Runs the program in a folder below the repository's root, or there, where the README's reader
// stands.
HereOutcome RunHere(const std::string& arguments, const std::string& folder = ".",
                    const std::string& before = "") {
  const std::string command = "cd '" + kRoot + "/" + folder + "' && " + before + " '" + kBinary +
                              "' " + arguments + " 2>/dev/null";
  HereOutcome out;
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return out;
  char buffer[4096];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.output.append(buffer, n);
  const int status = pclose(pipe);
  if (WIFEXITED(status)) out.status = WEXITSTATUS(status);
  return out;
}

TEST(Demo, StandsOnItsPage) {
  const HereOutcome run = RunHere("check fixtures/projects/demo");
  EXPECT_EQ(run.status, 1) << "findings make the status 1";
  const std::string path = kRoot + "/docs/demo.md";
  std::string page = ReadText(path);
  const size_t begin = page.find(kBlockBegin);
  ASSERT_NE(begin, std::string::npos);
  const size_t from = begin + kBlockBegin.size();
  const size_t to = page.find(kBlockEnd, from);
  ASSERT_NE(to, std::string::npos);
  if (Renews() && page.substr(from, to - from) != run.output) {
    page.replace(from, to - from, run.output);
    std::ofstream(path, std::ios::binary) << page;
    return;
  }
  EXPECT_EQ(page.substr(from, to - from), run.output)
      << path << " is old: run the tests once with FLAGCENSUS_RENEW=1";
}

TEST(Demo, IsTheReadmesPicture) {
  constexpr size_t kColumns = 100;
  const std::string arguments = "check --select default-mismatch,likely-typo,unused";
  const HereOutcome run = RunHere(arguments + " --color always", "fixtures/projects/demo",
                                  "COLUMNS=" + std::to_string(kColumns));
  EXPECT_EQ(run.status, 1);
  const std::string picture = TerminalSvg("flagcensus " + arguments, run.output, kColumns);
  EXPECT_EQ(picture.find('\x1b'), std::string::npos);
  const std::string path = kRoot + "/docs/report.svg";
  if (Renews()) std::ofstream(path, std::ios::binary) << picture;
  EXPECT_EQ(ReadText(path), picture)
      << path << " is old: run the tests once with FLAGCENSUS_RENEW=1";
  EXPECT_NE(ReadText(kRoot + "/README.md").find("](docs/report.svg)"), std::string::npos);
}

TEST(Demo, HasAFindingOfEveryRuleAndNoMore) {
  const HereOutcome run = RunHere("check fixtures/projects/demo --format json");
  const auto report = nlohmann::json::parse(run.output, nullptr, false);
  ASSERT_FALSE(report.is_discarded()) << run.output;
  // Some rules explain an undocumented name: their finding stands beside that one.
  std::set<std::string> explained;
  for (const auto& finding : report["findings"]) {
    const std::span<const Explained> others = FindRule(std::string(finding["rule"]))->explains;
    if (std::any_of(others.begin(), others.end(),
                    [](const Explained& one) { return one.rule == "undocumented"; })) {
      explained.insert(finding["name"]);
    }
  }
  std::multiset<std::string> found;
  for (const auto& finding : report["findings"]) {
    const bool beside = finding["rule"] == "undocumented" && explained.contains(finding["name"]);
    const bool warns = finding["severity"] != "info" ||
                       FindRule(std::string(finding["rule"]))->severity == Severity::kInfo;
    if (warns && !beside) found.insert(finding["rule"]);
  }
  std::multiset<std::string> want;
  for (const Rule& rule : Rules()) {
    if (rule.name != "no-catalog") want.insert(std::string(rule.name));  // the demo has a page
  }
  EXPECT_EQ(found, want) << "each rule has one finding, and each near miss none";
}

TEST(Demo, CanBeScanned) {
  const HereOutcome run = RunHere("scan fixtures/projects/demo --format jsonl");
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.output.find("\"name\":\"KILN_TIMEOUT\",\"op\":\"read\""), std::string::npos);
  EXPECT_NE(run.output.find("\"name\":\"KILN_TRACE\",\"op\":\"test\""), std::string::npos);
}

}  // namespace
}  // namespace flagcensus
