#include "analyzer/link/python/certainty.h"

#include <algorithm>
#include <set>

#include "analyzer/python/stays.h"

namespace flagcensus {

DefaultCertainty::DefaultCertainty(const Program& program, const std::deque<Site>& sites)
    : sites_(sites), stays_(sites.size(), false) {
  std::map<int, std::vector<size_t>> by_module;
  for (size_t i = 0; i < sites.size(); ++i) by_module[sites[i].module].push_back(i);
  for (const auto& [number, own] : by_module) {
    const ModuleInfo& module = program.modules[static_cast<size_t>(number)];
    std::set<NodeId> wanted;
    for (const size_t i : own) wanted.insert(sites[i].node);
    const std::set<NodeId> staying = Staying(module.parsed->syntax, wanted);
    const std::string& path = program.PathOf(number);
    for (const size_t i : own) {
      stays_[i] = !sites[i].derived && staying.count(sites[i].node) > 0;
      const Place place = PlaceOfNode(module, path, module.parsed->syntax[sites[i].node]);
      const auto [at, added] = certain_at_.emplace(place, stays_[i]);
      at->second = at->second && stays_[i];
    }
  }
}

bool DefaultCertainty::IsCertain(size_t number, const Place& place) const {
  const auto certain = [&](const Place& at) {
    const auto found = certain_at_.find(at);
    return found == certain_at_.end() || found->second;
  };
  const std::vector<Place>& chain = sites_[number].chain;
  return stays_[number] && certain(place) && std::all_of(chain.begin(), chain.end(), certain);
}

}  // namespace flagcensus
