// What a file is to those who read about the program: a guide, a change log, a translation.
//
//   docs/v1.2/env.md beside docs/v2.0/  ─→  a page of another version
//   CHANGES.md                          ─→  a change log
//
// Rows of queries/documents/roles.toml decide by the path; the scope of the file, and for versions
// the folders beside it, are asked first.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "analyzer/model/statement.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The folders of the tree that are one of several versions, as paths ending with '/'. A folder that
// is called "latest", "current" or the highest number is not another version's.
std::set<std::string, std::less<>> OtherVersions(const Tree& tree);

// `path`: of the file below the project's folder. `english`: its text is certainly English, so that
// a folder named like a language is none.
FileRole RoleOfFile(std::string_view path, Scope scope, bool english,
                    const std::set<std::string, std::less<>>& other_versions);

// Whether a page of that name says what has changed, whatever contains it.
bool IsHistoryPage(std::string_view path);

// Why a page of the role is not taken, for users: "a change log"; "" for guides.
std::string_view ReasonOf(FileRole role);

// Whether a file of another kind than pages and sources may be prose, and whether it is one of
// settings, whose comments describe them, by its path.
bool MayBeProse(std::string_view path);
bool IsSettingsFile(std::string_view path);

std::string RolePatternErrors();

}  // namespace flagcensus
