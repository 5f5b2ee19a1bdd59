// bytes of an index ─→ the names of its entries
//
//   DIRC, version 2, 1 entry, stat data, SHA-1, flags with length 5, "a/b.c", NULs  ─→ {"a/b.c"}
//   version 4, after "a/b.c": drop 3 bytes, add "d.c"                               ─→ "a/d.c"
//
// The layout is that of gitformat-index(5): a header, then entries sorted by name, each with forty
// bytes of stat data, the object's name, flags, and the file's name; then extensions, and a
// checksum that git does not read either. Version 4 stores of a name only the difference from the
// one before it. An extension with a signature that begins with a lower-case letter changes what
// entries mean: "link" (a split index) and "sdir" (a sparse one).
//
// libgit2 is not used. Version 1.5, which a stable distribution has, reads no split index, no
// sparse index and no SHA-256, each of which a user can turn on by one setting. It opens the
// repository with its configuration first. Its reader descends into the extension with cached trees
// as deep as the file says, and allocates memory for as many as it says, so an index of some
// bytes ends the program. Here only names are needed, which is one pass over the entries.
#include "analyzer/tree/git_index_format.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// Maximum for all names together: version 4 can pack long names into few bytes.
constexpr uint64_t kMaxNameBytes = uint64_t{256} << 20;
constexpr size_t kLongestName = 4096;  // PATH_MAX: no checkout has a longer one
constexpr size_t kStatBytes = 40;

// Reads forward; `failed` once the bytes end too early.
struct Bytes {
  std::string_view text;
  size_t at = 0;
  bool failed = false;

  uint64_t Number(size_t width) {
    uint64_t out = 0;
    for (size_t i = 0; i < width; ++i) out = out << 8 | Byte();
    return out;
  }
  unsigned char Byte() {
    if (at < text.size()) return static_cast<unsigned char>(text[at++]);
    failed = true;
    return 0;
  }
  std::string_view Take(uint64_t count) {
    failed = failed || count > text.size() - at;
    if (failed) return {};
    at += count;
    return text.substr(at - count, count);
  }
  // Up to the next NUL, which is consumed too.
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
    // The value is a length: a larger one fails anyway.
    while ((byte & 0x80) != 0 && !failed && out <= kMaxNameBytes) {
      byte = Byte();
      out = (out + 1) << 7 | (byte & 0x7f);
    }
    return out;
  }
};

// Reads one entry into `name`, which has the name of the entry before it.
void ReadEntry(Bytes& bytes, uint64_t version, size_t hash, std::string& name) {
  constexpr uint64_t kExtended = 0x4000;
  constexpr uint64_t kLengthMask = 0xfff;
  const size_t start = bytes.at;
  bytes.Take(kStatBytes + hash);
  const uint64_t flags = bytes.Number(2);
  if ((flags & kExtended) != 0) bytes.Take(2);
  if (version == 4) {
    const uint64_t dropped = bytes.Varint();
    if (dropped > name.size()) bytes.failed = true;
    if (bytes.failed) return;
    name.resize(name.size() - dropped);
    name += bytes.Name();
  } else {
    name = bytes.Name();
    // An entry is filled up with NULs, one at least, to a multiple of eight bytes.
    if (!bytes.failed) bytes.Take((8 - (bytes.at - start) % 8) % 8);
  }
  // This shows which of two hashes an index uses: after skipping one of the wrong length, flags and
  // name do not match.
  bytes.failed = bytes.failed || (flags & kLengthMask) != std::min(name.size(), kLengthMask);
}

void ReadLink(Bytes extension, size_t hash, GitIndex* out) {
  out->shared = ToHex(extension.Take(hash));
  if (out->shared.find_first_not_of('0') == std::string::npos) out->shared.clear();
  out->deleted = extension.text.substr(extension.at);
}

// Why the extensions up to `end` cannot be read; "" if they can.
std::string ReadExtensions(Bytes& bytes, size_t end, size_t hash, GitIndex* out) {
  while (!bytes.failed && bytes.at < end) {
    const std::string_view signature = bytes.Take(4);
    const std::string_view extension = bytes.Take(bytes.Number(4));
    if (bytes.failed || bytes.at > end) break;
    if (signature == "link") {
      ReadLink({extension}, hash, out);
    } else if (signature != "sdir" && !IsUpper(signature[0])) {
      // An upper-case signature is optional, as for git.
      return "needs the unsupported extension '" + EscapeControl(std::string(signature)) + "'";
    }
  }
  return bytes.failed || bytes.at != end ? "is truncated in an extension" : "";
}

// Parses an index in which the name of an object has `hash` bytes.
Result<GitIndex> ParseWith(std::string_view text, uint64_t version, size_t hash) {
  Bytes bytes{text, 8};
  const uint64_t count = bytes.Number(4);
  if (bytes.failed || text.size() < bytes.at + hash) {
    return Error{"is truncated in its header"};
  }
  GitIndex out;
  std::string name;
  uint64_t total = 0;
  for (uint64_t i = 0; i < count; ++i) {
    ReadEntry(bytes, version, hash, name);
    // The size of a std::string is counted, so a million empty names are limited as well.
    total += name.size() + sizeof(std::string);
    if (total > kMaxNameBytes) return Error{"has more than 256 MiB of names"};
    if (bytes.failed || (!out.names.empty() && name < out.names.back())) {
      return Error{"is corrupt: an entry is truncated, or the names are not sorted"};
    }
    // A longer one keeps its place, since a split index counts places.
    out.names.push_back(name.size() > kLongestName ? name.substr(0, kLongestName) : name);
  }
  if (std::string wrong = ReadExtensions(bytes, text.size() - hash, hash, &out); !wrong.empty()) {
    return Error{std::move(wrong)};
  }
  return out;
}

// Which of `count` places the bitmap of a split index contains. The format is EWAH: runs of equal
// words and literal words. nullopt if the bitmap is broken or contains a place beyond `count`.
std::optional<std::vector<bool>> PlacesOf(std::string_view bitmap, size_t count) {
  constexpr uint64_t kWordBits = 64;
  std::vector<bool> out(count);
  Bytes bytes{bitmap};
  const uint64_t bits = bytes.Number(4);
  const uint64_t words = bytes.Number(4);
  uint64_t at = 0;
  const auto set = [&](uint64_t place) {
    if (place >= count) bytes.failed = true;
    if (!bytes.failed) out[place] = true;
  };
  for (uint64_t i = 0; i < words && !bytes.failed; ++i) {
    // Bit 0: the value of the run; 32 bits: its length in words; the rest: how many literal words
    // follow.
    const uint64_t marker = bytes.Number(8);
    const uint64_t run = (marker >> 1 & 0xffffffff) * kWordBits;
    if ((marker & 1) != 0 && !bytes.failed) {
      // The last word of a run may reach beyond the last bit.
      const uint64_t end = std::min(at + run, std::max(at, bits));
      for (uint64_t place = at; place < end && !bytes.failed; ++place) set(place);
    }
    at += run;
    uint64_t literals = marker >> 33;
    for (; literals > 0 && i + 1 < words && !bytes.failed; --literals, ++i) {
      const uint64_t word = bytes.Number(8);
      for (uint64_t bit = 0; bit < kWordBits; ++bit) {
        if ((word >> bit & 1) != 0) set(at + bit);
      }
      at += kWordBits;
    }
    if (literals > 0) bytes.failed = true;
  }
  if (bytes.failed) return std::nullopt;
  return out;
}

}  // namespace

Result<GitIndex> ParseGitIndex(std::string_view bytes) {
  constexpr size_t kSha1 = 20;
  constexpr size_t kSha256 = 32;
  if (!bytes.starts_with("DIRC")) return Error{"not a git index"};
  Bytes header{bytes, 4};
  const uint64_t version = header.Number(4);
  if (header.failed) return Error{"is truncated in its header"};
  if (version < 2 || version > 4) {
    return Error{"has the unsupported version " + std::to_string(version)};
  }
  // Only the configuration says whether objects are named by SHA-1 or SHA-256. Entries, extensions
  // and the end match for one of the two, so this file is enough.
  Result<GitIndex> out = ParseWith(bytes, version, kSha1);
  if (out.ok()) return out;
  Result<GitIndex> wide = ParseWith(bytes, version, kSha256);
  return wide.ok() ? std::move(wide) : std::move(out);
}

Result<std::vector<std::string>> JoinGitIndex(GitIndex own, GitIndex shared) {
  std::vector<std::string>& names = own.names;
  // Entries without a name change one of the shared index, and come first.
  const auto named = std::find_if(names.begin(), names.end(),
                                  [](const std::string& name) { return !name.empty(); });
  names.erase(names.begin(), named);
  if (!own.shared.empty() && !own.deleted.empty()) {
    const auto gone = PlacesOf(own.deleted, shared.names.size());
    if (!gone) return Error{"is corrupt: it does not match the index that it shares"};
    size_t at = 0;
    std::erase_if(shared.names, [&](const std::string&) { return (*gone)[at++]; });
  }
  if (own.shared.empty()) shared.names.clear();
  std::vector<std::string> out;
  out.reserve(names.size() + shared.names.size());
  std::merge(std::make_move_iterator(names.begin()), std::make_move_iterator(names.end()),
             std::make_move_iterator(shared.names.begin()),
             std::make_move_iterator(shared.names.end()), std::back_inserter(out));
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace flagcensus
