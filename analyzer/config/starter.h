// The configuration that `init` writes: what was found, each with a word on why, and the rest as
// comments to be taken in.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analyzer/config/proposed_row.h"

namespace flagcensus {

// A value and what tells it: a page and "34 variables in 3 tables".
struct FoundSetting {
  std::string value;
  std::string why;
};

struct Starter {
  std::string above;                   // a configuration in a folder above, relative; "" for none
  std::vector<FoundSetting> pages;     // relative to the folder
  std::vector<FoundSetting> prefixes;  // certain ones: they change nothing
  std::vector<FoundSetting> perhaps;   // prefixes that only reads or single entries show
  std::vector<std::pair<std::string, size_t>> scopes;  // of the files that are sources
  std::vector<FoundSetting> wrappers;    // the project's own functions that read variables
  std::vector<FoundSetting> unresolved;  // expressions whose variable nobody knows, and where
  std::vector<ProposedRow> proposals;    // for functions from outside that seem to read variables
};

// The file's text. Reading it gives `pages` and `prefixes` and nothing else.
std::string WriteStarter(const Starter& starter);

}  // namespace flagcensus
