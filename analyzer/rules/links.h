// Links: which variables are read if another is not set.
//
//   os.getenv("APP_CACHE", os.getenv("CACHE_DIR"))  ─→ {first APP_CACHE, second CACHE_DIR}
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

// Whether `fallback` is a separate setting that is also the default of `other`: `KEY = env("KEY")`,
// `env("OTHER", KEY)`. A read within the other's, `A = env("A", env("B"))`, is bound to the name of
// that one.
bool IsOfItsOwn(const Access& fallback, const Flag& other);

// Whether `accesses`, those of `link.second`, are only its read in the link, and only `first`, the
// variable of that name, has the value.
bool IsOnlyFallback(const std::vector<const Access*>& accesses, const Link& link,
                    const Flag& first);

// The names of an older prefix: of PIT_MODE, PIT_SIZE and PIT_NAME, each of which a wrapper reads
// if MINE_MODE, MINE_SIZE or MINE_NAME is not set.
struct AliasFamily {
  std::string first, second;  // "MINE_", "PIT_"
  std::vector<const Link*> links;
};

// The families among the links, of three members or more.
std::vector<AliasFamily> AliasFamiliesOf(const std::vector<Link>& links);

// The first read of `flag` in that file, or nullptr.
const Access* ReadInFile(const Flag& flag, const std::string& file);

}  // namespace flagcensus
