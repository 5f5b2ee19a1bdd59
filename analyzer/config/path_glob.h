// Paths and globs of a configuration and the files that they match.
//
//   ExpandGlob("docs", "**/env*.md", false, nullptr)   ─→ docs/env.md, docs/api/env_vars.md
//   PathMatcher({"tests/"}, root).Matches("tests/a.py") ─→ true: a line of .gitignore
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/config/config.h"
#include "analyzer/tree/dependency_tracker.h"
#include "analyzer/tree/gitignore.h"

namespace flagcensus {

// The folder of the file that contains `path`; "." for the current one.
std::string FolderOf(const PathGlob& path);

// The same glob, relative to "/".
std::string FromTop(const PathGlob& glob);

// Whether files match globs, which are lines of .gitignore.
class PathMatcher {
 public:
  // `root`: the absolute folder that shown paths are relative to (Config::root).
  PathMatcher(const std::vector<PathGlob>& globs, std::string root);

  // `shown`: a path as in Place::file.
  bool Matches(const std::string& shown) const;

 private:
  struct Rule {
    std::string base;  // absolute, with a trailing '/'
    IgnoreRule rule;
  };
  std::vector<Rule> rules_;
  std::string root_;
};

// Whether `text` is a glob and not the path of an existing file.
bool IsGlob(const std::string& text);

// The files that `glob`, relative to `folder`, matches, sorted; with `folders`, folders too. `**`
// matches any number of folders; hidden files only match if the glob spells them; links to folders
// are not followed. Fails if nothing matches or too much would have to be read. If not null,
// `dependencies` receives the folders that were listed.
Result<std::vector<std::string>> ExpandGlob(const std::string& folder, const std::string& glob,
                                            bool folders,
                                            DependencyTracker* dependencies = nullptr);

// The files that `named` matches, in its order; a path without wildcards is returned unchanged.
// `what`: "page", or "path", which may be a folder. The error contains the position in the
// configuration.
Result<std::vector<std::string>> ExpandNamed(const Config& config,
                                             const std::vector<PathGlob>& named,
                                             std::string_view what,
                                             DependencyTracker* dependencies);

// An error if a page or path is outside the folder of its file, with links resolved; nullopt if the
// user named the configuration. The error does not reveal whether the file exists.
std::optional<Error> NamedOutside(const Config& config);

// The same for one path. `what`: what the path is; `instead`: another way to name it, "with
// --catalog".
std::optional<Error> NamedOutside(const Config& config, const PathGlob& path, std::string_view what,
                                  std::string_view instead);

}  // namespace flagcensus
