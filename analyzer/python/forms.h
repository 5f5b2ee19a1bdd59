// What is asked of Python's code as it is written, whoever follows it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/python/syntax.h"

namespace flagcensus {

// The text without the indentation that all its lines share, whose width in bytes goes to `column`.
std::string Dedent(std::string_view text, uint32_t* column);

// Whether the call hands over a function that gets the value: on_change=..., hook=...
bool HandsOverHook(const Syntax& syntax, NodeId call);

// Whether most of the words, in lower case, say true, or false: projects add spellings of their own.
bool SayTrue(const std::vector<std::string>& words);
bool SayFalse(const std::vector<std::string>& words);

}  // namespace flagcensus
