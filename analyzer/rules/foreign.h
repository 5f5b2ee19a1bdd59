// Foreign names: third-party variables (of the shell, a CI system, SLURM, CUDA, ...), from the
// tables in queries/foreign/.
//
//   FindForeign("SLURM_JOB_ID")  ─→ SLURM, by the pattern SLURM_*
//   FindForeign("HOME")          ─→ the system's shell, exact
//   FindForeign("APP_HOME")      ─→ no owner
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// One owner of variables, with static lifetime.
struct ForeignOwner {
  std::string name;  // as used in messages: "SLURM", "the system's shell and login"
  std::vector<std::string> projects;  // the names of the owner's own projects, folded
};

struct ForeignName {
  const ForeignOwner* owner = nullptr;  // nullptr: no known owner
  bool exact = false;                   // the name itself is listed, not only its prefix
  bool generic = false;                 // a common word that any program may use as a variable
};

// The owner of `name`: an exact name takes precedence over patterns, a longer pattern over a
// shorter one.
ForeignName FindForeign(std::string_view name);

// A project's name folded for comparison: "oven-rack" and "Oven_Rack" are equal.
std::string FoldedProject(std::string_view name);

}  // namespace flagcensus
