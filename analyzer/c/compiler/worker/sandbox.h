// The rights that a worker drops before it reads the first byte of a scanned tree.
//
//   Confine({"/usr/", "/t/"})     open("/t/a.c") works, open("/etc/passwd"), socket and execve fail
#pragma once

#include <string>
#include <vector>

namespace flagcensus {

struct Confinement {
  bool files = false;  // the kernel restricts it to reading below the folders
  bool calls = false;  // the kernel denies programs, processes, sockets and other processes' memory
};

// Permanently confines this process to reading below `readable` (and files that are open already)
// with Landlock, and to no other programs, processes or connections with seccomp. If the kernel
// lacks one of them, the other applies. Threads can still be started: libclang parses on one.
Confinement Confine(const std::vector<std::string>& readable);

}  // namespace flagcensus
