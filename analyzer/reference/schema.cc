// Page ─→ JSON Schema (draft 7) of the environment.
//
//   APP_PORT, int, default 80  ─→  "APP_PORT": {"type": "string", "default": "80",
//                                               "pattern": "^\\s*[-+]?[0-9]+\\s*$", ...}
//
// An environment contains texts: a number is a text of digits, and `default` is the text as it
// would be set.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "analyzer/base/json_text.h"
#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/reference/cells.h"
#include "analyzer/reference/formats.h"

namespace flagcensus {
namespace {

using Json = nlohmann::ordered_json;

// A family as a regular expression: APP_LOG_* ─→ ^APP_LOG_.*$
std::string PatternOf(const std::string& family) {
  std::string out = "^";
  for (const char c : family) {
    if (c == '*') {
      out += ".*";
    } else {
      if (!IsIdentifierByte(c)) out += '\\';
      out += c;
    }
  }
  return out + "$";
}

// Whether the property's own pattern accepts the default.
bool IsNumber(const std::string& text, bool fraction) {
  if (text.empty()) return false;
  const size_t sign = text[0] == '-' || text[0] == '+' ? 1 : 0;
  return sign < text.size() && text.find_first_not_of(fraction ? "0123456789.eE+-" : "0123456789",
                                                      sign) == std::string::npos;
}

// A pattern is omitted if the default itself does not match it, such as "auto" of a number: the
// schema would reject the value that the program uses.
Json PropertyOf(const Row& row) {
  Json out;
  if (row.type != ValueType::kUnknown) out["type"] = "string";
  if (!row.description.text.empty()) out["description"] = ToValidUtf8(FullDescription(row));
  const RowDefault* single = row.single_default();
  const bool literal = single != nullptr && single->kind == DefaultKind::kLiteral;
  if (literal) out["default"] = ToValidUtf8(MaskSecrets(single->text, row.name));
  const std::string value = literal ? single->text : std::string();
  if (!row.values.empty()) {
    Json values = Json::array();
    for (const std::string& one : row.values) values.push_back(ToValidUtf8(one));
    // A default outside of the values that the code compares is valid, since the program uses it.
    if (literal && std::find(row.values.begin(), row.values.end(), value) == row.values.end()) {
      values.push_back(out["default"]);
    }
    out["enum"] = values;
  } else if (row.type == ValueType::kInt && (!literal || IsNumber(value, false))) {
    out["pattern"] = "^\\s*[-+]?[0-9]+\\s*$";
  } else if (row.type == ValueType::kFloat && (!literal || IsNumber(value, true))) {
    out["pattern"] = "^\\s*[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?\\s*$";
  }
  if (row.type != ValueType::kUnknown) out["x-type"] = ToString(row.type);
  if (row.deprecated) out["deprecated"] = true;
  return out;
}

}  // namespace

std::string WriteEnvironmentSchema(const ReferencePage& page, const DocsOptions&) {
  Json out;
  out["$schema"] = "http://json-schema.org/draft-07/schema#";
  out["$comment"] = kPageMark;
  out["title"] = ToValidUtf8(page.title);
  out["type"] = "object";
  Json properties = Json::object(), families = Json::object(), required = Json::array();
  for (const Section& section : page.sections) {
    for (const Row& row : section.rows) {
      const bool family = row.name.find('*') != std::string::npos;
      (family ? families[PatternOf(row.name)] : properties[ToValidUtf8(row.name)]) =
          PropertyOf(row);
      if (row.required() && !family) required.push_back(ToValidUtf8(row.name));
    }
  }
  out["properties"] = properties;
  if (!families.empty()) out["patternProperties"] = families;
  if (!required.empty()) out["required"] = required;
  constexpr int kIndent = 2;
  return EscapeHiddenInJson(
             out.dump(kIndent, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace)) +
         "\n";
}

}  // namespace flagcensus
