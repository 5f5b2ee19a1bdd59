// census ─→ JSON (docs/schema/audit.schema.json) ─→ the same inside a page
//
//   {"schema":1,"tool":{...},"projects":[...],"variables":[...],"unresolved":[...],...}
//
// Rows are written one by one from the stored JSON, so the memory does not grow with the
// census.
#include <fmt/format.h>

#include "analyzer/audit/json.h"
#include "analyzer/audit/reports.h"
#include "analyzer/base/embedded.h"

namespace flagcensus {
namespace {

// Writes `,"key":[` and the rows, each on a separate line; `row(statement)` makes one.
template <typename Row>
void WriteList(std::string_view key, SqlStatement ask, const Sink& sink, Row row) {
  sink(fmt::format(",\n\"{}\":[", key));
  bool first = true;
  while (ask.Step()) {
    sink(first ? "\n" : ",\n");
    sink(row(ask));
    first = false;
  }
  sink("]");
}

void WriteAuditJson(const AuditResult& audit, const Sink& sink) {
  const Database& census = audit.census;
  sink("{\"schema\":1,\n\"tool\":{\"name\":\"flagcensus\",\"version\":\"" FLAGCENSUS_VERSION "\"}");
  WriteList("projects", census.Ask("SELECT json, id FROM project ORDER BY id"), sink,
            [](const SqlStatement& row) {
              return WithMember(row.Text(0), "id", std::to_string(row.Number(1)));
            });
  const auto with_project = [](const SqlStatement& row) {
    return WithMember(row.Text(0), "project", std::to_string(row.Number(1)));
  };
  WriteList("variables",
            census.Ask("SELECT json, project FROM variable ORDER BY name, project, id"), sink,
            with_project);
  WriteList("unresolved",
            census.Ask("SELECT json, project FROM unresolved ORDER BY project, rowid"), sink,
            with_project);
  WriteList("risks", census.Ask("SELECT id, title, severity, reason FROM risk ORDER BY rowid"),
            sink, [](const SqlStatement& row) {
              Json out;
              out["id"] = row.Text(0);
              out["title"] = row.Text(1);
              out["severity"] = row.Text(2);
              out["reason"] = row.Text(3);
              return ToLine(out);
            });
  WriteList("findings", census.Ask("SELECT json, project FROM finding ORDER BY project, rowid"),
            sink, with_project);
  WriteList("allow",
            census.Ask("SELECT place, accepts, reason, until, expired, accepted FROM allow_entry "
                       "ORDER BY rowid"),
            sink, [](const SqlStatement& row) {
              Json out;
              out["place"] = row.Text(0);
              out["accepts"] = row.Text(1);
              out["reason"] = row.Text(2);
              out["until"] = row.Text(3).empty() ? Json() : Json(row.Text(3));
              out["expired"] = row.Number(4) != 0;
              out["accepted"] = row.Number(5);
              return ToLine(out);
            });
  sink(",\n\"compare\":" +
       ToLine(audit.compared == nullptr ? Json() : CompareJson(*audit.compared)) + "}\n");
}

}  // namespace

// The result is still valid JSON with the same value.
//
//   {"a":"</script>"} ─→ {"a":"\u003c/script\u003e"}
//
// U+2028 and U+2029 end a line in older JavaScript, where a string must not contain them.
std::string EscapeForScript(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (size_t at = 0; at < json.size(); ++at) {
    const std::string_view rest = json.substr(at);
    if (json[at] == '<') {
      out += "\\u003c";
    } else if (json[at] == '>') {
      out += "\\u003e";
    } else if (json[at] == '&') {
      out += "\\u0026";
    } else if (rest.starts_with("\xe2\x80\xa8") || rest.starts_with("\xe2\x80\xa9")) {
      out += rest[2] == '\xa8' ? "\\u2028" : "\\u2029";
      at += 2;
    } else {
      out += json[at];
    }
  }
  return out;
}

// Only a page of this program may be replaced by another one; other files are kept.
bool IsOwnAuditPage(std::string_view head) {
  return head.starts_with("<!DOCTYPE html>") &&
         head.find("<title>flagcensus audit</title>") != std::string_view::npos;
}

// The data is inside of the page, so it can be opened without a server.
void WriteAuditHtml(const AuditResult& audit, const Sink& sink) {
  constexpr std::string_view kPlace = "__FLAGCENSUS_DATA__";
  const std::string_view page = EmbeddedTemplate("report.html");
  const size_t at = page.find(kPlace);
  sink(page.substr(0, at));
  if (at == std::string_view::npos) return;
  // Pieces may end anywhere: the characters that are escaped and span bytes are inside one piece.
  WriteAuditJson(audit, [&](std::string_view text) { sink(EscapeForScript(text)); });
  sink(page.substr(at + kPlace.size()));
}

extern constexpr AuditFormat kAuditJsonFormat = {
    .rank = 20,
    .name = "json",
    .write = WriteAuditJson,
};

}  // namespace flagcensus
