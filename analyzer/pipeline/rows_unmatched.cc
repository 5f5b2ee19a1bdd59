// configuration's rows, what was read ─→ a diagnostic for each that matches nothing
//
// A row with a misspelled name has no effect, as if the project did not use the library: the
// variables that the library reads would be missing without notice. A misspelled glob leaves files
// in the wrong scope.
#include "analyzer/pipeline/rows_unmatched.h"

#include <algorithm>
#include <filesystem>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/text.h"
#include "analyzer/config/path_glob.h"
#include "analyzer/config/project_options.h"
#include "analyzer/tree/glob.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

struct RowName {
  std::string name;
  Place place;
};

void AddRowNames(const toml::table& row, std::string_view key, const std::string& file,
                 std::vector<RowName>* out) {
  const toml::node* node = row.get(key);
  if (node == nullptr) return;
  const auto add = [&](const toml::node& one) {
    const auto at = one.source().begin;
    const Place place = {file, static_cast<int>(at.line), static_cast<int>(at.column)};
    if (const auto* text = one.as_string()) out->push_back({text->get(), place});
  };
  add(*node);
  if (!node->is_array()) return;
  for (const toml::node& element : *node->as_array()) add(element);
}

// "conf.Reader()" ─→ "Reader", "conf::Number" ─→ "Number".
std::string LastWordOf(std::string_view name) {
  while (name.ends_with("()")) name.remove_suffix(2);
  return std::string(name.substr(name.find_last_of(".:") + 1));
}

// Whether the whole folder of the configuration is read. Otherwise a row may match in another part.
bool IsWholeRead(const ProjectOptions& options, const Config& config) {
  const std::string folder =
      AbsolutePath((std::filesystem::path(config.source.file).parent_path() / ".").string());
  const auto with_slash = [](std::string path) {
    while (path.ends_with("/.")) path.erase(path.size() - 2);
    return path.ends_with('/') ? path : path + '/';
  };
  return std::any_of(options.paths.begin(), options.paths.end(), [&](const std::string& path) {
    return with_slash(folder).starts_with(with_slash(AbsolutePath(path)));
  });
}

// The configuration's own file, parsed, and its top level, which is a table in pyproject.toml.
// False if it cannot be read, which was reported when it was loaded.
struct OwnDocument {
  toml::table document;
  toml::node_view<toml::node> top;
};

bool ReadOwnDocument(const Config& config, OwnDocument* out) {
  std::string text;
  if (!ReadSource(config.source.file, &text).empty() || ParseBoundedToml(text, &out->document)) {
    return false;
  }
  const bool part = config.source.file.ends_with("pyproject.toml");
  out->top =
      part ? out->document["tool"]["flagcensus"] : toml::node_view<toml::node>(out->document);
  return true;
}

// The values that the rows of a kind have at a key, each with its place.
std::vector<RowName> NamesOfRows(const OwnDocument& own, std::string_view kind,
                                 std::string_view key, const std::string& file) {
  std::vector<RowName> out;
  const toml::array* tables = own.top[kind].as_array();
  if (tables == nullptr) return out;
  for (const toml::node& row : *tables) {
    if (row.is_table()) AddRowNames(*row.as_table(), key, file, &out);
  }
  return out;
}

Diagnostic Unmatched(std::string_view kind, const RowName& row, std::string_view why) {
  return {"configuration", row.place,
          "[[" + std::string(kind) + "]] '" + EscapeControl(row.name) +
              "' matches nothing: " + std::string(why)};
}

bool IsDataFile(std::string_view file) {
  return file.ends_with(".json") || file.ends_with(".yaml") || file.ends_with(".yml") ||
         file.ends_with(".toml");
}

}  // namespace

std::vector<Diagnostic> UnmatchedRows(const ProjectOptions& options, const Config& config,
                                      const std::vector<Access>& accesses) {
  constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
      {"accessor", "call"}, {"object", "objects"}, {"settings", "names"}};
  std::vector<Diagnostic> out;
  // Without rows of these kinds, the file need not be parsed again.
  if (config.source.accessor_rows.empty() && config.unresolved.empty()) return out;
  OwnDocument own;
  if (!IsWholeRead(options, config) || !ReadOwnDocument(config, &own)) return out;
  for (const auto& [kind, key] : kKinds) {
    for (const RowName& row : NamesOfRows(own, kind, key, config.source.file)) {
      // `via` has the callee in the form that the code uses, with an alias of the module perhaps;
      // so only the last word is compared. A row with a common last word ("get") is never reported.
      const std::string word = LastWordOf(row.name);
      const bool met = std::any_of(accesses.begin(), accesses.end(),
                                   [&](const Access& access) { return HasWord(access.via, word); });
      if (!met) out.push_back(Unmatched(kind, row, "no access in the tree uses it"));
    }
  }
  for (const RowName& row : NamesOfRows(own, "unresolved", "expression", config.source.file)) {
    const Glob glob(row.name);
    const bool met = std::any_of(accesses.begin(), accesses.end(), [&](const Access& access) {
      return IsUnresolved(access) && glob.Matches(access.evidence.name_expression);
    });
    if (!met)
      out.push_back(Unmatched(
          "unresolved", row, "every access in the tree is resolved or has a different expression"));
  }
  return out;
}

std::vector<Diagnostic> UnmatchedPathRows(const ProjectOptions& options, const Config& config,
                                          const Tree& tree) {
  std::vector<Diagnostic> out;
  if (config.scopes.empty() && config.overrides.empty()) return out;
  if (!IsWholeRead(options, config)) return out;
  // A file that was skipped counts as matched: it may be part of another project that extends this
  // configuration.
  const auto look = [&](std::string_view kind, const PathGlob& glob) {
    if (glob.place.file != config.source.file) return;
    const PathMatcher matcher({glob}, config.source.root);
    const auto matches = [&](const std::string& path) { return matcher.Matches(path); };
    const bool met =
        std::any_of(tree.files.begin(), tree.files.end(),
                    [&](const SourceFile& file) { return matches(file.path); }) ||
        std::any_of(tree.skipped.begin(), tree.skipped.end(), [&](const SkippedPath& skipped) {
          return matches(skipped.path) || matches(skipped.path + "/any");
        });
    if (!met)
      out.push_back(
          Unmatched(kind, {glob.glob, glob.place}, "no file in the tree has such a path"));
  };
  for (const ScopeGlob& row : config.scopes) look("scope", row.glob);
  for (const OverrideRow& row : config.overrides) {
    for (const PathGlob& glob : row.paths) look("override", glob);
  }
  return out;
}

std::vector<Diagnostic> UnmatchedPageRows(const ProjectOptions& options, const Config& config,
                                          const std::vector<Flag>& flags,
                                          const std::vector<Entry>& entries) {
  std::vector<Diagnostic> out;
  OwnDocument own;
  if (config.source.file.empty() || !IsWholeRead(options, config) ||
      !ReadOwnDocument(config, &own)) {
    return out;
  }
  for (const RowName& row : NamesOfRows(own, "family", "name", config.source.file)) {
    const Glob glob(row.name);
    const bool met = std::any_of(flags.begin(), flags.end(),
                                 [&](const Flag& flag) { return glob.Matches(flag.name); });
    if (!met) out.push_back(Unmatched("family", row, "no name in code or on a page belongs to it"));
  }
  const toml::node* registry = own.top["registry"].node();
  const bool any = std::any_of(entries.begin(), entries.end(),
                               [](const Entry& entry) { return IsDataFile(entry.place.file); });
  if (registry != nullptr && !any) {
    const auto at = registry->source().begin;
    out.push_back({"configuration",
                   {config.source.file, static_cast<int>(at.line), static_cast<int>(at.column)},
                   "[registry] matches nothing: no entry in the catalog comes from JSON, YAML or "
                   "TOML"});
  }
  return out;
}

}  // namespace flagcensus
