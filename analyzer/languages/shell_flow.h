// The expansions of a shell script that read the environment: its own variables look the same.
//
//   A=1; echo "$A"                       ─→ $A does not read the environment
//   echo "$B"                            ─→ a read of B
//   if x; then C=1; fi; echo "$C"        ─→ no read: C may be the script's own
//   if x; then C=1; fi; echo "${C:-d}"   ─→ a read: the default shows that C may come from outside
//   f() { echo "$D"; }; D=1; f           ─→ no read: D is set at the call
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

// The result for one script. Nodes are identified by their first byte.
struct ShellFlow {
  // Reads of the environment, also tests and deletions, with the `sources` that have run by then.
  std::map<uint32_t, std::set<uint32_t>> reads;
  std::map<std::string, int> counts;  // names that the script sets itself, and how often
  std::vector<ProgramSource> sources;
  std::set<std::string> ends;  // functions that always end the script
  bool dynamic = false;        // it sets variables with computed names: `eval`, `declare "$name=1"`
  bool cut = false;            // a limit ended the analysis of part of the script
};

// A name that is certainly set before an expansion is the script's own. So is one that may have
// been set, unless the expansion has a default, an error or a test for an unset variable
// (`${X:-d}`), which shows that it may come from outside. Lower-case names are read only in that
// case; those of `rows.shell.lower` always. Functions are followed at their calls. Functions that
// are never called start with everything that the script sets. Costs the size of the script, and
// per branch the names that are set, up to a bound.
ShellFlow FindShellReads(TSNode root, std::string_view text, const LanguageRows& rows);

// Whether `text` has only characters of variable names; digits or `_` alone are not a name.
bool IsShellName(std::string_view text);

// The name in `$X`; "" for `$@` and the like.
std::string ShellName(TSNode expansion, std::string_view text);

// The text of an unquoted or quoted word without expansions; "" for others.
std::string ShellWord(TSNode node, std::string_view text);

}  // namespace flagcensus
