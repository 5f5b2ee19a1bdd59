#include "analyzer/audit/allow_list.h"

#include <algorithm>
#include <filesystem>

#include "analyzer/audit/risk_rows.h"
#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/date.h"
#include "analyzer/base/text.h"
#include "analyzer/config/key_values.h"
#include "analyzer/config/toml_reader.h"

namespace flagcensus {
namespace {

// Lists are written by hand; larger ones are generated and would accept without review.
// An entry with its reason has about 150 bytes, so 1 MiB is several thousand of them.
constexpr uint64_t kMaxAllowBytes = uint64_t{1} << 20;
constexpr size_t kMaxAllowEntries = 10'000;
const std::vector<std::string_view> kAllowKeys = {"variable", "risk",   "path",
                                                  "project",  "reason", "until"};

// The texts of a key that accepts one text or a list of texts:
//
//   risk = "command-run"                 ─→ {"command-run"}
//   risk = ["command-run", "sql-text"]   ─→ {"command-run", "sql-text"}
//
// ReadOneOrMore is the reader of the configuration's globs; only the text of each is used here.
std::vector<std::string> TextsAt(TomlReader& reader, const toml::table& row, std::string_view key) {
  std::vector<std::string> out;
  for (PathGlob& text : ReadOneOrMore(reader, row, key)) out.push_back(std::move(text.glob));
  return out;
}

// Builds the description of an entry for messages: "variable X*, risk command-named".
void AddShown(std::string_view key, const std::vector<std::string>& values, AllowEntry& entry) {
  if (values.empty()) return;
  if (!entry.shown.empty()) entry.shown += ", ";
  entry.shown.append(key).append(" ").append(Join(values, " or "));
}

void ReadRisks(TomlReader& reader, const toml::table& row, AllowEntry& entry) {
  entry.risks = TextsAt(reader, row, "risk");
  // A misspelled risk would accept nothing without notice.
  std::vector<std::string_view> valid;
  for (const RiskRow& risk : RiskRows()) valid.push_back(risk.id);
  for (const std::string& risk : entry.risks) {
    if (std::find(valid.begin(), valid.end(), risk) != valid.end()) continue;
    reader.Fail(row.get("risk")->source(),
                "unknown risk " + QuotedText(risk) + "; " + Suggest(risk, valid));
  }
}

// Paths are lines of .gitignore: `tests/` covers everything below it, `*.py` a name in any folder.
void ReadAllowPaths(TomlReader& reader, const toml::table& row, AllowEntry& entry) {
  const std::vector<std::string> paths = TextsAt(reader, row, "path");
  for (const std::string& path : paths) {
    // A negated pattern would make the result depend on the order of the patterns.
    std::optional<IgnoreRule> rule = ParseIgnoreRule(path);
    if (!rule || rule->negated) {
      reader.Fail(row.get("path")->source(), QuotedText(path) + " is not a valid path pattern");
      return;
    }
    entry.paths.push_back(std::move(*rule));
  }
  AddShown("path", paths, entry);
}

// An expired entry is kept: the census lists it as expired, and it accepts nothing.
//
//   until = 2027-01-31      ─→ until "2027-01-31"
//   until = "2027-01-31"    ─→ the same
//   until = "next year"     ─→ an error at that place
void ReadUntil(TomlReader& reader, const toml::table& row, std::string_view today,
               AllowEntry& entry) {
  const toml::node* const node = row.get("until");
  if (node == nullptr) return;
  // TOML has dates; a string in the same form is accepted, too.
  if (const auto* const date = node->as_date()) {
    std::ostringstream text;
    text << date->get();
    entry.until = text.str();
  } else {
    entry.until = ReadString(reader, "until", *node);
  }
  if (!reader.error && !IsDate(entry.until)) {
    reader.Fail(node->source(), "'until' must be a date such as \"2027-01-31\"");
  }
  entry.expired = IsPast(entry.until, today);
}

// Reads one entry. After the first error the rest is not used, so it need not be complete.
//
//   variable = "APP_*", risk = "command-run", reason = "reviewed"
//   ─→ shown "variable APP_*, risk command-run"
AllowEntry ReadEntry(TomlReader& reader, const toml::table& row, std::string_view today) {
  AllowEntry out;
  out.place = reader.PlaceOf(row.source());
  if (!CheckKeys(reader, row, " in [[allow]]", kAllowKeys)) return out;
  const std::vector<std::string> variables = TextsAt(reader, row, "variable");
  for (const std::string& name : variables) out.variables.Add(name);
  AddShown("variable", variables, out);
  ReadRisks(reader, row, out);
  AddShown("risk", out.risks, out);
  ReadAllowPaths(reader, row, out);
  // An entry with only a project or only a reason would accept everything.
  if (out.shown.empty() && !reader.error) {
    reader.Fail(row.source(), "[[allow]] needs 'variable', 'risk' or 'path'");
  }
  const std::vector<std::string> projects = TextsAt(reader, row, "project");
  // A project's name may contain '/', which the `*` of a path does not match: it is replaced by a
  // character that it matches, here and in AcceptRisks.
  for (const std::string& name : projects) out.projects.Add(ReplaceAll(name, "/", "\x1f"));
  AddShown("project", projects, out);
  out.reason = Required(reader, row, "allow", "reason");
  if (!reader.error && Trim(out.reason).empty()) {
    reader.Fail(row.get("reason")->source(), "'reason' must not be empty");
  }
  ReadUntil(reader, row, today, out);
  return out;
}

// Every key that the entry has must match.
//
//   variable = "APP_*", risk = "command-run"
//     APP_SHELL with command-run     accepted
//     APP_SHELL with path-written    not accepted: another risk
bool Accepts(const AllowEntry& entry, const AuditVariable& variable, const AuditRisk& risk) {
  if (!entry.variables.empty() && !entry.variables.Matches(variable.name())) return false;
  if (!entry.risks.empty() &&
      std::find(entry.risks.begin(), entry.risks.end(), risk.id) == entry.risks.end()) {
    return false;
  }
  if (entry.paths.empty()) return true;
  // A risk without a site is in no path.
  if (risk.site < 0) return false;
  const std::string& file = variable.sites[static_cast<size_t>(risk.site)].access->place.file;
  return std::any_of(entry.paths.begin(), entry.paths.end(),
                     [&](const IgnoreRule& rule) { return RuleCovers(rule, file); });
}

}  // namespace

std::string AllowEntry::Where() const { return place.file + ":" + std::to_string(place.line); }

// Stops at the first error: a list that is only partly read could accept less, or more, than its
// author believes.
Result<std::vector<AllowEntry>> ParseAllowList(std::string_view text, const std::string& path,
                                               std::string_view today) {
  const std::string shown = EscapeControl(path);
  if (text.size() > kMaxAllowBytes) return Error{shown + ": the allow list is larger than 1 MiB"};
  toml::table table;
  if (const std::optional<TomlProblem> problem = ParseBoundedToml(text, &table)) {
    return ErrorAt({path, problem->line, problem->column}, EscapeControl(problem->message));
  }
  TomlReader reader{path};
  std::vector<AllowEntry> out;
  CheckKeys(reader, table, "", {"allow"});
  if (const toml::node* const node = table.get("allow"); node != nullptr && !reader.error) {
    ReadTables(reader, "allow", *node, [&](const toml::table& row) {
      if (out.size() >= kMaxAllowEntries) {
        return reader.Fail(row.source(), "more than 10000 entries");
      }
      out.push_back(ReadEntry(reader, row, today));
    });
  }
  if (reader.error) return *reader.error;
  return out;
}

// The size is tested before the file is read. If the size is not known, as for a pipe, the text is
// tested by ParseAllowList after it is read.
Result<std::vector<AllowEntry>> ReadAllowLists(const std::vector<std::string>& paths,
                                               std::string_view today) {
  std::vector<AllowEntry> out;
  for (const std::string& path : paths) {
    const std::string shown = EscapeControl(path);
    std::string text, reason;
    bool binary = false;
    std::error_code unknown;
    if (std::filesystem::file_size(path, unknown) > kMaxAllowBytes && !unknown) {
      return Error{shown + ": the allow list is larger than 1 MiB"};
    }
    if (!ReadWhole(path, &text, &binary, &reason)) {
      return Error{shown + ": the allow list cannot be read: " + reason};
    }
    if (binary) return Error{shown + ": the allow list is not text: it contains NUL bytes"};
    Result<std::vector<AllowEntry>> read = ParseAllowList(text, path, today);
    if (!read.ok()) return read.error();
    std::move(read.value().begin(), read.value().end(), std::back_inserter(out));
  }
  return out;
}

// The first entry that matches is recorded, so each risk has one reason.
void AcceptRisks(const std::vector<AllowEntry>& entries, ProjectAudit& project) {
  const std::string name = ReplaceAll(project.source.name, "/", "\x1f");
  std::vector<const AllowEntry*> of_project;
  // Entries that do not apply to this project are removed first, so each risk is compared with
  // few.
  for (const AllowEntry& entry : entries) {
    const bool fits = entry.projects.empty() || entry.projects.Matches(name);
    if (fits && !entry.expired) of_project.push_back(&entry);
  }
  for (AuditVariable& variable : project.variables) {
    for (AuditRisk& risk : variable.risks) {
      const auto entry =
          std::find_if(of_project.begin(), of_project.end(),
                       [&](const AllowEntry* one) { return Accepts(*one, variable, risk); });
      if (entry == of_project.end()) continue;
      risk.accepted_by = (*entry)->Where();
      risk.accepted_reason = (*entry)->reason;
    }
  }
}

}  // namespace flagcensus
