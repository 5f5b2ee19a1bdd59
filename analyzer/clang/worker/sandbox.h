// What a worker gives up before it reads the first byte of a scanned tree.
#pragma once

#include <string>
#include <vector>

namespace flagcensus {

struct Confinement {
  bool files = false;  // the kernel holds it to reading below the folders
  bool calls =
      false;  // the kernel refuses programs, processes, sockets and other processes' memory
};

// Confines this process for good to reading below `readable` (with what is open already), with
// Landlock, and to no other programs, processes or connections, with seccomp. Where the kernel has
// one of them not, the rest holds. Threads can still be started: libclang parses on one.
Confinement Confine(const std::vector<std::string>& readable);

}  // namespace flagcensus
