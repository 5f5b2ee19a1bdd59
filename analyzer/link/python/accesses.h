// Sites, as the evaluator knows them, → accesses, as users see them.
#pragma once

#include <vector>

#include "analyzer/link/python/evaluator.h"
#include "analyzer/link/python/program.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// One access for each site and each name it may have; sorted by AccessLess, without duplicates.
std::vector<Access> MakeAccesses(const Program& program, const std::deque<Site>& sites);

}  // namespace flagcensus
