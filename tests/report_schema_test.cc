// Every line that the JSON printers emit holds to the schemas that the project publishes.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "tests/paths.h"
#include "tests/schema_check.h"
#include "tests/written.h"

namespace flagcensus {
namespace {

using nlohmann::json;

json ReadSchema(const std::string& name) {
  std::ifstream file(kRoot + "/docs/schema/" + name + ".schema.json");
  return json::parse(file);
}

// The printed lines, each valid, with exactly the fields that the schema describes.
std::vector<json> CheckLines(const std::string& schema_name, const std::string& printed) {
  const json schema = ReadSchema(schema_name);
  std::vector<json> out;
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) {
    const json document = json::parse(line);
    EXPECT_EQ(Violations(schema, document), "") << line;
    for (const auto& field : document.items()) {
      EXPECT_TRUE(schema["properties"].contains(field.key())) << field.key() << " in no schema";
    }
    for (const char c : line) {
      EXPECT_TRUE(c >= 0x20 && c < 0x7f) << "a byte that could drive a terminal";
    }
    out.push_back(document);
  }
  return out;
}

Access FullAccess() {
  Access access;
  access.name = "APP_\x1b\xff_価";
  access.place = {"a\xff.py", 3, 5};
  access.default_text = "60";
  access.default_kind = DefaultKind::kLiteral;
  access.via = "check_bool_flag";
  access.chain = {{"app/env.py", 9, 1}};
  access.bound_to = "T";
  access.value = "x\xc3";
  access.condition = "defined(X)";
  access.description = "what\nit does";
  access.configurations = {"build/\xff", "build/gpu"};
  return access;
}

TEST(Schema, ScanLinesHoldToIt) {
  std::vector<Access> accesses = {FullAccess(), Access{}};
  accesses[1].place = {"b.py", 1, 1};
  for (int i = 0; i < 7; ++i) {
    Access access = FullAccess();
    access.op = static_cast<AccessOp>(i);
    access.default_kind = static_cast<DefaultKind>(i % 4);
    access.type = static_cast<ValueType>(i + 1);
    access.scope = static_cast<Scope>(i);
    access.language = static_cast<Language>(i % 6);
    accesses.push_back(access);
  }
  const std::vector<json> lines = CheckLines("scan", ScanAs("jsonl", accesses));
  ASSERT_EQ(lines.size(), 9U);
  EXPECT_EQ(lines[0]["chain"][0], "app/env.py:9");
  EXPECT_TRUE(lines[1]["name"].is_null());
  EXPECT_TRUE(lines[1]["default"].is_null());
  EXPECT_EQ(lines[0]["configurations"][1], "build/gpu");
  EXPECT_FALSE(lines[1].contains("configurations"));
}

TEST(Schema, CatalogLinesHoldToIt) {
  std::vector<Entry> entries;
  for (int i = 0; i <= static_cast<int>(EntryHow::kMention); ++i) {
    Entry entry;
    entry.name = "APP_A";
    entry.place = {"env.md", i + 1, 1};
    entry.how = static_cast<EntryHow>(i);
    entry.default_kind = static_cast<DocumentedDefault>(i % 4);
    entry.default_text = "\xff";
    entry.claims = {"alias-of:APP_B", "always-set", "values:a|b"};
    if (i % 2 == 0) entry.parent = "APP_P";
    entries.push_back(entry);
  }
  EXPECT_EQ(CheckLines("catalog", CatalogAs("jsonl", entries, {.mentions = true})).size(),
            entries.size());
  EXPECT_EQ(CheckLines("catalog", CatalogAs("jsonl", entries)).size(), entries.size() - 1);
}

CheckReport FullReport() {
  Finding finding;
  finding.rule = "default-mismatch";
  finding.name = "APP_A";
  finding.message = "both sides \xff";
  finding.documented = "30";
  finding.actual = "60";
  finding.fingerprint = Fingerprint({"default-mismatch", "APP_A"});
  finding.code = {{"a.py", 3, 5}, {"b.py", 0, 0}};
  finding.doc = {{"env.md", 9, 0}};
  Finding acknowledged = finding;
  acknowledged.acknowledged = true;
  acknowledged.documented = acknowledged.actual = std::nullopt;
  Finding grouped = finding;
  grouped.name.clear();
  grouped.names = {"APP_A", "APP_B\xff"};
  grouped.reason = "set-by-program";
  grouped.explained.rule = "declared-not-consumed";
  CheckReport report;
  report.pages = {"env.md"};
  report.clang = ClangContribution{5, 4, 3, 2, 1};
  finding.score = {{5, "its value is bound to a constant"}};
  report.findings = {finding, acknowledged, grouped};
  report.inventory = {
      {"PATH", "third-party", "it is a variable of the shell \xff", "the shell", {{"a.py", 4, 1}}}};
  report.diagnostics = {{"unreadable-file", {"c.py", 0, 0}, "no permission"},
                        {"syntax-error", {"d.py", 3, 1}, "a statement was skipped"}};
  return report;
}

TEST(Schema, CheckDocumentsHoldToIt) {
  const std::vector<json> lines = CheckLines("check", CheckAs("json", FullReport()));
  ASSERT_EQ(lines.size(), 1U);
  const json& document = lines[0];
  EXPECT_EQ(document["summary"]["findings"]["default-mismatch"], 3);
  EXPECT_TRUE(document["findings"][2]["name"].is_null());
  EXPECT_EQ(document["findings"][2]["names"].size(), 2U);
  EXPECT_EQ(document["findings"][2]["reason"], "set-by-program");
  EXPECT_EQ(document["summary"]["clang"]["failed"], 1);
  EXPECT_EQ(document["findings"][0]["score"], 5);
  EXPECT_EQ(document["summary"]["inventory"][0]["kind"], "third-party");
  EXPECT_EQ(document["summary"]["inventory"][0]["places"][0]["line"], 4);
  EXPECT_FALSE(document["findings"][0].contains("acknowledged"));
  EXPECT_EQ(document["findings"][1]["acknowledged"], true);
  EXPECT_FALSE(document["findings"][0]["code"][1].contains("line"));
  const json schema = ReadSchema("check");
  for (const char* part : {"finding", "diagnostic"}) {
    for (const json& object : document[std::string(part) + "s"]) {
      for (const auto& field : object.items()) {
        EXPECT_TRUE(schema["definitions"][part]["properties"].contains(field.key())) << field.key();
      }
    }
  }
  for (const auto& field : document["summary"].items()) {
    EXPECT_TRUE(schema["properties"]["summary"]["properties"].contains(field.key()));
  }
  EXPECT_EQ(CheckLines("check", CheckAs("json", CheckReport{})).size(), 1U);
}

TEST(Schema, CheckLinesHoldToIt) {
  const json schema = ReadSchema("check-line");
  std::istringstream lines(CheckAs("jsonl", FullReport()));
  size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    json one = json::parse(line);
    EXPECT_EQ(Violations(schema, one), "") << line;
    const json& known = schema["definitions"][one["what"].get<std::string>()]["properties"];
    for (const auto& field : one.items()) EXPECT_TRUE(known.contains(field.key())) << field.key();
    one["what"] = "other";
    EXPECT_NE(Violations(schema, one), "");
  }
  EXPECT_EQ(count, 6U);
}

TEST(Schema, ChangesHoldToIt) {
  std::vector<FlagChange> changes;
  for (int i = 0; i <= static_cast<int>(ChangeKind::kType); ++i) {
    FlagChange change;
    change.kind = static_cast<ChangeKind>(i);
    change.name = "APP_TOKEN";
    change.place = {"a.py", i, i};
    if (change.kind == ChangeKind::kAdded) change.default_text = "9f8A7s6D5f4G3h2J1k0LqW";
    if (change.kind == ChangeKind::kRenamed) change.old_name = "APP_\xff";
    if (change.kind >= ChangeKind::kDefault) change.before = change.after = "`\n|";
    changes.push_back(change);
  }
  const std::vector<json> lines = CheckLines("diff", DiffAs("json", changes));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["changes"][0]["default"], "***");
  const json known = ReadSchema("diff")["properties"]["changes"]["items"]["properties"];
  for (const json& change : lines[0]["changes"]) {
    for (const auto& field : change.items()) EXPECT_TRUE(known.contains(field.key()));
  }
  const std::string page = DiffAs("markdown", changes);
  EXPECT_EQ(page.find("9f8A7s6D"), std::string::npos);
  EXPECT_NE(page.find("- `APP_TOKEN`: `` `\\n| `` changed to"), std::string::npos) << page;
  EXPECT_EQ(DiffAs("text", {}), "no variables changed\n");
}

TEST(Schema, ExplanationsHoldToIt) {
  const Access access = FullAccess();
  Entry entry;
  entry.name = *access.name;
  entry.place = {"env.md", 3, 1};
  Flag flag;
  flag.name = *access.name;
  for (int kind = 0; kind <= static_cast<int>(Consumption::Kind::kUnlisted); ++kind) {
    flag.accesses.push_back({&access, {static_cast<Consumption::Kind>(kind), "x", false, false}});
  }
  flag.entries = flag.mentions = {&entry};
  flag.passages.push_back({{"a.md", 1, 0}, true, DocumentedDefault::kUnstated, std::nullopt, ""});
  flag.signs.push_back({InternalSign::Kind::kComment, {"a.py", 2, 1}, "for testing"});
  flag.seen_elsewhere = {{"run.sh", 1, 1}};
  Finding other;
  other.rule = "unused";
  other.name = "APP_OTHER";
  Finding several;
  several.rule = "unused";
  several.names = {"APP_OTHER", flag.name};
  const std::vector<json> lines = CheckLines("explain", ExplainAs("json", flag, {other, several}));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0]["findings"].size(), 1U);
  const InventoryRow row{flag.name, "described", "it is described at a.md:1", "a.md:1", {}};
  EXPECT_EQ(CheckLines("explain", ExplainAs("json", flag, {}, {row}))[0]["inventory"]["kind"],
            "described");
  EXPECT_TRUE(ExplainAs("text", flag, {}, {row})
                  .ends_with("no finding, because\n  described: it is described at a.md:1\n"));
  const std::string text = ExplainAs("text", flag, {other, several});
  for (const char* part :
       {"a.md:1: described", "env.md:3:1: named", "\"for testing\"", "run.sh:1"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
}

TEST(Schema, CanFail) {
  json document = json::parse(CheckAs("json", FullReport()));
  document["findings"][0]["severity"] = "grave";
  EXPECT_NE(Violations(ReadSchema("check"), document), "");
  document = json::parse(CheckAs("json", FullReport()));
  document["findings"][0].erase("fingerprint");
  EXPECT_NE(Violations(ReadSchema("check"), document), "");
  EXPECT_NE(Violations(ReadSchema("scan"), json::object()), "");
}

TEST(Json, MasksCredentialsEverywhere) {
  const std::string secret = "9f8A7s6D5f4G3h2J1k0LqW";
  Access access = FullAccess();
  access.name = "APP_TOKEN";
  access.default_text = access.value = access.description = secret;
  EXPECT_EQ(ScanAs("jsonl", {access}).find(secret), std::string::npos);
  EXPECT_NE(ScanAs("jsonl", {access}).find("\"default\":\"***\""), std::string::npos);
  Entry entry;
  entry.name = "APP_TOKEN";
  entry.how = EntryHow::kTable;
  entry.default_text = entry.value = entry.description = secret;
  EXPECT_EQ(CatalogAs("jsonl", {entry}, {.mentions = true}).find(secret), std::string::npos);
  CheckReport report = FullReport();
  report.findings[0].name = "APP_TOKEN";
  report.findings[0].documented = report.findings[0].actual = secret;
  report.findings[0].suggestion = report.findings[0].message = "set it to " + secret;
  EXPECT_EQ(CheckAs("json", report).find(secret), std::string::npos);
}

}  // namespace
}  // namespace flagcensus
