// Votes: a function that reads variables of one other program probably reads only that program's. A
// step of ownership.h.
//
//   def job(): return env["SLURM_JOB_ID"], env["SLURM_NODELIST"], env["SLURM_NTASKS"], env["RANK"]
//     ─→ RANK belongs to SLURM: three of four names do
#pragma once

#include <vector>

#include "analyzer/rules/ownership.h"

namespace flagcensus {

// Assigns an unowned name to an owner if, in every function that accesses it, at least three names
// and three quarters of all belong to that owner. A name that the project documents, that has an
// own prefix, or that contains a word of the project's name is never assigned.
void AddByFunctions(const std::vector<Flag>& flags, const std::vector<ProjectName>& names,
                    Ownership& ownership);

}  // namespace flagcensus
