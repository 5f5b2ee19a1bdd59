// Calls of Python's own functions and of methods of strings and dicts, as far as names and defaults
// are made with them → the value they give. Functions over values alone: what they do to the
// environment is the evaluator's.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/link/python/argument.h"
#include "analyzer/link/python/value.h"

namespace flagcensus {

// What needs the program: an imported name looked up, and the items of a constant collection.
struct ValueLookUp {
  std::function<ValueRef(const ValueRef&)> force;
  std::function<std::optional<std::vector<ValueRef>>(const ValueRef&)> items;
};

// `dotted`: the function's name, "functools.partial". Nothing where it is not one that is known, or
// is not called as it has to be; null where it is and nothing is known of what it gives.
std::optional<ValueRef> CallBuiltin(std::string_view dotted, const std::vector<Argument>& arguments,
                                    const ValueLookUp& look_up);

// Null where nothing is known of what `of.name(arguments)` gives. `of` is not what was read.
ValueRef CallMethodOf(const ValueRef& of, std::string_view name,
                      const std::vector<Argument>& arguments, const ValueLookUp& look_up);

// The methods of a string that was read whose result is still that variable's value.
bool KeepsRead(std::string_view method);

}  // namespace flagcensus
