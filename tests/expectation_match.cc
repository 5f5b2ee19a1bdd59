// What is found ↔ what is expected: each takes one of the other, of several the one that agrees
// most; what is left over on either side is a complaint.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "analyzer/base/text.h"
#include "tests/expectation.h"

namespace flagcensus {
namespace {

std::string Text(const Place& place) { return fmt::format("{}:{}", place.file, place.line); }

std::string OrNone(const std::optional<std::string>& text) { return text.value_or("none"); }

std::string OrNone(const std::vector<std::string>& texts) {
  return texts.empty() ? "none" : Join(texts, ",");
}

// What `access` has in `field`, as expectations write it.
std::string Actual(const Access& access, const std::string& field) {
  if (field == "via") return access.via;
  if (field == "op") return std::string(ToString(access.op));
  if (field == "type") return std::string(ToString(access.type));
  if (field == "scope") return std::string(ToString(access.scope));
  if (field == "language") return std::string(ToString(access.language));
  if (field == "bound_to") return OrNone(access.bound_to);
  if (field == "value") return OrNone(access.value);
  if (field == "condition") return OrNone(access.condition);
  if (field == "description") return OrNone(access.description);
  if (field == "truthy") return OrNone(access.use.truthy);
  if (field == "falsy") return OrNone(access.use.falsy);
  if (field == "column") return std::to_string(access.place.column);
  if (field == "unset") return OrNone(access.use.unset_text);
  if (field == "any_true") return access.use.any_true ? "yes" : "no";
  if (field == "falls_back") return access.use.falls_back ? "yes" : "no";
  if (field == "fallback_of") return OrNone(access.use.fallback_of);
  if (field == "chain") {
    std::vector<std::string> steps;
    for (const Place& step : access.chain) {
      steps.push_back(step.file == access.place.file ? std::to_string(step.line) : Text(step));
    }
    return OrNone(steps);
  }
  if (access.default_kind != DefaultKind::kLiteral)
    return std::string(ToString(access.default_kind));
  return access.default_text.value_or(std::string());
}

std::string Actual(const Entry& entry, const std::string& field) {
  if (field == "type") return std::string(ToString(entry.type));
  if (field == "value") return OrNone(entry.value);
  if (field == "how") return std::string(ToString(entry.how));
  if (field == "parent") return OrNone(entry.parent);
  if (field == "section") return entry.section;
  if (field == "claims") return Join(entry.claims, ",");
  if (field == "column") return std::to_string(entry.place.column);
  if (field == "description") return entry.description;
  if (entry.default_kind == DocumentedDefault::kLiteral) return entry.default_text.value_or("");
  if (entry.default_kind == DocumentedDefault::kProse)
    return "prose:" + entry.default_text.value_or("");
  return std::string(ToString(entry.default_kind));
}

std::string Actual(const Finding& finding, const std::string& field) {
  if (field == "documented") return OrNone(finding.documented);
  if (field == "actual") return OrNone(finding.actual);
  return std::string(ToString(finding.confidence));
}

// Whether `want` writes a literal default, and not a word for there being none.
bool IsLiteral(const Access&, const Expectation::Field& want) {
  return want.quoted || (want.text != "none" && want.text != "required" && want.text != "dynamic");
}
bool IsLiteral(const Entry&, const Expectation::Field& want) {
  return want.quoted ||
         (want.text != "none" && want.text != "unstated" && !want.text.starts_with("prose:"));
}
bool HasLiteral(const Access& access) { return access.default_kind == DefaultKind::kLiteral; }
bool HasLiteral(const Entry& entry) { return entry.default_kind == DocumentedDefault::kLiteral; }

template <typename Found>
bool Agrees(const Found& found, const std::string& field, const Expectation::Field& want) {
  if constexpr (std::is_same_v<Found, Access>) {
    if (field == "default" && !want.quoted && want.text.starts_with("dynamic:")) {
      return found.default_kind == DefaultKind::kDynamic &&
             found.default_text.value_or("") == want.text.substr(want.text.find(':') + 1);
    }
  }
  if constexpr (!std::is_same_v<Found, Finding>) {
    if (field == "default" && IsLiteral(found, want) != HasLiteral(found)) return false;
  }
  return Actual(found, field) == want.text;
}

// What of `fields` does not hold for `found`.
template <typename Found>
std::vector<std::string> Differences(const std::map<std::string, Expectation::Field>& fields,
                                     const Found& found) {
  std::vector<std::string> out;
  for (const auto& [field, value] : fields) {
    if (Agrees(found, field, value)) continue;
    out.push_back(fmt::format("{}={} where {} is wanted", field, Actual(found, field), value.text));
  }
  return out;
}

bool Stands(const Place& place, const Place& line) {
  return place.file == line.file && place.line == line.line;
}

bool IsOf(const Finding& finding, const Expectation& want) {
  const auto here = [&](const Place& place) { return Stands(place, want.place); };
  return finding.rule == want.subject &&
         WholeMessage(finding).find(want.message) != std::string::npos &&
         (want.severity.empty() || want.severity == ToString(finding.severity)) &&
         (std::any_of(finding.code.begin(), finding.code.end(), here) ||
          std::any_of(finding.doc.begin(), finding.doc.end(), here));
}

bool IsOf(const Access& access, const Expectation& want) {
  return access.name.value_or("?") == want.subject && Stands(access.place, want.place);
}

bool IsOf(const Entry& entry, const Expectation& want) {
  const auto how = want.fields.find("how");
  const bool mention = how != want.fields.end() && how->second.text == "mention";
  return entry.name == want.subject && Stands(entry.place, want.place) &&
         mention == (entry.how == EntryHow::kMention);
}

bool IsOf(const Diagnostic& diagnostic, const Expectation& want) {
  return diagnostic.kind == want.subject && Stands(diagnostic.place, want.place);
}

std::string Told(const Expectation& want) {
  std::string out = want.subject;
  if (!want.severity.empty()) out += " " + want.severity;
  if (!want.message.empty()) out += " \"" + want.message + "\"";
  return out;
}

// Pairs them; `taken` tells which of `found` were expected.
template <typename Found>
std::vector<std::string> Pair(const std::vector<Expectation>& wants,
                              const std::vector<Found>& found, std::vector<bool>* taken) {
  std::vector<std::string> out;
  taken->assign(found.size(), false);
  for (const Expectation& want : wants) {
    std::optional<size_t> best;
    std::vector<std::string> wrong;
    for (size_t i = 0; i < found.size(); ++i) {
      if ((*taken)[i] || !IsOf(found[i], want)) continue;
      std::vector<std::string> differences;
      if constexpr (!std::is_same_v<Found, Diagnostic>) {
        differences = Differences(want.fields, found[i]);
      }
      if (best && differences.size() >= wrong.size()) continue;
      best = i;
      wrong = std::move(differences);
    }
    if (!best) {
      out.push_back(fmt::format("{}: not found: {}", Text(want.place), Told(want)));
      continue;
    }
    (*taken)[*best] = true;
    if (!wrong.empty()) {
      out.push_back(fmt::format("{}: {}: {}", Text(want.place), want.subject, Join(wrong, ", ")));
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> MatchFindings(const std::vector<Expectation>& expectations,
                                       const std::vector<Finding>& findings) {
  std::vector<bool> taken;
  std::vector<std::string> out = Pair(expectations, findings, &taken);
  for (size_t i = 0; i < findings.size(); ++i) {
    if (taken[i]) continue;
    const std::vector<Place>& places =
        findings[i].code.empty() ? findings[i].doc : findings[i].code;
    out.push_back(fmt::format("{}: not expected: {} {} \"{}\"",
                              places.empty() ? std::string("nowhere") : Text(places.front()),
                              findings[i].rule, ToString(findings[i].severity),
                              WholeMessage(findings[i])));
  }
  return out;
}

std::vector<std::string> MatchAccesses(const std::vector<Expectation>& expectations,
                                       const std::vector<Access>& accesses) {
  std::vector<bool> taken;
  std::vector<std::string> out = Pair(expectations, accesses, &taken);
  for (size_t i = 0; i < accesses.size(); ++i) {
    if (taken[i]) continue;
    const Access& access = accesses[i];
    out.push_back(fmt::format("{}: not expected: {} op={} via={} default={}", Text(access.place),
                              access.name.value_or("?"), ToString(access.op), access.via,
                              Actual(access, "default")));
  }
  return out;
}

std::vector<std::string> MatchPage(const std::vector<Expectation>& expectations, const Page& page) {
  std::vector<Expectation> entries, diagnostics;
  for (const Expectation& want : expectations) {
    if (want.kind != "want-entry") {
      diagnostics.push_back(want);
      continue;
    }
    entries.push_back(want);
    entries.back().fields.try_emplace("default", Expectation::Field{"unstated", false});
    entries.back().fields.try_emplace("parent", Expectation::Field{"none", false});
  }
  std::vector<bool> taken;
  std::vector<std::string> out = Pair(entries, page.entries, &taken);
  for (size_t i = 0; i < page.entries.size(); ++i) {
    const Entry& entry = page.entries[i];
    if (taken[i] || entry.how == EntryHow::kMention) continue;
    out.push_back(fmt::format("{}: not expected: {} how={} default={}", Text(entry.place),
                              entry.name, ToString(entry.how), Actual(entry, "default")));
  }
  for (std::string& complaint : Pair(diagnostics, page.diagnostics, &taken)) {
    out.push_back(std::move(complaint));
  }
  for (size_t i = 0; i < page.diagnostics.size(); ++i) {
    const Diagnostic& diagnostic = page.diagnostics[i];
    if (taken[i] || (diagnostic.kind == "page-without-entries" && entries.empty())) continue;
    out.push_back(fmt::format("{}: not expected: diagnostic {}: {}", Text(diagnostic.place),
                              diagnostic.kind, diagnostic.message));
  }
  return out;
}

}  // namespace flagcensus
