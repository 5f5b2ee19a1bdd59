// conflicting-defaults: two reads of one variable have different defaults
//
// ## What it does
// Compares the literal defaults of all reads of a variable in the project's own sources, across
// languages and after converting them to the type that the code parses the variable as, and reports any two that
// differ.
//
// ## Why it matters
// When the variable is unset, one part of the program uses one value and another part uses another.
// Usually a default was changed in only one place.
//
// ## Example
//     # app/pool.py
//     TIMEOUT = int(os.environ.get("APP_TIMEOUT", "60"))
//     # app/fetch.py
//     timeout = float(os.environ.get("APP_TIMEOUT", "30"))
//
// gives:
//
//     APP_TIMEOUT is read with the default 30 at app/fetch.py:2 and with 60 at app/pool.py:2
//
// ## Not reported
// - the same value spelled differently: `1` and `true`, `16384` and `2 ** 14`, `~/x` and `$HOME/x`;
// - reads without a default, or with an empty one, which only test whether the variable is set;
//   this includes a read in a loop over several names with an empty default;
// - `0` and `-1`, which both mean that no number was given;
// - a read that is the fallback of another variable, or that has another variable as its fallback;
// - a read right below a line that sets the variable, which takes that value back;
// - defaults that are prose; and three or more different string defaults that are labels, such as
//   the name of the command that reads the variable;
// - reads next to each other, and reads in different branches of one function or module, or in
//   different `#if` branches;
// - a read that is only reached if the variable is set;
// - reads in files for different operating systems (`net/win32.py`, `#ifdef _WIN32`), or for different
//   ends of a connection (`client/`, `server/`), which are different programs;
// - a name of a class that a class derived from it has, too: one of the two is chosen;
// - anything beyond the first 300 reads with a distinct file, branch, type and default.
//
// ## Reported as info
// - third-party names (`HOSTNAME`).
//
// ## Fix
// Read the variable in one place, or use one named constant as the default of all reads.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/placeholders.h"
#include "analyzer/rules/rule.h"
#include "analyzer/rules/settings_variants.h"
#include "analyzer/rules/shared_places.h"
#include "analyzer/values/numbers.h"
#include "analyzer/values/spellings.h"
#include "analyzer/values/values.h"

namespace flagcensus {
namespace {

constexpr size_t kLeastName = 4;  // of a variable that no page documents
constexpr int kSideBySide = 8;    // lines within which reads are branches of one decision

// 0 and -1: both mean that no number is set.
bool IsNoAmount(std::string_view value) { return value == "0" || value == "-1"; }

// Whether the read is a yes-or-no question, so a default of "" or false is a no.
bool IsSwitch(const Access& read) {
  const bool compared = !(read.use.truthy.empty() && read.use.falsy.empty());
  const bool word = IsOnWord(ToLower(*read.default_text)) || IsOffWord(ToLower(*read.default_text));
  return read.type == ValueType::kBool && (compared || word);
}

// The lines on which `accesses` test whether the variable is set.
std::set<Place> LinesThatAsk(const std::vector<const Access*>& accesses) {
  std::set<Place> out;
  for (const Access* access : accesses) {
    const bool asks = access->use.any_true || access->op == AccessOp::kTest;
    if (asks) out.insert({access->place.file, access->place.line, 0});
  }
  return out;
}

// Whether `read` only happens if the variable is set: an access just before it tests that.
bool IsAskedBefore(const Access& read, const std::set<Place>& asking) {
  constexpr int kNear = 2;  // lines
  const Place& place = read.place;
  const auto near = asking.lower_bound({place.file, place.line - kNear, 0});
  return near != asking.end() && near->file == place.file && near->line <= place.line;
}

// Whether the program sets the variable right above the read, in the same function: the read
// returns that value, independent of its default.
bool IsSetAbove(const Access& read, const std::vector<const Access*>& accesses) {
  constexpr int kNear = 3;  // lines
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access* write) {
    const int below = read.place.line - write->place.line;
    return write->op == AccessOp::kWrite && write->place.file == read.place.file &&
           write->evidence.function == read.evidence.function && below >= 0 && below <= kNear;
  });
}

// The reads with a literal default that can be compared with other reads.
std::vector<const Access*> Candidates(const Flag& flag, const std::set<Place>& shared) {
  std::vector<const Access*> out;
  const std::vector<const Access*> accesses = SourceAccesses(flag);
  const std::set<Place> asking = LinesThatAsk(accesses);
  for (const Access* read : accesses) {
    // Reads with a default that another mechanism provides or replaces are not comparable.
    if (read->op != AccessOp::kRead || read->default_kind != DefaultKind::kLiteral) continue;
    if (!read->default_text || read->use.fallback_of || read->evidence.in_string) continue;
    if (read->use.any_true || read->evidence.by_declarator || read->use.falls_back) continue;
    if (IsSettingsVariant(read->place.file) || read->evidence.overrides) continue;
    if (IsAskedBefore(*read, asking) || IsSetAbove(*read, accesses)) continue;
    // "" of a switch is off; otherwise it means unset.
    const bool none = IsNoValue(*read->default_text) || IsShownForUnset(*read->default_text);
    if (none && !IsSwitch(*read)) continue;
    // One read for several variables: which of them has the default is not known.
    if (shared.count(read->place) > 0) continue;
    out.push_back(read);
  }
  return out;
}

// The type of one of the two: a type other than text decides how the values are compared.
ValueType CommonType(const Access& a, const Access& b) {
  if (a.type == b.type) return a.type;
  for (const ValueType type : {ValueType::kBool, ValueType::kFloat, ValueType::kInt,
                               ValueType::kPath, ValueType::kList, ValueType::kEnum}) {
    if (a.type == type || b.type == type) return type;
  }
  return ValueType::kUnknown;
}

// In different branches of one function, or of the module: only one of them may happen.
bool AreAlternatives(const Access& a, const Access& b) {
  return a.evidence.branch > 0 && b.evidence.branch > 0 && a.evidence.branch != b.evidence.branch &&
         a.evidence.function == b.evidence.function;
}

// Where the code of a file runs, according to its folders and its name.
struct Runs {
  std::set<std::string> systems;  // "win32"
  std::set<std::string> sides;    // "client"
};

// The words of letters and digits in `text`, in lower case.
std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = EndOfRun(text, at, IsAlnum);
    if (end > at) out.push_back(ToLower(text.substr(at, end - at)));
    at = end + 1;
  }
  return out;
}

Runs RunsOf(std::string_view file) {
  Runs out;
  for (const std::string& word : WordsOf(file.substr(0, file.rfind('.')))) {
    if (IsPhrase("programs", "systems", word)) out.systems.insert(word);
    if (IsPhrase("programs", "sides", word)) out.sides.insert(word);
  }
  return out;
}

// Whether a condition of the preprocessor contains the name of a system.
bool AsksForSystem(const std::optional<std::string>& condition) {
  const std::vector<std::string> words = WordsOf(condition.value_or(std::string()));
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return IsPhrase("programs", "systems", word); });
}

// Whether no process runs both reads: the files are for different systems, or for the two ends of a
// connection, which have different defaults on purpose.
bool RunApart(const Access& a, const Access& b) {
  if (a.condition != b.condition && (AsksForSystem(a.condition) || AsksForSystem(b.condition))) {
    return true;
  }
  if (a.place.file == b.place.file) return false;
  const Runs one = RunsOf(a.place.file);
  const Runs other = RunsOf(b.place.file);
  if (one.systems != other.systems) return true;
  if (one.sides.empty() || other.sides.empty()) return false;
  return std::none_of(one.sides.begin(), one.sides.end(),
                      [&](const std::string& side) { return other.sides.contains(side); });
}

// Whether the defaults contradict each other: not on purpose, and in no spelling equal.
bool Conflict(const Access& a, const Access& b) {
  if (RunApart(a, b)) return false;
  if (a.place.file == b.place.file) {
    if (AreAlternatives(a, b)) return false;
    if (std::abs(a.place.line - b.place.line) <= kSideBySide) return false;
    if (a.condition != b.condition) return false;
  }
  const bool empty = IsNoValue(*a.default_text) || IsNoValue(*b.default_text);
  if (empty && !(IsSwitch(a) && IsSwitch(b))) return false;
  std::vector<std::string> truthy = a.use.truthy;
  truthy.insert(truthy.end(), b.use.truthy.begin(), b.use.truthy.end());
  const ValueType type = CommonType(a, b);
  if (IsNoAmount(*a.default_text) && IsNoAmount(*b.default_text)) return false;
  // Each side may be the one that CompareLiterals treats as prose.
  return CompareLiterals(*a.default_text, *b.default_text, type, truthy) == Verdict::kDiffer &&
         CompareLiterals(*b.default_text, *a.default_text, type, truthy) == Verdict::kDiffer;
}

// Whether each read has a different word or sentence, as a label for what the command does: that is
// intended. Three different words, or one sentence.
bool AreLabels(const std::vector<const Access*>& reads) {
  constexpr size_t kMany = 3;
  std::set<std::string> values;
  for (const Access* read : reads) {
    const bool text = read->type == ValueType::kStr || read->type == ValueType::kUnknown;
    if (!text || SameNumber(*read->default_text, "0")) return false;
    values.insert(ToLower(*read->default_text));
  }
  const bool sentences = std::any_of(values.begin(), values.end(), [](const std::string& value) {
    return value.find(' ') != std::string::npos;
  });
  return sentences || values.size() >= kMany;
}

// Reads that Conflict distinguishes only by their lines, as the first and the last of them. Two
// such groups conflict if the first of one and the last of the other do: no two of them are further
// apart.
struct Alike {
  size_t first = 0;
  size_t last = 0;
};

// Grouped by all that Conflict examines except for the line.
std::vector<Alike> GroupAlike(const std::vector<const Access*>& reads) {
  const auto key = [](const Access& read) {
    return std::tuple(
        read.evidence.branch > 0 ? read.evidence.function : 0,  // it matters only in branches
        std::tie(read.place.file, read.evidence.branch, read.condition, *read.default_text,
                 read.type, read.use.truthy, read.use.falsy));
  };
  std::map<decltype(key(*reads.front())), size_t> groups;
  std::vector<Alike> out;
  for (size_t i = 0; i < reads.size(); ++i) {
    const auto [group, fresh] = groups.try_emplace(key(*reads[i]), out.size());
    if (fresh) out.push_back({i, i});
    out[group->second].last = i;
  }
  return out;
}

// The two that differ, the first pair in the order of places.
std::pair<const Access*, const Access*> FirstConflict(const std::vector<const Access*>& reads) {
  // Groups beyond it are not compared: a variable with that many different reads is generated code.
  constexpr size_t kMaxGroups = 300;  // each is compared with each
  std::vector<Alike> groups = GroupAlike(reads);
  if (groups.size() > kMaxGroups) groups.resize(kMaxGroups);
  for (const Alike& one : groups) {
    const bool any = std::any_of(groups.begin(), groups.end(), [&](const Alike& other) {
      return other.last > one.first && Conflict(*reads[one.first], *reads[other.last]);
    });
    if (!any) continue;
    for (size_t j = one.first + 1; j < reads.size(); ++j) {
      if (Conflict(*reads[one.first], *reads[j])) return {reads[one.first], reads[j]};
    }
  }
  return {nullptr, nullptr};
}

void CheckConflictingDefaults(const RuleInput& input, std::vector<Finding>& findings) {
  const std::set<Place> shared = SharedPlaces(input.flags);
  for (const Flag& flag : input.flags) {
    if (IsPattern(flag.name)) continue;
    // N of one script is not N of another.
    if (flag.entries.empty() && flag.name.size() < kLeastName) continue;
    const std::vector<const Access*> reads = Candidates(flag, shared);
    if (AreLabels(reads)) continue;
    const auto [one, other] = FirstConflict(reads);
    if (one == nullptr) continue;
    const bool foreign = OwnerOf(input.ownership, flag.name) != nullptr;
    Finding out = MakeFinding("conflicting-defaults", flag.name,
                              foreign ? Severity::kInfo : Severity::kWarning,
                              flag.entries.empty() ? Confidence::kMedium : Confidence::kHigh);
    out.code = {one->place, other->place};
    out.highlight.about = AboutText::kTwoReads;
    out.doc = PlacesOf(flag.entries);
    SetValues(out, *other->default_text, *one->default_text);
    out.documented.reset();  // both are in code
    const std::string page =
        flag.entries.empty() ? "" : fmt::format(" and at {}", ToText(out.doc.front()));
    out.message = fmt::format("{} is read with the default {} at {} and with {} at {}", flag.name,
                              ShowValue(flag.name, *one->default_text), ToText(one->place),
                              ShowValue(flag.name, *other->default_text), ToText(other->place));
    out.remedy = "use the same default in both places" + page;
    findings.push_back(std::move(out));
  }
}

}  // namespace

extern constexpr Rule kConflictingDefaultsRule = {
    .rank = 80,
    .name = "conflicting-defaults",
    .summary = "two reads of one variable have different defaults",
    .remedy = "use the same default for all reads",
    .check = CheckConflictingDefaults,
};

}  // namespace flagcensus
