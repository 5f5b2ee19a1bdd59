// Notebooks and Cython: what is nearly Python.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyzer/link/census.h"
#include "analyzer/project/walk_tree.h"
#include "analyzer/python/variants.h"
#include "analyzer/tree/tree.h"
#include "tests/paths.h"

namespace flagcensus {
namespace {

TEST(Notebook, PlacesAreCellsAndLines) {
  const std::string folder = kRoot + "/fixtures/notebooks";
  WalkOptions options;
  options.root = folder;
  std::vector<std::string> rows;
  for (const Access& access : CollectAccesses(WalkTree({folder}, options), {}).accesses) {
    EXPECT_EQ(access.language, Language::kNotebook);
    rows.push_back(access.name.value_or("?") + " " + std::string(ToString(access.op)) + " " +
                   access.place.file + ":" + std::to_string(access.place.line));
  }
  // Markdown cells, outputs, shell lines and cells of other languages are no code.
  const std::vector<std::string> wanted = {
      "NB_A read plot.ipynb:cell 2:4", "NB_SET write plot.ipynb:cell 3:1",
      "NB_B write plot.ipynb:cell 3:2", "NB_LATE read plot.ipynb:cell 5:2"};
  EXPECT_EQ(rows, wanted);
}

TEST(Notebook, NestingFillsNoStack) {
  constexpr int kDeep = 500'000;
  const std::string deep = std::string(kDeep, '[') + std::string(kDeep, ']');
  const std::string source = R"x("source": ["import os\n", "os.getenv('A')"])x";
  // Outputs nest as they like; a cell's kind that is a list is none.
  const std::optional<NotebookText> read = ReadNotebook(
      R"({"cells": [{"cell_type": "code", "outputs": )" + deep + ", " + source +
      R"(}, {"cell_type": )" + deep + ", " + source + R"(}], "metadata": )" + deep + "}");
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->cells.size(), 1U);
  EXPECT_EQ(read->text, "import os\nos.getenv('A')\n");
  EXPECT_FALSE(ReadNotebook(R"({"cells": )" + std::string(kDeep, '[')).has_value());
}

TEST(Notebook, WhatIsNoNotebookIsNothing) {
  for (const std::string_view text :
       {"", "{", "[]", "{}", "{\"cells\": 3}", "{\"cells\": [1, {\"cell_type\": \"code\"}]}"}) {
    const std::optional<NotebookText> read = ReadNotebook(text);
    EXPECT_TRUE(!read || read->text.empty()) << text;
  }
}

TEST(Cython, DefinitionsLoseTheirTypesAndKeepTheirColumns) {
  EXPECT_EQ(CythonAsPython("cdef int f(int a, char* b=NULL) nogil except -1:"),
            "def      f(    a,       b=NULL)                :");
  EXPECT_EQ(CythonAsPython("def g(self, str name, *args, **kw):"),
            "def g(self,     name, *args, **kw):");
  EXPECT_EQ(CythonAsPython("    cdef double x = g(1)"), "    x             = g(1)");
  EXPECT_EQ(CythonAsPython("from a cimport b"), "from a import  b");
  EXPECT_EQ(CythonAsPython("cdef extern from \"x.h\":"), "if True:");
  EXPECT_EQ(CythonAsPython("cdef class A(B):"), "class A(B):");
  // Python itself stays as it is.
  for (const std::string_view same :
       {"x = cdef", "def f(a, b=1):", "    return f(a, *b)", "import os", "cdefine = 1", ""}) {
    EXPECT_EQ(CythonAsPython(same), same);
  }
}

}  // namespace
}  // namespace flagcensus
