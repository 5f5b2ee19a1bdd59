// A Python, Cython or notebook file of a tree → its syntax.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/base/run_cost.h"
#include "analyzer/python/parser.h"
#include "analyzer/tree/tree.h"

// A notebook, Cython file and template are converted first; see variants.h.
namespace flagcensus {

// A file that cannot be read or parsed has an empty syntax, so callers need no null test.
struct PythonRead {
  std::shared_ptr<const PythonFile> parsed;  // never null; without syntax if there is an error
  std::string error;                         // why it could not be read or parsed; "" if it was
};

// The text of a Python or Cython file as Python, to which the offsets in its syntax refer;
// `converted` contains it if it differs from `text`.
std::string_view TextAsPython(FileKind kind, std::string_view text, std::string* converted);

// Reads and parses the whole file. `budget`: the run's limits; waits for a share of the memory in
// flight (null: no bounds). `cost`: the time is added to it as parsing (null: not counted).
// Thread-safe.
PythonRead ReadPythonFile(const SourceFile& file, RunBudget* budget, RunCost* cost);

// What the tree's memory has of files that were read before, by their number in the tree; null: it
// keeps nothing parsed.
using KeptPythonReads = std::vector<std::optional<PythonRead>>;
KeptPythonReads* KeptReads(const Tree& tree);
// The file of that number: as kept, if it is; otherwise it is read, and kept if there is no error.
// Thread-safe for different files.
PythonRead ReadPythonFile(const Tree& tree, size_t number, KeptPythonReads* kept, RunBudget* budget,
                          RunCost* cost);

}  // namespace flagcensus
