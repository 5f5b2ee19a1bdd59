#include "analyzer/model/type_of_name.h"

#include <string>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Whether the name ends with `words`, at the beginning of a word: MY_HOME with HOME, not RHOME.
bool EndsWithWords(std::string_view name, std::string_view words) {
  return name == words || (name.ends_with(words) && name[name.size() - words.size() - 1] == '_');
}

bool IsPathName(std::string_view name) {
  // Names that only look like paths: an address has a path, too, and a search path is a list of
  // folders. "PROFILE" excludes APP_PROFILE, which ends in FILE; so a real APP_PROFILE_DIR is a
  // text.
  for (const std::string_view other : {"URL", "URI", "HTTP", "PREFIX", "LIBRARY_PATH",
                                       "SEARCH_PATH", "ROOT_PATH", "PROFILE", "REDIR"}) {
    if (name.find(other) != std::string_view::npos) return false;
  }
  for (const std::string_view end : {"DIR", "FILE", "FOLDER", "DIRECTORY"}) {  // CERTFILE, WORKDIR
    if (name.ends_with(end)) return true;
  }
  // These words end many other words (CHROME, APPROACH), so they must be whole.
  for (const std::string_view end :
       {"PATH", "HOME", "ROOT", "CERT", "CERTS", "CA_BUNDLE", "FILENAME", "KEYRING"}) {
    if (EndsWithWords(name, end)) return true;
  }
  return false;
}

// Not an address, not a plain word, not a number: a path has a separator, a dot or a '~'. A
// relative path of one word ("data") is missed. An empty default allows any name.
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
