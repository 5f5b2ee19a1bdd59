// Queries on Python code as spelled, independent of who interprets it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/python/syntax.h"

namespace flagcensus {

// The text without the indentation that all lines have in common; `column` is set to its width in
// bytes.
std::string Dedent(std::string_view text, uint32_t* column);

// Whether the call passes a function that will receive the value: on_change=..., hook=...
bool HandsOverHook(const Syntax& syntax, NodeId call);

// Whether most of the lower-case words mean true, or false: projects add their own spellings.
bool SayTrue(const std::vector<std::string>& words);
bool SayFalse(const std::vector<std::string>& words);

}  // namespace flagcensus
