// The end of a process that aborts itself, because an assertion failed.
#pragma once

namespace flagcensus {

// After this call, an abort of this process ends it with a message and status 2, not with a signal
// and a core file: libstdc++ has printed the assertion, which a user may report. A process that
// RunInChild starts aborts by the signal, which its parent describes.
void InstallAbortHandler();

}  // namespace flagcensus
