// A census → its reports. Each format is streamed, so that none is in memory as a whole.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "analyzer/audit/compare.h"
#include "analyzer/audit/database.h"
#include "analyzer/report/json.h"

namespace flagcensus {

// Receives the next piece of a report.
using Sink = std::function<void(std::string_view)>;

// `compared`: nullptr if no two versions are compared.
void WriteAuditJson(const Database& census, const VersionChanges* compared, const Sink& sink);
void WriteAuditCsv(const Database& census, const Sink& sink);
// SARIF 2.1.0 (OASIS), and CycloneDX 1.6.
void WriteAuditSarif(const Database& census, const Sink& sink);
void WriteAuditCycloneDx(const Database& census, const Sink& sink);
void WriteAuditText(const Database& census, bool all, const Sink& sink);
// The changes of an update, one row for each variable. `all`: list every file of a variable.
void WriteCompareText(const VersionChanges& compared, bool all, const Sink& sink);
// The same as a comment for a pull request: at most 65,536 bytes, and reports what did not fit.
void WriteCompareMarkdown(const VersionChanges& compared, const Sink& sink);
// The member `compare` of the JSON.
Json CompareJson(const VersionChanges& compared);

// The page that displays the JSON in a browser; it needs no network.
void WriteAuditHtml(const Database& census, const VersionChanges* compared, const Sink& sink);

// Whether a file that begins with `head` is such a page.
bool IsOwnAuditPage(std::string_view head);

// `json` escaped for a <script> element: text that could end the element, or a line of JavaScript,
// as \uXXXX.
std::string EscapeForScript(std::string_view json);

}  // namespace flagcensus
