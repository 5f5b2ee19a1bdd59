// Modules of settings that stand beside the program's own for the time of its making.
#pragma once

#include <string_view>

namespace flagcensus {

// Whether the file has the settings of one environment that is not what users run, beside others in
// its folder: settings/development.py, config/test.py. By the rows of
// queries/evidence/internal.toml.
bool IsSettingsVariant(std::string_view file);

}  // namespace flagcensus
