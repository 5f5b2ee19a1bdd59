// Facts → their functions, stores and calls by name and by position.
#include "analyzer/c/link/fact_index.h"

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// The map's value for the key, or an empty one.
template <typename Map, typename Key>
const typename Map::mapped_type& FindOrEmpty(const Map& map, const Key& key) {
  static const typename Map::mapped_type kEmpty;
  const auto at = map.find(key);
  return at == map.end() ? kEmpty : at->second;
}

}  // namespace

// Of several constructors that initialise one field by a parameter, the first one counts.
void FactIndex::Build(const std::map<int, CFacts>& facts) {
  *this = {};
  for (const auto& [file, one] : facts) {
    ByName<std::set<std::string>>& classes = classes_[file];
    for (size_t i = 0; i < one.functions.size(); ++i) {
      const CFunction& function = one.functions[i];
      const FunctionRef ref{file, static_cast<int>(i)};
      classes[function.name].insert(function.class_name);
      if (function.macro) macros_[function.name].push_back(ref);
      if (!function.macro && function.class_name.empty() &&
          HasWord(function.return_type, "static")) {
        statics_.emplace(file, function.name);
      }
      for (size_t k = 0; k < function.stores.size(); ++k) {
        const CStore& store = function.stores[k];
        stores_[store.member][store.type].push_back({ref, k});
      }
      if (!function.constructor) continue;
      for (const auto& [field, value] : function.fields) {
        const CPart* only = value.Only();
        // Only a field that is initialised by one parameter alone can be replaced by the argument
        // of the constructor's call.
        if (only == nullptr || only->kind != CPart::Kind::kParameter) continue;
        constructors_.try_emplace({file, function.class_name, field}, ref);
      }
    }
    for (size_t i = 0; i < one.calls.size(); ++i) {
      const CCall& call = one.calls[i];
      // Calls without a position are aliases (`#define ALIAS name`).
      if (call.line > 0) calls_at_[{file, call.line, call.column}].push_back({file, i});
      calls_of_[call.callee].push_back({file, i});
    }
  }
}

const std::set<std::string>& FactIndex::ClassesWith(int file, const std::string& function) const {
  return FindOrEmpty(FindOrEmpty(classes_, file), function);
}

bool FactIndex::HasStatic(int file, const std::string& function) const {
  return statics_.contains({file, function});
}

FunctionRef FactIndex::ConstructorOf(int file, const std::string& class_name,
                                     const std::string& field) const {
  return FindOrEmpty(constructors_, std::tuple(file, class_name, field));
}

const FactIndex::StoresByType& FactIndex::StoresInto(const std::string& member) const {
  return FindOrEmpty(stores_, member);
}

const std::vector<FunctionRef>& FactIndex::Macros(const std::string& name) const {
  return FindOrEmpty(macros_, name);
}

const std::vector<FactIndex::Call>& FactIndex::CallsAt(int file, uint32_t line,
                                                       uint32_t column) const {
  return FindOrEmpty(calls_at_, std::tuple(file, line, column));
}

const std::vector<FactIndex::Call>& FactIndex::CallsOf(const std::string& callee) const {
  return FindOrEmpty(calls_of_, callee);
}

}  // namespace flagcensus
