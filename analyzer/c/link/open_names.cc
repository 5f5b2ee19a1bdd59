// Reads with a parameter as name that receives no name from any call of the tree → unresolved
// accesses.
//
// Each access at a wrapper's call lists the places between it and the environment. The reads of a
// function that depend on its parameters are resolved by the calls that list one of them. If no
// call does, only callers outside the tree know the names. Of nested wrappers the outermost is
// reported, or the innermost, once, if several of them lead to it.
//
//   const char* Get(const char* key) { return getenv(key); }     without a call: unresolved
//   Get("APP_A");                                                 with it: resolved
#include <algorithm>

#include "analyzer/c/link/accesses.h"

namespace flagcensus {
namespace {

// The places that lead from accesses with a known name to the environment, through wrappers or
// directly.
std::set<Place> ResolvedPlaces(const std::vector<Access>& accesses, size_t first) {
  std::map<Place, std::vector<const Access*>> inside;
  std::vector<const Access*> pending;
  for (size_t i = first; i < accesses.size(); ++i) {
    const Access& access = accesses[i];
    if (access.name) pending.push_back(&access);
    if (access.evidence.by_parameter) inside[access.place].push_back(&access);
  }
  std::set<Place> resolved;
  while (!pending.empty()) {  // each place is added once
    const Access* access = pending.back();
    pending.pop_back();
    for (const Place& place : access->chain) {
      if (!resolved.insert(place).second) continue;
      // A chain is truncated after some steps: its last place leads on.
      const auto on = inside.find(place);
      if (on != inside.end()) pending.insert(pending.end(), on->second.begin(), on->second.end());
    }
  }
  return resolved;
}

void Open(OpenName reason, Access* access) {
  access->evidence.by_parameter = false;
  access->evidence.open_name = reason;
}

}  // namespace

// First what calls resolve: places, then their functions, then functions of the same name. The
// remaining ones are reported by the rule at the head of this file.
void COpenNames::MarkUnresolved(size_t first, std::vector<Access>* accesses) {
  const size_t macros = accesses->size();  // after it, those in macros
  accesses->insert(accesses->end(), macro_reads_.begin(), macro_reads_.end());
  std::set<Place> resolved = ResolvedPlaces(*accesses, first);
  // A function that reads twice is a wrapper once.
  std::set<FunctionRef> functions;
  for (const auto& [place, function] : parameter_reads_) {
    if (resolved.count(place) > 0) functions.insert(function);
  }
  // One definition of a macro or function represents those for other systems, in branches that this
  // tree does not call.
  const auto key = [&](const FunctionRef& function) {
    return std::pair(facts_.FunctionAt(function).macro, facts_.FunctionAt(function).name);
  };
  std::set<std::pair<bool, std::string>> names_resolved;
  for (const FunctionRef& function : functions) {
    if (function.function >= 0) names_resolved.insert(key(function));
  }
  for (const auto& [place, function] : parameter_reads_) {
    const bool other = function.function >= 0 && names_resolved.count(key(function)) > 0;
    if (other || functions.count(function) > 0) resolved.insert(place);
  }
  std::map<Place, int> around;  // wrappers that lead there and are not resolved
  for (size_t i = first; i < accesses->size(); ++i) {
    const Access& access = (*accesses)[i];
    if (!access.evidence.by_parameter || resolved.count(access.place) > 0) continue;
    for (const Place& place : access.chain) ++around[place];
  }
  for (size_t i = first; i < accesses->size(); ++i) {
    Access& access = (*accesses)[i];
    if (!access.evidence.by_parameter || parameter_reads_.count(access.place) == 0) continue;
    if (open_calls_.count(access.place) > 0) {
      Open(OpenName::kUnknownCall, &access);
      continue;
    }
    if (resolved.count(access.place) > 0) continue;
    const bool outermost = around.count(access.place) == 0;
    // Several paths lead to the innermost: that one is reported instead of each of them.
    const bool reported_inside = !access.chain.empty() && around[access.chain.back()] > 1 &&
                                 resolved.count(access.chain.back()) == 0;
    const bool innermost = access.chain.empty() && !outermost && around[access.place] > 1;
    if ((outermost && !reported_inside) || innermost) Open(OpenName::kNoCall, &access);
  }
  const auto behind = accesses->begin() + static_cast<long>(macros);
  accesses->erase(std::remove_if(behind, accesses->end(),
                                 [](const Access& access) { return access.evidence.by_parameter; }),
                  accesses->end());
}

// The accessor at the end of the chain reads names that are not known.
void COpenNames::NoteOpenCall(const CMeaning& meaning) {
  if (!meaning.chain.empty()) open_calls_.insert(meaning.chain.back());
}

}  // namespace flagcensus
