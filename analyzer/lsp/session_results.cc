// a finished check ─→ the diagnostics that changed; progress; problems
#include <charconv>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/lsp/session.h"
#include "analyzer/model/secrets.h"
#include "analyzer/review/coverage.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// "flagcensus.toml:3:5: unknown key" ─→ its place, relative to the current directory; line 0 if the
// message has no place.
// Only configurations have such messages, so ".toml:" finds the end of the path.
Place PlaceIn(const std::string& message) {
  Place out;
  const size_t file = message.find(".toml:");
  if (file == std::string::npos) return out;
  const char* at = message.data() + file + 6;
  const char* const end = message.data() + message.size();
  const auto line = std::from_chars(at, end, out.line);
  if (line.ec != std::errc() || out.line < 1) return {};
  out.file = message.substr(0, file + 5);
  if (line.ptr < end && *line.ptr == ':') std::from_chars(line.ptr + 1, end, out.column);
  return out;
}

// A hash of the items: equal items have equal ids, so the client can keep its list.
// A collision of hashes would keep an outdated list until the next change; 64 bits make it
// unlikely.
LspAny ResultIdOf(const LspAny& items) {
  return std::to_string(std::hash<std::string>()(
      items.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
}

// A DocumentDiagnosticReport.
LspAny ReportOf(const LspAny& items, const LspAny& previous) {
  LspAny id = ResultIdOf(items);
  if (id == previous) return {{"kind", "unchanged"}, {"resultId", std::move(id)}};
  return {{"kind", "full"}, {"resultId", std::move(id)}, {"items", items}};
}

}  // namespace

// A broken configuration is marked in its file, and shown in a message each time it changes.
void Session::AddProblems(const CheckEnd& end, std::map<std::string, LspAny>& all) {
  std::string problems;
  for (const auto& [folder, why] : end.problems) {
    problems += (problems.empty() ? "" : "; ") + why;
    const Place place = PlaceIn(why);
    if (place.line < 1) continue;
    const std::string path = AbsolutePath(place.file);
    const auto lines = documents_.LinesOf(path);
    LspAny& list = all[path];
    if (list.is_null()) list = LspAny::array();
    list.push_back({{"range", ToRange(*lines, SpanOf(*lines, place, ""), client_.unit)},
                    {"severity", 1},
                    {"source", "flagcensus"},
                    {"message", EscapeControl(MaskSecrets(why, ""))}});
  }
  for (const auto& [folder, failed] : end.failed) {
    problems += (problems.empty() ? "" : "; ") + failed.place.file + ": " + failed.message;
  }
  if (problems == last_problems_) return;
  last_problems_ = problems;
  if (!problems.empty()) {
    writer_.Show(MessageType::kError, "flagcensus: " + EscapeControl(MaskSecrets(problems, "")));
  }
}

// Publishes the diagnostics that differ from those published before. A document that has changed
// since the check is skipped: its diagnostics would be at wrong places, and it is checked again
// soon.
void Session::Publish(const CheckEnd& end, std::map<std::string, LspAny> all) {
  // Files that had diagnostics and have none get an empty list.
  for (const auto& [path, list] : published_) {
    if (!all.contains(path)) all[path] = LspAny::array();
  }
  for (auto& [path, list] : all) {
    const auto document = documents_.Find(path);
    const auto checked = end.checked.find(path);
    const bool same = checked == end.checked.end()
                          ? !document || document->untouched
                          : checked->second.lines->text() == documents_.LinesOf(path)->text();
    if (!same) continue;
    const auto before = published_.find(path);
    if (before == published_.end() ? list.empty() : before->second == list) continue;
    LspAny params = {{"uri", documents_.UriOf(path)}, {"diagnostics", list}};
    if (document) params["version"] = document->version;
    writer_.Notify("textDocument/publishDiagnostics", std::move(params));
    if (list.empty()) {
      published_.erase(path);
    } else {
      published_[path] = std::move(list);
    }
  }
}

// Runs after each check, on the checker's thread.
// With pull diagnostics the client requests them after the request to refresh.
void Session::Ended(const CheckEnd& end) {
  const AnswerContext context = {*end.facts, documents_, client_};
  std::map<std::string, LspAny> all =
      pull_ ? std::map<std::string, LspAny>() : DiagnosticsOf(context);
  AddProblems(end, all);
  if (!pull_) Publish(end, std::move(all));
  if (pull_ && client_.refreshes_diagnostics) {
    writer_.Request("workspace/diagnostic/refresh", nullptr);
  }
  // Only after the first check: the coverage rarely changes later.
  if (!progress_.End()) return;
  for (const auto& project : end.facts->projects) {
    for (const std::string& note : DescribeCoverage(project->comparison->coverage)) {
      writer_.Log(MessageType::kInfo, EscapeControl(MaskSecrets(note, "")));
    }
  }
}

// Diagnostics that the client requests: of one document, or of the workspace with `all`.
//
//   a list equal to the previous one    ─→ {"kind": "unchanged", "resultId": "123"}
//   another list                        ─→ {"kind": "full", "resultId": "456", "items": [...]}
void Session::AnswerDiagnostics(const LspAny& id, const LspAny& params, bool all) {
  if (checker_ == nullptr) {
    return writer_.Refuse(id, LspError::kServerNotInitialized, "initialized comes first");
  }
  const auto uri = TextAt(params, {"textDocument", "uri"});
  const auto path = uri ? PathOfUri(*uri) : std::nullopt;
  if (!all && !path) return writer_.Refuse(id, LspError::kInvalidParams, "no document is named");
  checker_->Ask(id, [=, this](const Facts& facts, std::list<ProjectFolder>&) {
    std::map<std::string, LspAny> found = DiagnosticsOf({facts, documents_, client_});
    if (!all) {
      LspAny& items = found[*path];
      if (items.is_null()) items = LspAny::array();
      return writer_.Answer(id, ReportOf(items, FieldOf(params, {"previousResultId"})));
    }
    // The client reports what it has for each file, and gets "unchanged" for equal lists.
    std::map<std::string, LspAny> previous;
    const LspAny& ids = FieldOf(params, {"previousResultIds"});
    for (const LspAny& one : ids.is_array() ? ids : LspAny::array()) {
      const auto before = PathOfUri(TextAt(one, {"uri"}).value_or(""));
      if (!before) continue;
      previous[*before] = FieldOf(one, {"value"});
      LspAny& items = found[*before];
      if (items.is_null()) items = LspAny::array();
    }
    LspAny out = LspAny::array();
    for (const auto& [file, items] : found) {
      LspAny report = ReportOf(items, previous[file]);
      const auto document = documents_.Find(file);
      report["uri"] = documents_.UriOf(file);
      report["version"] = nullptr;
      if (document) report["version"] = document->version;
      out.push_back(std::move(report));
    }
    writer_.Answer(id, {{"items", std::move(out)}});
  });
}

}  // namespace flagcensus
