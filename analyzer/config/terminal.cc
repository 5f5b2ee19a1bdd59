#include "analyzer/config/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace flagcensus {
namespace {

// An empty variable counts as unset, as no-color.org requires.
bool IsSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

// An explicit choice, then NO_COLOR, then FORCE_COLOR, then the terminal.
//
//   --color always                         ─→ true, also for a pipe
//   auto, NO_COLOR=1, a terminal           ─→ false
//   auto, FORCE_COLOR=1, a pipe            ─→ true
bool WantsColour(std::string_view wanted) {
  if (wanted != "auto") return wanted == "always";
  if (IsSet("NO_COLOR")) return false;
  if (IsSet("FORCE_COLOR")) return std::string_view(std::getenv("FORCE_COLOR")) != "0";
  const char* terminal = std::getenv("TERM");
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return isatty(STDOUT_FILENO) == 1;
}

// COLUMNS comes first, so a test or a script can set the width of a pipe.
int WidthOfOutput() {
  // Wrapping to fewer columns would split paths and names. Narrower terminals wrap these lines
  // themselves.
  constexpr int kLeast = 40;  // columns
  const char* columns = std::getenv("COLUMNS");
  int width = columns != nullptr ? std::atoi(columns) : 0;
  winsize size = {};
  if (width <= 0 && isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
    width = size.ws_col;
  }
  return width <= 0 ? 0 : std::max(width, kLeast);
}

// Terminals do not report whether they support hyperlinks; these do, by their documentation. Others
// that support them are not recognised and show plain text.
bool SupportsHyperlinks() {
  if (isatty(STDOUT_FILENO) != 1 || IsSet("NO_COLOR")) return false;
  for (const char* variable : {"VTE_VERSION", "KITTY_WINDOW_ID", "WEZTERM_PANE", "WT_SESSION",
                               "KONSOLE_VERSION", "ITERM_SESSION_ID"}) {
    if (IsSet(variable)) return true;
  }
  return false;
}

}  // namespace flagcensus
