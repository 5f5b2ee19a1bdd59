// Which macros of a file declare objects of the wanted record types, or add rows to tables.
#pragma once

#include "analyzer/c/records.h"
#include "analyzer/c/tokens.h"

namespace flagcensus {

// Whether a use of the macro produces such an object or row:
//
//   #define TABLE(t, p) static struct set t##_set = {t, p};    declares an object
//   #define PART(name) kit_##name##_t kit_##name = {...};      the name of its type is pasted
//   #define ROW(table, n) table.push_back(Row(n));             adds a row to a table
//   #define OWN_TABLE(t) TABLE(t, "OWN_")                      uses one of wanted.makers
//   #define OTHER_TABLE TABLE                                  is another name of one
bool MakesRecords(const CMacro& macro, const CRecordsWanted& wanted);

}  // namespace flagcensus
