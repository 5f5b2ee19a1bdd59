// Place: a position in a file. {"src/app.py", 3, 8} is printed as src/app.py:3:8.
#pragma once

#include <string>
#include <tuple>

namespace flagcensus {

struct Place {
  std::string file;  // relative to the root that the program was started in, with '/'
  int line = 0;      // 1-based; 0 if only the file is known
  int column = 0;    // 1-based, in UTF-8 bytes; 0 if only the line is known

  friend bool operator==(const Place& a, const Place& b) = default;
  friend bool operator<(const Place& a, const Place& b) {
    return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
  }
};

}  // namespace flagcensus
