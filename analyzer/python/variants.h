// Sources that are nearly Python, as Python: notebooks' code cells, and Cython.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// A code cell of a notebook.
struct NotebookCell {
  uint32_t number = 0;     // 1-based, of all cells of the notebook
  uint32_t first_row = 0;  // the 0-based row of the whole text at which it begins
};

struct NotebookText {
  std::string text;  // the code cells one after the other, each ending in a line end
  std::vector<NotebookCell> cells;
};

// The code of a notebook (nbformat 4: "cells" with "cell_type" and "source", a string or a list of
// lines). Lines that are IPython's (%magic, !command, help?) become blank, `%env NAME=value` the
// assignment it is; a cell of another language (%%bash) is left out. Nothing where the text is no
// notebook.
std::optional<NotebookText> ReadNotebook(std::string_view json);

// Cython's text with what Python's grammar lacks replaced, line by line: typed definitions and
// parameters lose their types, `cimport` imports. Rows stay; columns stay where code was not moved.
std::string CythonAsPython(std::string_view text);

}  // namespace flagcensus
