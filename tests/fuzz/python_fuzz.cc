// libFuzzer entry point: any bytes as a Python module, sliced, parsed and evaluated. See
// catalog_fuzz.cc for the build.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include "analyzer/config/accessors.h"
#include "analyzer/link/python/accesses.h"
#include "analyzer/link/python/evaluator.h"
#include "analyzer/link/python/module_index.h"
#include "analyzer/link/python/program.h"
#include "analyzer/python/outline.h"
#include "analyzer/python/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace flagcensus;
  const AccessorTable& table = BuiltInAccessors().python;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<uint32_t> offsets;
  for (const std::string_view word : {"env", "getenv", "environ"}) {
    for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      offsets.push_back(static_cast<uint32_t>(at));
    }
  }
  std::sort(offsets.begin(), offsets.end());
  FindImports(text);
  Tree tree;
  SourceFile file;
  file.path = "m.py";
  file.kind = FileKind::kPython;
  tree.files.push_back(file);
  const ModuleIndex index(tree);
  const auto parsed = std::make_shared<const PythonFile>(ParsePython(text, offsets, false));
  Program program(tree, index, [&](int) { return parsed; });
  const int module = program.AddModule(0, parsed);
  const Wrappers wrappers;
  Evaluator evaluator(program, table, wrappers);
  evaluator.PrepareModule(module);
  evaluator.EvaluateModule(module);
  for (const PythonFile::CodeText& code : parsed->docstring_code) {
    evaluator.EvaluateModule(program.AddDocstring(module, code));
  }
  evaluator.WrapperNames();
  const auto rows = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const Access& access : MakeAccesses(program, evaluator.sites())) {
    if (access.place.line < 1 || access.place.line > rows) std::abort();
  }
  return 0;
}
