// A build's compiler arguments ─→ those that are passed to a worker.
//
//   cc -Iinc -DA=1 -o x.o -fplugin=evil.so -Wall x.c     ─→ -I /tree/inc -D A=1
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tree/path_notes.h"

namespace flagcensus {

// The words of `command` as split by a POSIX shell ("Shell Command Language", 2.2): quotes and
// backslashes are interpreted, nothing is expanded, and `;`, `|`, `$(...)` have no meaning.
std::vector<std::string> SplitCommand(std::string_view command);

// Keeps only those arguments of a compiler called in `directory` that change the meaning of a
// source: -I, -isystem, -iquote, -idirafter, -D, -U, -std, -x, -include, -imacros and a list of
// flags about types. Paths become absolute; a folder or file that, with links followed, is neither
// in `roots` nor in a folder of system headers is dropped. Everything unknown is dropped, and so
// are plugins, response files, outputs, module caches and -Xclang. `notes` (may be null) records
// which of the folders and files exist.
std::vector<std::string> KeepArguments(const std::vector<std::string>& arguments,
                                       const std::string& directory,
                                       const std::vector<std::string>& roots,
                                       PathNotes* notes = nullptr);

}  // namespace flagcensus
