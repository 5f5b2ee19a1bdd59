// A build's compiler arguments ─→ those that a worker is given.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tree/path_notes.h"

namespace flagcensus {

// The words of `command` as a POSIX shell would split them ("Shell Command Language", 2.2): quotes
// and backslashes count, nothing is expanded and `;`, `|`, `$(...)` mean nothing.
std::vector<std::string> SplitCommand(std::string_view command);

// Of the arguments of a compiler called in `directory` those that change what a source means and
// nothing else: -I, -isystem, -iquote, -idirafter, -D, -U, -std, -x, -include, -imacros and a list
// of flags about types. Paths become absolute; a folder or file that does not lie in `roots` or
// where systems keep headers is dropped, links followed. Everything that is not known is dropped,
// so plugins, response files, outputs, module caches and -Xclang are. `notes` (none: nobody asks)
// takes which of the folders and files are there.
std::vector<std::string> KeepArguments(const std::vector<std::string>& arguments,
                                       const std::string& directory,
                                       const std::vector<std::string>& roots,
                                       PathNotes* notes = nullptr);

}  // namespace flagcensus
