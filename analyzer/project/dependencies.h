// Dependencies: the libraries that the project requires, from the manifests at its top.
//
//   dependencies = ["ray>=2.0", "numpy"]    line 12 of pyproject.toml
//       ─→  {"ray", pyproject.toml:12}, {"numpy", pyproject.toml:12}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/place.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct Dependency {
  std::string name;  // as spelled there: "ray", "OpenBLAS"
  Place place;
};

// The requirements of the manifests of `tree`, in the order of the files and lines. Reads at most a
// few dozen small files; a file that cannot be read requires nothing.
std::vector<Dependency> ReadDependencies(const Tree& tree);

// The names that one manifest requires, each with its line; `file` is its base name. Python's
// (pyproject.toml, setup.cfg, setup.py, requirements*.txt) and CMake's find_package() are read.
std::vector<std::pair<std::string, int>> RequiredBy(std::string_view file, std::string_view text);

}  // namespace flagcensus
