// Changelogs: their statements about variables may be outdated.
//
//   IsChangelog("docs/CHANGES.md"), IsChangelog("release-notes/1.2.md")   ─→  true
#pragma once

#include <string_view>

namespace flagcensus {

// Whether a file is a changelog, a history or a release note by its name or folder
// (queries/changelogs.toml).
bool IsChangelog(std::string_view path);

}  // namespace flagcensus
