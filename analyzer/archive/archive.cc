// an archive's members, one after the other ─→ those that are text and wanted
//
//   app.deb: control.tar.xz > control, data.tar.xz > usr/bin/app, a man page app.1.gz
//     ─→  packaged: "control"; files: "usr/bin/app", ".../app.1" (unpacked)
//
// Every byte that libarchive unpacks is counted, those of unwanted members as well: reading ends
// when an archive exceeds its limits. An archive in an archive is read while it is unpacked.
#include "analyzer/archive/archive.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

#include "analyzer/archive/archive_library.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using ArchivePtr = std::unique_ptr<archive, int (*)(archive*)>;

constexpr uint64_t kFreeBytes = uint64_t{64} << 20;  // small archives may have any ratio
constexpr size_t kLongestName = 4096;                // PATH_MAX of Linux
constexpr size_t kBlock = size_t{64} << 10;

// A reader for all formats that are read.
ArchivePtr MakeReader() {
  ArchivePtr out(archive_read_new(), archive_read_free);
  archive* const a = out.get();
  if (a == nullptr) return out;
  // Not support_filter_all: some filters start programs. These are part of the library.
  archive_read_support_filter_gzip(a);
  archive_read_support_filter_bzip2(a);
  archive_read_support_filter_xz(a);
  archive_read_support_filter_lzma(a);
  archive_read_support_filter_zstd(a);
  archive_read_support_filter_compress(a);
  archive_read_support_format_tar(a);
  archive_read_support_format_zip(a);
  archive_read_support_format_ar(a);
  return out;
}

// The library's message, in which names from the archive are untrusted.
std::string ReasonOf(archive* a) {
  const char* const text = archive_error_string(a);
  return text == nullptr ? "no reason was given" : EscapeControl(ToValidUtf8(text));
}

// What the reading has used so far, over all nested archives, and its results.
struct Usage {
  const ArchiveLimits& limits;
  const WhyNotWanted& why_not;
  const std::function<std::string()>& stop;
  uint64_t packed = 1;  // bytes of the archive's file
  bool in_payload = false;
  uint64_t unpacked = 0;
  uint64_t kept = 0;
  uint64_t members = 0;
  std::string over = {};  // the reason why nothing more is read; "" while reading goes on
  bool gem = false;       // the archive is a gem, by its name
  std::map<std::string, std::shared_ptr<const std::string>> files = {};
  std::vector<MemoryFile> packaged = {};
  OmittedList omitted = {};
  uint64_t binaries = 0;

  // Counts unpacked bytes; returns whether they are still within the limits.
  bool Count(uint64_t bytes) {
    unpacked += bytes;
    if (unpacked > limits.max_unpacked) {
      over = "the archive unpacks to more than " + std::to_string(limits.max_unpacked) +
             " bytes (--max-unpacked): the rest was not read";
    } else if (unpacked > kFreeBytes && unpacked / packed > limits.max_ratio) {
      // Text is compressed to a tenth, logs to a hundredth; a higher ratio is typical of an
      // attack.
      over = "the archive unpacks to more than " + std::to_string(limits.max_ratio) +
             " times its size (--max-ratio): the rest was not read";
    }
    return over.empty();
  }
};

// `name` as a path below the archive; nullopt if it leads out of the archive.
std::optional<std::string> SafePath(std::string_view name) {
  if (name.starts_with('/') || name.size() > kLongestName) return std::nullopt;
  std::string out;
  for (const std::string_view part : Split(name, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == "..") return std::nullopt;
    if (!out.empty()) out += '/';
    out += part;
  }
  return out.empty() ? std::nullopt : std::optional(out);
}

// The content of a member.
struct Member {
  std::string text;     // up to the limit
  bool binary = false;  // not text; a walk of a directory does not list such files either
  std::string wrong;    // why it is omitted; "" if it is not
};

// Reads the member at which `a` is.
Member ReadMember(archive* a, Usage& usage) {
  Member out;
  const void* block = nullptr;
  size_t size = 0;
  la_int64_t offset = 0;
  while (true) {
    const int status = archive_read_data_block(a, &block, &size, &offset);
    if (status == ARCHIVE_EOF) return out;
    if (status < ARCHIVE_WARN) out.wrong = "cannot be read: " + ReasonOf(a);
    if (status < ARCHIVE_WARN || !usage.Count(size)) return out;
    // The rest of a member that is not kept is still unpacked, to count it.
    if (out.binary || !out.wrong.empty()) continue;
    const auto at = static_cast<uint64_t>(std::max<la_int64_t>(0, offset));
    if (at > usage.limits.max_file_bytes || at + size > usage.limits.max_file_bytes) {
      out.wrong = "larger than " + std::to_string(usage.limits.max_file_bytes) + " bytes";
      continue;
    }
    out.text.resize(std::max(out.text.size(), static_cast<size_t>(at)));  // a hole reads as NULs
    out.text.append(static_cast<const char*>(block), size);
    out.binary = IsBinary(out.text);
  }
}

void ReadMembers(archive* a, const std::string& above, int depth, Usage& usage);

// The bytes of the member at which `outer` is, as the input of another reader.
struct Stream {
  archive* outer;
  Usage& usage;
  std::string buffer = std::string(kBlock, '\0');

  // Opens `inner` on the bytes of the member. The callback counts them, and reports an end when the
  // limits are exceeded. An error of the outer archive becomes one of the inner archive.
  bool OpenIn(archive* inner) {
    const auto read = [](archive* to, void* data, const void** out) -> la_ssize_t {
      auto& from = *static_cast<Stream*>(data);
      const la_ssize_t got = archive_read_data(from.outer, from.buffer.data(), from.buffer.size());
      *out = from.buffer.data();
      if (got < 0) archive_set_error(to, 0, "%s", ReasonOf(from.outer).c_str());
      if (got > 0 && !from.usage.Count(static_cast<uint64_t>(got))) return 0;
      return got < 0 ? -1 : got;
    };
    return archive_read_open(inner, this, nullptr, read, nullptr) == ARCHIVE_OK;
  }
};

// Reads the member at which `a` is as an archive, while it is unpacked.
void ReadNested(archive* a, const std::string& path, int depth, Usage& usage) {
  Stream stream{a, usage};
  const ArchivePtr inner = MakeReader();
  if (!inner || !stream.OpenIn(inner.get())) {
    return usage.omitted.Add(path,
                             "not an archive, despite its name: " +
                                 (inner ? ReasonOf(inner.get()) : std::string("out of memory")));
  }
  ReadMembers(inner.get(), path.empty() ? "" : path + "/", depth, usage);
}

// Reads the member at which `a` is as a single compressed file.
Member ReadPacked(archive* a, Usage& usage) {
  Stream stream{a, usage};
  const ArchivePtr inner = MakeReader();
  archive_entry* entry = nullptr;
  if (inner) archive_read_support_format_raw(inner.get());
  if (inner && stream.OpenIn(inner.get()) &&
      archive_read_next_header(inner.get(), &entry) >= ARCHIVE_WARN && entry != nullptr) {
    return ReadMember(inner.get(), usage);
  }
  Member out;
  out.wrong =
      "cannot be unpacked: " + (inner ? ReasonOf(inner.get()) : std::string("out of memory"));
  return out;
}

// Whether a member is the archive with the files of a Debian package or a Ruby gem.
bool IsPayload(std::string_view name) { return name.starts_with("data.tar"); }

// Stores a file of metadata, if it could be read.
void KeepPackaged(std::string name, Member member, Usage& usage) {
  if (member.binary || !member.wrong.empty()) return;
  usage.packaged.push_back(
      {std::move(name), std::make_shared<const std::string>(std::move(member.text))});
}

// Reads the file `control` of a Debian package from the archive that the member is.
void TakeControl(archive* a, Usage& usage) {
  Stream stream{a, usage};
  const ArchivePtr inner = MakeReader();
  archive_entry* entry = nullptr;
  if (!inner || !stream.OpenIn(inner.get())) return;
  while (usage.over.empty() && usage.members < usage.limits.max_files) {
    if (archive_read_next_header(inner.get(), &entry) < ARCHIVE_WARN || entry == nullptr) return;
    ++usage.members;
    const char* const name = archive_entry_pathname(entry);
    const bool wanted =
        name != nullptr && archive_entry_filetype(entry) == AE_IFREG && SafePath(name) == "control";
    Member member = ReadMember(inner.get(), usage);
    if (wanted) return KeepPackaged("control", std::move(member), usage);
  }
}

// Reads one member, or skips it with a reason. An unsafe path comes first, then the parts of
// packages, then links, and last what the caller does not want.
void TakeMember(archive* a, archive_entry* entry, const std::string& above, int depth,
                Usage& usage) {
  const char* name = archive_entry_pathname_utf8(entry);
  if (name == nullptr) name = archive_entry_pathname(entry);
  if (name == nullptr) return usage.omitted.Add(above, "a member without a readable name");
  const auto type = archive_entry_filetype(entry);
  if (type == AE_IFDIR) return;
  const std::optional<std::string> safe = SafePath(name);
  if (!safe)
    return usage.omitted.Add(above + name, "its path is invalid or leads out of the archive");
  // Apart from its payload, a Debian package has files for its installer.
  const bool package = (archive_format(a) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_AR;
  if (package && above.empty() && depth == 0 && safe->starts_with("control.tar")) {
    return TakeControl(a, usage);
  }
  if (package && !IsPayload(*safe)) return;
  // The files of a package are reported by their paths in it, not by that of the inner archive.
  const bool payload = above.empty() && depth == 0 && !usage.in_payload && IsPayload(*safe);
  const std::string path = above + *safe;
  if (archive_entry_symlink(entry) != nullptr || archive_entry_hardlink(entry) != nullptr) {
    return usage.omitted.Add(path, "a link");
  }
  if (type != AE_IFREG) return usage.omitted.Add(path, "neither a file nor a directory");
  if (payload) {  // once, since an archive that contains itself has no end
    usage.in_payload = true;
    return ReadNested(a, "", depth, usage);
  }
  if (usage.gem && path == "metadata.gz") {
    return KeepPackaged("metadata", ReadPacked(a, usage), usage);
  }
  // A compressed page has the name of the page.
  const std::optional<std::string> page = PackedPage(path);
  std::string why = usage.why_not(page.value_or(path));
  if (why.empty() && IsArchiveName(path)) {
    if (depth < usage.limits.max_nesting) return ReadNested(a, path, depth + 1, usage);
    why = "an archive in an archive (--max-nesting)";
  }
  if (why.empty() && archive_entry_is_encrypted(entry) != 0) why = "encrypted";
  // A member that is not wanted for several reasons is reported with the first one.
  const bool wanted = why.empty();
  if (!wanted) usage.omitted.Add(path, std::move(why));
  // An unwanted member is read as well, so its bytes are counted.
  Member member = wanted && page ? ReadPacked(a, usage) : ReadMember(a, usage);
  if (!wanted || !usage.over.empty()) return;
  if (member.binary) {
    ++usage.binaries;
    return;
  }
  if (!member.wrong.empty()) return usage.omitted.Add(path, std::move(member.wrong));
  if (usage.kept + member.text.size() > usage.limits.max_kept) {
    usage.over = "the archive's text is larger than " + std::to_string(usage.limits.max_kept) +
                 " bytes (--max-memory): the rest was not read";
    return;
  }
  usage.kept += member.text.size();
  usage.files[page.value_or(path)] = std::make_shared<const std::string>(std::move(member.text));
}

// Reads all members of `a`, up to the end, an error or a limit. `above` is the path of the archive
// around `a`, with a slash: "lib.zip/" for a member "lib.zip/a.py".
void ReadMembers(archive* a, const std::string& above, int depth, Usage& usage) {
  archive_entry* entry = nullptr;
  while (usage.over.empty()) {
    const int status = archive_read_next_header(a, &entry);
    if (status == ARCHIVE_EOF) return;
    if (status < ARCHIVE_WARN) {
      const char* const what = usage.members == 0 ? "not a readable archive: "
                                                  : "the archive is truncated or damaged here: ";
      return usage.omitted.Add(above, what + ReasonOf(a));
    }
    if (++usage.members > usage.limits.max_files) {
      usage.over = "the archive has more than " + std::to_string(usage.limits.max_files) +
                   " members (--max-members): the rest was not read";
    } else if (usage.members % 256 == 0) {
      // Not for each member, since archives may consist of many small files.
      usage.over = usage.stop();
    }
    if (usage.over.empty()) TakeMember(a, entry, above, depth, usage);
  }
}

}  // namespace

// Reads the members and makes the results an answer. An archive without any readable member is an
// error; one with some is an answer, with what is missing in `omitted`.
Result<MemoryFolder> ReadArchive(const std::string& path, const ArchiveLimits& limits,
                                 const WhyNotWanted& why_not,
                                 const std::function<std::string()>& stop) {
  const ArchivePtr reader = MakeReader();
  if (!reader) return Error{"out of memory for an archive"};
  if (archive_read_open_filename(reader.get(), path.c_str(), kBlock) != ARCHIVE_OK) {
    return Error{"not a readable archive: " + ReasonOf(reader.get())};
  }
  std::error_code ignored;
  Usage usage{limits, why_not, stop};
  usage.gem = path.ends_with(".gem");
  // If the size is unknown, the ratio is that to a single byte, and large archives are refused.
  usage.packed = std::max<uint64_t>(1, std::filesystem::file_size(path, ignored));
  ReadMembers(reader.get(), "", 0, usage);
  if (!usage.over.empty()) usage.omitted.Add("", usage.over);
  MemoryFolder out;
  out.omitted = usage.omitted.Take();
  out.binaries = usage.binaries;
  out.packaged = std::move(usage.packaged);
  if (usage.files.empty() && usage.members == 0) {
    return Error{out.omitted.empty() ? "the archive is empty" : out.omitted[0].reason};
  }
  for (auto& [name, text] : usage.files) {
    out.bytes += text->size();
    out.files.push_back({name, std::move(text)});
  }
  return out;
}

}  // namespace flagcensus
