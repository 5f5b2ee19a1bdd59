// kRulePageS, as the build has it: the address of a rule's page is in SARIF and, for
// clients that show links, in the diagnostics of the language server. A build without it has no
// address.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "analyzer/base/text.h"
#include "tests/lsp_client.h"
#include "tests/paths.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

std::string Expected(const std::string& rule) { return ReplaceAll(kRulePage, "{rule}", rule); }

TEST(RuleAddress, IsThatOfTheBuildForEachRuleOfAReport) {
  const Outcome check = RunProgram(kRoot + "/fixtures/projects/demo", "check . --format sarif");
  const auto log = nlohmann::json::parse(check.out);
  const auto& rules = log["runs"][0]["tool"]["driver"]["rules"];
  ASSERT_GT(rules.size(), 10U);
  for (const auto& rule : rules) {
    EXPECT_EQ(rule.value("helpUri", ""), Expected(rule["id"])) << rule["id"];
    EXPECT_EQ(rule.contains("helpUri"), !kRulePage.empty());
  }
}

TEST(RuleAddress, IsAtADiagnosticIfTheEditorShowsLinks) {
  ScratchFolder folder;
  folder.Write("app.py", "import os\nprint(os.getenv('APP_SIZE', '3'))\n");
  folder.Write(
      "environment.md",
      "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n| `APP_SIZE` | `4` |\n");
  const auto address = [&](bool shows) {
    LspClient client;
    client.Start(folder.path(),
                 {{"textDocument", {{"publishDiagnostics", {{"codeDescriptionSupport", shows}}}}}});
    const auto diagnostics = client.Fresh("app.py");
    EXPECT_EQ(diagnostics[0]["code"], "default-mismatch");
    const auto described = diagnostics[0].find("codeDescription");
    return described == diagnostics[0].end() ? "" : (*described)["href"].get<std::string>();
  };
  EXPECT_EQ(address(true), Expected("default-mismatch"));
  EXPECT_EQ(address(false), "");
}

}  // namespace
}  // namespace flagcensus
