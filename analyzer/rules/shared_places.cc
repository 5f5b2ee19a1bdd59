#include "analyzer/rules/shared_places.h"

namespace flagcensus {

// A place of two flags is in `seen` at the second one; several accesses of one flag there are one.
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
