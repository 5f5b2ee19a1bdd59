#include "analyzer/audit/json.h"

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"

namespace flagcensus {
namespace {

// Text about the variable `name`, with credentials masked. If the name is that of a secret,
// random-looking values are masked, too.
Json About(std::string_view text, std::string_view name) { return JsonText(text, name); }
Json About(const std::optional<std::string>& text, std::string_view name) {
  return text ? About(std::string_view(*text), name) : Json();
}

// In paths, only texts in the format of a known token are masked: folder names often look random.
Json Shown(const std::string& path) { return ToValidUtf8(MaskPath(path)); }

// "" ─→ null: in the schema a fact that is not known is null, not an empty text.
Json OrNull(const std::string& text) {
  return text.empty() ? Json() : About(std::string_view(text), "");
}

Json Texts(const std::vector<std::string>& texts) {
  Json out = Json::array();
  for (const std::string& text : texts) out.push_back(About(std::string_view(text), ""));
  return out;
}

// An entry of a page, or a passage of a text: one of the two is set.
Json DocumentJson(const AuditDocument& document, const std::string& name) {
  Json out;
  out["file"] = Shown(document.place.file);
  out["line"] = document.place.line;
  const Entry* const entry = document.entry;
  out["section"] = entry == nullptr ? Json() : About(std::string_view(entry->section), name);
  const auto& value = entry == nullptr ? document.passage->default_text : entry->default_text;
  const DocumentedDefault kind =
      entry == nullptr ? document.passage->default_kind : entry->default_kind;
  out["default"] = About(value, name);
  out["default_kind"] = ToString(kind);
  const bool empty = entry == nullptr || entry->description.empty();
  out["description"] = empty ? Json() : About(std::string_view(entry->description), name);
  out["how"] = entry != nullptr              ? ToString(entry->how)
               : document.passage->described ? "described"
                                             : "named";
  return out;
}

// A place with everything that is known about the access there.
//
//   {"file":"app.py","line":3,"column":8,"op":"read","default":"80","default_kind":"literal",
//    "type":"int","via":"os.getenv","chain":[],"scope":"src","language":"python",...}
Json SiteJson(const AuditSite& site, const std::string& name) {
  const Access& access = *site.access;
  Json out;
  out["file"] = Shown(access.place.file);
  out["line"] = access.place.line;
  out["column"] = access.place.column;
  out["op"] = ToString(access.op);
  out["default"] = About(access.default_text, name);
  out["default_kind"] = ToString(access.default_kind);
  out["type"] = ToString(access.type);
  out["via"] = About(std::string_view(access.via), name);
  Json chain = Json::array();
  for (const Place& place : access.chain) {
    chain.push_back(ToValidUtf8(MaskPath(place.file)) + ":" + std::to_string(place.line));
  }
  out["chain"] = std::move(chain);
  out["scope"] = ToString(access.scope);
  out["language"] = ToString(access.language);
  out["condition"] = About(access.condition, name);
  out["value"] = About(access.value, name);
  out["at_import"] = site.at_import;
  out["excerpt"] = Json();
  if (site.excerpt_line > 0) {
    out["excerpt"] = {{"line", site.excerpt_line}, {"text", ToValidUtf8(site.excerpt)}};
  }
  return out;
}

// {kLiteral, "80", 2} ─→ {"kind":"literal","value":"80","count":2}. The kinds `none` and `required`
// have no value.
Json DefaultJson(const AuditDefault& one, const std::string& name) {
  const bool valued = one.kind == DefaultKind::kLiteral || one.kind == DefaultKind::kDynamic;
  Json out;
  out["kind"] = ToString(one.kind);
  out["value"] = valued ? About(std::string_view(one.value), name) : Json();
  out["count"] = one.count;
  return out;
}

// `site` is the index into the member `sites` of the same variable, so a place is stored once.
Json RisksJson(const AuditVariable& variable) {
  Json out = Json::array();
  for (const AuditRisk& risk : variable.risks) {
    Json one;
    one["id"] = risk.id;
    one["site"] = risk.site < 0 ? Json() : Json(risk.site);
    one["confidence"] = ToString(risk.confidence);
    one["detail"] =
        risk.detail.empty() ? Json() : About(std::string_view(risk.detail), variable.name());
    one["accepted"] = Json();
    if (!risk.accepted_by.empty()) {
      one["accepted"] = {{"by", About(std::string_view(risk.accepted_by), "")},
                         {"reason", About(std::string_view(risk.accepted_reason), "")}};
    }
    out.push_back(std::move(one));
  }
  return out;
}

// An object, even if it is empty: readers need not test for null.
Json CountsJson(const std::map<std::string, uint64_t>& counts) {
  Json out = Json::object();
  for (const auto& [key, count] : counts) out[ToValidUtf8(MaskSecrets(key, {}))] = count;
  return out;
}

// The settings of the variable in files that give variables values.
//
//   APP_PORT: 8080 of the service web in compose.yaml:7
//   ─→ {"file":"compose.yaml","line":7,"kind":"compose","by":"web",...,"value":"8080",...}
Json GivenJson(const Flag& flag) {
  Json out = Json::array();
  for (const auto& [surface, setting] : flag.given) {
    const GivenWords words = WordsOfGiven(*surface, *setting);
    const std::optional<std::string_view> value = ValueOf(*setting);
    Json one;
    one["file"] = Shown(setting->place.file);
    one["line"] = setting->place.line;
    one["kind"] = ToString(surface->kind);
    one["by"] = About(std::string_view(words.by), "");
    one["how"] = ToString(setting->how);
    one["value"] = value ? About(std::string_view(ShownSetting(*setting)), flag.name) : Json();
    one["words"] = About(std::string_view(words.value), flag.name);
    one["scope"] = ToString(surface->scope);
    out.push_back(std::move(one));
  }
  return out;
}

// The head of every format, as numbers and as lines of text.
// Both forms are present: programs compare the numbers, and the page shows the lines.
Json ReadingJson(const ProjectAudit& project) {
  const Reading& reading = project.reading;
  Json out = {
      {"read", CountsJson(reading.read)},           {"unread", CountsJson(reading.unread)},
      {"generated", CountsJson(reading.generated)}, {"binaries", reading.binaries},
      {"skipped", CountsJson(reading.skipped)},     {"unresolved", project.unresolved.size()}};
  out["summary"] = Json::array();
  std::vector<std::string> lines = DescribeReading(reading);
  if (const size_t count = project.unresolved.size(); count > 0) {
    lines.push_back(Count(count, "access has an unknown name", "accesses have unknown names"));
  }
  for (std::string& note : DescribeComparison(project.coverage)) lines.push_back(std::move(note));
  for (const std::string& line : lines) out["summary"].push_back(About(std::string_view(line), ""));
  return out;
}

Json PlacesJson(const std::vector<Place>& places) {
  Json out = Json::array();
  for (const Place& place : places) {
    out.push_back({{"file", Shown(place.file)}, {"line", place.line}, {"column", place.column}});
  }
  return out;
}

// An option may be repeated, so its values are a list.
// --allow a.toml --allow b.toml ─→ {"--allow":["a.toml","b.toml"]}
Json SettingsObject(const AuditedSource& source) {
  Json out = Json::object();
  for (const auto& [option, value] : source.settings) {
    out[option].push_back(About(std::string_view(value), ""));
  }
  return out;
}

// The origin of the project, and the options of the audit.
// Every member is present, null if it is not known, so readers need no test for its existence.
Json ProvenanceJson(const AuditedSource& source) {
  Json out;
  out["named_by"] = source.named_by;
  out["manifest"] = Json();
  if (!source.manifest.file.empty()) {
    out["manifest"] = {{"file", Shown(source.manifest.file)}, {"line", source.manifest.line}};
  }
  out["purl"] = OrNull(source.purl);
  out["repository"] = OrNull(source.remote);
  out["tag"] = OrNull(source.tag);
  out["describe"] = OrNull(source.describe);
  out["changes"] = Json();
  if (source.changes) {
    out["changes"] = {{"modified", source.changes->modified},
                      {"missing", source.changes->missing},
                      {"untracked", source.changes->untracked}};
  }
  out["sha256"] = source.sha256.empty() ? Json() : Json(source.sha256);
  out["size"] = source.sha256.empty() ? Json() : Json(source.size);
  out["audited_with"] = FLAGCENSUS_VERSION;
  out["date"] = source.date.empty() ? Json() : Json(source.date);
  out["settings"] = SettingsObject(source);
  return out;
}

}  // namespace

std::string SettingsJson(const AuditedSource& source) { return ToLine(SettingsObject(source)); }

// The head of a project. The variables and findings are separate texts.
std::string ProjectJson(const ProjectAudit& project) {
  Json out;
  out["name"] = About(std::string_view(project.source.name), "");
  out["version"] = OrNull(project.source.version);
  out["source"] = Shown(project.source.source);
  out["kind"] = project.source.kind;
  out["revision"] = OrNull(project.source.revision);
  out["provenance"] = ProvenanceJson(project.source);
  out["error"] = OrNull(project.error);
  out["files"] = project.files;
  out["bytes"] = project.bytes;
  out["accesses"] = project.accesses;
  out["resolved"] = project.resolved;
  out["variables"] = project.variables.size();
  out["accessors"] = Json::array();
  for (const AuditAccessor& one : project.accessors) {
    out["accessors"].push_back({{"name", ToValidUtf8(MaskSecrets(one.name, {}))},
                                {"file", Shown(one.place.file)},
                                {"line", one.place.line},
                                {"calls", one.calls}});
  }
  out["pages"] = Json::array();
  for (const auto& [file, entries] : project.pages) {
    out["pages"].push_back({{"file", Shown(file)}, {"entries", entries}});
  }
  out["findings"] = Json::object();
  for (const auto& [rule, count] : project.findings_by_rule) out["findings"][rule] = count;
  out["coverage"] = ToJson(project.coverage);
  out["reading"] = ReadingJson(project);
  out["skipped"] = Json::array();
  for (const auto& [file, reason] : project.skipped) {
    out["skipped"].push_back(
        {{"file", Shown(file)}, {"reason", ToValidUtf8(MaskSecrets(reason, {}))}});
  }
  return ToLine(out);
}

// The member `given` exists only if there is a file that sets the variable.
std::string VariableJson(const AuditVariable& variable) {
  const std::string& name = variable.name();
  Json out;
  out["name"] = About(std::string_view(name), "");
  out["types"] = Texts(variable.types);
  out["defaults"] = Json::array();
  for (const AuditDefault& one : variable.defaults) {
    out["defaults"].push_back(DefaultJson(one, name));
  }
  out["ops"] = Json::object();
  for (const auto& [op, count] : variable.ops) out["ops"][op] = count;
  out["languages"] = Texts(variable.languages);
  out["scopes"] = Texts(variable.scopes);
  out["packages"] = Texts(variable.packages);
  out["documented"] = ToString(variable.documented);
  out["documents"] = Json::array();
  for (const AuditDocument& one : variable.documents) {
    out["documents"].push_back(DocumentJson(one, name));
  }
  out["aliases"] = Texts(variable.aliases);
  out["owner"] = Json();
  if (!variable.owner.empty()) out["owner"] = {{"name", variable.owner}, {"reference", Json()}};
  out["inventory"] = Json();
  if (variable.inventory != nullptr) {
    out["inventory"] = {{"kind", variable.inventory->kind},
                        {"reason", About(std::string_view(variable.inventory->reason), name)}};
  }
  if (!variable.flag->given.empty()) out["given"] = GivenJson(*variable.flag);
  out["risks"] = RisksJson(variable);
  out["sites"] = Json::array();
  for (const AuditSite& site : variable.sites) out["sites"].push_back(SiteJson(site, name));
  return ToLine(out);
}

// A finding without a variable, such as one about a page, has the name null.
std::string FindingJson(const Finding& finding) {
  Json out;
  out["rule"] = finding.rule;
  out["name"] = OrNull(finding.name);
  out["severity"] = ToString(finding.severity);
  out["confidence"] = ToString(finding.confidence);
  out["message"] = About(std::string_view(WholeMessage(finding)), finding.name);
  out["code"] = PlacesJson(finding.code);
  out["doc"] = PlacesJson(finding.doc);
  return ToLine(out);
}

// {"file":"app.py","line":9,"column":5,"op":"read","expression":"prefix + key","scope":"src"}
std::string UnresolvedJson(const Access& access) {
  Json out;
  out["file"] = Shown(access.place.file);
  out["line"] = access.place.line;
  out["column"] = access.place.column;
  out["op"] = ToString(access.op);
  out["expression"] = About(std::string_view(access.evidence.name_expression), "");
  out["scope"] = ToString(access.scope);
  return ToLine(out);
}

// The texts are those of queries/risks.toml, which need no masking.
std::string RiskJson(const RiskRow& row) {
  Json out;
  out["id"] = row.id;
  out["title"] = row.title;
  out["severity"] = RiskSeverity(row);
  out["reason"] = row.reason;
  return ToLine(out);
}

// A text that cannot be parsed yields neither lines nor an error: the rest of the report is still
// useful.
std::vector<std::string> SummaryOf(std::string_view project) {
  std::vector<std::string> out;
  const Json json = Json::parse(project, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return out;
  // The second path is that of a census without the member `reading`.
  for (const char* const path : {"/reading/summary", "/coverage/notes"}) {
    const Json::json_pointer at(path);
    if (!json.contains(at) || !json[at].is_array()) continue;
    for (const Json& line : json[at]) {
      if (line.is_string()) out.push_back(line.get<std::string>());
    }
    break;  // the summary contains the notes
  }
  return out;
}

// Inserts the member at the front. Rows are stored without their number in the database, which is
// added in this way. An object without members is "{}", after which no comma may follow.
std::string WithMember(std::string_view json, std::string_view key, std::string_view value) {
  std::string out = "{\"";
  out.append(key).append("\":").append(value);
  if (json.size() > 2) out += ',';
  return out.append(json.substr(1));
}

}  // namespace flagcensus
