// Changelogs: their statements about variables may be outdated.
#pragma once

#include <string_view>

namespace flagcensus {

// Whether a file is a changelog, a history or a release note by its name or folder
// (queries/changelogs.toml).
bool IsChangelog(std::string_view path);

}  // namespace flagcensus
