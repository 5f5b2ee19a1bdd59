// Foreign names: variables that belong to others (the shell, a CI system, SLURM, CUDA, ...).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// Who owns `name`, as in queries/foreign.toml ("SLURM", "the system's shell and login"), or ""
// where nobody is known to or where one of `own_prefixes` claims it. The view lives as long as the
// program.
std::string_view ForeignOwner(std::string_view name, const std::vector<std::string>& own_prefixes);

}  // namespace flagcensus
