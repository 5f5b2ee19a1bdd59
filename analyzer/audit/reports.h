// A census ─→ its reports. Each format is streamed, so none is in memory as a whole.
//
//   FormatOf(AuditFormats(), "csv").write({census, nullptr, false}, sink)
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/audit/compare.h"
#include "analyzer/audit/database.h"
#include "analyzer/report/json.h"

namespace flagcensus {

// Receives the next piece of a report.
using Sink = std::function<void(std::string_view)>;

// What an audit found.
struct AuditResult {
  const Database& census;
  const VersionChanges* compared;  // nullptr if the inputs are not two versions
  bool all;                        // text: list every file of a variable, and every risk
};

// Who breaks up text that a CI system would interpret as a command, such as "::error".
enum class Pieces {
  kSafe,   // the format's writer
  kRows,   // the caller, in each piece that the writer passes to the sink
  kWhole,  // the caller, in the collected report: a piece may end within such a command
};

// A format, declared at the end of the file that writes it (cmake/rows.cmake).
struct AuditFormat {
  int rank;  // the position in lists of formats, unique; the first is the default format
  std::string_view name;
  void (*write)(const AuditResult& audit, const Sink& sink);
  Pieces pieces = Pieces::kSafe;
  bool reading_apart = false;  // it does not say what was read; that goes to standard error
  bool only_compares = false;  // it requires two versions
};

// The formats of all files, unordered; generated.
std::vector<AuditFormat> AuditFormatRows();

// The same, sorted by rank.
const std::vector<AuditFormat>& AuditFormats();

// The changes of an update, one row for each variable. `all`: list every file of a variable.
void WriteCompareText(const VersionChanges& compared, bool all, const Sink& sink);
// The member `compare` of the JSON.
Json CompareJson(const VersionChanges& compared);

// The page that displays the JSON in a browser; it needs no network.
void WriteAuditHtml(const AuditResult& audit, const Sink& sink);

// Whether a file that begins with `head` is such a page.
bool IsOwnAuditPage(std::string_view head);

// `json` escaped for a <script> element: text that could end the element, or that is a line end in
// JavaScript, as \uXXXX.
std::string EscapeForScript(std::string_view json);

}  // namespace flagcensus
