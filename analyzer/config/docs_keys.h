// The keys of [[docs]] that are fields of DocsOptions, a row for each: read from the configuration
// and taken over into a run by the same rows.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "analyzer/config/docs_options.h"

namespace flagcensus {

struct DocsKey {
  std::string_view name;
  std::variant<std::string DocsOptions::*, std::vector<std::string> DocsOptions::*,
               bool DocsOptions::*>
      field;
};

// They live as long as the program.
const std::vector<DocsKey>& DocsKeys();

// The row of a key; nullptr if it is kept elsewhere: output, format, template, section.
const DocsKey* FindDocsKey(std::string_view name);

}  // namespace flagcensus
