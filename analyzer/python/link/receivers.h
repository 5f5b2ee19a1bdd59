// Receivers: objects with attributes that a Python file accesses without spelling their names, as
// far as its text shows: getattr(x, name), vars(x), x.__dict__. No parse; reads a few bytes around
// each place. A receiver says that each field of its class may be used.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace flagcensus {

// The object with the attributes that `word` at `offset` accesses: x in `vars(x)`, `x.__dict__`;
// the last part of its name, "" if it has none.
std::string ReceiverOf(std::string_view text, std::string_view word, size_t offset);

// The function that looks attributes up by their names.
inline constexpr std::string_view kLookUp = "getattr";

// The object on which `getattr` at `offset` is called with a name that is not a literal there, as
// ReceiverOf gives it; nullopt for any other use of the word.
std::optional<std::string> LookUpAt(std::string_view text, size_t offset);

// The name of an object of the class named at `offset`: settings of `settings: C`, `settings =
// m.C(`, `isinstance(settings, C)`; "self" of `class D(C)`; "" if there is none.
std::string ObjectOf(std::string_view text, size_t offset);

// The words of a name in snake_case or CamelCase, lower case.
std::set<std::string> WordsIn(const std::string& name);

}  // namespace flagcensus
