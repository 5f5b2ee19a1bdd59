// Words in the sources of several revisions: each version of a file is read once.
//
//   WordFinder finder(repository, {"APP_A", "APP_B"}, ...);
//   finder.In(tree of v1)   ─→ {"APP_A"}: APP_A is not searched for any more
//   finder.In(tree of v2)   ─→ {"APP_B"}; files and folders that are the same in v1 are not read
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/tree/git_state.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

class WordFinder {
 public:
  WordFinder(git_repository* repository, const std::set<std::string>& names, uint64_t max_file,
             uint64_t max_bytes = UINT64_MAX)
      : repository_(repository),
        open_(names.begin(), names.end()),
        max_file_bytes_(max_file),
        max_bytes_(max_bytes) {}

  // Whether a name has not been found yet, and the limit of bytes is not reached.
  bool open() const { return !open_.empty() && bytes_ < max_bytes_; }

  // The open names that the sources of a tree contain and no earlier tree did.
  std::vector<std::string> In(const git_oid& tree) {
    found_.clear();
    Walk(tree, 0);
    return std::move(found_);
  }

 private:
  static std::string Key(const git_oid& id) {
    return {reinterpret_cast<const char*>(id.id), sizeof(id.id)};
  }

  static constexpr int kDeepest = 200;  // nested directories; deeper ones are not read

  void Walk(const git_oid& id, int depth) {
    git_tree* tree = nullptr;
    if (depth > kDeepest || !seen_.insert(Key(id)).second) return;
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
    // A file that is too large counts with its size, although it is not searched: git has loaded
    // it.
    if (text.size() <= max_file_bytes_) TakeWords(text);
    bytes_ += text.size();
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
  uint64_t max_bytes_;  // of all files together
  uint64_t bytes_ = 0;
};

}  // namespace flagcensus
