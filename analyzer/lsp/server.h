// The language server: one client's messages in, answers, diagnostics and remarks out.
#pragma once

#include "analyzer/lsp/project_folder.h"

namespace flagcensus {

// Serves the client that writes to the descriptor `in` and reads from `out`, until it says `exit`
// or ends. Returns the exit status of the protocol: 0 if it said `shutdown` before, otherwise 1.
// Does not return, but ends the process with that status, if a check still runs then.
int ServeClient(int in, int out, const FolderSettings& settings);

}  // namespace flagcensus
