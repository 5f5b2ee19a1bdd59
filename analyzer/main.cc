// flagcensus: finds where documentation and code disagree about a program's environment variables.
//
// Finds the command, prepares what it needs, and runs it. The commands are in analyzer/commands, a
// file each. An exception that arrives here is out of memory or a bug, and gives exit status 2.
#include <exception>
#include <string>

#include "analyzer/base/abort.h"
#include "analyzer/base/failure.h"
#include "analyzer/c/compiler/worker/process.h"
#include "analyzer/commands/command_line.h"
#include "analyzer/pipeline/print.h"

int main(int argc, char** argv) {
  using namespace flagcensus;
  try {
    if (argc == 2 && argv[1] == kWorkerCommand) return RunClangWorker();
    InstallAbortHandler();
    const Arguments arguments = {argc, argv};
    const ParsedCommand parsed = ParseCommandLine(arguments);
    return parsed.run == nullptr ? parsed.status : RunCommand(*parsed.run, arguments);
  } catch (const std::exception& error) {  // out of memory, or a bug of this program
    return Fail(FailureText(error));
  }
}
