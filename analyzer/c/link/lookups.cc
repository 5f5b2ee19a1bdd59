// Tables in which names of the environment are looked up → an access for each row.
//
// A look-up belongs to the environment if the text that it searches for is derived from environ in
// the same function. It also does if the text is a parameter to which a caller passes such a text,
// directly or through its own callers.
//
//   for (char** at = environ; *at; ++at) set(*at, ...);       set(name) passes it to find(name)
//   find: strcmp(table[i].name, name)                         ─→ each table[i].name is read
#include <algorithm>

#include "analyzer/c/link/wrapper_finder.h"

namespace flagcensus {
namespace {

constexpr int kMaxCallers = 4;       // from the look-up to the function that walks the environment
constexpr size_t kMaxFollowed = 60;  // functions with callers that are searched for
constexpr size_t kMinName = 5;       // of such a function: shorter ones are too common

}  // namespace

// The functions that use environ, and those with look-ups and their callers: the words of the next
// round. Without a use of environ there is nothing to search for.
std::set<std::string> CEnvironLookups::FindLookups() {
  std::set<std::string> fresh;
  for (const auto& [file, facts] : facts_) {
    for (const std::string& name : facts.environ.walkers) {
      if (name.size() >= kMinName && environ_users_.insert(name).second) fresh.insert(name);
    }
  }
  if (environ_users_.empty()) return fresh;
  const auto follow = [&](const std::string& name) {
    if (name.size() < kMinName || accessors_.Has(name)) return;
    if (followed_.size() < kMaxFollowed && followed_.insert(name).second) fresh.insert(name);
  };
  for (const auto& [file, facts] : facts_) {
    for (const CLookup& lookup : facts.environ.lookups) {
      const CFunction& around = facts.functions[static_cast<size_t>(lookup.function)];
      if (lookup.parameter >= 0 && !lookup.environ) follow(around.name);
    }
    for (const CCall& call : facts.calls) {
      if (followed_.count(call.callee) == 0 || call.function < 0) continue;
      const bool hands = std::any_of(call.arguments.begin(), call.arguments.end(),
                                     [](const CValue& one) { return ParameterIn(one) >= 0; });
      if (hands) follow(facts.functions[static_cast<size_t>(call.function)].name);
    }
  }
  return fresh;
}

// What the function's callers, and theirs, pass as that parameter. Each function is examined once,
// however many paths lead to it.
bool CEnvironLookups::IsFed(const std::string& lookup, int position,
                            std::set<std::string>* prefixes) const {
  bool fed = false;
  using PassedValue = std::pair<std::string, int>;  // to a function, as that parameter
  std::set<PassedValue> seen = {{lookup, position}};
  std::vector<PassedValue> level = {{lookup, position}};
  for (int depth = 0; depth <= kMaxCallers && !level.empty(); ++depth) {
    std::vector<PassedValue> next;
    for (const auto& [name, parameter] : level) {
      fed = FedBy(name, parameter, prefixes, &next) || fed;
    }
    std::erase_if(next, [&](const PassedValue& one) { return !seen.insert(one).second; });
    level = std::move(next);
  }
  return fed;
}

// The calls of one function: a text from environ, with the prefixes that its function compares; or
// a parameter of the caller, to be followed one level up.
bool CEnvironLookups::FedBy(const std::string& name, int parameter, std::set<std::string>* prefixes,
                            std::vector<std::pair<std::string, int>>* outers) const {
  bool fed = false;
  for (const FactIndex::Call& at : facts_.index().CallsOf(name)) {
    const CFacts& facts = facts_.at(at.file);
    const CCall& call = facts.calls[at.call];
    const auto index = static_cast<size_t>(parameter);
    if (call.function < 0 || index >= call.arguments.size()) continue;
    const CFunction& around = facts.functions[static_cast<size_t>(call.function)];
    if (call.locals.from_environ.count(parameter) > 0) {
      fed = true;
      prefixes->insert(around.prefixes.begin(), around.prefixes.end());
      continue;
    }
    const int outer = ParameterIn(call.arguments[index]);
    if (outer >= 0 && around.name != name) outers->emplace_back(around.name, outer);
  }
  return fed;
}

// Each look-up that the environment feeds becomes a call of "environ" with the row's name, after
// each known prefix.
void CEnvironLookups::AddLookupReads() {
  if (environ_users_.empty()) return;
  struct Fed {
    bool fed = false;
    std::set<std::string> prefixes;
  };
  std::map<std::pair<std::string, int>, Fed> known;
  for (const auto& [file, facts] : facts_) {
    std::vector<CCall> reads;
    for (const CLookup& lookup : facts.environ.lookups) {
      const CFunction& around = facts.functions[static_cast<size_t>(lookup.function)];
      std::set<std::string> prefixes;
      if (lookup.environ) prefixes.insert(around.prefixes.begin(), around.prefixes.end());
      if (!lookup.environ) {
        const auto [at, added] = known.try_emplace({around.name, lookup.parameter});
        if (added) at->second.fed = IsFed(around.name, lookup.parameter, &at->second.prefixes);
        if (!at->second.fed) continue;
        prefixes = at->second.prefixes;
      }
      CCall read;
      read.callee = "environ";  // it is not a call in the source: it has no qualified name
      read.function = lookup.function;
      read.line = lookup.line;
      read.column = lookup.column;
      if (prefixes.empty()) read.locals.looped = {lookup.row};
      for (const std::string& prefix : prefixes) {
        std::vector<CPart> name = {CPart{CPart::Kind::kText, prefix, -1}};
        name.insert(name.end(), lookup.row.begin(), lookup.row.end());
        read.locals.looped.push_back(std::move(name));
      }
      reads.push_back(std::move(read));
    }
    if (!reads.empty()) facts_.AddCalls(file, reads);
  }
}

}  // namespace flagcensus
