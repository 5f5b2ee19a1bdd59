// An index of the facts of a tree by name: without it each call would scan all functions, at a cost
// quadratic in the size of the tree.
//
//   CallsOf("getenv")             ─→ all calls of getenv, as (file, index into CFacts::calls)
//   StoresInto("variable")       ─→ the functions that store a text in a member `variable`, by type
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/c/facts.h"
#include "analyzer/c/link/parameter.h"

namespace flagcensus {

// Contains only indices: rebuild it after facts were added or replaced. Building costs a pass over
// all functions and calls; a look-up is logarithmic in their number.
class FactIndex {
 public:
  struct Store {
    FunctionRef function;
    size_t store = 0;  // in CFunction::stores
  };
  using StoresByType = std::map<std::string, std::vector<Store>>;  // "": of an unknown type
  struct Call {
    int file = -1;
    size_t call = 0;  // in CFacts::calls
  };

  void Build(const std::map<int, CFacts>& facts);

  // The classes that have a function of that name in the file; "" for one outside of classes.
  const std::set<std::string>& ClassesWith(int file, const std::string& function) const;
  // The first constructor of the file's class that initialises the field from its own parameter.
  FunctionRef ConstructorOf(int file, const std::string& class_name,
                            const std::string& field) const;
  // Whether the file defines a static function of that name outside of classes.
  bool HasStatic(int file, const std::string& function) const;
  const StoresByType& StoresInto(const std::string& member) const;
  const std::vector<FunctionRef>& Macros(const std::string& name) const;
  // The file's calls that begin at that position.
  const std::vector<Call>& CallsAt(int file, uint32_t line, uint32_t column) const;
  const std::vector<Call>& CallsOf(const std::string& callee) const;

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    // File, line and column as digits of a number: neighbouring places differ in the hash.
    size_t operator()(const std::tuple<int, uint32_t, uint32_t>& place) const {
      const auto [file, line, column] = place;
      return (static_cast<size_t>(file) * 1'000'003 + line) * 1'000'003 + column;
    }
  };
  template <class Value>
  using ByName = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;

  std::unordered_map<int, ByName<std::set<std::string>>> classes_;  // by file
  std::set<std::pair<int, std::string>> statics_;                   // file and name
  std::map<std::tuple<int, std::string, std::string>, FunctionRef> constructors_;
  ByName<StoresByType> stores_;
  ByName<std::vector<FunctionRef>> macros_;
  std::unordered_map<std::tuple<int, uint32_t, uint32_t>, std::vector<Call>, Hash> calls_at_;
  ByName<std::vector<Call>> calls_of_;
};

}  // namespace flagcensus
