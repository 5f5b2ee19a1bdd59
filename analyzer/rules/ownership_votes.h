// Votes: a function that asks for the names of one other program asks for one more of them. A step
// of ownership.h.
#pragma once

#include <vector>

#include "analyzer/rules/ownership.h"

namespace flagcensus {

// Gives names of nobody to the owner whom at least three names, and three quarters of all, of every
// function that touches them belong to. A name that the project documents, that begins as its own
// do, or that has a word of what it is called, is never given away.
void AddByFunctions(const std::vector<Flag>& flags, const std::vector<ProjectName>& names,
                    Ownership& ownership);

}  // namespace flagcensus
