// Whether a file is a manual page by its name.
#pragma once

#include <string_view>

namespace flagcensus {

// "tool.1", "tool.1ssl", "tool.8.in", "ld.so.8"; not "libtool.so.1", "tool.log.1", "v1.2".
bool IsManPage(std::string_view name);

}  // namespace flagcensus
