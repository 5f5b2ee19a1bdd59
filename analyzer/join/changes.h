// Changes: the variables of two versions of a program ─→ the changes of each.
//
//   before: os.getenv("APP_PORT", "80")    after: os.getenv("APP_PORT", "8080")
//   ─→ {kDefault, APP_PORT, before: "80", after: "8080"}
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
  kRenamed,  // the same read, with a different name
  kDefault,  // its reads have a different default
  kType,     // its reads parse the value differently
};

struct FlagChange {
  ChangeKind kind = ChangeKind::kAdded;
  std::string name;      // in the newer version; for kRemoved in the older
  std::string old_name;  // kRenamed
  // For kDefault and kType, both sides as on a page: "30", "none", "3 or 5".
  std::string before;
  std::string after;
  // The default for kAdded: "30"; nullopt for the others.
  std::optional<std::string> default_text;
  Place place;  // of the first read in the newer version; for kRemoved in the older
};

// The changes of the variables that sources of scope src access, sorted by kind and name. Names
// with an unknown part are skipped: they are not variables.
//
// A removed and an added variable are reported as renamed if exactly one read of each is the same
// except for its name: in the same file, by the same accessor, bound to the same name, with the
// same default. Costs O(n log n) for n accesses.
std::vector<FlagChange> CompareFlags(const std::vector<Flag>& before,
                                     const std::vector<Flag>& after);

std::string_view ToString(ChangeKind kind);  // "added", ...

}  // namespace flagcensus
