// SQLite, loaded when one of its functions is called (base/loaded_library.h).
#pragma once

#include <sqlite3.h>

#include "loaded_libraries.h"

#ifdef FLAGCENSUS_LIBSQLITE3
#include "analyzer/base/loaded_library.h"

// The functions in use.
// clang-format off
#define FLAGCENSUS_SQLITE_FUNCTIONS(F) \
  F(sqlite3_bind_int64) \
  F(sqlite3_bind_null) \
  F(sqlite3_bind_text64) \
  F(sqlite3_clear_bindings) \
  F(sqlite3_close) \
  F(sqlite3_column_bytes) \
  F(sqlite3_column_int64) \
  F(sqlite3_column_text) \
  F(sqlite3_db_config) \
  F(sqlite3_errmsg) \
  F(sqlite3_exec) \
  F(sqlite3_finalize) \
  F(sqlite3_last_insert_rowid) \
  F(sqlite3_open_v2) \
  F(sqlite3_prepare_v2) \
  F(sqlite3_reset) \
  F(sqlite3_step)
// clang-format on

namespace flagcensus {

inline constinit LoadedLibrary kLibSqlite(FLAGCENSUS_LIBSQLITE3);
#define FLAGCENSUS_DECLARE(name) \
  inline constinit const LoadedFunction<decltype(::name)> name{kLibSqlite, #name};
FLAGCENSUS_SQLITE_FUNCTIONS(FLAGCENSUS_DECLARE)
#undef FLAGCENSUS_DECLARE

}  // namespace flagcensus
#endif
