// Config: the project's settings from flagcensus.toml, .flagcensus.toml or [tool.flagcensus] of
// pyproject.toml. Unknown keys and wrong types are errors with their position and the nearest valid
// key.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/config/accessors.h"
#include "analyzer/config/docs_options.h"
#include "analyzer/model/access.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/registry_keys.h"

namespace flagcensus {

// A path or glob, relative to the folder of the file that names it.
struct PathGlob {
  std::string glob;  // as spelled in the file
  Place place;
};

struct InternalFlag {
  std::string name;    // may contain `*`
  std::string reason;  // required
  Place place;         // in the config file
};

// Names that the program builds at run time.
struct FamilyRow {
  std::string name;    // contains `*`
  std::string reason;  // required
  Place place;
};

// Accepted findings. An empty field matches anything.
struct IgnoreRow {
  std::string rule;
  std::vector<std::string> names;  // may contain `*`
  std::vector<PathGlob> paths;
  std::string reason;  // required
  Place place;         // of the entry
};

// Severities for part of the tree.
struct OverrideRow {
  std::vector<PathGlob> paths;
  std::vector<std::pair<std::string, std::optional<Severity>>> severities;  // nullopt: off
};

// Accesses whose variable cannot be known and does not have to be.
struct AllowedExpression {
  std::string expression;  // the name's expression as in the source; may contain `*`
  std::string reason;      // required
};

// A page of [[docs]], or the settings common to all pages.
struct DocsRow {
  PathGlob output;         // "" for an entry about all pages
  std::string format;      // "": derived from the file's name
  PathGlob template_file;  // "" for none
  DocsOptions options;     // without files; `given`: the entry's keys
};

struct ScopeGlob {
  PathGlob glob;
  Scope scope = Scope::kSrc;
};

// A key as set in the file, for --show-config. Each entry of a list and each rule's severity is a
// Setting of its own.
struct Setting {
  std::string key;    // "catalog", "severity.unused"
  std::string value;  // in one line, as TOML
  Place place;
};

// Accessor entries as TOML text, each on its original line of `file`.
struct AccessorText {
  std::string file;
  std::string text;
};

struct Config {
  std::string file;    // "" if there is none
  std::string root;    // the absolute folder that shown paths are relative to
  bool found = false;  // found in the tree, not named by the user: paths in it must stay inside
  std::vector<PathGlob> catalog;  // pages
  std::vector<PathGlob> paths;    // what is read if the command line names no path
  std::vector<PathGlob> exclude;
  std::vector<Language> languages;  // read in addition to Python and C
  std::vector<ScopeGlob> scopes;
  std::vector<std::string> disabled_rules;                   // including severity "off"
  std::vector<std::pair<std::string, Severity>> severities;  // rule → severity
  std::vector<OverrideRow> overrides;
  std::vector<IgnoreRow> ignores;
  // Each rule that the file names, with its position; whether the rule exists is checked later.
  std::vector<std::pair<std::string, Place>> rules_named;
  bool only_catalog_documents = false;    // documented-by = "catalog"
  std::vector<std::string> own_prefixes;  // name prefixes claimed by the project: "APP_"
  std::vector<InternalFlag> internal;     // names that need no documentation
  std::vector<FamilyRow> families;
  std::vector<AllowedExpression> unresolved;
  std::vector<DocsRow> docs;
  RegistryKeys registry;
  std::vector<AccessorText> accessor_rows;     // in ascending priority
  std::shared_ptr<const Accessors> accessors;  // with these; null: only the built-in ones
  std::optional<PathGlob> extends;             // the file that this one extends
  std::vector<std::string> files;              // this file and those that it extends
  std::vector<Setting> settings;               // the settings of the files with their positions
  std::vector<Diagnostic> diagnostics;         // about a second configuration, which is not read
};

// Reads only `path`, not what it extends. The error begins with the position ("flagcensus.toml:3:5:
// ..."). In a pyproject.toml, reads the table [tool.flagcensus].
Result<Config> ReadConfig(const std::string& path);

// Like ReadConfig, but from the file's text.
Result<Config> ParseConfig(std::string_view text, const std::string& path);

}  // namespace flagcensus
