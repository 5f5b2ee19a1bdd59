#include "analyzer/rules/shared_places.h"

namespace flagcensus {

std::set<Place> SharedPlaces(const std::vector<Flag>& flags) {
  std::set<Place> seen;
  std::set<Place> out;
  for (const Flag& flag : flags) {
    std::set<Place> own;
    for (const FlagAccess& access : flag.accesses) own.insert(access.access->place);
    for (const Place& place : own) {
      if (!seen.insert(place).second) out.insert(place);
    }
  }
  return out;
}

}  // namespace flagcensus
