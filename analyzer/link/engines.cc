// Python, C (with C++ and CUDA), and the languages that are read on request (Go, JavaScript, ...)
// in one engine, which does nothing if none of them is requested.
#include "analyzer/link/engines.h"

#include "analyzer/c/link/engine.h"
#include "analyzer/languages/link/engine.h"
#include "analyzer/python/link/engine.h"

namespace flagcensus {

const std::vector<const LanguageEngine*>& LanguageEngines() {
  static const PythonEngine kPython;
  static const CEngine kC;
  static const AskedEngine kAsked;
  static const std::vector<const LanguageEngine*> kAll = {&kPython, &kC, &kAsked};
  return kAll;
}

}  // namespace flagcensus
