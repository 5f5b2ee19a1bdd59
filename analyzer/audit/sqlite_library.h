// SQLite, loaded when one of its functions is called (base/loaded_library.h).
#pragma once

#include <sqlite3.h>

#include "loaded_libraries.h"

#ifdef FLAGCENSUS_LIBSQLITE3
#include "analyzer/base/loaded_library.h"

namespace flagcensus {

inline constinit LoadedLibrary kLibSqlite(FLAGCENSUS_LIBSQLITE3);
// The functions in use. A new one needs a line here.
// clang-format off
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_bind_int64)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_bind_null)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_bind_text64)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_clear_bindings)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_close)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_column_bytes)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_column_int64)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_column_text)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_db_config)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_errmsg)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_exec)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_finalize)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_last_insert_rowid)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_open_v2)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_prepare_v2)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_reset)
FLAGCENSUS_LOADED(kLibSqlite, sqlite3_step)
// clang-format on

}  // namespace flagcensus
#endif
