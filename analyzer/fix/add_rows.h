// Rows of the reference page → a file of the user's that sets variables, with those that it lacks
//
// A line for each row is added: beside the variables whose names begin like it, else beside those
// of its section, else at the end. Everything else in the file stays as it is, byte for byte.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/model/surface.h"
#include "analyzer/reference/page.h"

namespace flagcensus {

struct AddRowsInput {
  std::string file;  // as shown
  SurfaceKind kind;  // kDotenv, or kHelm for a chart's values
  std::string_view text;
  const ReferencePage& page;
};

struct RowsAdded {
  std::string text;
  std::vector<std::string> names;  // empty: the text is as it was
};

// Fails if the file cannot be read, if it has no place that is certain, or if a line would change
// what others say. Families and deprecated variables are not added. Linear in the text and the
// rows.
Result<RowsAdded> AddRows(const AddRowsInput& input);

// listed_values.cc and add_rows.cc: what the file lists.
struct ListedLine {
  std::string name;
  size_t begin = 0;  // byte offsets: its line
  size_t end = 0;    // behind its last one
};
struct Listing {
  std::vector<ListedLine> lines;  // beside which others may be added, in their order
  size_t end = 0;                 // where those are added that belong to no other
  std::string indent;
  std::string opening;  // the line above the first one, which the file lacks: "env:"
  bool items = false;   // of YAML: each is `- name: NAME`, with its value on the next line
};
// The map or list of variables in a chart's values, the one with most of `names`. An empty `{}` or
// `[]` is taken out of `text`, so that lines can follow.
Result<Listing> ListingOfValues(const std::string& file, const std::vector<std::string>& names,
                                std::string& text);

}  // namespace flagcensus
