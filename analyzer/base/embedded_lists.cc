#include "analyzer/base/embedded_lists.h"

#include <toml++/toml.h>

#include "analyzer/base/embedded.h"

namespace flagcensus {

std::map<std::string, std::vector<std::string>, std::less<>> EmbeddedLists(std::string_view path) {
  std::map<std::string, std::vector<std::string>, std::less<>> out;
  toml::table file;
  try {
    file = toml::parse(EmbeddedQuery(path));
  } catch (const toml::parse_error&) {
    return out;
  }
  for (const auto& [key, node] : file) {
    const toml::array* const words = node.as_array();
    if (words == nullptr) continue;
    std::vector<std::string>& list = out[std::string(key.str())];
    for (const toml::node& word : *words) list.push_back(word.value_or(std::string()));
  }
  return out;
}

}  // namespace flagcensus
