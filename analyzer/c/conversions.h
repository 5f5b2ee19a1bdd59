// The type of a value, inferred from the comparison or call that it occurs in.
//
//   atoi(v)                       ─→ kInt
//   strcmp(v, "on") == 0          ─→ kBool, true for "on"
//   fopen(v, "r")                 ─→ kPath
#pragma once

#include <cstddef>
#include <vector>

#include "analyzer/c/tokens.h"
#include "analyzer/c/unset.h"
#include "analyzer/c/uses.h"

namespace flagcensus {

// The type implied by a comparison with `with`, if that is a literal.
void CompareWith(const CToken& with, CUse* use);

// The type implied by the call with its '(' at `open`, for the value among its arguments.
void Convert(const std::vector<CToken>& tokens, size_t open, CSpan value, CUse* use);

// `if (is(v, "fast"))` with the comparison at `at`: the value selects among several words, one of
// them `with`.
void NoteChoice(const std::vector<CToken>& tokens, size_t at, CSpan value, const CToken& with,
                CUse* use);

// Whether the value is one of a few words: it selects among three, or among two and has code for
// any other.
bool IsChoice(const CUse& use);

// Whether the word turns a switch on or off: "0", "yes".
bool IsSwitchWord(const std::string& word);

// Whether the word turns a switch off: "0", "no".
bool TurnsOff(const std::string& word);

// The number of values that sscanf reads with that format: "%d,%d" two, "%u%c" one, since a
// character is only the rest.
int ScannedNumbers(std::string_view format);

}  // namespace flagcensus
