// Whether the default of a read is what the program works with: Access::default_certain.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "analyzer/link/python/evaluator.h"
#include "analyzer/link/python/program.h"

namespace flagcensus {

// Made once for all sites: costs one walk over the syntax of each module that has one.
class DefaultCertainty {
 public:
  DefaultCertainty(const Program& program, const std::deque<Site>& sites);

  // Whether the default of site `number`, at `place`, is given by its own call, and neither there
  // nor in a wrapper on the way to the environment is what it gives bounded (`max(1, read)`,
  // `read or 4`) or put into a name that is given another value too.
  bool IsCertain(size_t number, const Place& place) const;

 private:
  const std::deque<Site>& sites_;
  std::vector<bool> stays_;           // by site
  std::map<Place, bool> certain_at_;  // all sites at a place
};

}  // namespace flagcensus
