// default-mismatch: the documented default differs from the default in code
//
// ## What it does
// Compares the documented default, from the catalog or from a sentence that names only this variable,
// with what the project's own sources use when the variable is unset. Both defaults are compared as
// values of the type that the code parses the variable as: `true`, `1` and `on` are the same boolean;
// `16384`, `"16384"` and `2 ** 14` are the same number; `~/x` and `${HOME}/x` are the same path. If
// only scripts in other languages read the variable (`${APP_PORT:-8080}`), their default is compared
// instead, and the finding is info. A sample file that sets `true` where the code parses a number is
// reported, too: whoever copies the line gets an error.
//
// ## Why it matters
// Users rely on the page. A wrong default is worse than none, because users trust it.
//
// ## Example
//     # app/server.py
//     TIMEOUT = int(os.environ.get("APP_TIMEOUT", "60"))
//
//     | `APP_TIMEOUT` | `30` | seconds |
//
// gives:
//
//     APP_TIMEOUT is documented to default to 30 but defaults to 60
//
// ## Not reported
// - computed defaults (`os.cpu_count()`) on either side, and prose on the page ("number of cores");
// - entries without a default;
// - entries whose default is the name of another variable;
// - a variable that falls back to another one (`getenv("A") or getenv("B") or "x"`), if the page says
//   that it is unset or `x`;
// - a variable that is read with several defaults, one of which is documented;
// - reads without a default if the page says that the variable is unset, off or automatic, if unset
//   means false and the page says `0`, or if other code sets or tests the variable first;
// - reads of texts without a default, or with an empty one: later code may apply what the page says;
// - a value that the page limits to one case ("`/data` in the image, and `.` otherwise");
// - what only a Makefile passes to a command;
// - one word for a dotted name (`Kiln` for `org.acme.KilnDriver`);
// - reads without a default, or with an empty one, in [other languages](../languages.md), in which
//   values are not followed;
// - one read of several variables (`for name in NAMES: print(getenv(name, ""))`) without a default
//   or with an empty one;
// - required variables that the page documents without a default;
// - a variable with more than a hundred reads that differ in default or type;
// - `APP_MODE=fast` at the start of an entry, which is an example, unless the text or a column says
//   that it is the default;
// - "unset" on one side and a word that means "off" on the other, if the code treats them the same;
// - entries that say that the program sets the variable or appends to it, and values in files such
//   as `.env.example`, which are examples.
//
// ## Reported as info
// - a variable that the sources set to an empty text if it is not set, if the page gives a value;
// - a read whose value is kept in an attribute or under a module's name, if it has no default;
// - a sentinel (`-1`, `INT_MIN`) in code, which later code may replace.
//
// ## Fix
// Correct the page, or the default in the code.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/model/unset.h"
#include "analyzer/project/scope.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/placeholders.h"
#include "analyzer/rules/rule.h"
#include "analyzer/rules/settings_variants.h"
#include "analyzer/rules/shared_places.h"
#include "analyzer/rules/systems.h"
#include "analyzer/values/spellings.h"
#include "analyzer/values/values.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

// What the code does if a flag is unset, grouped by how certain that is.
struct DefaultReads {
  std::vector<const Access*> strong;  // a literal: reads with a default, set-if-missing
  std::vector<const Access*> weak;    // None, "", required: later code may change it
  std::vector<const Access*> writes;  // with a known value
  bool dynamic = false;               // some read's default is unknown
  bool guarded = false;  // something sets or tests it, so the read may never find it unset
};

// The places at which one access is of several variables: a loop over their names.
using Loops = std::set<Place>;

DefaultReads DefaultReadsOf(const Flag& flag, const Loops& loops) {
  // Without reads in src, the page is about scripts; it is never about tests and examples.
  const bool in_sources =
      std::any_of(flag.accesses.begin(), flag.accesses.end(), [](const FlagAccess& access) {
        return access.access->scope == Scope::kSrc &&
               (access.access->op == AccessOp::kRead || access.access->op == AccessOp::kSetDefault);
      });
  const Scope scope = in_sources ? Scope::kSrc : Scope::kScript;
  DefaultReads out;
  for (const FlagAccess& flag_access : flag.accesses) {
    const Access& access = *flag_access.access;
    if (access.scope != scope || IsSettingsVariant(access.place.file)) continue;
    const bool literal = access.default_kind == DefaultKind::kLiteral;
    const std::string text = access.default_text.value_or(std::string());
    const bool empty = !literal || text.empty() || IsShownForUnset(text);
    if (access.op == AccessOp::kRead && access.default_kind == DefaultKind::kDynamic) {
      out.dynamic = true;
    } else if (access.op == AccessOp::kRead && (!empty || UnsetOf(access).falls_back)) {
      out.strong.push_back(&access);
    } else if (access.op == AccessOp::kRead && access.default_kind != DefaultKind::kRequired &&
               !IsPython(access.language) && !IsC(access.language)) {
      out.guarded = true;  // code after the read may add a default
    } else if (access.op == AccessOp::kRead) {
      if (!loops.contains(access.place)) out.weak.push_back(&access);
    } else if (access.op == AccessOp::kSetDefault && literal) {
      out.strong.push_back(&access);
    } else if (access.op != AccessOp::kBulk && access.op != AccessOp::kDelete) {
      out.guarded = true;
      if (access.value) out.writes.push_back(&access);
    }
  }
  return out;
}

// Whether `entry` promises a default that reads must have.
bool PromisesDefault(const Entry& entry) {
  if (entry.how == EntryHow::kDotenv || entry.default_shown) return false;
  // A path that only shows the form of a path.
  if (entry.default_text && Unquote(*entry.default_text).starts_with("/path/to/")) return false;
  for (const std::string_view claim :
       {"always-set", "set-if-missing", "appended", "removed", "docstring-only"}) {
    if (entry.HasClaim(claim)) return false;
  }
  return entry.default_kind == DocumentedDefault::kLiteral ||
         entry.default_kind == DocumentedDefault::kNone;
}

// The accesses that decide what applies if the variable is unset; empty if that is not known.
std::vector<const Access*> Deciding(const DefaultReads& unset) {
  if (unset.dynamic || (unset.strong.empty() && unset.guarded)) return {};
  return unset.strong.empty() ? unset.weak : unset.strong;
}

constexpr size_t kMaxDistinct = 100;  // each is compared with every entry of the variable

// Those of `accesses` that differ in what a comparison depends on, each once: a variable may be
// read, set and documented any number of times.
std::vector<const Access*> Distinct(const std::vector<const Access*>& accesses) {
  const auto less = [](const Access* a, const Access* b) {
    const auto key = [](const Access& access) {
      return std::tie(access.type, access.default_kind, access.default_text, access.use.unset_kind,
                      access.use.unset_text, access.use.truthy, access.use.falsy, access.value);
    };
    return key(*a) < key(*b);
  };
  std::set<const Access*, decltype(less)> seen(less);
  std::vector<const Access*> out;
  for (const Access* access : accesses) {
    if (seen.insert(access).second) out.push_back(access);
  }
  return out;
}

// Whether `entry` disagrees with all `accesses`, and none of them is unknown.
bool Disagrees(const Entry& entry, const std::vector<const Access*>& accesses) {
  return std::all_of(accesses.begin(), accesses.end(), [&](const Access* access) {
    return CompareDefault(entry, *access).verdict == Verdict::kDiffer;
  });
}

// Letters in upper case and digits: RS256, UTC, VISUAL.
bool IsCapitals(std::string_view text) {
  return text.size() > 1 && IsUpper(text[0]) &&
         AllBytes(text, [](char c) { return IsUpper(c) || IsDigit(c); });
}

// Whether the default is the name of another variable, as in "The default is $VISUAL". A word in
// capitals is a name only if the code accesses or a page lists such a variable. It is nevertheless
// a value if the code's own default is another such word: RS256 became ES256.
bool NamesAnother(const Entry& entry, const std::vector<const Access*>& accesses,
                  const RuleInput& input) {
  if (!entry.default_text) return false;
  const Flag* const other = FindFlag(input, *entry.default_text);
  if (other == nullptr || (other->accesses.empty() && other->entries.empty())) return false;
  const bool value = IsCapitals(*entry.default_text) &&
                     std::all_of(accesses.begin(), accesses.end(), [](const Access* access) {
                       return access->default_kind == DefaultKind::kLiteral &&
                              access->default_text && IsCapitals(Unquote(*access->default_text));
                     });
  return !value;
}

// Whether one of `writes` sets the variable to what `entry` says; if there are too many to compare,
// one of them may.
bool IsSetTo(const Entry& entry, const std::vector<const Access*>& writes) {
  if (!entry.default_text) return false;
  if (writes.size() > kMaxDistinct) return true;
  return std::any_of(writes.begin(), writes.end(), [&](const Access* write) {
    return CompareLiterals(*entry.default_text, *write->value, write->type, {}) == Verdict::kEqual;
  });
}

std::string Documented(const Flag& flag, const Entry& entry) {
  if (entry.default_kind == DocumentedDefault::kNone || !entry.default_text) return "be unset";
  return "default to " + ShowValue(flag.name, Unquote(*entry.default_text));
}

// The code's side of the message.
std::string ReadAs(const Flag& flag, const Access& access) {
  switch (access.default_kind) {
    case DefaultKind::kRequired:
      return "is read without a default, so it must be set";
    case DefaultKind::kLiteral:
      return fmt::format("{} {}{}",
                         access.op == AccessOp::kSetDefault ? "is set to" : "defaults to",
                         ShowValue(flag.name, access.default_text.value_or(std::string())),
                         access.condition ? " (#if " + *access.condition + ")" : std::string());
    default:
      break;
  }
  const Unset unset = UnsetOf(access);
  const std::string taken = ShowValue(flag.name, std::string(unset.text));
  if (unset.falls_back) return "falls back to another variable, and then to " + taken;
  if (unset.kind == DefaultKind::kLiteral) {
    return "is read without a default and treated as " + taken;
  }
  if (unset.kind == DefaultKind::kDynamic && unset.behind) {
    return "is read without a default and replaced by " + taken;
  }
  return "is read without a default";
}

// Whether the code has no default, or "", and the page has a value that later code may substitute.
// Without that, a switch is off, and parsing a number fails, so these do not count.
bool MayBeReplaced(const Entry& entry, const std::vector<const Access*>& accesses) {
  if (entry.default_kind != DocumentedDefault::kLiteral || !entry.default_text ||
      entry.default_text->empty()) {
    return false;
  }
  return std::all_of(accesses.begin(), accesses.end(), [](const Access* access) {
    const Unset unset = UnsetOf(*access);
    const bool nothing =
        access->default_kind == DefaultKind::kNone && unset.kind != DefaultKind::kLiteral;
    const bool empty = access->default_kind == DefaultKind::kLiteral &&
                       access->default_text.value_or(std::string()).empty();
    const bool number = access->type == ValueType::kInt || access->type == ValueType::kFloat;
    return (nothing || empty) && access->type != ValueType::kBool && !number;
  });
}

// `right`: an entry that agrees with the code, if there is one.
Finding Report(const Flag& flag, const std::vector<const Entry*>& entries,
               const std::vector<const Access*>& accesses, const Entry* right = nullptr) {
  const Entry& entry = *entries.front();
  const Access& access = *accesses.front();
  Confidence confidence = Confidence::kHigh;
  for (const Access* each : accesses) {
    confidence = std::min(confidence, CompareDefault(entry, *each).confidence);
  }
  const bool doubtful = confidence == Confidence::kLow || MayBeReplaced(entry, accesses);
  Finding out =
      MakeFinding("default-mismatch", flag.name, doubtful ? Severity::kInfo : Severity::kWarning,
                  doubtful ? confidence : CompareDefault(entry, access).confidence);
  const bool literal = access.default_kind == DefaultKind::kLiteral;
  SetValues(out,
            entry.default_kind == DocumentedDefault::kLiteral ? entry.default_text : std::nullopt,
            literal ? access.default_text : std::nullopt);
  out.code = PlacesOf(accesses);
  out.doc = PlacesOf(entries);
  out.highlight.about = AboutText::kValue;
  std::string through;  // the wrapper that the default went through or comes from
  if (literal && !access.chain.empty()) {
    through = fmt::format(" (read through {}, {})", access.via, ToText(access.chain.front()));
  }
  out.message = fmt::format("{} is documented to {} but {}", flag.name, Documented(flag, entry),
                            ReadAs(flag, access));
  const std::string agreeing =
      right != nullptr ? fmt::format(" ({} is right)", ToText(right->place)) : std::string();
  out.remedy = fmt::format("correct {}{}, or the default in {}{}", ToText(entry.place), agreeing,
                           ToText(access.place), through);
  return out;
}

// The default of a script as a read of it: a shell's values are text.
Access ReadOf(const LightAccess& light) {
  Access out;
  out.place = light.place;
  out.scope = light.scope;
  out.default_kind = light.default_kind;
  out.default_text = light.default_text;
  return out;
}

// Reports a variable that only files of other languages read, if none of them has the documented
// default.
void CheckScripts(const Flag& flag, std::vector<Finding>& findings) {
  std::vector<Access> reads;
  for (const LightAccess& light : flag.light) {
    if (light.op != AccessOp::kRead || light.default_kind == DefaultKind::kNone) continue;
    if (light.scope != Scope::kSrc && light.scope != Scope::kScript) continue;
    // What make passes to a developer's command is not a default of the program.
    if (light.role == LightRole::kBuild) continue;
    if (light.default_kind == DefaultKind::kDynamic) return;
    reads.push_back(ReadOf(light));
  }
  if (reads.empty()) return;
  std::vector<const Access*> accesses;
  for (const Access& read : reads) accesses.push_back(&read);
  const std::vector<const Access*> distinct = Distinct(accesses);
  if (distinct.size() > kMaxDistinct) return;
  std::vector<const Entry*> differing;
  for (const Entry* entry : flag.entries) {
    if (PromisesDefault(*entry) && Disagrees(*entry, distinct)) differing.push_back(entry);
  }
  if (differing.empty()) return;
  Finding out = Report(flag, differing, accesses);
  out.severity = Severity::kInfo;  // the page may be about what the script starts
  out.confidence = std::min(out.confidence, Confidence::kMedium);
  findings.push_back(std::move(out));
}

// Reports a sample that sets a word for on or off although every read parses a number: a copied
// line causes an error. Once, at the first such line.
void CheckSamples(const Flag& flag, std::vector<Finding>& findings) {
  const std::vector<const Access*> accesses = SourceAccesses(flag);
  const Access* read = nullptr;
  for (const Access* access : accesses) {
    if (access->op != AccessOp::kRead) continue;
    const bool number = access->type == ValueType::kInt || access->type == ValueType::kFloat;
    if (!number || !(access->use.parsed || access->evidence.by_declarator || IsC(access->language)))
      return;
    if (read == nullptr) read = access;
  }
  if (read == nullptr) return;
  for (const Entry* entry : flag.entries) {
    if (entry->how != EntryHow::kDotenv || !entry->default_text) continue;
    const std::string word = ToLower(Unquote(*entry->default_text));
    if (word == "1" || word == "0" || !(IsOnWord(word) || IsOffWord(word))) continue;
    Finding out = MakeFinding("default-mismatch", flag.name, Severity::kWarning, Confidence::kHigh);
    SetValues(out, entry->default_text, read->default_text);
    out.code = PlacesOf(accesses);
    out.doc = {entry->place};
    out.at_page = true;
    out.highlight.about = AboutText::kValue;
    out.message = fmt::format("{} is set to {} at {}, but the code parses it as {}", flag.name,
                              word, ToText(entry->place), ToString(read->type));
    out.remedy =
        fmt::format("write {} there", read->type == ValueType::kInt ? "an integer" : "a number");
    findings.push_back(std::move(out));
    return;
  }
}

bool HasLiteral(const Access* access) { return access->default_kind == DefaultKind::kLiteral; }

// The defaults of `flag` in passages outside the catalog, as entries.
std::vector<Entry> DescribedDefaults(const Flag& flag) {
  std::vector<Entry> out;
  for (const Passage& passage : flag.passages) {
    if (!passage.described || passage.default_kind != DocumentedDefault::kLiteral) continue;
    Entry& entry = out.emplace_back();
    entry.name = flag.name;
    entry.place = passage.place;
    entry.how = EntryHow::kSentence;
    entry.default_kind = passage.default_kind;
    entry.default_text = passage.default_text;
  }
  return out;
}

// Whether the entry is about the access. A text in a source applies to its folder and to those
// below and around it: another program of the tree may read the variable with a different default.
bool SpeaksFor(const Entry& entry, const Access& access) {
  if (!IsSource(FileKindOf(entry.place.file))) return true;
  const std::string_view own = FolderOf(entry.place.file);
  const std::string_view other = FolderOf(access.place.file);
  return own.starts_with(other) || other.starts_with(own);
}

void CheckDefaultMismatch(const RuleInput& input, std::vector<Finding>& findings) {
  const Loops loops = SharedPlaces(input.flags);
  for (const Flag& flag : input.flags) {
    const std::vector<Entry> described =
        flag.entries.empty() ? DescribedDefaults(flag) : std::vector<Entry>();
    std::vector<const Entry*> entries = flag.entries;
    for (const Entry& entry : described) entries.push_back(&entry);
    if (entries.empty()) continue;
    if (flag.accesses.empty()) {
      CheckScripts(flag, findings);
      continue;
    }
    CheckSamples(flag, findings);
    const DefaultReads unset = DefaultReadsOf(flag, loops);
    const std::vector<const Access*> accesses = Deciding(unset);
    if (accesses.empty()) continue;
    // Outside the entries, what a text calls the default may be set by code after the read.
    if (flag.entries.empty() && std::none_of(accesses.begin(), accesses.end(), HasLiteral))
      continue;
    const std::vector<const Access*> distinct = Distinct(accesses);
    if (distinct.size() > kMaxDistinct) continue;
    std::vector<const Entry*> differing;
    std::vector<const Entry*> agreeing;
    for (const Entry* entry : entries) {
      if (!PromisesDefault(*entry)) continue;
      if (NamesAnother(*entry, distinct, input)) continue;
      std::vector<const Access*> meant = distinct;
      std::erase_if(meant, [&](const Access* access) { return !SpeaksFor(*entry, *access); });
      if (meant.empty()) continue;
      if (Disagrees(*entry, meant)) {
        differing.push_back(entry);
      } else {
        agreeing.push_back(entry);
      }
    }
    // Two entries may describe two roles of one variable: the default of the reader, and what a
    // launcher sets for its children.
    if (!agreeing.empty()) {
      const std::vector<const Access*> writes = Distinct(unset.writes);
      std::erase_if(differing, [&](const Entry* entry) {
        return IsSetTo(*entry, writes) ||
               std::any_of(agreeing.begin(), agreeing.end(),
                           [&](const Entry* other) { return OfDifferentSystems(*entry, *other); });
      });
    }
    // A value that the sources set is theirs, even if it is "".
    const bool read_only = std::all_of(accesses.begin(), accesses.end(), [](const Access* access) {
      return access->op == AccessOp::kRead;
    });
    if (read_only) {
      std::erase_if(differing, [&](const Entry* entry) { return MayBeReplaced(*entry, accesses); });
    }
    const Entry* right = agreeing.empty() ? nullptr : agreeing.front();
    if (!differing.empty()) findings.push_back(Report(flag, differing, accesses, right));
  }
}

constexpr Explained kMismatchExplains[] = {{"duplicate-entry"}};

}  // namespace

extern constexpr Rule kDefaultMismatchRule = {
    .rank = 20,
    .name = "default-mismatch",
    .summary = "the documented default differs from the default in code",
    .remedy = "correct the page, or the default in the code",
    .check = CheckDefaultMismatch,
    .explains = kMismatchExplains,
};

}  // namespace flagcensus
