// Page ─→ JSON for other tools (docs/schema/docs.schema.json).
//
//   {"name": "APP_PORT", "type": "int", "default": "80", "defaults": [{"kind": "literal", ...}]}
//
// The keys are those that the readers of variable registries know (pages/data/).
#include <nlohmann/json.hpp>

#include "analyzer/base/json_text.h"
#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/reference/cells.h"
#include "analyzer/reference/formats.h"

namespace flagcensus {
namespace {

using Json = nlohmann::ordered_json;

std::string Valid(std::string_view text) { return ToValidUtf8(text); }

// An absent text is null rather than "", which could be a value.
Json TextOrNull(const std::string& text) { return text.empty() ? Json() : Json(Valid(text)); }

// Lines are written only if requested, since each edit above them changes the page.
Json PlaceJson(const Place& place, const DocsOptions& options) {
  Json out;
  out["file"] = Valid(MaskPath(place.file));
  if (options.lines && place.line > 0) out["line"] = place.line;
  if (const std::string url = LinkTo(place, options.link_template); !url.empty()) out["url"] = url;
  return out;
}

// Without lines, several reads of one file are one place.
Json PlacesJson(const std::vector<Place>& places, const DocsOptions& options) {
  Json out = Json::array();
  for (const Place& place : places) {
    Json one = PlaceJson(place, options);
    if (out.empty() || out.back() != one) out.push_back(std::move(one));
  }
  return out;
}

Json Texts(const std::vector<std::string>& texts) {
  Json out = Json::array();
  for (const std::string& text : texts) out.push_back(Valid(text));
  return out;
}

// A default without a text, such as "required", has null.
Json DefaultsJson(const Row& row, const DocsOptions& options) {
  Json out = Json::array();
  for (const RowDefault& value : row.defaults) {
    Json one;
    const bool stated = value.kind == DefaultKind::kLiteral || value.kind == DefaultKind::kDynamic;
    one["kind"] = ToString(value.kind);
    one["text"] = stated ? Json(Valid(MaskSecrets(value.text, row.name))) : Json();
    one["places"] = PlacesJson(value.places, options);
    out.push_back(std::move(one));
  }
  return out;
}

// A value that is not known is null.
Json WritesJson(const Row& row, const DocsOptions& options) {
  Json out = Json::array();
  for (const RowWrite& write : row.writes) {
    Json one;
    one["op"] = ToString(write.op);
    one["value"] = write.value ? Json(Valid(MaskSecrets(*write.value, row.name))) : Json();
    one["place"] = PlaceJson(write.place, options);
    out.push_back(std::move(one));
  }
  return out;
}

// All keys are in each row except for `default` and `since`.
Json RowJson(const Row& row, const std::string& section, const DocsOptions& options) {
  Json out;
  out["name"] = Valid(row.name);
  out["section"] = TextOrNull(section);
  out["type"] = ToString(row.type);
  const RowDefault* single = row.single_default();
  const bool literal = single != nullptr && single->kind == DefaultKind::kLiteral;
  // The single value that a reader of registries compares. With several defaults there is none to
  // compare, and the key is missing.
  if (literal) out["default"] = Valid(MaskSecrets(single->text, row.name));
  if (single != nullptr && single->kind == DefaultKind::kNone) out["default"] = Json();
  out["defaults"] = DefaultsJson(row, options);
  out["required"] = row.required();
  out["values"] = Texts(row.values);
  out["description"] = row.description.text.empty() ? Json() : Json(Valid(FullDescription(row)));
  out["deprecated"] = row.deprecated;
  out["secret"] = row.secret;
  out["falls_back_to"] = Texts(row.falls_back_to);
  out["counts_without"] = Texts(row.read_after);
  out["set_by_program"] = WritesJson(row, options);
  if (!row.since.empty()) out["since"] = Valid(row.since);
  out["read_in"] = PlacesJson(row.places, options);
  return out;
}

}  // namespace

std::string WriteReferenceJson(const ReferencePage& page, const DocsOptions& options) {
  Json out;
  out["$comment"] = kPageMark;
  out["title"] = Valid(page.title);
  out["variables"] = Json::array();
  for (const Section& section : page.sections) {
    for (const Row& row : section.rows) {
      out["variables"].push_back(RowJson(row, section.title, options));
    }
  }
  out["not_found_in_the_code"] = Json::array();
  for (const Row& row : page.gone) {
    Json one;
    one["name"] = Valid(row.name);
    one["description"] = TextOrNull(row.description.text);
    out["not_found_in_the_code"].push_back(std::move(one));
  }
  for (const RemovedName& removed : page.removed) {
    Json one;
    one["name"] = Valid(removed.name);
    one["description"] = Valid(kRemovedIn + removed.commit);
    out["not_found_in_the_code"].push_back(std::move(one));
  }
  constexpr int kIndent = 2;
  return EscapeHiddenInJson(
             out.dump(kIndent, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace)) +
         "\n";
}

}  // namespace flagcensus
