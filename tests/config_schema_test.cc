// The keys of the configuration in docs/: the JSON Schema for editors, and the table of the guide.
// FLAGCENSUS_RENEW=1 writes both anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/text.h"
#include "analyzer/config/accessors.h"
#include "analyzer/config/config.h"
#include "analyzer/config/keys.h"
#include "analyzer/rules/rule.h"
#include "tests/paths.h"
#include "tests/schema_check.h"
#include "tests/text.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;
using ordered = nlohmann::ordered_json;

const std::string kSchema = kRoot + "/docs/schema/flagcensus.schema.json";
const std::string kGuide = kRoot + "/docs/configuration.md";
constexpr std::string_view kBegin = "<!-- the keys: FLAGCENSUS_RENEW=1 writes them -->\n\n";
constexpr std::string_view kEnd = "\n<!-- end of the keys -->";

ordered Text(const ConfigKey& key) {
  ordered out = {{"type", "string"}, {"minLength", 1}};
  const bool rule = key.name == "rule" || key.name == "disabled-rules";
  if (rule) return {{"$ref", "#/definitions/rule"}};
  if (!key.values.empty()) out = {{"type", "string"}, {"enum", key.values}};
  // A prefix may be empty, and so may what joins it to a name.
  if (key.table == "settings" && key.kind == KeyKind::kString) out.erase("minLength");
  return out;
}

ordered ObjectOf(std::string_view table);

ordered SchemaOf(const ConfigKey& key) {
  switch (key.kind) {
    case KeyKind::kString:
      return Text(key);
    case KeyKind::kStrings:
      return {{"type", "array"}, {"items", Text(key)}};
    case KeyKind::kOneOrMore:
      return {{"anyOf", {Text(key), {{"type", "array"}, {"minItems", 1}, {"items", Text(key)}}}}};
    case KeyKind::kBoolean:
      return {{"type", "boolean"}};
    case KeyKind::kSeverities:
      return {{"$ref", "#/definitions/severities"}};
    case KeyKind::kKeys:
      return ObjectOf(key.name);
    case KeyKind::kRows:
      return {{"type", "array"}, {"items", ObjectOf(key.name)}};
    case KeyKind::kArgument:
      return {{"$ref", "#/definitions/argument"}};
    case KeyKind::kMethods:
      return {{"type", "object"},
              {"additionalProperties",
               {{"type", "string"}, {"enum", FindConfigKey("accessor", "type")->values}}}};
  }
  return {};
}

ordered ObjectOf(std::string_view table) {
  ordered properties = ordered::object(), required = ordered::array();
  for (const ConfigKey& key : ConfigKeys()) {
    if (key.table != table) continue;
    ordered schema = SchemaOf(key);
    // Beside a "$ref", draft-07 ignores what stands there.
    if (schema.contains("$ref")) schema = {{"allOf", {schema}}};
    schema["description"] = key.about;
    properties[std::string(key.name)] = schema;
    if (key.required) required.push_back(key.name);
  }
  ordered out = {{"type", "object"}, {"additionalProperties", false}, {"properties", properties}};
  if (!required.empty()) out["required"] = required;
  if (table == "ignore") {
    out["anyOf"] = {{{"required", {"rule"}}}, {{"required", {"name"}}}, {{"required", {"path"}}}};
  }
  return out;
}

ordered MakeSchema() {
  ordered rules = ordered::array(), severities = ordered::object();
  for (const Rule& rule : Rules()) {
    rules.push_back(rule.name);
    severities[std::string(rule.name)] = {{"allOf", {{{"$ref", "#/definitions/severity"}}}},
                                          {"description", rule.summary}};
  }
  const ordered argument = {
      {"anyOf", {{{"type", "integer"}, {"minimum", 0}, {"maximum", 100}}, {{"type", "string"}}}}};
  ordered out = {
      {"$schema", "http://json-schema.org/draft-07/schema#"},
      {"$id", "https://json.schemastore.org/flagcensus.json"},
      {"title", "flagcensus configuration"},
      {"description", "flagcensus.toml, .flagcensus.toml, or [tool.flagcensus] of pyproject.toml"}};
  out["definitions"] = {
      {"rule", {{"type", "string"}, {"enum", rules}}},
      {"severity", {{"type", "string"}, {"enum", {"error", "warning", "info", "off"}}}},
      {"severities",
       {{"type", "object"}, {"additionalProperties", false}, {"properties", severities}}},
      {"argument",
       {{"anyOf",
         {argument["anyOf"][0],
          argument["anyOf"][1],
          {{"type", "array"}, {"minItems", 1}, {"items", argument}}}}}}};
  out.update(ObjectOf(""));
  return out;
}

std::string KindText(const ConfigKey& key) {
  if (!key.values.empty()) {
    std::string out;
    for (const std::string_view value : key.values) {
      out += (out.empty() ? "`\"" : ", `\"") + std::string(value) + "\"`";
    }
    return out;
  }
  switch (key.kind) {
    case KeyKind::kString:
      return "string";
    case KeyKind::kStrings:
      return "list of strings";
    case KeyKind::kOneOrMore:
      return "string, or a list of them";
    case KeyKind::kBoolean:
      return "boolean";
    case KeyKind::kSeverities:
      return "table: rule = `\"error\"`, `\"warning\"`, `\"info\"` or `\"off\"`";
    case KeyKind::kKeys:
      return "table";
    case KeyKind::kRows:
      return "rows";
    case KeyKind::kArgument:
      return "position, keyword, or a list of both";
    case KeyKind::kMethods:
      return "table: method = type";
  }
  return "";
}

std::string MakeTable() {
  std::string out = "| Key | Value | What it says |\n|---|---|---|\n";
  for (const ConfigKey& key : ConfigKeys()) {
    // [[docs.section]]: rows within a row.
    const bool inner = FindConfigKey("", key.table) == nullptr;
    const ConfigKey* const above = FindConfigKey(inner ? "docs" : "", key.table);
    const bool rows = above != nullptr && above->kind == KeyKind::kRows;
    const std::string table = (rows && inner ? "docs." : "") + std::string(key.table);
    const std::string where = table.empty() ? "" : rows ? "[[" + table + "]] " : "[" + table + "] ";
    out += "| `" + where + std::string(key.name) + "` | " + KindText(key) +
           (key.required ? ", required" : "") + " | " + std::string(key.about);
    const bool toml =
        key.fallback.starts_with('[') || key.fallback.starts_with('"') || key.fallback == "false";
    if (!key.fallback.empty()) {
      out += toml ? " Default: `" + std::string(key.fallback) + "`."
                  : " Default: " + std::string(key.fallback) + ".";
    }
    out += " |\n";
  }
  return out;
}

TEST(ConfigSchema, IsWhatTheKeysSay) {
  const std::string wanted = MakeSchema().dump(2) + "\n";
  if (std::getenv("FLAGCENSUS_RENEW") != nullptr) {
    std::ofstream(kSchema, std::ios::binary) << wanted;
  }
  EXPECT_EQ(ReadText(kSchema), wanted) << "old: run the tests once with FLAGCENSUS_RENEW=1";
}

TEST(ConfigSchema, TheGuideHasALineForEachKey) {
  std::string guide = ReadText(kGuide);
  const size_t begin = guide.find(kBegin);
  ASSERT_NE(begin, std::string::npos);
  const size_t from = begin + kBegin.size();
  const size_t to = guide.find(kEnd, from);
  ASSERT_NE(to, std::string::npos);
  if (std::getenv("FLAGCENSUS_RENEW") != nullptr && guide.substr(from, to - from) != MakeTable()) {
    guide.replace(from, to - from, MakeTable());
    std::ofstream(kGuide, std::ios::binary) << guide;
    return;
  }
  EXPECT_EQ(guide.substr(from, to - from), MakeTable())
      << "old: run the tests once with FLAGCENSUS_RENEW=1";
}

// What the schema says against the TOML text; "" where it holds.
std::string ViolationsOfToml(const std::string& text) {
  toml::table table;
  if (const auto problem = ParseBoundedToml(text, &table)) return problem->message;
  if (const toml::table* own = table.at_path("tool.flagcensus").as_table()) {
    const toml::table inner = *own;
    table = inner;
  }
  std::ostringstream converted;
  converted << toml::json_formatter(table);
  const nlohmann::json document = nlohmann::json::parse(converted.str());
  const nlohmann::json schema = nlohmann::json::parse(ReadText(kSchema));
  return Violations(schema, document);
}

// The ```toml blocks of a page.
std::vector<std::string> Blocks(const std::string& page) {
  std::vector<std::string> out;
  constexpr std::string_view kOpen = "```toml\n";
  for (size_t at = 0; (at = page.find(kOpen, at)) != std::string::npos;) {
    at += kOpen.size();
    const size_t end = page.find("```", at);
    out.push_back(page.substr(at, end - at));
    at = end;
  }
  return out;
}

TEST(ConfigSchema, HoldsForEveryExample) {
  std::vector<std::string> examples = Blocks(ReadText(kGuide));
  EXPECT_GE(examples.size(), 3U);
  for (std::string& block : Blocks(ReadText(kRoot + "/README.md"))) examples.push_back(block);
  size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot + "/fixtures")) {
    if (entry.path().filename() != "flagcensus.toml") continue;
    examples.push_back(ReadText(entry.path().string()));
    ++files;
  }
  EXPECT_GE(files, 5U);
  for (const std::string& text : examples) {
    EXPECT_EQ(ViolationsOfToml(text), "") << text;
    const bool inside = text.find("[tool.flagcensus") != std::string::npos;
    const Result<Config> read = ParseConfig(text, inside ? "pyproject.toml" : "flagcensus.toml");
    EXPECT_TRUE(read.ok()) << read.error().message << "\n" << text;
  }
}

// The program and an editor say the same of a file.
TEST(ConfigSchema, RefusesWhatTheReaderRefuses) {
  const std::vector<std::pair<std::string, bool>> cases = {
      {"catalog = [\"docs/*.md\"]", true},
      {"catalog = \"docs/env.md\"", false},
      {"catalog = [\"\"]", false},
      {"catlog = []", false},
      {"documented-by = \"catalog\"", true},
      {"documented-by = \"nothing\"", false},
      {"disabled-rules = [\"unused\"]", true},
      {"disabled-rules = \"unused\"", false},
      {"[severity]\nunused = \"off\"", true},
      {"[severity]\nunused = \"none\"", false},
      {"severity = 3", false},
      {"[[scope]]\nglob = \"a\"\nscope = \"test\"", true},
      {"[[scope]]\nglob = \"a\"\nscope = \"tests\"", false},
      {"[[scope]]\nglob = \"a\"", false},
      {"[[internal]]\nname = \"A\"\nreason = \"r\"", true},
      {"[[internal]]\nname = \"A\"", false},
      {"[[ignore]]\nrule = \"unused\"\nname = \"A_*\"\npath = [\"a\", \"b\"]\nreason = \"r\"",
       true},
      {"[[ignore]]\nreason = \"r\"", false},
      {"[[ignore]]\nname = []\nreason = \"r\"", false},
      {"[[override]]\npath = \"a\"\nseverity = { unused = \"info\" }", true},
      {"[[override]]\npath = \"a\"", false},
      {"[[unresolved]]\nexpression = \"a\"\nreason = \"r\"", true},
      {"[[unresolved]]\nexpression = \"a\"\nreason = 3", false},
      {"[registry]\nname = [\"env\"]", true},
      {"[registry]\nnames = [\"env\"]", false},
      {"[[accessor]]\ncall = \"a.b\"\nname = [0, \"key\"]\nrequired = true\ntype = \"int\"", true},
      {"[[accessor]]\ncall = \"a.b\"\nkey = 0", false},
      {"[[object]]\nobjects = [\"a.B()\"]\nmethods = { \"\" = \"str\" }\nname = 0", true},
      {"[[object]]\nobjects = [\"a.B()\"]\nmethod = \"str\"", false},
      {"[[settings]]\nnames = [\"a.B\"]\nfields_alone = true", true},
      {"[[settings]]\nname = \"a.B\"", false},
      {"extend = \"../base.toml\"\nrequired-version = \">=0.1\"\npaths = [\"src\"]", true},
      {"extend = 3", false},
      {"paths = [3]", false},
      {"required-version = 3", false},
  };
  for (const auto& [text, good] : cases) {
    EXPECT_EQ(ViolationsOfToml(text).empty(), good) << text << "\n" << ViolationsOfToml(text);
    EXPECT_EQ(ParseConfig(text, "flagcensus.toml").ok(), good) << text;
  }
}

// The values of a row are read where its accessors are wanted, and not with the file.
TEST(ConfigSchema, RefusesTheArgumentThatARowRefuses) {
  const std::vector<std::pair<std::string, bool>> arguments = {
      {"0", true},      {"\"key\"", true}, {"[0, \"key\"]", true}, {"[\"key\"]", true},
      {"[100]", true},  {"[]", false},     {"[101]", false},       {"-1", false},
      {"[[0]]", false}, {"1.5", false},    {"true", false},
  };
  for (const auto& [argument, good] : arguments) {
    const std::string text = "[[accessor]]\ncall = \"a.b\"\nname = " + argument + "\n";
    EXPECT_EQ(ViolationsOfToml(text).empty(), good) << text << ViolationsOfToml(text);
    EXPECT_EQ(ReadAccessors(text, "flagcensus.toml").ok(), good) << text;
  }
}

}  // namespace
}  // namespace flagcensus
