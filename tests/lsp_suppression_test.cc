// The comments that the language server offers to suppress a finding on a page.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "tests/lsp_client.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

using Value = LspClient::Value;

constexpr const char* kSuppressedSource =
    "import os\nSIZE = os.getenv('APP_SIZE', '3')\nprint(SIZE)\n";

const Value kFeatures = Value::parse(R"({
  "textDocument": {"codeAction": {"codeActionLiteralSupport": {}}},
  "workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}}})");

// In each format of pages: the comment that is offered, or the entry where there is no place for
// one. What is offered, applied, accepts the finding and adds none.
TEST(LspSuppression, IsAsTheFormatOfThePageWritesIt) {
  const std::string table = "Environment variables\n=====================\n\n";
  const struct {
    const char* file;
    std::string text;
    int line;  // of the finding, from 0
    std::string inserted;
  } cases[] = {
      {"environment.rst", table + "APP_GONE\n   One.\n", 3, ".. COMMENT\n\n"},
      {"environment.rst", table + "APP_SIZE\n   One.\nAPP_GONE\n   One.\n", 5, "\n.. COMMENT\n\n"},
      {"environment.rst", table + "* Of size:\n\n  APP_GONE\n     One.\n", 5, "  .. COMMENT\n\n"},
      {"environment.rst",
       table + ".. list-table::\n\n   * - ``APP_GONE``\n     - 3\n   * - ``APP_SIZE``\n     - 3\n",
       5, ""},
      {"environment.adoc", "= Environment variables\n\nAPP_GONE:: One.\n", 2, "// COMMENT\n"},
      {"environment.adoc",
       "= Environment variables\n\n|===\n| Variable | Default\n\n| `APP_GONE` | 3\n|===\n", 5,
       "// COMMENT\n"},
      {"app.1", ".TH APP 1\n.SH ENVIRONMENT\n.TP\n.B APP_GONE\nOne.\n", 3, ".\\\" COMMENT\n"},
      {"app.1.scd", "app(1)\n\n# ENVIRONMENT\n\n*APP_GONE*\n\tOne.\n", 4, "; COMMENT\n"},
      {"environment.mdx",
       "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n| `APP_GONE` | `4` |\n",
       4, "{/* COMMENT */} "},
      {"environment.md", "# Environment variables\n\n- `APP_GONE`: one.\n", 2, " <!-- COMMENT -->"},
      {".env.example", "APP_SIZE=3\nAPP_GONE=4\n", 1, "# COMMENT\n"},
      {"environment.txt", "Environment variables:\n\n  APP_GONE   one\n  APP_SIZE   two\n", 2, ""},
      // In code, a comment would be part of the sample.
      {"environment.adoc",
       "= Environment variables\n\n----\n# how it goes on\nexport APP_GONE=3\n----\n", 4, ""},
  };
  for (const auto& one : cases) {
    const ScratchFolder folder;
    folder.Write("pyproject.toml", "[project]\nname = \"app\"\n");
    folder.Write("app.py", kSuppressedSource);
    folder.Write(one.file, one.text);
    LspClient client;
    client.Start(folder.path(), kFeatures);
    client.Fresh("app.py");
    const Value actions =
        client.Ask("textDocument/codeAction",
                   {{"textDocument", {{"uri", client.UriOf(one.file)}}},
                    {"range", Value{{"start", {{"line", one.line}, {"character", 0}}},
                                    {"end", {{"line", one.line}, {"character", 80}}}}},
                    {"context", {{"diagnostics", Value::array()}}}});
    std::string title = "Ignore unused here, with a comment";
    if (one.inserted.empty()) title = "Ignore unused of APP_GONE in flagcensus.toml";
    const auto found = std::find_if(actions.begin(), actions.end(),
                                    [&](const Value& action) { return action["title"] == title; });
    ASSERT_NE(found, actions.end()) << one.file << one.text << actions;
    const Value& changes = (*found)["edit"]["documentChanges"];
    const Value& edit = changes.back()["edits"][0];
    std::string wanted = one.inserted;
    if (const size_t at = wanted.find("COMMENT"); at != std::string::npos) {
      wanted.replace(at, 7, "flagcensus: ignore[unused] TODO: the reason");
      EXPECT_EQ(edit["newText"], wanted) << one.file;
    }
    if (one.inserted.empty()) {
      folder.Write("flagcensus.toml", edit["newText"].get<std::string>());
    } else {
      std::vector<std::string> lines;
      for (const std::string_view line : Split(one.text, '\n')) lines.emplace_back(line);
      lines[edit["range"]["start"]["line"]].insert(edit["range"]["start"]["character"],
                                                   edit["newText"].get<std::string>());
      folder.Write(one.file, Join(lines, "\n"));
    }
    const Outcome run = RunProgram(
        folder.path(), "check --format concise --no-clang --select unused,unused-ignore");
    EXPECT_EQ(run.out, "") << one.file << one.text << ReadText(folder.path() + "/" + one.file);
  }
}

}  // namespace
}  // namespace flagcensus
