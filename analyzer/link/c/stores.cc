// Names that are made at run time and kept in a record: the function that keeps them is the
// declarator, and one that looks them up by the same parameters reads them.
//
//     int param_define(struct part *part, const char *name) {
//       asprintf(&entry->variable, "APP_%s_%s", part->name, name); ... }
//     int param_get(struct part *part, const char *name, int *value) {
//       entry = find(part, name); text = getenv(entry->variable); ... }
#include <algorithm>

#include "analyzer/link/c/resolver.h"

namespace flagcensus {
namespace {

std::string LastStep(const std::string& path) { return path.substr(path.rfind('.') + 1); }

}  // namespace

bool CResolver::AddStores(const CMeaning& meaning, const CPart& member, const Place& read) {
  bool grew = false;
  const std::string field = LastStep(member.text);
  for (const auto& [file, facts] : facts_) {
    for (size_t i = 0; i < facts.functions.size(); ++i) {
      const CFunction& keeper = facts.functions[i];
      for (const CStore& store : keeper.stores) {
        if (store.member != field || keeper.name.empty()) continue;
        if (!store.type.empty() && !member.type.empty() && store.type != member.type) continue;
        for (const std::vector<CPart>& name : store.value.alternatives) {
          CWrapper made;
          made.file = file;
          made.function = static_cast<int>(i);
          made.name = name;
          made.op = meaning.op;
          made.type = meaning.type;
          made.keeps = field;
          made.except = store.except;
          made.chain = meaning.chain;
          made.chain.insert(made.chain.begin(), read);
          if (made.chain.size() > 8) made.chain.resize(8);
          grew = Insert(keeper.name, std::move(made)) || grew;
        }
      }
    }
  }
  return grew;
}

bool CResolver::AddLookups(int file, const CFacts& facts, const CCall& call,
                           const CMeaning& meaning, const CPart& member) {
  if (call.function < 0 || member.parameter >= 0 || !member.object.empty()) return false;
  const CFunction& around = facts.functions[static_cast<size_t>(call.function)];
  if (around.name.empty() || around.macro) return false;
  const std::string field = LastStep(member.text);
  std::vector<CWrapper> found;
  for (const auto& [name, list] : wrappers_) {
    for (const CWrapper& keeper : list) {
      if (keeper.keeps != field || keeper.op != meaning.op) continue;
      const CFunction& from = FunctionOf(keeper);
      CWrapper made = keeper;
      made.file = file;
      made.function = call.function;
      made.filled_parameter = call.leaves;
      bool known = true;
      if (made.except) {
        made.except->parameter =
            ParameterOf(&around, from.parameters[static_cast<size_t>(made.except->parameter)].name);
        if (made.except->parameter < 0) made.except.reset();
      }
      for (CPart& part : made.name) {
        if (part.parameter < 0) continue;
        part.parameter =
            ParameterOf(&around, from.parameters[static_cast<size_t>(part.parameter)].name);
        known = known && part.parameter >= 0;
      }
      if (known && from.name != around.name) found.push_back(std::move(made));
    }
  }
  bool grew = false;
  for (CWrapper& made : found) grew = Insert(around.name, std::move(made)) || grew;
  return grew;
}

}  // namespace flagcensus
