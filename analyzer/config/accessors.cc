#include "analyzer/config/accessors.h"

#include <algorithm>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"

namespace flagcensus {

bool AccessorTable::IsEnvironment(std::string_view dotted) const {
  return std::find(environments.begin(), environments.end(), dotted) != environments.end();
}

// Compares the parts between underscores: child_env and env_vars contain `env`, and environs does
// not.
bool AccessorTable::IsEnvironmentWord(std::string_view name) const {
  const std::string lower = ToLower(name);
  const std::vector<std::string_view> parts = Split(lower, '_');
  const auto has = [&](const std::set<std::string>& words) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return words.count(std::string(part)) > 0; });
  };
  // ENV_TO_FIELD, ENV_MAP: these map variables to other things, and are not an environment.
  static const std::set<std::string> kTables = {"to", "map", "mapping", "mappings"};
  return has(environment_words) && !has(kTables);
}

namespace {

template <typename T>
void Append(std::vector<T>* to, const std::vector<T>& from) {
  to->insert(to->end(), from.begin(), from.end());
}

template <typename Map>
void Replace(Map* to, const Map& from) {
  for (const auto& [key, value] : from) to->insert_or_assign(key, value);
}

// Adds the rows of `from` to `into`. A row replaces an earlier one with the same name.
//
// A row that a library's file and the user both have: the one that is added last applies. A new
// member of AccessorTable must be added here, too.
void Merge(AccessorTable from, AccessorTable& into) {
  for (const auto list :
       {&AccessorTable::environments, &AccessorTable::sink_words, &AccessorTable::spawn_words,
        &AccessorTable::dynamic_words, &AccessorTable::object_words, &AccessorTable::argument_words,
        &AccessorTable::framework_words, &AccessorTable::framework_files,
        &AccessorTable::settings_loaders, &AccessorTable::words}) {
    Append(&(into.*list), from.*list);
  }
  for (const auto set :
       {&AccessorTable::schemes, &AccessorTable::prefixes, &AccessorTable::sink_keywords,
        &AccessorTable::sink_keys, &AccessorTable::environment_words, &AccessorTable::runs,
        &AccessorTable::shells, &AccessorTable::containers, &AccessorTable::default_columns,
        &AccessorTable::help_columns, &AccessorTable::parser_columns, &AccessorTable::alias_columns,
        &AccessorTable::default_parameters, &AccessorTable::objects, &AccessorTable::field_calls,
        &AccessorTable::constants}) {
    (into.*set).merge(from.*set);
  }
  for (const auto types :
       {&AccessorTable::conversions, &AccessorTable::questions, &AccessorTable::casts}) {
    Replace(&(into.*types), from.*types);
  }
  Replace(&into.calls, from.calls);
  Replace(&into.methods, from.methods);
  Replace(&into.settings, from.settings);
  Replace(&into.fixtures, from.fixtures);
  Replace(&into.family_keywords, from.family_keywords);
  Replace(&into.sink_calls, from.sink_calls);
  Append(&into.libraries, from.libraries);
}

// The word by which files that use the row are found: the last part of a dotted name. The methods
// of an object are found by the call that creates it: "conf.Reader().get" ─→ "Reader".
std::string WordOf(std::string_view dotted) {
  const std::string_view maker = dotted.substr(0, dotted.find("()"));
  return std::string(maker.substr(maker.rfind('.') + 1));
}

// Adds the words of the rows to those for which Python's files are searched.
// The list is sorted and unique, since the search makes one automaton of all words.
void AddToPython(AccessorTable user, AccessorTable& all) {
  // Rows for another language do not apply.
  std::erase_if(user.calls, [](const auto& row) {
    return row.second.language && *row.second.language != Language::kPython;
  });
  for (const auto& [call, row] : user.calls) user.words.push_back(WordOf(call));
  for (const auto& [name, row] : user.settings) user.words.push_back(WordOf(name));
  for (const auto& [keyword, between] : user.family_keywords) user.words.push_back(keyword);
  Merge(std::move(user), all);
  std::erase(all.words, "");
  std::sort(all.words.begin(), all.words.end());
  all.words.erase(std::unique(all.words.begin(), all.words.end()), all.words.end());
}

// A language's table and those of its libraries, in the order of the files' names. A built-in row
// that cannot be read is an error in the build, which a test reports.
// "c": queries/c/accessors.toml, and all files of queries/c/libraries/.
AccessorTable ReadBuiltIn(const std::string& language) {
  AccessorTable all;
  for (const EmbeddedFile& file : QueryFiles()) {
    const bool library = file.path.starts_with(language + "/libraries/");
    if (!library && file.path != language + "/accessors.toml") continue;
    Result<AccessorTable> table = ReadAccessors(file.text, "queries/" + std::string(file.path));
    if (table.ok()) Merge(std::move(table).value(), all);
  }
  return all;
}

}  // namespace

const Accessors& BuiltInAccessors() {
  static const Accessors kTables{ReadBuiltIn("python"), ReadBuiltIn("c")};
  return kTables;
}

// [[settings]] apply only to Python: C has no classes with fields that are read.
std::optional<Error> AddAccessors(std::string_view user_toml, std::string_view file,
                                  Accessors& accessors) {
  Result<AccessorTable> user = ReadAccessors(user_toml, file);
  if (!user.ok()) return user.error();
  // A row without a language applies to both.
  for (const auto& [call, row] : user.value().calls) {
    if (!row.language || *row.language != Language::kPython)
      accessors.c.calls.insert_or_assign(call, row);
  }
  Replace(&accessors.c.casts, user.value().casts);
  AddToPython(std::move(user).value(), accessors.python);
  return std::nullopt;
}

}  // namespace flagcensus
