// `audit --format sarif` and `cyclonedx`, read as strictly as their publishers do.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "tests/audit_project.h"
#include "tests/sarif_shape.h"
#include "tests/skip.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string kSchemas = kRoot + "/tests/schemas/node_modules/";
const std::string kCycloneDx = kSchemas + "@cyclonedx/cyclonedx-library/res/schema/";
const std::string kSarif = kSchemas + "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json";

// A list of projects of each kind, with accepted risks and one that cannot be read.
std::string MakeProjects(const ScratchFolder& folder) {
  folder.Write("a-1.0.tgz", AuditedArchive());
  folder.Write("bad.tgz", "no archive");
  folder.Write("app/odd name\n\x1b[31m%.py", kAuditedSource);
  folder.Write("app/a:b.py", "import os\nos.getenv('HTTP_PROXY')\nos.environ['A:B%'] = '1'\n");
  folder.Write("app/package.json", R"({"name":"@scope/thing","version":"1.0.0-rc.1+b"})");
  folder.Write("app/big.py", std::string(5 << 20, '#'));
  GitIn(folder / "app", "init");
  GitIn(folder / "app", "add .");
  GitIn(folder / "app", "commit -m a");
  GitIn(folder / "app", "tag v1");
  GitIn(folder / "app", "remote add origin git@github.com:Scope/Thing.git");
  folder.Write("app/late.py", "import os\n");
  folder.Write("allow.toml", "[[allow]]\nrisk = \"command-run\"\nreason = \"looked at\"\n");
  return "audit a-1.0.tgz app bad.tgz app@v1 --allow allow.toml --max-members 1000 --format ";
}

// The schema with what it refers to in other files as its own definitions.
json CycloneDxSchema() {
  json bom = json::parse(ReadText(kCycloneDx + "bom-1.6.SNAPSHOT.schema.json"));
  std::string text = bom.dump();
  std::string jsf = ReadText(kCycloneDx + "jsf-0.82.SNAPSHOT.schema.json");
  const auto replace = [](std::string& in, const std::string& from, const std::string& to) {
    for (size_t at = in.find(from); at != std::string::npos; at = in.find(from, at + to.size())) {
      in.replace(at, from.size(), to);
    }
  };
  replace(text, "\"spdx.SNAPSHOT.schema.json\"", "\"#/definitions/spdx\"");
  replace(text, "jsf-0.82.SNAPSHOT.schema.json#/definitions/", "#/definitions/jsf-");
  replace(jsf, "#/definitions/", "#/definitions/jsf-");
  bom = json::parse(text);
  bom["definitions"]["spdx"] = json::parse(ReadText(kCycloneDx + "spdx.SNAPSHOT.schema.json"));
  for (const auto& [name, one] : json::parse(jsf)["definitions"].items()) {
    bom["definitions"]["jsf-" + name] = one;
  }
  return bom;
}

TEST(AuditSarif, HoldsToThePublishersSchema) {
  const ScratchFolder folder;
  const Outcome outcome =
      RunProgram(folder.path(), MakeProjects(folder) + "sarif", "SOURCE_DATE_EPOCH=1700000000");
  EXPECT_EQ(outcome.status, 2) << outcome.err;
  const json log = json::parse(outcome.out, nullptr, false);
  ASSERT_FALSE(log.is_discarded()) << outcome.out;
  EXPECT_EQ(ShapeErrors(log), std::vector<std::string>());
  for (const char c : outcome.out) ASSERT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f));
  if (!fs::exists(kSarif)) {
    FLAGCENSUS_SKIP("the schemas of tests/schemas");
  }
  const json schema = json::parse(ReadText(kSarif));
  EXPECT_EQ(Violations(schema, log), "");
  json broken = log;
  broken["runs"][0]["results"][0].erase("message");
  EXPECT_NE(Violations(schema, broken), "");
  const std::string demo = kRoot + "/fixtures/projects/demo";
  const Outcome check = RunProgram(demo, "check . --format sarif");
  EXPECT_EQ(Violations(schema, json::parse(check.out)), "");
}

TEST(AuditSarif, TellsRisksCommitsAndArchives) {
  const ScratchFolder folder;
  const Outcome outcome = RunProgram(folder.path(), MakeProjects(folder) + "sarif");
  const json log = json::parse(outcome.out);
  ASSERT_EQ(log["runs"].size(), 4U);
  const json& archive = log["runs"][0];
  EXPECT_EQ(archive["artifacts"][0]["hashes"]["sha-256"].get<std::string>().size(), 64U);
  EXPECT_EQ(archive["automationDetails"]["id"], "flagcensus audit/the-app/");
  EXPECT_FALSE(archive.contains("versionControlProvenance"));
  std::map<std::string, json> results;
  for (const json& one : archive["results"]) results[one["ruleId"]] = one;
  ASSERT_TRUE(results.contains("command-run"));
  EXPECT_EQ(results["command-run"]["level"], "error");
  EXPECT_EQ(results["command-run"]["suppressions"][0]["justification"], "looked at");
  EXPECT_EQ(results["credential-read"]["level"], "warning");
  EXPECT_EQ(results["credential-read"]["suppressions"], json::array());
  const json& place = results["command-run"]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "app/main.py");
  EXPECT_EQ(place["region"]["startLine"], 6);
  EXPECT_NE(place["region"]["snippet"]["text"].get<std::string>().find("APP_TOOL"),
            std::string::npos);
  const json& rule =
      archive["tool"]["driver"]["rules"][results["command-run"]["ruleIndex"].get<size_t>()];
  EXPECT_EQ(rule["properties"]["security-severity"], "8.0");
  EXPECT_FALSE(rule["help"]["text"].get<std::string>().empty());

  const json& checkout = log["runs"][1];
  const json& provenance = checkout["versionControlProvenance"][0];
  EXPECT_EQ(provenance["repositoryUri"], "ssh://github.com/Scope/Thing.git");
  EXPECT_EQ(provenance["revisionTag"], "v1");
  EXPECT_EQ(provenance["revisionId"].get<std::string>().size(), 40U);
  EXPECT_EQ(checkout["properties"]["changes"]["untracked"], 1);
  EXPECT_EQ(log["runs"][2]["invocations"][0]["executionSuccessful"], false);
  EXPECT_EQ(archive["invocations"][0]["properties"]["settings"]["--max-members"], json({"1000"}));
}

// A result is known again where its lines have moved, and told from others.
TEST(AuditSarif, FingerprintsHoldWhereLinesMove) {
  const ScratchFolder folder;
  folder.Write("a.tgz", AuditedArchive());
  folder.Write("b.tgz", AuditedArchive("# one\n# two\n" + kAuditedSource));
  const auto prints = [&](const std::string& name) {
    std::multiset<std::string> out;
    const json log =
        json::parse(RunProgram(folder.path(), "audit " + name + " --format sarif").out);
    for (const json& one : log["runs"][0]["results"]) {
      out.insert(one["partialFingerprints"]["flagcensus/v1"].get<std::string>());
    }
    return out;
  };
  const auto first = prints("a.tgz");
  EXPECT_EQ(first, prints("b.tgz"));
  EXPECT_EQ(std::set<std::string>(first.begin(), first.end()).size(), first.size());
  EXPECT_GE(first.size(), 2U);
}

TEST(AuditCycloneDx, HoldsToThePublishersSchema) {
  const ScratchFolder folder;
  const std::string arguments = MakeProjects(folder) + "cyclonedx";
  const Outcome outcome = RunProgram(folder.path(), arguments, "SOURCE_DATE_EPOCH=1700000000");
  EXPECT_EQ(outcome.status, 2) << outcome.err;
  const json bom = json::parse(outcome.out, nullptr, false);
  ASSERT_FALSE(bom.is_discarded()) << outcome.out;
  EXPECT_EQ(bom["metadata"]["timestamp"], "2023-11-14T22:13:20Z");
  for (const char c : outcome.out) ASSERT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f));
  std::set<json> references;
  for (const json& one : bom["components"]) references.insert(one["bom-ref"]);
  EXPECT_EQ(references.size(), 4U);
  if (!fs::exists(kCycloneDx)) {
    FLAGCENSUS_SKIP("the schemas of tests/schemas");
  }
  const json schema = CycloneDxSchema();
  EXPECT_EQ(Violations(schema, bom), "");
  json broken = bom;
  broken["components"][0]["type"] = "nothing";
  EXPECT_NE(Violations(schema, broken), "");
}

TEST(AuditCycloneDx, TellsComponentsAndTheirVariables) {
  const ScratchFolder folder;
  const json bom = json::parse(RunProgram(folder.path(), MakeProjects(folder) + "cyclonedx").out);
  const json& archive = bom["components"][0];
  EXPECT_EQ(archive["name"], "the-app");
  EXPECT_EQ(archive["version"], "1.0.2");
  EXPECT_EQ(archive["purl"], "pkg:pypi/the-app@1.0.2");
  EXPECT_EQ(archive["hashes"][0]["alg"], "SHA-256");
  EXPECT_EQ(archive["evidence"]["identity"][0]["methods"][0]["technique"], "manifest-analysis");
  EXPECT_EQ(archive["evidence"]["occurrences"][0]["location"], "pyproject.toml");
  std::multimap<std::string, std::string> properties;
  for (const json& one : archive["properties"]) properties.emplace(one["name"], one["value"]);
  const auto has = [&](const std::string& name, const std::string& value) {
    const auto [begin, end] = properties.equal_range("flagcensus:" + name);
    return std::any_of(begin, end, [&](const auto& one) { return one.second == value; });
  };
  EXPECT_TRUE(has("variable", "APP_SIZE"));
  EXPECT_TRUE(has("variable:APP_SIZE:default", "3"));
  EXPECT_TRUE(has("variable:APP_SIZE:default-kind", "literal"));
  EXPECT_TRUE(has("variable:APP_SIZE:documented", "no"));
  EXPECT_TRUE(has("variable:APP_TOKEN:risk", "credential-read"));
  EXPECT_TRUE(has("variable:APP_TOOL:risk-accepted", "command-run"));
  EXPECT_TRUE(has("variable:APP_TOOL:risk-accepted:command-run", "looked at"));
  EXPECT_FALSE(has("variable:APP_TOOL:risk", "command-run"));
  EXPECT_TRUE(has("setting:--max-members", "1000"));

  const json& checkout = bom["components"][1];
  EXPECT_EQ(checkout["purl"], "pkg:npm/%40scope/thing@1.0.0-rc.1%2Bb");
  EXPECT_EQ(checkout["externalReferences"][0]["url"], "ssh://github.com/Scope/Thing.git");
  EXPECT_EQ(checkout["pedigree"]["commits"][0]["uid"].get<std::string>().size(), 40U);
  // A colon in a variable's name does not look like a part of the property's.
  const std::string all = checkout["properties"].dump();
  EXPECT_NE(all.find("flagcensus:variable:A%3AB%25:access"), std::string::npos) << all;
}

TEST(AuditCycloneDx, ItsSerialNumberIsMadeOfTheContent) {
  const ScratchFolder folder;
  folder.Write("a.tgz", AuditedArchive());
  folder.Write("b.tgz", AuditedArchive("import os\n"));
  const auto serial = [&](const std::string& name) {
    return json::parse(RunProgram(folder.path(), "audit " + name + " --format cyclonedx")
                           .out)["serialNumber"]
        .get<std::string>();
  };
  EXPECT_EQ(serial("a.tgz"), serial("a.tgz"));
  EXPECT_NE(serial("a.tgz"), serial("b.tgz"));
  EXPECT_EQ(serial("a.tgz")[9 + 14], '8');  // the version of the UUID
}

}  // namespace
}  // namespace flagcensus
