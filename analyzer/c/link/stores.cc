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
// Each store is matched with a read of its member once. Keepers with the same effect on parameters
// of the same names count as one, so the cost of a look-up does not grow with their number.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/c/link/wrapper_finder.h"

namespace flagcensus {
namespace {

std::string LastStep(const std::string& path) { return path.substr(path.rfind('.') + 1); }

std::string ParameterName(const CFunction& function, int position) {
  const CParameter* parameter = ParameterAt(&function, position);
  return parameter == nullptr ? "" : parameter->name;
}

// The text that a keeper composes, from which names: equal for those that mean the same to a
// look-up.
std::string SignatureOf(const CWrapper& keeper, const CFunction& function) {
  std::string out;
  for (const CPart& part : keeper.name) {
    out += std::to_string(static_cast<int>(part.kind)) + (part.upper ? "^" : "") + '\x01';
    for (const std::string& text :
         {part.text, ParameterName(function, part.parameter), part.object, part.type, part.index}) {
      out += text + '\x02';
    }
  }
  if (keeper.except) out += '\x03' + ParameterName(function, keeper.except->parameter);
  return out;
}

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
      const CFunction& keeper = facts_.FunctionAt(one.keeper);
      const CStore& store = keeper.stores[one.store];
      const CSite site{one.keeper.file, keeper.line, keeper.column};
      if (keeper.name.empty() || text_keepers_.count(site) > 0) continue;
      for (const std::vector<CPart>& name : store.value.alternatives) {
        CWrapper made;
        made.file = one.keeper.file;
        made.owner = one.keeper;
        made.name = name;
        made.op = meaning.op;
        made.type = meaning.type;
        made.keeps = field;
        made.keeper = site;
        made.type_parameter = facts_.RefTo(one.keeper, ParameterNamed(keeper, columns));
        made.except = store.except;
        made.chain = meaning.chain;
        made.chain.insert(made.chain.begin(), read);
        if (made.chain.size() > 8) made.chain.resize(8);
        grew = wrappers_.Insert(keeper.name, std::move(made)) || grew;
      }
    }
  }
  return grew;
}

// A call that passes a literal with a blank or a slash shows that the function stores any texts.
// Its calls are then no accesses of variables.
void CNameStores::NoteText(const CMeaning& meaning, const std::vector<CPart>& name) {
  if (std::get<0>(meaning.inherited.keeper) < 0) return;
  const bool text = std::all_of(name.begin(), name.end(),
                                [](const CPart& part) { return part.kind == CPart::Kind::kText; });
  const bool odd = std::any_of(name.begin(), name.end(), [](const CPart& part) {
    return std::any_of(part.text.begin(), part.text.end(), [](char c) {
      return !IsIdentifierByte(c) && c != '.' && c != '-' && c != '(' && c != ')';
    });
  });
  if (text && odd) text_keepers_.insert(meaning.inherited.keeper);
}

void CFoundWrappers::NoteKeeper(const CWrapper& wrapper) {
  const CFunction& function = facts_.FunctionAt(wrapper.owner);
  std::string first;  // a look-up without it is not of this keeper
  for (const CPart& part : wrapper.name) {
    if (first.empty()) first = ParameterName(function, part.parameter);
  }
  CKeepers::Bucket& bucket = keepers_.buckets[{wrapper.keeps, wrapper.op, first}];
  const auto [at, added] =
      bucket.known.try_emplace(SignatureOf(wrapper, function), bucket.list.size());
  if (added) bucket.list.push_back({wrapper, std::nullopt});
  // A function does not look up what it stores itself: for that, a second one is kept.
  CKeepers::Keeper& keeper = bucket.list[at->second];
  if (!keeper.other && facts_.FunctionAt(keeper.first.owner).name != function.name)
    keeper.other = wrapper;
}

// By the names of the parameters: param_get(part, name) has the parameters `part` and `name` of
// param_define. With other names the look-up is not recognised.
std::optional<CWrapper> CNameStores::LookedUp(const CWrapper& keeper, FunctionRef around) const {
  const CFunction& from = facts_.FunctionAt(keeper.owner);
  const CFunction& to = facts_.FunctionAt(around);
  const auto moved = [&](int position) {
    const CParameter* parameter = ParameterAt(&from, position);
    return parameter == nullptr ? -1 : ParameterOf(&to, parameter->name);
  };
  CWrapper made = keeper;
  made.owner = around;
  made.file = around.file;
  made.keeps.clear();
  made.keeper = {-1, 0, 0};
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
    const auto bucket = wrappers_.keepers().buckets.find({LastStep(member.text), meaning.op, name});
    if (bucket == wrappers_.keepers().buckets.end()) continue;
    for (const CKeepers::Keeper& keeper : bucket->second.list) {
      // Beyond the bound, only the first one is inserted, which is reported.
      if (found.size() > CFoundWrappers::kMaxPerName) break;
      const bool own = facts_.FunctionAt(keeper.first.owner).name == around.name;
      if (own && !keeper.other) continue;
      std::optional<CWrapper> made = LookedUp(own ? *keeper.other : keeper.first, ref);
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
