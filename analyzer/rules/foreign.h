// Foreign names: variables that belong to others (the shell, a CI system, SLURM, CUDA, ...), as the
// tables in queries/foreign/ tell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// One owner of variables. It lives as long as the program.
struct ForeignOwner {
  std::string name;  // as it stands in messages: "SLURM", "the system's shell and login"
  std::vector<std::string> projects;  // what the owner's own projects call themselves, folded
};

struct ForeignName {
  const ForeignOwner* owner = nullptr;  // nullptr: nobody is known to own it
  bool exact = false;                   // the name itself is listed, not only its prefix
  bool generic = false;                 // a word that any program may choose for its own variable
};

// Whose `name` is: an exact name comes before every pattern, a longer pattern before a shorter one.
ForeignName FindForeign(std::string_view name);

// A project's name as it is compared with others: "scikit-learn" and "Scikit_Learn" are one.
std::string FoldedProject(std::string_view name);

}  // namespace flagcensus
