// The shape of a SARIF 2.1.0 log, as far as flagcensus writes one: which objects have which
// properties, which are required, what they refer to. Taken from the specification's text (sections
// 3.13 to 3.58); the publisher's schema may not be distributed in changed form and is not here.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

namespace flagcensus {

struct SarifProperty {
  std::string type;  // of the table below; "string", "integer", "boolean", "any"; "[]" behind: many
  bool required = false;
};

inline const std::map<std::string, std::map<std::string, SarifProperty>>& SarifTypes() {
  static const std::map<std::string, std::map<std::string, SarifProperty>> kTypes = {
      {"log", {{"$schema", {"uri"}}, {"version", {"version", true}}, {"runs", {"run[]", true}}}},
      {"run",
       {{"tool", {"tool", true}},
        {"invocations", {"invocation[]"}},
        {"originalUriBaseIds", {"bases"}},
        {"automationDetails", {"automation"}},
        {"versionControlProvenance", {"provenance[]"}},
        {"properties", {"any"}},
        {"artifacts", {"artifact[]"}},
        {"columnKind", {"columnKind"}},
        {"results", {"result[]"}}}},
      {"tool", {{"driver", {"driver", true}}}},
      {"driver",
       {{"name", {"string", true}},
        {"version", {"string"}},
        {"semanticVersion", {"semver"}},
        {"informationUri", {"uri"}},
        {"rules", {"rule[]"}}}},
      {"rule",
       {{"id", {"string", true}},
        {"name", {"string"}},
        {"shortDescription", {"multiformat"}},
        {"fullDescription", {"multiformat"}},
        {"help", {"multiformat"}},
        {"helpUri", {"uri"}},
        {"properties", {"any"}},
        {"defaultConfiguration", {"configuration"}}}},
      {"multiformat", {{"text", {"string", true}}, {"markdown", {"string"}}}},
      {"configuration", {{"level", {"level"}}}},
      {"invocation",
       {{"executionSuccessful", {"boolean", true}},
        {"toolExecutionNotifications", {"notification[]"}},
        {"toolConfigurationNotifications", {"notification[]"}},
        {"properties", {"any"}}}},
      {"automation", {{"id", {"string", true}}}},
      {"provenance",
       {{"repositoryUri", {"remote", true}},
        {"revisionId", {"string"}},
        {"revisionTag", {"string"}},
        {"mappedTo", {"any"}}}},
      {"suppression",
       {{"kind", {"suppressionKind", true}},
        {"status", {"suppressionStatus"}},
        {"justification", {"string"}},
        {"properties", {"any"}}}},
      {"logicalLocation", {{"name", {"string"}}, {"kind", {"string"}}}},
      {"notification",
       {{"descriptor", {"descriptor"}},
        {"level", {"level"}},
        {"message", {"message", true}},
        {"locations", {"location[]"}}}},
      {"descriptor", {{"id", {"string", true}}}},
      {"artifact",
       {{"location", {"artifactLocation"}},
        {"roles", {"role[]"}},
        {"length", {"integer"}},
        {"hashes", {"any"}},
        {"description", {"message"}}}},
      {"artifactLocation", {{"uri", {"relative", true}}, {"uriBaseId", {"string"}}}},
      {"message", {{"text", {"string", true}}, {"markdown", {"string"}}}},
      {"location",
       {{"id", {"integer"}},
        {"physicalLocation", {"physicalLocation", true}},
        {"logicalLocations", {"logicalLocation[]"}},
        {"message", {"message"}}}},
      {"physicalLocation",
       {{"artifactLocation", {"artifactLocation", true}},
        {"region", {"region"}},
        {"contextRegion", {"region"}}}},
      {"region",
       {{"startLine", {"positive", true}},
        {"startColumn", {"positive"}},
        {"endColumn", {"positive"}},
        {"endLine", {"positive"}},
        {"snippet", {"content"}}}},
      {"result",
       {{"ruleId", {"string", true}},
        {"ruleIndex", {"integer"}},
        {"level", {"level"}},
        {"message", {"message", true}},
        {"locations", {"location[]"}},
        {"relatedLocations", {"location[]"}},
        {"partialFingerprints", {"fingerprints"}},
        {"baselineState", {"baselineState"}},
        {"suppressions", {"suppression[]"}},
        {"fixes", {"fix[]"}},
        {"properties", {"any"}}}},
      {"fix", {{"description", {"message"}}, {"artifactChanges", {"change[]", true}}}},
      {"change",
       {{"artifactLocation", {"artifactLocation", true}},
        {"replacements", {"replacement[]", true}}}},
      {"replacement", {{"deletedRegion", {"region", true}}, {"insertedContent", {"content"}}}},
      {"content", {{"text", {"string", true}}}},
  };
  return kTypes;
}

inline void CheckSarif(const nlohmann::json& value, const std::string& type, const std::string& at,
                       std::vector<std::string>& errors) {
  using nlohmann::json;
  if (type.ends_with("[]")) {
    if (!value.is_array()) return errors.push_back(at + " is no array");
    for (size_t i = 0; i < value.size(); ++i) {
      CheckSarif(value[i], type.substr(0, type.size() - 2), at + "/" + std::to_string(i), errors);
    }
    return;
  }
  if (const auto object = SarifTypes().find(type); object != SarifTypes().end()) {
    if (!value.is_object()) return errors.push_back(at + " is no object");
    for (const auto& [key, property] : object->second) {
      if (property.required && !value.contains(key)) errors.push_back(at + " has no " + key);
    }
    for (const auto& field : value.items()) {
      const auto property = object->second.find(field.key());
      if (property == object->second.end()) {
        errors.push_back(at + " has " + field.key());
      } else {
        CheckSarif(field.value(), property->second.type, at + "/" + field.key(), errors);
      }
    }
    return;
  }
  const std::map<std::string, const char*> words = {
      {"version", "2\\.1\\.0"},
      {"level", "none|note|warning|error"},
      {"baselineState", "new|unchanged|updated|absent"},
      {"columnKind", "utf16CodeUnits|unicodeCodePoints"},
      {"role", "analysisTarget"},
      {"suppressionKind", "inSource|external"},
      {"suppressionStatus", "accepted|underReview|rejected"},
      {"remote", "(?:https?|ssh|git)://[!-~]+"},
      {"semver", "\\d+\\.\\d+\\.\\d+.*"},
      {"uri", "https://[!-~]+"},
      // RFC 3986: a relative reference of characters that a path may have.
      {"relative", "(?:[A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-F]{2})+"},
  };
  if (const auto word = words.find(type); word != words.end()) {
    const bool good =
        value.is_string() && std::regex_match(value.get<std::string>(), std::regex(word->second));
    if (!good) errors.push_back(at + " is no " + type + ": " + value.dump());
  } else if (type == "string") {
    if (!value.is_string() || value.get_ref<const std::string&>().empty()) {
      errors.push_back(at + " is no text");
    }
  } else if (type == "positive" || type == "integer") {
    const bool good = value.is_number_integer() && value.get<int>() >= (type == "positive" ? 1 : 0);
    if (!good) errors.push_back(at + " is no " + type);
  } else if (type == "boolean" && !value.is_boolean()) {
    errors.push_back(at + " is no boolean");
  } else if ((type == "fingerprints" || type == "bases") && !value.is_object()) {
    errors.push_back(at + " is no object");
  }
}

// What is wrong with the log; nothing where it has the shape, and what refers to a rule, a base or
// an end of a region refers to what is there.
inline std::vector<std::string> ShapeErrors(const nlohmann::json& log) {
  std::vector<std::string> errors;
  CheckSarif(log, "log", "", errors);
  if (!errors.empty()) return errors;
  for (const nlohmann::json& run : log["runs"]) {
    const nlohmann::json& rules = run["tool"]["driver"]["rules"];
    for (const nlohmann::json& result : run["results"]) {
      const bool known = result.contains("ruleIndex") && result["ruleIndex"] < rules.size() &&
                         rules[result["ruleIndex"].get<size_t>()]["id"] == result["ruleId"];
      if (!known) errors.push_back("ruleIndex is of another rule");
      const std::string message = result["message"]["text"];
      if (!message.ends_with('.') && !message.ends_with('?')) errors.push_back("no sentence");
      for (const nlohmann::json& one : result.value("locations", nlohmann::json::array())) {
        const nlohmann::json& place = one["physicalLocation"];
        if (!run["originalUriBaseIds"].contains(place["artifactLocation"]["uriBaseId"])) {
          errors.push_back("uriBaseId of nothing");
        }
        const nlohmann::json region = place.value("region", nlohmann::json::object());
        if (region.value("endColumn", 1 << 30) < region.value("startColumn", 1)) {
          errors.push_back("a region ends before it begins");
        }
      }
    }
  }
  return errors;
}

}  // namespace flagcensus
