// Whether a run of the machine would notice that a unit has changed: by the names that it looked
// up, the only ones whose definitions it has seen.
#pragma once

#include <set>
#include <string>
#include <unordered_set>

#include "analyzer/link/c/packed_unit.h"
#include "analyzer/machine/c/program.h"

namespace flagcensus {

// What a run looked up.
struct CLookups {
  std::unordered_set<std::string> names;  // for what they denote
  std::unordered_set<std::string> used;   // for who uses them
  std::set<int> places;                   // files in which what it reports stands

  void Take(const CProgram& program, const SymbolTable& symbols);
};

// Whether the run may find something else after this change of the unit of `file`; true if that is
// not easily told. Costs parsing the top levels of both.
bool MayMatter(const PackedUnit& before, const PackedUnit& now, int file, const CLookups& lookups);

}  // namespace flagcensus
