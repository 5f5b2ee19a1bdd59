// Accesses → what the sources say of the thing that gets the value: a documented parameter, a field
// of a class, a member of a structure, a variable, an option of the command line that comes first.
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

// What an access shows of its target, found in its own file.
struct AccessTarget {
  std::string text;  // what the file says of it; "" where it says nothing
  // Names that another file may document, the nearest first.
  std::vector<std::string> options;  // args.NAME beside the read
  std::vector<std::string> members;  // C: what is assigned
  // Options that may be the same setting by their name: the variable's without its first word, and
  // whole. What is said of one is `namesake`.
  std::vector<std::string> namesakes;
  std::string namesake;
  std::string variable;   // its own name, which help texts and docstrings may list
  std::string listed;     // what those say
  std::string callee;     // the function or class that is called with it ...
  std::string parameter;  // ... as this parameter
};

// The text of `name` in a docstring that lists parameters or attributes: the forms of Google's
// style guide, of numpydoc and of Sphinx's field lists. "" where it does not list it.
std::string ParameterText(std::string_view docstring, std::string_view name);

// The same of a whole file, for each of `names` that begins a line which lists it. Costs a look at
// each line.
std::map<std::string, std::string, std::less<>> ListedTexts(
    std::string_view text, const std::set<std::string, std::less<>>& names);

// source_targets_python.cc, source_targets_c.cc: the targets of accesses that are all in the file.
std::vector<AccessTarget> FindPythonTargets(const PythonSource& source,
                                            const std::vector<const Access*>& accesses);
std::vector<AccessTarget> FindCTargets(const CLines& lines,
                                       const std::vector<const Access*>& accesses);

// Fills `text` of the targets whose own file says nothing, from other files of the tree. A name
// that the tree documents in two ways has none. Costs a parse of each Python file that declares
// what is wanted, and a look at each line of each C file where a member is wanted.
void TakeTargetTexts(const Tree& tree, unsigned jobs, const std::vector<AccessTarget*>& targets);

// What one file says of the wanted names. Each is added to what other files say.
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
