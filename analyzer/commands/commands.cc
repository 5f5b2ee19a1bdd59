// The commands, in the order of the help.
#include "analyzer/commands/command.h"

namespace flagcensus {

// Each is defined at the end of its file.
// A list instead of registration at start: the order is visible, and nothing runs before main.
extern const Command kCheck, kDocs, kScan, kCatalog, kExplain, kWhere, kBaseline, kInit, kDiff,
    kAudit, kMerge, kCache, kLsp, kCompletions, kManual;

const std::vector<const Command*>& AllCommands() {
  static const std::vector<const Command*> kCommands = {
      &kCheck, &kDocs,  &kScan,  &kCatalog, &kExplain, &kWhere,       &kBaseline, &kInit,
      &kDiff,  &kAudit, &kMerge, &kCache,   &kLsp,     &kCompletions, &kManual};
  return kCommands;
}

}  // namespace flagcensus
