// Expectations: what a fixture says must be found on a line of it.
//
//   # want: RULE "part of the message"           a finding with a place, in code or page, on this
//   line # want: RULE info "part of the message"      ... of that severity # want-access: NAME
//   default=60 via=os.getenv op=read type=int bound_to=X scope=src value=1
//
// The comment may open with `#`, `//`, `<!--` or `..`; a `;` separates several expectations on a
// line. `default` is none, required or dynamic, or a literal, which quotes tell from those words;
// an empty literal is "". `bound_to=none` and `value=none` say that there is none. Fields that are
// not given are not compared. Matching is strict both ways: what is found and not expected is a
// complaint too.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/finding.h"

namespace flagcensus {

struct Expectation {
  struct Field {
    std::string text;
    bool quoted = false;
  };
  Place place;                          // column 0
  std::string kind;                     // "want", "want-access"
  std::string subject;                  // the rule or the variable
  std::string severity;                 // of `want`; "" for any
  std::string message;                  // of `want`
  std::map<std::string, Field> fields;  // of `want-access`
};

// The expectations of kind `kind` in `text`. A malformed one is a complaint with its place.
std::vector<Expectation> ReadExpectations(std::string_view kind, const std::string& file,
                                          std::string_view text,
                                          std::vector<std::string>* complaints);

// Each finding against one expectation on a line that it has a place on, and the other way round.
std::vector<std::string> MatchFindings(const std::vector<Expectation>& expectations,
                                       const std::vector<Finding>& findings);

// Each access with a name against one expectation on its line, and the other way round.
std::vector<std::string> MatchAccesses(const std::vector<Expectation>& expectations,
                                       const std::vector<Access>& accesses);

}  // namespace flagcensus
