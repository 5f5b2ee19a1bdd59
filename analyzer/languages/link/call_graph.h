// Which calls call which function of a tree, including through values that contain a function.
//
//   a.js: export const get = n => process.env[n]; export default { read: get }
//   b.js: import conf from "./a"; conf.read("APP_PORT"); run(conf.read)
//   CallsOf(get)    ─→ the call conf.read(...) in b.js, and calls of run's parameter in its body
//
// Computed on demand: only calls with a name that may refer to the function are resolved, each
// once. Names that pass a value on (imports, exports, members, variables) are collected once; that
// costs a pass over the terms of all units.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/languages/link/resolver.h"
#include "analyzer/languages/link/units.h"

namespace flagcensus {

struct CallAt {
  size_t unit = 0;
  TermId call = kNoTerm;
  friend auto operator<=>(const CallAt& a, const CallAt& b) = default;
};

class CallGraph {
 public:
  // `names`: of functions that read variables named by their callers, for Resolver.
  CallGraph(Units* units, const std::set<std::string>& names)
      : units_(*units), resolver_(*units, names) {}

  // Finds the sites of units again if their names turn out to be the environment, and the calls of
  // functions that read, through values that contain them.
  void Build();

  // In the order of the files and terms; empty if there are no calls.
  const std::vector<CallAt>& CallsOf(const UnitFunction& function);
  // Calls of a function that reads, through a field or a parameter that contains it.
  const std::vector<std::pair<size_t, Site>>& sites() const { return sites_; }
  // Whether a bound prevented calls from being followed.
  bool exhausted() const { return exhausted_ || resolver_.exhausted(); }
  // Files that were not parsed and may export a function that reads.
  const std::set<size_t>& wanted() const { return resolver_.wanted(); }

  // The argument of a call for a parameter of a function; kNoTerm if there is none. Receivers do
  // not count as arguments.
  static TermId ArgumentOf(const Program& callee, TermId function, uint32_t parameter,
                           const Program& caller, TermId call);
  // The name by which a function is called: its own, or that of the variable or member that
  // contains it; "default" for the default export of a file; "" for any other function.
  static std::string NameOf(const Program& program, TermId function);

 private:
  static constexpr size_t kMaxResolved = 1'000'000;
  static constexpr int kDeepestSlot = 3;  // parameters that are passed on

  // An argument of a call.
  struct ArgumentAt {
    size_t unit = 0;
    TermId call = kNoTerm;
    TermId argument = kNoTerm;
  };

  // Fills the maps below.
  void Index();
  void IndexTerm(size_t unit, TermId id);
  // The names under which values of these names may be found.
  std::set<std::string> NamesFrom(const std::set<std::string>& names) const;
  // Gives names that denote the environment its path.
  void Alias();
  bool AliasOf(size_t unit, const std::string& name, const Denoted& denoted);
  // What the callee of a call denotes.
  const Denoted& Target(const CallAt& call);
  // The names of a default export in other files.
  void AddImporters(const UnitFunction& function, std::set<std::string>* names);
  // The calls of a value under these names, and of parameters that receive it.
  void AddHeld(const std::set<std::string>& names, const Denoted& value, std::set<CallAt>* out);
  // The calls of the parameter that receives an argument.
  void AddPassed(const ArgumentAt& at, int depth, std::set<CallAt>* out);
  // Adds the sites of a call of a library function that reads.
  void Read(size_t unit, TermId call, const std::string& path);

  Units& units_;
  Resolver resolver_;
  std::map<std::string, std::vector<CallAt>> calls_by_name_;
  std::map<std::string, std::vector<ArgumentAt>> arguments_by_name_;
  std::map<std::string, std::set<std::string>> goes_on_;  // a name → other names of the same value
  std::set<std::string> environment_;                     // names of the environment or parts of it
  std::vector<std::pair<size_t, TermId>> whole_imports_;  // defaults and `require`
  std::set<CallAt> direct_;  // accesses: a library's own function is not searched for in the tree
  std::map<CallAt, Denoted> targets_;
  std::map<UnitFunction, std::vector<CallAt>> calls_;
  std::set<std::pair<CallAt, std::string>> read_;
  bool exhausted_ = false;
  std::vector<std::pair<size_t, Site>> sites_;
};

// One site for each element if a loop takes the name from a list literal; otherwise, or if there
// would be too many, the site itself.
std::vector<Site> SitesOfLoop(const Site& site);

}  // namespace flagcensus
