// The wrappers that were found so far, and the effect of a call on the environment: by an entry of
// the tables, a wrapper, or the name of a function that the tree does not show.
//
//   meanings.MeaningsOf(file, facts, call of `Option("A", 80)`)
//   ─→ {name "A", read, default 80, via "Option"}, if Option is among the wrappers
//
// A newcomer adds a kind of call to MeaningsOf; wrappers are added by CFoundWrappers::Insert alone.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/link/accessor_index.h"
#include "analyzer/c/link/meaning.h"
#include "analyzer/c/link/sources.h"
#include "analyzer/c/link/tree_facts.h"

namespace flagcensus {

// Functions that no file of the tree defines, and that are known by their names alone:
// FunctionRows::unseen, unseen_owners, and methods such as `ops->getenv`.
class CUnseenFunctions {
 public:
  explicit CUnseenFunctions(const CAccessors& accessors) : accessors_(accessors) {}

  // Finds out what the tree declares itself, and which names are passed to the others.
  void Find(const CTreeFacts& facts);

  // A function, by FunctionRows::unseen.
  std::optional<CMeaning> OfUnseen(const CCall& call) const;
  std::optional<CMeaning> OfUnseenOwner(const CCall& call) const;
  bool IsUnseenMethod(const CCall& call) const;
  // Whether a class of the tree has a method of that name.
  bool IsMethod(const std::string& name) const { return methods_.count(name) > 0; }

 private:
  // The owner in FunctionRows::unseen_owners to which the reader that the call may be belongs; ""
  // if there is no such owner.
  std::string UnseenOwnerOf(const CCall& call) const;

  const CAccessors& accessors_;
  std::set<std::string> methods_;  // names of methods of the tree's classes
  // By the qualified name of an unseen owner's function: the names that are passed to it.
  std::map<std::string, std::set<std::string>> owned_;
  std::set<std::string> owners_;   // those of FunctionRows::unseen_owners that the tree declares
  std::set<std::string> defined_;  // those of FunctionRows::unseen that the tree defines
};

// The wrappers of a tree by their callable names, and of these the functions that store names.
class CFoundWrappers {
 public:
  using ByName = std::map<std::string, std::vector<CWrapper>>;
  // What it skips is reported as a diagnostic `limit`.
  static constexpr size_t kMaxPerName = 40;

  CFoundWrappers(const CTreeFacts& facts, CLinkLimits& limits) : facts_(facts), limits_(limits) {}

  const ByName& by_name() const { return wrappers_; }
  bool Has(const std::string& name) const { return wrappers_.count(name) > 0; }
  const CStoringFunctions& storing_functions() const { return storing_functions_; }
  // The names that were inserted since the last BeginRound.
  const std::set<std::string>& last() const { return last_; }

  // Returns false if it is known, or if its name refers to parameters that its owner does not have.
  bool Insert(const std::string& name, CWrapper wrapper);
  void BeginRound() { last_.clear(); }
  void Clear();

 private:
  void NoteStoringFunction(const CWrapper& wrapper);

  const CTreeFacts& facts_;
  CLinkLimits& limits_;
  ByName wrappers_;
  CStoringFunctions storing_functions_;
  std::set<std::string> last_;
};

// Read-only: it asks what others have found. A look-up costs a pass over the wrappers of the name.
class CMeanings {
 public:
  CMeanings(const CAccessors& accessors, const CTreeFacts& facts, const CFoundWrappers& wrappers,
            const CUnseenFunctions& unseen)
      : accessors_(accessors), facts_(facts), wrappers_(wrappers), unseen_(unseen) {}

  // All known effects of the call.
  std::vector<CMeaning> MeaningsOf(int file, const CFacts& facts, const CCall& call) const;

 private:
  std::vector<CMeaning> OfRows(int file, const CFacts& facts, const CCall& call) const;
  CMeaning OfRow(const AccessorRow& row, const CCall& call) const;
  // Whether the file has its own function of that name that reads no environment (`getenv` of a
  // class, called without an object inside it).
  bool ShadowedBy(int file, const CFacts& facts, const CCall& call) const;
  bool MayCall(int file, const CFacts& facts, const CCall& call, const CWrapper& wrapper) const;
  std::optional<CMeaning> OfWrapper(int file, const CWrapper& wrapper, const CCall& call) const;
  std::vector<CMeaning> OfWrappers(int file, const CFacts& facts, const CCall& call) const;

  const CAccessors& accessors_;
  const CTreeFacts& facts_;
  const CFoundWrappers& wrappers_;
  const CUnseenFunctions& unseen_;
};

}  // namespace flagcensus
