// The entries of the tables by the names under which calls are found, and what a file contains if
// it may use one of them.
#include "analyzer/c/link/accessor_index.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/c/syntax.h"

namespace flagcensus {

namespace {

std::string_view LastPart(std::string_view name) {
  const size_t at = name.rfind("::");
  return at == std::string_view::npos ? name : name.substr(at + 2);
}

}  // namespace

// Entries with an object, "Environment.value", are found by their method; the others by the last
// part of their name.
CAccessors::CAccessors(const AccessorTable& table) : table_(table) {
  for (const auto& [call, row] : table_.calls) {
    if (const size_t dot = call.rfind('.'); dot != std::string::npos) {
      object_methods_[call.substr(dot + 1)].insert(call.substr(0, dot));
    } else {
      rows_[std::string(LastPart(call))].push_back(&row);
    }
  }
}

// The longest word of an object's name: "environment" of "process::environment". One word is enough
// to select the files, and the longest one occurs in the fewest.
std::set<std::string> CAccessors::ObjectWords() const {
  std::set<std::string> out;
  for (const auto& [method, objects] : object_methods_) {
    for (const std::string& object : objects) {
      std::string longest;
      for (std::string& word : WordsOfObject(object)) {
        if (word.size() > longest.size()) longest = std::move(word);
      }
      out.insert(std::move(longest));
    }
  }
  return out;
}

bool CAccessors::ContainsObject(std::string_view text) const {
  const auto holds = [&](const std::string& word) { return text.find(word) != text.npos; };
  return std::any_of(object_methods_.begin(), object_methods_.end(), [&](const auto& row) {
    return holds(row.first) &&
           std::any_of(row.second.begin(), row.second.end(), [&](const std::string& object) {
             const std::vector<std::string> words = WordsOfObject(object);
             return std::all_of(words.begin(), words.end(), holds);
           });
  });
}

// Whether the name at begin..end in `text` is declared there as a class or namespace, or one of its
// readers is called: `Env::get<int>(`.
bool CAccessors::NamesOwner(std::string_view text, size_t begin, size_t end) const {
  constexpr size_t kMaxBefore = 24;  // bytes: a keyword, a macro's word
  const std::string_view before =
      text.substr(begin - std::min(begin, kMaxBefore), std::min(begin, kMaxBefore));
  for (const std::string_view word : {"class ", "struct ", "namespace "}) {
    if (before.find(word) != std::string_view::npos) return true;
  }
  if (text.substr(end, 2) != "::") return false;
  const std::string next = ToLower(text.substr(end + 2, 12));
  const std::set<std::string>& readers = functions_.unseen_readers;
  return std::any_of(readers.begin(), readers.end(),
                     [&](const std::string& reader) { return next.starts_with(reader); });
}

// The last word in snake case, camel case or capitals: PARSE_UINT → uint, readBool → bool. size_t
// is size.
ValueType CAccessors::TypeOfLastWord(std::string_view name) const {
  if (name.ends_with("_T") || name.ends_with("_t")) name.remove_suffix(2);
  size_t word = name.size();
  while (word > 0 && name[word - 1] != '_' &&
         !(word < name.size() && IsUpper(name[word]) && !IsUpper(name[word - 1]))) {
    --word;
  }
  const auto type = table_.casts.find(ToLower(name.substr(word)));
  return type == table_.casts.end() ? ValueType::kUnknown : type->second;
}

// `void get(const char* name, char** out)`: `out` receives the text. With two such parameters it is
// unknown.
int CAccessors::TextParameterOf(const CFunction& function) const {
  int found = -1;
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const CParameter& one = function.parameters[i];
    const bool text =
        TypeOfWords(one.type) == ValueType::kStr || TypeOfLastWord(one.type) == ValueType::kStr;
    if (!one.filled || !text) continue;
    if (found >= 0) return -1;
    found = static_cast<int>(i);
  }
  return found;
}

}  // namespace flagcensus
