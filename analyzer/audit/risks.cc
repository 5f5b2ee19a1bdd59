// variables with their sites ─→ what of them an auditor should look at, by the rows of the table
//
// Only what the project's own code does counts: tests, examples and vendored code are others'.
#include <algorithm>
#include <cstdlib>

#include "analyzer/audit/audit.h"
#include "analyzer/audit/near_names.h"
#include "analyzer/audit/risk_rows.h"
#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/values/spellings.h"

namespace flagcensus {
namespace {

bool IsOwn(const Access& access) { return access.scope == Scope::kSrc; }

bool IsGuess(const Access& access) { return access.in_string || access.guessed; }

bool HasOp(const RiskRow& row, const Access& access) {
  return row.ops.contains(std::string(ToString(access.op)));
}

// The default as a literal; nullptr where it is none.
const std::string* LiteralOf(const Access& access) {
  const bool literal = access.default_kind == DefaultKind::kLiteral && access.default_text;
  return literal ? &*access.default_text : nullptr;
}

bool FitsDefault(DefaultIs wanted, const Access& access) {
  if (wanted == DefaultIs::kAny) return true;
  const std::string* const text = LiteralOf(access);
  if (text == nullptr) return false;
  const std::string lower = ToLower(*text);
  return wanted == DefaultIs::kOn ? IsOnWord(lower) : IsOffWord(lower);
}

// The type of the read itself: whether a text is set at all is asked of texts, too.
bool FitsType(const RiskRow& row, const Access& access) {
  return row.types.empty() || row.types.contains(std::string(ToString(access.type)));
}

bool BeginsWithAny(std::string_view text, const std::vector<std::string>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const std::string& one) { return text.starts_with(one); });
}

// The first of the variable's own sites for which fits(site) holds; -1 where there is none.
template <typename Fits>
int FirstSite(const AuditVariable& variable, Fits fits) {
  for (size_t i = 0; i < variable.sites.size(); ++i) {
    const AuditSite& site = variable.sites[i];
    if (IsOwn(*site.access) && fits(site)) return static_cast<int>(i);
  }
  return -1;
}

void Add(const RiskRow& row, int site, std::string detail, AuditVariable& variable) {
  if (site < 0) return;
  AuditRisk risk{row.id, site, row.confidence, std::move(detail)};
  if (IsGuess(*variable.sites[static_cast<size_t>(site)].access)) {
    risk.confidence = Confidence::kLow;
  }
  variable.risks.push_back(std::move(risk));
}

std::string PlaceText(const Place& place) {
  return place.file + (place.line > 0 ? ":" + std::to_string(place.line) : "");
}

void CheckName(const RiskRow& row, AuditVariable& variable) {
  if (!NamesVariable(row, variable.name())) return;
  const int site = FirstSite(variable, [&](const AuditSite& one) {
    const Access& access = *one.access;
    const std::string* const text = LiteralOf(access);
    const bool excepted = text != nullptr && BeginsWithAny(*text, row.except_values);
    return HasOp(row, access) && FitsType(row, access) && FitsDefault(row.default_is, access) &&
           !excepted;
  });
  if (site < 0) return;
  const std::string* const text = LiteralOf(*variable.sites[static_cast<size_t>(site)].access);
  const bool told = row.default_is != DefaultIs::kAny && text != nullptr;
  Add(row, site, told ? "the default is " + *text : "", variable);
}

void CheckDefault(const RiskRow& row, AuditVariable& variable) {
  const int site = FirstSite(variable, [&](const AuditSite& one) {
    const std::string* const text = LiteralOf(*one.access);
    return HasOp(row, *one.access) && text != nullptr && BeginsWithAny(*text, row.values) &&
           !BeginsWithAny(*text, row.except_values);
  });
  if (site < 0) return;
  Add(row, site, "the default is " + *LiteralOf(*variable.sites[static_cast<size_t>(site)].access),
      variable);
}

void CheckSecret(const RiskRow& row, AuditVariable& variable) {
  bool written = false;
  const int site = FirstSite(variable, [&](const AuditSite& one) {
    const std::string* const text = LiteralOf(*one.access);
    if (text != nullptr && !FindSecrets(*text, variable.name()).empty()) return true;
    written = one.access->value && !FindSecrets(*one.access->value, variable.name()).empty();
    return written;
  });
  Add(row, site, written ? "it is written there" : "it is the default there", variable);
}

void CheckSink(const RiskRow& row, AuditVariable& variable) {
  if (!row.names.empty() && !NamesVariable(row, variable.name())) return;
  const ValueUse* use = nullptr;
  const int site = FirstSite(variable, [&](const AuditSite& one) {
    if (!FitsType(row, *one.access) || row.except_vias.Matches(one.access->via)) return false;
    for (const ValueUse& each : one.uses) {
      if (row.same_file && each.place.file != one.access->place.file) continue;
      const bool better = use == nullptr || (each.direct && !use->direct);
      if (row.sinks.contains(each.what) && better) use = &each;
    }
    return use != nullptr;
  });
  if (use == nullptr) return;
  const bool before = use->what == "privileges";
  const std::string how = before        ? "before "
                          : use->direct ? "its value is passed to "
                                        : "its value is part of what is passed to ";
  Add(row, site, how + use->sink + " at " + PlaceText(use->place), variable);
  if (!use->direct && variable.risks.back().confidence == Confidence::kHigh)
    variable.risks.back().confidence = Confidence::kMedium;
}

void CheckWrite(const RiskRow& row, AuditVariable& variable) {
  int count = 0;
  const auto fits = [&](const AuditSite& one) {
    return HasOp(row, *one.access) && row.vias.Matches(one.access->via) &&
           (one.is_passed_on || !row.is_passed_on);
  };
  int removed = 0;
  for (const AuditSite& site : variable.sites) {
    if (!IsOwn(*site.access) || !fits(site)) continue;
    ++count;
    removed += site.access->op == AccessOp::kDelete ? 1 : 0;
  }
  std::string detail = removed == count ? "it is removed" : "";
  if (count > 1) detail += (detail.empty() ? "in " : " in ") + std::to_string(count) + " places";
  Add(row, FirstSite(variable, fits), std::move(detail), variable);
}

// A class of settings or an option of a command line is declared there and read later: the read
// itself has to stand there, or the call of a function of the project that makes it.
void CheckImport(const RiskRow& row, AuditVariable& variable) {
  const auto fits = [&](const AuditSite& one) {
    const Access& access = *one.access;
    return one.at_import && !IsGuess(access) &&
           (!access.chain.empty() || row.vias.Matches(access.via));
  };
  Add(row, FirstSite(variable, fits), "", variable);
}

bool IsSaidBetter(const RiskRow& row, const AuditVariable& variable) {
  return std::any_of(variable.risks.begin(), variable.risks.end(), [&](const AuditRisk& risk) {
    return std::find(row.unless.begin(), row.unless.end(), risk.id) != row.unless.end();
  });
}

// Whether both are read next to each other: a spelling that is supported, too.
bool AreReadTogether(const AuditVariable& a, const AuditVariable& b) {
  constexpr int kMaxLines = 4;
  for (const AuditSite& x : a.sites) {
    for (const AuditSite& y : b.sites) {
      const Place &p = x.access->place, &q = y.access->place;
      if (p.file == q.file && std::abs(p.line - q.line) <= kMaxLines) return true;
    }
  }
  return false;
}

void CheckNear(const RiskRow& row, std::vector<AuditVariable>& variables) {
  std::vector<AuditVariable*> own;
  std::vector<std::string_view> names;
  for (AuditVariable& variable : variables) {
    const bool read = FirstSite(variable, [](const AuditSite&) { return true; }) >= 0;
    if (!read || !variable.owner.empty()) continue;
    own.push_back(&variable);
    names.push_back(variable.name());
  }
  for (const auto& [one, other] : NearNames(names)) {
    if (AreReadTogether(*own[one], *own[other])) continue;
    for (const auto& [from, to] : {std::pair(one, other), std::pair(other, one)}) {
      const int site = FirstSite(*own[from], [](const AuditSite&) { return true; });
      Add(row, site, "the other is " + own[to]->name(), *own[from]);
    }
  }
}

}  // namespace

void FindRisks(std::vector<AuditVariable>& variables) {
  for (const RiskRow& row : RiskRows()) {
    if (row.by == RiskBy::kNear) {
      CheckNear(row, variables);
      continue;
    }
    for (AuditVariable& variable : variables) {
      if (IsSaidBetter(row, variable)) continue;
      switch (row.by) {
        case RiskBy::kName:
          CheckName(row, variable);
          break;
        case RiskBy::kDefault:
          CheckDefault(row, variable);
          break;
        case RiskBy::kSecret:
          CheckSecret(row, variable);
          break;
        case RiskBy::kSink:
          CheckSink(row, variable);
          break;
        case RiskBy::kWrite:
          CheckWrite(row, variable);
          break;
        case RiskBy::kImport:
          CheckImport(row, variable);
          break;
        case RiskBy::kNear:
          break;
      }
    }
  }
}

}  // namespace flagcensus
