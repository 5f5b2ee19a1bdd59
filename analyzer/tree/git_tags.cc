// tags, the oldest first ─→ their trees ─→ the files that no older one has ─→ the words in them
//
// A tree or file that an older tag has is not read again, so that all tags together cost what one
// pass over the versions of each file does.
#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "analyzer/base/text.h"
#include "analyzer/tree/git_state.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

constexpr int kDeepestTags = 200;  // directories within one another
constexpr size_t kMaxTags = 5000;

struct Tag {
  std::string name;
  git_time_t time = 0;  // of the commit, seconds
  git_oid tree = {};
};

// Adds the tag, unless it leads to no commit.
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
  std::sort(out.begin(), out.end(), [](const Tag& a, const Tag& b) {
    return a.time != b.time ? a.time < b.time : a.name < b.name;
  });
  return out;
}

class WordFinder {
 public:
  WordFinder(git_repository* repository, const std::set<std::string>& names, uint64_t most)
      : repository_(repository), open_(names.begin(), names.end()), max_file_bytes_(most) {}

  // Whether a name is still sought.
  bool open() const { return !open_.empty(); }

  // The open names in the sources of a tree that no earlier one has.
  std::vector<std::string> In(const git_oid& tree) {
    found_.clear();
    Walk(tree, 0);
    return std::move(found_);
  }

 private:
  static std::string Key(const git_oid& id) {
    return {reinterpret_cast<const char*>(id.id), sizeof(id.id)};
  }

  void Walk(const git_oid& id, int depth) {
    git_tree* tree = nullptr;
    if (depth > kDeepestTags || !seen_.insert(Key(id)).second) return;
    if (git_tree_lookup(&tree, repository_, &id) != 0) return;
    for (size_t i = 0; open() && i < git_tree_entrycount(tree); ++i) {
      const git_tree_entry* const entry = git_tree_entry_byindex(tree, i);
      const git_oid& below = *git_tree_entry_id(entry);
      if (git_tree_entry_type(entry) == GIT_OBJECT_TREE) {
        Walk(below, depth + 1);
      } else if (git_tree_entry_type(entry) == GIT_OBJECT_BLOB &&
                 IsSource(FileKindOf(git_tree_entry_name(entry)))) {
        Read(below);
      }
    }
    git_tree_free(tree);
  }

  void Read(const git_oid& id) {
    git_blob* blob = nullptr;
    if (!seen_.insert(Key(id)).second || git_blob_lookup(&blob, repository_, &id) != 0) return;
    const std::string_view text(static_cast<const char*>(git_blob_rawcontent(blob)),
                                static_cast<size_t>(git_blob_rawsize(blob)));
    if (text.size() <= max_file_bytes_) TakeWords(text);
    git_blob_free(blob);
  }

  void TakeWords(std::string_view text) {
    for (auto at = text.begin(); at != text.end();) {
      const auto begin = std::find_if(at, text.end(), IsIdentifierByte);
      at = std::find_if_not(begin, text.end(), IsIdentifierByte);
      const auto known = open_.find(std::string(begin, at));
      if (known == open_.end()) continue;
      found_.push_back(*known);
      open_.erase(known);
    }
  }

  git_repository* repository_;
  std::unordered_set<std::string> open_;
  std::unordered_set<std::string> seen_;  // trees and files, by their hashes
  std::vector<std::string> found_;
  uint64_t max_file_bytes_;
};

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
