// Names: what a variable's name looks like, and the names that a text begins with.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/catalog/prose.h"

namespace flagcensus {

enum class NameShape {
  kNone,    // no name of a variable
  kStrong,  // upper case with an underscore: APP_HOME, APP_*
  kWeak,    // upper case without: DEBUG, PATH; also a word such as JSON
  kMixed,   // upper-case first part, lower case behind: GLOG_minloglevel, MyApp_HOME
  kLower,   // http_proxy, jax_platforms
};
NameShape ShapeOf(std::string_view name);

// Upper-case words that are no variables wherever only the shape speaks for them: NOTE, JSON, GPU.
bool IsCommonWord(std::string_view word);
// Words that name a log level or another customary value: lists of them are values.
bool IsCustomaryValue(std::string_view word);

struct LeadName {
  std::string name;                  // families with '*' for what varies
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
struct Lead {
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
Lead ParseLead(const Prose& prose, bool sub_flags);

// The variables that stand behind a setting's own name: "**cache_dir** (APP_CACHE or APP_NOCACHE)",
// "`--cache` [env: APP_CACHE]", "`cache` & `size`: `$APP_CACHE` & `$APP_SIZE`", as a lead whose
// description is what stands behind them.
Lead ParseBeside(const Prose& prose);

// The lead of an item or a term: its own names, or those beside a key, an option or a lower-case
// name that it begins with. Outside a term, only what is set apart is a key.
Lead ParseHead(const Prose& prose, bool sub_flags, bool term);

// Whether what follows a name describes it: "controls …", "is the path …", not "must be set first".
bool Describes(const Prose& text);

struct NameAt {
  std::string name;
  size_t offset = 0;
};
// Every name in a text, by shape or by how it is written ($NAME, NAME=..., a code span).
std::vector<NameAt> NamesIn(const Prose& prose);

}  // namespace flagcensus
