// The values that the sources compare a variable's value with.
//
//   ENGINE = os.getenv("APP_ENGINE", "fast")
//   if ENGINE == "fast": ...                      fast, exact
//   elif ENGINE in ("exact",): ...         ─→     each with its place
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct ComparedValue {
  std::string value;
  Place place;

  bool operator==(const ComparedValue&) const = default;
};

// The values, by name, with which sources compare documented variables that they read as text.
// Words for on and off and numbers do not count. A name of a module or of a class is searched for
// in all sources if it is in capitals, a local one in the lines below the read. Costs a read of the
// files with such names.
std::map<std::string, std::vector<ComparedValue>, std::less<>> FindComparedValues(
    const Tree& tree, unsigned jobs, const std::vector<Flag>& flags);

// The values that `line` compares the expression that ends in `name` with.
std::vector<std::string> ComparedIn(std::string_view line, std::string_view name);

}  // namespace flagcensus
