// Patterns of queries/documents/: alternatives ─→ one compiled pattern of RE2.
//
//   {"defaults? to", "by default"}  ─→  a pattern that matches "By default" and "default to"
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace re2 {
class RE2;
}

namespace flagcensus {

// A pattern that matches what any of `any` matches, regardless of case; it matches nothing if `any`
// is empty. Not null; its error() is "" unless a pattern is invalid. Costs about 0.1 ms.
std::unique_ptr<re2::RE2> CompileAny(const std::vector<std::string>& any);

}  // namespace flagcensus
