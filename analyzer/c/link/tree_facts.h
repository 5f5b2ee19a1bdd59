// The facts of the files of a tree that were read so far, by the files' numbers, with an index.
//
//   facts.at(3).calls                  ─→ the calls of file 3
//   facts.FunctionAt({3, 0})           ─→ its first function
//   facts.index().CallsOf("getenv")    ─→ all calls of getenv, as of the last BuildIndex
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/facts.h"
#include "analyzer/c/link/fact_index.h"
#include "analyzer/c/link/parameter.h"

namespace flagcensus {

class CTreeFacts {
 public:
  using Files = std::map<int, CFacts>;

  Files::const_iterator begin() const { return files_.begin(); }
  Files::const_iterator end() const { return files_.end(); }
  Files::iterator begin() { return files_.begin(); }
  Files::iterator end() { return files_.end(); }
  size_t size() const { return files_.size(); }
  bool Has(int file) const { return files_.count(file) > 0; }
  const CFacts& at(int file) const { return files_.at(file); }
  // No facts if the file was not read.
  const CFacts& Of(int file) const;
  const CFunction& FunctionAt(FunctionRef function) const;
  ParameterRef RefTo(FunctionRef function, int position) const;
  // The names of all called functions.
  std::set<std::string> Callees() const;
  const FactIndex& index() const { return index_; }

  // Adds or replaces the facts of a file, or adds calls to them. The index is as before.
  void Take(int file, CFacts facts) {
    files_[file] = std::move(facts);
    indexed_ = false;
  }
  void AddCalls(int file, const std::vector<CCall>& calls) {
    std::vector<CCall>& all = files_[file].calls;
    all.insert(all.end(), calls.begin(), calls.end());
    indexed_ = false;
  }
  // Does nothing if the facts are those of the last time.
  void BuildIndex() {
    if (!std::exchange(indexed_, true)) index_.Build(files_);
  }

 private:
  Files files_;
  FactIndex index_;
  bool indexed_ = false;
};

}  // namespace flagcensus
