// Statistics of the rows, items, headings or lines next to a candidate.
//
//   - `APP_HOME`: The directory.
//   - `APP_PORT`: The port, default 80.
//   - Other words
//     ─→ rows 3, named 2, strong 2, upper 2, defaults 1, prefix "APP_"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "analyzer/catalog/leading_names.h"

namespace flagcensus {

// All counters include the candidate.
struct SiblingStats {
  size_t rows = 0;
  size_t named = 0;          // that begin with a name of any shape
  size_t strong = 0;         // APP_HOME
  size_t upper = 0;          // APP_HOME, CC
  size_t customary = 0;      // DEBUG, OFF: common values
  size_t dollars = 0;        // $APP_HOME
  size_t defaults = 0;       // that mention a default
  bool environment = false;  // one mentions environment variables
  bool used = false;         // one is used as a variable elsewhere on the page
  bool sentences = false;    // one continues as a sentence: "NAME is ..."
  bool typed_as_c = false;   // one is followed by a C type: "NAME (char*)"
  std::string prefix;        // of the strong ones, up to the first '_'; "" if they differ

  // Adds one row: the names that it begins with, and its text in lower case.
  void Count(const LeadingNames& lead, std::string_view lower);

 private:
  bool differ_ = false;
};

}  // namespace flagcensus
