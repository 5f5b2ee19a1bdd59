// queries/scopes.toml ─→ ScopeRules. Unknown keys and wrong types are collected as mistakes rather
// than thrown, so a test can list all of them.
//
//   [[row]]
//   scope = "test"
//   folders = ["tests", "*_test"]      ─→  a name, a glob
//
//   [[row]]
//   scope = "tests"                    ─→  the mistake "row 2: scope: is not a scope"
#include "analyzer/project/scope_rules.h"

#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// A name without a wildcard is compared as text, which is cheaper than a glob.
// "tests" ─→ a name; "test_*" ─→ a glob
void Add(NameSet& set, std::string name) {
  if (name.find_first_of("*?[") == std::string::npos) {
    set.names.push_back(std::move(name));
  } else {
    set.globs.emplace_back(name);
  }
}

// The values of the key `package` of a row.
// In which Python packages, or outside of them, the row applies; see queries/scopes.toml.
std::optional<InPackage> ParseInPackage(std::string_view text) {
  constexpr std::pair<std::string_view, InPackage> kWords[] = {{"any", InPackage::kAny},
                                                               {"plain", InPackage::kPlain},
                                                               {"run", InPackage::kRun},
                                                               {"outside", InPackage::kOutside},
                                                               {"bare", InPackage::kBare}};
  for (const auto& [word, kind] : kWords) {
    if (word == text) return kind;
  }
  return std::nullopt;
}

// A mistake in one key leaves the other keys valid: the row counts with the default of that key.
struct Reader {
  ScopeRules& rules;

  // "row 3: folders: must be a list of strings"
  void Complain(const std::string& where, const std::string& what) {
    rules.mistakes.push_back(where + ": " + what);
  }

  // Wrong elements are reported and skipped; the others count.
  // An empty string is wrong as well: it would be a name that no file has.
  std::vector<std::string> Strings(const std::string& where, const toml::node& node) {
    std::vector<std::string> out;
    const toml::array* list = node.as_array();
    if (list == nullptr) Complain(where, "must be a list of strings");
    for (size_t i = 0; list != nullptr && i < list->size(); ++i) {
      const auto text = (*list)[i].value<std::string>();
      if (!text || text->empty()) Complain(where, "must be a list of strings");
      if (text && !text->empty()) out.push_back(*text);
    }
    return out;
  }

  NameSet Names(const std::string& where, const toml::node& node) {
    NameSet out;
    for (std::string& name : Strings(where, node)) Add(out, std::move(name));
    return out;
  }

  // One [[row]]: its scope, the names of its folders and files, and its conditions.
  void Row(const std::string& where, const toml::table& table) {
    ScopeRow row;
    for (const auto& [name, node] : table) {
      const std::string_view key = name.str();
      const std::string here = where + ": " + std::string(key);
      if (key == "scope") {
        const std::optional<Scope> scope = ParseScope(node.value_or(std::string()));
        if (!scope) Complain(here, "is not a scope");
        row.scope = scope.value_or(Scope::kSrc);
      } else if (key == "package") {
        const auto package = ParseInPackage(node.value_or(std::string()));
        if (!package) Complain(here, "is not one of any, plain, run, outside, bare");
        row.package = package.value_or(InPackage::kOutside);
      } else if (key == "folders" || key == "files" || key == "holds") {
        NameSet& into = key == "folders" ? row.folders : key == "files" ? row.files : row.holds;
        into = Names(here, node);
        // The flags of a row, by their keys.
      } else if (bool* const flag = key == "root"       ? &row.root
                                    : key == "nested"   ? &row.nested
                                    : key == "python"   ? &row.python
                                    : key == "imported" ? &row.imported
                                    : key == "beside"   ? &row.beside
                                    : key == "own"      ? &row.own
                                    : key == "skip"     ? &row.skip
                                                        : nullptr) {
        if (!node.is_boolean()) Complain(here, "must be true or false");
        *flag = node.value_or(*flag);
      } else {
        Complain(here, "is not a key");
      }
    }
    rules.rows.push_back(std::move(row));
  }

  // A table other than the rows: lists of names, by "table.key".
  void Section(std::string_view name, const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return Complain(std::string(name), "must be a table");
    for (const auto& [key, value] : *table) {
      const std::string here = std::string(name) + "." + std::string(key.str());
      if (here == "root.top") {
        rules.root_top = Names(here, value);
      } else if (here == "root.below") {
        rules.root_below = Names(here, value);
      } else if (here == "tests.names") {
        rules.test_names = Names(here, value);
      } else if (here == "asked.tests") {
        rules.asked_tests = Names(here, value);
      } else if (here == "tests.modules") {
        rules.test_modules = Strings(here, value);
      } else if (here == "tests.includes") {
        rules.test_includes = Strings(here, value);
      } else if (here == "build.names") {
        rules.build_names = Names(here, value);
      } else if (here == "build.modules") {
        rules.build_modules = Strings(here, value);
      } else if (here == "programs.names") {
        rules.program_names = Names(here, value);
      } else if (here == "tasks.names") {
        rules.task_names = Names(here, value);
      } else if (here == "tasks.modules") {
        rules.task_modules = Strings(here, value);
      } else if (here == "walk.cache") {
        rules.cache_folders = Names(here, value);
      } else if (here == "walk.hidden") {
        rules.hidden_folders = Names(here, value);
      } else {
        Complain(here, "is not a key");
      }
    }
  }
};

}  // namespace

// The names first: most sets have few names and no glob, so no index is worth its memory.
bool NameSet::Has(std::string_view name) const {
  return std::find(names.begin(), names.end(), name) != names.end() ||
         std::any_of(globs.begin(), globs.end(),
                     [&](const Glob& glob) { return glob.Matches(name); });
}

// The names of rows are in lower case: "Node_Modules" on a file system that ignores case.
bool ScopeRules::IsSkipped(std::string_view folder) const {
  const std::string small = ToLower(folder);
  return std::any_of(rows.begin(), rows.end(),
                     [&](const ScopeRow& row) { return row.skip && row.folders.Has(small); });
}

// Row 65 and later are mistakes, since a set of rows is a 64-bit mask.
ScopeRules ReadScopeRules(std::string_view toml) {
  ScopeRules rules;
  Reader reader{rules};
  try {
    const toml::table file = toml::parse(toml);
    for (const auto& [key, node] : file) {
      const toml::array* rows = node.as_array();
      if (key.str() != "row" || rows == nullptr) {
        reader.Section(key.str(), node);
        continue;
      }
      for (size_t i = 0; i < rows->size(); ++i) {
        const std::string where = "row " + std::to_string(i + 1);
        const toml::table* row = (*rows)[i].as_table();
        if (row == nullptr || i >= ScopeRules::kMaxRows) {
          reader.Complain(where, row == nullptr ? "must be a table" : "is one too many");
        } else {
          reader.Row(where, *row);
        }
      }
    }
  } catch (const toml::parse_error& error) {
    reader.Complain("line " + std::to_string(error.source().begin.line),
                    std::string(error.description()));
  }
  return rules;
}

// Mistakes in the embedded file are not reported here: a test requires that there are none.
const ScopeRules& BuiltInScopeRules() {
  static const ScopeRules kRules = ReadScopeRules(EmbeddedQuery("scopes.toml"));
  return kRules;
}

}  // namespace flagcensus
