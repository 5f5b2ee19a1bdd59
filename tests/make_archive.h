// Archives for tests, made by libarchive itself: none is kept in the repository.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct Member {
  std::string path;
  std::string text;
  std::string link;  // "": a file
};

// The bytes of an archive: "tar", "zip", "ar" or "raw" (of one file), through the filter "gzip",
// "xz", "zstd" or "".
inline std::string MakeArchive(const std::string& format, const std::string& filter,
                               const std::vector<Member>& members) {
  archive* a = archive_write_new();
  archive_write_set_format_by_name(a, format == "tar"  ? "paxr"
                                      : format == "ar" ? "arbsd"
                                                       : format.c_str());
  if (!filter.empty()) archive_write_add_filter_by_name(a, filter.c_str());
  std::string out;
  const auto write = [](archive*, void* to, const void* bytes, size_t size) -> la_ssize_t {
    static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), size);
    return static_cast<la_ssize_t>(size);
  };
  archive_write_set_bytes_in_last_block(a, 1);
  archive_write_open(a, &out, nullptr, write, nullptr);
  for (const Member& member : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, member.path.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_filetype(entry, member.link.empty() ? AE_IFREG : AE_IFLNK);
    if (!member.link.empty()) archive_entry_set_symlink(entry, member.link.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(member.text.size()));
    archive_write_header(a, entry);
    archive_write_data(a, member.text.data(), member.text.size());
    archive_entry_free(entry);
  }
  archive_write_close(a);
  archive_write_free(a);
  return out;
}

}  // namespace flagcensus
