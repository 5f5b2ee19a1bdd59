// The work is dtl's: Wu, Manber, Myers and Miller, "An O(NP) Sequence Comparison Algorithm" (1989).
#include "analyzer/reference/diff.h"

#include <algorithm>
#include <dtl/dtl.hpp>
#include <sstream>
#include <vector>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// The lines. A last line without an end carries the note of diff(1), so it differs from the
// same line with an end.
std::vector<std::string> LinesOf(std::string_view text) {
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out.emplace_back(text.substr(at, end - at));
    if (end == text.size()) out.back() += "\n\\ No newline at end of file";
    at = end + 1;
  }
  return out;
}

}  // namespace

std::string UnifiedDiff(const std::string& file, std::string_view old_text,
                        std::string_view new_text) {
  if (old_text == new_text) return {};
  const std::vector<std::string> before = LinesOf(old_text), after = LinesOf(new_text);
  dtl::Diff<std::string, std::vector<std::string>> diff(before, after);
  // dtl's mode for large inputs: a page may have thousands of lines.
  diff.onHuge();
  diff.compose();
  diff.composeUnifiedHunks();
  std::ostringstream out;
  out << "--- " << file << "\n+++ " << file << "\n";
  diff.printUnifiedFormat(out);
  return out.str();
}

}  // namespace flagcensus
