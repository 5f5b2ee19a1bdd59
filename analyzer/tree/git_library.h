// libgit2, loaded when one of its functions is called (base/loaded_library.h).
#pragma once

#include <git2.h>

#include "loaded_libraries.h"

#ifdef FLAGCENSUS_LIBGIT2
#include "analyzer/base/loaded_library.h"

namespace flagcensus {

inline constinit LoadedLibrary kLibGit2(FLAGCENSUS_LIBGIT2);
// The functions in use.
// clang-format off
FLAGCENSUS_LOADED(kLibGit2, git_blob_free)
FLAGCENSUS_LOADED(kLibGit2, git_blob_lookup)
FLAGCENSUS_LOADED(kLibGit2, git_blob_rawcontent)
FLAGCENSUS_LOADED(kLibGit2, git_blob_rawsize)
FLAGCENSUS_LOADED(kLibGit2, git_buf_dispose)
FLAGCENSUS_LOADED(kLibGit2, git_commit_id)
FLAGCENSUS_LOADED(kLibGit2, git_commit_parent)
FLAGCENSUS_LOADED(kLibGit2, git_commit_time)
FLAGCENSUS_LOADED(kLibGit2, git_commit_tree_id)
FLAGCENSUS_LOADED(kLibGit2, git_config_free)
FLAGCENSUS_LOADED(kLibGit2, git_config_get_multivar_foreach)
FLAGCENSUS_LOADED(kLibGit2, git_config_get_string_buf)
FLAGCENSUS_LOADED(kLibGit2, git_config_open_default)
FLAGCENSUS_LOADED(kLibGit2, git_config_open_level)
FLAGCENSUS_LOADED(kLibGit2, git_describe_commit)
FLAGCENSUS_LOADED(kLibGit2, git_describe_format)
FLAGCENSUS_LOADED(kLibGit2, git_describe_result_free)
FLAGCENSUS_LOADED(kLibGit2, git_error_last)
FLAGCENSUS_LOADED(kLibGit2, git_libgit2_init)
FLAGCENSUS_LOADED(kLibGit2, git_libgit2_opts)
FLAGCENSUS_LOADED(kLibGit2, git_libgit2_shutdown)
FLAGCENSUS_LOADED(kLibGit2, git_object_free)
FLAGCENSUS_LOADED(kLibGit2, git_object_id)
FLAGCENSUS_LOADED(kLibGit2, git_object_peel)
FLAGCENSUS_LOADED(kLibGit2, git_odb_free)
FLAGCENSUS_LOADED(kLibGit2, git_odb_read_header)
FLAGCENSUS_LOADED(kLibGit2, git_oid_equal)
FLAGCENSUS_LOADED(kLibGit2, git_oid_tostr)
FLAGCENSUS_LOADED(kLibGit2, git_repository_config)
FLAGCENSUS_LOADED(kLibGit2, git_repository_free)
FLAGCENSUS_LOADED(kLibGit2, git_repository_is_shallow)
FLAGCENSUS_LOADED(kLibGit2, git_repository_odb)
FLAGCENSUS_LOADED(kLibGit2, git_repository_open_ext)
FLAGCENSUS_LOADED(kLibGit2, git_repository_set_workdir)
FLAGCENSUS_LOADED(kLibGit2, git_revparse_single)
FLAGCENSUS_LOADED(kLibGit2, git_status_byindex)
FLAGCENSUS_LOADED(kLibGit2, git_status_list_entrycount)
FLAGCENSUS_LOADED(kLibGit2, git_status_list_free)
FLAGCENSUS_LOADED(kLibGit2, git_status_list_new)
FLAGCENSUS_LOADED(kLibGit2, git_strarray_dispose)
FLAGCENSUS_LOADED(kLibGit2, git_tag_list)
FLAGCENSUS_LOADED(kLibGit2, git_tree_entry_byindex)
FLAGCENSUS_LOADED(kLibGit2, git_tree_entry_filemode)
FLAGCENSUS_LOADED(kLibGit2, git_tree_entry_id)
FLAGCENSUS_LOADED(kLibGit2, git_tree_entry_name)
FLAGCENSUS_LOADED(kLibGit2, git_tree_entry_type)
FLAGCENSUS_LOADED(kLibGit2, git_tree_entrycount)
FLAGCENSUS_LOADED(kLibGit2, git_tree_free)
FLAGCENSUS_LOADED(kLibGit2, git_tree_lookup)
// clang-format on

}  // namespace flagcensus
#endif
