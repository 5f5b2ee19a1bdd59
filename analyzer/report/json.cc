#include "analyzer/report/json.h"

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"

namespace flagcensus {

Json JsonText(std::string_view text, std::string_view name) {
  return ToValidUtf8(MaskSecrets(text, name));
}

Json JsonText(const std::optional<std::string>& text, std::string_view name) {
  return text ? JsonText(std::string_view(*text), name) : Json();
}

Json JsonPlace(const Place& place) {
  Json out;
  out["file"] = ToValidUtf8(MaskPath(place.file));
  if (place.line > 0) out["line"] = place.line;
  if (place.column > 0) out["column"] = place.column;
  return out;
}

Json JsonPlaces(const std::vector<Place>& places) {
  Json out = Json::array();
  for (const Place& place : places) out.push_back(JsonPlace(place));
  return out;
}

std::string ToLine(const Json& json) {
  return BreakCommands(json.dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace),
                       "\\u0023");
}

}  // namespace flagcensus
