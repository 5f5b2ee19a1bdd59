// Settings files, as configparser and java.util.Properties read them: .ini, .conf, .cfg,
// .properties.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// [section] → kHeading; the comment that opens the file → paragraphs, other ones → kComment;
// "KEY = value" and "KEY: value" → kAssignment. Lines of other forms belong to values and are
// skipped. One pass; a diagnostic where the file has more than a million lines.
Document ReadSettings(std::string_view file, std::string_view text,
                      std::vector<Diagnostic>& diagnostics);

// Whether the comment that opens `text` speaks of environment variables: then the keys of a file in
// another format, such as TOML, are settings, too.
bool OpensAsSettings(std::string_view text);

}  // namespace flagcensus
