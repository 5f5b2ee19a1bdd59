// Calls of functions that are neither defined in the tree nor in a table, with a literal that may
// be a variable's name: the candidates for the entries that `init` proposes.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/config/resolve_options.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// One string literal argument of such a call.
struct UnknownCall {
  std::string callee;    // as an entry names it: "conf.settings.lookup", "conf.Reader().get"
  bool object = false;   // a method of a call's result: an entry of [[object]]
  bool made_of = false;  // and that call has arguments: it may read a file
  Language language = Language::kPython;
  int position = -1;               // of the literal
  std::string keyword;             // or its keyword
  std::string text;                // the literal
  std::set<std::string> keywords;  // all of the call
  Place place;
};

// The calls in files that contain one of `words` in any case, sorted by place. Costs a read of the
// sources and a parse of these files.
std::vector<UnknownCall> FindUnknownPythonCalls(const Tree& tree, const ResolveOptions& options,
                                                const std::vector<std::string>& words);
// The same for C and C++, of functions whose name contains one of `words`.
std::vector<UnknownCall> FindUnknownCCalls(const Tree& tree, const ResolveOptions& options,
                                           const std::vector<std::string>& words);

}  // namespace flagcensus
