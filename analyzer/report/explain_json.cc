// `explain NAME --format json`: everything known about one variable
// (docs/schema/explain.schema.json).
//
//   {"schema":1,...,"name":"APP_PORT","accesses":[...],"entries":[...],...,"inventory":null}
#include "analyzer/report/formats.h"
#include "analyzer/report/json.h"

namespace flagcensus {
namespace {

// In the order of the flag: the pages by their path, and each page from top to bottom.
Json EntriesOf(const std::vector<const Entry*>& entries) {
  Json out = Json::array();
  for (const Entry* entry : entries) out.push_back(ToJson(*entry));
  return out;
}

// The spellings of docs/schema/explain.schema.json.
std::string_view ToString(Consumption::Kind kind) {
  switch (kind) {
    case Consumption::Kind::kUnknown:
      return "unknown";
    case Consumption::Kind::kUsed:
      return "used";
    case Consumption::Kind::kUnusedName:
      return "unused-name";
    case Consumption::Kind::kUncalled:
      return "uncalled";
    case Consumption::Kind::kUnconsulted:
      return "unconsulted";
    case Consumption::Kind::kWrittenBack:
      return "written-back";
    case Consumption::Kind::kOverwritten:
      return "overwritten";
    case Consumption::Kind::kUnlisted:
      return "unlisted";
  }
  return "";
}

std::string WriteExplanationJson(const Flag& flag, const std::vector<Finding>& findings,
                                 const std::vector<InventoryRow>& inventory, const PrintOptions&) {
  Json out;
  out["schema"] = 1;
  out["tool"] = {{"name", "flagcensus"}, {"version", FLAGCENSUS_VERSION}};
  out["name"] = JsonText(std::string_view(flag.name), {});
  // The code's side: accesses, each with what becomes of its value.
  out["accesses"] = Json::array();
  for (const auto& [access, consumption] : flag.accesses) {
    Json one = ToJson(*access);
    one["consumption"] = ToString(consumption.kind);
    out["accesses"].push_back(std::move(one));
  }
  // The pages' side: entries that document it, texts that only name it, and passages about it.
  out["entries"] = EntriesOf(flag.entries);
  out["mentions"] = EntriesOf(flag.mentions);
  out["passages"] = Json::array();
  for (const Passage& passage : flag.passages) {
    Json one = JsonPlace(passage.place);
    one["described"] = passage.described;
    out["passages"].push_back(std::move(one));
  }
  out["signs"] = Json::array();
  for (const InternalSign& sign : flag.signs) {
    Json one = JsonPlace(sign.place);
    one["words"] = JsonText(std::string_view(sign.words), flag.name);
    out["signs"].push_back(std::move(one));
  }
  out["elsewhere"] = JsonPlaces(flag.seen_elsewhere);
  // Accesses in other languages are places only; they have no defaults to compare.
  for (const LightAccess& access : flag.light) out["elsewhere"].push_back(JsonPlace(access.place));
  // Values that deployment files set. A value that is not known, such as an expansion, is null.
  out["given"] = Json::array();
  for (const GivenAt& given : flag.given) {
    Json one = JsonPlace(given.setting->place);
    one["kind"] = ToString(given.surface->kind);
    one["how"] = ToString(given.setting->how);
    const std::optional<std::string_view> value = ValueOf(*given.setting);
    one["value"] =
        value ? JsonText(std::string_view(ShownSetting(*given.setting)), flag.name) : Json();
    out["given"].push_back(std::move(one));
  }
  out["findings"] = Json::array();
  for (const Finding& finding : findings) {
    if (IsAbout(finding, flag.name)) out["findings"].push_back(ToJson(finding));
  }
  // Null if the variable is in no inventory row, so the key is always present.
  out["inventory"] = nullptr;
  for (const InventoryRow& row : inventory) {
    if (row.name == flag.name) out["inventory"] = ToJson(row);
  }
  return ToLine(out) + "\n";
}

}  // namespace

extern constexpr ExplainFormat kExplainJsonFormat = {
    .rank = 20, .name = "json", .write = WriteExplanationJson};

}  // namespace flagcensus
