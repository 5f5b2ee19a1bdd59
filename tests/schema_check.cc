// RapidJSON knows the keywords of draft 4: `const` is told to it as an `enum` of one, and what it
// would pass over in silence is a violation.
#include "tests/schema_check.h"

#define RAPIDJSON_SCHEMA_USE_INTERNALREGEX 0  // std::regex, then: its own knows no classes
#define RAPIDJSON_HAS_STDSTRING 1
#include <rapidjson/document.h>
#include <rapidjson/schema.h>
#include <rapidjson/stringbuffer.h>

#include <set>
#include <string_view>

namespace flagcensus {
namespace {

using nlohmann::json;

// Keywords whose value is a schema, or a list of them; and those with one under each name.
const std::set<std::string_view> kOfSchemas = {
    "allOf", "anyOf", "oneOf", "not", "items", "additionalItems", "additionalProperties"};
const std::set<std::string_view> kOfNamedSchemas = {"properties", "patternProperties",
                                                    "definitions"};
const std::set<std::string_view> kOthers = {
    "$ref", "type", "enum", "const", "required", "minimum", "maximum", "minItems", "maxItems",
    "minLength", "maxLength", "pattern", "uniqueItems", "multipleOf", "minProperties",
    "maxProperties", "dependencies",
    // These promise nothing.
    "$schema", "$id", "id", "$comment", "title", "description", "default", "examples", "format",
    "deprecated", "meta:enum"};

// `schema` in the keywords of draft 4; the first that cannot be told so stands in `unknown`.
json Translate(const json& schema, std::string* unknown) {
  if (schema.is_array()) {
    json out = json::array();
    for (const json& one : schema) out.push_back(Translate(one, unknown));
    return out;
  }
  if (!schema.is_object()) return schema;
  json out = json::object();
  for (const auto& [keyword, value] : schema.items()) {
    if (kOfSchemas.contains(keyword)) {
      out[keyword] = Translate(value, unknown);
    } else if (kOfNamedSchemas.contains(keyword)) {
      for (const auto& [name, one] : value.items()) out[keyword][name] = Translate(one, unknown);
    } else if (keyword == "const") {
      out["enum"] = json::array({value});
    } else if (kOthers.contains(keyword) || keyword.starts_with("x-")) {
      out[keyword] = value;
    } else {
      *unknown = keyword;
    }
  }
  return out;
}

std::string TextOf(const rapidjson::Pointer& pointer) {
  rapidjson::StringBuffer buffer;
  pointer.StringifyUriFragment(buffer);
  return buffer.GetString();
}

}  // namespace

std::string Violations(const json& schema, const json& document) {
  std::string unknown;
  const std::string translated = Translate(schema, &unknown).dump();
  if (!unknown.empty()) return "the keyword " + unknown + " of the schema is not checked";
  rapidjson::Document schema_tree;
  rapidjson::Document tree;
  if (schema_tree.Parse(translated).HasParseError() || tree.Parse(document.dump()).HasParseError())
    return "no JSON";
  const rapidjson::SchemaDocument parsed(schema_tree);
  rapidjson::SchemaValidator validator(parsed);
  if (tree.Accept(validator)) return "";
  return TextOf(validator.GetInvalidDocumentPointer()) + " does not hold to " +
         TextOf(validator.GetInvalidSchemaPointer()) + "/" + validator.GetInvalidSchemaKeyword();
}

}  // namespace flagcensus
