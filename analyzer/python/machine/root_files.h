// Which files the machine runs, and which words make a function of them worth running.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {

// The Python files that contain one of the words. Reads every file that may contain one; records
// those that cannot be read.
std::vector<int> FilesWith(ProgramState& program, const std::vector<std::string>& words,
                           unsigned jobs);

// Parses the files that have not been parsed.
void ParseFiles(Machine& m, const std::set<int>& files, unsigned jobs);

// Whether files are searched for the name of a function that passes variables on. A common or too
// short name occurs too often: such functions are found through imports of them.
bool IsSearchable(std::string_view name);

// Files outside `files` that import an object of a library (env = Env()), or a function that passes
// variables on and has no searchable name, from one of `files` with a module that created it.
// Parses candidates. `known`: objects, by name and file, of which the importers were searched for
// before.
std::vector<int> FilesSharing(Machine& m, const std::set<int>& files, unsigned jobs,
                              std::set<std::pair<std::string, int>>* known);

// Records the names of the unit's module that are worth running functions for: objects of libraries
// with methods that read, functions that pass variables on and have no searchable name, and imports
// of one of the words. If strings of the unit contain code, the calls that run it as well. The
// module must have been run. Returns whether these changed.
bool NoteOwnWords(Machine& m, size_t unit, const std::set<std::string>& words);

}  // namespace flagcensus
