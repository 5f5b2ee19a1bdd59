// Finding: one disagreement between documents and code, as plain data: reports format it.
//
//   page: | APP_TIMEOUT | 30 |      code: os.environ.get("APP_TIMEOUT", "60")
//   ─→ {rule: default-mismatch, name: APP_TIMEOUT, documented: "30", actual: "60",
//       code: [app.py:3], doc: [docs/env.md:9], remedy: "correct docs/env.md:9"}
//
// A rule fills in what it found; review/ adds severities and groups findings with one cause.
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

// The part of a finding that a report highlights: the variable's name on the page, the value or the
// claim there, or two places in code that contradict each other.
enum class AboutText { kName, kValue, kClaim, kTwoReads };

// Where a page states the value or the claim that a finding is about: `width` bytes of a line.
struct Stated {
  Place place;
  size_t width = 0;
};

// One reason for or against a finding: points, and what they are for.
struct ScorePart {
  int points = 0;
  std::string says;
};

struct FindingHighlight {
  AboutText about = AboutText::kName;
  // The position of the wrong text in the first place of `doc`; set for reports that show lines
  // (review/stated.cc).
  std::optional<Stated> stated;
};

// The rule and the variable of the finding that reports the same cause; "" if there is none.
struct FindingCause {
  std::string rule;
  std::string name;
};

struct Finding {
  std::string rule;  // "default-mismatch"
  std::string name;  // the variable; "" for a finding about no variable
  Severity severity = Severity::kWarning;
  Confidence confidence = Confidence::kHigh;
  std::string message;  // one sentence with both sides; lower case, no final period
  std::string remedy;   // what to do, "correct docs/env.md:9"; "" if it is obvious
  std::optional<std::string> documented;  // the documented value, if the rule compares values
  std::optional<std::string> actual;
  std::optional<std::string> suggestion;
  std::string fingerprint;    // hash of rule, name and the values that disagree, never of lines
  std::vector<Place> code;    // places in code; the first is shown
  std::vector<Place> doc;     // places in pages; the first is shown
  bool acknowledged = false;  // the page itself acknowledges it
  bool at_page = false;       // the page is wrong: its place comes first
  FindingHighlight highlight;
  // A finding about several variables: all of them, sorted; `name` is "" then.
  std::vector<std::string> names;
  // The findings that it replaces, one for each name; empty if a rule itself reports the group.
  std::vector<Finding> members;
  FindingCause explained;
  // How pages cover a variable without an entry: "described" or "mentioned", which is the kind of
  // inventory that it belongs to if the project does not want an entry for each. Otherwise "".
  std::string reason;
  // Why it deserves attention (rules/worth.h); empty for rules without a score. Reports list the
  // findings of a rule by descending sum.
  std::vector<ScorePart> score;
};

// The sum of the points.
int ScoreOf(const Finding& finding);
// "score 8: +5 its value is bound to a constant, +3 ..."; "" if there is none.
std::string DescribeScore(const Finding& finding);

// The place at which a finding is shown: the first place in code, or on a page if there is no place
// in code. With `at_page` a place on a page comes first. Null if there is no place at all.
const Place* MainPlace(const Finding& finding);

// The order of every listing: main place (code before page), then name, then rule.
bool FindingLess(const Finding& a, const Finding& b);

// The message followed by the remedy: "both sides differ: correct docs/env.md:9".
std::string WholeMessage(const Finding& finding);

std::string_view ToString(Severity severity);
std::string_view ToString(Confidence confidence);
std::optional<Severity> ParseSeverity(std::string_view text);

// 16 hex digits of XXH3 over the parts, each terminated by a NUL, so {"ab", "c"} and {"a",
// "bc"} differ. Baselines store it: a change of the hash invalidates all of them.
std::string Fingerprint(const std::vector<std::string_view>& parts);

// A message about an input that is not a finding: an unreadable file, a syntax error, a page
// without entries.
struct Diagnostic {
  std::string kind;  // "unreadable-file", "syntax-error", "empty-page", "manifest", ...
  Place place;       // line 0 if only the file is known
  std::string message;

  friend bool operator==(const Diagnostic& a, const Diagnostic& b) = default;
};
bool DiagnosticLess(const Diagnostic& a, const Diagnostic& b);

}  // namespace flagcensus
