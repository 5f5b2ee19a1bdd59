// Parse: what the sources make of a variable's value.
#pragma once

#include <string>
#include <vector>

#include "analyzer/model/flag.h"

namespace flagcensus {

// What all reads of the sources together do with a value.
struct Parse {
  std::vector<const Access*> reads;
  bool any_true = false;                   // all only ask whether it has a value
  ValueType type = ValueType::kUnknown;    // the one type that all of them parse
  std::vector<std::string> truthy, falsy;  // of all of them
  bool in_c = false;                       // where a number may be parsed behind the comparisons
};

// Of all reads in scope src; of the tests where nothing reads. Without a type and `any_true` false
// where the sources also set the variable: what a user sets may not arrive.
Parse ParseOf(const Flag& flag);

}  // namespace flagcensus
