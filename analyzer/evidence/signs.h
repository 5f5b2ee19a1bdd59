// Accesses → what stands beside them in the source that says "not for users".
#pragma once

#include <vector>

#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Fills `signs` of the flags that sources touch and no entry documents: comments at the access that
// call the variable internal or for tests, an argument of the call that hides it, a preprocessor
// condition of fault injection or debugging around every read, a read that only warns that the
// variable is gone. Reads each file with such an access once, some lines around each.
void FindSigns(const Tree& tree, unsigned jobs, std::vector<Flag>& flags);

}  // namespace flagcensus
