// options ─→ configuration ─→ the tree
//
//   flagcensus check src/app    FindConfig upwards from src/app ─→ ./flagcensus.toml
//                               its `exclude`, `scope` and `languages` ─→ WalkTree
#include "analyzer/pipeline/load.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/config/accessors.h"
#include "analyzer/config/find.h"
#include "analyzer/config/path_glob.h"
#include "analyzer/light/light_reader.h"
#include "analyzer/pipeline/real_paths.h"
#include "analyzer/project/walk_tree.h"
#include "analyzer/review/coverage.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/inside.h"

namespace flagcensus {
namespace {

// The folder from which a configuration is searched upwards: the first argument or its folder.
// "check src/app.py" ─→ src; "check a.py" ─→ "."
std::string StartFolder(const ProjectOptions& options) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path first = options.config.from.empty() ? options.paths.front() : options.config.from;
  if (fs::is_directory(first, ignored)) return first.string();
  return first.has_parent_path() ? first.parent_path().string() : ".";
}

// A complaint about a rule's name in the configuration; nullopt if all are rules.
std::optional<Error> UnknownRule(const Config& config) {
  for (const auto& [name, place] : config.source.rules_named) {
    if (FindRule(name) != nullptr) continue;
    return Error{EscapeControl(place.file) + ":" + std::to_string(place.line) + ":" +
                 std::to_string(place.column) + ": unknown rule '" + EscapeControl(name) + "'; " +
                 SuggestRule(name)};
  }
  return std::nullopt;
}

// Configurations next to the one that is used. Two in one folder are a mistake: one has no effect.
std::vector<Diagnostic> Unread(const FoundConfig& found, const ProjectOptions& options) {
  std::vector<Diagnostic> out;
  for (const std::string& file : found.unread) {
    out.push_back({"configuration",
                   {ShownPath(file, options.root), 0, 0},
                   "is not read as configuration: " + ShownPath(found.file, options.root) +
                       " takes precedence; keep one of the two"});
  }
  return out;
}

// Whether `absolute` is one of the paths that are read, or below one, with links resolved.
bool IsInPaths(const ProjectOptions& options, const std::string& absolute) {
  const std::string real = ResolvedPath(absolute);
  return std::any_of(options.paths.begin(), options.paths.end(), [&](const std::string& path) {
    return IsAtOrBelow(real, ResolvedPath(path));
  });
}

// Sets the texts that replace the contents of files. A text for a file that does not exist adds the
// file; one for a file that exists and is not in the tree has no effect, since the file is
// excluded.
void AddOverlays(const ProjectOptions& options, Tree& tree) {
  for (const auto& [absolute, text] : options.overlays) {
    const auto same = [&, &absolute = absolute](const SourceFile& file) {
      return file.absolute == absolute;
    };
    auto at = std::find_if(tree.files.begin(), tree.files.end(), same);
    if (at == tree.files.end()) {
      std::error_code ignored;
      if (std::filesystem::exists(absolute, ignored) || !IsInPaths(options, absolute)) continue;
      SourceFile file;
      file.path = ShownPath(absolute, options.root);
      file.absolute = absolute;
      file.kind = FileKindOf(file.path);
      file.below = std::filesystem::path(file.path).filename().string().size();
      file.cost = options.cost.get();
      at = std::lower_bound(
          tree.files.begin(), tree.files.end(), file,
          [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
      at = tree.files.insert(at, std::move(file));
    }
    at->text = text;
    at->size = text->size();
    at->words = std::make_shared<FileWords>();  // the words on disk are those of another content
  }
}

// A file that was named and is not read: its absence from the report would otherwise be mistaken
// for "no findings".
void ReportUnread(const ProjectOptions& options, Tree* tree) {
  std::error_code ignored;
  std::string text;
  for (const std::string& path : options.paths) {
    if (!std::filesystem::is_regular_file(path, ignored)) continue;
    const std::string absolute = AbsolutePath(path);
    const auto file = std::find_if(tree->files.begin(), tree->files.end(),
                                   [&](const SourceFile& one) { return one.absolute == absolute; });
    // The walk reports why it skipped one, and the census why it could not read a source.
    if (file == tree->files.end() || IsSource(file->kind)) continue;
    const std::string reason = ReadSource(*file, &text);
    const bool known = file->kind == FileKind::kPage ||
                       LightLanguageOf(LightLanguages(), file->path, text) != nullptr;
    if (!reason.empty()) {
      tree->diagnostics.push_back({"unreadable-file", {file->path, 0, 0}, reason});
    } else if (!known) {
      tree->diagnostics.push_back(
          {"unread-file", {file->path, 0, 0}, "is not read: its language is unknown"});
    } else if (options.code_only) {
      tree->diagnostics.push_back(
          {"unread-file",
           {file->path, 0, 0},
           "is not read: scan reads only Python, C and C++; check and docs read it too"});
    }
  }
}

std::string InQuotes(std::string_view name) { return "'" + std::string(name) + "'"; }

}  // namespace

std::string SuggestRule(std::string_view name) {
  // A word of a rule's name suffices: "typo" for likely-typo. Otherwise the nearest name by edit
  // distance, below five edits and below half of the word's length: "unusd" for unused.
  std::vector<std::string> near;
  for (const Rule& rule : Rules()) {
    const auto words = Split(rule.name, '-');
    if (std::find(words.begin(), words.end(), name) != words.end())
      near.push_back(InQuotes(rule.name));
  }
  std::string_view nearest;
  // The distance limit shrinks with each hit, so the nearest name wins.
  int least = std::min(5, static_cast<int>(name.size()) / 2);
  for (const Rule& rule : Rules()) {
    const int distance = EditDistance(name, rule.name, least);
    if (distance >= least) continue;
    least = distance;
    nearest = rule.name;
  }
  if (!nearest.empty()) near = {InQuotes(nearest)};
  if (near.empty()) return "'flagcensus explain' lists the rules";
  return "did you mean " + Join(near, " or ") + "?";
}

Result<Config> LoadConfig(const ProjectOptions& options) {
  Config none;
  none.source.root = AbsolutePath(options.root);
  if (options.config.off) return none;
  std::string file = options.config.file;
  if (file.empty()) {
    if (options.dependencies) NoteConfigsAbove(StartFolder(options), *options.dependencies);
    const Result<FoundConfig> found = FindConfig(StartFolder(options));
    if (!found.ok()) return found.error();
    file = found.value().file;
    if (file.empty()) return none;
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    // A link could make a checked-out tree use a configuration from anywhere on the machine.
    if (!LiesBelow(file, folder)) {
      return Error{
          EscapeControl(ShownPath(file, ".")) +
          ": the configuration is a symbolic link out of its folder; name it with --config, "
          "or ignore it with --no-config"};
    }
    none.source.diagnostics = Unread(found.value(), options);
    // Paths that were found are absolute; from here on the path is as the caller would write it.
    file = ShownPath(file, ".");
  }
  Result<Config> read = ReadConfigChain(file, options.config.file.empty());
  if (!read.ok()) return read;
  Config& config = read.value();
  // All files of the chain are dependencies, and so is each place that was searched.
  for (const std::string& one : config.source.files) {
    if (options.dependencies) options.dependencies->Note(one);
  }
  config.source.root = none.source.root;
  config.source.diagnostics = none.source.diagnostics;
  if (std::optional<Error> error = NamedOutside(config)) return *error;
  if (std::optional<Error> error = UnknownRule(config)) return *error;
  // Rows of the configuration extend a copy of the built-in table.
  if (config.source.accessor_rows.empty()) return read;
  Accessors accessors = BuiltInAccessors();
  for (const AccessorText& rows : config.source.accessor_rows) {
    if (std::optional<Error> error = AddAccessors(rows.text, rows.file, accessors)) return *error;
  }
  config.source.accessors = std::make_shared<const Accessors>(std::move(accessors));
  return read;
}

// Sets the paths from the configuration. Returns what is wrong with them; nullopt if they are
// usable.
std::optional<std::string> TakePaths(const Config& config, ProjectOptions& options) {
  // The command line takes precedence.
  if (options.paths_named || config.paths.empty()) return std::nullopt;
  Result<std::vector<std::string>> paths =
      ExpandNamed(config, config.paths, "path", options.dependencies.get());
  if (!paths.ok()) return paths.error().message;
  options.paths = std::move(paths).value();
  return std::nullopt;
}

// Globs on the command line are relative to the root, those of a configuration to its folder.
Tree WalkProject(const ProjectOptions& options, const Config& config) {
  const PhaseScope phase(options.cost.get(), Phase::kWalk);
  WalkOptions walk;
  walk.root = options.root;
  walk.respect_gitignore = !options.selection.no_ignore;
  walk.hidden = options.selection.hidden;
  walk.vendored = options.selection.vendored;
  walk.max_file_bytes = options.limits.file_bytes;
  walk.exclude_here = options.selection.exclude;
  walk.jobs = options.jobs;
  walk.languages = config.languages;
  walk.languages.insert(walk.languages.end(), options.languages.begin(), options.languages.end());
  walk.cost = options.cost.get();
  walk.outputs = options.outputs;
  // Globs of several files are relative to several folders: the walk then matches them all from
  // "/".
  const bool several = config.source.files.size() > 1;
  const auto written = [&](const PathGlob& glob) { return several ? FromTop(glob) : glob.glob; };
  if (!config.source.file.empty()) {
    walk.glob_base = std::filesystem::path(config.source.file).parent_path().string();
    if (walk.glob_base.empty()) walk.glob_base = ".";
    if (several) walk.glob_base = "/";
  }
  for (const PathGlob& glob : config.exclude) walk.exclude.push_back(written(glob));
  for (const ScopeGlob& row : config.scopes) {
    walk.scope_rules.emplace_back(written(row.glob), row.scope);
  }
  Tree tree = WalkTree(options.paths, walk, options.dependencies.get());
  AddOverlays(options, tree);
  ReportUnread(options, &tree);
  tree.diagnostics.insert(tree.diagnostics.end(), config.source.diagnostics.begin(),
                          config.source.diagnostics.end());
  std::sort(tree.diagnostics.begin(), tree.diagnostics.end(), DiagnosticLess);
  return tree;
}

// The message for a run without any input; nullopt if there is some. "No findings" for a misspelled
// path, or a tree in other languages, would be misleading.
std::optional<std::string> NothingToRead(const Tree& tree, const ProjectOptions& options) {
  const bool pages_count = options.pages_suffice;
  // For `check`, pages alone can be compared with each other; for `scan` they cannot.
  const bool any = std::any_of(tree.files.begin(), tree.files.end(), [&](const SourceFile& file) {
    return IsSource(file.kind) || (pages_count && file.kind == FileKind::kPage);
  });
  if (any) return std::nullopt;
  std::string out;
  for (const Diagnostic& diagnostic : tree.diagnostics) {
    out += diagnostic.place.file + ": " + diagnostic.message + "; ";
  }
  out += std::string("nothing to read: no source file") + (pages_count ? " and no page" : "") +
         " in " + Join(options.paths, ", ");
  for (const std::string& note : DescribeCoverage(CoverageOf(tree, {}))) out += "; " + note;
  if (!tree.skipped.empty()) {
    out += " (" + std::to_string(tree.skipped.size()) +
           " files or directories were skipped; --verbose lists them)";
  }
  return out;
}

}  // namespace flagcensus
