// The page that `docs` writes, rewrites or compares.
#pragma once

#include <optional>
#include <string>

#include "analyzer/base/result.h"
#include "analyzer/commands/docs_pages.h"
#include "analyzer/reference/formats.h"
#include "analyzer/reference/markers.h"

namespace flagcensus {

// The page before the run.
//
//   --update README.md, which has markers ─→ {path: "README.md", there: true, part: {...}}
struct Target {
  std::string path;  // "": standard output
  std::string text;
  bool there = false;              // the page exists
  std::optional<MarkedPart> part;  // the part that is rewritten; nullopt: all of it
  bool kept = false;               // a user's own file: only variables that it lacks are added
};

// Reads the page that the request names. Fails if it cannot be read, or must not be replaced: a
// file that no earlier run wrote, a page with markers for --output, a page without markers for
// --update, a link out of the tree. A file for --into that does not exist yet is written as a
// whole.
Result<Target> ReadTarget(const DocsRequest& request, const ReferenceFormat& format);

// Writes `text` as the page, or with --check prints the difference. Returns the exit status.
int WriteTarget(const std::string& text, const Target& target, const DocsRequest& request);

}  // namespace flagcensus
