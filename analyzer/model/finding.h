// Finding: one disagreement between documents and code, as plain data. Printers never compute.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/place.h"

namespace flagcensus {

enum class Severity { kInfo, kWarning, kError };
enum class Confidence { kLow, kMedium, kHigh };

// What a report shows of a finding: the variable's name on the page, the value or the claim there,
// or two places in code that contradict each other.
enum class AboutText { kName, kValue, kClaim, kTwoReads };

// Where a page states the value or the claim that a finding is about: so many bytes of a line.
struct Stated {
  Place place;
  size_t width = 0;
};

struct Finding {
  std::string rule;  // "default-mismatch"
  std::string name;  // the variable; "" for a finding about no variable
  Severity severity = Severity::kWarning;
  Confidence confidence = Confidence::kHigh;
  std::string message;  // one sentence that tells both sides; lower case, no final period
  std::string remedy;   // what to do about it, "correct docs/env.md:9"; "" where it is clear
  std::optional<std::string> documented;  // the documented value, where the rule compares values
  std::optional<std::string> actual;
  std::optional<std::string> suggestion;
  std::string fingerprint;    // of rule, name and the values that disagree, never of lines
  std::vector<Place> code;    // places in code, the one to show first
  std::vector<Place> doc;     // places in pages, likewise
  bool acknowledged = false;  // the page itself says so
  bool at_page = false;       // the page is what is wrong: its place comes first
  AboutText about = AboutText::kName;
  // Where the first of `doc` states it; filled for reports that show lines (review/stated.cc).
  std::optional<Stated> stated;
  // A finding about several variables: all of them, sorted; `name` is "" then.
  std::vector<std::string> names;
  // The rule and the variable of the finding that tells the same cause; "" where none does.
  std::string explained_by;
  std::string explained_name;
  // Why it was lowered ("described", "foreign", "set-by-program"), so that a report can tell those
  // of one reason together; "" where it was not. `headline` is said of several, "are described
  // but have no entry"; `detail` beside each name: the place, the owner.
  std::string reason;
  std::string headline;
  std::string detail;
};

// Where a finding is shown: the first place in code, else on a page, or the other way round where
// the page is what is wrong; null where it has none.
const Place* MainPlace(const Finding& finding);

// The order of every listing: main place (code before page), then name, then rule.
bool FindingLess(const Finding& a, const Finding& b);

// The message with the remedy behind it: "both sides differ: correct docs/env.md:9".
std::string WholeMessage(const Finding& finding);

std::string_view ToString(Severity severity);
std::string_view ToString(Confidence confidence);
std::optional<Severity> ParseSeverity(std::string_view text);

// 16 hex digits of XXH3 over the parts, each ended by a NUL.
std::string Fingerprint(const std::vector<std::string_view>& parts);

// Something about an input that the user should know and that is no finding: an unreadable file, a
// syntax error, a page without entries.
struct Diagnostic {
  std::string kind;  // "unreadable-file", "syntax-error", "empty-page", "manifest", ...
  Place place;       // line 0 where only the file is known
  std::string message;

  friend bool operator==(const Diagnostic& a, const Diagnostic& b) = default;
};
bool DiagnosticLess(const Diagnostic& a, const Diagnostic& b);

}  // namespace flagcensus
