// libarchive, loaded when one of its functions is called (base/loaded_library.h).
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include "loaded_libraries.h"

#ifdef FLAGCENSUS_LIBARCHIVE
#include "analyzer/base/loaded_library.h"

// The functions in use.
// clang-format off
#define FLAGCENSUS_ARCHIVE_FUNCTIONS(F) \
  F(archive_entry_filetype) \
  F(archive_entry_hardlink) \
  F(archive_entry_is_encrypted) \
  F(archive_entry_pathname) \
  F(archive_entry_pathname_utf8) \
  F(archive_entry_symlink) \
  F(archive_error_string) \
  F(archive_format) \
  F(archive_read_data) \
  F(archive_read_data_block) \
  F(archive_read_free) \
  F(archive_read_new) \
  F(archive_read_next_header) \
  F(archive_read_open) \
  F(archive_read_open_filename) \
  F(archive_read_support_filter_bzip2) \
  F(archive_read_support_filter_compress) \
  F(archive_read_support_filter_gzip) \
  F(archive_read_support_filter_lzma) \
  F(archive_read_support_filter_xz) \
  F(archive_read_support_filter_zstd) \
  F(archive_read_support_format_ar) \
  F(archive_read_support_format_raw) \
  F(archive_read_support_format_tar) \
  F(archive_read_support_format_zip) \
  F(archive_set_error)
// clang-format on

namespace flagcensus {

inline constinit LoadedLibrary kLibArchive(FLAGCENSUS_LIBARCHIVE);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"  // a format is checked at direct calls alone
#define FLAGCENSUS_DECLARE(name) \
  inline constinit const LoadedFunction<decltype(::name)> name{kLibArchive, #name};
FLAGCENSUS_ARCHIVE_FUNCTIONS(FLAGCENSUS_DECLARE)
#undef FLAGCENSUS_DECLARE
#pragma GCC diagnostic pop

}  // namespace flagcensus
#endif
