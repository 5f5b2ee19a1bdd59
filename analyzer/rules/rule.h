// A rule: one check over all flags, one file with its page in the head comment, one registry row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/config/config.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/rules/ownership.h"

namespace flagcensus {

// What the rules may look at. Everything is owned by the caller and outlives the check.
struct RuleInput {
  const std::vector<Flag>& flags;  // sorted by name
  const Ownership& ownership;      // whose each of them is
  // The accesses in scope src whose name is not known and that the project does not allow.
  std::vector<const Access*> unresolved_accesses = {};
  std::vector<InternalFlag> internal = {};  // names that the project lists as internal
  bool has_catalog = true;                  // some page documents variables, or was named to
  bool only_catalog_documents = false;      // text on other pages is no documentation
  // Where a page of the catalog includes a file that the tree lacks, and which: it is generated, and
  // what it lists is not known. "" where no page does.
  Place missing_at = {};
  std::string missing_page = {};
};

// A rule whose findings have the same cause as one of this rule's, and are shown with it.
struct Explained {
  std::string_view rule;
  bool suggested = false;  // of the variable that this rule's finding suggests, not of its own
  bool lowered = false;    // to info: its advice would go against this rule's
};

enum class OfFamily { kNothing, kAlways, kDocumented };

struct Rule {
  std::string_view name;     // "default-mismatch"
  std::string_view file;     // "default_mismatch.cc", the stem of its fixtures and its page
  std::string_view summary;  // one line for the README table, as in the first line of its page
  std::string_view remedy;   // what to do about each of its findings, told once in a report
  // Null for a rule about what accepts findings: those of the others have to be known first.
  void (*check)(const RuleInput& input, std::vector<Finding>& findings);
  std::vector<Explained> explains = {};
  // Whether a family that the configuration lists stands for its members: always, or where a page
  // documents any of them.
  OfFamily of_family = OfFamily::kNothing;
  Severity severity = Severity::kWarning;  // of a finding that nothing lowers
};

// In the order of what their findings cost a user who believes the page: reports keep it.
const std::vector<Rule>& Rules();
const Rule* FindRule(std::string_view name);

// The rule's page in Markdown, from the head comment of its source file.
std::string RulePage(const Rule& rule);

}  // namespace flagcensus
