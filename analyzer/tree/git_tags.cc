// tags, the oldest first ─→ their trees ─→ the files that no older tag has ─→ the words in them
//
//   v1.0 reads APP_A, v1.1 reads APP_A and APP_B   ─→ FirstTags: APP_A: v1.0, APP_B: v1.1
//
// A tree or file that an older tag has is not read again, so all tags together cost one pass
// over the versions of each file.
#include <algorithm>
#include <string_view>

#include "analyzer/tree/git_words.h"

namespace flagcensus {
namespace {

// More tags are those of automated builds. They are dropped by name, since their age is not known
// before each is looked up.
constexpr size_t kMaxTags = 5000;

struct Tag {
  std::string name;
  git_time_t time = 0;  // of the commit, seconds
  git_oid tree = {};
};

// Adds the tag, unless it does not lead to a commit (a tag of a file or a tree).
void TakeTag(git_repository* repository, const std::string& name, std::vector<Tag>& out) {
  git_object* object = nullptr;
  const std::string reference = "refs/tags/" + name;
  if (git_revparse_single(&object, repository, reference.c_str()) != 0) return;
  git_object* commit = nullptr;
  const bool leads = git_object_peel(&commit, object, GIT_OBJECT_COMMIT) == 0;
  git_object_free(object);
  if (!leads) return;
  const auto* const at = reinterpret_cast<const git_commit*>(commit);
  out.push_back({name, git_commit_time(at), *git_commit_tree_id(at)});
  git_object_free(commit);
}

std::vector<Tag> TagsByAge(git_repository* repository) {
  std::vector<Tag> out;
  git_strarray names = {};
  if (git_tag_list(&names, repository) != 0) return out;
  for (size_t i = 0; i < names.count && out.size() < kMaxTags; ++i) {
    TakeTag(repository, names.strings[i], out);
  }
  git_strarray_dispose(&names);
  // Tags of one commit, or of commits of one second, are ordered by name.
  std::sort(out.begin(), out.end(), [](const Tag& a, const Tag& b) {
    return a.time != b.time ? a.time < b.time : a.name < b.name;
  });
  return out;
}

}  // namespace

Result<std::map<std::string, std::string>> GitRepository::FirstTags(
    const std::set<std::string>& names, uint64_t max_file_bytes) const {
  const std::vector<Tag> tags = TagsByAge(state_->repository);
  if (tags.empty()) {
    return Error{"the git repository has no tags: fetch them ('git fetch --tags')"};
  }
  WordFinder finder(state_->repository, names, max_file_bytes);
  std::map<std::string, std::string> out;
  for (const Tag& tag : tags) {
    if (!finder.open()) break;
    for (const std::string& name : finder.In(tag.tree)) out.emplace(name, tag.name);
  }
  return out;
}

}  // namespace flagcensus
