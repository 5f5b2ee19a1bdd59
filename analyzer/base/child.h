// Runs work in a child process, so a crash does not affect this process.
//
//   RunInChild([] { return 3; })             ─→ {status: 3, wrong: ""}
//   RunInChild([] { abort(); return 0; })    ─→ {status: 0, wrong: "signal 6 (Aborted)"}
#pragma once

#include <functional>
#include <string>

namespace flagcensus {

struct ChildEnd {
  int status = 0;  // the return value of the work
  // The abnormal end: "signal 11 (Segmentation fault)"; "" if the end was normal.
  std::string wrong;
  bool started = true;  // false: the system could not create the process
};

// Forks and waits for the child, which ends if this process does. `work` sees the state of this
// process; its changes are lost, except in files. No other thread may be running. An exception that
// leaves `work` ends the child like a crash.
ChildEnd RunInChild(const std::function<int()>& work);

}  // namespace flagcensus
