// `diff`: the changes of variables between two versions, for a terminal, for release notes and for
// programs (docs/schema/diff.schema.json).
//
//   Changed default
//     APP_PORT: 80 changed to 8080  app/server.py:12:11
//
//   ### Changed default                                 the same in Markdown
//   - `APP_PORT`: `80` changed to `8080`
#include <fmt/format.h>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/formats.h"
#include "analyzer/report/json.h"
#include "analyzer/report/text_style.h"

namespace flagcensus {
namespace {

// The headings are in the order of the kinds.
std::string_view HeadingOf(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::kAdded:
      return "Added";
    case ChangeKind::kRemoved:
      return "Removed";
    case ChangeKind::kRenamed:
      return "Renamed";
    case ChangeKind::kDefault:
      return "Changed default";
    case ChangeKind::kType:
      return "Changed type";
  }
  return {};
}

std::string Shown(const std::string& text, const std::string& name) {
  return EscapeControl(MaskSecrets(text, name));
}

std::string Plain(std::string_view text) { return std::string(text); }

// The text after the name. `marked` writes names and values in the format.
// kRenamed APP_PORT, old APP_LISTEN ─→ ", formerly APP_LISTEN"; kRemoved ─→ ""
std::string DetailOf(const FlagChange& change, std::string (*marked)(std::string_view text)) {
  const auto value = [&](const std::string& text) { return marked(Shown(text, change.name)); };
  switch (change.kind) {
    case ChangeKind::kAdded:
      return change.default_text && !change.default_text->empty()
                 ? " (default " + value(*change.default_text) + ")"
                 : "";
    case ChangeKind::kRemoved:
      return "";
    case ChangeKind::kRenamed:
      return ", formerly " + value(change.old_name);
    case ChangeKind::kDefault:
    case ChangeKind::kType:
      return ": " + value(change.before) + " changed to " + value(change.after);
  }
  return {};
}

std::string WriteChangesText(const std::vector<FlagChange>& changes, const PrintOptions& options) {
  const Paint paint{options.colour};
  std::string out;
  // Changes are sorted by kind; each kind has one heading.
  const FlagChange* last = nullptr;
  for (const FlagChange& change : changes) {
    if (last == nullptr || last->kind != change.kind) {
      out += (last == nullptr ? "" : "\n") + paint(kBold, HeadingOf(change.kind)) + "\n";
    }
    last = &change;
    out += fmt::format("  {}{}  {}\n", Shown(change.name, {}), DetailOf(change, Plain),
                       paint(kBlue, PlaceText(change.place)));
  }
  return changes.empty() ? "no variables changed\n" : out;
}

std::string WriteChangesMarkdown(const std::vector<FlagChange>& changes, const PrintOptions&) {
  std::string out = "## Environment variables\n";
  if (changes.empty()) out += "\nNo variables changed.\n";
  const FlagChange* last = nullptr;
  for (const FlagChange& change : changes) {
    if (last == nullptr || last->kind != change.kind) {
      out += fmt::format("\n### {}\n\n", HeadingOf(change.kind));
    }
    last = &change;
    out += fmt::format("- {}{}\n", CodeSpan(Shown(change.name, {})), DetailOf(change, CodeSpan));
  }
  return out;
}

std::string WriteChangesJson(const std::vector<FlagChange>& changes, const PrintOptions&) {
  Json out;
  out["schema"] = 1;
  out["tool"] = {{"name", "flagcensus"}, {"version", FLAGCENSUS_VERSION}};
  out["changes"] = Json::array();
  for (const FlagChange& change : changes) {
    Json one;
    one["kind"] = ToString(change.kind);
    one["name"] = JsonText(std::string_view(change.name), {});
    if (!change.old_name.empty()) {
      one["old_name"] = JsonText(std::string_view(change.old_name), {});
    }
    if (change.default_text) one["default"] = JsonText(change.default_text, change.name);
    if (!change.before.empty()) {
      one["before"] = JsonText(std::string_view(change.before), change.name);
      one["after"] = JsonText(std::string_view(change.after), change.name);
    }
    one.update(JsonPlace(change.place));
    out["changes"].push_back(std::move(one));
  }
  return ToLine(out) + "\n";
}

}  // namespace

extern constexpr ChangesFormat kChangesTextFormat = {
    .rank = 10, .name = "text", .write = WriteChangesText};
extern constexpr ChangesFormat kChangesMarkdownFormat = {
    .rank = 20, .name = "markdown", .write = WriteChangesMarkdown};
extern constexpr ChangesFormat kChangesJsonFormat = {
    .rank = 30, .name = "json", .write = WriteChangesJson};

}  // namespace flagcensus
