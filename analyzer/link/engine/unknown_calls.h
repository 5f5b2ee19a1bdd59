// Calls of functions that are neither defined in the tree nor in a table, with a literal that may
// be a variable's name: the candidates for the entries that `init` proposes.
//
//   conf.settings.lookup("APP_PORT")   ─→ callee "conf.settings.lookup", position 0
//   conf.Reader().get(key="APP_PORT")  ─→ callee "conf.Reader().get", object, keyword "key"
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/config/resolve_options.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// One string literal argument of a call.
struct UnknownCall {
  std::string callee;    // as an entry names it: "conf.settings.lookup", "conf.Reader().get"
  bool object = false;   // a method of a call's result: an entry of [[object]]
  bool made_of = false;  // the call that returns the object has arguments: it may read a file
  Language language = Language::kPython;
  int position = -1;               // of the literal; -1: it is passed by keyword
  std::string keyword;             // the literal's keyword; "": it is passed by position
  std::string text;                // the literal
  std::set<std::string> keywords;  // all keywords of the call
  Place place;
};

// The calls in files that contain one of `words` in any case, sorted by place. Costs a read of the
// sources and a parse of these files.
std::vector<UnknownCall> FindUnknownPythonCalls(const Tree& tree, const ResolveOptions& options,
                                                const std::vector<std::string>& words);
// The same for C and C++, of functions with a name that contains one of `words`.
std::vector<UnknownCall> FindUnknownCCalls(const Tree& tree, const ResolveOptions& options,
                                           const std::vector<std::string>& words);

}  // namespace flagcensus
