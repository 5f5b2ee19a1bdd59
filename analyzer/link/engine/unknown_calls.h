// Calls of functions that the tree does not define and no table knows, with a literal that may be
// a variable's name: what `init` looks at to propose rows.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/config/resolve_options.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// One string literal that such a call is given.
struct UnknownCall {
  std::string callee;    // as a row names it: "conf.settings.lookup", "conf.Reader().get"
  bool object = false;   // a method of what a call makes: a row of [[object]]
  bool made_of = false;  // and that call has arguments: it may read a file
  Language language = Language::kPython;
  int position = -1;               // of the literal
  std::string keyword;             // or its keyword
  std::string text;                // the literal
  std::set<std::string> keywords;  // all of the call
  Place place;
};

// Those of the sources' files that hold one of `words` in any case, sorted by place. Costs a read
// of the sources and a parse of these files.
std::vector<UnknownCall> FindUnknownPythonCalls(const Tree& tree, const ResolveOptions& options,
                                                const std::vector<std::string>& words);
// The same of C and C++, of functions whose name holds one of `words`.
std::vector<UnknownCall> FindUnknownCCalls(const Tree& tree, const ResolveOptions& options,
                                           const std::vector<std::string>& words);

}  // namespace flagcensus
