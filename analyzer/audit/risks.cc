// variables with their sites ─→ what an auditor should review, by the rows of the table
//
//   APP_EDITOR, a read with a use {what: "command", sink: "subprocess.run", direct: true}
//   and a row with by = "sink", sinks = ["command"]
//   ─→ AuditRisk{detail: "its value is passed to subprocess.run at app.py:12"}
//
// Only the project's own code counts; tests, examples and vendored code are not what users run. A
// row gives at most one risk for a variable, at the first site that matches.
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

// Tests, examples and vendored code read variables that the users of the program do not set.
bool IsOwn(const Access& access) { return access.scope == Scope::kSrc; }

// Access through code in strings, or an object with a guessed class.
bool IsGuess(const Access& access) { return access.evidence.in_string || access.evidence.guessed; }

// A row without `ops` has the operation read, except rows about writes (ReadRiskTable).
bool HasOp(const RiskRow& row, const Access& access) {
  return row.ops.contains(std::string(ToString(access.op)));
}

// The default as a literal; nullptr if it is not one.
const std::string* LiteralOf(const Access& access) {
  const bool literal = access.default_kind == DefaultKind::kLiteral && access.default_text;
  return literal ? &*access.default_text : nullptr;
}

// Whether the default is the required word: "1", "true", "yes" for on; "0", "false", "no" for off.
//
//   default-is = "on"    os.getenv("APP_VERIFY", "yes") fits, an expression does not
bool FitsDefault(DefaultIs wanted, const Access& access) {
  if (wanted == DefaultIs::kAny) return true;
  const std::string* const text = LiteralOf(access);
  if (text == nullptr) return false;
  const std::string lower = ToLower(*text);
  return wanted == DefaultIs::kOn ? IsOnWord(lower) : IsOffWord(lower);
}

// The type of this read, not of the variable: a variable may be read as text to test whether it is
// set.
bool FitsType(const RiskRow& row, const Access& access) {
  return row.types.empty() || row.types.contains(std::string(ToString(access.type)));
}

bool BeginsWithAny(std::string_view text, const std::vector<std::string>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const std::string& one) { return text.starts_with(one); });
}

// The first of the variable's own sites for which fits(site) is true; -1 if there is none.
// One site is enough for a risk: the reports list each risk of a variable once.
template <typename Fits>
int FirstSite(const AuditVariable& variable, Fits fits) {
  for (size_t i = 0; i < variable.sites.size(); ++i) {
    const AuditSite& site = variable.sites[i];
    if (IsOwn(*site.access) && fits(site)) return static_cast<int>(i);
  }
  return -1;
}

// A site that is only guessed gives a risk of low confidence.
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

// Rows that match the variable's name, and optionally its type and default.
//
//   names = ["*_INSECURE"]: os.getenv("APP_INSECURE")    ─→ the risk at that site
//   with default-is = "on": os.getenv("APP_INSECURE", "1") ─→ "the default is 1"
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
  const bool stated = row.default_is != DefaultIs::kAny && text != nullptr;
  Add(row, site, stated ? "the default is " + *text : "", variable);
}

// Rows that match the beginning of the default: "http://", "/tmp/".
// A prefix suffices, since the rest is a host or a path of the project. "HTTP://" is not found: the
// comparison is of bytes.
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

// Both forms count: a default in the code, and a value that the code writes.
// FindSecrets knows the forms of tokens, and random-looking values under a secret's name.
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

// Rows that match the call which receives the value.
//
//   subprocess.run(os.environ["APP_CMD"])         direct: "its value is passed to subprocess.run"
//   subprocess.run("sh " + os.environ["APP_CMD"]) a part: at most medium confidence
void CheckSink(const RiskRow& row, AuditVariable& variable) {
  if (!row.names.empty() && !NamesVariable(row, variable.name())) return;
  const ValueUse* use = nullptr;
  const int site = FirstSite(variable, [&](const AuditSite& one) {
    if (!FitsType(row, *one.access) || row.except_vias.Matches(one.access->via)) return false;
    for (const ValueUse& each : one.uses) {
      if (row.same_file && each.place.file != one.access->place.file) continue;
      // A use of the whole value is preferred to one of a part.
      const bool better = use == nullptr || (each.direct && !use->direct);
      if (row.sinks.contains(each.what) && better) use = &each;
    }
    return use != nullptr;
  });
  if (use == nullptr) return;
  // Reads before a change of privileges have no call that receives the value.
  const bool before = use->what == "privileges";
  const std::string how = before        ? "before "
                          : use->direct ? "its value is passed to "
                                        : "its value is part of what is passed to ";
  Add(row, site, how + use->sink + " at " + PlaceText(use->place), variable);
  // Whoever controls a part of a command may control it as a whole, but this is not certain.
  if (!use->direct && variable.risks.back().confidence == Confidence::kHigh)
    variable.risks.back().confidence = Confidence::kMedium;
}

// Rows that match the operation and the accessor; all sites are counted in one risk.
//
//   os.environ["LD_PRELOAD"] = a; del os.environ["LD_PRELOAD"]    ─→ "in 2 places"
//   del os.environ["LD_PRELOAD"]                                  ─→ "it is removed"
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
  // All sites are removals: that is usually meant to protect a child process.
  std::string detail = removed == count ? "it is removed" : "";
  if (count > 1) detail += (detail.empty() ? "in " : " in ") + std::to_string(count) + " places";
  Add(row, FirstSite(variable, fits), std::move(detail), variable);
}

// A settings class or a command line option is declared at import and read later. So the read
// itself must be at this place, or the call of a project's function that reads.
//
//   PORT = os.getenv("APP_PORT")     at module level: the risk
//   PORT = conf.get("APP_PORT")      through a function of the project: the risk
void CheckImport(const RiskRow& row, AuditVariable& variable) {
  const auto fits = [&](const AuditSite& one) {
    const Access& access = *one.access;
    return one.at_import && !IsGuess(access) &&
           (!access.chain.empty() || row.vias.Matches(access.via));
  };
  Add(row, FirstSite(variable, fits), "", variable);
}

// A more specific row has reported the variable already; rows are in that order in the file.
//
//   unless = ["verification-off-by-default"]: a variable that has this risk does not get the row's
bool IsReportedMoreSpecifically(const RiskRow& row, const AuditVariable& variable) {
  return std::any_of(variable.risks.begin(), variable.risks.end(), [&](const AuditRisk& risk) {
    return std::find(row.unless.begin(), row.unless.end(), risk.id) != row.unless.end();
  });
}

// Whether both are read next to each other, within four lines: then both spellings are supported
// intentionally.
bool AreReadTogether(const AuditVariable& a, const AuditVariable& b) {
  // A fallback is usually in the same expression or the next statement. Names that are read in one
  // list of more lines are reported nevertheless.
  constexpr int kMaxLines = 4;
  for (const AuditSite& x : a.sites) {
    for (const AuditSite& y : b.sites) {
      const Place &p = x.access->place, &q = y.access->place;
      if (p.file == q.file && std::abs(p.line - q.line) <= kMaxLines) return true;
    }
  }
  return false;
}

// Rows that match a similar name in the same project. Returns how many names were not compared.
size_t CheckNear(const RiskRow& row, std::vector<AuditVariable>& variables) {
  std::vector<AuditVariable*> own;
  std::vector<std::string_view> names;
  for (AuditVariable& variable : variables) {
    const bool read = FirstSite(variable, [](const AuditSite&) { return true; }) >= 0;
    // Names of other projects are not this project's mistakes.
    if (!read || !variable.owner.empty()) continue;
    own.push_back(&variable);
    names.push_back(variable.name());
  }
  for (const auto& [one, other] : NearNames(names)) {
    if (AreReadTogether(*own[one], *own[other])) continue;
    // Each of the two variables gets the risk, since either may be the mistake.
    for (const auto& [from, to] : {std::pair(one, other), std::pair(other, one)}) {
      const int site = FirstSite(*own[from], [](const AuditSite&) { return true; });
      Add(row, site, "the other is " + own[to]->name(), *own[from]);
    }
  }
  return names.size() - std::min(names.size(), kMaxNearNames);
}

}  // namespace

// Row by row, in the order of the file: `unless` refers to rows above.
std::vector<std::string> FindRisks(std::vector<AuditVariable>& variables) {
  std::vector<std::string> omitted;
  for (const RiskRow& row : RiskRows()) {
    if (row.by == RiskBy::kNear) {
      const size_t more = CheckNear(row, variables);
      if (more > 0) {
        omitted.push_back("more than " + std::to_string(kMaxNearNames) + " names: " + row.id +
                          " is not looked for in the last " + std::to_string(more));
      }
      continue;
    }
    for (AuditVariable& variable : variables) {
      if (IsReportedMoreSpecifically(row, variable)) continue;
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
  return omitted;
}

}  // namespace flagcensus
