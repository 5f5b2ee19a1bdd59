// The configuration that `init` writes: the settings found, each with its reason, and the rest as
// comments to be enabled.
//
//   {pages: {{"docs/env.md", "34 variables in 3 tables"}}}
//   ─→ catalog = [
//        "docs/env.md",  # 34 variables in 3 tables
//      ]
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analyzer/config/proposed_row.h"

namespace flagcensus {

// A value and its reason: a page and "34 variables in 3 tables".
struct FoundSetting {
  std::string value;
  std::string why;
};

// An entry [[surface]].
struct ProposedSurface {
  std::string file;
  std::string variables;              // all, required, none
  std::string values;                 // default, any
  std::vector<std::string> sections;  // of pages; empty: any
  std::string why;
};

// Everything that WriteStarter writes: settings that are certain, and proposals as comments.
struct Starter {
  std::string above;                   // a configuration in a parent folder, relative; "" for none
  std::vector<FoundSetting> pages;     // relative to the folder
  std::vector<FoundSetting> prefixes;  // certain: the run infers them anyway
  std::vector<FoundSetting> perhaps;   // prefixes supported only by reads or single entries
  std::vector<std::pair<std::string, size_t>> scopes;  // of the source files
  // Languages that are read only on request, if more than a third of the programs are written in
  // them.
  std::vector<std::string> languages;
  // The tree has no Python and no C, so `languages` is written as a setting and not as a comment.
  bool only_languages = false;
  std::vector<FoundSetting> wrappers;    // the project's own functions that read variables
  std::vector<FoundSetting> unresolved;  // expressions of unknown variables, and their places
  std::vector<ProposedSurface> surfaces;
  std::vector<ProposedRow> proposals;  // for external functions that seem to read variables
};

// The file's text. Reading it back gives exactly `pages`, `prefixes` and `surfaces`.
std::string WriteStarter(const Starter& starter);

}  // namespace flagcensus
