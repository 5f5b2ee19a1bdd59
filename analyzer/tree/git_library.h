// libgit2, loaded when one of its functions is called (base/loaded_library.h).
#pragma once

#include <git2.h>

#include "loaded_libraries.h"

#ifdef FLAGCENSUS_LIBGIT2
#include "analyzer/base/loaded_library.h"

// The functions in use.
// clang-format off
#define FLAGCENSUS_GIT_FUNCTIONS(F) \
  F(git_blob_free) \
  F(git_blob_lookup) \
  F(git_blob_rawcontent) \
  F(git_blob_rawsize) \
  F(git_buf_dispose) \
  F(git_commit_time) \
  F(git_commit_tree_id) \
  F(git_config_free) \
  F(git_config_get_multivar_foreach) \
  F(git_config_get_string_buf) \
  F(git_config_open_default) \
  F(git_config_open_level) \
  F(git_describe_commit) \
  F(git_describe_format) \
  F(git_describe_result_free) \
  F(git_error_last) \
  F(git_libgit2_init) \
  F(git_libgit2_opts) \
  F(git_libgit2_shutdown) \
  F(git_object_free) \
  F(git_object_id) \
  F(git_object_peel) \
  F(git_odb_free) \
  F(git_odb_read_header) \
  F(git_oid_equal) \
  F(git_oid_tostr) \
  F(git_repository_config) \
  F(git_repository_free) \
  F(git_repository_is_shallow) \
  F(git_repository_odb) \
  F(git_repository_open_ext) \
  F(git_repository_set_workdir) \
  F(git_revparse_single) \
  F(git_status_byindex) \
  F(git_status_list_entrycount) \
  F(git_status_list_free) \
  F(git_status_list_new) \
  F(git_strarray_dispose) \
  F(git_tag_list) \
  F(git_tree_entry_byindex) \
  F(git_tree_entry_filemode) \
  F(git_tree_entry_id) \
  F(git_tree_entry_name) \
  F(git_tree_entry_type) \
  F(git_tree_entrycount) \
  F(git_tree_free) \
  F(git_tree_lookup)
// clang-format on

namespace flagcensus {

inline constinit LoadedLibrary kLibGit2(FLAGCENSUS_LIBGIT2);
#define FLAGCENSUS_DECLARE(name) \
  inline constinit const LoadedFunction<decltype(::name)> name{kLibGit2, #name};
FLAGCENSUS_GIT_FUNCTIONS(FLAGCENSUS_DECLARE)
#undef FLAGCENSUS_DECLARE

}  // namespace flagcensus
#endif
