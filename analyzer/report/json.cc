// Every text of the tree passes through JsonText: credentials are masked before the bytes are made
// valid UTF-8, since masking needs the original text.
//
//   JsonText("postgres://u:s3cr3t@db", "APP_DSN")  ─→  the same with *** in place of the password
#include "analyzer/report/json.h"

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"

namespace flagcensus {

// `name`: the variable that the text is about; {} if it is the name itself or about none.
Json JsonText(std::string_view text, std::string_view name) {
  return ToValidUtf8(MaskSecrets(text, name));
}

Json JsonText(const std::optional<std::string>& text, std::string_view name) {
  return text ? JsonText(std::string_view(*text), name) : Json();
}

Json JsonPlace(const Place& place) {
  Json out;
  out["file"] = ToValidUtf8(MaskPath(place.file));
  // Unknown lines and columns are omitted rather than 0.
  if (place.line > 0) out["line"] = place.line;
  if (place.column > 0) out["column"] = place.column;
  return out;
}

Json JsonPlaces(const std::vector<Place>& places) {
  Json out = Json::array();
  for (const Place& place : places) out.push_back(JsonPlace(place));
  return out;
}

// The notes are the sentences of the text report, for readers that show them unchanged.
Json ToJson(const Coverage& coverage) {
  const auto counts = [](const std::map<std::string, uint64_t>& of) {
    Json out = Json::object();
    for (const auto& [key, count] : of) out[ToValidUtf8(key)] = count;
    return out;
  };
  Json out = {{"partial", coverage.IsPartial()},   {"sources", coverage.sources},
              {"unread", counts(coverage.unread)}, {"binaries", coverage.binaries},
              {"entries", coverage.entries},       {"not_compared", coverage.NotCompared()}};
  out["families"] = Json::array();
  for (const ComputedFamily& family : coverage.families) {
    Json one = {{"name", JsonText(std::string_view(family.pattern), {})}};
    one.update(JsonPlace(family.place));
    one["accesses"] = family.accesses;
    one["entries"] = family.entries;
    out["families"].push_back(std::move(one));
  }
  out["elsewhere"] = counts(coverage.elsewhere);
  out["unknown_names"] = coverage.unknown_names;
  out["unknown_entries"] = coverage.unknown_entries;
  out["limits"] = counts(coverage.limits);
  out["notes"] = Json::array();
  for (const std::string& note : DescribeCoverage(coverage)) {
    out["notes"].push_back(JsonText(std::string_view(note), {}));
  }
  return out;
}

// ASCII on one line: characters that hide or reorder text are escaped, and so are commands of CI
// systems.
std::string ToLine(const Json& json) {
  return BreakCommands(json.dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace),
                       "\\u0023");
}

}  // namespace flagcensus
