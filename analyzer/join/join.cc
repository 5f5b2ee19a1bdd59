#include "analyzer/join/join.h"

#include <algorithm>
#include <map>

namespace flagcensus {

// Accesses first, then entries: a name that only one side has gets a flag as well.
std::vector<Flag> JoinFlags(const Census& census, const std::vector<Consumption>& consumption,
                            const std::vector<Entry>& entries) {
  std::map<std::string, Flag> flags;
  const auto flag = [&](const std::string& name) -> Flag& {
    Flag& made = flags[name];
    made.name = name;
    return made;
  };
  for (size_t i = 0; i < census.accesses.size(); ++i) {
    const Access& access = census.accesses[i];
    if (!access.name || access.scope == Scope::kDocstring) continue;
    flag(*access.name)
        .accesses.push_back({&access, i < consumption.size() ? consumption[i] : Consumption()});
  }
  for (const Entry& entry : entries) {
    if (entry.parent) {
      flag(*entry.parent).sub_flags.push_back(&entry);
    } else if (entry.how == EntryHow::kMention || entry.how == EntryHow::kNote) {
      flag(entry.name).mentions.push_back(&entry);
    } else {
      flag(entry.name).entries.push_back(&entry);
    }
  }
  std::vector<Flag> out;
  out.reserve(flags.size());
  for (auto& [name, made] : flags) out.push_back(std::move(made));
  return out;
}

}  // namespace flagcensus
