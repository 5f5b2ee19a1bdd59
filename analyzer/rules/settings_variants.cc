#include "analyzer/rules/settings_variants.h"

#include <string>

#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"

namespace flagcensus {

bool IsSettingsVariant(std::string_view file) {
  // config/test.py: the folder is one of settings, and the file's name that of an environment.
  const size_t slash = file.rfind('/');
  if (slash == std::string_view::npos) return false;
  std::string_view folder = file.substr(0, slash);
  folder.remove_prefix(folder.rfind('/') + 1);
  std::string stem = ToLower(file.substr(slash + 1));
  stem.resize(std::min(stem.size(), stem.find('.')));
  return IsPhrase("internal", "settings-folders", ToLower(folder)) &&
         IsPhrase("internal", "settings-variants", stem);
}

}  // namespace flagcensus
