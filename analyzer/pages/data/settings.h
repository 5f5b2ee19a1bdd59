// Settings files as read by configparser and java.util.Properties: .ini, .conf, .cfg, .properties.
//
//   [server]            heading "server"
//   # The port.         comment "The port."
//   PORT = 8080         assignment, label PORT, text "8080"
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// [section] → kHeading; the comment at the start of the file → paragraphs, others → kComment; "KEY
// = value" and "KEY: value" → kAssignment. Other lines continue values and are skipped. One pass;
// reports a diagnostic if the file has more than a million lines.
Document ReadSettings(std::string_view file, std::string_view text,
                      std::vector<Diagnostic>& diagnostics);

// Whether the comment at the start of `text` mentions environment variables: then the keys of a
// file in a different format, such as TOML, are settings too.
bool OpensAsSettings(std::string_view text);

}  // namespace flagcensus
