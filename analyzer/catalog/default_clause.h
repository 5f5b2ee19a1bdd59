// A clause where only a default can stand ("`x` (remark)", "the number of cores") → the default.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/catalog/defaults.h"
#include "analyzer/catalog/values.h"
#include "analyzer/pages/prose.h"

namespace flagcensus {

DefaultText LiteralDefault(std::string text);
DefaultText UnsetDefault();
DefaultText ProseDefault(std::string_view words);  // nothing where there are no words

// What stands from `at` to `end` of `prose`, said of the variable `name` ("" where it is not
// known).
DefaultText ClassifyClause(const Prose& prose, size_t at, size_t end, std::string_view name);

// Whether what was found at `at` is a value that nobody could take for words.
bool IsPlainValue(const DefaultText& found, const Prose& prose, size_t at);
// Whether the value is none of the variable's: a name, "option=True".
bool IsOtherValue(const ValueAt& value, std::string_view name);
// Whether a value stands from `from` to `end` beside the one before: "or `b`", "on TPU and 8 on
// GPU".
bool OffersAnother(const Prose& prose, size_t from, size_t end, std::string_view name);
// "NAME=value" where a value is expected says the value.
std::string ValueOf(std::string text, std::string_view name);

// Words that name what the program works out: "auto", "all".
bool IsComputedWord(std::string_view lower);
// A noun behind a number in whose unit the variable itself is written.
bool IsUnitWord(std::string_view lower);
// What has parts: "a default set of X" tells no value.
bool IsGatheringWord(std::string_view lower);

}  // namespace flagcensus
