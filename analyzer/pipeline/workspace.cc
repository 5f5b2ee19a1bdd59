// settings, files, texts ─→ what a project says; what changed ─→ what has to be read again
//
//   Update({"app/a.py"}), its text changed          ─→  that file's steps are dropped
//   Update({"app/a.py"}), an import changed         ─→  scopes are determined again
//   Update({"flagcensus.toml"}), or a new file      ─→  configuration and tree are read again
//
// A server calls Update with the paths that an editor reports, then ReadSidesFor or Check again.
#include "analyzer/pipeline/workspace.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/config/find.h"
#include "analyzer/pipeline/code.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/pipeline/read_bytes.h"
#include "analyzer/project/manifest.h"

namespace flagcensus {
namespace {

// Whether `absolute` is in one of the folders. No folder contains another one, so only the
// last one before it in order can contain it.
bool IsInFolders(const Folders& folders, const std::string& absolute) {
  const auto after = folders.upper_bound(absolute);
  return after != folders.begin() && absolute.starts_with(*std::prev(after));
}

// "/srv/app/setup.py" ─→ "setup.py"
std::string NameOf(const std::string& absolute) {
  return std::filesystem::path(absolute).filename().string();
}

// Whether a file with that name changes which files are read, or how.
bool IsSetting(const std::string& absolute) {
  const std::string name = NameOf(absolute);
  return IsConfigName(name) || name == ".gitignore" || name == ".ignore" || name == ".git";
}

// Whether the path is a folder that exists, or a removed one that had files.
bool IsFolderOf(const Tree& tree, const std::string& absolute) {
  std::error_code error;
  if (std::filesystem::is_directory(absolute, error)) return true;
  return std::any_of(tree.files.begin(), tree.files.end(), [&](const SourceFile& file) {
    return file.absolute.size() > absolute.size() && file.absolute[absolute.size()] == '/' &&
           file.absolute.starts_with(absolute);
  });
}

// Whether a change of the file cannot change another file's scope or kind. A manifest can: it
// declares which files are programs.
bool IsPlainPage(const SourceFile& file) {
  return file.kind == FileKind::kPage && !IsManifest(NameOf(file.absolute));
}

// The text of a source of which only some lines decide on scopes; nullopt if all of the file may.
std::optional<std::string> TextForScopes(const SourceFile& file) {
  const bool source = IsPythonSource(file.kind) || IsC(file.kind);
  std::string text;
  if (!source || IsManifest(NameOf(file.absolute)) || !ReadSource(file, &text).empty()) {
    return std::nullopt;
  }
  return text;
}

// These lines: imports, whether the file is run, and calls of setup. A word that occurs in another
// context only costs a walk of the tree.
std::string ScopeLinesOf(std::string_view text) {
  std::string out;
  for (const std::string_view line : Split(text, '\n')) {
    for (const std::string_view word : {"import", "include", "from", "__main__", "setup(", "#!"}) {
      if (line.find(word) == std::string_view::npos) continue;
      out.append(line);
      out.push_back('\n');
      break;
    }
  }
  return out;
}

// Whether both have the same files, to be read in the same way.
// Sizes and contents are not compared: Update sets those of the changed files.
bool HaveSameFiles(const Tree& a, const Tree& b) {
  return std::equal(a.files.begin(), a.files.end(), b.files.begin(), b.files.end(),
                    [](const SourceFile& x, const SourceFile& y) {
                      return x.absolute == y.absolute && x.path == y.path && x.kind == y.kind &&
                             x.scope == y.scope && x.started == y.started && x.below == y.below;
                    });
}

}  // namespace

void RemoveFolders(const Folders& folders, const std::string& root, Tree& tree) {
  const std::string top = AbsolutePath(root);
  std::erase_if(tree.files,
                [&](const SourceFile& file) { return IsInFolders(folders, file.absolute); });
  std::erase_if(tree.skipped, [&](const SkippedPath& skipped) {
    return IsInFolders(folders, AbsolutePath(top + "/" + skipped.path));
  });
}

Workspace::Workspace(ProjectOptions options, Config config, Tree tree, Folders without)
    : options_(std::move(options)),
      config_(std::move(config)),
      tree_(std::move(tree)),
      without_(std::move(without)) {}

// The code alone, for commands that do not compare it with pages.
void Workspace::ReadAccesses(RunBudget& budget) {
  comparison_ = std::make_shared<Comparison>();
  comparison_->census = ReadCode(tree_, options_, config_, budget);
  comparison_->coverage = FindCoverage(tree_, *comparison_, config_);
}

std::optional<Error> Workspace::ReadSides(RunBudget& budget) {
  return ReadSidesFor({}, nullptr, budget);
}

std::optional<Error> Workspace::ReadSidesFor(const std::string& target, const IsAside& aside,
                                             RunBudget& budget) {
  options_.pages.target = target;
  if (keeps_code_ && !code_) code_ = ReadCode(tree_, options_, config_, budget);
  Result<Comparison> read =
      ReadBothSides(tree_, options_, config_, budget, aside, code_ ? &*code_ : nullptr);
  if (!read.ok()) return read.error();
  comparison_ = std::make_shared<Comparison>(std::move(read).value());
  return std::nullopt;
}

std::optional<Error> Workspace::Check(const FindingOptions& findings, const FindingFilter& only,
                                      RunBudget& budget) {
  Result<Comparison> compared = Compare(tree_, options_, config_, budget, findings, only);
  if (!compared.ok()) return compared.error();
  comparison_ = std::make_shared<Comparison>(std::move(compared).value());
  return std::nullopt;
}

void Workspace::RememberSteps(const CacheOptions& cache, bool in_memory) {
  if (memory_ != nullptr) return;
  store_ = StepStore::Open(cache, options_, config_);
  if (!store_ && !in_memory) return;
  memory_ = std::make_shared<StepMemory>(in_memory);
  LinkMemory();
  if (store_) store_->Read(tree_, *memory_, options_.jobs);
}

// Does nothing unless RememberSteps opened a store. Texts that are not saved yet are of no use to
// the next run.
void Workspace::StoreSteps() {
  if (!store_) return;
  const auto is_saved = [](const auto& overlay) {
    const Result<std::string> bytes = ReadBytes(overlay.first);
    return bytes.ok() && bytes.value() == *overlay.second;
  };
  if (std::all_of(options_.overlays.begin(), options_.overlays.end(), is_saved)) {
    store_->Write(tree_, *memory_);
  }
}

std::pair<size_t, size_t> Workspace::steps() const {
  return memory_ == nullptr ? std::pair<size_t, size_t>()
                            : std::pair(memory_->asked(), memory_->held());
}

// Steps refer to files by their index in the tree, so a new tree invalidates all of them.
void Workspace::LinkMemory() {
  if (memory_ != nullptr) memory_->Clear();
  tree_.memory = memory_.get();
  for (SourceFile& file : tree_.files) file.memory = memory_.get();
}

// The text of an editor's buffer replaces the file until it is reset by null. Update must follow.
void Workspace::SetText(const std::string& path, std::shared_ptr<const std::string> text) {
  if (text == nullptr) {
    options_.overlays.erase(AbsolutePath(path));
  } else {
    options_.overlays[AbsolutePath(path)] = std::move(text);
  }
}

// A change of settings may change everything: configuration, paths and tree are read again, and the
// remembered steps are dropped.
std::optional<Error> Workspace::WalkAgain() {
  Result<Config> config = LoadConfig(options_);
  if (!config.ok()) return config.error();
  config_ = std::move(config).value();
  if (const auto why = TakePaths(config_, options_)) return Error{*why};
  tree_ = WalkProject(options_, config_);
  RemoveFolders(without_, options_.root, tree_);
  LinkMemory();
  return std::nullopt;
}

// Reads the scopes again, which depend on the contents of some files. If they are unchanged, which
// is usual, the remembered steps remain valid.
void Workspace::WalkForScopes() {
  Tree fresh = WalkProject(options_, config_);
  RemoveFolders(without_, options_.root, fresh);
  if (!HaveSameFiles(tree_, fresh)) {
    tree_ = std::move(fresh);
    return LinkMemory();
  }
  tree_.skipped = std::move(fresh.skipped);
  tree_.diagnostics = std::move(fresh.diagnostics);
}

// Whether the file's new content may change scopes: its scope lines differ from the previous ones.
bool Workspace::MayTellScopes(const SourceFile& file) {
  if (IsPlainPage(file) || IsAskedLanguage(file.kind)) return false;
  const std::optional<std::string> text = TextForScopes(file);
  if (!text) return true;
  std::string lines = ScopeLinesOf(*text);
  const auto [at, first] = scope_lines_.try_emplace(file.absolute);
  const bool same = !first && at->second == lines;
  at->second = std::move(lines);
  return !same;
}

// Notes the scope lines of a file that an editor opens: on disk is still the content that the tree
// has read, so the first edit can be compared with it.
void Workspace::NoteScopeLines(const SourceFile& file) {
  if (memory_ == nullptr || file.text != nullptr || scope_lines_.count(file.absolute) > 0) return;
  SourceFile before = file;
  before.memory = nullptr;  // this read does not belong to a step
  const std::optional<std::string> text = TextForScopes(before);
  if (text && memory_->HasRead(file.absolute, *text)) {
    scope_lines_.emplace(file.absolute, ScopeLinesOf(*text));
  }
}

Result<bool> Workspace::Update(const std::vector<std::string>& paths) {
  bool changed = false;
  bool walk = false;
  bool scopes = false;
  const std::unordered_map<std::string_view, size_t> numbers = NumbersByPath(tree_);
  for (const std::string& path : paths) {
    const std::string absolute = AbsolutePath(path);
    const auto number = numbers.find(absolute);
    const auto at = number == numbers.end()
                        ? tree_.files.end()
                        : tree_.files.begin() + static_cast<ptrdiff_t>(number->second);
    const auto overlay = options_.overlays.find(absolute);
    std::error_code error;
    const bool exists =
        overlay != options_.overlays.end() || std::filesystem::is_regular_file(absolute, error);
    if (IsSetting(absolute) || exists != (at != tree_.files.end()) ||
        (!exists && IsFolderOf(tree_, absolute))) {
      walk = true;  // a setting, a new file, or a removed one
      continue;
    }
    // Not a file of the tree, but a step may have searched for it or included it.
    if (at == tree_.files.end()) {
      if (memory_ != nullptr) memory_->Change(tree_, std::nullopt, absolute);
      continue;
    }
    changed = true;
    if (overlay != options_.overlays.end()) NoteScopeLines(*at);
    const bool overlaid = overlay != options_.overlays.end();
    at->text = overlaid ? overlay->second : nullptr;
    at->size = overlaid ? overlay->second->size() : std::filesystem::file_size(absolute, error);
    at->words = std::make_shared<FileWords>();
    if (memory_ != nullptr) {
      memory_->Change(tree_, static_cast<size_t>(at - tree_.files.begin()), absolute);
    }
    scopes = MayTellScopes(*at) || scopes;
  }
  if (!walk) {
    // A changed file: usually a write of an editor.
    if (scopes) WalkForScopes();
    return changed;
  }
  if (const auto why = WalkAgain()) return *why;
  return true;
}

}  // namespace flagcensus
