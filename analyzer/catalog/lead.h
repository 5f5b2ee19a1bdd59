// What a text begins with: the names of a lead, and what follows them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/pages/prose.h"

namespace flagcensus {

struct LeadName {
  std::string name;                  // families with '*' for what varies
  std::string written;               // as the page has it, where it leaves a shared prefix out
  std::optional<std::string> value;  // of "NAME=value"
  int line = 0;
  int column = 0;
  bool marked = false;  // code, strong, or a role: set apart from the words around it
  bool code = false;
  bool role = false;    // :envvar:`NAME`
  bool dollar = false;  // $NAME, ${NAME}, %NAME%
  bool shown = false;   // "export NAME=value": the value shows how to set it
};

// What a block begins with: "**A** and `B=1` [tag] (bool): text".
struct LeadingName {
  enum class Separator {
    kNone,   // nothing follows: the names stand alone
    kColon,  // ':', '-', '=', an opening parenthesis: what follows describes
    kLine,   // the text goes on in the next line
    kText,   // words follow at once: "NAME is read by"
  };
  std::vector<LeadName> names;
  Separator separator = Separator::kNone;
  size_t end = 0;          // where the description begins, in the prose's text
  bool beside = false;     // it stands behind another name: "key (NAME)", "`key`: `$NAME`"
  bool describes = false;  // what follows at once tells what it does: "NAME controls ..."
};

// The names at the start of `prose`; none where it begins with anything else. `sub_flags` takes
// "--option=value" for names.
LeadingName ParseLead(const Prose& prose, bool sub_flags);

// The variables that stand behind a setting's own name: "**cache_dir** (APP_CACHE or APP_NOCACHE)",
// "`--cache` [env: APP_CACHE]", "`cache` & `size`: `$APP_CACHE` & `$APP_SIZE`", as a lead whose
// description is what stands behind them.
LeadingName ParseBeside(const Prose& prose);

// The lead of an item or a term: its own names, or those beside a key, an option or a lower-case
// name that it begins with. Outside a term, only what is set apart is a key.
LeadingName ParseHead(const Prose& prose, bool sub_flags, bool term);

// Whether what follows a name describes it: "controls …", "is the path …", not "must be set first".
bool Describes(const Prose& text);

}  // namespace flagcensus
