// Config: the project's own settings, as flagcensus.toml, .flagcensus.toml or [tool.flagcensus] of
// pyproject.toml tell them. Unknown keys and wrong types are errors with the place and the nearest
// valid key.
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
  std::string glob;  // as written
  Place place;
};

struct InternalFlag {
  std::string name;    // may hold `*`
  std::string reason;  // required
  Place place;         // in the config file
};

// Names that the program puts together at run time.
struct FamilyRow {
  std::string name;    // holds `*`
  std::string reason;  // required
  Place place;
};

// Findings that are accepted. What a row leaves empty is any.
struct IgnoreRow {
  std::string rule;
  std::vector<std::string> names;  // may hold `*`
  std::vector<PathGlob> paths;
  std::string reason;  // required
  Place place;         // of the row
};

// Severities for part of the tree.
struct OverrideRow {
  std::vector<PathGlob> paths;
  std::vector<std::pair<std::string, std::optional<Severity>>> severities;  // none: off
};

// Accesses whose variable cannot be known and need not be.
struct AllowedExpression {
  std::string expression;  // of the name, as it stands in the source; may hold `*`
  std::string reason;      // required
};

// A page of [[docs]], or what all of them have.
struct DocsRow {
  PathGlob output;         // "" for a row of all pages
  std::string format;      // "" by the file's name
  PathGlob template_file;  // "" for none
  DocsOptions options;     // without files; `given`: the row's keys
};

struct ScopeGlob {
  PathGlob glob;
  Scope scope = Scope::kSrc;
};

// A key as the file has it, for --show-config: a row of a list, or a rule's severity, is one alone.
struct Setting {
  std::string key;    // "catalog", "severity.unused"
  std::string value;  // in one line, as TOML
  Place place;
};

// Rows of accessors as TOML text, each on the line that it had in `file`.
struct AccessorText {
  std::string file;
  std::string text;
};

struct Config {
  std::string file;               // "" where there is none
  std::string root;               // the absolute folder that shown paths are relative to
  bool found = false;             // in the tree, not named by the user: what it names lies in it
  std::vector<PathGlob> catalog;  // pages
  std::vector<PathGlob> paths;    // what is read where the command line names nothing
  std::vector<PathGlob> exclude;
  std::vector<Language> languages;  // read beside Python and C
  std::vector<ScopeGlob> scopes;
  std::vector<std::string> disabled_rules;                   // severity "off" too
  std::vector<std::pair<std::string, Severity>> severities;  // rule → severity
  std::vector<OverrideRow> overrides;
  std::vector<IgnoreRow> ignores;
  // Each rule that the file names, and where: whether there is such a rule is known further on.
  std::vector<std::pair<std::string, Place>> rules_named;
  bool only_catalog_documents = false;    // documented-by = "catalog"
  std::vector<std::string> own_prefixes;  // names claimed by the project: "APP_"
  std::vector<InternalFlag> internal;     // names that need no documentation
  std::vector<FamilyRow> families;
  std::vector<AllowedExpression> unresolved;
  std::vector<DocsRow> docs;
  RegistryKeys registry;
  std::vector<AccessorText> accessor_rows;     // the ones that count less first
  std::shared_ptr<const Accessors> accessors;  // with these rows; none: the built-in ones alone
  std::optional<PathGlob> extends;             // the file that this one goes on from
  std::vector<std::string> files;              // this one and those that it extends
  std::vector<Setting> settings;               // what the files say, and where
  std::vector<Diagnostic> diagnostics;         // a second configuration that is not read
};

// Reads `path` alone, without what it extends. The error names the place ("flagcensus.toml:3:5:
// ..."). Of a pyproject.toml the table [tool.flagcensus] is read.
Result<Config> ReadConfig(const std::string& path);

// The same from the file's text.
Result<Config> ParseConfig(std::string_view text, const std::string& path);

}  // namespace flagcensus
