// Entries of all pages ─→ what is around each: its neighbours and those that share its text.
//
//   - APP_CACHE, APP_NO_CACHE: turns the cache on or off
//         ─→  together {APP_CACHE, APP_NO_CACHE}; the latter is the negation of the former
#include <algorithm>

#include "analyzer/reference/rows.h"

namespace flagcensus {
namespace {

// A list within an entry rarely has more. Items beyond it remain in the description.
constexpr size_t kNear = 12;  // entries after one that its text may contain

// "`APP_A`, `APP_B`: the folders" makes two entries with one line and one description.
bool IsTogether(const Entry& a, const Entry& b) {
  return a.place.file == b.place.file && a.place.line == b.place.line &&
         a.description == b.description;
}

// The end of the group of entries, from `at` on, that are one text for several variables.
size_t EndOfGroup(const std::vector<const Entry*>& entries, size_t at) {
  size_t end = at + 1;
  while (end < entries.size() && IsTogether(*entries[at], *entries[end])) ++end;
  return end;
}

// A neighbour in another section is not what "the variable above" refers to.
bool SameSection(const Entry& a, const Entry& b) {
  return a.place.file == b.place.file && a.section == b.section;
}

}  // namespace

bool IsNegationOnPage(const RowInput& input, const Entry& entry) {
  const auto context = input.contexts.find(&entry);
  if (context == input.contexts.end()) return false;
  const std::string& name = entry.name;
  // "NO" counts at the beginning of a word only: APP_NO_CACHE and APP_NOCACHE of APP_CACHE, but not
  // CASINO_X.
  for (const std::string& other : context->second.together) {
    for (const std::string_view no : {"NO", "NO_"}) {
      if (name.size() != other.size() + no.size()) continue;
      for (size_t at = name.find(no); at != std::string::npos; at = name.find(no, at + 1)) {
        const bool part = at == 0 || name[at - 1] == '_';
        if (part && name.substr(0, at) + name.substr(at + no.size()) == other) return true;
      }
    }
  }
  return false;
}

// In one pass over the listed entries in the order of the pages: mentions are not neighbours.
std::map<const Entry*, EntryContext> ContextsOf(const std::vector<Flag>& flags) {
  std::vector<const Entry*> entries;
  for (const Flag& flag : flags) {
    for (const Entry* entry : flag.entries) {
      if (entry->IsListed() && !entry->parent) entries.push_back(entry);
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry* a, const Entry* b) { return EntryLess(*a, *b); });
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  std::map<const Entry*, EntryContext> out;
  for (size_t begin = 0; begin < entries.size();) {
    const size_t end = EndOfGroup(entries, begin);
    EntryContext context;
    for (size_t i = begin; end - begin > 1 && i < end; ++i) {
      const std::string& name = entries[i]->name;
      if (std::find(context.together.begin(), context.together.end(), name) ==
          context.together.end()) {
        context.together.push_back(name);
      }
    }
    const Entry& own = *entries[begin];
    if (begin > 0 && SameSection(*entries[begin - 1], own)) {
      context.around.before = entries[begin - 1]->name;
    }
    for (size_t i = end; i < std::min(end + kNear, entries.size()); ++i) {
      if (!SameSection(*entries[i], own)) break;
      if (i == end) context.around.behind = entries[i]->name;
      context.below.insert(entries[i]->name);
    }
    for (size_t i = begin; i < end; ++i) out.emplace(entries[i], context);
    begin = end;
  }
  return out;
}

}  // namespace flagcensus
