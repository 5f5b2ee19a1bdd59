// options ─→ configuration ─→ the tree
#include <algorithm>
#include <filesystem>
#include <system_error>

#include "analyzer/base/text.h"
#include "analyzer/config/accessors.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/project/walk_tree.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/inside.h"

namespace flagcensus {
namespace {

// The folder to look for a configuration from: the first argument or the one that it lies in.
std::string StartFolder(const Options& options) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const bool pages = options.command == Command::kCatalog;
  const fs::path first = pages ? options.catalog.front() : options.paths.front();
  if (fs::is_directory(first, ignored)) return first.string();
  return first.has_parent_path() ? first.parent_path().string() : ".";
}

// A complaint about a rule's name in the configuration; nothing where all are rules.
std::optional<Error> UnknownRule(const Config& config) {
  for (const auto& [name, place] : config.rules_named) {
    if (FindRule(name) != nullptr) continue;
    return Error{EscapeControl(place.file) + ":" + std::to_string(place.line) + ":" +
                 std::to_string(place.column) + ": unknown rule '" + EscapeControl(name) + "'; " +
                 SuggestRule(name)};
  }
  return std::nullopt;
}

bool IsSource(FileKind kind) { return kind != FileKind::kPage && kind != FileKind::kOther; }

}  // namespace

std::string SuggestRule(std::string_view name) {
  std::string_view nearest;
  int least = 5;
  for (const Rule& rule : Rules()) {
    const int distance = EditDistance(name, rule.name, least);
    if (distance >= least) continue;
    least = distance;
    nearest = rule.name;
  }
  if (nearest.empty()) return "'flagcensus explain' lists the rules";
  return "did you mean '" + std::string(nearest) + "'?";
}

Result<Config> LoadConfig(const Options& options) {
  if (options.no_config) return Config{};
  std::string file = options.config;
  if (file.empty()) {
    file = FindConfig(StartFolder(options));
    if (file.empty()) return Config{};
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    if (!LiesBelow(file, folder)) {
      return Error{
          EscapeControl(ShownPath(file, ".")) +
          ": the configuration is a symbolic link out of its folder; name it with --config, "
          "or leave it out with --no-config"};
    }
    // Found ones are absolute; shown, and opened, as the caller sees them.
    file = ShownPath(file, ".");
  }
  Result<Config> config = ReadConfig(file);
  if (!config.ok()) return config;
  config.value().found = options.config.empty();
  if (std::optional<Error> error = PageOutside(config.value())) return *error;
  if (std::optional<Error> error = UnknownRule(config.value())) return *error;
  if (!config.value().accessors_toml.empty()) {
    Result<Accessors> accessors = LoadAccessors(config.value().accessors_toml, file);
    if (!accessors.ok()) return accessors.error();
    config.value().accessors = std::make_shared<const Accessors>(std::move(accessors).value());
  }
  return config;
}

Tree WalkProject(const Options& options, const Config& config) {
  WalkOptions walk;
  walk.root = options.root;
  walk.respect_gitignore = !options.no_ignore;
  walk.hidden = options.hidden;
  walk.vendored = options.vendored;
  walk.max_file_bytes = options.max_file_bytes;
  walk.exclude_here = options.exclude;
  walk.jobs = options.jobs;
  if (!config.file.empty()) {
    walk.glob_base = std::filesystem::path(config.file).parent_path().string();
    if (walk.glob_base.empty()) walk.glob_base = ".";
  }
  walk.exclude = config.exclude;
  walk.scope_rules = config.scopes;
  return WalkTree(options.paths, walk);
}

std::optional<std::string> NothingToRead(const Tree& tree, const Options& options) {
  const bool pages_count = options.command == Command::kCheck;
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
  if (!tree.skipped.empty()) {
    out += " (" + std::to_string(tree.skipped.size()) +
           " files or folders were left out; --verbose names them)";
  }
  return out;
}

}  // namespace flagcensus
