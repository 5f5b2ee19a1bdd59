// A Python, Cython or notebook file of a tree → its syntax.
#pragma once

#include <memory>
#include <string>

#include "analyzer/base/budget.h"
#include "analyzer/base/run_cost.h"
#include "analyzer/python/parser.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct PythonRead {
  std::shared_ptr<const PythonFile> parsed;  // never null; without a syntax where there is an error
  std::string error;                         // why it could not be read or parsed; "" where it was
};

// Reads and parses the file whole. `budget`: what it may take, waits for its share of the memory in
// flight (null: no bounds). `cost`: counts the time as parsing (null: nobody asks). Safe to call from
// several threads.
PythonRead ReadPythonFile(const SourceFile& file, RunBudget* budget, RunCost* cost);

}  // namespace flagcensus
