// undocumented: the code touches a variable that no page documents
//
// ## What it does
// Reports each variable that the project's own sources (scope `src`) read, test, set or delete and
// that has no entry in the catalog. A name that prose only talks about is no entry; the finding
// then shows where it is talked about.
//
// ## Why it matters
// A variable that nobody can look up is found by reading the source, used by accident, and broken
// without notice. What changes how a program behaves belongs on the page, or on the list of
// internal variables with a reason.
//
// ## Example
//     # app/server.py
//     TIMEOUT = int(os.environ.get("APP_TIMEOUT", "60"))
//
// and no row for `APP_TIMEOUT` in any page of the catalog:
//
//     APP_TIMEOUT is read (default 60) but no page documents it
//
// ## Not reported
// - names that only tests, examples, scripts, vendored code or docstrings touch: `scan` lists them;
// - names with an unknown part (`APP_*`), of which it is not known what they touch;
// - members of a documented family: an entry `APP_LOG_*` documents `APP_LOG_LEVEL`;
// - at full severity: names that belong to others (`PATH`, `SLURM_JOB_ID`), and names that are
//   looked up in one list with such names. They are severity info and say whose they are. What the
//   project is called (in pyproject.toml, CMakeLists.txt, configure.ac, ...), what the
//   configuration claims, and what many documented names begin with is never another's; `--verbose`
//   lists it;
// - at full severity: names that the code only sets, for a child or a library, unless the page
//   documents such names, too.
//
// ## Fix
// Add the variable to the page with its default, or list it under `[[internal]]` in
// `flagcensus.toml` with the reason why users need not know it.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/rules/evidence.h"
#include "analyzer/rules/registry.h"

namespace flagcensus {
namespace {

// Whether the code only sets the variable, so that a user's value never arrives.
bool IsOnlySet(const std::vector<const Access*>& accesses) {
  return !accesses.empty() &&
         std::all_of(accesses.begin(), accesses.end(), [](const Access* access) {
           return access->op == AccessOp::kWrite || access->op == AccessOp::kDelete;
         });
}

std::string Verb(const std::vector<const Access*>& accesses) {
  const auto has = [&](auto wanted) {
    return std::any_of(accesses.begin(), accesses.end(),
                       [&](const Access* access) { return wanted(access->op); });
  };
  if (has([](AccessOp op) { return op == AccessOp::kRead; })) return "read";
  if (has([](AccessOp op) { return op == AccessOp::kTest; })) return "tested";
  if (has([](AccessOp op) { return op != AccessOp::kDelete; })) return "set";
  return "deleted";
}

// " (default 60)" where the first read has a literal default.
std::string DefaultText(const Flag& flag, const std::vector<const Access*>& accesses) {
  for (const Access* access : accesses) {
    if (access->op != AccessOp::kRead || access->default_kind != DefaultKind::kLiteral) continue;
    return fmt::format(" (default {})",
                       ShowValue(flag.name, access->default_text.value_or(std::string())));
  }
  return {};
}

Finding Report(const Flag& flag, const std::vector<const Access*>& accesses, const Owner* owner,
               bool only_set) {
  const bool in_string = std::all_of(accesses.begin(), accesses.end(),
                                     [](const Access* access) { return access->in_string; });
  const bool aside = owner != nullptr || only_set;
  Finding out = MakeFinding("undocumented", flag.name, aside ? Severity::kInfo : Severity::kWarning,
                            in_string ? Confidence::kLow
                            : aside   ? Confidence::kMedium
                                      : Confidence::kHigh);
  out.code = PlacesOf(accesses);
  out.doc = PlacesOf(flag.mentions);
  const std::string where =
      fmt::format("{} is {}{}{}", flag.name, Verb(accesses),
                  accesses.size() > 1 ? fmt::format(" in {} places", accesses.size()) : "",
                  DefaultText(flag, accesses));
  if (owner != nullptr && !owner->beside.empty()) {
    out.message = fmt::format(
        "{} but no page documents it: it is looked up together with {} of {}; document it where "
        "users should know that it matters here",
        where, owner->beside, owner->name);
  } else if (owner != nullptr) {
    out.message = fmt::format(
        "{} but no page documents it: it belongs to {}, document it where users should know that "
        "it "
        "matters here",
        where, owner->name);
  } else if (!out.doc.empty()) {
    out.message = fmt::format(
        "{} but {} only mentions it: give it an entry, or list it as internal in flagcensus.toml",
        where, ToText(out.doc.front()));
  } else {
    out.message = fmt::format(
        "{} but no page documents it: add it to the page, or list it as internal in "
        "flagcensus.toml",
        where);
  }
  return out;
}

}  // namespace

void CheckUndocumented(const RuleInput& input, std::vector<Finding>& findings) {
  const bool pages_tell_what_is_set = std::any_of(
      input.flags.begin(), input.flags.end(),
      [](const Flag& flag) { return !flag.entries.empty() && IsOnlySet(SourceAccesses(flag)); });
  for (const Flag* flag : UndocumentedFlags(input)) {
    const std::vector<const Access*> accesses = SourceAccesses(*flag);
    const bool only_set = IsOnlySet(accesses) && !pages_tell_what_is_set;
    findings.push_back(Report(*flag, accesses, OwnerOf(input.ownership, flag->name), only_set));
  }
}

}  // namespace flagcensus
