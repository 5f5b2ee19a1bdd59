// answer and stamps ─→ bytes ─→ answer and stamps
//
//   "flagcensus answer 2\n"  xxh3-128 of everything after it  the key
//   the status  the length of standard output and its bytes  the same for standard error
//   the number of written files; for each: the length of its name and its bytes, the same for its
//   text
//   the number of paths; for each: the number of bytes that it shares with the previous one, the
//   length and bytes of the rest, its kind of lookup and its stamp
//
// Numbers are little endian, of a fixed width. Paths are sorted, so most share a long prefix.
#include "analyzer/cache/format.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr size_t kHash = 16;
constexpr size_t kLongestPath = 1 << 16;
// Two lengths; a count above the rest divided by it is corrupt.
constexpr size_t kMinFile = 8 + 8;
// A path without own bytes: two lengths, the kind of lookup, five numbers and the mode.
constexpr size_t kMinPath = 4 + 4 + 1 + 5 * 8 + 4;

CacheKey Hash(std::string_view text) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(text.data(), text.size()));
  CacheKey out;
  std::copy(std::begin(canonical.digest), std::end(canonical.digest), out.begin());
  return out;
}

void Put(std::string* out, uint64_t number, size_t width) {
  for (size_t i = 0; i < width; ++i) out->push_back(static_cast<char>(number >> (8 * i) & 0xff));
}

void PutText(std::string* out, std::string_view text) {
  Put(out, text.size(), 8);
  out->append(text);
}

std::string_view Bytes(const CacheKey& key) {
  return {reinterpret_cast<const char*>(key.data()), key.size()};
}

// Reads forward; `failed` is set once the bytes end too early, and later reads give nothing.
struct Reader {
  std::string_view text;
  bool failed = false;

  std::string_view Take(uint64_t count) {
    failed = failed || count > text.size();
    if (failed) return {};
    const std::string_view out = text.substr(0, count);
    text.remove_prefix(count);
    return out;
  }
  uint64_t Number(size_t width) {
    const std::string_view bytes = Take(width);
    uint64_t out = 0;
    for (size_t i = bytes.size(); i-- > 0;) out = out << 8 | static_cast<unsigned char>(bytes[i]);
    return out;
  }
  std::string_view Text() { return Take(Number(8)); }
};

// Reads one path with its stamp. `before`: the previous path, of which the beginning is shared.
bool ReadPath(Reader& reader, const std::string& before, LookupPath* out) {
  const uint64_t shared = reader.Number(4);
  const uint64_t length = reader.Number(4);
  if (shared > before.size() || length > kLongestPath || shared + length > kLongestPath) {
    return false;
  }
  out->path.reserve(shared + length);
  out->path.assign(before, 0, shared);
  out->path.append(reader.Take(length));
  const uint64_t look = reader.Number(1);
  if (look > static_cast<uint64_t>(LookHow::kKind)) return false;
  out->look = static_cast<LookHow>(look);
  out->stamp.device = reader.Number(8);
  out->stamp.inode = reader.Number(8);
  out->stamp.size = reader.Number(8);
  out->stamp.modified = static_cast<int64_t>(reader.Number(8));
  out->stamp.changed = static_cast<int64_t>(reader.Number(8));
  out->stamp.mode = static_cast<uint32_t>(reader.Number(4));
  // The kernel would read a path only up to a NUL.
  return !reader.failed && out->path.starts_with('/') && out->path.find('\0') == std::string::npos;
}

}  // namespace

CacheKey KeyOf(std::string_view text) { return Hash(text); }

std::string HexOf(const CacheKey& key) { return ToHex(Bytes(key)); }

std::string WriteKeptAnswer(const CacheKey& key, const KeptAnswer& kept) {
  std::string body(Bytes(key));
  Put(&body, static_cast<uint64_t>(kept.answer.status), 1);
  PutText(&body, kept.answer.out);
  PutText(&body, kept.answer.err);
  Put(&body, kept.answer.files.size(), 8);
  for (const AnswerFile& file : kept.answer.files) {
    PutText(&body, file.path);
    PutText(&body, file.text);
  }
  Put(&body, kept.dependencies.size(), 8);
  std::string_view before;
  for (const LookupPath& one : kept.dependencies) {
    const std::string_view path = one.path;
    const size_t least = std::min(before.size(), path.size());
    const auto shared = static_cast<size_t>(
        std::mismatch(path.begin(), path.begin() + static_cast<ptrdiff_t>(least), before.begin())
            .first -
        path.begin());
    Put(&body, shared, 4);
    Put(&body, path.size() - shared, 4);
    body.append(path.substr(shared));
    Put(&body, static_cast<uint64_t>(one.look), 1);
    for (const uint64_t number :
         {one.stamp.device, one.stamp.inode, one.stamp.size,
          static_cast<uint64_t>(one.stamp.modified), static_cast<uint64_t>(one.stamp.changed)}) {
      Put(&body, number, 8);
    }
    Put(&body, one.stamp.mode, 4);
    before = path;
  }
  std::string out(kAnswerMagic);
  out.append(Bytes(Hash(body)));
  return out.append(body);
}

std::optional<KeptAnswer> ReadKeptAnswer(const CacheKey& key, std::string_view bytes) {
  Reader reader{bytes};
  if (reader.Take(kAnswerMagic.size()) != kAnswerMagic) return std::nullopt;
  const std::string_view hash = reader.Take(kHash);
  if (reader.failed || Bytes(Hash(reader.text)) != hash) return std::nullopt;
  if (reader.Take(key.size()) != Bytes(key)) return std::nullopt;
  KeptAnswer out;
  out.answer.status = static_cast<int>(reader.Number(1));
  out.answer.out = reader.Text();
  out.answer.err = reader.Text();
  const uint64_t files = reader.Number(8);
  // Checked before memory for that many files is allocated; likewise for the paths.
  if (reader.failed || files > reader.text.size() / kMinFile) return std::nullopt;
  out.answer.files.resize(files);
  for (AnswerFile& file : out.answer.files) {
    file.path = reader.Text();
    file.text = reader.Text();
  }
  const uint64_t count = reader.Number(8);
  if (reader.failed || count > reader.text.size() / kMinPath) return std::nullopt;
  out.dependencies.resize(count);
  const std::string none;
  const std::string* before = &none;
  for (LookupPath& one : out.dependencies) {
    if (!ReadPath(reader, *before, &one)) return std::nullopt;
    before = &one.path;
  }
  if (reader.failed || !reader.text.empty() || out.answer.status > 1) return std::nullopt;
  return out;
}

}  // namespace flagcensus
