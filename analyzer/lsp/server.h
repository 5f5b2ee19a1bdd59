// The language server: one client's messages in, answers, diagnostics and remarks out.
#pragma once

#include "analyzer/lsp/project_folder.h"

namespace flagcensus {

// Serves the client that writes to the descriptor `in` and reads from `out`, until it sends `exit`
// or ends. Returns the exit status of the protocol: 0 if it sent `shutdown` before, otherwise 1. If
// a check is running then, ends the process with that status instead of returning.
int ServeClient(int in, int out, const FolderSettings& settings);

}  // namespace flagcensus
