// Changes: the variables of two versions of a program → what became of each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"

namespace flagcensus {

enum class ChangeKind {
  kAdded,
  kRemoved,
  kRenamed,  // the same read, with another name
  kDefault,  // its reads have another default
  kType,     // they parse the value in another way
};

struct FlagChange {
  ChangeKind kind = ChangeKind::kAdded;
  std::string name;      // in the newer version; of a removed one in the older
  std::string old_name;  // kRenamed
  // Of kDefault and kType, both sides as a page would tell them: "30", "none", "3 or 5".
  std::string before;
  std::string after;
  // What an added one has: "30"; nothing of the others.
  std::optional<std::string> default_text;
  Place place;  // of the first read in the newer version; of a removed one in the older
};

// What became of the variables that the sources of scope src read, test, set or delete, sorted by
// kind and name. Names with an unknown part are left out: they are no variables. A removed and an
// added one are one renamed where exactly one read of each is the same but for its name: in one
// file, by one accessor, in a function of one name, bound to one name, with one default. Costs
// O(n log n) of the accesses.
std::vector<FlagChange> CompareFlags(const std::vector<Flag>& before,
                                     const std::vector<Flag>& after);

std::string_view ToString(ChangeKind kind);  // "added", ...

}  // namespace flagcensus
