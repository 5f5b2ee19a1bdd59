// `explain NAME` for humans: each access of the variable and the use of its value, each entry that
// documents it, and the results of the rules.
//
//   APP_PORT
//
//   accesses
//     app/server.py:12:11: read through os.environ.get, default 80, int, scope src
//   entries
//     docs/env.md:3:3: default 80
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/model/unset.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/formats.h"

namespace flagcensus {
namespace {

// Longer ones are cut, so a place and its value fit on a line of about 120 columns.
constexpr int kWidest = 60;  // of a value

// An empty value is shown as "".
std::string ShownCell(const std::string& text, const std::string& name) {
  return text.empty() ? "\"\"" : TableCell(text, name, kWidest);
}

// ", compiled in build/gpu": the builds described by a compile_commands.json; "" if there is no
// such file.
std::string BuildsOf(const Access& access) {
  if (!access.configurations) return {};
  if (access.configurations->empty()) return ", compiled in no build";
  return ", compiled in " + TableCell(Join(*access.configurations, ", "), {}, kWidest);
}

// The value that the program uses if the variable is unset, rather than the argument of the read,
// if both are known.
std::string DefaultOf(const Access& access) {
  const Unset unset = UnsetOf(access);
  if (unset.falls_back) {
    return "falls back to another variable, in the end to " +
           ShownCell(std::string(unset.text), access.name.value_or(""));
  }
  const auto& given = unset.stated() ? access.use.unset_text : access.default_text;
  const std::string text = ShownCell(given.value_or(""), access.name.value_or(""));
  switch (unset.stated() ? unset.kind : access.default_kind) {
    case DefaultKind::kLiteral:
      return "default " + text;
    case DefaultKind::kRequired:
      return "required";
    case DefaultKind::kDynamic:
      return given.value_or("").empty() ? "computed default" : "computed default " + text;
    case DefaultKind::kNone:
      break;
  }
  return "no default";
}

std::string DefaultOf(const Entry& entry) {
  const std::string text = ShownCell(entry.default_text.value_or(""), entry.name);
  switch (entry.default_kind) {
    case DocumentedDefault::kLiteral:
      return "default " + text;
    case DocumentedDefault::kProse:
      return "default in prose: " + text;
    case DocumentedDefault::kNone:
      return "no default";
    case DocumentedDefault::kUnstated:
      break;
  }
  return "default not stated";
}

// The end of the value; "" if it is used or unknown.
// "stored in app.PORT, which is never used"; "returned by port(), which is never called" |
std::string Fate(const Consumption& lost) {
  const std::string holder = TableCell(lost.holder, {}, kWidest);
  const std::string_view by = lost.used_in_tests ? "only tests or examples use" : "is never used";
  switch (lost.kind) {
    case Consumption::Kind::kUnknown:
    case Consumption::Kind::kUsed:
      return "";
    case Consumption::Kind::kUncalled:
      return fmt::format("returned by {}, which {}", holder,
                         lost.used_in_tests ? "only tests or examples call" : "is never called");
    case Consumption::Kind::kWrittenBack:
      return fmt::format("stored in {} only to be written back", holder);
    case Consumption::Kind::kUnlisted:
      return fmt::format("looked up by {} in a table that lacks it", holder);
    case Consumption::Kind::kOverwritten:
      return fmt::format("stored in {}, which is overwritten before it is used", holder);
    default:
      return fmt::format("stored in {}, which {}", holder, by);
  }
}

// The other places with the name, and what they say.
// None of them documents the variable, but each may explain why there is no finding.
void AppendPlaces(const Flag& flag, std::string* out) {
  std::string lines;
  for (const Passage& passage : flag.passages) {
    lines += fmt::format("  {}: {}\n", PlaceText(passage.place),
                         passage.described ? "described" : "named");
  }
  for (const Entry* mention : flag.mentions) {
    lines += fmt::format("  {}: named\n", PlaceText(mention->place));
  }
  for (const InternalSign& sign : flag.signs) {
    lines += fmt::format("  {}: \"{}\"\n", PlaceText(sign.place),
                         TableCell(sign.words, flag.name, kWidest));
  }
  for (const LightAccess& access : flag.light) {
    lines += fmt::format("  {}: {} in {}\n", PlaceText(access.place), ToString(access.op),
                         access.language);
  }
  for (const Place& place : flag.seen_elsewhere) {
    lines += fmt::format("  {}: the name occurs there\n", PlaceText(place));
  }
  if (!lines.empty()) *out += "\nelsewhere\n" + lines;
  if (!flag.given.empty()) *out += "\nset or listed in\n";
  for (const GivenAt& given : flag.given) {
    *out +=
        fmt::format("  {}: {}\n", PlaceText(given.setting->place),
                    TableCell(DescribeGiven(*given.surface, *given.setting), flag.name, kWidest));
  }
}

std::string WriteExplanationText(const Flag& flag, const std::vector<Finding>& findings,
                                 const std::vector<InventoryRow>& inventory, const PrintOptions&) {
  std::string out = TableCell(flag.name, {}, kWidest) + "\n\naccesses\n";
  for (const auto& [access, consumption] : flag.accesses) {
    out += fmt::format("  {}: {} through {}, {}, {}, scope {}", PlaceText(access->place),
                       ToString(access->op), TableCell(access->via, {}, kWidest),
                       DefaultOf(*access), ToString(access->type), ToString(access->scope));
    if (access->value) out += ", value " + ShownCell(*access->value, flag.name);
    if (access->condition) out += ", if " + TableCell(*access->condition, {}, kWidest);
    out += BuildsOf(*access);
    for (const Place& place : access->chain) out += "\n      via " + PlaceText(place);
    if (const std::string fate = Fate(consumption); !fate.empty()) out += "\n      " + fate;
    out += "\n";
  }
  if (flag.accesses.empty()) out += "  none\n";
  out += "\nentries\n";
  for (const Entry* entry : flag.entries) {
    out += fmt::format("  {}: {}", PlaceText(entry->place), DefaultOf(*entry));
    if (entry->value) out += ", value " + ShownCell(*entry->value, flag.name);
    for (const std::string& claim : entry->claims) out += ", " + TableCell(claim, {}, kWidest);
    out += "\n";
  }
  if (flag.entries.empty()) out += "  none\n";
  AppendPlaces(flag, &out);
  out += "\nfindings\n";
  bool any = false;
  for (const Finding& finding : findings) {
    if (!IsAbout(finding, flag.name)) continue;
    any = true;
    out += fmt::format("  {}[{}]: {}\n", ToString(finding.severity), finding.rule,
                       EscapeControl(MaskSecrets(WholeMessage(finding), finding.name)));
    if (!finding.score.empty()) out += "    " + DescribeScore(finding) + "\n";
  }
  if (!any) out += "  none\n";
  for (const InventoryRow& row : inventory) {
    if (row.name != flag.name) continue;
    out += fmt::format("\nno finding, because\n  {}: {}\n", row.kind,
                       EscapeControl(MaskSecrets(row.reason, flag.name)));
  }
  return out;
}

}  // namespace

extern constexpr ExplainFormat kExplainTextFormat = {
    .rank = 10, .name = "text", .write = WriteExplanationText};

}  // namespace flagcensus
