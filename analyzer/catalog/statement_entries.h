// Statements ─→ entries: the best one about each name that the text documents.
#pragma once

#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/documents/known_names.h"
#include "analyzer/model/entry.h"
#include "analyzer/model/statement.h"

namespace flagcensus {

// Whether the statement documents its variable: it describes it or says how to set it, in a text
// for users. Texts of an example, and notes for contributors, do so only for variables that the
// code accesses, in a structure made for it; a docstring where a page shows it (`published`).
bool Documents(const Statement& statement, bool published);

// One entry for each name that a statement of one file documents, at the place of the strongest;
// another one about the name may have the default. Sorted by EntryLess.
std::vector<Entry> EntriesOfStatements(const std::vector<Statement>& statements, bool published);

// Adds the entries that `entries` of the same file lacks, and the defaults of those that have none.
void MergeEntries(std::vector<Entry> more, std::vector<Entry>* entries);

// Removes entries of a long series of one section that no statement is about: where the names of
// the code are known, a list that neither they nor the words around it vouch for is one of
// constants, options of a build or the like. A list below "prefix: `APP_`" has no statement, as its
// names are not written: there `names` vouch.
void DropUnvouchedSeries(const std::vector<Statement>& statements, const KnownNames& names,
                         std::vector<Entry>* entries);

// Adds the entries of the page's statements to those that its structures have, or puts them in
// their place where the statements are `alone` in what the page was taken for.
void TakeStatements(bool alone, Page& page);

}  // namespace flagcensus
