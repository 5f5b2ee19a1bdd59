// flagcensus.toml: the project's own settings. Unknown keys and wrong types are errors with the
// place and the nearest valid key.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/config/accessors.h"
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

// Findings that are accepted. What a row leaves empty is any.
struct IgnoreRow {
  std::string rule;
  std::vector<std::string> names;  // may hold `*`
  std::vector<PathGlob> paths;
  std::string reason;  // required
  Place place;         // of the row
};

// Accesses whose variable cannot be known and need not be.
struct AllowedExpression {
  std::string expression;  // of the name, as it stands in the source; may hold `*`
  std::string reason;      // required
};

struct Config {
  std::string file;                   // "" where there is none
  std::vector<std::string> catalog;   // pages, relative to the config file
  std::vector<Place> catalog_places;  // where each of them is named
  bool found = false;  // in the tree, not named by the user: what it names lies in its folder
  std::vector<std::string> exclude;                   // globs
  std::vector<std::pair<std::string, Scope>> scopes;  // glob → scope
  std::vector<std::string> disabled_rules;
  std::vector<std::pair<std::string, Severity>> severities;  // rule → severity
  std::vector<IgnoreRow> ignores;
  // Each rule that the file names, and where: whether there is such a rule is known further on.
  std::vector<std::pair<std::string, Place>> rules_named;
  bool only_catalog_documents = false;    // documented-by = "catalog"
  std::vector<std::string> own_prefixes;  // names claimed by the project: "APP_"
  std::vector<InternalFlag> internal;     // names that need no documentation
  std::vector<AllowedExpression> unresolved;
  RegistryKeys registry;
  std::string accessors_toml;  // the rows of accessors as TOML text, each on the line that it had
  std::shared_ptr<const Accessors> accessors;  // with these rows; none: the built-in ones alone
};

// Reads `path`. The error names the place ("flagcensus.toml:3:5: ...").
Result<Config> ReadConfig(const std::string& path);

// The same from the file's text.
Result<Config> ParseConfig(std::string_view text, const std::string& path);

// A complaint about a page that lies outside the folder of `config`, links followed; nothing where
// the user named the configuration itself. Whether the page exists cannot be told from it.
std::optional<Error> PageOutside(const Config& config);

// The nearest flagcensus.toml (or .flagcensus.toml) in `folder` or a parent of it, up to the
// repository's root (a folder with .git) or the file system's; "" where there is none.
std::string FindConfig(const std::string& folder);

}  // namespace flagcensus
