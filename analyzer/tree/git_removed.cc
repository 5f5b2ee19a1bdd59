// names that the sources no longer contain ─→ the commit without which they would still be there
//
//   HEAD (no APP_X), a1b2 (no APP_X), c3d4 (APP_X)   ─→ APP_X: "a1b2... (2026-05-01)"
//
// Walks the first parents of HEAD, the newest first. The first of them with sources that contain
// the name is the last that had it, and the commit before it in this order removed it. A removal in
// a branch is attributed to its merge.
#include <array>
#include <ctime>

#include "analyzer/tree/git_words.h"

namespace flagcensus {
namespace {

// Years of a usual project. A name that was removed earlier has no commit in the result.
constexpr int kMaxRemovals = 2000;
constexpr uint64_t kMaxVersionBytes = uint64_t{128} << 20;  // of all versions of files together

std::string DateOf(git_time_t time) {
  const auto seconds = static_cast<std::time_t>(time);
  std::tm parts = {};
  if (gmtime_r(&seconds, &parts) == nullptr) return {};
  std::array<char, 16> out = {};
  return {out.data(), std::strftime(out.data(), out.size(), "%Y-%m-%d", &parts)};
}

// "3f2c1ab9d0 (2026-05-01)".
std::string NameOf(const git_commit* commit) {
  constexpr size_t kShort = 10;  // digits
  std::string id;
  for (size_t i = 0; i < kShort / 2; ++i) {
    const unsigned byte = git_commit_id(commit)->id[i];
    for (const unsigned digit : {byte >> 4U, byte & 15U}) id += "0123456789abcdef"[digit];
  }
  return id + " (" + DateOf(git_commit_time(commit)) + ")";
}

}  // namespace

std::map<std::string, std::string> GitRepository::RemovedIn(const std::set<std::string>& names,
                                                            uint64_t max_file_bytes) const {
  std::map<std::string, std::string> out;
  git_object* object = nullptr;
  git_object* peeled = nullptr;
  if (names.empty() || git_revparse_single(&object, state_->repository, "HEAD") != 0) return out;
  const bool found = git_object_peel(&peeled, object, GIT_OBJECT_COMMIT) == 0;
  git_object_free(object);
  if (!found) return out;
  auto* commit = reinterpret_cast<git_commit*>(peeled);
  WordFinder finder(state_->repository, names, max_file_bytes, kMaxVersionBytes);
  finder.In(*git_commit_tree_id(commit));  // names that still occur were not removed
  for (int count = 0; finder.open() && count < kMaxRemovals; ++count) {
    git_commit* parent = nullptr;
    if (git_commit_parent(&parent, commit, 0) != 0) break;
    const std::vector<std::string> last = finder.In(*git_commit_tree_id(parent));
    for (const std::string& name : last) out.emplace(name, NameOf(commit));
    git_object_free(reinterpret_cast<git_object*>(commit));
    commit = parent;
  }
  git_object_free(reinterpret_cast<git_object*>(commit));
  return out;
}

}  // namespace flagcensus
