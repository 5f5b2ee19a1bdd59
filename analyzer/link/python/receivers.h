// Receivers: the objects whose names a Python file takes without writing them, as far as its text
// tells: getattr(x, name), vars(x), x.__dict__. No parse; a few bytes around each place.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace flagcensus {

// The object of which `word` at `offset` takes the names: x of `vars(x)`, `x.__dict__`; its last
// name, "" where it has none.
std::string ReceiverOf(std::string_view text, std::string_view word, size_t offset);

// Adds the objects of which the text has a getattr whose name is not written there.
void LookUps(std::string_view text, std::set<std::string>* receivers);

// The name that is an object of the class named at `offset`: settings of `settings: C`,
// `settings = m.C(`, `isinstance(settings, C)`; "self" of `class D(C)`; "" where there is none.
std::string ObjectOf(std::string_view text, size_t offset);

// The words of a name in snake_case or CamelCase, lower case.
std::set<std::string> WordsIn(const std::string& name);

}  // namespace flagcensus
