// Inclusions: parts of other files that a page shows as its own.
//
//   .. include:: FILE, .. literalinclude:: FILE      reStructuredText, with :start-after: etc.
//   ```{include} FILE, ```{literalinclude} FILE      MyST, likewise
//   --8<-- "FILE"                                    MkDocs snippets
//   {{ include_code('FILE', start_after='x') }}      macros; {% include "FILE" %}
//   include::FILE[tag=x]                             AsciiDoc
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/entry.h"

namespace flagcensus {

struct Inclusion {
  std::string path;
  int line = 0;
  std::string start_after;  // text; empty for the beginning
  std::string end_before;
  std::string tag;     // AsciiDoc: between "tag::x[]" and "end::x[]"
  int first_line = 0;  // 1-based; 0 for all
  int last_line = 0;
  bool literal = false;  // it is shown as code
};

// A page with more is generated or hostile. The caller reports it as a diagnostic.
inline constexpr size_t kMaxInclusions = 500;

// The inclusions of a page in page order; at most kMaxInclusions + 1.
std::vector<Inclusion> FindInclusions(std::string_view text);

// Returns the part of `text` that is shown. What precedes it becomes empty lines, so line
// numbers stay correct. Empty if a mark is not found.
std::string ShownPart(std::string_view text, const Inclusion& inclusion);

// The variables that a piece of source reads, with the comments above them as descriptions.
std::vector<Entry> EntriesOfSource(std::string_view file, std::string_view text);

}  // namespace flagcensus
