// Work that is done in a process of its own, so that what kills it kills nothing else.
#pragma once

#include <functional>
#include <string>

namespace flagcensus {

struct ChildEnd {
  int status = 0;     // what the work gave back
  std::string wrong;  // how the process ended otherwise: "signal 11 (Segmentation fault)"; "": not
  bool started = true;  // false: the system gave no process for it
};

// Forks, and waits for it; the process ends where this one does. `work` sees all that this process
// has; what it changes is seen by nobody, except in files. No other thread may run meanwhile. An
// exception that leaves `work` ends its process as a crash does.
ChildEnd RunInChild(const std::function<int()>& work);

}  // namespace flagcensus
