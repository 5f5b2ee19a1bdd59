// Facts → wrappers, and the names to search for next: wrappers, functions that receive values, and
// functions that look names up.
//
//   int Option(const char* name, int def) {
//     const char* v = getenv(name);
//     return v ? atoi(v) : def; }
//   ─→ FindWrappers inserts Option into CFoundWrappers and returns {"Option"}
//
// A newcomer adds a way in which a function may read a variable here: a class that inserts wrappers
// in a file of its own, called from CWrapperFinder::FillWrappers.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/c/link/accessor_index.h"
#include "analyzer/c/link/meanings.h"
#include "analyzer/c/link/sources.h"
#include "analyzer/c/link/tree_facts.h"

namespace flagcensus {

// copies.cc. Environments that a program keeps for itself.
class CEnvironmentCopies {
 public:
  CEnvironmentCopies(const CSources& sources, const CAccessors& accessors, const CTreeFacts& facts,
                     CFoundWrappers& wrappers)
      : sources_(sources), accessors_(accessors), facts_(facts), wrappers_(wrappers) {}

  // For a file that uses the whole environment: functions that, by their names and parameters, read
  // or write one variable in their own copy.
  void AddCopies(int file, const CFacts& facts);
  // For a file that puts each variable into its own table, by assign_param(name, value): functions
  // such as get_param(name) read one.
  void AddImported(int file, const CFacts& facts);
  // Types of records that contain the environment: functions that receive it take names.
  // `searched`: the names that files have been searched for.
  std::set<std::string> FindTypes(const std::set<std::string>& searched);
  void AddOfTypes(int file, const CFacts& facts);

 private:
  const CSources& sources_;
  const CAccessors& accessors_;
  const CTreeFacts& facts_;
  CFoundWrappers& wrappers_;
  std::set<std::string> types_;  // of records and classes that contain an environment
};

// stores.cc. Names that one function stores in a record and another reads there.
class CNameStores {
 public:
  CNameStores(const CAccessors& accessors, const CTreeFacts& facts, CFoundWrappers& wrappers)
      : accessors_(accessors), facts_(facts), wrappers_(wrappers) {}

  // Functions that store a name in a record with a member that is read later.
  bool AddStores(const CMeaning& meaning, const CPart& member, const Place& read);
  // A function that looks up by its parameters what that function has stored.
  bool AddLookups(int file, const CFacts& facts, const CCall& call, const CMeaning& meaning,
                  const CPart& member);
  // A function that is also passed a text that cannot be a name stores texts, not names.
  void NoteText(const CMeaning& meaning, const std::vector<CPart>& name);
  // The number of such functions, which remain known.
  size_t texts() const { return functions_storing_texts_.size(); }
  // For another search from all facts.
  void Restart() { stores_given_.clear(); }

 private:
  // The storing function as a wrapper of the function around the look-up, with parameters of the
  // same names in place of its own. nullopt if a part of the name has no such parameter.
  std::optional<CWrapper> LookedUp(const CWrapper& storing, FunctionRef around) const;

  const CAccessors& accessors_;
  const CTreeFacts& facts_;
  CFoundWrappers& wrappers_;
  std::set<CSite> functions_storing_texts_;  // functions that store arbitrary texts
  // Stores already matched with a read of their member: member, type, operation.
  std::set<std::tuple<std::string, std::string, AccessOp>> stores_given_;
};

// wrappers.cc, tables.cc. Everything is found again from all facts, since a new file may exclude
// what others have shown.
class CWrapperFinder {
 public:
  static constexpr int kMaxWrapperRounds = 12;  // over all facts, for wrappers of wrappers

  CWrapperFinder(const CSources& sources, const CAccessors& accessors, CLinkLimits& limits,
                 CTreeFacts& facts, CUnseenFunctions& unseen, CFoundWrappers& wrappers,
                 const CMeanings& meanings)
      : sources_(sources),
        accessors_(accessors),
        limits_(limits),
        facts_(facts),
        unseen_(unseen),
        wrappers_(wrappers),
        meanings_(meanings),
        copies_(sources, accessors, facts, wrappers),
        stores_(accessors, facts, wrappers) {}

  // From all facts; returns the names that are not among those `searched` for.
  std::set<std::string> FindWrappers(const std::set<std::string>& searched);
  // Members of records, with texts that are read as names.
  const std::set<std::string>& members() const { return members_; }

 private:
  void FillWrappers();
  bool AddTableGetters(const CMeaning& meaning, const CPart& row, const Place& read);
  // `#define ALIAS wrapper`: a wrapper with the arguments of the other.
  bool AddAlias(int file, const CFacts& facts, const CCall& call);
  // The macros that produce the records of an array from which names are read:
  // getenv(array[i].name). Without an array, of all that have a default among their parameters.
  bool AddTables(int file, const CFacts& facts, const std::string& array, CWrapper made);
  bool AddWrapper(int file, const CFacts& facts, const CCall& call, const CMeaning& meaning,
                  const std::vector<CPart>& name);
  // A field of the class around a call, if a constructor initialises it from its own parameter.
  bool TakeField(int file, const CFacts& facts, const CFunction& around, CPart* part,
                 FunctionRef* owner) const;
  // The default of the wrapper derived from the call, and what it fills.
  void SetGiven(int file, const CFunction& around, const CCall& call, const CMeaning& meaning,
                CWrapper* made) const;
  // For a macro that reads into the target of a parameter: the default and the type of that target
  // in other definitions of the macro, for the same list.
  void FollowDefinitions(const CFunction& macro, const CValue& filled, CWrapper* made) const;

  const CSources& sources_;
  const CAccessors& accessors_;
  CLinkLimits& limits_;
  CTreeFacts& facts_;  // of which it builds the index
  CUnseenFunctions& unseen_;
  CFoundWrappers& wrappers_;
  const CMeanings& meanings_;
  CEnvironmentCopies copies_;
  CNameStores stores_;
  std::set<std::string> members_;
};

// wrappers.cc. Functions to which results of calls are passed.
class CValueConsumers {
 public:
  CValueConsumers(CTreeFacts& facts, CLinkLimits& limits) : facts_(facts), limits_(limits) {}

  // Functions with known uses of their parameters.
  const std::set<std::string>& names() const { return names_; }
  // Sets the type and the default of calls with a result that is passed to a function of the tree,
  // as that function implies. Returns functions with uses that are not known yet.
  std::set<std::string> FindConsumers();

 private:
  static void TakeUse(const CFunction& consumer, CCall* call);

  CTreeFacts& facts_;
  CLinkLimits& limits_;
  std::set<std::string> names_;
  bool many_consumers_ = false;  // some are not searched for
};

// lookups.cc. Functions that look texts of the environment up in a table.
class CEnvironLookups {
 public:
  CEnvironLookups(const CAccessors& accessors, CTreeFacts& facts)
      : accessors_(accessors), facts_(facts) {}

  // Functions that use environ.
  const std::set<std::string>& environ_users() const { return environ_users_; }
  // Functions whose calls show whether a text looked up in a table comes from the environment.
  std::set<std::string> FindLookups();
  // Adds the look-ups that the environment feeds to the facts, as calls.
  void AddLookupReads();

 private:
  bool IsFed(const std::string& lookup, int position, std::set<std::string>* prefixes) const;
  bool FedBy(const std::string& name, int parameter, std::set<std::string>* prefixes,
             std::vector<std::pair<std::string, int>>* outers) const;

  const CAccessors& accessors_;
  CTreeFacts& facts_;
  std::set<std::string> environ_users_;
  // Functions that look something up in a table, and their callers.
  std::set<std::string> followed_;
};

}  // namespace flagcensus
