// A sentence or a column header → the prefix that the names below it have but omit.
//
//   SharedPrefixIn("All of them are prefixed with `APP_`.")  ─→ "APP_"
//   WithPrefix(HOME, "APP_")                                 ─→ APP_HOME, written as HOME
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/catalog/leading_names.h"
#include "analyzer/pages/prose.h"

namespace flagcensus {

// The prefix that all names have according to a sentence of `text`: "all of them are prefixed with
// `APP_`". "" if no sentence says so, or if one says so only of the names that have it.
std::string SharedPrefixIn(const Prose& text);

// The prefix of a line that is only a label and the prefix: "prefix: **`APP_`**". "" for others.
std::string PrefixField(const Prose& text);

// The prefix that a column header states: "Variable (prefix with `APP_`)". "" if it states none.
std::string PrefixInHead(const Prose& head);

// Whether `leads`, the names of one list or column, are spelled without `prefix`: none has it.
bool IsOmitted(std::string_view prefix, const std::vector<LeadingNames*>& leads);

inline std::vector<LeadingNames*> Pointers(std::vector<LeadingNames>& leads) {
  std::vector<LeadingNames*> out;
  for (LeadingNames& lead : leads) out.push_back(&lead);
  return out;
}

// The lead with the prefix added to its names that are in capitals and not common to all programs.
LeadingNames WithPrefix(LeadingNames lead, std::string_view prefix);

}  // namespace flagcensus
