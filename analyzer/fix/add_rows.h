// Rows of the reference page → a file that sets variables, with the rows that it lacks.
//
// A line for each row is added: next to the variables with the same prefix, otherwise next to those
// of its section, otherwise at the end. All other bytes of the file are unchanged.
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
  std::vector<std::string> names;  // empty: the text is unchanged
};

// Fails if the file cannot be read, if it has no certain place for lines, or if a line would change
// what other lines say. Families and deprecated variables are not added. Linear in the text and the
// rows.
Result<RowsAdded> AddRows(const AddRowsInput& input);

// A variable that the file lists. For listed_values.cc and add_rows.cc.
struct ListedLine {
  std::string name;
  size_t begin = 0;  // byte offset of its first line
  size_t end = 0;    // byte offset after its last line
};
struct Listing {
  std::vector<ListedLine> lines;  // others may be added below these, in their order
  size_t end = 0;                 // where lines are added that belong to no other
  std::string indent;
  std::string opening;  // the line above the first one, if the file lacks it: "env:"
  bool items = false;   // of YAML: each is `- name: NAME`, with its value on the next line
};
// The map or list of variables in a chart's values, the one with most of `names`. An empty `{}` or
// `[]` is removed from `text`, so lines can follow.
Result<Listing> ListingOfValues(const std::string& file, const std::vector<std::string>& names,
                                std::string& text);

}  // namespace flagcensus
