// The forms of a check for other programs: each is read back by the strictest reader there is for
// it, on a report that holds what is hard: hostile text, several variables, no place, credentials.
#include <gtest/gtest.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "analyzer/audit/reports.h"
#include "analyzer/base/text.h"
#include "tests/paths.h"
#include "tests/sarif_shape.h"
#include "tests/written.h"

namespace flagcensus {
namespace {

using nlohmann::json;

const std::string kSecret = std::string("gh") + "p_" + "1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV2wX";

CheckReport HardReport() {
  Finding plain;
  plain.rule = "default-mismatch";
  plain.name = "APP_A";
  plain.severity = Severity::kError;
  plain.message =
      "APP_A is documented to default to 30, 100% \x1b[31m but defaults to 60\n::error::x | <b> "
      "@team #1";
  plain.remedy = "correct docs/a page.md:9";
  plain.documented = "=30,\"x\"";
  plain.actual = kSecret;
  plain.fingerprint = Fingerprint({plain.rule, plain.name});
  plain.code = {{"app/\xe4\xbe\xa1 x.py", 3, 12}, {"app/b,c:d.py", 4, 1}};
  plain.doc = {{"docs/a page.md", 9, 4}};
  Finding page = plain;
  page.rule = "unused";
  page.severity = Severity::kWarning;
  page.code.clear();
  Finding several;
  several.rule = "unused";
  several.severity = Severity::kInfo;
  several.names = {"APP_B", "APP_C\xff"};
  several.message = "set DATABASE_URL to postgres://u:s3cr3tpw@h/d ##[error]x";
  several.fingerprint = page.fingerprint;
  several.explained.rule = "default-mismatch";
  several.explained.name = "APP_A";
  CheckReport report;
  report.pages = {"docs/a page.md", "-x:\xff.md"};
  report.rules = {{"unused", "remove it", "a page documents nothing",
                   "# unused\n\n## What it does\nLooks.\nTwice.\n\n## Fix\n"},
                  {"default-mismatch", "correct it", "both differ", "", Severity::kError}};
  report.findings = {plain, page, several};
  report.diagnostics = {{"syntax-error", {"d.py", 3, 1}, "a statement\x07 was skipped"},
                        {"no-place", {"", 0, 0}, "nothing"}};
  report.only_new = true;
  report.fixes[{plain.rule, plain.fingerprint, plain.name}] = {
      {"docs/a page.md", 9, 5, 9, 7, "60"}};
  return report;
}

std::string Written(std::string_view format, const CheckReport& report, bool verbose = true) {
  PrintOptions options;
  options.verbose = verbose;
  options.line = [](const Place& place) {
    return place.line == 3 ? std::string("x = '\xe4\xbe\xa1'+\tAPP_A + os.getenv") : std::string();
  };
  return CheckAs(format, report, options);
}

// In the order of the ranks, each of its own; names, too.
template <typename Row>
void ExpectRanked(const std::vector<Row>& rows) {
  std::set<std::string_view> names;
  for (size_t i = 0; i < rows.size(); ++i) {
    EXPECT_TRUE(names.insert(rows[i].name).second) << rows[i].name << " twice";
    EXPECT_NE(rows[i].write, nullptr) << rows[i].name;
    EXPECT_TRUE(i == 0 || rows[i - 1].rank < rows[i].rank)
        << rows[i - 1].name << " and " << rows[i].name << " have one rank";
  }
}

TEST(Formats, HaveRanksOfTheirOwn) {
  ExpectRanked(CheckFormats());
  ExpectRanked(ScanFormats());
  ExpectRanked(CatalogFormats());
  ExpectRanked(ExplainFormats());
  ExpectRanked(ChangesFormats());
  ExpectRanked(AuditFormats());
}

TEST(Formats, HaveARowAndAnExampleInTheGuide) {
  std::ifstream file(kRoot + "/docs/formats.md", std::ios::binary);
  const std::string guide{std::istreambuf_iterator<char>(file), {}};
  for (const CheckFormat& format : CheckFormats()) {
    const std::string name(format.name);
    EXPECT_NE(guide.find("\n| `" + name + "` | "), std::string::npos) << name << " has no row";
    EXPECT_NE(guide.find("\n## " + name + "\n"), std::string::npos) << name << " has no section";
  }
}

// What no form may hold.
void ExpectSafe(const std::string& text) {
  EXPECT_EQ(text.find(kSecret), std::string::npos) << text;
  EXPECT_EQ(text.find("s3cr3tpw"), std::string::npos) << text;
  EXPECT_EQ(ToValidUtf8(text), text);
  for (const char c : text) {
    EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\r') << text;
  }
}

TEST(Formats, AllMaskCredentialsAndHoldNoControlCharacters) {
  for (const CheckFormat& format : CheckFormats()) {
    if (format.name == "text") continue;  // its colours are tested for themselves
    ExpectSafe(Written(format.name, HardReport()));
  }
  EXPECT_GE(CheckFormats().size(), 10U);
}

TEST(Formats, SarifHasTheShapeOfItsSpecification) {
  const json log = json::parse(Written("sarif", HardReport()));
  EXPECT_EQ(ShapeErrors(log), std::vector<std::string>());
  const json& run = log["runs"][0];
  const json& first = run["results"][0];
  EXPECT_EQ(first["ruleId"], "default-mismatch");
  EXPECT_EQ(first["ruleIndex"], 1);
  EXPECT_EQ(first["level"], "error");
  EXPECT_EQ(first["baselineState"], "new");
  const json& place = first["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "app/%E4%BE%A1%20x.py");
  // Columns count characters; the mark covers the name.
  EXPECT_EQ(place["region"], json({{"startLine", 3},
                                   {"startColumn", 10},
                                   {"endColumn", 15},
                                   {"snippet", {{"text", "APP_A"}}}}));
  EXPECT_EQ(place["contextRegion"]["startLine"], 3);
  const std::string around = place["contextRegion"]["snippet"]["text"];
  EXPECT_NE(around.find("APP_A + os.getenv"), std::string::npos) << around;
  ASSERT_EQ(first["relatedLocations"].size(), 2U);
  EXPECT_EQ(first["relatedLocations"][1]["physicalLocation"]["artifactLocation"]["uri"],
            "docs/a%20page.md");
  EXPECT_EQ(run["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "docs/a%20page.md");
  EXPECT_FALSE(run["results"][1].contains("relatedLocations"));
  const json& change = first["fixes"][0]["artifactChanges"][0];
  EXPECT_EQ(change["artifactLocation"]["uri"], "docs/a%20page.md");
  EXPECT_EQ(change["replacements"][0]["insertedContent"]["text"], "60");
  EXPECT_EQ(change["replacements"][0]["deletedRegion"]["endColumn"], 7);
  EXPECT_FALSE(run["results"][1].contains("fixes"));
  EXPECT_EQ(run["results"][2]["level"], "note");
  EXPECT_FALSE(run["results"][2].contains("locations"));
  EXPECT_EQ(run["results"][2]["properties"]["explainedBy"], "default-mismatch");
  EXPECT_EQ(run["tool"]["driver"]["rules"][0]["fullDescription"]["text"], "Looks. Twice.");
  EXPECT_EQ(run["tool"]["driver"]["rules"][1]["defaultConfiguration"]["level"], "error");
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"].size(), 2U);
  EXPECT_EQ(run["artifacts"][1]["location"]["uri"], "-x%3A%FF.md");
  CheckReport old = HardReport();
  old.only_new = false;
  EXPECT_FALSE(
      json::parse(Written("sarif", old))["runs"][0]["results"][0].contains("baselineState"));
  EXPECT_EQ(ShapeErrors(json::parse(Written("sarif", CheckReport()))), std::vector<std::string>());
}

TEST(Formats, SarifQuotesNoCredential) {
  CheckReport report = HardReport();
  PrintOptions options;
  const std::string secret = std::string("gh") + "p_" + "1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV2wX";
  options.line = [&](const Place&) { return "APP_A = '" + secret + "'"; };
  report.findings[0].code[0].column = 10;  // at the credential itself
  const std::string written = FormatOf(CheckFormats(), "sarif").write(report, options);
  EXPECT_EQ(written.find(secret), std::string::npos) << written;
  EXPECT_EQ(ShapeErrors(json::parse(written)), std::vector<std::string>());
}

TEST(Formats, SarifsShapeCanBeWrong) {
  const auto errors = [](const std::function<void(json&)>& spoil) {
    json log = json::parse(Written("sarif", HardReport()));
    spoil(log);
    return ShapeErrors(log).size();
  };
  EXPECT_GT(errors([](json& log) { log["version"] = "2.0.0"; }), 0U);
  EXPECT_GT(errors([](json& log) { log["runs"][0]["results"][0]["rule"] = "x"; }), 0U);
  EXPECT_GT(errors([](json& log) { log["runs"][0]["results"][0]["ruleIndex"] = 7; }), 0U);
  EXPECT_GT(errors([](json& log) { log["runs"][0]["results"][0].erase("message"); }), 0U);
  EXPECT_GT(
      errors([](json& log) {
        log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["endColumn"] = 0;
      }),
      0U);
}

// A command as the runner of GitHub Actions reads it (ActionCommand.TryParseV2).
struct Command {
  std::string name, data;
  std::map<std::string, std::string> properties;
};

std::string Unescape(std::string text, bool property) {
  if (property) text = ReplaceAll(ReplaceAll(text, "%3A", ":"), "%2C", ",");
  return ReplaceAll(ReplaceAll(ReplaceAll(text, "%0D", "\r"), "%0A", "\n"), "%25", "%");
}

Command ParseCommand(const std::string& line) {
  EXPECT_TRUE(line.starts_with("::")) << line;
  const size_t end = line.find("::", 2);
  const std::string head = line.substr(2, end - 2);
  const size_t space = head.find(' ');
  Command out{head.substr(0, space), Unescape(line.substr(end + 2), false), {}};
  for (const std::string_view pair : Split(std::string_view(head).substr(space + 1), ',')) {
    const size_t equals = pair.find('=');
    EXPECT_NE(equals, std::string_view::npos) << line;
    out.properties[std::string(pair.substr(0, equals))] =
        Unescape(std::string(pair.substr(equals + 1)), true);
  }
  return out;
}

TEST(Formats, GithubReadsBackWhatWasMeant) {
  std::istringstream lines(Written("github", HardReport(), false));
  std::vector<Command> commands;
  for (std::string line; std::getline(lines, line);) commands.push_back(ParseCommand(line));
  ASSERT_EQ(commands.size(), 4U) << "what another finding explains is skipped";
  EXPECT_EQ(commands[0].name, "error");
  EXPECT_EQ(commands[0].properties["file"], "app/\xe4\xbe\xa1 x.py");
  EXPECT_EQ(commands[0].properties["line"], "3");
  EXPECT_EQ(commands[0].properties["col"], "10");
  EXPECT_EQ(commands[0].properties["endColumn"], "15");
  EXPECT_EQ(commands[0].properties["title"], "default-mismatch");
  EXPECT_NE(commands[0].data.find("100% \\x1b"), std::string::npos) << commands[0].data;
  EXPECT_EQ(commands[1].name, "warning");
  EXPECT_EQ(commands[2].name, "notice");
  EXPECT_EQ(commands[2].properties["title"], "syntax-error");
  EXPECT_EQ(commands[3].properties.count("file"), 0U);
  const std::string all = Written("github", HardReport());
  EXPECT_EQ(all.find("##[error]"), std::string::npos) << all;
}

TEST(Formats, GitlabHasItsFieldsAndEachFingerprintOnce) {
  const json issues = json::parse(Written("gitlab", HardReport()));
  ASSERT_EQ(issues.size(), 3U);
  std::set<std::string> fingerprints;
  for (const json& issue : issues) {
    EXPECT_TRUE(issue.at("description").is_string());
    EXPECT_TRUE(issue.at("check_name").is_string());
    EXPECT_TRUE(fingerprints.insert(issue.at("fingerprint")).second);
    const std::set<std::string> severities = {"info", "minor", "major", "critical", "blocker"};
    EXPECT_TRUE(severities.contains(issue.at("severity")));
    EXPECT_GE(issue.at("location").at("lines").at("begin").get<int>(), 1);
    EXPECT_FALSE(issue.at("location").at("path").get<std::string>().starts_with("./"));
  }
  EXPECT_EQ(issues[0]["other_locations"][0]["path"], "docs/a page.md");
  EXPECT_EQ(Written("gitlab", CheckReport()), "[]\n");
}

std::string AttributeOf(const xmlNode* node, const char* name) {
  xmlChar* value = xmlGetNoNsProp(node, reinterpret_cast<const xmlChar*>(name));
  std::string out = value == nullptr ? "" : reinterpret_cast<const char*>(value);
  xmlFree(value);
  return out;
}

std::vector<const xmlNode*> ChildrenOf(const xmlNode* node, std::string_view name) {
  std::vector<const xmlNode*> out;
  for (const xmlNode* child = node->children; child != nullptr; child = child->next) {
    if (child->type != XML_ELEMENT_NODE) continue;
    EXPECT_EQ(reinterpret_cast<const char*>(child->name), name);
    out.push_back(child);
  }
  return out;
}

TEST(Formats, JunitCountsWhatItHolds) {
  for (const CheckReport& report : {HardReport(), CheckReport()}) {
    const std::string text = BreakCommands(Written("junit", report), "&#35;");
    xmlDoc* const document = xmlReadMemory(text.data(), static_cast<int>(text.size()), "junit.xml",
                                           nullptr, XML_PARSE_NONET | XML_PARSE_PEDANTIC);
    ASSERT_NE(document, nullptr) << text;
    const xmlNode* root = xmlDocGetRootElement(document);
    size_t tests = 0, failures = 0, skipped = 0;
    for (const xmlNode* suite : ChildrenOf(root, "testsuite")) {
      const auto cases = ChildrenOf(suite, "testcase");
      EXPECT_EQ(AttributeOf(suite, "tests"), std::to_string(cases.size()));
      for (const xmlNode* one : cases) {
        ++tests;
        EXPECT_NE(AttributeOf(one, "name"), "");
        EXPECT_NE(AttributeOf(one, "classname"), "");
        if (one->children == nullptr) continue;
        const xmlNode* outcome = xmlFirstElementChild(const_cast<xmlNode*>(one));
        ASSERT_NE(outcome, nullptr);
        EXPECT_NE(AttributeOf(outcome, "message"), "");
        ++(std::string_view(reinterpret_cast<const char*>(outcome->name)) == "failure" ? failures
                                                                                       : skipped);
      }
    }
    EXPECT_EQ(AttributeOf(root, "tests"), std::to_string(tests));
    EXPECT_EQ(AttributeOf(root, "failures"), std::to_string(failures));
    EXPECT_EQ(AttributeOf(root, "skipped"), std::to_string(skipped));
    EXPECT_EQ(tests, report.findings.empty() ? 1U : 3U);
    EXPECT_EQ(failures, report.findings.empty() ? 0U : 2U);
    // The text that was broken up reads back as it was.
    EXPECT_EQ(text.find("##[error]"), std::string::npos);
    if (!report.findings.empty()) {
      EXPECT_NE(text.find("#&#35;[error]"), std::string::npos) << text;
    }
    xmlFreeDoc(document);
  }
}

// RFC 4180, strictly: every line ends with CR LF, quotes only around a whole field.
std::vector<std::vector<std::string>> ParseCsv(const std::string& text) {
  std::vector<std::vector<std::string>> out;
  size_t at = 0;
  while (at < text.size()) {
    out.emplace_back();
    while (true) {
      std::string field;
      if (at < text.size() && text[at] == '"') {
        ++at;
        while (at < text.size()) {
          if (text[at] == '"' && at + 1 < text.size() && text[at + 1] == '"') {
            field += '"';
            at += 2;
          } else if (text[at] == '"') {
            ++at;
            break;
          } else {
            field += text[at++];
          }
        }
      } else {
        while (at < text.size() && text[at] != ',' && text[at] != '\r') {
          EXPECT_NE(text[at], '"');
          EXPECT_NE(text[at], '\n');
          field += text[at++];
        }
      }
      out.back().push_back(field);
      if (at < text.size() && text[at] == ',') {
        ++at;
        continue;
      }
      EXPECT_EQ(text.substr(at, 2), "\r\n");
      at += 2;
      break;
    }
  }
  return out;
}

TEST(Formats, CsvReadsBackAndHoldsNoFormula) {
  const auto rows = ParseCsv(Written("csv", HardReport()));
  ASSERT_EQ(rows.size(), 4U);
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), rows[0].size());
    for (const std::string& cell : row) {
      EXPECT_EQ(
          std::string_view("=+-@").find(cell.substr(0, 1).c_str()[0]) == std::string_view::npos ||
              cell.empty(),
          true)
          << cell;
    }
  }
  EXPECT_EQ(rows[0][8], "documented");
  EXPECT_EQ(rows[1][8], "'=30,\"x\"");
  EXPECT_EQ(rows[1][9], "***");
  EXPECT_EQ(rows[3][3], "APP_B APP_C\\xff");
}

TEST(Formats, JsonLinesSayAllThatTheDocumentSays) {
  std::istringstream lines(Written("jsonl", HardReport()));
  const json document = json::parse(Written("json", HardReport()));
  std::map<std::string, int> what;
  for (std::string line; std::getline(lines, line);) {
    json one = json::parse(line);
    const std::string kind = one["what"];
    const int number = what[kind]++;
    one.erase("what");
    if (kind == "finding") {
      EXPECT_EQ(one, document["findings"][number]);
    }
    if (kind == "diagnostic") {
      EXPECT_EQ(one, document["diagnostics"][number]);
    }
    if (kind == "summary") {
      EXPECT_EQ(one["summary"], document["summary"]);
    }
  }
  EXPECT_EQ(what, (std::map<std::string, int>{{"summary", 1}, {"diagnostic", 2}, {"finding", 3}}));
}

TEST(Formats, MarkdownFitsIntoACommentAndSaysWhatIsLeftOut) {
  CheckReport report = HardReport();
  const std::string small = Written("markdown", report);
  EXPECT_NE(small.find("### flagcensus: 1 error, 1 warning, 1 info\n"), std::string::npos) << small;
  EXPECT_NE(small.find("| error | default-mismatch | `APP_A` |"), std::string::npos) << small;
  EXPECT_NE(small.find("@<!-- -->team"), std::string::npos) << small;
  EXPECT_NE(small.find("\\|"), std::string::npos) << small;
  EXPECT_EQ(small.find("<b>"), std::string::npos) << small;
  EXPECT_EQ(small.find("omitted"), std::string::npos) << small;
  for (int i = 0; i < 3000; ++i) report.findings.push_back(report.findings[1]);
  const std::string large = Written("markdown", report);
  EXPECT_LE(large.size(), 65536U);
  EXPECT_GT(large.size(), 50000U);
  EXPECT_NE(large.find("of 3003 findings are omitted"), std::string::npos);
  EXPECT_NE(large.find("</details>"), std::string::npos);
  EXPECT_NE(Written("markdown", CheckReport()).find("documentation and code agree"),
            std::string::npos);
}

}  // namespace
}  // namespace flagcensus
