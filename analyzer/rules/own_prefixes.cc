// claims, names, pages and reads ─→ own prefixes
//
// Only what the project itself says overrules a table of foreign names: its configuration and what
// it is called. What its pages document in numbers beats a table's patterns, but not its exact
// names: a page may well list CUDA_VISIBLE_DEVICES and its kin. Counted reads beat nothing of a
// table, since a program that reads a dozen of SLURM's variables does not own them; they and the
// other weak signs only say of names that no table knows whose they are likely to be.
#include "analyzer/rules/own_prefixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/patterns.h"

namespace flagcensus {
namespace {

constexpr size_t kFew = 3;          // names that make a prefix
constexpr size_t kPagesShare = 4;   // one in this many of the names that pages document
constexpr size_t kReadsShare = 20;  // and of the names that sources read

// A leading '_' marks a private name and is not part of the prefix.
std::string_view WithoutUnderscores(std::string_view name) {
  return name.substr(std::min(name.find_first_not_of('_'), name.size()));
}

bool IsRead(const Flag& flag) {
  return std::any_of(flag.accesses.begin(), flag.accesses.end(), [](const FlagAccess& one) {
    return one.access->scope == Scope::kSrc &&
           (one.access->op == AccessOp::kRead || one.access->op == AccessOp::kTest);
  });
}

// "oven-rack" ─→ OVEN, RACK; "AppServer" ─→ APPSERVER, or APP, SERVER with `camel`.
std::vector<std::string> WordsOf(std::string_view project, bool camel) {
  std::vector<std::string> out(1);
  char last = 0;
  for (const char c : project) {
    const bool upper = IsUpper(c);
    const bool after_lower = IsLower(last);
    const bool in_word = IsAlnum(c);
    if ((!in_word || (camel && upper && after_lower)) && !out.back().empty()) out.emplace_back();
    if (in_word) out.back() += ToUpper(std::string_view(&c, 1));
    last = c;
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

// Words in the names of all projects of one kind: python-app, app-py.
bool IsCommonWord(const std::string& word) {
  return word == "PYTHON" || word == "PY" || word == "LIB" || word == "CPP";
}

// At least two letters: "A_" is not a prefix.
std::string InitialsOf(std::string_view project) {
  std::string out;
  for (const std::string& word : WordsOf(project, true)) out += word[0];
  return out.size() < 2 ? "" : out + "_";
}

// The number of flags by first word, and of all flags counted.
struct Tally {
  std::map<std::string, size_t> names;
  std::map<std::string, size_t> foreign;  // of those, the ones that a table knows
  size_t all = 0;

  void Add(const Flag& flag) {
    ++all;
    const std::string word = FirstWord(flag.name);
    if (word.empty()) return;
    ++names[word];
    if (FindForeign(flag.name).owner != nullptr) ++foreign[word];
  }
  bool IsMostlyForeign(const std::string& word) const {
    const auto known = foreign.find(word);
    return known != foreign.end() && known->second * 2 >= names.at(word);
  }
};

}  // namespace

bool IsDocumentedAsForeign(const Flag& flag) {
  const ForeignName foreign = FindForeign(flag.name);
  if (foreign.owner == nullptr) return false;
  return std::all_of(flag.entries.begin(), flag.entries.end(), [&](const Entry* entry) {
    return HasWord(ToLower(entry->section), ToLower(foreign.owner->name));
  });
}

namespace {

// Documented names that the code accesses; os.environ["APP_" + key] accesses all that it may
// compose.
Tally CountPages(const std::vector<Flag>& flags) {
  std::vector<const Flag*> computed = PatternFlags(flags);
  std::erase_if(computed, [](const Flag* flag) { return SourceAccesses(*flag).empty(); });
  Tally out;
  for (const Flag& flag : flags) {
    if (flag.entries.empty() || IsDocumentedAsForeign(flag)) continue;
    const bool touched = !SourceAccesses(flag).empty() ||
                         std::any_of(computed.begin(), computed.end(), [&](const Flag* pattern) {
                           return Covers(pattern->name, flag.name);
                         });
    if (touched) out.Add(flag);
  }
  return out;
}

Tally CountReads(const std::vector<Flag>& flags) {
  Tally out;
  for (const Flag& flag : flags) {
    if (!IsPattern(flag.name) && IsRead(flag)) out.Add(flag);
  }
  return out;
}

// Collects prefixes; the first reason for a prefix stays, and prefixes that no flag has are
// omitted.
class Collector {
 public:
  explicit Collector(const std::vector<Flag>& flags) : flags_(flags) {}

  void Add(std::string prefix, OwnBy by, std::string why) {
    OwnPrefix own{std::move(prefix), by, std::move(why)};
    const auto end = out_.begin() + static_cast<long>(CountWithoutSiblings(out_));
    const bool stated =
        own.prefix.empty() || std::any_of(out_.begin(), end, [&](const OwnPrefix& other) {
          return own.prefix.starts_with(other.prefix);
        });
    const auto used = [&] {
      return by == OwnBy::kSibling ||
             std::any_of(flags_.begin(), flags_.end(),
                         [&](const Flag& flag) { return BeginsWith(flag.name, own); });
    };
    if (!stated && used()) out_.push_back(std::move(own));
  }
  std::vector<OwnPrefix> Take() { return std::move(out_); }

 private:
  const std::vector<Flag>& flags_;
  std::vector<OwnPrefix> out_;
};

// Certain names before names of packages, as the first reason for a prefix stays.
void AddNames(const std::vector<ProjectName>& names, Collector& out) {
  const std::vector<const ProjectName*> certain = CertainNames(names);
  for (const bool sure : {true, false}) {
    for (const ProjectName& name : names) {
      const bool is_sure = std::find(certain.begin(), certain.end(), &name) != certain.end();
      if (is_sure != sure) continue;
      const std::string why =
          name.declared ? fmt::format("the project is named {}, {}", name.name, ToText(name.place))
                        : fmt::format("a package is named {}, {}", name.name, ToText(name.place));
      for (std::string& prefix : PrefixesOfName(name.name)) {
        out.Add(std::move(prefix), sure ? OwnBy::kName : OwnBy::kPackage, why);
      }
    }
  }
}

// Three names and a share of all: a quarter of the documented names, a twentieth of the read ones.
// Pages are about the project, so their share is high; sources also read the variables of other
// programs.
void AddCounted(const std::vector<Flag>& flags, const Tally& pages, Collector& out) {
  for (const auto& [word, count] : pages.names) {
    if (count < kFew || count * kPagesShare < pages.all) continue;
    out.Add(word, OwnBy::kPages,
            fmt::format("{} of {} documented names in use begin with it", count, pages.all));
  }
  const Tally reads = CountReads(flags);
  for (const auto& [word, count] : reads.names) {
    if (count < kFew || count * kReadsShare < reads.all || reads.IsMostlyForeign(word)) continue;
    out.Add(word, OwnBy::kReads,
            fmt::format("{} of {} names that the sources read begin with it", count, reads.all));
  }
}

void AddSiblings(const Tally& pages, Collector& out) {
  for (const auto& [word, count] : pages.names) {
    if (pages.IsMostlyForeign(word)) continue;
    out.Add(word, OwnBy::kSibling, fmt::format("a page documents {} of its names", count));
  }
}

}  // namespace

std::vector<OwnPrefix> FindOwnPrefixes(const std::vector<Flag>& flags,
                                       const std::vector<std::string>& claimed,
                                       const std::vector<ProjectName>& names) {
  // In order of strength: the configuration, names, counts, initials, single siblings.
  Collector out(flags);
  for (const std::string& prefix : claimed) {
    out.Add(prefix, OwnBy::kClaim, "set in the configuration");
  }
  AddNames(names, out);
  const Tally pages = CountPages(flags);
  AddCounted(flags, pages, out);
  for (const ProjectName* name : CertainNames(names)) {
    out.Add(InitialsOf(name->name), OwnBy::kInitials,
            fmt::format("the initials of {}, {}", name->name, ToText(name->place)));
  }
  AddSiblings(pages, out);
  return out.Take();
}

std::vector<const ProjectName*> CertainNames(const std::vector<ProjectName>& names) {
  const bool any_declared = std::any_of(names.begin(), names.end(),
                                        [](const ProjectName& name) { return name.declared; });
  std::vector<const ProjectName*> out;
  for (const ProjectName& name : names) {
    if (name.declared == any_declared) out.push_back(&name);
  }
  return out;
}

// An exact entry of a table is stronger than a derived prefix, a pattern is not.
bool Overrules(OwnBy by, const ForeignName& foreign) {
  if (by == OwnBy::kClaim || by == OwnBy::kName) return true;
  return (by == OwnBy::kPackage || by == OwnBy::kPages) && !foreign.exact;
}

size_t CountWithoutSiblings(const std::vector<OwnPrefix>& own) {
  const auto end = std::partition_point(
      own.begin(), own.end(), [](const OwnPrefix& prefix) { return prefix.by != OwnBy::kSibling; });
  return static_cast<size_t>(end - own.begin());
}

std::string FirstWord(std::string_view name) {
  const std::string_view rest = WithoutUnderscores(name);
  const size_t end = rest.find('_');
  return end == std::string_view::npos || end == 0 ? "" : std::string(rest.substr(0, end + 1));
}

bool BeginsWith(std::string_view name, const OwnPrefix& prefix) {
  if (name.starts_with(prefix.prefix)) return true;
  if (prefix.by == OwnBy::kClaim) return false;
  const std::string_view rest = WithoutUnderscores(name);
  return rest.starts_with(prefix.prefix) ||
         rest == std::string_view(prefix.prefix).substr(0, prefix.prefix.size() - 1);
}

std::vector<std::string> PrefixesOfName(std::string_view project) {
  // "group/app" and "app.py": only the last part of a path is the name.
  project = project.substr(project.rfind('/') + 1);
  std::vector<std::string> words = WordsOf(project, false);
  while (words.size() > 1 && IsCommonWord(words.front())) words.erase(words.begin());
  while (words.size() > 1 && IsCommonWord(words.back())) words.pop_back();
  std::vector<std::string> out;
  const auto add = [&](const std::string& stem) {
    if (stem.size() >= 2) out.push_back(stem + "_");
  };
  // "group-app-core": APP_CORE_, too, but not CORE_, which any project may have.
  for (size_t first = 0; first == 0 || first + 1 < words.size(); ++first) {
    add(Join({words.begin() + static_cast<long>(std::min(first, words.size())), words.end()}, "_"));
  }
  if (words.size() > 1) add(Join(words, ""));
  if (words.size() != 1) return out;
  const std::string& word = words[0];
  // "libapp" and "app2" are often called "app" in names.
  constexpr size_t kLeast = 3;
  if (word.starts_with("LIB") && word.size() > kLeast) add(word.substr(kLeast));
  const size_t letters = word.find_last_not_of("0123456789") + 1;
  if (letters >= kLeast && letters < word.size()) add(word.substr(0, letters));  // of "app2"
  return out;
}

}  // namespace flagcensus
