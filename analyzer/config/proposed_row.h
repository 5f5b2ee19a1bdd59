// An accessor entry that `init` proposes.
//
//   {callee: "conf.lookup", name: "[0]", accesses: 3, names: {APP_A, APP_B, APP_C}}
//   ─→ # src/app.py:7: would add 3 reads: APP_A, APP_B, APP_C
//      # [[accessor]]
//      # call = "conf.lookup"
#pragma once

#include <string>
#include <vector>

#include "analyzer/model/place.h"

namespace flagcensus {

// The members up to `language` are the entry, the others its evidence.
struct ProposedRow {
  std::string callee;                 // "conf.settings.lookup"; for an object "conf.Reader().get"
  bool object = false;                // [[object]], otherwise [[accessor]]
  std::string op;                     // "" for a read
  std::string name;                   // the argument that names the variable, as TOML: [0], ["key"]
  std::vector<std::string> defaults;  // keywords of the default
  std::string type;                   // "" if the function's name does not imply it
  std::string language;               // "python", "c"
  // The effect of the entry, found by applying it.
  Place place;  // the first access
  std::vector<std::string> names;
  size_t accesses = 0;
};

// `text` as a TOML string.
std::string Quote(const std::string& text);

// The entry as lines of TOML, without the evidence.
std::vector<std::string> RowLines(const ProposedRow& row);

// The entries as comments, each after its evidence; "" if there are none.
std::string WriteProposals(const std::vector<ProposedRow>& rows);

}  // namespace flagcensus
