// `catalog --format jsonl`: one line for each entry (docs/schema/catalog.schema.json).
//
//   {"name":"APP_PORT","default":"80","default_kind":"literal","type":"int",...,"line":3,...}
#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/report/formats.h"
#include "analyzer/report/json.h"

namespace flagcensus {

// Only the line is written: some formats have no columns.
Json ToJson(const Entry& entry) {
  Json claims = Json::array();
  for (const std::string& claim : entry.claims)
    claims.push_back(JsonText(std::string_view(claim), entry.name));
  Json out;
  out["name"] = JsonText(std::string_view(entry.name), {});
  out["default"] = JsonText(entry.default_text, entry.name);
  out["default_kind"] = ToString(entry.default_kind);
  out["type"] = ToString(entry.type);
  out["value"] = JsonText(entry.value, entry.name);
  out["file"] = ToValidUtf8(MaskPath(entry.place.file));
  out["line"] = entry.place.line;
  out["section"] = JsonText(std::string_view(entry.section), {});
  out["how"] = ToString(entry.how);
  out["parent"] = JsonText(entry.parent, {});
  out["claims"] = std::move(claims);
  out["description"] = JsonText(std::string_view(entry.description), entry.name);
  return out;
}

namespace {

// Mentions only with --mentions: they document nothing.
std::string WriteCatalogJsonl(const std::vector<Entry>& entries, const PrintOptions& options) {
  std::string out;
  for (const Entry& entry : entries) {
    if (entry.how != EntryHow::kMention || options.mentions) out += ToLine(ToJson(entry)) + "\n";
  }
  return out;
}

}  // namespace

extern constexpr CatalogFormat kCatalogJsonlFormat = {
    .rank = 20, .name = "jsonl", .write = WriteCatalogJsonl};

}  // namespace flagcensus
