// Settings modules for development, which exist next to the program's own.
#pragma once

#include <string_view>

namespace flagcensus {

// Whether the file contains the settings of one environment other than the users', next to others
// in its folder: settings/development.py, config/test.py. Uses the entries of
// queries/evidence/internal.toml.
bool IsSettingsVariant(std::string_view file);

}  // namespace flagcensus
