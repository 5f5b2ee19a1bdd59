// census of two projects ─→ facts of each variable ─→ the differences, the most serious first
#include "analyzer/audit/compare.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "analyzer/audit/json.h"
#include "analyzer/base/text.h"
#include "analyzer/rules/patterns.h"

namespace flagcensus {
namespace {

// Severities are texts here, since a census stores them as texts. An unknown one ranks as low.
int RankOf(std::string_view severity) {
  return severity == "high" ? 0 : severity == "medium" ? 1 : 2;
}

// Orders by severity, then by id, so the order does not depend on the order of the rows.
bool GraverRisk(const RiskFact* a, const RiskFact* b) {
  return std::make_pair(RankOf(a->severity), std::string_view(a->id)) <
         std::make_pair(RankOf(b->severity), std::string_view(b->id));
}

// A variable is included only if a source has a site; pages alone are not an interface.
//
//   os.getenv("APP_PORT", "80") in src/app.py
//   ─→ APP_PORT: access {read}, defaults {literal 80}, files {src/app.py}
//
// Tests and bulk reads count as reads, everything else (write, delete) as "set". The value of a
// default is kept only for literals and expressions: the other kinds are complete as words.
void ReadSiteFacts(const Database& census, int64_t project, VersionSide& out) {
  SqlStatement ask = census.Ask(
      "SELECT variable.name, site.op, site.default_kind, site.default_value, site.type, site.file, "
      "variable.documented FROM variable JOIN site ON site.variable = variable.id WHERE "
      "variable.project = ? AND site.scope = 'src'");
  ask.Bind(project);
  while (ask.Step()) {
    VariableFacts& facts = out.of[std::string(ask.Text(0))];
    const std::string_view op = ask.Text(1), kind = ask.Text(2), type = ask.Text(4);
    const bool reads = op == "read" || op == "test" || op == "bulk";
    facts.access.insert(reads ? "read" : "set");
    if (op == "read") {
      const bool valued = kind == "literal" || kind == "dynamic";
      facts.defaults.insert({std::string(kind), valued ? std::string(ask.Text(3)) : ""});
    }
    if (type != "unknown") facts.types.emplace(type);
    facts.files.emplace(ask.Text(5));
    facts.documented = ask.Text(6);
  }
}

// The first risk of each id counts: a variable may have several sites with it.
void ReadRiskFacts(const Database& census, int64_t project, VersionSide& out) {
  SqlStatement ask = census.Ask(
      "SELECT variable.name, risk.id, risk.severity, risk.title, confidence, file, line, detail "
      "FROM variable_risk JOIN variable ON variable.id = variable_risk.variable JOIN risk ON "
      "risk.id = variable_risk.risk WHERE variable.project = ? ORDER BY variable_risk.rowid");
  ask.Bind(project);
  while (ask.Step()) {
    const auto at = out.of.find(std::string(ask.Text(0)));
    if (at == out.of.end()) continue;  // no source touches it
    RiskFact fact{std::string(ask.Text(1)),
                  std::string(ask.Text(2)),
                  std::string(ask.Text(3)),
                  std::string(ask.Text(4)),
                  std::string(ask.Text(5)),
                  std::string(ask.Text(7)),
                  ask.Number(6)};
    at->second.risks.try_emplace(fact.id, std::move(fact));
  }
}

// One version: its figures, and the facts of its variables.
// A census of one input has no project 1: that side remains empty.
VersionSide ReadVersion(const Database& census, int64_t project) {
  VersionSide out;
  SqlStatement about = census.Ask(
      "SELECT name, source, kind, revision, files, accesses, resolved, variables, json FROM "
      "project WHERE id = ?");
  about.Bind(project);
  if (about.Step()) {
    out.name = about.Text(0);
    out.source = about.Text(1);
    out.kind = about.Text(2);
    out.revision = about.Text(3);
    out.files = about.Number(4);
    out.accesses = about.Number(5);
    out.resolved = about.Number(6);
    out.variables = about.Number(7);
    out.summary = SummaryOf(about.Text(8));
  }
  ReadSiteFacts(census, project, out);
  ReadRiskFacts(census, project, out);
  return out;
}

// The risks of `all` that `those` does not have, the most serious first.
std::vector<const RiskFact*> Without(const VariableFacts* all, const VariableFacts* those) {
  std::vector<const RiskFact*> out;
  if (all == nullptr) return out;
  for (const auto& [id, fact] : all->risks) {
    if (those == nullptr || !those->risks.contains(id)) out.push_back(&fact);
  }
  std::sort(out.begin(), out.end(), GraverRisk);
  return out;
}

//   before: default 80, int, documented   after: default 8080, int, documented   ─→ {"default"}
std::vector<std::string> FieldsThatDiffer(const VariableFacts& before, const VariableFacts& after) {
  std::vector<std::string> out;
  // A variable that is read in only one version has no default to compare; the field `access`
  // differs.
  const bool read = !before.defaults.empty() && !after.defaults.empty();
  if (read && before.defaults != after.defaults) out.emplace_back("default");
  if (before.types != after.types) out.emplace_back("type");
  if (before.documented != after.documented) out.emplace_back("documented");
  if (before.access != after.access) out.emplace_back("access");
  return out;
}

// A risk of low severity does not move a variable up: nearly every variable that is set has one.
bool IsGrave(const RiskFact& risk) { return risk.severity != "low"; }

// The most serious aspect of a change decides where it is listed.
// A new variable with a new risk of high severity is in kNewRisk, not in kAdded.
ChangeGroup GroupOf(const VariableChange& change) {
  if (!change.new_risks.empty() && IsGrave(*change.new_risks.front())) return ChangeGroup::kNewRisk;
  if (change.before == nullptr) return ChangeGroup::kAdded;
  if (change.after == nullptr) return ChangeGroup::kRemoved;
  const bool other_default =
      std::find(change.fields.begin(), change.fields.end(), "default") != change.fields.end();
  return other_default ? ChangeGroup::kDefault : ChangeGroup::kOther;
}

// The longest family of `side` to which `name` may belong; "" if there is none.
// A name that is "removed" may only be accessed differently: APP_DB_HOST of the older version is
// possibly made from APP_DB_* in the newer one. The longest pattern is the most specific one.
std::string PatternOf(const std::string& name, const VersionSide& side) {
  std::string out;
  for (const auto& [pattern, facts] : side.of) {
    if (pattern.size() <= out.size() || pattern == name || !IsPattern(pattern)) continue;
    if (MayMake(pattern, name)) out = pattern;
  }
  return out;
}

// Whether the newer version requires the variable and the older one did not.
// A variable that is new and required counts, too.
bool BecomesRequired(const VariableChange& change) {
  const DefaultFact required{"required", ""};
  return change.after != nullptr && change.after->defaults.contains(required) &&
         (change.before == nullptr || !change.before->defaults.contains(required));
}

// Orders by group; within it by the most serious new risk, then variables that are now required,
// then the name. A variable that becomes required is first among equals: a program stops without
// it.
auto OrderOf(const VariableChange& change) {
  const int risk = change.new_risks.empty() ? 3 : RankOf(change.new_risks.front()->severity);
  return std::make_tuple(change.group, risk, !BecomesRequired(change),
                         std::string_view(change.name));
}

// Adds the change of one variable, or counts it as unchanged.
void AddChange(const std::string& name, const VariableFacts* before, const VariableFacts* after,
               VersionChanges& out) {
  VariableChange change;
  change.name = name;
  change.before = before;
  change.after = after;
  change.new_risks = Without(after, before);
  change.gone_risks = Without(before, after);
  if (before != nullptr && after != nullptr) {
    change.fields = FieldsThatDiffer(*before, *after);
    if (!change.new_risks.empty() || !change.gone_risks.empty())
      change.fields.emplace_back("risks");
    if (change.fields.empty()) {
      // Equal in all fields; a different set of files is only counted.
      ++out.unchanged;
      if (before->files != after->files) out.moved.push_back(name);
      return;
    }
  }
  if (before == nullptr) change.pattern = PatternOf(name, out.before);
  if (after == nullptr) change.pattern = PatternOf(name, out.after);
  change.group = GroupOf(change);
  out.changes.push_back(std::move(change));
}

}  // namespace

// An empty literal is printed as "", which a missing default is not.
std::string Shown(const DefaultFact& fact) {
  if (fact.kind == "none") return "no default";
  if (fact.kind == "required") return "required";
  return fact.value.empty() ? "\"\"" : fact.value;
}

std::string Shown(const std::set<DefaultFact>& defaults) {
  std::vector<std::string> out;
  for (const DefaultFact& one : defaults) out.push_back(Shown(one));
  return out.empty() ? "not read" : Join(out, " or ");
}

std::string_view ToString(ChangeGroup group) {
  constexpr std::array<std::string_view, 5> kNames = {"new-risk", "default", "removed", "added",
                                                      "other"};
  return kNames[static_cast<size_t>(group)];
}

std::unique_ptr<VersionChanges> CompareVersions(const Database& census) {
  auto out = std::make_unique<VersionChanges>();
  // Projects are numbered in the order of the inputs: 0 is the older version.
  out->before = ReadVersion(census, 0);
  out->after = ReadVersion(census, 1);
  for (const auto& [name, facts] : out->before.of) {
    const auto at = out->after.of.find(name);
    AddChange(name, &facts, at == out->after.of.end() ? nullptr : &at->second, *out);
  }
  for (const auto& [name, facts] : out->after.of) {
    if (!out->before.of.contains(name)) AddChange(name, nullptr, &facts, *out);
  }
  std::sort(
      out->changes.begin(), out->changes.end(),
      [](const VariableChange& a, const VariableChange& b) { return OrderOf(a) < OrderOf(b); });
  return out;
}

}  // namespace flagcensus
