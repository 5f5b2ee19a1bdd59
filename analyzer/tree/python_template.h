// Names of files that are Python if all of them parses as Python, since an engine may fill them in.
#pragma once

#include <string_view>

namespace flagcensus {

// "settings.py.template", "gunicorn.conf"
bool MayBePython(std::string_view path);

}  // namespace flagcensus
