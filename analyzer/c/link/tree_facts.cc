// The facts of the files that were read so far. A file that was not read has none.
#include "analyzer/c/link/tree_facts.h"

namespace flagcensus {

const CFacts& CTreeFacts::Of(int file) const {
  static const CFacts kNothing;
  const auto known = files_.find(file);
  return known == files_.end() ? kNothing : known->second;
}

const CFunction& CTreeFacts::FunctionAt(FunctionRef function) const {
  return files_.at(function.file).functions.at(static_cast<size_t>(function.function));
}

ParameterRef CTreeFacts::RefTo(FunctionRef function, int position) const {
  return {function, FunctionAt(function), position};
}

std::set<std::string> CTreeFacts::Callees() const {
  std::set<std::string> out;
  for (const auto& [file, facts] : files_) {
    for (const CCall& call : facts.calls) out.insert(call.callee);
  }
  return out;
}

}  // namespace flagcensus
