#include "analyzer/tree/ignore_index.h"

#include <algorithm>

namespace flagcensus {
namespace {

// RequiredOf: a pattern ─→ a text that the last component of every match contains.
//
//   src/*.pyc    ─→ kTail ".pyc"          build      ─→ kWhole "build"
//   tmp*         ─→ kHead "tmp"           *cache*    ─→ kInside "cac" (kMaxInside bytes)
//   *[ab]*       ─→ kAny: tried on every path
constexpr std::string_view kSpecial = "*?[]\\";
// Enough to exclude most names, and few lookups per byte of a name.
constexpr size_t kMaxInside = 3;  // bytes of a text that is looked up at each offset of a name

// The first bytes of the longest run that every match contains literally, before any set.
std::string_view RunOf(std::string_view name) {
  std::string_view best;
  for (size_t at = 0; at < name.size() && name[at] != '[';) {
    const size_t end = std::min(name.find_first_of(kSpecial, at), name.size());
    if (end - at > best.size()) best = name.substr(at, end - at);
    // After a '[' the end of the set is not searched: runs after it are not used.
    if (end < name.size() && name[end] == '[') break;
    at = end + (end < name.size() && name[end] == '\\' ? 2 : 1);
  }
  return best.substr(0, kMaxInside);
}

}  // namespace

RequiredName RequiredOf(std::string_view pattern) {
  using Part = RequiredName::Part;
  const size_t slash = pattern.rfind('/');
  const std::string_view name = pattern.substr(slash + 1);  // npos + 1: all of it
  const size_t last = name.find_last_of(kSpecial);
  if (last == std::string_view::npos) {
    return name.empty() ? RequiredName() : RequiredName{Part::kWhole, std::string(name)};
  }
  // A backslash makes the next byte a literal one; it is not examined.
  const std::string_view tail =
      name.substr(std::min(last + (name[last] == '\\' ? 2 : 1), name.size()));
  if (!tail.empty()) return {Part::kTail, std::string(tail)};
  // The slash may be part of a set, and "**" may match more folders: then the name begins
  // at another place.
  const bool begins = slash == std::string_view::npos ||
                      pattern.substr(0, slash).find('[') == std::string_view::npos;
  const std::string_view head = name.substr(0, name.find_first_of(kSpecial));
  if (!begins || name.find("**") != std::string_view::npos) return {};
  if (!head.empty()) return {Part::kHead, std::string(head)};
  const std::string_view run = RunOf(name);
  return run.empty() ? RequiredName() : RequiredName{Part::kInside, std::string(run)};
}

void IgnoreIndex::Add(const RequiredName& required) {
  const int rule = count_++;
  if (required.part == RequiredName::Part::kAny) return any_.push_back(rule);
  Group& group = required.part == RequiredName::Part::kWhole  ? whole_
                 : required.part == RequiredName::Part::kHead ? head_
                 : required.part == RequiredName::Part::kTail ? tail_
                                                              : inside_;
  std::vector<int>& rules = group.rules[required.text];
  if (rules.empty() && std::find(group.sizes.begin(), group.sizes.end(), required.text.size()) ==
                           group.sizes.end()) {
    group.sizes.push_back(required.text.size());
  }
  rules.push_back(rule);
}

}  // namespace flagcensus
