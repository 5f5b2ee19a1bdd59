// glob ─→ components ─→ folder by folder, the names that match
//
// A glob in a file of a third-party tree may be hostile: the number of entries that are read for it
// is bounded, and links to folders are not followed.
#include "analyzer/config/path_glob.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/config/toml_reader.h"
#include "analyzer/tree/glob.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// Maximum for the folders that are read for one glob; more than a large repository has.
constexpr size_t kMaxEntries = 200'000;
constexpr size_t kMaxDepth = 64;  // levels of folders below a `**`

bool HasWildcard(std::string_view text) {
  return text.find_first_of("*?[") != std::string_view::npos;
}

// The walk of one glob. `parts_` are its components: {"docs", "**", "env*.md"}. All entries that
// are read count, also those that do not match.
class Expansion {
 public:
  Expansion(std::string_view glob, bool folders, DependencyTracker* dependencies)
      : folders_(folders), examined_(dependencies) {
    for (const std::string_view part : Split(glob, '/')) {
      if (!part.empty() && part != ".") parts_.emplace_back(part);
    }
  }

  // Matches the components from `part` on in `folder`. A `**` matches no folder (first call of
  // Walk) or one folder more (the calls in the loop).
  //
  //   docs/**/env*.md: `docs` is a name, `**` matches docs itself and each folder below it
  void Walk(const fs::path& folder, size_t part, size_t depth) {
    if (part >= parts_.size() || full_) return;
    const std::string& name = parts_[part];
    if (!HasWildcard(name)) return Take(folder / name, part, depth);
    const bool any = name == "**";
    if (any) Walk(folder, part + 1, depth);
    if (any && depth > kMaxDepth) {
      full_ = true;
      return;
    }
    const Glob glob(name);
    if (examined_ != nullptr) examined_->Note(folder.string());
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      if (++entries_ > kMaxEntries) full_ = true;
      if (full_) return;
      const std::string file = entry->path().filename().string();
      // As in a shell, a wildcard does not match a leading dot.
      if (file.starts_with('.') && !name.starts_with('.')) continue;
      std::error_code ignored;
      if (any) {
        const bool inner = entry->is_directory(ignored) && !entry->is_symlink(ignored);
        if (inner) Walk(entry->path(), part, depth + 1);
        if (!inner && part + 1 == parts_.size()) Add(entry->path());
      } else if (glob.Matches(file)) {
        Take(entry->path(), part, depth);
      }
    }
  }

  // Whether a limit ended the walk: `found` is incomplete then.
  bool full() const { return full_; }
  const std::set<std::string>& found() const { return found_; }

 private:
  // The last component names a file; the others name folders.
  void Take(const fs::path& path, size_t part, size_t depth) {
    if (part + 1 == parts_.size()) return Add(path);
    if (examined_ != nullptr) examined_->NoteKind(path.string());
    std::error_code ignored;
    // A link could lead out of the tree or back to a folder above. ".." is not a link.
    if (fs::is_symlink(path, ignored) && path.filename() != "..") return;
    if (fs::is_directory(path, ignored)) Walk(path, part + 1, depth);
  }

  void Add(const fs::path& path) {
    if (examined_ != nullptr) examined_->NoteKind(path.string());
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored) && !(folders_ && fs::is_directory(path, ignored))) {
      return;
    }
    found_.insert(path.lexically_normal().string());
  }

  std::vector<std::string> parts_;
  bool folders_;
  DependencyTracker* examined_;
  size_t entries_ = 0;
  bool full_ = false;
  std::set<std::string> found_;
};

// The absolute folder of the file that contains `path`; what the path names must be below it.
fs::path HomeOf(const PathGlob& path) { return fs::absolute(path.place.file).parent_path(); }

}  // namespace

std::string FolderOf(const PathGlob& path) {
  const std::string folder = fs::path(path.place.file).parent_path().string();
  return folder.empty() ? "." : folder;
}

//   "docs/*.md" in /p/flagcensus.toml    ─→ "/p/docs/*.md"
//   "!docs/old.md"                       ─→ "!/p/docs/old.md"
//   "*.md"                               ─→ "*.md"
//
// Wildcards in the folder's own name are escaped.
std::string FromTop(const PathGlob& glob) {
  std::string_view rest = glob.glob;
  std::string out;
  if (rest.starts_with('!')) {
    out = "!";
    rest.remove_prefix(1);
  }
  const std::string_view inner = rest.substr(0, rest.size() - (rest.ends_with('/') ? 1 : 0));
  // A line of .gitignore without a '/' in it matches at any depth, so it needs no folder.
  if (inner.find('/') == std::string_view::npos) return glob.glob;  // at any depth
  for (const char c : AbsolutePath(FolderOf(glob))) {
    if (c == '*' || c == '?' || c == '[' || c == '\\') out += '\\';
    out += c;
  }
  if (!rest.starts_with('/')) out += '/';
  return out.append(rest);
}

// Each glob is a line of .gitignore, relative to the folder of its own file: an extended
// configuration may be in another folder.
PathMatcher::PathMatcher(const std::vector<PathGlob>& globs, std::string root)
    : root_(std::move(root)) {
  for (const PathGlob& glob : globs) {
    std::string base = AbsolutePath(FolderOf(glob));
    if (!base.ends_with('/')) base += '/';
    if (auto rule = ParseIgnoreRule(glob.glob)) {
      rules_.push_back({std::move(base), std::move(*rule)});
    }
  }
}

//   the glob "docs/" of /p/flagcensus.toml, shown "docs/a.md" below the root /p    ─→ true
bool PathMatcher::Matches(const std::string& shown) const {
  const bool whole = shown.starts_with('/') || root_.empty();
  const std::string absolute = AbsolutePath(whole ? shown : root_ + "/" + shown);
  // A path outside of the rule's folder is matched as a whole.
  return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
    std::string_view path = absolute;
    if (path.starts_with(rule.base)) path.remove_prefix(rule.base.size());
    return RuleCovers(rule.rule, path);
  });
}

// A file may really be called "a[1].md".
bool IsGlob(const std::string& text) {
  std::error_code ignored;
  return HasWildcard(text) && !fs::exists(text, ignored);
}

Result<std::vector<std::string>> ExpandGlob(const std::string& folder, const std::string& glob,
                                            bool folders, DependencyTracker* dependencies) {
  Expansion expansion(glob, folders, dependencies);
  expansion.Walk(glob.starts_with('/') ? fs::path("/") : fs::path(folder), 0, 0);
  if (expansion.full()) {
    return Error{"the glob " + QuotedText(glob) + " would read more than " +
                 std::to_string(kMaxEntries) + " files; begin it with a folder"};
  }
  if (expansion.found().empty()) {
    return Error{"the glob " + QuotedText(glob) + " matches " + (folders ? "nothing" : "no file")};
  }
  return std::vector<std::string>(expansion.found().begin(), expansion.found().end());
}

// A path without wildcards is returned even if it is missing, so its reader reports it.
Result<std::vector<std::string>> ExpandNamed(const Config& config,
                                             const std::vector<PathGlob>& named,
                                             std::string_view what,
                                             DependencyTracker* dependencies) {
  std::vector<std::string> out;
  for (const PathGlob& path : named) {
    const std::string folder = FolderOf(path);
    const std::string whole = (fs::path(folder) / path.glob).lexically_normal().string();
    if (dependencies != nullptr) dependencies->NoteKind(whole);
    if (!IsGlob(whole)) {
      out.push_back(whole);
      continue;
    }
    const Result<std::vector<std::string>> files =
        ExpandGlob(folder, path.glob, what == "path", dependencies);
    if (!files.ok()) return ErrorAt(path.place, files.error().message);
    const size_t before = out.size();
    for (const std::string& file : files.value()) {
      // Links that lead out of the folder are omitted, unless the user chose the configuration.
      if (!config.source.found || LiesBelow(file, HomeOf(path))) out.push_back(file);
    }
    if (out.size() > before) continue;
    return ErrorAt(path.place, "the glob " + QuotedText(path.glob) +
                                   " matches only links out of the directory of the configuration");
  }
  return out;
}

std::optional<Error> NamedOutside(const Config& config, const PathGlob& path, std::string_view what,
                                  std::string_view instead) {
  const fs::path folder = HomeOf(path);
  if (!config.source.found || LiesBelow(folder / path.glob, folder)) return std::nullopt;
  return ErrorAt(path.place, "the " + std::string(what) + " " + QuotedText(path.glob) +
                                 " lies outside the directory of the configuration; name it " +
                                 std::string(instead) + ", or the configuration with --config");
}

// The user's own choice, by --config, may name anything.
std::optional<Error> NamedOutside(const Config& config) {
  const auto check = [&](const std::vector<PathGlob>& named, std::string_view what,
                         std::string_view instead) -> std::optional<Error> {
    for (const PathGlob& path : named) {
      if (auto error = NamedOutside(config, path, what, instead)) return error;
    }
    return std::nullopt;
  };
  if (auto error = check(config.catalog, "page", "with --catalog")) return error;
  if (auto error = check(config.also, "page", "with --also")) return error;
  return check(config.paths, "path", "on the command line");
}

}  // namespace flagcensus
