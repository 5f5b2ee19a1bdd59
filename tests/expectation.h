// Expectations: what a fixture says must be found on a line of it. One reader for all of them.
//
//   # want: RULE "part of the message"           a finding with a place on this line
//   # want: RULE info "part of the message" documented=30 actual=60 confidence=high
//   # want: inventory "part of the reason"       a variable of the inventory; "NAME: " precedes it
//   # want-access: NAME default=60 via=os.getenv op=read bound_to=X chain=12,util.py:3
//   # want-access: ?                              an access whose name is not known
//   # want-entry: NAME default=/srv how=table     what a page says of a variable
//   # want-diagnostic: KIND                       what is told of a page
//   # code-accesses: NAME; NAME                   what the code of the page's project accesses
//   # want: nothing                               the file has none of what is looked for
//
// The comment may open with `#`, `//`, `/*`, `<!--` or `..`; a `;` separates several expectations
// on a line. A file whose format has no comments has a sidecar, <file>.want, with lines "LINE:
// want-entry NAME ..." and "want: nothing". Values with blanks stand in quotes, in which \" and \n
// may stand. Quotes right after the `=` also tell a literal from a word: `default=none` is no
// default, `default="none"` is one of four letters. Fields that are not given are not compared, but
// for two of an entry: without `default` it has to state none, without `parent` to have none.
//
//   an access      default (none, required, dynamic, dynamic:"its source", or a literal), via, op,
//                  type, bound_to, scope, value, language, condition, column, description, truthy,
//                  falsy (spellings with commas between), chain (lines, of this file or FILE:LINE,
//                  with commas between), unset (what its code takes where it is unset), falls_back
//                  (yes, no: to another variable), fallback_of (that variable)
//   an entry       default (none, unstated, prose:"words", or a literal), type, value, how, parent,
//                  section, claims (all of them, with commas between), column, description
//   a finding      documented, actual, confidence
//
// `none` is what a field without a value has. Matching is strict both ways: what is found and not
// expected is a complaint too, and so is a file that neither wants anything nor says so.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/catalog/catalog.h"
#include "analyzer/model/access.h"
#include "analyzer/model/finding.h"

namespace flagcensus {

struct Expectation {
  struct Field {
    std::string text;
    bool quoted = false;
  };
  Place place;                          // column 0
  std::string kind;                     // "want", "want-access", "want-entry", "want-diagnostic"
  std::string subject;                  // the rule, the variable or the diagnostic's kind
  std::string severity;                 // of `want`; "" for any
  std::string message;                  // of `want`
  std::map<std::string, Field> fields;  // in the order of their names
};

// The expectations of kind `kind` in `text`. A malformed one is a complaint with its place.
std::vector<Expectation> ReadExpectations(std::string_view kind, const std::string& file,
                                          std::string_view text,
                                          std::vector<std::string>* complaints);

// Those of a file at `path` and of its sidecar, of all `kinds`; that it has none, without the words
// `want: nothing`, or has some beside them, is a complaint. A file of nothing but blanks needs
// none.
std::vector<Expectation> ReadFixture(const std::vector<std::string_view>& kinds,
                                     const std::string& file, const std::string& path,
                                     std::vector<std::string>* complaints);

// Each finding against one expectation on a line that it has a place on, and the other way round.
std::vector<std::string> MatchFindings(const std::vector<Expectation>& expectations,
                                       const std::vector<Finding>& findings);

// Each access against one expectation on its line, and the other way round.
std::vector<std::string> MatchAccesses(const std::vector<Expectation>& expectations,
                                       const std::vector<Access>& accesses);

// Each entry and diagnostic of a page likewise. A mention that nothing wants is none; that a page
// without wanted entries has none need not be wanted.
std::vector<std::string> MatchPage(const std::vector<Expectation>& expectations, const Page& page);

}  // namespace flagcensus
