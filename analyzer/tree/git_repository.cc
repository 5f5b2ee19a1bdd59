// libgit2 ─→ changed files, files of a revision
//
//   Open("/w/sub")->ChangedFiles()              ─→ {"app.py", "new.py"}
//   OpenForRevisions("/w")->ReadRevision("v1")  ─→ take("app.py", 120, its bytes), ...
#include "analyzer/tree/git_repository.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "analyzer/base/system_message.h"
#include "analyzer/base/text.h"
#include "analyzer/tree/git_find.h"
#include "analyzer/tree/git_index.h"
#include "analyzer/tree/git_state.h"
#include "analyzer/tree/git_trust.h"
#include "analyzer/tree/inside.h"

namespace flagcensus {
namespace {

namespace fs = std::filesystem;

// Owners of libgit2's objects.
template <typename T, auto& kFree>
struct Deleter {
  void operator()(T* object) const { kFree(object); }
};
using ObjectPtr = std::unique_ptr<git_object, Deleter<git_object, git_object_free>>;
using TreePtr = std::unique_ptr<git_tree, Deleter<git_tree, git_tree_free>>;
using BlobPtr = std::unique_ptr<git_blob, Deleter<git_blob, git_blob_free>>;
using StatusPtr = std::unique_ptr<git_status_list, Deleter<git_status_list, git_status_list_free>>;

// The message may contain bytes of the repository, so control characters are escaped.
std::string LastError() {
  const git_error* error = git_error_last();
  return error == nullptr || error->message == nullptr ? "no reason was given"
                                                       : EscapeControl(error->message);
}

// Whether an entry of a tree may become a file. git forbids the other names, but a hostile
// repository may contain them: "..", "a/b", ".GIT".
bool IsPlainName(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos &&
         ToLower(name) != ".git";
}

constexpr int kDeepestTree = 128;  // nested directories; deeper ones are an error

// Passes the folders and files of `tree` to `visitor`, a folder before its contents. Paths are
// relative to the first folder, which has the path "". Returns the first error, "" if there was
// none.
template <typename Visitor>
std::string WalkTree(git_repository* repository, const git_tree* tree, const std::string& folder,
                     int depth, Visitor& visitor) {
  if (depth > kDeepestTree) return "its directories are nested too deeply";
  std::string wrong = visitor.Folder(folder);
  const std::string above = folder.empty() ? "" : folder + "/";
  for (size_t i = 0; wrong.empty() && !visitor.enough && i < git_tree_entrycount(tree); ++i) {
    const git_tree_entry* entry = git_tree_entry_byindex(tree, i);
    const char* name = git_tree_entry_name(entry);
    if (!IsPlainName(name)) continue;
    // Other entries are submodules, with objects that are in another repository.
    if (git_tree_entry_type(entry) == GIT_OBJECT_TREE) {
      git_tree* below = nullptr;
      if (git_tree_lookup(&below, repository, git_tree_entry_id(entry)) != 0) return LastError();
      const TreePtr held(below);
      wrong = WalkTree(repository, below, above + name, depth + 1, visitor);
    } else if (git_tree_entry_type(entry) == GIT_OBJECT_BLOB) {
      git_blob* blob = nullptr;
      if (git_blob_lookup(&blob, repository, git_tree_entry_id(entry)) != 0) return LastError();
      const BlobPtr held(blob);
      const std::string_view bytes(static_cast<const char*>(git_blob_rawcontent(blob)),
                                   static_cast<size_t>(git_blob_rawsize(blob)));
      const bool link = git_tree_entry_filemode(entry) == GIT_FILEMODE_LINK;
      wrong = visitor.File(above + name, bytes, link);
    }
  }
  return wrong;
}

// Writes the visited files and folders below `into`.
struct Writer {
  fs::path into;
  uint64_t max_file_bytes;
  static constexpr bool enough = false;

  // The first folder exists already, which is not an error.
  std::string Folder(const std::string& path) const {
    std::error_code error;
    fs::create_directory(path.empty() ? into : into / path, error);
    return error ? error.message() : std::string();
  }

  std::string File(const std::string& path, std::string_view bytes, bool link) const {
    if (bytes.size() > max_file_bytes) return {};
    const fs::path file = into / path;
    if (link) {
      std::error_code ignored;  // a link that cannot be created is missing, which the walk reports
      fs::create_symlink(std::string(bytes), file, ignored);
      return {};
    }
    std::ofstream out(file, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    return out ? std::string() : file.filename().string() + " cannot be written";
  }
};

// Passes the visited files to `take`; links are skipped.
struct Reader {
  const GitRepository::TakeFile& take;
  uint64_t max_file_bytes;
  bool enough = false;

  static std::string Folder(const std::string&) { return {}; }

  std::string File(std::string path, std::string_view bytes, bool link) {
    if (link) return {};
    // A file that is too large is passed with its size only.
    const bool large = bytes.size() > max_file_bytes;
    enough = !take(std::move(path), bytes.size(), large ? std::string_view() : bytes);
    return {};
  }
};

}  // namespace

// mkdtemp makes the folder accessible only to the user.
Result<std::unique_ptr<TemporaryFolder>> TemporaryFolder::Make() {
  std::error_code error;
  fs::path base = fs::temp_directory_path(error);
  if (error) return Error{"no directory for temporary files: " + error.message()};
  std::string path = (base / "flagcensus-XXXXXX").string();
  if (mkdtemp(path.data()) == nullptr) {
    return Error{"cannot create a temporary directory: " + SystemMessage(errno)};
  }
  return std::unique_ptr<TemporaryFolder>(new TemporaryFolder(path));
}

// A folder that cannot be removed is not reported: the run has its result.
TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

GitRepository::GitRepository(std::unique_ptr<State> state, std::string root)
    : state_(std::move(state)), root_(std::move(root)) {
  while (root_.size() > 1 && root_.ends_with('/')) root_.pop_back();
}

GitRepository::~GitRepository() = default;

namespace {

using ConfigPtr = std::unique_ptr<git_config, Deleter<git_config, git_config_free>>;

// Whether the user's own configuration, and not the repository's, lists `directory` as
// safe.directory: one to be read although another user can write its contents.
bool IsSafeDirectory(const std::string& directory) {
  git_config* opened = nullptr;
  if (directory.empty() || git_config_open_default(&opened) != 0) return false;
  const ConfigPtr config(opened);
  struct Asked {
    const std::string& directory;
    bool safe = false;
  } asked{directory};
  const auto look = [](const git_config_entry* entry, void* to) {
    Asked& about = *static_cast<Asked*>(to);
    const std::string value = entry->value == nullptr ? "" : entry->value;
    if (value.empty()) about.safe = false;  // as for git: an empty value clears the list
    if (value == "*" || (!value.empty() && RealDirectory(value) == about.directory))
      about.safe = true;
    return 0;
  };
  git_config_get_multivar_foreach(config.get(), "safe.directory", nullptr, look, &asked);
  return asked.safe;
}

}  // namespace

// libgit2 gets the directory that was found and inspected, and accepts no other: it does not
// search, and opens it as a bare one, so core.worktree is neither followed nor read.
Result<std::unique_ptr<GitRepository>> GitRepository::OpenAt(const std::string& root,
                                                             const GitFolders& git, bool foreign) {
  auto state = std::make_unique<State>();
  // A third-party repository may not share objects with one outside; the user's own worktree does.
  GitTrust trust{{git.own}, foreign, IsSafeDirectory};
  if (!root.empty()) trust.within.push_back(root);
  if (!foreign) trust.within.push_back(git.common);
  if (const std::string why = ReasonNotToOpen(git.own, git.common, trust); !why.empty()) {
    return Error{"the git repository is not read: " + why};
  }
  constexpr unsigned kFlags = GIT_REPOSITORY_OPEN_NO_SEARCH | GIT_REPOSITORY_OPEN_BARE;
  const auto open = [&] {
    return git_repository_open_ext(&state->repository, git.own.c_str(), kFlags, nullptr);
  };
  const std::string& shown = root.empty() ? git.own : root;
  // Some versions of libgit2 report for another user's repository that safe.directory was not
  // found, if the user's configuration does not set it.
  const auto of_another = [](int code) {
    return code == GIT_EOWNER ||
           (code == GIT_ENOTFOUND && LastError().find("safe.directory") != std::string::npos);
  };
  int status = open();
  if (of_another(status) && IsSafeDirectory(shown)) {
    // libgit2 compares the name of the inner directory; git and its users list this one.
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
    status = open();
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 1);
  }
  if (of_another(status)) {
    const std::string directory = ShownDirectory(shown);
    return Error{directory +
                 " is a repository of another user; 'git config --global --add safe.directory " +
                 directory + "' allows reading it"};
  }
  if (status == 0 && !root.empty()) {
    status = git_repository_set_workdir(state->repository, root.c_str(), 0);
  }
  if (status != 0) return Error{"the git repository cannot be read: " + LastError()};
  return std::unique_ptr<GitRepository>(new GitRepository(std::move(state), shown));
}

// Third-party: its configuration may include no files, and all of it must be in the folder.
Result<std::unique_ptr<GitRepository>> GitRepository::OpenForRevisions(const std::string& folder) {
  const Result<FoundRepository> found = FindRepositoryIn(folder);
  if (!found.ok()) return found.error();
  return OpenAt(found.value().root, found.value().git, true);
}

// The user's own repository, in which links may lead to the common directory.
Result<std::unique_ptr<GitRepository>> GitRepository::Open(const std::string& folder) {
  const Result<FoundRepository> found = FindRepositoryAround(folder);
  if (!found.ok()) return found.error();
  if (found.value().root.empty()) {
    return Error{EscapeControl(folder) + " is a bare git repository, without files"};
  }
  return OpenAt(found.value().root, found.value().git, false);
}

// NO_REFRESH: the index of the user is not written.
Result<std::vector<std::string>> GitRepository::ChangedFiles() const {
  git_status_options options = GIT_STATUS_OPTIONS_INIT;
  options.show = GIT_STATUS_SHOW_INDEX_AND_WORKDIR;
  options.flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS |
                  GIT_STATUS_OPT_EXCLUDE_SUBMODULES | GIT_STATUS_OPT_NO_REFRESH;
  git_status_list* list = nullptr;
  if (git_status_list_new(&list, state_->repository, &options) != 0) {
    return Error{"git cannot list the changes: " + LastError()};
  }
  const StatusPtr held(list);
  std::vector<std::string> out;
  for (size_t i = 0; i < git_status_list_entrycount(list); ++i) {
    const git_status_entry* entry = git_status_byindex(list, i);
    // A change that is staged and then changed again has both; the path is the same.
    const git_diff_delta* delta =
        entry->index_to_workdir != nullptr ? entry->index_to_workdir : entry->head_to_index;
    if (delta == nullptr || delta->status == GIT_DELTA_DELETED) continue;
    out.emplace_back(delta->new_file.path);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

namespace {

// The tree of `revision`.
Result<TreePtr> FindTree(git_repository* repository, const std::string& revision) {
  git_object* object = nullptr;
  if (git_revparse_single(&object, repository, revision.c_str()) != 0) {
    const bool shallow = git_repository_is_shallow(repository) == 1;
    return Error{fmt::format("'{}' is not a revision of this repository{}", EscapeControl(revision),
                             shallow ? ", which is a shallow clone: fetch it whole ('git fetch "
                                       "--unshallow'; in a CI job fetch-depth: 0)"
                                     : "")};
  }
  const ObjectPtr held(object);
  git_object* peeled = nullptr;
  if (git_object_peel(&peeled, object, GIT_OBJECT_TREE) != 0) {
    return Error{fmt::format("'{}' is not a commit: {}", EscapeControl(revision), LastError())};
  }
  return TreePtr(reinterpret_cast<git_tree*>(peeled));
}

// Passes the files of `revision` to `visitor`.
Result<bool> VisitRevision(git_repository* repository, const std::string& revision, auto& visitor) {
  const Result<TreePtr> tree = FindTree(repository, revision);
  if (!tree.ok()) return tree.error();
  if (std::string wrong = WalkTree(repository, tree.value().get(), "", 0, visitor);
      !wrong.empty()) {
    return Error{
        fmt::format("the files of '{}' cannot be read: {}", EscapeControl(revision), wrong)};
  }
  return true;
}

}  // namespace

// An annotated tag is peeled to its commit.
Result<std::string> GitRepository::CommitOf(const std::string& revision) const {
  git_object* object = nullptr;
  if (git_revparse_single(&object, state_->repository, revision.c_str()) != 0) {
    return Error{fmt::format("'{}' is not a revision: {}", EscapeControl(revision), LastError())};
  }
  const ObjectPtr held(object);
  git_object* commit = nullptr;
  if (git_object_peel(&commit, object, GIT_OBJECT_COMMIT) != 0) {
    return Error{fmt::format("'{}' is not a commit: {}", EscapeControl(revision), LastError())};
  }
  const ObjectPtr peeled(commit);
  std::array<char, GIT_OID_HEXSZ + 1> hash{};
  git_oid_tostr(hash.data(), hash.size(), git_object_id(commit));
  return std::string(hash.data());
}

Result<bool> GitRepository::ReadRevision(const std::string& revision, uint64_t max_file_bytes,
                                         const TakeFile& take) const {
  Reader reader{take, max_file_bytes};
  return VisitRevision(state_->repository, revision, reader);
}

Result<bool> GitRepository::WriteRevision(const std::string& revision, const std::string& into,
                                          uint64_t max_file_bytes) const {
  const Writer writer{into, max_file_bytes};
  return VisitRevision(state_->repository, revision, writer);
}

}  // namespace flagcensus
