// Shared parts of the JSON printers: values in, ordered JSON out, credentials masked, valid UTF-8.
//
//   JsonPlace({"app/a.py", 12, 0})  ─→  {"file":"app/a.py","line":12}
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/coverage.h"
#include "analyzer/model/entry.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/inventory.h"
#include "analyzer/model/place.h"

namespace flagcensus {

using Json = nlohmann::ordered_json;

// Text about the variable `name`, masked and valid UTF-8; null if there is no text.
Json JsonText(std::string_view text, std::string_view name);
Json JsonText(const std::optional<std::string>& text, std::string_view name);

// {"file":..,"line":..,"column":..}, without unknown members.
Json JsonPlace(const Place& place);
Json JsonPlaces(const std::vector<Place>& places);

// As in the schemas in docs/schema: a line of scan, a line of catalog, a finding of check.
Json ToJson(const Access& access);
Json ToJson(const Entry& entry);
Json ToJson(const Finding& finding);
Json ToJson(const Diagnostic& diagnostic);
Json ToJson(const InventoryRow& row);
// The object `coverage` of a check's summary and of an audited project.
Json ToJson(const Coverage& coverage);

// One line, without its line end. Everything above ASCII is written as \uXXXX: no byte of a scanned
// tree can control a terminal, and no text in it is a command of a CI system.
std::string ToLine(const Json& json);

}  // namespace flagcensus
