// A worker alone, against another libclang than the program's.
#include "analyzer/c/compiler/worker/process.h"

int main() { return flagcensus::RunClangWorker(); }
