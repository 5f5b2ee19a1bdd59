// Accesses → what the sources say about what receives the value: a documented parameter, a class
// field, a structure member, a variable, or a command line option that has precedence.
//
//   class Oven:
//     rack = None  # the rack to use
//     def __init__(self):
//       self.rack = os.environ.get("OVEN_RACK")     ─→ text "the rack to use"
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

class CLines;
class PythonSource;

// What an access reveals about its target, from its own file.
struct AccessTarget {
  std::string text;  // what the file says about it; "" if nothing
  // Names that another file may document, the nearest first.
  std::vector<std::string> options;  // args.NAME next to the read
  std::vector<std::string> members;  // C: what is assigned
  // Options that may be the same setting by their name: the variable's name without its first word,
  // and the whole name. `namesake` is the text about one of them.
  std::vector<std::string> namesakes;
  std::string namesake;
  std::string variable;   // its own name, which help texts and docstrings may list
  std::string listed;     // the text in those
  std::string callee;     // the function or class that is called with the value ...
  std::string parameter;  // ... as this parameter
};

// The text of `name` in a docstring that lists parameters or attributes in the form of Google's
// style guide, of numpydoc or of Sphinx's field lists. "" if it is not listed.
std::string ParameterText(std::string_view docstring, std::string_view name);

// The same for a whole file, for each of `names` at the start of a line that lists it. Reads each
// line once.
std::map<std::string, std::string, std::less<>> ListedTexts(
    std::string_view text, const std::set<std::string, std::less<>>& names);

// source_targets_python.cc, source_targets_c.cc: the targets of accesses that are all in the file.
std::vector<AccessTarget> FindPythonTargets(const PythonSource& source,
                                            const std::vector<const Access*>& accesses);
std::vector<AccessTarget> FindCTargets(const CLines& lines,
                                       const std::vector<const Access*>& accesses);

// Fills `text` of the targets without a text in their own file, from other files of the tree. A
// name that the tree documents in two ways gets no text. Costs a parse of each Python file that
// declares what is wanted, and a pass over each C file if a member is wanted.
void TakeTargetTexts(const Tree& tree, unsigned jobs, const std::vector<AccessTarget*>& targets);

// What one file says about the wanted names; added to the texts from other files.
struct TargetTexts {
  std::map<std::string, std::set<std::string>, std::less<>> options, members;
  std::map<std::pair<std::string, std::string>, std::set<std::string>> parameters;
  std::map<std::string, std::set<std::string>, std::less<>> variables;
};
struct WantedTargets {
  std::set<std::string, std::less<>> options, members, callees, variables;
  std::set<std::pair<std::string, std::string>> parameters;
};
void ReadPythonTargets(std::string_view text, const WantedTargets& wanted, TargetTexts& out);
void ReadCTargets(std::string_view text, const WantedTargets& wanted, TargetTexts& out);

}  // namespace flagcensus
