// The keys of [[docs]] that are fields of DocsOptions, one entry each, used both for reading the
// configuration and for applying it to a run.
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

// All keys, with static lifetime.
const std::vector<DocsKey>& DocsKeys();

// The entry of a key; nullptr if the key is stored elsewhere: output, format, template, section.
const DocsKey* FindDocsKey(std::string_view name);

}  // namespace flagcensus
