// flagcensus lsp: the language server for editors
#include <unistd.h>

#include "analyzer/cache/answer.h"
#include "analyzer/commands/command.h"
#include "analyzer/lsp/server.h"

namespace flagcensus {
namespace {

// Serves until the client ends; projects are those of the client's folders.
// There is no --root: an editor has several folders, and opens and closes them while the server
// runs.
class LspRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    command.add_flag("!--no-clang", settings_.clang, "Do not use libclang for C and C++");
    command.add_option("--jobs", settings_.jobs, "Number of threads (default: one per core)")
        ->type_name("N");
    AddCache(command, settings_.cache);
    // Most clients pass it. There is no other transport.
    command.add_flag("--stdio", stdio_, "Serve on standard input and output (the default)");
  }

  std::optional<std::string> Finish(const CommandApp&) override { return std::nullopt; }

  int Run(const Arguments&) override { return ServeClient(STDIN_FILENO, STDOUT_FILENO, settings_); }

 private:
  FolderSettings settings_;
  bool stdio_ = true;
};

}  // namespace

extern const Command kLsp;
const Command kLsp = {
    "lsp", "Run a language server that gives editors findings, hovers, completions and fixes",
    "  flagcensus lsp                                   started by an editor (docs/editors.md)\n",
    "0 the client requested a shutdown, 1 the session ended without one, 2 failure.",
    MakeRun<LspRun>};

}  // namespace flagcensus
