// a commit ─→ its names by tags; the files on disk ─→ how they differ from those of the commit
//
//   a.py on disk has the hash of the commit's blob      ─→ no change
//   b.py is the blob with CRLF in place of LF           ─→ no change
//   c.bin is the file that the blob's LFS pointer names ─→ no change
//   d.py has another content                            ─→ modified
//   e.py is missing                                     ─→ missing
//
// Hashes are computed here and not by libgit2, which would run filters and read the index.
#include <fcntl.h>
#include <nettle/sha1.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <optional>
#include <set>

#include "analyzer/base/sha256.h"
#include "analyzer/base/text.h"
#include "analyzer/tree/git_state.h"
#include "analyzer/tree/open_below.h"

namespace flagcensus {
namespace {

constexpr int kDeepestCheckout = 128;  // nested directories; deeper ones are an error
constexpr size_t kCheckoutBlock = size_t{256} << 10;
// Bytes of a file in which line ends are converted; a larger one counts as modified.
constexpr size_t kMaxConverted = size_t{64} << 20;
constexpr uint64_t kMaxPointer = 1024;  // bytes, by Git LFS's specification
constexpr int kTagCandidates = 10;      // git's own limit

// `git describe --tags` of the commit; "" if no tag is found.
std::string DescribeCommit(git_object* commit, unsigned candidates) {
  git_describe_options options = GIT_DESCRIBE_OPTIONS_INIT;
  options.describe_strategy = GIT_DESCRIBE_TAGS;
  options.max_candidates_tags = candidates;
  git_describe_result* result = nullptr;
  if (git_describe_commit(&result, commit, &options) != 0) return "";
  git_describe_format_options format = GIT_DESCRIBE_FORMAT_OPTIONS_INIT;
  git_buf text = {};
  std::string out;
  if (git_describe_format(&text, result, &format) == 0) out.assign(text.ptr, text.size);
  git_buf_dispose(&text);
  git_describe_result_free(result);
  return out;
}

// The hash of a blob of `size` bytes, which are added in pieces.
class BlobHash {
 public:
  explicit BlobHash(uint64_t size) {
    sha1_init(&context_);
    const std::string head = "blob " + std::to_string(size);
    Update({head.c_str(), head.size() + 1});
  }
  void Update(std::string_view bytes) {
    sha1_update(&context_, bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()));
  }
  git_oid Take() {
    git_oid out = {};
    static_assert(sizeof(out.id) == SHA1_DIGEST_SIZE);
    sha1_digest(&context_, sizeof(out.id), out.id);
    return out;
  }

 private:
  sha1_ctx context_{};
};

// `text` as git stores it if it converts line ends: without CR before LF.
std::string WithoutCarriageReturns(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r' || i + 1 >= text.size() || text[i + 1] != '\n') out += text[i];
  }
  return out;
}

class CheckoutReader {
 public:
  CheckoutReader(git_repository* repository, int root, const std::function<std::string()>& stop)
      : repository_(repository), root_(root), stop_(stop) {}

  // Compares every file of the commit's tree.
  void Walk(const git_oid& id, const std::string& above, int depth) {
    git_tree* tree = nullptr;
    if (depth > kDeepestCheckout) wrong_ = "its directories are nested too deeply";
    if (wrong_.empty() && git_tree_lookup(&tree, repository_, &id) != 0) {
      wrong_ = "a tree of the commit cannot be read";
    }
    if (!wrong_.empty()) return;
    for (size_t i = 0; i < git_tree_entrycount(tree) && MayGoOn(); ++i) {
      const git_tree_entry* const entry = git_tree_entry_byindex(tree, i);
      const git_oid below = *git_tree_entry_id(entry);
      const std::string path = above + git_tree_entry_name(entry);
      if (git_tree_entry_type(entry) == GIT_OBJECT_TREE) {
        Walk(below, path + "/", depth + 1);
      } else if (git_tree_entry_type(entry) == GIT_OBJECT_BLOB) {
        Compare(path, below, git_tree_entry_filemode(entry) == GIT_FILEMODE_LINK);
      }
    }
    git_tree_free(tree);
  }

  bool Has(const std::string& path) const { return paths_.contains(path); }
  const std::string& wrong() const { return wrong_; }
  GitRepository::CheckoutChanges changes;

 private:
  // One file of the commit. It is opened below the root, so no link leads out.
  void Compare(const std::string& path, const git_oid& blob, bool link) {
    paths_.insert(path);
    // git allows no such name; a hostile repository may contain it.
    if (path.find('\0') != std::string::npos) return;
    if (link) {
      CompareLink(path, blob);
      return;
    }
    const int fd = OpenBelow(root_, path, O_NOFOLLOW);
    struct stat status = {};
    if (fd < 0) {
      // A missing folder on the way is a missing file. Any other error, such as a link out of the
      // tree, is a change.
      ++(errno == ENOENT || errno == ENOTDIR ? changes.missing : changes.modified);
      return;
    }
    const bool same = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
                      IsBlob(fd, static_cast<uint64_t>(status.st_size), blob);
    if (!same) ++changes.modified;
    close(fd);
  }

  // The blob of a link contains its target.
  void CompareLink(const std::string& path, const git_oid& blob) {
    const size_t slash = path.rfind('/');
    // readlinkat needs the folder; the link itself must not be opened.
    const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash);
    const int fd = OpenBelow(root_, folder, O_DIRECTORY);
    std::array<char, PATH_MAX> target{};
    const ssize_t size =
        fd < 0 ? -1
               : readlinkat(fd, path.c_str() + (slash == std::string::npos ? 0 : slash + 1),
                            target.data(), target.size());
    if (size < 0) {
      ++(errno == ENOENT || errno == ENOTDIR ? changes.missing : changes.modified);
    } else {
      BlobHash hash(static_cast<uint64_t>(size));
      hash.Update({target.data(), static_cast<size_t>(size)});
      const git_oid found = hash.Take();
      if (git_oid_equal(&found, &blob) == 0) ++changes.modified;
    }
    if (fd >= 0) close(fd);
  }

  // Whether the content of the file is that of the blob, or what git would make of it. Files that
  // cannot match, because of their size, are not read.
  bool IsBlob(int fd, uint64_t size, const git_oid& blob) {
    const std::optional<uint64_t> wanted = SizeOfBlob(blob);
    if (!wanted) return false;
    // A small blob may be a pointer of Git LFS, which names the size and hash of the real file.
    const std::string pointer = *wanted < kMaxPointer ? TextOfBlob(blob) : "";
    const bool pointed = pointer.starts_with("version https://git-lfs.github.com/spec/") &&
                         pointer.find("\nsize " + std::to_string(size) + "\n") != std::string::npos;
    // Converted line ends make the file on disk longer than the blob.
    const bool convertible = size > *wanted && size <= kMaxConverted;
    if (size != *wanted && !pointed && !convertible) return false;
    BlobHash hash(size);
    Sha256 sha256;
    std::string block(kCheckoutBlock, '\0'), whole;
    uint64_t count = 0;
    for (ssize_t got = 0; (got = read(fd, block.data(), block.size())) > 0 && count <= size;) {
      const std::string_view bytes(block.data(), static_cast<size_t>(got));
      count += bytes.size();
      hash.Update(bytes);
      if (pointed) sha256.Update(bytes);
      if (convertible) whole += bytes;
      if (!MayGoOn()) return false;
    }
    if (count != size) return false;  // it changes during the read
    const git_oid found = hash.Take();
    if (git_oid_equal(&found, &blob) != 0) return true;
    if (convertible) {
      const std::string converted = WithoutCarriageReturns(whole);
      BlobHash again(converted.size());
      again.Update(converted);
      const git_oid other = again.Take();
      if (git_oid_equal(&other, &blob) != 0) return true;
    }
    return pointed && pointer.find("\noid sha256:" + sha256.Hex() + "\n") != std::string::npos;
  }

  // From the header of the object, without its content.
  std::optional<uint64_t> SizeOfBlob(const git_oid& blob) {
    git_odb* objects = nullptr;
    size_t size = 0;
    git_object_t type = GIT_OBJECT_INVALID;
    if (git_repository_odb(&objects, repository_) != 0) return std::nullopt;
    const bool known = git_odb_read_header(&size, &type, objects, &blob) == 0;
    git_odb_free(objects);
    return known && type == GIT_OBJECT_BLOB ? std::optional<uint64_t>(size) : std::nullopt;
  }

  std::string TextOfBlob(const git_oid& blob) {
    git_blob* found = nullptr;
    if (git_blob_lookup(&found, repository_, &blob) != 0) return "";
    std::string out(static_cast<const char*>(git_blob_rawcontent(found)),
                    static_cast<size_t>(git_blob_rawsize(found)));
    git_blob_free(found);
    return out;
  }

  // Counts a step; returns whether more are allowed. A small repository can contain trees that make
  // millions of paths of a few objects.
  bool MayGoOn() {
    // Often enough for a limit of time to be precise, and rare enough to cost nothing.
    constexpr uint64_t kBetween = 256;
    constexpr uint64_t kMaxSteps = 10'000'000;
    if (++steps_ > kMaxSteps) wrong_ = "its commit has too many files";
    if (wrong_.empty() && steps_ % kBetween == 0) wrong_ = stop_();
    return wrong_.empty();
  }

  git_repository* repository_;
  int root_;
  const std::function<std::string()>& stop_;
  std::set<std::string> paths_;
  uint64_t steps_ = 0;
  std::string wrong_;
};

}  // namespace

// The exact tag first, then the nearest one.
GitRepository::CommitNames GitRepository::NamesOf(const std::string& commit) const {
  git_object* object = nullptr;
  CommitNames out;
  if (git_revparse_single(&object, state_->repository, commit.c_str()) != 0) return out;
  // 0 candidates: only a tag that points at the commit itself.
  out.tag = DescribeCommit(object, 0);
  out.describe = out.tag.empty() ? DescribeCommit(object, kTagCandidates) : out.tag;
  git_object_free(object);
  return out;
}

// "" also if the configuration cannot be read.
std::string GitRepository::OriginUrl() const {
  git_config* all = nullptr;
  git_config* own = nullptr;
  git_buf value = {};
  std::string out;
  // Only the repository's own file: a URL in the user's configuration says nothing about the tree.
  if (git_repository_config(&all, state_->repository) != 0) return out;
  if (git_config_open_level(&own, all, GIT_CONFIG_LEVEL_LOCAL) == 0 &&
      git_config_get_string_buf(&value, own, "remote.origin.url") == 0) {
    out.assign(value.ptr, value.size);
  }
  git_buf_dispose(&value);
  git_config_free(own);
  git_config_free(all);
  return out;
}

// Compares the files on disk with the tree of the commit, not with the index.
Result<GitRepository::CheckoutChanges> GitRepository::ChangesSince(
    const std::string& commit, const std::vector<std::string>& audited,
    const std::function<std::string()>& stop) const {
  git_object* object = nullptr;
  if (git_revparse_single(&object, state_->repository, commit.c_str()) != 0) {
    return Error{"'" + EscapeControl(commit) + "' is not a revision"};
  }
  git_object* commit_object = nullptr;
  const bool peeled = git_object_peel(&commit_object, object, GIT_OBJECT_COMMIT) == 0;
  git_object_free(object);
  if (!peeled) return Error{"'" + EscapeControl(commit) + "' is not a commit"};
  const git_oid tree = *git_commit_tree_id(reinterpret_cast<const git_commit*>(commit_object));
  git_object_free(commit_object);
  const int root = open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) return Error{"the checkout directory cannot be opened"};
  CheckoutReader reader(state_->repository, root, stop);
  reader.Walk(tree, "", 0);
  close(root);
  if (!reader.wrong().empty()) return Error{reader.wrong()};
  reader.changes.untracked = static_cast<uint64_t>(std::count_if(
      audited.begin(), audited.end(), [&](const std::string& path) { return !reader.Has(path); }));
  return reader.changes;
}

}  // namespace flagcensus
