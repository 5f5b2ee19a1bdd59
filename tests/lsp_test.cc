// flagcensus lsp, as an editor uses it: what it says of a project while its files are edited.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <set>
#include <string>

#include "tests/lsp_client.h"
#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

using Value = LspClient::Value;

constexpr const char* kCode =
    "import os\n"
    "SIZE = os.getenv('APP_SIZE', '3')\n"
    "print(SIZE, os.environ['APP_MODE'])\n";
constexpr const char* kLspPage =
    "# Environment variables\n"
    "\n"
    "| Variable | Default | Description |\n"
    "| --- | --- | --- |\n"
    "| `APP_SIZE` | `4` | How many at once |\n"
    "| `APP_MODE` | | The mode |\n";

const Value kFull = Value::parse(R"({
  "textDocument": {
    "hover": {"contentFormat": ["markdown"]},
    "publishDiagnostics": {"relatedInformation": true, "codeDescriptionSupport": true},
    "codeAction": {"codeActionLiteralSupport": {}},
    "documentSymbol": {"hierarchicalDocumentSymbolSupport": true}},
  "workspace": {
    "workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"],
                      "changeAnnotationSupport": {}},
    "didChangeWatchedFiles": {"dynamicRegistration": true}},
  "window": {"workDoneProgress": true}})");

class LspTest : public testing::Test {
 protected:
  LspTest() {
    folder_.Write("app.py", kCode);
    folder_.Write("environment.md", kLspPage);
  }

  static Value Range(int line, int from, int to) {
    return {{"start", {{"line", line}, {"character", from}}},
            {"end", {{"line", line}, {"character", to}}}};
  }
  // The rules of diagnostics, sorted.
  static std::vector<std::string> RulesOf(const Value& diagnostics) {
    std::vector<std::string> out;
    for (const Value& one : diagnostics) out.push_back(one["code"]);
    std::sort(out.begin(), out.end());
    return out;
  }
  static Value WithRule(const Value& diagnostics, const std::string& rule) {
    for (const Value& one : diagnostics) {
      if (one["code"] == rule) return one;
    }
    return nullptr;
  }

  using List = std::vector<std::string>;
  ScratchFolder folder_;
  LspClient client_;
};

TEST_F(LspTest, TheLifecycleIsThatOfTheProtocol) {
  EXPECT_EQ(client_.Ask("textDocument/hover", {})["code"], -32002);
  const Value started = client_.Start(folder_.path());
  EXPECT_EQ(started["serverInfo"]["name"], "flagcensus");
  EXPECT_EQ(started["capabilities"]["positionEncoding"], "utf-16");
  EXPECT_EQ(client_.Ask("initialize", {})["code"], -32600);
  EXPECT_EQ(client_.Ask("no/such", {})["code"], -32601);
  EXPECT_TRUE(client_.Ask("shutdown", nullptr).is_null());
  EXPECT_EQ(client_.Ask("textDocument/hover", {})["code"], -32600);
  client_.Tell("exit", nullptr);
  EXPECT_EQ(client_.End(), 0);
}

TEST_F(LspTest, ExitWithoutShutdownAndTheEndOfTheClientAreFailures) {
  client_.Start(folder_.path());
  client_.Tell("exit", nullptr);
  EXPECT_EQ(client_.End(), 1);
  LspClient other;
  other.Start(folder_.path());
  EXPECT_EQ(other.End(), 1);
}

TEST_F(LspTest, DiagnosticsStandOnBothSidesAndGoWhenOneIsMended) {
  client_.Start(folder_.path(), kFull);
  const Value on_page = client_.Fresh("environment.md");
  ASSERT_EQ(RulesOf(on_page), List{"default-mismatch"}) << on_page;
  EXPECT_EQ(on_page[0]["source"], "flagcensus");
  EXPECT_EQ(on_page[0]["range"], Range(4, 16, 17)) << on_page;  // the value
  ASSERT_EQ(on_page[0]["relatedInformation"].size(), 1U);
  EXPECT_EQ(on_page[0]["relatedInformation"][0]["location"]["uri"], client_.UriOf("app.py"));
  EXPECT_EQ(client_.Published("environment.md"), on_page);
  const Value in_code = client_.Published("app.py");
  ASSERT_EQ(RulesOf(in_code), List{"default-mismatch"});
  EXPECT_EQ(in_code[0]["range"], Range(1, 18, 26));  // the name

  // Unsaved text counts, and clears both.
  client_.Open("environment.md", kLspPage);
  client_.Change("environment.md", 2, {{{"range", Range(4, 16, 17)}, {"text", "3"}}});
  EXPECT_EQ(client_.Fresh("environment.md").size(), 0U);
  EXPECT_EQ(client_.Published("app.py").size(), 0U);
  EXPECT_EQ(client_.Published("environment.md").size(), 0U);

  // Closed without saving: the file counts again.
  client_.Tell("textDocument/didClose",
               {{"textDocument", {{"uri", client_.UriOf("environment.md")}}}});
  EXPECT_EQ(client_.Fresh("app.py").size(), 1U);
  folder_.Write("environment.md", "");
  client_.Tell("workspace/didChangeWatchedFiles",
               {{"changes", {{{"uri", client_.UriOf("environment.md")}, {"type", 2}}}}});
  EXPECT_TRUE(WithRule(client_.Fresh("app.py"), "default-mismatch").is_null());
}

TEST_F(LspTest, ColumnsCountUnitsOfTheEncoding) {
  const std::string code =
      "import os\nprint('\xF0\x9F\x98\x80\xC3\xA9', os.getenv('APP_SIZE', '5'))\n";
  folder_.Write("app.py", code);
  client_.Start(folder_.path());
  Value found = WithRule(client_.Fresh("app.py"), "default-mismatch");
  EXPECT_EQ(found["range"], Range(1, 24, 32)) << found;
  // An edit after the character, in the same units: 5 becomes 4, which the page says.
  client_.Open("app.py", code);
  client_.Change("app.py", 2, {{{"range", Range(1, 36, 37)}, {"text", "4"}}});
  EXPECT_TRUE(WithRule(client_.Fresh("app.py"), "default-mismatch").is_null());

  LspClient bytes;
  const Value started =
      bytes.Start(folder_.path(), {{"general", {{"positionEncodings", {"utf-16", "utf-8"}}}}});
  EXPECT_EQ(started["capabilities"]["positionEncoding"], "utf-8");
  found = WithRule(bytes.Fresh("app.py"), "default-mismatch");
  EXPECT_EQ(found["range"], Range(1, 27, 35)) << found;
}

TEST_F(LspTest, HoverSaysWhatIsKnown) {
  client_.Start(folder_.path(), kFull);
  client_.Fresh("app.py");
  const Value hover = client_.Ask("textDocument/hover", client_.At("environment.md", 4, 6));
  const std::string text = hover["contents"]["value"];
  EXPECT_EQ(hover["contents"]["kind"], "markdown");
  EXPECT_EQ(hover["range"], Range(4, 3, 11));
  for (const char* part : {"**APP\\_SIZE**", "default `3`", "How many at once", "**Read**",
                           "[app.py:2](", "`os.getenv`", "**Documented**", "environment.md:5"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
  EXPECT_TRUE(client_.Ask("textDocument/hover", client_.At("app.py", 0, 1)).is_null());
}

TEST_F(LspTest, DefinitionsReferencesAndSymbols) {
  folder_.Write("deploy/compose.yml", "services:\n  a:\n    environment:\n      APP_SIZE: 3\n");
  client_.Start(folder_.path(), kFull);
  client_.Fresh("app.py");
  const Value to_page = client_.Ask("textDocument/definition", client_.At("app.py", 1, 20));
  ASSERT_EQ(to_page.size(), 1U) << to_page;
  EXPECT_EQ(to_page[0]["uri"], client_.UriOf("environment.md"));
  EXPECT_EQ(to_page[0]["range"], Range(4, 3, 11));
  const Value to_code = client_.Ask("textDocument/definition", client_.At("environment.md", 4, 5));
  ASSERT_EQ(to_code.size(), 1U) << to_code;
  EXPECT_EQ(to_code[0]["range"], Range(1, 18, 26));
  const Value from_compose =
      client_.Ask("textDocument/definition", client_.At("deploy/compose.yml", 3, 8));
  ASSERT_EQ(from_compose.size(), 1U) << from_compose;
  EXPECT_EQ(from_compose[0]["uri"], client_.UriOf("environment.md"));

  Value asked = client_.At("app.py", 1, 20);
  asked["context"] = {{"includeDeclaration", true}};
  const Value references = client_.Ask("textDocument/references", asked);
  std::set<std::string> files;
  for (const Value& one : references) files.insert(one["uri"]);
  EXPECT_EQ(files, (std::set<std::string>{client_.UriOf("app.py"), client_.UriOf("environment.md"),
                                          client_.UriOf("deploy/compose.yml")}))
      << references;

  const Value symbols = client_.Ask("textDocument/documentSymbol",
                                    {{"textDocument", {{"uri", client_.UriOf("app.py")}}}});
  ASSERT_EQ(symbols.size(), 2U) << symbols;
  EXPECT_EQ(symbols[0]["name"], "APP_SIZE");
  const Value all = client_.Ask("workspace/symbol", {{"query", "appmod"}});
  ASSERT_EQ(all.size(), 1U) << all;
  EXPECT_EQ(all[0]["name"], "APP_MODE");
}

// The labels that are completed at the end of the first line of a file.
Value LabelsAt(LspClient& client, const std::string& name, const std::string& text) {
  client.Open(name, text);
  const size_t line = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  const size_t start = text.rfind('\n') + 1;  // 0 if there is none
  const Value answer =
      client.Ask("textDocument/completion",
                 client.At(name, static_cast<int>(line), static_cast<int>(text.size() - start)));
  Value out = Value::array();
  if (answer.is_null()) return out;
  for (const Value& item : answer["items"]) out.push_back(item["label"]);
  return out;
}

TEST_F(LspTest, NamesAreCompletedWhereOneIsExpected) {
  folder_.Write("wrap.py",
                "import os\ndef setting(name):\n    return os.getenv(name)\nsetting('APP_SIZE')\n");
  client_.Start(folder_.path(), kFull);
  client_.Fresh("app.py");
  const Value both = {"APP_MODE", "APP_SIZE"};
  EXPECT_EQ(LabelsAt(client_, "a.py", "import os\nos.getenv('APP_"), both);
  EXPECT_EQ(LabelsAt(client_, "b.py", "import os\nos.environ[\"APP_S"), Value{"APP_SIZE"});
  EXPECT_EQ(LabelsAt(client_, "c.py", "import os\nsetting('"), both);
  EXPECT_EQ(LabelsAt(client_, "d.c", "f(getenv(\"APP_"), both);
  EXPECT_EQ(LabelsAt(client_, "e.js", "process.env.APP"), both);
  EXPECT_EQ(LabelsAt(client_, ".env", "A=1\nAPP"), both);
  EXPECT_EQ(LabelsAt(client_, "f.sh", "echo ${APP"), both);
  EXPECT_EQ(LabelsAt(client_, "g.yml", "x:\n  env:\n    APP_"), both);
  EXPECT_EQ(LabelsAt(client_, "h.yml", "x:\n  other:\n    APP_"), Value::array());
  EXPECT_EQ(LabelsAt(client_, "i.py", "print('APP_"), Value::array());
}

TEST_F(LspTest, RenameChangesCodeAndPages) {
  folder_.Write("app.py", std::string(kCode) + "# APP_SIZE is a number\n");
  client_.Start(folder_.path(), kFull);
  Value asked = client_.At("app.py", 1, 20);
  client_.Fresh("app.py");
  EXPECT_EQ(client_.Ask("textDocument/prepareRename", asked)["placeholder"], "APP_SIZE");
  EXPECT_TRUE(client_.Ask("textDocument/prepareRename", client_.At("app.py", 0, 1)).is_null());
  asked["newName"] = "APP_MODE";
  EXPECT_EQ(client_.Ask("textDocument/rename", asked)["code"], -32803);
  asked["newName"] = "no name";
  EXPECT_EQ(client_.Ask("textDocument/rename", asked)["code"], -32803);
  asked["newName"] = "APP_COUNT";
  const Value edit = client_.Ask("textDocument/rename", asked);
  ASSERT_EQ(edit["documentChanges"].size(), 2U) << edit;
  const Value& code = edit["documentChanges"][0];
  EXPECT_EQ(code["textDocument"]["uri"], client_.UriOf("app.py"));
  ASSERT_EQ(code["edits"].size(), 2U) << edit;
  EXPECT_EQ(code["edits"][0]["range"], Range(1, 18, 26));
  EXPECT_EQ(code["edits"][0]["newText"], "APP_COUNT");
  const auto confirmed = [&](const Value& one) {
    return edit["changeAnnotations"][one["annotationId"].get<std::string>()]["needsConfirmation"];
  };
  EXPECT_EQ(confirmed(code["edits"][0]), false);
  EXPECT_EQ(confirmed(code["edits"][1]), true);  // the comment
  EXPECT_EQ(edit["documentChanges"][1]["edits"].size(), 1U);
}

TEST_F(LspTest, ActionsMendIgnoreAndList) {
  folder_.Write("app.py", std::string(kCode) + "print(os.getenv('APP_OTHER', '1'))\n");
  client_.Start(folder_.path(), kFull);
  client_.Fresh("app.py");
  const auto actions = [&](const std::string& name, int line) {
    return client_.Ask("textDocument/codeAction", {{"textDocument", {{"uri", client_.UriOf(name)}}},
                                                   {"range", Range(line, 0, 80)},
                                                   {"context", {{"diagnostics", Value::array()}}}});
  };
  const Value on_page = actions("environment.md", 4);
  ASSERT_EQ(on_page.size(), 2U) << on_page;
  EXPECT_EQ(on_page[0]["title"], "Correct the default of APP_SIZE in environment.md");
  EXPECT_EQ(on_page[0]["isPreferred"], true);
  const Value& fix = on_page[0]["edit"]["documentChanges"][0]["edits"][0];
  EXPECT_EQ(fix["newText"], "3") << on_page;
  EXPECT_EQ(fix["range"], Range(4, 16, 17));
  const Value& comment = on_page[1]["edit"]["documentChanges"][0]["edits"][0];
  EXPECT_NE(comment["newText"].get<std::string>().find("<!-- flagcensus: ignore[default-mismatch]"),
            std::string::npos);
  const Value in_code = actions("app.py", 3);
  Value titles = Value::array();
  for (const Value& action : in_code) titles.push_back(action["title"]);
  EXPECT_NE(std::find(titles.begin(), titles.end(), "Ignore undocumented here, with a comment"),
            titles.end())
      << titles;
  EXPECT_NE(
      std::find(titles.begin(), titles.end(), "List APP_OTHER as internal in flagcensus.toml"),
      titles.end())
      << titles;
}

TEST_F(LspTest, AnEditorCorrectsAPageWhenItAsksForThat) {
  const Value started = client_.Start(folder_.path(), kFull);
  EXPECT_EQ(started["capabilities"]["codeActionProvider"]["codeActionKinds"],
            Value({"quickfix", "source.fixAll.flagcensus"}));
  client_.Fresh("environment.md");
  const auto actions = [&](const std::string& name, const Value& only) {
    return client_.Ask("textDocument/codeAction",
                       {{"textDocument", {{"uri", client_.UriOf(name)}}},
                        {"range", Range(0, 0, 0)},
                        {"context", {{"diagnostics", Value::array()}, {"only", only}}}});
  };
  for (const char* kind : {"source", "source.fixAll", "source.fixAll.flagcensus"}) {
    const Value all = actions("environment.md", {kind});
    ASSERT_EQ(all.size(), 1U) << kind << " " << all;
    EXPECT_EQ(all[0]["kind"], "source.fixAll.flagcensus");
    const Value& edits = all[0]["edit"]["documentChanges"][0]["edits"];
    ASSERT_EQ(edits.size(), 1U) << all;
    EXPECT_EQ(edits[0]["range"]["start"], (Value{{"line", 4}, {"character", 0}})) << all;
    EXPECT_NE(edits[0]["newText"].get<std::string>().find("3"), std::string::npos) << all;
  }
  // Nothing to correct there; another kind; a range without a finding.
  EXPECT_EQ(actions("app.py", {"source.fixAll"}), Value::array());
  EXPECT_EQ(actions("environment.md", {"source.organizeImports"}), Value::array());
  EXPECT_EQ(actions("environment.md", {"source.fixAll.flag"}), Value::array());
  EXPECT_EQ(actions("environment.md", Value()), Value::array());
}

// A second server takes the steps of the first from the cache, and says what the texts are then.
TEST_F(LspTest, AServerBeginsWithWhatTheLastOneFound) {
  const ScratchFolder cache;
  const auto stored = [&] {
    std::set<std::string> out;
    for (const auto& one : std::filesystem::directory_iterator(cache.path())) {
      if (one.path().extension() == ".steps") out.insert(one.path().filename().string());
    }
    return out;
  };
  const auto found = [&](const std::string& unsaved) {
    LspClient client(cache.path());
    client.Start(folder_.path(), kFull);
    if (!unsaved.empty()) client.Open("app.py", unsaved);
    const Value out = client.Fresh("environment.md");
    // The steps are written when nothing waits for an answer: a moment later.
    for (int i = 0; i < 200 && stored().empty() && unsaved.empty(); ++i) usleep(10'000);
    client.Fresh("app.py");
    return out;
  };
  const std::string other =
      "import os\nprint(os.getenv('APP_SIZE', '4'), os.environ['APP_MODE'])\n";
  const Value first = found("");
  EXPECT_EQ(RulesOf(first), List{"default-mismatch"});
  EXPECT_EQ(stored().size(), 1U);
  EXPECT_EQ(found(""), first);
  EXPECT_EQ(found(other), Value::array());
  folder_.Write("app.py", other);
  EXPECT_EQ(found(""), Value::array());
}

TEST_F(LspTest, WhatIsCancelledIsNotAnswered) {
  client_.Start(folder_.path());
  client_.Fresh("app.py");
  client_.Open("app.py", std::string(kCode) + "\n");
  Value asked = client_.At("app.py", 1, 20);
  asked["context"] = {{"includeDeclaration", true}};
  const int id = client_.Request("textDocument/references", asked);
  client_.Tell("$/cancelRequest", {{"id", id}});
  EXPECT_EQ(client_.AnswerTo(id)["error"]["code"], -32800);
  client_.Tell("$/cancelRequest", {{"id", "never"}});
  EXPECT_EQ(client_.Fresh("app.py").size(), 1U);
}

TEST_F(LspTest, NoiseIsAnsweredAsErrorsAndEndsNothing) {
  client_.SendBytes("nonsense\r\n\r\n");
  client_.SendBytes(std::string(1'000'000, '\n'));
  for (int i = 0; i < 100'000; ++i) client_.SendBytes("\r\n\r\n");
  client_.SendBytes("Content-Length: 99999999999999999999\r\n\r\n");
  client_.SendBytes("Content-Length: -1\r\n\r\nContent-Type: x; charset=latin1\r\n\r\n");
  client_.SendBytes(LspClient::Framed("{ not json"));
  client_.SendBytes(LspClient::Framed("[1, 2]"));
  client_.SendBytes(LspClient::Framed("\"text\""));
  client_.SendBytes(LspClient::Framed(std::string(100000, '[')));
  client_.Send({{"jsonrpc", "2.0"}, {"id", Value::object()}, {"method", 3}});
  client_.Send({{"id", 5}, {"method", "initialize"}});
  client_.Start(folder_.path());
  size_t parse_errors = 0;
  size_t invalid = 0;
  for (const Value& other : client_.others) {
    if (!other.contains("error")) continue;
    parse_errors += other["error"]["code"] == -32700 ? 1 : 0;
    invalid += other["error"]["code"] == -32600 ? 1 : 0;
  }
  EXPECT_GE(parse_errors, 3U);
  EXPECT_GE(invalid, 4U);
  // Wrong types anywhere.
  for (const Value& params :
       {Value(), Value(3), Value::array({1}), Value{{"textDocument", 4}},
        Value{{"textDocument", {{"uri", 4}}}}, Value{{"textDocument", {{"uri", "http://a/b"}}}},
        Value{{"textDocument", {{"uri", client_.UriOf("app.py")}}},
              {"position", {{"line", -1}, {"character", "x"}}}}}) {
    for (const char* method :
         {"textDocument/hover", "textDocument/definition", "textDocument/references",
          "textDocument/rename", "textDocument/completion", "textDocument/codeAction",
          "textDocument/documentSymbol", "workspace/symbol", "workspace/diagnostic"}) {
      EXPECT_NE(client_.Ask(method, params), "no answer") << method << params;
    }
    for (const char* method :
         {"textDocument/didOpen", "textDocument/didChange", "textDocument/didClose",
          "textDocument/didSave", "$/cancelRequest", "workspace/didChangeWatchedFiles",
          "workspace/didChangeWorkspaceFolders"}) {
      client_.Tell(method, params);
    }
  }
  // A message that is too long is skipped, and the next one is read.
  client_.SendBytes("Content-Length: 100000000\r\n\r\n" + std::string(100000000, 'x'));
  EXPECT_EQ(client_.Fresh("app.py").size(), 1U);
  // Ranges outside of the text.
  client_.Open("app.py", kCode);
  client_.Change("app.py", 2, {{{"range", Range(1000000, 5, 9)}, {"text", "\n"}}});
  client_.Change("app.py", 3, {{{"range", Range(1, 9, 5)}, {"text", "\n"}}});
  EXPECT_EQ(client_.Fresh("app.py").size(), 1U);
}

TEST_F(LspTest, FoldersComeAndGoAndABrokenConfigurationIsShown) {
  folder_.Write("one/app.py", kCode);
  folder_.Write("one/environment.md", kLspPage);
  client_.Start(folder_ / "one");
  EXPECT_EQ(client_.Fresh("app.py").size(), 1U);
  const Value file = {{"uri", client_.UriOf("flagcensus.toml")}, {"type", 1}};
  folder_.Write("one/flagcensus.toml", "internal = 3\n");
  client_.Tell("workspace/didChangeWatchedFiles", {{"changes", Value::array({file})}});
  client_.Fresh("app.py");
  ASSERT_EQ(client_.Published("flagcensus.toml").size(), 1U);
  EXPECT_EQ(client_.Published("flagcensus.toml")[0]["severity"], 1);
  folder_.Write("one/flagcensus.toml", "[severity]\ndefault-mismatch = 'off'\n");
  client_.Tell("workspace/didChangeWatchedFiles", {{"changes", Value::array({file})}});
  EXPECT_EQ(client_.Fresh("app.py").size(), 0U);
  EXPECT_EQ(client_.Published("flagcensus.toml").size(), 0U);
  std::filesystem::remove(folder_ / "one/flagcensus.toml");
  client_.Tell("workspace/didChangeWatchedFiles", {{"changes", Value::array({file})}});
  EXPECT_EQ(client_.Fresh("app.py").size(), 1U);
  client_.Tell("workspace/didChangeWorkspaceFolders",
               {{"event",
                 {{"added", Value::array()},
                  {"removed", {{{"uri", "file://" + (folder_ / "one")}, {"name", "one"}}}}}}});
  EXPECT_EQ(client_.Fresh("app.py").size(), 0U);
  EXPECT_EQ(client_.Published("app.py").size(), 0U);
}

TEST_F(LspTest, ProjectsInAFolderAreCheckedByThemselves) {
  for (const char* name : {"one", "two"}) {
    const std::string folder = name;
    folder_.Write(folder + "/flagcensus.toml", "");
    folder_.Write(folder + "/app.py", kCode);
    folder_.Write(folder + "/environment.md", kLspPage);
  }
  client_.Start(folder_.path(), kFull);
  EXPECT_EQ(client_.Fresh("one/app.py").size(), 1U);
  EXPECT_EQ(client_.Fresh("two/app.py").size(), 1U);
  client_.Open("two/app.py", std::string(kCode) + "print(os.getenv('APP_TWO', '1'))\n");
  EXPECT_EQ(client_.Fresh("two/app.py").size(), 2U);
  EXPECT_EQ(client_.Fresh("one/app.py").size(), 1U);
  // Another project is a project, too.
  folder_.Write("two/sub/flagcensus.toml", "");
  folder_.Write("two/sub/app.py", "import os\nprint(os.getenv('APP_SUB', '1'))\n");
  client_.Tell("workspace/didChangeWatchedFiles",
               {{"changes", {{{"uri", client_.UriOf("two/sub/flagcensus.toml")}, {"type", 1}}}}});
  EXPECT_EQ(RulesOf(client_.Fresh("two/sub/app.py")), List{"no-catalog"});
  EXPECT_EQ(client_.Fresh("two/app.py").size(), 2U);  // with the unsaved text
}

TEST_F(LspTest, TheFirstCheckIsShownAndFilesAreWatched) {
  client_.Start(folder_.path(), kFull);
  client_.Fresh("app.py");
  std::set<std::string> said;
  for (const Value& other : client_.others) {
    if (other.contains("method")) said.insert(other["method"]);
  }
  EXPECT_TRUE(said.contains("window/workDoneProgress/create"));
  EXPECT_TRUE(said.contains("client/registerCapability"));
}

TEST_F(LspTest, AFileWithoutAFolderIsReadInItsProject) {
  folder_.Write("flagcensus.toml", "");
  client_.Ask("initialize",
              {{"processId", nullptr}, {"rootUri", nullptr}, {"capabilities", Value::object()}});
  client_.Tell("initialized", Value::object());
  const std::string uri = "file://" + (folder_ / "app.py");
  client_.Tell("textDocument/didOpen",
               {{"textDocument",
                 {{"uri", uri}, {"languageId", "python"}, {"version", 1}, {"text", kCode}}}});
  const Value found = client_.Ask("textDocument/diagnostic", {{"textDocument", {{"uri", uri}}}});
  EXPECT_EQ(found["items"].size(), 1U) << found;
}

// "file:line rule" of all places.
std::set<std::string> PlacesOfCheck(const std::string& folder) {
  std::set<std::string> out;
  const Outcome run = RunProgram(folder, "check . --no-clang --format json");
  const Value report = Value::parse(run.out, nullptr, false);
  EXPECT_FALSE(report.is_discarded()) << run.err;
  for (const Value& finding : report["findings"]) {
    for (const char* side : {"code", "doc"}) {
      for (const Value& place : finding[side]) {
        out.insert(place["file"].get<std::string>() + ":" + place.value("line", Value(0)).dump() +
                   " " + finding["rule"].get<std::string>());
      }
    }
  }
  return out;
}

std::set<std::string> PlacesOfServer(LspClient& client, const std::string& folder) {
  std::set<std::string> out;
  const Value all = client.Ask("workspace/diagnostic", {{"previousResultIds", Value::array()}});
  for (const Value& file : all["items"]) {
    const std::string name = file["uri"].get<std::string>().substr(8 + folder.size());
    for (const Value& one : file["items"]) {
      const int line = one["range"]["start"]["line"].get<int>() + 1;
      out.insert(name + ":" + std::to_string(line) + " " + one["code"].get<std::string>());
    }
  }
  return out;
}

// Applies random edits through the server, and to a copy that is written to disk.
void EditAtRandom(const ScratchFolder& folder, LspClient& client, int edits, int between) {
  std::map<std::string, std::string> texts = {{"app.py", kCode}, {"environment.md", kLspPage}};
  std::map<std::string, int> versions;
  for (const auto& [name, text] : texts) client.Open(name, text);
  std::mt19937 random(7);
  const std::vector<std::string> parts = {"APP_SIZE",
                                          "APP_MODE",
                                          "'3'",
                                          "4",
                                          "\n",
                                          "os.getenv('APP_NEW', '1')\n",
                                          "| `APP_NEW` | `2` | x |\n",
                                          "print(",
                                          ")",
                                          " ",
                                          "\xC3\xA9",
                                          "\xF0\x9F\x98\x80",
                                          "#",
                                          "`",
                                          "|",
                                          "",
                                          ""};
  const auto pick = [&](size_t below) { return static_cast<size_t>(random()) % below; };
  for (int i = 1; i <= edits; ++i) {
    auto& [name, text] = *std::next(texts.begin(), static_cast<ptrdiff_t>(pick(2)));
    // The lines as the protocol counts them; all edits are at ends of lines or whole lines, whose
    // columns need no conversion.
    std::vector<size_t> starts = {0};
    for (size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '\n') starts.push_back(at + 1);
    }
    const size_t line = pick(starts.size());
    const size_t last = std::min(line + pick(2), starts.size() - 1);
    const std::string& part = parts[pick(parts.size())];
    const Value range = {{"start", {{"line", line}, {"character", 0}}},
                         {"end", {{"line", last}, {"character", 0}}}};
    text = text.substr(0, starts[line]) + part + text.substr(starts[last]);
    client.Change(name, ++versions[name] + 1, {{{"range", range}, {"text", part}}});
    if (i % between != 0) continue;
    for (const auto& [file, content] : texts) folder.Write(file, content);
    ASSERT_EQ(PlacesOfServer(client, folder.path()), PlacesOfCheck(folder.path())) << i;
  }
}

TEST_F(LspTest, RandomEditsEndWithWhatAFreshCheckSays) {
  client_.Start(folder_.path());
  const bool slow = std::getenv("FLAGCENSUS_SLOW_TESTS") != nullptr;
  EditAtRandom(folder_, client_, slow ? 2000 : 200, slow ? 20 : 10);
}

}  // namespace
}  // namespace flagcensus
