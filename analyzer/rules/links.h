// Links: which variables are read if another is not set.
#pragma once

#include <string>
#include <vector>

#include "analyzer/rules/rule.h"

namespace flagcensus {

// `second` is read if `first` is not set.
struct Link {
  std::string first, second;
  const Access* access = nullptr;  // the read of `second`
};

// The links in the sources: os.getenv(A, os.getenv(B)), get(A) or get(B), and in C `v ? v :
// getenv(B)`. If either of two variables is enough to enable something, there is no link.
std::vector<Link> LinksOf(const RuleInput& input);

// The first read of `flag` in that file, or nullptr.
const Access* ReadInFile(const Flag& flag, const std::string& file);

}  // namespace flagcensus
