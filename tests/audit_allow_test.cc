// `audit --allow` and `audit --fail-on`.
#include <gtest/gtest.h>

#include "analyzer/audit/allow_list.h"
#include "tests/audit_project.h"

namespace flagcensus {
namespace {

using nlohmann::json;

json RiskOf(const json& audit, const std::string& name, const std::string& id) {
  for (const json& variable : audit["variables"]) {
    if (variable["name"] != name) continue;
    for (const json& risk : variable["risks"]) {
      if (risk["id"] == id) return risk;
    }
  }
  ADD_FAILURE() << name << " has no " << id;
  return {};
}

TEST(AuditAllow, AcceptsWhatAnEntryNames) {
  const ScratchFolder folder;
  folder.Write("a.tgz", AuditedArchive());
  folder.Write("allow.toml",
               "# what we looked at\n"
               "[[allow]]\n"
               "variable = \"APP_TO*\"\n"
               "risk = [\"command-run\", \"plain-http\"]\n"
               "path = \"app/\"\n"
               "project = \"the-*\"\n"
               "reason = \"only root sets it\"\n");
  const Outcome outcome = RunProgram(folder.path(), "audit a.tgz --allow allow.toml --format json");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  const json audit = ParsedAudit(outcome);
  EXPECT_EQ(RiskOf(audit, "APP_TOOL", "command-run")["accepted"],
            json::parse(R"({"by":"allow.toml:2","reason":"only root sets it"})"));
  // Its name fits, its risk does not.
  EXPECT_TRUE(RiskOf(audit, "APP_TOKEN", "credential-read")["accepted"].is_null());
  EXPECT_EQ(audit["allow"][0]["accepted"], 1);
  for (const char* const format : {"text", "csv", "sarif", "cyclonedx"}) {
    const Outcome other =
        RunProgram(folder.path(), "audit a.tgz --allow allow.toml --format " + std::string(format));
    EXPECT_NE(other.out.find("only root sets it"), std::string::npos) << format << other.out;
  }
}

TEST(AuditAllow, AcceptsNothingElse) {
  const char* const entries[] = {"variable = \"APP_TOOLS\"",
                                 "risk = \"plain-http\"",
                                 "path = \"lib/\"",
                                 "variable = \"APP_TOOL\"\nproject = \"other\"",
                                 "variable = \"APP_TOOL\"\nuntil = \"2001-01-01\"",
                                 "variable = \"[\""};
  for (const char* const entry : entries) {
    const ScratchFolder folder;
    folder.Write("a.tgz", AuditedArchive());
    folder.Write("allow.toml", "[[allow]]\n" + std::string(entry) + "\nreason = \"r\"\n");
    const Outcome outcome =
        RunProgram(folder.path(), "audit a.tgz --allow allow.toml --format json",
                   "SOURCE_DATE_EPOCH=1700000000");
    EXPECT_TRUE(RiskOf(ParsedAudit(outcome), "APP_TOOL", "command-run")["accepted"].is_null())
        << entry;
    const bool expired = std::string(entry).find("until") != std::string::npos;
    EXPECT_NE(outcome.err.find(expired ? "allow.toml:1: allow entry expired after "
                                         "2001-01-01"
                                       : "allow.toml:1: unused allow entry"),
              std::string::npos)
        << entry << outcome.err;
  }
}

// `until` is measured by SOURCE_DATE_EPOCH, so that a run can be repeated.
TEST(AuditAllow, AnEntryHoldsUntilItsDay) {
  const std::string text = "[[allow]]\nrisk = \"proxy\"\nuntil = 2027-01-31\nreason = \"r\"\n";
  EXPECT_FALSE(ParseAllowList(text, "a", "2027-01-31").value()[0].expired);
  EXPECT_TRUE(ParseAllowList(text, "a", "2027-02-01").value()[0].expired);
}

TEST(AuditAllow, TellsWhereAFileIsWrong) {
  const std::pair<const char*, const char*> files[] = {
      {"[[allow]]\nrisk = \"proxy\"\n", "[[allow]] needs 'reason'"},
      {"[[allow]]\nreason = \"r\"\n", "[[allow]] needs 'variable', 'risk' or 'path'"},
      {"[[allow]]\nproject = \"x\"\nreason = \"r\"\n", "needs 'variable', 'risk' or 'path'"},
      {"[[allow]]\nrisk = \"proxi\"\nreason = \"r\"\n",
       "a:2:8: unknown risk 'proxi'; did you mean 'proxy'?"},
      {"[[allow]]\nrisks = \"proxy\"\nreason = \"r\"\n",
       "a:2:1: unknown key 'risks' in [[allow]]; did you mean 'risk'?"},
      {"[[allow]]\nrisk = \"proxy\"\nreason = \"\"\n", "a:3:10: 'reason' must not be empty"},
      {"[[allow]]\nrisk = \"proxy\"\nreason = \"  \"\n", "a:3:10: 'reason' must not be empty"},
      {"[[allow]]\nrisk = 3\nreason = \"r\"\n", "a:2:8: 'risk' must be a string or a list"},
      {"[[allow]]\nvariable = []\nreason = \"r\"\n", "a:2:12: 'variable' must not be empty"},
      {"[[allow]]\npath = \"!x\"\nreason = \"r\"\n", "'!x' is not a valid path pattern"},
      {"[[allow]]\nrisk = \"proxy\"\nreason = \"r\"\nuntil = \"2027-02-30\"\n",
       "a:4:9: 'until' must be a date"},
      {"[allow]\n", "'allow' must be a list of tables"},
      {"[[ignore]]\n", "unknown key 'ignore'"},
      {"[[allow]\n", "a:1:"},
      {"\x1b[31m", "a:1:"}};
  for (const auto& [text, message] : files) {
    const auto read = ParseAllowList(text, "a", "2026-01-01");
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_NE(read.error().message.find(message), std::string::npos)
        << text << read.error().message;
    EXPECT_EQ(read.error().message.find('\x1b'), std::string::npos);
  }
  EXPECT_TRUE(ParseAllowList("", "a", "2026-01-01").ok());
}

TEST(AuditAllow, SurvivesHostileFiles) {
  const auto error = [](const std::string& text) {
    const auto read = ParseAllowList(text, "a", "2026-01-01");
    return read.ok() ? std::string() : read.error().message;
  };
  EXPECT_NE(error(std::string((1 << 20) + 1, '#')).find("larger than 1 MiB"), std::string::npos);
  EXPECT_NE(error("a = " + std::string(100000, '[')), "");
  std::string many;
  for (int i = 0; i < 10001; ++i) many += "[[allow]]\nrisk=\"proxy\"\nreason=\"r\"\n";
  EXPECT_NE(error(many).find("more than 10000 entries"), std::string::npos);

  const ScratchFolder folder;
  folder.Write("a.tgz", AuditedArchive());
  std::string stars;
  for (int i = 0; i < 20000; ++i) stars += "*A";
  folder.Write("allow.toml", "[[allow]]\nvariable = \"" + stars + "\"\npath = \"" + stars +
                                 "\"\nreason = \"r\"\n");
  EXPECT_EQ(RunProgram(folder.path(), "audit a.tgz --allow allow.toml").status, 0);
  folder.Write("binary.toml", std::string("a\0b", 3));
  for (const char* const name : {"none.toml", "binary.toml", "."}) {
    const Outcome outcome = RunProgram(folder.path(), "audit a.tgz --allow " + std::string(name));
    EXPECT_EQ(outcome.status, 2) << name;
    EXPECT_NE(outcome.err.find("the allow list "), std::string::npos) << outcome.err;
  }
}

// What lies in the audited tree is its author's, and counts only if the auditor names it.
TEST(AuditAllow, ObeysNoFileOfTheTree) {
  const ScratchFolder folder;
  const std::string all = "[[allow]]\nvariable = \"*\"\nreason = \"trust me\"\n";
  folder.Write("app/a.py", kAuditedSource);
  for (const char* const name : {"allow.toml", "audit-allow.toml", ".flagcensus-allow.toml"}) {
    folder.Write(std::string("app/") + name, all);
  }
  folder.Write("app/flagcensus.toml", all);
  EXPECT_EQ(RunProgram(folder.path(), "audit app --fail-on high").status, 1);
  EXPECT_EQ(RunProgram(folder / "app", "audit . --fail-on high").status, 1);
  EXPECT_EQ(RunProgram(folder / "app", "audit . --fail-on high --allow allow.toml").status, 0);
}

TEST(AuditAllow, TheGateFailsOnWhatItNames) {
  const ScratchFolder folder;
  folder.Write("a.tgz", AuditedArchive());
  folder.Write("quiet.tgz", AuditedArchive("import os\n"));
  folder.Write("allow.toml", "[[allow]]\nrisk = \"command-run\"\nreason = \"r\"\n");
  folder.Write("bad.tgz", "no archive");
  const auto status = [&](const std::string& arguments) {
    return RunProgram(folder.path(), "audit " + arguments).status;
  };
  EXPECT_EQ(status("a.tgz"), 0);
  EXPECT_EQ(status("a.tgz --fail-on high"), 1);
  EXPECT_EQ(status("a.tgz --fail-on low"), 1);
  EXPECT_EQ(status("a.tgz --fail-on command-run"), 1);
  EXPECT_EQ(status("a.tgz --fail-on proxy,credential-read"), 1);
  EXPECT_EQ(status("a.tgz --fail-on proxy,loader-variable"), 0);
  EXPECT_EQ(status("quiet.tgz --fail-on low"), 0);
  EXPECT_EQ(status("a.tgz --fail-on high --allow allow.toml"), 0);
  EXPECT_EQ(status("a.tgz --fail-on medium --allow allow.toml"), 1);
  EXPECT_EQ(status("quiet.tgz a.tgz --fail-on high"), 1);
  EXPECT_EQ(status("quiet.tgz a.tgz --fail-on high --allow allow.toml"), 0);
  EXPECT_EQ(status("bad.tgz --fail-on high"), 2);
  EXPECT_EQ(status("bad.tgz a.tgz --fail-on high"), 2);
  for (const char* const wrong : {"grave", "''", "high,", "command-run,nothing", "'high;drop'"}) {
    const Outcome outcome =
        RunProgram(folder.path(), "audit a.tgz --fail-on " + std::string(wrong));
    EXPECT_EQ(outcome.status, 2) << wrong;
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find("near-name"), std::string::npos) << outcome.err;
  }
}

// Accepted risks and the entries of the list go with the census.
TEST(AuditAllow, IsKeptByAMerge) {
  const ScratchFolder folder;
  folder.Write("a.tgz", AuditedArchive());
  folder.Write("b.tgz", AuditedArchive("import os\nos.getenv('OTHER')\n"));
  folder.Write("allow.toml", "[[allow]]\nrisk = \"command-run\"\nreason = \"looked at\"\n");
  EXPECT_EQ(RunProgram(folder.path(), "audit a.tgz --allow allow.toml --db a.sqlite").status, 0);
  EXPECT_EQ(RunProgram(folder.path(), "audit b.tgz --db b.sqlite").status, 0);
  EXPECT_EQ(RunProgram(folder.path(), "merge a.sqlite b.sqlite -o c.sqlite --html c.html").status,
            0);
  const std::string page = ReadText(folder / "c.html");
  EXPECT_NE(page.find("looked at"), std::string::npos);
  EXPECT_NE(page.find("\"accepted\":1"), std::string::npos);
}

// The schema for editors and the reader agree.
TEST(AuditAllow, ItsSchemaHasTheReadersKeys) {
  const json schema = json::parse(ReadText(kRoot + "/docs/schema/audit-allow.schema.json"));
  const json good = json::parse(
      R"({"allow":[{"variable":"A*","risk":["proxy"],"path":"a/","project":"p","reason":"r",
                    "until":"2027-01-31"}]})");
  EXPECT_EQ(Violations(schema, good), "");
  for (const char* const bad :
       {R"({"allow":[{"risk":"proxy"}]})", R"({"allow":[{"reason":"r"}]})",
        R"({"allow":[{"risk":"proxy","reason":""}]})", R"({"allow":[{"risk":[],"reason":"r"}]})",
        R"({"ignore":[]})", R"({"allow":[{"risk":"proxy","reason":"r","x":1}]})"}) {
    EXPECT_NE(Violations(schema, json::parse(bad)), "") << bad;
  }
  for (const auto& [key, value] : schema["properties"]["allow"]["items"]["properties"].items()) {
    const auto read = ParseAllowList("[[allow]]\n" + key + " = 1\n", "a", "2026-01-01");
    EXPECT_EQ(read.error().message.find("unknown key"), std::string::npos) << key;
  }
}

}  // namespace
}  // namespace flagcensus
