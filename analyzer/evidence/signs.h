// Accesses → what stands beside them in the source that says "not for users".
#pragma once

#include <vector>

#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Fills `signs` of the flags that sources touch and no entry documents: comments at the access that
// call the variable internal or for tests, an argument of the call that hides it, a preprocessor
// condition of fault injection or debugging around every read, a read that only warns that the
// variable is gone, a directory with a licence of its own around every read. Reads each file with
// such an access once, some lines around each.
void FindSigns(const Tree& tree, unsigned jobs, std::vector<Flag>& flags);

// marks.cc. Adds kUnmarked to such flags that a file declares which has comments above those of its
// declarations that pages document, and few others. Costs a search for all names in the sources of
// trees with many documented ones.
void FindUnmarked(const Tree& tree, unsigned jobs, std::vector<Flag>& flags);

}  // namespace flagcensus
