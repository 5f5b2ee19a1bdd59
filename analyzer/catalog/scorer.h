// CandidateScorer: a candidate → its signals (evidence.h); their sum decides whether it is an
// entry.
//
//   "`DEBUG`: Verbose output." in a list of APP_HOME and APP_PORT below "Environment variables"
//     ─→ {name.common_word, place.item, context.heading, group.three, …} ─→ an entry if above 0
//
// scorer.cc has a function per group of signals. siblings.cc derives from accepted names what
// counts for other names with the same first word.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/catalog/block_context.h"
#include "analyzer/catalog/body.h"
#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/evidence.h"
#include "analyzer/catalog/leading_names.h"
#include "analyzer/catalog/page_facts.h"
#include "analyzer/catalog/sibling_stats.h"

namespace flagcensus {

enum class CandidatePlace {
  kList,
  kParagraph,
  kHeading,
  kDefinition,
  kTable,
  kCode,
  kDirective,
  kField,
  kRecord
};

// Where a candidate is, and the context that counts besides its name and lead.
struct Candidate {
  CandidatePlace where;
  const BlockContext& context;
  const SiblingStats& peers;
  const Body* body = nullptr;
  Evidence own;  // signals known only there: of its column, its line of code
};

class CandidateScorer {
 public:
  // With `explain`, every candidate is kept with its score and signals.
  CandidateScorer(const PageFacts& page, bool explain) : page_(page), explain_(explain) {}

  // The names of the lead that are variables in this context.
  std::vector<LeadName> Accepted(const LeadingNames& lead, const Candidate& candidate);
  // The highest score among the names accepted last.
  double best() const { return best_; }

  // A table calls the name an option of the build.
  void NoteBuildOption(const std::string& name) { of_build_.insert(name); }

  // Finds the groups of siblings with enough accepted names. If there are any, everything else is
  // discarded, and the caller must walk the blocks again.
  bool FindSupportedSiblings();

  // Names that the page calls environment variables; and those in a section or a table with such a
  // title.
  const std::set<std::string>& called() const { return called_; }
  const std::set<std::string>& headed() const { return headed_; }
  std::vector<Judged>& judged() { return judged_; }

 private:
  // The names with one first word in one kind of structure of the page, and those accepted.
  struct Siblings {
    std::set<std::string> all;
    std::set<std::string> taken;
  };

  Evidence Weigh(const LeadName& name, const LeadingNames& lead, const Candidate& candidate);
  void WeighName(const LeadName& name, const Candidate& candidate, Evidence& evidence) const;
  void WeighLead(const LeadName& name, const LeadingNames& lead, const Candidate& candidate,
                 Evidence& evidence) const;
  void WeighContext(const LeadName& name, const Candidate& candidate, Evidence& evidence) const;
  void WeighPeers(const LeadName& name, const Candidate& candidate, Evidence& evidence) const;
  bool IsAnnounced(const Candidate& candidate) const;
  void NoteCalled(const LeadName& name, const Evidence& evidence);
  void NoteSibling(const LeadName& name, const LeadingNames& lead, const Candidate& candidate,
                   bool taken);
  bool HasSiblings(const LeadName& name, const LeadingNames& lead,
                   const Candidate& candidate) const;

  const PageFacts& page_;
  bool explain_;
  double best_ = 0;
  std::set<std::string> called_;
  std::set<std::string> headed_;
  std::vector<Judged> judged_;
  std::set<std::string> of_build_;
  std::map<std::pair<CandidatePlace, std::string>, Siblings> siblings_;  // and first word
  // Groups with enough accepted siblings to support the others, and the common start of the
  // accepted.
  std::map<std::pair<CandidatePlace, std::string>, std::string> supported_prefixes_;
};

}  // namespace flagcensus
