// A line of a code block, classified by how it presents a variable.
#pragma once

#include <cstddef>
#include <string_view>

#include "analyzer/catalog/leading_names.h"

namespace flagcensus {

struct CodeLine {
  std::string_view text;  // trimmed
  size_t indent = 0;
  int number = 0;
  bool comment = false;
  bool assignment = false;
  bool labelled = false;  // NAME: text
  size_t column = 0;      // of the text in "NAME   text"; 0 for other lines
  bool gapped = false;    // it is such a line; with a single blank, only if others align with it
  bool exported = false;
  bool environ = false;  // os.environ["NAME"] = value
  bool command = false;
  bool bare = false;  // a name and nothing else
  LeadingNames lead;
  std::string_view behind;  // the comment after a value, or the text after a label
};

CodeLine ParseCodeLine(std::string_view raw, int number);

}  // namespace flagcensus
