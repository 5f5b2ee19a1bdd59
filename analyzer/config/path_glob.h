// Paths and globs of a configuration: which files they mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/config/config.h"
#include "analyzer/tree/dependency_tracker.h"
#include "analyzer/tree/gitignore.h"

namespace flagcensus {

// The folder of the file that names `path`; "." for the current one.
std::string FolderOf(const PathGlob& path);

// The same glob for somebody whose globs are relative to "/".
std::string FromTop(const PathGlob& glob);

// Whether files lie where globs say, which are lines of .gitignore.
class PathMatcher {
 public:
  // `root`: the absolute folder that shown paths are relative to (Config::root).
  PathMatcher(const std::vector<PathGlob>& globs, std::string root);

  // `shown` as a Place has it.
  bool Matches(const std::string& shown) const;

 private:
  struct Rule {
    std::string base;  // absolute, with '/' at its end
    IgnoreRule rule;
  };
  std::vector<Rule> rules_;
  std::string root_;
};

// Whether `text` is a glob and not the path of a file that is there.
bool IsGlob(const std::string& text);

// The files that `glob`, relative to `folder`, matches, sorted; with `folders`, folders too. `**`
// stands for any number of folders; what is hidden is matched only where the glob names it, links
// to folders are not followed. An error where nothing matches or too much would have to be read.
// `dependencies`, where there is one, takes the folders that were listed.
Result<std::vector<std::string>> ExpandGlob(const std::string& folder, const std::string& glob,
                                            bool folders,
                                            DependencyTracker* dependencies = nullptr);

// The files that `named` means, in its order; a path without wildcards is taken as it is. `what`:
// "page", or "path", which may be a folder. The error has the place in the configuration.
Result<std::vector<std::string>> ExpandNamed(const Config& config,
                                             const std::vector<PathGlob>& named,
                                             std::string_view what,
                                             DependencyTracker* dependencies);

// A complaint about a page or path that lies outside the folder of its file, links followed;
// nothing where the user named the configuration himself. Whether the file exists cannot be told
// from it.
std::optional<Error> NamedOutside(const Config& config);

// The same for one path. `what` it is, and how else it may be named: "with --catalog".
std::optional<Error> NamedOutside(const Config& config, const PathGlob& path, std::string_view what,
                                  std::string_view instead);

}  // namespace flagcensus
