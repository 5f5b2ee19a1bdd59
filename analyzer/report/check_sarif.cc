// `check --format sarif`: SARIF 2.1.0 (OASIS), for GitHub's and GitLab's code scanning and for
// editors.
//
//   rules of the registry   tool.driver.rules, with their page as help
//   a finding               a result: its first place in code is the location, all others are
//                           related ones; without code, its first place on a page
//   its fingerprint         partialFingerprints: of rule, name and values, so a result is the
//                           same after its code has moved
//   a baseline, --since     baselineState "new": older findings are not reported
//   what --fix would change fixes
//   diagnostics             toolExecutionNotifications
//   pages of the catalog    artifacts
//   the text at a place     the region's snippet, with its line as context; credentials are masked
//   an address of the project  informationUri and the rules' helpUri, if the build has one
//
// Paths are relative to the directory that --root names, as URIs. Columns count Unicode characters.
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/report/json.h"
#include "analyzer/report/sarif.h"
#include "analyzer/report/shared.h"
#include "analyzer/rules/rule_address.h"

namespace flagcensus {
namespace {

// SARIF calls the lowest level "note".
std::string_view LevelOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kInfo:
      return "note";
  }
  return {};
}

// The text of a rule's page below "What it does", on one line.
// Only the first paragraph; the whole page is `help`.
std::string WhatItDoes(std::string_view page) {
  constexpr std::string_view kHeading = "## What it does\n";
  const size_t at = page.find(kHeading);
  if (at == std::string_view::npos) return {};
  page.remove_prefix(at + kHeading.size());
  page = page.substr(0, page.find("\n\n"));
  return ReplaceAll(Trim(page), "\n", " ");
}

// A rule of the driver: the table of rules is in each report, so viewers need no network.
Json RuleOf(const RuleNote& rule) {
  Json out;
  out["id"] = rule.rule;
  out["name"] = SarifRuleName(rule.rule);
  out["shortDescription"] = SarifText(rule.summary);
  const std::string full = WhatItDoes(rule.page);
  out["fullDescription"] = SarifText(full.empty() ? rule.summary : full);
  if (!rule.page.empty()) out["help"] = {{"text", rule.page}, {"markdown", rule.page}};
  if (std::string address = RuleAddress(rule.rule); !address.empty()) {
    out["helpUri"] = std::move(address);
  }
  out["defaultConfiguration"]["level"] = LevelOf(rule.severity);
  return out;
}

// A place without a line is the file as a whole.
Json LocationOf(const Place& place, const Extent& extent) {
  Json physical;
  physical["artifactLocation"] = SarifArtifactLocation(place.file);
  if (place.line > 0) {
    physical["region"]["startLine"] = place.line;
    if (extent.column > 0) physical["region"]["startColumn"] = extent.column;
    if (extent.end > 0) physical["region"]["endColumn"] = extent.end;
  }
  return {{"physicalLocation", std::move(physical)}};
}

// The characters of `line` that the extent covers.
// "a = APP_X", columns 5 to 10 ─→ "APP_X"; columns are counted in characters from 1
std::string MarkedText(std::string_view line, const Extent& extent) {
  std::string out;
  int column = 0;
  for (const char c : line) {
    if (!IsUtf8Continuation(c)) ++column;
    if (column >= extent.column && column < extent.end) out += c;
  }
  return out;
}

// The place with its text: the region's and the line around it. Both are from the line as an
// excerpt shows it, with credentials masked and long lines cut.
Json QuotedLocation(const Place& place, const Finding& finding, const PrintOptions& options) {
  const Extent extent = ExtentAt(place, finding, options);
  Json out = LocationOf(place, extent);
  if (!options.line || place.line <= 0) return out;
  const auto line = [&](int number) {
    Place other = place;
    other.line = number;
    return number > 0 ? options.line(other) : std::string();
  };
  const Excerpt excerpt = MakeExcerpt(line(place.line), place.column, finding.name,
                                      line(place.line - 1), line(place.line + 1));
  if (excerpt.text.empty()) return out;
  const Json whole = {{"text", ToValidUtf8(excerpt.text)}};
  Json& physical = out["physicalLocation"];
  if (extent.column <= 0 || extent.end <= 0) {
    // The region is the line; the context must be larger (section 3.29.5).
    physical["region"]["snippet"] = whole;
    if (place.line == 1) return out;
    physical["contextRegion"] = {{"startLine", place.line - 1}, {"endLine", place.line}};
    return out;
  }
  physical["contextRegion"] = {{"startLine", place.line}, {"snippet", whole}};
  const std::string shown = ToValidUtf8(MarkedText(line(place.line), extent));
  // The marked text may be a masked or cut part of the excerpt; it is omitted then.
  if (!shown.empty() && excerpt.text.find(shown) != std::string::npos) {
    physical["region"]["snippet"]["text"] = shown;
  }
  return out;
}

// The first place of the other side is related with "In code." or "On a page.", further ones of the
// same side with "Also ...".
Json PlacesOf(const Finding& finding, const PrintOptions& options) {
  Json out = Json::object();
  const Place* main = MainPlace(finding);
  // A finding about the run as a whole has no location.
  if (main == nullptr) return out;
  out["locations"] = Json::array({QuotedLocation(*main, finding, options)});
  int id = 0;
  const auto relate = [&](const Place& place, const char* what) {
    if (&place == main) return;
    Json one = {{"id", ++id}};
    one.update(QuotedLocation(place, finding, options));
    one["message"]["text"] = what;
    out["relatedLocations"].push_back(std::move(one));
  };
  const bool at_code = !finding.code.empty() && main == &finding.code.front();
  for (const Place& place : finding.code) relate(place, at_code ? "Also in code." : "In code.");
  for (const Place& place : finding.doc) {
    relate(place, main == &finding.doc.front() ? "Also on a page." : "On a page.");
  }
  return out;
}

// The two disagreeing values, and what SARIF has no field for.
Json PropertiesOf(const Finding& finding) {
  Json out;
  if (!finding.name.empty()) out["name"] = JsonText(std::string_view(finding.name), {});
  for (const std::string& name : finding.names) {
    out["names"].push_back(JsonText(std::string_view(name), {}));
  }
  out["confidence"] = ToString(finding.confidence);
  const auto add = [&](const char* key, const std::optional<std::string>& text) {
    if (text) out[key] = JsonText(text, finding.name);
  };
  add("documented", finding.documented);
  add("actual", finding.actual);
  add("suggestion", finding.suggestion);
  if (!finding.reason.empty()) out["reason"] = finding.reason;
  if (!finding.explained.rule.empty()) {
    out["explainedBy"] = finding.explained.rule;
    out["explainedName"] = JsonText(std::string_view(finding.explained.name), {});
  }
  return out;
}

// One fix of a result: each change of a page is a replacement.
Json FixOf(const std::vector<FindingFix>& fixes, std::string_view name) {
  Json changes = Json::array();
  for (const FindingFix& fix : fixes) {
    Json region = {{"startLine", fix.line},
                   {"startColumn", fix.column},
                   {"endLine", fix.end_line},
                   {"endColumn", fix.end_column}};
    Json replacement = {
        {"deletedRegion", std::move(region)},
        {"insertedContent", {{"text", JsonText(std::string_view(fix.text), name)}}}};
    changes.push_back({{"artifactLocation", SarifArtifactLocation(fix.file)},
                       {"replacements", Json::array({std::move(replacement)})}});
  }
  return {{"description", {{"text", "Correct the page."}}},
          {"artifactChanges", std::move(changes)}};
}

// `rule` is the index in the driver's list; -1 if the list lacks the rule.
Json ResultOf(const Finding& finding, int rule, const CheckReport& report,
              const PrintOptions& options) {
  Json out;
  out["ruleId"] = finding.rule;
  if (rule >= 0) out["ruleIndex"] = rule;
  out["level"] = LevelOf(finding.severity);
  out["message"] = SarifText(ShownMessage(finding));
  out.update(PlacesOf(finding, options));
  out["partialFingerprints"]["flagcensus/v1"] = finding.fingerprint;
  if (report.only_new) out["baselineState"] = "new";
  const auto fixes = report.fixes.find({finding.rule, finding.fingerprint, finding.name});
  if (fixes != report.fixes.end()) {
    out["fixes"] = Json::array({FixOf(fixes->second, finding.name)});
  }
  out["properties"] = PropertiesOf(finding);
  return out;
}

// A diagnostic about an input is a notification of the run and not a result.
// A result would be shown as an error in the code.
Json NotificationOf(const Diagnostic& diagnostic) {
  Json out;
  out["descriptor"]["id"] = diagnostic.kind;
  out["level"] = "warning";
  out["message"] = SarifText(ShownText(diagnostic.message, {}));
  const Place& place = diagnostic.place;
  if (!place.file.empty()) {
    out["locations"] = Json::array({LocationOf(place, {place.column, 0})});
  }
  return out;
}

std::string WriteCheckSarif(const CheckReport& report, const PrintOptions& options) {
  Json driver = SarifDriver();
  std::map<std::string_view, int> numbers;
  for (const RuleNote& rule : report.rules) {
    numbers.emplace(rule.rule, static_cast<int>(numbers.size()));
    driver["rules"].push_back(RuleOf(rule));
  }
  Json run;
  run["tool"]["driver"] = std::move(driver);
  Json invocation = {{"executionSuccessful", true}};
  for (const Diagnostic& diagnostic : report.diagnostics) {
    invocation["toolExecutionNotifications"].push_back(NotificationOf(diagnostic));
  }
  run["invocations"] = Json::array({std::move(invocation)});
  run["originalUriBaseIds"][kSarifBase]["description"]["text"] =
      "The directory that paths are relative to (--root).";
  run["artifacts"] = Json::array();
  for (const std::string& page : report.pages) {
    run["artifacts"].push_back({{"location", SarifArtifactLocation(page)},
                                {"roles", Json::array({"analysisTarget"})},
                                {"description", {{"text", "A page in the catalog."}}}});
  }
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = Json::array();
  for (const Finding& finding : report.findings) {
    const auto rule = numbers.find(finding.rule);
    run["results"].push_back(
        ResultOf(finding, rule == numbers.end() ? -1 : rule->second, report, options));
  }
  const Json out = {
      {"$schema", kSarifSchema}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
  return ToLine(out) + "\n";
}

// Recognised by the name of the driver: any analyser writes the schema.
bool IsOwnSarif(std::string_view head) {
  return head.starts_with("{\"$schema\":") &&
         head.find("\"tool\":{\"driver\":{\"name\":\"flagcensus\",") != std::string_view::npos;
}

}  // namespace

extern constexpr CheckFormat kCheckSarifFormat = {
    .rank = 50,
    .name = "sarif",
    .machine = true,
    .write = WriteCheckSarif,
    .is_own = IsOwnSarif,
    .fixes = true,
};

}  // namespace flagcensus
