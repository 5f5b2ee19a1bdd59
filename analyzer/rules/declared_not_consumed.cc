// declared-not-consumed: a variable is read and nothing uses its value
//
// ## What it does
// Reports a variable if the value of every read in the project's own sources (or in its scripts, if
// no source accesses it) is lost, because it is
//
// - assigned to a name (of a module, class, object or function; in C and C++ a global or a local)
//   that is never used, or only to be written back;
// - read in a function that is never called;
// - declared as a flag that is never checked;
// - looked up by a function of the project in a table of names that lacks it;
// - looked up only in a list of names that is passed on or printed, if most others of the list are
//   accessed elsewhere, too; or
// - overwritten before it is used.
//
// The severity is info if the page itself says so ("declared but not currently consumed"), or if the
// name is in `__all__` or an installed header, which other projects may use.
//
// ## Why it matters
// The variable can be set, the program reads it, and nothing changes. Either its use was lost in a
// refactoring or the variable should be removed.
//
// ## Example
//     # app/settings.py
//     RETRIES = int(os.getenv("APP_RETRIES", "3"))    # and no other line uses RETRIES
//
// gives:
//
//     APP_RETRIES is read into RETRIES, which is never used
//
// ## Not reported
// - a variable with at least one read whose value is used, or may be used;
// - reads in a C++ function with C linkage (`extern "C"`), which may be looked up by name;
// - names in a settings file of which most are unused, or all of several are: it may be loaded as a
//   whole;
// - variables that are only set, or only tested for presence;
// - names that a function makes of its parameter and that no call in the tree completes (`APP_*`).
//
// ## Fix
// Use the value, or remove the read and the entry on the page.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/rule.h"

// Whether it is known that nothing uses the value.
namespace flagcensus {
namespace {

bool IsLost(const Consumption& consumption) {
  return consumption.kind != Consumption::Kind::kUnknown &&
         consumption.kind != Consumption::Kind::kUsed;
}

// The reads of `flag` if all of them are unused; empty if one may be used. Scripts count if no
// source accesses it: an unused value is a mistake there, too.
std::vector<const FlagAccess*> LostReads(const Flag& flag) {
  const Scope scope = SourceAccesses(flag).empty() ? Scope::kScript : Scope::kSrc;
  std::vector<const FlagAccess*> out;
  for (const FlagAccess& access : flag.accesses) {
    if (access.access->scope != scope || IsWrite(access.access->op)) continue;
    if (access.access->op != AccessOp::kRead || !IsLost(access.consumption)) return {};
    out.push_back(&access);
  }
  return out;
}

// Whether the function that reads the value sets or deletes the variable before it writes the value
// back: it only saves the value temporarily.
bool IsKept(const Flag& flag, const FlagAccess& read) {
  if (read.consumption.kind != Consumption::Kind::kWrittenBack) return false;
  const auto changes =
      std::count_if(flag.accesses.begin(), flag.accesses.end(), [&](const FlagAccess& one) {
        return IsWrite(one.access->op) &&
               one.access->evidence.function == read.access->evidence.function &&
               one.access->place.file == read.access->place.file;
      });
  return changes > 1;
}

// How many variables a file reads into its constants (`PORT = os.getenv("PORT")`, at its top level
// or in a class), and how many of these constants nothing in the tree uses. The fields of all
// classes of settings are counted together.
struct Settings {
  size_t all = 0;
  size_t lost = 0;
};
using SettingsFiles = std::map<std::string_view, Settings>;

bool IsNamedAsConstant(const Access& access) {
  return access.bound_to && ToUpper(*access.bound_to) == *access.bound_to;
}

// Whether it is a field of a class of settings: `port: int = 80`.
bool IsField(const Access& access) {
  return access.bound_kind == BoundKind::kClass && !IsNamedAsConstant(access);
}

bool IsConstant(const Access& access) {
  const bool module = access.bound_kind == BoundKind::kModule;
  return !IsC(access.language) && access.bound_to &&
         (IsField(access) ||
          ((module || access.bound_kind == BoundKind::kClass) && IsNamedAsConstant(access)));
}

std::string_view GroupOf(const Access& access) {
  return IsField(access) ? std::string_view() : std::string_view(access.place.file);
}

SettingsFiles FindSettingsFiles(const std::vector<Flag>& flags) {
  SettingsFiles out;
  for (const Flag& flag : flags) {
    for (const FlagAccess& one : flag.accesses) {
      if (one.access->op != AccessOp::kRead || !IsConstant(*one.access)) continue;
      Settings& settings = out[GroupOf(*one.access)];
      ++settings.all;
      settings.lost += IsLost(one.consumption);
    }
  }
  return out;
}

bool IsNamedAsSettings(std::string_view file) {
  std::string stem = ToLower(file.substr(file.rfind('/') + 1));
  stem.resize(std::min(stem.size(), stem.find('.')));
  return IsPhrase("internal", "settings-folders", stem);
}

// Whether the file contains settings that another program loads, or that a framework receives as a
// whole. It has many, and nothing in the tree uses half of them; or it has several, and nothing
// uses any of them. A few unused constants in a module that is not named after settings are a
// mistake.
bool IsLoadedWhole(const SettingsFiles& files, const Access& access) {
  constexpr size_t kMany = 8;
  constexpr size_t kSeveral = 4;
  if (!IsConstant(access)) return false;
  const Settings& settings = files.at(GroupOf(access));
  const bool named = IsField(access) || IsNamedAsSettings(access.place.file);
  const size_t several = named ? 2 : kSeveral;
  const bool none = settings.all >= several && settings.lost == settings.all;
  return none || (settings.lost >= kMany && settings.lost * 2 >= settings.all);
}

// The first sentence of the message, by how the value is lost.
std::string What(const Flag& flag, const FlagAccess& read) {
  const Consumption& lost = read.consumption;
  const bool tests = lost.used_in_tests;
  switch (lost.kind) {
    case Consumption::Kind::kUncalled:
      return fmt::format("{} is read by {}, which {}", flag.name, lost.holder,
                         tests ? "only tests or examples call" : "is never called");
    case Consumption::Kind::kUnconsulted:
      return fmt::format("{} is declared as {}, which {}", flag.name, lost.holder,
                         tests ? "only tests or examples check" : "is never checked");
    case Consumption::Kind::kWrittenBack:
      return fmt::format("{} is read into {} only to be written back", flag.name, lost.holder);
    case Consumption::Kind::kUnlisted:
      return fmt::format("{} is looked up by {} in a table that lacks it", flag.name, lost.holder);
    case Consumption::Kind::kOverwritten:
      return fmt::format("{} is read into {}, which is overwritten before it is used", flag.name,
                         lost.holder);
    default:
      return fmt::format("{} is read into {}, which {}", flag.name, lost.holder,
                         tests ? "only tests or examples use" : "is never used");
  }
}

// Reports a name of the project that occurs only in a list of names.
void ReportDead(const Flag& flag, const Place& list, std::vector<Finding>& findings) {
  Finding out =
      MakeFinding("declared-not-consumed", flag.name, Severity::kWarning, Confidence::kMedium);
  out.code = {list};
  out.doc = PlacesOf(flag.entries);
  out.message = fmt::format(
      "{} is only looked up in a list at {}, and unlike the others there, nothing else reads or "
      "sets it",
      flag.name, ToText(list));
  out.remedy = out.doc.empty()
                   ? "use it, or remove it from the list"
                   : "use it, or remove it from the list and from " + ToText(out.doc.front());
  findings.push_back(std::move(out));
}

void CheckDeclaredNotConsumed(const RuleInput& input, std::vector<Finding>& findings) {
  const SettingsFiles files = FindSettingsFiles(input.flags);
  const std::map<std::string_view, Place> dead = DeadNames(input.flags);
  for (const Flag& flag : input.flags) {
    const auto list = dead.find(flag.name);
    if (list != dead.end() && OwnPrefixOf(input.ownership, flag.name) != nullptr) {
      ReportDead(flag, list->second, findings);
      continue;
    }
    const std::vector<const FlagAccess*> reads = LostReads(flag);
    if (reads.empty()) continue;
    const bool in_tests = std::any_of(reads.begin(), reads.end(), [](const FlagAccess* read) {
      return read->consumption.used_in_tests;
    });
    if (std::any_of(reads.begin(), reads.end(),
                    [&](const FlagAccess* read) { return IsKept(flag, *read); })) {
      continue;
    }
    // The caller of the function determines which variable it is, and uses the value.
    if (IsPattern(flag.name) && std::any_of(reads.begin(), reads.end(), [](const FlagAccess* read) {
          return read->access->evidence.open_name == OpenName::kNoCall;
        })) {
      continue;
    }
    // A switch for tests exists for them.
    if (in_tests && HasNameWord("internal", "test-words", flag.name)) continue;
    // Other projects may use what a library exports, unless the page calls it internal.
    const bool offered = EntryWithClaim(flag.entries, "internal") == nullptr &&
                         std::any_of(reads.begin(), reads.end(), [](const FlagAccess* read) {
                           return read->consumption.is_public;
                         });
    const bool whole = std::all_of(reads.begin(), reads.end(), [&](const FlagAccess* read) {
      return IsLoadedWhole(files, *read->access);
    });
    const Entry* claim = EntryWithClaim(flag.entries, "not-consumed");
    if (claim == nullptr) claim = EntryWithClaim(flag.entries, "reserved");
    if (whole && claim == nullptr && !offered) continue;
    Finding out = MakeFinding("declared-not-consumed", flag.name,
                              claim != nullptr || offered ? Severity::kInfo : Severity::kWarning,
                              in_tests || offered ? Confidence::kMedium : Confidence::kHigh);
    out.acknowledged = claim != nullptr;
    for (const FlagAccess* read : reads) out.code.push_back(read->access->place);
    const bool unlisted = reads.front()->consumption.kind == Consumption::Kind::kUnlisted;
    out.doc = PlacesOf(flag.entries);
    const std::string what = What(flag, *reads.front());
    if (claim != nullptr) {
      out.message = fmt::format("{}, as {} says", what, ToText(claim->place));
      out.remedy = "use it, or remove it from the code and the page";
    } else if (offered) {
      out.message = what + " in this project; it is exported, so other projects may use it";
    } else if (unlisted) {
      out.message = what;
      out.remedy = "add it to the table";
    } else if (!out.doc.empty()) {
      out.message = what;
      out.remedy = "use it, or remove the read and the entry at " + ToText(out.doc.front());
    } else {
      out.message = what;
      out.remedy = "use it, or remove it";
    }
    findings.push_back(std::move(out));
  }
}

constexpr Explained kConsumedExplains[] = {{"undocumented", false, true}};

}  // namespace

extern constexpr Rule kDeclaredNotConsumedRule = {
    .rank = 130,
    .name = "declared-not-consumed",
    .summary = "a variable is read and nothing uses its value",
    .remedy = "use it, or remove the read",
    .check = CheckDeclaredNotConsumed,
    .explains = kConsumedExplains,
};

}  // namespace flagcensus
