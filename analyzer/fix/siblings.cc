// A name is entered under each of its beginnings: SHOP_DB_HOST under SHOP_DB_ and SHOP_. A later
// line replaces the line of an earlier one, so each beginning knows its last line.
#include "analyzer/fix/siblings.h"

namespace flagcensus {
namespace {

// The end of the beginning with the last `_` before `end`; 0: there is no such beginning.
size_t EndBefore(std::string_view name, size_t end) {
  return end == 0 ? 0 : name.substr(0, end - 1).rfind('_') + 1;
}

}  // namespace

void Siblings::Add(std::string_view name, size_t id) {
  ++count_;
  for (size_t end = EndBefore(name, name.size() + 1); end > 0; end = EndBefore(name, end)) {
    Found& last = last_[std::string(name.substr(0, end))];
    last = {id, last.count + 1};
  }
}

void Siblings::AddBelow(std::string_view name, size_t id, size_t above) {
  ++count_;
  for (size_t end = EndBefore(name, name.size() + 1); end > 0; end = EndBefore(name, end)) {
    const auto [at, first] = last_.try_emplace(std::string(name.substr(0, end)), Found{id, 0});
    ++at->second.count;
    if (!first && at->second.id == above) at->second.id = id;
  }
}

std::optional<Siblings::Found> Siblings::Find(std::string_view name) const {
  for (size_t end = EndBefore(name, name.size() + 1); end > 0; end = EndBefore(name, end)) {
    const auto at = last_.find(name.substr(0, end));
    if (at != last_.end()) return at->second;
  }
  return std::nullopt;
}

}  // namespace flagcensus
