// Siblings: names with the same first word in one structure of a page support each other.
//
//   APP_HOME             "The environment variable …"   accepted
//   APP_TRACE_SIZE       "The size of the buffer."      accepted because its siblings are
//
// A page that lists variables in headings, terms, items or rows often says only of some of them
// that they are variables. So the page is walked once, and if enough names with the same first word
// are accepted, at least a third of all that have it, the page is walked again. If nearly all
// accepted names share a longer prefix, names without it are not siblings, and neither are names in
// a list of values or in an example.
#include "analyzer/base/text.h"
#include "analyzer/catalog/scorer.h"
#include "analyzer/pages/names.h"

namespace flagcensus {
namespace {

std::string FirstWord(std::string_view name) { return std::string(name.substr(0, name.find('_'))); }

// The longest prefix of whole words, each with its '_', that at least four in five names share:
// "APP_NET_" if most are about the network. A few names about something else do not shorten it.
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

// Only complete names that are set apart from the text of a list item, heading, term or row.
// Families, suffixes, sentences, links and names inside another entry are not evidence for the
// names next to them.
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

// Only in the second walk: supported_prefixes_ is empty in the first.
bool CandidateScorer::HasSiblings(const LeadName& name, const LeadingNames& lead,
                                  const Candidate& candidate) const {
  if (supported_prefixes_.empty() || !IsSiblingPlace(name, lead, candidate)) return false;
  const auto at = supported_prefixes_.find({candidate.where, FirstWord(name.name)});
  return at != supported_prefixes_.end() && name.name.starts_with(at->second);
}

bool CandidateScorer::FindSupportedSiblings() {
  constexpr size_t kEnough = 3;
  constexpr size_t kShare = 3;  // a third of all
  // At least three accepted names, because two may be a coincidence on a page that lists constants.
  // If the whole group is accepted, a second walk would change nothing.
  for (const auto& [key, siblings] : siblings_) {
    const size_t taken = siblings.taken.size();
    const size_t all = siblings.all.size();
    if (taken >= kEnough && taken < all && kShare * taken >= all) {
      supported_prefixes_.emplace(key, SharedStart(siblings.taken));
    }
  }
  if (supported_prefixes_.empty()) return false;
  judged_.clear();
  called_.clear();
  headed_.clear();
  of_build_.clear();
  return true;
}

}  // namespace flagcensus
