// Accesses → signals near them in the source that say "not for users".
//
//   # for tests only
//   os.getenv("APP_FAKE_CLOCK")   ─→ Flag::signs of APP_FAKE_CLOCK: kComment, "for tests"
//
// A variable with such a sign and without an entry is part of the inventory and not a finding.
#pragma once

#include <vector>

#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Fills `signs` of the flags that sources access and no entry documents:
//
// - a comment at the access that calls the variable internal or for tests
// - an argument of the call that hides it
// - a preprocessor condition of fault injection or debugging around every read
// - a read that only warns that the variable is gone
// - a directory with its own licence around every read
//
// Reads each file with such an access once, some lines around each.
void FindInternalSigns(const Tree& tree, unsigned jobs, std::vector<Flag>& flags);

// marks.cc. Adds kUnmarked to those of these flags that are declared without a comment, in a file
// that has comments above the declarations that pages document and above few others. Costs a search
// for all names in the sources of trees with many documented variables.
void FindUnmarked(const Tree& tree, unsigned jobs, std::vector<Flag>& flags);

// listed_names.cc. Adds what a script or test that checks the documentation says, above a list of
// names, of those of these flags without another sign. Costs a search for their names in files that
// are neither pages nor the product's sources.
void FindListedNames(const Tree& tree, unsigned jobs, std::vector<Flag>& flags);

}  // namespace flagcensus
