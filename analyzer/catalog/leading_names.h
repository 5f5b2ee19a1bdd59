// LeadingNames: the names that a text begins with, and what follows them.
//
//   **APP_A** and `APP_B=1` [since 2.0]: The mode.
//     ─→ APP_A, APP_B with the value "1"; separator kColon; `end` is at "The mode."
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/pages/prose.h"

namespace flagcensus {

struct LeadName {
  std::string name;                  // families with '*' for what varies
  std::string written;               // as spelled in the page, if it omits a shared prefix
  std::optional<std::string> value;  // of "NAME=value"
  int line = 0;
  int column = 0;
  bool marked = false;  // code, strong, or a role: distinguished from the words around it
  bool code = false;
  bool role = false;    // :envvar:`NAME`
  bool dollar = false;  // $NAME, ${NAME}, %NAME%
  bool shown = false;   // "export NAME=value": the value shows how to set it
};

// What a block begins with: "**A** and `B=1` [tag] (bool): text".
struct LeadingNames {
  enum class Separator {
    kNone,   // nothing follows the names
    kColon,  // ':', '-', '=', an opening parenthesis: a description follows
    kLine,   // the text continues on the next line
    kText,   // words follow directly: "NAME is read by"
  };
  std::vector<LeadName> names;
  Separator separator = Separator::kNone;
  size_t end = 0;          // where the description begins, in the prose's text
  bool beside = false;     // it follows another name: "key (NAME)", "`key`: `$NAME`"
  bool describes = false;  // the words that follow say what it does: "NAME controls ..."
};

// The names at the start of `prose`; empty if it begins with anything else. With `sub_flags`,
// "--option=value" counts as a name.
LeadingNames ParseLeadingNames(const Prose& prose, bool sub_flags);

// The variables after a setting's own name, as a lead with the text after them as its description:
// "**cache_dir** (APP_CACHE or APP_NOCACHE)", "`--cache` [env: APP_CACHE]", "`cache` & `size`:
// `$APP_CACHE` & `$APP_SIZE`".
LeadingNames ParseNamesAfterKey(const Prose& prose);

// The lead of an item or a term: its own names, or those after the key, option or lower-case name
// that it begins with. Outside a term, only marked text counts as a key.
LeadingNames ParseItemNames(const Prose& prose, bool sub_flags, bool term);

// Whether text after a name describes it: "controls …", "is the path …", not "must be set first".
bool Describes(const Prose& text);

}  // namespace flagcensus
