// .git/index ─→ the names in it
//
// The layout is that of gitformat-index(5): a header, then entries sorted by name, each with forty
// bytes of stat data, the object's name, flags, and the file's name. Version 4 stores of a name
// only what differs from the one before it. Of the extensions behind only the split index matters.
//
// libgit2 is not used: its reader descends into the extension with cached trees as deep as the file
// says, and takes memory for as many as it says, so that an index of some bytes ends the program.
#include "analyzer/tree/git_index.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>

#include "analyzer/base/text.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

constexpr uint64_t kMostIndexBytes = uint64_t{256} << 20;  // of an index, and of all names together
constexpr size_t kLongestName = 4096;
constexpr size_t kStatBytes = 40;

// Reads forward; `failed` once the bytes end too early.
struct Bytes {
  std::string_view text;
  size_t at = 0;
  bool failed = false;

  uint32_t Number(size_t width) {
    uint32_t out = 0;
    for (size_t i = 0; i < width; ++i) out = out << 8 | Byte();
    return out;
  }
  unsigned char Byte() {
    if (at < text.size()) return static_cast<unsigned char>(text[at++]);
    failed = true;
    return 0;
  }
  void Skip(size_t count) {
    failed = failed || count > text.size() - at;
    at = failed ? text.size() : at + count;
  }
  // Up to the next NUL, which is taken too.
  std::string_view Name() {
    const size_t end = text.find('\0', at);
    if (end == std::string_view::npos) failed = true;
    if (failed) return {};
    const std::string_view out = text.substr(at, end - at);
    at = end + 1;
    return out;
  }
  // git's variable width encoding, as of offsets in packs.
  uint64_t Varint() {
    unsigned char byte = Byte();
    uint64_t out = byte & 0x7f;
    while ((byte & 0x80) != 0 && !failed && out <= kMostIndexBytes) {
      byte = Byte();
      out = (out + 1) << 7 | (byte & 0x7f);
    }
    return out;
  }
};

// Reads one entry; its name follows that of `last`.
std::string ReadEntry(Bytes& bytes, uint32_t version, bool wide, const std::string& last) {
  constexpr uint32_t kExtended = 0x4000;
  const size_t start = bytes.at;
  bytes.Skip(kStatBytes + (wide ? 32 : 20));
  if ((bytes.Number(2) & kExtended) != 0) bytes.Skip(2);
  if (version == 4) {
    const uint64_t dropped = bytes.Varint();
    if (dropped > last.size()) bytes.failed = true;
    if (bytes.failed) return "";
    return last.substr(0, last.size() - dropped).append(bytes.Name());
  }
  std::string name(bytes.Name());
  // An entry is filled up with NULs, one at least, to a multiple of eight bytes.
  const size_t length = bytes.at - start;
  if (!bytes.failed) bytes.Skip((8 - length % 8) % 8);
  return name;
}

bool HasSplit(Bytes& bytes, size_t end) {
  while (!bytes.failed && bytes.at + 8 <= end) {
    const std::string_view signature = bytes.text.substr(bytes.at, 4);
    if (signature == "link") return true;
    bytes.Skip(4);
    bytes.Skip(bytes.Number(4));
  }
  return false;
}

}  // namespace

Result<std::vector<std::string>> ReadGitIndex(std::string_view text, bool wide) {
  Bytes bytes{text};
  if (!text.starts_with("DIRC")) return Error{"is no index of git"};
  bytes.Skip(4);
  const uint32_t version = bytes.Number(4);
  const uint32_t count = bytes.Number(4);
  if (bytes.failed) return Error{"is broken: it ends in its header"};
  if (version < 2 || version > 4) {
    return Error{"has version " + std::to_string(version) + ", which is not known"};
  }
  std::vector<std::string> names;
  std::string last;
  uint64_t total = 0;
  for (uint32_t i = 0; i < count && !bytes.failed; ++i) {
    last = ReadEntry(bytes, version, wide, last);
    total += last.size() + sizeof(std::string);
    if (last.size() > kLongestName || total > kMostIndexBytes)
      return Error{"has names without end"};
    if (bytes.failed || (!names.empty() && last < names.back())) break;
    if (names.empty() || names.back() != last) names.push_back(last);
  }
  if (bytes.failed || (!names.empty() && names.back() != last)) {
    return Error{"is broken: it ends in an entry, or its names are in no order"};
  }
  const size_t checksum = wide ? 32 : 20;
  if (HasSplit(bytes, text.size() - std::min(text.size(), checksum))) {
    return Error{
        "is a split index, which is not read: 'git update-index --no-split-index' joins it"};
  }
  return names;
}

bool Repository::HasIndex() const {
  struct stat status = {};
  return !folders_.own.empty() && lstat((folders_.own + "index").c_str(), &status) == 0;
}

void Repository::Read(std::vector<Diagnostic>* diagnostics) const {
  const std::string path = folders_.own + "index";
  struct stat status = {};
  // No link is followed: in a hostile tree it can point anywhere.
  if (folders_.own.empty() || lstat(path.c_str(), &status) != 0) return;
  const auto complain = [&](const std::string& what) {
    diagnostics->push_back({"unreadable-index",
                            {shown_ + ".git/index", 0, 0},
                            what + "; committed files that .gitignore matches are left out"});
  };
  if (!S_ISREG(status.st_mode)) return complain("is no regular file");
  if (static_cast<uint64_t>(status.st_size) > kMostIndexBytes)
    return complain("is larger than 256 MiB");
  std::string text, config, error;
  bool binary = false;
  if (!ReadWhole(path, &text, &binary, &error)) return complain("cannot be read: " + error);
  struct stat config_status = {};
  const std::string config_path = folders_.common + "config";
  const bool small = lstat(config_path.c_str(), &config_status) == 0 &&
                     S_ISREG(config_status.st_mode) && config_status.st_size < (1 << 20);
  if (small) ReadWhole(config_path, &config, &binary, &error);
  config = ToLower(ReplaceAll(config, " ", ""));
  const bool wide = config.find("objectformat=sha256") != std::string::npos;
  Result<std::vector<std::string>> names = ReadGitIndex(text, wide);
  if (!names.ok()) return complain(names.error().message);
  names_ = std::move(names).value();
}

bool Repository::Tracks(std::string_view absolute, bool is_folder,
                        std::vector<Diagnostic>* diagnostics) const {
  std::call_once(once_, [&] { Read(diagnostics); });
  if (!absolute.starts_with(root_)) return false;
  std::string path(absolute.substr(root_.size()));
  if (is_folder) path += '/';
  const auto found = std::lower_bound(names_.begin(), names_.end(), path);
  if (found == names_.end()) return false;
  return is_folder ? found->starts_with(path) : *found == path;
}

}  // namespace flagcensus
