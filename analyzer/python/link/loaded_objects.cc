#include "analyzer/python/link/loaded_objects.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/python/link/receivers.h"

namespace flagcensus {
namespace {

// The content of a variable, which the text does not show.
constexpr std::string_view kSomeObject = "*";

bool IsPathByte(char c) { return IsIdentifierByte(c) || c == '.' || c == '/'; }

// "app/settings.py", "./settings.py", "app.settings." → "app.settings", "settings".
std::string DottedName(std::string_view path) {
  // Suffixes of files and packages are not parts of a module's name.
  if (path.ends_with(".py")) path.remove_suffix(3);
  constexpr std::string_view kInit = "/__init__";
  if (path.ends_with(kInit)) path.remove_suffix(kInit.size());
  std::string out(path);
  std::replace(out.begin(), out.end(), '/', '.');
  const size_t first = out.find_first_not_of('.');
  if (first == std::string::npos) return "";
  return out.substr(first, out.find_last_not_of('.') + 1 - first);
}

// Whether `whole` is `end`, or ends with it after a '.'.
bool EndsInName(std::string_view whole, std::string_view end) {
  return whole.ends_with(end) &&
         (whole.size() == end.size() || whole[whole.size() - end.size() - 1] == '.');
}

}  // namespace

void AddLoadedObjects(std::string_view text, size_t end, std::set<std::string>* out) {
  // Longer arguments are not names.
  constexpr size_t kMaxBytes = 400;
  text = text.substr(end, kMaxBytes);
  const size_t open = text.find_first_not_of(" \t");
  if (open == std::string_view::npos || text[open] != '(') return;
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    // Up to the parenthesis that closes the call.
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return;
    if (!IsPathByte(text[at])) continue;
    const size_t stop = EndOfRun(text, at, IsPathByte);
    const std::string_view spelled = text.substr(at, stop - at);
    const bool quoted = text[at - 1] == '"' || text[at - 1] == '\'';
    // from_object(config): a lower-case name without quotes is a variable, as opposed to a class. A
    // lower-case class name is mistaken for one, which marks more as used, not less.
    const bool variable =
        !quoted && AllBytes(spelled, [](char c) { return c == '_' || IsLower(c); });
    if (variable) out->insert(std::string(kSomeObject));
    if (std::string name = DottedName(spelled); !name.empty()) out->insert(std::move(name));
    at = stop - 1;
  }
}

bool IsLoaded(const Holder& holder, const std::set<std::string>& loaded,
              const std::vector<std::string>& settings) {
  // A framework cannot reach local variables or the result of a function.
  if (loaded.empty() || holder.kind == Holder::Kind::kLocal ||
      holder.kind == Holder::Kind::kFunction) {
    return false;
  }
  const std::string module = DottedName(holder.file);
  const bool of_class = holder.kind != Holder::Kind::kModule;
  // A framework loads the module or the class by its name, or a module with a certain word in its
  // name.
  return std::any_of(loaded.begin(), loaded.end(), [&](const std::string& name) {
    if (EndsInName(module, name)) return true;
    if (name == kSomeObject) {
      const std::set<std::string> words = WordsIn(module.substr(module.rfind('.') + 1));
      return std::any_of(settings.begin(), settings.end(),
                         [&](const std::string& word) { return words.count(word) > 0; });
    }
    if (!of_class) return false;
    // A class has the fields of its bases, which are usually in the same module.
    const size_t dot = name.rfind('.');
    const bool beside = dot != std::string::npos && EndsInName(module, name.substr(0, dot));
    return beside || (!holder.owner.empty() && EndsInName(name, holder.owner));
  });
}

}  // namespace flagcensus
