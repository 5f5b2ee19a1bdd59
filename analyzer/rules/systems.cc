#include "analyzer/rules/systems.h"

#include <algorithm>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// Which systems of the list the title contains.
std::vector<bool> SystemsIn(const std::string& title) {
  static const PhraseList& kSystems = Phrases("systems");
  const std::string lower = ToLower(title);
  std::vector<bool> out;
  for (const std::string& system : kSystems) out.push_back(HasPhrase(lower, system));
  return out;
}

bool Any(const std::vector<bool>& systems) {
  return std::find(systems.begin(), systems.end(), true) != systems.end();
}

}  // namespace

bool OfDifferentSystems(const Entry& a, const Entry& b) {
  if (a.section == b.section) return false;
  const std::vector<bool> first = SystemsIn(a.section);
  const std::vector<bool> second = SystemsIn(b.section);
  // A section without a system applies to all of them.
  if (!Any(first) || !Any(second)) return false;
  for (size_t i = 0; i < first.size(); ++i) {
    if (first[i] && second[i]) return false;
  }
  return true;
}

}  // namespace flagcensus
