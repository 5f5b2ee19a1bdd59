// The functions around a tree's reads, run by the machine (machine/c): what a read's value is where
// the variable is not set, and where it goes.
#pragma once

#include <any>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/config/accessors.h"
#include "analyzer/link/c/file_questions.h"
#include "analyzer/link/c/packed_unit.h"
#include "analyzer/link/c/unit_changes.h"
#include "analyzer/machine/c/machine.h"

namespace flagcensus {

class CResolver;

struct CMachineFound {
  // Of each read, by its file, line and name.
  using Key = std::tuple<int, int, std::string>;
  struct Default {
    std::string text;
    ValueType type = ValueType::kUnknown;
    CEvent::Source source = CEvent::Source::kTest;
    bool several = false;  // none of them is the default
  };
  std::map<Key, Default> defaults;
  std::map<Key, std::vector<CEvent::Flow>> flows;
};

// A tree's files as units of the machine, and the runs of those of their functions that read.
class CMachineRun {
 public:
  using Accessors = std::map<std::string, std::vector<const AccessorRow*>>;  // by name
  // Keeps references. `names`: of what reads. `follow_values`: whether flows are wanted, for which
  // functions that call the roots run, too.
  CMachineRun(CResolver& resolver, const std::set<std::string>& names, PpSources* sources,
              bool follow_values);

  // The reads of `files`. The tree's memory has the result while all tokens stay what they are.
  CMachineFound Run(const std::set<int>& files, const Accessors& accessors);

 private:
  struct Unit {
    int file = -1;
    std::optional<UnitTokens> tokens;          // until they are added; nullopt: only packed ones
    std::shared_ptr<const PackedUnit> packed;  // for the memory, if there is one
  };
  using Units = std::vector<Unit>;
  // Files that define what others use.
  struct Round {
    std::set<std::string> missing;  // the names
    Units units;
    int too_many = -1;  // the first file that is left out; -1: none
  };
  // What a run depended on, and found.
  struct Before {
    std::set<std::string> names;
    std::set<std::string> headers;  // of libraries, which are added to the tree
    std::set<int> files;
    Units units;
    std::vector<Round> rounds;
    std::vector<std::tuple<int, uint32_t, uint32_t, std::string>> limits;
    CLookups lookups;
    CMachineFound found;
  };
  // By where they stand.
  struct EarlierRoutine {
    bool operator()(const CRoutine* a, const CRoutine* b) const {
      return std::pair(a->unit, a->token) < std::pair(b->unit, b->token);
    }
  };
  using Routines = std::set<CRoutine*, EarlierRoutine>;

  static std::set<std::string> MissingNames(const CProgram& program, const Routines& roots,
                                            const SymbolTable& symbols);
  static bool Same(Units now, const CLookups& lookups, Units* then);
  std::any* Left() const;
  bool Holds(const std::set<int>& files, Before* before);
  void Read(const std::set<int>& files);
  void AddAccessor(const std::string& name, const AccessorRow& row);
  void RunAll(const RunBudget& budget);
  void AddCallers();
  void Collect(bool all);
  std::string Named(const char* what, size_t round) const;
  Units Expanded(std::vector<int> files, size_t round, const std::set<std::string>* constants);
  Round Defining(size_t round, const std::set<std::string>& missing);
  void Add(Units* units, bool whole);
  void Tell(int file, uint32_t line, uint32_t column, const std::string& what);

  CResolver& resolver_;
  const std::set<std::string>& names_;
  PpSources* sources_;
  const bool follow_values_;
  SymbolTable symbols_;
  CProgram program_{symbols_};
  std::unique_ptr<CMachine> machine_ = std::make_unique<CMachine>(symbols_, program_);
  std::set<int> files_;  // that are read
  Routines roots_;
  Before made_;
};

}  // namespace flagcensus
