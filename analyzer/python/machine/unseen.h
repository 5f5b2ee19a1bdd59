// Edits of code that the machine has not seen: the results of its last run stay valid, and only
// their places move.
//
//   TOKEN = os.environ.get("APP_TOKEN")
//   def total(items):                      nothing called it, and no word in it made it a root
//       return sum(items)                  ─→ any other code without a sought word is as good
//
// The machine runs a tree as a whole: modules run once, and what one root finds changes what the
// next one does. So a run cannot be put together from runs of single roots, but most edits concern
// code that no root has reached. A function that no run entered affects the others only by what
// searches of whole files see in it: sought words, imports, classes, assigned fields, names that
// receive the values of variables. These are compared; everything outside such functions must be
// equal but for its place, or be the definition of a name that the run does not know.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyzer/machine/symbols.h"
#include "analyzer/model/census.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {

// What a run saw of the tree.
struct RunRecord {
  struct File {
    std::shared_ptr<const PythonFile> parsed;
    std::set<NodeId> seen;      // the functions that a run entered
    bool searched = false;      // it is one of MachineRun::files
    bool grows = false;         // definitions of new names may be added to the module
    bool grows_inside = false;  // and to its classes
    bool comparable = false;    // plain Python that was read and parsed as a whole
  };
  std::unordered_map<size_t, File> files;  // by their number in the tree
  std::vector<ProgramState::Searched> searches;
  SymbolTable symbols;             // all texts of the run
  SymbolSet counted;               // in a function that is not run, these matter by their number
  SymbolSet context;               // and these by the code around them
  std::set<std::string> words;     // in a docstring, these make code of it
  std::set<std::string> in_texts;  // and these in any text
};

// `accesses`: what the run found. Empties the machine's symbols: it is over.
std::shared_ptr<RunRecord> RecordRun(Machine& m, const MachineRun& run,
                                     const std::vector<Access>& accesses);

// Whether a run of the tree, of which the files `changed` have changed since `record`, would find
// what that one found, but for places. Then adapts the record and `census`, its result. Costs a
// parse of the changed files and a pass over their nodes.
bool AdaptRun(const Tree& tree, const std::set<size_t>& changed, RunBudget* budget, RunCost* cost,
              RunRecord* record, Census* census);

// Reports the parts of the file that could not be parsed. The code around them was run.
void ReportParse(const PythonFile& parsed, const std::string& path, std::vector<Diagnostic>* out);

}  // namespace flagcensus
