// Changelogs: what they say of a variable was so once.
#pragma once

#include <string_view>

namespace flagcensus {

// Whether a file is a changelog, a history or a release note by its name or folder
// (queries/changelogs.toml).
bool IsChangelog(std::string_view path);

}  // namespace flagcensus
