// Converts sources that are nearly Python to Python: code cells of notebooks, and Cython.
//
//   %env APP_MODE=fast               ─→ an assignment to os.environ["APP_MODE"]
//   cdef int f(int a) except -1:     ─→ def f(a):
//   cimport numpy                    ─→ import numpy
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// A code cell of a notebook.
struct NotebookCell {
  uint32_t number = 0;     // 1-based, counting all cells of the notebook
  uint32_t first_row = 0;  // the 0-based row of the whole text where it begins
};

struct NotebookText {
  std::string text;  // the code cells in order, each ending in a line end
  std::vector<NotebookCell> cells;
};

// The code of a notebook (nbformat 4: "cells" with "cell_type" and "source", a string or a list of
// lines). IPython lines (%magic, !command, help?) become blank, and `%env NAME=value` the
// equivalent assignment. Cells in other languages (%%bash) are skipped. Returns nullopt if the text
// is not a notebook.
std::optional<NotebookText> ReadNotebook(std::string_view json);

// Replaces Cython syntax that Python's grammar lacks, line by line: typed definitions and
// parameters lose their types, `cimport` imports. Keeps rows, and columns where code is not moved.
std::string CythonAsPython(std::string_view text);

}  // namespace flagcensus
