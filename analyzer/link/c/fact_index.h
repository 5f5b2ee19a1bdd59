// An index of the facts of a tree by name: without it each call would scan all functions, at a cost
// quadratic in the size of the tree.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/c/facts.h"
#include "analyzer/link/c/parameter.h"

namespace flagcensus {

// Contains only indices: rebuild it after facts were added or replaced. Building costs a pass over
// all functions and calls; a look-up is logarithmic in their number.
class FactIndex {
 public:
  struct Store {
    FunctionRef keeper;
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
  const StoresByType& StoresInto(const std::string& member) const;
  const std::vector<FunctionRef>& Macros(const std::string& name) const;
  // The file's calls that begin at that position.
  const std::vector<Call>& CallsAt(int file, uint32_t line, uint32_t column) const;
  const std::vector<Call>& CallsOf(const std::string& callee) const;

 private:
  std::map<std::pair<int, std::string>, std::set<std::string>> classes_;
  std::map<std::tuple<int, std::string, std::string>, FunctionRef> constructors_;
  std::map<std::string, StoresByType> stores_;
  std::map<std::string, std::vector<FunctionRef>> macros_;
  std::map<std::tuple<int, uint32_t, uint32_t>, std::vector<Call>> calls_at_;
  std::map<std::string, std::vector<Call>> calls_of_;
};

}  // namespace flagcensus
