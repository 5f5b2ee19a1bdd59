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
  const auto has = [&](const std::set<std::string>& list) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return list.count(std::string(part)) > 0; });
  };
  // ENV_TO_FIELD, ENV_MAP: these map variables to other things, and are not an environment.
  static const std::set<std::string> kTables = {"to", "map", "mapping", "mappings"};
  return has(children.words) && !has(kTables);
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

// Each of these adds the members of `from` to `into`: a new member of the struct must be added
// here, too.
void Merge(AccessorWords from, AccessorWords& into) {
  for (const auto list : {&AccessorWords::sinks, &AccessorWords::spawns, &AccessorWords::dynamic,
                          &AccessorWords::objects, &AccessorWords::arguments,
                          &AccessorWords::frameworks, &AccessorWords::framework_files}) {
    Append(&(into.*list), from.*list);
  }
}

void Merge(ChildRows from, ChildRows& into) {
  for (const auto set : {&ChildRows::keywords, &ChildRows::keys, &ChildRows::words,
                         &ChildRows::shells, &ChildRows::containers}) {
    (into.*set).merge(from.*set);
  }
  Replace(&into.calls, from.calls);
}

void Merge(ClassRows from, ClassRows& into) {
  Replace(&into.settings, from.settings);
  into.field_calls.merge(from.field_calls);
  Append(&into.loaders, from.loaders);
}

void Merge(NameForms from, NameForms& into) {
  for (const auto set : {&NameForms::schemes, &NameForms::prefixes, &NameForms::constants}) {
    (into.*set).merge(from.*set);
  }
  Replace(&into.fixtures, from.fixtures);
  Replace(&into.family_keywords, from.family_keywords);
}

// A row replaces an earlier one with the same name.
//
// A row that a library's file and the user both have: the one that is added last applies.
void Merge(AccessorTable from, AccessorTable& into) {
  for (const auto list : {&AccessorTable::environments, &AccessorTable::words}) {
    Append(&(into.*list), from.*list);
  }
  for (const auto set :
       {&AccessorTable::runs, &AccessorTable::default_columns, &AccessorTable::help_columns,
        &AccessorTable::parser_columns, &AccessorTable::alias_columns,
        &AccessorTable::default_parameters, &AccessorTable::objects}) {
    (into.*set).merge(from.*set);
  }
  for (const auto types :
       {&AccessorTable::conversions, &AccessorTable::questions, &AccessorTable::casts}) {
    Replace(&(into.*types), from.*types);
  }
  Replace(&into.calls, from.calls);
  Replace(&into.methods, from.methods);
  Merge(std::move(from.file_words), into.file_words);
  Merge(std::move(from.children), into.children);
  Merge(std::move(from.classes), into.classes);
  Merge(std::move(from.forms), into.forms);
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
  for (const auto& [name, row] : user.classes.settings) user.words.push_back(WordOf(name));
  for (const auto& [keyword, between] : user.forms.family_keywords) user.words.push_back(keyword);
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
