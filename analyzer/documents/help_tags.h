// The variables of options in the help text of a program, as a page shows it: "[env var:
// APP_PORT]".
// APP_PORT]".
//   --port INTEGER  Where it listens.  [env var: APP_PORT; default: 8080]    Click
//   --port <PORT>   Where it listens [env: APP_PORT=] [default: 8080]        clap
//   │ --port  TEXT  Where it listens. [env var: APP_PORT] [default: 8080] │  Rich, in Typer
//
//   ─→  {APP_PORT, line 1, "Where it listens.", "8080"}
//
// The help is in columns, and a tag may continue on the next line. Sources: Click, "Values from
// Environment Variables" (show_envvar); clap, Arg::env; Typer, "CLI Options with Environment
// Variables".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct HelpTag {
  std::string name;
  size_t row = 0;  // of the name, 0-based in the text
  std::string text;
  std::optional<std::string> default_text;
};

// The tags of `text`, a block of code with its line ends, in order. Linear: a tag and its text are
// at most a few hundred bytes and a dozen lines.
std::vector<HelpTag> FindHelpTags(std::string_view text);

}  // namespace flagcensus
