// libFuzzer entry point: any bytes as a Python module, parsed and run on the abstract machine. See
// catalog_fuzz.cc for the build.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "analyzer/config/accessors.h"
#include "analyzer/python/machine/accesses.h"
#include "analyzer/python/machine/machine.h"
#include "analyzer/python/module_index.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Tree tree;
  SourceFile file;
  file.path = "m.py";
  file.kind = FileKind::kPython;
  file.text = std::make_shared<const std::string>(text);
  file.size = size;
  tree.files.push_back(std::move(file));
  tree.in_memory = true;
  const ModuleIndex index(tree);
  Machine m(tree, index, BuiltInAccessors().python);
  RunPython(m, 1);
  const auto rows = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const Access& access : MakeMachineAccesses(m)) {
    if (access.place.line < 1 || access.place.line > rows) std::abort();
  }
  return 0;
}
