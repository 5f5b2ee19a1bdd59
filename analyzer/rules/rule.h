// A rule: one check over all flags, one file with its page in the head comment, one registry row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"

namespace flagcensus {

// What the rules may look at. Everything is owned by the caller and outlives the check.
struct RuleInput {
  const std::vector<Flag>& flags;         // sorted by name
  std::vector<std::string> own_prefixes;  // prefixes that the project claims or that were inferred
  // The accesses in scope src whose name is not known and that the project does not allow.
  std::vector<const Access*> unresolved_accesses = {};
  std::vector<std::string> internal = {};  // globs of names that the project lists as internal
  bool has_catalog = true;                 // some page documents variables, or was named to
  bool only_catalog_documents = false;     // text on other pages is no documentation
};

struct Rule {
  std::string_view name;     // "default-mismatch"
  std::string_view file;     // "default_mismatch.cc", the stem of its fixtures and its page
  std::string_view summary;  // one line for the README table, as in the first line of its page
  void (*check)(const RuleInput& input, std::vector<Finding>& findings);
};

const std::vector<Rule>& Rules();
const Rule* FindRule(std::string_view name);

// The rule's page in Markdown, from the head comment of its source file.
std::string RulePage(const Rule& rule);

}  // namespace flagcensus
