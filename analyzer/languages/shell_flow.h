// Which expansions of a shell script read the environment: a script's own variables look the same.
#pragma once

#include <tree_sitter/api.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/languages/program.h"
#include "analyzer/languages/rows.h"

namespace flagcensus {

// What is found for one script. Nodes are named by their first byte.
struct ShellFlow {
  // Expansions of the environment, tests and deletions too, and which of `sources` have run then.
  std::map<uint32_t, std::set<uint32_t>> reads;
  std::map<std::string, int> counts;  // names that the script sets itself, and how often
  std::vector<ProgramSource> sources;
  std::set<std::string> ends;  // functions that always end the script
  bool dynamic = false;  // it sets variables whose names it makes: `eval`, `declare "$name=1"`
  bool cut = false;      // a bound kept part of the script from being followed
};

// A name that is certainly set on the way to an expansion is the script's own. One that may have
// been set is taken for its own, too, except where the expansion has a default, an error or a test
// for the variable that is not set (`${X:-d}`): that says that it may come from outside. Names in
// small letters are read only there; those of `rows.lower` always. Functions are followed at their
// calls; those that nothing calls begin with all that the script sets. Costs the size of the
// script, and the names that are set for each branch, up to a bound.
ShellFlow FindShellReads(TSNode root, std::string_view text, const LanguageRows& rows);

// "X" for a name in the alphabet of variables; digits and `_` alone are none.
bool IsShellName(std::string_view text);

// The name in `$X`; "" for `$@` and its like.
std::string ShellName(TSNode expansion, std::string_view text);

// The text of a word or a quoted one without anything put in; "" for others.
std::string ShellWord(TSNode node, std::string_view text);

}  // namespace flagcensus
