// Tables in plain text. Internal to layout*.cc.
#pragma once

#include <cstddef>

#include "analyzer/pages/text/layout_line.h"

namespace flagcensus {

// Reads the table that begins at line `at`, if there is one; returns the line after it, or `at`.
//
//   +------+------+    | a | b |    NAME    DEFAULT  ABOUT    APP_A  1   the a
//   | a    | b    |    |---|---|    ------  -------  -----    APP_B  22  the b
//   +======+======+    | c | d |    APP_A   1        the a    APP_C  3   the c
size_t ReadLayoutTable(DocumentBuilder& out, const LayoutLines& lines, size_t at);

}  // namespace flagcensus
