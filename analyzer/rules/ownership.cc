// own prefixes, foreign names, and what is beside a name ─→ the owner of each variable
//
// A table decides unless the project's own prefixes (own_prefixes.cc) overrule it. Three kinds of
// places say more than a name does. A word that is only read in place of an owner's name, HOST if
// HOSTNAME is not set, is the owner's, too. One lookup of a list of names, CI and BUILD_ID and X,
// asks for one
// thing in the words of several owners: X is one of theirs where most of the others are. And a word
// that any program may choose, USERNAME beside PASSWORD and APP_HOST, is the project's own where
// all that is read around it is.
#include "analyzer/rules/ownership.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/embedded_lists.h"
#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/foreign.h"
#include "analyzer/rules/own_prefixes.h"
#include "analyzer/rules/ownership_votes.h"
#include "analyzer/rules/patterns.h"

namespace flagcensus {
namespace {

using ForeignNames = std::map<std::string, ForeignName, std::less<>>;

// The first two words of the name, if the second is the project's own: "HOST_APP_" of
// HOST_APP_LEVEL. Otherwise "".
std::string PluginWords(const std::string& name, const std::vector<OwnPrefix>& own) {
  const std::string host = FirstWord(name);
  if (host.empty()) return "";
  const std::string rest = name.substr(name.find(host) + host.size());
  const bool plugin = std::any_of(own.begin(), own.end(), [&](const OwnPrefix& prefix) {
    return prefix.by <= OwnBy::kPages && rest.starts_with(prefix.prefix);
  });
  return plugin ? host + FirstWord(rest) : "";
}

// The first words of a plugin's own variables: the word of the program that it extends, and then
// its own. Three names or more that the sources read.
std::set<std::string> PluginPrefixes(const std::vector<Flag>& flags,
                                     const std::vector<OwnPrefix>& own) {
  constexpr size_t kFew = 3;
  std::map<std::string, size_t> counts;
  for (const Flag& flag : flags) {
    const bool read = std::any_of(flag.accesses.begin(), flag.accesses.end(), [](const auto& one) {
      return one.access->scope == Scope::kSrc && one.access->op == AccessOp::kRead;
    });
    if (read && !IsPattern(flag.name)) ++counts[PluginWords(flag.name, own)];
  }
  std::set<std::string> out;
  for (const auto& [words, count] : counts) {
    if (!words.empty() && count >= kFew) out.insert(words);
  }
  return out;
}

// HOST_LUTE_LEVEL for the project host-fast-lute: whether its variables begin with the first word
// of its name, the host's, and then another of its words.
bool HasTwoWordsOf(const std::string& name, const std::vector<ProjectName>& names) {
  const std::string host = FirstWord(name);
  if (host.empty()) return false;
  const std::string second = FirstWord(name.substr(name.find(host) + host.size()));
  if (second.empty() || second == host) return false;
  const std::vector<const ProjectName*> certain = CertainNames(names);
  return std::any_of(certain.begin(), certain.end(), [&](const ProjectName* project) {
    std::string words = "_" + ToUpper(project->name) + "_";
    std::replace_if(words.begin(), words.end(), [](char c) { return !IsIdentifierByte(c); }, '_');
    // The host is the beginning of the project's name: plugins are named that way.
    return words.starts_with("_" + host) && words.find("_" + second) != std::string::npos;
  });
}

// The names that a table assigns to other owners and the project does not claim.
ForeignNames ByTable(const std::vector<Flag>& flags, const std::vector<OwnPrefix>& own,
                     const std::vector<ProjectName>& names) {
  std::set<std::string> called;
  for (const ProjectName* name : CertainNames(names)) called.insert(FoldedProject(name->name));
  const auto is_the_project = [&](const ForeignOwner& owner) {
    return std::any_of(owner.projects.begin(), owner.projects.end(),
                       [&](const std::string& project) { return called.contains(project); });
  };
  const auto strong_end = own.begin() + static_cast<long>(CountWithoutSiblings(own));
  const std::set<std::string> plugin = PluginPrefixes(flags, own);
  ForeignNames out;
  for (const Flag& flag : flags) {
    const ForeignName foreign = FindForeign(flag.name);
    if (foreign.owner == nullptr || is_the_project(*foreign.owner)) continue;
    const bool overruled = std::any_of(own.begin(), strong_end, [&](const OwnPrefix& prefix) {
      return Overrules(prefix.by, foreign) && BeginsWith(flag.name, prefix);
    });
    const bool plugged = !foreign.exact && (plugin.contains(PluginWords(flag.name, own)) ||
                                            HasTwoWordsOf(flag.name, names));
    if (overruled || plugged) continue;
    out.emplace(flag.name, foreign);
  }
  return out;
}

// The names accessed in the sources, by file and line.
using Lines = std::map<std::string_view, std::vector<std::pair<int, const Flag*>>>;

Lines LinesOf(const std::vector<Flag>& flags) {
  Lines out;
  for (const Flag& flag : flags) {
    for (const FlagAccess& one : flag.accesses) {
      if (one.access->scope != Scope::kSrc) continue;
      out[one.access->place.file].emplace_back(one.access->place.line, &flag);
    }
  }
  for (auto& [file, lines] : out) {
    std::sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) {
      return std::tie(a.first, a.second->name) < std::tie(b.first, b.second->name);
    });
  }
  return out;
}

// Whether the names accessed around each of the flag's places are the project's own or have no
// owner. A word such as PORT among such names is probably the project's.
bool OccursAmongOwn(const Flag& flag, const Lines& lines, const ForeignNames& foreign) {
  constexpr int kNear = 3;         // lines
  constexpr size_t kFew = 2;       // names
  constexpr size_t kMaxSeen = 64;  // places, and names around one
  size_t seen = 0;
  for (const FlagAccess& one : flag.accesses) {
    const Access& access = *one.access;
    if (access.scope != Scope::kSrc) continue;
    if (++seen > kMaxSeen) return true;
    if (access.use.fallback_of && foreign.contains(*access.use.fallback_of)) return false;
    const auto& row = lines.at(access.place.file);
    auto at = std::lower_bound(row.begin(), row.end(), access.place.line - kNear,
                               [](const auto& a, int line) { return a.first < line; });
    std::set<std::string_view> others;
    for (size_t i = 0; at != row.end() && at->first <= access.place.line + kNear; ++at, ++i) {
      if (i > kMaxSeen) break;
      if (at->second == &flag || IsPattern(at->second->name)) continue;
      if (foreign.contains(at->second->name)) return false;
      others.insert(at->second->name);
    }
    if (others.size() < kFew) return false;
  }
  return seen > 0;
}

// Whether two reads in one function, close to each other, set the same variable: one is a fallback
// of the other.
bool AskedInTurn(const Access& a, const Access& b) {
  constexpr int kNear = 4;  // lines
  return a.bound_to && a.bound_to == b.bound_to && a.op == AccessOp::kRead &&
         b.op == AccessOp::kRead && a.place.file == b.place.file &&
         a.evidence.function == b.evidence.function &&
         std::abs(a.place.line - b.place.line) <= kNear;
}

// Assigns a single word (HOST) that is only read as an alternative to a third-party name (HOSTNAME)
// to that owner. Names of several words identify their owner themselves.
void AddByAlternatives(const std::vector<Flag>& flags, const ForeignNames& foreign,
                       const Lines& lines, Ownership& out) {
  for (const Flag& flag : flags) {
    if (flag.name.find('_') != std::string::npos || IsPattern(flag.name) ||
        foreign.contains(flag.name) || OwnPrefixOf(out, flag.name) != nullptr) {
      continue;
    }
    const Flag* beside = nullptr;
    bool all = true;
    for (const FlagAccess& one : flag.accesses) {
      if (one.access->scope != Scope::kSrc) continue;
      const Flag* found = nullptr;
      for (const auto& [line, other] : lines.at(one.access->place.file)) {
        const auto known = foreign.find(other->name);
        if (known == foreign.end() || known->second.generic) continue;
        const bool instead = std::any_of(
            other->accesses.begin(), other->accesses.end(),
            [&](const FlagAccess& there) { return AskedInTurn(*one.access, *there.access); });
        if (instead) found = other;
      }
      all = all && found != nullptr;
      if (found != nullptr) beside = found;
    }
    if (!all || beside == nullptr) continue;
    out.foreign.emplace(flag.name, Owner{foreign.at(beside->name).owner->name, beside->name});
  }
}

// The most frequent owner of `names`, and two of these names to show.
Owner CommonOwner(const std::vector<std::string_view>& names, const ForeignNames& foreign) {
  std::map<std::string_view, std::vector<std::string_view>> by_owner;
  for (const std::string_view name : names) {
    by_owner[foreign.find(name)->second.owner->name].push_back(name);
  }
  const auto most = std::max_element(
      by_owner.begin(), by_owner.end(),
      [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  Owner out{most->first, std::string(most->second[0])};
  if (most->second.size() > 1) out.beside += " and " + std::string(most->second[1]);
  return out;
}

// The names of each place in the sources that looks up several: a loop or a test over a list.
std::vector<std::vector<std::string_view>> Lists(const std::vector<Flag>& flags) {
  std::map<std::tuple<std::string_view, int, int>, std::vector<std::string_view>> places;
  for (const Flag& flag : flags) {
    if (IsPattern(flag.name)) continue;
    for (const FlagAccess& one : flag.accesses) {
      const Access& access = *one.access;
      if (access.scope != Scope::kSrc) continue;
      auto& names = places[{access.place.file, access.place.line, access.place.column}];
      if (names.empty() || names.back() != flag.name) names.push_back(flag.name);
    }
  }
  // A name that is also looked up alone belongs to more than its list.
  std::set<std::string_view> alone;
  for (const auto& [place, names] : places) {
    if (names.size() == 1) alone.insert(names[0]);
  }
  std::vector<std::vector<std::string_view>> out;
  for (auto& [place, names] : places) {
    if (names.size() < 2) continue;
    std::erase_if(names, [&](std::string_view name) { return alone.contains(name); });
    if (names.size() > 1) out.push_back(std::move(names));
  }
  return out;
}

// Assigns names in a list to an owner if at least two names of the list, and at least as many as
// have no owner, belong to that owner.
void AddByLists(const std::vector<Flag>& flags, const ForeignNames& foreign, Ownership& out) {
  constexpr size_t kFew = 2;
  for (const std::vector<std::string_view>& list : Lists(flags)) {
    std::vector<std::string_view> theirs, unknown;
    for (const std::string_view name : list) {
      if (foreign.contains(name)) {
        theirs.push_back(name);
      } else if (OwnPrefixOf(out, name) == nullptr) {
        unknown.push_back(name);
      }
    }
    if (theirs.size() < kFew || theirs.size() < unknown.size()) continue;
    for (const std::string_view name : unknown) {
      out.foreign.emplace(std::string(name), CommonOwner(theirs, foreign));
    }
  }
}

// Adds the names of each kind of which pages document one that the sources read.
void AddDocumentedKinds(const std::vector<Flag>& flags, Ownership& out) {
  static const auto kinds = EmbeddedLists("kinds.toml");
  std::map<std::string_view, const Flag*> by_name;
  for (const Flag& flag : flags) by_name.emplace(flag.name, &flag);
  for (const auto& [kind, names] : kinds) {
    const bool documented = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      const auto flag = by_name.find(name);
      return flag != by_name.end() && !SourceAccesses(*flag->second).empty() &&
             std::any_of(flag->second->entries.begin(), flag->second->entries.end(),
                         [](const Entry* entry) { return entry->IsListed(); });
    });
    if (documented) out.related.insert(names.begin(), names.end());
  }
}

// Adds names that one function of the project reads and that differ only in their first word. A
// table lists some of the services, but the project treats all of them the same.
//
//   key("AZURE_API_KEY"), key("ORBIT_API_KEY")     # as related as the one that is in no table
void AddSiblingsOfFunctions(const std::vector<Flag>& flags, const ForeignNames& foreign,
                            Ownership& out) {
  using Kind =
      std::pair<Place, std::string_view>;  // the read in the function; all but the first word
  std::map<Kind, std::vector<const Flag*>> kinds;
  for (const Flag& flag : flags) {
    const size_t tail = flag.name.find('_');
    if (IsPattern(flag.name) || tail == std::string::npos || tail == 0) continue;
    if (flag.name.find('_', tail + 1) == std::string::npos) continue;  // three words or more
    std::set<Place> seen;
    for (const Access* access : SourceAccesses(flag)) {
      if (access->chain.empty() || !seen.insert(access->chain.back()).second) continue;
      kinds[{access->chain.back(), std::string_view(flag.name).substr(tail)}].push_back(&flag);
    }
  }
  for (const auto& [kind, names] : kinds) {
    const bool unknown = std::any_of(names.begin(), names.end(), [&](const Flag* flag) {
      return !foreign.contains(flag->name);
    });
    if (!unknown) continue;
    for (const Flag* flag : names) out.related.insert(flag->name);
  }
}

// Adds the names that begin with the project's name or contain it as a word. A short name is part
// of too many words.
void AddNamedAfter(const std::vector<Flag>& flags, const std::vector<ProjectName>& names,
                   Ownership& out) {
  constexpr size_t kLeast = 4;  // with the "_" at its end
  for (const ProjectName* project : CertainNames(names)) {
    for (const std::string& prefix : PrefixesOfName(project->name)) {
      if (prefix.size() < kLeast) continue;
      const std::string word = "_" + prefix.substr(0, prefix.size() - 1);
      for (const Flag& flag : flags) {
        const std::string inside = "_" + flag.name + "_";
        if (inside.starts_with(word) || inside.find(word + "_") != std::string::npos) {
          out.related.insert(flag.name);
        }
      }
    }
  }
}

}  // namespace

Ownership FindOwnership(const std::vector<Flag>& flags, const std::vector<std::string>& claimed,
                        const std::vector<ProjectName>& names) {
  Ownership out;
  out.own = FindOwnPrefixes(flags, claimed, names);
  const ForeignNames foreign = ByTable(flags, out.own, names);
  const Lines lines = LinesOf(flags);
  // The steps add owners from certain to less certain evidence; an earlier one has precedence.
  AddDocumentedKinds(flags, out);
  AddSiblingsOfFunctions(flags, foreign, out);
  for (const Flag& flag : flags) {
    const auto known = foreign.find(flag.name);
    if (known == foreign.end() || out.related.contains(flag.name)) continue;
    if (known->second.generic && OccursAmongOwn(flag, lines, foreign)) continue;
    out.foreign.emplace(flag.name, Owner{known->second.owner->name, {}});
  }
  AddByLists(flags, foreign, out);
  AddByAlternatives(flags, foreign, lines, out);
  AddByFunctions(flags, names, out);
  AddNamedAfter(flags, names, out);
  return out;
}

const Owner* OwnerOf(const Ownership& ownership, std::string_view name) {
  const auto found = ownership.foreign.find(name);
  return found == ownership.foreign.end() ? nullptr : &found->second;
}

bool IsSurelyOwn(const Ownership& ownership, std::string_view name) {
  const OwnPrefix* const prefix = OwnPrefixOf(ownership, name);
  return prefix != nullptr && prefix->by <= OwnBy::kPages;
}

const Dependency* DependencyOf(const Ownership& ownership, std::string_view name) {
  // The project's own prefix, if it is longer than the library's, explains the name better.
  size_t own = 0;
  for (const OwnPrefix& prefix : ownership.own) {
    const bool called = prefix.by <= OwnBy::kPackage;
    if (called && BeginsWith(name, prefix)) own = std::max(own, prefix.prefix.size());
  }
  for (const Dependency& dependency : ownership.dependencies) {
    for (const std::string& prefix : PrefixesOfName(dependency.name)) {
      if (name.starts_with(prefix) && prefix.size() > own) return &dependency;
    }
  }
  return nullptr;
}

bool IsOfDependencyFamily(const Ownership& ownership, std::string_view name) {
  constexpr size_t kLeast = 4;  // letters of a family's name
  for (const Dependency& dependency : ownership.dependencies) {
    std::string family = ToUpper(dependency.name);
    std::replace_if(family.begin(), family.end(), [](char c) { return !IsIdentifierByte(c); }, '_');
    const size_t last = family.rfind('_');
    if (last == std::string::npos || last < kLeast) continue;
    family.resize(last + 1);
    if (!name.starts_with(family)) continue;
    // A package of the tree may require another package of the tree.
    const bool own = std::any_of(
        ownership.names.begin(), ownership.names.end(), [&](const ProjectName& project) {
          return FoldedProject(project.name) == FoldedProject(dependency.name);
        });
    if (!own) return true;
  }
  return false;
}

// Prefixes of siblings are many, so they are searched by halves.
const OwnPrefix* OwnPrefixOf(const Ownership& ownership, std::string_view name) {
  const auto siblings =
      ownership.own.begin() + static_cast<long>(CountWithoutSiblings(ownership.own));
  const auto strong = std::find_if(ownership.own.begin(), siblings, [&](const OwnPrefix& prefix) {
    return BeginsWith(name, prefix);
  });
  if (strong != siblings) return &*strong;
  const std::string word = FirstWord(name);
  const auto sibling =
      std::lower_bound(siblings, ownership.own.end(), word,
                       [](const OwnPrefix& a, const std::string& b) { return a.prefix < b; });
  return sibling != ownership.own.end() && sibling->prefix == word ? &*sibling : nullptr;
}

}  // namespace flagcensus
