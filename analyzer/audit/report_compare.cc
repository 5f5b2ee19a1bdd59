// two versions compared ─→ text for a terminal: a head, then a row for each variable that changes
//
//   old  revision app@v1 (4f2c1ab0d3e5)
//   new  revision app@v2 (9a81b2c3d4e5)
//
//   1 variable changes: 1 with a changed default; 8 are unchanged
//
//   changed defaults
//     ~ APP_PORT  default: 80 -> 8080; in src/app.py
#include "analyzer/audit/report_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analyzer/audit/reports.h"
#include "analyzer/base/shorten.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Bytes of one value, before it is cut; a default may be a whole text.
constexpr size_t kLongestValue = 100;
// Names are padded to this; one longer name would shift all columns.
constexpr size_t kWidestName = 40;
constexpr size_t kMaxFiles = 3;  // of a variable, unless all are requested
// git prints 7 digits or more; 12 are unique in all but the largest repositories.
constexpr size_t kShortHash = 12;

std::string ValueText(std::string_view text) { return EscapeControl(Shortened(text)); }

// The head: the version, its figures, and what was read of it.
void WriteSide(std::string_view label, const VersionSide& side, const Sink& sink) {
  sink(fmt::format("{}  {} {}\n", label, side.kind, EscapeControl(Shown(side))));
  sink("     " + Figures(side) + "\n");
  for (const std::string& line : side.summary) sink("     " + EscapeControl(line) + "\n");
}

// "default: 80 -> 8080; type: str -> int". For a variable of one version, all its fields.
//
//   APP_PORT is new: "default: 80; type: int; documented: no; access: read"
std::string FieldsText(const VariableChange& change) {
  constexpr std::array<std::string_view, 4> kFields = {"default", "type", "documented", "access"};
  std::vector<std::string> out;
  const bool both = change.before != nullptr && change.after != nullptr;
  for (const std::string_view field : kFields) {
    const FieldText text = FieldOf(change, field);
    if (both && !text.changed()) continue;
    const std::string value = both ? ValueText(text.before) + " -> " + ValueText(text.after)
                                   : ValueText(change.after == nullptr ? text.before : text.after);
    out.push_back(fmt::format("{}: {}", field, value));
  }
  return Join(out, "; ");
}

// "in src/app.py, src/web.py and 3 other files".
std::string FilesText(const VariableChange& change, bool all) {
  std::vector<std::string> files = FilesOf(change);
  const size_t more = all || files.size() <= kMaxFiles ? 0 : files.size() - kMaxFiles;
  files.resize(files.size() - more);
  for (std::string& file : files) file = EscapeControl(file);
  std::string out = "in " + Join(files, ", ");
  if (more > 0) out += fmt::format(" and {}", Count(more, "other file", "other files"));
  return out;
}

// High confidence is the common case and is not printed.
void WriteRisk(std::string_view word, const RiskFact& risk, const Sink& sink) {
  sink(fmt::format("      {} {}: {} ({})", word, risk.severity, risk.title, risk.id));
  if (!risk.file.empty()) sink(fmt::format("  {}:{}", EscapeControl(risk.file), risk.line));
  if (!risk.detail.empty()) sink("  " + ValueText(risk.detail));
  if (risk.confidence != "high") sink(fmt::format("  ({} confidence)", risk.confidence));
  sink("\n");
}

// A variable in one line, and a line for each risk that it gains or loses.
void WriteChange(const VariableChange& change, size_t width, bool all, const Sink& sink) {
  const std::string fields = FieldsText(change);
  sink(fmt::format("  {} {:{}}  {}{}{}\n", MarkOf(change), EscapeControl(change.name), width,
                   fields, fields.empty() ? "" : "; ", FilesText(change, all)));
  const std::string pattern = PatternText(change, ValueText(change.pattern));
  if (!pattern.empty()) sink("      " + pattern + "\n");
  for (const RiskFact* risk : change.new_risks) WriteRisk("new risk", *risk, sink);
  if (change.after == nullptr) return;  // a removed variable has no risks to lose
  for (const RiskFact* risk : change.gone_risks) WriteRisk("no longer", *risk, sink);
}

// The column for the names; names that are too long do not widen it.
size_t WidthOf(const std::vector<VariableChange>& changes) {
  size_t out = 0;
  for (const VariableChange& change : changes) {
    const size_t width = EscapeControl(change.name).size();
    if (width <= kWidestName) out = std::max(out, width);
  }
  return out;
}

template <typename Values>
std::string Listed(const Values& values, std::string_view none) {
  return values.empty() ? std::string(none) : Join({values.begin(), values.end()}, ", ");
}

// The text of one field, as all formats print it: "80 or 8080", "int, str", "described", "read".
std::string ValueOf(const VariableFacts* facts, std::string_view field) {
  if (facts == nullptr) return "";
  if (field == "default") return Shown(facts->defaults);
  if (field == "type") return Listed(facts->types, "unknown");
  if (field == "documented") return facts->documented;
  return Listed(facts->access, "");
}

}  // namespace

std::string Shown(const VersionSide& side) {
  const std::string hash = side.revision.substr(0, kShortHash);
  return side.source + (hash.empty() ? "" : " (" + hash + ")");
}

std::string Figures(const VersionSide& side) {
  const auto count = [](int64_t number, std::string_view one, std::string_view many) {
    return Count(static_cast<uint64_t>(number), one, many);
  };
  return fmt::format("{}, {}{}, {}", count(side.files, "file", "files"),
                     count(side.accesses, "access", "accesses"),
                     side.accesses > 0 ? fmt::format(" ({} resolved)", side.resolved) : "",
                     count(side.variables, "variable", "variables"));
}

std::string Summarize(const VersionChanges& compared) {
  constexpr std::array<std::string_view, 5> kWords = {"with a new risk", "with a changed default",
                                                      "removed", "new", "changed otherwise"};
  std::array<uint64_t, kWords.size()> counts{};
  for (const VariableChange& one : compared.changes) ++counts[static_cast<size_t>(one.group)];
  const std::string moved = compared.moved.empty()
                                ? ""
                                : fmt::format(", {} of them in other files", compared.moved.size());
  if (compared.changes.empty()) {
    return fmt::format("no changes: {} unchanged{}",
                       Count(compared.unchanged, "variable is", "variables are"), moved);
  }
  std::vector<std::string> parts;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) parts.push_back(fmt::format("{} {}", counts[i], kWords[i]));
  }
  return fmt::format("{}: {}; {} unchanged{}",
                     Count(compared.changes.size(), "variable changes", "variables change"),
                     Join(parts, ", "), Count(compared.unchanged, "is", "are"), moved);
}

std::string_view HeadingOf(ChangeGroup group) {
  constexpr std::array<std::string_view, 5> kHeadings = {
      "new risks", "changed defaults", "removed variables", "new variables", "other changes"};
  return kHeadings[static_cast<size_t>(group)];
}

char MarkOf(const VariableChange& change) {
  return change.before == nullptr ? '+' : change.after == nullptr ? '-' : '~';
}

FieldText FieldOf(const VariableChange& change, std::string_view field) {
  return {ValueOf(change.before, field), ValueOf(change.after, field)};
}

std::vector<std::string> FilesOf(const VariableChange& change) {
  const VariableFacts& facts = change.after == nullptr ? *change.before : *change.after;
  return {facts.files.begin(), facts.files.end()};
}

std::string PatternText(const VariableChange& change, std::string_view pattern) {
  if (change.pattern.empty()) return "";
  return fmt::format("{} {}",
                     change.after == nullptr ? "the newer version may still access it as"
                                             : "the older version may have accessed it as",
                     pattern);
}

std::string Shortened(std::string_view text) { return Shorten(text, kLongestValue); }

void WriteCompareText(const VersionChanges& compared, bool all, const Sink& sink) {
  WriteSide("old", compared.before, sink);
  WriteSide("new", compared.after, sink);
  sink("\n" + Summarize(compared) + "\n");
  const size_t width = WidthOf(compared.changes);
  const VariableChange* last = nullptr;
  for (const VariableChange& change : compared.changes) {
    if (last == nullptr || last->group != change.group) {
      sink(fmt::format("\n{}\n", HeadingOf(change.group)));
    }
    WriteChange(change, width, all, sink);
    last = &change;
  }
}

}  // namespace flagcensus
