// Which files the machine runs, and which words make a function of them worth its steps.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/machine/python/machine.h"

namespace flagcensus {

// The Python files in which one of the words is. Reads every file that may have one; notes those that
// cannot be read.
std::vector<int> FilesWith(Machine& m, const std::vector<std::string>& words, unsigned jobs);

// Parses those that were not parsed.
void ParseFiles(Machine& m, const std::set<int>& files, unsigned jobs);

// Whether files are searched for the name of a function that passes variables on. One that is a common
// word, or too short, stands in too many: such functions are found by what imports them.
bool IsSearchable(std::string_view name);

// Files that import an object of a library (env = Env()), or a function that passes variables on and has
// no searchable name, from one of `files`, whose module made it, and are none of them. Parses those that may. `known`: objects, by name and file, whose importers were
// asked for before.
std::vector<int> FilesSharing(Machine& m, const std::set<int>& files, unsigned jobs,
                              std::set<std::pair<std::string, int>>* known);

// Notes names of the unit's module that are objects of libraries whose methods read, or functions that
// pass variables on and have no searchable name, or by which it imports one of the words; and, if its texts hold code, what runs it. The module was run.
void NoteOwnWords(Machine& m, size_t unit, const std::set<std::string>& words);

}  // namespace flagcensus
