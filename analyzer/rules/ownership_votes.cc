// names by the function that touches them ─→ the owner of most ─→ the owner of the others
#include "analyzer/rules/ownership_votes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "analyzer/base/text.h"
#include "analyzer/rules/foreign.h"
#include "analyzer/rules/own_prefixes.h"
#include "analyzer/rules/patterns.h"

namespace flagcensus {
namespace {

constexpr size_t kMinVotes = 3;

// The words of the project's certain names; short ones are part of too many names.
std::set<std::string, std::less<>> WordsOfProject(const std::vector<ProjectName>& names) {
  constexpr size_t kMinLetters = 3;
  std::set<std::string, std::less<>> out;
  for (const ProjectName* name : CertainNames(names)) {
    std::string word;
    for (const char c : ToUpper(name->name) + "-") {
      if (IsAlnum(c)) {
        word += c;
        continue;
      }
      if (word.size() >= kMinLetters) out.insert(word);
      word.clear();
    }
  }
  return out;
}

// The variables that each function of the sources accesses, each once.
std::map<int, std::vector<const Flag*>> ByFunction(const std::vector<Flag>& flags) {
  std::map<int, std::vector<const Flag*>> out;
  for (const Flag& flag : flags) {
    if (IsPattern(flag.name)) continue;
    for (const FlagAccess& one : flag.accesses) {
      if (one.access->scope != Scope::kSrc || one.access->evidence.function < 0) continue;
      std::vector<const Flag*>& row = out[one.access->evidence.function];
      if (row.empty() || row.back() != &flag) row.push_back(&flag);
    }
  }
  return out;
}

// The owner of the name according to a table; "" if it is a word that any program may use.
std::string_view VoteOf(const Ownership& ownership, const Flag& flag) {
  const Owner* const owner = OwnerOf(ownership, flag.name);
  const bool certain = owner != nullptr && owner->beside.empty() && !FindForeign(flag.name).generic;
  return certain ? owner->name : std::string_view();
}

// The owner of most of `names`, with two of them to show; nullopt if no owner has enough.
std::optional<Owner> ElectedOf(const std::vector<const Flag*>& names, const Ownership& ownership) {
  std::map<std::string_view, std::vector<const Flag*>> votes;
  for (const Flag* flag : names) {
    if (const std::string_view vote = VoteOf(ownership, *flag); !vote.empty()) {
      votes[vote].push_back(flag);
    }
  }
  for (const auto& [owner, theirs] : votes) {
    if (theirs.size() < kMinVotes || theirs.size() * 4 < names.size() * 3) continue;
    return Owner{owner, theirs[0]->name + " and " + theirs[1]->name};
  }
  return std::nullopt;
}

}  // namespace

void AddByFunctions(const std::vector<Flag>& flags, const std::vector<ProjectName>& names,
                    Ownership& ownership) {
  const std::set<std::string, std::less<>> own_words = WordsOfProject(names);
  const auto has_own_word = [&](const Flag& flag) {
    const std::string upper = ToUpper(flag.name);
    const auto words = Split(upper, '_');
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return own_words.contains(word); });
  };
  std::map<int, Owner> elected;
  for (const auto& [function, row] : ByFunction(flags)) {
    if (auto owner = ElectedOf(row, ownership)) elected.emplace(function, std::move(*owner));
  }
  if (elected.empty()) return;
  std::map<std::string, Owner> given;
  for (const Flag& flag : flags) {
    // Names with evidence of the project are never assigned.
    if (IsPattern(flag.name) || !flag.entries.empty() || has_own_word(flag)) continue;
    if (OwnerOf(ownership, flag.name) != nullptr) continue;
    if (OwnPrefixOf(ownership, flag.name) != nullptr) continue;
    // All functions that access it must have elected the same owner.
    const Owner* owner = nullptr;
    bool all = true;
    for (const FlagAccess& one : flag.accesses) {
      if (one.access->scope != Scope::kSrc) continue;
      const auto found = elected.find(one.access->evidence.function);
      const bool agrees =
          found != elected.end() && (owner == nullptr || owner->name == found->second.name);
      all = all && agrees;
      if (agrees) owner = &found->second;
    }
    if (all && owner != nullptr) given.emplace(flag.name, *owner);
  }
  for (const auto& [name, owner] : given) ownership.foreign.emplace(name, owner);
}

}  // namespace flagcensus
