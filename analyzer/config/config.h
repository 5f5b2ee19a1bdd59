// Config: the project's settings from flagcensus.toml, .flagcensus.toml or [tool.flagcensus] of
// pyproject.toml. Unknown keys and wrong types are errors with their position and the nearest valid
// key:
//
//   own-prefixes = ["APP_"]      ─→ Config{own_prefixes: {"APP_"}}
//   own-prefix = ["APP_"]        ─→ Error "flagcensus.toml:1:1: unknown key 'own-prefix'; did you
//                                   mean 'own-prefixes'?"
//
// Each struct lists the keys of its table (keys.h): a new key is a member and a row here.
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
#include "analyzer/config/keys.h"
#include "analyzer/model/access.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/registry_keys.h"

namespace flagcensus {

// A path or glob, relative to the folder of the file that names it.
struct PathGlob {
  std::string glob;  // as spelled in the file
  Place place;
};

// Codecs of keys of which the value is not what their member's type says (key_values.h).
struct OneOrMore;        // a string, or a list of them
struct RuleName;         // noted in rules_named
struct RowSeverities;    // rule = severity
struct LowerCase;        // in any case
struct CatalogAlone;     // "catalog" or not
struct RequiredVersion;  // read before all others
struct Extended;         // not inherited
struct DisabledRules;
struct Severities;
struct Casts;
template <typename Row>
struct LibraryRows;  // checked here, read by AddAccessors

// The values of the command line for a key (show.cc).
std::vector<std::string> NamedPaths(const ProjectOptions& options);
std::vector<std::string> NamedCatalog(const ProjectOptions& options);
std::vector<std::string> NamedAlso(const ProjectOptions& options);
std::vector<std::string> NamedExcludes(const ProjectOptions& options);
std::vector<std::string> NamedLanguages(const ProjectOptions& options);

// An entry [[internal]]: a variable that users need not know.
//
//   [[internal]]
//   name = "APP_DEBUG_*"
//   reason = "for maintainers only"
struct InternalFlag {
  std::string name;    // may contain `*`
  std::string reason;  // required
  Place place;         // in the config file

  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "name", .about = "The variable; `*` matches anything.", .required = true},
        &InternalFlag::name);
    key({.name = "reason", .about = "Why it needs no documentation.", .required = true},
        &InternalFlag::reason);
  }
};

// Names that the program builds at run time.
//
//   [[family]]
//   name = "APP_DB_*"
//   reason = "one for each configured database"
struct FamilyRow {
  std::string name;    // contains `*`
  std::string reason;  // required
  Place place;

  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "name", .about = "The names; `*` matches the part that varies.", .required = true},
        &FamilyRow::name);
    key({.name = "reason", .about = "How the program builds them.", .required = true},
        &FamilyRow::reason);
  }
};

// Accepted findings. An empty field matches anything.
//
//   [[ignore]]
//   rule = "undocumented"
//   name = "APP_OLD"
//   reason = "will be removed"
struct IgnoreRow {
  std::string rule;
  std::vector<std::string> names;  // may contain `*`
  std::vector<PathGlob> paths;
  std::string reason;  // required
  Place place;         // of the entry

  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "rule", .about = "The rule; any if omitted."}, &IgnoreRow::rule,
        WithCodec<RuleName>{});
    key({.name = "name", .about = "Variables; `*` matches anything. Any if omitted."},
        &IgnoreRow::names, WithCodec<OneOrMore>{});
    key({.name = "path",
         .about = "Globs in .gitignore syntax, relative to this file. Any file if omitted."},
        &IgnoreRow::paths, WithCodec<OneOrMore>{});
    key({.name = "reason", .about = "Why the findings are accepted.", .required = true},
        &IgnoreRow::reason);
  }
};

// Severities for part of the tree.
//
//   [[override]]
//   path = "tools/"
//   severity = { undocumented = "off" }
struct OverrideRow {
  std::vector<PathGlob> paths;
  std::vector<std::pair<std::string, std::optional<Severity>>> severities;  // nullopt: off

  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "path",
         .about = "Globs in .gitignore syntax, relative to this file. A finding belongs to a path "
                  "if all its places in code are, or all its places on pages.",
         .required = true},
        &OverrideRow::paths, WithCodec<OneOrMore>{});
    key({.name = "severity", .about = "rule = severity, as in [severity].", .required = true},
        &OverrideRow::severities, WithCodec<RowSeverities>{});
  }
};

// Accesses of which the variable cannot be determined, and need not be.
//
//   [[unresolved]]
//   expression = "plugin.*"
//   reason = "plugins choose the name"
struct AllowedExpression {
  std::string expression;  // the name's expression as in the source; may contain `*`
  std::string reason;      // required

  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "expression",
         .about = "The expression of the name in the source; `*` matches anything.",
         .required = true},
        &AllowedExpression::expression);
    key({.name = "reason", .about = "Why it cannot be determined.", .required = true},
        &AllowedExpression::reason);
  }
};

// The pages that `docs` writes without arguments:
//
//   [[docs]]
//   output = "docs/env.md"
//   columns = ["name", "default"]
// A page of [[docs]], or the settings common to all pages.
struct DocsRow {
  PathGlob output;         // "" for an entry about all pages
  std::string format;      // "": derived from the name of the output
  PathGlob template_file;  // "" for none
  DocsOptions options;     // without files; `given`: the entry's keys

  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "output",
         .about = "The page, relative to this file: written whole, or between its markers if it "
                  "has them."},
        &DocsRow::output);
    key({.name = "format",
         .about = "Its format.",
         .fallback = "derived from the file name",
         .values = {"markdown", "rst", "asciidoc", "html", "man", "json", "dotenv", "values",
                    "schema"}},
        &DocsRow::format);
    key({.name = "template", .about = "A Mustache template, relative to this file."},
        &DocsRow::template_file);
    key.Within(&DocsRow::options);
  }
};

// Files that give variables values, and what the project requires of them.
//
//   [[surface]]
//   files = ".env.example"
//   variables = "required"
struct SurfaceRow {
  std::vector<PathGlob> files;
  std::string kind;                   // "": derived from the file's name
  std::string variables = "none";     // which must occur: all, required, none
  std::vector<std::string> prefixes;  // prefixes of the required variables; empty: any
  std::vector<std::string> sections;  // headings on pages under which they are; empty: any
  std::string values = "any";         // default, any, placeholder
  Place place;                        // in the config file

  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "files",
         .about = "Globs in .gitignore syntax, relative to this file.",
         .required = true},
        &SurfaceRow::files, WithCodec<OneOrMore>{});
    key({.name = "kind",
         .about = "What they are.",
         .fallback = "derived from the file name",
         .values = {"dotenv", "compose", "kubernetes", "helm", "dockerfile", "systemd", "ci",
                    "devcontainer", "tox", "app-json", "procfile"}},
        &SurfaceRow::kind);
    key({.name = "variables",
         .about = "Which variables must occur in them: all that sources read and the reference "
                  "page would list, those of them that a page documents, those without which the "
                  "program does not start, or none.",
         .fallback = "\"none\"",
         .values = {"all", "documented", "required", "none"}},
        &SurfaceRow::variables);
    key({.name = "prefix", .about = "Only variables with one of these prefixes must occur."},
        &SurfaceRow::prefixes, WithCodec<OneOrMore>{});
    key({.name = "section",
         .about = "Only variables that pages document under one of these headings must occur."},
        &SurfaceRow::sections, WithCodec<OneOrMore>{});
    key({.name = "values",
         .about =
             "What the values are: the defaults of the code, any, or placeholders, which may be "
             "empty.",
         .fallback = "\"any\"",
         .values = {"default", "any", "placeholder"}},
        &SurfaceRow::values);
  }
};

// An entry [[scope]]: the scope of files with a path that does not indicate it.
//
//   [[scope]]
//   glob = "tools/runtime/**"
//   scope = "src"
struct ScopeGlob {
  PathGlob glob;
  Scope scope = Scope::kSrc;

  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "glob",
         .about = "Files: a pattern in .gitignore syntax, relative to this file.",
         .required = true},
        &ScopeGlob::glob);
    key({.name = "scope",
         .about = "The scope of these files.",
         .required = true,
         .values = {"src", "test", "example", "script", "docs", "vendored"}},
        &ScopeGlob::scope);
  }
};

// A key as set in the file, for --show-config. Each entry of a list of tables and each rule's
// severity is a separate Setting.
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

// [registry]
//
//   [registry]
//   name = ["envVar"]    ─→ name {"envvar"}: `envVar: APP_PORT` in a registry names a variable
struct RegistryTable : RegistryKeys {
  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "name", .about = "Keys for the name of the variable."}, &RegistryTable::name,
        WithCodec<LowerCase>{});
    key({.name = "default", .about = "Keys for the default."}, &RegistryTable::default_value,
        WithCodec<LowerCase>{});
    key({.name = "type", .about = "Keys for the type."}, &RegistryTable::type,
        WithCodec<LowerCase>{});
    key({.name = "description", .about = "Keys for the description."}, &RegistryTable::description,
        WithCodec<LowerCase>{});
  }
};

// The files that a configuration is read from, and what they contain besides the values of keys.
struct ConfigSource {
  std::string file;    // "" if there is none
  std::string root;    // the absolute folder that shown paths are relative to
  bool found = false;  // found in the tree, not named by the user: paths in it must stay inside
  std::vector<std::string> files;  // this file and those that it extends
  std::vector<Setting> settings;   // the settings of the files with their positions
  // Each rule that the file names, with its position; whether the rule exists is checked later.
  std::vector<std::pair<std::string, Place>> rules_named;
  std::vector<AccessorText> accessor_rows;     // in ascending priority
  std::shared_ptr<const Accessors> accessors;  // with these rows; null: only the built-in tables
  std::vector<Diagnostic> diagnostics;         // about a second configuration, which is not read
};

// The settings of one configuration, merged with those that it extends. The members with a row in
// EachKey are keys; the others are derived.
struct Config {
  ConfigSource source;
  std::vector<PathGlob> catalog;  // pages
  std::vector<PathGlob> also;     // pages in addition to those that are found
  std::vector<PathGlob> paths;    // what is read if the command line names no path
  std::vector<PathGlob> exclude;
  std::vector<Language> languages;  // read in addition to Python and C
  std::vector<ScopeGlob> scopes;
  std::vector<std::string> disabled_rules;                   // including severity "off"
  std::vector<std::pair<std::string, Severity>> severities;  // rule → severity
  std::vector<OverrideRow> overrides;
  std::vector<IgnoreRow> ignores;
  bool only_catalog_documents = false;    // documented-by = "catalog"
  std::vector<std::string> own_prefixes;  // name prefixes claimed by the project: "APP_"
  std::vector<InternalFlag> internal;     // names that need no documentation
  std::vector<FamilyRow> families;
  std::vector<AllowedExpression> unresolved;
  std::vector<DocsRow> docs;
  std::vector<SurfaceRow> surfaces;
  RegistryTable registry;
  std::optional<PathGlob> extends;  // the file that this one extends

  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "required-version",
         .about =
             "Versions of flagcensus that may read this file, such as \">=0.2\" or \">=0.2,<1\"; a "
             "bare version allows only that one. Other versions exit with an error.",
         .fallback = "any version"},
        WithCodec<RequiredVersion>{});
    key({.name = "extend",
         .about = "Another configuration, relative to this file, whose settings apply if this one "
                  "says nothing. Tables and severities are added to its own; lists replace it."},
        &Config::extends, WithCodec<Extended>{});
    key({.name = "paths",
         .about = "Files and directories to read if the command line names none: paths or globs, "
                  "relative to this file.",
         .fallback = "[\".\"]",
         .command_line = {NamedPaths}},
        &Config::paths);
    key({.name = "catalog",
         .about = "The pages that document the variables: paths or globs, relative to this file.",
         .fallback = "found automatically",
         .command_line = {NamedCatalog}},
        &Config::catalog);
    key({.name = "also",
         .about = "Pages that document variables, in addition to those that are found: paths or "
                  "globs, relative to this file.",
         .fallback = "[]",
         .command_line = {NamedAlso, true}},
        &Config::also);
    key({.name = "exclude",
         .about = "Files to skip: patterns in .gitignore syntax, relative to this file.",
         .fallback = "[]",
         .command_line = {NamedExcludes, true}},
        &Config::exclude);
    key({.name = "languages",
         .about = "Languages to read in addition to Python, C and C++.",
         .fallback = "[]",
         .values = {"go", "javascript", "rust", "java", "kotlin", "csharp", "ruby", "php", "shell"},
         .command_line = {NamedLanguages, true}},
        &Config::languages);
    key({.name = "documented-by",
         .about = "What counts as documentation: only the catalog, or any page in the tree.",
         .fallback = "\"any-page\"",
         .values = {"catalog", "any-page"}},
        &Config::only_catalog_documents, WithCodec<CatalogAlone>{});
    key({.name = "own-prefixes",
         .about =
             "Prefixes of names that belong to the project, even if others use them: \"APP_\".",
         .fallback = "derived from the project's name, pages and reads"},
        &Config::own_prefixes);
    key({.name = "disabled-rules", .about = "Rules to disable.", .fallback = "[]"},
        &Config::disabled_rules, WithCodec<DisabledRules>{});
    key({.name = "severity",
         .about = "The severity of a rule's findings: rule = severity.",
         .fallback = "the default of each rule"},
        WithCodec<Severities>{});
    key({.name = "override",
         .about = "Other severities for part of the tree. The first entry that matches a finding "
                  "applies."},
        &Config::overrides);
    key({.name = "scope",
         .about = "The scope of files whose path does not indicate it. The first entry whose glob "
                  "matches applies."},
        &Config::scopes);
    key({.name = "internal", .about = "Variables that need no documentation, with the reason."},
        &Config::internal);
    key({.name = "family",
         .about = "Names that the program builds at run time: documented if one of them is, and "
                  "used if none is read by name."},
        &Config::families);
    key({.name = "ignore",
         .about = "Findings to accept, with the reason. An entry has a rule, a name or a path; "
                  "whatever it omits matches anything."},
        &Config::ignores);
    key({.name = "unresolved",
         .about = "Accesses whose variable cannot be determined, with the reason."},
        &Config::unresolved);
    key({.name = "docs",
         .about = "Pages that `flagcensus docs` writes if the command line names none. An entry "
                  "without `output` holds the settings of every other page."},
        &Config::docs);
    key({.name = "surface",
         .about = "Files that give variables values, and what `check` asks of them. Without an "
                  "entry only what is certain is reported."},
        &Config::surfaces);
    key({.name = "registry",
         .about = "Keys of variables that are documented in JSON, YAML or TOML."},
        &Config::registry);
    key({.name = "accessor", .about = "A library function that accesses the environment."},
        WithCodec<LibraryRows<AccessorRow>>{});
    key({.name = "object", .about = "An object of a library whose methods read variables."},
        WithCodec<LibraryRows<ObjectRow>>{});
    key({.name = "settings", .about = "A class of a library whose fields are variables."},
        WithCodec<LibraryRows<SettingsRow>>{});
    key({.name = "casts",
         .about =
             "Types of parsers, as dotted name = type: \"conf.Csv\" = \"list\". They apply if the "
             "argument named by `cast` or a column of a table of variables holds the parser."},
        WithCodec<Casts>{});
  }
};

// Reads only `path`, not what it extends. The error begins with the position ("flagcensus.toml:3:5:
// ..."). In a pyproject.toml, reads the table [tool.flagcensus].
Result<Config> ReadConfig(const std::string& path);

// Like ReadConfig, but from the file's text.
Result<Config> ParseConfig(std::string_view text, const std::string& path);

}  // namespace flagcensus
