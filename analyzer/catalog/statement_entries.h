// Statements ─→ entries: the best one about each name that the text documents.
//
//   "Set `APP_MODE` to choose the mode."             a sentence
//   "- `APP_MODE`: The mode, by default `fast`."     an item: stronger, so the entry is made of it
//     ─→ APP_MODE, default fast, how kList
#pragma once

#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/documents/known_names.h"
#include "analyzer/model/entry.h"
#include "analyzer/model/statement.h"

namespace flagcensus {

// Whether the statement documents its variable: it describes it or says how to set it, in a text
// for users. Examples, and notes for contributors, document only variables that the code accesses,
// in a structure made for it. A docstring documents a variable only if a page shows it
// (`published`).
bool Documents(const Statement& statement, bool published);

// One entry for each name that a statement of one file documents, at the place of the strongest;
// another one about the name may have the default. Sorted by EntryLess.
std::vector<Entry> EntriesOfStatements(const std::vector<Statement>& statements, bool published);

// Adds the entries that `entries` of the same file lacks, and the defaults of those that state no
// default.
void MergeEntries(std::vector<Entry> more, std::vector<Entry>* entries);

// Removes the entries of a long series in one section if no statement is about any of them. If the
// names of the code are known, a list that neither they nor the words around it confirm is one of
// constants, build options or the like. A list below "prefix: `APP_`" has no statements because its
// names are not written out; it is kept if the code accesses one of its names.
void DropUnvouchedSeries(const std::vector<Statement>& statements, const KnownNames& names,
                         std::vector<Entry>* entries);

// Adds the entries of the page's statements to those of its structures. With `alone`, the page
// counts as a catalog only because of its statements, and their entries replace all others.
void TakeStatements(bool alone, Page& page);

}  // namespace flagcensus
