// Code shown in a docstring: doctest prompts, fenced blocks and literal blocks after "::".
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/python/parser.h"

namespace flagcensus {

// The pieces of code in `docstring`, whose first byte stands on `line` (1-based) of its file. Prose
// is left out: only what is marked as code counts (doctest: Python Library Reference, "doctest";
// fences: CommonMark; literal blocks: docutils reST specification).
std::vector<PythonFile::CodeText> DocstringCode(std::string_view docstring, uint32_t line);

}  // namespace flagcensus
