// findings ─→ a diagnostic at each of their places (LSP 3.17, "Diagnostic")
#include <algorithm>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/lsp/answer.h"
#include "analyzer/model/secrets.h"
#include "analyzer/rules/rule_address.h"

namespace flagcensus {
namespace {

// A variable with hundreds of places would fill the client's list.
constexpr size_t kMaxRelated = 20;

// DiagnosticSeverity.
// Error, warning and information; the fourth, hint, is not used.
int SeverityOf(Severity severity) {
  return severity == Severity::kError ? 1 : severity == Severity::kWarning ? 2 : 3;
}

// What the diagnostic marks: the value or the claim if the page states it there, otherwise the
// name.
//
//   | APP_PORT | 80 | with the default 8080 in code    ─→ the span of `80`
TextSpan SpanOfFinding(const Finding& finding, const Place& place, const TextLines& lines) {
  const std::optional<Stated>& stated = finding.highlight.stated;
  if (stated && !finding.doc.empty() && place == finding.doc.front() && stated->width > 0 &&
      stated->place.file == place.file) {
    const size_t begin = lines.OffsetOf(stated->place);
    const size_t end = std::min(begin + stated->width, lines.LineOf(stated->place.line).end);
    if (begin < end) return {begin, end};
  }
  return SpanOf(lines, place, finding.name);
}

// Calls take(found) for each place of each finding: a finding with a place in code and one on a
// page is a diagnostic in both files.
template <typename Take>
void EachPlace(const Facts& facts, Take take) {
  for (const auto& project : facts.projects) {
    for (const Finding& finding : project->findings) {
      for (const std::vector<Place>* places : {&finding.code, &finding.doc}) {
        for (const Place& place : *places) take(FoundAt{project.get(), &finding, &place});
      }
    }
  }
}

// The other places of the finding, so the client can link both sides.
LspAny Related(const FoundAt& found, const AnswerContext& context) {
  LspAny out = LspAny::array();
  for (const std::vector<Place>* places : {&found.finding->doc, &found.finding->code}) {
    for (const Place& place : *places) {
      if (&place == found.place || out.size() == kMaxRelated) continue;
      const bool page = places == &found.finding->doc;
      out.push_back({{"location", ToLocation(*found.project, place, found.finding->name, context)},
                     {"message", page ? "documented here" : "accessed here"}});
    }
  }
  return out;
}

}  // namespace

// `data` identifies the finding; clients return it with a request for actions.
LspAny ToDiagnostic(const FoundAt& found, const AnswerContext& context) {
  const Finding& finding = *found.finding;
  const auto lines = context.documents.LinesOf(found.project->PathOf(*found.place));
  LspAny out = {
      {"range", ToRange(*lines, SpanOfFinding(finding, *found.place, *lines), context.client.unit)},
      {"severity", SeverityOf(finding.severity)},
      {"code", finding.rule},
      {"source", "flagcensus"},
      {"message", EscapeControl(MaskSecrets(WholeMessage(finding), finding.name))},
      {"data",
       {{"rule", finding.rule}, {"name", finding.name}, {"fingerprint", finding.fingerprint}}}};
  if (std::string address = RuleAddress(finding.rule);
      context.client.rule_links && !address.empty()) {
    out["codeDescription"] = {{"href", std::move(address)}};
  }
  if (context.client.related_places) {
    if (LspAny related = Related(found, context); !related.empty()) {
      out["relatedInformation"] = std::move(related);
    }
  }
  return out;
}

// A finding may have the same place twice, once as code and once as page.
std::map<std::string, LspAny> DiagnosticsOf(const AnswerContext& context) {
  std::map<std::string, LspAny> out;
  std::set<std::tuple<const Finding*, Place>> seen;
  EachPlace(context.facts, [&](const FoundAt& found) {
    if (!seen.insert({found.finding, *found.place}).second) return;
    LspAny& list = out[found.project->PathOf(*found.place)];
    if (list.is_null()) list = LspAny::array();
    list.push_back(ToDiagnostic(found, context));
  });
  return out;
}

// Findings with a diagnostic that touches the span; an empty span is a cursor. Both ends touch: a
// cursor after the last letter of a name is still at the name.
std::vector<FoundAt> FindingsAt(const std::string& path, const TextSpan& span,
                                const AnswerContext& context) {
  std::vector<FoundAt> out;
  std::set<const Finding*> seen;
  const auto lines = context.documents.LinesOf(path);
  EachPlace(context.facts, [&](const FoundAt& found) {
    if (found.project->PathOf(*found.place) != path) return;
    const TextSpan own = SpanOfFinding(*found.finding, *found.place, *lines);
    if (own.end < span.begin || own.begin > span.end) return;
    if (seen.insert(found.finding).second) out.push_back(found);
  });
  return out;
}

}  // namespace flagcensus
