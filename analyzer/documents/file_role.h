// What a file is for readers of documentation: a guide, a change log, a translation.
//
//   docs/v1.2/env.md beside docs/v2.0/  ─→  a page of another version
//   CHANGES.md                          ─→  a change log
//   docs/de/env.md                      ─→  a translation, unless its text is certainly English
//
// The scope of the file and, for versions, the folders beside it decide first. Then the rows of
// queries/documents/roles.toml decide by the path.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "analyzer/model/statement.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The folders of the tree that contain one of several versions, as paths ending with '/'. A folder
// with the highest number is not another version, nor is one called "latest" or "current".
std::set<std::string, std::less<>> OtherVersions(const Tree& tree);

// `path`: of the file below the project's folder. `english`: its text is certainly English, so
// a folder with the name of a language does not make it a translation.
FileRole RoleOfFile(std::string_view path, Scope scope, bool english,
                    const std::set<std::string, std::less<>>& other_versions);

// Whether a page of that name lists changes, in any folder.
bool IsHistoryPage(std::string_view path);

// Why a page of the role is not used, for users: "a changelog"; "" for guides.
std::string_view ReasonOf(FileRole role);

// Whether a file that is neither a page nor a source may be prose, and whether it is a file of
// settings with comments that describe them, by its path.
bool MayBeProse(std::string_view path);
bool IsSettingsFile(std::string_view path);

// Wrong patterns in queries/documents/roles.toml, one per line; "" for the shipped data.
std::string RolePatternErrors();

}  // namespace flagcensus
