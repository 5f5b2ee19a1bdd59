// libarchive, loaded when one of its functions is called (base/loaded_library.h).
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include "loaded_libraries.h"

#ifdef FLAGCENSUS_LIBARCHIVE
#include "analyzer/base/loaded_library.h"

namespace flagcensus {

inline constinit LoadedLibrary kLibArchive(FLAGCENSUS_LIBARCHIVE);
// The functions in use.
// clang-format off
FLAGCENSUS_LOADED(kLibArchive, archive_entry_filetype)
FLAGCENSUS_LOADED(kLibArchive, archive_entry_hardlink)
FLAGCENSUS_LOADED(kLibArchive, archive_entry_is_encrypted)
FLAGCENSUS_LOADED(kLibArchive, archive_entry_pathname)
FLAGCENSUS_LOADED(kLibArchive, archive_entry_pathname_utf8)
FLAGCENSUS_LOADED(kLibArchive, archive_entry_symlink)
FLAGCENSUS_LOADED(kLibArchive, archive_error_string)
FLAGCENSUS_LOADED(kLibArchive, archive_format)
FLAGCENSUS_LOADED(kLibArchive, archive_read_data)
FLAGCENSUS_LOADED(kLibArchive, archive_read_data_block)
FLAGCENSUS_LOADED(kLibArchive, archive_read_free)
FLAGCENSUS_LOADED(kLibArchive, archive_read_new)
FLAGCENSUS_LOADED(kLibArchive, archive_read_next_header)
FLAGCENSUS_LOADED(kLibArchive, archive_read_open)
FLAGCENSUS_LOADED(kLibArchive, archive_read_open_filename)
FLAGCENSUS_LOADED(kLibArchive, archive_read_support_filter_bzip2)
FLAGCENSUS_LOADED(kLibArchive, archive_read_support_filter_compress)
FLAGCENSUS_LOADED(kLibArchive, archive_read_support_filter_gzip)
FLAGCENSUS_LOADED(kLibArchive, archive_read_support_filter_lzma)
FLAGCENSUS_LOADED(kLibArchive, archive_read_support_filter_xz)
FLAGCENSUS_LOADED(kLibArchive, archive_read_support_filter_zstd)
FLAGCENSUS_LOADED(kLibArchive, archive_read_support_format_ar)
FLAGCENSUS_LOADED(kLibArchive, archive_read_support_format_raw)
FLAGCENSUS_LOADED(kLibArchive, archive_read_support_format_tar)
FLAGCENSUS_LOADED(kLibArchive, archive_read_support_format_zip)
// clang-format on
// Declared by its type: the function's declaration has an attribute, which would be lost in a
// template's argument.
inline constinit const LoadedFunction<void(::archive*, int, const char*, ...)> archive_set_error{
    kLibArchive, "archive_set_error"};

}  // namespace flagcensus
#endif
