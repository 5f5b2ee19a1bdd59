// Statements and sources ─→ what is known about flags that no entry documents.
//
//   a sentence of docs/guide.md: "APP_TRACE writes a trace."  ─→ Flag::passages of APP_TRACE
//   a source: script << "export APP_CHILD=1"                  ─→ Flag::signs: set by the program
#pragma once

#include <vector>

#include "analyzer/model/flag.h"
#include "analyzer/model/statement.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Whether sources access the variable and no entry documents it, so other statements about it
// and uses of it matter; false for families.
bool IsUndocumented(const Flag& flag);

// Fills `passages` of the flags that sources access and no entry documents: what the statements of
// texts that are documentation say, descriptions first, a limited number of each name. Linear.
void TakePassages(const std::vector<Statement>& statements, std::vector<Flag>& flags);

// Adds a sign to those of these flags that the program sets in a text that it writes, or in an
// environment that it makes. Costs a search for their names in all sources.
void FindSetByProgram(const Tree& tree, unsigned jobs, std::vector<Flag>& flags);

}  // namespace flagcensus
