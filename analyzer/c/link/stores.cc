// Names that are composed at run time and stored in a record: the function that stores them is the
// declarator, and one that looks them up by the same parameters reads them.
//
//   int param_define(struct part *part, const char *name) {
//     asprintf(&entry->variable, "APP_%s_%s", part->name, name); ... }
//   int param_get(struct part *part, const char *name, int *value) {
//     entry = find(part, name); text = getenv(entry->variable); ... }
//
// param_define(net, "port") and param_get(net, "port", &n) are both accesses of APP_net_port, or of
// its upper-case form if the code converts it.
//
// Each store is matched with a read of its member once. Functions with the same effect on
// parameters of the same names count as one, so the cost of a look-up does not grow with their
// number.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/c/link/wrapper_finder.h"

namespace flagcensus {
namespace {

std::string LastStep(const std::string& path) { return path.substr(path.rfind('.') + 1); }

}  // namespace

bool CNameStores::AddStores(const CMeaning& meaning, const CPart& member, const Place& read) {
  bool grew = false;
  const std::string field = LastStep(member.text);
  const std::set<std::string_view> columns = {accessors_.table().parser_columns.begin(),
                                              accessors_.table().parser_columns.end()};
  const FactIndex::StoresByType& stores = facts_.index().StoresInto(field);
  // The same member of the same type has been matched with all of them already.
  if (stores.empty() || !stores_given_.insert({field, "=" + member.type, meaning.op}).second) {
    return false;
  }
  for (const auto& [type, list] : stores) {
    // Only stores into records of the same type: `name` is a member of many.
    if (type != member.type) continue;
    if (!stores_given_.insert({field, type, meaning.op}).second) continue;
    for (const FactIndex::Store& one : list) {
      const CFunction& function = facts_.FunctionAt(one.function);
      const CStore& store = function.stores[one.store];
      const CSite site{one.function.file, function.line, function.column};
      if (function.name.empty() || functions_storing_texts_.count(site) > 0) continue;
      for (const std::vector<CPart>& name : store.value.alternatives) {
        CWrapper made;
        made.file = one.function.file;
        made.owner = one.function;
        made.name = name;
        made.op = meaning.op;
        made.type = meaning.type;
        made.keeps = field;
        made.stored_by = site;
        made.type_parameter = facts_.RefTo(one.function, ParameterNamed(function, columns));
        made.except = store.except;
        made.chain = meaning.chain;
        made.chain.insert(made.chain.begin(), read);
        if (made.chain.size() > 8) made.chain.resize(8);
        grew = wrappers_.Insert(function.name, std::move(made)) || grew;
      }
    }
  }
  return grew;
}

// A call that passes a literal with a blank or a slash shows that the function stores any texts.
// Its calls are then no accesses of variables.
void CNameStores::NoteText(const CMeaning& meaning, const std::vector<CPart>& name) {
  if (std::get<0>(meaning.inherited.stored_by) < 0) return;
  const bool text = std::all_of(name.begin(), name.end(),
                                [](const CPart& part) { return part.kind == CPart::Kind::kText; });
  const bool odd = std::any_of(name.begin(), name.end(), [](const CPart& part) {
    return std::any_of(part.text.begin(), part.text.end(), [](char c) {
      return !IsIdentifierByte(c) && c != '.' && c != '-' && c != '(' && c != ')';
    });
  });
  if (text && odd) functions_storing_texts_.insert(meaning.inherited.stored_by);
}

// By the names of the parameters: param_get(part, name) has the parameters `part` and `name` of
// param_define. With other names the look-up is not recognised.
std::optional<CWrapper> CNameStores::LookedUp(const CWrapper& storing, FunctionRef around) const {
  const CFunction& from = facts_.FunctionAt(storing.owner);
  const CFunction& to = facts_.FunctionAt(around);
  const auto moved = [&](int position) {
    const CParameter* parameter = ParameterAt(&from, position);
    return parameter == nullptr ? -1 : ParameterOf(&to, parameter->name);
  };
  CWrapper made = storing;
  made.owner = around;
  made.file = around.file;
  made.keeps.clear();
  made.stored_by = {-1, 0, 0};
  if (made.except) {
    made.except->parameter = moved(made.except->parameter);
    if (made.except->parameter < 0) made.except.reset();
  }
  for (CPart& part : made.name) {
    if (part.parameter < 0) continue;
    part.parameter = moved(part.parameter);
    if (part.parameter < 0) return std::nullopt;
  }
  return made;
}

// The record is unknown in the function (neither a parameter nor an object): it was found by a
// look-up.
bool CNameStores::AddLookups(int file, const CFacts& facts, const CCall& call,
                             const CMeaning& meaning, const CPart& member) {
  if (call.function < 0 || member.parameter >= 0 || !member.object.empty()) return false;
  const FunctionRef ref{file, call.function};
  const CFunction& around = facts.functions[static_cast<size_t>(call.function)];
  if (around.name.empty() || around.macro) return false;
  std::set<std::string> names = {""};
  for (const CParameter& parameter : around.parameters) names.insert(parameter.name);
  std::vector<CWrapper> found;
  for (const std::string& name : names) {
    const auto bucket =
        wrappers_.storing_functions().buckets.find({LastStep(member.text), meaning.op, name});
    if (bucket == wrappers_.storing_functions().buckets.end()) continue;
    for (const CStoringFunctions::Function& storing : bucket->second.list) {
      // Beyond the bound, only the first one is inserted, which is reported.
      if (found.size() > CFoundWrappers::kMaxPerName) break;
      const bool own = facts_.FunctionAt(storing.first.owner).name == around.name;
      if (own && !storing.other) continue;
      std::optional<CWrapper> made = LookedUp(own ? *storing.other : storing.first, ref);
      if (!made) continue;
      made->filled_parameter = facts_.RefTo(ref, call.leaves);
      found.push_back(std::move(*made));
    }
  }
  bool grew = false;
  for (CWrapper& made : found) grew = wrappers_.Insert(around.name, std::move(made)) || grew;
  return grew;
}

}  // namespace flagcensus
