// Siblings: names with the same first word in one structure of a page support each other.
//
//   APP_HOME             "The environment variable …"   accepted
//   APP_TRACE_SIZE       "The size of the buffer."      accepted because its siblings are
//
// A page that lists variables in headings, terms, items or rows says of some of them that they are
// variables, and does not repeat it at the others. So the page is walked once, and if a first word
// has enough accepted names, and they are a large part of all with this word, it is walked again.
// Rejected names count against it. If nearly all accepted names share a longer start, names without
// it are not siblings. What a list of values or an example shows is not a sibling.
#include "analyzer/base/text.h"
#include "analyzer/catalog/scorer.h"
#include "analyzer/pages/names.h"

namespace flagcensus {
namespace {

std::string FirstWord(std::string_view name) { return std::string(name.substr(0, name.find('_'))); }

// The longest start, in whole words with their '_', of nearly all names: "APP_NET_" if they are all
// about one part. Four of five: one name of another part does not make the start shorter.
std::string SharedStart(const std::set<std::string>& names) {
  std::map<std::string_view, size_t> starts;
  for (const std::string_view name : names) {
    for (size_t at = name.find('_'); at != std::string_view::npos; at = name.find('_', at + 1)) {
      ++starts[name.substr(0, at + 1)];
    }
  }
  std::string_view longest;
  for (const auto& [start, count] : starts) {
    constexpr size_t kOf = 5;
    const bool nearly_all = kOf * count >= (kOf - 1) * names.size();
    if (nearly_all && start.size() > longest.size()) longest = start;
  }
  return std::string(longest);
}

// Only names in a list, heading, term or row that are complete and set apart. Families, suffixes,
// sentences, links and names inside another entry are no evidence for the names next to them.
bool IsSiblingPlace(const LeadName& name, const LeadingNames& lead, const Candidate& candidate) {
  const bool listed =
      candidate.where == CandidatePlace::kList || candidate.where == CandidatePlace::kHeading ||
      candidate.where == CandidatePlace::kDefinition || candidate.where == CandidatePlace::kTable;
  const BlockContext& context = candidate.context;
  return listed && ShapeOf(name.name) == NameShape::kStrong && name.name.front() != '*' &&
         name.name.front() != '_' && lead.separator != LeadingNames::Separator::kText &&
         !candidate.own.Has(Sign::kLinked) && !context.parent && !context.intro_values &&
         !context.intro_example && !context.intro_sample;
}

}  // namespace

void CandidateScorer::NoteSibling(const LeadName& name, const LeadingNames& lead,
                                  const Candidate& candidate, bool taken) {
  if (!IsSiblingPlace(name, lead, candidate)) return;
  Siblings& siblings = siblings_[{candidate.where, FirstWord(name.name)}];
  siblings.all.insert(name.name);
  if (taken) siblings.taken.insert(name.name);
}

// Only in the second walk: carried_ is empty in the first.
bool CandidateScorer::HasSiblings(const LeadName& name, const LeadingNames& lead,
                                  const Candidate& candidate) const {
  if (carried_.empty() || !IsSiblingPlace(name, lead, candidate)) return false;
  const auto at = carried_.find({candidate.where, FirstWord(name.name)});
  return at != carried_.end() && name.name.starts_with(at->second);
}

bool CandidateScorer::FindSupportedSiblings() {
  constexpr size_t kEnough = 3;
  constexpr size_t kShare = 3;  // a third of all
  // Three accepted names: two may be a coincidence of a page that lists constants. A page with two
  // accepted names of ten gains nothing here. With a group accepted as a whole, a second walk would
  // change nothing.
  for (const auto& [key, siblings] : siblings_) {
    const size_t taken = siblings.taken.size();
    const size_t all = siblings.all.size();
    if (taken >= kEnough && taken < all && kShare * taken >= all) {
      carried_.emplace(key, SharedStart(siblings.taken));
    }
  }
  if (carried_.empty()) return false;
  judged_.clear();
  called_.clear();
  headed_.clear();
  of_build_.clear();
  return true;
}

}  // namespace flagcensus
