// A rule: one check over all flags. The head comment of its file is its page, its row is last in
// the file.
//
// A check finds accesses and entries in Flag, compares them and adds a Finding for each
// disagreement (evidence.h). It does not read files: facts from files are in RuleInput.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/config/config.h"
#include "analyzer/evidence/compared_values.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/model/surface.h"
#include "analyzer/rules/ownership.h"

namespace flagcensus {

// A file that sets variables, with the entry of the configuration about it, if any.
struct JudgedSurface {
  const Surface* surface = nullptr;
  const SurfaceRow* row = nullptr;
};

// The input of the rules. Everything is owned by the caller and outlives the check.
struct RuleInput {
  const std::vector<Flag>& flags;  // sorted by name
  const Ownership& ownership;      // the owner of each of them
  // The accesses in scope src with unknown names that the project does not allow.
  std::vector<const Access*> unresolved_accesses = {};
  std::vector<InternalFlag> internal = {};  // names that the project lists as internal
  bool has_catalog = true;             // some page documents variables, or was named as a catalog
  std::string contributors_page = {};  // without a catalog: a page for contributors that has a list
  bool only_catalog_documents = false;  // text on other pages does not count as documentation
  bool catalog_named = false;           // the user names the catalog: such text is an info
  // "_FILE" if a page says that it may follow the name of any variable.
  const std::map<std::string, Place, std::less<>>* endings = nullptr;
  // The place at which a page of the catalog includes a file missing from the tree, and that file:
  // it is generated, and its entries are not known. "" if there is none.
  Place missing_at = {};
  std::string missing_page = {};
  // The values that the sources compare variables with, by name; null: not known.
  const std::map<std::string, std::vector<ComparedValue>, std::less<>>* compared = nullptr;
  std::vector<JudgedSurface> surfaces = {};
  // Names that surfaces set and no code accesses, each with what the other files say about it;
  // sorted by name. Null: not known.
  const std::vector<Flag>* unread = nullptr;
};

// A rule with findings that may have the same cause as one of this rule's; they are shown with it.
struct Explained {
  std::string_view rule;
  bool suggested = false;  // about the variable that this rule's finding suggests, not its own
  bool lowered = false;    // lowered to info: its advice would contradict this rule's
};

enum class OfFamily { kNothing, kAlways, kDocumented };

// Declared at the end of the rule's file, where the build finds it (cmake/rows.cmake):
//
//   extern constexpr Rule kDefaultMismatchRule = {.rank = 20, .name = "default-mismatch", ...};
struct Rule {
  // The place in reports, which begin with what costs a user who believes the page most. No two
  // rules share a rank; gaps leave room for other rules.
  int rank;
  std::string_view name;     // "default-mismatch", of default_mismatch.cc
  std::string_view summary;  // one line for lists of rules, same as the first line of its page
  std::string_view remedy;   // what to do about each of its findings, printed once in a report
  // Null for a rule about suppressions: the findings of the other rules have to be known first.
  void (*check)(const RuleInput& input, std::vector<Finding>& findings);
  std::span<const Explained> explains = {};
  // Whether a family in the configuration represents its members: always, or if a page documents
  // any of them.
  OfFamily of_family = OfFamily::kNothing;
  Severity severity = Severity::kWarning;  // of a finding unless lowered
};

// The flag of that name, of RuleInput::flags; null if there is none. Logarithmic.
const Flag* FindFlag(const RuleInput& input, std::string_view name);

// The rules of all files, unordered; generated.
std::vector<Rule> RuleRows();

// The same, sorted by rank.
const std::vector<Rule>& Rules();
const Rule* FindRule(std::string_view name);

// "default_mismatch.cc": its stem is that of the rule's fixtures, too.
std::string RuleFile(const Rule& rule);

// The rule's page in Markdown, from the head comment of its source file.
std::string RulePage(const Rule& rule);

}  // namespace flagcensus
