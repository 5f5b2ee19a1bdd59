// A sentence or a column's head → the prefix that the names below it have and do not show.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/catalog/lead.h"
#include "analyzer/pages/prose.h"

namespace flagcensus {

// The prefix of which a sentence of `text` says that all names have it: "all of them are prefixed
// with `APP_`". "" where none does, or where one speaks only of those that have it.
std::string SharedPrefixIn(const Prose& text);

// The prefix of a line that is nothing but its label and it: "prefix: **`APP_`**". "" of others.
std::string PrefixField(const Prose& text);

// The prefix that the head of a column tells: "Variable (prefix with `APP_`)". "" where it tells
// none.
std::string PrefixInHead(const Prose& head);

// Whether `leads`, the names of one list or column, are written without `prefix`: none shows it.
bool IsLeftOut(std::string_view prefix, const std::vector<LeadingName*>& leads);

inline std::vector<LeadingName*> Pointers(std::vector<LeadingName>& leads) {
  std::vector<LeadingName*> out;
  for (LeadingName& lead : leads) out.push_back(&lead);
  return out;
}

// The lead with the prefix before those of its names that are in capitals and not everybody's.
LeadingName WithPrefix(LeadingName lead, std::string_view prefix);

}  // namespace flagcensus
