// `scan --format jsonl`: one line for each access (docs/schema/scan.schema.json).
//
//   {"name":"APP_PORT","op":"read","file":"app/a.py","line":12,"column":11,"default":"80",...}
#include <fmt/format.h>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/model/unset.h"
#include "analyzer/report/formats.h"
#include "analyzer/report/json.h"

namespace flagcensus {

// Every key is in every line, with null for what is unknown, except for the last three: "unset" and
// its kind, and "configurations".
Json ToJson(const Access& access) {
  const std::string name = access.name.value_or(std::string());
  Json chain = Json::array();
  for (const Place& place : access.chain) {
    chain.push_back(ToValidUtf8(fmt::format("{}:{}", MaskPath(place.file), place.line)));
  }
  Json out;
  out["name"] = JsonText(access.name, {});
  out["op"] = ToString(access.op);
  out["file"] = ToValidUtf8(MaskPath(access.place.file));
  out["line"] = access.place.line;
  out["column"] = access.place.column;
  // In a chain of variables, each has the literal at the end of the chain.
  const Unset unset = UnsetOf(access);
  out["default"] = JsonText(unset.falls_back ? access.use.unset_text : access.default_text, name);
  out["default_kind"] = ToString(unset.falls_back ? DefaultKind::kLiteral : access.default_kind);
  out["type"] = ToString(access.type);
  out["via"] = JsonText(std::string_view(access.via), {});
  out["chain"] = std::move(chain);
  out["bound_to"] = JsonText(access.bound_to, {});
  out["value"] = JsonText(access.value, name);
  out["scope"] = ToString(access.scope);
  out["language"] = ToString(access.language);
  out["condition"] = JsonText(access.condition, {});
  out["description"] = JsonText(access.description, name);
  // Code in a string may not run, and a guessed name may be wrong.
  out["confidence"] = access.evidence.in_string || access.evidence.guessed ? "low" : "high";
  if (unset.stated() && !unset.falls_back) {
    out["unset"] = unset.text.empty() ? Json(nullptr) : JsonText(unset.text, name);
    out["unset_kind"] = ToString(unset.kind);
  }
  if (access.configurations) {
    out["configurations"] = Json::array();
    for (const std::string& one : *access.configurations) {
      out["configurations"].push_back(ToValidUtf8(one));
    }
  }
  return out;
}

namespace {

std::string WriteScanJsonl(const std::vector<Access>& accesses, const PrintOptions&) {
  std::string out;
  for (const Access& access : accesses) out += ToLine(ToJson(access)) + "\n";
  return out;
}

}  // namespace

extern constexpr ScanFormat kScanJsonlFormat = {
    .rank = 20, .name = "jsonl", .write = WriteScanJsonl};

}  // namespace flagcensus
