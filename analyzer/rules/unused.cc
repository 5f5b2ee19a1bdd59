// unused: a page documents a variable that nothing in the tree accesses
//
// ## What it does
// Reports each documented variable that no source file in the tree reads, tests or sets, in any
// scope, and that no other file mentions. Changelogs are ignored. Likewise a name that a page
// sets in `environment:` of a Compose file or by `docker run -e`, in a list with two variables that the
// code reads, if no other file has it.
//
// ## Why it matters
// Users set such a variable and nothing happens. Usually it was renamed or removed in the code but
// not on the page.
//
// ## Example
//     | `APP_WORKERS` | `4` | number of workers |
//
// and no `APP_WORKERS` in the tree:
//
//     APP_WORKERS is documented, but nothing in the tree reads or sets it
//
// ## Not reported
// - variables that are read in another language: `${APP_WORKERS:-4}` in a shell script or a Compose
//   file, `$APP_WORKERS` in a Dockerfile or a CI file, `process.env.APP_WORKERS`, `os.Getenv`,
//   `System.getenv`, `env::var`, `ENV[]` and others (queries/readers.toml);
// - entries that the page itself describes as removed or advises against, or that occur only in
//   docstring examples;
// - a documented family (`APP_LOG_*`) if the code accesses a member;
// - names that prose only mentions, and placeholders of names (`YYY`, `__NAME__`);
// - third-party names (`OMP_NUM_THREADS`) in lists, which a library may read, unless the page says that
//   the program sets them or the sources read others of the same owner;
// - names that the program's sources contain, if they have an access whose name is not known: they may be
//   passed to it;
// - names that an access with the project's whole prefix takes (`os.environ[f"APP_{key}"]`): every
//   setting can be given so;
// - macros of the build: names that C sources test (`#ifdef APP_WORKERS`) and no source writes as a
//   string, unless a page sets or expands the name in code;
// - variables that Python sources set by an object of their own (`shell.setenv("APP_WORKERS", "4")`,
//   `shell.env.APP_WORKERS = 4`).
//
// ## Only in the inventory
// What asks nothing of a maintainer is counted at the end of the report; `--all` lists it:
// - names that other files of the tree contain, such as scripts, CI files or sources that use them in a
//   way that is not followed, and names that only a Dockerfile sets, without the project's prefix;
// - names that the program may build at run time: if the sources contain all of the name behind its
//   prefix as a string ("tx_size" for `APP_TX_SIZE`), if it is short and most names of the family seem
//   to be built like that, if a common prefix of several names occurs in the tree and is not a variable itself
//   ("APP_STAGING" for `APP_STAGING_REGION`), or if a file with a flag of that name reads variables
//   whose names are unknown;
// - third-party names, unless a page lists them and the sources read others of the same owner, and
//   names with the prefix of a library that the project depends on
//   (`pyproject.toml`, `requirements.txt`, `setup.cfg`, `setup.py`, `find_package`);
// - names without the project's prefix that a sentence or an example mentions, that a sample `.env`
//   file for scripts sets, or that only pages under `contrib` document.
//
// ## Reported as info
// - names with the project's prefix, or that lack only the prefix of a variable in use, that no page
//   lists, but that a sentence calls an environment variable or an example sets;
// - names that a computed access (`os.environ["APP_" + key]`, `getenv(f"{key}_DIR")`) may match, in
//   upper or lower case, if no string of the sources has the rest of the name;
// - names of which the sources contain only the end as a string, and those of a family of which most
//   seem to be built from strings;
// - names that only files that start the program set, such as a Compose file, or that only CI files
//   contain; with the project's prefix, also those that only files contain that build or start it;
// - names without the project's prefix in lines of code blocks;
// - names of flags that do not access the environment, if the sources use the name otherwise, too;
// - names without the project's prefix that only tests have. If they have it, the finding is a warning:
//   a test that sets a variable does not use it;
// - entries that the page itself describes as not consumed or reserved.
//
// ## Fix
// Remove the entry, rename it, or say on the page that the variable was removed.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyzer/evidence/phrases.h"
#include "analyzer/light/light_reader.h"
#include "analyzer/project/scope.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/foreign.h"
#include "analyzer/rules/own_prefixes.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/rule.h"
#include "analyzer/rules/untouched.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// Whether the page itself explains that nothing accesses the variable.
bool IsExcused(const Entry& entry) {
  return entry.HasClaim("removed") || entry.HasClaim("docstring-only") ||
         entry.HasClaim("discouraged");
}

// Whether the page promises that the program sets the variable.
bool SaysSet(const std::vector<const Entry*>& entries) {
  return EntryWithClaim(entries, "always-set") != nullptr ||
         EntryWithClaim(entries, "set-if-missing") != nullptr ||
         EntryWithClaim(entries, "appended") != nullptr;
}

// The first access outside tests: a test that clears a variable says nothing about the program.
const Access* AccessOutsideTests(const Flag& flag) {
  const auto found =
      std::find_if(flag.accesses.begin(), flag.accesses.end(),
                   [](const FlagAccess& one) { return one.access->scope != Scope::kTest; });
  return found == flag.accesses.end() ? nullptr : found->access;
}

// The flag with a computed name that may be `name`, or nullptr; for a documented family, an
// accessed member of it.
const Flag* MayTouch(const RuleInput& input, const std::vector<const Flag*>& computed,
                     const std::string& name) {
  for (const Flag* pattern : computed) {
    if (MayMake(pattern->name, name)) return pattern;
  }
  if (!IsPattern(name)) return nullptr;
  for (const Flag& flag : input.flags) {
    if (!flag.accesses.empty() && Covers(name, flag.name)) return &flag;
  }
  return nullptr;
}

// The variable of the code that the page sets for the same container; "" if there is none.
std::string SetWith(const std::vector<const Entry*>& entries) {
  constexpr std::string_view kClaim = "set-with:";
  for (const Entry* entry : entries) {
    for (const std::string& claim : entry->claims) {
      if (claim.starts_with(kClaim)) return claim.substr(kClaim.size());
    }
  }
  return {};
}

// Whether all entries are lines of `.env` samples next to scripts or CI files.
bool IsScriptSample(const std::vector<const Entry*>& entries) {
  return std::all_of(entries.begin(), entries.end(), [](const Entry* entry) {
    return entry->how == EntryHow::kDotenv && ScopeOf(entry->place.file) == Scope::kScript;
  });
}

// Whether the tree itself passes the access its name, in any way. A function that only other code
// calls makes no name of the tree's strings.
bool IsOfTree(const Access* access) { return access->evidence.open_name != OpenName::kNoCall; }

// Whether the program may put a prefix before the string that ends the name: many documented names
// share the prefix, or the sources read a variable with an unknown name.
bool MayBeComposed(const Flag& flag, const RuleInput& input) {
  constexpr size_t kMany = 8;
  return flag.spelled_as && (flag.spelled_as->prefix || flag.spelled_as->siblings >= kMany ||
                             std::any_of(input.unresolved_accesses.begin(),
                                         input.unresolved_accesses.end(), IsOfTree));
}

// Whether the access reads all variables with a prefix of the project: every setting can be set in
// this way, and which settings exist does not depend on the environment. A parser of options only
// reads those of its options.
bool TakesAllOfProject(const Flag& toucher, const RuleInput& input) {
  const bool takes =
      std::any_of(toucher.accesses.begin(), toucher.accesses.end(), [](const FlagAccess& one) {
        return one.access->op == AccessOp::kRead && one.access->scope != Scope::kTest &&
               !one.access->via.starts_with("auto_env");
      });
  if (!takes) return false;
  const OwnPrefix* const own = OwnPrefixOf(input.ownership, toucher.name);
  return own != nullptr && toucher.name == own->prefix + "*";
}

bool IsListed(const std::vector<const Entry*>& entries) {
  return std::any_of(entries.begin(), entries.end(),
                     [](const Entry* entry) { return entry->IsListed(); });
}

// What is known about an untouched variable, from the strongest excuse to no excuse. Each of these
// functions sets severity, confidence, places and message of `out`; false if it does not apply.
bool Acknowledged(const std::vector<const Entry*>& entries, Finding& out) {
  if (EntryWithClaim(entries, "not-consumed") == nullptr &&
      EntryWithClaim(entries, "reserved") == nullptr) {
    return false;
  }
  out.acknowledged = true;
  out.confidence = Confidence::kHigh;
  out.message =
      fmt::format("{} is documented, but nothing in the tree reads or sets it, as {} says",
                  out.name, ToText(out.doc.front()));
  out.remedy = "remove the entry once nobody needs it";
  return true;
}

// The places of the name if only tests contain it: in words, or in accesses that set it. Empty if
// there is another place, or may be one that is not listed.
std::vector<Place> PlacesInTests(const Flag& flag) {
  // The list of places ends at five.
  constexpr size_t kAllShown = 5;
  std::vector<Place> out;
  if (flag.seen_elsewhere.size() >= kAllShown || !flag.light.empty()) return {};
  for (const FlagAccess& one : flag.accesses) out.push_back(one.access->place);
  for (const Place& place : flag.seen_elsewhere) {
    if (ScopeOf(place.file) != Scope::kTest || !IsSource(FileKindOf(place.file))) return {};
    const bool known = std::any_of(out.begin(), out.end(), [&](const Place& other) {
      return other.file == place.file && other.line == place.line;
    });
    if (!known) out.push_back(place);
  }
  return out;
}

// Makes it a row of the inventory instead of a finding.
void List(Untouched& out, std::string_view kind, std::string reason, std::string detail) {
  out.kind = kind;
  out.reason = std::move(reason);
  out.detail = std::move(detail);
}

// Whether only files that start the program contain the name: they promise a setting that does not
// exist. An image may set it for any of its programs, unless the prefix is the project's. A
// third-party variable is set for its owner.
bool OnlyStartersSet(const Flag& flag, const RuleInput& input) {
  if (flag.light.empty() || !flag.seen_elsewhere.empty()) return false;
  if (OwnerOf(input.ownership, flag.name) != nullptr) return false;
  return OwnPrefixOf(input.ownership, flag.name) != nullptr ||
         std::any_of(flag.light.begin(), flag.light.end(), [](const LightAccess& access) {
           return access.role == LightRole::kDeployment && access.language != "Dockerfile";
         });
}

// Whether only files with which the project checks itself contain the name: no source uses it. For
// a name that is certainly the project's, files that build or start it count, too.
bool OnlyStartersName(const Flag& flag, const RuleInput& input) {
  const bool own = IsSurelyOwn(input.ownership, flag.name);
  return std::all_of(
      flag.seen_elsewhere.begin(), flag.seen_elsewhere.end(), [&](const Place& place) {
        const LightLanguage* const language = LightLanguageOf(LightLanguages(), place.file, {});
        if (language == nullptr) return false;
        const bool build = language->role == LightRole::kDeployment || language->name == "CMake";
        return language->role == LightRole::kCi || (own && build);
      });
}

// Another file contains the name: an excuse, unless it is a file that only sets it.
bool OccursElsewhere(const Flag& flag, const RuleInput& input, Untouched& out) {
  Finding& finding = out.finding;
  if (!PlacesInTests(flag).empty()) return false;
  finding.confidence = Confidence::kMedium;
  if (!flag.seen_elsewhere.empty()) {
    finding.code = flag.seen_elsewhere;
    const std::string where = ToText(finding.code);
    if (OnlyStartersName(flag, input)) {
      finding.message =
          fmt::format("{} is documented, but no access to it was found; the name occurs only in {}",
                      finding.name, where);
      finding.remedy =
          fmt::format("check what uses it, and say so in {}", ToText(finding.doc.front()));
      return true;
    }
    List(out, "named-elsewhere",
         fmt::format("no access to it was found, but {} occurs in {}",
                     IsPattern(finding.name) ? "such a name" : "the name", where),
         ToText(finding.code.front()));
    return true;
  }
  if (flag.light.empty()) return false;
  for (const LightAccess& access : flag.light) finding.code.push_back(access.place);
  const std::string where = ToText(finding.code);
  if (!OnlyStartersSet(flag, input)) {
    List(out, "named-elsewhere", "no source reads it, but it is set in " + where,
         ToText(finding.code.front()));
    return true;
  }
  finding.message =
      fmt::format("{} is documented, but no source reads it; it is set in {}", finding.name, where);
  finding.remedy = fmt::format("check what uses it, and say so in {}", ToText(finding.doc.front()));
  return true;
}

// Whether a string of the sources is the rest of a name of which an access knows a part.
bool IsSpelled(const Flag& flag) { return flag.spelled_as || flag.declared_as; }

// Whether the string is all of the name after its first word or after an own prefix, or the name's
// beginning: code that puts a prefix before it makes this name.
bool IsWholeRest(const Flag& flag, const RuleInput& input) {
  if (flag.spelled_as->prefix) return true;
  const size_t before = flag.name.size() - std::min(flag.name.size(), flag.spelled_as->text.size());
  if (before == FirstWord(flag.name).size() || flag.name.ends_with('*')) return true;
  return std::any_of(input.ownership.own.begin(), input.ownership.own.end(),
                     [&](const OwnPrefix& prefix) {
                       return prefix.prefix.size() == before && BeginsWith(flag.name, prefix);
                     });
}

// Whether the unknown part of the name is too short to be searched for.
bool IsShortRest(std::string_view pattern, std::string_view name) {
  constexpr size_t kLeast = 5;
  return name.size() < pattern.size() - 1 + kLeast;
}

// Names that code composes: with an access of a computed name, or only with a string that ends it.
// If the unknown part can be searched for and is not found, it is a finding.
bool MayBeMade(const Flag& flag, const RuleInput& input, const Flag* toucher, Untouched& out) {
  Finding& finding = out.finding;
  finding.confidence = Confidence::kLow;
  if (toucher != nullptr) {
    const Access* const access = AccessOutsideTests(*toucher);
    finding.code = {(access == nullptr ? toucher->accesses.front().access : access)->place};
    const std::string where = ToText(finding.code.front());
    if (IsSpelled(flag) || IsShortRest(toucher->name, flag.name)) {
      List(out, "composed", fmt::format("{} accesses {}", where, toucher->name), where);
      return true;
    }
    finding.message =
        fmt::format("{} is documented, but nothing reads or sets it by that name; {} accesses {}",
                    finding.name, where, toucher->name);
    finding.remedy =
        fmt::format("check that it still includes it, or remove {}", ToText(finding.doc.front()));
    return true;
  }
  if (!MayBeComposed(flag, input)) return false;
  finding.code = {flag.spelled_as->place};
  const std::string where = ToText(finding.code.front());
  if (!IsWholeRest(flag, input)) {
    finding.message = fmt::format(
        "{} is documented, but nothing reads or sets it by that name; only its end is spelled in "
        "the sources, \"{}\" in {}",
        finding.name, flag.spelled_as->text, where);
    finding.remedy = fmt::format("check whether it is built from it, or correct {}",
                                 ToText(finding.doc.front()));
    return true;
  }
  List(out, "composed",
       fmt::format("it may be built from the string \"{}\" in {}", flag.spelled_as->text, where),
       where);
  return true;
}

// `family`: a string from which another name with the same first word is made; nullptr if there is
// none.
bool IsOfComposed(const Flag& flag, const Spelling* family, Untouched& out) {
  if (family == nullptr || flag.declared_as) return false;
  Finding& finding = out.finding;
  finding.code = {family->place};
  const std::string where = ToText(family->place);
  // For a long name that is made in this way, the sources would contain the rest, too.
  if (!IsShortRest(FirstWord(flag.name) + "*", flag.name)) {
    finding.confidence = Confidence::kLow;
    finding.message = fmt::format(
        "{} is documented, but nothing reads or sets it by that name; the program builds names of "
        "this family from strings like \"{}\" at {}",
        finding.name, family->text, where);
    finding.remedy = fmt::format("check that this name is built from it, or correct {}",
                                 ToText(finding.doc.front()));
    return true;
  }
  List(out, "composed",
       fmt::format("the program builds names of this family from strings like \"{}\" in {}",
                   family->text, where),
       where);
  return true;
}

// A variable with an unknown name is read in the file that declares the flag of that name: a loop
// over the environment may filter by the flags' names.
bool MayBeKept(const Flag& flag, const RuleInput& input, Untouched& out) {
  if (!flag.declared_as) return false;
  const auto beside =
      std::find_if(input.unresolved_accesses.begin(), input.unresolved_accesses.end(),
                   [&](const Access* access) {
                     return IsOfTree(access) && access->place.file == flag.declared_as->file;
                   });
  if (beside == input.unresolved_accesses.end()) return false;
  out.finding.code = {*flag.declared_as, (*beside)->place};
  const std::string where = ToText(*flag.declared_as);
  List(out, "composed",
       fmt::format("{} has a flag of that name, and {} reads variables whose names are not known",
                   where, ToText((*beside)->place)),
       where);
  return true;
}

// Whether only lines of code blocks document it.
bool IsOfBlocks(const std::vector<const Entry*>& entries) {
  return std::all_of(entries.begin(), entries.end(), [](const Entry* entry) {
    return entry->how == EntryHow::kBlock || entry->how == EntryHow::kExample;
  });
}

// Whether the name is a macro of the build, and no page sets or expands it in code, as it would a
// variable.
bool IsOnlyMacro(const Flag& flag, const std::vector<const Entry*>& entries) {
  return flag.is_macro && std::none_of(entries.begin(), entries.end(), [](const Entry* entry) {
           return entry->how == EntryHow::kExample;
         });
}

// Whether it is set in blocks of pages with commands that use it themselves.
bool IsOfWalkThrough(const std::vector<const Entry*>& entries) {
  return IsOfBlocks(entries) && std::all_of(entries.begin(), entries.end(),
                                            [](const Entry* entry) { return entry->expanded; });
}

// Whether all pages that document it are below `contrib`: contributed files are often part of
// another program, and its page documents that program's variables.
bool IsContributed(const std::vector<const Entry*>& entries) {
  return std::all_of(entries.begin(), entries.end(), [](const Entry* entry) {
    return ("/" + entry->place.file).find("/contrib/") != std::string::npos;
  });
}

// Whether a string of the sources declares a flag of that name, such as a command-line option, and
// no access in the same file may read names of such flags. Other places with the name, or a part of
// it, may be uses of the flag or reads of the variable.
bool HasOnlyFlag(const Flag& flag, const Owner* owner, const std::vector<const Entry*>& entries,
                 const RuleInput& input, Finding& out) {
  const ForeignName listed = FindForeign(flag.name);
  const bool library = listed.owner != nullptr && listed.exact && !SaysSet(entries);
  if (!flag.declared_as || owner != nullptr || library) return false;
  const bool beside =
      std::any_of(input.unresolved_accesses.begin(), input.unresolved_accesses.end(),
                  [&](const Access* access) {
                    return IsOfTree(access) && access->place.file == flag.declared_as->file;
                  });
  if (beside) return false;
  const bool alone = flag.seen_elsewhere.empty() && flag.light.empty() && !flag.spelled_as;
  if (alone) out.severity = Severity::kWarning;
  out.confidence = Confidence::kMedium;
  out.code = {*flag.declared_as};
  out.message = fmt::format(
      "{} is documented, but nothing in the tree reads or sets it; {} has a flag of that name "
      "that does not access the environment",
      out.name, ToText(out.code.front()));
  out.remedy = fmt::format("read it there, or remove it from {}", ToText(out.doc.front()));
  return true;
}

// Whether the sources access some of the owner's variables, or another with the same first word. A
// tool with variables that the project itself reads may be a part of it.
bool ReadsOthersOf(const Owner& owner, const Flag& flag, const RuleInput& input) {
  const std::string_view word = LeadingWord(flag.name);
  constexpr int kSome = 2;
  int of_owner = 0;
  for (const Flag& other : input.flags) {
    if (other.name == flag.name || SourceAccesses(other).empty()) continue;
    if (LeadingWord(other.name) == word) return true;
    const Owner* const others = OwnerOf(input.ownership, other.name);
    of_owner += others != nullptr && others->name == owner.name ? 1 : 0;
  }
  return of_owner >= kSome;
}

// Whether the name lacks only the prefix of a variable that the sources access: PORT if they read
// APP_PORT.
bool LacksPrefix(const Flag& flag, const RuleInput& input) {
  return std::any_of(input.ownership.own.begin(), input.ownership.own.end(),
                     [&](const OwnPrefix& prefix) {
                       const Flag* const whole = FindFlag(input, prefix.prefix + flag.name);
                       return whole != nullptr && !SourceAccesses(*whole).empty();
                     });
}

// Without any excuse: reports or lists the variable by its owner and by the kind of its entries,
// from the weakest case to the plain finding at the end.
void BelongsNowhere(const Flag& flag, const std::vector<const Entry*>& entries, const Owner* owner,
                    const RuleInput& input, Untouched& untouched) {
  Finding& out = untouched.finding;
  const bool own = IsSurelyOwn(input.ownership, flag.name);
  const bool prefixed = own || OwnPrefixOf(input.ownership, flag.name) != nullptr;
  const std::string page = ToText(out.doc.front());
  out.confidence = Confidence::kMedium;
  const ForeignName listed = FindForeign(flag.name);
  const bool library = listed.owner != nullptr && listed.exact && !SaysSet(entries);
  if (owner != nullptr && IsListed(entries) && ReadsOthersOf(*owner, flag, input)) {
    out.message = fmt::format(
        "{} is documented, but nothing in the tree reads or sets it; it is a variable of {}, of "
        "which the sources access others",
        out.name, owner->name);
    out.remedy = fmt::format("check {}", page);
  } else if (owner != nullptr) {
    List(untouched, "third-party",
         fmt::format("it is a variable of {}, which may read it", owner->name),
         std::string(owner->name));
  } else if (const std::string with = SetWith(entries); !with.empty()) {
    out.severity = Severity::kWarning;
    out.message = fmt::format(
        "{} is set in an example for a container, with {}, but nothing in the tree reads or sets "
        "it",
        out.name, with);
    out.remedy = fmt::format("remove it from {}, or rename it there", page);
  } else if (library) {
    // The project has the owner's name: a library of that owner may read it.
    List(untouched, "third-party", fmt::format("libraries from {} may read it", listed.owner->name),
         std::string(listed.owner->name));
  } else if (!IsListed(entries) && (prefixed || LacksPrefix(flag, input))) {
    out.message = fmt::format(
        "{} is {}, but nothing in the tree reads or sets it by that name", out.name,
        entries.front()->how == EntryHow::kExample ? "set in an example" : "mentioned in text");
    out.remedy = fmt::format(
        "check whether another program reads it or it is built from a prefix, or correct {}", page);
  } else if (!IsListed(entries) || (!prefixed && IsScriptSample(entries)) ||
             (!own && IsContributed(entries))) {
    List(untouched, "mentioned", fmt::format("nothing but {} names it", ToText(out.doc)), page);
  } else if (!own && IsOfBlocks(entries)) {
    out.message = fmt::format(
        "{} is set in a code block, but nothing in the tree reads or sets it, and its name does "
        "not have the project's prefix",
        out.name);
    out.remedy = fmt::format("check which project owns it, or correct {}", page);
  } else if (IsScriptSample(entries)) {
    out.message = fmt::format(
        "{} is set in a sample for scripts, but nothing in the tree reads or sets it", out.name);
    out.remedy = fmt::format("check what {} is for", page);
  } else {
    out.severity = Severity::kWarning;
    out.confidence = Confidence::kHigh;
    out.message =
        fmt::format("{} is documented, but nothing in the tree reads or sets it", out.name);
    out.remedy = fmt::format("remove it from {}, or rename it there", page);
  }
}

// The first words of names that the program mostly makes at run time: many of those that nothing
// reads by their name end in a string of the sources. The others may be made of two strings. If
// accesses with unknown names exist, a few are enough.
std::map<std::string_view, const Spelling*> ComposedFamilies(const RuleInput& input) {
  const std::vector<Flag>& flags = input.flags;
  const bool open =
      std::any_of(input.unresolved_accesses.begin(), input.unresolved_accesses.end(), IsOfTree);
  const size_t many = open ? 2 : 5;
  struct Count {
    size_t untouched = 0;
    size_t spelled = 0;
    const Spelling* first = nullptr;
  };
  std::map<std::string_view, Count> counts;
  for (const Flag& flag : flags) {
    if (!flag.accesses.empty() || flag.entries.empty() || IsPattern(flag.name)) continue;
    Count& count = counts[LeadingWord(flag.name)];
    ++count.untouched;
    if (!flag.spelled_as || flag.spelled_as->prefix) continue;
    ++count.spelled;
    if (count.first == nullptr) count.first = &*flag.spelled_as;
  }
  std::map<std::string_view, const Spelling*> out;
  for (const auto& [word, count] : counts) {
    const bool most = open || count.spelled * 2 > count.untouched;
    if (count.spelled >= many && most) out[word] = count.first;
  }
  return out;
}

// Whether the name represents any name: YYY, __DOMAIN__, APP_SOMETHING.
bool IsPlaceholderName(std::string_view name) {
  const bool replaced = name.starts_with("__") && name.ends_with("__");
  if (IsPhrase("name_rules", "any-name", name.substr(name.rfind('_') + 1))) return true;
  return replaced || name.ends_with('_') ||
         name.find_first_not_of(name.front()) == std::string_view::npos;
}

// Whether tests clear all variables of the project, and the program may build the name: a string of
// the sources ends it, or pages show it only in code.
bool IsOfTestsPrefix(const Flag& flag, const std::vector<const Entry*>& entries,
                     const RuleInput& input) {
  const OwnPrefix* const own = OwnPrefixOf(input.ownership, flag.name);
  if (own == nullptr || !(flag.spelled_as || IsOfBlocks(entries))) return false;
  const Flag* const all = FindFlag(input, own->prefix + "*");
  return all != nullptr && !all->accesses.empty() && AccessOutsideTests(*all) == nullptr;
}

// Whether a library or another program reads it, so the page is right as it is. Not if the page
// says that the program sets it: then a reader of the variable waits in vain.
bool IsOfLibrary(const Flag& flag, const std::vector<const Entry*>& entries,
                 const RuleInput& input) {
  if (SaysSet(entries) || EntryWithClaim(entries, "not-consumed") != nullptr ||
      EntryWithClaim(entries, "reserved") != nullptr) {
    return false;
  }
  // If only scripts of the project's own checks set it, there may be no other user.
  const bool in_scripts =
      !flag.seen_elsewhere.empty() &&
      std::all_of(flag.seen_elsewhere.begin(), flag.seen_elsewhere.end(),
                  [](const Place& place) { return ScopeOf(place.file) == Scope::kScript; });
  if (in_scripts) return false;
  const Owner* const owner = OwnerOf(input.ownership, flag.name);
  return owner != nullptr && IsListed(entries) && !ReadsOthersOf(*owner, flag, input);
}

// Whether a source of the product contains the name, and there is an access with an unknown name:
// the name may reach it in a way that is not followed.
bool MayBePassed(const Flag& flag, const RuleInput& input) {
  const auto of_product = [](const Place& place) {
    return ScopeOf(place.file) == Scope::kSrc && IsSource(FileKindOf(place.file));
  };
  return !flag.is_macro &&
         std::any_of(flag.seen_elsewhere.begin(), flag.seen_elsewhere.end(), of_product) &&
         std::any_of(input.unresolved_accesses.begin(), input.unresolved_accesses.end(), IsOfTree);
}

// The library with a name at the start of the variable. nullptr if the sources access another
// variable with this prefix: then the project's settings for that library have it.
const Dependency* LibraryOf(const Flag& flag, const RuleInput& input) {
  const Dependency* const out = DependencyOf(input.ownership, flag.name);
  if (out == nullptr) return nullptr;
  const std::string word = FirstWord(flag.name);
  const auto begin = std::lower_bound(
      input.flags.begin(), input.flags.end(), word,
      [](const Flag& other, const std::string& text) { return other.name < text; });
  for (auto at = begin; at != input.flags.end() && at->name.starts_with(word); ++at) {
    if (!at->accesses.empty() && DependencyOf(input.ownership, at->name) != nullptr) return nullptr;
  }
  return out;
}

// Bases of settings classes outside the tree, with the pages that document variables of the same
// file: other variables on these pages may be fields of the base.
using OpenBases = std::map<const Access*, std::set<std::string_view>>;

// The base itself is not readable, so the pages of its file's variables show what it is about.
OpenBases OpenBasesOf(const RuleInput& input) {
  OpenBases out;
  for (const Access* access : input.unresolved_accesses) {
    if (access->evidence.open_name == OpenName::kOfBase) out[access];
  }
  if (out.empty()) return out;
  for (const Flag& flag : input.flags) {
    for (const FlagAccess& one : flag.accesses) {
      for (auto& [base, pages] : out) {
        if (one.access->place.file != base->place.file) continue;
        for (const Entry* entry : flag.entries) pages.insert(entry->place.file);
      }
    }
  }
  return out;
}

bool MayBeOfBase(const OpenBases& bases, const std::string& name,
                 const std::vector<const Entry*>& entries) {
  return std::any_of(bases.begin(), bases.end(), [&](const auto& one) {
    const std::string_view all = one.first->evidence.name_expression;  // APP_*
    return name.starts_with(all.substr(0, all.find('*'))) &&
           std::all_of(entries.begin(), entries.end(),
                       [&](const Entry* entry) { return one.second.count(entry->place.file) > 0; });
  });
}

// In order: what the page admits, other owners, a flag of the name, names made at run time, other
// files. The first that applies decides.
Untouched Judge(const Flag& flag, const std::vector<const Entry*>& entries, const Flag* toucher,
                const Spelling* family, const RuleInput& input) {
  Untouched out;
  Finding& finding = out.finding;
  finding = MakeFinding("unused", flag.name, Severity::kInfo, Confidence::kLow);
  finding.doc = PlacesOf(entries);
  finding.at_page = true;
  if (Acknowledged(entries, finding)) return out;
  if (const Dependency* const library = LibraryOf(flag, input);
      library != nullptr && !SaysSet(entries)) {
    List(out, "third-party",
         fmt::format("its prefix is the name of {}, on which the project depends ({})",
                     library->name, ToText(library->place)),
         library->name);
    return out;
  }
  // If the page says that the program sets it, its readers wait in vain.
  const Owner* const owner = SaysSet(entries) ? nullptr : OwnerOf(input.ownership, flag.name);
  if (toucher == nullptr && HasOnlyFlag(flag, owner, entries, input, finding)) return out;
  if (MayBeMade(flag, input, toucher, out) || OccursElsewhere(flag, input, out) ||
      IsOfComposed(flag, family, out) || MayBeKept(flag, input, out)) {
    return out;
  }
  BelongsNowhere(flag, entries, owner, input, out);
  if (const std::vector<Place> tests = PlacesInTests(flag); !tests.empty()) {
    const bool own = OwnPrefixOf(input.ownership, flag.name) != nullptr;
    // A library that the tests start may read it, unless the name is the project's own.
    if (!own && !out.kind.empty()) return out;
    out.kind = {};
    if (!own) finding.severity = Severity::kInfo;
    finding.confidence = std::min(finding.confidence, Confidence::kMedium);
    finding.code = tests;
    finding.message =
        fmt::format("{} is documented, but nothing in the tree reads it; only tests name it, {}",
                    finding.name, ToText(tests));
  }
  return out;
}

void CheckUnused(const RuleInput& input, std::vector<Finding>& findings) {
  for (Untouched& one : UntouchedOf(input)) {
    if (one.kind.empty()) findings.push_back(std::move(one.finding));
  }
}

}  // namespace

std::vector<Untouched> UntouchedOf(const RuleInput& input) {
  std::vector<Untouched> out;
  const OpenBases bases = OpenBasesOf(input);
  const std::map<std::string_view, const Spelling*> composed = ComposedFamilies(input);
  std::vector<const Flag*> computed = PatternFlags(input.flags);
  std::erase_if(computed, [](const Flag* flag) { return AccessOutsideTests(*flag) == nullptr; });
  for (const Flag& flag : input.flags) {
    if (IsUsedAnywhere(flag)) continue;
    const bool read_elsewhere =
        std::any_of(flag.light.begin(), flag.light.end(),
                    [](const LightAccess& access) { return access.op == AccessOp::kRead; });
    if (read_elsewhere || flag.set_by_own) continue;
    std::vector<const Entry*> entries = flag.entries;
    std::erase_if(entries, [](const Entry* entry) { return IsExcused(*entry); });
    if (entries.empty() || IsOfWalkThrough(entries) || IsOnlyMacro(flag, entries)) continue;

    // "*_DIR" is not a family that could be searched for.
    if (flag.name.starts_with('*') || IsPlaceholderName(flag.name)) continue;
    if (IsOfLibrary(flag, entries, input) || MayBePassed(flag, input)) continue;
    if (MayBeOfBase(bases, flag.name, entries)) continue;
    if (IsOfTestsPrefix(flag, entries, input)) continue;
    const Flag* const toucher = MayTouch(input, computed, flag.name);
    if (toucher != nullptr && (IsPattern(flag.name) || TakesAllOfProject(*toucher, input)))
      continue;
    const auto family = composed.find(LeadingWord(flag.name));
    out.push_back(
        Judge(flag, entries, toucher, family == composed.end() ? nullptr : family->second, input));
  }
  return out;
}

InventoryRow RowOf(Untouched untouched) {
  InventoryRow out{std::move(untouched.finding.name), std::string(untouched.kind),
                   std::move(untouched.reason), std::move(untouched.detail),
                   std::move(untouched.finding.code)};
  out.places.insert(out.places.end(), untouched.finding.doc.begin(), untouched.finding.doc.end());
  return out;
}

extern constexpr Rule kUnusedRule = {
    .rank = 70,
    .name = "unused",
    .summary = "a page documents a variable that nothing in the tree accesses",
    .remedy = "remove the entry, or rename it",
    .check = CheckUnused,
    .of_family = OfFamily::kAlways,
};

}  // namespace flagcensus
