// A row that a project might add, as `init` proposes it.
#pragma once

#include <string>
#include <vector>

#include "analyzer/model/place.h"

namespace flagcensus {

struct ProposedRow {
  std::string callee;                 // "conf.settings.lookup"; of an object "conf.Reader().get"
  bool object = false;                // [[object]], else [[accessor]]
  std::string op;                     // "" for a read
  std::string name;                   // the argument that names the variable, as TOML: [0], ["key"]
  std::vector<std::string> defaults;  // keywords of the default
  std::string type;                   // "" where the function's name does not tell
  std::string language;               // "python", "c"
  // What taking it in adds: filled by trying.
  Place place;  // the first of the accesses
  std::vector<std::string> names;
  size_t accesses = 0;
};

// `text` as a string of TOML.
std::string Quote(const std::string& text);

// The row as lines of TOML, without the evidence.
std::vector<std::string> RowLines(const ProposedRow& row);

// The rows as comments, each with its evidence before it; "" for none.
std::string WriteProposals(const std::vector<ProposedRow>& rows);

}  // namespace flagcensus
