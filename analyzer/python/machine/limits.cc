// What runs skip because it is too much → diagnostics.
//
//   settings.py:12: the call takes too many steps to follow to its end
//
// A used-up share of steps costs only the call that it was granted to, and this is frequent: for
// functions that look relevant and are not, and for calls that another run goes through. Only what
// no run completed is reported, once for each place, and for a few places of a file.
#include <algorithm>

#include "analyzer/python/machine/access_parts.h"

namespace flagcensus {

void NoteLimit(FoundState& found, const CodePoint& call, const CodePoint& callee,
               const FoundState::Limit& limit) {
  if (limit.at.node != kNoNode) found.limits.try_emplace({call, callee}, limit);
}

// A later run that completes the same call removes what an earlier one reported.
void NoteWhole(FoundState& found, const CodePoint& call, const CodePoint& callee) {
  if (found.limits.empty()) return;
  found.limits.erase({call, callee});
  found.limits.erase({callee, callee});
}

void NoteTurns(Machine& m, const Turns& turns, size_t unnamed, NodeId loop) {
  // A loop over data is not a loss: only one after which a name is unknown is reported.
  if (!turns.cut || m.found.unnamed == unnamed || m.run.over) return;
  const CodePoint at{m.run.frame->unit, loop};
  NoteLimit(
      m.found, at, at,
      {at, "the loop has too many iterations to follow: names that result from it are unknown"});
}

std::vector<Diagnostic> LimitsOf(const Machine& m) {
  // Four: after these, a reader knows that the file is affected.
  constexpr size_t kMaxOfFile = 4;
  // The places in the order of files and lines.
  std::vector<Diagnostic> all;
  for (const auto& one : m.found.limits) {
    all.push_back({"limit", PlaceOf(m, one.second.at), one.second.why});
  }
  std::sort(all.begin(), all.end(), DiagnosticLess);
  std::vector<Diagnostic> out;
  size_t of_file = 0;
  for (Diagnostic& one : all) {
    const bool same_file = !out.empty() && out.back().place.file == one.place.file;
    if (same_file && out.back().place == one.place) continue;
    of_file = same_file ? of_file + 1 : 1;
    if (of_file > kMaxOfFile + 1) continue;
    if (of_file > kMaxOfFile) one.message = "the same applies to further places in this file";
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace flagcensus
