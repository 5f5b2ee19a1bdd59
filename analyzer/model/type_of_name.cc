#include "analyzer/model/type_of_name.h"

#include <string>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Whether `_`-separated words at the end of the name are `words`.
bool EndsWithWords(std::string_view name, std::string_view words) {
  return name == words || (name.ends_with(words) && name[name.size() - words.size() - 1] == '_');
}

bool IsPathName(std::string_view name) {
  // An address has a path, too; and lists of folders are called alike.
  for (const std::string_view other : {"URL", "URI", "HTTP", "PREFIX", "LIBRARY_PATH",
                                       "SEARCH_PATH", "ROOT_PATH", "PROFILE", "REDIR"}) {
    if (name.find(other) != std::string_view::npos) return false;
  }
  for (const std::string_view end : {"DIR", "FILE", "FOLDER", "DIRECTORY"}) {  // CERTFILE, WORKDIR
    if (name.ends_with(end)) return true;
  }
  for (const std::string_view end :
       {"PATH", "HOME", "ROOT", "CERT", "CERTS", "CA_BUNDLE", "FILENAME", "KEYRING"}) {
    if (EndsWithWords(name, end)) return true;
  }
  return false;
}

// No address, no word, no number.
bool MayBePath(std::string_view text) {
  if (text.find("://") != std::string_view::npos) return false;
  return text.empty() || text.find_first_of("/\\~.") != std::string_view::npos;
}

}  // namespace

ValueType TypeOfName(std::string_view name, std::string_view default_text) {
  if (name == "PATH") return ValueType::kStr;  // a list of folders
  const std::string upper = ToUpper(std::string(name));
  return IsPathName(upper) && MayBePath(default_text) ? ValueType::kPath : ValueType::kStr;
}

}  // namespace flagcensus
