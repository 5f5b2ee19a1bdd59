#include "analyzer/config/docs_keys.h"

#include <algorithm>

namespace flagcensus {

const std::vector<DocsKey>& DocsKeys() {
  static const std::vector<DocsKey> kKeys = {
      {"layout", &DocsOptions::layout},
      {"title", &DocsOptions::title},
      {"front-matter", &DocsOptions::front_matter},
      {"columns", &DocsOptions::columns},
      {"sections", &DocsOptions::sections},
      {"sort", &DocsOptions::sort},
      {"include", &DocsOptions::include},
      {"exclude", &DocsOptions::exclude},
      {"with", &DocsOptions::with},
      {"scope", &DocsOptions::scopes},
      {"link-template", &DocsOptions::link_template},
      {"lines", &DocsOptions::lines},
      {"since-tags", &DocsOptions::since_tags},
  };
  return kKeys;
}

const DocsKey* FindDocsKey(std::string_view name) {
  const auto found = std::find_if(DocsKeys().begin(), DocsKeys().end(),
                                  [&](const DocsKey& key) { return key.name == name; });
  return found == DocsKeys().end() ? nullptr : &*found;
}

}  // namespace flagcensus
