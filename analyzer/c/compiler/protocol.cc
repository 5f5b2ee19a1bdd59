// The JSON of both messages. Keys are fixed and every key is required, also for an empty list: the
// two sides are one program, so there are no versions to reconcile. All that a worker writes
// is checked for its type and its length, since it has parsed files that may be hostile.
//
//   Place        ["/t/a.c",3,9]
//   AskedCall    ["getenv",0]
//   looks        {"there":["/t/a.h"],"absent":["/t/inc/a.h"],"entries":[],"links":[]}
#include "analyzer/c/compiler/protocol.h"

#include <array>
#include <nlohmann/json.hpp>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using nlohmann::json;

// A default or a name that a page documents is far shorter. A worker could otherwise fill the
// report with the text of a file.
constexpr size_t kMaxText = 1000;  // bytes of a value that is used

// Bytes that are not UTF-8 are replaced, so the line is valid JSON in every case.
// Bytes beyond ASCII are escaped (`true`), so no byte of a path can end the line.
std::string Line(const json& document) {
  return document.dump(-1, ' ', true, json::error_handler_t::replace);
}

// An absent text is null, which is not the empty text: `getenv("A") ?: ""` has a default.
json OptionalText(const std::optional<std::string>& text) { return text ? json(*text) : json(); }

// A longer value is not a default or a name; it is ignored, and the answer is otherwise valid.
std::optional<std::string> TextOf(const json& value) {
  if (!value.is_string()) return std::nullopt;
  std::string text = value.get<std::string>();
  if (text.size() > kMaxText) return std::nullopt;
  return text;
}

std::vector<std::string> Texts(const json& value) { return value.get<std::vector<std::string>>(); }

// As an array: a chain has many places, and the names of members would be longer than the values.
json ToJson(const Place& place) { return {place.file, place.line, place.column}; }

Place PlaceOf(const json& value) {
  return {value.at(0).get<std::string>(), value.at(1).get<int>(), value.at(2).get<int>()};
}

json ToJson(const AskedSite& site) {
  json chain = json::array();
  for (const Place& place : site.chain) chain.push_back(ToJson(place));
  return {{"file", site.file},        {"line", site.line},
          {"column", site.column},    {"default", site.default_source},
          {"name", site.name_source}, {"pattern", site.name_pattern},
          {"chain", std::move(chain)}};
}

AskedSite AskedSiteOf(const json& value) {
  AskedSite site;
  site.file = value.at("file").get<std::string>();
  site.line = value.at("line").get<int>();
  site.column = value.at("column").get<int>();
  site.default_source = value.at("default").get<std::string>();
  site.name_source = value.at("name").get<std::string>();
  site.name_pattern = value.at("pattern").get<std::string>();
  for (const json& place : value.at("chain")) site.chain.push_back(PlaceOf(place));
  return site;
}

// A number outside the enumeration leaves the site absent.
// A type that the other side does not know is kUnknown, and the default is used without a type.
SiteAnswer SiteAnswerOf(const json& value) {
  SiteAnswer site;
  const int state = value.at("state").get<int>();
  if (state >= 0 && state <= 3) site.state = static_cast<SiteAnswer::State>(state);
  site.default_text = TextOf(value.at("default"));
  site.returned_enumerator = value.at("enumerator").get<bool>();
  site.name = TextOf(value.at("name"));
  site.type = ParseValueType(value.at("type").get<std::string>()).value_or(ValueType::kUnknown);
  return site;
}

AddedSite AddedSiteOf(const json& value) {
  AddedSite site;
  site.file = value.at("file").get<std::string>();
  site.line = value.at("line").get<int>();
  site.column = value.at("column").get<int>();
  site.call = value.at("call").get<int>();
  site.name = TextOf(value.at("name")).value_or("");
  site.outside = value.at("outside").get<bool>();
  return site;
}

// A list for each result of a look-up, in the order of Found.
constexpr std::array<const char*, 4> kFound = {"there", "absent", "entries", "links"};

// Grouped by result, so a path is written without its own: most answers have thousands of them. The
// order of the calls is lost, which the reader does not need.
json ToJson(const std::vector<Look>& looks) {
  json out = json::object();
  for (const char* name : kFound) out[name] = json::array();
  for (const Look& look : looks) out[kFound[static_cast<size_t>(look.found)]].push_back(look.path);
  return out;
}

// False if they are more or longer than any that a worker writes.
// The whole answer is then discarded: with a part of the paths, the cache would believe that the
// answer depends on nothing else.
bool ReadLooks(const json& value, std::vector<Look>* out) {
  for (size_t i = 0; i < kFound.size(); ++i) {
    for (const json& path : value.at(kFound[i])) {
      out->push_back({path.get<std::string>(), static_cast<Found>(i)});
      if (out->size() > kMaxLooks || out->back().path.size() > kLongestLook) return false;
    }
  }
  return true;
}

}  // namespace

// The order of `sites` and `calls` counts: the answer refers to both by index.
std::string WriteRequest(const UnitRequest& request) {
  json sites = json::array();
  for (const AskedSite& site : request.sites) sites.push_back(ToJson(site));
  json calls = json::array();
  for (const AskedCall& call : request.calls) calls.push_back({call.function, call.name});
  return Line({{"file", request.file},
               {"arguments", request.arguments},
               {"roots", request.roots},
               {"tree", request.tree},
               {"sites", std::move(sites)},
               {"calls", std::move(calls)},
               {"tell", request.tell}});
}

std::string WriteAnswer(const UnitAnswer& answer) {
  json sites = json::array();
  for (const SiteAnswer& site : answer.sites) {
    sites.push_back({{"state", static_cast<int>(site.state)},
                     {"default", OptionalText(site.default_text)},
                     {"enumerator", site.returned_enumerator},
                     {"name", OptionalText(site.name)},
                     {"type", ToString(site.type)}});
  }
  json added = json::array();
  for (const AddedSite& site : answer.added) {
    added.push_back({{"file", site.file},
                     {"line", site.line},
                     {"column", site.column},
                     {"call", site.call},
                     {"name", site.name},
                     {"outside", site.outside}});
  }
  return Line({{"problem", answer.problem},
               {"sites", std::move(sites)},
               {"added", std::move(added)},
               {"looks", ToJson(answer.looks)},
               {"told", answer.stated}});
}

// A missing member or a wrong type is an exception of the JSON library, and the message invalid as
// a whole.
std::optional<UnitRequest> ReadRequest(std::string_view line) {
  try {
    const json document = json::parse(line);
    UnitRequest request;
    request.file = document.at("file").get<std::string>();
    request.arguments = Texts(document.at("arguments"));
    request.roots = Texts(document.at("roots"));
    request.tree = Texts(document.at("tree"));
    for (const json& site : document.at("sites")) request.sites.push_back(AskedSiteOf(site));
    for (const json& call : document.at("calls")) {
      request.calls.push_back({call.at(0).get<std::string>(), call.at(1).get<int>()});
    }
    request.tell = document.at("tell").get<bool>();
    return request;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

// Whether there are as many sites as were requested is for the caller to check.
std::optional<UnitAnswer> ReadAnswer(std::string_view line) {
  try {
    const json document = json::parse(line);
    UnitAnswer answer;
    answer.problem = document.at("problem").get<std::string>();
    for (const json& site : document.at("sites")) answer.sites.push_back(SiteAnswerOf(site));
    for (const json& site : document.at("added")) answer.added.push_back(AddedSiteOf(site));
    answer.stated = document.at("told").get<bool>();
    if (!ReadLooks(document.at("looks"), &answer.looks)) return std::nullopt;
    return answer;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace flagcensus
