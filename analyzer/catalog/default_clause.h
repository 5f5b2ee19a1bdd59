// A clause that can only be a default ("`x` (remark)", "the number of cores") → the default.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/catalog/defaults.h"
#include "analyzer/catalog/values.h"
#include "analyzer/pages/prose.h"

namespace flagcensus {

DefaultText LiteralDefault(std::string text);
DefaultText UnsetDefault();
DefaultText ProseDefault(std::string_view words);  // empty if there are no words

// Classifies `prose` from `at` to `end`, which describes the variable `name` ("" if unknown).
DefaultText ClassifyClause(const Prose& prose, size_t at, size_t end, std::string_view name);

// Whether the text found at `at` is a value that cannot be mistaken for words.
bool IsPlainValue(const DefaultText& found, const Prose& prose, size_t at);
// Whether the value cannot be the variable's: a name, "option=True".
bool IsOtherValue(const ValueAt& value, std::string_view name);
// Whether `from` to `end` offers another value next to the preceding one: "or `b`", "on TPU and 8
// on GPU".
bool OffersAnother(const Prose& prose, size_t from, size_t end, std::string_view name);
// The value of a "NAME=value" that is found in the place of a value.
std::string ValueOf(std::string text, std::string_view name);

// Words for a value that the program computes: "auto", "all".
bool IsComputedWord(std::string_view lower);
// A noun after a number that is the unit of the variable's value.
bool IsUnitWord(std::string_view lower);
// A word for a collection: "a default set of X" states no value.
bool IsGatheringWord(std::string_view lower);

}  // namespace flagcensus
