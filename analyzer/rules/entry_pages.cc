#include "analyzer/rules/entry_pages.h"

#include <algorithm>
#include <set>

#include "analyzer/rules/evidence.h"

namespace flagcensus {

// A variable on several pages counts for each of them.
EntryPages::EntryPages(const std::vector<Flag>& flags) {
  for (const Flag& flag : flags) {
    if (flag.accesses.empty()) continue;
    std::set<std::string_view> files;
    for (const Entry* entry : flag.entries) files.insert(entry->place.file);
    for (const std::string_view file : files) {
      ++all_[file];
      ++by_word_[LeadingWord(flag.name)][file];
    }
  }
}

std::string_view EntryPages::For(std::string_view name) const {
  const auto same = by_word_.find(LeadingWord(name));
  const Counts& counts = same == by_word_.end() ? all_ : same->second;
  if (counts.empty()) return "the page";
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most->first;
}

}  // namespace flagcensus
