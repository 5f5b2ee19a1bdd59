// a variable ─→ what is known about it, in Markdown or in plain text
//
//   **APP_PORT** int, default `80`
//
//   port to bind
//
//   **Read**
//   - [src/app.py:3](file:///p/src/app.py#L3) through `os.getenv`, default `80`
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/lsp/answer.h"
#include "analyzer/model/secrets.h"
#include "analyzer/report/formats.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxPlaces = 8;         // of one list; the rest is a number
constexpr size_t kMaxDescription = 800;  // bytes; a hover is a small window

// Text of a tree in Markdown, with everything escaped that could be markup: a page must not be able
// to put a link into a hover.
// "[x](http://e)" ─→ "\[x\](http://e)", which is not a link
std::string InMarkdown(std::string_view text, const std::string& name) {
  std::string out;
  for (const char c : EscapeControl(MaskSecrets(text, name))) {
    if (std::string_view("\\`*_{}[]<>#|!~&").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// A code span with the text escaped and masked.
std::string InCode(std::string_view text, const std::string& name) {
  return CodeSpan(EscapeControl(MaskSecrets(text, name)));
}

// "int", "default `60`", ...: the types and defaults of the reads, each once. Reads in tests are
// omitted, since tests set variables as they need them.
std::string Summary(const Flag& flag) {
  std::set<std::string> types;
  std::vector<std::string> defaults;
  for (const FlagAccess& one : flag.accesses) {
    const Access& access = *one.access;
    if (access.op != AccessOp::kRead || access.scope == Scope::kTest) continue;
    if (access.type != ValueType::kUnknown) types.emplace(ToString(access.type));
    std::string text;
    if (access.default_kind == DefaultKind::kLiteral) {
      text = "default " + InCode(access.default_text.value_or(""), flag.name);
    } else if (access.default_kind == DefaultKind::kDynamic) {
      text = "default computed: " + InCode(access.default_text.value_or(""), flag.name);
    } else if (access.default_kind == DefaultKind::kRequired) {
      text = "required";
    }
    if (!text.empty() && std::find(defaults.begin(), defaults.end(), text) == defaults.end()) {
      defaults.push_back(text);
    }
  }
  std::vector<std::string> parts(types.begin(), types.end());
  parts.insert(parts.end(), defaults.begin(), defaults.end());
  return Join(parts, ", ");
}

// What a page says about it, otherwise what the code says.
std::string DescriptionOf(const Flag& flag) {
  for (const Entry* entry : flag.entries) {
    if (!entry->description.empty()) return entry->description;
  }
  for (const FlagAccess& one : flag.accesses) {
    if (one.access->description) return *one.access->description;
  }
  return {};
}

// A list of places under a title.
struct PlaceList {
  const ProjectFacts& project;
  const AnswerContext& context;
  std::string text = {};
  size_t count = 0;

  void Add(const Place& place, const std::string& what) {
    if (++count > kMaxPlaces) return;
    const std::string uri = context.documents.UriOf(project.PathOf(place));
    const std::string shown = place.file + ":" + std::to_string(place.line);
    text += fmt::format("- [{}]({}#L{}){}{}\n", InMarkdown(shown, ""), uri, place.line,
                        what.empty() ? "" : " ", what);
  }
  std::string Under(std::string_view title) const {
    if (count == 0) return {};
    const std::string more =
        count > kMaxPlaces ? fmt::format("- and {} more\n", count - kMaxPlaces) : "";
    return fmt::format("\n**{}**\n\n{}{}", title, text, more);
  }
};

std::string DefaultIn(const Access& access, const std::string& name) {
  if (access.default_kind != DefaultKind::kLiteral) return "";
  return ", default " + InCode(access.default_text.value_or(""), name);
}

// The places at which code reads and sets the variable, as two lists.
//
//   **Read**
//   - [src/app.py:3](file:///p/src/app.py#L3) through `os.getenv`, default `80`
std::string CodePlaces(const KnownFlag& known, const AnswerContext& context) {
  PlaceList reads{*known.project, context};
  PlaceList writes{*known.project, context};
  for (const FlagAccess& one : known.flag->accesses) {
    const Access& access = *one.access;
    const bool is_read = access.op == AccessOp::kRead || access.op == AccessOp::kTest;
    PlaceList& list = is_read ? reads : writes;
    const std::string value =
        access.value ? ", value " + InCode(*access.value, known.flag->name) : "";
    list.Add(access.place,
             "through " + InCode(access.via, "") + DefaultIn(access, known.flag->name) + value);
  }
  return reads.Under("Read") + writes.Under("Set");
}

// Pages, deployments and other files, each as a list.
std::string PagePlaces(const KnownFlag& known, const AnswerContext& context) {
  PlaceList entries{*known.project, context};
  PlaceList named{*known.project, context};
  for (const Entry* entry : known.flag->entries) {
    const bool literal = entry->default_kind == DocumentedDefault::kLiteral;
    entries.Add(
        entry->place,
        literal ? "default " + InCode(entry->default_text.value_or(""), known.flag->name) : "");
  }
  for (const Passage& passage : known.flag->passages) {
    (passage.described ? entries : named).Add(passage.place, "");
  }
  for (const Entry* entry : known.flag->mentions) named.Add(entry->place, "");
  PlaceList deployed{*known.project, context};
  std::set<std::string_view> files;
  for (const GivenAt& given : known.flag->given) {
    files.insert(given.surface->file);
    deployed.Add(given.setting->place,
                 InMarkdown(DescribeGiven(*given.surface, *given.setting), known.flag->name));
  }
  // Files that are surfaces are already listed with the value.
  for (const LightAccess& light : known.flag->light) {
    if (files.contains(light.place.file)) continue;
    const bool shown = light.role != LightRole::kOther || light.op == AccessOp::kWrite;
    (shown ? deployed : named).Add(light.place, InMarkdown(light.language, ""));
  }
  for (const Place& place : known.flag->seen_elsewhere) named.Add(place, "");
  return entries.Under("Documented") + deployed.Under("Deployed and set elsewhere") +
         named.Under("Also named");
}

// The findings about the variable, or why there is none.
//
//   **Findings**
//   - warning `default-mismatch`: APP_PORT ...
std::string FindingLines(const KnownFlag& known) {
  std::string out;
  for (const Finding& finding : known.project->findings) {
    if (!IsAbout(finding, known.flag->name)) continue;
    out += fmt::format("- {} {}: {}\n", ToString(finding.severity), InCode(finding.rule, ""),
                       InMarkdown(WholeMessage(finding), finding.name));
  }
  if (!out.empty()) out = "\n**Findings**\n\n" + out;
  for (const InventoryRow& row : known.project->comparison->inventory) {
    if (row.name != known.flag->name) continue;
    out += "\n**No finding**\n\n- " + InMarkdown(row.reason, row.name) + "\n";
  }
  return out;
}

}  // namespace

// Without Markdown the text is that of `explain`.
std::string DescribeFlag(const KnownFlag& known, const AnswerContext& context) {
  const Flag& flag = *known.flag;
  if (!context.client.markdown) {
    return FormatOf(ExplainFormats(), "text")
        .write(flag, known.project->findings, known.project->comparison->inventory, {});
  }
  std::string out = "**" + InMarkdown(flag.name, "") + "**";
  if (const std::string summary = Summary(flag); !summary.empty()) out += " " + summary;
  out += "\n";
  if (std::string text = DescriptionOf(flag); !text.empty()) {
    if (text.size() > kMaxDescription) text = ToValidUtf8(text.substr(0, kMaxDescription)) + "...";
    out += "\n" + InMarkdown(text, flag.name) + "\n";
  }
  return out + CodePlaces(known, context) + PagePlaces(known, context) + FindingLines(known);
}

// Null for a position without a variable: the client shows nothing then.
LspAny AnswerHover(const LspAny& params, const AnswerContext& context) {
  const auto asked = ReadAsked(params, context);
  const auto at = asked ? FindFlagAt(*asked, context.facts) : std::nullopt;
  if (!at) return nullptr;
  return {{"contents",
           {{"kind", context.client.markdown ? "markdown" : "plaintext"},
            {"value", DescribeFlag(at->known, context)}}},
          {"range", ToRange(*asked->lines, at->span, context.client.unit)}};
}

}  // namespace flagcensus
