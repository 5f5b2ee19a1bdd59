// A rule that a page states for names, and the keys that pages describe ─→ variables described by
// it.
//
//   Each key can be overridden by an environment variable prefixed with `APP_`.
//   | `cache_dir` | where files are kept |            ─→ APP_CACHE_DIR is described
//
// The rule alone describes nothing: a variable counts only if a page has its key, or a documented
// option of the program has its name.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"
#include "analyzer/model/place.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct NameRule {
  std::string prefix;    // "APP_"
  bool options = false;  // the rule is about options of the command line
  Place place;

  bool operator==(const NameRule&) const = default;
};

// The rules in the text of a page, at most a few dozen. Linear.
std::vector<NameRule> NameRulesIn(std::string_view file, std::string_view text);

// The text of a page in which the variables replace the keys at the start of table rows, so
// the rows are read as entries. "" if no table has such keys. A table counts if at least three of
// its keys, and half, belong to variables in `is_accessed`; then all its keys are replaced. Line
// numbers do not change.
std::string WithNamesForKeys(std::string_view file, std::string_view text,
                             const std::vector<NameRule>& rules,
                             const std::function<bool(std::string_view)>& is_accessed);

// Adds the place of the key to `passages` of the flags that sources access and nothing describes,
// if a rule derives their name from it. Costs a search for these keys in the pages and settings
// files for users and in Python sources; nothing without a rule.
void TakeKeys(const Tree& tree, const std::vector<NameRule>& rules, unsigned jobs,
              std::vector<Flag>& flags);

}  // namespace flagcensus
